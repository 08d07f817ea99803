"""One leg of a path turned into what happens, on the battle as it stands; shared by planning and by
carrying out.

Every function answers the events of the leg or the reason why it cannot be done. The figure must have begun
to move (its MP are in ``battle.now.left``). Implements GUI-4, GUI-4.4a.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rules.core.language import english
from rules.core.rejection import Reason, Rejection
from rules.events.base import Event
from rules.events.ladders import Climbed
from rules.events.movement import BridleTried, HorseReleased, Left, Moved
from rules.orders.records import Leg, LegKind, MoveOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, HorseId, SideId
from rules.state.storeys import on_a_floor
from rules.tactical.horses import bridle, riding
from rules.tactical.moving import carrying
from rules.tactical.ways import climbing, links, loose_horses
from rules.tactical.ways.entry import entry_cost
from rules.tactical.ways.stacking import closed_by_enemy, enemy_in_the_way

# Legs by which the front of a counter leaves its hex for another: only these make the hex before them a
# crossed one.
LEAVING = frozenset({LegKind.HEX, LegKind.BACK, LegKind.EXIT, LegKind.DOWN})
# What can be done from a ladder or rope.
ALOFT = frozenset({LegKind.HEX, LegKind.CLIMB, LegKind.DOWN})

Events = list[Event]


def events_of(
    battle: Battle, rules: Ruleset, figure_id: FigureId, leg: Leg, ahead: Sequence[Leg] = ()
) -> Events | Rejection:
    """What a leg brings about, or why it cannot be done. ``ahead``: the legs that are to follow.

    A bridle that needs a die (needs_die) is not answered here but by bridle.snatched."""
    figure = battle.figures[figure_id]
    if figure_id not in battle.now.left:
        return Rejection("GUI-4", english("{figure} has not begun to move", figure=figure.name))
    if figure.storey and leg.kind not in ALOFT:
        if on_a_floor(battle, figure):
            return Rejection(
                "GUI-4", english("{figure} must go down to the ground first", figure=figure.name)
            )
        return Rejection(
            "GUI-10.1.3a", english("{figure} is up on a ladder or rope: first 'down'", figure=figure.name)
        )
    return _ACTS[leg.kind](battle, rules, figure, leg, ahead)


def needs_die(battle: Battle, rules: Ruleset, figure_id: FigureId, leg: Leg, ahead: Sequence[Leg]) -> bool:
    """Whether a leg is a snatch at a bridle in passing, which a die decides (GUI-4.4.3c)."""
    if leg.kind is not LegKind.LEAD:
        return False
    if leg.hand and leg.who in battle.figures[figure_id].leads:
        return False
    goes_on = any(later.kind in LEAVING for later in ahead)
    return bridle.must_snatch(battle, battle.figures[figure_id], goes_on=goes_on)


def hand_asked(order: MoveOrder) -> str:
    """At which hand of a rider the horse that he leads is to end: left, right, or empty where
    neither is named."""
    named = [leg.hand for leg in order.path if leg.kind is LegKind.LEAD and leg.hand]
    return order.hand or (named[-1] if named else "")


def led_on(figure: Character, events: Sequence[Event]) -> frozenset[HorseId]:
    """The led horses that a leg took along, or whose bridle was caught in it in passing (GUI-4.4.3c)."""
    if any(isinstance(event, Moved | BridleTried) for event in events):
        return frozenset(figure.leads)
    return frozenset()


def exits_of(battle: Battle, side: SideId) -> frozenset[Hex]:
    """The hexes by which a side may leave the board: those of its victory aims for figures exited, and those
    that are open to it without any."""
    victory = battle.setup.victory
    aims = (aim for aim in victory.aims if aim.kind == "exited" and aim.side == side)
    return frozenset(at for aim in aims for at in aim.hexes).union(victory.exits.get(side, ()))


def _hex(
    battle: Battle, rules: Ruleset, figure: Character, leg: Leg, ahead: Sequence[Leg]
) -> Events | Rejection:
    """A step, or for a rider a step or a swing; led horses follow."""
    end = leg.hex
    if leg.storey or (figure.storey and end == figure.hex):
        return _by_link(battle, rules, figure, leg)
    if figure.hex is None or end not in battle.board:
        return Rejection("GUI-4", english("there is no hex {end} on this board", end=end))
    if not battle.board.adjacent(figure.hex, end):
        return Rejection(
            "GUI-4",
            english(
                "{end} is not next to {hex}: name every hex of the way, or write 'to {end}'",
                end=end,
                hex=figure.hex,
            ),
        )
    if figure.rear is not None:
        stepped = riding.ride(battle, rules, figure, end)
    else:
        stepped = _walk(battle, rules, figure, end)
    return _with_led_horses(battle, rules, figure, stepped)


def _walk(battle: Battle, rules: Ruleset, figure: Character, end: Hex) -> Events | Rejection:
    assert figure.hex is not None
    closed = closed_by_enemy(battle, figure.side, end, coming_from=figure.hex)
    if closed is not None:
        return closed
    cost = entry_cost(battle, rules, figure, figure.hex, end)
    if isinstance(cost, Rejection):
        return cost
    return riding.paid(battle, figure, end, None, "over" if figure.storey else "step", cost[1])


def _by_link(battle: Battle, rules: Ruleset, figure: Character, leg: Leg) -> Events | Rejection:
    """To a storey, along one, or down to the ground: by a ladder or rope as those are climbed, else by what
    is built there."""
    start, end = figure.place, leg.place
    if start is None or end.hex not in battle.board:
        return Rejection("GUI-4", english("there is no hex {end} on this board", end=end.hex))
    link = links.link_between(battle, rules, start, end)
    if link is None:
        return links.no_way(battle, rules, figure, end)
    if not link.built:
        up = end.hex == start.hex and end.storey > start.storey
        return climbing.climb(battle, rules, figure) if up else climbing.down(battle, rules, figure, end.hex)
    refusal = links.cannot_use(battle, rules, figure, link)
    if refusal is not None:
        return refusal
    enemy = enemy_in_the_way(battle, figure.side, end.hex, end.storey)
    if enemy is not None:
        return Rejection(
            "GUI-4.2", english("{enemy} holds {at}", enemy=enemy.name, at=end.label), Reason.OCCUPIED
        )
    stepped = riding.paid(battle, figure, end.hex, None, "storey", (links.as_cost(rules, link),))
    if isinstance(stepped, Rejection):
        return stepped
    return [replace(event, storey=end.storey) if isinstance(event, Moved) else event for event in stepped]


def _with_led_horses(
    battle: Battle, rules: Ruleset, figure: Character, stepped: Events | Rejection
) -> Events | Rejection:
    if isinstance(stepped, Rejection) or not figure.leads:
        return stepped
    (moved,) = stepped
    assert isinstance(moved, Moved)
    new = (moved.hex,) if moved.rear is None else (moved.hex, moved.rear)
    left = None if moved.how == "pivot" else next((at for at in figure.hexes if at not in new), None)
    led = loose_horses.follow(battle, figure, new, left)
    stuck = loose_horses.cannot_follow(battle, rules, figure, led)
    return stuck or [moved, *led]


def _back(
    battle: Battle, rules: Ruleset, figure: Character, leg: Leg, ahead: Sequence[Leg]
) -> Events | Rejection:
    return _with_led_horses(battle, rules, figure, riding.back(battle, rules, figure))


def _about(
    battle: Battle, rules: Ruleset, figure: Character, leg: Leg, ahead: Sequence[Leg]
) -> Events | Rejection:
    return riding.about_face(battle, rules, figure)


def _mount(
    battle: Battle, rules: Ruleset, figure: Character, leg: Leg, ahead: Sequence[Leg]
) -> Events | Rejection:
    horses = [h for h in battle.horses.values() if h.loose and figure.hex in riding.flanks(battle.board, h)]
    horse = battle.horses.get(leg.who) if leg.who else next(iter(horses), None)
    if horse is None:
        return Rejection(
            "GUI-4.4.2d", english("{figure} does not stand beside a horse without rider", figure=figure.name)
        )
    return riding.mount(battle, rules, figure, horse)


def _dismount(
    battle: Battle, rules: Ruleset, figure: Character, leg: Leg, ahead: Sequence[Leg]
) -> Events | Rejection:
    return riding.dismount(battle, rules, figure, leg.hex)


def _lead(
    battle: Battle, rules: Ruleset, figure: Character, leg: Leg, ahead: Sequence[Leg]
) -> Events | Rejection:
    horse = battle.horses.get(leg.who)
    if horse is None:
        return Rejection("GUI-4.4.3b", english("there is no horse {who}", who=leg.who))
    if leg.hand and horse.id in figure.leads:
        return []  # he has it already, and only says at which hand
    return bridle.cannot_lead(battle, rules, figure, horse) or bridle.take(figure, horse)


def _leave(
    battle: Battle, rules: Ruleset, figure: Character, leg: Leg, ahead: Sequence[Leg]
) -> Events | Rejection:
    chosen = tuple(h for h in figure.leads if leg.who in ("", h))
    if not chosen:
        return Rejection(
            "GUI-4.4.3b",
            english("{figure} does not lead {who}", figure=figure.name, who=leg.who or "a horse"),
        )
    return [HorseReleased(figure=figure.id, horse=h, rule="GUI-4.4.3b") for h in chosen]


def _carry(
    battle: Battle, rules: Ruleset, figure: Character, leg: Leg, ahead: Sequence[Leg]
) -> Events | Rejection:
    if leg.who not in battle.figures:
        return Rejection("GUI-4.2.4", english("there is nobody called {who}", who=leg.who))
    return carrying.pick_up(battle, rules, figure, leg.who)


def _drop(
    battle: Battle, rules: Ruleset, figure: Character, leg: Leg, ahead: Sequence[Leg]
) -> Events | Rejection:
    return carrying.put_down(battle, rules, figure, leg.hex)


def _exit(
    battle: Battle, rules: Ruleset, figure: Character, leg: Leg, ahead: Sequence[Leg]
) -> Events | Rejection:
    """Off the board, where the scenario allows it. Book silent on the price. Ruling: nothing
    more (RUL-414). From a fight before the walls he takes along what he leads (GUI-11.4.3a, RUL-1132)."""
    if figure.hex is None or figure.hex not in exits_of(battle, figure.side):
        return Rejection(
            "RUL-414", english("{figure} cannot leave the board at {hex}", figure=figure.name, hex=figure.hex)
        )
    if figure.carries is not None:
        return Rejection("GUI-4.2.4", english("{figure} must lay down his burden first", figure=figure.name))
    if battle.setup.victory.sortie is not None:
        return [Left(figure=figure.id, hex=figure.hex, led=figure.leads)]
    released = [HorseReleased(figure=figure.id, horse=h, rule="RUL-414") for h in figure.leads]
    return [*released, Left(figure=figure.id, hex=figure.hex)]


def _climb(
    battle: Battle, rules: Ruleset, figure: Character, leg: Leg, ahead: Sequence[Leg]
) -> Events | Rejection:
    return climbing.climb(battle, rules, figure)


def _down(
    battle: Battle, rules: Ruleset, figure: Character, leg: Leg, ahead: Sequence[Leg]
) -> Events | Rejection:
    """Down to the foot, where an enemy must not stand (GUI-4.2)."""
    events = climbing.down(battle, rules, figure, leg.hex)
    if isinstance(events, Rejection) or figure.hex is None:
        return events
    lands = any(isinstance(e, Climbed) and e.height == 0 for e in events)
    closed = closed_by_enemy(battle, figure.side, figure.hex) if lands else None
    return closed or events


_Act = Callable[[Battle, Ruleset, Character, Leg, Sequence[Leg]], Events | Rejection]
_ACTS: dict[LegKind, _Act] = {
    LegKind.HEX: _hex,
    LegKind.BACK: _back,
    LegKind.ABOUT: _about,
    LegKind.MOUNT: _mount,
    LegKind.DISMOUNT: _dismount,
    LegKind.LEAD: _lead,
    LegKind.LEAVE: _leave,
    LegKind.CARRY: _carry,
    LegKind.DROP: _drop,
    LegKind.EXIT: _exit,
    LegKind.CLIMB: _climb,
    LegKind.DOWN: _down,
}

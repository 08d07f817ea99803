"""What hoplites do on command: form up, march, raise their shields, break up; and what a formation loses on the way.

Implements GUI-7.3.1a, GUI-7.3.1b, GUI-7.3.2a, GUI-7.3.2b; formations.py answers who stands where.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.core.facing import Facing
from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.events.base import Event
from rules.events.formation import (
    FormationBroken,
    FormationFormed,
    FormationMoved,
    FormationThinned,
    TortoiseTurned,
)
from rules.events.movement import MoveBegan, Moved, MoveEnded
from rules.evolve import evolve
from rules.journal import Journal
from rules.orders.records import BreakOrder, FormOrder, MarchOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle, Formation
from rules.state.figure import Character, FigureId, Hex
from rules.tactical import formations, infiltration, line_of_fire, weapons
from rules.tactical.entry import entry_cost, starting_mp
from rules.tactical.formations import Ranks, formation_of, in_place, ranks_of, value
from rules.tactical.stacking import closed_by_enemy, is_free

AfterStep = Callable[[FigureId], None]
DrillOrder = FormOrder | MarchOrder | BreakOrder


class Pace(NamedTuple):
    """One hex of a march: where everybody then stands and what it takes, the dearest man counting."""

    towards: Facing
    places: dict[FigureId, Hex]
    costs: dict[FigureId, tuple[int, tuple[Modifier, ...]]]
    mp: int


def carry_out(journal: Journal, rules: Ruleset, order: DrillOrder, after_step: AfterStep) -> Rejection | None:
    """Do what is ordered in the movement step (GUI-7.3.1a, GUI-7.3.2a); the reason where it cannot be done."""
    if isinstance(order, MarchOrder):
        return march(journal, rules, order, after_step)
    events = events_of(journal.battle, rules, order)
    if isinstance(events, Rejection):
        return events
    for event in events:
        journal.record(event)
    return None


# forming


def events_of(battle: Battle, rules: Ruleset, order: DrillOrder) -> list[Event] | Rejection:
    """What an order brings about now if nobody interferes, or why it cannot be carried out."""
    if isinstance(order, MarchOrder):
        planned = plan_march(battle, rules, order)
        return planned if isinstance(planned, Rejection) else _undisturbed(battle, rules, *planned)
    if isinstance(order, BreakOrder):
        return _breaking(battle, rules, order)
    if order.front:
        formed = _forming(battle, rules, order)
        if isinstance(formed, Rejection) or not order.tortoise:
            return formed
        draft = battle.copy()
        for event in formed:
            evolve(draft, event)
        raised = _raising(draft, rules, order)
        return raised if isinstance(raised, Rejection) else [*formed, *raised]
    return _raising(battle, rules, order)


def never(battle: Battle, order: DrillOrder) -> Rejection | None:
    """Why these can make no formation in this phase wherever they stand (GUI-7.3.1a); None if they might."""
    men = [battle.figures[f] for f in order.figures]
    stranger = next((m for m in men if not m.hoplite), None)
    if stranger is not None:
        return Rejection("GUI-7.3.1a", f"{stranger.name} is no hoplite: only hoplites form up")
    if isinstance(order, BreakOrder):
        return None
    unfit = next((m for m in men if m.wounded or m.mounted or m.carries is not None), None)
    if unfit is not None:
        return Rejection("GUI-7.3.1b", f"{unfit.name} {_unfit(unfit)}: a formation takes the unhurt only")
    return None


def _unfit(man: Character) -> str:
    if man.wounded:
        return "is wounded"
    return "is mounted" if man.mounted else "carries somebody"


def _forming(battle: Battle, rules: Ruleset, order: FormOrder) -> list[Event] | Rejection:
    refusal = never(battle, order) or _idle(battle, order.figures)
    if refusal is not None:
        return refusal
    places = {f: battle.figures[f].hex or "" for f in order.figures}
    needed = value(rules, "abreast")
    if len(places) < needed:
        return Rejection("GUI-7.3.1a", f"a formation takes {needed} hoplites side by side, not {len(places)}")
    found = [(formations.arranged(battle.board, rules, places, front), front) for front in fronts(order)]
    whole = [(ranks, front) for ranks, front in found if sum(map(len, ranks)) == len(places)]
    if not whole:
        return _gap(battle, order, max((ranks for ranks, _ in found), key=lambda r: sum(map(len, r))))
    ranks, front = min(whole, key=lambda f: len(f[0]))
    first = battle.figures[order.figures[0]]
    draft = Formation(id=f"{first.id}-{battle.phase}", side=first.side, front=front, places=places)
    opened = tuple(
        f
        for f in ranks[0]
        if any(at in formations.before(battle, draft, places[f]) for at in _enemy_hexes(battle, first.side))
    )
    return [FormationFormed(formation=draft.id, side=first.side, front=front, ranks=ranks, opened=opened)]


def fronts(order: FormOrder) -> tuple[Facing, ...]:
    """The fronts that an order may mean: a row looks between two directions, named by both or by either (RUL-731)."""
    first = Facing(order.front[0])
    if len(order.front) == 1:
        return (first, first.turned(-1))
    second = Facing(order.front[1])
    return (first if first.turned(1) is second else second,)


def _gap(battle: Battle, order: FormOrder, ranks: Ranks) -> Rejection:
    facing = " and ".join(order.front)
    if not ranks:
        why = f"they do not stand side by side in a straight row of adjacent hexes that can face {facing}"
        return Rejection("GUI-7.3.1a", why)
    standing = {f for rank in ranks for f in rank}
    out = [battle.figures[f].name for f in order.figures if f not in standing]
    why = f"{' and '.join(out)} {'stands' if len(out) == 1 else 'stand'} in no rank of three or more, three deep at most"
    return Rejection("GUI-7.3.1a", why)


def _idle(battle: Battle, figures: tuple[FigureId, ...]) -> Rejection | None:
    for figure in (battle.figures[f] for f in figures):
        if not figure.active:
            state = "off the board" if figure.hex is None else figure.health.value
            return Rejection("GUI-1.2g", f"{figure.name} is {state}")
        if figure.id in battle.now.busy:
            return Rejection("GUI-4.2.3a", f"{figure.name} is busy with other work")
    return None


def _enemy_hexes(battle: Battle, side: str) -> set[Hex]:
    return {at for enemy in battle.active_enemies(side) for at in enemy.hexes}


def _raising(battle: Battle, rules: Ruleset, order: FormOrder) -> list[Event] | Rejection:
    formation = named(battle, rules, order.figures)
    if isinstance(formation, Rejection):
        return formation
    refusal = no_tortoise(battle, rules, formation)
    if refusal is not None:
        return refusal
    return [] if formation.tortoise else [TortoiseTurned(formation=formation.id, up=True)]


def no_tortoise(battle: Battle, rules: Ruleset, formation: Formation) -> Rejection | None:
    """Why a formation cannot raise its shields now (GUI-7.3.2a, GUI-7.3.2b); None if it can."""
    ranks = ranks_of(battle, rules, formation)
    deep, broad = value(rules, "tortoise ranks"), value(rules, "abreast")
    if len(ranks) < deep or len(ranks[0]) < broad:
        return Rejection("GUI-7.3.2a", f"a tortoise takes {deep} ranks, with {broad} men in front")
    spent = max((battle.now.spent.get(f, 0) for f in formation.places), default=0)
    if spent > value(rules, "tortoise mp"):
        return Rejection("GUI-7.3.2b", f"they have marched for {spent} MP, a tortoise goes no further than 2")
    return None


def named(battle: Battle, rules: Ruleset, figures: tuple[FigureId, ...]) -> Formation | Rejection:
    """The formation in which all of these stand."""
    found = {f: formation_of(battle, rules, f) for f in figures}
    for figure, formation in found.items():
        if formation is None:
            return Rejection("GUI-7.3.1a", f"{battle.figures[figure].name} stands in no formation")
    several = {formation.id: formation for formation in found.values() if formation is not None}
    if len(several) > 1:
        return Rejection("GUI-7.3.1b", "these stand in different formations: one line for each")
    return next(iter(several.values()))


def _breaking(battle: Battle, rules: Ruleset, order: BreakOrder) -> list[Event] | Rejection:
    formation = named(battle, rules, order.figures)
    if isinstance(formation, Rejection):
        return formation
    if order.tortoise:
        return [TortoiseTurned(formation=formation.id, up=False)] if formation.tortoise else []
    return [FormationBroken(formation=formation.id, ordered=True)]


# marching


def march(journal: Journal, rules: Ruleset, order: MarchOrder, after_step: AfterStep) -> Rejection | None:
    """All go together, hex by hex, enemies at their flanks opposing and watchers shooting; the reason if they cannot
    begin. Whoever is hurt or stopped ends the march of all (GUI-7.3.1b)."""
    planned = plan_march(journal.battle, rules, order)
    if isinstance(planned, Rejection):
        return planned
    formation, paces = planned
    allowance = march_allowance(journal.battle, rules, formation)
    for figure in formation.places:
        journal.record(MoveBegan(figure=figure, allowance=allowance))
    for number, pace in enumerate(paces, start=1):
        allowance -= pace.mp
        for event in _steps(journal.battle, formation.id, pace, allowance):
            journal.record(event)
        stop = _crossed(journal, rules, pace) if number < len(paces) else None
        for figure in pace.places:
            if journal.battle.figures[figure].active:
                after_step(figure)
        stop = stop or _loss(journal.battle, pace)
        if stop is not None:
            check(journal, rules)
            journal.record(MoveEnded(figure=next(iter(pace.places)), reason=stop.why, rule=stop.rule))
            return None
    journal.record(MoveEnded(figure=next(iter(formation.places))))
    return None


def plan_march(
    battle: Battle, rules: Ruleset, order: MarchOrder
) -> tuple[Formation, tuple[Pace, ...]] | Rejection:
    """The formation and its paces, if nothing comes between, or why it cannot go there (GUI-7.3.1b, RUL-736)."""
    formation = named(battle, rules, order.figures)
    if isinstance(formation, Rejection):
        return formation
    refusal = cannot_march(battle, formation)
    if refusal is not None:
        return refusal
    left = march_allowance(battle, rules, formation)
    places = dict(formation.places)
    paces: list[Pace] = []
    for direction in order.steps:
        pace = _pace(battle, rules, formation, places, Facing(direction))
        if isinstance(pace, Rejection):
            return pace
        paces.append(pace)
        places = pace.places
    needed = sum(pace.mp for pace in paces)
    if needed > left:
        return Rejection("GUI-7.3.1b", f"that costs {needed} MP, the formation has {left}")
    return formation, tuple(paces)


def march_allowance(battle: Battle, rules: Ruleset, formation: Formation) -> int:
    """MP of a formation in a phase: 3, a tortoise 2, never more than its slowest man has (GUI-7.3.1b, GUI-7.3.2b)."""
    own = value(rules, "tortoise mp" if formation.tortoise else "line mp")
    return min(own, *(_own_mp(battle, rules, battle.figures[f]) for f in formation.places))


def _own_mp(battle: Battle, rules: Ruleset, figure: Character) -> int:
    limit = weapons.movement_limit(battle, rules, figure, fired=figure.id in battle.now.fired, watching=False)
    return starting_mp(battle, rules, figure, limit)


def cannot_march(battle: Battle, formation: Formation) -> Rejection | None:
    """Why a formation has to stand: somebody is hurt or missing, has moved, or was told to stay (GUI-7.3.1b)."""
    for figure in (battle.figures[f] for f in formation.places):
        if figure.wounded or not figure.active or figure.hex != formation.places[figure.id]:
            why = f"{figure.name} {'is wounded' if figure.wounded else 'is missing'}: FORM anew without him"
            return Rejection("GUI-7.3.1b", why)
        if figure.id in battle.now.left:
            return Rejection("GUI-2.1c", f"{figure.name} has moved already")
        if figure.id in battle.now.staying:
            return Rejection("GUI-2.1c", f"{figure.name} was told to stay")
    return _idle(battle, tuple(formation.places))


def _pace(
    battle: Battle, rules: Ruleset, formation: Formation, places: dict[FigureId, Hex], towards: Facing
) -> Pace | Rejection:
    costs: dict[FigureId, tuple[int, tuple[Modifier, ...]]] = {}
    onward: dict[FigureId, Hex] = {}
    for figure_id, at in places.items():
        figure, end = battle.figures[figure_id], battle.board.neighbour(at, towards)
        if end is None:
            return Rejection("GUI-7.3.1b", f"{figure.name} would leave the board")
        closed = closed_by_enemy(battle, figure.side, end)
        if closed is not None:
            return closed
        if not is_free(battle, end, but=formation.places):
            return Rejection("GUI-7.3.1b", f"{end} is taken: a formation passes through nobody")
        cost = entry_cost(battle, rules, figure, at, end)
        if isinstance(cost, Rejection):
            return cost
        costs[figure_id], onward[figure_id] = cost, end
    return Pace(towards, onward, costs, max(mp for mp, _ in costs.values()))


def _steps(battle: Battle, formation: str, pace: Pace, left: int) -> list[Event]:
    """The steps of one pace: those in front go first, so that nobody treads on another."""
    waiting = {f: battle.figures[f].hex for f in pace.places}
    events: list[Event] = []
    while waiting:
        for figure in [f for f in waiting if pace.places[f] not in waiting.values()]:
            del waiting[figure]
            costs = pace.costs[figure][1]
            at = pace.places[figure]
            events.append(Moved(figure=figure, hex=at, mp=pace.mp, left=left, how="march", costs=costs))
    events.append(
        FormationMoved(formation=formation, toward=pace.towards, places=pace.places, mp=pace.mp, left=left)
    )
    return events


def _undisturbed(
    battle: Battle, rules: Ruleset, formation: Formation, paces: tuple[Pace, ...]
) -> list[Event]:
    draft = battle.copy()
    left = march_allowance(battle, rules, formation)
    events: list[Event] = [MoveBegan(figure=f, allowance=left) for f in formation.places]
    for pace in paces:
        left -= pace.mp
        steps = _steps(draft, formation.id, pace, left)
        for event in steps:
            evolve(draft, event)
        events += steps
    return events


def _crossed(journal: Journal, rules: Ruleset, pace: Pace) -> Rejection | None:
    """The tests of the hexes that they leave again, none by enemies before the pikes (GUI-7.3.3b)."""
    stop: Rejection | None = None
    for figure_id, at in pace.places.items():
        result = infiltration.test(journal, rules, figure_id, at, "move")
        if result == "stopped":
            name = journal.battle.figures[figure_id].name
            stop = Rejection("GUI-7.3.1b", f"{name} was stopped in {at}, and with him the formation")
    return stop


def _loss(battle: Battle, pace: Pace) -> Rejection | None:
    for figure in (battle.figures[f] for f in pace.places):
        if figure.health != "healthy" or figure.hex != pace.places[figure.id]:
            why = f"{figure.name} is {figure.health.value if figure.health != 'healthy' else 'driven out'}"
            return Rejection("GUI-7.3.1b", f"{why}, and the formation halts")
    return None


# what becomes of formations


def check(journal: Journal, rules: Ruleset) -> None:
    """Strike off those who fell, left or were pushed out of their places; with fewer than three abreast a formation is
    no more, and a tortoise without its second rank lowers its shields (GUI-7.3.1a, GUI-7.3.1b, GUI-7.3.2a).

    To be called after everything that changes who stands where."""
    battle = journal.battle
    for formation in list(battle.formations.values()):
        standing = {f for rank in ranks_of(battle, rules, formation) for f in rank}
        lost = tuple(f for f in formation.places if f not in standing)
        if not standing:
            journal.record(FormationBroken(formation=formation.id))
            continue
        if lost:
            journal.record(FormationThinned(formation=formation.id, lost=lost))
        now = battle.formations[formation.id]
        if now.tortoise and len(ranks_of(battle, rules, now)) < value(rules, "tortoise ranks"):
            journal.record(TortoiseTurned(formation=now.id, up=False))


def unasked(journal: Journal, rules: Ruleset, ordered: set[FigureId]) -> None:
    """At the end of the owner's movement step a formation to which no order was given raises its shields if two or more
    enemy archers have a line of fire and nobody is within three hexes of its front (GUI-7.3.2a)."""
    for formation in list(journal.battle.formations.values()):
        if formation.side != journal.battle.side or formation.tortoise or ordered & set(formation.places):
            continue
        if no_tortoise(journal.battle, rules, formation) is None and _threatened(
            journal.battle, rules, formation
        ):
            seat = journal.battle.figures[next(iter(formation.places))].seat
            journal.decided(seat, "tortoise", formation.id, "GUI-7.3.2a")
            journal.record(TortoiseTurned(formation=formation.id, up=True))


def _threatened(battle: Battle, rules: Ruleset, formation: Formation) -> bool:
    first = [formation.places[f] for f in ranks_of(battle, rules, formation)[0]]
    near = value(rules, "tortoise near")
    if any(
        battle.board.distance(at, own) <= near and _is_before(battle, formation, own, at)
        for at in _enemy_hexes(battle, formation.side)
        for own in first
    ):
        return False
    aiming = 0
    for enemy in battle.active_enemies(formation.side):
        weapon = weapons.weapon_of(battle, rules, enemy)
        if weapon.endswith("_bow"):
            shots = (
                line_of_fire.best_sight(battle, rules, enemy, weapon, f) for f in in_place(battle, formation)
            )
            aiming += any(not isinstance(shot, Rejection) for shot in shots)
    return aiming >= value(rules, "tortoise archers")


def _is_before(battle: Battle, formation: Formation, own: Hex, at: Hex) -> bool:
    """Whether a hex lies towards the front of a man: within 90 degrees of the corner that he looks over."""
    turn = (battle.board.bearing(own, at) - (2 * formation.front.number + 1)) % 12
    return turn <= 3 or turn >= 9

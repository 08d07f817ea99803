"""The legs of a MOVE order: those named or found, the turns at their end, and whether they can be gone as
things stand."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.facing import FACINGS, Facing
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.base import Event
from rules.events.movement import MoveBegan
from rules.evolve import evolve
from rules.orders.records import SAFEST, Leg, LegKind, MoveOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, FigureId
from rules.tactical.horses import bridle, riding
from rules.tactical.moving import legs, path_finding, safest
from rules.tactical.ways.stacking import cannot_end

# A face that catches a bridle: plans take the snatch to succeed and say so (Plan.snatches).
CAUGHT = 1
# MP beyond all needs, to learn what a way that he cannot afford would cost.
PLENTY = 1000


def begun(battle: Battle, figure_id: FigureId, mp: int) -> Battle:
    """A copy of the battle in which a figure has begun to move."""
    return evolve(battle.copy(), MoveBegan(figure=figure_id, allowance=mp))


def legs_of(
    draft: Battle, rules: Ruleset, order: MoveOrder, *, as_far_as_possible: bool = False
) -> tuple[Leg, ...] | Rejection:
    """All legs of an order, in a battle where the move has begun: those named or found, and the turns that
    bring a horse to the facing asked for. A rider who backs does nothing else (GUI-4.4.4c).

    ``as_far_as_possible``: a hex to go to that is taken by somebody who may be passed is approached all the
    same; the legs then cannot all be carried out. A path may begin with the hex where he stands."""
    figure = draft.figures[order.figure]
    way = order.path
    if way and way[0] == Leg(LegKind.HEX, figure.hex or "", storey=figure.storey):
        way = way[1:]
    if order.to:
        find = safest.safest_path if order.way == SAFEST else path_finding.cheapest_path
        found = find(draft, rules, figure, order.to, order.facing, order.storey)
        if isinstance(found, Rejection) and as_far_as_possible:
            nearer = find(draft, rules, figure, order.to, storey=order.storey, though_taken=True)
            found = found if isinstance(nearer, Rejection) else nearer
        if isinstance(found, Rejection):
            return found
        way = tuple(found)
    elif order.facing:
        way = (*way, *_turns_at_end(draft, rules, figure, way, order.facing))
    moving = [leg.kind for leg in way if leg.kind in legs.LEAVING or leg.kind is LegKind.ABOUT]
    if LegKind.BACK in moving and len(moving) > 1:
        return Rejection(
            "GUI-4.4.4c",
            english("{figure} can back one hex only instead of all other movement", figure=figure.name),
        )
    return way


def leg_events(
    battle: Battle, rules: Ruleset, figure_id: FigureId, leg: Leg, ahead: Sequence[Leg]
) -> list[Event] | Rejection:
    """What a leg brings about, a bridle snatched at being caught."""
    if legs.needs_die(battle, rules, figure_id, leg, ahead) and leg.who in battle.horses:
        figure, horse = battle.figures[figure_id], battle.horses[leg.who]
        refusal = bridle.cannot_lead(battle, rules, figure, horse)
        return refusal or bridle.snatched(rules, figure, horse, CAUGHT)
    return legs.events_of(battle, rules, figure_id, leg, ahead)


def blocked(battle: Battle, rules: Ruleset, figure_id: FigureId, way: Sequence[Leg]) -> Rejection | None:
    """Why a figure cannot get along these legs to the next place where he could stop; None if he can.

    Who passes through a friend must have the MP to come out on the other side (GUI-4.1a)."""
    draft = battle.copy()
    gone = False
    for i, leg in enumerate(way):
        events = leg_events(draft, rules, figure_id, leg, way[i + 1 :])
        if isinstance(events, Rejection):
            return events
        for event in events:
            evolve(draft, event)
        gone = gone or leg.kind in legs.LEAVING
        if gone and cannot_end(draft, rules, draft.figures[figure_id]) is None:
            return None
    return cannot_end(draft, rules, draft.figures[figure_id]) if gone else None


def goes_on(battle: Battle, rules: Ruleset, figure_id: FigureId, ahead: Sequence[Leg]) -> bool:
    """Whether he means to leave the hex that he is in, and can: only then is it crossed
    (GUI-4.3a, RUL-416)."""
    if not any(leg.kind in legs.LEAVING for leg in ahead):
        return False
    return blocked(battle, rules, figure_id, ahead) is None


def _turns_at_end(
    battle: Battle, rules: Ruleset, figure: Character, way: Sequence[Leg], wanted: str
) -> tuple[Leg, ...]:
    """The cheapest turns on the spot that bring a horse to a facing at the end of a way; none for
    men on foot.

    Swinging clockwise, anticlockwise, or an about-face with at most one swing after it (GUI-4.4.1b,
    GUI-4.4.4b)."""
    draft = begun(battle, figure.id, PLENTY)
    for i, leg in enumerate(way):
        events = leg_events(draft, rules, figure.id, leg, way[i + 1 :])
        if isinstance(events, Rejection):
            return ()
        for event in events:
            evolve(draft, event)
    rider = draft.figures[figure.id]
    facing = riding.facing_of(draft, rider)
    if facing is None or wanted not in list(FACINGS) or facing.value == wanted:
        return ()
    turn = (Facing(wanted).number - facing.number) % 6
    options = [(False, turn), (False, turn - 6)]
    if turn in (2, 3, 4):
        options.append((True, turn - 3))
    priced = [(_price_of_turn(draft, rules, rider, option), option) for option in options]
    return _turn_legs(draft.board, rider, min(priced)[1])


def _turn_legs(board: Board, rider: Character, option: tuple[bool, int]) -> tuple[Leg, ...]:
    """An about-face or not, then so many swings, clockwise if positive."""
    about, swings = option
    assert rider.hex is not None and rider.rear is not None
    front, rear = (rider.rear, rider.hex) if about else (rider.hex, rider.rear)
    sign = 1 if swings > 0 else -1
    swung = [riding.swing(board, front, rear, sign * i) for i in range(1, abs(swings) + 1)]
    turned = [Leg(LegKind.ABOUT)] if about else []
    return (*turned, *(Leg(LegKind.HEX, hex=at or "") for at in swung))


def _price_of_turn(battle: Battle, rules: Ruleset, rider: Character, option: tuple[bool, int]) -> int:
    """MP of a turn on the spot; more than anybody has if it cannot be done."""
    draft = battle.copy()
    way = _turn_legs(battle.board, rider, option)
    for i, leg in enumerate(way):
        events = leg_events(draft, rules, rider.id, leg, way[i + 1 :])
        if isinstance(events, Rejection):
            return PLENTY + len(way)
        for event in events:
            evolve(draft, event)
    if cannot_end(draft, rules, draft.figures[rider.id]) is not None:
        return PLENTY
    return battle.now.left[rider.id] - draft.now.left[rider.id]

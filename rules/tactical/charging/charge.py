"""Charges: which may be announced, over which hexes, and how the board looks when they have been ridden.

Implements GUI-7.2.1a to GUI-7.2.1c, GUI-7.2.2b, GUI-7.2.2e, GUI-7.2.2f; the answers to them are in
countering.py, the combats in combats.py.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from rules.core.facing import Facing
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.core.tables import Tables
from rules.orders.records import ChargeOrder, Leg, LegKind, MoveOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle, Charge, ChargeState
from rules.state.board import Board
from rules.state.figure import Character, FigureId, Hex
from rules.tactical.charging import runs
from rules.tactical.fighting import odds
from rules.tactical.horses import arcs
from rules.tactical.horses.riding import FORWARD
from rules.tactical.moving import planning
from rules.tactical.moving.planning import Plan, plan
from rules.tactical.sight import line_of_fire
from rules.tactical.sparing import spared

Route = tuple[Hex, ...]


class Numbers(NamedTuple):
    """The table of charges."""

    least_hexes: int
    straight_hexes: int
    answer_divisor: int
    meeting_hexes: int
    bonus_divisor: int
    group: int
    group_columns: int


class Planned(NamedTuple):
    """A charge that may be announced: whom, over which hexes, and what riding there would cost and risk."""

    rider: FigureId
    target: FigureId
    route: Route
    ride: Plan


def numbers(rules: Ruleset) -> Numbers:
    return _numbers(rules.tables)


def planned(
    battle: Battle, rules: Ruleset, rider_id: FigureId, target_id: FigureId, route: Route = ()
) -> Planned | Rejection:
    """The charge of a rider at an enemy as it may be announced now, or why it may not (GUI-7.2.1a).

    ``route``: every hex that the front half is to enter, the last of them next to the target; found if none
    is given. The conditions of GUI-7.2.1b are looked at on the board as it is; the way must be open when the
    charges announced before have been ridden (RUL-704)."""
    rider, target = battle.figures[rider_id], battle.figures[target_id]
    refused = cannot_ride(battle, rider) or cannot_be_target(battle, rider, target)
    refused = refused or has_before_him(battle, rules, rider, target)
    if refused is not None:
        return refused
    later = as_ridden(battle, rules)
    if not route:
        found = runs.charge_route(later, rules, rider, target)
        if isinstance(found, Rejection):
            return found
        route = found
    refused = wrong_route(battle.board, rules, rider, later.figures[target_id].hexes, route)
    if refused is not None:
        return refused
    ride = planned_ride(later, rules, rider_id, route)
    return ride if isinstance(ride, Rejection) else Planned(rider_id, target_id, route, ride)


def first_planned(battle: Battle, rules: Ruleset, order: ChargeOrder) -> Planned | Rejection:
    """The charge at the first of those named who can be charged now, or why none of them can."""
    refusals: list[Rejection] = []
    for target in order.at:
        found = planned(battle, rules, order.figure, target, order.route)
        if isinstance(found, Planned):
            return found
        refusals.append(found)
    return replace(refusals[0], why="; ".join(dict.fromkeys(r.why for r in refusals)))


def has_before_him(battle: Battle, rules: Ruleset, rider: Character, other: Character) -> Rejection | None:
    """Why a rider cannot charge at somebody from where he is: outside his frontal arc (with both hexes, if a
    rider), or out of his sight; None if he can (GUI-7.2.1b, GUI-7.2.2b)."""
    if not any(arcs.in_front(battle, rider, at) for at in other.hexes):
        return Rejection(
            "GUI-7.2.1b",
            english("{other} is not in the frontal arc of {rider}", other=other.name, rider=rider.name),
        )
    hidden = line_of_fire.clear_view(battle, rules, rider, other)
    return (
        None
        if hidden is None
        else Rejection(
            "GUI-7.2.1b", english("{rider} does not see him: {why}", rider=rider.name, why=hidden.why)
        )
    )


def cannot_ride(battle: Battle, rider: Character) -> Rejection | None:
    """Why somebody can announce neither a charge nor a counter-charge; None if he can."""
    if not rider.active:
        return Rejection("GUI-1.2g", english("{rider} is in no state to charge", rider=rider.name))
    if not rider.mounted:
        return Rejection("GUI-7.2.1a", english("{rider} is on foot: only riders charge", rider=rider.name))
    if rider.id in battle.now.charges:
        return Rejection("GUI-7.2.2f", english("{rider} has announced a charge already", rider=rider.name))
    return odds.attacker_refusal(battle, rider)


def cannot_be_target(battle: Battle, rider: Character, target: Character) -> Rejection | None:
    """Why an enemy cannot be charged at; None if he can. One charge a game turn against the same man
    (GUI-7.2.2e, RUL-710); whoever rides against somebody else will not be there (RUL-706)."""
    if (refused := spared(battle, rider.side, target, "GUI-7.2.1b")) is not None:
        return refused
    if not target.living or target.carried_by is not None:
        return Rejection("GUI-7.2.1b", f"{target.name} {english('is no longer there')}")
    for charge in battle.now.charges.values():
        if charge.target == target.id:
            return Rejection(
                "GUI-7.2.2e",
                english("a charge at {target} is announced already in this turn", target=target.name),
            )
        if charge.counter == target.id:
            return Rejection(
                "GUI-7.2.2e",
                english("{target} counter-charges: he will not be there (RUL-706)", target=target.name),
            )
    return None


def wrong_route(
    board: Board, rules: Ruleset, rider: Character, target: tuple[Hex, ...], route: Route
) -> Rejection | None:
    """Why hexes are not the way of a charge: steps that do not join or turn the horse sharply, too short, or
    not straight at the target in the end (GUI-7.2.1c)."""
    turned = not_forward(board, rider, route)
    if turned is not None:
        return turned
    least, straight = numbers(rules).least_hexes, numbers(rules).straight_hexes
    if len(route) < least:
        return Rejection(
            "GUI-7.2.1c",
            english(
                "{rider} would ride {count} hexes, a charge needs at least {least}",
                rider=rider.name,
                count=len(route),
                least=least,
            ),
        )
    towards = board.facing(route[-2], route[-1])
    ends = (*route[-straight:], board.neighbour(route[-1], towards) if towards is not None else None)
    steps = {board.facing(a, b) for a, b in pairwise(ends) if a and b}
    if ends[-1] not in target or steps != {towards}:
        return Rejection(
            "GUI-7.2.1c",
            english(
                "the last {straight} hexes must run straight at the target; {route} do not",
                straight=straight,
                route=" ".join(route[-straight:]),
            ),
        )
    return None


def not_forward(board: Board, rider: Character, route: Route) -> Rejection | None:
    """Why a way is not ridden straight on or half left or right all along: that is all that costs no extra MP
    (GUI-7.2.1c, GUI-7.2.2d)."""
    assert rider.hex is not None and rider.rear is not None
    facing: Facing | None = board.facing(rider.rear, rider.hex)
    for before, at in zip((rider.hex, *route), route, strict=False):
        towards = board.facing(before, at) if at in board else None
        if towards is None or facing is None:
            return Rejection(
                "GUI-7.2.1a",
                english(
                    "{at} is not next to {before}: name every hex of the way, or none", at=at, before=before
                ),
            )
        if (towards.number - facing.number + 3) % 6 - 3 not in FORWARD:
            return Rejection(
                "GUI-7.2.1c",
                english("turning from {before} to {at} is too sharp for a charge", before=before, at=at),
            )
        facing = towards
    return None


def planned_ride(battle: Battle, rules: Ruleset, rider_id: FigureId, route: Route) -> Plan | Rejection:
    """The ride itself as a move, if its MP suffice and nobody stands in the way (GUI-4)."""
    return plan(battle, rules, ride_order(rider_id, route))


def ride_order(rider: FigureId, route: Route) -> MoveOrder:
    """A way as an order that carries it out."""
    return MoveOrder(rider, path=tuple(Leg(LegKind.HEX, hex=at) for at in route))


# where the riders come to stand


def own_share(rules: Ruleset, charge: Charge) -> Route:
    """The hexes that the charger rides: all, or all but the last two if somebody rides against him
    (GUI-7.2.2c)."""
    return charge.route[: -numbers(rules).meeting_hexes] if charge.counter else charge.route


def as_ridden(battle: Battle, rules: Ruleset) -> Battle:
    """The board when all charges announced so far, and their answers, have been ridden as declared: in the
    order in which play rides them, with all that a ride brings about (horses pushed aside and led along,
    enemies who have struck at the rider in passing)."""
    draft = battle
    for rider_id, charge in battle.now.charges.items():
        if charge.state is ChargeState.ANNOUNCED:
            if charge.counter:
                draft = _ridden(draft, rules, charge.counter, charge.answer)
            draft = _ridden(draft, rules, rider_id, own_share(rules, charge))
            draft.now.charges[rider_id] = replace(charge, state=ChargeState.HOME)
    return draft


def _ridden(battle: Battle, rules: Ruleset, rider_id: FigureId, route: Route) -> Battle:
    """A copy of the board on which one rider has come to the end of his way, be it open or not."""
    found = planning.planned(battle, rules, ride_order(rider_id, route))
    if not isinstance(found, Rejection):
        return found[1]
    draft, rider = battle.copy(), battle.figures[rider_id]
    rear = route[-2] if len(route) > 1 else rider.hex
    draft.figures[rider_id] = replace(rider, hex=route[-1], rear=rear)
    draft.now.left[rider_id] = 0
    return draft


@lru_cache(maxsize=64)
def _numbers(tables: Tables) -> Numbers:
    return Numbers(*(tables["charge"].number(item, "value") for item in Numbers._fields))

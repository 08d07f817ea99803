"""Going up to whoever is to be attacked: who is told to attack a man that he does not stand next to, and to
go nowhere, is meant to go there first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rules.core.language import say
from rules.core.rejection import Rejection
from rules.desk.check import SEARCHING, check
from rules.desk.desk import Desk
from rules.desk.sheet import slots_of
from rules.desk.steps import is_over
from rules.orders.records import (
    SAFEST,
    AttackOrder,
    ChargeOrder,
    FireOrder,
    Leg,
    LegKind,
    MoveOrder,
    Order,
    figures_of,
)
from rules.state.figure import FigureId, Hex
from rules.tactical.fighting import odds
from rules.tactical.moving.path_finding import reach

GOING = frozenset(kind for order in (MoveOrder(""), ChargeOrder("", ())) for kind, _ in slots_of(order))
MOST_TRIED = 4  # hexes next to him, those reached with the fewest MP first


def is_as_printed(line: str, canonical: str) -> bool:
    """Whether an order stands in a line as it is printed, with whatever stands beside it: it means what it
    says and nothing besides."""
    return canonical.casefold() in " ".join(line.casefold().replace(" and ", " + ").split())


def ways_up_to(
    desk: Desk, order: Order, sent: Collection[FigureId]
) -> Iterator[tuple[MoveOrder, tuple[str, ...], bool]]:
    """The moves by which the attackers come to stand next to whom they attack, with what is told of each, and
    whether that is to be noted. ``sent``: who was told where to go, be it possible or not: they go nowhere
    else. Nor does who shoots, weighs his odds or cannot get there."""
    if not isinstance(order, AttackOrder) or order.at_least or order.on.how or len(order.on.names) != 1:
        return
    if MoveOrder not in desk.rules.orders or is_over(desk.rules, desk.battle, MoveOrder):
        return
    foe = order.on.names[0]
    if foe not in desk.battle.figures or not desk.battle.figures[foe].living:
        return
    for man in order.figures:
        if man in sent or _is_bound(desk, man) or _beside(desk, man, foe):
            continue
        move = _way(desk, man, foe)
        if move is None:
            continue
        checked = check(desk, move)
        if not checked.refused:
            figures = desk.battle.figures
            told = say(
                "{figure} is not next to {target}: he goes there first.",
                figure=figures[man].name,
                target=figures[foe].name,
            )
            yield move, (told, *checked.message), checked.note


def _is_bound(desk: Desk, man: FigureId) -> bool:
    """Whether somebody has other work for the movement step, or shoots, which keeps him from fighting."""
    going = slots_of(MoveOrder(man))
    other: tuple[type[Order], ...] = (ChargeOrder, FireOrder, *desk.rules.orders_in("movement"))
    busy = any(
        man in figures_of(entry.order) and (going & entry.slots or isinstance(entry.order, other))
        for entry in desk.sheet.orders
    )
    return busy or desk.fires(man) or desk.tired or not desk.battle.figures[man].active


def _beside(desk: Desk, man: FigureId, foe: str) -> bool:
    figures = desk.imagined.draft.figures
    board = desk.battle.board
    return any(board.adjacent(a, b) for a in figures[man].hexes for b in figures[foe].hexes)


def _way(desk: Desk, man: FigureId, foe: str) -> MoveOrder | None:
    """A move to the nearest hex from which he can attack."""
    draft = desk.imagined.draft
    figure = draft.figures[man]
    if figure.hex is None:
        return None
    desk.effort += SEARCHING
    ends = reach(draft, desk.rules, figure)
    for at in _nearest_first(desk, foe, ends):
        if desk.tired:
            return None
        desk.effort += 1
        move = _to(desk, man, at)
        after = desk.imagined.copy()
        if isinstance(after.add(move), Rejection):
            continue
        if not isinstance(odds.assess(after.draft, desk.rules, (man,), (foe,)), Rejection):
            return move
    return None


def _nearest_first(desk: Desk, foe: str, ends: dict[Hex, int]) -> Sequence[Hex]:
    board = desk.battle.board
    there = desk.imagined.draft.figures[foe].hexes
    around = {near for at in there for near in board.neighbours(at)} - set(there)
    return sorted((at for at in around if at in ends), key=lambda at: (ends[at], at))[:MOST_TRIED]


def _to(desk: Desk, man: FigureId, at: Hex) -> MoveOrder:
    start = desk.battle.figures[man].hex
    if start is not None and desk.battle.board.adjacent(start, at):
        return MoveOrder(man, path=(Leg(LegKind.HEX, hex=at),))
    return MoveOrder(man, to=at, way=SAFEST)

"""Where to: a hex far off is a goal, and "next to Sandro" or "into the house" is the nearest hex there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from msgspec.structs import replace

from rules.core.language import english, say
from rules.core.places import GROUND
from rules.core.rejection import Rejection
from rules.desk.check import SEARCHING
from rules.desk.desk import Desk
from rules.orders.lexicon import Lexicon
from rules.orders.parser import Part, print_order
from rules.orders.records import (
    SAFEST,
    AdvanceOrder,
    IfOrder,
    LegKind,
    MoveOrder,
    OpposeOrder,
    Order,
    RetreatOrder,
    WatchOrder,
)
from rules.state.figure import FigureId, Hex
from rules.tactical import weapons
from rules.tactical.moving.path_finding import reach
from rules.tactical.shooting import shot

MOST_LOOKED_FROM = 40  # hexes, those reached with the fewest MP first


def as_goal(desk: Desk, order: Order) -> Order:
    """A move to one hex that is not next to him means: by whatever way. Other orders as they are."""
    if isinstance(order, IfOrder):
        return _of_each(order, lambda inner: as_goal(desk, inner))
    if not isinstance(order, MoveOrder) or len(order.path) != 1:
        return order
    leg = order.path[0]
    stands = desk.battle.figures[order.figure].hexes
    if leg.kind is not LegKind.HEX or leg.storey != GROUND or not stands:
        return order
    if any(leg.hex == at or desk.battle.board.adjacent(at, leg.hex) for at in stands):
        return order
    return replace(order, path=(), to=leg.hex)


def by_safest_way(order: Order) -> Order:
    """A move to a hex whose way is left unsaid goes by the safest one. Other orders as they are."""
    if isinstance(order, IfOrder):
        return _of_each(order, by_safest_way)
    return (
        replace(order, way=SAFEST) if isinstance(order, MoveOrder) and order.to and not order.way else order
    )


def _of_each(order: IfOrder, changed: Callable[[Order], Order]) -> IfOrder:
    otherwise = changed(order.otherwise) if order.otherwise is not None else None
    return replace(order, then=changed(order.then), otherwise=otherwise)


def moves_nobody(order: Order, line: str, canonical: str, lexicon: Lexicon) -> str:
    """What is said of a standing order with a goal that may have been meant for a move, since it was not
    written as the language has it; "" for others."""
    if isinstance(order, WatchOrder | OpposeOrder):
        known = any(word.startswith(canonical.split()[0].casefold()) for word in line.casefold().split())
        return "" if known else say("A standing order, for when enemies move: it moves nobody now.")
    if not isinstance(order, RetreatOrder | AdvanceOrder) or not (goal := order.toward):
        return ""
    if " ".join(line.casefold().split()) == canonical.casefold():
        return ""
    told = say("A standing order, for when he is driven back: it moves nobody now.")
    if isinstance(order, AdvanceOrder):
        told = say("A standing order, for when he wins a fight: it moves nobody now.")
    if len(order.figures) != 1:
        return told
    move = print_order(MoveOrder(order.figures[0], to=goal), lexicon)
    return " ".join((told, say("To go there now: {order}.", order=move)))


_LASTING: dict[type[Order], str] = {
    WatchOrder: "WATCH {name} fire at any",
    OpposeOrder: "OPPOSE {name} always",
}


def misread_standing(record: type[Order], figure: FigureId, hexes: Sequence[Hex], lexicon: Lexicon) -> str:
    """What is wrong with a line that begins like a standing order and cannot be read as one; "" for
    others."""
    if record not in _LASTING:
        return ""
    example = _LASTING[record].format(name=lexicon[figure])
    verb = example.split()[0]
    if not hexes:
        return english(
            "{verb} is a standing order, for when enemies move: it moves nobody now. It is written as in "
            "{example}",
            verb=verb,
            example=example,
        )
    return english(
        "{verb} is a standing order, for when enemies move: it moves nobody now. It is written as in "
        "{example}; to go there now: {move}",
        verb=verb,
        example=f"{example} entering {hexes[0]}" if record is WatchOrder else example,
        move=print_order(MoveOrder(figure, to=hexes[0]), lexicon),
    )


def without_stays(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The orders of a line but for a stay right behind a move of the same man: who moves to 1312 "and holds"
    stays there, not here."""
    kept: list[Part] = []
    for part in parts:
        if not (kept and _stays_there(kept[-1].order, part.order)):
            kept.append(part)
    return tuple(kept)


def _stays_there(before: Order | None, order: Order | None) -> bool:
    if not isinstance(before, MoveOrder) or not isinstance(order, MoveOrder):
        return False
    return order.stay and not before.stay and before.figure == order.figure


def beside(desk: Desk, mover: FigureId, whom: FigureId, but: Collection[Hex] = ()) -> Hex:
    """The hex next to somebody, where he stands once the orders above are carried out, that is reached with
    the fewest MP; "" if none can be, one's own hex if one stands there already."""
    there = desk.imagined.draft.figures[whom].hexes
    board = desk.battle.board
    around = {near for at in there for near in board.neighbours(at)} - set(there)
    return nearest(desk, mover, around, but)


def beside_already(desk: Desk, man: FigureId, whom: FigureId) -> str:
    """Why somebody who is to go to another stays: he is there, as long as that one does not go away by a line
    below."""
    figures = desk.battle.figures
    names = {"figure": figures[man].name, "whom": figures[whom].name}
    if (MoveOrder.slot, whom) in desk.to_come:
        return say(
            "{figure} stays: {whom} goes only by a line below this one. Put that above, and he goes along.",
            **names,
        )
    return say("{figure} stays: he is next to {whom} already.", **names)


def inside(desk: Desk, mover: FigureId, area: str, but: Collection[Hex] = ()) -> Hex:
    """The same for a part of the board that has a name."""
    board = desk.battle.board
    return nearest(desk, mover, [at for at in board.cells if area in board.traits(at)], but)


def around(desk: Desk, mover: FigureId, goal: Hex, taken: Collection[Hex]) -> Hex:
    """The hex nearest to one that another of his group has by now; "" if there is none."""
    battle, board = desk.battle, desk.battle.board
    seat = battle.figures[mover].seat
    others = {
        at for man in battle.figures.values() if man.seat == seat and man.id != mover and man.living
        for at in man.hexes
    }  # fmt: skip
    beside_it = board.neighbours(goal)
    for ring in (beside_it, {near for at in beside_it for near in board.neighbours(at)} - {goal}):
        if found := nearest(desk, mover, [at for at in ring if at not in others], taken):
            return found
    return ""


def taken_by_another(goal: Hex, found: Hex) -> str:
    return say("{goal} is taken by another of them: the nearest to it is {found}.", goal=goal, found=found)


def nearest(desk: Desk, mover: FigureId, hexes: Iterable[Hex], but: Collection[Hex]) -> Hex:
    """The hex of these that is reached with the fewest MP."""
    figure = desk.battle.figures[mover]
    start = figure.hex
    if start is None:
        return ""
    goals = set(hexes)
    if start in goals:
        return start
    if desk.tired:
        return ""
    desk.effort += SEARCHING
    draft = desk.imagined.draft_for(MoveOrder(mover))
    ends = reach(draft, desk.rules, draft.figures[mover])
    return min((at for at in goals - set(but) if at in ends), key=lambda at: (ends[at], at), default="")


def closest(desk: Desk, mover: FigureId, goals: Collection[Hex], but: Collection[Hex]) -> Hex:
    """The hex nearest to any of these at which a man can end his move; his own if he gets no nearer."""
    draft, figure = desk.imagined.draft, desk.imagined.draft.figures[mover]
    if desk.tired or figure.hex is None or not goals:
        return ""
    desk.effort += SEARCHING
    board = draft.board
    ends = {at: mp for at, mp in reach(draft, desk.rules, figure).items() if at not in but}
    return min(
        ends, key=lambda at: (min(board.distance(at, goal) for goal in goals), ends[at], at), default=""
    )


def in_sight(desk: Desk, mover: FigureId, whom: str, but: Collection[Hex]) -> Hex:
    """The hex reached with the fewest MP from which a man has a shot at somebody; "" if there is none."""
    draft, figure = desk.imagined.draft, desk.imagined.draft.figures[mover]
    weapon = weapons.weapon_of(draft, desk.rules, figure)
    there = draft.figures[whom].hex if whom in draft.figures else None
    if not weapon or figure.hex is None or there is None:
        return ""
    ends = reach(draft, desk.rules, figure, desk.limit(figure, fired=True, watching=False))
    for at in sorted((at for at in ends if at not in but), key=lambda at: (ends[at], at))[:MOST_LOOKED_FROM]:
        if desk.tired:
            break
        desk.effort += 1
        moved = draft.copy()
        rear = figure.rear if at == figure.hex else None
        moved.figures[mover] = replace(figure, hex=at, rear=rear)
        worked = shot.work_out(moved, desk.rules, moved.figures[mover], weapon, whom, there)
        if not isinstance(worked, Rejection):
            return at
    return ""

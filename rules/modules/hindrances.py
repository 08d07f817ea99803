"""What an order leaves behind on a man who carried it out, and what keeps a man from one: the words in which
the pages of the modules say which two orders for one man cannot both be done (desk.clashes)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.core.rejection import Rejection
from rules.orders.records import FireOrder, FlameOrder
from rules.ruleset import Forbidden, Mark, Ruleset
from rules.state.battle import Battle
from rules.state.figure import FigureId, SeatId
from rules.tactical import weapons
from rules.tactical.moving.planning import cannot_move

Men = frozenset[FigureId]


def _joins(kept: str) -> Mark:
    def mark(board: Battle, man: FigureId) -> None:
        getattr(board.now, kept).add(man)

    return mark


def has_moved(board: Battle, man: FigureId) -> None:
    """As if he had begun to move and had MP enough: how far they take him is not the question here."""
    board.now.left.setdefault(man, board.figures[man].values.movement)


def has_spent(board: Battle, man: FigureId) -> None:
    """As if he had spent an MP where he stands."""
    board.now.spent[man] = board.now.spent.get(man, 0) + 1


has_fired, is_busy, has_worked, has_attacked = map(_joins, ("fired", "busy", "worked", "attacked"))


def refusal(found: object) -> Rejection | None:
    """The refusal among what a rule may answer."""
    return found if isinstance(found, Rejection) else None


def seat_of(board: Battle, men: Men) -> SeatId:
    """Whose men these are."""
    return board.figures[min(men)].seat


def each(check: Callable[[Battle, Ruleset, Any, FigureId], object]) -> Forbidden:
    """What keeps any one of the men from an order."""

    def forbidden(board: Battle, rules: Ruleset, order: Any, men: Men) -> Rejection | None:
        refusals = (refusal(check(board, rules, order, man)) for man in sorted(men))
        return next((r for r in refusals if r is not None), None)

    return forbidden


def _may_shoot(
    board: Battle, rules: Ruleset, order: FireOrder | FlameOrder, man: FigureId
) -> Rejection | None:
    shooter = board.figures[man]
    return weapons.may_fire_offensively(board, rules, shooter, weapons.weapon_of(board, rules, shooter))


may_not_move: Forbidden = each(lambda board, rules, order, man: cannot_move(board, board.figures[man]))
may_not_shoot: Forbidden = each(_may_shoot)

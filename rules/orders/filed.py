"""Orders as filed: canonical text from the log, read back into records."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.orders.lexicon import Lexicon, lexicon_of
from rules.orders.own_groups import is_group
from rules.orders.parser import parse_filed
from rules.orders.records import Order, figures_of
from rules.state.battle import Battle
from rules.state.figure import FigureId, SeatId


class Filed(NamedTuple):
    """An order and the canonical line it was filed under."""

    order: Order
    text: str


def filed_orders(battle: Battle, seat: SeatId, lines: tuple[str, ...]) -> tuple[Filed, ...]:
    """Read canonical lines of a seat back, but for those that name a group. A line that can no longer be
    read (it was written by an older grammar) raises ValueError: that is a fault of ours, never the
    player's."""
    return _read(lexicon_of(battle, seat), lines)


def bound_by(battle: Battle, seat: SeatId, line: str) -> tuple[FigureId, ...]:
    """Those whom a line of a seat's binds, as it was filed; nobody for one that cannot be read any more."""
    try:
        return figures_of(parse_filed(line, lexicon_of(battle, seat)))
    except ValueError:
        return ()


@lru_cache(maxsize=2048)
def _read(lexicon: Lexicon, lines: tuple[str, ...]) -> tuple[Filed, ...]:
    return tuple(Filed(parse_filed(line, lexicon), line) for line in lines if not is_group(line))

"""The battle as one seat may know it: everything on the board, and nobody else's orders."""

from __future__ import annotations

from rules.state.battle import Battle
from rules.state.figure import SeatId


def view_for(battle: Battle, seat: SeatId | None) -> Battle:
    """A copy without the order sheets, standing orders, salt words and conditions of other seats, and without
    the reserves of which the other side was not told; seat None sees none at all.

    Two battles that a seat cannot tell apart give equal views: reports, pages and error texts are
    made from views.
    """
    seen = battle.copy()
    seen.sheets = {s: lines for s, lines in battle.sheets.items() if s == seat}
    seen.standing = {s: lines for s, lines in battle.standing.items() if s == seat}
    seen.spent_orders = {s: lines for s, lines in battle.spent_orders.items() if s == seat}
    seen.salts = {s: word for s, word in battle.salts.items() if s == seat}
    seen.progress = {s: orders for s, orders in seen.progress.items() if s == seat}
    _hide_reserves(seen, seat)
    for record in (seen.now, seen.last, seen.before):
        record.checked = {key: value for key, value in record.checked.items() if key.startswith(f"{seat}: ")}
    return seen


def _hide_reserves(seen: Battle, seat: SeatId | None) -> None:
    """Take away those who wait off the board and are known to their own side alone (RUL-203)."""
    side = next((s.side for s in seen.setup.seats if s.id == seat), "")
    hidden = {
        name
        for name, reserve in seen.reserves.items()
        if not reserve.announced and seen.figures[name].side != side
    }
    for name in hidden:
        mount = seen.figures[name].mount
        if mount is not None:
            del seen.horses[mount]
        del seen.figures[name], seen.reserves[name]

"""The battle as one seat may know it: everything on the board, and nobody else's orders."""

from __future__ import annotations

from rules.state.battle import Battle
from rules.state.figure import SeatId


def view_for(battle: Battle, seat: SeatId | None) -> Battle:
    """A copy without the order sheets, standing orders, salt words and conditions of other seats; seat None sees none at all.

    Two battles that a seat cannot tell apart give equal views: reports, pages and error texts are made from views.
    """
    seen = battle.copy()
    seen.sheets = {s: lines for s, lines in battle.sheets.items() if s == seat}
    seen.standing = {s: lines for s, lines in battle.standing.items() if s == seat}
    seen.spent_orders = {s: lines for s, lines in battle.spent_orders.items() if s == seat}
    seen.salts = {s: word for s, word in battle.salts.items() if s == seat}
    seen.progress = {s: orders for s, orders in seen.progress.items() if s == seat}
    for record in (seen.now, seen.last, seen.before):
        record.checked = {key: value for key, value in record.checked.items() if key.startswith(f"{seat}: ")}
    return seen

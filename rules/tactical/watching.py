"""Who of the side at rest is willing to shoot at a mover: his WATCH orders, else the default (GUI-5.3b)."""

from __future__ import annotations

from rules.journal import Journal
from rules.orders.records import WatchOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.tactical.defensive_fire import Willing, WillingToFire
from rules.tactical.line_of_fire import Sight
from rules.tactical.picking import qualifies
from rules.tactical.standing import watch_orders

_BANDS = {"short": 0, "medium": 1, "long": 2}
_COVERS = {"none": 0, "light": 1, "medium": 2, "heavy": 3}

# Without an order: the first enemy at short range in no more than light cover; lances are kept.
DEFAULT_BAND = "short"
DEFAULT_COVER = "light"


def willing_to_fire(journal: Journal, rules: Ruleset) -> WillingToFire:
    """The function that defensive fire asks, for this adjudication.

    Book silent on what a player does who says nothing. Ruling: a shooter without a WATCH order fires at the first
    enemy who comes within short range in at most light cover; lances are never thrown unasked.
    """

    def willing(shooter: Character, mover: Character, sight: Sight) -> Willing | None:
        battle = journal.battle
        orders = watch_orders(battle, shooter)
        for order, text in orders:
            if order.hold:
                return None
            if _wants(battle, order, shooter, mover, sight):
                return Willing(half=order.half, order=text, once=order.once)
        if orders or shooter.weapon in ("", "lance"):
            return None
        near = _BANDS[sight.band] <= _BANDS[DEFAULT_BAND] and _COVERS[sight.cover] <= _COVERS[DEFAULT_COVER]
        return Willing(half="", order="") if near else None

    return willing


def _wants(battle: Battle, order: WatchOrder, shooter: Character, mover: Character, sight: Sight) -> bool:
    pick = order.at
    if not qualifies(battle, pick, shooter, mover):
        return False
    if pick.band and _BANDS[sight.band] > _BANDS[pick.band]:
        return False
    return not pick.cover or _COVERS[sight.cover] <= _COVERS[pick.cover]

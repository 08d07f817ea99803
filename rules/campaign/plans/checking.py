"""What a line of orders would come to, as far as its seat can know: why it could not be done, and what it
costs. The same ways and prices as on the day itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.campaign.plans import plan as orders
from rules.campaign.plans.checks import marches, men, panels, places, trade
from rules.campaign.plans.checks.facts import Checked, Facts
from rules.campaign.plans.plan import Order

_CHECKS: dict[type[Order], Callable[[Facts, Any], Checked]] = {
    orders.March: marches.march,
    orders.Hold: marches.hold,
    orders.Meet: marches.meet,
    orders.Split: men.split,
    orders.Merge: men.merge,
    orders.Pass: men.pass_on,
    orders.Garrison: men.garrison,
    orders.Draw: men.draw,
    orders.Lay: men.lay,
    orders.Fetch: men.fetch,
    orders.Recruit: men.recruit,
    orders.Hire: trade.hire,
    orders.PayBand: trade.pay,
    orders.Share: trade.share,
    orders.Lure: trade.lure,
    orders.Convoy: trade.convoy,
    orders.Send: trade.send,
    orders.Scout: trade.scout,
    orders.Ransom: trade.ransom,
    orders.Attack: places.of_others,
    orders.Summon: places.of_others,
    orders.Besiege: places.of_others,
    orders.Bargain: places.bargain,
    orders.Conduct: places.conduct,
    orders.Panels: panels.lay,
}


def checked(facts: Facts, order: Order) -> Checked:
    """What is to be said of a line; nothing where all of it depends on the day."""
    check = _CHECKS.get(type(order))
    return check(facts, order) if check is not None else Checked()

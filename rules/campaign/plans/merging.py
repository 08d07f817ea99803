"""Which line replaces which: what a mail says of somebody takes the place of what stood about him before."""

from __future__ import annotations

from rules.campaign.plans import plan as orders
from rules.campaign.plans.plan import Order, Plan

SEVERAL = (
    orders.Split,
    orders.Merge,
    orders.Pass,
    orders.Draw,
    orders.Join,
    orders.Garrison,
    orders.Convoy,
    orders.Conduct,
)
"""Of these several in one mail stand side by side."""


def subject(order: Order) -> tuple[str, ...]:
    """What a line is about: a later one about the same replaces it."""
    match order:
        case orders.March() | orders.Hold():
            return ("march", order.group)
        case orders.Meet():
            return ("meet", order.group, *sorted(order.meeting.against))
        case orders.Garrison():
            return ("garrison", order.place, "least" if order.least else "pick")
        case orders.Draw():
            return ("draw", order.place)
        case orders.Hire():
            return ("hire", order.group, order.band)
        case orders.PayBand() | orders.Share() | orders.Lure():
            return (type(order).__name__, order.band)
        case orders.Convoy():
            return ("convoy", order.start, order.goal)
        case orders.Send():
            return ("send", order.convoy)
        case orders.Scout():
            return ("spy", order.spy)
        case orders.Ransom():
            return ("ransom", order.leader)
        case orders.Bargain() | orders.Conduct():
            return (type(order).__name__, order.place)
        case orders.Panels():
            return ("panels", order.ground)
        case orders.Quiet():
            return ("quiet",)
        case _:
            return (type(order).__name__, getattr(order, "group", ""))


def merged(plan: Plan, fresh: Plan, new: Order) -> tuple[Plan, Plan]:
    """What stood before the mail, and what the mail has said so far, with one more line of it."""
    about = subject(new)
    before = Plan(tuple(one for one in plan.orders if subject(one) != about))
    again = isinstance(new, SEVERAL) and not _contradicts(new)
    kept = tuple(
        one
        for one in fresh.orders
        if subject(one) != about or (again and one.text != new.text and not _contradicts(one))
    )
    return before, Plan((*kept, new))


def _contradicts(order: Order) -> bool:
    """Whether a line leaves no room for others beside it."""
    return (isinstance(order, orders.Join) and order.never) or (
        isinstance(order, orders.Garrison) and bool(order.least)
    )

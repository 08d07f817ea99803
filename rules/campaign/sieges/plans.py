"""What the seats of a siege have planned for it, in the siege's own words."""

from __future__ import annotations

from rules.campaign.odds import is_wanted
from rules.campaign.plans.plan import Attack, Conduct
from rules.campaign.today import Today
from rules.siege.page import SiegePage
from rules.siege.plans.plan import Plan
from rules.siege.plans.reading import plan_from
from rules.state.campaign_counters import PlaceId
from rules.state.figure import SideId
from rules.state.siege import Siege

STORM = "ASSAULT"


def plans_for(today: Today, place: PlaceId, siege: Siege, page: SiegePage) -> dict[SideId, Plan]:
    """Of both sides; whoever has planned nothing waits. A besieger who has orders to attack the place storms
    it on the first day that is his (RUL-1241)."""
    return {
        seat.side: plan_from(siege, seat.side, _lines(today, place, siege, seat.side), page)
        for seat in siege.setup.seats
    }


def _lines(today: Today, place: PlaceId, siege: Siege, side: SideId) -> tuple[str, ...]:
    at, seat = today.at, siege.seat_of(side)
    here = {group.id: group for group in at.groups_in(at.founded(place).hex) if group.side == side}
    storm = siege.besieges(side) and any(
        attack.place == place and attack.group in here and is_wanted(today, here[attack.group], attack)
        for attack in today.orders(seat, Attack)
    )
    planned = tuple(line.line for line in today.orders(seat, Conduct) if line.place == place)
    return (STORM, *planned) if storm else planned

"""What a captain, or a form for whoever has planned nothing, orders at the sieges that a seat conducts."""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign.plans.plan import Conduct
from rules.campaign.sieges.page import page_of
from rules.campaign.sieges.record import conducts, opened
from rules.siege.captain import captain_plan
from rules.state.campaign import Campaign
from rules.state.figure import SeatId


def conducted(at: Campaign, seat: SeatId, temper: str) -> Iterator[Conduct]:
    """The lines of a captain of the siege's own; without a number of quiet days, of which the campaign has a
    line."""
    for place in at.sieges:
        side = conducts(at, place, seat)
        siege = opened(at, place)
        for line in captain_plan(siege, page_of(siege), side, temper) if side else ():
            if not line.startswith("QUIET"):
                yield Conduct(place=place, line=line)

"""What a captain, or a form for whoever has planned nothing, orders at the sieges that a seat conducts."""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign.plans.plan import Conduct
from rules.campaign.sieges.page import page_of
from rules.campaign.sieges.record import awaited, conducts
from rules.siege.captain import captain_plan
from rules.state.campaign import Campaign
from rules.state.figure import SeatId

NOT_HERE = ("QUIET", "BUY", "RELIEF")


def conducted(at: Campaign, seat: SeatId, temper: str) -> Iterator[Conduct]:
    """The lines of a siege's own captain, but for those of armies that are bought and of quiet days."""
    for place in at.sieges:
        side = conducts(at, place, seat)
        siege = awaited(at, place)
        for line in captain_plan(siege, page_of(siege), side, temper) if side else ():
            if not line.startswith(NOT_HERE):
                yield Conduct(place=place, line=line)

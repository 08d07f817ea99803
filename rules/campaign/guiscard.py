"""GUISCARD's campaign on one page."""

from __future__ import annotations

from rules.campaign import convoys, marching, mercenaries, places, prisoners, reorganising, supply
from rules.campaign.ends import ALONE, OVER
from rules.campaign.in_force import campaign_tables
from rules.campaign.meeting import hostility, may_fight
from rules.campaign.page import CampaignPage, Step
from rules.campaign.sieges import days as besieging
from rules.campaign.sieges.page import GUISCARD_SIEGES
from rules.campaign.today import Today
from rules.core.language import english


def _supply(today: Today) -> None:
    """The day of a siege comes before anybody is fed (GUC-15.1), and so do its fights on boards."""
    besieging.morning(today)
    if not besieging.waits(today):
        supply.check(today)


def _reorganise(today: Today) -> None:
    reorganising.reorganise(today)
    prisoners.escorts(today)
    mercenaries.pay(today)


STEPS = (
    Step("supply", english("supply check"), _supply),
    Step("reorganise", english("groups are divided and joined"), _reorganise),
    Step("ransom", english("ransoms"), prisoners.ransoms),
    Step("convoys", english("convoys and transfers"), convoys.transfers),
    Step("movement", english("movement and encounters"), marching.move),
)
"""In the order in which all sides go through them (GUC-6a)."""

GUISCARD_CAMPAIGN = CampaignPage(
    id="guiscard-campaign-1",
    title="GUISCARD, campaign",
    cites=("GUC", "GUI"),
    steps=STEPS,
    weigh=hostility,
    may_fight=may_fight,
    loot_costs=places.loot_costs,
    sieges=GUISCARD_SIEGES,
    tables=campaign_tables(),
    ends={
        OVER: english("the last day of the campaign has come"),
        ALONE: english("nobody else is left to fight"),
    },
)

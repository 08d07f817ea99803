"""GUISCARD's sieges as its campaign has them: the siege's page, with what the campaign knows better
(GUC-15, GUC-15.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import msgspec

from rules.campaign.muster import joining
from rules.campaign.sieges.journal import Conducted
from rules.core.language import english
from rules.events.siege import DayEnded
from rules.scenarios.panels import board_data, load_panel
from rules.siege import armies, happenings
from rules.siege.guiscard import GUISCARD_SIEGE
from rules.siege.page import SiegePage, Step
from rules.siege.scenarios import sieges
from rules.siege.today import Today
from rules.state.board import BoardData
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Kind
from rules.state.siege import Siege, SiegeSetup, Stronghold


class Sieges(NamedTuple):
    """How a book's campaign besieges: by which page, and behind which walls each kind of place lies, as a
    shipped siege has them. Whatever has none is starved and nothing else."""

    page: SiegePage
    walls: Mapping[Kind, str]

    def stronghold(self, kind: Kind, name: str) -> Stronghold:
        return msgspec.structs.replace(_built_as(self.walls[kind]), name=name)

    def drawn(self, kind: Kind, setup: SiegeSetup) -> SiegeSetup:
        """With the plan of the place, for a fight on a board."""
        hold, board = _drawn_as(self.walls[kind])
        hold = msgspec.structs.replace(hold, name=setup.stronghold.name)
        return msgspec.structs.replace(setup, stronghold=hold, board=board)


@cache
def _built_as(slug: str) -> Stronghold:
    """Fights on boards alone need to know what lies behind the walls."""
    found = sieges()[slug].stronghold
    return Stronghold(found.kind, found.name, found.refuge, tuple(found.walls()))


@cache
def _drawn_as(slug: str) -> tuple[Stronghold, BoardData]:
    found = sieges()[slug].stronghold
    return found.stronghold(), board_data(load_panel(found.board))


def refugees(today: Today) -> None:
    """As the siege has them, by names that nobody in the campaign bears."""
    assert isinstance(today.journal, Conducted)
    at, siege = today.journal.today.at, today.siege
    place = at.founded(today.journal.place)
    number = today.roll("GUI-11.6g", siege.besieged)
    kinds = [armies.REFUGEES] * number
    seat = siege.seat_of(siege.besieged)
    men = joining(at, kinds, place.letter, siege.besieged, seat, place.name)
    happenings.take_in(today, men)


def end(today: Today) -> None:
    """Without food for tomorrow the garrison must surrender (GUC-15.1); for want of somebody of rank it does
    not (RUL-1242)."""
    siege = today.siege
    today.record(DayEnded(siege.day))
    if siege.fed_until <= siege.day:
        today.give_in("hunger")


def _step(step: Step) -> Step:
    return replace(step, act=end) if step.id == "marker" else step


IN_CAMPAIGN = replace(
    GUISCARD_SIEGE,
    id="guiscard-siege-in-campaign-1",
    title="Guiscard, campaign, chapter 15",
    cites=("GUC", "GUI"),
    # resources take the place of the dice for stores
    steps=tuple(_step(step) for step in GUISCARD_SIEGE.steps if step.id != "stores"),
    # armies of a campaign are on its map (RUL-1243)
    events={
        **GUISCARD_SIEGE.events,
        "relief": happenings.nothing,
        "reinforcement": happenings.nothing,
        "refugees": refugees,
    },
    said={
        **GUISCARD_SIEGE.said,
        "relief": english("they hear of a relief, and none comes but who is on the map"),
        "reinforcement": english("they hear of a reinforcement, and none comes but who is on the map"),
    },
)

GUISCARD_SIEGES = Sieges(
    IN_CAMPAIGN,
    {Kind.CASTLE: "siege-castle", Kind.TOWN: "siege-chapel", Kind.VILLAGE: "siege-chapel"},
)
BY_BOOK: dict[str, Sieges] = {"guiscard-campaign-1": GUISCARD_SIEGES}
"""By the rules of a campaign; PAGES: by those that a siege's record names."""
PAGES: dict[str, SiegePage] = {found.page.id: found.page for found in BY_BOOK.values()}


def sieges_of(at: Campaign) -> Sieges:
    return BY_BOOK[at.setup.ruleset]


def page_of(siege: Siege) -> SiegePage:
    return PAGES[siege.setup.ruleset]

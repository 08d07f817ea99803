"""A position of a campaign as a file gives it: a campaign that is shipped, as it stands on a morning.

::

    position 1
    campaign canne                      which: what no line says is as that begins
    only                                nobody on the map but those below
    day 7
    last day 20
    fights board                        or quick
    ahead 2                             days ahead of an open battle
    season -1                           what is added to movement
    [groups normans]                    of a seat: see counters.py
    n1, Melfi, leader Robert, prestige 6, 3 knight, 4 archer, purse 14
    [places]
    Venosa, normans, resources 4, garrison 5 spearman
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from rules.campaign import scenarios
from rules.campaign.judging import counters
from rules.campaign.page import CampaignPage
from rules.evolve import replay
from rules.positions import fields
from rules.positions.faults import PositionError, unknown
from rules.positions.form import CAMPAIGN, VERSION, Form, Line, Phase, form_of
from rules.state.campaign import Campaign
from rules.state.campaign_counters import GroupId
from rules.state.table import Fights, Options

HEAD = ("position", CAMPAIGN, "title", "only", "day", "phase", "last", "fights", "ahead", "season")
SECTIONS = ("groups", "mercenaries", "convoys", "spies", "places", "orders", "filed", "dice", "ask", "exact")
PUT_UP = ("groups", "mercenaries", "convoys", "spies", "places", "exact")
Pages = Mapping[str, CampaignPage]


class CampaignPosition(NamedTuple):
    """What a file says. ``at`` is not to be changed; ``lines``: on which line each group stands."""

    at: Campaign
    page: CampaignPage
    phases: tuple[Phase, ...]
    lines: Mapping[GroupId, int]


def is_of_a_campaign(text: str) -> bool:
    """Whether a line of the head names a campaign."""
    head = text.partition("[")[0]
    return any(line.split()[:1] == [CAMPAIGN] for line in head.lower().splitlines())


def read(text: str, pages: Pages) -> CampaignPosition:
    """A file, put up. Raises PositionError for the first thing that is wrong with it."""
    form = form_of(text)
    for section in (section for phase in form.phases for section in phase.sections):
        if section.kind not in SECTIONS:
            raise PositionError(section.number, f"a position of a campaign has no [{section.kind}]")
        if section not in form.phases[0].sections and section.kind in PUT_UP:
            words = f"[{section.kind}] stands before [next]: it says how all begins"
            raise PositionError(section.number, words)
    head = _Head(form)
    at, page = head.begun(pages)
    head.apply(at)
    first = form.phases[0]
    lines = counters.put(at, first)
    for line in (line for section in first.of("exact") for line in section.lines):
        fields.said(at, line)
    return CampaignPosition(at, page, form.phases, lines)


class _Head:
    """The lines before the first section."""

    def __init__(self, form: Form) -> None:
        self._said: dict[str, Line] = {}
        for line in form.head:
            word = line.words[0].lower()
            if word not in HEAD:
                raise unknown(line.number, "line before the first section that begins with", word, HEAD)
            if word in self._said:
                raise PositionError(line.number, f"{word} is given twice")
            self._said[word] = line

    def _number(self, word: str) -> int:
        return self._said[word].number if word in self._said else 0

    def _behind(self, word: str) -> list[str]:
        if word not in self._said:
            return []
        found = self._said[word].words[1:]
        found = found[1:] if word == "last" and found[:1] == ["day"] else found
        if not found:
            raise PositionError(self._number(word), f"nothing stands behind {word}")
        return found

    def _whole(self, word: str) -> int | None:
        """A number of three digits at most; None where the line is left out."""
        found = self._behind(word)
        if not found:
            return None
        digits = found[0].removeprefix("-").removeprefix("+")
        if len(found) != 1 or not digits.isdecimal() or len(digits) > 3:
            raise PositionError(
                self._number(word), f"{word} is followed by a number, not {' '.join(found)!r}"
            )
        return int(found[0])

    def begun(self, pages: Pages) -> tuple[Campaign, CampaignPage]:
        """The campaign as it begins in a game."""
        if (self._whole("position") or VERSION) != VERSION:
            raise PositionError(self._number("position"), f"this server reads form {VERSION} of positions")
        name = "-".join(self._behind(CAMPAIGN)).lower()
        known = scenarios.campaigns()
        found = known.get(name) or known.get(f"{scenarios.PREFIX}{name}")
        if found is None:
            every = [slug.removeprefix(scenarios.PREFIX) for slug in known]
            raise unknown(self._number(CAMPAIGN), "campaign", name, every)
        fights = " ".join(self._behind("fights")).lower() or Fights.QUICK
        if fights not in tuple(Fights):
            raise unknown(self._number("fights"), "fights", fights, tuple(Fights))
        page = pages[found.ruleset]
        options = Options(fights=Fights(fights), days_ahead=max(self._whole("ahead") or 0, 0))
        at = replay(scenarios.opened(found, page, options, "", {}))
        assert isinstance(at, Campaign)
        return at, page

    def apply(self, at: Campaign) -> None:
        """What the head says of that morning."""
        at.turn = at.phase = max(self._whole("day") or 1, 1)
        if (phase := self._whole("phase")) is not None:
            at.phase = phase
        if (last := self._whole("last")) is not None:
            at.setup = replace(at.setup, last_day=last)
        if (season := self._whole("season")) is not None:
            at.season = season
        if "title" in self._said:
            title = self._said["title"].text.strip().partition(" ")[2].strip()
            at.setup = replace(at.setup, title=title)
        if "only" in self._said:
            counters.clear(at)

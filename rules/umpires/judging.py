"""Position files of whatever scale (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign.judging import judging as campaigns
from rules.campaign.judging.reading import is_of_a_campaign
from rules.positions import judging as battles
from rules.positions.findings import Finding
from rules.siege.judging import judging as sieges
from rules.siege.judging.reading import is_of_a_siege
from rules.umpires import campaign, siege


def judge(text: str, *, pictures: bool = False, language: str = "en") -> Iterator[Finding]:
    """Everything about a position file. Never raises for what a file says: a fault is found as anything
    else, and ends it. With ``pictures`` the board of a battle is found too, before and after, and how all
    stand then; the report is told in this ``language``, all the rest in English."""
    if is_of_a_siege(text):
        yield from sieges.judge(text, siege.PAGES, language)
    elif is_of_a_campaign(text):
        yield from campaigns.judge(text, campaign.PAGES, language)
    else:
        yield from battles.judge(text, pictures=pictures, language=language)

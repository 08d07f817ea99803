"""A campaign for tests of what orders say: a valley of the Ofanto of their own (``valley.toml``, so that a
scenario may be balanced anew without them), or with something changed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from rules.campaign.desk import read_orders
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.scenarios import campaign_from_toml, opened
from rules.desk.reading import LineReading, Reading
from rules.evolve import replay
from rules.state.campaign import Campaign
from rules.state.table import Options
from rules.views.masking import view_for

VALLEY = Path(__file__).with_name("valley.toml")
NORMANS = "normans"


@cache
def _begun() -> Campaign:
    file = campaign_from_toml(VALLEY.read_text("utf-8"), VALLEY.name)
    found = replay(opened(file, GUISCARD_CAMPAIGN, Options(), "", {}))
    assert isinstance(found, Campaign)
    return found


def valley(**changed: Any) -> Campaign:
    """The true state, with some of its dictionaries put over those of the beginning."""
    at = _begun().copy()
    for name, value in changed.items():
        old = getattr(at, name)
        setattr(at, name, {**old, **value} if isinstance(old, dict) else value)
    return at


def seen(at: Campaign | None = None, seat: str = NORMANS) -> Campaign:
    """What a seat sees of it."""
    return view_for(at or valley(), seat)


def read(*lines: str, at: Campaign | None = None, seat: str = NORMANS) -> Reading:
    return read_orders(seen(at, seat), seat, lines)


def one(line: str, at: Campaign | None = None, seat: str = NORMANS) -> LineReading:
    [answer] = read(line, at=at, seat=seat).lines
    return answer

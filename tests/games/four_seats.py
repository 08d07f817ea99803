"""Ten days of a campaign for four, in which two battles and a siege are fought on boards."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from games.models import Game
from games.play import creation
from games.play.creation import Player, create_game
from rules.campaign import scenarios

FILE = Path(__file__).parent / "play" / "four_seats.toml"
SLUG = "campaign-four"
DAYS = 10
SAID = {
    "normans": ("MARCH Roger to Adrano", "SIEGE Adrano", "SIEGE Adrano: ASSAULT", "HOLD Serlo"),
    "castrogiovanni": ("MARCH Mansur toward n2; fight",),
    "catania": ("MARCH Tariq toward b1; fight",),
    "greeks": ("HOLD Leon",),
}
"""What each seat writes on the first day. It stands; later mails agree to it."""
LATER = "AS PLANNED"
ENOUGH = ("normans", 3, "SIEGE Adrano: REST")
"""Who storms no more, from which day on."""


def said(seat: str, day: int) -> str:
    """What a seat writes on a day."""
    if day == 1:
        return "\n".join(SAID[seat])
    return ENOUGH[2] if (seat, day) == ENOUGH[:2] else LATER


def begun(monkeypatch: pytest.MonkeyPatch) -> Game:
    shipped = scenarios.campaigns()
    file = scenarios.campaign_from_toml(FILE.read_text("utf-8"), FILE.name)
    more = {**shipped, SLUG: replace(file, slug=SLUG)}
    monkeypatch.setattr(scenarios, "campaigns", lambda: more)
    players = {name: Player(name.title(), f"{name}@players.example.org") for name in SAID}
    return create_game(SLUG, players, options=creation.rules_options(fights="board"))

"""A scenario as the lobby shows it."""

from __future__ import annotations

import msgspec


class SeatInfo(msgspec.Struct, frozen=True):
    id: str
    name: str
    side: str
    side_name: str
    adjective: str
    figures: int


class ScenarioInfo(msgspec.Struct, frozen=True):
    slug: str
    title: str
    blurb: str
    chapter: str
    turns: int
    seats: tuple[SeatInfo, ...]
    victory: tuple[str, ...]

"""Things that appear on the board and vanish."""

from __future__ import annotations

from typing import ClassVar

from rules.events.base import Event
from rules.state.battle import Overlay


class OverlayPlaced(Event, frozen=True):
    kind: ClassVar[str] = "overlay_placed"
    overlay: Overlay


class OverlayRemoved(Event, frozen=True):
    kind: ClassVar[str] = "overlay_removed"
    overlay: str

"""Overlays."""

from __future__ import annotations

from rules.events.works import OverlayPlaced, OverlayRemoved
from rules.evolve.registry import handles
from rules.state.battle import Battle


@handles(Battle, OverlayPlaced)
def _placed(battle: Battle, event: OverlayPlaced) -> None:
    battle.overlays[event.overlay.id] = event.overlay


@handles(Battle, OverlayRemoved)
def _removed(battle: Battle, event: OverlayRemoved) -> None:
    del battle.overlays[event.overlay]

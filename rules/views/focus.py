"""Where the eye belongs on a board: where something happened, and where a side stands near its enemies."""

from __future__ import annotations

from collections.abc import Sequence

from rules.state.battle import Battle
from rules.state.figure import SeatId
from rules.views.records import PictureTrack

NEAR = 3
"""Hexes within which somebody counts as near."""
FIGHTS = 3
"""How often a hex counts where somebody was shot at or struck."""


def focus_of(battle: Battle, seat: SeatId | None, tracks: Sequence[PictureTrack]) -> tuple[str, ...]:
    """The hexes that matter to a seat (None: to everybody), each as often as it matters: where shots fell and
    blows were struck before all, then where somebody went, and where its men and their enemies are near each
    other."""
    found: list[str] = []
    for track in tracks:
        fought = track.what in ("shot", "lost", "attack")
        found += track.labels[-1:] * FIGHTS + track.labels[:1] if fought else track.labels[-1:]
    sides = {battle.seat(seat).side} if seat else {side.id for side in battle.setup.sides}
    men = [(f, f.hex) for f in battle.figures.values() if f.active and f.hex]
    for man, at in men:
        if man.side in sides:
            near = [
                there
                for enemy, there in men
                if battle.hostile(man.side, enemy.side) and battle.board.distance(at, there) <= NEAR
            ]
            found += [at, *near] if near else []
    return tuple(found)

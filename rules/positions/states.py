"""Where the pieces of a position are and how they fare."""

from __future__ import annotations

from typing import Any

from rules.state.battle import Battle
from rules.state.figure import Horse


def state_of(battle: Battle, name: str) -> tuple[str, dict[str, Any]]:
    """Where a piece is and how it fares, in words and for machines."""
    piece = battle.figures.get(name) or battle.horses[name]
    where = "-".join(piece.hexes) or "off the board"
    if isinstance(piece, Horse):
        led = battle.figures[piece.led_by].name if piece.led_by else ""
        state = (
            "dead"
            if not piece.alive
            else "ridden"
            if piece.ridden_by
            else f"led by {led}"
            if led
            else "loose"
        )
        return f"{piece.name} {where}, {state}", {
            "piece": name,
            "side": piece.side,
            "hexes": list(piece.hexes),
            "state": state,
            "ridden_by": piece.ridden_by or "",
            "led_by": piece.led_by or "",
        }
    values = piece.values
    where += f"/{piece.storey}" if piece.storey else ""
    riding = ", in the saddle" if piece.mounted else ""
    told = f"{values.attack}/{values.defence}/{values.movement}"
    words = f"{piece.name} {where}, {piece.health.value}{riding}, {told}"
    return words, {
        "piece": name,
        "side": piece.side,
        "hexes": list(piece.hexes),
        "storey": piece.storey,
        "health": piece.health.value,
        "mounted": piece.mounted,
        "attack": values.attack,
        "defence": values.defence,
        "mp": values.movement,
        "carries": piece.carries or "",
        "left_by": piece.left_by or "",
    }

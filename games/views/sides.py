"""The numbers of a scenario's sides: they decide colour and shape on maps, so pages use the same."""

from __future__ import annotations

from functools import lru_cache

from rules import engine


@lru_cache(maxsize=256)
def side_numbers(scenario: str) -> dict[str, int]:
    """The place of each side in the scenario's own order, by id; nothing for a scenario that
    cannot be set up."""
    try:
        battle = engine.replay(engine.new_game(scenario))
    except (KeyError, ValueError):  # gone, or broken: no reason to lose the lobby
        return {}
    return {side.id: number for number, side in enumerate(battle.setup.sides)}

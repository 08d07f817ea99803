"""The sides of a scenario: their numbers, which decide colour and shape on maps, so pages use the same; and
who wins together."""

from __future__ import annotations

from functools import lru_cache

from rules import engine


def side_numbers(scenario: str) -> dict[str, int]:
    """The colour of each side in the scenario, by id; nothing for a scenario that cannot be set up."""
    setup = _setup(scenario)
    return {side.id: number for number, side in enumerate(setup.sides_by_colour)} if setup else {}


def wins_with(scenario: str, winner: str, side: str) -> bool:
    """Whether a side has won when the outcome names ``winner``: that one and its allies."""
    setup = _setup(scenario)
    friends = setup.relations.coalition_of(winner) if setup else ()
    return bool(winner) and (side == winner or side in friends)


def at_war(scenario: str, one: str, other: str) -> bool:
    """Whether two sides are enemies; where nobody knows the scenario they are, unless it is one side."""
    setup = _setup(scenario)
    return other in setup.relations.enemies_of(one) if setup else one != other


@lru_cache(maxsize=256)
def _setup(scenario: str) -> engine.Setup | None:
    try:
        return engine.replay(engine.new_game(scenario)).setup
    except (KeyError, ValueError):  # gone, or broken: no reason to lose the lobby
        return None

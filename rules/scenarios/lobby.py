"""The scenarios as the lobby shows them."""

from __future__ import annotations

from functools import cache

from rules.phases.victory import conditions_in_words
from rules.scenarios.info import ScenarioInfo, seat_info
from rules.scenarios.loader import ScenarioFile, load, scenarios_in_order


@cache
def scenario_infos() -> tuple[ScenarioInfo, ...]:
    """All scenarios shipped, in the order of the lobby."""
    return tuple(_info(scenario) for scenario in scenarios_in_order())


def _info(scenario: ScenarioFile) -> ScenarioInfo:
    return ScenarioInfo(
        slug=scenario.slug,
        title=scenario.title,
        blurb=scenario.blurb.strip(),
        chapter=scenario.chapter,
        turns=scenario.victory.turns,
        seats=tuple(
            seat_info(seat, scenario.sides, len(scenario.figures[seat.id])) for seat in scenario.seats
        ),
        victory=tuple(
            conditions_in_words(
                scenario.victory,
                scenario.sides_in_order(),
                load(scenario.sequel).title if scenario.sequel else "",
            )
        ),
    )

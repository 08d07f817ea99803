"""The scenarios as the lobby shows them."""

from __future__ import annotations

from functools import cache

from rules.phases.victory import conditions_in_words
from rules.scenarios.info import ScenarioInfo, SeatInfo
from rules.scenarios.loader import ScenarioFile, load, scenarios_in_order


@cache
def scenario_infos() -> tuple[ScenarioInfo, ...]:
    """All scenarios shipped, in the order of the lobby."""
    return tuple(_info(scenario) for scenario in scenarios_in_order())


def _info(scenario: ScenarioFile) -> ScenarioInfo:
    sides = {side.id: side for side in scenario.sides}
    return ScenarioInfo(
        slug=scenario.slug,
        title=scenario.title,
        blurb=scenario.blurb.strip(),
        chapter=scenario.chapter,
        turns=scenario.victory.turns,
        seats=tuple(
            SeatInfo(
                id=seat.id,
                name=seat.name,
                side=seat.side,
                side_name=sides[seat.side].name,
                adjective=sides[seat.side].adjective,
                figures=len(scenario.figures[seat.id]),
            )
            for seat in scenario.seats
        ),
        victory=tuple(
            conditions_in_words(
                scenario.victory,
                scenario.sides_in_order(),
                load(scenario.sequel).title if scenario.sequel else "",
            )
        ),
    )

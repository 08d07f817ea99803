"""Events to typed report lines: one event, one sentence, one place to reword."""

from __future__ import annotations

from collections.abc import Iterable

from rules.events.base import Event
from rules.narrate import (
    burning,
    captives,
    charging,
    deployment,
    fighting,
    formations,
    ladders,
    marks,
    moving,
    shooting,
    siege_engines,
    structures,
    table,
    terms,
)
from rules.narrate.lines import ReportLine
from rules.narrate.story import Story, Teller
from rules.state.battle import Battle

TELLERS: dict[type[Event], Teller] = {
    **moving.TELLERS,
    **shooting.TELLERS,
    **charging.TELLERS,
    **terms.TELLERS,
    **deployment.TELLERS,
    **fighting.TELLERS,
    **formations.TELLERS,
    **ladders.TELLERS,
    **marks.TELLERS,
    **structures.TELLERS,
    **burning.TELLERS,
    **captives.TELLERS,
    **siege_engines.TELLERS,
    **table.TELLERS,
}


def narrate(before: Battle, events: Iterable[Event], seat: str | None) -> list[ReportLine]:
    """What happened, as a seat (None: the public) may read it: ``events`` are what it was shown, ``before``
    the battle as it knew it before the first of them, which is changed."""
    return Story(before, seat).tell(TELLERS, events)

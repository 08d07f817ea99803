"""The board of a position as a finding, for whoever draws it: and how everybody stands on it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from rules.desk.briefing.situation import situation
from rules.events.base import Event
from rules.positions.findings import Finding
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.views.picture import picture


def drawn(
    moment: str, battle: Battle, rules: Ruleset, before: Battle | None = None, events: Sequence[Event] = ()
) -> Finding:
    """``moment``: "before" or "after" what is played; then with what moved and shot since ``before``. A
    position has no points and no victory to tell of."""
    sheet = replace(situation(battle, rules, None), victory=())
    data = {"picture": picture(battle, None, before, events), "situation": sheet}
    return Finding("picture", moment, data=msgspec.to_builtins(data))

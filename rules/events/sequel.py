"""A battle that another one decides."""

from __future__ import annotations

from typing import ClassVar

from rules.events.base import Event
from rules.state.table import Outcome


class BattleFought(Event, frozen=True):
    """This battle is over, and would have ended like this; whoever lives fights the next one, which decides
    (RUL-208)."""

    kind: ClassVar[str] = "battle_fought"
    outcome: Outcome

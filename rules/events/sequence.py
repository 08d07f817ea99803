"""The course of a game: phases, steps and the end (GUI-2)."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from rules.events.base import Audience, Event, Knowledge
from rules.state.figure import SideId
from rules.state.table import Outcome, StepId


class PhaseOpened(Event, frozen=True):
    """A phase begins; ``number`` counts phases through the game from 1, ``turn`` counts game turns. ``side``:
    whose phase it is, empty where it belongs to nobody alone; ``name``: which phase of the book's sequence,
    empty for the player phase."""

    kind: ClassVar[str] = "phase_opened"
    number: int
    turn: int
    side: SideId
    name: str = ""


class StepBegan(Event, frozen=True):
    kind: ClassVar[str] = "step_began"
    step: Annotated[StepId, msgspec.Meta(pattern="^[a-z]+(-[a-z]+)*$")]


class PhaseEnded(Event, frozen=True):
    """The phase is over; ``digest`` is the state's fingerprint after all that came before this event. It
    covers every paper, so that nobody is shown it while the game runs: whoever guessed the papers could try
    his guesses on it."""

    kind: ClassVar[str] = "phase_ended"
    audience: ClassVar[Audience] = Audience.UMPIRE
    number: int
    digest: str

    def seen_by(self, knowledge: Knowledge) -> Event:
        return replace(self, digest="")


class GameEnded(Event, frozen=True):
    kind: ClassVar[str] = "game_ended"
    outcome: Outcome

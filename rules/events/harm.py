"""What befell men and horses (GUI-6.5e, GUI-6.8)."""

from __future__ import annotations

from typing import ClassVar

from rules.events.base import Event
from rules.state.figure import FigureId, Hex, HorseId


class Wounded(Event, frozen=True):
    """``by_die``: by the damage die of a missile, whose line says the same words."""

    kind: ClassVar[str] = "wounded"
    version: ClassVar[int] = 2
    figure: FigureId
    rule: str
    words: str = ""
    by_die: bool = False


class Stunned(Event, frozen=True):
    """``by_die``: as of Wounded."""

    kind: ClassVar[str] = "stunned"
    version: ClassVar[int] = 2
    figure: FigureId
    rule: str
    words: str = ""
    by_die: bool = False


class Killed(Event, frozen=True):
    """``drowned``: the body is gone (GUI-4.2.1d); ``by_die``: as of Wounded."""

    kind: ClassVar[str] = "killed"
    version: ClassVar[int] = 2
    figure: FigureId
    rule: str
    words: str = ""
    drowned: bool = False
    by_die: bool = False


class Recovered(Event, frozen=True):
    """A stunned character stands up (GUI-2.1f)."""

    kind: ClassVar[str] = "recovered"
    figure: FigureId


class Unhorsed(Event, frozen=True):
    """A rider is parted from his horse and put into ``hex``; the horse stays in the two hexes
    (GUI-6.8a, 6.8b)."""

    kind: ClassVar[str] = "unhorsed"
    figure: FigureId
    horse: HorseId
    hex: Hex
    rule: str


class HorseKilled(Event, frozen=True):
    kind: ClassVar[str] = "horse_killed"
    horse: HorseId
    rule: str


class Displaced(Event, frozen=True):
    """A friend made room (GUI-6.5b, GUI-5.4.4b, GUI-6.8a)."""

    kind: ClassVar[str] = "displaced"
    figure: FigureId
    hex: Hex
    rule: str
    rear: Hex | None = None

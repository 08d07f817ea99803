"""Prisoners who were led into a battle: let loose, and armed again (GUC-14.8e)."""

from __future__ import annotations

from typing import ClassVar

from rules.events.base import Event
from rules.state.figure import FigureId


class CaptiveFreed(Event, frozen=True):
    """A friend has let a prisoner loose, who is unarmed."""

    kind: ClassVar[str] = "captive_freed"
    figure: FigureId
    by: FigureId


class ArmsTaken(Event, frozen=True):
    """Somebody who was unarmed has the arms of a man who lies dead or stunned."""

    kind: ClassVar[str] = "arms_taken"
    figure: FigureId
    of: FigureId

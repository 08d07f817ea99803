"""A row of the event log."""

from __future__ import annotations

from typing import NamedTuple

from rules import engine


class Stored(NamedTuple):
    """A row as it lies in the table; ``data``, ``hash`` and ``shown`` are bytes. ``audience`` and ``shown``
    belong to logs of form 2 (games.record.leaves), where only the last row of each link has a ``hash``."""

    seq: int
    type: str
    version: int
    data: bytes
    command_id: str
    recorded_us: int
    hash: bytes
    audience: int = 0
    shown: bytes = b""

    @property
    def event(self) -> engine.Event:
        """The event itself. Raises engine.UnknownEvent."""
        return engine.decode(self.type, self.version, self.data)

"""What a check of the domain says: a line for each thing that was looked at."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Mark(StrEnum):
    OK = "ok"
    NOTE = "note"  # works, could be better, or nobody can tell from here
    MEND = "mend"  # mail will be lost or taken for spam


class Line(msgspec.Struct, frozen=True):
    """One finding: what was looked at, how it is, and what to do."""

    topic: str
    mark: Mark
    found: str
    do: str = ""

"""What a database says that starting it again would not mend, and what would."""

from __future__ import annotations

from pbem.calling import PROGRAM

REFUSED = ("permission denied for ", "must be owner of ")
"""What PostgreSQL says to a role that may not."""
DAMAGED = ("file is not a database", "database disk image is malformed")
"""What SQLite says of such a file."""


def remedy(error: Exception) -> str:
    """What to do about it; nothing where this is none of these."""
    said = str(error)
    if any(words in said for words in REFUSED):
        return (
            f"let its owner run {PROGRAM} migrate, and {PROGRAM} grants for this role; after each update too"
        )
    if any(words in said for words in DAMAGED):
        return (
            "its file is damaged, or none of a database: put a copy in its place, or mend PBEM_DATABASE_URL"
        )
    return ""

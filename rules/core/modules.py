"""The advanced modules that a scenario may switch on, by name (GUI-7), and what is said of a name that is none.

What each of them brings stands on the book's page (rules.books.guiscard); the names stand here, where scenario files and
stored games can be held against them.
"""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

# Chapters 7, 8, 9 and 10 of Guiscard.
MODULES = ("tactics", "buildings", "castles", "works")

# Stands among the modules of a battle in which men are placed before the first turn; a scenario file has a section for it.
SETUP = "setup"

# A name less like than this is no slip of the pen.
ALIKE = 0.6


def fault_in(named: Sequence[str], what: str = "module", known: Sequence[str] = MODULES) -> str:
    """The first name that is not known, or stands twice, in words, with the nearest that is; empty if there is none."""
    for number, name in enumerate(named):
        if name in named[:number]:
            return f"the {what} {name!r} is named twice"
        if name not in known:
            near = process.extractOne(
                name.lower(), known, scorer=JaroWinkler.normalized_similarity, score_cutoff=ALIKE
            )
            meant = f"; {near[0]!r} is meant perhaps" if near else ""
            return f"there is no {what} {name!r}{meant} (known: {', '.join(known)})"
    return ""

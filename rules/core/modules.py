"""The names of the advanced modules, by which scenario files, stored games and order words speak of them
(GUI-7), and what is said of a name that is none. What a module brings is one record on a book's page
(rules.ruleset.Module).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from rules.core.language import english

# A name less like than this is no slip of the pen.
ALIKE = 0.6


class ModuleName(msgspec.Struct, frozen=True):
    """How a module is spoken of: by its id in files and logs, by its chapter where a player reads on, by
    these words in help."""

    id: str
    chapter: str
    words: str


TACTICS = ModuleName("tactics", "GUI-7", english("the rules of combat tactics"))
BUILDINGS = ModuleName("buildings", "GUI-8", english("buildings"))
CASTLES = ModuleName("castles", "GUI-9", english("castles"))
WORKS = ModuleName("works", "GUI-10", english("siege works"))
# In force where a campaign has led prisoners into a battle.
CAPTIVES = ModuleName("captives", "GUC-14.8e", english("prisoners in a battle"))
# In force where a scenario file has a section [[setup]]: men are placed before the first turn (RUL-201).
SETUP = ModuleName("setup", "RUL-201", english("a set-up"))


def fault_in(named: Sequence[str], known: Sequence[str], what: str = "module") -> str:
    """The first name that is not known, or stands twice, in words, with the nearest that is; empty if
    there is none."""
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

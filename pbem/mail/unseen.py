"""Characters that nobody sees and that yet make one text look like another, or run the wrong way.

Everything that takes a name or a line from outside asks here: headers, letters, the names of
players and games.
"""

from __future__ import annotations

import re
import unicodedata

_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""Controls, marks of direction and width, surrogates, private and unassigned characters,
separators of lines."""
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Those that are letters, marks or signs by their category and show nothing: joiners, fillers, the empty
Braille cell, selectors of a variant."""
_BREAKS = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029")


def is_unseen(character: str) -> bool:
    """Whether a character shows nothing by itself; a line end and a tab count as such, a space does not."""
    return unicodedata.category(character) in _CATEGORIES or bool(_BLANK.match(character))


def without_unseen(text: str, keep: str = "") -> str:
    """The same text without them, but for those in ``keep``."""
    if text.isprintable() and not _BLANK.search(text):
        return text
    return "".join(c for c in text if c in keep or not is_unseen(c))


def one_line(text: str) -> str:
    """The text as one line of what is seen: whatever ends a line or leaves a gap is one space."""
    broken = "".join(" " if c in _BREAKS else c for c in text) if not text.isprintable() else text
    return " ".join(without_unseen(broken).split())

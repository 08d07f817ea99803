"""Where in a text the letters to other players stand: from a line PRESS TO somebody to a line END PRESS.

What stands between the two is nobody's order, quote, signature or end, whatever it looks like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_MARKS = r"\s{0,40}[*_\"'•·-]{0,3}\s{0,8}"
"""What programs and people put before a line to make it stand out."""
BEGINS = re.compile(
    rf"^{_MARKS}press\s+(?P<anonymous>anonymous(?:ly)?\s+)?to:?\s+(?P<whom>\S.{{0,79}}?)[\s:*_\"']{{0,20}}$",
    re.IGNORECASE,
)
ENDS = re.compile(rf"^{_MARKS}#?\s*(?:end\s*press|press\s+end)[\s.!*_\"']{{0,20}}$", re.IGNORECASE)


def closed_blocks(lines: Sequence[str]) -> list[range]:
    """The blocks that have an end, each from the last beginning above it."""
    found: list[range] = []
    begun: int | None = None
    for number, text in enumerate(lines):
        if BEGINS.match(text):
            begun = number
        elif begun is not None and ENDS.match(text):
            found.append(range(begun, number + 1))
            begun = None
    return found


def beginnings(lines: Sequence[str]) -> list[int]:
    """The lines at which blocks begin."""
    return [number for number, text in enumerate(lines) if BEGINS.match(text)]


def without(lines: Sequence[str], blocks: Iterable[range]) -> list[str]:
    """The same lines, those of the blocks blank."""
    inside = {number for block in blocks for number in block}
    return ["" if number in inside else text for number, text in enumerate(lines)]

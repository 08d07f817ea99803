"""Soft line ends of format=flowed (RFC 3676).

They stay in the text as one trailing blank, since a typed order line may end in a stray blank too: the line
reader joins only where joining makes sense. In any other text trailing blanks mean nothing and go.
"""

from __future__ import annotations

import re

_DEPTH = re.compile(r"^(?:> ?){0,50}")
_LONG_ENOUGH = 30  # no program breaks a line much shorter than half of its width


def unstuffed(text: str, deletes_blank: bool = False) -> str:
    """A flowed text without the blanks that were stuffed in at line starts; soft ends stay marked.
    ``deletes_blank`` (DelSp=yes): the blank of a soft end is no part of the text, which may have been broken
    within a word."""
    lines = [line[1:] if line.startswith(" ") else line for line in text.replace("\r\n", "\n").split("\n")]
    return "\n".join(_mended(lines) if deletes_blank else lines)


def without_trailing_blanks(text: str) -> str:
    """A text that is not flowed: no line has a soft end."""
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").split("\n"))


def is_soft(line: str) -> bool:
    """A line end that the writer's program made, not the writer ("-- " is a signature mark instead)."""
    return line.endswith(" ") and line.strip() not in ("", "--")


def _mended(lines: list[str]) -> list[str]:
    """Words that were broken put together again; a soft end between words stays marked by one blank."""
    mended: list[list[str]] = []
    broken = ""
    for line in lines:
        if broken and _is_one_word(broken, line):
            mended[-1][-1] = mended[-1][-1][:-1]
            mended[-1].append(_without_depth(line))
        else:
            mended.append([line])
        broken = line if is_soft(line) and not line.endswith("  ") else ""
        if line.endswith("  ") and is_soft(line):
            mended[-1][-1] = mended[-1][-1][:-1]
    return ["".join(pieces) for pieces in mended]


def _is_one_word(above: str, below: str) -> bool:
    """Whether a line goes on in the midst of a word: the letters at the seam make one, and the line was
    long enough to be broken. A stray blank behind an order that was typed is no soft end, whatever the
    header says."""
    if _depth(above) != _depth(below):
        return False
    rest = _without_depth(below)
    last, first = above[-2:-1], rest[:1]
    if last.isdigit() and first.isdigit():
        return True
    if len(above) < _LONG_ENOUGH and last.isascii():
        return False
    one_kind = (
        last.isalpha() and first.isalpha() and (first.islower() or last.isupper() or not last.isascii())
    )
    return one_kind and not (first.isupper() and last.islower())


def _depth(line: str) -> str:
    found = _DEPTH.match(line)
    return found[0].replace(" ", "") if found else ""


def _without_depth(line: str) -> str:
    return _DEPTH.sub("", line, count=1) if line.startswith(">") else line

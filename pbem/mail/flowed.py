"""Soft line ends of format=flowed (RFC 3676).

They stay in the text as one trailing blank, since a typed order line may end in a stray blank too: the line reader
joins only where joining makes sense. In any other text trailing blanks mean nothing and go.
"""

from __future__ import annotations


def unstuffed(text: str) -> str:
    """A flowed text without the blanks that were stuffed in at line starts; soft ends stay marked."""
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(line[1:] if line.startswith(" ") else line for line in lines)


def without_trailing_blanks(text: str) -> str:
    """A text that is not flowed: no line has a soft end."""
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").split("\n"))


def is_soft(line: str) -> bool:
    """A line end that the writer's program made, not the writer ("-- " is a signature mark instead)."""
    return line.endswith(" ") and line.strip() not in ("", "--")

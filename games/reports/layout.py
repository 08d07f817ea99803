"""Plain text in 72 columns: wrapped paragraphs with something at the right margin, and aligned tables."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from django.utils.translation import gettext

WIDTH = 72
GAP = 2  # blanks between a text and what stands at the right margin
_BLANKS = re.compile(r"[ \t\n\r]+")  # a no-break blank stays where it is
_BEFORE_SIGN = re.compile(r" (?=[:;!?»](?: |$))")
"""As French has it; no line begins with such a sign."""
_STUCK = "\ue000"
_DELIMITER = re.compile(r"^\s*[-_=*~#+]{2,}\s*$")


def wrapped(
    text: str, first: str = "", rest: str | None = None, margin: str = "", width: int = WIDTH
) -> list[str]:
    """A paragraph: ``first`` before its first line, ``rest`` (as long as ``first``, blank) before the others,
    and ``margin`` at the right end of the last line, or of a line of its own where there is no room."""
    if rest is None:
        rest = " " * len(first)
    plain = _BLANKS.sub(" ", text).strip(" ")
    if not plain:
        lines = [first.rstrip()]
    elif len(plain) <= width - max(len(first), len(rest)):
        lines = [first + plain]
    else:
        lines = _filled(plain, first, rest, width)
    return lines if not margin else _with_margin(lines, margin, width)


def fitted(line: str) -> list[str]:
    """A line as it is, where a mail is wide enough for it; else broken at blanks, with its indent."""
    if len(line) <= WIDTH:
        return [line]
    indent = line[: len(line) - len(line.lstrip(" "))]
    return wrapped(line, indent)


def _filled(text: str, first: str, rest: str, width: int) -> list[str]:
    """As textwrap fills lines, and many times as fast. Only words longer than a line are left to it."""
    if max(map(len, text.split(" "))) > width - max(len(first), len(rest)):
        return textwrap.wrap(
            text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
        )
    text = _BEFORE_SIGN.sub(_STUCK, text)
    lines: list[str] = []
    indent = first
    while len(text) > width - len(indent):
        end = text.rfind(" ", 0, width - len(indent) + 1)
        if end < 0 and (end := text.find(" ")) < 0:
            break
        lines.append(indent + text[:end])
        text, indent = text[end + 1 :], rest
    return [line.replace(_STUCK, " ") for line in (*lines, indent + text)]


def _with_margin(lines: list[str], margin: str, width: int) -> list[str]:
    room = width - len(lines[-1]) - len(margin)
    if room >= GAP:
        return [*lines[:-1], lines[-1] + " " * room + margin]
    return [*lines, margin.rjust(width)]


def listed(words: Sequence[str]) -> str:
    """ "Anna", "Anna and Boris", "Anna, Boris and Clara"."""
    if len(words) < 2:
        return "".join(words)
    return gettext("{these} and {last}").format(these=", ".join(words[:-1]), last=words[-1])


def either(words: Sequence[str]) -> str:
    """ "Anna", "Anna or Boris", "Anna, Boris or Clara"."""
    if len(words) < 2:
        return "".join(words)
    return gettext("{these} or {last}").format(these=", ".join(words[:-1]), last=words[-1])


class Column:
    """A column of a table: its heading, whether numbers stand to the right, and how wide it may become.
    ``said``: the heading is in the language of the reader already. ``shorter``: what may stand for a text
    that has no room, the longest first."""

    def __init__(
        self,
        heading: str,
        *,
        right: bool = False,
        widest: int = WIDTH,
        said: bool = False,
        shorter: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        self.heading, self.right, self.widest, self.said, self.shorter = heading, right, widest, said, shorter

    def cell(self, text: str, width: int) -> str:
        text = next((said for said in (text, *self.shorter.get(text, ())) if len(said) <= width), text)
        text = text if len(text) <= width else text[: width - 1] + "."
        return text.rjust(width) if self.right else text.ljust(width)


def table(columns: Sequence[Column], rows: Iterable[Sequence[str]], indent: int = 3) -> list[str]:
    """Aligned rows below their headings; columns that are empty throughout are left out."""
    filled = list(rows)
    kept = [n for n, _ in enumerate(columns) if any(row[n] for row in filled)]
    headings = [c.heading if c.said or not c.heading else gettext(c.heading) for c in columns]
    widths = {
        n: min(columns[n].widest, max([len(headings[n]), *(len(row[n]) for row in filled)])) for n in kept
    }
    heading = [headings[n] for n in kept]
    lines = [heading, *[[row[n] for n in kept] for row in filled]]
    chosen = [columns[n] for n in kept]
    sizes = _narrowed([widths[n] for n in kept], chosen, WIDTH - indent)
    return [
        (
            " " * indent
            + " ".join(c.cell(text, size) for c, text, size in zip(chosen, line, sizes, strict=True))
        ).rstrip()
        for line in lines
    ]


def _narrowed(sizes: list[int], columns: Sequence[Column], room: int) -> list[int]:
    """The widths made to fit, by cutting the widest of the columns that may be cut."""
    cut = [n for n, column in enumerate(columns) if column.widest < WIDTH]
    while cut and sum(sizes) + len(sizes) - 1 > room:
        widest = max(cut, key=lambda n: sizes[n])
        sizes[widest] -= 1
    return sizes


def harmless(text: str) -> str:
    """No line of it is one that mail programs take for the end of a text or the beginning of another."""
    lines = [line.rstrip() for line in text.split("\n")]
    return "\n".join(f"{line} ." if _DELIMITER.match(line) else line for line in lines)

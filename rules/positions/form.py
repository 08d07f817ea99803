"""The form of a position file: lines of its head, then sections under headings in square brackets.

A ``#`` begins a comment, but in a board, where it may only stand at the beginning of a line. Files are read
whole before anything is made of them, so that every fault names its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from rules.positions.faults import PositionError, unknown

VERSION = 1
SIEGE = "siege"  # how the head of a position of a siege begins to tell which
CAMPAIGN = "campaign"
MOST_CHARACTERS = 100_000
MOST_LINES = 2_000
LONGEST_LINE = 1_000
_ODD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)

DRAWN = ("board", "map")
"""Sections in which every line is a row of hexes."""
BUILT = ("hexsides", "paths", "walls", "traits", "structures")
"""Sections of the board that are written as in the drawing of a panel."""
PLAIN = (
    *DRAWN, *BUILT, "ground", "works", "formations", "happened", "results", "dice", "exact", "mercenaries",
    "convoys", "spies", "places",
)  # fmt: skip
NAMED = ("men", "groups", "orders", "filed", "ask", "answers")
"""Sections with a word behind them: whose they are, or when."""


class Line(msgspec.Struct, frozen=True):
    """A line that says something, without its comment, and its number."""

    number: int
    text: str

    @property
    def words(self) -> list[str]:
        return self.text.replace(",", " ").split()


class Section(msgspec.Struct, frozen=True):
    """A heading, such as [orders normans], and what stands below it."""

    number: int
    kind: str
    about: str
    lines: tuple[Line, ...]


class Phase(msgspec.Struct, frozen=True):
    """What belongs to one phase that is played: all sections up to the next [next]."""

    number: int
    sections: tuple[Section, ...]

    def of(self, *kinds: str) -> Iterator[Section]:
        return (section for section in self.sections if section.kind in kinds)


class Form(msgspec.Struct, frozen=True):
    """A file in its parts: the head, and what belongs to each phase."""

    head: tuple[Line, ...]
    phases: tuple[Phase, ...]


def form_of(text: str) -> Form:
    """A file's parts. Raises PositionError for one that is too large, and for a heading that is none."""
    if len(text) > MOST_CHARACTERS:
        raise PositionError(0, f"a position holds at most {MOST_CHARACTERS} characters, not {len(text)}")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(lines) > MOST_LINES:
        raise PositionError(0, f"a position holds at most {MOST_LINES} lines, not {len(lines)}")
    head: list[Line] = []
    phases: list[tuple[int, list[Section]]] = [(0, [])]
    heading: tuple[int, str, str] | None = None
    below: list[Line] = []

    def finish() -> None:
        if heading is not None and heading[1]:
            phases[-1][1].append(Section(*heading, tuple(below)))
        below.clear()

    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE and not (heading is not None and heading[1] == "exact"):
            raise PositionError(number, f"a line holds at most {LONGEST_LINE} characters")
        if odd := _ODD.search(line):
            raise PositionError(
                number, f"a letter that cannot be seen, U+{ord(odd[0]):04X}, at place {odd.start() + 1}"
            )
        bare = line.strip()
        if bare.startswith("[") and not bare.startswith("[("):
            finish()
            kind, about = _heading(number, bare)
            if kind == "next":
                phases.append((number, []))
                heading = (number, "", "")
            else:
                heading = (number, kind, about)
            continue
        drawn = heading is not None and heading[1] in DRAWN
        said = ("" if bare.startswith("#") else line.rstrip()) if drawn else line.split("#", 1)[0].strip()
        if not (said if drawn else said.replace(",", " ")).strip():  # a comma is as good as a blank
            continue
        (head if heading is None else below).append(Line(number, said))
        if heading is not None and not heading[1]:
            raise PositionError(number, "below [next] a section is expected, such as [orders normans]")
    finish()
    boards = any(line.words[0].lower() in ("board", "panel", SIEGE, CAMPAIGN) for line in head if line.words)
    if len(phases) == 1 and not phases[0][1] and not boards:
        raise PositionError(0, "nothing stands in this position: begin with [men normans] and a man")
    return Form(tuple(head), tuple(Phase(number, tuple(sections)) for number, sections in phases))


def _heading(number: int, line: str) -> tuple[str, str]:
    """What a heading begins, and whose it is."""
    inside, bracket, rest = line[1:].partition("]")
    if not bracket or (rest.strip() and not rest.strip().startswith("#")):
        raise PositionError(
            number, f"a heading stands alone between brackets, such as [dice], not {line[:40]!r}"
        )
    words = [word for word in inside.lower().replace(",", " ").split() if word not in ("of", "the", "for")]
    if not words:
        raise PositionError(number, "there is nothing between these brackets")
    kind, about = words[0], " ".join(words[1:])
    if kind in PLAIN or kind == "next":
        if about:
            raise PositionError(number, f"[{kind}] has nothing behind it, not {about!r}")
        return kind, ""
    if kind not in NAMED:
        raise unknown(number, "section", kind, [*PLAIN, *NAMED, "next"])
    if kind in ("ask", "answers"):
        if about not in ("", "before", "after"):
            raise PositionError(number, f"[{kind}] or [{kind} after], not {about!r}")
    elif not about:
        raise PositionError(number, f"whose? [{kind} normans], for example")
    return kind, about

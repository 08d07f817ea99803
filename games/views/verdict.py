"""What was found out about a position, put in order for its page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from games import pictures
from games.views import moments
from rules import engine

MOST_DRAWN = 2_000
"""Hexes of a board that is drawn before what is played and after it; a larger one is drawn once."""
_AT_THE_LINE = ("fault", "refusal", "note")


class Answer(NamedTuple):
    """A question of the file, and what was answered."""

    asked: str
    line: int
    found: list[engine.Finding]


class Line(NamedTuple):
    """A line of the file, and what was said of it; ``worst`` is fault, refusal, note or nothing."""

    number: int
    text: str
    told: list[engine.Finding]
    worst: str


class Played(NamedTuple):
    """What the report says of one phase of the file."""

    number: int
    paragraphs: list[moments.Paragraph]


class Board(NamedTuple):
    """A drawing, with the summary that stands below it; ``moment`` is before or after."""

    moment: str
    map: str
    summary: str


class Occurred(NamedTuple):
    """An event as the log would hold it."""

    name: str
    fields: list[tuple[str, str]]


def verdict(text: str, found: Sequence[engine.Finding]) -> dict[str, Any]:
    """What the page of a judged position shows."""
    seen = [_picture(one) for one in found if one.kind == "picture"]
    last = seen[-1] if seen else None
    return {
        "faults": _of("fault", found),
        "refusals": _of("refusal", found),
        "notes": _of("note", found),
        "questions": _of("question", found),
        "outcomes": _of("outcome", found),
        "dice": _of("die", found),
        "answers": _answers(found),
        "played": _played(found),
        "events": [_occurred(one) for one in found if one.kind == "event"],
        "boards": _boards([(moment, picture) for moment, picture, _ in seen]),
        "key": pictures.legend(last[1]) if last else "",
        "picture": last[1] if last else None,
        "situation": last[2] if last else None,
        "lines": _lines(text, found),
        "anything_marked": any(one.kind in _AT_THE_LINE and one.line for one in found),
    }


def _of(kind: str, found: Iterable[engine.Finding]) -> list[engine.Finding]:
    return [one for one in found if one.kind == kind]


def _picture(found: engine.Finding) -> tuple[str, engine.Picture, engine.BattleSituation]:
    picture = msgspec.convert(found.data["picture"], engine.Picture)
    return found.words, picture, msgspec.convert(found.data["situation"], engine.BattleSituation)


def _boards(seen: Sequence[tuple[str, engine.Picture]]) -> list[Board]:
    """The boards to draw: one where nothing has changed. They are drawn for this page alone."""
    if len(seen) > 1 and (seen[0][1] == seen[-1][1] or len(seen[-1][1].hexes) > MOST_DRAWN):
        seen = seen[-1:]
    moment_told = len(seen) > 1
    return [
        Board(moment if moment_told else "", pictures.svg(picture, kept=False), picture.summary)
        for moment, picture in seen
    ]


def _answers(found: Iterable[engine.Finding]) -> list[Answer]:
    answers: list[Answer] = []
    for one in found:
        if one.kind != "answer":
            continue
        asked = str(one.data.get("asked", ""))
        if answers and answers[-1][:2] == (asked, one.line):
            answers[-1].found.append(one)
        else:
            answers.append(Answer(asked, one.line, [one]))
    return answers


def _played(found: Iterable[engine.Finding]) -> list[Played]:
    lines: dict[int, list[engine.ReportLine]] = {}
    for one in found:
        if one.kind == "report":
            told = engine.ReportLine(one.words.strip(), one.data["depth"], one.rule, one.data["source"])
            lines.setdefault(one.phase, []).append(told)
    return [Played(number, moments.paragraphs(told)) for number, told in lines.items()]


def _occurred(found: engine.Finding) -> Occurred:
    fields = {name: value for name, value in found.data.items() if name != "kind"}
    return Occurred(moments.words_of(str(found.data["kind"])), moments.in_words(fields))


def _lines(text: str, found: Iterable[engine.Finding]) -> list[Line]:
    """The file as its reader counts it."""
    told: dict[int, list[engine.Finding]] = {}
    for one in found:
        if one.line and one.kind in _AT_THE_LINE:
            told.setdefault(one.line, []).append(one)
    return [
        Line(number, line, told.get(number, []), _worst(told.get(number, [])))
        for number, line in enumerate(text.splitlines(), start=1)
    ]


def _worst(told: Iterable[engine.Finding]) -> str:
    return min((one.kind for one in told), key=_AT_THE_LINE.index, default="")

"""Runs: lines of a mail that follow each other there as they do in a text of ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.mail.sent import Sent

ENOUGH = 3
"""Lines of a run that is a quote; one of so many goes on behind a few lines of somebody else's."""
REACH = 600  # letters of ours that may be left out between two lines of a run
_AMONG = 3  # lines of somebody else's
_PIECE = 8  # letters of a broken line that a run may begin with
_MOST = 120  # places that are followed at a time


class Run(NamedTuple):
    """``lines``: their numbers in the mail; ``places``: where each begins in what we sent;
    ``begin``, ``end``: where all of it stands there; ``length``: how many lines of ours, or pieces
    of lines, they are."""

    sent: Sent
    lines: tuple[int, ...]
    places: dict[int, int]
    begin: int
    end: int
    length: int


class _Step(NamedTuple):
    """A line in its place, and the one before it. ``nth``: which it is of the lines with words."""

    line: int
    nth: int
    begin: int
    end: int
    length: int
    before: _Step | None


def runs_of(words: Sequence[str], sent: Sequence[Sent]) -> list[Run]:
    """The longest runs of a mail whose lines are given as they are compared, none of which shares a line."""
    found = [_run(text, step) for text in sent for step in _ends(words, text)]
    taken: set[int] = set()
    runs: list[Run] = []
    for run in sorted(found, key=lambda run: (-run.length, run.lines)):
        if taken.isdisjoint(run.lines):
            taken.update(run.lines)
            runs.append(run)
    return runs


def _run(sent: Sent, last: _Step) -> Run:
    steps: list[_Step] = []
    step: _Step | None = last
    while step is not None:
        steps.append(step)
        step = step.before
    steps.reverse()
    places = {step.line: step.begin for step in steps}
    return Run(sent, tuple(places), places, steps[0].begin, last.end, last.length)


def _ends(words: Sequence[str], sent: Sent) -> Iterator[_Step]:
    """The last steps of all ways to follow our text through the mail."""
    active: list[_Step] = []
    gone_on: set[_Key] = set()
    nth = -1
    for line, piece in enumerate(words):
        if not piece:
            continue
        nth += 1
        fresh: list[_Step] = []
        places = set(sent.places(piece))
        places.update(step.end for step in active if sent.flat.startswith(piece, step.end))
        for place in sorted(places):
            before = _before(active, place, nth, sent)
            if before is None and not _may_begin(sent, place, piece):
                continue
            if before is not None:
                gone_on.add(_key(before))
            end = place + len(piece)
            length = sent.touched(place, end) + (before.length if before else 0)
            fresh.append(_Step(line, nth, place, end, length, before))
        over = [step for step in active if nth - step.nth > _AMONG]
        yield from (step for step in over if _key(step) not in gone_on)
        active = [step for step in active if nth - step.nth <= _AMONG][-_MOST:] + fresh
    yield from (step for step in active if _key(step) not in gone_on)


_Key = tuple[int, int]


def _key(step: _Step) -> _Key:
    return step.line, step.begin


def _may_begin(sent: Sent, place: int, piece: str) -> bool:
    return sent.begins_line(place) or (len(piece) >= _PIECE and sent.begins_line(place + len(piece)))


def _before(active: Sequence[_Step], place: int, nth: int, sent: Sent) -> _Step | None:
    """The longest run that a line in this place goes on."""
    best: _Step | None = None
    for step in active:
        if not step.end <= place <= step.end + REACH:
            continue
        if step.end != place and not (sent.begins_line(place) and sent.begins_line(step.end)):
            continue
        if nth - step.nth > 1 and step.length < ENOUGH:
            continue
        if best is None or (step.length, step.end) > (best.length, best.end):
            best = step
    return best

"""Runs: lines of a mail that follow each other there as they do in a text of ours."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterator, Sequence
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
    """A line in its place, and the one before it. ``nth``: which it is of the lines with words; ``length``:
    of the run so far, which begins with the line ``first``."""

    line: int
    nth: int
    begin: int
    end: int
    length: int
    first: int
    before: _Step | None


def runs_of(words: Sequence[str], sent: Sequence[Sent]) -> list[Run]:
    """The longest runs of a mail whose lines are given as they are compared, none of which shares a line."""
    found = [(text, step) for text in sent for step in _ends(words, text)]
    taken: set[int] = set()
    runs: list[Run] = []
    for text, step in sorted(found, key=lambda one: (-one[1].length, one[1].first, one[1].line)):
        if run := _run(text, step, taken):
            taken.update(run.lines)
            runs.append(run)
    return runs


def _run(sent: Sent, last: _Step, taken: Container[int]) -> Run | None:
    """The run that ends so; None where a line of it is taken."""
    steps: list[_Step] = []
    step: _Step | None = last
    while step is not None:
        if step.line in taken:
            return None
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
        places = set(sent.places(piece))
        places.update(step.end for step in active if sent.flat.startswith(piece, step.end))
        before = _before(active, sorted(places), nth, sent)
        fresh: list[_Step] = []
        for place in sorted(places):
            step = before.get(place)
            if step is None and not _may_begin(sent, place, piece):
                continue
            if step is not None:
                gone_on.add(_key(step))
            end = place + len(piece)
            length = sent.touched(place, end) + (step.length if step else 0)
            fresh.append(_Step(line, nth, place, end, length, step.first if step else line, step))
        active += fresh
        over = [step for step in active if nth - step.nth > _AMONG]
        active = [step for step in active if nth - step.nth <= _AMONG]
        if len(active) > _MOST:
            active.sort(key=lambda step: (step.length, step.nth))
            over += active[:-_MOST]
            active = active[-_MOST:]
        yield from (step for step in over if _key(step) not in gone_on)
    yield from (step for step in active if _key(step) not in gone_on)


_Key = tuple[int, int]


def _key(step: _Step) -> _Key:
    return step.line, step.begin


def _may_begin(sent: Sent, place: int, piece: str) -> bool:
    return sent.begins_line(place) or (len(piece) >= _PIECE and sent.begins_line(place + len(piece)))


def _before(active: Sequence[_Step], places: Sequence[int], nth: int, sent: Sent) -> dict[int, _Step]:
    """For each of these places, in their order, the longest run that a line there goes on, if there is one.
    What it may go on lies in a window of our text that moves with the places."""
    ends: dict[int, _Step] = {}
    for step in active:
        if nth - step.nth > 1 and step.length < ENOUGH:
            continue
        if step.end not in ends or step.length > ends[step.end].length:
            ends[step.end] = step
    whole = [ends[end] for end in sorted(ends) if sent.begins_line(end)]
    window: deque[_Step] = deque()  # none of them is outdone by a later one: the first is the longest
    found: dict[int, _Step] = {}
    behind = 0
    for place in places:
        while behind < len(whole) and whole[behind].end <= place:
            while window and window[-1].length <= whole[behind].length:
                window.pop()
            window.append(whole[behind])
            behind += 1
        while window and window[0].end + REACH < place:
            window.popleft()
        reached = window[0] if window and sent.begins_line(place) else None
        adjoining = ends.get(place)
        if adjoining and not (reached and reached.length > adjoining.length):
            found[place] = adjoining
        elif reached:
            found[place] = reached
    return found

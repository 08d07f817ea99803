"""What of a run took long: said at its end, so that whoever makes it dearer sees it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from operator import itemgetter

RUN = 300  # seconds in all, below which nobody is told
TEST = 45  # a test that takes as long is named: share what it makes, or let every run take a part of it
FILES = 10


def told(took: Iterable[tuple[str, float]]) -> list[str]:
    """Node ids with seconds, as often as they come: the dearest files and every very long test, by lines."""
    tests: dict[str, float] = defaultdict(float)
    files: dict[str, float] = defaultdict(float)
    for nodeid, seconds in took:
        tests[nodeid] += seconds
        files[nodeid.partition("::")[0]] += seconds
    whole = sum(files.values())
    if whole < RUN:
        return []
    first = sorted(files.items(), key=itemgetter(1), reverse=True)[:FILES]
    rest = ("all others", whole - sum(seconds for _, seconds in first))
    long = sorted(tests.items(), key=itemgetter(1), reverse=True)
    named = [(f"IN ONE TEST: {nodeid}", seconds) for nodeid, seconds in long if seconds >= TEST]
    return [f"{seconds:5.0f} s  {what}" for what, seconds in (*first, rest, *named)]

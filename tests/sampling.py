"""Which tests of games are run once more on PostgreSQL.

Whatever engine holds a game, it is the same game: all that the database itself is asked to keep is tried
again there (the record, the outbox, queues, clocks), of play every sixth test, and of everything else,
which only uses it, every sixteenth; besides each file's first. ``PBEM_POSTGRESQL=all`` runs them all.

Of sweeps over many alike cases every run takes a part: the first if nobody says otherwise, or the one that
``PBEM_SWEEPS`` has the number of, as each job of CI gives its own; ``PBEM_SWEEPS=all`` takes them all. What
fails in a part fails again with its number."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import hypothesis

ALWAYS = (
    "record/", "outbox/", "clockwork/", "models/", "seats/", "play/test_families_at_once.py",
    "test_database.py", "test_queue.py", "test_chaos.py", "test_chaos_families.py", "test_chaos_sieges.py",
    "test_start.py",
)  # fmt: skip
EVERY = {"play/": 6, "": 16}
SWEPT = os.environ.get("PBEM_SWEEPS") == "all"
PART = 0 if SWEPT else int(os.environ.get("PBEM_SWEEPS") or 0)
T = TypeVar("T")
Test = TypeVar("Test", bound=Callable[..., None])


def sampled(nodeids: Iterable[str]) -> set[str]:
    """Those that are run, of node ids in their order ("tests/games/views/test_views.py::test_lobby")."""
    seen: Counter[str] = Counter()
    kept: set[str] = set()
    for nodeid in nodeids:
        file = nodeid.partition("::")[0]
        name = file.removeprefix("tests/games/")
        every = next(every for place, every in EVERY.items() if name.startswith(place))
        if name.startswith(ALWAYS) or not seen[file] or seen[file] % every == PART % every:
            kept.add(nodeid)
        seen[file] += 1
    return kept


def some(cases: Sequence[T], every: int, beside: int = 0) -> Sequence[T]:
    """Every so many of a sweep's cases, at least one; all where all are wanted. ``every`` parts with numbers
    in a row have them all. Where each of many things is tried in each of many ways, ``beside`` is the place
    of the thing: its neighbours are tried in other ways, and every run tries all things and all ways."""
    return cases if SWEPT else cases[(PART + beside) % min(every, len(cases)) :: every]


def examples(many: int, every: int = 3) -> Callable[[Test], Test]:
    """So many of Hypothesis's examples where all are wanted, otherwise fewer, and others in each part."""

    def chosen(test: Test) -> Test:
        wanted = many if SWEPT else many // every
        return hypothesis.settings(deadline=None, max_examples=wanted)(hypothesis.seed(PART)(test))

    return chosen

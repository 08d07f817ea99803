"""Which tests of games are run once more on PostgreSQL.

Whatever engine holds a game, it is the same game: all that the database itself is asked to keep is tried
again there (the record, the outbox, queues, clocks, play), and of everything else, which only uses it, each
file's first test and every eighth behind that. ``PBEM_POSTGRESQL=all`` runs them all.

Of sweeps over hundreds of alike cases every run takes a part, the same in each; ``PBEM_SWEEPS=all`` takes
them all."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

ALWAYS = (
    "record/", "outbox/", "clockwork/", "models/", "play/", "seats/", "test_database.py", "test_queue.py",
    "test_chaos.py", "test_chaos_families.py", "test_chaos_sieges.py", "test_start.py",
)  # fmt: skip
EVERY = 8
SWEPT = os.environ.get("PBEM_SWEEPS") == "all"
T = TypeVar("T")


def sampled(nodeids: Iterable[str]) -> set[str]:
    """Those that are run, of node ids in their order ("tests/games/views/test_views.py::test_lobby")."""
    seen: Counter[str] = Counter()
    kept: set[str] = set()
    for nodeid in nodeids:
        file = nodeid.partition("::")[0]
        if file.removeprefix("tests/games/").startswith(ALWAYS) or seen[file] % EVERY == 0:
            kept.add(nodeid)
        seen[file] += 1
    return kept


def some(cases: Sequence[T], every: int) -> Sequence[T]:
    """Every so many of a sweep's cases, from the first on; all where all are wanted."""
    return cases if SWEPT else cases[::every]

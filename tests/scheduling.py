"""Which tests stay together when several processes share them, and which begin first.

pytest-xdist 3.8 has a mark for the former, which pytest 9.2 makes it overlook without a word: every process
then played the crashes, and set up all that a file shares. Here it goes by the file, which needs no mark.
"""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadScopeScheduling

# Tests of one line share what takes long to set up, or would get into each other's way. What takes longest
# begins first, so that at the end no process works on alone. None of these needs our test database, so nobody
# misses what it held.
FIRST = (
    ("games/test_on_postgresql.py",),
    ("games/test_crashes.py",),
    ("games/test_workers.py", "games/test_kills.py", "games/test_load.py", "pbem/test_processes.py"),
    ("test_bench.py",),
    ("rules/test_tried_odds.py",),
    ("games/record/test_grants.py",),
    ("games/doors/test_smtp.py",),
    ("pbem/test_refused_starts.py",),
    ("games/reports/test_mail_sizes.py",),
    ("games/reports/test_parity.py",),
    ("rules/test_speed.py",),
)
# these two use the test database, and come in their turn
BROWSER = (
    "games/views/test_browser.py",
    "games/views/test_accessibility.py",
    "games/views/test_judge_drawn.py",
)
_GROUP = {f"tests/{file}": group[0] for group in (*FIRST, BROWSER) for file in group}
_PLACE = {group[0]: place for place, group in enumerate(FIRST)}


def group_of(nodeid: str) -> str:
    """The group of a test: what its file belongs to, or its class; most are one of their own."""
    file, *classes, _ = nodeid.partition("[")[0].split("::")
    return _GROUP.get(file) or ("::".join([file, *classes]) if classes else nodeid)


def place_of(nodeid: str) -> int:
    return _PLACE.get(group_of(nodeid), len(_PLACE))


class TogetherAndInOrder(LoadScopeScheduling):
    """Whoever is free takes the next test or the next group of them."""

    def __init__(self, config: Any, log: Any = None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False  # by our order, not by their number

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)

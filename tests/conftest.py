"""What all tests share."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

# what runs longest begins first, so that no process works on alone when all others are done
LONGEST = ("postgresql", "crashes", "workers", "grants", "bench", "smtpd")


def _place(item: pytest.Item) -> int:
    group = item.get_closest_marker("xdist_group")
    return LONGEST.index(group.args[0]) if group and group.args[0] in LONGEST else len(LONGEST)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of these bring a database of their own, so nobody misses what they leave in ours."""
    items.sort(key=_place)


def pytest_collection_finish() -> None:
    """All modules and tests live until the end: no collection of garbage need walk them again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def emptying_the_log() -> Iterator[None]:
    """Between tests the test database is emptied, which the append-only triggers refuse like anybody else's DELETE."""
    from django.db.backends.base.operations import BaseDatabaseOperations

    from games import append_only

    original = BaseDatabaseOperations.execute_sql_flush

    def execute_sql_flush(self: Any, sql_list: Any) -> None:
        append_only.remove(self.connection)
        original(self, sql_list)
        append_only.install(self.connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseOperations, "execute_sql_flush", execute_sql_flush)
        yield

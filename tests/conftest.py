"""What all tests share."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import chance, dear
from tests.sampling import PART, sampled
from tests.scheduling import TogetherAndInOrder, place_of

# Some machines forbid Python to keep what it has compiled. Tests start hundreds of processes of the server,
# each of which would compile it all anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

chance.put_in_place()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    with chance.drawn_by(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """What several tests share is made the same whichever of them comes first."""
    if fixturedef.scope == "function":
        return (yield)
    with chance.drawn_by(f"{fixturedef.baseid}::{fixturedef.argname}[{getattr(request, 'param', '')}]"):
        return (yield)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get("PBEM_SAMPLED"):
        kept = sampled([item.nodeid for item in items])
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
        items[:] = [item for item in items if item.nodeid in kept]
    items.sort(key=lambda item: place_of(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> TogetherAndInOrder:
    return TogetherAndInOrder(config, log)


def pytest_collection_finish() -> None:
    """All modules and tests live until the end: no collection of garbage need walk them again. Others come
    less often than in a server, whose memory has to stay small."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if PART:
        terminalreporter.write_line(f"Of sweeps it took part {PART}; PBEM_SWEEPS={PART} takes it again.")
    reports = (report for found in terminalreporter.stats.values() for report in found)
    took = [(report.nodeid, report.duration) for report in reports if hasattr(report, "duration")]
    if lines := dear.told(took):
        terminalreporter.section("what takes long")
        for line in lines:
            terminalreporter.write_line(line)


@pytest.fixture(scope="session", autouse=True)
def emptying_the_log() -> Iterator[None]:
    """Between tests the test database is emptied, which the append-only triggers refuse like anybody
    else's DELETE."""
    from django.db.backends.base.operations import BaseDatabaseOperations

    from games.record import append_only

    original = BaseDatabaseOperations.execute_sql_flush

    def execute_sql_flush(self: Any, sql_list: Any) -> None:
        append_only.remove(self.connection)
        original(self, sql_list)
        append_only.install(self.connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseOperations, "execute_sql_flush", execute_sql_flush)
        yield


@pytest.fixture(scope="session")
def circled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogues of a language that nobody speaks: see tests/pseudo.py."""
    from tests import pseudo

    folder = tmp_path_factory.mktemp("circled")
    pseudo.write(folder)
    return folder

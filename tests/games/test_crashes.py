"""Death at every failpoint: whoever comes next ends with the same database and the same mails
(tests/games/crashes.py).

Every run plays all stages undisturbed and dies at a third of the failpoints, PBEM_SWEEPS=all at each once;
PBEM_CRASHES=all kills at the first and last pass of every failpoint in every stage, a thousand times."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import timeit
from pathlib import Path
from typing import Any

import pytest

from games.clockwork import failpoints
from tests.games.crash_ends import difference
from tests.games.crash_plans import ALONE, ORDERS
from tests.games.crash_scenario import STAGES
from tests.games.crashes import ROOT, Passed, names_in_the_source
from tests.sampling import some

pytestmark = pytest.mark.slow

NAMES = names_in_the_source()
MAY_DOUBLE = {"outbox.sent", "outbox.failed"}
DEADLY = NAMES if os.environ.get("PBEM_CRASHES") == "all" else sorted({*some(NAMES, 3), *MAY_DOUBLE})
# one of each kind: before, in, and after a transaction; with a letter, a bell, a claim and a mail on the way
ON_POSTGRESQL = (
    "arrivals.begins", "arrivals.stored", "inbox.marked", "eventlog.moved", "eventlog.committed",
    "doorbell.rang", "adjudication.asking", "questions.closed", "queue.claimed", "outbox.leased",
    "outbox.claimed", "outbox.sent",
)  # fmt: skip


def crash(directory: Path, url: str, *options: str) -> dict[str, Any]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PBEM_", "PYTEST_"))}
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.crashes", str(directory), *options],
        env={**clean, **({"PBEM_DATABASE_URL": url} if url else {})},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=3600,
    )
    assert done.returncode == 0, done.stderr[-5000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def crashes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    every = "--all" if os.environ.get("PBEM_CRASHES") == "all" else "--to-the-end"
    found = crash(tmp_path_factory.mktemp("crashes"), "", every, f"--only={','.join(DEADLY)}")
    doubled = sum(result["doubled"] for result in found["results"])
    print(f"{len(NAMES)} failpoints, {len(found['results'])} deaths, {doubled} mails sent twice and counted")
    return found


@pytest.mark.parametrize("name", DEADLY)
def test_death_there_loses_and_doubles_nothing(crashes: dict[str, Any], name: str) -> None:
    """A failpoint that no stage passes fails here: add a stage to tests/games/crash_scenario.py."""
    deaths = [result for result in crashes["results"] if result["name"] == name]
    assert deaths, "no stage of the scenario passes this failpoint"
    assert all(death["killed"] for death in deaths), "nobody died"
    assert not [death for death in deaths if death["differs"]]


def test_every_stage_is_played_and_passes_only_what_stands_in_the_source(crashes: dict[str, Any]) -> None:
    assert list(crashes["passed"]) == [ORDERS, ALONE, *(stage.name for stage in STAGES)]
    assert set().union(*crashes["passed"].values()) == set(NAMES)


def test_between_two_commits_there_is_a_failpoint(crashes: dict[str, Any]) -> None:
    """Each entry: the stage, and two statements or commits that no failpoint parts."""
    assert crashes["crowded"] == []


def test_nobody_calls_the_outside_while_he_holds_a_transaction(crashes: dict[str, Any]) -> None:
    """In all stages: letters, adjudications, questions, deadlines, and everything that is mailed of them."""
    assert set(crashes["outside"]) == {"bell", "mail"}
    assert min(crashes["outside"].values()) > 50


def test_a_mail_is_sent_twice_only_if_death_came_between_its_sending_and_the_note_of_it(
    crashes: dict[str, Any],
) -> None:
    names = {result["name"] for result in crashes["results"] if result["doubled"]}
    assert {"outbox.sent"} <= names <= MAY_DOUBLE


# whether the suite would notice


def test_a_server_that_forgets_a_transaction_is_found_out(tmp_path: Path) -> None:
    """The inbox settles a mail and owes its answer in two transactions instead of one: an answer is lost."""
    found = crash(tmp_path, "", "--careless", "--all", "--stages=strange-letters", "--only=inbox.marked")
    assert [death["differs"] for death in found["results"] if death["differs"]] == ["other mails: 6, not 7"]


def test_statements_without_a_failpoint_between_them_are_noted() -> None:
    passed = Passed()
    passed.note("UPDATE a")
    assert "x" not in passed
    passed.note("COMMIT")
    assert not passed.crowded
    passed.note("UPDATE b")
    assert (passed, passed.crowded) == ({"x": 1}, {("COMMIT", "UPDATE b")})


def test_differences_are_told() -> None:
    end = {"uncounted": [], "mails": [["a", "1"]], "rows": {"Game": [{"id": 1, "phase": 2}]}}
    assert difference(end, end) == ""
    assert "phase" in difference(end, {**end, "rows": {"Game": [{"id": 1, "phase": 3}]}})
    assert "Game: 0 rows" in difference(end, {**end, "rows": {"Game": []}})
    assert "other mails" in difference(end, {**end, "mails": []})
    assert "not counted" in difference(end, {**end, "uncounted": ["a"]})


# the failpoints themselves


def test_only_the_environment_arms_them() -> None:
    script = (
        "from games.clockwork.failpoints import failpoint as f; f('a.b'); f('a.c'); print('1', flush=True); "
        "f('a.b'); print('2')"
    )

    def run(**environment: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, **environment},
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        return done.returncode, "".join(done.stdout.split())

    assert run() == (0, "12")
    assert run(PBEM_FAILPOINT="a.b") == (-9, "")
    assert run(PBEM_FAILPOINT="a.b*2") == (-9, "1")
    assert run(PBEM_FAILPOINT="a.d") == (0, "12")


def test_unarmed_they_cost_nothing_that_could_be_measured() -> None:
    """A mail passes some hundred of them: less than a tenth of a millisecond, a thousandth of its way."""
    assert not failpoints._armed
    seconds = min(timeit.repeat(lambda: failpoints.failpoint("outbox.sent"), number=1000, repeat=20))
    assert seconds / 1000 < 1e-6


# the other database


@pytest.mark.postgresql
def test_death_loses_and_doubles_nothing_on_postgresql(server_url: str, tmp_path: Path) -> None:
    names = some(ON_POSTGRESQL, 2)
    found = crash(tmp_path, server_url, f"--only={','.join(names)}")
    assert {death["name"] for death in found["results"]} == set(names)
    assert all(death["killed"] for death in found["results"])
    assert not [death for death in found["results"] if death["differs"]]

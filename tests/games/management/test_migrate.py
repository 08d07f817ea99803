"""Tables that are made by two hosts at once, or by one that was killed."""

from __future__ import annotations

import fcntl
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from django.conf import settings

pytestmark = pytest.mark.slow


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without any table."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'pbem.sqlite3'}"
    return str(request.getfixturevalue("server_url"))


def test_two_first_starts_at_once_both_succeed(empty: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PBEM_DATABASE_URL": empty, "PBEM_VAR": str(tmp_path / "var")}
    command = [sys.executable, str(settings.ROOT / "manage.py"), "migrate", "--verbosity", "0"]
    both = [
        subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for _ in range(2)
    ]
    said = [process.communicate(timeout=120)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0], said


def test_who_comes_second_does_not_even_open_a_new_database(tmp_path: Path) -> None:
    """SQLite may call one that two open for the first time locked, at once."""
    database = tmp_path / "pbem.sqlite3"
    environment = {
        **os.environ,
        "PBEM_DATABASE_URL": f"sqlite:///{database}",
        "PBEM_VAR": str(tmp_path / "var"),
    }
    command = [sys.executable, str(settings.ROOT / "manage.py"), "migrate", "--verbosity", "0"]
    before = Path(f"{database}.migrating")
    with before.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        second = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        seen = psutil.Process(second.pid)
        while second.poll() is None and str(before) not in {file.path for file in seen.open_files()}:
            time.sleep(0.05)
        assert not database.exists()
    said, _ = second.communicate(timeout=120)
    assert second.returncode == 0, said


def test_a_migration_that_was_killed_is_named_and_goes_on_where_it_stopped(
    tmp_path: Path,
) -> None:
    """Whatever it had reached: each step is there whole or not at all."""
    environment = {
        **os.environ,
        "PBEM_DATABASE_URL": f"sqlite:///{tmp_path}/db",
        "PBEM_VAR": str(tmp_path / "var"),
    }
    command = [sys.executable, str(settings.ROOT / "manage.py")]

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*command, *words], env=environment, capture_output=True, text=True)

    with subprocess.Popen([*command, "migrate"], env=environment, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout
        assert any("games.0010" in line for line in first.stdout)
        first.kill()
    sweep = run("sweep")
    assert sweep.returncode == 78 and "Traceback" not in sweep.stderr, sweep.stderr
    assert re.search(r"of an older version \(it lacks 00\d\d_\w+\): run manage.py migrate\.\n", sweep.stderr)
    assert run("migrate").returncode == 0
    assert run("sweep").returncode == 0
    assert run("verify", "--all").returncode == 0

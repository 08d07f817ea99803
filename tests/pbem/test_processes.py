"""The processes of an embedded server."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from pbem import processes
from pbem.processes import Fleet, StartFailed, free_port

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE_SECONDS = 90  # for a machine with much else to do; without a line at a time it is never


def test_a_port_in_use_is_said_instead_of_shared() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, Fleet() as fleet:
        port = other.getsockname()[1]
        with pytest.raises(StartFailed, match=f"127.0.0.1:{port}.*--listen"):
            fleet.web("127.0.0.1", port)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """``manage.py serve`` in a directory of its own, with a pipe where the terminal would be."""
    hidden = ("PBEM_", "PYTEST_", "PYTHONUNBUFFERED")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(hidden)},
        "PBEM_VAR": str(tmp_path),
        "PBEM_DATABASE_URL": f"sqlite:///{tmp_path / 'games.sqlite3'}",
        "PBEM_REDIS_URL": f"redis+socket://{tmp_path / 'redis.sock'}",
        "PBEM_MAIL_LISTEN": f"127.0.0.1:{free_port()}",
    }
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "serve", "--listen", f"127.0.0.1:{free_port()}"],
        env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
    )  # fmt: skip
    watchdog = threading.Timer(AT_ONCE_SECONDS, process.terminate)
    watchdog.start()
    try:
        yield process
    finally:
        watchdog.cancel()
        process.send_signal(signal.SIGTERM)
        process.wait(60)


@pytest.mark.slow
def test_what_a_server_says_arrives_at_a_pipe_line_by_line(served: subprocess.Popen[str]) -> None:
    assert served.stdout is not None
    began = time.monotonic()
    said = [served.stdout.readline() for _ in range(6)]
    assert served.poll() is None and time.monotonic() - began < AT_ONCE_SECONDS, said
    assert said[0].startswith("Starting ") and said[1].startswith("Pages:"), said
    assert said[-1].endswith("Ctrl-C stops everything.\n")


SLEEPS = [sys.executable, "-c", "import time; time.sleep(600)"]


def test_what_ends_is_started_again_with_all_that_it_left_behind_gone() -> None:
    leaves = "import subprocess, sys; print(subprocess.Popen(sys.argv[1:]).pid, flush=True)"
    with Fleet() as fleet:
        log = fleet.logs / "leaver.log"
        log.unlink(missing_ok=True)
        fleet.start("sleeper", SLEEPS)
        fleet.start("leaver", [sys.executable, "-c", leaves, *SLEEPS]).wait(AT_ONCE_SECONDS)
        before = fleet.members
        child = int(log.read_text().split()[0])
        assert fleet.look_after() == [f"leaver has ended with code 0; see {log}"]
        assert fleet.members["leaver"] != before["leaver"] and fleet.members["sleeper"] == before["sleeper"]
        assert _ends(child), "or two workers would do what one is to do"


def test_what_ends_again_and_again_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "MOST_STARTS", 2)
    with Fleet() as fleet:
        fleet.start("failing", [sys.executable, "-c", "raise SystemExit(3)"])
        started = 0
        with pytest.raises(StartFailed, match="failing has ended with code 3"):
            for _ in range(AT_ONCE_SECONDS * 20):
                started += len(fleet.look_after())
                time.sleep(0.05)
        assert started == 2


def _ends(pid: int) -> bool:
    deadline = time.monotonic() + AT_ONCE_SECONDS
    while time.monotonic() < deadline:
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False

"""The processes of an embedded server."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from pbem import processes
from pbem.places import CannotListen
from pbem.processes import Fleet, StartFailed, free_port

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE_SECONDS = 90  # for a machine with much else to do; without a line at a time it is never


def test_a_port_in_use_is_said_instead_of_shared() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, Fleet() as fleet:
        port = other.getsockname()[1]
        with pytest.raises(CannotListen, match=f"another program listens at 127.0.0.1:{port};.*--listen"):
            fleet.web("127.0.0.1", port)


def test_an_address_of_another_machine_is_said_to_be_none() -> None:
    with (
        Fleet() as fleet,
        pytest.raises(CannotListen, match=r"nobody can listen at 192\.0\.2\.77:8000 .*--listen"),
    ):
        fleet.web("192.0.2.77", 8000)


def test_a_rush_of_pages_leaves_connections_to_the_database_for_all_else() -> None:
    command = processes.web_command("127.0.0.1", 8000)
    assert int(command[command.index("--blocking-threads") + 1]) <= 32  # of PostgreSQL's 100


def test_it_is_none_even_where_that_machine_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_listens", lambda host, port: True)
    with pytest.raises(CannotListen, match=r"at 192\.0\.2\.77:25 \(that is no address of this machine\)"):
        processes.must_be_free("192.0.2.77", 25, "PBEM_MAIL_LISTEN")


def test_who_must_not_serve_says_why_where_the_fleet_is_told(tmp_path: Path) -> None:
    with Fleet() as fleet:
        fleet.start("refused", [sys.executable, "-c", "import sys; print('It lacks its key.'); sys.exit(78)"])
        fleet._running[0].process.wait(20)
        with pytest.raises(StartFailed, match=r"refused has ended with code 78: It lacks its key$"):
            fleet.check()


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
        env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
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


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses for tests: the first one of a hundredth of a second."""
    monkeypatch.setattr(processes, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(processes, "LONGEST_PAUSE", 0.04)


def looked_after(fleet: Fleet, until: Callable[[], bool]) -> list[str]:
    told = []
    for _ in range(AT_ONCE_SECONDS * 100):
        told += fleet.look_after()
        if until():
            return told
        time.sleep(0.01)
    raise AssertionError(told)


def test_what_ends_is_started_again_with_all_that_it_left_behind_gone(hasty: None) -> None:
    leaves = "import subprocess, sys; print(subprocess.Popen(sys.argv[1:]).pid, flush=True)"
    with Fleet() as fleet:
        log = fleet.logs / "leaver.log"
        log.unlink(missing_ok=True)
        fleet.start("sleeper", SLEEPS)
        fleet.start("leaver", [sys.executable, "-c", leaves, *SLEEPS]).wait(AT_ONCE_SECONDS)
        before = fleet.members
        child = int(log.read_text().split()[0])
        told = looked_after(fleet, lambda: fleet.members["leaver"] != before["leaver"])
        assert told == [f"leaver has ended with code 0; see {log}. It is started again in 0 s"]
        assert fleet.members["sleeper"] == before["sleeper"]
        assert _ends(child), "or two workers would do what one is to do"


def test_what_ends_again_and_again_is_never_given_up_and_its_pauses_grow(hasty: None) -> None:
    with Fleet() as fleet:
        fleet.start("failing", [sys.executable, "-c", "raise SystemExit(3)"])
        fleet.start("sleeper", SLEEPS)
        sleeper = fleet.members["sleeper"]
        pauses: list[float] = []
        failing = fleet._running[0]
        for _ in range(6):
            seen = fleet.members["failing"]
            told = looked_after(fleet, lambda seen=seen: fleet.members["failing"] != seen)
            assert len(told) == 1 and told[0].startswith("failing has ended with code 3; see ")
            pauses.append(failing.pause)
        assert pauses == [0.01, 0.02, 0.04, 0.04, 0.04, 0.04]
        assert fleet.members["sleeper"] == sleeper, "nobody else has to suffer for it"


def test_who_has_stayed_up_is_started_again_soon(hasty: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with Fleet() as fleet:
        fleet.start("failing", [sys.executable, "-c", "raise SystemExit(3)"])
        [failing] = fleet._running
        for _ in range(3):
            seen = fleet.members["failing"]
            looked_after(fleet, lambda seen=seen: fleet.members["failing"] != seen)  # type: ignore[misc]
        monkeypatch.setattr(processes, "STAYS_UP_SECONDS", 0.0)
        failing.process.wait(AT_ONCE_SECONDS)
        fleet.look_after()
        assert failing.pause == 0.01


def test_a_process_whose_log_finds_no_room_is_started_all_the_same(
    hasty: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with Fleet() as fleet:
        fleet.logs = tmp_path / "no" / "such" / "folder"
        assert fleet.start("sleeper", SLEEPS).poll() is None


def test_redis_remembers_nothing_and_refuses_nothing(settings: Any, tmp_path: Path) -> None:
    """A log of its own, or an attempt to save itself, would make it refuse when the disk is full."""
    from redis import Redis

    settings.REDIS_URL = f"redis+socket://{tmp_path / 'redis.sock'}"
    settings.VAR = tmp_path
    (tmp_path / "appendonly.aof").write_bytes(b"of a former version")
    with Fleet() as fleet:
        fleet.doorbell()
        redis = Redis(unix_socket_path=str(tmp_path / "redis.sock"))
        chosen: dict[str, str] = redis.config_get("*")
        assert (chosen["appendonly"], chosen["save"]) == ("no", "")
        assert chosen["stop-writes-on-bgsave-error"] == "no"
        redis.set("a", "b")
        redis.close()
    assert [file.name for file in tmp_path.iterdir() if file.suffix in (".aof", ".rdb")] == []


def _ends(pid: int) -> bool:
    deadline = time.monotonic() + AT_ONCE_SECONDS
    while time.monotonic() < deadline:
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False

"""Real workers, a real Redis, and a hand that kills and flushes."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import psutil
import pytest
import redis

from tests.games import bell, migrated
from tests.games.pocket_rules import PocketRules

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow
DESK_SECONDS = 120


class Rig:
    """A server in a directory of its own."""

    def __init__(self, var: Path, scenario: str) -> None:
        self.var = var
        self.socket = var / "redis.sock"
        self.environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("PBEM_", "PYTEST_"))},
            "DJANGO_SETTINGS_MODULE": "pbem.settings",
            "RIG_SCENARIO": scenario,
            "PBEM_VAR": str(var),
            "PBEM_DATABASE_URL": f"sqlite:///{var / 'games.sqlite3'}",
            "PBEM_REDIS_URL": f"redis+socket://{self.socket}",
            "PBEM_SWEEP_SECONDS": "1",
            "PBEM_PATIENCE_SECONDS": "2",
        }
        self.running: list[Popen[bytes]] = []
        self.desk: Popen[bytes] | None = None
        self.working: Popen[bytes] | None = None
        migrated.put(var / "games.sqlite3")
        self.redis_server = self.start_redis()
        self.redis = redis.Redis(unix_socket_path=str(self.socket))
        wait(lambda: self.socket.exists() and self.redis.ping(), "Redis")

    def start(self, *command: str, stdin: int | None = None, stdout: int | None = None) -> Popen[bytes]:
        with (self.var / "log").open("ab") as log:
            process = Popen(
                command, env=self.environment, cwd=ROOT, stdin=stdin, stdout=stdout or log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        self.running.append(process)
        return process

    def start_redis(self) -> Popen[bytes]:
        return self.start(*bell.command(self.var, self.socket))

    def worker(self) -> Popen[bytes]:
        self.working = self.start(
            sys.executable, "-m", "celery", "-A", "pbem", "worker", "-I", "tests.games.rig", "-c", "2", "-Q",
            "adjudicate,mail,relay,maint", "--without-gossip", "--without-mingle", "-l", "info",
        )  # fmt: skip
        return self.working

    def look_after(self) -> None:
        """What a service manager does: start a worker again that has ended. Celery's may end when it loses
        Redis while it holds a message."""
        if self.working is not None and self.working.poll() is not None:
            self.worker()

    def beat(self) -> Popen[bytes]:
        return self.start(sys.executable, "-m", "celery", "-A", "pbem", "beat", "-l", "warning")

    def run(self, *command: str) -> Any:
        """Have something done at the desk, a process that stays: starting one for every look would cost more
        than the server that is looked at."""
        if self.desk is None or self.desk.poll() is not None:
            self.desk = self.start(sys.executable, "-m", "tests.games.rig", stdin=PIPE, stdout=PIPE)
        assert self.desk.stdin and self.desk.stdout
        self.desk.stdin.write(json.dumps(command).encode() + b"\n")
        self.desk.stdin.flush()
        answered, _, _ = select.select([self.desk.stdout], [], [], DESK_SECONDS)
        line = self.desk.stdout.readline() if answered else b""
        assert line, f"no answer to {command}: {self.log}"
        return json.loads(line)

    def stop(self) -> None:
        for process in self.running:
            kill(process)

    @property
    def log(self) -> str:
        return (self.var / "log").read_text(errors="replace")[-6000:]


def kill(process: Popen[bytes]) -> None:
    """kill -9 of a process and its children; all of them were started here, in a session of their own."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait(ready: Callable[[], Any], what: str, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            if ready():
                return
        except redis.ConnectionError:
            pass
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(0.1)


@pytest.fixture
def rig(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Rig]:
    rig = Rig(tmp_path, getattr(request, "param", "pocket"))
    try:
        yield rig
    finally:
        print(rig.log)
        rig.stop()


def all_over(rig: Rig) -> bool:
    games = rig.run("progress")
    return all(g["state"] == "over" and all(s == "accepted" for _, s in g["mails"]) for g in games)


def played_once(game: dict[str, Any], phases: int = PocketRules.phases) -> None:
    """Every phase was closed once, every die rolled once, every mail owed and sent once."""
    assert game["verified"] and game["trouble"] == ""
    for kind in ("phase_closed", "phase_ended", "secret_revealed", "orders_accepted"):
        assert game["kinds"].count(kind) == phases, kind
    assert game["runs"] == phases
    assert game["duplicates"] == 0


def played_pocket_once(game: dict[str, Any]) -> None:
    played_once(game)
    assert game["kinds"].count("die_rolled") == 2 * PocketRules.phases
    assert len(game["mails"]) == PocketRules.phases


def test_a_worker_killed_in_the_middle_of_an_adjudication_loses_and_doubles_nothing(rig: Rig) -> None:
    (rig.var / "slow").touch()
    first = rig.worker()
    rig.run("create", "1")
    wait(lambda: (rig.var / "thinking-1").exists(), "the umpire has begun to think")
    kill(first)
    [game] = rig.run("state")
    assert (game["phase"], game["kinds"].count("phase_closed")) == (1, 0), "nothing half done is in the log"
    (rig.var / "slow").unlink()
    rig.worker()
    rig.beat()
    wait(lambda: all_over(rig), "the game is over and all mail is sent", 200)
    [game] = rig.run("state")
    played_pocket_once(game)
    assert len(list((rig.var / "sent").glob("*.eml"))) == PocketRules.phases


def test_a_worker_has_its_readers_of_mail_before_there_is_any(rig: Rig) -> None:
    worker = psutil.Process(rig.worker().pid)

    def readers() -> list[psutil.Process]:
        return [one for one in worker.children(recursive=True) if one.name() == "pbem-reader"]

    wait(lambda: len(readers()) == 2, "one for each of its processes")
    parents = {one.ppid() for one in readers()}
    assert len(parents) == 2 and parents <= {one.pid for one in worker.children()}


def test_flushing_redis_again_and_again_loses_and_doubles_nothing(rig: Rig) -> None:
    """Every message, acknowledgement and binding vanishes, every half second, while three
    games are played."""
    rig.worker()
    rig.beat()
    rig.run("create", "3")
    deadline = time.monotonic() + 240
    while not all_over(rig):
        assert time.monotonic() < deadline, "the games do not end"
        rig.redis.flushall()
        time.sleep(0.5)
    for game in rig.run("state"):
        played_pocket_once(game)
    assert len(list((rig.var / "sent").glob("*.eml"))) == 3 * PocketRules.phases


def test_while_redis_is_away_nothing_is_lost_and_afterwards_it_goes_on(rig: Rig) -> None:
    kill(rig.redis_server)
    rig.worker()
    rig.beat()
    rig.run("create", "2")
    time.sleep(2)
    assert all(game["phase"] == 1 for game in rig.run("progress"))
    rig.start_redis()
    wait(lambda: all_over(rig), "the games are over and all mail is sent", 200)
    for game in rig.run("state"):
        played_pocket_once(game)


@pytest.mark.parametrize("rig", ["orchard"], indirect=True)
def test_a_real_battle_survives_a_killed_umpire_and_a_flushed_redis(rig: Rig) -> None:
    first = rig.worker()
    rig.beat()
    rig.run("create", "1")
    wait(lambda: rig.run("progress")[0]["phase"] >= 2, "the first phase is over")
    (rig.var / "slow").touch()
    wait(lambda: list(rig.var.glob("thinking-*")), "the umpire has begun to think")
    kill(first)
    rig.redis.flushall()
    (rig.var / "slow").unlink()
    rig.worker()
    wait(lambda: all_over(rig), "the game is over", 300)
    [game] = rig.run("state")
    played_once(game, game["phase"])
    assert game["reports"] == 3 * game["phase"], "both seats and the public"

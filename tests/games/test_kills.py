"""kill -9 of PostgreSQL, of Redis and of workers, again and again while games are played and letters come."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from email import message_from_bytes
from pathlib import Path

import psycopg
import pytest

from bench.postgresql import server as server_in
from tests.games.pocket_rules import PocketRules
from tests.games.test_workers import Rig, all_over, kill, played_once, wait

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

GAMES = 4
ROUNDS = 3  # of killing
SECONDS = 420


class Postgresql:
    """A server that can be killed as a power cut would: it has no time to write anything down."""

    def __init__(self, directory: Path) -> None:
        self.server = server_in(directory)
        self.url = self.server.url

    def kill(self) -> None:
        """Only the postmaster is killed outright; its children find out and end at once."""
        os.kill(self.server.pid, signal.SIGKILL)
        wait(lambda: not self.answers(), "PostgreSQL is gone", 20)

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def start(self) -> None:
        def started() -> bool:
            try:
                self.server.start()
            except (subprocess.SubprocessError, AssertionError):  # the old shared memory is still in use
                return False
            return self.answers()

        wait(started, "PostgreSQL is back", 60)


@pytest.fixture
def postgresql() -> Iterator[Postgresql]:
    # not below pytest's own directory, which another pytest closes to the user as whom the server runs
    server = Postgresql(Path(tempfile.mkdtemp(prefix="pbem-postgresql-")))
    try:
        yield server
    finally:
        server.server.remove()


@pytest.fixture
def rig(tmp_path: Path, postgresql: Postgresql) -> Iterator[Rig]:
    rig = Rig(tmp_path, "pocket")
    rig.environment |= {"PBEM_DATABASE_URL": postgresql.url, "RIG_LEASE": "5"}
    try:
        yield rig
    finally:
        print(rig.log)
        rig.stop()


def phases_played(rig: Rig) -> int:
    return sum(game["runs"] for game in rig.run("progress"))


def play_on(rig: Rig, until: Callable[[], bool], what: str) -> None:
    """The players write their letters, again and again."""
    deadline = time.monotonic() + SECONDS
    while not until():
        assert time.monotonic() < deadline, f"{what}: not within {SECONDS} s"
        rig.run("write")
        rig.look_after()
        time.sleep(0.2)


def assert_nothing_is_lost_or_doubled(rig: Rig) -> None:
    games = rig.run("state")
    assert len(games) == GAMES
    for game in games:
        played_once({**game, "duplicates": 0})
        assert game["kinds"].count("die_rolled") == 2 * PocketRules.phases
        reports = [key for key, _ in game["mails"] if key.startswith("report:")]
        assert len(reports) == len(set(reports)) == PocketRules.phases
    owed = {key for game in games for key, _ in game["mails"]}
    sent = Counter(
        message_from_bytes(path.read_bytes())["Message-ID"] for path in (rig.var / "sent").glob("*.eml")
    )
    assert len(sent) == len(owed), "every mail went out"
    twice = sum(sent.values()) - len(sent)
    assert twice <= games[0]["duplicates"], "and who went out twice is counted"
    print(
        f"{len(sent)} mails, {twice} of them twice, {games[0]['duplicates']} counted as possible duplicates"
    )


def test_postgresql_killed_in_the_middle_of_load(rig: Rig, postgresql: Postgresql) -> None:
    rig.run("create", str(GAMES), "1")
    rig.worker()
    rig.beat()
    for number in range(1, ROUNDS + 1):
        wanted = number * GAMES * PocketRules.phases // (ROUNDS + 1)
        play_on(rig, lambda wanted=wanted: phases_played(rig) >= wanted, f"{wanted} phases")
        writer = rig.start(sys.executable, "-m", "tests.games.rig", "write")
        postgresql.kill()
        writer.wait(60)
        time.sleep(1)
        postgresql.start()
    felt = (rig.var / "log").read_text(errors="replace")
    assert "OperationalError" in felt, "nobody noticed that the server was killed"
    play_on(rig, lambda: all_over(rig), "the games are over and all mail is sent")
    assert_nothing_is_lost_or_doubled(rig)


def test_redis_and_workers_killed_in_the_middle_of_load(rig: Rig) -> None:
    rig.run("create", str(GAMES), "1")
    rig.worker()
    rig.beat()
    for number in range(1, ROUNDS + 1):
        wanted = number * GAMES * PocketRules.phases // (ROUNDS + 1)
        play_on(rig, lambda wanted=wanted: phases_played(rig) >= wanted, f"{wanted} phases")
        kill(rig.redis_server)
        rig.run("write")
        if number % 2:
            assert rig.working
            kill(rig.working)
            rig.worker()
        rig.redis_server = rig.start_redis()
    play_on(rig, lambda: all_over(rig), "the games are over and all mail is sent")
    assert_nothing_is_lost_or_doubled(rig)

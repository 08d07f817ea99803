"""Whoever starts processes and is killed leaves none of them behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from pbem import guardian
from pbem.guardian import Guardian

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60  # on a machine with much else to do

# a polite process in the starter's own group; and the leader of another, deaf to requests, with a child
DRIVER = """
import signal, subprocess, sys, time
from pbem.guardian import Guardian
SLEEP = "import time; time.sleep(600)"
DEAF = f'''
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen([sys.executable, "-c", {SLEEP!r}])
print("ready", flush=True)
time.sleep(600)
'''
with Guardian() as guardian:
    polite = subprocess.Popen([sys.executable, "-c", SLEEP])
    deaf = subprocess.Popen([sys.executable, "-c", DEAF], start_new_session=True, stdout=subprocess.PIPE)
    deaf.stdout.readline()
    for process in (polite, deaf):
        guardian.watch(process.pid)
    print("ready", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def driver() -> Iterator[subprocess.Popen[str]]:
    """It ends when it is told something."""
    process = subprocess.Popen(
        [sys.executable, "-c", DRIVER], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout and process.stdout.readline() == "ready\n"
    left = psutil.Process(process.pid).children(recursive=True)
    try:
        yield process
    finally:
        for one in left:
            if one.is_running():
                one.kill()
        process.kill()
        process.communicate()


def family_of(process: subprocess.Popen[str]) -> dict[str, psutil.Process]:
    """The processes that a driver has started, by what they do."""
    found = {}
    for one in psutil.Process(process.pid).children(recursive=True):
        command = " ".join(one.cmdline())
        name = "guardian" if "guardian.py" in command else "deaf" if "SIG_IGN" in command else "sleeps"
        found[f"{name} of {one.ppid()}" if name == "sleeps" else name] = one
    assert len(found) == 4, found
    return found


def living(processes: list[psutil.Process]) -> list[psutil.Process]:
    return [one for one in processes if lives(one)]


def lives(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def last_of(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Those that do not come to their end."""
    deadline = time.monotonic() + SECONDS
    while (left := living(processes)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_starter_leaves_nobody_behind(driver: subprocess.Popen[str], number: int) -> None:
    family = list(family_of(driver).values())
    assert len(living(family)) == 4
    os.kill(driver.pid, number)
    driver.wait(SECONDS)
    assert last_of(family) == []


def test_who_leaves_in_the_ordinary_way_ends_its_processes_itself(driver: subprocess.Popen[str]) -> None:
    family = family_of(driver)
    assert driver.stdin
    driver.stdin.write("go\n")
    driver.stdin.flush()
    assert driver.wait(SECONDS) == 0
    assert last_of([family.pop("guardian")]) == []
    assert len(living(list(family.values()))) == 3


def test_what_ends_the_starters_group_does_not_end_the_guardian() -> None:
    with Guardian() as ours:
        assert os.getsid(ours.pid) != os.getsid(0)


def test_a_guardian_that_was_killed_harms_nobody() -> None:
    ours = Guardian()
    os.kill(ours.pid, signal.SIGKILL)
    ours._process.wait(SECONDS)
    for _ in range(3):
        ours.watch(os.getpid())
    ours.leave()


def test_to_end_what_is_gone_takes_no_time_and_kills_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guardian, "PATIENCE_SECONDS", 600)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    guardian.end([(gone.pid, signal.SIGTERM)])

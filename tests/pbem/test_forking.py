"""Processes that are forked do what programs would, and leave their parent alone."""

from __future__ import annotations

import json
import os
import platform
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from pbem import forking

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is forked")


class Driver:
    """A process with a fleet of one that it forks."""

    def __init__(self, var: Path, *deed: str) -> None:
        self.log = var / "log" / "child.log"
        environment = {**os.environ, "PBEM_VAR": str(var), "DJANGO_SETTINGS_MODULE": "pbem.settings"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.pbem.forked", "drive", *deed], env=environment, cwd=ROOT,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def says(self) -> list[str]:
        assert self.process.stdout
        return self.process.stdout.readline().split()

    def goes_on(self) -> None:
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()


@pytest.fixture
def drive(tmp_path: Path) -> Iterator[Callable[..., Driver]]:
    made: list[Driver] = []

    def start(*deed: str) -> Driver:
        made.append(Driver(tmp_path, *deed))
        return made[-1]

    yield start
    for driver in made:
        driver.process.communicate()


def test_it_is_as_a_program_would_be(drive: Callable[..., Driver]) -> None:
    driver = drive("tells", "a b", "--c")
    assert driver.says()[0] == "0"
    arguments, name, alone, given, files = json.loads(driver.log.read_text())
    assert arguments == ["tells", "a b", "--c"] and name == "pbem-child" and alone and given == ""
    assert files == 4, "the guardian would not notice that the parent is gone; the fourth is the look itself"


@pytest.mark.parametrize(("deed", "code"), [(("raises",), "1"), (("ends", "78"), "78"), (("ends", "0"), "0")])
def test_however_it_ends_the_parent_only_learns_of_it_and_starts_it_again(
    drive: Callable[..., Driver], deed: tuple[str, ...], code: str
) -> None:
    driver = drive(*deed)
    returned, first = driver.says()
    assert returned == code and ("ZeroDivisionError" in driver.log.read_text()) == (deed == ("raises",))
    driver.goes_on()
    [second] = driver.says()
    assert second != first and driver.process.poll() is None


def test_one_that_is_killed_is_started_again(drive: Callable[..., Driver]) -> None:
    driver = drive("waits")
    _code, first = driver.says()
    os.kill(int(first), signal.SIGKILL)
    _until(lambda: psutil.Process(int(first)).status() == psutil.STATUS_ZOMBIE)
    driver.goes_on()
    assert driver.says() != [first]


def test_one_whose_parent_is_killed_ends(drive: Callable[..., Driver]) -> None:
    driver = drive("waits")
    _code, child = driver.says()
    _until(lambda: "ready" in driver.log.read_text())
    driver.process.kill()
    _until(lambda: not psutil.pid_exists(int(child)))


def _until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_what_is_done_apart_leaves_only_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    monkeypatch.setattr(forking, "is_safe", lambda: True)
    forking.apart(lambda: done.append(1))
    assert done == []
    for code in (78, 1):
        with pytest.raises(SystemExit) as end:
            forking.apart(lambda code=code: sys.exit(code) if code == 78 else 1 // 0)
        assert end.value.code == code
    monkeypatch.setattr(forking, "is_safe", lambda: False)
    forking.apart(lambda: done.append(1))
    assert done == [1], "with threads about it is done here"


HOLES = """
import ctypes, gc
from pbem import forking
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]
pieces = [libc.malloc(size) for _ in range(2000) for size in (1000, 120)]
if {filled}:
    with forking.loading():
        for hole in pieces[1::2]:
            libc.free(hole)
else:
    for hole in pieces[1::2]:
        libc.free(hole)
print(len({{libc.malloc(120) // 4096 for _ in range(1000)}}))
"""


@pytest.mark.parametrize("filled", [True, False])
def test_what_a_fork_allocates_lies_together_and_not_between_what_it_shares(filled: bool) -> None:
    """Each piece between others would copy a page."""
    if "glibc" not in platform.libc_ver():
        pytest.skip("another C library")
    program = [sys.executable, "-c", HOLES.format(filled=filled)]
    pages = int(subprocess.run(program, cwd=ROOT, capture_output=True, check=True).stdout)
    assert pages < 60 if filled else pages > 200


LARGE = """
import ctypes
from pbem import forking
if {spared}:
    forking.spare_memory()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]
libc.free(libc.malloc(20_000_000))
for _ in range(8):
    pixels = libc.malloc(5_000_000)
    ctypes.memset(pixels, 1, 5_000_000)
    libc.malloc(3000)
    libc.free(pixels)
    libc.malloc(600_000)
print(next(line.split()[1] for line in open("/proc/self/smaps_rollup") if line.startswith("Anonymous")))
"""


def test_room_for_something_large_goes_back_though_something_small_lies_behind_it() -> None:
    if "glibc" not in platform.libc_ver():
        pytest.skip("another C library")
    spared, kept = (
        int(subprocess.run([sys.executable, "-c", LARGE.format(spared=spared)], cwd=ROOT,
                           capture_output=True, check=True).stdout)
        for spared in (True, False)
    )  # fmt: skip
    assert spared + 3000 < kept, "kilobytes"

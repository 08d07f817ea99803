"""Processes that are forked from one which has loaded everything: what is loaded stands in memory once, and
they are there at once.

Whoever forks has no connections and no threads. Where forks are not safe (macOS, whose libraries start
threads of their own) processes are programs.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import math
import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any

POSSIBLE = sys.platform == "linux"
LOOKS_SECONDS = 0.02
ENDS_SECONDS = 30
LONGEST_NAME = 15  # that the kernel keeps of a process
HOLES = (*(2**power for power in range(16, 9, -1)), *range(504, 8, -16))
"""Bytes, large ones first: all sizes of which malloc keeps free pieces apart, and some beyond."""

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # see mallopt(3)
LARGE_BYTES = 1_000_000
KEPT_BYTES = 4 * LARGE_BYTES  # free at the end of a heap; with the usual 128 kB drawing takes a tenth longer


class Born(BaseException):
    """Raised in a new process, up through all that its parent was about, none of which is its own affair.
    Whoever began that lets it ``live``."""

    def __init__(self, module: str, arguments: Sequence[str]) -> None:
        super().__init__(module)
        self.module, self.arguments = module, arguments

    def live(self) -> None:
        """What ``python -m MODULE ARGUMENTS`` does."""
        self.__traceback__ = None
        sys.argv[1:] = self.arguments
        sys.modules.pop(f"{self.module}.__main__", None)  # it may be what the parent began with
        runpy.run_module(self.module, run_name="__main__", alter_sys=True)


class Forked:
    """The parent's side, as far as it is that of a subprocess.Popen."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit code, negative for a signal; None while it lives."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout: float = math.inf) -> int:
        """Raises subprocess.TimeoutExpired."""
        deadline = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("a forked process", timeout)
            time.sleep(LOOKS_SECONDS)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


class Piped(Forked):
    """A fork with a pipe to its standard input and one from its standard output."""

    def __init__(self, pid: int, stdin: IO[bytes], stdout: IO[bytes]) -> None:
        super().__init__(pid)
        self.stdin, self.stdout = stdin, stdout

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self) -> None:
        """Nothing more is said; it has ended, or is about to."""
        for pipe in (self.stdin, self.stdout):
            with contextlib.suppress(OSError):
                pipe.close()
        self.wait(ENDS_SECONDS)


@contextlib.contextmanager
def loading() -> Iterator[None]:
    """Around all that is loaded before the first fork. It is never garbage, and a collection would leave
    holes in it that each fork would fill anew for itself."""
    gc.disable()
    spare_memory()
    yield
    gc.freeze()
    fill_holes()


def fill_holes() -> None:
    """Take what is free between what is loaded, for good: holes of a few bytes on thousands of pages. A fork
    would put into them what it allocates, and so copy a page for each; now it begins at the heap's end, where
    one page holds many. Only the C library of GNU is known to be like that."""
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "malloc_trim"):
        return
    libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    libc.sbrk.restype, libc.sbrk.argtypes = ctypes.c_void_p, [ctypes.c_ssize_t]
    libc.malloc_trim(0)  # whole pages go back to the system
    end = libc.sbrk(0)
    for size in HOLES:
        while libc.malloc(size) < end:
            pass


def spare_memory() -> None:
    """Have the C library of GNU give large pieces back to the system as soon as they are free, here and in
    all that is forked from here. By itself it keeps them for the next once it has met one, and what is made
    between two of them and lasts leaves holes: a worker that draws maps of 5 MB had 25 MB of them. What a
    phase takes again and again is smaller, and stays."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
        libc.mallopt(M_TRIM_THRESHOLD, KEPT_BYTES)


def is_module(command: Sequence[str]) -> bool:
    """Whether this starts a module of Python, which may be forked instead."""
    return list(command[:2]) == [sys.executable, "-m"]


def is_safe() -> bool:
    """Whether this process may be forked: the fork of a thread's owner would wait for locks that nobody
    releases."""
    return POSSIBLE and threading.active_count() == 1


def fork(
    name: str, command: Sequence[str], out: IO[Any], err: IO[Any], leave: Callable[[], object]
) -> Forked:
    """Start ``python -m MODULE ...`` in a session of its own, with these for its output. In the new process
    ``leave`` gives away what is the parent's alone; then it raises Born."""
    assert is_safe()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):
            stream.flush()
    if pid := os.fork():
        return Forked(pid)
    os.setsid()
    leave()
    _begin(name, out, err)
    raise Born(command[2], command[3:])


def _begin(name: str, out: IO[Any], err: IO[Any]) -> None:
    """What a program has from its start, and a fork has not."""
    gc.enable()
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    for new, old in ((out, 1), (err, 2)):
        os.dup2(new.fileno(), old)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(line_buffering=True)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    multiprocessing.set_start_method("fork", force=True)  # for what it forks itself
    _call(name)


def piped(name: str, work: Callable[[IO[bytes], IO[bytes]], object]) -> Piped:
    """A fork of this process that does this work, is given the ends of two pipes, and holds nothing else of
    this process: neither its connections nor its files."""
    assert is_safe()
    (source, given), (taken, sink) = os.pipe(), os.pipe()
    if pid := os.fork():
        os.close(source)
        os.close(sink)
        return Piped(pid, os.fdopen(given, "wb"), os.fdopen(taken, "rb"))
    code = 1
    try:
        for new, old in ((source, 0), (sink, 1)):
            os.dup2(new, old)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _call(name)
        work(os.fdopen(0, "rb"), os.fdopen(1, "wb"))
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)  # what its parent would do at its end is no affair of its own


def apart(work: Callable[[], object]) -> None:
    """Do something that this process need not remember: it is done in a fork, and if that ends with a code,
    so does this process."""
    if not is_safe():
        work()
        return
    if pid := os.fork():
        if code := os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]):
            raise SystemExit(code)
        return
    code = 1
    try:
        work()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def _call(name: str) -> None:
    """So ps and top call this process; its command line is still that of whom it was forked from."""
    with contextlib.suppress(OSError):
        Path("/proc/self/comm").write_text(f"pbem-{name}"[:LONGEST_NAME])

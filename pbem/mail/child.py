"""Reading in a process of its own, which may be killed: a mail that would never end or eat all memory ends
its reader, not the worker.

Each process that reads mail keeps one such reader and starts it anew when it has died. The kernel stops it:
CPU_SECONDS of work on one mail or MEMORY_BYTES of memory, and it is gone. A worker forks its first reader
before it has any connection, which takes a fifth of the memory; one that is started later is a program of
its own, rather than a multiprocessing.Process, which a Celery worker may not start.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import select
import signal
import subprocess
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import IO, NamedTuple

import msgspec

from pbem import forking
from pbem.mail import limits
from pbem.mail.automatic import Own
from pbem.mail.reader import ReadMail, read, unopened

logger = logging.getLogger(__name__)

CPU_SECONDS = 3.0
WALL_SECONDS = 60.0  # for a reader that does not even get to work
MEMORY_BYTES = 192 * 1024 * 1024  # beside what it begins with
KILLED: limits.RefusalCode = "reader-killed"
_ATTEMPTS = 2
_ROOT = Path(__file__).resolve().parent.parent.parent
_LENGTH = 4


class _Request(msgspec.Struct, array_like=True):
    raw: bytes
    own: Own
    envelope_from: str | None


class Bounds(NamedTuple):
    """What a reader is told at its beginning: the test for order lines, and what it may take."""

    order_test: str
    cpu_seconds: float
    memory_bytes: int


class ReaderDied(Exception):
    """The child did not live to give an answer."""


class Reader:
    """A child process that reads mails, one after the other; ``forked`` where this process has no connections
    yet."""

    def __init__(self, looks_like_order: str, *, forked: bool = False) -> None:
        self.owner = os.getpid()
        self.order_test = looks_like_order
        bounds = Bounds(looks_like_order, CPU_SECONDS, MEMORY_BYTES)
        self.process = forking.piped("reader", partial(_serve, bounds)) if forked else _program(bounds)

    def read(self, raw: bytes, own: Own, envelope_from: str | None) -> ReadMail:
        """Raises ReaderDied."""
        assert self.process.stdin and self.process.stdout
        deadline = monotonic() + WALL_SECONDS
        try:
            _put(self.process.stdin, msgspec.msgpack.encode(_Request(raw, own, envelope_from)))
            answer = self._answer(self.process.stdout.fileno(), deadline)
        except OSError as error:
            raise ReaderDied from error
        return msgspec.msgpack.decode(answer, type=ReadMail)

    def _answer(self, descriptor: int, deadline: float) -> bytes:
        received = b""
        while len(received) < _LENGTH or len(received) < _LENGTH + int.from_bytes(received[:_LENGTH]):
            ready, _, _ = select.select([descriptor], [], [], max(0.0, deadline - monotonic()))
            chunk = os.read(descriptor, 1 << 20) if ready else b""
            if not chunk:
                raise ReaderDied
            received += chunk
        return received[_LENGTH:]

    def close(self) -> None:
        """End the child, whatever it is doing."""
        self.process.kill()
        self.process.communicate()


_reader: Reader | None = None
_lock = Lock()


def read_safely(
    raw: bytes, looks_like_order: str, own: Own = Own(), envelope_from: str | None = None
) -> ReadMail:
    """``reader.read`` in the child. ``looks_like_order`` names the test for order lines
    ("package.module:function"). A mail that kills its reader twice is refused as KILLED, with what its
    headers say."""
    raw = raw[: limits.RAW_BYTES + 1]
    with _lock:
        for _ in range(_ATTEMPTS):
            try:
                return _living_reader(looks_like_order).read(raw, own, envelope_from)
            except ReaderDied:
                close()
            except (
                BaseException
            ):  # or the answer that is still to come would be taken for that of the next mail
                close()
                raise
    return unopened(raw, KILLED, own, envelope_from)


def start(looks_like_order: str) -> None:
    """Start this process's reader before there is a mail for it. Whatever goes wrong is logged: the first
    mail tries again."""
    try:
        with _lock:
            _living_reader(looks_like_order, forked=forking.is_safe())
    except OSError:
        logger.warning("the reader of mail does not start", exc_info=True)


def _living_reader(looks_like_order: str, *, forked: bool = False) -> Reader:
    """This process's reader; one inherited through a fork belongs to the parent."""
    global _reader
    if _reader is not None and _reader.order_test != looks_like_order:
        close()
    if _reader is None or _reader.owner != os.getpid():
        _reader = Reader(looks_like_order, forked=forked)
    return _reader


@atexit.register
def close() -> None:
    """End this process's reader, if it has one."""
    global _reader
    if _reader is not None and _reader.owner == os.getpid():
        _reader.close()
    _reader = None


def _program(bounds: Bounds) -> subprocess.Popen[bytes]:
    arguments = [bounds.order_test, str(bounds.cpu_seconds), str(bounds.memory_bytes)]
    return subprocess.Popen(
        [sys.executable, "-m", "pbem.mail.child", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=_ROOT,
    )


# in the child


def main() -> None:
    order_test, cpu_seconds, memory_bytes = sys.argv[1:4]
    _serve(Bounds(order_test, float(cpu_seconds), int(memory_bytes)), sys.stdin.buffer, sys.stdout.buffer)


def _serve(bounds: Bounds, source: IO[bytes], sink: IO[bytes]) -> None:
    module, _, function = bounds.order_test.partition(":")
    looks_like_order = getattr(import_module(module), function)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the worker decides when this ends
    _bound(bounds.memory_bytes)
    while length := source.read(_LENGTH):
        request = msgspec.msgpack.decode(source.read(int.from_bytes(length)), type=_Request)
        signal.setitimer(
            signal.ITIMER_PROF, bounds.cpu_seconds
        )  # its signal ends the process, even inside of C code
        found = read(request.raw, looks_like_order, request.own, request.envelope_from)
        answer = msgspec.msgpack.encode(found)
        signal.setitimer(signal.ITIMER_PROF, 0)
        _put(sink, answer)


def _bound(memory_bytes: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError):  # no such file on macOS, which bounds no addresses either
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + memory_bytes
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _put(stream: IO[bytes], data: bytes) -> None:
    stream.write(len(data).to_bytes(_LENGTH) + data)
    stream.flush()


if __name__ == "__main__":
    main()

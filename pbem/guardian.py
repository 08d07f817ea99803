"""A guardian ends processes whose starter is gone, however it went: after a kill -9 nobody else would.

It is a program of its own at the other end of a pipe. Each process is named to it as it is started; when
the pipe closes without a farewell, the starter is dead, and the guardian ends what it was told of:
politely, and then not.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time

TYPE_CHECKING = False  # that of typing takes half a megabyte, and the guardian's side is to stay small
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType
    from typing import IO

PATIENCE_SECONDS = 10
_FAREWELL = b"farewell\n"


class Guardian:
    """The starter's side. As a context manager: leaving it in the ordinary way ends nothing but
    the guardian."""

    def __init__(self, *, forked: bool = False) -> None:
        """``forked`` where the starter forks others too."""
        import subprocess

        from pbem import forking

        # nothing of the starter's is kept open but the pipe, and a signal to the starter's group
        # does not end it
        self._process = (
            forking.piped("guardian", lambda source, _sink: _guard_alone(source))
            if forked
            else subprocess.Popen(
                [sys.executable, "-I", "-S", __file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        )

    def __enter__(self) -> Guardian:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave()

    def watch(self, pid: int, politely: signal.Signals = signal.SIGTERM) -> None:
        """End this process, with its group if it leads one, should the present process die
        before it leaves."""
        self._tell(f"{pid} {int(politely)}\n".encode())

    def leave(self) -> None:
        """Nothing is to be ended any more."""
        self._tell(_FAREWELL)
        with contextlib.suppress(OSError):
            self._pipe.close()
        self._process.wait()

    def disown(self) -> None:
        """For a fork of the starter: only while it is the starter's alone the pipe tells that he is gone."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def _pipe(self) -> IO[bytes]:
        assert self._process.stdin
        return self._process.stdin

    def _tell(self, words: bytes) -> None:
        with contextlib.suppress(OSError, ValueError):  # somebody has killed the guardian, or it has left
            self._pipe.write(words)
            self._pipe.flush()


# the guardian's side


def main() -> None:
    with contextlib.suppress(OSError), open("/proc/self/comm", "w") as name:
        name.write("pbem-guardian")
    guard(sys.stdin.buffer)


def _guard_alone(source: IO[bytes]) -> None:
    os.setsid()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    guard(source)


def guard(source: IO[bytes]) -> None:
    """Until the farewell, or the end of who should have said it."""
    watched: list[tuple[int, int]] = []
    for line in source:
        if line == _FAREWELL:
            return
        pid, politely = line.split()
        watched.append((int(pid), int(politely)))
    end(watched)


def end(watched: Sequence[tuple[int, int]]) -> None:
    """End these processes, given with the signals that ask them to; those that do not within a
    while are killed."""
    for pid, politely in reversed(watched):
        _send(pid, politely)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while list(_living(watched)) and time.monotonic() < deadline:
        time.sleep(0.1)
    for pid in _living(watched):
        _send(pid, signal.SIGKILL)


def _living(watched: Sequence[tuple[int, int]]) -> Iterator[int]:
    return (pid for pid, _ in watched if _send(pid, 0))


def _send(pid: int, number: int) -> bool:
    """Whether there was anybody to send it to: the group that the process led, or itself."""
    for send in (os.killpg, os.kill):
        with contextlib.suppress(OSError):
            send(pid, number)
            return True
    return False


if __name__ == "__main__":
    main()

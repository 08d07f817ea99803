"""A Redis or Valkey of our own for tests: whichever this machine has, as the embedded server takes it."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from pbem import bells
from pbem.environment import socket_path
from pbem.guardian import Guardian

SECONDS = 20


def command(folder: Path, socket: Path) -> list[str]:
    """What starts one on a unix socket, with nothing to remember."""
    program = bells.server()
    assert program, "these tests need redis-server or valkey-server (make services)"
    return [program, "--port", "0", "--unixsocket", str(socket), "--dir", str(folder), "--save", ""]


@contextmanager
def running(folder: Path) -> Iterator[Path]:
    """The socket of one that runs."""
    socket = socket_path(folder, "bell.sock")
    process = subprocess.Popen(command(folder, socket), stdout=subprocess.DEVNULL)
    with Guardian() as guardian:
        guardian.watch(process.pid)
        try:
            _wait(redis.Redis(unix_socket_path=str(socket)))
            yield socket
        finally:
            process.terminate()
            process.wait(SECONDS)


def _wait(client: redis.Redis) -> None:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(redis.ConnectionError):
            client.ping()
            return
        time.sleep(0.05)
    raise TimeoutError("Redis does not answer")

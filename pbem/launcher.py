"""Starts the processes of a server on one machine and looks after them until Ctrl-C.

It loads what the others need, forks them, and does nothing but watch afterwards: it has no connection and no
thread, what has to be prepared it has another do, and a fault in any of them ends that one alone.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading

from pbem import forking, loading
from pbem.processes import MANAGE, Fleet

PREPARE = [*MANAGE, "prepare"]


def run(host: str, port: int) -> None:
    """Everything, with its pages at this address. Raises StartFailed, CannotListen, and in each new process
    forking.Born; ends with the code of what could not be prepared, which has said why."""
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    if forking.POSSIBLE:
        with forking.loading():
            loading.load()
    welcome = _prepared()
    with Fleet(forks=forking.POSSIBLE) as fleet:
        fleet.everything(host, port)
        with contextlib.suppress(OSError):
            print(welcome, end="", flush=True)
        while not stopped.wait(1):
            for told in fleet.look_after():
                _tell(f"{told}.")
        _tell("Stopping ...")


def _prepared() -> str:
    """What is to be told once everything runs."""
    source, sink = os.pipe()
    with os.fdopen(source, "rb") as taken, os.fdopen(sink, "wb") as given:
        process: forking.Forked | subprocess.Popen[bytes]
        if forking.POSSIBLE:
            process = forking.fork("prepare", PREPARE, given, sys.stderr, taken.close)
        else:
            process = subprocess.Popen(PREPARE, stdout=given)
        given.close()
        welcome = taken.read().decode()
    if code := process.wait():
        raise SystemExit(code)
    return welcome


def _tell(words: str) -> None:
    """Where nobody can hear it (a full disk, a terminal that is gone) the server goes on all the same."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"{words}\n")

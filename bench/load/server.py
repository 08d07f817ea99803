"""The server under load: the processes that ``manage.py serve`` starts, the players' mail server, and how
much memory they take.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import psutil

from bench import databases
from pbem.guardian import Guardian

SECOND_LOOKS = 1.0
STOP_SECONDS = 40
SERVE = (sys.executable, "-m", "pbem", "serve", "--listen")
LAST_WORDS = b"Ctrl-C stops everything.\n"
MEGABYTE = 1_000_000
GAME_MASTER = "game-master@headquarters.example.org"


class Memory(NamedTuple):
    """The most that was seen at once, in megabytes. A page that several processes share is in the
    ``resident`` size of each of them; ``whole`` counts it once."""

    worker: float = 0  # resident, of the largest process that works
    whole: float = 0
    whole_resident: float = 0
    parts: Mapping[str, float] = {}


class Watch(threading.Thread):
    """Looks at the memory and the CPU time of all processes of a server, once a second."""

    def __init__(self, launcher: int) -> None:
        super().__init__(daemon=True)
        self.launcher, self.peak, self._over = launcher, Memory(), threading.Event()
        self._cpu: dict[int, float] = {}

    def run(self) -> None:
        while not self._over.wait(SECOND_LOOKS):
            self.look()

    def stop(self) -> Memory:
        self._over.set()
        self.join()
        return self.peak

    def cpu_seconds(self) -> float:
        """CPU time that all processes have taken so far, those that have ended included."""
        self.look()
        return sum(self._cpu.values())

    def look(self) -> Memory:
        """What they take just now."""
        resident, proportional = {}, {}
        worker = 0.0
        for name, processes in _members(self.launcher).items():
            family = [memory for process in processes if (memory := _memory(process))]
            for process in processes:
                with contextlib.suppress(psutil.Error):
                    self._cpu[process.pid] = sum(process.cpu_times()[:2])
            resident[name] = sum(rss for rss, _ in family)
            proportional[name] = sum(pss for _, pss in family)
            if name == "worker":
                worker = max((rss for rss, _ in family), default=0)
        now = Memory(worker, sum(proportional.values()), sum(resident.values()), proportional)
        self.peak = Memory(
            max(self.peak.worker, now.worker),
            max(self.peak.whole, now.whole),
            max(self.peak.whole_resident, now.whole_resident),
            now.parts if now.whole > self.peak.whole else self.peak.parts,
        )
        return now


def _members(launcher: int) -> dict[str, list[psutil.Process]]:
    """The launcher, and all that it has started, by name; each with what it has started itself."""
    found = {}
    with contextlib.suppress(psutil.Error):
        first = psutil.Process(launcher)
        found["launcher"] = [first]
        for child in first.children():
            with contextlib.suppress(psutil.Error):
                found[child.name().removeprefix("pbem-")] = [child, *child.children(recursive=True)]
    return found


def _memory(process: psutil.Process) -> tuple[float, float] | None:
    with contextlib.suppress(psutil.Error, OSError):
        full = process.memory_full_info()
        return full.rss / MEGABYTE, full.pss / MEGABYTE
    return None


class Places(NamedTuple):
    """Where the server under load keeps its things and can be called."""

    var: Path
    listener: int
    sink: int
    web: int

    @property
    def ledger(self) -> Path:
        return self.var / "sink.jsonl"


def prepare(var: Path, database_url: str, **settings: object) -> Places:
    """Choose addresses and set the environment of this process and its children, before Django is set up.
    ``settings`` are others of the server's, e.g. ``retry_seconds=1`` for PBEM_RETRY_SECONDS."""
    from pbem.processes import free_port

    places = Places(var, free_port(), free_port(), free_port())
    os.environ.update(
        PBEM_VAR=str(var),
        PBEM_DATABASE_URL=database_url or f"sqlite:///{var / 'load.sqlite3'}",
        PBEM_REDIS_URL="",
        PBEM_MAIL_BACKEND="smtp",
        PBEM_MAIL_HOST="127.0.0.1",
        PBEM_MAIL_PORT=str(places.sink),
        PBEM_MAIL_LISTEN=f"127.0.0.1:{places.listener}",
        PBEM_GAME_MASTER=GAME_MASTER,
        PBEM_LOG_LEVEL="WARNING",
        # a storm is what those bounds are for
        PBEM_MAIL_RATE_SEAT="0",
        PBEM_MAIL_RATE_ADDRESS="0",
        PBEM_MAIL_RATE_DOMAIN="0",
        DJANGO_SETTINGS_MODULE="pbem.settings",
    )
    os.environ.update({f"PBEM_{name.upper()}": str(value) for name, value in settings.items()})
    return places


def set_up() -> None:
    """Django in this process, which rings for nobody: it only writes letters and reads what came of them."""
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    settings.DOORBELL = False
    call_command("migrate", verbosity=0)


@contextlib.contextmanager
def database(kind: str, var: Path) -> Iterator[str]:
    """The URL of an empty database; for "postgresql" a server of its own, not part of the memory
    that is watched."""
    if kind == "sqlite":
        yield ""
        return
    with databases.postgresql(var) as url:
        yield url


@contextlib.contextmanager
def running(places: Places) -> Iterator[Watch]:
    """All processes of ``manage.py serve`` and the sink, until the block ends."""
    sink = [sys.executable, "-m", "bench.load.sink", str(places.sink), str(places.ledger)]
    serve = [*SERVE, f"127.0.0.1:{places.web}"]
    with started(sink), started(serve, stdout=subprocess.PIPE) as launcher:
        assert launcher.stdout
        assert any(line.endswith(LAST_WORDS) for line in launcher.stdout), "the server does not start"
        watch = Watch(launcher.pid)
        watch.start()
        yield watch
        watch.stop()


@contextlib.contextmanager
def started(command: Sequence[str], stdout: int | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A process until the block ends, or this one does."""
    process = subprocess.Popen(command, stdout=stdout)
    with Guardian() as guardian:
        guardian.watch(process.pid)
        try:
            yield process
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)

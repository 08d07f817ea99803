"""The processes of an embedded server: Redis, web, mail in with the clock, worker; started and stopped
together.

In production each of them is a service of its own (docs/operators/production.md); this is for one machine and
one command.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from django.conf import settings

from pbem import bells, forking
from pbem.forking import Born, Forked
from pbem.guardian import Guardian
from pbem.places import CannotListen, address

STOP_SECONDS = 15
# what ends is started again after a pause, twice as long each time; who stays up for a while begins with
# the first again
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
STAYS_UP_SECONDS = 120.0
MANAGE = (sys.executable, "-m", "pbem")


Process = subprocess.Popen[bytes] | Forked


class StartFailed(RuntimeError):
    """A process did not come up; the message names its log, or says what is wrong."""


class Member:
    """A process of the fleet, and when it is to be started again once it has ended."""

    def __init__(self, name: str, command: Sequence[str], process: Process) -> None:
        self.name, self.command = name, command
        self.pause = FIRST_PAUSE / 2
        self.runs(process)

    def runs(self, process: Process) -> None:
        self.process, self.since, self.again_at = process, time.monotonic(), 0.0

    def rest(self) -> None:
        """It has ended: the pause before its next start."""
        short = time.monotonic() - self.since < STAYS_UP_SECONDS
        self.pause = min(2 * self.pause, LONGEST_PAUSE) if short else FIRST_PAUSE
        self.again_at = time.monotonic() + self.pause


class Fleet:
    """Processes that belong together. Use as a context manager: leaving it stops them, last started first,
    and so does the end of this process, whatever ended it."""

    def __init__(self, environment: Mapping[str, str] | None = None, *, forks: bool = False) -> None:
        """With ``forks`` this process has loaded what its programs need, and forks them."""
        self._environment = {**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})}
        self._forks = forks
        self._running: list[Member] = []
        self._guardian: Guardian | None = None
        self.logs = settings.VAR / "log"

    def __enter__(self) -> Fleet:
        self.logs.mkdir(parents=True, exist_ok=True)
        self._guardian = Guardian(forked=self._forks)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is Born:  # a new process, to which none of the others belong
            return
        self.stop()
        if self._guardian:
            self._guardian.leave()

    def start(self, name: str, command: Sequence[str]) -> Process:
        """Start a process in a session of its own, its output in var/log."""
        process = self._started(name, command)
        self._running.append(Member(name, command, process))
        return process

    def _started(self, name: str, command: Sequence[str]) -> Process:
        process: Process
        with self._log(name) as log:
            if self._forks and forking.is_module(command):
                process = forking.fork(name, command, log, log, self._leave)
            else:
                process = subprocess.Popen(
                    command,
                    env=self._environment,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    stdin=subprocess.DEVNULL,
                    start_new_session=True,
                )
        if self._guardian:
            self._guardian.watch(process.pid)
        return process

    def _leave(self) -> None:
        """In a process that was forked from this one."""
        if self._guardian:
            self._guardian.disown()

    def _log(self, name: str) -> IO[bytes]:
        """Where a process writes what it has to say: nowhere while there is no room for another file."""
        try:
            return (self.logs / f"{name}.log").open("ab")
        except OSError:
            return Path(os.devnull).open("wb")

    def stop(self) -> None:
        """Ask every process to finish; end those that do not within a few seconds."""
        processes = [member.process for member in reversed(self._running)]
        for process in processes:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + STOP_SECONDS
        for process in processes:
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        self._running.clear()

    def check(self) -> None:
        """Raise StartFailed if a process has ended."""
        for member in self._running:
            if member.process.poll() is not None:
                raise StartFailed(self._ended(member))

    def look_after(self) -> list[str]:
        """See to what has ended: it is started again after a pause, however often it ends. Returns
        what to tell."""
        told = []
        for member in self._running:
            if member.process.poll() is None:
                continue
            if not member.again_at:
                member.rest()
                told.append(f"{self._ended(member)}. It is started again in {member.pause:.0f} s")
            elif time.monotonic() >= member.again_at:
                self._start_again(member)
        return told

    def _start_again(self, member: Member) -> None:
        with contextlib.suppress(ProcessLookupError):  # what it has left behind
            os.killpg(member.process.pid, signal.SIGKILL)
        try:
            member.runs(self._started(member.name, member.command))
        except OSError:  # no room for another process just now
            member.rest()

    def _ended(self, member: Member) -> str:
        log = self.logs / f"{member.name}.log"
        told = f"{member.name} has ended with code {member.process.returncode}"
        if member.process.returncode == os.EX_CONFIG and (reason := _last_line(log)):
            return f"{told}: {reason}"
        return f"{told}; see {log}"

    # the members

    @property
    def members(self) -> dict[str, int]:
        """The process ids by name."""
        guardian = {"guardian": self._guardian.pid} if self._guardian else {}
        return guardian | {member.name: member.process.pid for member in self._running}

    def everything(self, host: str, port: int) -> None:
        """The whole server, with its pages at this address."""
        self.doorbell()
        pages, mail = self._web(host, port), self._mail_in()
        self._wait("web", pages)  # the first page need not wait for those who work
        self._wait("smtpd", mail)
        self.hands()
        if settings.MAIL_IMAP_URL:
            self.mailbox()

    def doorbell(self) -> None:
        """The embedded Redis on its unix socket, unless the settings name a server or one runs already. Where
        this machine has none there is no doorbell."""
        if not bells.ring() or not settings.REDIS_URL.startswith("redis+socket://"):
            return
        path = Path(settings.REDIS_URL.removeprefix("redis+socket://").split("?")[0])
        if _answers(path):
            return
        program = bells.server()
        if program is None:
            raise StartFailed(
                "PBEM_DOORBELL is on, and this machine has neither Redis nor Valkey: install one, name one "
                "with PBEM_REDIS_URL, or take PBEM_DOORBELL out"
            )
        path.unlink(missing_ok=True)
        (settings.VAR / "appendonly.aof").unlink(missing_ok=True)  # kept there by former versions
        # it rings, and has nothing to remember: a full disk is no reason for it to refuse
        self.start("redis", [program, "--port", "0", "--unixsocket", str(path),
                             "--dir", str(settings.VAR), "--appendonly", "no", "--save", "",
                             "--stop-writes-on-bgsave-error", "no", "--maxmemory-policy",
                             "noeviction"])  # fmt: skip
        self._wait("redis", lambda: _answers(path))

    def hands(self) -> None:
        """Who does the work: workers that are rung for, or without a doorbell one process that looks for
        it."""
        if bells.ring():  # asked anew: whoever starts others may not ring himself
            self.worker()
        else:
            seconds = self._environment.get("PBEM_SWEEP_SECONDS", str(settings.SWEEP_SECONDS))
            self.start("sweep", [*MANAGE, "sweep", "--every", str(min(float(seconds), bells.UNRUNG_SECONDS))])

    def worker(self, concurrency: int = 0) -> None:
        """A worker of so many processes (0: as the settings say)."""
        self.start("worker", worker_command(concurrency))

    def mail_in(self) -> None:
        """The SMTP listener at PBEM_MAIL_LISTEN, and with it the clock that has workers rung for."""
        self._wait("smtpd", self._mail_in())

    def _mail_in(self) -> Callable[[], bool]:
        """Started, and whether it listens yet. The clock sweeps there, rather than by Celery's in the
        workers: so these touch nothing, and copy no memory that they share, until there is work; in a process
        of its own it would copy most of what the listener copies once more."""
        place = self._environment.get("PBEM_MAIL_LISTEN", settings.MAIL_LISTEN)
        host, port = address("PBEM_MAIL_LISTEN", place)
        must_be_free(host, port, "PBEM_MAIL_LISTEN")
        self.start("smtpd", [*MANAGE, "smtpd", *(["--clock"] if bells.ring() else [])])
        return lambda: _listens(host, port)

    def mailbox(self) -> None:
        """The poller of the mailbox PBEM_MAIL_IMAP_URL."""
        self.start("imappoll", [*MANAGE, "imappoll"])

    def web(self, host: str, port: int) -> None:
        self._wait("web", self._web(host, port))

    def _web(self, host: str, port: int) -> Callable[[], bool]:
        """Started, and whether it listens yet."""
        must_be_free(host, port, "--listen")
        self.start("web", web_command(host, port))
        return lambda: _listens(host, port)

    def _wait(self, name: str, ready: Callable[[], bool], seconds: float = 30) -> None:
        deadline = time.monotonic() + seconds
        while not ready():
            self.check()
            if time.monotonic() > deadline:
                raise StartFailed(f"{name} did not start within {seconds:.0f} s; see {self.logs / name}.log")
            time.sleep(0.05)


def worker_command(concurrency: int = 0, *, clock: bool = False) -> list[str]:
    """Celery's worker for all that has to be done, of so many processes (0: as the settings say)."""
    processes = str(concurrency or settings.WORKERS)
    return [sys.executable, "-m", "pbem.worker", "--processes", processes, *(["--clock"] if clock else [])]


WEB_THREADS = 32
"""Pages that are made at once; each has a connection to the database, of which PostgreSQL has 100 for all
processes of all hosts. Who calls when all are busy waits; slow callers must not take all of them."""


def web_command(host: str, port: int) -> list[str]:
    return [sys.executable, "-m", "granian", "--interface", "wsgi", "--host", host, "--port", str(port),
            "--no-ws", "--workers", "1", "--blocking-threads", str(WEB_THREADS),
            "pbem.wsgi:application"]  # fmt: skip


def free_port() -> int:
    """A TCP port on loopback that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _last_line(log: Path) -> str:
    with contextlib.suppress(OSError):
        return log.read_text(errors="replace").rstrip().rpartition("\n")[2].rstrip(".")
    return ""


def must_be_free(host: str, port: int, choice: str) -> None:
    """Raise CannotListen if somebody else is there: two servers at one port would share its callers; or if
    that is no place of this machine."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        socket.create_server((host, port), family=family).close()
        if _listens(host, port):  # where a system lets two in
            raise OSError(errno.EADDRINUSE, "in use")
    except OSError as error:
        raise CannotListen(f"{host}:{port}", choice, error) from None


def _listens(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=0.5):
            return True
    except OSError:
        return False


def _answers(path: Path) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(0.5)
            probe.connect(str(path))
            probe.sendall(b"PING\r\n")
            return probe.recv(16).startswith(b"+PONG")
    except OSError:
        return False

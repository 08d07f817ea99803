"""A PostgreSQL of our own for tests and measurements, on a unix socket: the packaged one (pgserver) where its
wheel installs, else the one of this machine (Debian's, say)."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

_PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
_SECONDS = 60


class Server(Protocol):
    """A server that runs; ``url`` names its first database."""

    @property
    def url(self) -> str: ...
    @property
    def pid(self) -> int: ...
    def start(self) -> None:
        """Again, behind a crash. Raises SubprocessError or AssertionError where it is too early."""

    def execute(self, sql: str) -> None: ...
    def remove(self) -> None:
        """Stop it, and forget all that it holds."""


def server(directory: Path) -> Server:
    """A server that keeps everything in this directory."""
    return _Packaged(directory) if find_spec("pgserver") else _OfTheMachine(directory)


def tools() -> Path:
    """Where psql, pg_dump and pg_restore are."""
    if (package := find_spec("pgserver")) and package.origin:
        return Path(package.origin).parent / "pginstall" / "bin"
    return _programs()


def _programs() -> Path:
    for place in _candidates():
        if all((place / name).exists() for name in ("initdb", "pg_ctl", "psql")):
            return place
    raise RuntimeError("no PostgreSQL here: install pgserver, or your system's package (postgresql)")


def _candidates() -> Iterator[Path]:
    if found := shutil.which("pg_ctl"):
        yield Path(os.path.realpath(found)).parent
    for place in _PLACES:
        yield from sorted(Path("/").glob(place.lstrip("/")), reverse=True)


def _let_through(directory: Path) -> None:
    """Let another user come to a directory of ours: temporary ones above it are closed to all others."""
    temporary = Path(tempfile.gettempdir()).resolve()
    for above in directory.resolve().parents:
        if above.is_relative_to(temporary) and above.stat().st_uid == os.geteuid():
            above.chmod(above.stat().st_mode | stat.S_IXGRP | stat.S_IXOTH)


class _Packaged:
    def __init__(self, directory: Path) -> None:
        import pgserver

        self._server = pgserver.get_server(directory, cleanup_mode="delete")

    @property
    def url(self) -> str:
        return str(self._server.get_uri())

    @property
    def pid(self) -> int:
        return int(self._server.get_pid())

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def execute(self, sql: str) -> None:
        self._server.psql(sql)

    def remove(self) -> None:
        self._server.cleanup()


class _OfTheMachine:
    """PostgreSQL refuses to run as root: then it is the user whom its package brings."""

    def __init__(self, directory: Path) -> None:
        self._user = "postgres" if os.geteuid() == 0 else None
        directory.mkdir(parents=True, exist_ok=True)
        self._home = directory
        self._data = directory / "data"
        if self._user:
            shutil.chown(directory, self._user)
            directory.chmod(0o755)
            _let_through(directory)
        self._run("initdb", "--auth=trust", "--encoding=utf8", "--username=postgres", "-D", self._data)
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://postgres:@/postgres?host={quote(str(self._home), safe='')}"

    @property
    def pid(self) -> int:
        return int((self._data / "postmaster.pid").read_text().split()[0])

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories={self._home}"
        self._run("pg_ctl", "-D", self._data, "-w", "-o", options, "-l", self._home / "log", "start")

    def execute(self, sql: str) -> None:
        self._run("psql", self.url, "-v", "ON_ERROR_STOP=1", "-c", sql)

    def remove(self) -> None:
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop", check=False)
        shutil.rmtree(self._home, ignore_errors=True)

    def _run(self, program: str, *arguments: str | Path, check: bool = True) -> None:
        subprocess.run(
            [_programs() / program, *arguments],
            user=self._user, cwd=self._home, check=check, timeout=_SECONDS,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

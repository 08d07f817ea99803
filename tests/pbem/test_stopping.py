"""What stops a command is said in one sentence, with what to do."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, ProgrammingError
from django.db.migrations.exceptions import MigrationSchemaMissing

from pbem import installed, stopping
from pbem.environment import SettingError
from pbem.places import CannotListen, address
from pbem.starting import CannotStart

ROOT = Path(__file__).resolve().parents[2]


def raising(error: Exception) -> Callable[[], None]:
    def command() -> None:
        raise error

    return command


FAULTS = {
    "a wrong setting": (SettingError("PBEM_WORKERS='x' is not a whole number"), "PBEM_WORKERS", 78),
    "another key": (CannotStart("give every host the same PBEM_SECRET_KEY"), "the same PBEM_SECRET_KEY", 78),
    "a port in use": (
        CannotListen("127.0.0.1:25", "PBEM_MAIL_LISTEN", OSError(errno.EADDRINUSE, "in use")),
        "another program listens at 127.0.0.1:25; choose another address with PBEM_MAIL_LISTEN",
        75,
    ),
    "a full disk": (
        OSError(errno.ENOSPC, "No space left", "/srv/var/x"),
        "disk of /srv/var/x: make some",
        75,
    ),
    "a role that may not": (
        ProgrammingError("permission denied for table django_migrations"),
        "let its owner run manage.py migrate, and manage.py grants",
        78,
    ),
    "a role that may make no tables": (
        MigrationSchemaMissing("Unable to create the table (permission denied for schema public)"),
        "let its owner run manage.py migrate",
        78,
    ),
    "a file that is no database": (DatabaseError("file is not a database"), "put a copy in its place", 78),
    "a limit on files": (OSError(errno.EFBIG, "File too large"), "by its limit: raise it (ulimit -f", 75),
    "a limit on files, or a bad disk, below SQLite": (
        OperationalError("disk I/O error"),
        "whether it is sound, and whether files may become as large",
        75,
    ),
    "a right that is lacking": (
        CannotListen("0.0.0.0:25", "PBEM_MAIL_LISTEN", OSError(errno.EACCES, "permission denied")),
        "this user may not listen at 0.0.0.0:25; give it the right to ports below 1024",
        75,
    ),
    "a full disk below SQLite": (
        OperationalError("database or disk is full"),
        "make some and begin again",
        75,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.django_db
def test_it_is_one_sentence(fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    error, words, code = FAULTS[fault]
    with pytest.raises(SystemExit) as end:
        stopping.carry_out(["pbem", "serve"], raising(error))
    said = capsys.readouterr().err
    assert end.value.code == code and words in said and said.count("\n") == 1 and "Traceback" not in said
    with pytest.raises(type(error)):
        stopping.carry_out(["pbem", "serve", "--traceback"], raising(error))


@pytest.mark.parametrize("fault", [*FAULTS, "a fault of ours"])
@pytest.mark.django_db
def test_a_mail_server_that_pipes_is_told_to_come_again_whatever_it_is(fault: str) -> None:
    """For any other code it would send the mail back to its writer."""
    error = FAULTS[fault][0] if fault in FAULTS else ZeroDivisionError()
    with pytest.raises(SystemExit) as end:
        stopping.carry_out(["pbem", "pipemail"], raising(error))
    assert end.value.code == os.EX_TEMPFAIL


def test_a_fault_that_nobody_knows_is_shown_whole() -> None:
    for error in (
        ZeroDivisionError(),
        FileNotFoundError(errno.ENOENT, "No such file"),
        IntegrityError("unique"),
    ):
        with pytest.raises(type(error)):
            stopping.carry_out(["pbem", "verify"], raising(error))


class Package(Distribution):
    """A package with a record of what belongs to it."""

    def __init__(self, folder: Path, record: str) -> None:
        self.folder, self.record = folder, record

    def read_text(self, filename: str) -> str | None:
        return self.record if filename == "RECORD" else None

    def locate_file(self, path: Any) -> Any:
        return self.folder / path


def test_files_of_the_package_that_are_gone_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "here.toml").touch()
    record = "../../bin/pbem,,\nrules/here.toml,,\nrules/x.pyc,,\n" + "".join(
        f"rules/{name}.toml,sha256=x,1\n" for name in "abcd"
    )
    monkeypatch.setattr(installed, "distribution", lambda name: Package(tmp_path, record))
    assert installed.missing() == [], "that of another place"
    monkeypatch.setattr(installed, "ROOT", tmp_path)
    with pytest.raises(SystemExit) as end:
        stopping.carry_out(["pbem", "serve"], lambda: None)
    said = capsys.readouterr().err
    assert end.value.code == 78
    assert "gone (rules/a.toml, rules/b.toml, rules/c.toml and 1 more): install it again." in said


@pytest.mark.parametrize(
    ("place", "found"),
    [("127.0.0.1:25", ("127.0.0.1", 25)), ("2525", ("127.0.0.1", 2525)), ("[::1]:80", ("::1", 80))],
)
def test_an_address(place: str, found: tuple[str, int]) -> None:
    assert address("--listen", place) == found


@pytest.mark.parametrize(
    "place", ["", "nonsense", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "h:²", "h:-1"]
)
def test_what_is_none(place: str) -> None:
    with pytest.raises(SettingError, match=r"--listen='.*' is not an address with a port, such as"):
        address("--listen", place)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"PBEM_SWEEP_SECONDS": "soon"}, "PBEM_SWEEP_SECONDS='soon' is not a whole number"),
        ({"PBEM_DATABASE_URL": "mysql://x"}, "PBEM_DATABASE_URL begins with sqlite: or postgresql:"),
        ({"PBEM_VAR": "/proc/nowhere"}, "PBEM_VAR: /proc/nowhere cannot be made"),
        ({"PBEM_DATABASE_URL": "postgresql://u@127.0.0.1:1/x"}, "The database cannot be asked: "),
        ({}, "the database is empty: run "),
    ],
)
def test_a_command_line_says_it(tmp_path: Path, environment: dict[str, str], words: str) -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    done = subprocess.run(
        [sys.executable, "manage.py", "creategame", "orchard", "--seat", "normans=captain:bold"],
        env={**clean, "PBEM_VAR": str(tmp_path), "PBEM_LOG_LEVEL": "ERROR", **environment},
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert words in done.stderr and "Traceback" not in done.stderr and done.stderr.count("\n") == 1
    assert done.returncode in (stopping.COME_AGAIN, stopping.MEND)

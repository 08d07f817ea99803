"""Reading the environment: the only place where settings come from."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

OURS = 0o750
"""The group may come in: a mail server in front reaches the socket for mail so."""
BELLS = ("redis", "rediss", "redis+socket", "sentinel")
"""Schemes of addresses that Celery calls a Redis or Valkey by."""
_REDIS_NUMBER = re.compile(r"/?\d*")
_DOMAIN = re.compile(r"[A-Za-z0-9](?:[\w.-]*\w)?", re.ASCII)


class SettingError(ValueError):
    """An environment variable holds something that cannot be used."""


asked: set[str] = set()
"""The names of all variables that somebody has asked for."""


def text(name: str, default: str = "") -> str:
    asked.add(name)
    return os.environ.get(name, default).strip()


def mail_domain() -> str:
    """The domain whose mail comes to this server. Raises SettingError for what cannot be one."""
    value = text("PBEM_MAIL_DOMAIN") or "in.example.org"
    if not _DOMAIN.fullmatch(value):
        raise SettingError(f"PBEM_MAIL_DOMAIN={value!r} is not a domain, such as in.example.org")
    return value


def mail_address(name: str) -> str:
    """An address that mail can be sent to, or nothing. Raises SettingError for anything else."""
    value = text(name)
    user, at, domain = value.rpartition("@")
    if value and not (user and at and _DOMAIN.fullmatch(domain)):
        raise SettingError(f"{name}={value!r} is not a mail address, such as gm@example.org")
    return value


def web_address(name: str, default: str) -> str:
    """An address that pages are reached by, without the slash behind it. Raises SettingError for one that no
    browser could follow."""
    value = (text(name) or default).rstrip("/")
    with _told(name, value, "an address such as https://games.example.org"):
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
            raise ValueError
    return value


def bell(name: str, default: str) -> str:
    """The address of a Redis. Raises SettingError for what the workers could not call."""
    value = text(name) or default
    with _told(name, "", "an address such as redis://host:6379/0"):
        parts = urlsplit(value)
        known, calls = parts.scheme in BELLS, parts.scheme in ("redis", "rediss")
        if not known or parts.port == 0 or (calls and not _REDIS_NUMBER.fullmatch(parts.path)):
            raise ValueError
    return value


def one_of(name: str, default: str, known: Iterable[str]) -> str:
    """A word of these, in capitals. Raises SettingError for any other."""
    value = text(name) or default
    if value.upper() not in known:
        raise SettingError(f"{name}={value!r} is none of {', '.join(known)}")
    return value.upper()


def number(name: str, default: int, least: int | None = None) -> int:
    """A whole number, not below ``least``. Raises SettingError for anything else."""
    value = text(name)
    if not value:
        return default
    try:
        found = int(value)
    except ValueError:
        raise SettingError(f"{name}={value!r} is not a whole number") from None
    if least is not None and found < least:
        raise SettingError(f"{name}={value!r} is less than {least}")
    return found


def flag(name: str, default: bool = False) -> bool:
    """yes/no, on/off, true/false, 1/0. Raises SettingError for anything else."""
    value = text(name).lower()
    if not value:
        return default
    if value in ("1", "yes", "on", "true"):
        return True
    if value in ("0", "no", "off", "false"):
        return False
    raise SettingError(f"{name}={value!r} is neither yes nor no")


def folder(name: str, path: Path) -> Path:
    """A folder that is made where it is missing, and then closed to other users of the machine: reports and
    mails of all players lie there. Raises SettingError where that cannot be, and OSError where only room is
    lacking."""
    try:
        path.mkdir(OURS, parents=True, exist_ok=True)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise SettingError(f"{name}: {path} cannot be made ({error.strerror})") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise SettingError(f"{name}: nothing can be written to {path} as this user")
    return path


def words(name: str) -> list[str]:
    """A list separated by commas or blanks."""
    return text(name).replace(",", " ").split()


def database(url: str) -> dict[str, Any]:
    """Django's description of a database given as a URL.

    ``sqlite:///relative.db`` or ``sqlite:////absolute.db``; ``postgresql://user:password@host:port/name``,
    where ``?host=/directory`` names a unix socket. Raises SettingError for another scheme, for a port that
    is none, and where no database is named.
    """
    with _told("PBEM_DATABASE_URL", "", "an address such as postgresql://user:password@host:5432/name"):
        parts = urlsplit(url)
        names_one = parts.path.strip("/") or "service=" in parts.query
        if parts.port == 0 or (parts.scheme.startswith("postgres") and not names_one):
            raise ValueError
    if parts.scheme == "sqlite":
        return _sqlite(parts.path.removeprefix("/"))
    if parts.scheme in ("postgres", "postgresql"):
        query = dict(parse_qsl(parts.query))
        limits = "-c lock_timeout=5s -c statement_timeout=60s -c idle_in_transaction_session_timeout=30s"
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.removeprefix("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": query.pop("host", "") or parts.hostname or "",
            "PORT": str(parts.port or ""),
            "CONN_MAX_AGE": 60,
            "CONN_HEALTH_CHECKS": True,  # a connection that died with its server is made anew
            "OPTIONS": {
                # the same few statements all day: planned once a connection rather than each time
                "server_side_binding": True,
                "prepare_threshold": 4,
                **query,
                "options": f"{limits} {query.get('options', '')}".strip(),  # the last one counts
            },
        }
    raise SettingError(f"PBEM_DATABASE_URL begins with sqlite: or postgresql:, not {parts.scheme!r}")


@contextmanager
def _told(name: str, value: str, such: str) -> Iterator[None]:
    """What is no address is said so. One that may hold a password (an empty ``value``) is not repeated, nor
    what Python says of it; it may be that password that was misread."""
    try:
        yield
    except ValueError:
        if value:
            raise SettingError(f"{name}={value!r} is not {such}") from None
        written = "in a password / : @ and % are written %2F %3A %40 %25"
        raise SettingError(f"{name} is not {such}; {written}") from None


def _sqlite(path: str) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": 60,  # opening one costs as much as several statements
        "OPTIONS": {
            # a deferred transaction that turns to writing fails at once, whatever the timeout
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;",
        },
        # tests use threads and worker processes, so the test database is a file, one for each test process
        "TEST": {"NAME": str(Path(tempfile.gettempdir()) / f"pbem-test-{os.getpid()}.sqlite3")},
    }


def data_home() -> Path:
    """Where programs of a user keep what they work with."""
    return Path(text("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def kept_secret(path: Path) -> str:
    """The secret in a file that only we can read; made at the first start, the same for all processes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            draft.touch(mode=0o600)
            draft.write_text(secrets.token_urlsafe(48), encoding="ascii")
            os.link(draft, path)  # whole or not at all, and never over another process's secret
        except FileExistsError:
            pass
        finally:
            draft.unlink(missing_ok=True)
    return path.read_text(encoding="ascii").strip()


def socket_path(directory: Path, name: str) -> Path:
    """A place for a unix socket: in the directory, or in the temporary directory where that path
    is too long."""
    path = directory / name
    if len(str(path)) < 100:
        return path
    digest = hashlib.sha256(str(directory).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"pbem-{digest}-{name}"

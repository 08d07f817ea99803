"""Reading the environment: the only place where settings come from."""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit


class SettingError(ValueError):
    """An environment variable holds something that cannot be used."""


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def mail_domain() -> str:
    """The domain whose mail comes to this server."""
    return text("PBEM_MAIL_DOMAIN") or "in.example.org"


def number(name: str, default: int) -> int:
    """A whole number. Raises SettingError for anything else."""
    value = text(name)
    if not value:
        return default
    try:
        return int(value)
    except ValueError:
        raise SettingError(f"{name}={value!r} is not a whole number") from None


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
    """A folder that is made where it is missing. Raises SettingError where that cannot be, and OSError where
    only room is lacking."""
    try:
        path.mkdir(parents=True, exist_ok=True)
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
    where ``?host=/directory`` names a unix socket. Raises SettingError for another scheme.
    """
    parts = urlsplit(url)
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

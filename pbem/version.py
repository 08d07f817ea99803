"""Which version of the server this is."""

from __future__ import annotations

import hashlib
import subprocess
import time
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGE = "pbem"
UNKNOWN = "unknown"


@cache
def of_server() -> str:
    """The installed package's version, or in a checkout what git calls it, from the last tag."""
    root = Path(__file__).resolve().parent.parent
    if (root / ".git").exists():
        return _described(root)
    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return UNKNOWN


def is_exact() -> bool:
    """Whether it names one state of all files."""
    return of_server() != UNKNOWN and not of_server().endswith("-dirty")


def _described(root: Path) -> str:
    command = ["git", "-C", str(root), "describe", "--tags", "--always", "--dirty"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=5, check=True)
    except (OSError, subprocess.SubprocessError):
        return UNKNOWN
    return said.stdout.strip()[:60] or UNKNOWN


@cache
def mark() -> str:
    """A few letters for this version, by which others can keep what it has made; where nobody knows exactly
    which it is, for these processes of it."""
    known = of_server() if is_exact() else f"{of_server()} {time.time()}"
    return hashlib.sha256(known.encode()).hexdigest()[:12]

"""Whether all files of the installed package are there: who copied or cleared a part of it knows which."""

from __future__ import annotations

import os
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from pbem.version import PACKAGE

ROOT = Path(__file__).resolve().parent.parent


def missing() -> list[str]:
    """Files that pip has put beside this one and that are gone. None in a checkout, whose files git knows."""
    try:
        package = distribution(PACKAGE)
    except PackageNotFoundError:
        return []
    root = str(package.locate_file(""))
    if not os.path.samefile(root, ROOT):
        return []  # that of another place: this is a checkout
    return [name for name in _recorded(package) if not os.path.exists(os.path.join(root, name))]


def _recorded(package: Distribution) -> list[str]:
    """By the package's own record, a line for each file: its name, hash and size."""
    lines = (package.read_text("RECORD") or "").splitlines()
    names = (line.partition(",")[0] for line in lines)
    return [name for name in names if name and not name.startswith("..") and not name.endswith(".pyc")]

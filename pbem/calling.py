"""How the commands of this server are called, for whoever is told to run one."""

from __future__ import annotations

from pathlib import Path


def program(root: Path = Path(__file__).resolve().parent.parent) -> str:
    """``manage.py`` in a checkout; ``pbem``, as pip installs it, elsewhere."""
    return "manage.py" if (root / "manage.py").exists() else "pbem"


PROGRAM = program()
SERVE = "make serve" if PROGRAM == "manage.py" else f"{PROGRAM} serve"
"""How the whole server is started."""

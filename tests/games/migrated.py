"""Empty SQLite databases with all tables, for servers that tests start: each process migrates one and copies
it. That ``migrate`` makes it is tried in management/test_migrate.py, and wherever PostgreSQL is used."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def _first() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="pbem-migrated-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    made = folder / "made.sqlite3"
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PBEM_", "PYTEST_"))}
    environment = {**clean, "PBEM_VAR": str(folder), "PBEM_DATABASE_URL": f"sqlite:///{made}"}
    command = [sys.executable, "manage.py", "migrate", "-v0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    assert not made.with_name(f"{made.name}-wal").exists(), "all of it stands in the file"
    return made


def put(database: Path) -> None:
    """One to this place, where there is none yet."""
    assert not database.exists()
    shutil.copyfile(_first(), database)

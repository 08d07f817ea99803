"""Two hosts that are started for the first time at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.slow


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without any table."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'pbem.sqlite3'}"
    return str(request.getfixturevalue("server_url"))


def test_two_first_starts_at_once_both_succeed(empty: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PBEM_DATABASE_URL": empty, "PBEM_VAR": str(tmp_path / "var")}
    command = [sys.executable, str(settings.ROOT / "manage.py"), "migrate", "--verbosity", "0"]
    both = [
        subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for _ in range(2)
    ]
    said = [process.communicate(timeout=120)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0], said

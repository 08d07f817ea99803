"""The tests of the record once more, on a real PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
# these touch no database, or bring one of their own
ELSEWHERE = {
    "test_accessibility.py",
    "test_browser.py",
    "test_crashes.py",
    "test_grants.py",
    "test_kills.py",
    "test_mail_sizes.py",
    "test_on_postgresql.py",
    "test_parity.py",
    "test_pictures.py",
    "test_workers.py",
}

LONG = "not captains_reaches_its_end"  # whole games say nothing more about the database than a few phases

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor == "postgresql", reason="this is that run"),
]


def test_the_record_keeps_its_promises_on_postgresql(server_url: str) -> None:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    files = sorted(str(f) for f in (ROOT / "tests" / "games").glob("test_*.py") if f.name not in ELSEWHERE)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:randomly", "-p", "no:xdist", "-p", "no:cacheprovider",
         "-k", LONG, *files],
        env={**clean, "PBEM_DATABASE_URL": server_url},
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=1500,
    )  # fmt: skip
    print(done.stdout[-20_000:], done.stderr[-5_000:])
    assert done.returncode == 0, "see the output above"

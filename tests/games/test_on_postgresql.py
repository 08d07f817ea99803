"""The tests of the record once more, on a real PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
# These use the database to hold a game, and then look at words, pictures, headers, files, readers or rules.
# Whatever engine holds the game, it is the same game: that is what all others are repeated for.
BESIDE_THE_DATABASE = {
    "doors/test_imap.py",
    "doors/test_webhook_signatures.py",
    "gate/test_killed_reader.py",
    "management/test_mailcheck.py",
    "outbox/test_lasting.py",
    "play/test_orders_overtaken.py",
    "play/test_table_packs.py",
    "proof/test_mutations.py",
    "proof/test_rehearse.py",
    "reports/test_mail_choices.py",
    "reports/test_mail_headers.py",
    "reports/test_report_changes.py",
    "reports/test_reports.py",
    "views/test_judge.py",
    "test_pairs.py",  # two worlds of one number: PostgreSQL never gives a number twice
}
USES_THE_DATABASE = "django_db and not browser"
LONG = "not captains_reaches_its_end"  # whole games say nothing more about the database than a few phases

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor == "postgresql", reason="this is that run"),
]


def test_the_record_keeps_its_promises_on_postgresql(server_url: str) -> None:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    folder = ROOT / "tests" / "games"
    every = {file.relative_to(folder).as_posix() for file in folder.rglob("test_*.py")}
    assert every >= BESIDE_THE_DATABASE
    files = sorted(str(folder / file) for file in every - BESIDE_THE_DATABASE)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:randomly", "-p", "no:xdist", "-p", "no:cacheprovider",
         "-m", USES_THE_DATABASE, "-k", LONG, *files],
        env={**clean, "PBEM_DATABASE_URL": server_url},
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=1500,
    )  # fmt: skip
    print(done.stdout[-20_000:], done.stderr[-5_000:])
    assert done.returncode == 0, "see the output above"

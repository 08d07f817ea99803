"""What is loaded once for all processes of a server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOOK = """
import os, sys
from pbem import loading
loading.load()
from rules.state.board import board_of
print(board_of.cache_info().currsize, len(os.listdir("/proc/self/task")) if sys.platform == "linux" else 1)
print(*(name for name in sys.argv[1:] if name in sys.modules))
"""
FEW_NEED = ("anymail.webhooks", "celery.beat", "dkim", "dns", "requests", "unittest", "urllib3")
"""What only some servers need, or some processes, and late."""


def test_it_has_neither_boards_nor_what_few_need(tmp_path: Path) -> None:
    """Checks of Django would load both, and their outcome be told to nobody."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PBEM_")},
        "DJANGO_SETTINGS_MODULE": "pbem.settings",
        "PBEM_VAR": str(tmp_path),
    }
    program = [sys.executable, "-c", LOOK, *FEW_NEED]
    seen = subprocess.run(program, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    boards, loaded = seen.stdout.splitlines()
    assert boards == "0 1", "no board, and no thread: those who load are about to fork"
    assert loaded == ""


@pytest.mark.parametrize("door", ["pbem.wsgi", "pbem.asgi"])
def test_pages_do_not_pay_for_looks_at_what_was_loaded(door: str, tmp_path: Path) -> None:
    look = "import gc; from pbem import starting; starting.begin_or_end = lambda: None\n"  # asks the database
    look += f"import {door}; from pbem.forking import COLLECTS_AFTER as after\n"
    look += "print(gc.get_threshold()[0] == after, gc.get_freeze_count() > 10_000)"
    environment = {**os.environ, "PBEM_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "pbem.settings"}
    seen = subprocess.run(
        [sys.executable, "-c", look], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert seen.stdout.split() == ["True", "True"]

"""What is loaded once for all processes of a server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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

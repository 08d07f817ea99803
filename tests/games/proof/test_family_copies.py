"""A copy of the whole database: a family in it goes on, each of its games with new dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games import migrated
from tests.games.installation import Installation

pytestmark = pytest.mark.slow


def server(database: Path) -> Installation:
    key = "a key that is kept somewhere else"
    return Installation(f"sqlite:///{database}", database.parent / "var", PBEM_SECRET_KEY=key)


def test_a_family_in_a_copy_is_whole_and_goes_on_with_new_dice(tmp_path: Path) -> None:
    path, copy = tmp_path / "live.sqlite3", tmp_path / "copy.sqlite3"
    migrated.put(path)
    with server(path) as live:
        seats = ("--seat", "normans=captain:bold", "--seat", "lombards=captain:bold")
        first = live("creategame", "reapers", *seats).split()[0]
        for _ in range(40):
            live("closephase", first)
            labels = [line.split()[0] for line in live("verify", first).splitlines() if " ok:" in line]
            if len(labels) == 2:
                break
        live("backup", copy)
    (tmp_path / "restored.sqlite3").write_bytes(copy.read_bytes())
    with server(tmp_path / "restored.sqlite3") as restored:
        told = restored("restored", "--all")
        assert all(f"{label}: new dice from phase" in told for label in labels)
        restored.comes_to_rest()
        told = restored("verify", "--all", "--rules")
        assert all(f"{label} ok:" in told for label in labels) and told.count("look: new dice") == 2
        restored("export", first, "-o", tmp_path / "end.jsonl")
        assert f"{tmp_path / 'end.jsonl'} {labels[1]} ok:" in restored("verify", tmp_path / "end.jsonl")

"""The stand-alone verifier loaded as a module, and exported games as rows that tests may change."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import UUID

import games
from games.models import Game
from games.play import adjudication
from games.proof import export, game_files, verification
from games.record import chaining
from rules import engine
from tests.games.kit import a_game_of_captains, again

PATH = Path(games.__file__).parent / "static" / "games" / "verify_game.py"
Rows = list[dict[str, Any]]


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_game", PATH)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["verify_game"] = module
    spec.loader.exec_module(module)
    return module


verify_game = _loaded()


# files


def rows_of(game: Game) -> Rows:
    return [json.loads(line) for line in export.lines(game)]


def text_of(rows: Rows) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def found(rows: Rows, *seen: str) -> tuple[str, int] | None:
    """The class and place of the fault that the verifier finds."""
    try:
        verify_game.check(text_of(rows), list(seen))
    except verify_game.Fault as fault:
        return fault.kind, fault.seq
    return None


def copy(rows: Rows) -> Rows:
    return [dict(row) for row in rows]


def linked(head: dict[str, Any], previous: str, row: dict[str, Any]) -> str:
    """The hash of a row, by the server's own code."""
    record = engine.Record(row["type"], row["version"], row["data"].encode())
    game, command = UUID(head["uuid"]), row["command"]
    return chaining.link(game, bytes.fromhex(previous), row["seq"], row["recorded_us"], command, record).hex()


def rechain(rows: Rows, first: int = 1) -> Rows:
    """All hashes from an event on, and the head, computed anew: what a careful forger does."""
    head = rows[0]
    for place in range(first, len(rows)):
        previous = rows[place - 1]["hash"] if place > 1 else head["genesis"]
        rows[place]["hash"] = linked(head, previous, rows[place])
    head["events"], head["head"] = len(rows) - 1, rows[-1]["hash"]
    return rows


def changed(row: dict[str, Any], **fields: Any) -> None:
    row["data"] = json.dumps({**json.loads(row["data"]), **fields}, separators=(",", ":"), ensure_ascii=False)


def places(rows: Rows, kind: str) -> list[int]:
    return [row["seq"] for row in rows[1:] if row["type"] == kind]


def played(phases: int) -> Game:
    game = a_game_of_captains()
    for _ in range(phases):
        adjudication.attend(game.pk)
    return again(game)


def play(game: Game, phases: int) -> Game:
    for _ in range(phases):
        adjudication.attend(game.pk)
    return again(game)


def forged_at(rows: Rows, place: int, **fields: Any) -> Rows:
    forged = copy(rows)
    changed(forged[place], **fields)
    return rechain(forged, place)


def renumbered(rows: Rows) -> Rows:
    """The events numbered by their places and chained anew."""
    for seq, row in enumerate(rows[1:], start=1):
        row["seq"] = seq
    return rechain(rows)


OURS_ALONE = {"command", "unreadable", "replay", "digest"}  # what needs the rules, or the database


def server_finds(rows: Rows) -> str | None:
    """The class of the fault that the server's own verification finds in the same file."""
    path = Path(tempfile.mkdtemp()) / "game.jsonl"
    try:
        path.write_text(text_of(rows), "utf-8")
        verification.check_log(game_files.log_of(game_files.read(path)))
    except verification.Broken as broken:
        return str(broken.fault)
    except game_files.UnreadableFile:
        return "content"
    finally:
        shutil.rmtree(path.parent)
    return None


def agreed(rows: Rows) -> str | None:
    """The class that both verifiers name; where the server's names one that needs the rules the other
    may name any."""
    alone, server = found(rows), server_finds(rows)
    if server not in OURS_ALONE:
        assert (alone and alone[0]) == server, (alone, server)
    return server

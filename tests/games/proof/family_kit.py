"""Families to be checked, moved and forged: a top, a raid that both know, a raid within it, and a foray of
which only one side knows."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games.models import Game, GameState
from games.play import adjudication
from games.play.creation import Player, create_game
from games.proof import export, family_files, game_files, verification
from games.proof.family_rows import Families
from tests.games.family_rules import FamilyRules
from tests.games.kit import ANNA, BORIS, again, file
from tests.games.made_once import for_a_file
from tests.games.proof.forgery_two_kit import Rows, relinked
from tests.games.verifying import text_of, verify_game


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> FamilyRules:
    rules = FamilyRules()
    rules.put_in_place(monkeypatch)
    return rules


@pytest.fixture(scope="module")
def file_of_one(django_db_setup: None, django_db_blocker: Any) -> list[bytes]:
    """The lines of a family that is over, made once for a file of tests; the family itself is gone again."""
    with for_a_file(django_db_blocker), pytest.MonkeyPatch.context() as patch:
        rules = FamilyRules()
        rules.put_in_place(patch)
        lines = lines_of(over(a_family()).top)
        FamilyRules.leave()
        return lines


class Family(NamedTuple):
    top: Game
    raid: Game  # both know of it
    within: Game  # a raid that the raid called
    foray: Game  # the Arabs' alone, against a captain

    @property
    def all(self) -> list[Game]:
        return list(Families().below(again(self.top)))


def play(game: Game, *lines: str) -> Game:
    """Whoever is awaited gives these orders, and the phase is played."""
    game = again(game)
    for seat in game.seats.filter(awaited=True, captain=""):
        file(game, seat.name, *lines)
    adjudication.attend(game.pk)
    return again(game)


def children(game: Game) -> list[Game]:
    """In the order of their calls."""
    return list(Families().below(again(game)))[1:]


def a_family(boris: Player = BORIS) -> Family:
    """A running one."""
    top = play(create_game("purse", {"normans": ANNA, "arabs": boris}), "RAID")
    [raid] = top.children.all()
    play(raid, "RAID")
    [within] = raid.children.all()
    play(top, "FORAY")
    [foray] = top.children.exclude(pk=raid.pk)
    return Family(again(top), again(raid), again(within), again(foray))


def to_the_end(game: Game) -> Game:
    """A game and all below it, played until nothing is due."""
    for _ in range(60):
        for one in reversed(list(Families().below(again(game)))):
            if again(one).state == GameState.RUNNING:
                play(one)
            adjudication.attend(one.pk)
        if all(one.state == GameState.OVER for one in Families().below(again(game))):
            break
    return again(game)


def over(family: Family) -> Family:
    to_the_end(family.top)
    return Family(*(again(game) for game in family))


# files


def lines_of(top: Game) -> list[bytes]:
    return list(export.family(list(Families().below(again(top)))))


def parts(lines: list[bytes]) -> list[Rows]:
    """The rows of each game of a family's file."""
    found: list[Rows] = []
    for line in lines[1:]:
        row = json.loads(line)
        if "format" in row:
            found.append([])
        found[-1].append(row)
    return found


def file_of(games: list[Rows], /, **head: Any) -> str:
    """The file of these games."""
    first = {"format": "pbem-family-2", "view": "all", "games": len(games), **head}
    return text_of([first, *(row for rows in games for row in rows)])


def kind_of(text: str) -> tuple[str, str] | None:
    """The class and place of the fault that the stand-alone verifier finds."""
    try:
        verify_game.check(text)
    except verify_game.Fault as fault:
        return fault.kind, fault.place
    return None


def server_kind(text: str, known: dict[str, tuple[bytes, ...]] | None = None) -> str | None:
    """The class of the fault that the server finds in a file."""
    path = Path(tempfile.mkdtemp()) / "family.jsonl"
    try:
        path.write_text(text, "utf-8")
        family_files.check(game_files.read_all(path), known)
    except verification.Broken as broken:
        return str(broken.fault)
    except game_files.UnreadableFile:
        return "content"
    finally:
        shutil.rmtree(path.parent)
    return None


# forging by somebody who knows all roots


def settled(games: list[Rows]) -> list[Rows]:
    """All logs linked anew, and the heads that they tell of each other made to fit."""
    for _ in range(2 * len(games)):
        games = [relinked(rows) for rows in games]
        here = {rows[0]["uuid"]: rows for rows in games}
        for rows in games:
            for row in rows:
                if row.get("type") == "called_from":
                    _told_anew(row, **_origin(json.loads(row["data"]), rows, here))
                elif row.get("type") == "game_told" and (child := here.get(json.loads(row["data"])["game"])):
                    _told_anew(row, head=child[0]["head"], events=child[0]["events"])
    return [relinked(rows) for rows in games]


def _origin(event: dict[str, Any], rows: Rows, here: dict[str, Rows]) -> dict[str, Any]:
    for place, row in enumerate(here.get(event["parent"], [])):
        calls = row.get("type") in ("game_called", "game_called_again")
        if calls and json.loads(row["data"])["game"] == rows[0]["uuid"]:
            ends = here[event["parent"]][place:]
            return {"seq": row["seq"], "head": next(one["hash"] for one in ends if "leaves" in one)}
    return {}


def _told_anew(row: dict[str, Any], **changes: Any) -> None:
    row["data"] = _json({**json.loads(row["data"]), **changes})


def changed(row: dict[str, Any], **changes: Any) -> None:
    """Another content of a record, shown to others as it has to be."""
    data = {**json.loads(row["data"]), **changes}
    row["data"] = _json(data)
    if row["type"] == "purse_created":
        row["shown"] = _shown_of_beginning(data)
    if row["type"] not in verify_game.OF_FAMILY:
        return
    record = verify_game._record_2({**row, "shown": []}, "all")
    seats = ["normans", "arabs"]
    row["shown"] = [
        {"audience": audience, "type": kind, "version": version, "data": _json(json.loads(text))}
        for audience, kind, version, text in verify_game._shown_of_family(record, data, seats)
    ]
    if not row["shown"]:
        del row["shown"]


def _shown_of_beginning(data: dict[str, Any]) -> list[dict[str, Any]]:
    public = {name: value for name, value in data.items() if name != "purses"}
    purses = data.get("purses", {})
    shown = {
        "table": public,
        **{f"seat:{seat}": {**public, "purses": {seat: purses[seat]}} for seat in purses},
    }
    return [
        {"audience": audience, "type": "purse_created", "version": 1, "data": _json(values)}
        for audience, values in shown.items()
    ]


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def first(rows: Rows, kind: str) -> dict[str, Any]:
    return next(row for row in rows if row.get("type") == kind)

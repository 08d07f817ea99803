"""Families to be checked, moved and forged: a top, a raid that both know, a raid within it, and a foray of
which only one side knows."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from games.models import Game, GameState
from games.play import adjudication
from games.play.creation import Player, create_game
from games.proof import export
from games.proof.family_rows import Families
from tests.games.family_rules import FamilyRules
from tests.games.kit import ANNA, BORIS, again, file
from tests.games.proof.forgery_two_kit import Rows
from tests.games.verifying import text_of, verify_game


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> FamilyRules:
    rules = FamilyRules()
    rules.put_in_place(monkeypatch)
    return rules


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

"""What was agreed and is not in the log comes along to a fork, and to another server."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from games.models import Game
from games.play.creation import create_game
from games.proof import forks
from games.record import terms
from tests.games.kit import a_game
from tests.games.pocket_rules import PocketRules
from tests.games.proof.custody_kit import exported, folder, imported, other_server

__all__ = ["folder", "other_server"]  # fixtures
pytestmark = pytest.mark.django_db

UNUSUAL: dict[str, Any] = {
    "absent": "wait",
    "deadline_hours": 100,
    "mending_minutes": 7,
    "recall_minutes": 3,
    "mail_mode": "strict",
    "press": "public",
    "press_anonymous": True,
    "press_delivery": "phase",
    "press_open": True,
    "child_hours": 30,
    "children_open": True,
    "fight_days": 5,
    "fight_end": "quick",
}
BEFORE_IT_BEGINS = {"host", "by_invitation"}  # once all sit down they mean nothing
IN_THE_LOG = {"scenario", "seats", "title", "pace", "options", "tables", "form"}


@pytest.fixture
def game(pocket: PocketRules) -> Game:
    return a_game(**UNUSUAL)


def test_nothing_that_a_game_is_made_with_is_forgotten() -> None:
    chosen = set(inspect.signature(create_game).parameters) - IN_THE_LOG - BEFORE_IT_BEGINS
    assert chosen == set(terms.NAMES) == set(UNUSUAL)
    usual = terms.of(Game())
    assert all(usual[name] != value for name, value in UNUSUAL.items())


def test_a_fork_has_the_terms_of_its_parent(game: Game) -> None:
    assert terms.of(forks.fork(game, "1")) == UNUSUAL


def test_another_server_has_them_from_the_file(
    game: Game, folder: Path, other_server: Callable[[], None]
) -> None:
    log, secret = exported(game, folder)
    other_server()
    assert terms.of(imported(log, secret, keep=True)) == UNUSUAL


def without_press(told: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if not name.startswith("press")}


def test_a_file_of_an_older_server_says_less(
    game: Game, folder: Path, other_server: Callable[[], None]
) -> None:
    log = changed_file(game, folder, without_press)
    other_server()
    found = terms.of(imported(log, str(folder / "secret.json"), keep=True))
    usual = terms.of(Game())
    assert found == {**usual, **without_press(UNUSUAL)}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("absent", "never"),
        ("deadline_hours", "100"),
        ("deadline_hours", True),
        ("deadline_hours", -1),
        ("mending_minutes", 10_000),
        ("mail_mode", None),
        ("press", ["all"]),
        ("press_anonymous", 1),
        ("press_delivery", ""),
        ("press_open", "yes"),
    ],
)
def test_terms_that_no_game_can_have_are_refused(
    game: Game, folder: Path, other_server: Callable[[], None], name: str, value: object
) -> None:
    log = changed_file(game, folder, lambda told: {**told, name: value})
    other_server()
    with pytest.raises(CommandError, match=f"these are no terms: {name} is "):
        imported(log, str(folder / "secret.json"), keep=True)
    assert not Game.objects.exists()


def changed_file(game: Game, folder: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> str:
    """The path of an exported game with other terms in its first line."""
    log = Path(exported(game, folder)[0])
    head, *rows = log.read_text().splitlines(keepends=True)
    told = json.loads(head)
    told["terms"] = change(told["terms"])
    log.write_text("".join([json.dumps(told, separators=(",", ":")) + "\n", *rows]))
    return str(log)

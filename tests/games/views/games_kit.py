"""A game to look at, and what stands on its pages."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from games.models import Adjudication, Game
from tests.games import arena
from tests.games.arena import OTHER_SECRET, anna, boris


@pytest.fixture
def game() -> Game:
    return arena.battle()


@pytest.fixture
def played(game: Game) -> Game:
    """Two phases fought; both sides have secret standing orders."""
    arena.file_secretly(anna(game))
    arena.file_secretly(boris(game), OTHER_SECRET)
    return arena.play(game)


def last_turn(game: Game) -> Adjudication:
    found = game.adjudications.order_by("first_seq").last()
    assert found
    return found


def words(response: Any) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split()))

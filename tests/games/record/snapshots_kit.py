"""Games with many snapshots, for their tests."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.models import Game
from games.record import chaining, eventlog, snapshots
from rules import engine
from tests.games.kit import again
from tests.golden.files import FOLDER, read

CLOSE = 100  # events from one snapshot to the next, in these tests


@pytest.fixture(autouse=True)
def closer_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "SPACING", CLOSE)
    monkeypatch.setattr(snapshots, "LANDMARKS", 10 * CLOSE)
    eventlog.forget()


def stored(events: Sequence[engine.Event]) -> Game:
    """A game with these events in its log."""
    game = a_game_without_events()
    eventlog.append(game.pk, 0, events, "all of it")
    return again(game)


def a_game_without_events() -> Game:
    game = Game(title="From a file", nonce=bytes(32))
    game.head_hash = chaining.genesis(game.uuid)
    game.save()
    return game


@pytest.fixture
def game() -> Game:
    return stored(read(FOLDER / "ford.jsonl"))


def kept_at(game: Game, *places: int) -> None:
    """Snapshots after these events."""
    for seq in places:
        snapshots.keep(game.pk, seq, replayed(game, seq))


def replayed(game: Game, version: int) -> engine.Battle:
    return engine.replay(eventlog.events(game.pk, last=version))


def opened(game: Game, version: int | None = None) -> engine.Battle:
    """What another process opens, which has nothing in memory."""
    eventlog.forget()
    return eventlog.load(game.pk, version).battle


def seqs(game: Game) -> list[int]:
    return sorted(game.snapshots.values_list("seq", flat=True))

"""What is proven of a game holds at every scale; a file that this server lacks something for is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from games.models import Game
from games.play import adjudication
from games.proof import custody, game_files, readjudication, verification
from games.proof.secret_files import Unlocked
from games.record import dice, eventlog, roots
from rules import engine
from rules.books import registry
from rules.books.guiscard import GUISCARD
from tests.games.kit import a_game_of_captains, again
from tests.games.pocket_rules import PocketRules
from tests.games.proof.test_custody import exported, folder, in_its_fourth_phase, other_server

__all__ = ["folder", "other_server"]
pytestmark = pytest.mark.django_db


def over() -> Game:
    game = a_game_of_captains()
    while again(game).state != "over":
        adjudication.attend(game.pk)
    return again(game)


@pytest.mark.parametrize("form", [1, 2])
def test_a_game_of_any_scale_is_verified_and_adjudicated_again(
    pocket: PocketRules, monkeypatch: pytest.MonkeyPatch, form: int
) -> None:
    monkeypatch.setattr(eventlog, "FORM", form)
    game = over()
    assert verification.check(game).events == game.version
    events = list(eventlog.events(game.pk))
    assert isinstance(events[0], engine.Created) and not isinstance(events[0], engine.GameCreated)
    found = readjudication.rehearse(events)
    assert (found.phases, found.same, found.differences, found.skipped) == (6, 6, [], [])
    coins = [event.kind for event in events].index("coin_paid")
    other = msgspec.structs.replace(events[coins], side="nobody")
    [difference] = readjudication.rehearse([*events[:coins], other, *events[coins + 1 :]]).differences[:1]
    assert "nobody" in str(difference)


def test_a_file_of_an_unknown_scale_is_not_taken_in(
    pocket: PocketRules, folder: Path, other_server: Callable[[], None]
) -> None:
    game = over()
    file = game_files.read(Path(exported(game, folder)[0]))
    other_server()
    PocketRules.leave()
    with pytest.raises(custody.Refused, match="cannot read pocket_created version 1"):
        custody.bring_in(file)
    assert not Game.objects.exists()


@pytest.mark.parametrize("keep", [False, True])
def test_a_file_of_an_unknown_book_is_not_taken_in(
    folder: Path, other_server: Callable[[], None], monkeypatch: pytest.MonkeyPatch, keep: bool
) -> None:
    game = in_its_fourth_phase()
    file = game_files.read(Path(exported(game, folder)[0]))
    known = Unlocked(dice.last_secret(again(game)), tuple(roots.all_of_game(game)))
    other_server()
    later = msgspec.structs.replace(GUISCARD, id="guiscard-basic-9")
    monkeypatch.setattr(registry, "BOOKS", {later.id: later})
    registry._rules_of.cache_clear()
    with pytest.raises(custody.Refused, match="does not know the rules 'guiscard-basic-1'"):
        custody.bring_in(file, known, restored=True, keep=keep)
    assert not Game.objects.exists()

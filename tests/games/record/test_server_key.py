"""All hosts of a database share one key."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, GameState, ServerKey
from games.record import server_key
from games.record.server_key import OtherKey, fingerprint, must_be_ours, take_this_one
from tests.games.kit import a_game
from tests.games.pocket_rules import PocketRules

pytestmark = pytest.mark.django_db


def noted() -> str:
    return ServerKey.objects.get().fingerprint


def test_the_first_host_notes_its_key_and_no_other_may_serve(settings: Any) -> None:
    settings.SECRET_KEY = "the key of the club"
    must_be_ours()
    must_be_ours()
    assert noted() == fingerprint("the key of the club")
    settings.SECRET_KEY = "another"
    with pytest.raises(OtherKey, match="give every host the same PBEM_SECRET_KEY"):
        must_be_ours()
    assert noted() == fingerprint("the key of the club")


def test_a_fingerprint_tells_nothing_of_the_key() -> None:
    assert "secret" not in fingerprint("secret") and fingerprint("secret") != fingerprint("secret2")


def test_a_key_that_was_changed_takes_the_place_of_the_former_one(settings: Any) -> None:
    settings.SECRET_KEY = "old"
    must_be_ours()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["older", "old"]
    must_be_ours()
    assert noted() == fingerprint("new")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "old", []
    with pytest.raises(OtherKey):
        must_be_ours()


@pytest.mark.parametrize("form", [1, 2])
def test_a_database_of_before_is_served_by_the_key_that_opens_its_games(
    pocket: PocketRules, settings: Any, form: int
) -> None:
    key = settings.SECRET_KEY
    game = a_game(form=form)
    settings.SECRET_KEY = "another"
    with pytest.raises(OtherKey):
        must_be_ours()
    assert not ServerKey.objects.exists()
    settings.SECRET_KEY = key
    must_be_ours()
    assert noted() == fingerprint(key)
    ServerKey.objects.all().delete()
    Game.objects.filter(pk=game.pk).update(state=GameState.OVER)
    settings.SECRET_KEY = "another"
    must_be_ours()
    assert noted() == fingerprint("another"), "nothing that goes on hangs on the former one"


def test_who_has_lost_the_key_goes_on_with_another(settings: Any) -> None:
    must_be_ours()
    settings.SECRET_KEY = "another"
    take_this_one()
    must_be_ours()
    assert noted() == fingerprint("another") and ServerKey.objects.count() == 1
    assert server_key.fingerprint("another") == noted()

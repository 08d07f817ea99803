"""Forks in files of form 2."""

from __future__ import annotations

import pytest

from games.models import Game
from games.play import adjudication
from games.proof import forks, verification
from games.record import eventlog
from rules import engine
from tests.games.kit import a_game, again
from tests.games.pocket_rules import PocketRules
from tests.games.proof.forgery_two_kit import at, copy, forged, kind_of, rows_of, seat_rows
from tests.games.proof.test_forks import seated
from tests.games.record.hidden_dice import play
from tests.games.verifying import server_finds, text_of, verify_game

pytestmark = pytest.mark.django_db


def test_the_past_of_a_fork_opens_with_its_parent(pocket: PocketRules) -> None:
    parent = play(a_game(), 3)
    fork = seated(forks.fork(parent, "3"))
    for _ in range(4):
        adjudication.attend(fork.pk)
    fork = again(fork)
    assert fork.state == "over" and verification.check(fork).closed == 0, "the server knows all the roots"
    with pytest.raises(verify_game.Closed):
        verify_game.check(text_of(rows_of(fork)))
    play(parent, 3)
    rows = rows_of(fork)
    assert len(rows[0]["roots"]) == 2
    checked = verify_game.check(text_of(rows))[1]
    assert (checked.closed_forks, checked.dice, checked.papers) == (0, 12, 12)
    alone = copy(rows)
    alone[0]["roots"] = rows[0]["roots"][:1]
    checked = verify_game.check(text_of(alone))[1]
    assert (checked.closed_forks, checked.closed_papers, checked.dice) == (1, 6, 12)
    assert server_finds(rows) is None


def test_a_fork_that_lies_about_its_parent_is_found_when_the_parent_is_open(pocket: PocketRules) -> None:
    parent = play(a_game(), 3)
    fork = seated(forks.fork(parent, "3"))
    for _ in range(4):
        adjudication.attend(fork.pk)
    play(parent, 3)
    rows = rows_of(fork)
    [place] = at(rows, "forked")
    for lie, kinds in (
        ({"head": "00" * 32}, ("foreign fork",)),
        ({"seq": 3}, ("foreign fork",)),
        ({"parent": "00000000-0000-4000-8000-000000000000"}, ("foreign fork", "escrow")),
        ({"commitment": "11" * 32}, ("foreign fork", "commitment")),
    ):
        assert kind_of(forged(rows, place, **lie)) in kinds, lie
    first = forged(rows, at(rows, "pocket_created")[0], phases=8)
    assert kind_of(first) == "foreign fork"


def test_no_fork_can_be_put_into_a_running_game(pocket: PocketRules) -> None:
    """A server that wants other dice: the events are the game's own, and so is its name."""
    game = play(a_game(), 2)
    setup = eventlog.load(game.pk).battle.setup
    event = engine.Forked(
        parent=str(game.uuid), seq=game.version, head=game.head, commitment="11" * 32, promises=setup.promises
    )
    eventlog.append(game.pk, game.version, [event], "itself")
    Game.objects.filter(pk=game.pk).update(commitment="11" * 32)
    with pytest.raises(verification.Broken) as broken:
        verification.check(again(game))
    assert broken.value.fault == "foreign fork"
    assert kind_of(seat_rows(game, "normans")) == "foreign fork"

"""A game calls another while its players do something else."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.db import transaction

from games.gate import commands
from games.models import Game, Seat
from games.people import addresses, unsubscribing
from games.people.unsubscribing import MailChoice
from games.play import adjudication, creation, families
from tests.games.family_rules import FamilyRules
from tests.games.kit import again, file, seat_of
from tests.games.play.test_families import a_family, rules
from tests.games.threads import together

__all__ = ["rules"]
pytestmark = pytest.mark.django_db(transaction=True)
CARLA = "carla@example.org"
A_WHILE = 1.0  # seconds; long enough for whatever does not wait


class Pause:
    """A call stops here for a while, and something else begins, which may have to wait for its end."""

    def __init__(self) -> None:
        self.reached, self.done = threading.Event(), threading.Event()

    def begin(self) -> None:
        self.reached.set()
        self.done.wait(A_WHILE)

    def before_its_seats_are_written(self, patch: pytest.MonkeyPatch) -> None:
        def drawn(bits: int) -> int:
            if len(asked) == 1:  # behind the key of the game the one of its first seat
                self.begin()
            asked.append(bits)
            return secrets.randbits(bits)

        asked: list[int] = []
        patch.setattr(families, "secrets", SimpleNamespace(randbits=drawn, token_bytes=secrets.token_bytes))

    def behind_that(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(
            families, "failpoint", lambda name: self.begin() if name == "families.child_begins" else None
        )


MOMENTS = (Pause.before_its_seats_are_written, Pause.behind_that)
every_moment = pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
Moment = Callable[[Pause, pytest.MonkeyPatch], None]


def in_the_middle_of_a_call(
    game: Game, patch: pytest.MonkeyPatch, moment: Moment, work: Callable[[Seat], object]
) -> Game:
    """The game calls another, and meanwhile something is done with the Normans' seat. Gives the child."""
    pause = Pause()

    def beside() -> None:
        assert pause.reached.wait(30)
        work(seat_of(game, "normans"))
        pause.done.set()

    file(game, "normans", "RAID it")
    moment(pause, patch)
    assert together(lambda: adjudication.attend(game.pk), beside) == []
    adjudication.attend(game.pk)
    return again(game).children.get()


@every_moment
def test_who_leaves_while_a_game_is_called_does_not_play_there(
    rules: FamilyRules, monkeypatch: pytest.MonkeyPatch, moment: Moment
) -> None:
    game = a_family()
    child = in_the_middle_of_a_call(
        game, monkeypatch, moment, lambda seat: creation.change_player(seat, email=CARLA)
    )
    assert seat_of(game, "normans").email == seat_of(child, "normans").email == CARLA


@every_moment
def test_who_wants_no_mail_while_a_game_is_called_gets_none_of_it(
    rules: FamilyRules, monkeypatch: pytest.MonkeyPatch, moment: Moment
) -> None:
    game = a_family()
    child = in_the_middle_of_a_call(
        game, monkeypatch, moment, lambda seat: unsubscribing.choose(seat, MailChoice.NONE)
    )
    assert seat_of(game, "normans").no_mail and seat_of(child, "normans").no_mail


@every_moment
def test_an_address_that_is_removed_while_a_game_is_called_writes_nothing_there(
    rules: FamilyRules, monkeypatch: pytest.MonkeyPatch, moment: Moment
) -> None:
    game = a_family()
    game.seats.filter(name="normans").update(other_emails=["work@example.org"])

    def removed(seat: Seat) -> None:
        with transaction.atomic():
            addresses.remove(seat, "work@example.org")

    child = in_the_middle_of_a_call(game, monkeypatch, moment, removed)
    assert seat_of(game, "normans").other_emails == seat_of(child, "normans").other_emails == []


@every_moment
def test_one_mail_a_day_that_is_ended_while_a_game_is_called_is_ended_there(
    rules: FamilyRules, monkeypatch: pytest.MonkeyPatch, moment: Moment
) -> None:
    game = a_family()
    game.seats.filter(name="normans").update(digest=True)

    def ended(seat: Seat) -> None:
        with transaction.atomic():
            commands.choose(commands.PostCommand.DIGEST_OFF, seat)

    child = in_the_middle_of_a_call(game, monkeypatch, moment, ended)
    assert not seat_of(game, "normans").digest and not seat_of(child, "normans").digest

"""Seats are held in one order, whoever holds them: two who do so at once never wait for each other."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction

import games
from games.models import Game, GameState, Seat
from games.play import creation, families, guests
from games.seats import holding
from tests.games.family_rules import FamilyRules
from tests.games.kit import a_game, file, seat_of
from tests.games.play.test_families import a_family, play, rules
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import reads_his_mail
from tests.games.threads import together

__all__ = ["rules"]
ROOM = Path(games.__file__).parent
A_MOMENT = 0.3  # seconds; longer than two that do not wait for each other need to meet
ROWS_OF_ONE = {"holding.py", "seat_requests.py", "digests.py"}
"""Who holds rows: of seats the first alone."""


def test_there_is_one_place_where_rows_of_seats_are_held() -> None:
    holders = {path.name for path in ROOM.rglob("*.py") if "select_for_update(" in path.read_text()}
    assert holders - ROWS_OF_ONE <= {"creation.py"}
    locked = re.compile(r"Seat\b[\w.]*objects[^\n]*select_for_update|seats[\w.()]*\.select_for_update")
    assert not [path.name for path in ROOM.rglob("*.py") if locked.search(path.read_text())]


@pytest.mark.django_db
def test_those_above_are_held_before_those_below_and_within_a_generation_by_their_keys(
    rules: FamilyRules,
) -> None:
    top = play(a_family(), "RAID")
    raid = top.children.get()
    play(raid, "RAID")
    with transaction.atomic():
        held = holding.hold(Seat.objects.all)
    assert [seat.game.number.count("-") for seat in held] == [0, 0, 1, 1, 2, 2]
    by_key = [sorted(held[n : n + 2], key=lambda seat: seat.pk) for n in (0, 2, 4)]
    assert held == [seat for pair in by_key for seat in pair]


@pytest.mark.django_db
def test_who_is_called_while_those_above_are_held_is_held_too(rules: FamilyRules) -> None:
    top = a_family()
    asked = []

    def wanted() -> Any:
        if len(asked) == 1:  # the seats above are held by now
            play(top, "RAID")
        asked.append(1)
        return Seat.objects.filter(name="normans")

    with transaction.atomic():
        assert [seat.game_id for seat in holding.hold(wanted)] == [top.pk, top.children.get().pk]


# two at once


class Meeting:
    """The first of two stops behind the first row that it holds, until the other has one too or waits for
    it."""

    def __init__(self) -> None:
        self.first, self.second = threading.Event(), threading.Event()

    def holds(self, sql: str) -> bool:
        return sql.startswith("UPDATE") or "FOR UPDATE" in sql or "FOR NO KEY UPDATE" in sql

    def of_the_first(self, execute: Any, sql: str, *more: Any) -> Any:
        done = execute(sql, *more)
        if self.holds(sql) and not self.first.is_set():
            self.first.set()
            self.second.wait(A_MOMENT)
        return done

    def of_the_second(self, execute: Any, sql: str, *more: Any) -> Any:
        done = execute(sql, *more)
        if self.holds(sql):
            self.second.set()
        return done


def at_once(one: Callable[[], object], other: Callable[[], object]) -> list[BaseException]:
    meeting = Meeting()

    def first() -> None:
        with connection.execute_wrapper(meeting.of_the_first), transaction.atomic():
            one()

    def second() -> None:
        meeting.first.wait(30)
        with connection.execute_wrapper(meeting.of_the_second), transaction.atomic():
            other()

    return together(first, second)


def _another_player(top: Game, raid: Game) -> None:
    creation.change_player(seat_of(top, "normans"), email="carla@example.org")


def _a_captain(top: Game, raid: Game) -> None:
    families.fight_by(seat_of(top, "normans"), "bold")


def _proof(top: Game, raid: Game) -> None:
    reads_his_mail(seat_of(top, "normans"))


def _a_guest(top: Game, raid: Game) -> None:
    guests._hold(seat_of(raid, "normans"))
    holding.hold(lambda: Seat.objects.filter(pk=seat_of(raid, "normans").pk))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("one", "other"),
    [(_another_player, _a_captain), (_proof, _a_captain), (_a_guest, _another_player)],
    ids=["another player, a captain", "a proof, a captain", "a guest, another player"],
)
def test_two_who_change_the_seats_of_a_family_at_once_both_come_to_their_end(
    rules: FamilyRules, one: Callable[[Game, Game], None], other: Callable[[Game, Game], None]
) -> None:
    top = play(a_family(), "RAID")
    raid = top.children.get()
    assert at_once(lambda: one(top, raid), lambda: other(top, raid)) == []
    assert seat_of(top, "normans").email == seat_of(raid, "normans").email


@pytest.mark.django_db(transaction=True)
def test_who_sits_down_while_another_files_orders_in_a_game_that_waits_for_players(
    pocket: PocketRules,
) -> None:
    """It came here in its middle: orders are taken before all are there."""
    game = a_game()
    Seat.objects.filter(game=game, name="arabs").update(player="", email="", proven=None)
    Game.objects.filter(pk=game.pk).update(state=GameState.HELD, phase_due=None)
    assert Game.objects.get(pk=game.pk).waits_for_players
    free = seat_of(game, "arabs")
    taker = creation.Player("Carla", "carla@example.org")
    assert at_once(lambda: creation.take_seat(free, taker), lambda: file(game, "normans")) == []
    assert seat_of(game, "arabs").email == "carla@example.org"
    assert seat_of(game, "normans").filed_seq

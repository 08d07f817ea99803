"""A phase of a long game asks no more of the database than one of a short game: whatever it reads again from
the first event would make a game of a year take a hundred times as long as one of three days."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import Client

from games.models import Event, Game
from games.play import adjudication, creation
from games.record import eventlog, snapshots
from tests.games.kit import again, file
from tests.games.pocket_rules import SIDES, PocketRules

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="counts the steps of SQLite's machine"),
]
SHORT, LONG, MEASURED = 8, 120, 4  # phases


class Work:
    """``done``: steps of SQLite's machine, in tens."""

    done = 0


@contextmanager
def measured() -> Iterator[Work]:
    work = Work()

    def step() -> None:
        work.done += 1

    connection.ensure_connection()
    assert connection.connection is not None
    connection.connection.set_progress_handler(step, 10)
    yield work
    connection.connection.set_progress_handler(None, 0)


def _played_to(game: Game, phase: int) -> None:
    """Each phase with an order of the side whose turn it is."""
    while (at := again(game)).phase < phase:
        file(at, SIDES[(at.phase - 1) % 2])
        adjudication.close_phase(again(game), "deadline")


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """One that may become long, with snapshots that would be far apart in a real one."""
    monkeypatch.setattr(snapshots, "SPACING", 20)
    monkeypatch.setattr(snapshots, "LANDMARKS", 40)
    rules = PocketRules()
    rules.phases = LONG + 2 * MEASURED
    rules.admit()
    seated = {side: creation.Player(side, f"{side}@example.org") for side in SIDES}
    yield creation.create_game("pocket", seated)
    rules.leave()


def test_a_phase_asks_no_more_of_the_database_the_longer_the_game_is(game: Game) -> None:
    found = []
    for after in (SHORT, LONG):
        _played_to(game, after)
        with measured() as work:
            _played_to(game, after + MEASURED)
        found.append(work.done)
    assert Event.objects.filter(game=game).count() > 4 * LONG
    assert found[1] < 1.1 * found[0], found


def test_a_page_of_any_turn_asks_no_more_of_it_the_longer_the_game_is(game: Game) -> None:
    """Whether it is one of the first turns or of the last."""
    _played_to(game, LONG)
    keys = list(game.adjudications.order_by("first_seq").values_list("key", flat=True))
    found = []
    for place in (2 * SHORT, LONG // 2, LONG - 2):
        page = f"/g/{game.number}/t/{keys[place]}"
        assert Client().get(page).status_code == 200
        eventlog.forget()
        with measured() as work:
            Client().get(page)
        found.append(work.done)
    assert max(found) < 1.5 * min(found), found

"""The lists of games: what is on the front page of each, what on its own pages, and what they cost."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from copy import copy
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, GameState, Seat
from games.views import listed
from tests.games.arena import no_mail
from tests.games.views.games_kit import game, words

__all__ = ["game", "no_mail"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_mail")]

SLUGS = ("open", "running", "finished")


def filled(like: Game, count: int) -> list[Game]:
    """So many games of each list, the later in it the higher their number; all have the seats of one."""
    rows = list[Game]()
    for number in range(count):
        for slug in SLUGS:
            rows.append(row := copy(like))
            row.pk, row.uuid, row.title = None, uuid.uuid4(), f"{slug} {number}."
            hours = timedelta(hours=number)
            row.created, row.ended, row.phase_due = timezone.now() - hours, None, None
            match slug:
                case "open":
                    row.state = GameState.OPEN
                case "running":
                    row.state, row.phase_due = GameState.RUNNING, timezone.now() + hours
                case _:
                    row.state, row.ended = GameState.OVER, timezone.now() - hours
    games = Game.objects.bulk_create(rows, batch_size=500)
    Seat.objects.bulk_create(_seats(like, games), batch_size=500)
    return games


def _seats(like: Game, games: list[Game]) -> Iterator[Seat]:
    for seat in like.seats.all():
        for one in games:
            more = copy(seat)
            more.pk, more.game = None, one
            yield more


def test_the_front_page_has_the_head_of_each_list_and_says_how_much_more_there_is(
    client: Client, game: Game
) -> None:
    filled(game, listed.HEAD + 2)
    page = words(client.get("/"))
    for slug in SLUGS:
        assert f"{slug} 0." in page and f"{slug} {listed.HEAD}." not in page
    assert page.count("And 2 more.") == 2 and page.count("And 3 more.") == 1  # the game itself is running too


@pytest.mark.parametrize("slug", SLUGS)
def test_a_list_has_all_its_games_in_their_order_and_none_of_another(
    client: Client, game: Game, slug: str
) -> None:
    filled(game, listed.PAGE + 3)
    pages = [words(client.get(f"/games/{slug}?page={number}")) for number in (1, 2)]
    places = [[page.find(f" {slug} {number}.") for page in pages] for number in range(listed.PAGE + 3)]
    assert all((first < 0) != (second < 0) for first, second in places)
    told = [(second >= 0, max(first, second)) for first, second in places]
    assert told == sorted(told)
    assert not any(f" {other} 1." in page for page in pages for other in SLUGS if other != slug)


def test_a_list_that_there_is_not(client: Client) -> None:
    assert client.get("/games/lost").status_code == 404
    assert "None yet." in words(client.get("/games/finished"))


def test_who_needs_a_link_to_join_is_on_no_list(client: Client, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(state=GameState.OPEN, by_invitation=True)
    for address in ("/", *(f"/games/{slug}" for slug in SLUGS)):
        assert f"G{game.pk}" not in words(client.get(address))


def test_a_list_costs_the_same_with_more_games_on_it(client: Client, game: Game) -> None:
    """Each list is read at once: no row is asked for again because a column of it is missing."""
    filled(game, 2)
    with CaptureQueriesContext(connection) as few:
        client.get("/")
    filled(game, listed.HEAD)
    with CaptureQueriesContext(connection) as many:
        client.get("/")
    counts = len([one for one in many if "COUNT" in one["sql"]])
    assert counts == 3 and len(many) == len(few) + counts


def test_lists_are_read_from_an_index_in_their_order(game: Game) -> None:
    """With thousands of games too."""
    filled(game, 1000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_game")
    for shown in listed.lists():
        plan = shown.games[:30].explain()
        assert f"games_{shown.slug}" in plan and "Sort" not in plan and "TEMP B-TREE" not in plan, plan
    if connection.vendor == "sqlite":
        assert "SCAN" not in _plan_of_those_below()


def _plan_of_those_below() -> str:
    """How SQLite looks for the games that those of a page have called."""
    with CaptureQueriesContext(connection) as asked:
        list(listed.fought()[:30])
    (below,) = (one["sql"] for one in asked if '"parent_id" IN' in one["sql"])
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {below}")
        return " ".join(row[-1] for row in cursor.fetchall())

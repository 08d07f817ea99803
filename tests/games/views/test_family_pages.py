"""Pages of games that others have called, and of those that have called them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, GameState, OutboundMail
from games.play import adjudication
from games.record import kin, numbers
from tests.games.arena import sits
from tests.games.family_kit import a_family, called, play, play_out, rules
from tests.games.kit import again, seat_of
from tests.games.post_kit import opened, text_of

__all__ = ["rules"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules")]


def words(response: Any) -> str:
    assert response.status_code == 200
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split()))


def anna(game: Game) -> Client:
    return sits(Client(), seat_of(game, "normans"))


# numbers


def test_a_child_has_its_number_in_addresses() -> None:
    child = called(a_family())
    page = anna(child).get(f"/g/{child.number}").content.decode()
    assert f"/g/{child.number}/log.jsonl" in page and str(child.pk) not in page


def test_three_generations_have_numbers() -> None:
    child = called(a_family())
    grandchild = called(child)
    assert re.fullmatch(rf"{child.number}-[a-z]", grandchild.number)
    assert numbers.key_of(grandchild.number.upper()) == grandchild.pk
    assert grandchild.label in words(anna(grandchild).get(f"/g/{grandchild.number}"))


@pytest.mark.parametrize("number", ["", "-", "x", "1-", "1-k-", "1--k", "1 k", "-5", "0", "1-k-b-c-d", "٣"])
def test_what_no_game_is_called_is_no_game(number: str) -> None:
    assert numbers.game_of(number) is None


# who may look


def test_nobody_but_its_players_and_the_game_master_finds_a_game_that_is_played(client: Client) -> None:
    child = called(a_family())
    assert client.get(f"/g/{child.number}").status_code == 404
    for name in ("normans", "arabs"):
        assert sits(Client(), seat_of(child, name)).get(f"/g/{child.number}").status_code == 200
    other = sits(Client(), seat_of(a_family(), "normans"))
    assert other.get(f"/g/{child.number}").status_code == 404
    client.force_login(User.objects.create_superuser("gm", "gm@example.org", "x"))
    assert client.get(f"/g/{child.number}").status_code == 200
    assert client.get(f"/gm/letters/{child.number}").status_code == 200


def test_everybody_may_look_where_the_players_have_agreed_on_it(client: Client) -> None:
    game = a_family(children_open=True)
    raid = called(game)
    foray = called(game, "FORAY there")
    assert client.get(f"/g/{raid.number}").status_code == 200
    assert client.get(f"/g/{foray.number}").status_code == 404  # of which only Boris may know
    assert anna(game).get(f"/g/{foray.number}").status_code == 404
    assert sits(Client(), seat_of(game, "arabs")).get(f"/g/{foray.number}").status_code == 200


def test_what_a_hidden_game_has_called_stays_hidden_where_children_are_open(client: Client) -> None:
    game = a_family(children_open=True)
    foray = called(game, "FORAY there")
    raid = called(foray)
    assert client.get(f"/g/{raid.number}").status_code == 404
    assert anna(game).get(f"/g/{raid.number}").status_code == 200


def test_all_is_open_when_the_family_is_over(client: Client) -> None:
    game = a_family()
    raid = called(game)
    foray = called(game, "FORAY there")
    play_out(raid)
    play_out(foray)
    while again(game).state != GameState.OVER:
        play(game)
    for child in (raid, foray):
        assert client.get(f"/g/{child.number}").status_code == 200
        assert client.get(f"/g/{child.number}/log.jsonl").status_code == 200
    told = words(client.get(f"/g/{game.number}"))
    assert raid.label in told and foray.label in told
    lobby = words(client.get("/"))
    assert raid.label in lobby and foray.label in lobby


def test_a_finished_child_waits_for_its_family(client: Client) -> None:
    game = a_family()
    raid = play_out(called(game))
    assert raid.state == GameState.OVER
    assert client.get(f"/g/{raid.number}").status_code == 404
    assert raid.label not in words(client.get("/"))
    assert anna(game).get(f"/g/{raid.number}").status_code == 200


def test_whoever_chooses_a_language_learns_of_no_game() -> None:
    game = a_family()
    child = called(game)
    grandchild = called(child)
    for number in (child.number, grandchild.number, f"{game.number}-zz", f"{child.number}-zz"):
        for path in ("", "/", "/log.jsonl", "/seat/normans", "/seat/normans/mail/1", "/join/normans"):
            chosen = Client().post("/language", {"language": "de", "next": f"/g/{number}{path}"})
            assert (chosen.status_code, chosen["Location"]) == (302, f"/g/{number}{path}")


# what is told


def test_a_page_names_the_games_that_it_has_called() -> None:
    game = a_family()
    raid = called(game)
    told = words(anna(game).get(f"/g/{game.number}"))
    assert f"{raid.label} A raid" in told and "awaited: Normans" in told
    public = words(Client().get(f"/g/{game.number}"))
    assert f"{raid.label} Normans and Arabs being fought" in public and "A raid" not in public
    play_out(raid)
    public = words(Client().get(f"/g/{game.number}"))
    assert f"{raid.label} Normans and Arabs over The Normans have won" in public


def test_a_game_that_rests_says_for_what() -> None:
    game = a_family()
    raid = called(game)
    for _ in range(3):
        play(game)
    assert again(game).state == GameState.RESTING
    for page in (f"/g/{game.number}", f"/g/{game.number}/seat/arabs"):
        told = words(sits(Client(), seat_of(game, "arabs")).get(page))
        assert f"The game rests until {raid.label} is over" in told and "orders are awaited" not in told
    assert "resting" in words(Client().get("/"))


def test_what_a_game_rests_for_is_a_link_for_whoever_may_look_and_stands_on_top_of_his_desk() -> None:
    game = a_family()
    raid = called(game)
    play(raid)
    for _ in range(3):
        play(game)
    link = f'<a href="/g/{raid.number}">{raid.label}</a>'
    for name in ("normans", "arabs"):
        browser = sits(Client(), seat_of(game, name))
        for page in (f"/g/{game.number}", f"/g/{game.number}/seat/{name}"):
            assert link in browser.get(page).content.decode()
        desk = browser.get(f"/g/{game.number}/seat/{name}").content.decode()
        on_top = desk[: desk.index("<textarea")]
        assert f'href="/g/{raid.number}/seat/{name}"' in on_top
        awaited = "Your orders are awaited here too" in on_top
        assert awaited is again(raid).seats.get(name=name).awaited
        assert ("It goes on here" in on_top) is not awaited
    public = Client().get(f"/g/{game.number}").content.decode()
    assert raid.label in public and f"/g/{raid.number}" not in public


def test_strangers_are_told_why_they_cannot_look_at_a_game() -> None:
    game = a_family()
    called(game)
    why = "Its pages are its players' own until all is over."
    assert why in words(Client().get(f"/g/{game.number}"))
    assert why not in words(anna(game).get(f"/g/{game.number}"))


def test_a_game_that_everybody_may_look_at_stands_among_those_being_fought() -> None:
    closed, opened = a_family(), a_family(children_open=True)
    hidden, seen = called(closed), called(opened)
    foray = called(opened, "FORAY there")
    page = words(Client().get("/"))
    assert seen.label in page and hidden.label not in page and foray.label not in page


def test_a_child_names_the_game_that_called_it() -> None:
    game = a_family()
    raid = called(game)
    for page in ("", "/seat/normans"):
        told = words(anna(raid).get(f"/g/{raid.number}{page}"))
        assert f"Called by {game.label} The purses" in told


def test_a_desk_names_the_other_games_in_which_its_player_is_awaited_soonest_first() -> None:
    game = a_family(child_hours=5)
    first, second = called(game), called(play(game).children.get().parent, "RAID again")
    desk = words(anna(game).get(f"/g/{game.number}/seat/normans"))
    found = re.findall(rf"({first.label}|{second.label}) A raid you command", desk)
    assert sorted(found) == sorted([first.label, second.label])
    Game.objects.filter(pk=second.pk).update(phase_due=again(first).phase_due.replace(year=2020))
    desk = words(anna(game).get(f"/g/{game.number}/seat/normans"))
    assert re.findall(rf"({first.label}|{second.label}) A raid you command", desk) == [
        second.label,
        first.label,
    ]


def test_whoever_sits_at_a_parents_link_sits_in_the_games_that_it_has_called() -> None:
    game = a_family()
    browser = anna(game)
    raid = called(game)
    assert raid.label in words(browser.get("/"))
    assert browser.get(f"/g/{raid.number}/seat/normans").status_code == 200
    assert browser.get(f"/g/{raid.number}/seat/normans/mail").status_code == 200
    assert browser.get(f"/g/{raid.number}/seat/arabs").status_code == 404


def test_a_childs_link_opens_no_seat_of_its_parent() -> None:
    game = a_family()
    raid = called(game)
    assert anna(raid).get(f"/g/{game.number}/seat/normans").status_code == 404


def test_the_page_of_a_turn_tells_what_was_called_and_how_it_ended() -> None:
    game = a_family()
    raid = called(game)
    assert f"{raid.label} is played by Normans and Arabs" in words(
        Client().get("/g/1/t/t1-normans".replace("1", game.number, 1))
    )
    play_out(raid)
    play(game)
    page = f"/g/{game.number}/t/t1-arabs"
    assert f"{raid.label}: The Normans have won" in words(Client().get(page))
    again_later = f"/g/{game.number}/t/t1-normans"
    assert "have won" not in words(Client().get(again_later))


def test_a_desk_tells_at_once_that_a_game_is_over() -> None:
    game = a_family()
    raid = play_out(called(game))
    assert f"{raid.label}: The Normans have won" in words(anna(game).get(f"/g/{game.number}/seat/normans"))


def test_orders_are_taken_at_a_desk_of_a_child() -> None:
    raid = called(a_family())
    browser = anna(raid)
    shown = browser.post(f"/g/{raid.number}/seat/normans", {"orders": "HOLD here", "nonce": "a" * 32})
    assert "HOLD here" in words(shown)
    adjudication.attend(raid.pk)
    assert again(raid).phase == 2


def test_reports_of_a_child_are_witnesses() -> None:
    raid = called(a_family())
    play(raid)
    row = OutboundMail.objects.filter(seat=seat_of(raid, "normans"), kind="report").last()
    assert row is not None
    text = f"Subject: {opened(row)['Subject']}\n\n{text_of(opened(row))}"
    shown = anna(raid).post(f"/g/{raid.number}/witness", {"report": text})
    assert "This report belongs to the log" in words(shown)
    assert f"This is a report of {raid.label}" in words(
        Client().post(f"/g/{raid.parent.number}/witness", {"report": text})
    )


@pytest.mark.parametrize("agreed", [False, True])
def test_a_hidden_game_costs_no_more_questions_than_one_that_never_was(agreed: bool) -> None:
    """The time that an answer takes would tell of it."""
    game = a_family(children_open=agreed)
    play(game)
    foray = called(game, "FORAY there")
    for now, state in enumerate((GameState.RUNNING, GameState.OVER)):
        Game.objects.filter(pk=foray.pk).update(state=state)
        for browser in (Client(), anna(game)):
            numbers = (foray.number, f"{game.number}-zz")
            asked = []
            browser.get(f"/g/{numbers[now % 2]}")  # either makes the other as cheap
            for number in numbers:
                with CaptureQueriesContext(connection) as found:
                    assert browser.get(f"/g/{number}").status_code == 404
                    asked.append(len(found))
            assert asked[0] == asked[1] > 0, (agreed, state)


def test_pages_ask_no_more_the_more_games_were_called() -> None:
    """A campaign of a year has called sixty: its pages ask of all of them at once."""
    asked = []
    for raids in (1, 4):
        game = a_family()
        for number in range(raids):
            play_out(called(game, f"RAID number {number}"))
        play_out(game)
        assert again(game).children.count() == raids and again(game).state == GameState.OVER
        turn = again(game).adjudications.last()
        assert turn is not None
        pages = (f"/g/{game.number}", f"/g/{game.number}/t/{turn.key}")
        for page in pages:
            assert Client().get(page).status_code == 200
        kin._at_hand.clear()
        with CaptureQueriesContext(connection) as found:
            for page in pages:
                Client().get(page)
        asked.append(len(found))
    assert asked[0] == asked[1], asked

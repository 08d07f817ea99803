"""Captains who fight the games that a game calls, for players who do not wish to."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.gate import fighting
from games.models import Game, GameState, OutboundMail
from games.play import adjudication, creation
from games.record import eventlog
from games.seats import seats
from rules import engine
from rules.events.siege import FightOver
from rules.state.siege import Siege
from tests.games.arena import sits
from tests.games.family_kit import mails_to
from tests.games.kit import again, seat_of, work_off
from tests.games.post_kit import Post, answers_to, reads_his_mail, text_of
from tests.games.test_chaos_sieges import a_siege, quiet_and_fed

pytestmark = pytest.mark.django_db
NORMANS, BYZANTINES = "normans", "byzantines"


@pytest.fixture
def siege() -> Game:
    """Both play by mail, and fight on boards."""
    game = a_siege("siege-castle", 0, quiet_and_fed(), fights="board")
    reads_his_mail(*game.seats.all())
    return again(game)


def write(game: Game, name: str, text: str, **more: str) -> str:
    """A mail of a player; what he is answered, in one line."""
    seat = seat_of(again(game), name)
    number = f"<{OutboundMail.objects.count()}.{name}@players.example.org>"
    mail = Post(seat).write(text, Message_ID=number, **more)
    return " ".join(" ".join(text_of(answer) for answer in answers_to(mail)).split())


def assault(game: Game) -> Game:
    """The besiegers storm as soon as they can; the board on which it is fought."""
    while again(game).state == GameState.RUNNING:
        write(game, NORMANS, "ASSAULT")
        write(game, BYZANTINES, "REST")
        adjudication.attend(game.pk)
    assert again(game).state == GameState.RESTING
    return again(game).children.get()


def fighters(board: Game) -> dict[str, str]:
    return dict(board.seats.values_list("name", "captain"))


def test_a_captain_fights_for_whoever_said_so_and_for_nobody_else(siege: Game) -> None:
    told = write(siege, NORMANS, "FIGHTS CAPTAIN CAUTIOUS")
    assert "a cautious captain fights for you from now on" in told and "FIGHTS MYSELF takes that back" in told
    board = assault(siege)
    assert fighters(board) == {NORMANS: "cautious", BYZANTINES: ""}
    OutboundMail.objects.filter(game=board).delete()
    for _ in range(3):
        adjudication.attend(board.pk)
        write(board, BYZANTINES, "FINAL")
    assert again(board).phase > 1
    assert not OutboundMail.objects.filter(game=board, seat__name=NORMANS).exists()
    assert OutboundMail.objects.filter(game=board, seat__name=BYZANTINES).exists()


def test_if_both_wish_it_the_board_is_fought_without_a_mail_and_the_siege_tells_of_it(siege: Game) -> None:
    write(siege, NORMANS, "FIGHTS CAPTAIN")
    write(siege, BYZANTINES, "FIGHTS BOLD")
    board = assault(siege)
    work_off()
    assert again(board).state == GameState.OVER and again(board).told
    assert not OutboundMail.objects.filter(game=board).exists()
    table = eventlog.load(siege.pk, again(siege).version).battle
    assert isinstance(table, Siege) and (table.outcome or table.day > 1)
    report = " ".join(mails_to(seat_of(siege, NORMANS)))
    assert "A captain fights for you there, as you wanted." in report and board.label in report


def test_it_is_taken_back_while_it_is_fought(siege: Game) -> None:
    write(siege, NORMANS, "FIGHTS CAPTAIN")
    board = assault(siege)
    told = write(siege, NORMANS, "FIGHTS MYSELF")
    assert f"{board.label} is yours again" in told
    assert fighters(board) == {NORMANS: "", BYZANTINES: ""} and seat_of(siege, NORMANS).fights == ""
    assert "You fight yourself" in write(siege, NORMANS, "fights myself."), "twice does no harm"


def test_who_leads_a_fight_is_said_in_answer_to_any_of_its_mails(siege: Game) -> None:
    board = assault(siege)
    first = seats.reply_address(seat_of(board, NORMANS), again(board).phase)
    write(board, BYZANTINES, "FINAL")
    adjudication.attend(board.pk)
    assert seat_of(board, NORMANS).awaited
    assert "nothing in it was carried out" in write(board, NORMANS, "FINAL", to=first)
    assert "captain fights" in write(board, NORMANS, "please let a bold captain fight for me", to=first)
    assert fighters(board)[NORMANS] == "bold"


def test_a_board_that_is_open_is_given_to_a_captain_from_either_address(siege: Game) -> None:
    board = assault(siege)
    assert "He has" in write(siege, BYZANTINES, "A cautious captain fights for me")
    told = write(board, NORMANS, "FIGHTS CAPTAIN BOLD")
    assert f"a bold captain fights {board.label} for you" in told and siege.label in told
    assert fighters(board) == {NORMANS: "bold", BYZANTINES: "cautious"}
    assert seat_of(siege, NORMANS).fights == "", "of later ones nothing was said"
    work_off()
    assert again(board).state == GameState.OVER


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("FIGHTS CAPTAIN drunk", "none is drunk: nothing was changed"),
        ("FIGHTS CAPTAIN BOLD AND CAUTIOUS", "none is bold and cautious"),
        ("FIGHTS CAPTAIN <b>", "none is <b>"),
    ],
)
def test_a_captain_that_there_is_not(siege: Game, line: str, told: str) -> None:
    assert told in write(siege, NORMANS, line) and seat_of(siege, NORMANS).fights == ""


@pytest.mark.parametrize("line", ["FIGHTS", "FIGHTS drunk", "FIGHTS with honour", "MY CAPTAIN FIGHTS BEST"])
def test_what_is_no_such_line_changes_nothing_and_is_answered(siege: Game, line: str) -> None:
    assert write(siege, NORMANS, f"{line}\nREST")
    assert seat_of(siege, NORMANS).fights == ""


def test_where_fights_are_settled_by_a_die_the_answer_says_that_none_come() -> None:
    game = a_siege("siege-castle")
    reads_his_mail(*game.seats.all())
    assert "its fights are settled without boards" in write(game, NORMANS, "FIGHTS CAPTAIN")


def test_when_it_is_over_nothing_is_fought(siege: Game) -> None:
    Game.objects.filter(pk=siege.pk).update(state=GameState.OVER)
    assert "is over" in fighting.choose(seat_of(siege, NORMANS), True, "bold")
    assert seat_of(siege, NORMANS).fights == ""


def test_another_player_of_the_seat_fights_himself(siege: Game) -> None:
    """Who fights was the choice of the one before."""
    write(siege, NORMANS, "FIGHTS CAPTAIN")
    board = assault(siege)
    creation.change_player(seat_of(siege, NORMANS), name="Carla", email="carla@example.org")
    row = seat_of(board, NORMANS)
    assert (row.player, row.captain, seat_of(siege, NORMANS).fights) == ("Carla", "", "")
    assert OutboundMail.objects.filter(game=board, to="carla@example.org").exists(), (
        "she is told how it stands"
    )


def test_whoever_got_one_board_alone_keeps_it(siege: Game) -> None:
    board = assault(siege)
    creation.change_player(seat_of(board, NORMANS), name="Dora", email="dora@example.org", only_here=True)
    write(siege, NORMANS, "FIGHTS CAPTAIN")
    row = seat_of(board, NORMANS)
    assert (row.player, row.captain) == ("Dora", "")


def test_a_board_that_a_captain_fights_can_be_given_to_somebody(siege: Game) -> None:
    write(siege, NORMANS, "FIGHTS CAPTAIN")
    board = assault(siege)
    creation.change_player(seat_of(board, NORMANS), name="Dora", email="dora@example.org", only_here=True)
    row = seat_of(board, NORMANS)
    assert (row.player, row.captain, seat_of(siege, NORMANS).fights) == ("Dora", "", "bold")


def test_the_choice_on_the_desk(siege: Game) -> None:
    seat = seat_of(siege, NORMANS)
    desk = sits(Client(), seat)
    page = desk.get(f"/g/{siege.pk}/seat/{NORMANS}").content.decode()
    assert "You fight yourself in the games that this one calls." in page and 'value="myself"' not in page
    desk.post(f"/g/{siege.pk}/seat/{NORMANS}/choose", {"fights": "cautious"})
    assert seat_of(siege, NORMANS).fights == "cautious"
    page = desk.get(f"/g/{siege.pk}/seat/{NORMANS}").content.decode()
    assert "a cautious captain fights for you" in page
    desk.post(f"/g/{siege.pk}/seat/{NORMANS}/choose", {"fights": "sober"})
    assert seat_of(siege, NORMANS).fights == "cautious"
    desk.post(f"/g/{siege.pk}/seat/{NORMANS}/choose", {"fights": "myself"})
    assert seat_of(siege, NORMANS).fights == ""
    assert Client().post(f"/g/{siege.pk}/seat/{NORMANS}/choose", {"fights": "bold"}).status_code == 404


def test_nobody_asks_for_orders_on_a_board_that_a_captain_fights(siege: Game) -> None:
    write(siege, NORMANS, "FIGHTS CAPTAIN")
    board = assault(siege)
    page = sits(Client(), seat_of(siege, NORMANS)).get(f"/g/{siege.pk}/seat/{NORMANS}").content.decode()
    assert "Your orders are awaited here too" not in page
    assert sits(Client(), seat_of(siege, NORMANS)).get(f"/g/{board.number}").status_code == 200


def test_captains_fight_on_while_the_siege_is_held_and_it_goes_on_once_it_may(siege: Game) -> None:
    for name in (NORMANS, BYZANTINES):
        write(siege, name, "FIGHTS CAPTAIN")
    board = assault(siege)
    day = again(siege).turn
    Game.objects.filter(pk=siege.pk).update(burnt=99)  # its dice are known: nothing of it is played
    work_off()
    assert again(board).state == GameState.OVER
    adjudication.attend(siege.pk)
    assert not [e for e in eventlog.events(siege.pk) if isinstance(e, FightOver)]
    Game.objects.filter(pk=siege.pk).update(burnt=0)
    work_off()
    told = [event for event in eventlog.events(siege.pk) if isinstance(event, engine.GameTold)]
    assert len(told) == 1 and again(board).told and not again(siege).trouble
    assert again(siege).state == GameState.OVER or again(siege).turn > day


def test_nobody_waits_for_what_a_player_had_to_mend_when_a_captain_takes_over(siege: Game) -> None:
    board = assault(siege)
    late = timezone.now() + timedelta(hours=1)
    board.seats.filter(name=NORMANS).update(mends_until=late, mends_for=["Robert"])

    write(siege, NORMANS, "FIGHTS CAPTAIN")

    taken_over = seat_of(again(board), NORMANS)
    assert taken_over.captain and taken_over.mends_until is None and not taken_over.mends_for

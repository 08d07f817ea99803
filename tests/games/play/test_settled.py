"""A battle that is fought and waits for the one that decides it takes no orders, and says where they go
(RUL-208)."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, GameState, InboundMail, OutboundMail, Seat
from games.play import creation
from games.play.creation import create_game
from games.record import eventlog
from games.seats import seats
from rules import engine
from tests.games.arena import sits
from tests.games.kit import ANNA, BORIS, again, seat_of
from tests.games.play.test_two_battles import work_off
from tests.games.post_kit import Post, html_of, opened, reads_his_mail, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def first() -> Game:
    """The reapers of Anna and Boris, who have written nothing: the evening has begun."""
    game = create_game(
        "reapers", {"normans": ANNA, "lombards": BORIS}, deadline_hours=0, child_hours=72, pace="phase"
    )
    reads_his_mail(*game.seats.all())
    work_off()
    game = again(game)
    assert game.state == GameState.RESTING
    return game


def evening_of(game: Game) -> Game:
    return game.children.select_related("parent").get()


def told(mail: InboundMail) -> str:
    [row] = OutboundMail.objects.filter(in_reply_to=mail)
    return " ".join(f"{row.subject}\n{text_of(opened(row))}".split())


def nothing_stands(game: Game, name: str) -> bool:
    table = eventlog.load(game.pk).battle
    return not (table.sheets.get(name) or table.standing.get(name))


@pytest.mark.parametrize(
    "line",
    [
        "MOVE Robert to 1407",
        "WATCH Geoffrey",
        "CLEAR",
        "FINAL",
        "Hello there",
        "HELP",
        "TRY\nMOVE Robert stay",
        "> MOVE Robert to 1407",
    ],
)
def test_nothing_is_taken_and_the_answer_names_the_game_that_decides(first: Game, line: str) -> None:
    evening, seat = evening_of(first), seat_of(first, "normans")
    before = first.version
    answer = told(Post(seat).write(line))
    assert f"{first.label} is fought: it takes no orders any more" in answer
    assert f"What decides it is {evening.label}, Evening at the fig trees" in answer
    there = seat_of(evening, "normans")
    assert seats.reply_address(there, again(evening).phase) in answer
    assert "can wait" not in answer and "stands" not in answer
    assert again(first).version == before and nothing_stands(first, "normans")


def test_an_order_sent_to_the_address_in_the_answer_is_filed(first: Game) -> None:
    evening = evening_of(first)
    there = Seat.objects.select_related("game").get(game=evening, awaited=True)
    here = seat_of(first, there.name)
    man = next(f for f in eventlog.load(evening.pk).battle.figures.values() if f.seat == there.name)
    Post(here).write(f"MOVE {man.name} stay")
    assert Post(here).write(f"MOVE {man.name} stay", to=seats.reply_address(there, 1)).reason == "filed"
    assert eventlog.load(evening.pk).battle.sheets[there.name] == (f"MOVE {man.name} stay",)


def test_a_reply_to_an_older_report_of_the_fought_battle_is_sent_there_too(first: Game) -> None:
    seat = seat_of(first, "normans")
    answer = told(Post(seat).write("MOVE Robert stay", to=seats.reply_address(seat, 2)))
    assert f"What decides it is {evening_of(first).label}" in answer and "Open now" not in answer


def test_who_does_not_play_the_game_that_decides_is_told_no_address(first: Game) -> None:
    evening = evening_of(first)
    creation.change_player(seat_of(evening, "normans"), email="carla@example.org", only_here=True)
    answer = told(Post(seat_of(first, "normans")).write("MOVE Robert stay"))
    assert f"{evening.label} decides it, and others play that one." in answer
    assert "orders+" not in answer


def test_the_last_report_of_the_fought_battle_invites_no_orders(first: Game) -> None:
    for seat in first.seats.all():
        row = OutboundMail.objects.filter(seat=seat, kind="report").order_by("-pk")[0]
        message = opened(row)
        for text in (text_of(message), html_of(message)):
            for invites in (
                "standing orders",
                "Reply to this mail",
                "ORDERS",
                "CLEAR",
                "Who is near",
                "WHO IS NEAR",
            ):
                assert invites not in text, invites


def test_the_desk_of_the_fought_battle_has_no_sheet_for_orders(first: Game) -> None:
    seat = seat_of(first, "normans")
    page = sits(Client(), seat).get(f"/g/{first.number}/seat/normans").content.decode()
    assert "<textarea" not in page and "orders+" not in page and "Standing orders can be sent" not in page
    posted = sits(Client(), seat).post(
        f"/g/{first.number}/seat/normans", {"orders": "WATCH Geoffrey", "nonce": "a" * 32}
    )
    assert "this battle is fought, nothing carried out" in posted.content.decode()
    assert nothing_stands(first, "normans")


def test_the_rules_themselves_take_no_order_for_a_fought_battle(first: Game) -> None:
    """Whoever tries something at a desk asks them alone."""
    table = eventlog.load(first.pk).battle
    for line in ("MOVE Robert stay", "WATCH Geoffrey"):
        reading = engine.read_orders(table, "normans", [line])
        assert not reading.accepted and "another one decides it" in str(reading.lines[0].message)


def mailed(seat: Seat, **wanted: str) -> str:
    row = OutboundMail.objects.filter(seat=seat, **wanted).order_by("-pk")[0]
    return " ".join(f"{row.subject} {text_of(opened(row))}".split())


def test_the_last_report_says_why_it_is_over_and_the_first_of_the_next_what_it_has_from_it(
    first: Game,
) -> None:
    report = mailed(seat_of(first, "normans"), kind="report")
    assert report.startswith(f"[{first.label}] after turn 4, Norman phase: nothing owed from you")
    assert "This battle is over: turn 4 is over (standing: Lombards 10 of 10, Normans 9 of 9)." in report
    assert "Whoever lives fights on in Evening at the fig trees, and that decides." in report
    assert "played by: Robert's reapers, Teobaldo's harvesters." in report
    evening = evening_of(first)
    welcome = mailed(seat_of(evening, "normans"))
    assert f"{first.label}, The reapers of Torre, is fought and has called this game to decide it" in welcome
    assert "goes on with that" not in welcome
    assert "Points and standing orders of the first battle do not count here (RUL-208)." in welcome


def test_the_end_of_the_next_is_the_end_of_both_and_told_as_that(first: Game) -> None:
    evening = evening_of(first)
    Game.objects.filter(pk=evening.pk).update(deadline_hours=0, phase_due=timezone.now())
    work_off()
    first = again(first)
    assert first.state == GameState.OVER and first.adjudications.last().reason == "no orders were needed"
    last = mailed(seat_of(evening, "normans"), kind="report")
    assert f"{first.label} is told how it ended, who lives and who fell, and is over with that" in last
    assert "and goes on" not in last
    end = mailed(seat_of(first, "normans"), kind="report")
    assert "Evening at the fig trees decided it: turn 8 is over. Points: " in end
    points = dict(first.outcome["scores"])
    for side in ("Normans", "Lombards"):
        number = points[side.lower()]
        counted = f"{number} point" if number else "no points"
        assert re.search(rf"{side} .{{0,40}}standing, {counted}", end), (side, number)
    assert "Alive: Normans 9 of 9, Lombards 9 of 9." in end


def test_a_language_chosen_in_one_game_of_a_family_says_for_which_it_holds(first: Game) -> None:
    evening = evening_of(first)
    Post(seat_of(first, "normans")).write("LANGUAGE de")
    assert seat_of(evening, "normans").language == seat_of(first, "normans").language == "de"
    there = seat_of(evening, "lombards")
    answer = told(Post(there).write("LANGUAGE en\nHELP"))
    assert f"That holds for {evening.label} alone, and not for {first.label}, which has called it." in answer

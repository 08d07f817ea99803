"""What ends a wait and what begins one: FINAL, whatever stands; and time for second thoughts while a man who
could act has no order."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games import queue
from games.models import Game, Seat
from games.play import adjudication
from games.play.deadlines import Due, due
from games.play.submissions import Status
from rules import engine
from tests.games.kit import a_game, again, file, seat_of
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import a_battle, battle_of, some_orders, text_of, the_answer

pytestmark = pytest.mark.django_db


def closes(game: Game) -> bool:
    """Whether the open phase is closed by what was filed."""
    phase = again(game).phase
    adjudication.attend(game.pk)
    return again(game).phase > phase


def waits(seat: Seat) -> timedelta | None:
    until = Seat.objects.get(pk=seat.pk).mends_until
    return None if until is None else until - timezone.now()


def minutes_pass(game: Game, minutes: int) -> None:
    for seat in game.seats.exclude(mends_until=None):
        assert seat.mends_until
        Seat.objects.filter(pk=seat.pk).update(mends_until=seat.mends_until - timedelta(minutes=minutes))


# FINAL


@pytest.mark.parametrize(
    "before",
    [
        [["HOLD", "BAD line"]],
        [["HOLD", "BAD line"], ["BAD line"]],
        [["HOLD", "BAD line"], ["HOLD", "BAD line", "BAD too"]],
        [["BAD line"]],
        [["WATCH the hill"]],
        [["WATCH the hill", "BAD line"]],
        [],
    ],
)
def test_final_alone_closes_whatever_stands(pocket: PocketRules, before: list[list[str]]) -> None:
    game = a_game()
    for lines in before:
        file(again(game), "normans", *lines)
    assert not closes(game)
    final = file(again(game), "normans", "FINAL")
    assert final.status is Status.FILED and not (final.mending or final.lacking or final.waits_until)
    assert closes(game)


def test_final_closes_after_lines_where_none_are_taken_from(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans", "HOLD", unread=2)
    assert not closes(game)
    file(again(game), "normans", "FINAL", unread=1)
    assert closes(game)


def test_final_where_nothing_waits_changes_nothing(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans", "HOLD")
    version = again(game).version
    assert file(again(game), "normans", "FINAL").status is Status.UNCHANGED
    assert again(game).version == version and closes(game)


@pytest.mark.parametrize(
    "mails",
    [
        ["{0}\nMOVE Nobody 0101", "FINAL"],
        ["{0}\n{1}", "CLEAR", "FINAL"],
        ["{0}\n{1}", "CLEAR Robert", "FINAL"],
        ["{0}", "CLEAR\nFINAL"],
        ["RETREAT toward 0101", "FINAL"],
        ["RETREAT toward 0101\nFINAL"],
        ["MOVE Nobody 0101", "final!"],
        ["{0}", "FINAL"],
        ["{0}\nFINAL"],
        ["{0}\nMOVE Nobody 0101\nFINAL."],
        ["TRY {0}", "HELP", "Thanks!\nFINAL"],
    ],
)
def test_final_closes_a_real_phase_by_mail(game, seat, post, mails):
    orders = some_orders(game, seat)
    for n, body in enumerate(mails, 1):
        text = text_of(the_answer(post.write(body.format(*orders))))
        assert closes(game) == (n == len(mails)), body
    assert "phase waits" not in " ".join(text.split())


def test_final_counts_above_and_below_a_form_and_below_the_end(game, seat, post):
    first, second, _ = some_orders(game, seat)
    form = f"#ORDERS {game.label} T1 Norman\n{first}\n#END\n"
    assert Seat.objects.get(pk=seat.pk).mends_until is None
    for body in (f"{form}\nRETREAT toward 0101\n", f"{second}\n{form}"):
        assert "Found outside" in " ".join(text_of(the_answer(post.write(body))).split()).replace(
            "FOUND", "Found"
        ).replace("OUTSIDE", "outside")
        assert not closes(game)
    post.write(f"{form.replace('stay', 'stop')}\nHELP\nTRY {second}\n")
    assert Game.objects.get(pk=game.pk).phase == 1
    text = text_of(the_answer(post.write(f"{form}\n{second}\nFINAL\n")))
    assert "phase waits" not in text and "> FINAL" not in text
    assert closes(game)


@pytest.mark.parametrize("body", ["{0}\ncheers\nFINAL", "{0}\n\nFINAL\n-- \nAnna"])
def test_final_counts_below_the_end(game, seat, post, body):
    post.write(body.format(*some_orders(game, seat)))
    assert closes(game)


def test_what_holds_nothing_does_so_outside_of_a_form_too(game, seat, post):
    Game.objects.update(recall_minutes=0)
    first, second, _ = some_orders(game, seat)
    post.write(f"#ORDERS {game.label} T1 Norman\n{first}\nADVANCE never\n#END\nHELP\nTRY {second}\nSTATUS\n")
    assert Seat.objects.get(pk=seat.pk).mends_until is None and closes(game)


def test_the_receipt_of_final_alone_says_that_it_is_final(game, seat, post):
    first, _, _ = some_orders(game, seat)
    post.write(f"{first}\nMOVE Nobody 0101")
    answer = the_answer(post.write("FINAL"))
    assert "final, 1 order stands" in str(answer["Subject"])


def test_final_closes_from_the_web_too(game, seat, client, settings):
    page = at_his_desk(client, seat)
    first, _, _ = some_orders(game, seat)
    client.post(page, {"orders": f"{first}\nMOVE Nobody 0101", "phase": game.phase})
    assert not closes(game)
    client.post(page, {"orders": "FINAL", "phase": game.phase})
    assert closes(game)


def at_his_desk(client: Client, seat: Seat) -> str:
    from games.seats import seats

    client.get(seats.seat_link(seat).partition("8000")[2])
    return f"/g/{seat.game_id}/seat/{seat.name}"


# second thoughts


@pytest.fixture
def pressed(pocket: PocketRules, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game in which two men are pressed and never get an order."""
    monkeypatch.setattr(engine, "could_act", lambda battle, seat, reading: ("Hugo", "Odo"))
    return a_game()


def test_while_somebody_who_could_act_has_no_order_there_is_time_for_second_thoughts(pressed: Game) -> None:
    filed = file(pressed, "normans", "HOLD")
    assert filed.forgotten == ("Hugo", "Odo") and not filed.mending
    left = waits(seat_of(pressed, "normans"))
    assert left and timedelta(minutes=9) < left <= timedelta(minutes=10)
    assert not closes(pressed) and pressed not in queue.games_due()
    minutes_pass(pressed, 9)
    assert not closes(pressed)
    minutes_pass(pressed, 2)
    assert pressed in queue.games_due() and closes(pressed)


@pytest.mark.parametrize("lines", [["HOLD", "FINAL"], ["FINAL"]])
def test_final_ends_it_or_lets_it_not_begin(pressed: Game, lines: list[str]) -> None:
    if lines == ["FINAL"]:
        file(pressed, "normans", "HOLD")
        assert not closes(pressed)
    assert not file(again(pressed), "normans", *lines).waits_until
    assert closes(pressed)


def test_it_is_an_option_of_the_game_and_none_is_none(pressed: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    Game.objects.update(recall_minutes=0)
    assert not file(again(pressed), "normans", "HOLD").forgotten and closes(pressed)
    longer = a_game(recall_minutes=45)
    file(longer, "normans", "HOLD")
    left = waits(seat_of(longer, "normans"))
    assert left and left > timedelta(minutes=44)
    file(again(longer), "normans", "HOLD on", "BAD line")
    left = waits(seat_of(longer, "normans"))
    assert left and left > timedelta(minutes=59), "the longer of two waits"


def test_a_mail_that_orders_them_all_ends_it(pressed: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    file(pressed, "normans", "HOLD")
    monkeypatch.setattr(engine, "could_act", lambda battle, seat, reading: ())
    file(again(pressed), "normans", "HOLD on")
    assert waits(seat_of(pressed, "normans")) is None and closes(pressed)


def test_it_never_passes_a_deadline(pressed: Game) -> None:
    file(pressed, "normans", "HOLD")
    Game.objects.filter(pk=pressed.pk).update(phase_due=timezone.now() - timedelta(seconds=1))
    assert due(again(pressed), timezone.now()) is Due.DEADLINE


def test_what_is_asked_neither_begins_nor_ends_nor_prolongs_it(game, seat, post):
    first, second, _ = some_orders(game, seat)
    for body in ("HELP", "TRY " + first, "Hello!", "STATUS"):
        post.write(body)
        assert waits(seat) is None
    post.write(first)
    until = Seat.objects.get(pk=seat.pk).mends_until
    assert until
    for body in ("HELP me", "TRY " + second, "Hello again!", "STATUS", "TEST"):
        post.write(body)
        assert Seat.objects.get(pk=seat.pk).mends_until == until


def test_the_receipt_names_them_and_says_how_long_there_is_time(game, seat, post):
    text = " ".join(text_of(the_answer(post.write("\n".join(some_orders(game, seat))))).split())
    assert "without an order: Gilbert, Ralph and Anquetil. So the phase waits 10 minutes, until" in text
    assert "FINAL goes on at once" in text
    Game.objects.update(phase_due=timezone.now() + timedelta(minutes=4))
    again = " ".join(text_of(the_answer(post.write("MOVE Hugo stay"))).split())
    assert "waits 4 minutes" in again, "no longer than the deadline"


def test_so_does_the_desk(game, seat, client):
    page = at_his_desk(client, seat)
    said = client.post(page, {"orders": some_orders(game, seat)[0], "phase": game.phase}).content.decode()
    assert "Gilbert, Ralph and Anquetil" in said and "10 minutes" in said
    assert "phase waits" not in client.post(page, {"orders": "FINAL", "phase": game.phase}).content.decode()


def test_who_is_not_on_move_is_promised_no_wait(game, rival):
    from tests.games.post_kit import Post

    text = text_of(the_answer(Post(rival).write("RETREAT toward 0101\nMOVE nobody 0101")))
    assert "to mend" in text and "phase waits" not in text


def test_a_captain_never_waits(game):
    seat = next(seat for seat in game.seats.all() if seat.awaited)
    Seat.objects.filter(pk=seat.pk).update(captain="bold", email="")
    assert closes(game)


def test_the_form_sent_back_closes_at_once(game, seat, post):
    post.write(f"ok\n#ORDERS {game.label} T1 Norman\n{engine.order_form(battle_of(game), seat.name)}\n#END\n")
    assert closes(game)


def test_a_game_master_sets_it(game, seat, admin_client):
    admin_client.post(f"/gm/recall/{game.pk}", {"minutes": "25"})
    assert Game.objects.get(pk=game.pk).recall_minutes == 25
    for bad in ("-1", "", "x", "99999", "１２"):
        admin_client.post(f"/gm/recall/{game.pk}", {"minutes": bad})
    assert Game.objects.get(pk=game.pk).recall_minutes == 25
    assert 'value="25"' in admin_client.get("/gm").content.decode()
    Client().post(f"/gm/recall/{game.pk}", {"minutes": "0"})
    assert Game.objects.get(pk=game.pk).recall_minutes == 25


def test_a_game_is_made_with_it(capsys: Any) -> None:
    call_command("creategame", "orchard", "--recall", "7", "--seat", "normans=captain:bold")
    assert Game.objects.get().recall_minutes == 7
    assert a_battle().recall_minutes == 10

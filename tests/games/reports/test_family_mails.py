"""Mails of families: what a child's first and last tell, what its parent's reports tell, and that replies go
to the game that they are meant for."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.delivery import digests
from games.gate import correspondence
from games.models import Game, GameState, OutboundKind, OutboundMail, OutboundState, Seat
from games.play import adjudication, creation
from games.record import eventlog, marks
from games.seats import seats
from tests.games.family_kit import a_family, called, flowed, mails_to, play, play_out, rules, write
from tests.games.kit import again, seat_of
from tests.games.post_kit import opened

__all__ = ["rules"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules")]


def test_the_first_mail_of_a_child_says_who_called_it() -> None:
    game = a_family()
    raid = called(game)
    for name in ("normans", "arabs"):
        [first] = mails_to(seat_of(raid, name))
        assert first.startswith(f"[{raid.label} T1 normans]")
        assert f"{game.label}, The purses, has called this game, and what happens here counts there" in first
        assert f"You play here because you play {name.title()} there." in first


def test_the_last_report_of_a_child_says_what_goes_back() -> None:
    game = a_family()
    raid = play_out(called(game))
    last = mails_to(seat_of(raid, "normans"))[-1]
    assert "WHAT GOES BACK" in last and f"{game.label} is told of it, and goes on" in last
    assert not any("WHAT GOES BACK" in mail for mail in mails_to(seat_of(game, "normans")))


def test_reports_of_the_parent_tell_what_was_called_and_how_it_ended_once() -> None:
    game = a_family()
    raid = called(game)
    for name in ("normans", "arabs"):
        report = mails_to(seat_of(game, name), kind=OutboundKind.REPORT)[-1]
        assert f"{raid.label} is played by Normans and Arabs" in report and "You play there too" in report
    play_out(raid)
    play(game)
    play(game)
    for name in ("normans", "arabs"):
        told = [f"{raid.label}: The Normans have won" in mail for mail in mails_to(seat_of(game, name))]
        assert sum(told) == 1


def test_only_who_may_know_is_told_of_a_hidden_game() -> None:
    game = play(a_family())
    foray = called(game, "FORAY there")
    play_out(foray)
    play(play(game))
    boris, anna = mails_to(seat_of(game, "arabs")), mails_to(seat_of(game, "normans"))
    assert any(f"{foray.label} is played by Arabs" in mail for mail in boris)
    assert any(f"{foray.label}: The Normans have won" in mail for mail in boris)
    assert not any(foray.label in mail or "called" in mail for mail in anna)
    assert not OutboundMail.objects.filter(seat__game=foray).exclude(to="boris@example.org").exists()


def test_a_resting_game_owes_nothing_and_says_what_it_waits_for_and_when_it_goes_on() -> None:
    game = a_family()
    raid = called(game)
    while again(game).state == GameState.RUNNING:
        play(game)
    assert again(game).state == GameState.RESTING
    boris = seat_of(game, "arabs")
    report = mails_to(boris, kind=OutboundKind.REPORT)[-1]
    assert f"Nothing is owed from you now. The game rests until {raid.label} is over." in report
    assert "#ORDERS" not in report
    play_out(raid)
    [goes_on] = mails_to(boris, kind=OutboundKind.REMINDER)
    assert "the game goes on: your orders, please" in goes_on
    assert f"{raid.label}: The Normans have won" in goes_on and f"#ORDERS {game.label}" in goes_on
    assert mails_to(seat_of(game, "normans"), kind=OutboundKind.REMINDER) == []
    write(boris, "HOLD at last")
    adjudication.attend(game.pk)
    assert again(game).phase == 5


def test_orders_sent_to_a_resting_game_stand_when_it_goes_on() -> None:
    game = a_family()
    raid = called(game)
    while again(game).state == GameState.RUNNING:
        play(game)
    boris = seat_of(game, "arabs")
    asked = write(boris, "HOLD for later")
    [receipt] = OutboundMail.objects.filter(in_reply_to=asked)
    assert f"The game rests until {raid.label} is over." in flowed(receipt)
    assert "is played now" not in flowed(receipt)
    adjudication.attend(game.pk)
    assert again(game).phase == 4
    play_out(raid)
    assert again(game).phase == 5 and mails_to(boris, kind=OutboundKind.REMINDER) == []
    play(game)  # nothing was owed from him meanwhile: his next report tells both phases
    assert f"{raid.label}: The Normans have won" in mails_to(boris, kind=OutboundKind.REPORT)[-1]


def test_a_child_that_outlives_its_parent_ends_with_a_word_to_its_players(rules: Any) -> None:
    rules.patient = False
    game = a_family()
    raid = None
    for _ in range(6):
        if again(game).phase == 5:
            raid = called(game)
        elif again(game).state == GameState.RUNNING:
            play(game)
    adjudication.attend(game.pk)
    assert raid is not None and again(raid).state == GameState.OVER
    for name in ("normans", "arabs"):
        last = mails_to(seat_of(raid, name))[-1]
        assert last.startswith(f"[{raid.label}] called off: {game.label} is over")
        assert "nobody has won" in last


# replies


def orders_of(game: Game, name: str) -> tuple[str, ...]:
    return eventlog.load(game.pk).battle.sheets.get(name, ())


def test_replies_go_to_the_game_whose_mail_they_answer() -> None:
    game = play(play(a_family()))
    raid = called(game)
    play(game)
    assert again(game).phase == again(raid).phase + 4
    here, there = seat_of(game, "normans"), seat_of(raid, "normans")
    write(there, "HOLD in the raid")
    assert orders_of(raid, "normans") == ("HOLD in the raid",) and orders_of(game, "normans") == ()
    write(here, "HOLD in the purses")
    assert orders_of(game, "normans") == ("HOLD in the purses",)
    assert orders_of(raid, "normans") == ("HOLD in the raid",)


def test_a_wrong_key_in_an_address_of_a_child_leads_to_that_child() -> None:
    game = a_family()
    raid = called(game)
    there = seat_of(raid, "normans")
    right = seats.reply_address(there, 1)
    secret = right.partition("+")[2].split("-")[1]
    wrong = right.replace(secret, secret[1:] + "0" if secret[-1] != "0" else secret[1:] + "1")
    mail = write(there, "HOLD it", to=wrong)
    [answer] = OutboundMail.objects.filter(in_reply_to=mail)
    assert answer.seat == there and str(opened(answer)["Reply-To"]) == right
    assert mail.seat == there and raid.label in answer.subject
    stranger = write(there, "HOLD it", to=wrong, sender="eve@example.org")
    assert stranger.seat is None and not OutboundMail.objects.filter(in_reply_to=stranger).exists()


def test_a_form_of_another_game_of_the_family_is_sent_there_and_not_to_be_rewritten() -> None:
    game = a_family()
    raid = called(game)
    here, there = seat_of(game, "normans"), seat_of(raid, "normans")
    for seat, other in ((here, there), (there, here)):
        form = f"#ORDERS {other.game.label} T1 normans\nHOLD it\n#END"
        mail = write(seat, form)
        [answer] = OutboundMail.objects.filter(in_reply_to=mail)
        told = flowed(answer)
        address = seats.reply_address(other, again(other.game).phase)
        assert f"which is for {other.game.title}" in told and address in told
        assert "change that line" not in told
    assert orders_of(raid, "normans") == orders_of(game, "normans") == ()


def test_a_form_of_a_game_in_which_the_player_has_no_seat_is_another_form() -> None:
    game = a_family()
    raid = called(game)
    creation.change_player(seat_of(raid, "normans"), email="carla@example.org", only_here=True)
    form = f"#ORDERS {raid.label} T1 normans\nHOLD it\n#END"
    [answer] = OutboundMail.objects.filter(in_reply_to=write(seat_of(game, "normans"), form))
    assert "change that line" in flowed(answer) and "orders+" not in flowed(answer)


def test_the_report_of_the_phase_goes_out_before_what_it_begins() -> None:
    game = a_family()
    raid = called(game)
    for name in ("normans", "arabs"):
        report = OutboundMail.objects.filter(seat=seat_of(game, name)).latest("pk")
        assert report.pk < OutboundMail.objects.filter(seat=seat_of(raid, name)).earliest("pk").pk


def test_questions_and_tries_are_answered_in_a_child() -> None:
    raid = called(a_family())
    seat = seat_of(raid, "normans")
    for line in ("HELP", "TRY\nHOLD here"):
        [answer] = OutboundMail.objects.filter(in_reply_to=write(seat, line))
        assert opened(answer)["Subject"].startswith(f"Re: [{raid.label} T1 normans]")
        assert f"/g/{raid.number}" in flowed(answer)
    assert orders_of(raid, "normans") == ()


def test_a_letter_within_a_child_stays_there() -> None:
    game = a_family()
    raid = called(game)
    anna, boris = seat_of(raid, "normans"), seat_of(raid, "arabs")
    before = OutboundMail.objects.filter(seat__game=game).count()
    write(anna, "PRESS TO Arabs\nHow goes it?\nEND PRESS")
    letter = mails_to(boris)[-1]
    assert letter.startswith(f"[{raid.label}]") and "How goes it?" in letter
    assert OutboundMail.objects.filter(seat__game=game).count() == before


def test_one_mail_a_day_holds_the_family_and_a_reply_names_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_family(child_hours=240, deadline_hours=240)
    Seat.objects.filter(game=game).update(digest=True)
    raid = called(game)
    anna = seat_of(raid, "normans")
    assert anna.digest
    OutboundMail.objects.filter(seat__email=anna.email).update(state=OutboundState.GATHERED)
    tomorrow = timezone.now() + timedelta(days=1, hours=1)
    monkeypatch.setattr(timezone, "now", lambda: tomorrow)
    digests.send_due()
    daily = OutboundMail.objects.get(kind=OutboundKind.DIGEST, to=anna.email)
    assert game.label in daily.subject and raid.label in daily.subject
    assert daily.seat is not None
    assert digests.seat_meant(daily.seat, f" {raid.label} T1 normans") == anna
    assert digests.seat_meant(daily.seat, f"{raid.label.upper()} T1 normans") == anna
    assert digests.seat_meant(daily.seat, f"{game.label} T1 normans") == seat_of(game, "normans")
    reply = f"#ORDERS {raid.label} T1 normans\nHOLD the raid\n#END"
    write(daily.seat, reply, to=str(opened(daily)["Reply-To"]))
    assert orders_of(raid, "normans") == ("HOLD the raid",) and orders_of(game, "normans") == ()


# labels


def test_a_form_names_its_child_and_fits_it_alone() -> None:
    game = a_family()
    raid = called(game)
    for label in (raid.label, raid.label.lower(), f"{raid.label} T1 normans", f"{raid.label}-T1-normans", ""):
        assert correspondence.block_fits(label, raid), label
    assert not correspondence.block_fits(raid.label, again(game))
    assert not correspondence.block_fits(game.label, raid)


def test_marks_of_a_child_are_read_back() -> None:
    raid = called(called(a_family()))
    for address in (
        seats.reply_address(seat_of(raid, "normans"), 1),
        OutboundMail.objects.filter(game=raid)[0].message_id,
    ):
        assert [found.game.pk for found in marks.read([address])] == [raid.pk]
        assert raid.number in address and len(address.partition("@")[0]) <= 64


def test_no_mail_of_a_child_shows_its_key() -> None:
    raid = called(a_family())
    play(raid)
    for mail in OutboundMail.objects.filter(game=raid):
        keys = [str(abs(raid.pk)), *(str(abs(seat.pk)) for seat in raid.seats.all() if seat != mail.seat)]
        assert not any(re.search(rf"\b{key}\b".encode(), bytes(mail.rendered)) for key in keys)

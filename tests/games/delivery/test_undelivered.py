"""Mails that could not be delivered: who is told, and how they are sent again."""

from __future__ import annotations

import io
import smtplib
from datetime import timedelta
from email import message_from_bytes, policy
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games import queue
from games.delivery import undelivered
from games.models import Game, OutboundKind, OutboundMail, OutboundState, Seat
from games.outbox import outbox
from tests.games.kit import a_game, seat_of
from tests.games.outbox.test_outbox import Line, line, raising
from tests.games.pocket_rules import PocketRules

__all__ = ["line"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def seat(pocket: PocketRules, settings: Any) -> Seat:
    settings.GAME_MASTER = "gm@example.org"
    game = a_game()
    OutboundMail.objects.all().delete()
    return seat_of(game, "normans")


def failed(
    seat: Seat, number: int, state: OutboundState = OutboundState.REJECTED, **more: Any
) -> OutboundMail:
    raw = b"Subject: report\nFrom: a@example.org\n\nx\n"
    mail = outbox.enqueue(
        f"report:{seat.pk}:{number}", OutboundKind.REPORT, to=seat.email, subject=f"turn {number}",
        rendered=raw, game=seat.game, seat=seat,
    )  # fmt: skip
    words = "SMTPRecipientsRefused: 550 no\nsuch user"
    OutboundMail.objects.filter(pk=mail.pk).update(state=state, last_error=words, attempts=1, **more)
    return mail


def notes() -> list[OutboundMail]:
    return list(OutboundMail.objects.filter(to="gm@example.org").order_by("pk"))


def text_of(mail: OutboundMail) -> str:
    return str(message_from_bytes(bytes(mail.rendered), policy=policy.default).get_content())


def test_the_game_master_is_told_once_of_all_mails_to_a_seat(seat: Seat) -> None:
    first = failed(seat, 1)
    second = failed(seat, 2, OutboundState.GIVEN_UP, in_doubt_since=timezone.now())
    assert undelivered.tell_game_master() == 1
    assert undelivered.tell_game_master() == 0
    [note] = notes()
    assert "2 mails to Anna" in note.subject and note.game == seat.game
    text = text_of(note)
    assert f"manage.py resend {first.pk} {second.pk}" in text
    assert "550 no such user" in text and "may have arrived" in text
    assert f"manage.py seatplayer {seat.game.label} normans --email" in text


def test_what_fails_later_the_same_day_is_told_of_on_the_next(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed(seat, 1)
    undelivered.tell_game_master()
    later = failed(seat, 2)
    assert undelivered.tell_game_master() == 0 and len(notes()) == 1
    tomorrow = timezone.now() + timedelta(days=1)
    monkeypatch.setattr(undelivered.timezone, "now", lambda: tomorrow)
    assert undelivered.tell_game_master() == 1
    assert later.subject in text_of(notes()[1]) and "turn 1" not in text_of(notes()[1])


def test_every_seat_has_a_note_of_its_own(seat: Seat) -> None:
    failed(seat, 1)
    failed(seat_of(seat.game, "arabs"), 2)
    assert undelivered.tell_game_master() == 2
    assert len({note.subject for note in notes()}) == 2


def test_a_game_master_who_cannot_be_reached_is_told_of_nothing_for_ever(
    seat: Seat, line: type[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    """His own mails are refused as well: no mail about a mail about a mail."""
    refused = smtplib.SMTPRecipientsRefused({"x": (550, b"no")})
    monkeypatch.setattr(line, "on_send", raising(refused))
    failed(seat, 1)
    for _ in range(10):
        queue.work_off()
    [note] = notes()
    assert note.state == OutboundState.REJECTED
    assert note in undelivered.on_the_desk()


def test_without_a_game_master_nobody_is_told_and_nothing_is_lost(seat: Seat, settings: Any) -> None:
    settings.GAME_MASTER = ""
    mail = failed(seat, 1)
    assert undelivered.tell_game_master() == 0
    settings.GAME_MASTER = "gm@example.org"
    assert undelivered.tell_game_master() == 1 and str(mail.pk) in text_of(notes()[0])


def test_a_seat_keeps_its_player(seat: Seat) -> None:
    failed(seat, 1)
    undelivered.tell_game_master()
    seat.refresh_from_db()
    assert seat.email == "anna@example.org" and seat.wants_mail


def test_the_sweep_tells(seat: Seat) -> None:
    failed(seat, 1)
    queue.sweep()
    assert len(notes()) == 1


# the desk and the commands


def test_the_desk_shows_them_with_a_button(seat: Seat, admin_client: Client, client: Client) -> None:
    mail = failed(seat, 1)
    doubled = failed(seat, 2, OutboundState.ACCEPTED, possible_duplicates=1)
    shown = admin_client.get("/gm").content.decode()
    assert f'action="/gm/outbox/{mail.pk}"' in shown and "no\nsuch user" in shown
    assert "Perhaps delivered twice: 1" in shown and f"{doubled.pk}: turn 2" in shown
    assert client.post(f"/gm/outbox/{mail.pk}").status_code == 302
    mail.refresh_from_db()
    assert mail.state == OutboundState.REJECTED, "strangers have no say"
    assert admin_client.get(f"/gm/outbox/{mail.pk}").status_code == 405
    assert admin_client.post("/gm/outbox/999999").status_code == 404
    assert admin_client.post(f"/gm/outbox/{mail.pk}")["Location"] == "/gm"
    mail.refresh_from_db()
    assert mail.state == OutboundState.PENDING


def test_the_admin_counts_possible_duplicates(seat: Seat, admin_client: Client) -> None:
    failed(seat, 1)
    failed(seat, 2, possible_duplicates=1)
    page = admin_client.get("/admin/games/outboundmail/")
    assert b"Perhaps twice" in page.content and page.context["cl"].result_count == 2
    filtered = admin_client.get("/admin/games/outboundmail/?possible_duplicates__gt=0")
    assert filtered.context["cl"].result_count == 1


def said(*command: str) -> str:
    out = io.StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def test_the_command_sends_again_what_is_named(seat: Seat) -> None:
    mail, other = failed(seat, 1), failed(seat, 2)
    assert f"mail {mail.pk} to anna@example.org goes out again" in said("resend", str(mail.pk))
    assert "is pending: nothing to do" in said("resend", str(mail.pk))
    other.refresh_from_db()
    assert other.state == OutboundState.REJECTED
    assert "1 of 1" in said("resend", "--all")
    with pytest.raises(CommandError, match="no outgoing mail 999999"):
        said("resend", "999999")
    with pytest.raises(CommandError, match="--all"):
        said("resend")


def test_a_mail_whose_words_were_deleted_is_not_sent_again(seat: Seat) -> None:
    failed(seat, 1, rendered=b"")
    mail = OutboundMail.objects.get()
    assert not outbox.send_again(mail)
    mail.refresh_from_db()
    assert mail.state == OutboundState.REJECTED


def test_the_command_counts(seat: Seat) -> None:
    failed(seat, 1)
    failed(seat, 2, OutboundState.ACCEPTED, possible_duplicates=2)
    shown = said("outbox")
    counts = shown.splitlines()[0]
    assert {"0 pending", "1 accepted", "1 rejected", "0 unknown", "0 given up"} <= set(counts.split(", "))
    assert "1 perhaps delivered twice" in shown and "rejected: turn 1 to anna@example.org" in shown
    assert Game.objects.count() == 1

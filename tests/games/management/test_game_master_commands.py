"""What a game master mends by hand: a mail read again, a player who has moved."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import Game, InboundMail, InboundState, OutboundMail, Seat
from games.play import submissions
from games.play.creation import Captain, create_game
from games.seats import seats
from tests.games.post_kit import (
    Post,
    battle_of,
    deliver,
    opened,
    seat_on_move,
    some_orders,
    text_of,
    the_answer,
)

pytestmark = pytest.mark.django_db
MOVED = "anna@new.example.org"


@pytest.fixture
def seat(game: Game) -> Seat:
    return seat_on_move(game)


def orders_of(game: Game, seat: Seat) -> tuple[str, ...]:
    return battle_of(game).sheets.get(seat.name, ())


@pytest.fixture
def failed(game: Game, seat: Seat, monkeypatch: pytest.MonkeyPatch) -> InboundMail:
    """A mail that we could not read, the fault mended meanwhile."""
    with monkeypatch.context() as patch:
        patch.setattr(submissions, "submit", lambda *_, **__: 1 / 0)
        return Post(seat).write("\n".join(some_orders(game, seat)))


def test_a_failed_mail_is_read_again_and_gets_its_receipt(
    game: Game, seat: Seat, failed: InboundMail, capsys: Any
) -> None:
    call_command("readagain", str(failed.pk))
    assert "done (filed)" in capsys.readouterr().out
    assert len(orders_of(game, seat)) == 3
    subjects = [m.subject for m in OutboundMail.objects.filter(in_reply_to=failed).order_by("pk")]
    assert len(subjects) == 2 and subjects[1].endswith("orders received: 3 stand")


def test_a_mail_carried_out_is_not_read_twice(game: Game, seat: Seat) -> None:
    mail = Post(seat).write("\n".join(some_orders(game, seat)))
    with pytest.raises(CommandError, match="carried out"):
        call_command("readagain", str(mail.pk))
    with pytest.raises(CommandError, match="no mail 4711"):
        call_command("readagain", "4711")


def test_the_button_of_a_mail_has_it_read_again(
    game: Game, seat: Seat, failed: InboundMail, admin_client: Client
) -> None:
    page = admin_client.get(f"/gm/mail/{failed.pk}")
    assert b"Read it again" in page.content
    assert "form-action 'self'" in page["Content-Security-Policy"]
    assert admin_client.post(f"/gm/mail/{failed.pk}").status_code == 302
    assert len(orders_of(game, seat)) == 3
    assert b"Read it again" not in admin_client.get(f"/gm/mail/{failed.pk}").content


def test_only_the_staff_presses_it_and_only_with_our_token(
    game: Game, seat: Seat, failed: InboundMail, client: Client, admin_user: Any
) -> None:
    assert client.post(f"/gm/mail/{failed.pk}").url.startswith("/admin/login")  # type: ignore[attr-defined]
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(admin_user)
    assert strict.post(f"/gm/mail/{failed.pk}").status_code == 403
    failed.refresh_from_db()
    assert failed.state == InboundState.FAILED


def test_a_mail_from_another_address_of_the_player_is_let_through(game: Game, seat: Seat) -> None:
    mail = Post(seat).write("\n".join(some_orders(game, seat)), sender="anna@work.example.org")
    assert (mail.state, mail.reason) == (InboundState.HELD, "other-sender")
    call_command("readagain", str(mail.pk))
    mail.refresh_from_db()
    assert mail.state == InboundState.HELD and not orders_of(game, seat)
    call_command("seatplayer", game.label, seat.name, also="anna@work.example.org")
    call_command("readagain", str(mail.pk))
    mail.refresh_from_db()
    assert (mail.state, mail.reason) == (InboundState.DONE, "filed")
    receipts = OutboundMail.objects.filter(in_reply_to=mail, subject__contains="stand")
    assert [m.to for m in receipts] == [seat.email]


def test_a_new_address_ends_the_old_ones_and_is_told_all(game: Game, seat: Seat, capsys: Any) -> None:
    old, link = seats.reply_address(seat, game.phase), seats.link_secret(seat)
    call_command("seatplayer", game.label, seat.name, name="Carla", email=MOVED)
    seat.refresh_from_db()
    assert (seat.player, seat.email) == ("Carla", MOVED)
    assert seats.find(old).standing is seats.Standing.REVOKED and seats.seat_of_link(link) is None
    assert seats.seat_link(seat) in capsys.readouterr().out
    told = OutboundMail.objects.get(to=MOVED)
    text = bytes(told.rendered).decode()
    new = seats.reply_address(seat, game.phase)
    assert new in text and told.subject.startswith(f"[{game.label} {game.phase_short}]")
    head = f"From: {MOVED}\nTo: {new}\nMessage-ID: <1@new.example.org>\n\n"
    mail = deliver((head + some_orders(game, seat)[0] + "\n").encode(), new, MOVED)
    assert mail.state == InboundState.DONE and "ok" in text_of(the_answer(mail))


def test_a_new_name_alone_ends_nothing(game: Game, seat: Seat) -> None:
    address = seats.reply_address(seat, game.phase)
    call_command("seatplayer", game.label, seat.name, name="Anna Maria")
    assert seats.find(address).standing is seats.Standing.VALID
    assert not OutboundMail.objects.filter(dedupe_key__contains="address-").exists()


def test_a_language_is_chosen_by_any_of_its_names(game: Game, seat: Seat) -> None:
    for name, code in (("de", "de"), ("French", "fr"), ("englisch", "en")):
        call_command("seatplayer", game.label, seat.name, f"--language={name}")
        seat.refresh_from_db()
        assert seat.language == code
    call_command("seatplayer", game.label, seat.name, "--language=de", f"--email={MOVED}")
    [told] = OutboundMail.objects.filter(to=MOVED)
    assert "ab jetzt an diese Adresse" in told.subject


def test_whoever_takes_a_free_seat_is_written_to_in_his_language() -> None:
    game = create_game("orchard", {"normans": Captain("bold")})
    call_command("seatplayer", game.label, "lombards", f"--email={MOVED}", "--language=fr")
    [told] = OutboundMail.objects.filter(to=MOVED)
    assert "la partie commence" in told.subject


def test_what_cannot_be_changed_is_said(game: Game, seat: Seat) -> None:
    for arguments, said in (
        ({"email": "nonsense"}, "no mail address"),
        ({}, "--name, --email, --also or --language"),
        ({"language": "klingon"}, r"en \(English\), de \(Deutsch\), fr"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("seatplayer", game.label, seat.name, *[f"--{k}={v}" for k, v in arguments.items()])
    with pytest.raises(CommandError, match="has the seats"):
        call_command("seatplayer", game.label, "slavs", name="X")
    Seat.objects.filter(pk=seat.pk).update(email="", captain="bold")
    with pytest.raises(CommandError, match="nobody plays them by mail"):
        call_command("seatplayer", game.label, seat.name, name="X")


def test_whoever_takes_over_may_quote_the_mail_that_told_him_how_it_stands(game: Game, seat: Seat) -> None:
    call_command("seatplayer", game.label, seat.name, "--language=de", name="Carla", email=MOVED)
    told = opened(OutboundMail.objects.filter(seat=seat, to=MOVED).latest("pk"))
    quoted = "\n".join(f"> {line}" for line in text_of(told).split("\n"))
    moved = Seat.objects.select_related("game").get(pk=seat.pk)
    mine = f"{some_orders(game, moved)[0]}\n\nOn Monday the game wrote:\n{quoted}"
    mail = Post(moved).write(mine, sender=MOVED)
    answer = text_of(the_answer(mail))
    assert "NICHT AUSGEFÜHRT" not in answer, answer

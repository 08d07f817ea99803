"""Players with odd programs, and rivals with odd ideas, through the whole gate of a real game."""

from __future__ import annotations

import pytest

from games.doors import arrivals
from games.gate import inbox
from games.letters import letters
from games.letters import text as letter_text
from games.models import Game, InboundMail, InboundState, OutboundMail
from games.seats import seats
from tests.games.post_kit import (
    Post,
    a_battle,
    answers_to,
    filed,
    men_of,
    opened,
    seat_on_move,
    some_orders,
    text_of,
    the_answer,
)
from tests.games.post_kit import same_game as game

__all__ = ["game"]

pytestmark = pytest.mark.django_db
DONE, HELD, IGNORED = InboundState.DONE, InboundState.HELD, InboundState.IGNORED


def flat(text: str) -> str:
    return " ".join(text.split())


# a subject like an absence note


@pytest.mark.parametrize(
    "subject",
    [
        "Vacation orders",
        "Urlaub: meine Befehle",
        "Away until Friday, so here they are",
        "Automatic reply: orders",
    ],
)
def test_orders_under_a_subject_like_an_absence_note_wait_for_their_players_word(
    game, seat, post, orders, subject
):
    mail = post.write(orders, Subject=subject)
    assert (mail.state, mail.reason, filed(game, seat)) == (HELD, "away-note", ())
    request = the_answer(mail)
    assert request["To"] == seat.email
    assert "automatic reply" in flat(text_of(request))
    post.write("CONFIRM", to=request["Reply-To"])
    inbox.process(mail.pk)
    mail.refresh_from_db()
    assert mail.reason == "filed"
    assert filed(game, seat) == tuple(orders.split("\n"))


def test_so_does_whatever_else_a_player_asks_for(game, seat, post):
    for line in ("MAIL OFF", "PRESS TO lombards\nGone fishing.\nEND PRESS"):
        mail = post.write(line, Subject="On holiday from tomorrow")
        assert (mail.state, len(answers_to(mail))) == (HELD, 1)


def test_an_absence_note_itself_is_never_answered(game, seat, post):
    for body, state in (
        ("I am away until Monday.", IGNORED),
        ("", IGNORED),
        ("Bin im Urlaub.\n\nMit freundlichen Grüßen", IGNORED),
        ("Back on Monday 0103. Move on to Boris, please.", HELD),
    ):
        mail = post.write(body, Subject="Automatic reply: [G1 T1 Norman] your orders, please")
        assert (mail.state, mail.reason, answers_to(mail)) == (state, "away-note", [])


def test_nor_is_one_from_a_stranger_or_at_another_address(game, seat, post, orders):
    for how in (
        {"sender": "eve@evil.example.com"},
        {"to": "orders@in.example.org"},
        {"to": letters.address(seat)},
        {"to": seats.reply_address(seat, game.phase - 1)},
    ):
        mail = post.write(f"{orders}\nHELP {how}", Subject="Vacation", **how)
        assert (mail.state, mail.reason, answers_to(mail)) == (HELD, "away-note", [])


# what cannot be read


@pytest.mark.parametrize(
    "kind",
    [
        "application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m",
        "application/ms-tnef; name=winmail.dat",
    ],
)
def test_a_sealed_mail_is_answered_with_the_reason(game, seat, post, kind):
    mail = post.write("MIAGCSqGSIb3DQEHAqCAMIAC\n", Content_Type=kind, Content_Transfer_Encoding="base64")
    assert mail.state == DONE
    assert "encrypted" in text_of(the_answer(mail))


def test_orders_in_an_attachment_of_another_kind_are_told_of(game, seat, post, orders):
    body = (
        f'--b\nContent-Type: text/rtf; name="turn3.rtf"\nContent-Disposition: attachment\n\n{orders}\n--b--\n'
    )
    mail = post.write(body, Content_Type="multipart/mixed; boundary=b")
    assert filed(game, seat) == ()
    assert "not opened" in text_of(the_answer(mail))


# the same orders in other signs


@pytest.mark.parametrize(
    "write",
    [
        lambda line: line.replace(" ", "\u2007"),
        lambda line: line.replace(" ", "\t\u00a0"),
        lambda line: line.replace("-", "\u2011"),
        lambda line: f"\ufffc{line}",
        lambda line: f"\u200f{line}\u200f",
        lambda line: f"§  {line}",
        lambda line: f"{line}<tel:0305>",
        lambda line: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in line),
        lambda line: f"“{line}”",
        lambda line: f"`{line}`",
        lambda line: f"{line}.",
        lambda line: line.title(),
    ],
)
def test_whatever_a_keyboard_or_a_program_makes_of_them_they_are_filed(game, seat, post, write):
    man = men_of(game, seat)[0]
    plain = f"MOVE {man} stay"
    assert post.write(write(plain)).reason == "filed"
    assert filed(game, seat) == (plain,)


# several addresses in one mail


def test_a_mail_to_two_seats_is_read_for_both_though_nobody_told_us_to_whom_it_came(game, seat):
    other = seat_on_move(a_battle())
    both = [seats.reply_address(one, one.game.phase) for one in (seat, other)]
    raw = (
        f"From: {seat.email}\nTo: {both[0]}\nCc: {both[1]}\nMessage-ID: <both@x.org>\n\n"
        + "\n".join(some_orders(game, seat))
        + "\n"
    ).encode()
    for mail in arrivals.receive(raw, "imap", seat.email):
        inbox.process(mail.pk)
    assert {mail.seat for mail in InboundMail.objects.all()} == {seat, other}
    assert len(filed(game, seat)) == 3


# what a rival may try


def test_a_letter_that_is_copied_into_a_mail_ends_no_letter_and_begins_no_form(game, seat, rival, post):
    """The rival hopes that his reader passes the letter on, within a letter of his own."""
    for end in ("END PRESS", " *end press*"):
        Post(rival).write(f"Read this.\n{end}\nQUIET ON\n", to=letters.address(rival))
        row = OutboundMail.objects.filter(to=seat.email, kind="letter").latest("pk")
        text = text_of(opened(row)).replace("\r\n", "\n")
        assert "QUIET ON" in text
        post.write(f"PRESS TO lombards\nYou wrote:\n{text}\nDid you?\nEND PRESS\n")
        seat.refresh_from_db()
        assert not seat.quiet
    for line in ("PRESS TO all", "#ORDERS G1-1", "*# end*"):
        assert letter_text.cleaned(f"a\n{line}") == letter_text.cleaned(f"a\n| {line}") == f"a\n| {line}"


@pytest.mark.parametrize(
    "trap",
    [
        (
            "--------- Forwarded message --------\nFrom: game <game-1@in.example.org>\n"
            "Date: Sun, 22 Nov 2026 16:02\nTo: a\n\n{0}"
        ),
        "» {0}",
        "│ {0}",
        "|{0}",
        "        > {0}",
        "======= At 2026-11-22, 16:02:00 you wrote: =======\n\n{0}",
    ],
)
def test_a_rivals_words_in_any_manner_of_quoting_move_nobody(game, seat, rival, post, trap):
    shown, hidden, _ = some_orders(game, seat)
    mail = post.write(f"{shown}\n\n" + trap.format(hidden))
    assert mail.reason == "filed"
    assert filed(game, seat) == (shown,)


def test_a_verdict_on_another_domain_lets_nothing_through_in_a_strict_game(
    game, seat, post, orders, settings
):
    settings.AUTHSERV_ID = "mx.example.org"
    Game.objects.filter(pk=game.pk).update(mail_mode="strict")
    mail = post.write(
        orders, Authentication_Results="mx.example.org; dmarc=pass header.from=evil.example.com"
    )
    assert (mail.state, mail.reason) == (HELD, "unverified")


def test_a_from_that_the_mail_server_did_not_see_is_none(game, seat, post, orders):
    mail = post.write(
        orders,
        sender=f"eve@evil.example.com\nX-Note: a\rFrom: {seat.email}",
        dmarc="pass",
        envelope="e@x.org",
    )
    assert (mail.state, mail.reason, mail.sender) == (HELD, "other-sender", "eve@evil.example.com")
    assert filed(game, seat) == ()

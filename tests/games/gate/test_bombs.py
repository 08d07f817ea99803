"""Mails made to break the reader or to keep it busy: bounded, kept, answered at most once."""

from __future__ import annotations

import pytest
from django.db import transaction

from games.answers.order_words import looks_like_order
from games.doors import arrivals
from games.gate import inbox
from games.models import InboundState
from games.seats import seats
from pbem.mail.reader import read
from tests.games.post_kit import (
    answers_to,
    deliver,
    filed,
    some_orders,
    text_of,
    the_answer,
)
from tests.games.post_kit import same_game as game
from tests.stopwatch import stopwatch

__all__ = ["game"]

pytestmark = pytest.mark.django_db
DONE, IGNORED, FAILED = InboundState.DONE, InboundState.IGNORED, InboundState.FAILED


def heavy_parts(boundary, written):
    return (f"--{boundary}\n\nx\n" * 20_000).encode(), f"multipart/mixed; boundary={written}"


HEAVY = {
    "parts": (*heavy_parts("b", "b"), "too-many-parts"),
    "parts, quoted boundary": (*heavy_parts('a"b', '"a\\"b"'), "too-many-parts"),
    "parts, boundary with a blank": (*heavy_parts("a b", "a b"), "too-many-parts"),
    "parts, boundary in brackets": (*heavy_parts("a", "<a>"), "too-many-parts"),
    "parts, no boundary at all": (*heavy_parts("", '""'), "too-many-parts"),
    "parts, endless boundary": (*heavy_parts("a" * 250, '"' + "a" * 250 + '"'), "boundary-too-long"),
    "nested": (
        b"".join(b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n" % (n, n + 1) for n in range(5000)),
        "multipart/mixed; boundary=b0",
        "too-deeply-nested",
    ),
    "five megabytes of boundaries": (b"--b\n" * 1_300_000, "multipart/mixed; boundary=b", "too-many-lines"),
    "a huge attachment": (b"--b\n\n" + b"A" * 5_300_000, "multipart/mixed; boundary=b", "too-large"),
}


@pytest.mark.parametrize("what", HEAVY)
def test_a_mail_made_to_break_the_parser_is_kept_answered_and_not_parsed(game, seat, post, what):
    body, kind, reason = HEAVY[what]
    with stopwatch() as took:
        mail = post.write(body, Content_Type=kind)
    assert took.seconds < 1.5
    assert (mail.state, mail.reason) == (FAILED, reason)
    assert "could not be read" in text_of(the_answer(mail))


@pytest.mark.parametrize(
    "header",
    ["Subject: " + "x" * 400_000, "To: " + "a@b.org, " * 20_000, "Subject: " + "=?utf-8?q?a?= " * 20_000,
     "X-A: b\n" * 5_000 + "X: y", "From: " + "(" * 5_000, "From: " + "a" * 60_000, "To: " + "a" * 60_000,
     "References: " + "<a@b> " * 9_000, "Content-Type: " + "; a=b" * 9_000],
    ids=lambda text: text[:20],
)  # fmt: skip
def test_headers_without_end_cost_nothing(game, seat, orders, header):
    to = seats.reply_address(seat, game.phase)
    with stopwatch() as took:
        mail = deliver(f"{header}\nFrom: {seat.email}\nTo: {to}\n\n{orders}".encode(), to)
    assert took.seconds < 1
    assert mail.state in (FAILED, IGNORED)
    assert filed(game, seat) == ()


@pytest.mark.parametrize(
    "fill", ["_", "* ", "a:", "-- \t", "> ", "on at ", "=", "#", "1) ", "_a", "\\", "MOVE "], ids=ascii
)
def test_twice_the_text_takes_about_twice_the_time(game, seat, fill):
    def seconds(size):
        lines = (fill * 2000)[:1990] + "\n"
        raw = f"From: {seat.email}\n\n".encode() + (lines * (size // len(lines))).encode()
        tries = []
        for _ in range(2):
            with stopwatch() as took:
                read(raw, looks_like_order)
            tries.append(took.seconds)
        return min(tries)

    once, twice = seconds(60_000), seconds(120_000)
    assert twice < max(0.1, 3.5 * once)
    assert twice < 0.5


@pytest.mark.parametrize(
    "kind",
    ["text/plain; charset=utf-16", "text/plain; charset=x-none", "text/plain; charset=utf-7",
     "text/plain; charset=raw-unicode-escape", "text/plain; charset=unicode-escape",
     "text/plain; charset=punycode", 'text/plain; charset="utf-8\\0"', "text/plain; charset*=bogus'x'%ff%00",
     "text/plain; charset=big5",
     "text/plain; charset=zip", "multipart/mixed", "multipart/alternative; boundary=never", "text", "/",
     ";;;", "x/y"],
)  # fmt: skip
def test_whatever_the_labels_say_one_answer_and_no_fall(game, seat, post, kind):
    body = b"MOVE =ZZ \xff\xfe \\u004d\\ud800 +AE0- ====\n--never\n\nMOVE\n"
    for encoding in ("7bit", "base64", "quoted-printable", "x-uuencode", "\x01"):
        with transaction.atomic():  # as if none had come before
            mail = post.write(body, Content_Type=kind, Content_Transfer_Encoding=encoding)
            assert (mail.state, mail.detail) == (DONE, ""), encoding
            assert len(answers_to(mail)) == 1, encoding
            assert filed(game, seat) == (), encoding
            transaction.set_rollback(True)


def test_escapes_are_no_way_round_the_reader(game, seat, post):
    first = some_orders(game, seat)[0]
    hidden = "".join(f"\\u{ord(c):04x}" for c in first)
    for name in ("unicode-escape", "raw-unicode-escape", "raw_unicode_escape"):
        post.write(hidden, Content_Type=f"text/plain; charset={name}")
    assert filed(game, seat) == ()


@pytest.mark.parametrize(
    "recipient", ["a\0b@x", "\ud800@x", "a\nb@x", "é" * 400, "", "@", "<>", "orders+" + "k" * 999]
)
def test_any_envelope_can_be_stored(game, recipient):
    raw = f"From: eve@evil.example.com\nX: {len(recipient)}\n\nMOVE".encode()
    for sender in (recipient, "eve@evil.example.com"):
        [mail] = arrivals.receive(raw, "test", sender, [recipient])
        inbox.process(mail.pk)
        mail.refresh_from_db()
        assert mail.state == IGNORED

"""Mail as it goes out."""

from __future__ import annotations

import email
import email.policy
import re
from base64 import b64encode
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from pbem.mail.writer import HTML_BYTES, Letter, Picture, RemoteContent, compose, inlined

HTML = (
    "<html><head><style>p{color:red} @media (prefers-color-scheme: dark){p{color:blue}}</style></head>"
    '<body><p>Hear ye</p><img src="cid:map@in.example.org" alt="a map"></body></html>'
)


def a_letter(**changes):
    given = {
        "message_id": "<one@in.example.org>",
        "to": "anna@example.org",
        "sender_name": "The ford",
        "sender": "game-1@in.example.org",
        "subject": "[G1 T1 Norman] your orders, please",
        "date": datetime(2026, 11, 22, tzinfo=UTC),
        "text": "Hear ye\nFrom here on\nGrüße\n",
    }
    return Letter(**(given | changes))


def opened(raw):
    return email.message_from_bytes(raw, policy=email.policy.default)


def test_the_tree_is_text_beside_html_with_its_pictures():
    message = opened(compose(a_letter(html=HTML, pictures=(Picture("map@in.example.org", b"\x89PNG"),))))
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ]
    assert [p["Content-ID"] for p in message.walk() if p["Content-ID"]] == ["<map@in.example.org>"]


@pytest.mark.parametrize(
    "title", ["The strand of Cefalù", "Der Obstgarten über Torre", 'Angriff, "bei Nacht"', "Q" * 60]
)
def test_the_sender_is_called_as_he_is_called(title):
    raw = compose(a_letter(sender_name=title))
    [sender] = opened(raw)["From"].addresses
    assert (sender.display_name, sender.addr_spec) == (title, "game-1@in.example.org")
    assert max(map(len, raw.split(b"\r\n"))) <= 78


def test_pictures_of_any_length_arrive_whole_and_in_order():
    """Also where a text holds the very line that stands for one while the mail is put together."""
    pngs = [b"", b"\x89PNG", bytes(range(256)) * 700, b"x" * 57, b"\x89PNG"]
    trap = b64encode(sha256(pngs[2]).digest()).decode()
    shown = tuple(Picture(f"map-{n}@in.example.org", png) for n, png in enumerate(pngs))
    raw = compose(a_letter(text=f"Hear ye\n{trap}\n", html=HTML.replace("Hear ye", trap), pictures=shown))
    parts = [part for part in opened(raw).walk() if part.get_content_type() == "image/png"]
    assert [part.get_payload(decode=True) for part in parts] == pngs
    assert [part["Content-ID"] for part in parts] == [f"<{picture.name}>" for picture in shown]
    assert trap in opened(raw).get_body(("plain",)).get_content()
    assert max(map(len, raw.split(b"\r\n"))) <= 78 and b"\n" not in raw.replace(b"\r\n", b"")


def test_the_same_letter_gives_the_same_bytes():
    letter = a_letter(html=HTML, pictures=(Picture("map@in.example.org", b"\x89PNG"),))
    assert compose(letter) == compose(letter)


def test_media_queries_survive_and_rules_move_into_the_elements():
    shown = inlined(HTML)
    assert "prefers-color-scheme" in shown
    assert 'style="color:red"' in shown


@pytest.mark.parametrize(
    "inside",
    [
        '<img src="https://example.org/x.png">',
        '<link rel="stylesheet" href="x.css">',
        "<style>@import 'x.css';</style>",
        "<script>1</script>",
        '<p style="background:url(https://example.org)">',
    ],
)
def test_html_that_would_fetch_something_is_refused(inside):
    with pytest.raises(RemoteContent):
        compose(a_letter(html=f"<html><body>{inside}</body></html>"))


def test_a_line_end_in_a_subject_makes_no_header():
    message = opened(compose(a_letter(subject="Re: hello\r\nBcc: victim@example.org")))
    assert message["Bcc"] is None
    assert message["Subject"] == "Re: hello Bcc: victim@example.org"


def test_no_line_begins_with_from():
    assert not any(line.startswith(b"From ") for line in compose(a_letter()).splitlines())


def test_answers_say_that_they_are_answers():
    message = opened(
        compose(a_letter(kind="auto-replied", in_reply_to="<a@b.org>", references=["<r@b.org>", "<a@b.org>"]))
    )
    assert message["Auto-Submitted"] == "auto-replied"
    assert message["Precedence"] == "bulk"
    assert message["In-Reply-To"] == "<a@b.org>"
    assert message["References"] == "<r@b.org> <a@b.org>"


def test_long_header_values_are_folded_and_survive():
    subject = "[G12 T3 Norman] " + "the ford below Centuripe " * 5
    message = opened(compose(a_letter(subject=subject)))
    assert message["Subject"] == subject.strip()
    assert all(len(line) <= 998 for line in compose(a_letter(subject=subject)).splitlines())


@pytest.mark.parametrize(
    "subject",
    [
        "Re: [G1 T1 Norman] only tried, nothing filed: 2 would stand, 1 to mend",
        "Re: [G1 T1 Norman] nur geprüft, nichts abgelegt: 2 würden stehen, 1 zu berichtigen",
        "[G12 T3 Norman] " + "the ford below Centuripe " * 5,
        "ä b ä b ä b" * 9,
        "a" * 70 + " ü " + "b" * 70 + " ü",
        "Re: " + "日本語の件名" * 20,
        "=C3=BC ü _ ? =x? = ü",
        "😀" * 60,
    ],
)
def test_a_long_subject_begins_on_the_line_of_its_name(subject):
    """Some programs show the blank of a line that was folded at once."""
    raw = compose(a_letter(subject=subject))
    [first] = [line for line in raw.splitlines() if line.startswith(b"Subject:")]
    assert first.partition(b": ")[2].strip()
    assert opened(raw)["Subject"] == subject.strip()
    head = raw.partition(b"\r\n\r\n")[0].partition(b"Subject:")[2].partition(b"\r\nDate:")[0]
    assert all(len(line) <= 76 for line in head.split(b"\r\n")[1:] if b"=?" in line), "RFC 2047, section 2"
    assert max(map(len, re.findall(rb"=\?[^ \r\n]+\?=", head)), default=0) <= 75


def test_the_limit_is_below_what_mail_programs_clip():
    assert HTML_BYTES < 102_000


def test_a_long_message_id_and_a_long_address_stay_on_their_lines() -> None:
    """Some mail programs lose a Message-ID that begins on the line behind its name, and with
    it the thread."""
    name, address = (
        f"<{'a' * 60}.12345-678-{'b' * 12}@{'d' * 30}.example.org>",
        f"orders+{'x' * 50}@{'d' * 40}.example.org",
    )
    raw = compose(a_letter(message_id=name, reply_to=address))
    assert f"\r\nMessage-ID: {name}\r\n".encode() in raw
    assert f"\r\nReply-To: {address}\r\n".encode() in raw

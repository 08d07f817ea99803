"""The orders in mails as real programs write them, and nothing but the orders."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.lines import LineClass
from pbem.mail.reader import read
from tests.pbem.mail_kit import (
    MAILS,
    ORDERS,
    OWN,
    letter,
    looks_like_order,
    orders_in,
    raw_of,
    read_file,
    read_letter,
)

OTHERS = {  # what other files hold than the four orders
    "charset-lies": (*ORDERS, "MOVE Élie à 0305"),
    "hard-wrapped": (
        *ORDERS[:2],
        (
            "IF Khaled is down AND Shakil is next to Robert THEN FIRE Arnolfo AT Shakil ELSE FIRE Arnolfo "
            "AT Khaled"
        ),
        *ORDERS[2:],
    ),
    **dict.fromkeys(
        (
            "attached-orders",
            "auto-reply-subject-only",
            "bounce",
            "empty",
            "forwarded-as-attachment",
            "forwarded-inline",
            "quote-edited",
        ),
        (),
    ),
}
REASONS = {
    "auto-reply": "auto-submitted",
    "auto-reply-subject-only": "away-note",
    "vacation-apple": "vacation",
    "mailing-list": "bulk",
    "bounce": "auto-submitted",
    "own-loop": "loop",
    "two-from": "several-senders",
    "two-mailboxes": "several-senders",
    "angle-trick": "several-senders",
    "display-name-trick": "malformed-sender",
}
FILES = sorted(path.stem for path in MAILS.glob("*.eml"))


@pytest.mark.parametrize("name", FILES)
def test_the_same_orders_are_found_in_every_kind_of_mail(name):
    assert orders_in(read_file(name)) == OTHERS.get(name, ORDERS)


@pytest.mark.parametrize("name", FILES)
def test_each_mail_is_acted_upon_and_answered_or_has_a_reason_why_not(name):
    mail = read_file(name)
    assert mail.reason == REASONS.get(name, "")
    assert mail.answer is (name not in REASONS)


@pytest.mark.parametrize("name", FILES)
def test_quoting_an_accepted_mail_yields_no_orders(name):
    found = read_file(name)
    quoted = "\n".join(f"> {line}" for line in found.text.split("\n"))
    assert read_letter(f"I saw this.\n\nOn 22 Nov 2026 Anna wrote:\n{quoted}\n").orders == ()


def test_there_are_files_enough():
    assert len(FILES) >= 70


def test_quoted_lines_that_look_like_orders_are_told_apart():
    found = read_file("quote-edited")
    assert [line.lstrip("> ") for line in found.quoted_orders] == [
        "MOVE Robert stay",
        "MOVE Drogo 0908",
        "FIRE Arnolfo AT Khaled",
    ]


def test_a_line_behind_the_end_is_reported_and_not_read():
    found = read_letter("MOVE Drogo 0808\nthanks\nFIRE Arnolfo AT Shakil\n-- \nAnna\nMOVE Robert 0101\n")
    assert found.orders == ("MOVE Drogo 0808",)
    assert found.late_orders == ("FIRE Arnolfo AT Shakil", "MOVE Robert 0101")


def test_thanks_before_any_order_ends_nothing():
    assert orders_in(read_letter("Thanks\n\nMOVE Drogo 0808\n")) == ("MOVE Drogo 0808",)


def test_an_orders_block_counts_alone_and_what_stands_around_it_is_reported():
    found = read_letter(
        "FIRE Arnolfo AT Shakil\n\n#ORDERS G12 T3 Norman\nMOVE Drogo 0808\nsomething else\n#END\n"
        "MOVE Robert 0101\n"
    )
    assert found.block == "G12 T3 Norman"
    assert found.orders == ("MOVE Drogo 0808", "something else")
    assert found.late_orders == ("FIRE Arnolfo AT Shakil", "MOVE Robert 0101")


def test_a_block_in_the_quoted_original_is_no_block():
    assert read_file("outlook-desktop").block is None


def test_comments_are_not_orders():
    assert read_letter("# MOVE Drogo 0808\n; MOVE Drogo 0808\nMOVE Robert stay\n").orders == (
        "MOVE Robert stay",
    )


def test_text_between_orders_is_read_with_them():
    assert read_letter("MOVE Drogo 0808\nRobrt stays\nFIRE Arnolfo AT Shakil\n").orders[1] == "Robrt stays"


def test_a_closing_paragraph_is_talk():
    found = read_letter("MOVE Drogo 0808\n\nWhat a battle this is.\n")
    assert found.orders == ("MOVE Drogo 0808",)
    assert found.talk == ("What a battle this is.",)


def test_two_orders_are_never_joined_into_one():
    first = "MOVE Drogo 0808 0908 1008 1108 1208 1308 1408 1508 1608 1708"
    second = "Robert and Turstin and Hugo attack Khaled"
    assert read_letter(f"{first}\n{second}\n").orders == (first, second)


def test_two_long_conditions_are_never_joined_into_one():
    first, second = (
        f"IF Tarasios is down THEN FIRE {who} AT best ELSE FIRE {who} AT Tarasios"
        for who in ("Gilbert", "Ralph")
    )
    assert read_letter(f"{first}\n{second}\n").orders == (first, second)
    broken = second.replace(" THEN", "\nTHEN")
    assert read_letter(f"{first}\n{broken}\n").orders[0] == first


def test_a_sentence_of_its_own_about_what_may_come_is_not_the_end_of_a_long_order():
    watch = "WATCH Rashid, Yusuf, Samir, Jafar fire at riders first within 10"
    sentence = "If charged, my riders counter charge"
    assert read_letter(f"{watch}\n{sentence}\n").orders == (watch, sentence)
    assert read_letter(f"{watch}\nif Robert is down\n").orders == (f"{watch} if Robert is down",)


def test_a_condition_at_the_end_of_a_long_order_stays_with_it():
    order = "ADVANCE Robert + Turstin + Hugo + Drogo + Humphrey + Arnolfo + Gui"
    assert read_letter(f"{order}\nif alone\n").orders == (f"{order} if alone",)


def test_a_reply_header_is_known_in_languages_nobody_told_us_of():
    found = read_letter(
        "MOVE Drogo 0808\n\nNuo: Ford <game-1@in.example.org>\nIšsiųsta: 2026 m. lapkričio 22 d. 16:02\n"
        "Kam: Anna\n"
        "Antraštė: orders\n\nMOVE Robert 0101\n"
    )
    assert found.orders == ("MOVE Drogo 0808",)
    assert found.quoted_orders[-1] == "MOVE Robert 0101"


def test_a_bar_at_the_left_marks_a_quote():
    html = (
        '<p>MOVE Drogo 0808</p><div style="border:none;border-left:solid blue 1.5pt"><p>MOVE Robert 0101</p>'
        "</div>"
    )
    assert read_letter(html, "Content-Type: text/html").orders == ("MOVE Drogo 0808",)


def test_remarks_with_colons_are_no_reply_header():
    lines = ("MOVE Drogo 0808", "note: he is tired", "reason: the ford", "time: 16:02", "MOVE Robert 0101")
    assert orders_in(read_letter("\n".join(lines))) == ("MOVE Drogo 0808", "MOVE Robert 0101")


def test_hidden_parts_of_html_are_no_orders():
    found = read_file("html-has-more")
    assert "html-used" in found.warnings
    assert not any("0101" in line or "font" in line for line in found.orders)


def test_orders_in_an_attached_file_are_asked_about():
    found = read_file("attached-orders")
    assert found.of(LineClass.ASIDE) == ORDERS


def test_neither_plain_text_nor_html_wins():
    parts = (
        "--b\nContent-Type: text/plain\n\nMOVE Drogo 0808\n"
        "--b\nContent-Type: text/html\n\n<p>MOVE Drogo 0101</p>\n--b--\n"
    )
    found = read_letter(parts, "Content-Type: multipart/alternative; boundary=b")
    assert found.orders == ()
    assert found.of(LineClass.ASIDE) == ("MOVE Drogo 0808", "MOVE Drogo 0101")
    assert found.warnings == ()


def test_an_encoded_line_end_in_a_subject_makes_no_header():
    subject = read_file("header-injection").headers.subject
    assert subject == "Re: hello Bcc: victim@example.org"


def test_a_mail_without_a_message_id_gets_one_from_its_bytes():
    plain = read(b"From: a@b.org\n\nMOVE x 0101\n", looks_like_order)
    assert plain.headers.message_id.startswith("<sha256.")
    assert (
        plain.headers.message_id
        == read(b"From: a@b.org\n\nMOVE x 0101\n", looks_like_order).headers.message_id
    )


def test_invisible_characters_are_gone():
    found = read_file("nul-and-bidi")
    assert not any(c in found.text for c in "\0\u202e\u200b")


def test_signed_text_is_read_without_its_armour():
    kinds = {line.kind for line in read_file("pgp-signed").lines}
    assert LineClass.ARMOUR in kinds


@pytest.mark.parametrize("text", ["MOVE Drogo 0808\n" * 6000, "MOVE Drogo" + " 0808" * 1000 + "\n"])
@pytest.mark.parametrize("kind", ["text/plain", "text/html"])
def test_what_is_cut_off_is_told(text, kind):
    body = text.replace("\n", "<br>\n") if kind == "text/html" else text
    assert "text-cut" in read_letter(body, f"Content-Type: {kind}").warnings


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=3000))
def test_no_bytes_make_the_reader_fall(data):
    read(data, looks_like_order, OWN)
    read(letter(data), looks_like_order, OWN)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(FILES), st.lists(st.tuples(st.floats(0, 1), st.binary(max_size=12)), max_size=8))
def test_no_damage_to_a_real_mail_makes_the_reader_fall(name, wounds):
    data = bytearray(raw_of(name))
    for place, splinter in wounds:
        at = int(place * len(data))
        data[at : at + len(splinter)] = splinter
    read(bytes(data), looks_like_order, OWN)

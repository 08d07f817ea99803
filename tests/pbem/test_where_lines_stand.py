"""The same lines of our form, wherever they stand in a mail: outside of what it shows as its quote they are
their sender's, inside of it they are nobody's, and where it shows nothing he is asked."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from games.answers.order_words import looks_like_order
from pbem.mail.lines import Known
from pbem.mail.own_words import tell_apart
from pbem.mail.reader import ReadMail, read, read_again
from tests.pbem import deformed
from tests.pbem.languages import LANGUAGES
from tests.pbem.mail_kit import OWN
from tests.pbem.replies import REPORT, REPORT_HTML, Body, divs, headers, mail_of, marked, plain
from tests.pbem.test_deformed import LABEL, SENT, asked

ORDERS = [line for line in deformed.FORM[1:-1] if not line.startswith("#")]
ATTRIBUTION = "On 22 Nov 2026 at 16:02 The orchard above Torre wrote:\n"
UNKNOWN = "Klaatu barada nikto:\n"
MIDDLE = REPORT.index("#ORDERS G1 T1 Norman") - 3
TAIL = REPORT.index("#ORDERS G1 T1 Norman") + 4

Mail = Callable[[list[str]], bytes]


def as_text(template: str) -> Mail:
    """A mail of which ``§`` are the lines."""
    return lambda lines: mail_of(Body(template.replace("§", "\n".join(lines))), "text")


def as_html(around: str) -> Mail:
    return lambda lines: mail_of(Body(html=around.replace("§", divs(lines))), "html")


def as_twins(text: str, html: str) -> Mail:
    return lambda lines: mail_of(
        Body(text.replace("§", "\n".join(lines)), html.replace("§", divs(lines))), "both"
    )


WHOLE = marked(REPORT)
CUT = marked([*REPORT[:12], "..."])
HIS: dict[str, Mail] = {
    "above an attribution and marks": as_text(f"§\n\n{ATTRIBUTION}{WHOLE}"),
    "close above them": as_text(f"§\n{ATTRIBUTION}{WHOLE}"),
    "above a quote that was cut": as_text(f"§\nFINAL\n\n{ATTRIBUTION}{CUT}"),
    "above a quote cut to the line that follows ours": as_text(f"§\n\n{ATTRIBUTION}{marked(REPORT[TAIL:])}"),
    "above marks alone": as_text(f"§\n\n{WHOLE}"),
    "above marks below a heading that nobody knows": as_text(f"§\n\n{UNKNOWN}{WHOLE}"),
    "above an attribution without marks": as_text(f"§\n\n{ATTRIBUTION}\n{plain(REPORT)}"),
    "above the headers of Outlook": as_text(f"§\n\n{headers(LANGUAGES['de'])}\n{plain(REPORT)}"),
    "below a quote": as_text(f"{ATTRIBUTION}{WHOLE}\n\n§"),
    "in the middle of a quote": as_text(
        f"{ATTRIBUTION}{marked(REPORT[:MIDDLE])}\n§\n\n{marked(REPORT[MIDDLE:])}"
    ),
    "above and apart": as_text(f"MOVE Robert 2008\n\n§\n\n{ATTRIBUTION}{WHOLE}"),
    "in HTML above a container": as_html(f'§<div class="gmail_quote">{UNKNOWN}<br>{REPORT_HTML}</div>'),
}
NOBODYS: dict[str, Mail] = {
    "below an attribution": as_text(f"Thanks!\n\n{ATTRIBUTION}\n§"),
    "between marks": lambda lines: mail_of(Body(f"Thanks!\n\n{UNKNOWN}{marked(lines)}"), "text"),
    "in a container of HTML": as_html('<p>Thanks!</p><div class="gmail_quote">§</div>'),
    "in a container, and in a text that marks nothing": as_twins(
        f"Thanks!\n\n{UNKNOWN}§", f'<p>Thanks!</p><div class="gmail_quote"><p>{UNKNOWN}</p>§</div>'
    ),
    "in a report forwarded": as_text(f"---------- Forwarded message ---------\n{plain(REPORT)}\n§"),
}
DOUBTED: dict[str, Mail] = {
    "alone": as_text("§"),
    "below a heading that nobody knows": as_text(f"Thanks!\n\n{UNKNOWN}§"),
    "above a report that nothing marks": as_text(f"§\n\n{UNKNOWN}{plain(REPORT)}"),
    "above a receipt that nothing marks": as_text(f"§\n\n{UNKNOWN}{plain(deformed.RECEIPT)}"),
    "below a report that nothing marks": as_text(f"Thanks!\n\n{UNKNOWN}{plain(REPORT)}\n§"),
}  # fmt: skip


def reading(raw: bytes) -> ReadMail:
    found = read(raw, looks_like_order, OWN)
    told = tell_apart(found.text, SENT, LABEL, looks_like_order, found.evidence)
    return read_again(found, told.text, told.known, looks_like_order)


def test_lines_that_are_known_to_be_whole_are_not_said_to_have_been_broken() -> None:
    long = "march Tariq to Randazzo by road, fight if odds 3 to 2, else refuse"
    found = read(as_text("§")([long, "MEET a3: refuse", "HOLD a4"]), looks_like_order, OWN)
    assert "joined" in found.warnings

    apart = read_again(found, found.text, Known(named=frozenset({1, 2})), looks_like_order)

    assert "joined" not in apart.warnings
    assert [line.text for line in apart.lines][:2] == [long, "MEET a3: refuse"]


def windows(place: str, shortest: int = 1) -> list[list[str]]:
    """Lines of the form that follow each other there: all of it, and some more."""
    luck = random.Random(place)
    found = [ORDERS]
    for length in (shortest, shortest + 1, 3, 4, 7):
        begin = luck.randrange(len(ORDERS) - length + 1)
        found.append(ORDERS[begin : begin + length])
    return found


@pytest.mark.parametrize("place", HIS)
def test_outside_of_what_a_mail_shows_as_quoted_they_are_his(place):
    for lines in windows(place):
        found = reading(HIS[place](lines))
        filed = [line for line in found.orders if line in ORDERS]
        assert (filed, asked(found)) == (lines, []), (place, lines)


@pytest.mark.parametrize("place", NOBODYS)
def test_inside_of_it_none_is_filed(place):
    for lines in windows(place):
        assert not set(reading(NOBODYS[place](lines)).orders) & set(ORDERS), (place, lines)


@pytest.mark.parametrize("place", DOUBTED)
def test_where_nothing_is_shown_he_is_asked(place):
    for lines in windows(place, shortest=3):
        found = reading(DOUBTED[place](lines))
        assert not set(found.orders) & set(ORDERS), (place, lines)
        assert set(lines) <= {*asked(found), *found.quoted_orders}, (place, lines)


def test_a_form_copied_above_a_quote_is_meant_and_in_one_that_nothing_marks_it_is_not():
    form = "\n".join(deformed.FORM)
    copied = reading(mail_of(Body(f"{form}\n\n{ATTRIBUTION}{WHOLE}"), "text"))
    assert (list(copied.orders), asked(copied)) == (ORDERS, [])
    pasted = reading(mail_of(Body(f"{plain(REPORT)}\n\n{ATTRIBUTION}{CUT}"), "text"))
    assert (pasted.orders, asked(pasted)) == ((), ORDERS)


def test_where_the_html_alone_tells_what_is_quoted_they_are_his_too():
    """Only the copies of them further down are asked about: no version tells one line from its like."""
    mail = as_twins(
        f"§\n\n{UNKNOWN}\n{plain(REPORT)}",
        f'§<br><div class="gmail_quote">{UNKNOWN}<br>{divs(REPORT)}</div>',
    )
    for lines in windows("twins"):
        found = reading(mail(lines))
        assert [line for line in found.orders if line in ORDERS] == lines
        assert set(asked(found)) <= set(lines)


@pytest.mark.parametrize("copied", [REPORT[17:24], REPORT[51:56]])
def test_prose_and_rows_that_he_copied_to_talk_about_them_are_no_orders(copied):
    """Though they stand above the quote, and read like orders."""
    assert any(map(looks_like_order, copied))
    found = reading(mail_of(Body(f"Why this?\n\n{plain(copied)}\n{ATTRIBUTION}{WHOLE}"), "text"))
    assert not [line for line in found.orders if line in copied]

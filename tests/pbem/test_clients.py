"""The same orders in every mail of the collection: 42 programs, three styles, 31 languages, text and HTML."""

from __future__ import annotations

from itertools import product

import pytest

from games.answers.order_words import looks_like_order
from pbem.mail.reader import ReadMail, read
from tests.pbem.clients import CLIENTS, forms_of
from tests.pbem.languages import LANGUAGES
from tests.pbem.mail_kit import MAILS, OWN
from tests.pbem.replies import ORDERS, Reply, mail_of
from tests.pbem.transformations import NO_ORDERS, SAME_ORDERS
from tests.sampling import some

STYLES = ("top", "bottom", "inline")
FORM_IN_THE_REPORT = "MOVE William stay"
LETTER = "Hello,\n\n" + "\n".join(ORDERS) + "\n\nBest regards\nAnna\n"
WITHOUT_MARKS = ("quoted without marks", "quoted by Zoho")
BASES = ("en", "de", "fi", "pl", "ru", "ja")


def reading(raw: bytes) -> ReadMail:
    return read(raw, looks_like_order, OWN)


def mails_of(name: str, style: str, language: str, orders: tuple[str, ...] = ORDERS):
    client = CLIENTS[name]
    body = client.write(Reply(language, style, orders))
    return [(form, mail_of(body, form)) for form in forms_of(client, body, style)]


@pytest.mark.parametrize("name", CLIENTS)
@pytest.mark.parametrize("style", STYLES)
def test_the_same_orders_from_every_program_in_every_language(name, style):
    place = list(CLIENTS).index(name) + STYLES.index(style)
    for language in some(list(LANGUAGES), 4, place):
        for form, raw in mails_of(name, style, language):
            if form == "both" and language not in BASES:
                continue  # its plain text is the same as that of the form "text"
            found = reading(raw)
            assert found.orders == ORDERS, (language, form)
            assert found.late_orders == (), (language, form)
            assert found.block is None, (language, form)
            assert found.answer, (language, form)


@pytest.mark.parametrize("name", CLIENTS)
def test_a_reply_without_a_word_of_its_own_holds_no_orders(name):
    for language in BASES:
        for form, raw in mails_of(name, "top", language, ()):
            found = reading(raw)
            assert found.orders == (), (language, form)
            assert any(FORM_IN_THE_REPORT in line for line in found.quoted_orders), (language, form)


def test_the_collection_is_large_enough():
    mails = sum(
        len(mails_of(name, style, language)) for name in CLIENTS for style in STYLES for language in ("en",)
    )
    assert len(CLIENTS) >= 40
    assert len(LANGUAGES) >= 30
    assert mails * len(LANGUAGES) >= 6000


def test_an_edited_form_inside_of_the_quote_is_not_carried_out():
    for name in ("Gmail web", "Outlook desktop", "Thunderbird flowed", "Yahoo", "Apple phone"):
        for form, raw in mails_of(name, "top", "en", ()):
            edited = raw.replace(b"MOVE William stay", b"MOVE William 2007")
            assert edited != raw
            found = reading(edited)
            assert found.orders == (), (name, form)
            assert any("MOVE William 2007" in line for line in found.quoted_orders), (name, form)


@pytest.mark.parametrize("change", SAME_ORDERS)
def test_what_befalls_a_mail_on_its_way_does_not_change_its_orders(change):
    found = reading(SAME_ORDERS[change](LETTER))
    assert found.orders == ORDERS
    assert found.late_orders == ()


@pytest.mark.parametrize("change", NO_ORDERS)
def test_quoting_forwarding_or_hiding_an_accepted_mail_yields_no_orders(change):  # attacks 12, 13 and 15
    found = reading(NO_ORDERS[change](LETTER))
    assert found.orders == ()


@pytest.mark.parametrize("change", NO_ORDERS)
def test_not_even_when_the_mail_itself_quotes(change):
    programs = ("Gmail web", "Thunderbird flowed", "Outlook web", "Yahoo")
    styles = ("top",) if change in WITHOUT_MARKS else STYLES
    # (an attribution, a marked quote, then text is just what a reply below looks like)
    for name, style in some(list(product(programs, styles)), 3, list(NO_ORDERS).index(change)):
        for form, raw in mails_of(name, style, "de"):
            text = reading(raw).text
            assert reading(NO_ORDERS[change](text)).orders == (), (name, style, form)


@pytest.mark.parametrize("name", sorted(path.stem for path in MAILS.glob("*.eml")))
def test_the_same_holds_for_every_mail_that_was_written_by_hand(name):
    text = reading((MAILS / f"{name}.eml").read_bytes()).text
    for change, make in NO_ORDERS.items():
        if not change.startswith("Thunderbird forwards"):  # in every language: tested above
            assert reading(make(text)).orders == (), change


@pytest.mark.parametrize("language", BASES)
def test_mails_of_the_collection_may_be_encoded_anew(language):
    for charset, encoding in (
        ("utf-8", "base64"),
        ("utf-16", "base64"),
        ("utf-8", "8bit"),
        ("windows-1252", "8bit"),
        ("koi8-r", "base64"),
    ):
        for name in ("Gmail web", "Outlook desktop", "Thunderbird flowed", "Yahoo"):
            client = CLIENTS[name]
            body = client.write(Reply(language))
            if charset != "utf-8" and not _can(charset, body.text):
                continue
            for form in forms_of(client, body, "top"):
                assert reading(mail_of(body, form, charset, encoding)).orders == ORDERS, (name, form, charset)


def _can(charset: str, text: str) -> bool:
    try:
        text.encode(charset)
    except UnicodeEncodeError:
        return False
    return True

"""Who wrote this: a person, or a machine that must not be answered?"""

from __future__ import annotations

import pytest

from pbem.mail.reader import read
from tests.pbem.mail_kit import OWN, letter, looks_like_order

STRONG = {
    "Auto-Submitted: auto-generated": "auto-submitted",
    "Auto-Submitted: auto-replied (vacation)": "auto-submitted",
    "Precedence: bulk": "bulk",
    "Precedence: auto_reply": "bulk",
    "List-Id: <x.example.org>": "mailing-list",
    "X-Autoreply: yes": "vacation",
    "X-MS-Exchange-Inbox-Rules-Loop: anna@example.org": "vacation",
    "From: MAILER-DAEMON@example.org": "machine-sender",
    "From: no-reply@example.org": "machine-sender",
    "From: game-3@in.example.org": "machine-sender",
    "Message-ID: <abc@in.example.org>": "loop",
    "X-PBEM-Loop: pbem@in.example.org": "loop",
    "Return-Path: <>": "null-sender",
    "X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent": "vacation",
    "X-Failed-Recipients: x@example.org": "vacation",
    "Content-Type: multipart/report; boundary=x": "report",
    "Content-Type: message/delivery-status": "report",
}
NO_SIGNS = (
    "Auto-Submitted: no",
    "X-Auto-Response-Suppress: All",
    "Precedence: first-class",
    "Subject: Re: automatic weapons",
    "X-PBEM-Loop: pbem@other.example.org",
)
AWAY = (
    "Automatic reply: [G12 T3 Norman]",
    "Out of Office: holiday",
    "AW: Abwesenheitsnotiz",
    "Réponse automatique : absente",
    "自動返信",
    "Automatikus válasz: távol vagyok",
    "Răspuns automat: vacanță",
    "Αυτόματη απάντηση: λείπω",
    "Автоматична відповідь: у відпустці",
    "Automatisk svar: ferie",
    "回复： 自动回复",
    "Odp: Automatyczna odpowiedź",
    "부재중 자동 응답",
)


@pytest.mark.parametrize("header", STRONG)
def test_machines_are_known_by_their_headers(header):
    found = read(letter("MOVE Drogo 0808", header), looks_like_order, OWN)
    assert found.automatic == STRONG[header]
    assert not found.act
    assert not found.answer


@pytest.mark.parametrize("header", NO_SIGNS)
def test_people_are_not_taken_for_machines(header):
    assert read(letter("MOVE Drogo 0808", header), looks_like_order, OWN).act


@pytest.mark.parametrize("subject", AWAY)
def test_a_subject_like_an_absence_note_means_no_answer(subject):
    found = read(letter("MOVE Drogo 0808", f"Subject: {subject}"), looks_like_order, OWN)
    assert found.away
    assert not found.answer


def test_the_null_sender_of_bounces_is_never_answered():
    assert read(letter("x"), looks_like_order, OWN, envelope_from="").automatic == "null-sender"
    assert read(letter("x"), looks_like_order, OWN, envelope_from=None).automatic == ""


def test_a_mail_that_went_round_and_round_is_left_alone():
    hops = ["Received: from a by b"] * 26
    assert read(letter("x", *hops), looks_like_order, OWN).automatic == "too-many-hops"


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("anna@example.org", "anna@example.org"),
        ("Anna <ANNA@Example.ORG>", "anna@example.org"),
        ('"Comnena, Anna" <anna@example.org>', "anna@example.org"),
        ('"victim@example.org" <anna@example.org>', "anna@example.org"),
        ("anna@example.org <anna@example.org>", "anna@example.org"),
        ("anna@example.org (Anna)", "anna@example.org"),
        ("=?utf-8?q?J=C3=B6rg?= <joerg@bücher.example>", "joerg@xn--bcher-kva.example"),
        ("<anna@example.org>mallory@example.org", ""),
        ("victim@example.org <mallory@example.org>", ""),
        ("anna@example.org, boris@example.org", ""),
        ("(" * 5000, ""),
        ("", ""),
    ],
)
def test_the_sender_is_one_well_formed_address_or_none(value, address):
    found = read(letter("x", f"From: {value}"), looks_like_order, OWN)
    assert found.headers.sender == address
    assert bool(found.headers.sender_fault) is not bool(address)

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
    "Automatic reply: [G12 T3 Norman]", "Out of Office: holiday", "AW: Abwesenheitsnotiz",
    "Réponse automatique : absente", "自動返信", "Automatikus válasz: távol vagyok",
    "Răspuns automat: vacanță", "Αυτόματη απάντηση: λείπω", "Автоматична відповідь: у відпустці",
    "Automatisk svar: ferie", "回复： 自动回复", "Odp: Automatyczna odpowiedź", "부재중 자동 응답",
    "Re\u0301ponse automatique : x", "AutoReply", "Out of Office AutoReply: x", "OOO Re: your orders",
    "I'm out of the office", "I am currently out of office", "On annual leave until Monday", "Away: x",
    "Automatische Abwesenheitsnachricht", "Ich bin derzeit nicht im Büro", "Réponse d’absence", "Absence : x",
    "Message d'absence", "Fuera de oficina", "Ausencia temporal", "Assente dal lavoro", "Fora de l'oficina",
    "Sjálfvirkt svar: x", "Automaattivastaus: x", "Odpowiedź automatyczna: x", "Nieobecność", "Mimo kancelář",
    "Házon kívül", "Samodejni odgovor: x", "Аутоматски одговор: x", "Automatinis atsakymas: x",
    "Automātiskā atbilde: x", "Automaatvastus: x", "Εκτός γραφείου", "Отсутствую", "Ofis dışında",
    "Balasan otomatis: x", "不在のお知らせ", "自动答复: x", "外出", "תשובה אוטומטית: x", "الرد التلقائي: x",
    "پاسخ خودکار: x", "स्वचालित उत्तर: x", "ตอบกลับอัตโนมัติ: x", "Erantzun automatikoa: x", "[Auto-Reply] x",
    "*** Auto-Reply ***", "Re: Re: Automatic reply: x", "Undeliverable: x",
    "Undelivered Mail Returned to Sender",
    "Delivery Status Notification (Failure)", "Unzustellbar: x", "failure notice",
    "Mail delivery failed: returning message",
    "Non remis : x", "Read: [G12 T3 Norman]", "Gelesen: x", "Accepted: battle",
    "=?utf-8?q?Abwesenheitsnotiz?=",
)  # fmt: skip
NOT_AWAY = (
    "Re: [G12 T3 Norman] The orchard above Torre: your orders, please", "orders while away", "Urgent orders",
    "Autosave", "Absent friends", "Auto da fe", "Read this first", "On leaving the ford", "Away we go",
    "Out of arrows", "Accepted", "Leave the ford", "Absence of honour", "The reader", "Lull", "TO all",
    "Automatic weapons",
)  # fmt: skip


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


@pytest.mark.parametrize("subject", NOT_AWAY)
def test_other_subjects_say_nothing_of_their_writer(subject):
    assert read(letter("MOVE Drogo 0808", f"Subject: {subject}"), looks_like_order, OWN).act


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

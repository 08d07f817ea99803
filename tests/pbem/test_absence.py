"""Notes of absence without a mark of a machine, in many languages; and people who are away,
and are people."""

from __future__ import annotations

import pytest

from games.answers.order_words import looks_like_order
from pbem.mail.absence import is_absence_note
from pbem.mail.reader import read
from tests.pbem.mail_kit import OWN, letter
from tests.pbem.test_clients import LETTER

NOTES = {
    "en": (
        "Thank you for your email. I am out of office until Monday, 5 December, with limited access to email."
    ),
    "en, short": "I am currently out of the office until 5 December.",
    "en, on leave": (
        "Hello,\n\nI'm on annual leave. In urgent cases please contact Eve at eve@example.org.\n\nAnna"
    ),
    "en, forwarded": "I will be on vacation and will answer your mail as soon as possible after my return.",
    "de": "Vielen Dank für Ihre Nachricht. Ich bin bis zum 5. Dezember nicht im Büro.",
    "de, short": "Ich bin bis 5.12. nicht im Büro.",
    "de, leave": "Guten Tag,\n\nich bin im Urlaub. Ihre E-Mail wird nicht weitergeleitet.\n\nAnna",
    "fr": "Bonjour,\n\nJe suis absente du bureau jusqu'au 5 décembre. Merci de votre message.",
    "fr, leave": "Je suis en congés. En cas d'urgence, veuillez contacter Ève.",
    "es": "Estoy fuera de la oficina hasta el 5 de diciembre.",
    "it": "Sono fuori ufficio fino al 5 dicembre.",
    "it, leave": "Sono in ferie. Per urgenze contattare Eva.",
    "pt": "Estou fora do escritório até 5 de dezembro.",
    "nl": "Ik ben tot 5 december niet op kantoor.",
    "sv": "Jag är inte på kontoret till den 5 december.",
    "da": "Jeg er ikke på kontoret indtil den 5. december.",
    "no": "Jeg er ikke på kontoret fra 1. til 5. desember.",
    "fi": "Olen poissa toimistolta 5. joulukuuta asti.",
    "pl": "Jestem poza biurem do 5 grudnia.",
    "cs": "Jsem mimo kancelář do 5. prosince.",
    "sk": "Som mimo kancelárie do 5. decembra.",
    "hu": "December 5-ig nem vagyok az irodában.",
    "ro": "Nu sunt la birou până pe 5 decembrie.",
    "tr": "5 Aralık'a kadar ofis dışındayım.",
    "ru": "Меня не будет в офисе до 5 декабря.",
    "ru, leave": "Спасибо за ваше письмо. Я в отпуске.",
    "uk": "Мене не буде в офісі до 5 грудня.",
    "bg": "Извън офиса съм до 5 декември.",
    "el": "Θα είμαι εκτός γραφείου μέχρι τις 5 Δεκεμβρίου.",
    "hr": "Nisam u uredu do 5. prosinca.",
    "ca": "No seré a l'oficina fins al 5 de desembre.",
    "ja": "12月5日まで不在にしております。",
    "zh": "我目前不在办公室，12月5日回来。",
    "ko": "12월 5일까지 부재중입니다.",
    "he": "אני לא נמצא במשרד עד 5 בדצמבר.",
    "ar": "أنا خارج المكتب حتى 5 ديسمبر.",
    "vi": "Tôi hiện không có mặt tại văn phòng đến ngày 5 tháng 12.",
}
TALK = (
    "I am away next week.",
    "I am away until Friday, Boris may go on without me.",
    "I'm on holiday from tomorrow, my orders will come on Monday.",
    "I was out of the office until yesterday, sorry for being late.",
    "I am out of the office until Monday. Could you extend the deadline?",
    "I am out of the office, so my orders for this turn come from the phone until Monday.",
    "Ich bin nächste Woche im Urlaub.",
    "Ich bin bis Freitag nicht im Büro, kannst du die Frist verlängern?",
    "Ich bin im Urlaub, spiele aber weiter.",
    "Je suis en vacances la semaine prochaine.",
    "Estoy de vacaciones.",
    "Have a nice weekend!",
    "Thank you for your message. See you on the field.",
    "Poor Hugo! He is out of luck until Monday.",
    "Back from the office, and ready.",
    "Urgent: who is it?",
)


@pytest.mark.parametrize("name", NOTES)
def test_a_note_is_known_by_what_it_says(name):
    found = read(letter(NOTES[name]), looks_like_order, OWN)
    assert found.away
    assert not found.answer


@pytest.mark.parametrize("name", NOTES)
def test_and_by_its_subject_where_that_says_so(name):
    said = NOTES[name].split(". ")[0]
    if "\n" not in said and "," not in name and name not in ("en", "de"):
        assert read(letter("", f"Subject: Re: {said}"), looks_like_order, OWN).away


@pytest.mark.parametrize("talk", TALK)
def test_a_player_who_is_away_is_a_person(talk):
    assert not read(letter(talk), looks_like_order, OWN).away


@pytest.mark.parametrize("talk", TALK)
def test_and_so_he_is_with_orders_below(talk):
    found = read(letter(f"{talk}\n\n{LETTER}"), looks_like_order, OWN)
    assert found.act
    assert len(found.orders) >= 5


def test_orders_below_a_note_are_still_found_for_him_to_confirm():
    found = read(letter(f"I am out of office until 5 December.\n\n{LETTER}"), looks_like_order, OWN)
    assert found.away
    assert len(found.orders) >= 5


@pytest.mark.parametrize("name", NOTES)
def test_a_note_in_a_quote_is_not_the_writers(name):
    quoted = "\n".join(f"> {line}" for line in NOTES[name].split("\n"))
    assert not read(letter(f"MOVE Drogo 0808\n\n{quoted}\n"), looks_like_order, OWN).away


def test_there_are_languages_enough():
    assert len({name.partition(",")[0] for name in NOTES}) >= 20


@pytest.mark.parametrize("fill", ["i am ", "ich bin ", "bis zum ", "x ", "from ", "меня ", "a" * 50])
def test_no_text_makes_it_slow(fill):
    for size in (100, 100_000):
        is_absence_note([fill * (size // len(fill))] * 30)

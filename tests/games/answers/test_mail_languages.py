"""Mails of every kind to a player who reads another language: no English is left in them.

Everything happens in the language that nobody speaks (tests/pseudo.py): what is left in plain letters was
never given to a catalogue. And in the real ones no line is too wide, or reads as a line for the post office
when a machine echoes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest
from django.conf import settings as configured

from games.answers import brakes, mail_words
from games.gate import commands as post_commands
from games.letters import letters
from games.letters.letters import Draft
from games.models import (
    OutboundKind,
    OutboundMail,
    Seat,
)
from games.play.creation import Player, create_game
from games.seats import languages
from pbem.mail.letters import BEGINS, ENDS
from pbem.mail.limits import RefusalCode
from pbem.mail.parts import WarningCode
from rules import engine
from tests import messages, pseudo
from tests.games.answers.language_occasions import CASES
from tests.games.answers.language_table import WORK, Table
from tests.games.post_kit import (
    ADDRESSES,
    a_battle,
    opened,
    text_of,
)  # fmt: skip
from tests.sampling import some

pytestmark = pytest.mark.django_db
WIDTH = 72


@pytest.fixture(autouse=True)
def no_brakes(monkeypatch: pytest.MonkeyPatch) -> None:
    for brake in (
        "QUESTIONS_PER_HOUR",
        "QUESTIONS_PER_DAY",
        "ANSWERS_PER_HOUR",
        "ANSWERS_PER_DAY",
        "LEAST_UNUSUAL",
    ):
        monkeypatch.setattr(brakes, brake, 1000)


@pytest.fixture
def unspoken(circled: Path) -> Iterator[Table]:
    with pseudo.installed(circled):
        yield Table(pseudo.CODE)


def the_mails() -> list[OutboundMail]:
    """All but those to the game master, whose English is his."""
    return [row for row in OutboundMail.objects.order_by("pk") if row.to != configured.GAME_MASTER]


@pytest.mark.parametrize(("what", "least"), CASES)
def test_no_english_is_left_in_a_players_mails(
    unspoken: Table, what: Callable[[Table], None], least: int
) -> None:
    what(unspoken)
    rows = the_mails()
    assert len(rows) >= 2 + least, [row.subject for row in rows]
    left = {
        word: f"{row.subject}: {place}"
        for row in rows
        for word, place in pseudo.left_over(opened(row), unspoken.same_in_all).items()
    }
    assert not left, "\n".join(f"{word}: {place}" for word, place in left.items())


@pytest.mark.parametrize(
    ("what", "least", "language"),
    [
        pytest.param(*case.values, language, id=f"{case.id}-{language}")
        for place, case in enumerate(CASES)
        for language in some(["en", *messages.LANGUAGES], 3, place)
    ],
)
def test_no_line_of_it_is_too_wide_or_asks_for_anything(
    what: Callable[[Table], None], least: int, language: str
) -> None:
    table = Table(language)
    what(table)
    for row in the_mails():
        for line in text_of(opened(row)).splitlines():
            assert len(line) <= WIDTH or re.search(r"://|@|[0-9a-f]{40}", line), (row.subject, line)
            asked = post_commands.command_in(line)
            own = line.strip() in table.same_in_all
            assert own or not (asked or BEGINS.match(line) or ENDS.match(line)), (row.subject, line)


def test_every_code_of_the_post_office_has_words() -> None:
    assert set(mail_words.WARNINGS) == set(get_args(WarningCode))
    assert set(mail_words.REFUSALS) == set(get_args(RefusalCode)) - {""}
    assert mail_words.refusal("never heard of") == mail_words.refusal("unreadable")


def test_a_letter_is_brought_to_each_in_his_own_language() -> None:
    table = Table("de")
    Seat.objects.filter(pk=table.rival.pk).update(language="fr")
    secret = f"Write to {WORK}, all of you."
    mail = table.write(f"PRESS TO all\n{secret}\nEND PRESS")
    [brought] = OutboundMail.objects.filter(seat=table.rival, kind=OutboundKind.LETTER)
    text = " ".join(text_of(opened(brought)).split())
    assert "Lettre publique de l'infanterie de Robert, à tous :" in text
    assert "Write to (adresse ôtée), all of you." in text
    [answer] = OutboundMail.objects.filter(in_reply_to=mail)
    assert "ist hinausgegangen" in " ".join(text_of(opened(answer)).split())


def test_a_letter_finds_whom_its_writer_calls_as_his_mails_do() -> None:
    table = Table("de")
    with languages.speaking("de"):
        for whom in (
            engine.named(table.rival.title),
            engine.named(table.rival.side.title()),
        ):
            letter = letters.write(Draft(table.seat, whom, "Guten Tag", f"test:{whom}"))
            assert not letter.trouble, whom
            assert letter.to_seat == table.rival or letter.to_side == table.rival.side


def test_what_is_noted_of_a_mail_that_chooses_a_language_is_said_in_it() -> None:
    table = Table("en")
    mail = table.write(f"LANGUAGE de\n{table.orders()}", Cc="carla@x.example")
    [answer] = OutboundMail.objects.filter(in_reply_to=mail)
    assert "Ihre Mail ging auch an andere Adressen." in " ".join(text_of(opened(answer)).split())


def test_a_title_of_the_game_masters_own_stays_as_it_is() -> None:
    players = {seat: Player(seat.title(), address, language="de") for seat, address in ADDRESSES.items()}
    create_game("orchard", players, title="The orchard, once more")
    a_battle(language="de")
    first, *_, last = (opened(row) for row in OutboundMail.objects.order_by("pk"))
    assert str(first["From"]).startswith('"The orchard, once more"')
    assert str(last["From"]).startswith("Der Obstgarten über Torre <")

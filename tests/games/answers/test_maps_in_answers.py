"""The receipt of a TRY and the mail of a question bring a small map, for whoever wants pictures."""

from __future__ import annotations

import pytest

from games.models import OutboundKind, OutboundMail, Seat
from games.reports import maps
from pbem.mail.writer import HTML_BYTES
from rules import engine
from tests.games.play.questions_kit import play_until_asked
from tests.games.post_kit import Post, a_battle, battle_of, html_of, opened, text_of

pytestmark = pytest.mark.django_db


def pictures_in(mail: OutboundMail) -> list[bytes]:
    parts = [part for part in opened(mail).walk() if part.get_content_type() == "image/png"]
    return [bytes(part.get_payload(decode=True)) for part in parts]


def tried(*, orders: str = "", **choices: object) -> OutboundMail:
    game = a_battle("ford")
    seat = Seat.objects.select_related("game").filter(game=game, awaited=True)[0]
    Seat.objects.filter(pk=seat.pk).update(**choices)
    seat.refresh_from_db()
    lines = engine.captain_orders(battle_of(game), seat.name, "bold")
    moves = "\n".join(line for line in lines if line.startswith("MOVE"))
    return Post(seat).write(orders or f"TRY\n{moves}").answers.get()


def test_the_receipt_of_a_try_shows_the_ways_on_a_map() -> None:
    mail = tried()
    [png] = pictures_in(mail)
    assert len(png) <= maps.WEIGHTS["large"].whole
    page = html_of(opened(mail))
    assert "THE MAP OF WHAT YOU TRIED" in text_of(opened(mail)) and len(page.encode()) < HTML_BYTES
    alt = page.partition('alt="')[2].partition('"')[0]
    assert "unhurt" in alt and " > " in alt


@pytest.mark.parametrize("choices", [{"html_mail": False}, {"map_size": "none"}])
def test_whoever_wants_no_picture_gets_none(choices: dict[str, object]) -> None:
    mail = tried(**choices)
    assert pictures_in(mail) == [] and "THE MAP OF WHAT YOU TRIED" not in text_of(opened(mail))


def test_a_try_that_moves_nobody_has_no_map() -> None:
    assert pictures_in(tried(orders="TRY\nRETREAT toward 0508")) == []


def test_a_question_comes_with_its_map_and_its_choices_on_it() -> None:
    seat = play_until_asked(a_battle()).seat
    mail = OutboundMail.objects.filter(seat=seat, kind=OutboundKind.QUESTION).latest("pk")
    parts = pictures_in(mail)
    assert 1 <= len(parts) <= 3 and sum(map(len, parts)) <= maps.MOST_BYTES
    assert all(maps.width_shown(png) >= maps.ON_A_PHONE for png in parts)
    assert html_of(opened(mail)).count("the number of each choice where it leads") == len(parts)

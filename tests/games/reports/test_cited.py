"""Mails and pages of a game of another book cite its own paragraphs; names of dice and the log itself stay
as they are."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Adjudication, Game, OutboundKind, OutboundMail
from games.play import adjudication
from rules import engine
from tests.games.arena import sits
from tests.games.play.questions_kit import file, play_until_asked
from tests.games.post_kit import Post, a_battle, battle_of, html_of, opened, seat_on_move, text_of
from tests.toy_book import own, play_by_it

pytestmark = pytest.mark.django_db

DIE = re.compile(r"(?:GUI|RUL)-[^\s<\"']*(?:<wbr>)?/[^\s\"']*")  # the name of a die


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    play_by_it(monkeypatch)
    return a_battle()


def shown(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_mails_cite_the_book_in_play(game: Game) -> None:
    seat = seat_on_move(game)
    battle = battle_of(game)
    mine, foe = (
        next(f for f in battle.figures.values() if (f.seat == seat.name) is own) for own in (True, False)
    )
    lines = engine.captain_orders(battle, seat.name, "bold")
    tried = [f"TRY {line}" for line in lines if line.split()[0] in ("MOVE", "FIRE", "ATTACK")][:3]
    Post(seat).write(
        "\n".join([f"MOVE {mine.name} to {foe.hex}", f"FIRE {mine.name} AT {foe.name}", *tried, "HELP move"])
    )
    Post(seat).write("ASK watch, wound")
    question = play_until_asked(game, 20)
    adjudication.attend(game.pk)
    kinds = set(OutboundMail.objects.values_list("kind", flat=True))
    assert {OutboundKind.REPORT, OutboundKind.QUESTION} <= kinds and len(kinds) > 2
    told = ""
    for row in OutboundMail.objects.all():
        message = opened(row)
        mail = text_of(message) + html_of(message)
        assert "GUI-" not in mail, (row.kind, mail[max(0, mail.index("GUI-") - 200) :][:400])
        told += mail
    assert told.count("ANA-") > 4
    with_question = shown(
        sits(Client(), question.seat), f"/g/{game.pk}/seat/{question.seat.name}/question/{question.place}"
    )
    assert "ANA-" in with_question and "GUI-" not in DIE.sub("", with_question)


def test_pages_cite_the_book_in_play_and_dice_keep_their_names(game: Game, client: Client) -> None:
    for _ in range(6):
        now = Game.objects.get(pk=game.pk)
        for name in engine.awaiting(battle_of(now)).seats:
            file(now.seats.get(name=name), *engine.captain_orders(battle_of(now), name, "bold"), "FINAL")
        adjudication.attend(game.pk)
    played = Adjudication.objects.filter(game=game).order_by("-first_seq")
    thrown = 0
    for turn in played:
        page = shown(client, f"/g/{game.pk}/t/{turn.key}")
        page = re.sub(r"<details.*?</details>", "", page, flags=re.S)  # the log, as it is stored
        assert "GUI-" not in DIE.sub("", page)
        dice = shown(client, f"/g/{game.pk}/t/{turn.key}/dice")
        links = re.findall(r'class="rule" href="[^"]*">([^<]*)</a>', dice)
        names = re.findall(r'data-roll="([^"]*)"', dice)
        assert all(re.match(r"ANA-|RUL-", rule) for rule in links)
        assert all(re.search(r"GUI-|RUL-", name) for name in names)
        thrown += len(names)
    assert thrown
    page = shown(sits(client, game.seats.first()), f"/g/{game.pk}")
    assert "GUI-" not in page


def test_the_page_of_a_paragraph_shows_the_rules_that_it_repeats(game: Game, client: Client) -> None:
    page, plain = shown(client, "/rules/ANA-6.2b"), shown(client, "/rules/GUI-6.2b")
    assert "<h1>ANA-6.2b</h1>" in page
    text = re.search(r"<section.*?<p>(.*?)</p>", plain, re.S)
    assert text is not None and text[1] in page and own("GUI-6.2b") in page


def test_the_page_of_a_paragraph_of_siege_shows_both_rules_that_it_repeats(client: Client) -> None:
    page = shown(client, "/rules/SIE-1.73d")
    assert "GUI-6.6b" in page and "GUI-6.6c" in page
    assert client.get("/rules/SIE-1.99z").status_code == 404

"""Every kind of mail and the main pages under axe, by day and by night, on a phone and at a desk.

PBEM_SCREENSHOTS=folder keeps a picture of each."""

from __future__ import annotations

import base64
import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings

from games.judge import examples, links
from games.models import Game, OutboundKind, OutboundMail, Question, Seat, SeatRequest
from games.people import unsubscribing
from games.play import seat_requests
from games.reports import announce
from games.seats import seats
from tests.games import arena
from tests.games.arena import no_mail
from tests.games.play.questions_kit import play_until_asked
from tests.games.post_kit import Post, a_battle, battle_of, html_of, opened
from tests.games.reports.test_reports import played
from tests.games.views.test_browser import browser
from tests.sampling import some

__all__ = ["browser", "no_mail"]
SIZES = {"phone": (390, 844), "desktop": (1200, 900)}
SCHEMES = ("light", "dark")
LOOKS = some([(size, scheme) for scheme in SCHEMES for size in SIZES], 4)
GRAVE = ("serious", "critical")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(os.environ.get("PBEM_NO_BROWSER") == "1", reason="PBEM_NO_BROWSER=1"),
]


def every_kind_of_mail() -> dict[str, OutboundMail]:
    """One of each, of a game played until a question."""
    game = a_battle("ford")
    seat = Seat.objects.select_related("game").get(game=game, awaited=True)
    receipt = Post(seat).write("MOVE Nobody to 0101\nHELP MOVE\nSTATUS\nSHOW\n").answers.get()
    announce.deadline_near(game, seat, battle_of(game))
    announce.extended(game, [seat], battle_of(game))
    asked = play_until_asked(a_battle()).seat
    announce.answer_awaited(
        Question.objects.get(answered=None), _request(Question.objects.get(answered=None))
    )
    stray = Post(asked).write("MOVE Nobody", to="orders@in.example.org").answers.get()
    game = played(game, 1)
    of_game = OutboundMail.objects.filter(game=game).order_by("pk")
    of_asked = OutboundMail.objects.filter(seat=asked).order_by("pk")
    found = {
        "welcome": of_game.filter(kind=OutboundKind.REPORT).first(),
        "reminder": of_game.filter(kind=OutboundKind.REMINDER).first(),
        "extension": of_game.filter(kind=OutboundKind.NOTICE).last(),
        "receipt": receipt,
        "answer": stray,
        "report": of_game.filter(kind=OutboundKind.REPORT).last(),
        "question": of_asked.filter(kind=OutboundKind.QUESTION).last(),
        "question-reminder": of_asked.filter(kind=OutboundKind.REMINDER).last(),
    }
    assert all(found.values()), found
    return {name: mail for name, mail in found.items() if mail}


def _request(question: Question) -> Any:
    from games.play import questions

    return questions.request_of(question)


def shown(mail: OutboundMail) -> str:
    """A mail's HTML with its pictures in place, as a mail program shows it."""
    message = opened(mail)
    pictures = {
        str(part["Content-ID"]).strip("<>"): base64.b64encode(part.get_payload(decode=True)).decode()
        for part in message.walk()
        if part.get_content_type() == "image/png"
    }
    return re.sub(
        r"cid:([^\"'\s>]+)", lambda found: f"data:image/png;base64,{pictures[found[1]]}", html_of(message)
    )


def faults(page: Any) -> list[str]:
    """What axe finds serious or critical."""
    found = Axe().run(page).response
    return [
        f"{fault['id']}: {node['html'][:150]} ({node.get('failureSummary', '')[:200]})"
        for fault in found["violations"]
        if fault["impact"] in GRAVE
        for node in fault["nodes"]
    ]


def test_axe_finds_what_is_wrong(browser: Any) -> None:
    page = browser.new_page()
    page.set_content("<img src='data:,'><p style='color:#bbb;background:#ccc'>faint</p>")
    assert {fault.partition(":")[0] for fault in faults(page)} >= {
        "image-alt",
        "color-contrast",
        "html-has-lang",
    }
    page.close()


def is_too_wide(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def keep(page: Any, name: str) -> None:
    if folder := os.environ.get("PBEM_SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def in_language(language: str) -> dict[str, OutboundMail]:
    """A report and a receipt."""
    game = a_battle("ford")
    Seat.objects.filter(game=game).update(language=language)
    seat = Seat.objects.select_related("game").get(game=game, awaited=True)
    receipt = Post(seat).write("MOVE Nobody to 0101\nHELP MOVE\nSTATUS\nSHOW\n").answers.get()
    reports = OutboundMail.objects.filter(game=played(game, 1), kind=OutboundKind.REPORT)
    return {f"report-{language}": reports.order_by("pk")[2], f"receipt-{language}": receipt}


def test_every_kind_of_mail(browser: Any) -> None:
    assert wrong_with(every_kind_of_mail(), browser) == []


@pytest.mark.parametrize("language", sorted(set(dict(settings.LANGUAGES)) - {"en"}))
def test_a_mail_in_another_language(browser: Any, language: str) -> None:
    assert wrong_with(in_language(language), browser) == []


def wrong_with(mails: dict[str, OutboundMail], browser: Any) -> list[str]:
    found: list[str] = []
    for size, scheme in LOOKS:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        page = context.new_page()
        for name, mail in mails.items():
            page.set_content(shown(mail))
            keep(page, f"{name}-{size}-{scheme}")
            found += [f"{name} {size} {scheme}: {fault}" for fault in faults(page)]
            found += [f"{name} {size} {scheme}: too wide"] if is_too_wide(page) else []
        context.close()
    return found


@pytest.mark.usefixtures("no_mail")
def test_the_main_pages(browser: Any, live_server: Any) -> None:
    game = arena.play(arena.battle(), 3)
    anna = arena.anna(game)
    turn = game.adjudications.order_by("first_seq").first()
    assert turn
    token = seats.unsubscribe_token(anna)
    leaving = seats.unsubscribe_link(token).partition("//")[2].partition("/")[2]
    terms = {"scenario": arena.scenario().slug, "seat": arena.scenario().seats[0].id}
    asked = SeatRequest.objects.create(
        ref="asked", mailbox="x", player="Anna", email="x@example.org", terms=terms
    )
    pages = {
        "lobby": "/",
        "games": "/games/running",
        "game": f"/g/{game.pk}",
        "turn": f"/g/{game.pk}/t/{turn.key}",
        "dice": f"/g/{game.pk}/t/{turn.key}/dice",
        "seat": f"/g/{game.pk}/seat/{anna.name}",
        "orders": "/orders",
        "judge": "/judge",
        "judged": f"/judge?p={links.packed(examples.example('refused'))}",
        "mended": f"/judge?p={links.packed('[men normans]' + chr(10) + 'Robert, atack 8')}",
        "rules": "/rules",
        "tables": f"/g/{game.pk}/tables",
        "table": f"/g/{game.pk}/tables/combat-foot?row=4&column=13/20",
        "leaving": f"/{leaving}",
        "asked": urlsplit(seat_requests.link(asked)).path,
    }
    found: list[str] = []
    for size, scheme in LOOKS:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        page = context.new_page()
        page.goto(f"{live_server.url}/s/{seats.link_secret(anna)}")
        for name, address in pages.items():
            assert page.goto(live_server.url + address).status == 200, address
            for details in page.locator("details").all():
                details.evaluate("d => d.open = true")
            keep(page, f"page-{name}-{size}-{scheme}")
            found += [f"{name} {size} {scheme}: {fault}" for fault in faults(page)]
        context.close()
    assert found == []
    assert unsubscribing.chosen(Game.objects.get(pk=game.pk).seats.get(pk=anna.pk)) == "all"

"""In whose language a page is, and by whose clock: the player's behind his link, else the browser's or
the chosen one."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail as mailbox
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import get_language

from games import pictures
from games.models import Game, Report, Seat
from games.play import adjudication
from games.reports import maps
from games.seats import seats
from rules import engine
from tests.games.answers.language_table import Table
from tests.games.asking import link_in, the_mail
from tests.games.post_kit import some_orders
from tests.games.views.test_page_languages import Reader, sits

pytestmark = pytest.mark.django_db


def language_of(response: Any) -> str:
    found = re.search(r'<html lang="([\w-]+)">', response.content.decode())
    assert found
    return found[1]


@pytest.fixture
def table() -> Table:
    return Table("fr")


@pytest.mark.parametrize(
    ("asked", "answered"),
    [("de", "de"), ("de-AT,en;q=0.5", "de"), ("tlh, fr;q=0.4", "fr"), ("tlh", "en"), ("*", "en"), ("", "en"),
     ("\x00;;q=z", "en")],
)  # fmt: skip
def test_a_public_page_is_in_the_browsers_language(asked: str, answered: str) -> None:
    response = Reader(asked).get("/")
    assert language_of(response) == answered
    assert {"Accept-Language", "Cookie"} <= set(re.split(r",\s*", response["Vary"]))


def test_the_switch_at_the_foot_works_without_scripts_and_is_kept(table: Table) -> None:
    browser = Reader("fr", enforce_csrf_checks=True)
    there = f"/g/{table.game.pk}?as=x"
    page = browser.get(there).content.decode()
    assert 'action="/language"' in page and f'name="next" value="{there}"' in page
    assert not browser.get("/").cookies
    response = browser.post("/language", {"language": "de", "next": there})
    assert response["Location"] == there
    cookie = response.cookies["language"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and int(cookie["max-age"]) > 10**7
    for path in ("/", there, "/rules", "/nowhere"):
        assert language_of(browser.get(path)) == "de"


@pytest.mark.parametrize(
    "next_page", ["https://evil.example.org/", "//evil.example.org", "javascript:alert(1)"]
)
def test_the_switch_leads_nowhere_else(next_page: str) -> None:
    response = Reader().post("/language", {"language": "de", "next": next_page})
    assert response["Location"] == "/"


def test_a_language_that_there_is_not_changes_nothing() -> None:
    browser = Reader("fr")
    assert "language" not in browser.post("/language", {"language": "tlh", "next": "/"}).cookies
    browser.cookies["language"] = "tlh"
    assert language_of(browser.get("/")) == "fr"


def test_behind_a_seats_link_all_is_in_its_players_language(table: Table) -> None:
    table.close()
    browser = sits(table.seat)
    turn = table.game.adjudications.get().key
    browser.cookies["language"] = "de"
    for path in (
        "",
        f"/seat/{table.seat.name}",
        f"/seat/{table.seat.name}/mail",
        f"/t/{turn}",
        f"/t/{turn}/dice",
    ):
        response = browser.get(f"/g/{table.game.pk}{path}")
        assert language_of(response) == "fr", path
        assert 'action="/language"' not in response.content.decode()
        assert f"/seat/{table.seat.name}#language" in response.content.decode()
    assert language_of(browser.get("/")) == "de"


def test_the_other_pages_follow_the_seat_until_the_browser_chooses(table: Table) -> None:
    browser = sits(table.seat)
    assert language_of(browser.get("/rules")) == "fr"
    browser.post("/language", {"language": "en"})
    assert language_of(browser.get("/rules")) == "en"
    browser.get(f"/s/{seats.link_secret(table.seat)}")
    assert language_of(browser.get("/rules")) == "en"
    browser.post(f"/g/{table.game.pk}/seat/{table.seat.name}", {"language": "de"})
    assert language_of(browser.get("/rules")) == language_of(browser.get(f"/g/{table.game.pk}")) == "de"


def test_a_new_player_is_offered_the_language_of_the_page() -> None:
    browser = Reader("de")
    assert re.search(r'<option value="de" selected>', browser.get("/new/orchard").content.decode())
    form = {"seat": "normans", "against": "bold", "hours": "24", "name": "Carla"}
    form["email"] = "carla@example.org"
    assert (
        "Eine Mail an carla@example.org ist unterwegs"
        in browser.post("/new/orchard", form, follow=True).content.decode()
    )
    link = link_in(the_mail())
    assert "Möchten Sie diesen Platz?" in Reader("fr").get(link).content.decode()
    there = browser.post(link, {"answer": "take"})["Location"]
    assert Seat.objects.get(player="Carla").language == "de"
    assert "Sie sind dabei." in browser.get(there).content.decode()


def test_times_are_by_the_players_clock_and_in_his_words(table: Table) -> None:
    table.change(phase_due=datetime(2031, 3, 4, 20, 30, tzinfo=UTC))
    table.close()
    Game.objects.filter(pk=table.game.pk).update(phase_due=datetime(2031, 3, 4, 20, 30, tzinfo=UTC))
    path = f"/g/{table.game.pk}"
    assert "mar. 4 mars 2031 21:30 CET" in sits(table.seat).get(path).content.decode()
    assert "Di 4. März 2031 20:30 UTC" in Reader("de").get(path).content.decode()
    assert "Tue 4 Mar 2031 20:30 UTC" in Client().get(path).content.decode()


def test_what_the_log_and_the_handbook_keep_in_english_says_so(table: Table) -> None:
    table.close()
    turn = table.game.adjudications.get().key
    for path in ("/rules", "/rules/GUI-4.1", f"/g/{table.game.pk}/t/{turn}"):
        page = Reader("de").get(path).content.decode()
        assert "nur auf Englisch" in page and re.search(r"<(ul|ol|section)[^>]* lang=\"en\"", page)
        assert "nur auf Englisch" not in Reader("en").get(path).content.decode()


def test_a_page_in_another_language_asks_the_database_no_more(
    table: Table,
) -> None:
    for path in ("/", f"/g/{table.game.pk}", "/orders", "/new/orchard"):
        counts = []
        for language in ("en", "de"):
            Reader(language).get(path)
            with CaptureQueriesContext(connection) as asked:
                Reader(language).get(path)
            counts.append(len(asked))
        assert counts[0] == counts[1], path


def test_what_others_are_mailed_is_not_in_the_readers_language(table: Table) -> None:
    """A visitor who reads French closes a phase of players who read something else."""
    Seat.objects.filter(pk=table.rival.pk).update(language="en")
    mailbox.outbox.clear()
    browser = sits(table.seat)
    orders = "\n".join([*some_orders(table.game, table.seat), "FINAL"])
    browser.post(f"/g/{table.game.pk}/seat/{table.seat.name}", {"orders": orders, "nonce": "c" * 32})
    adjudication.attend(table.game.pk)
    reports = {r.seat.name: r.text for r in Report.objects.exclude(adjudication=None).exclude(seat=None)}
    assert "OÙ L'ON EN EST" in reports[table.seat.name]
    assert "HOW IT STANDS" in reports[table.rival.name]


def test_the_key_of_a_mailed_map_is_in_its_readers_language(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, str]] = []

    def noted(picture: engine.Picture, pixels: int, *, most: int) -> bytes:
        drawn.append((get_language(), pictures.legend(picture)))
        return b"\x89PNG" + bytes(20)

    Seat.objects.filter(pk=table.rival.pk).update(language="de")
    table.game.seats.update(each_phase=0)
    maps.in_language.cache_clear()
    monkeypatch.setattr(maps.pictures, "png", noted)
    table.close()
    maps.in_language.cache_clear()
    assert {language for language, _ in drawn} == {"de", "fr"}
    words = {"de": "Gestrüpp", "fr": "broussailles"}
    assert all(words[language] in key for language, key in drawn)

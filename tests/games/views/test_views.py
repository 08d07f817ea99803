"""Pages: the lobby, a game, its turns, the handbook, and what each forbids."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from msgspec import structs

from games.models import Adjudication, Game, InboundMail, InboundState, Seat, SeatRequest
from games.play import seat_requests
from games.record import eventlog
from games.templatetags.archive import leaves, roll_name
from games.views import gamemaster, handbook
from games.views.game import Leaf
from rules import engine
from tests.games import arena
from tests.games.arena import SECRET_ORDER, anna, boris, no_mail, sits
from tests.games.asking import confirms
from tests.games.views.games_kit import game, last_turn, played, words
from tests.games.views.test_seat_pages import pages_of

__all__ = ["game", "no_mail", "played"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_mail")]


# the lobby and new games


def test_the_lobby_lists_scenarios_and_games(client: Client, game: Game) -> None:
    page = words(client.get("/"))
    assert game.title in page and f"G{game.pk}" in page
    for scenario in engine.scenarios():
        assert scenario.title in page


def test_the_lobby_without_any_game(client: Client) -> None:
    assert "Begin a battle" in words(client.get("/"))


def test_mail_addresses_are_on_no_public_page(client: Client, played: Game) -> None:
    for address in ("/", f"/g/{played.pk}", f"/g/{played.pk}/t/{last_turn(played).key}"):
        assert b"@example.org" not in client.get(address).content


def test_a_scenario_has_a_picture(client: Client) -> None:
    response = client.get(f"/scenarios/{arena.scenario().slug}.png")
    assert response.status_code == 200 and response.content.startswith(b"\x89PNG")
    assert client.get("/scenarios/nowhere.png").status_code == 404


def new_game_form(**changes: str) -> dict[str, str]:
    seat = arena.scenario().seats[1].id
    return {
        "seat": seat,
        "against": "bold",
        "hours": "24",
        "name": "Carla",
        "email": "carla@example.org",
        **changes,
    }


def test_a_form_and_the_link_of_its_mail_begin_a_game_against_a_captain_and_seat_the_browser(
    client: Client,
) -> None:
    slug = arena.scenario().slug
    assert client.get(f"/new/{slug}").status_code == 200
    assert client.post(f"/new/{slug}", new_game_form())["Location"] == "/"
    assert not Game.objects.exists()
    response = confirms(client)
    game = Game.objects.get()
    mine, other = Seat.objects.get(player="Carla"), Seat.objects.get(captain="bold")
    assert response.status_code == 302 and response["Location"] == f"/g/{game.pk}/seat/{mine.name}"
    assert (game.deadline_hours, game.state, other.game_id) == (24, "running", game.pk)
    assert mine.title in words(client.get(response["Location"]))


@pytest.mark.parametrize(
    "wrong",
    [{"email": "carla"}, {"email": "a@b.example\r\nBcc: c@d.example"}, {"seat": "popes"}, {"against": "mad"},
     {"hours": "1"}, {"name": ""}, {"website": "http://spam.example"}],
)  # fmt: skip
def test_a_wrong_form_begins_nothing_and_says_so(client: Client, wrong: dict[str, str]) -> None:
    response = client.post(f"/new/{arena.scenario().slug}", new_game_form(**wrong))
    assert response.status_code == 422 and Game.objects.count() == SeatRequest.objects.count() == 0
    assert b'role="alert"' in response.content


def test_an_address_cannot_be_entered_again_and_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_requests, "MOST_FROM_A_NETWORK_TO_A_MAILBOX", 1)
    slug = arena.scenario().slug
    assert client.post(f"/new/{slug}", new_game_form()).status_code == 302
    assert client.post(f"/new/{slug}", new_game_form(email="CARLA@example.org")).status_code == 422
    assert SeatRequest.objects.count() == 1


def test_a_free_seat_is_taken_once(client: Client) -> None:
    from games.play import creation

    first, second = (seat.id for seat in arena.scenario().seats[:2])
    game = creation.create_game(arena.scenario().slug, {first: arena.ANNA})
    assert "seats free" in words(client.get("/"))
    there = f"/g/{game.pk}/join/{second}"
    assert client.get(there).status_code == 200
    form = {"name": "Dora", "email": "dora@example.org"}
    assert client.post(there, form).status_code == 302
    assert Game.objects.get().state == "open"
    assert confirms(client, "dora@example.org").status_code == 302
    assert Game.objects.get().state == "running"
    assert Client().post(there, {**form, "name": "Eva"}).status_code == 422
    assert Seat.objects.get(name=second).player == "Dora"


def test_a_free_seat_is_offered_with_what_wins_its_own_game(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game keeps what its log says, though its scenario has other points by now."""
    from games.play import creation

    info = arena.scenario()
    first, second = (seat.id for seat in info.seats[:2])
    game = creation.create_game(info.slug, {first: arena.ANNA})
    today = structs.replace(info, victory=("Whoever whistles wins.",), turns=info.turns + 77)
    monkeypatch.setattr(engine, "scenarios", lambda: (today,))
    page = words(client.get(f"/g/{game.pk}/join/{second}"))
    assert "whistles" not in page and f"{info.turns + 77} turns" not in page
    assert f"{info.turns} turns at most" in page
    for sentence in info.victory:
        assert sentence in page


def test_forms_need_their_token() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(f"/new/{arena.scenario().slug}", new_game_form()).status_code == 403


# the game's page


def test_the_game_page_shows_the_map_the_sides_and_who_is_awaited(client: Client, game: Game) -> None:
    response = client.get(f"/g/{game.pk}")
    page = words(response)
    assert b"<svg" in response.content and game.commitment[:8] in page
    assert "awaited" in page
    battle = eventlog.load(game.pk).battle
    for figure in battle.figures.values():
        assert figure.name in page
    assert client.get("/g/9999").status_code == 404


def test_the_turns_are_linked_in_order(client: Client, played: Game) -> None:
    found = re.findall(rf'href="/g/{played.pk}/t/([^"/]+)"', client.get(f"/g/{played.pk}").content.decode())
    assert found == [a.key for a in played.adjudications.order_by("first_seq")]


def test_filing_orders_changes_nothing_that_strangers_see_but_who_is_awaited(
    client: Client, game: Game
) -> None:
    """Two states that a visitor cannot tell apart give the same page, to the byte."""
    arena.file_secretly(boris(game))
    before = client.get(f"/g/{game.pk}").content
    arena.file_secretly(boris(game), "RETREAT toward 0205")
    assert client.get(f"/g/{game.pk}").content == before
    arena.file_secretly(boris(game), SECRET_ORDER)
    assert sits(Client(), anna(game)).get(f"/g/{game.pk}").status_code == 200


# the turn's page


def test_the_turn_page_shows_report_dice_and_hash(client: Client, played: Game) -> None:
    turn = last_turn(played)
    response = client.get(f"/g/{played.pk}/t/{turn.key}")
    page = response.content.decode()
    assert response.status_code == 200 and "<svg" in page
    assert turn.head in page.replace("<wbr>", "")
    for event in eventlog.events(played.pk, turn.first_seq, turn.last_seq):
        if isinstance(event, engine.DieRolled):
            assert event.name in page
        if isinstance(event, engine.SecretRevealed):
            assert event.secret in page.replace("<wbr>", "")


def test_turns_of_one_name_are_told_apart(client: Client, played: Game) -> None:
    """As of a day that waited for a battle, and then went on."""
    first, second = played.adjudications.order_by("first_seq")
    played.adjudications.update(short="day 6", title="day 6, in May")
    for turn, number in ((first, ""), (second, " (2)")):
        page = client.get(f"/g/{played.pk}/t/{turn.key}").content.decode()
        assert f"<h1>Day 6, in May{number}</h1>" in page and f"day 6, in May{number}</title>" in page
        assert ("day 6 (2) →</a>" in page, "← day 6</a>" in page) == (turn == first, turn == second)
    dice = client.get(f"/g/{played.pk}/t/{second.key}/dice").content.decode()
    assert ">day 6, in May (2)</a></h1>" in dice


def test_turns_of_one_name_are_counted_through_a_day_ahead() -> None:
    """Others began the next day before a battle of the first one was over."""
    listed = leaves(Leaf(1, "x", short, timezone.now()) for short in ("day 6", "day 7", "day 6", "day 7"))
    names = re.findall(r"<span>(.*?)</span>", listed)
    assert names == ["day 6", "day 7", "day 6 (2)", "day 7 (2)"]


def test_short_keys_of_mails_lead_to_the_turn(client: Client, played: Game) -> None:
    turn = last_turn(played)
    short = f"{turn.turn}{turn.key.split('-')[1][0]}"
    response = client.get(f"/g/{played.pk}/t/{short}")
    assert response.status_code == 302 and response["Location"] == f"/g/{played.pk}/t/{turn.key}"


def test_the_open_phase_leads_to_the_game_and_no_phase_to_nothing(client: Client, played: Game) -> None:
    assert client.get(f"/g/{played.pk}/t/{played.phase_key}")["Location"] == f"/g/{played.pk}"
    for key in ("t99-popes", "99z", "x"):
        assert client.get(f"/g/{played.pk}/t/{key}").status_code == 404


def test_the_dice_page_rolls_every_die_again(client: Client) -> None:
    game = arena.fight(8)
    diced = [a for a in game.adjudications.all() if _dice(a)]
    assert diced, "eight phases without a die"
    for turn in diced:
        page = words(client.get(f"/g/{game.pk}/t/{turn.key}/dice"))
        assert f"All {_dice(turn)} dice were rolled again just now" in page
        assert "it gives the promise" in page


def test_the_name_of_a_roll_may_break_between_its_parts_and_is_whole_for_a_reader() -> None:
    assert roll_name("p5/GUI-6c/geoffrey+walter/carlo/1").count("<wbr>") == 5
    assert roll_name("a/<b>").replace("<wbr>", "") == "a/&lt;b&gt;"


def _dice(turn: Adjudication) -> int:
    found = eventlog.events(turn.game_id, turn.first_seq, turn.last_seq)
    return sum(isinstance(e, engine.DieRolled) for e in found)


def test_the_recipe_on_the_dice_page_runs(
    client: Client, played: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a reader copies from the page is a program that checks the commitment."""
    page = client.get(f"/g/{played.pk}/t/{last_turn(played).key}/dice").content.decode()
    recipe = re.search(r"<pre[^>]*>(import hashlib.*?)</pre>", page, re.S)
    assert recipe
    exec(unescape(recipe[1]), {"__name__": "recipe"})


# handbook, headers, game master


def test_the_handbook(client: Client) -> None:
    page = words(client.get("/orders"))
    assert all(word in page for word in engine.ORDER_WORDS)
    assert "also mv, mov" in page and "stop if fired at" in page
    rule = client.get("/rules/GUI-4.1a")
    assert rule.status_code == 200 and "GUI-4.1a" in words(rule)
    for wrong in ("GUI", "../etc/passwd", "GUI-4.1a<b>", "XYZ-1", "GUI-99"):
        assert client.get(f"/rules/{wrong}").status_code == 404


def test_all_rules_and_rulings_are_listed_and_linked(client: Client) -> None:
    page = client.get("/rules")
    shown = page.content.decode()
    assert (
        client.get("/rules/")["Location"] == "/rules" and 'href="/rules"' in client.get("/").content.decode()
    )
    for rule in (*handbook._index(), *handbook._rulings()):
        assert f'href="/rules/{rule["id"]}"' in shown, rule["id"]
    for chapter in ("GUI-1", "GUI-6"):
        assert client.get(f"/rules/{chapter}").status_code == 200


def test_the_page_of_a_house_rule_does_not_speak_of_a_book(client: Client) -> None:
    page = words(client.get("/rules/HSE-1a"))
    assert "A house rule of ours, chapter “Exhaustion”." in page
    assert "The book is the law" not in page and "as printed" not in page and "Our rulings" not in page
    assert "HSE-1 Exhaustion" in words(client.get("/rules"))


def test_a_ruling_that_another_took_the_place_of_says_so(client: Client) -> None:
    old = words(client.get("/rules/RUL-1060"))
    assert "No longer in force: RUL-1063 has taken its place." in old
    both = words(client.get("/rules/GUI-10.1.6c"))
    assert both.count("No longer in force") == 1 and "RUL-1063" in both
    assert "(superseded by RUL-1063 )" in words(client.get("/rules")).replace("RUL-1063)", "RUL-1063 )")


def test_every_page_forbids_what_it_does_not_need(client: Client, played: Game) -> None:
    for address in pages_of(played):
        response = client.get(address)
        policy = response["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'") and "unsafe" not in policy
        assert response["X-Content-Type-Options"] == "nosniff"
        assert not re.search(rb'\sstyle="|<style|\son[a-z]+="|src="http|href="http', response.content)


def test_the_game_masters_pages_are_for_staff(client: Client, admin_client: Client) -> None:
    mail = InboundMail.objects.create(
        sha256="0" * 64, transport="pipe", state=InboundState.HELD, reason="sender", sender="eve@example.org",
        raw=b"From: eve\r\n\r\n<script>alert(1)</script>\x1b[2J\xff \xe2\x80\xae backwards",
    )  # fmt: skip
    assert client.get("/gm").status_code == 302 and client.get(f"/gm/mail/{mail.pk}").status_code == 302
    assert "eve@example.org" in words(admin_client.get("/gm?state=held"))
    shown = admin_client.get(f"/gm/mail/{mail.pk}")
    assert b"<script>alert" not in shown.content and b"&lt;script&gt;" in shown.content
    assert b"\\u001b" in shown.content and b"\\u202e" in shown.content and b"\\xff" in shown.content
    assert (
        "sandbox" in shown["Content-Security-Policy"] and "script-src" not in shown["Content-Security-Policy"]
    )


def test_bytes_become_harmless_text() -> None:
    assert gamemaster.harmless(b"a\r\nb\x00\x9d") == "a\nb\\u0000\\x9d"


def test_the_admin_shows_the_log_and_changes_nothing(admin_client: Client, played: Game) -> None:
    event = eventlog.rows(played.pk, 1, 1)
    assert next(event).seq == 1
    from games.models import Event

    first = Event.objects.filter(game=played).order_by("seq").first()
    assert first
    assert admin_client.get("/admin/games/event/").status_code == 200
    there = f"/admin/games/event/{first.pk}/change/"
    assert admin_client.get(there).status_code == 200
    assert admin_client.post(there, {"type": "nonsense"}).status_code == 403
    assert admin_client.post(f"/admin/games/event/{first.pk}/delete/", {"post": "yes"}).status_code == 403
    assert admin_client.get("/admin/games/event/add/").status_code == 403


def test_pages_are_cheap(client: Client, played: Game, django_assert_max_num_queries: Any) -> None:
    cache.clear()
    with django_assert_max_num_queries(12):
        client.get(f"/g/{played.pk}")
    with django_assert_max_num_queries(14):
        client.get(f"/g/{played.pk}/t/{last_turn(played).key}")
    with django_assert_max_num_queries(12):
        client.get("/")

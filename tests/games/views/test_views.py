"""Pages: what each shows, and what it must not show to whom."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Adjudication, Game, InboundMail, InboundState, Report, Seat, SeatRequest
from games.play import seat_requests
from games.record import eventlog
from games.seats import seats
from games.templatetags.archive import roll_name
from games.views import gamemaster, handbook
from rules import engine
from tests.games import arena
from tests.games.arena import OTHER_SECRET, SECRET_ORDER, anna, boris, no_mail, sits
from tests.games.asking import confirms

__all__ = ["no_mail"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_mail")]


@pytest.fixture
def game() -> Game:
    return arena.battle()


@pytest.fixture
def played(game: Game) -> Game:
    """Two phases fought; both sides have secret standing orders."""
    arena.file_secretly(anna(game))
    arena.file_secretly(boris(game), OTHER_SECRET)
    return arena.play(game)


def last_turn(game: Game) -> Adjudication:
    found = game.adjudications.order_by("first_seq").last()
    assert found
    return found


def words(response: Any) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split()))


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
        "temper": "bold",
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
    [{"email": "carla"}, {"email": "a@b.example\r\nBcc: c@d.example"}, {"seat": "popes"}, {"temper": "mad"},
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


# fog


def pages_of(game: Game) -> list[str]:
    turns = [f"/g/{game.pk}/t/{a.key}" for a in game.adjudications.all()]
    return [
        "/",
        f"/g/{game.pk}",
        f"/g/{game.pk}/map.svg",
        *turns,
        *[f"{t}/dice" for t in turns],
        *[f"{t}/map.svg" for t in turns],
    ]


def test_strangers_never_see_orders_while_the_game_runs(client: Client, played: Game) -> None:
    for address in pages_of(played):
        for query in ("", f"?as={anna(played).name}"):
            said = words(client.get(address + query))
            assert SECRET_ORDER not in said and OTHER_SECRET not in said, address


def test_a_seat_sees_its_own_orders_and_never_the_others(played: Game) -> None:
    arena.file_secretly(anna(played))
    arena.file_secretly(boris(played), OTHER_SECRET)
    browser = sits(Client(), anna(played))
    desk = f"/g/{played.pk}/seat/{anna(played).name}"
    for address in [*pages_of(played), desk]:
        for query in ("", f"?as={boris(played).name}"):
            assert OTHER_SECRET not in words(browser.get(address + query)), address
    assert SECRET_ORDER in words(browser.get(desk))


def test_a_desk_does_not_exist_for_anybody_else(client: Client, played: Game) -> None:
    there = f"/g/{played.pk}/seat/{boris(played).name}"
    assert client.get(there).status_code == 404
    assert sits(Client(), anna(played)).get(there).status_code == 404
    assert sits(Client(), anna(played)).post(there, {"orders": "CLEAR"}).status_code == 404


def test_everything_is_opened_when_the_game_is_over(client: Client) -> None:
    game = arena.battle()
    arena.file_secretly(anna(game))
    game = arena.play_out(game)
    first = game.adjudications.order_by("first_seq").first()
    assert first
    there = f"/g/{game.pk}/t/{first.key}"
    assert SECRET_ORDER in words(client.get(there))
    assert client.get(f"{there}?as={anna(game).name}").status_code == 200
    assert "The battle is over" in words(client.get(f"/g/{game.pk}"))


def test_the_report_as_mailed_is_shown_to_its_reader_only(client: Client, played: Game) -> None:
    turn = last_turn(played)
    Report.objects.create(
        game=played, seat=anna(played), adjudication=turn, phase=turn.phase, key=turn.key,
        text="Dear Anna, <b>well done</b>", head_hash=turn.head_hash,
    )  # fmt: skip
    there = f"/g/{played.pk}/t/{turn.key}"
    assert b"Dear Anna, &lt;b&gt;well done" in sits(Client(), anna(played)).get(there).content
    assert b"Dear Anna" not in client.get(there).content
    assert b"Dear Anna" not in sits(Client(), boris(played)).get(there).content


# seats


def test_a_seat_link_seats_and_leaves_the_address_bar(client: Client, game: Game) -> None:
    response = client.get(f"/s/{seats.link_secret(anna(game))}")
    assert response["Location"] == f"/g/{game.pk}/seat/{anna(game).name}"
    assert response["Referrer-Policy"] == "no-referrer"
    assert client.get(response["Location"]).status_code == 200


@pytest.mark.parametrize("secret", ["1-aaaaaaaaaaaaaaaa", "x", "999999999-0000000000000000", "-"])
def test_a_wrong_link_opens_nothing(client: Client, game: Game, secret: str) -> None:
    assert client.get(f"/s/{secret}").status_code == 404
    assert client.get(f"/g/{game.pk}/seat/{anna(game).name}").status_code == 404


def test_a_renewed_link_puts_the_old_browser_out(client: Client, game: Game) -> None:
    sits(client, anna(game))
    seats.renew_link(anna(game))
    assert client.get(f"/g/{game.pk}/seat/{anna(game).name}").status_code == 404


def test_leaving_forgets_the_seat(client: Client, game: Game) -> None:
    sits(client, anna(game)).post("/leave")
    assert client.get(f"/g/{game.pk}/seat/{anna(game).name}").status_code == 404


def desk_of(game: Game, seat: Seat) -> str:
    return f"/g/{game.pk}/seat/{seat.name}"


def awaited(game: Game) -> Seat:
    return game.seats.get(awaited=True)


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found
    return found[1]


def test_the_sheet_on_the_desk_sent_back_unchanged_is_filed(client: Client, game: Game) -> None:
    seat = awaited(game)
    there = desk_of(game, seat)
    sits(client, seat)
    page = client.get(there).content.decode()
    sheet = engine.order_form(eventlog.load(game.pk).battle, seat.name)
    response = client.post(
        there, {"orders": sheet, "nonce": hidden(page, "nonce"), "phase": hidden(page, "phase")}
    )
    assert "Received" in words(response) and "to mend" not in words(response)
    seat.refresh_from_db()
    assert seat.filed_seq > game.opened_seq


def test_a_line_that_cannot_be_read_is_answered_and_spoils_nothing(client: Client, game: Game) -> None:
    seat = awaited(game)
    name = next(f.name for f in eventlog.load(game.pk).battle.figures.values() if f.seat == seat.name)
    response = sits(client, seat).post(
        desk_of(game, seat), {"orders": f"MOVE {name} stay\nFIRE <b>home</b>", "nonce": "a" * 32}
    )
    page = words(response)
    assert "1 to mend" in page and b"<b>home" not in response.content
    assert eventlog.load(game.pk).battle.sheets[seat.name]


def test_trying_changes_nothing(client: Client, game: Game) -> None:
    seat = awaited(game)
    name = next(f.name for f in eventlog.load(game.pk).battle.figures.values() if f.seat == seat.name)
    version = game.version
    response = sits(client, seat).post(
        desk_of(game, seat), {"orders": f"MOVE {name} stay", "try": "1", "nonce": "b" * 32}
    )
    assert "Only tried" in words(response)
    game.refresh_from_db()
    assert game.version == version


def test_the_same_sheet_twice_counts_once(client: Client, game: Game) -> None:
    seat = awaited(game)
    name = next(f.name for f in eventlog.load(game.pk).battle.figures.values() if f.seat == seat.name)
    sheet = {"orders": f"MOVE {name} stay", "nonce": "c" * 32}
    sits(client, seat).post(desk_of(game, seat), sheet)
    version = Game.objects.get(pk=game.pk).version
    assert client.post(desk_of(game, seat), sheet).status_code == 200
    assert Game.objects.get(pk=game.pk).version == version


def test_a_sheet_for_a_phase_that_is_over_is_not_carried_out(client: Client, played: Game) -> None:
    seat = awaited(played)
    version = played.version
    response = sits(client, seat).post(
        desk_of(played, seat), {"orders": "CLEAR", "phase": "1", "nonce": "d" * 32}
    )
    assert "is over" in words(response)
    assert Game.objects.get(pk=played.pk).version == version


@pytest.mark.parametrize(
    "noise", ["", "\x00\x07", "x" * 100_000, "‮MOVE", "MOVE " * 5000, "\n" * 9000, "#" * 500]
)
def test_noise_on_the_sheet_is_answered(client: Client, game: Game, noise: str) -> None:
    seat = awaited(game)
    response = sits(client, seat).post(desk_of(game, seat), {"orders": noise, "nonce": "zz", "phase": "²"})
    assert response.status_code == 200


def test_help_is_given_on_the_desk(client: Client, game: Game) -> None:
    seat = awaited(game)
    response = sits(client, seat).post(desk_of(game, seat), {"orders": "HELP MOVE", "nonce": "e" * 32})
    assert b'<pre class="letter"' in response.content


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

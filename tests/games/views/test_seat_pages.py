"""The pages of a seat: its link, its desk, and what nobody else sees."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Game, Report, Seat
from games.record import eventlog
from games.seats import seats
from rules import engine
from tests.games import arena
from tests.games.arena import OTHER_SECRET, SECRET_ORDER, anna, boris, no_mail, sits
from tests.games.views.games_kit import game, last_turn, played, words

__all__ = ["game", "no_mail", "played"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_mail")]


# fog


def pages_of(game: Game) -> list[str]:
    turns = [f"/g/{game.pk}/t/{a.key}" for a in game.adjudications.all()]
    return [
        "/",
        f"/g/{game.pk}",
        f"/g/{game.pk}/map.svg",
        f"/g/{game.pk}/position.txt",
        *turns,
        *[f"{t}/dice" for t in turns],
        *[f"{t}/map.svg" for t in turns],
        *[f"{t}/position.txt" for t in turns],
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

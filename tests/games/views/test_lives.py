"""The lives of men on pages, through a siege and the fights that it calls."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.models import Game, GameState
from games.play.creation import Captain, Player, create_game
from games.record import eventlog
from rules import engine
from rules.events.harm import Killed, Wounded
from rules.events.siege import ManDied, ManHurt
from tests.games.arena import sits
from tests.games.kit import again, file, seat_of, work_off
from tests.games.test_chaos_sieges import quiet_and_fed

pytestmark = pytest.mark.django_db
LIFE = re.compile(r'<details class="life" id="([^"]+)".*?</details>', re.DOTALL)
TURN = re.compile(r'<dt><a href="(/g/[^"]+)">([^<]+)</a></dt>(.*?)(?=<dt>|</dl>)', re.DOTALL)


def words(text: str) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", text).split()))


def lives(client: Client, game: Game, query: str = "") -> dict[str, str]:
    """What the page has of each man."""
    page = client.get(f"/g/{game.pk}/men{query}")
    assert page.status_code == 200
    return {found[1]: found[0] for found in LIFE.finditer(page.content.decode())}


def a_siege(fights: str, garrison: Player | Captain = Captain("cautious"), **more: Any) -> Game:
    """A castle that nothing but fights brings to an end."""
    return create_game(
        "siege-castle",
        {"normans": Player("Anna", "anna@example.org"), "byzantines": garrison},
        options={"fights": fights},
        tables=quiet_and_fed(),
        **more,
    )


@pytest.fixture
def fought() -> Game:
    """A siege whose assault is being fought on a board, and somebody was hurt there."""
    game = a_siege("board", Player("Boris", "boris@example.org"))
    file(game, "normans", "ASSAULT")
    file(game, "byzantines", "REST")
    work_off()
    game = again(game)
    while game.state != GameState.RESTING:
        file(game, "normans", "ASSAULT")
        file(game, "byzantines", "REST")
        work_off()
        game = again(game)
    board = game.children.get()
    while not hurt_in(board) and again(board).state == GameState.RUNNING:
        state = eventlog.load(board.pk, again(board).seen_version).battle
        for seat in again(board).seats.filter(awaited=True):
            lines = engine.captain_orders(state, seat.name, "bold")
            file(again(board), seat.name, *lines, command=f"{seat.name} {state.phase}", final=True)
        work_off()
    return again(game)


def hurt_in(board: Game) -> set[str]:
    events = eventlog.events(board.pk)
    return {event.figure for event in events if isinstance(event, Wounded | Killed)}


def the_desk(game: Game, name: str) -> Client:
    return sits(Client(), seat_of(game, name))


def test_a_life_goes_through_the_siege_and_its_fights(fought: Game) -> None:
    board = fought.children.get()
    found = lives(the_desk(fought, "normans"), fought)
    for figure in hurt_in(board):
        told = {date: (address, words(said)) for address, date, said in TURN.findall(found[figure])}
        dates = list(told)
        assert dates[0].startswith("day ") and "Took part: " in told[dates[0]][1]
        there = [date for date in dates if date.startswith(f"{board.label}, turn ")]
        assert there and all(told[date][0].startswith(f"/g/{board.number}/t/") for date in there)
        assert any(re.search("Wounded|Killed", told[date][1]) for date in there)


def test_every_entry_leads_to_the_turn_that_tells_it(fought: Game) -> None:
    desk = the_desk(fought, "normans")
    found = lives(desk, fought)
    addresses = {address for life in found.values() for address, *_ in TURN.findall(life)}
    assert {address.split("/")[2].count("-") for address in addresses} == {0, 1}
    pages = {address: words(desk.get(address).content.decode()) for address in addresses}
    for figure in hurt_in(fought.children.get()):
        name = eventlog.load(fought.pk).battle.men[figure].name  # type: ignore[attr-defined]
        for address, _, said in TURN.findall(found[figure]):
            assert name in pages[address], (figure, said)


def test_whoever_may_not_look_at_a_fight_is_told_nothing_of_it(fought: Game) -> None:
    board = fought.children.get()
    public, mine = lives(Client(), fought), lives(the_desk(fought, "normans"), fought)
    assert public.keys() == mine.keys() and "Took part" in next(iter(public.values()))
    assert board.label not in str(public) and board.label in str(mine)
    Game.objects.update(children_open=True)
    assert board.label in str(lives(Client(), fought))


def test_when_the_board_is_told_what_befell_him_there_stands_once() -> None:
    seats = engine.replay(engine.new_game("siege-farm")).setup.seats
    for _ in range(6):
        game = create_game(
            "siege-farm", {seat.id: Captain("bold") for seat in seats}, options={"fights": "board"}
        )
        work_off()
        if game.children.exists():
            break
    game = again(game)
    assert game.state == GameState.OVER
    board = game.children.first()
    assert board is not None
    found = lives(Client(), game)
    fell = hurt_in(board) & set(found)
    brought = {e.figure for e in eventlog.events(game.pk) if isinstance(e, ManDied | ManHurt)}
    assert fell & brought
    for figure in fell & brought:
        said = words(found[figure])
        assert f"{board.label}, turn " in said and "in the assault." not in said, said
    as_seen = lives(Client(), game, "?as=lombards")
    assert "?as=lombards" in str(as_seen) and as_seen.keys() == found.keys()


def test_the_pages_of_a_siege_lead_to_its_lives(fought: Game) -> None:
    desk = the_desk(fought, "normans")
    assert f'href="/g/{fought.pk}/men"' in desk.get(f"/g/{fought.pk}").content.decode()
    assert f'href="/g/{fought.pk}/men"' in desk.get(f"/g/{fought.pk}/seat/normans").content.decode()
    assert desk.get(f"/g/{fought.children.get().number}/men").status_code == 404


def test_a_siege_without_boards_tells_of_its_days() -> None:
    game = a_siege("quick")
    assert "Nothing yet that is worth telling." in words(Client().get(f"/g/{game.pk}/men").content.decode())
    for _ in range(3):
        file(again(game), "normans", "ASSAULT")
        work_off()
    found = lives(Client(), game)
    assert any("Wounded in the assault." in life for life in found.values())

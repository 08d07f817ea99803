"""Whoever walks over everything of a running campaign that he may open, and reads all his mails, finds no
name of a man whom he has not met and no purse of others."""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Iterator
from html import unescape
from unittest.mock import patch

import pytest
from django.test import Client
from msgspec.structs import replace

from games.models import Game, OutboundMail
from games.play.creation import Player, create_game
from games.record import eventlog
from rules import engine
from rules.campaign import scenarios, sheet
from rules.events.campaign_secrets import ConvoyLoaded, GroupMustered
from rules.state.audience import To
from rules.state.campaign import Campaign
from tests.games.arena import sits
from tests.games.campaign_deals import hidden_of, laid_out
from tests.games.campaign_worlds import as_shipped
from tests.games.kit import file, seat_of, work_off
from tests.sampling import some

pytestmark = pytest.mark.django_db

SCENARIO = "campaign-demone"
SEATS = ("normans", "castrogiovanni", "catania")
PURSES = dict(zip(SEATS, (73313, 85139, 62473), strict=True))
"""What each seat's groups have, in deniers: figures that stand nowhere else, not even as hexes."""
LOAD = 58217
"""Of the convoy of Castrogiovanni."""
DAYS = 2
LINK = re.compile(r"""(?:href|src)=["']([^"'#]+)""")


def _first() -> list[object]:
    shipped = as_shipped(SCENARIO)
    first = laid_out(shipped, hidden_of(shipped, "castrogiovanni", "catania"))
    return [
        replace(event, content=replace(event.content, purse=2 * PURSES[event.to[0]]))
        if isinstance(event, GroupMustered) and event.content.leader
        else replace(event, points=LOAD)
        if isinstance(event, ConvoyLoaded) and event.to == ("castrogiovanni",)
        else event
        for event in first
    ]


@pytest.fixture
def game() -> Game:
    players = {seat: Player(seat.title(), f"{seat}@players.example.org") for seat in SEATS}
    first = _first()
    with patch.object(scenarios, "opened", lambda *_: first):
        made = create_game(SCENARIO, players)
    work_off()
    for day in range(DAYS):
        for seat in SEATS:
            file(made, seat, "MEET all: fight never", "JOIN no battle", command=f"{seat}{day}")
        work_off()
    return Game.objects.get(pk=made.pk)


def _state(game: Game) -> Campaign:
    at = eventlog.load(game.pk).battle
    assert isinstance(at, Campaign) and at.day == DAYS + 1
    return at


def hidden_from(at: Campaign, seat: str | None) -> dict[str, re.Pattern[str]]:
    """What a seat (None: the public) may not read anywhere, each as it would be found."""
    info = scenarios.campaigns()[at.setup.scenario]
    told = [
        *(one.blurb for one in engine.scenarios()),
        *(one.name for one in info.seats),
        *(one.name for one in info.sides),
    ]
    told += [place.lord for place in at.places.values()] + [place.lord for place in at.setup.places]
    told += [spy.name for spy in at.spies.values()] + [news.what for news in at.news]
    told += [seen.leader for seen in at.seen.get(seat or "", {}).values()]
    known = " ".join(told)
    mine = {man.name for man in at.men.values() if seat and seat in (man.side, at.captors.get(man.id))}
    names = {man.name for man in at.men.values()} - mine
    names = {name for name in names if not re.search(rf"\b{re.escape(name)}\b", known)}
    figures = {str(n) for other, n in PURSES.items() if other != seat}
    figures |= {str(2 * int(n)) for n in figures} | ({str(LOAD)} if seat != "castrogiovanni" else set())
    return {fact: re.compile(rf"(?<![\w.-]){re.escape(fact)}(?![\w-])") for fact in names | figures}


def walked(game: Game, client: Client) -> Iterator[tuple[str, str]]:
    """All that can be opened of a game from the pages on which it stands, by address."""
    there = f"/g/{game.pk}"
    waiting = ["/", "/games/running", there, f"{there}/log.jsonl", f"{there}/witness"]
    waiting += [f"{there}/men?as={seat}" for seat in SEATS]
    waiting += [
        f"{there}/seat/{seat}{page}" for seat in SEATS for page in ("", "/mail", "/mail/1", "/letters")
    ]
    seen = set(waiting)
    while waiting:
        address = waiting.pop(0)
        page = client.get(address)
        if page.status_code != 200 or page.get("Content-Type", "").startswith("image/png"):
            continue
        text = unescape(b"".join(page).decode())
        yield address, text
        if page["Content-Type"].startswith("text/html"):
            own = [link for link in map(unescape, LINK.findall(text)) if link.startswith(there)]
            waiting += [link for link in dict.fromkeys(own) if link not in seen]
            seen |= set(own)


def mailed(game: Game, seat: str) -> Iterator[tuple[str, str]]:
    for row in OutboundMail.objects.filter(game=game, seat__name=seat):
        mail = email.message_from_bytes(bytes(row.rendered), policy=email.policy.default)
        for part in mail.walk():
            if part.get_content_maintype() == "text":
                yield f"mail {row.pk}", f"{mail['Subject']}\n{unescape(part.get_content())}"


def told(game: Game, seat: str | None) -> tuple[list[str], list[str]]:
    """Where somebody has looked, and what he has found that he may not know."""
    client = sits(Client(), seat_of(game, seat)) if seat else Client()
    facts = hidden_from(_state(game), seat)
    looked, found = [], []
    for where, text in (*walked(game, client), *(mailed(game, seat) if seat else ())):
        looked.append(where)
        hits = {fact: words.search(text) for fact, words in facts.items()}
        found += [f"{where}: {_around(text, hit)}" for hit in hits.values() if hit]
    return looked, found


def _around(text: str, hit: re.Match[str]) -> str:
    """What was found, between what stands beside it."""
    return text[max(hit.start() - 60, 0) : hit.end() + 60].replace("\n", " ")


@pytest.mark.parametrize("seat", some([*SEATS, None], 4))
def test_nobody_finds_what_he_may_not_know(game: Game, seat: str | None) -> None:
    looked, found = told(game, seat)
    assert found == []
    there = f"/g/{game.pk}"
    assert {there, f"{there}/gazette", f"{there}/men", f"{there}/t/day2", f"{there}/log.jsonl"} <= set(looked)
    assert seat is None or f"{there}/seat/{seat}" in looked
    assert len(hidden_from(_state(game), seat)) > 100


@pytest.mark.parametrize("seat", some([*SEATS, None], 4))
def test_a_leak_is_found_by_whoever_walks(
    game: Game, seat: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    little = sheet.situation

    def telling(at: Campaign, reader: str | None) -> object:
        given = [man.name for man in at.men.values()]
        return replace(little(at, reader), notes=(", ".join(given),))

    monkeypatch.setattr(sheet, "situation", telling)
    monkeypatch.setitem(Campaign.audiences, "men", To.ALL)
    client = sits(Client(), seat_of(game, seat)) if seat else Client()
    page = unescape(client.get(f"/g/{game.pk}").content.decode())
    assert sum(bool(words.search(page)) for words in hidden_from(_state(game), seat).values()) > 100

"""Ten days of a campaign between three seats, by letters: a ransom, a spy who is caught, a band that turns, a
convoy that is taken; and how many mails that takes."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from games.models import Game, GameState, InboundMail, OutboundMail
from games.play.creation import Player, create_game
from games.proof import verification
from games.record import eventlog
from rules.campaign import scenarios
from rules.events.campaign import BandUnder, ConvoyTaken, SpyTested
from rules.events.campaign_fights import BandTested, RansomPaid
from rules.events.campaign_secrets import ManTaken
from tests.games.kit import again, seat_of, work_off
from tests.games.post_kit import Post, opened, reads_his_mail, text_of

pytestmark = pytest.mark.django_db

FILE = Path(__file__).with_name("three_seats.toml")
SLUG = "campaign-three"
SAID = {
    "normans": (
        "HOLD Roger",
        "MEET Serlo: yield",
        "HIRE m1 with Roger up to 0 D, else promise a share",
        "SPY Peter to Troina",
        "RANSOM Serlo from Roger's purse",
    ),
    "castrogiovanni": ("MARCH Mansur toward n2; fight", "SPY Jafar to Randazzo"),
    "catania": ("MARCH Tariq toward nc1; fight", "HIRE m1 with Tariq", "SPY Yusuf to Randazzo"),
}
"""What each seat writes in its first letter. It stands; later letters agree to it."""
LATER = "AS PLANNED\nFINAL"


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    shipped = scenarios.campaigns()
    file = scenarios.campaign_from_toml(FILE.read_text("utf-8"), FILE.name)
    more = {**shipped, SLUG: replace(file, slug=SLUG)}
    monkeypatch.setattr(scenarios, "campaigns", lambda: more)
    game = create_game(SLUG, {name: Player(name.title(), f"{name}@players.example.org") for name in SAID})
    reads_his_mail(*(seat_of(game, name) for name in SAID))
    work_off()
    return game


def test_ten_days_by_mail_between_three(game: Game) -> None:
    posts = {name: Post(seat_of(game, name)) for name in SAID}
    days = 0
    while again(game).state == GameState.RUNNING:
        for name, lines in SAID.items():
            posts[name].write(LATER if days else "\n".join((*lines, "FINAL")))
        work_off()
        days += 1
    assert days == 10
    events = list(eventlog.events(game.pk, 1, again(game).version))
    serlo = [e for e in events if isinstance(e, (ManTaken, RansomPaid))]
    assert any(isinstance(e, ManTaken) and e.man.name == "Serlo" for e in serlo)
    assert [e.deniers for e in serlo if isinstance(e, RansomPaid)] == [4]
    assert any(isinstance(e, SpyTested) and e.caught for e in events)
    assert any(isinstance(e, BandTested) and e.result != "loyal" for e in events)
    assert any(isinstance(e, BandUnder) and e.group == "m1" and not e.side for e in events)
    taken = [e for e in events if isinstance(e, ConvoyTaken) and e.cause == "taken"]
    assert [(e.convoy, e.side) for e in taken] == [("nc1", "catania")]
    told = {name: "\n".join(mails_to(game, name)) for name in SAID}
    for name, others in (("normans", False), ("castrogiovanni", False), ("catania", True)):
        assert ("of ransom for Serlo" in told[name]) != others, "a ransom is told to both sides of it alone"
    for name in ("normans", "catania"):
        assert re.search(r"onvoy nc1( of the Normans)? is taken by", told[name]), told[name][:4000]
    verification.check(again(game))
    written = InboundMail.objects.filter(game=game).count()
    sent = Counter(OutboundMail.objects.filter(game=game).values_list("kind", flat=True))
    print(f"{days} days: a player and day writes {written / 3 / days:.2f}, gets {sent}")
    assert written == 3 * days
    assert sum(sent.values()) <= 2 * 3 * days + 3 * 2, "a receipt and a report for each day, and a welcome"


def mails_to(game: Game, seat: str) -> list[str]:
    rows = OutboundMail.objects.filter(game=game, seat__name=seat).order_by("pk")
    return [re.sub(r"\s+", " ", text_of(opened(row)).partition("#ORDERS")[0]) for row in rows]

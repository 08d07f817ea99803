"""A siege whose assaults are games of their own: called, fought, told, and the day goes on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.test import Client

from games.models import Game, GameState, OutboundMail
from games.play.creation import Captain, create_game
from games.proof import verification
from games.record import eventlog
from rules import engine
from tests.games.kit import work_off

pytestmark = pytest.mark.django_db

TRIES = 6


def _besieged_farms() -> Iterator[Game]:
    seats = engine.replay(engine.new_game("siege-farm")).setup.seats
    for _ in range(TRIES):
        game = create_game(
            "siege-farm", {seat.id: Captain("bold") for seat in seats}, options={"fights": "board"}
        )
        work_off()
        game.refresh_from_db()
        yield game


@pytest.mark.rule("GUI-11.4.1k")
def test_captains_fight_an_assault_on_a_board_and_the_siege_is_told_of_it(client: Client) -> None:
    siege = next(game for game in _besieged_farms() if game.children.exists())
    assert (siege.state, siege.trouble) == (GameState.OVER, "")
    for fight in siege.children.all():
        assert (fight.state, fight.told, fight.trouble) == (GameState.OVER, True, "")
        assert verification.check(fight).unrevealed == 0
        _the_same_men(siege, fight)
    assert verification.check(siege).unrevealed == 0
    call_command("verify", siege.label)
    page = client.get(f"/g/{siege.pk}").content.decode()
    assert f'<a href="/g/{siege.pk}/t/day1">1</a>' in page, "the calendar leads to the days"
    assert all(f'href="/g/{fight.number}"' in page for fight in siege.children.all())
    assert not OutboundMail.objects.filter(game=siege).exists(), "captains read no mail"


def _the_same_men(siege: Game, fight: Game) -> None:
    """Whoever fell on the board is dead in the siege, and nobody who fell before was there."""
    events = list(eventlog.events(siege.pk))
    [called] = [e for e in events if isinstance(e, engine.GameCalled) and e.game == str(fight.uuid)]
    before = engine.replay(events[: events.index(called)])
    after, ended = (eventlog.load(game.pk).battle for game in (siege, fight))
    assert isinstance(ended, engine.Battle)
    for name, man in ended.figures.items():
        assert not before.men[name].dead  # type: ignore[attr-defined]
        assert after.men[name].dead or not man.dead  # type: ignore[attr-defined]

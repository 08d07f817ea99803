"""Campaigns of captains are verified by the server and by the stand-alone verifier, and adjudicated again."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from msgspec.structs import replace

from games.models import Game, GameState
from games.play import adjudication
from games.play.creation import Captain, create_game
from games.proof import readjudication, verification
from games.record import eventlog
from rules.campaign import scenarios
from rules.events.campaign import CampaignCreated
from tests.games.campaign_worlds import as_shipped
from tests.games.verifying import rows_of, text_of, verify_game
from tests.sampling import some

pytestmark = pytest.mark.django_db

DAYS = 4


@pytest.mark.parametrize("scenario", some(["campaign-demone", "campaign-canne", "campaign-ofanto"], 3))
def test_a_campaign_of_captains_is_verified(scenario: str) -> None:
    created, *rest = as_shipped(scenario)
    assert isinstance(created, CampaignCreated)
    first = [replace(created, setup=replace(created.setup, last_day=DAYS)), *rest]
    tempers = {
        seat.id: Captain(temper)
        for seat, temper in zip(created.setup.seats, ("bold", "cautious", "bold"), strict=False)
    }
    with patch.object(scenarios, "opened", lambda *_: list(first)):
        game = create_game(scenario, tempers)
    for _ in range(10 * DAYS):
        adjudication.attend(game.pk)
    game = Game.objects.get(pk=game.pk)
    assert game.state == GameState.OVER, (game.phase, game.trouble)
    assert verification.check(game).events == game.version
    checked = verify_game.check(text_of(rows_of(game)))[1]
    assert checked.events == game.version and checked.dice
    found = readjudication.rehearse(list(eventlog.events(game.pk)))
    assert found.differences == [] and found.same == found.phases > 0

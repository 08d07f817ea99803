"""A campaign of four seats in the storm, whose battles and sieges are fought on boards: queues lose and
double, workers die. PBEM_CHAOS_SEED says how it blows."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from django.db.models import QuerySet

from games.models import Game, GameState, InboundMail, OutboundMail, Seat
from games.proof import verification
from games.record import eventlog
from rules import engine
from rules.campaign.invariants import broken
from rules.state.campaign import Campaign
from tests.games import four_seats
from tests.games.chaos import STORM, Chaos
from tests.games.kit import again

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

SEED = int(os.environ.get("PBEM_CHAOS_SEED") or 1066)


class StormyCampaign(Chaos):
    """In fights everybody does what a captain would."""

    def games(self, begun: Sequence[Game], running: QuerySet[Game]) -> QuerySet[Game]:
        """Its fights too."""
        return running

    def words(self, game: Game, seat: Seat) -> str:
        table = eventlog.load(game.pk, game.seen_version).battle
        if isinstance(table, Campaign):
            return four_seats.said(seat.name, table.day)
        return "\n".join(line.lower() for line in engine.captain_orders(table, seat.name, "bold"))


def test_in_the_storm_two_battles_and_a_siege_are_fought_on_boards(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.DOORBELL = True
    chaos = StormyCampaign(SEED, STORM, monkeypatch)
    campaign = four_seats.begun(monkeypatch)
    chaos.play([campaign])
    campaign = again(campaign)
    table = eventlog.load(campaign.pk, campaign.version).battle
    assert isinstance(table, Campaign) and not broken(table)
    events = list(eventlog.events(campaign.pk))
    calls = [e.call for e in events if isinstance(e, engine.GameCalled)]
    fights = {str(fight.uuid): fight for fight in campaign.children.all()}
    phases = sum(fight.phase for fight in fights.values())
    print(f"{table.day} days, {campaign.phase} phases; {calls}, {phases} phases; {chaos.weathered()}")
    assert table.day == four_seats.DAYS
    of_sieges = [call for call in calls if call.endswith("adrano")]
    assert of_sieges and len(calls) - len(of_sieges) >= 2
    told = {e.game: (e.head, e.events) for e in events if isinstance(e, engine.GameTold)}
    assert told == {name: (fight.head, fight.version) for name, fight in fights.items()}
    for game in (*fights.values(), campaign):
        assert (game.state, game.trouble) == (GameState.OVER, "")
        assert verification.check(game).unrevealed == 0
        filed = [(e.phase, e.seat) for e in eventlog.events(game.pk) if isinstance(e, engine.OrdersAccepted)]
        assert len(filed) == len(set(filed)), f"{game.label}: orders were filed twice"
    keys = Counter(OutboundMail.objects.values_list("dedupe_key", flat=True))
    assert not [key for key, count in keys.items() if count > 1]
    assert {name for name, _ in chaos.taken} == set(OutboundMail.objects.values_list("message_id", flat=True))
    assert set(InboundMail.objects.values_list("state", "reason")) == {("done", "filed")}
    assert min(chaos.deaths, chaos.lost, chaos.doubled) >= phases / 3, f"a breeze: {chaos.weathered()}"

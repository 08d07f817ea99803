"""Sieges in the storm: both sides write for each day, queues lose and double, workers die. PBEM_CHAOS_SEED
says how it blows. And how many mails a quiet day takes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import pytest

from games.models import Game, GameState, OutboundMail, Seat
from games.play import adjudication
from games.play.creation import Player, create_game
from games.proof import verification
from games.record import eventlog
from rules import engine
from rules.events.siege import DayBegan
from rules.state.siege import Siege
from tests.games.chaos import STORM, Chaos, Filed, assert_nothing_is_lost_or_doubled
from tests.games.kit import again
from tests.games.post_kit import Post, reads_his_mail

pytestmark = pytest.mark.django_db(transaction=True)

SEED = int(os.environ.get("PBEM_CHAOS_SEED") or 1066)
SIEGES = ("siege-castle", "siege-chapel", "siege-farm")
BUSY = (
    ("IF day 2 or later THEN BATTER", "BUILD grapnels", "REST"),
    ("IF stores under 6 THEN SUPPLY", "REST"),
)
"""Plans of besiegers and besieged that last, and end nothing before its time. No lines of our own forms are
among them: those would be asked back."""


def a_siege(scenario: str, number: int = 0) -> Game:
    [info] = [one for one in engine.scenarios() if one.slug == scenario]
    return create_game(
        scenario,
        {seat.id: Player(seat.id.title(), f"{seat.id}-{number}@example.org") for seat in info.seats},
    )


def besieges(seat: str, siege: engine.Table) -> bool:
    assert isinstance(siege, Siege)
    return siege.besieges(siege.seat(seat).side)


class StormySieges(Chaos):
    def make(self, games: int) -> list[Game]:
        return [a_siege(SIEGES[n % len(SIEGES)], n) for n in range(games)]

    def words(self, game: Game, seat: Seat) -> str:
        return "\n".join(plan(seat.name, eventlog.load(game.pk, game.seen_version).battle))


def plan(seat: str, siege: engine.Table) -> Sequence[str]:
    """A new plan every third phase, with a word of its own; the old one stands between."""
    if siege.phase % 3 != 1:
        return ("AS PLANNED",)
    return (*BUSY[not besieges(seat, siege)], f"SALT {seat} {siege.phase}")


def in_the_order_of_the_log(game: Game) -> Filed:
    """What both have written, in the order in which it came in."""
    accepted = [e for e in eventlog.events(game.pk) if isinstance(e, engine.OrdersAccepted)]

    def filed(siege: engine.Table) -> list[tuple[str, Sequence[str]]]:
        return [(e.seat, plan(e.seat, siege)) for e in accepted if e.phase == siege.phase]

    return filed


def days_of(game: Game) -> int:
    return sum(isinstance(event, DayBegan) for event in eventlog.events(game.pk))


def test_in_the_storm_sieges_come_to_what_they_come_to_in_memory(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.DOORBELL = True
    chaos = StormySieges(SEED, STORM, monkeypatch)
    sieges = chaos.make(3)
    chaos.play(sieges)
    assert_nothing_is_lost_or_doubled(chaos, sieges, in_the_order_of_the_log)
    for game in sieges:
        verification.check(again(game))
        filed = [(e.phase, e.seat) for e in eventlog.events(game.pk) if isinstance(e, engine.OrdersAccepted)]
        assert len(filed) == len(set(filed)), f"{game.label}: a plan was filed twice"
    days = sum(map(days_of, sieges))
    print(f"{days} days; {chaos.weathered()}")
    assert min(chaos.deaths, chaos.lost, chaos.doubled) >= days / 3, f"a breeze: {chaos.weathered()}"


def test_an_exchange_takes_two_mails_to_a_player_however_many_days_it_settles() -> None:
    """A receipt and a report. Both are content with a week at a time, which is as long as it stays quiet."""
    game = a_siege("siege-castle")
    reads_his_mail(*game.seats.all())
    OutboundMail.objects.all().delete()
    wrote = days = runs = 0
    while again(game).state != GameState.OVER:
        before = days_of(game)
        for seat in game.seats.select_related("game"):
            Post(seat).write("REST\nQUIET 7", Message_ID=f"<{seat.name}.{again(game).phase}@example.org>")
            wrote += 1
        adjudication.attend(game.pk)
        assert not again(game).trouble
        days, runs = days + days_of(game) - before, runs + 1
    sent = OutboundMail.objects.count()
    print(
        f"{days} days in {runs} exchanges: {sent / 2 / days:.2f} mails to a player and day, "
        f"{wrote / 2 / days:.2f} from him"
    )
    assert sent <= 2 * 2 * runs and runs <= days

"""Sieges in the storm: both sides write for each day, queues lose and double, workers die. PBEM_CHAOS_SEED
says how it blows. And how many mails a quiet day takes."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from django.db.models import QuerySet

from games.models import Game, GameState, InboundMail, OutboundMail, Seat
from games.play import adjudication
from games.play.creation import Player, create_game
from games.proof import verification
from games.record import eventlog
from rules import engine
from rules.events.siege import DayBegan, DeedDone
from rules.siege import scenarios
from rules.siege.page import shipped_siege_tables
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


LAST_ASSAULT = 20  # the day from which the second is tried


def quiet_and_fed() -> dict[str, engine.RuleTable]:
    """A game master's own tables, by which no event ends a siege before its time, nor hunger."""
    events, stores = (shipped_siege_tables()[name] for name in ("siege-events", "siege-stores"))
    return {
        events.id: msgspec.structs.replace(events, rows=tuple((key, "nothing") for key, _ in events.rows)),
        stores.id: msgspec.structs.replace(
            stores, rows=tuple((place, 6, *least) for place, _, *least in stores.rows)
        ),
    }


def a_siege(
    scenario: str, number: int = 0, tables: dict[str, engine.RuleTable] | None = None, **options: str
) -> Game:
    [info] = [one for one in engine.scenarios() if one.slug == scenario]
    return create_game(
        scenario,
        {seat.id: Player(seat.id.title(), f"{seat.id}-{number}@example.org") for seat in info.seats},
        options=options or None,
        tables=tables,
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


_SHIPPED = scenarios.sieges()


class StormyFights(Chaos):
    """Sieges whose fights are games of their own. The besiegers storm twice, the garrison comes out against
    the camp once and once for supplies; everything else of the days is rest. In fights both do what captains
    would."""

    def make(self, games: int) -> list[Game]:
        return [a_siege("siege-castle", n, quiet_and_fed(), fights="board") for n in range(games)]

    def games(self, begun: Sequence[Game], running: QuerySet[Game]) -> QuerySet[Game]:
        """Their fights too."""
        return running

    def words(self, game: Game, seat: Seat) -> str:
        table = eventlog.load(game.pk, game.seen_version).battle
        if isinstance(table, Siege):
            return _comes_to_blows(table, besieging=besieges(seat.name, table))
        return "\n".join(line.lower() for line in engine.captain_orders(table, seat.name, "bold"))


def _comes_to_blows(siege: Siege, besieging: bool) -> str:
    done = Counter(deed for day in siege.days for deed in day.deeds)
    if not besieging:
        return next((deed.upper() for deed in ("sally", "supply") if not done[deed]), "REST")
    due = done["assault"] < (2 if siege.day >= LAST_ASSAULT else 1)
    return "ASSAULT halt at 0 % give up at 10 %" if due and done["supply"] else "REST"


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


@pytest.mark.slow
def test_in_the_storm_two_assaults_a_sally_and_a_supply_party_are_fought_on_boards(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.DOORBELL = True
    castle = scenarios.sieges()["siege-castle"]
    endless = {castle.slug: msgspec.structs.replace(castle, last_day=0)}
    monkeypatch.setattr(scenarios, "sieges", lambda: {**_SHIPPED, **endless})
    chaos = StormyFights(SEED, STORM, monkeypatch)
    [siege] = chaos.make(1)
    chaos.play([siege])
    siege = again(siege)
    events = list(eventlog.events(siege.pk))
    deeds = Counter(e.deed for e in events if isinstance(e, DeedDone))
    print(f"{days_of(siege)} days, {dict(deeds)}; {chaos.weathered()}")
    assert (deeds["assault"], deeds["sally"], deeds["supply"]) == (2, 1, 1)
    assert days_of(siege) >= 20
    fights = {str(fight.uuid): fight for fight in siege.children.all()}
    told = {e.game: (e.head, e.events) for e in events if isinstance(e, engine.GameTold)}
    assert told == {name: (fight.head, fight.version) for name, fight in fights.items()} and len(told) == 4
    for game in (*fights.values(), siege):
        assert (game.state, game.trouble) == (GameState.OVER, "")
        assert verification.check(game).unrevealed == 0
        filed = [(e.phase, e.seat) for e in eventlog.events(game.pk) if isinstance(e, engine.OrdersAccepted)]
        assert len(filed) == len(set(filed)), f"{game.label}: a plan was filed twice"
    keys = Counter(OutboundMail.objects.values_list("dedupe_key", flat=True))
    assert not [key for key, count in keys.items() if count > 1]
    assert {name for name, _ in chaos.taken} == set(OutboundMail.objects.values_list("message_id", flat=True))
    assert set(InboundMail.objects.values_list("state", "reason")) == {("done", "filed")}


MOST_A_QUIET_DAY = 0.5  # mails to a player, and from him


@pytest.mark.parametrize(("at_a_time", "receipts"), [(5, True), (7, True), (2, False)])
def test_a_quiet_day_takes_half_a_mail_at_most(at_a_time: int, receipts: bool) -> None:
    """Of a siege to which nothing happens, whose players let some days pass at a time: a receipt and a report
    for each exchange, or a report alone (QUIET ON). What is mailed before the first day is not counted."""
    game = a_siege("siege-castle", 0, quiet_and_fed())
    reads_his_mail(*game.seats.all())
    game.seats.update(quiet=not receipts)
    OutboundMail.objects.all().delete()
    days, wrote = _let_pass(game, at_a_time)
    sent = OutboundMail.objects.count()
    print(
        f"{days} quiet days: {sent / 2 / days:.2f} mails to a player and day, {wrote / 2 / days:.2f} of his"
    )
    assert days >= 14
    assert sent / 2 / days <= MOST_A_QUIET_DAY and wrote / 2 / days <= MOST_A_QUIET_DAY


def _let_pass(game: Game, at_a_time: int) -> tuple[int, int]:
    """Both write that they are content until it is over: how many days that were, and how many mails."""
    wrote, before = 0, days_of(game)
    while again(game).state != GameState.OVER:
        for seat in game.seats.select_related("game"):
            name = f"<{seat.name}.{again(game).phase}@example.org>"
            Post(seat).write(f"REST\nQUIET {at_a_time}", Message_ID=name)
            wrote += 1
        adjudication.attend(game.pk)
        assert not again(game).trouble
    return days_of(game) - before, wrote


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

"""The clock of a game that another one has called: for so many days it is played, then captains play it to
its end, or what stands on its board is settled at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.gate import fighting
from games.models import FightEnd, Game, GameState, OutboundMail, Question
from games.play import adjudication, creation, outages
from games.play.creation import Player, create_game
from games.proof import verification
from games.queue import games_due
from games.record import eventlog
from rules import engine
from rules.campaign.invariants import broken
from rules.events.campaign_fights import CampaignFought
from rules.state.campaign import Campaign
from tests.games.family_kit import mails_to
from tests.games.kit import again, file, seat_of, work_off
from tests.games.made_once import as_it_was_made, for_a_file
from tests.games.post_kit import reads_his_mail

pytestmark = pytest.mark.django_db

MOST_DAYS = 30
ASK = "ASK watch, advance, retreat, wound, oppose"


def a_campaign(**terms: Any) -> tuple[Game, Game]:
    """A campaign between people, and the first battle that it calls."""
    seats = engine.replay(engine.new_game("campaign-canne")).setup.seats
    players = {seat.id: Player(seat.name, f"{seat.id}@players.example.org") for seat in seats}
    options = {"fights": "board"}
    campaign = create_game(
        "campaign-canne", players, options=options, mending_minutes=0, recall_minutes=0, **terms
    )
    reads_his_mail(*campaign.seats.all())
    for _ in range(MOST_DAYS):
        captains_write(campaign)
        adjudication.attend(campaign.pk)
        if found := campaign.children.first():
            return again(campaign), found
    raise AssertionError("nobody met anybody")


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[int, int]]:
    with for_a_file(django_db_blocker):
        campaign, battle = a_campaign()
        yield campaign.pk, battle.pk


@pytest.fixture
def fought_for(made: tuple[int, int], db: None) -> tuple[Game, Game]:
    as_it_was_made()
    campaign, battle = (Game.objects.get(pk=key) for key in made)
    return campaign, battle


def quickly(campaign: Game) -> None:
    """As if that had been agreed."""
    Game.objects.filter(pk=campaign.pk).update(fight_end=FightEnd.QUICK)


def captains_write(game: Game, *more: str) -> None:
    """Each seat that owes orders files what a captain would."""
    game = again(game)
    table = eventlog.load(game.pk).battle
    for seat in game.seats.filter(awaited=True):
        lines = engine.captain_orders(table, seat.name, "bold")
        file(game, seat.name, *lines, *more, "FINAL", command=f"test:{seat.name}:{game.version}")


def out_of_time(battle: Game) -> None:
    Game.objects.filter(pk=battle.pk).update(fight_due=timezone.now() - timedelta(hours=1))


def fought(campaign: Game) -> CampaignFought:
    (event,) = [e for e in eventlog.events(campaign.pk) if isinstance(e, CampaignFought) and e.call]
    return event


def in_order(campaign: Game, battle: Game) -> None:
    battle, campaign = again(battle), again(campaign)
    assert (battle.state, battle.told, battle.trouble) == (GameState.OVER, True, "")
    others = campaign.children.exclude(state=GameState.OVER)
    assert campaign.state == (GameState.RESTING if others else GameState.RUNNING) and not campaign.trouble
    table = eventlog.load(campaign.pk).battle
    assert isinstance(table, Campaign) and not broken(table) and battle.call not in table.fights
    for game in (battle, campaign):
        verification.check(game)


def test_a_battle_has_fourteen_days_unless_something_else_is_agreed(fought_for: tuple[Game, Game]) -> None:
    _, battle = fought_for
    assert battle.fight_due is not None
    left = battle.fight_due - timezone.now()
    assert timedelta(days=13) < left <= timedelta(days=14)
    assert battle not in games_due()
    out_of_time(battle)
    assert battle in games_due()


def test_without_a_clock_it_takes_as_long_as_it_takes() -> None:
    _, battle = a_campaign(fight_days=0)
    assert battle.fight_due is None


def test_captains_play_it_to_its_end_for_everybody(fought_for: tuple[Game, Game]) -> None:
    campaign, battle = fought_for
    out_of_time(battle)
    work_off()
    in_order(campaign, battle)
    assert not again(battle).seats.filter(captain="").exists()
    for seat in battle.seats.all():
        (told,) = [mail for mail in mails_to(seat) if "captains play on" in mail]
        assert campaign.label in told
    assert fought(campaign).ground == "board"


def test_nobody_takes_it_back_from_the_captains(fought_for: tuple[Game, Game]) -> None:
    campaign, battle = fought_for
    seat = battle.seats.first()
    assert seat is not None and seat.stands_for is not None
    out_of_time(battle)
    adjudication.attend(battle.pk)
    assert again(battle).state == GameState.RUNNING
    told = fighting.choose(seat.stands_for, False, "")
    assert f"The time for {battle.label} is over: captains play that to its end." in told
    assert not again(battle).seats.filter(captain="").exists()
    assert not again(campaign).seats.exclude(captain="").exists()


def test_whoever_gets_a_seat_does_not_get_what_captains_play_to_its_end(
    fought_for: tuple[Game, Game],
) -> None:
    campaign, battle = fought_for
    seat = battle.seats.first()
    assert seat is not None and seat.stands_for is not None
    out_of_time(battle)
    adjudication.attend(battle.pk)
    temper = again(battle).seats.get(pk=seat.pk).captain
    creation.change_player(seat.stands_for, name="Nina", email="nina@players.example.org")
    seat = again(battle).seats.get(pk=seat.pk)
    assert (seat.captain, seat.email) == (temper, "nina@players.example.org") and temper
    nina = OutboundMail.objects.filter(to="nina@players.example.org")
    assert [mail.game_id for mail in nina] == [campaign.pk], "no mail to play what is not hers"


def test_quickly_those_who_still_stand_decide_it(fought_for: tuple[Game, Game]) -> None:
    campaign, battle = fought_for
    quickly(campaign)
    captains_write(battle)
    adjudication.attend(battle.pk)
    out_of_time(battle)
    work_off()
    in_order(campaign, battle)
    event = fought(campaign)
    assert event.column and event.ground == "field" and sum(event.men) > 0
    assert again(battle).outcome["unfinished"]
    told = " ".join(mails_to(seat_of(campaign, battle.seats.all()[0].name)))
    assert "The time for the battle in" in told


@pytest.mark.parametrize("end", FightEnd.values)
def test_the_clock_runs_out_in_the_middle_of_a_question(end: str, fought_for: tuple[Game, Game]) -> None:
    """What is asked is decided by standing orders, and the phase played through, before anything else."""
    campaign, battle = fought_for
    Game.objects.filter(pk=campaign.pk).update(fight_end=end)
    asked = None
    for _ in range(12):
        captains_write(battle, ASK)
        adjudication.attend(battle.pk)
        if again(battle).state == GameState.ASKING:
            asked = Question.objects.get(game=battle, answered=None)
            break
    assert asked is not None, "nobody was asked"
    out_of_time(battle)
    work_off()
    in_order(campaign, battle)
    asked.refresh_from_db()
    assert asked.answered is not None and not asked.choice
    kinds = [event.kind for event in eventlog.events(battle.pk)]
    assert (kinds[-1] == "called_off") == (end == FightEnd.QUICK)
    assert kinds[-2] == "phase_opened" or end == FightEnd.CAPTAINS


def test_an_outage_puts_the_clock_off_as_it_does_deadlines(fought_for: tuple[Game, Game]) -> None:
    _, battle = fought_for
    due = battle.fight_due
    assert due is not None
    now = timezone.now()
    outages.shift(timedelta(hours=5))
    assert again(battle).fight_due == due + timedelta(hours=5)
    Game.objects.filter(pk=battle.pk).update(fight_due=now - timedelta(minutes=1))
    outages.make_good(timedelta(hours=2), now - timedelta(hours=2), now)
    later = again(battle).fight_due
    assert later is not None and later > now + timedelta(hours=1)


def test_mails_of_a_battle_that_was_cut_short_say_so(fought_for: tuple[Game, Game]) -> None:
    campaign, battle = fought_for
    quickly(campaign)
    out_of_time(battle)
    adjudication.attend(battle.pk)
    assert OutboundMail.objects.filter(game=battle, subject__contains="settles it").exists()
    late = file(battle, battle.seats.all()[0].name)
    assert late.status.value == "game over"
    assert again(campaign).state == GameState.RESTING

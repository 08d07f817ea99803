"""Outages: nothing is lost, and nobody is late through them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import (
    Game,
    GameState,
    Heartbeat,
    Outage,
    OutboundMail,
    Question,
)
from games.play import deadlines, outages
from games.play.deadlines import Due
from games.play.outages import LONGEST_GRACE, SETTLING, SHORTEST_GRACE
from games.record import eventlog
from tests.games.kit import a_game, again, file, seat_of
from tests.games.play.outages_kit import DAY, HOUR, MINUTE, SECOND, World, due, left, near, world
from tests.games.pocket_rules import PocketRules
from tests.sampling import some

__all__ = ["world"]
pytestmark = pytest.mark.django_db


# an outage


@pytest.mark.parametrize(
    ("away", "anew"),
    [
        pytest.param(away, anew, id=f"{away}, the machine {'was started anew' if anew else 'ran on'}")
        for place, away in enumerate([4 * MINUTE, 3 * HOUR, 20 * HOUR, 30 * DAY])
        for anew in some([False, True], 2, place)
    ],
)
def test_a_deadline_that_fell_into_an_outage_is_put_off(
    pocket: PocketRules, world: World, away: timedelta, anew: bool
) -> None:
    game = a_game(deadline_hours=72)
    world.runs(5 * MINUTE)
    Game.objects.filter(pk=game.pk).update(phase_due=world.now + MINUTE)
    world.passes(away)
    if anew:
        world.starts_anew()
    assert due(game, world) is Due.NOTHING, "before anybody has swept"
    world.beat(started=True)
    assert due(game, world) is Due.NOTHING
    world.runs(SETTLING)
    assert near(left(game, world), min(max(away + SETTLING, SHORTEST_GRACE), LONGEST_GRACE))
    assert Outage.objects.get().settled
    world.runs(min(away, LONGEST_GRACE))
    assert due(game, world) is (Due.NOTHING if away < SHORTEST_GRACE else due(game, world))
    world.passes(LONGEST_GRACE)
    world.beat()
    world.runs(SETTLING)
    world.passes(LONGEST_GRACE + HOUR)
    Heartbeat.objects.update(at=world.now, uptime=world.uptime)
    assert due(game, world) is Due.DEADLINE, "in the end a deadline is one"


def test_a_deadline_far_ahead_stays_as_it_was_told(pocket: PocketRules, world: World) -> None:
    game = a_game(deadline_hours=72)
    told = again(game).phase_due
    world.passes(6 * HOUR)
    world.beat()
    world.runs(SETTLING)
    assert again(game).phase_due == told and again(game).put_off == 0


def test_after_more_than_a_day_all_clocks_have_stood_still(pocket: PocketRules, world: World) -> None:
    game = a_game(deadline_hours=72)
    world.passes(10 * DAY)
    world.beat()
    world.runs(SETTLING)
    assert near(left(game, world), 72 * HOUR, 10 * MINUTE)


def test_a_phase_whose_orders_are_all_in_need_not_wait(pocket: PocketRules, world: World) -> None:
    game = a_game()
    file(game, "normans")
    world.passes(6 * HOUR)
    world.beat(started=True)
    assert due(game, world) is Due.ALL_IN


def test_even_a_start_at_once_leaves_some_minutes(pocket: PocketRules, world: World) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(phase_due=world.now + 2 * SECOND)
    world.passes(5 * SECOND)
    world.beat(started=True)
    assert due(game, world) is Due.NOTHING
    world.runs(SETTLING)
    assert near(left(game, world), SHORTEST_GRACE)


@pytest.mark.parametrize("pause", [MINUTE, 4 * MINUTE, 7 * MINUTE, 20 * MINUTE])
def test_a_clock_that_is_started_again_and_again_puts_a_deadline_off_once_an_hour(
    pocket: PocketRules, world: World, pause: timedelta
) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(phase_due=world.now + 30 * MINUTE)
    waited = timedelta()
    while due(game, world) is not Due.DEADLINE:
        world.runs(pause)
        waited += pause
        world.passes(5 * SECOND)
        world.beat(started=True)
        assert waited < 3 * HOUR
    assert waited <= 30 * MINUTE + SETTLING + SHORTEST_GRACE + pause


def test_a_clock_that_is_started_beside_another_rests_deadlines_once_an_hour(
    pocket: PocketRules, world: World
) -> None:
    for _ in range(5):
        world.runs(8 * MINUTE)
        world.beat(started=True)
    assert Outage.objects.count() == 1
    world.runs(30 * MINUTE)
    world.beat(started=True)
    assert Outage.objects.count() == 2


def test_a_machine_that_was_started_anew_rests_deadlines_each_time(pocket: PocketRules, world: World) -> None:
    """It may yet find out what time it is."""
    for _ in range(3):
        world.passes(MINUTE)
        world.starts_anew()
        world.beat(started=True)
        assert Outage.objects.filter(settled=None).count() == 1
        world.runs(6 * MINUTE)
    assert Outage.objects.count() == 3


def test_a_deadline_that_passed_long_before_is_not_put_off(pocket: PocketRules, world: World) -> None:
    """Its adjudication fails, and is tried again: that is no matter of mail."""
    game = a_game()
    long_ago = world.now - 2 * HOUR
    Game.objects.filter(pk=game.pk).update(phase_due=long_ago)
    world.passes(6 * HOUR)
    world.beat()
    world.runs(SETTLING)
    assert again(game).phase_due == long_ago and due(game, world) is Due.DEADLINE


def test_two_outages_in_a_row_are_one(pocket: PocketRules, world: World) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(phase_due=world.now + MINUTE)
    world.passes(2 * HOUR)
    world.beat()
    world.passes(7 * HOUR)
    world.beat()
    assert Outage.objects.count() == 1
    world.runs(SETTLING)
    assert near(left(game, world), 9 * HOUR + SETTLING)


def test_a_server_that_cron_sweeps_is_not_away_in_between(pocket: PocketRules, world: World) -> None:
    for _ in range(4):
        world.passes(10 * MINUTE)
        world.beat()
    assert Outage.objects.count() == 1, "the first long pause cannot be told from an outage"
    game = a_game()
    Game.objects.filter(pk=game.pk).update(phase_due=world.now + 5 * MINUTE)
    world.passes(10 * MINUTE)
    world.beat()
    assert due(game, world) is Due.DEADLINE


def test_a_second_machine_that_sweeps_too_is_no_outage_even_if_its_clock_is_wrong(
    pocket: PocketRules, world: World
) -> None:
    other = World()
    other.machine, other.now, other.uptime = "two", world.now + 30 * MINUTE, 5.0
    outages.beat(other.reading)  # it has only just come
    for _ in range(20):
        for clocks in (world, other):
            clocks.passes(30 * SECOND)
        world.beat()
        outages.beat(other.reading)
    assert Outage.objects.filter(settled=None).count() == 0 and Outage.objects.count() <= 1
    game = a_game()
    world.passes(30 * SECOND)
    world.beat()
    assert near(left(game, world), game.deadline, MINUTE)


def test_the_clock_of_a_question_is_put_off_too(pocket: PocketRules, world: World) -> None:
    game = a_game()
    seat = seat_of(game, "normans")
    common = {"game": game, "phase": 1, "asked": world.now}
    his = Question.objects.create(seat=seat, name="a", seq=8, due=world.now + HOUR, **common)
    captains = Question.objects.create(seat=seat, name="b", seq=9, due=world.now, **common)
    world.passes(4 * HOUR)
    Game.objects.filter(pk=game.pk).update(state=GameState.ASKING)
    assert due(game, world) is Due.NOTHING
    world.beat()
    world.runs(SETTLING)
    his.refresh_from_db()
    captains.refresh_from_db()
    assert near(his.due - world.now, 4 * HOUR + SETTLING)
    assert captains.due == captains.asked, "nobody reads mail there"


def test_who_has_more_to_write_keeps_his_time(pocket: PocketRules, world: World) -> None:
    game = a_game(mending_minutes=60)
    file(game, "normans", "HOLD", "BAD line")
    world.passes(5 * HOUR)
    assert due(game, world) is Due.NOTHING, "what he wrote may lie at his mail server"
    world.beat()
    assert due(game, world) is Due.NOTHING
    world.runs(SETTLING)
    mends_until = seat_of(game, "normans").mends_until
    assert mends_until and near(mends_until - world.now, 5 * HOUR + SETTLING)


def test_players_are_told_of_a_long_outage_by_another_reminder(pocket: PocketRules, world: World) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(phase_due=world.now + HOUR, remind_at=None)
    world.passes(5 * HOUR)
    world.beat()
    world.runs(SETTLING)
    deadlines.remind_all()
    reminded = [details[1].name for name, details in pocket.told if name == "deadline_near"]
    assert reminded == ["normans"] and again(game).put_off == 1


def test_the_second_reminder_says_why_and_is_another_mail(world: World) -> None:
    from games.play.creation import Player, create_game
    from games.reports import build

    game = create_game("orchard", {n: Player(n, f"{n}@example.org") for n in ("normans", "lombards")})
    seat = game.seats.get(name="normans")
    battle = eventlog.load(game.pk, game.version).battle
    before = OutboundMail.objects.count()
    build.enqueue_reminder(game, seat, battle)
    game.put_off = 1
    build.enqueue_reminder(game, seat, battle)
    build.enqueue_reminder(game, seat, battle)
    first, second = (bytes(m.rendered).decode() for m in OutboundMail.objects.order_by("pk")[before:])
    assert "could not be reached" in second and "could not be reached" not in first


def test_an_outage_that_nobody_noticed_is_said_by_hand(
    pocket: PocketRules, world: World, capsys: Any
) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(phase_due=world.now + HOUR)
    call_command("deadlines", "--outage", "8")
    assert near(left(game, world), 8 * HOUR) and "1 deadlines put off" in capsys.readouterr().out
    for wrong in ("0", "-3", "nan", "inf", "1e9"):
        with pytest.raises(CommandError, match="no outage"):
            call_command("deadlines", "--outage", wrong)

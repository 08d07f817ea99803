"""A server that is away again and again: pauses add up, and keep no phase open for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, GameState, Outage, Question
from games.play import outages
from games.play.deadlines import Due
from games.play.outages import LONGEST_GRACE, MOST_PUT_OFF, SETTLING, SHORTEST_GRACE
from tests.games.kit import a_game, again, seat_of
from tests.games.play.outages_kit import DAY, HOUR, MINUTE, SECOND, World, due, left, near, world
from tests.games.pocket_rules import PocketRules
from tests.sampling import some

__all__ = ["world"]
pytestmark = pytest.mark.django_db
HANGS = 301 * SECOND  # until a sweep that hangs is stopped, and the clock begins anew


def is_played(
    world: World, game: Game, away: timedelta, up: timedelta, most: timedelta, *, anew: bool
) -> bool:
    """Whether a phase is played within so long on a machine that is up for a while and away for a while,
    again and again."""
    begun = world.now
    while world.now - begun < most:
        world.passes(away)
        if anew:
            world.starts_anew()
        world.beat(started=True)
        for _ in range(max(1, up // MINUTE)):
            if due(game, world) is Due.DEADLINE:
                return True
            world.passes(min(up, MINUTE))
            world.beat()
    return False


MACHINES = {
    # by what ails them: for how long they are away, and up, and how long a phase may take there
    "away for two minutes of eight": (130 * SECOND, 6 * MINUTE, 2 * HOUR),
    "never up for five minutes": (130 * SECOND, 3 * MINUTE, 2 * HOUR),
    "every second sweep hangs": (HANGS, 5 * SECOND, 2 * HOUR),
    "more away than up": (12 * MINUTE, 8 * MINUTE, 3 * HOUR),
    "hardly up": (40 * MINUTE, 10 * MINUTE, 6 * HOUR),
    "up in the evenings": (23 * HOUR, 30 * MINUTE, 7 * DAY),
}


@pytest.mark.parametrize(
    ("ails", "anew"),
    [(ails, anew) for place, ails in enumerate(MACHINES) for anew in some([False, True], 2, place)],
)
def test_a_machine_that_is_away_again_and_again_plays_a_phase_in_the_end(
    pocket: PocketRules, world: World, ails: str, anew: bool
) -> None:
    away, up, most = MACHINES[ails]
    if anew:
        up = max(up, 7 * MINUTE)  # nobody knows what time it is before it has been up for a while
    game = a_game()
    Game.objects.filter(pk=game.pk).update(phase_due=world.now + 20 * MINUTE)
    assert is_played(world, game, away, up, most, anew=anew)
    assert again(game).put_off <= MOST_PUT_OFF


def test_each_of_a_few_outages_of_a_phase_gives_as_much_time_as_it_took(
    pocket: PocketRules, world: World
) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(phase_due=world.now + MINUTE)
    for number in range(1, MOST_PUT_OFF + 1):
        world.passes(3 * HOUR)
        world.beat()
        world.runs(SETTLING)
        assert near(left(game, world), 3 * HOUR + SETTLING) and again(game).put_off == number
    world.passes(3 * HOUR + 10 * MINUTE)
    world.beat()
    world.runs(SETTLING)
    assert due(game, world) is Due.DEADLINE


def test_a_new_phase_is_put_off_anew(pocket: PocketRules, world: World) -> None:
    game = a_game()
    tired = {"phase_due": world.now + MINUTE, "put_off": MOST_PUT_OFF}
    fresh = {"phase_due": world.now + MINUTE}
    other = a_game()
    Game.objects.filter(pk=game.pk).update(**tired)
    Game.objects.filter(pk=other.pk).update(**fresh)
    world.passes(HOUR)
    world.beat()
    world.runs(SETTLING)
    assert (due(game, world), due(other, world)) == (Due.DEADLINE, Due.NOTHING)


def test_what_is_said_by_hand_puts_off_whatever_was_put_off_before(pocket: PocketRules, world: World) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(phase_due=world.now + MINUTE, put_off=MOST_PUT_OFF)
    assert outages.make_good(2 * HOUR, world.now - 2 * HOUR, world.now) == 1
    assert near(left(game, world), 2 * HOUR)


def test_a_question_is_put_off_as_often_as_a_phase(pocket: PocketRules, world: World) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(state=GameState.ASKING, phase_due=None)
    question = Question.objects.create(
        game=game, seat=seat_of(game, "normans"), seq=8, phase=1, name="wound",
        asked=world.now, due=world.now + MINUTE,
    )  # fmt: skip
    for number in range(1, MOST_PUT_OFF + 2):
        world.passes(22 * HOUR)
        world.beat()
        world.runs(SETTLING)
        question.refresh_from_db()
        assert (question.due > world.now) is (number <= MOST_PUT_OFF)


def test_pauses_that_come_while_deadlines_rest_are_one_outage_and_end(
    pocket: PocketRules, world: World
) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(phase_due=world.now + MINUTE)
    for _ in range(4):
        world.passes(3 * MINUTE)
        world.beat()
        world.passes(SECOND)
        world.beat()
    outage = Outage.objects.get()
    assert outage.settled and outage.length >= 6 * MINUTE
    assert timedelta() < left(game, world) <= max(SHORTEST_GRACE, outage.length + SETTLING)


def test_a_database_that_is_away_for_ten_minutes_costs_nobody_his_phase(
    pocket: PocketRules, world: World
) -> None:
    """The clock goes on meanwhile, and leaves no heartbeat; the sweep that comes through is told of its start
    if the clock began meanwhile."""
    for started in (False, True):
        game = a_game()
        Game.objects.filter(pk=game.pk).update(phase_due=world.now + 5 * MINUTE)
        world.passes(10 * MINUTE)
        world.beat(started=started)
        assert due(game, world) is Due.NOTHING
        world.runs(SETTLING)
        assert SHORTEST_GRACE - MINUTE <= left(game, world) <= LONGEST_GRACE


def test_a_clock_that_is_killed_each_minute_while_another_runs_beside_it(
    pocket: PocketRules, world: World
) -> None:
    """Two listeners, one of which never lives for a minute."""
    game = a_game()
    Game.objects.filter(pk=game.pk).update(phase_due=world.now + 30 * MINUTE)
    begun = world.now
    while due(game, world) is not Due.DEADLINE:
        world.passes(30 * SECOND)
        world.beat(started=True)
        world.passes(30 * SECOND)
        world.beat()
        assert world.now - begun <= 30 * MINUTE + SETTLING + SHORTEST_GRACE + MINUTE
    assert world.now - begun >= 30 * MINUTE


@pytest.mark.parametrize("back", [3 * MINUTE, 5 * HOUR, 400 * DAY], ids=str)
def test_a_clock_that_is_set_back_while_the_server_is_away(
    pocket: PocketRules, world: World, back: timedelta
) -> None:
    """Neither the pause nor the clock takes time from anybody, or gives him more than as long again."""
    game = a_game()
    before = left(game, world)
    world.passes(20 * MINUTE)
    world.now -= back
    world.beat()
    world.runs(SETTLING)
    assert near(left(game, world), before - 20 * MINUTE - SETTLING)

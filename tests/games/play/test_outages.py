"""Outages and clocks that are set: nothing is lost, and nobody is late through them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import queue
from games.answers import brakes
from games.clockwork import heartbeats
from games.clockwork.heartbeats import Reading
from games.delivery import digests
from games.doors import rates
from games.gate import correspondence
from games.letters import letters
from games.models import (
    Game,
    GameState,
    Heartbeat,
    InboundMail,
    InboundState,
    Letter,
    Outage,
    OutboundMail,
    Purpose,
    Question,
    ReplyToken,
    Seat,
)
from games.play import adjudication, deadlines, outages
from games.play.deadlines import Due
from games.play.outages import LONGEST_GRACE, SETTLING, SHORTEST_GRACE
from games.record import eventlog
from games.seats import seats
from tests.games.crash_world import AnyDatetime
from tests.games.kit import a_game, again, file, seat_of
from tests.games.pocket_rules import PocketRules

pytestmark = pytest.mark.django_db
SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=n) for n in (1, 60, 3600, 86400))
FOUR_HUNDRED_DAYS = 400 * DAY


class World:
    """The clocks of the machine on which the server runs."""

    def __init__(self) -> None:
        self.now = timezone.now()
        self.uptime = 10_000.0
        self.machine = "one"

    def passes(self, span: timedelta) -> None:
        self.now += span
        self.uptime += span.total_seconds()

    def starts_anew(self) -> None:
        self.machine, self.uptime = f"{self.machine}'", 20.0

    def in_place_of_datetime(self) -> type:
        clocks = self

        class Told(metaclass=AnyDatetime):
            @staticmethod
            def now(tz: Any = None) -> datetime:
                return clocks.now

        return Told

    @property
    def reading(self) -> Reading:
        return Reading(self.now, self.machine, self.uptime)

    def beat(self, **how: bool) -> None:
        outages.beat(self.reading, **how)

    def runs(self, span: timedelta) -> None:
        """The server runs, and sweeps all the while: for tests once a minute."""
        for _ in range(int(span / MINUTE)):
            self.passes(MINUTE)
            self.beat()


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    clocks = World()
    monkeypatch.setattr(
        timezone, "datetime", clocks.in_place_of_datetime()
    )  # what fields know as their default
    monkeypatch.setattr(heartbeats, "read", lambda: clocks.reading)
    clocks.beat()
    clocks.runs(3 * MINUTE)
    return clocks


def due(game: Game, world: World) -> Due:
    return deadlines.due(again(game), world.now)


def left(game: Game, world: World) -> timedelta:
    deadline = again(game).phase_due
    assert deadline
    return deadline - world.now


def near(one: timedelta, other: timedelta, by: timedelta = 2 * SECOND) -> bool:
    return abs(one - other) <= by


# an outage


@pytest.mark.parametrize("anew", [False, True], ids=["the machine ran on", "the machine was started anew"])
@pytest.mark.parametrize("away", [4 * MINUTE, 3 * HOUR, 20 * HOUR, 30 * DAY])
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


# a clock that is set


@pytest.mark.parametrize("jump", [FOUR_HUNDRED_DAYS, -FOUR_HUNDRED_DAYS, 2 * HOUR, -2 * HOUR])
def test_a_clock_that_is_set_leaves_everybody_his_time(
    pocket: PocketRules, world: World, jump: timedelta
) -> None:
    game = a_game(deadline_hours=72)
    told = again(game).phase_due, again(game).remind_at
    world.now += jump
    assert due(game, world) is Due.NOTHING
    world.passes(5 * SECOND)
    world.beat()
    queue.sweep()
    assert near(left(game, world), 72 * HOUR, 5 * MINUTE) and due(game, world) is Due.NOTHING
    assert "deadline_near" not in pocket.tidings()
    world.runs(20 * MINUTE)
    world.now -= jump
    world.passes(5 * SECOND)
    world.beat()
    after = again(game)
    assert (after.phase_due, after.remind_at) == told, "as if nothing had been"
    assert Outage.objects.count() == 0


@pytest.mark.parametrize("jump", [FOUR_HUNDRED_DAYS, -FOUR_HUNDRED_DAYS])
@pytest.mark.parametrize("corrected", [1 * MINUTE, 3 * HOUR], ids=["soon", "late"])
def test_a_machine_started_with_a_wrong_clock_makes_nobody_late(
    pocket: PocketRules, world: World, jump: timedelta, corrected: timedelta
) -> None:
    game = a_game(deadline_hours=72)
    world.passes(10 * MINUTE)
    world.starts_anew()
    world.now += jump
    world.beat(started=True)
    world.runs(corrected)
    assert due(game, world) is Due.NOTHING
    world.now -= jump
    world.passes(5 * SECOND)
    world.beat()
    world.runs(20 * MINUTE)
    gone = corrected + 40 * MINUTE
    assert 72 * HOUR - gone <= left(game, world) <= 73 * HOUR
    assert due(game, world) is Due.NOTHING and again(game).version == 2


@pytest.mark.parametrize("jump", [FOUR_HUNDRED_DAYS, -FOUR_HUNDRED_DAYS])
def test_what_was_begun_under_a_wrong_clock_is_set_right_with_it(
    pocket: PocketRules, world: World, jump: timedelta
) -> None:
    waiting, played = a_game(), a_game()
    told = again(waiting).phase_due
    world.starts_anew()
    world.now += jump
    world.beat(started=True)
    file(played, "normans")
    adjudication.attend(played.pk)
    world.passes(MINUTE)
    world.beat()
    world.now -= jump
    world.passes(MINUTE)
    world.beat()
    world.runs(20 * MINUTE)
    assert again(played).phase == 2 and near(left(played, world), played.deadline, 30 * MINUTE)
    assert again(waiting).phase_due == told


def test_a_clock_is_set_once_however_many_sweeps_see_it(pocket: PocketRules, world: World) -> None:
    game = a_game()
    before = again(game).phase_due
    world.now += DAY
    world.passes(SECOND)
    stale = heartbeats.last()
    world.beat()
    assert stale and not heartbeats.leave(stale, world.reading), "somebody was quicker"
    world.beat()
    after = again(game).phase_due
    assert before and after and after - before == DAY


def test_the_operator_is_told_of_a_clock_that_was_set(
    pocket: PocketRules, world: World, settings: Any
) -> None:
    settings.GAME_MASTER = "gm@example.org"
    world.now += DAY
    world.passes(SECOND)
    world.beat()
    note = OutboundMail.objects.get(dedupe_key__startswith="operator:clock:")
    assert "manage.py deadlines --mend" in bytes(note.rendered).decode()


def test_deadlines_that_a_wrong_clock_has_set_are_found_and_mended(
    pocket: PocketRules, world: World, capsys: Any
) -> None:
    sound, far = a_game(deadline_hours=72), a_game(deadline_hours=48)
    Game.objects.filter(pk=far.pk).update(phase_due=world.now + FOUR_HUNDRED_DAYS)
    ahead = world.now + FOUR_HUNDRED_DAYS
    question = Question.objects.create(
        game=sound, seat=seat_of(sound, "arabs"), name="q", phase=1, seq=9, asked=ahead, due=ahead + 6 * HOUR
    )
    call_command("deadlines")
    told = capsys.readouterr().out
    assert f"{far.label}: " in told and f"a question in {sound.label}: " in told
    assert f"\n{sound.label}: " not in f"\n{told}"
    assert again(far).phase_due == ahead, "to name them changes nothing"
    call_command("deadlines", "--mend")
    question.refresh_from_db()
    assert near(left(far, world), 48 * HOUR) and near(question.due - world.now, 6 * HOUR)
    assert near(left(sound, world), 72 * HOUR)
    capsys.readouterr()
    call_command("deadlines")
    assert "No deadline" in capsys.readouterr().out


# what else goes by the clock


@pytest.fixture
def once_ahead(pocket: PocketRules, world: World) -> tuple[Game, World]:
    """A game in which all was written while the clock had gone ahead by 400 days; now it is right."""
    world.now += FOUR_HUNDRED_DAYS
    game = a_game()
    seat = seat_of(game, "normans")
    for number in range(110):
        InboundMail.objects.create(
            sha256=str(number), raw=b"x", transport="smtp", sender="a@example.org", seat=seat,
            state=InboundState.DONE, received_at=world.now, read_at=world.now, parsed={"said": "s"}, recipient="r",
        )  # fmt: skip
        Letter.objects.create(
            game=game, writer=seat, phase=1, text=f"words {number}", written=world.now, key=str(number)
        )
        for kind in ("answer", "confirm"):
            OutboundMail.objects.create(
                dedupe_key=f"{kind}:{number}", kind="receipt", to="a@example.org", message_id=f"<{kind}{number}@x>",
                rendered=b"", said="said", created=world.now, seat=seat,
            )  # fmt: skip
    world.now -= FOUR_HUNDRED_DAYS
    return game, world


Allowed = Callable[[Seat], bool]


@pytest.mark.parametrize(
    "allowed",
    [
        lambda seat: not rates._reached(rates._to_seat(seat.pk, "r"), 30),
        lambda seat: brakes.allowance("a@example.org").given,
        lambda seat: not brakes.is_unusual(),
        lambda seat: brakes.may_ask(seat),
        lambda seat: letters.written_today(seat) == 0,
        lambda seat: letters.times_written(seat, "words 1") == 0,
    ],
)
def test_no_bound_counts_what_a_clock_ahead_has_written(
    once_ahead: tuple[Game, World], allowed: Allowed
) -> None:
    game, world = once_ahead
    seat = seat_of(game, "normans")
    assert allowed(seat)
    world.now += FOUR_HUNDRED_DAYS + MINUTE
    assert not allowed(seat), "today they count"


def test_an_order_mail_is_not_overtaken_by_one_from_a_clock_ahead(once_ahead: tuple[Game, World]) -> None:
    game, world = once_ahead
    InboundMail.objects.update(
        reason="filed", parsed={"date": (world.now + FOUR_HUNDRED_DAYS).isoformat(), "phase": 1}
    )
    new = InboundMail.objects.create(sha256="new", raw=b"x", transport="smtp", received_at=world.now)

    class Found:
        class headers:
            date: datetime = world.now

    assert not correspondence.was_overtaken(new, Found(), seat_of(game, "normans"))  # type: ignore[arg-type]


def test_a_daily_mail_gathered_by_a_clock_ahead_goes_out(once_ahead: tuple[Game, World]) -> None:
    game, world = once_ahead
    seat = seat_of(game, "normans")
    assert not digests._waits(seat, world.now + FOUR_HUNDRED_DAYS)
    assert digests._waits(seat, world.now)


@pytest.mark.parametrize("jump", [FOUR_HUNDRED_DAYS, -FOUR_HUNDRED_DAYS])
def test_a_reply_to_a_daily_mail_is_taken_after_the_clock_was_set(
    pocket: PocketRules, world: World, jump: timedelta
) -> None:
    seat = seat_of(a_game(), "normans")
    address = seats.address_of(seats.token_for(seat, 1, Purpose.DAILY))
    ReplyToken.objects.update(issued=world.now)
    world.now += jump
    world.passes(SECOND)
    world.beat()
    assert seats.find(address).standing is seats.Standing.VALID


def test_what_is_played_after_a_jump_is_played(pocket: PocketRules, world: World) -> None:
    """The work itself goes on, whatever the clock says: mails are read, phases closed, mails sent."""
    game = a_game()
    world.now -= FOUR_HUNDRED_DAYS
    world.passes(SECOND)
    world.beat()
    file(game, "normans")
    adjudication.attend(game.pk)
    assert again(game).phase == 2
    assert near(left(game, world), game.deadline)


def test_the_clocks_of_this_machine_are_read() -> None:
    first, second = heartbeats.read(), heartbeats.read()
    assert first.machine == second.machine and len(first.machine) <= 60
    assert 0 < first.uptime <= second.uptime

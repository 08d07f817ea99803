"""A clock that is set: nobody loses his time by it, and what was written under a wrong one does not bind."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command

from games import queue
from games.answers import brakes
from games.clockwork import heartbeats
from games.delivery import digests
from games.doors import rates
from games.gate import correspondence
from games.letters import letters
from games.models import (
    Game,
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
from games.play import adjudication
from games.play.deadlines import Due
from games.seats import seats
from tests.games.kit import a_game, again, file, seat_of
from tests.games.play.outages_kit import (
    DAY,
    FOUR_HUNDRED_DAYS,
    HOUR,
    MINUTE,
    SECOND,
    World,
    due,
    left,
    near,
    world,
)
from tests.games.pocket_rules import PocketRules

__all__ = ["world"]
pytestmark = pytest.mark.django_db


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
            state=InboundState.DONE, received_at=world.now, read_at=world.now, parsed={"said": "s"},
            recipient="r",
        )  # fmt: skip
        Letter.objects.create(
            game=game, writer=seat, phase=1, text=f"words {number}", written=world.now, key=str(number)
        )
        for kind in ("answer", "confirm"):
            OutboundMail.objects.create(
                dedupe_key=f"{kind}:{number}", kind="receipt", to="a@example.org",
                message_id=f"<{kind}{number}@x>",
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

"""Queues that lose, double, delay and reorder, workers that die, two of everything, a full disk, a
clock that jumps.

PBEM_CHAOS_PHASES says how many phases are played in the storm (1,000 for a thorough run), PBEM_CHAOS_SEED
how it blows."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from games import queue
from games.clockwork import doorbell
from games.doors import arrivals
from games.gate import inbox
from games.models import (
    Command,
    Game,
    GameState,
    InboundMail,
    InboundState,
    OutboundKind,
    OutboundMail,
    OutboundState,
)
from games.outbox import outbox
from games.play import adjudication
from games.proof import verification
from games.record import eventlog
from games.seats import seats
from pbem.mail import lasting
from tests.games.chaos import CALM, STORM, Chaos, assert_nothing_is_lost_or_doubled
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import Post, orders_of, seat_on_move, some_orders
from tests.games.threads import together

pytestmark = pytest.mark.django_db(transaction=True)

PHASES = int(os.environ.get("PBEM_CHAOS_PHASES") or 60)
SEED = int(os.environ.get("PBEM_CHAOS_SEED") or 1066)


# queues and workers


@pytest.fixture
def bell_on(settings: Any) -> None:
    settings.DOORBELL = True


@pytest.mark.parametrize("weather", [CALM, STORM], ids=["calm", "storm"])
def test_in_any_weather_the_games_come_to_the_same(
    pocket: PocketRules, bell_on: None, monkeypatch: pytest.MonkeyPatch, weather: Any
) -> None:
    chaos = Chaos(SEED, weather, monkeypatch)
    phases = PHASES if weather is STORM else 12
    games = chaos.make(-(-phases // PocketRules.phases))
    chaos.play(games)
    assert_nothing_is_lost_or_doubled(chaos, games)
    print(chaos.weathered())
    if weather is STORM:
        assert min(chaos.deaths, chaos.lost, chaos.doubled) >= PHASES / 3, f"a breeze: {chaos.weathered()}"
    else:
        assert (chaos.deaths, chaos.lost, len(chaos.taken)) == (0, 0, OutboundMail.objects.count())


def test_two_adjudicators_on_one_phase_close_it_once(pocket: PocketRules) -> None:
    game = a_game()
    both_think = threading.Barrier(2)
    pocket.during = lambda battle: both_think.wait(20) and None if battle.phase == 1 else None
    file(game, "normans")
    assert together(*[lambda: adjudication.attend(game.pk)] * 2) == []
    now = again(game)
    assert (now.phase, now.trouble) == (2, "")
    assert [row.type for row in eventlog.rows(game.pk)].count("phase_closed") == 1
    assert Command.objects.filter(command_id="phase:1::adjudicate").count() == 1
    assert verification.check(now).events == now.version


def test_two_beats_at_once_ring_and_nothing_is_done_twice(
    pocket: PocketRules, bell_on: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    chaos = Chaos(SEED, CALM, monkeypatch)
    games = chaos.make(3)
    chaos.bell.clear()
    for game in games:
        file(game, "normans")
    chaos.bell.clear()
    from tests.games.crash_world import clock

    clock.moment += timedelta(minutes=1)
    assert together(queue.sweep, queue.sweep) == []
    assert {row for _, name, row in chaos.bell if name == "adjudicate_game"} == {game.pk for game in games}
    for _, _, row in list(chaos.bell):
        adjudication.attend(row)
    assert [again(game).phase for game in games] == [2, 2, 2]


# the disk

only_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="pragmas of SQLite")


def pragma(words: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {words}")
        found = cursor.fetchone()
    return int(found[0]) if found else 0


class FullDisk:
    """No page more than there are."""

    def __init__(self, spare: int = 0) -> None:
        self.spare = spare

    def __enter__(self) -> None:
        pragma(f"max_page_count={pragma('page_count') + self.spare}")

    def __exit__(self, *_: object) -> None:
        pragma("max_page_count=1073741823")


class ReadOnly:
    def __enter__(self) -> None:
        pragma("query_only=ON")

    def __exit__(self, *_: object) -> None:
        pragma("query_only=OFF")


FAULTS = [FullDisk(), FullDisk(1), FullDisk(3), FullDisk(10), ReadOnly()]
names = [f"full {fault.spare}" if isinstance(fault, FullDisk) else "read-only" for fault in FAULTS]


def tried(work: Callable[[], Any]) -> str:
    """What the database says to it."""
    try:
        work()
    except OperationalError as error:
        return str(error)
    return ""


def fill() -> None:
    """Use up free pages, so that a full disk is full."""
    for number in range(30):
        InboundMail.objects.create(
            sha256=f"filler {number}", raw=b"x" * 4000, transport="test", state=InboundState.IGNORED
        )


@only_sqlite
@pytest.mark.parametrize("fault", FAULTS, ids=names)
def test_a_letter_survives_a_database_that_takes_nothing(game: Game, fault: Any) -> None:
    """However often it is tried meanwhile: the sender keeps it or we do, and in the end it is carried out."""
    seat = seat_on_move(game)
    to, written = seats.reply_address(seat, game.phase), some_orders(game, seat)
    raw = f"From: {seat.email}\nTo: {to}\nMessage-ID: <one@x.org>\n\n{chr(10).join(written)}\n".encode()
    fill()
    with fault:
        refused = tried(lambda: arrivals.receive(raw * 1, "test", seat.email, [to]))
    assert refused in ("", "database or disk is full", "attempt to write a readonly database")
    [mail] = arrivals.receive(raw, "test", seat.email, [to])
    with fault:
        said = {tried(lambda: inbox.process(mail.pk)) for _ in range(2 * inbox.MOST_ATTEMPTS)}
    for _ in range(3):
        inbox.process(mail.pk)
    mail.refresh_from_db()
    assert (mail.state, mail.reason) == (InboundState.DONE, "filed"), (said, mail.detail)
    assert len(orders_of(again(game), seat)) == len(written)
    assert OutboundMail.objects.filter(in_reply_to=mail).count() == 1


@only_sqlite
@pytest.mark.parametrize("fault", FAULTS, ids=names)
def test_a_phase_survives_a_database_that_takes_nothing(game: Game, fault: Any) -> None:
    """It is closed wholly or not at all, the game is not called broken, and afterwards it goes on."""
    seat = seat_on_move(game)
    Post(seat).write("\n".join([*some_orders(game, seat), "FINAL"]))
    fill()
    version, head = again(game).version, again(game).head
    with fault:
        said = {tried(lambda: adjudication.attend(game.pk)) for _ in range(2 * adjudication.MOST_TROUBLE)}
    half = again(game)
    assert (half.trouble, half.state) == ("", GameState.RUNNING)
    if half.version == version:
        assert said & {"database or disk is full", "attempt to write a readonly database"}
        assert (half.phase, half.head) == (1, head)
    adjudication.attend(game.pk)
    now = again(game)
    assert now.phase == 2 and verification.check(now).events == now.version
    reports = OutboundMail.objects.filter(kind=OutboundKind.REPORT, dedupe_key__regex=r"^report:[0-9]+:2:")
    assert reports.count() == 1  # to the side whose phase is next: one mail a game turn


@only_sqlite
def test_the_sweep_says_what_is_wrong_and_comes_again(game: Game) -> None:
    seat = seat_on_move(game)
    [mail] = arrivals.receive(b"From: a@x.org\n\nMOVE", "test", seat.email, ["x@in.example.org"])
    InboundMail.objects.update(rung_at=timezone.now() - timedelta(hours=1))
    with ReadOnly():
        assert tried(queue.sweep) == tried(queue.work_off) == "attempt to write a readonly database"
    queue.work_off()
    mail.refresh_from_db()
    assert mail.state != InboundState.UNREAD


# the clock


@pytest.fixture
def chaos(pocket: PocketRules, bell_on: None, monkeypatch: pytest.MonkeyPatch) -> Chaos:
    return Chaos(SEED, CALM, monkeypatch)


JUMP = timedelta(days=300)


@pytest.fixture
def moved() -> Any:
    from tests.games.crash_world import clock

    return clock


def a_mail(key: str = "a") -> OutboundMail:
    raw = b"From: a@example.org\nTo: b@example.org\nSubject: x\n\nx\n"
    return outbox.enqueue(key, OutboundKind.NOTICE, to="b@example.org", subject="x", rendered=raw)


def test_what_was_rung_for_by_a_clock_that_went_ahead_is_found_when_it_is_set_right(
    chaos: Chaos, moved: Any
) -> None:
    moved.moment += JUMP
    [mail] = arrivals.receive(b"From: a@x.org\n\nMOVE", "test", "a@x.org", ["x@in.example.org"])
    moved.moment += timedelta(minutes=1)
    queue.sweep()
    moved.moment -= JUMP
    chaos.bell.clear()
    queue.sweep()
    assert ("read_mail", mail.pk) in [message[1:] for message in chaos.bell]


def test_a_mail_claimed_by_a_clock_that_went_ahead_is_sent_when_it_is_set_right(
    chaos: Chaos, moved: Any
) -> None:
    mail = a_mail()
    moved.moment += JUMP
    assert outbox._claim(mail.pk)
    moved.moment -= JUMP
    moved.moment += timedelta(minutes=1)
    queue.sweep()
    assert ("send_mail", mail.pk) in [message[1:] for message in chaos.bell]
    assert outbox.send(mail.pk) == OutboundState.ACCEPTED
    mail.refresh_from_db()
    assert mail.possible_duplicates == 1


def test_a_mail_put_off_by_a_clock_that_went_ahead_is_sent_when_it_is_set_right(
    chaos: Chaos, moved: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = a_mail()
    moved.moment += JUMP
    with monkeypatch.context() as patch:
        patch.setattr(lasting, "get_connection", lambda: 1 / 0)
        assert outbox.send(mail.pk) == OutboundState.PENDING
    moved.moment -= JUMP
    assert list(queue.unsent_mail()) == [mail]
    assert outbox.send(mail.pk) == OutboundState.ACCEPTED


def test_a_game_in_trouble_under_a_clock_that_went_ahead_is_tried_again_when_it_is_set_right(
    chaos: Chaos, pocket: PocketRules, moved: Any
) -> None:
    game = a_game()
    file(game, "normans")
    moved.moment += JUMP

    def fail(battle: Any) -> None:
        raise RuntimeError("once")

    pocket.during = fail
    adjudication.attend(game.pk)
    assert again(game).trouble_count == 1
    moved.moment -= JUMP
    assert list(queue.games_due()) == [again(game)]


def test_a_clock_that_goes_back_in_the_middle_of_games_loses_and_doubles_nothing(
    chaos: Chaos, moved: Any
) -> None:
    """Every few turns the clock jumps, an hour ahead or back; nobody's deadline is that near."""
    games = chaos.make(4)
    turn = chaos.turn
    turns = 0

    def jumping() -> None:
        nonlocal turns
        turns += 1
        if turns % 7 == 0:
            moved.moment += timedelta(hours=chaos.random.choice((-1, 1)))
        turn()

    chaos.weather = STORM
    chaos.turn = jumping  # type: ignore[method-assign]
    chaos.play(games)
    assert_nothing_is_lost_or_doubled(chaos, games)
    assert doorbell and turns > 50


# mail that nobody survives


def test_a_mail_that_kills_every_sender_is_given_up_and_not_sent_for_ever(chaos: Chaos, moved: Any) -> None:
    mail = a_mail()
    for _ in range(1 + outbox.MOST_POSSIBLE_DUPLICATES):
        assert outbox._claim(mail.pk), "and dies"
        moved.moment += outbox.LEASE + timedelta(seconds=1)
    assert outbox.send(mail.pk) is None
    mail.refresh_from_db()
    assert (mail.state, mail.possible_duplicates) == (OutboundState.GIVEN_UP, outbox.MOST_POSSIBLE_DUPLICATES)
    assert chaos.taken == [] and list(queue.unsent_mail()) == []

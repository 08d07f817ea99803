"""A server in one process whose bell, post, workers and clock cannot be relied upon.

Messages are lost, doubled, delayed and overtaken; senders send again; workers die at any failpoint. All of it
is drawn from a seed. What the games must come to is played beside it in memory, by the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from games import queue, tasks
from games.clockwork import failpoints
from games.doors import arrivals
from games.models import Game, GameState, InboundMail, OutboundMail, OutboundState, Seat
from games.outbox import outbox
from games.play import adjudication
from games.play.creation import Player, create_game
from games.record import escrow, eventlog
from games.reports import announce
from games.seats import seats
from pbem import celery
from pbem.mail import lasting
from rules import engine
from tests.games import crash_world, rig
from tests.games.crash_world import StandingDatetime, clock

SECOND = timedelta(seconds=1)
MOST_ROUNDS = 30_000


class Death(BaseException):
    """Nobody catches it, as nobody catches SIGKILL."""


class Weather(NamedTuple):
    """How likely (0 to 1) each mishap is, for each message or piece of work."""

    lost: float = 0.0
    doubled: float = 0.0
    delayed: float = 0.0  # by up to a minute
    killed: float = 0.0
    sent_again: float = 0.0  # a letter, by its sender
    bell_fails: float = 0.0  # ringing raises, as when Redis is away


CALM = Weather()
STORM = Weather(lost=0.25, doubled=0.25, delayed=0.3, killed=0.2, sent_again=0.3, bell_fails=0.02)


class Killer(dict[str, int]):
    """In place of the armed failpoints: kills at the so-manieth that is passed."""

    def __init__(self, passes: int) -> None:
        super().__init__()
        self.passes = passes

    def __contains__(self, name: object) -> bool:
        self.passes -= 1
        if self.passes == 0:
            raise Death(name)
        return False


class Chaos:
    def __init__(self, seed: int, weather: Weather, monkeypatch: Any) -> None:
        self.random = Random(seed)
        self.weather = weather
        self.bell: list[tuple[Any, str, int]] = []  # (not heard before, task, row)
        self.letters: list[tuple[bytes, str, str]] = []
        self.taken: list[tuple[str, bytes]] = []  # what the post office has
        self.deaths = self.lost = self.doubled = 0
        self.patch = monkeypatch
        clock.moment = crash_world.NOON
        monkeypatch.setattr(timezone, "datetime", StandingDatetime)
        monkeypatch.setattr(eventlog, "time", SimpleNamespace(time_ns=clock.time_ns))
        monkeypatch.setattr(celery.app, "send_task", self.send_task)
        monkeypatch.setattr(tasks, "listens_to", lambda task: self.happens(0.5))  # or others send
        monkeypatch.setattr(celery, "unheard", lambda task: len(self.bell))
        monkeypatch.setattr(lasting, "get_connection", lambda: self)
        monkeypatch.setattr(announce, "adjudicated", rig.report)

    def happens(self, chance: float) -> bool:
        return self.random.random() < chance

    # the bell

    def send_task(self, name: str, args: Sequence[int], **_: Any) -> None:
        if self.happens(self.weather.bell_fails):
            raise ConnectionError("no Redis")
        if self.happens(self.weather.lost):
            self.lost += 1
            return
        copies = 2 if self.happens(self.weather.doubled) else 1
        self.doubled += copies - 1
        for _ in range(copies):
            wait = self.random.uniform(0, 60) if self.happens(self.weather.delayed) else 0
            self.bell.append((clock.moment + wait * SECOND, name.rpartition(".")[2], args[0]))

    # the post office

    def open(self) -> None: ...

    def close(self) -> None: ...

    def send_messages(self, messages: Any) -> int:
        for message in messages:
            mime = message.message()
            self.taken.append((str(mime["Message-ID"]), mime.as_bytes()))
        return len(messages)

    # workers

    def work(self, do: Any, *values: Any) -> bool:
        """A piece of work; its worker may die in the middle, and the process is gone. Whether he lived."""
        killer = (
            Killer(self.random.randint(1, self.random.choice((6, 30))))
            if self.happens(self.weather.killed)
            else {}
        )
        self.patch.setattr(failpoints, "_armed", killer)
        try:
            do(*values)
            return True
        except Death:
            self.deaths += 1
            connection.close()
            eventlog._kept.clear()
            return False
        finally:
            self.patch.setattr(failpoints, "_armed", {})

    def turn(self) -> None:
        """A second or so goes by: somebody hears one of the messages, in any order; every few seconds the
        sweep comes."""
        from games.clockwork import doorbell

        doorbell._silent_until = 0.0
        clock.moment += SECOND
        for _ in range(min(len(self.letters), self.random.randint(0, 3))):
            raw, sender, to = self.letters[self.random.randrange(len(self.letters))]
            delivered = self.work(arrivals.receive, raw, "smtp", sender, [to])
            if delivered and not self.happens(self.weather.sent_again):
                self.letters.remove((raw, sender, to))
        heard = [message for message in self.bell if message[0] <= clock.moment]
        for message in self.random.sample(heard, min(len(heard), 10)):
            self.bell.remove(message)
            self.work(getattr(tasks, message[1]), message[2])
        if self.happens(0.2):
            self.work(queue.sweep)
        if self.happens(0.02):
            self.work(send_again_what_was_given_up)
        if not heard:
            clock.moment += 4 * SECOND

    # games

    def make(self, games: int) -> list[Game]:
        """Everybody plays in one game only: more than so many answers an hour go to nobody."""
        return [
            create_game(
                "pocket",
                {s: Player(s.title(), f"{s}-{number}@example.org") for s in ("normans", "arabs")},
            )
            for number in range(games)
        ]

    def write(self, games: Sequence[Game]) -> None:
        """Whoever owes orders and has not written yet writes a letter."""
        running = Game.objects.filter(state=GameState.RUNNING)
        for now in self.games(games, running).order_by("pk"):  # whatever order the rows lie in
            for seat in Seat.objects.filter(game=now, awaited=True, captain="").order_by("pk"):
                if (now.pk, now.phase, seat.name) not in self.written:
                    self.written.add((now.pk, now.phase, seat.name))
                    self.send(now, seat, self.words(now, seat))

    def games(self, begun: Sequence[Game], running: QuerySet[Game]) -> QuerySet[Game]:
        """Of those that are running the ones that are played."""
        return running.filter(pk__in=[game.pk for game in begun])

    def words(self, game: Game, seat: Seat) -> str:
        """What a seat writes for the open phase."""
        return order(game.phase)

    def send(self, game: Game, seat: Seat, words: str) -> None:
        to = seats.reply_address(seat, game.phase)
        name = f"{game.pk}-{game.phase}-{seat.name}@example.org"
        head = f"From: {seat.email}\nTo: {to}\nMessage-ID: <{name}>\nSubject: orders\n"
        self.letters.append((f"{head}\n{words}\n".encode(), seat.email, to))

    def play(self, games: Sequence[Game]) -> None:
        """Until all games are over and nothing is owed any more."""
        self.written: set[tuple[int, int, str]] = set()
        for _ in range(MOST_ROUNDS):
            self.write(games)
            self.turn()
            if not self.letters and self.all_done():
                return
        left = [_told(game) for game in Game.objects.exclude(state=GameState.OVER).order_by("pk")]
        owed = OutboundMail.objects.exclude(state=OutboundState.ACCEPTED).order_by("pk")
        unsent = list(owed.values_list("dedupe_key", "state", "attempts"))
        raise AssertionError(f"not over: {left}, {self.letters}; not sent: {unsent}; {self.weathered()}")

    def weathered(self) -> str:
        """What has blown so far."""
        return (
            f"{self.deaths} deaths, {self.lost} messages lost, {self.doubled} doubled, "
            f"{len(self.taken)} mails taken by {clock.moment:%H:%M:%S}"
        )

    def all_done(self) -> bool:
        return not (
            Game.objects.exclude(state=GameState.OVER).exists()
            or OutboundMail.objects.exclude(state=OutboundState.ACCEPTED).exists()
            or queue.unread_mail().exists()
        )


def send_again_what_was_given_up() -> None:
    """The game master looks at his desk."""
    for mail in OutboundMail.objects.filter(state=OutboundState.GIVEN_UP).order_by("pk"):
        outbox.send_again(mail)


def order(phase: int) -> str:
    return f"HOLD the line {phase}"


Filed = Callable[[engine.Table], Sequence[tuple[str, Sequence[str]]]]
"""Who writes for the phase that is open, and what, in the order in which it is filed."""


def of_the_side(table: engine.Table) -> list[tuple[str, list[str]]]:
    """At the pocket table."""
    return [(table.side, [order(table.phase)])]


def as_played_in_memory(game: Game, filed: Filed = of_the_side) -> list[engine.Event]:
    """The log that a game with these secrets and letters has, by the rules alone."""
    game = Game.objects.get(pk=game.pk)
    created, *events = engine.new_game(game.scenario, options=engine.Options())
    assert isinstance(created, engine.Created)
    promised = eventlog.load(game.pk, 1).battle.setup.promises
    assert promised is not None
    events = [engine.promising(created, game.commitment, promised), *events]
    battle = engine.replay(events)
    while not battle.outcome:
        for seat, lines in filed(battle):
            read = engine.read_orders(battle, seat, lines)
            accepted = escrow.sealed(
                escrow.salt_of(game, seat, battle.phase), engine.accept_orders(battle, seat, read)
            )
            battle = engine.evolve(battle, accepted)
            events.append(accepted)
        played = adjudication.adjudicated(game, battle, "all orders in")
        events += played
        battle = engine.replay(played, battle)
    return events


def lines(raw: bytes) -> tuple[bytes, ...]:
    return tuple(bytes(raw).splitlines())


def assert_nothing_is_lost_or_doubled(
    chaos: Chaos, games: Sequence[Game], filed: Callable[[Game], Filed] = lambda game: of_the_side
) -> None:
    expected, written = [], 0
    for game in games:
        events = as_played_in_memory(game, filed(game))
        assert list(eventlog.events(game.pk)) == events, game.label
        expected += [f"report:{game.pk}:{e.number}" for e in events if isinstance(e, engine.PhaseEnded)]
        written += sum(isinstance(e, engine.OrdersAccepted) for e in events)
    reports = OutboundMail.objects.filter(kind="report", to="all@example.org")  # of phases, not of beginnings
    keys = sorted(reports.values_list("dedupe_key", flat=True))
    assert keys == sorted(expected), set(keys) ^ set(expected)
    assert set(InboundMail.objects.values_list("state", "reason")) == {("done", "filed")}
    assert OutboundMail.objects.filter(kind="receipt").count() == written == len(chaos.written)
    owed = {(mail.message_id, lines(mail.rendered)) for mail in OutboundMail.objects.all()}
    assert {(name, lines(raw)) for name, raw in chaos.taken} == owed
    twice = len(chaos.taken) - len(owed)
    assert twice <= sum(OutboundMail.objects.values_list("possible_duplicates", flat=True))


def _told(game: Game) -> tuple[object, ...]:
    """All that may say why a game does not go on."""
    mails = InboundMail.objects.filter(game=game).values_list(
        "pk", "state", "reason", "detail", "attempts", "parsed"
    )
    owed = game.seats.filter(awaited=True).values_list("name", "captain")
    last = [event.kind for event in eventlog.events(game.pk)][-4:]
    return (game.label, game.state, game.phase, game.trouble, game.phase_due, last, list(owed), list(mails))

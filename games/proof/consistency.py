"""Whether the rows of a game agree with its log, and with the seals of this server.

``verification`` shows that a log is sound in itself. Who owns the database can replace it by another that is
sound as well, cut off its end, or change the rows that repeat it. Here the two are compared: what the log
comes to with the game's row, its seats, commands, adjudications, questions and snapshots; the seals with what
they are of; a fork with its parent. What was told to the players is compared by games.proof.testimony.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import DatabaseError

from games.models import Game, GameState, InboundState, Purpose, ReplyToken, Seat
from games.play import submissions
from games.proof import rebuilding, testimony
from games.proof.family_rows import Families
from games.proof.rebuilding import Told
from games.proof.testimony import UNSEALED, Odd
from games.record import dice, eventlog, leaves, seals, snapshots
from games.record.stored import Stored
from rules import engine

MOST_TRIES = 5
# from the moment that stands in the log to the clock of the rows that are written with it
SLACK = timedelta(minutes=6)
_PLAYED = (
    GameState.RUNNING, GameState.ASKING, GameState.HELD, GameState.RESTING, GameState.BROKEN,
)  # fmt: skip
# the open phase, and what stands there before the first
_OF_PHASE: dict[str, object] = {
    "turn": 0,
    "phase": 0,
    "step": "",
    "phase_key": "",
    "phase_title": "",
    "phase_short": "",
    "extended": False,
    "opened_seq": 0,
    "played_from": 0,
}


class Record(NamedTuple):
    """A game with its log, read once, and what the log tells of the rows."""

    game: Game
    rows: list[Stored]
    events: list[engine.Event]
    told: Told

    def moment(self, seq: int) -> datetime:
        """When an event was written."""
        return rebuilding.moment(self.rows[seq - 1])


def compared(game_id: int, kin: Families | None = None) -> list[Odd]:
    """Everything in which the rows of a game and its log disagree. Its log must be sound
    (games.proof.verification). A game that goes on meanwhile is looked at again."""
    found: list[Odd] = []
    for _ in range(MOST_TRIES):
        game = Game.objects.get(pk=game_id)
        try:
            found = list(_compared(game, kin or Families()))
        except DatabaseError:
            raise
        except Exception as error:  # whatever the rows make this code stumble over is wrong with the rows
            found = [Odd("its rows", f"{type(error).__name__}: {error}")]
        if not found or _values(Game.objects.get(pk=game_id)) == _values(game):
            break
    return found


def _values(game: Game) -> tuple[object, ...]:
    above = (game.parent.version, game.parent.state) if game.parent else ()
    return game.version, game.state, game.phase_due, game.played_from, game.told, *above


def _compared(game: Game, kin: Families) -> Iterator[Odd]:
    rows = list(eventlog.rows(game.pk, last=game.version))
    record = Record(game, rows, [row.event for row in rows], rebuilding.of_log(rows))
    for look in _LOOKS:
        yield from look(record)
    yield from testimony.of_game(game, record.events)
    yield from kin.odd(game)


# the game's row


def _game(record: Record) -> Iterator[Odd]:
    game, told = record.game, record.told.game
    for name in ("scenario", "pace", "commitment", "outcome"):
        yield from _differs("the game's row", name, getattr(game, name), told[name])
    yield from _differs(
        "the game's row", "options", _options(game), msgspec.to_builtins(_setup(record).options)
    )
    if game.state == GameState.OPEN:
        told = told | _OF_PHASE
    for name in _OF_PHASE:
        yield from _differs("the game's row", name, getattr(game, name), told[name])


def _setup(record: Record) -> Any:
    return record.told.battle.setup


def _options(game: Game) -> object:
    """What was agreed, as the log words it; as it stands there if that makes no sense."""
    try:
        return msgspec.to_builtins(engine.Options(pace=engine.Pace(game.pace), **game.options))
    except (TypeError, ValueError):
        return game.options


def _state(record: Record) -> Iterator[Odd]:
    """What the state of a game says of its log."""
    game, told = record.game, record.told
    custody = [row.type for row in record.rows if row.type in ("handed_over", "taken_over", "forked")]
    away = bool(custody) and custody[-1] == "handed_over"
    begun = bool(told.adjudications) or bool(told.game["played_from"]) or bool(told.filed)
    wrong = {
        "it is over, the log is not": game.state == GameState.OVER and not told.game["outcome"],
        "the log is over": game.state != GameState.OVER and bool(told.game["outcome"]),
        "nobody is asked in the log": game.state == GameState.ASKING and not told.game["played_from"],
        "a player is asked in the log": game.state == GameState.RUNNING and bool(told.game["played_from"]),
        "its seats are free, and the log goes on": game.state == GameState.OPEN and begun,
        "the log says that it was handed over": game.state in _PLAYED and away,
    }
    for why, is_wrong in wrong.items():
        if is_wrong:
            yield Odd("the game's row", f"its state is {game.state}: {why}")


def _times(record: Record) -> Iterator[Odd]:
    """Clocks that the log speaks of too. A deadline may be put off, never brought forward."""
    game = record.game
    begins = [1, *(row.seq for row in record.rows if row.type == "forked")]
    if not any(abs(game.created - record.moment(seq)) <= SLACK for seq in begins):
        yield Odd("the game's row", f"created {game.created}, its log begins at {record.moment(begins[-1])}")
    last = record.moment(game.version)
    if game.state == GameState.OVER and (game.ended is None or abs(game.ended - last) > SLACK):
        yield Odd("the game's row", f"ended {game.ended}, its last event was at {last}")
    if game.state == GameState.RUNNING and game.phase_due is None:
        yield Odd("the game's row", "it runs without a deadline")
    still = (GameState.ASKING, GameState.RESTING, GameState.OVER, GameState.MOVED)
    if game.state in still and game.phase_due is not None:
        yield Odd("the game's row", f"a deadline at {game.phase_due}, and no orders are awaited")
    if game.phase_due is not None and game.state != GameState.OPEN and 0 < game.opened_seq <= game.version:
        opened = record.moment(game.opened_seq)
        if game.phase_due < opened + game.deadline - SLACK:
            words = (
                f"its phase opened at {opened} for {game.deadline_hours} hours and is due at {game.phase_due}"
            )
            yield Odd("the game's row", words)


def _dice(record: Record) -> Iterator[Odd]:
    """Whether the server can still keep the promise of the dice."""
    game = record.game
    if game.state in (*_PLAYED, GameState.OPEN) and game.commitment:
        try:
            dice.last_secret(game)
        except (dice.DiceKeyLost, ValueError):
            words = (
                "its nonce or sealed secret does not lead to the promise: it was changed, or the server's "
                "key was"
            )
            yield Odd("the game's row", words)


def _links(record: Record) -> Iterator[Odd]:
    """What the game's row repeats of a log of form 2, and whether its salts are those that were promised."""
    game, setup = record.game, _setup(record)
    form = 2 if setup.promises else 1
    yield from _differs("the game's row", "form", game.form, form)
    if form == 1:
        return
    ends = [row.seq for row in record.rows if row.hash]
    promised = {**msgspec.to_builtins(setup.promises)}
    audiences = " ".join(promised.pop("audiences"))
    kept = {name: value for name, value in game.promises.items() if name != "opened"}
    yield from _differs("the game's row", "links", (game.links, game.linked_seq), (len(ends), ends[-1]))
    yield from _differs("the game's row", "audiences", game.audiences, audiences)
    yield from _differs("the game's row", "promises", kept, promised)


# seats


def _seats(record: Record) -> Iterator[Odd]:
    seats = {seat.name: seat for seat in record.game.seats.all()}
    setup = {seat.id: seat for seat in _setup(record).seats}
    for name in sorted(seats.keys() ^ setup.keys()):
        yield Odd(f"seat {name}", "it is not in the log" if name in seats else "its row is missing")
    for name in sorted(seats.keys() & setup.keys()):
        seat, told = seats[name], setup[name]
        yield from _differs(f"seat {name}", "side", seat.side, told.side)
        yield from _differs(f"seat {name}", "title", seat.title, told.name)
        if record.game.state not in (GameState.OPEN, GameState.MOVED):
            yield from _differs(f"seat {name}", "awaited", seat.awaited, name in record.told.awaited)
        yield from _filed(record, seat)


def _filed(record: Record, seat: Seat) -> Iterator[Odd]:
    """Which orders stand: those of the last command that filed any; nothing where these are standing orders
    alone, or of an earlier phase."""
    filings = [
        seq
        for seq, event in enumerate(record.events, start=1)
        if isinstance(event, engine.OrdersAccepted) and event.seat == seat.name
    ]
    allowed = {0}
    if filings:
        command = record.rows[filings[-1] - 1].command_id
        last = next(row.seq for row in reversed(record.rows) if row.command_id == command)
        accepted = record.events[filings[-1] - 1]
        assert isinstance(accepted, engine.OrdersAccepted)
        empty = not accepted.orders or filings[-1] <= record.game.opened_seq
        allowed = {*range(filings[-1], last + 1), *([0] if empty else [])}
    if seat.filed_seq not in allowed:
        words = f"filed_seq is {seat.filed_seq}, its last orders in the log are event {max(allowed)}"
        yield Odd(f"seat {seat.name}", words)


def _tokens(record: Record) -> Iterator[Odd]:
    """Reply addresses are made for the phase that is open: none can be of a phase that never was."""
    later = ReplyToken.objects.filter(
        seat__game=record.game, phase__gt=record.game.phase, purpose__in=(Purpose.ORDERS, Purpose.ANSWER)
    )
    for token in later.order_by("phase").select_related("seat")[:1]:
        words = f"given out for phase {token.phase}, the log ends in phase {record.game.phase}"
        yield Odd(f"the reply address of {token.seat.name}", words)


# what was written with the events


def _commands(record: Record) -> Iterator[Odd]:
    found = {row.command_id: row for row in record.game.commands.all()}
    written: dict[str, tuple[int, int]] = {}
    for name, of_it in groupby(record.rows, key=lambda row: row.command_id):
        run = [row.seq for row in of_it]
        written[name] = (written.get(name, (run[0], 0))[0], run[-1])
    for name in sorted(found.keys() | written.keys()):
        row, place = found.get(name), f"command {name}"
        if row is None:
            yield Odd(place, f"its row is missing, events {written[name][0]} to {written[name][1]} are its")
        elif name not in written:
            yield Odd(place, "no event is its")
        else:
            yield from _differs(place, "events", (row.first_seq, row.last_seq), written[name])
            first, last = written[name]
            if not seals.command_holds(
                record.game.uuid, row, leaves.stands_on(record.rows[first - 1 : last])
            ):
                yield Odd(place, UNSEALED)


def _orders_by_mail(record: Record) -> Iterator[Odd]:
    """Mails whose orders were filed are remembered by the inbox too, and by their command."""
    names = sorted(row.command_id for row in record.game.commands.all())
    filed = record.game.inbound_mails.filter(state=InboundState.DONE, reason=submissions.Status.FILED.value)
    for number, seat, message_id in filed.order_by("pk").values_list("pk", "seat__name", "message_id"):
        begins = submissions.commands_of_mail(seat, message_id)
        place = bisect_left(names, begins)
        if not "".join(names[place : place + 1]).startswith(begins):
            words = f"its orders for {seat} were filed, and no command of the log is of it"
            yield Odd(f"mail {number} that came in, {message_id[:100]}", words)


def _adjudications(record: Record) -> Iterator[Odd]:
    found = {row.first_seq: row for row in record.game.adjudications.all()}
    told = {values["first_seq"]: values for values in record.told.adjudications}
    for seq in sorted(found.keys() | told.keys()):
        place = f"adjudication at event {seq}"
        if seq not in found:
            yield Odd(place, "its row is missing")
        elif seq not in told:
            yield Odd(place, "the log has none there")
        else:
            row = found[seq]
            for name in ("turn", "phase", "step", "key", "reason", "opened_seq", "last_seq"):
                yield from _differs(place, name, getattr(row, name), told[seq][name])
            head = eventlog.head_at(record.game.pk, told[seq]["last_seq"]) or b""
            yield from _differs(place, "head", bytes(row.head_hash).hex(), head.hex())
            closed = record.moment(told[seq]["last_seq"])
            if abs(row.closed - closed) > SLACK:
                yield Odd(place, f"closed {row.closed}, the log says {closed}")


def _questions(record: Record) -> Iterator[Odd]:
    """A game that was begun elsewhere has rows for the questions asked since it came here."""
    asked = {e.name: (n, e) for n, e in _numbered(record) if isinstance(e, engine.DecisionRequested)}
    answers = {e.name: e.choice for e in record.events if isinstance(e, engine.DecisionAnswered)}
    rows = {row.name: row for row in record.game.questions.select_related("seat")}
    since = min([row.seq for row in rows.values()], default=record.game.version + 1)
    for name, (seq, event) in asked.items():
        place, row = f"question {name}", rows.pop(name, None)
        if row is None:
            if seq >= since or seq == record.told.open_seq:
                yield Odd(place, f"its row is missing, event {seq} asks it")
            continue
        yield from _differs(place, "event", row.seq, seq)
        yield from _differs(place, "seat", row.seat.name, event.seat)
        yield from _differs(place, "answered", not row.open, name in answers)
        yield from _differs(place, "choice", row.choice, answers.get(name, ""))
        yield from _differs(place, "phase", row.phase, _phase_at(record, seq))
    for name in sorted(rows):
        yield Odd(f"question {name}", "no event asks it")


def _numbered(record: Record) -> Iterator[tuple[int, engine.Event]]:
    return enumerate(record.events, start=1)


def _phase_at(record: Record, seq: int) -> int:
    """The phase that was open at an event."""
    opened = [e.number for n, e in _numbered(record) if isinstance(e, engine.PhaseOpened) and n <= seq]
    return opened[-1] if opened else 0


def _snapshots(record: Record) -> Iterator[Odd]:
    """Those that would be taken for the battle must be it."""
    created = record.events[0]
    assert isinstance(created, engine.Created)
    for seq, data in snapshots.believed(record.game.pk, record.game.version):
        try:
            sound = engine.restored(created, data) == engine.replay(record.events[:seq])
        except msgspec.MsgspecError:
            sound = True  # nobody can read it, so nobody believes it
        if not sound:
            yield Odd(
                f"the snapshot after event {seq}", "replay gives another battle: delete it, it is a cache"
            )


def _forks(record: Record) -> Iterator[Odd]:
    """A fork's parent, where it is here too."""
    for seq, event in _numbered(record):
        if not isinstance(event, engine.Forked):
            continue
        parent = Game.objects.filter(uuid=UUID(event.parent), version__gte=event.seq).first()
        head = eventlog.head_at(parent.pk, event.seq) if parent else None
        if parent and (head is None or head.hex() != event.head):
            words = f"forked from event {event.seq} of {parent.label}, whose head was {event.head}"
            yield Odd(f"event {seq}", f"{words}; there it is {head.hex() if head else 'none'} now")


def _differs(place: str, name: str, found: object, told: object) -> Iterator[Odd]:
    if _plain(found) != _plain(told):
        yield Odd(place, f"{name} is {_shown(found)}, the log gives {_shown(told)}")


def _plain(value: object) -> object:
    """As a column of the database gives it back."""
    return json.loads(json.dumps(value))


def _shown(value: object) -> str:
    return repr(value)[:200]


_LOOKS: Sequence[Callable[[Record], Iterator[Odd]]] = (
    _game, _links, _state, _times, _dice, _seats, _tokens, _commands, _orders_by_mail, _adjudications,
    _questions, _snapshots, _forks,
)  # fmt: skip

"""Filing orders: read against the state, appended once, answered in the same transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from games.clockwork import doorbell
from games.clockwork.failpoints import failpoint
from games.models import Game, GameState, Seat, rows
from games.record import escrow, eventlog
from games.record.eventlog import Appended, Conflict
from games.seats import languages
from rules import engine

MOST_TRIES = 20
NOTHING_FILED = 0  # standing orders alone, or a CLEAR, do not close a phase: the orders for it may yet come


class Status(StrEnum):
    """What became of a submission."""

    FILED = "filed"  # the set of orders in ``reading`` stands now
    UNCHANGED = "unchanged"  # nothing in it changes what stood before
    TRIED = "tried"  # the player only wanted to know
    PHASE_OVER = "phase over"  # meant for a phase that is closed
    NOT_STARTED = "not started"
    GAME_OVER = "game over"
    SETTLED = "settled"  # no order counts any more: another game decides this one
    # a player is asked in the middle of the phase, or the dice are to be renewed: to be read when
    # that is over
    BEING_PLAYED = "being played"
    MOVED = "moved"  # another server plays the game
    STOPPED = "stopped"  # the game waits for the game master
    REPEATED = "repeated"  # the same command was carried out before


class Submission(NamedTuple):
    """The answer to a set of order lines. ``reading`` is None where nothing was read; ``battle`` is the state
    that the lines were read against; ``mending``: the phase waits a while for lines to be mended, or for what
    comes in place of orders taken back; ``forgotten``: who has no order and could act, so that there is time
    to change one's mind; ``waits_until``: how long the phase waits for either, if its deadline is not before;
    ``unmended``: who was named in a line to be mended, in this mail or before, and has no order yet;
    ``lacking``: no order for the phase stands, so it still waits for this seat; ``escrow``: the hash of what
    was filed (games.record.escrow); ``unread``: how many lines of the mail read as orders and stand where
    none are taken from."""

    status: Status
    game: Game
    battle: engine.Table
    reading: engine.Reading | None = None
    mending: bool = False
    lacking: bool = False
    escrow: str = ""
    unread: int = 0
    forgotten: tuple[str, ...] = ()
    waits_until: datetime | None = None
    unmended: tuple[str, ...] = ()

    def without(self, lines: int) -> Submission:
        """The same, with nothing said to the first of its lines: those that nobody wrote."""
        if self.reading is None or not lines:
            return self
        return self._replace(reading=replace(self.reading, lines=self.reading.lines[lines:]))


Answer = Callable[[Submission], None]


def submit(
    seat: Seat,
    lines: Sequence[str],
    command_id: str,
    *,
    phase: int | None = None,
    final: bool = False,
    unread: int = 0,
    takes_back: bool = False,
    answer: Answer | None = None,
) -> Submission:
    """Read order lines for a seat and file what can be taken. ``phase`` is the one they were meant for
    (None: the open one). ``answer`` is called inside the transaction that files them (for a REPEATED
    command: not at all), to write the receipt. ``final``, or the word FINAL in a line: close the phase, for
    this seat, without waiting for anything. ``unread``: so many more read as orders, and stand where none
    are taken from; the phase waits for them as for lines to be mended. ``takes_back``: a mail before is
    undone by them; who does that has more to write. An adjudication at the same moment comes wholly before
    or wholly after. Raises Conflict when the log never rests, DiceKeyLost when the phase could not be
    played."""
    same_language = languages.choose_from_mail(seat, lines)
    failpoint("submissions.language_chosen")
    for _ in range(MOST_TRIES):
        try:
            return _submit(seat, lines, command_id, phase, final, unread, takes_back, answer, same_language)
        except Conflict:
            continue
    raise Conflict(f"{seat.game.label} changes faster than orders can be filed")


def _submit(
    seat: Seat,
    lines: Sequence[str],
    command_id: str,
    phase: int | None,
    final: bool,
    unread: int,
    takes_back: bool,
    answer: Answer | None,
    same_language: bool,
) -> Submission:
    game = rows.row(Game, seat.game_id)
    battle = eventlog.load(game.pk, game.seen_version).battle
    refusal = closed_to_mail(game, battle, phase)
    if refusal and (refusal is not Status.PHASE_OVER or _awaited(seat)):
        return _answered(Submission(refusal, game, battle), answer)
    with languages.in_language_of(seat):
        reading = engine.read_orders(battle, seat.name, lines)
        reading = languages.already(reading) if same_language else reading
    if refusal and not holds_in_any_phase(reading, battle, seat):
        return _answered(Submission(refusal, game, battle), answer)
    failpoint("submissions.read")
    if "try" in reading.commands:
        return _answered(Submission(Status.TRIED, game, battle, reading), answer)
    final = final or "final" in reading.commands
    asking = engine.choose_asking(battle, seat.name, reading)
    now = _clock_of(seat)
    worth_filing = _worth_filing(now, game, reading, final)
    if asking is not None and not worth_filing:
        return _only_asking(seat, game, battle, reading, asking, command_id, answer)
    if not worth_filing:
        return _answered(Submission(Status.UNCHANGED, game, battle, reading), answer)
    lacking = not final and not reading.orders
    hurried = final or lacking or not now.awaited
    waited_for = _still_to_mend(now, reading)
    more = takes_back or bool(waited_for) or reading.holding + unread > 0 or _only_takes_back(reading)
    mending = more and not (final or lacking)
    unmended = (*waited_for, *reading.unmended) if mending else ()
    thinks = not hurried and game.recall_minutes > 0
    forgotten = engine.could_act(battle, seat.name, reading) if thinks else ()
    minutes = max(game.mending_minutes if mending else 0, game.recall_minutes if forgotten else 0)
    until = timezone.now() + timedelta(minutes=minutes) if minutes else None
    salt = escrow.salt_of(game, seat.name, battle.phase)
    accepted = escrow.sealed(salt, engine.accept_orders(battle, seat.name, reading))
    filed = Submission(
        Status.FILED,
        game,
        battle,
        reading,
        mending=mending,
        lacking=lacking,
        escrow=accepted.escrow,
        unread=unread,
        forgotten=forgotten,
        waits_until=until,
        unmended=tuple(dict.fromkeys(unmended)),
    )

    def effects(done: Appended) -> None:
        filed_seq = NOTHING_FILED if lacking else done.last_seq
        waits = {"mends_until": until, "mends_for": list(filed.unmended)}
        Seat.objects.filter(pk=seat.pk).update(filed_seq=filed_seq, **waits)
        failpoint("submissions.seat_noted")
        if answer:
            answer(filed)
        failpoint("submissions.receipt_owed")
        if not (lacking or until):  # for this seat: nothing can come of it yet
            doorbell.ring_game(game.pk)

    events: list[engine.Event] = [accepted]
    events += [] if asking is None else [asking]
    done = eventlog.append(game.pk, game.version, events, command_id, effects=effects)
    return filed._replace(status=Status.REPEATED) if done.repeated else filed


def _only_asking(
    seat: Seat,
    game: Game,
    battle: engine.Table,
    reading: engine.Reading,
    asking: engine.AskingChosen,
    command_id: str,
    answer: Answer | None,
) -> Submission:
    """The mail changes for what the seat is asked, and no order."""
    done = Submission(Status.UNCHANGED, game, battle, reading)

    def effects(_: Appended) -> None:
        if answer:
            answer(done)
        failpoint("submissions.asking_changed")

    repeated = eventlog.append(game.pk, game.version, [asking], command_id, effects=effects).repeated
    return done._replace(status=Status.REPEATED) if repeated else done


def closed_to_mail(game: Game, battle: engine.Table, phase: int | None) -> Status | None:
    """Why nothing that is meant for a phase (None: the open one) is taken now; None if it is."""
    if game.played_from or game.burnt:
        return Status.BEING_PLAYED
    match game.state:
        case GameState.OVER:
            return Status.GAME_OVER
        case GameState.OPEN:
            return Status.NOT_STARTED
        case GameState.MOVED:
            return Status.MOVED
        case GameState.BROKEN:
            return Status.STOPPED
    if battle.agreed is not None:
        return Status.GAME_OVER
    if engine.awaiting(battle).settled:
        return Status.SETTLED
    return Status.PHASE_OVER if phase not in (None, battle.phase) else None


def _awaited(seat: Seat) -> bool:
    return Seat.objects.filter(pk=seat.pk, awaited=True).exists()


def holds_in_any_phase(reading: engine.Reading, battle: engine.Table, seat: Seat) -> bool:
    """Whether a mail that was meant for an earlier phase has nothing in it but standing orders and questions.
    They are as good in the open one, in which nothing is owed from the seat."""
    clears = any(command.startswith("clear") for command in reading.commands)
    return not (reading.troubled or clears) and reading.orders == battle.sheets.get(seat.name, ())


def _clock_of(seat: Seat) -> Seat:
    """What the clock knows of a seat just now: whether it is awaited, since when it has filed, what it
    mends."""
    [now] = rows.rows(
        Seat, "SELECT id, awaited, filed_seq, mends_until, mends_for FROM games_seat WHERE id = %s", seat.pk
    )
    return now


def _worth_filing(now: Seat, game: Game, reading: engine.Reading, final: bool) -> bool:
    """Orders that change something, or the first of the phase even if they only confirm what stands; and
    FINAL, as long as the phase waits for this seat."""
    if reading.changed:
        return True
    if now.filed_seq > game.opened_seq:
        return final and now.mends_until is not None and now.mends_until > timezone.now()
    return final or (reading.accepted > 0 and reading.orders != ())


def _still_to_mend(now: Seat, reading: engine.Reading) -> list[str]:
    """Those for whose sake the phase waits already, and who are given no order by this mail either."""
    waits = now.mends_until is not None and now.mends_until > timezone.now()
    return [name for name in now.mends_for if name in reading.idle] if waits else []


def _only_takes_back(reading: engine.Reading) -> bool:
    """Who takes orders back has more to write: the phase must not close under his hands."""
    return "clear" in reading.commands and not reading.accepted


def _answered(submission: Submission, answer: Answer | None) -> Submission:
    if answer:
        with transaction.atomic():
            answer(submission)
            failpoint("submissions.answer_owed")
        failpoint("submissions.answered")
    return submission


def command_of_mail(seat: Seat, message_id: str, lines: Sequence[str]) -> str:
    """The name of the command that a mail is: its Message-ID and what it says, since mail programs
    use ids twice."""
    said = hashlib.sha256("\n".join(lines).encode(errors="surrogatepass")).hexdigest()
    return f"{commands_of_mail(seat.name, message_id)}{said[:16]}"


def commands_of_mail(seat: str, message_id: str) -> str:
    """How the names of all commands begin that mails with this Message-ID are."""
    name = message_id.strip().strip("<>")
    if len(name) > 100 or not name.isascii():
        name = hashlib.sha256(name.encode(errors="surrogatepass")).hexdigest()
    return f"mail:{seat}:{name}:"

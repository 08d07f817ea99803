"""What the record tells the players, and who words it: games.reports.build.

All but ``about_to_tell`` and ``about_to_start`` is called inside the transaction that makes it true, so it
may write rows (games.outbox.outbox.enqueue, Report) and do nothing else. ``game`` is fresh: its version, head
hash and clock are already those after the events.
"""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage
from email.utils import format_datetime

from django.conf import settings
from django.utils import timezone

from games.clockwork.failpoints import failpoint
from games.models import Adjudication, Game, OutboundKind, Question, Seat
from games.outbox import outbox
from games.reports import ahead, ask, build, notes
from games.reports.facts import Sights
from rules import engine


def about_to_tell(
    before: engine.Table, told: engine.Sightings, after: engine.Table, game: Game | None = None
) -> Sights:
    """Called before the transaction: what everybody sees, for ``adjudicated``. Slow work is done here, so
    that the database need not wait."""
    sights = ahead.look(before, told, after, game)
    failpoint("announce.drawn")
    return sights


def about_to_start(battle: engine.Table) -> None:
    """The same before all seats are taken: the maps of the first mails are drawn, in the language of those
    who have not said theirs."""
    ahead.draw_first_maps(battle)


def started(game: Game, battle: engine.Table) -> None:
    """All seats are taken and the first phase is open."""
    build.enqueue_welcome(game, battle)
    failpoint("announce.started")


def seated_anew(game: Game, seat: Seat, battle: engine.Table) -> None:
    """Another address at a seat of a running game: its player is told all he needs to go on."""
    build.enqueue_handover(game, seat, battle)
    failpoint("announce.seated_anew")


def seat_given_away(seat: Seat, guest: str = "", *, moved: bool = False, with_it: Sequence[str] = ()) -> None:
    """Somebody else plays a seat from now on; ``seat`` is still that of who played it. ``guest``: whom he has
    asked to; ``moved``: it may be himself at another address; ``with_it``: games that go along."""
    notes.tell_of_successor(seat, guest=guest, moved=moved, with_it=with_it)


def renewed(game: Game, seat: Seat, battle: engine.Table) -> None:
    """The game goes on from a restored copy, with new dice: a player is told how it stands."""
    build.enqueue_renewal(game, seat, battle)
    failpoint("announce.renewed")


def adjudicated(
    played: Adjudication, before: engine.Table, told: engine.Sightings, after: engine.Table, sights: Sights
) -> None:
    """A phase (or step) was adjudicated."""
    failpoint("announce.reports")
    build.enqueue_reports(played, before, told, after, sights)
    failpoint("announce.adjudicated")


def woken(game: Game, battle: engine.Table) -> None:
    """What a game was resting for is over: the clock of its open phase has begun."""
    build.enqueue_woken(game, battle)
    failpoint("announce.woken")


def called_off(game: Game, battle: engine.Table) -> None:
    """The game that called this one is over, and so is this one."""
    build.enqueue_called_off(game, battle)
    failpoint("announce.called_off")


def captain_plays_on(game: Game, seat: Seat, battle: engine.Table) -> None:
    """The clock of a game that another one has called has run out: a captain plays on for a seat."""
    build.enqueue_captain_plays_on(game, seat, battle)
    failpoint("announce.captain_plays_on")


def asked(game: Game, question: Question, before: engine.Table, shown: Sequence[engine.Event]) -> None:
    """A player has to answer before the phase can go on; the last of what he was shown is the question."""
    ask.enqueue_question(game, question, before, shown)
    failpoint("announce.asked")


def answer_awaited(question: Question, request: engine.DecisionRequested) -> None:
    """The time for an answer is nearly over."""
    ask.enqueue_reminder(question, request)
    failpoint("announce.answer_awaited")


def deadline_near(game: Game, seat: Seat, battle: engine.Table) -> None:
    """A seat still owes orders."""
    build.enqueue_reminder(game, seat, battle)
    failpoint("announce.deadline_near")


def extended(game: Game, absent: Sequence[Seat], battle: engine.Table) -> None:
    """The deadline passed without orders from ``absent`` and was put off to ``game.phase_due``."""
    build.enqueue_extension(game, absent, battle)
    failpoint("announce.extended")


def game_master(game: Game, key: str, subject: str, text: str) -> None:
    """A plain note to the game master, once for each key; nothing where none is appointed."""
    if not settings.GAME_MASTER:
        return
    dedupe_key = game_master_key(game, key)
    note = EmailMessage()
    note["Subject"] = f"[{game.label}] {subject}"
    note["From"] = settings.DEFAULT_FROM_EMAIL
    note["To"] = settings.GAME_MASTER
    note["Date"] = format_datetime(timezone.now())
    note["Message-ID"] = outbox.message_id(dedupe_key, game)
    note["Auto-Submitted"] = "auto-generated"
    note.set_content(f"{text}\n\n{settings.BASE_URL}/g/{game.number}\n")
    outbox.enqueue(
        dedupe_key,
        OutboundKind.NOTICE,
        to=settings.GAME_MASTER,
        subject=str(note["Subject"]),
        rendered=note.as_bytes(),
        game=game,
    )
    failpoint("announce.game_master_told")


def game_master_key(game: Game, key: str) -> str:
    """The outbox key of a note to the game master."""
    return f"gm:{game.pk}:{key}"

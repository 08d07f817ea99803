"""Letters between players: written, kept until they may go out, delivered by mail from the game, shown
on the pages.

Nobody's address is in a letter, and a reply goes to an address of the reader's own seat that remembers the
letter, not its writer: so anonymous letters can be answered too. Whatever cannot be delivered goes back with
all its words.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from games.clockwork.failpoints import failpoint
from games.clockwork.moments import lately
from games.letters import addressees, game_master, words
from games.letters import text as letter_text
from games.letters.addressees import names, nearest, readers, wants
from games.models import (
    Game,
    GameState,
    InboundMail,
    InboundState,
    Letter,
    LetterScope,
    LetterState,
    OutboundKind,
    OutboundMail,
    OutboundState,
    Press,
    PressDelivery,
    Purpose,
    Seat,
    rows,
)
from games.outbox import outbox
from games.reports import announce, leaving
from games.reports.build import game_address, loop_id
from games.reports.layout import listed
from games.seats import seats
from games.seats.languages import in_language_of
from pbem.mail.headers import clean
from pbem.mail.writer import Letter as Mail
from pbem.mail.writer import compose
from rules import engine

logger = logging.getLogger(__name__)

PER_DAY = 30
BATCH = 200
_SETTLED = (
    OutboundState.ACCEPTED,
    OutboundState.REJECTED,
    OutboundState.GIVEN_UP,
    OutboundState.ENCLOSED,
    OutboundState.WITHHELD,
)


class Draft(NamedTuple):
    """A letter as a player hands it in. ``whom`` are his words for the addressee; "" for the writer of the
    letter that it ``answers``, or for the only other player. ``key`` names it: it is written once."""

    seat: Seat
    whom: str
    text: str
    key: str
    anonymous: bool = False
    answers: Letter | None = None
    mail: InboundMail | None = None


# writing


def write(draft: Draft) -> Letter:
    """Take a letter, inside the caller's transaction. It is delivered, kept until it may go out, or returned
    with the reason (``trouble``, in the language spoken). A letter beyond the number of a day is returned and
    not kept (no primary key)."""
    if known := Letter.objects.filter(key=draft.key).first():
        return known
    seat, game = draft.seat, draft.seat.game
    addressee = addressees.find_addressee(seat, draft.whom, draft.answers)
    letter = Letter(
        game=game,
        writer=seat,
        anonymous=draft.anonymous,
        scope=addressee.scope,
        to_seat=addressee.seat,
        to_side=addressee.side,
        whom=clean(draft.whom, 80),
        answers=draft.answers,
        text=letter_text.cleaned(draft.text),
        key=draft.key,
        phase=game.phase,
        mail=draft.mail,
    )
    letter.trouble = _trouble(letter)
    if letter.trouble:
        letter.state = LetterState.RETURNED
    if written_today(seat) >= PER_DAY:
        letter.state = LetterState.RETURNED
        letter.trouble = gettext("A player writes at most {number} letters a day.").format(number=PER_DAY)
        return letter
    letter.save()
    failpoint("letters.written")
    if letter.state == LetterState.WAITING and addressees.is_game_master(letter.whom):
        game_master.bring(letter)
    elif _that_may_go().filter(pk=letter.pk).exists():
        _deliver(letter)
    return letter


def _trouble(letter: Letter) -> str:
    """Why a letter cannot be delivered; "" if it can."""
    game, seat = letter.game, letter.writer
    if addressees.is_game_master(letter.whom):
        return _trouble_with_words(letter)
    if not is_open(game):
        return gettext("No letters are carried in this game.")
    if letter.scope == LetterScope.NOBODY:
        return gettext("{trouble} You may write to {names}.").format(
            trouble=_unknown(letter), names=names(seat)
        )
    if letter.scope != LetterScope.ALL and game.press == Press.PUBLIC:
        return gettext("In this game all letters are public: write PRESS TO ALL.")
    if letter.anonymous and not game.press_anonymous:
        return gettext("In this game nobody writes without giving his name.")
    return _trouble_with_words(letter) or _trouble_with_readers(letter)


def _trouble_with_words(letter: Letter) -> str:
    if not letter.text.strip():
        return gettext("There is not a word in it.")
    if letter_text.is_too_long(letter.text):
        return gettext("It is longer than {size} KB: please send it in parts.").format(
            size=letter_text.MOST_BYTES // 1024
        )
    return ""


def _unknown(letter: Letter) -> str:
    if not letter.whom:
        return gettext("It does not say for whom it is.")
    trouble = gettext('Nobody here is called "{name}".').format(name=letter.whom)
    guess = nearest(letter.whom, letter.writer)
    return f"{trouble} {gettext('Did you mean {suggestion}?').format(suggestion=guess)}" if guess else trouble


def _trouble_with_readers(letter: Letter) -> str:
    if letter.scope == LetterScope.ALL or any(wants(seat, letter) for seat in readers(letter)):
        return ""
    if letter.to_seat == letter.writer:
        return gettext("That is your own seat.")
    title = engine.named(letter.to_seat.title) if letter.to_seat else ""
    if letter.to_seat is not None and letter.to_seat.captain:
        return gettext("{seat}: an automaton leads there and reads no letters.").format(seat=title)
    if letter.to_seat is not None and not letter.to_seat.taken:
        return gettext("{seat}: nobody sits there yet.").format(seat=title)
    if readers(letter):
        return gettext("Your letters are not wanted there.")
    return gettext("Nobody else plays on that side.")


def is_open(game: Game) -> bool:
    """Whether letters are carried in a game at all."""
    return game.press != Press.OFF and game.state != GameState.MOVED


def has_written(seat: Seat) -> bool:
    """Whether a player ever wrote a letter: most never do."""
    return bool(rows.values("SELECT 1 FROM games_letter WHERE writer_id = %s LIMIT 1", seat.pk))


def written_today(seat: Seat) -> int:
    return _written_lately(seat).count()


def times_written(seat: Seat, text: str) -> int:
    """How often a player has written just that, numbers aside, within a day."""
    said = _without_numbers(letter_text.cleaned(text))
    earlier = _written_lately(seat).values_list("text", flat=True)
    return sum(_without_numbers(one) == said for one in earlier)


def _written_lately(seat: Seat) -> QuerySet[Letter]:
    return Letter.objects.filter(lately("written", timedelta(days=1)), writer=seat)


def _without_numbers(text: str) -> str:
    return "".join(c for c in text if not c.isdigit())


# delivering


def _that_may_go() -> QuerySet[Letter]:
    """The letters that are kept and need not wait any more."""
    delivery, played = "game__press_delivery", Q(game__played_from=0)
    over = ~Q(phase=F("game__phase")) | Q(game__state__in=(GameState.OPEN, GameState.OVER))
    at_once = ~Q(**{f"{delivery}__in": (PressDelivery.PAUSE, PressDelivery.PHASE)})
    paused = Q(**{delivery: PressDelivery.PAUSE}) & played
    in_time = Q(**{delivery: PressDelivery.PHASE}) & played & over
    return Letter.objects.filter(at_once | paused | in_time, state=LetterState.WAITING)


def deliver_due() -> int:
    """Deliver what was kept and may go now; returns how many letters."""
    failpoint("letters.looks")
    due = _that_may_go().select_related("game", "writer", "to_seat")
    done = 0
    for letter in due.order_by("written", "pk")[:BATCH]:
        try:
            with transaction.atomic():
                _deliver(letter)
        except Exception:  # one broken letter must not keep the others
            logger.exception("letter %s", letter.pk)
        failpoint("letters.carried")
        done += 1
    return done


def _deliver(letter: Letter) -> None:
    """Owe the mails of a letter, once."""
    now = timezone.now()
    waiting = Letter.objects.filter(pk=letter.pk, state=LetterState.WAITING)
    if not waiting.update(state=LetterState.DELIVERED, delivered=now):
        return
    letter.state, letter.delivered = LetterState.DELIVERED, now
    failpoint("letters.delivered")
    for seat in readers(letter):
        if seat.wants_mail and wants(seat, letter):
            _owe(letter, seat)
    failpoint("letters.mailed")


def _owe(letter: Letter, seat: Seat) -> None:
    """The mail that brings a letter to one reader, in his language: the game's own headers, the writer's
    words, nothing else of him."""
    token = seats.token_for(seat, 0, Purpose.PRESS, letter.pk)
    failpoint("letters.token_made")
    with in_language_of(seat):
        _enqueue(letter, seat, seats.address_of(token))


def _enqueue(letter: Letter, seat: Seat, reply_to: str) -> None:
    game, key = letter.game, letter_key(letter, seat)
    subject = f"[{game.label}] {words.headline(letter)}"
    earlier = _earlier(letter, seat)
    mail = Mail(
        message_id=outbox.message_id(key, game),
        to=seat.email,
        sender_name=engine.named(game.title),
        sender=game_address(game),
        subject=subject,
        date=letter.delivered or timezone.now(),
        text=words.as_text(letter, seat),
        reply_to=reply_to,
        in_reply_to=earlier,
        references=[earlier] if earlier else [],
        loop_id=loop_id(),
        headers=leaving.headers(seat),
    )
    outbox.enqueue(
        key, OutboundKind.LETTER, to=seat.email, subject=subject, rendered=compose(mail), game=game, seat=seat
    )


def _earlier(letter: Letter, seat: Seat) -> str:
    """The Message-ID of the mail whose answer this letter answers, as this reader had got it; "" if
    there is none."""
    answered = letter.answers
    if answered is None or answered.answers is None or answered.writer_id != seat.pk:
        return ""
    mail = (
        OutboundMail.objects.filter(dedupe_key=letter_key(answered.answers, seat)).only("message_id").first()
    )
    return mail.message_id if mail else ""


def told(letter: Letter) -> str:
    """What the writer is told of his letter, in the language spoken."""
    whom = words.addressee_in_words(letter)
    beginning = letter_text.beginning(letter_text.told(letter.text))
    number = min(written_today(letter.writer), PER_DAY)
    match letter.state:
        case LetterState.DELIVERED:
            told = gettext(
                'Your letter to {whom} ("{beginning}") has gone out{by_page}; {number} of {most} today.'
            )
        case LetterState.WAITING if letter.game.press_delivery == PressDelivery.PAUSE:
            told = gettext(
                'Your letter to {whom} ("{beginning}") is kept while the phase is being played, and goes '
                "out then; {number} of {most} today."
            )
        case LetterState.WAITING:
            told = gettext(
                'Your letter to {whom} ("{beginning}") is kept while the phase lasts, and goes out then; '
                "{number} of {most} today."
            )
        case _:
            told = gettext('Your letter to {whom} ("{beginning}") was NOT sent. {trouble}')
    return told.format(
        whom=whom,
        beginning=beginning,
        by_page=_by_page(letter),
        number=number,
        most=PER_DAY,
        trouble=letter.trouble,
    )


def _by_page(letter: Letter) -> str:
    """Who reads it on his page alone."""
    titles = [engine.named(seat.title) for seat in readers(letter) if not seat.wants_mail]
    return gettext(" ({seats}: on the page only)").format(seats=listed(titles)) if titles else ""


# reading


def public(game: Game) -> QuerySet[Letter]:
    """What everybody may read, newest first."""
    found = Letter.objects.filter(game=game, scope=LetterScope.ALL, state=LetterState.DELIVERED)
    return found.select_related("writer", "game")


def of_seat(seat: Seat) -> QuerySet[Letter]:
    """All letters to and from a seat since its player sits there, newest first; public ones of others are
    not among them."""
    to_it = Q(to_seat=seat) | Q(scope=LetterScope.SIDE, to_side=seat.side)
    found = Letter.objects.filter(Q(writer=seat) | to_it & Q(state=LetterState.DELIVERED), game=seat.game)
    if seat.letters_since:
        found = found.filter(written__gte=seat.letters_since)
    return found.select_related("writer", "to_seat", "game", "answers")


def private(game: Game) -> QuerySet[Letter]:
    """The private letters of a game, for a game master who may read them."""
    found = Letter.objects.filter(game=game, state=LetterState.DELIVERED).exclude(scope=LetterScope.ALL)
    return found.select_related("writer", "to_seat", "game", "answers") if game.press_open else found.none()


# replies


def letter_key(letter: Letter, seat: Seat) -> str:
    """The outbox key of a letter to one reader."""
    return f"letter:{letter.pk}:{seat.pk}"


def letter_of_key(dedupe_key: str) -> int | None:
    """The letter that a reply to this mail answers; None for other mails."""
    parts = dedupe_key.split(":")
    return int(parts[1]) if parts[0] == "letter" and len(parts) == 3 and parts[1].isdigit() else None


def address(seat: Seat) -> str:
    """The address at which a player writes letters."""
    return seats.reply_address(seat, 0, Purpose.PRESS)


# deleting


def delete(game: Game, before: datetime) -> int:
    """Delete the letters written before a moment, and empty the mails that hold their words: those they came
    in, the answers to these, and those they went out with. Mail that has yet to be read or sent stays.
    Returns how many."""
    with transaction.atomic():
        found = Letter.objects.filter(game=game, written__lt=before)
        came = InboundMail.objects.filter(game=game, received_at__lt=before).exclude(
            state=InboundState.UNREAD
        )
        came = came.filter(Q(letters__in=found) | Q(recipient__startswith=f"{Purpose.PRESS}+"))
        came_in = list(came.exclude(state=InboundState.KEPT).values_list("pk", flat=True).distinct())
        gone = OutboundMail.objects.filter(game=game, created__lt=before, state__in=_SETTLED)
        noted = Q(dedupe_key__startswith=announce.game_master_key(game, game_master.KEY))
        gone.filter(Q(kind=OutboundKind.LETTER) | Q(in_reply_to__in=came_in) | noted).update(rendered=b"")
        InboundMail.objects.filter(pk__in=came_in).update(raw=b"", payload=b"", parsed={}, detail="")
        return found.delete()[1].get("games.Letter", 0)

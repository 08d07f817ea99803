"""Short plain notes: to the game master, to a new address, to a stranger. Text only, a few lines, marked
as automatic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext

from games.models import Game, InboundMail, OutboundKind, OutboundMail, Seat
from games.outbox import outbox
from games.reports import words
from games.reports.build import loop_id
from games.reports.layout import harmless, listed, wrapped
from games.seats import languages
from pbem.mail.writer import Letter, compose
from rules import engine


def owe(
    key: str,
    kind: OutboundKind,
    *,
    to: str,
    subject: str,
    text: str,
    game: Game | None = None,
    seat: Seat | None = None,
    reply_to: str = "",
    answers: InboundMail | None = None,
) -> OutboundMail:
    """Owe a note, once for each key. Its sender is the game, as it is called in the language spoken;
    ``answers`` is the mail that it is an answer to."""
    letter = Letter(
        message_id=outbox.message_id(key, game),
        to=to,
        sender_name=engine.named(game.title) if game else gettext("Play by mail"),
        sender=f"{f'game-{game.number}' if game else 'games'}@{settings.MAIL_DOMAIN}",
        subject=subject,
        date=timezone.now(),
        text=harmless("\n\n".join(_filled(part) for part in text.split("\n\n")) + "\n"),
        kind="auto-replied" if answers else "auto-generated",
        reply_to=reply_to,
        in_reply_to=answers.message_id if answers and answers.message_id.startswith("<") else "",
        loop_id=loop_id(),
    )
    return outbox.enqueue(
        key,
        kind,
        to=to,
        subject=subject,
        rendered=compose(letter),
        game=game,
        seat=seat,
        in_reply_to=answers,
    )


def _filled(paragraph: str) -> str:
    """In lines of a mail; a link alone stays whole, however long it is."""
    return paragraph if " " not in paragraph else "\n".join(wrapped(paragraph))


def tell_of_successor(
    seat: Seat, *, guest: str = "", moved: bool = False, with_it: Sequence[str] = ()
) -> None:
    """To whoever played a seat: somebody else does so now, the ``guest`` whom he has asked or whom the game
    master has seated, and nothing is owed from him there. ``moved``: nobody else is named, so that he may
    have another address himself. ``with_it``: the games below that go along. Not a word of the game stands
    in it, nor of where it goes: the mailbox may be in other hands."""
    if not seat.email or (seat.captain and not guest) or seat.no_mail or seat.mail_suspended:
        return
    with languages.in_language_of(seat):
        somebody = gettext("somebody else plays this seat now")
        owe(
            f"given-away:{seat.pk}:{seat.link_serial}",
            OutboundKind.NOTICE,
            to=seat.email,
            subject=f"[{seat.game.label}] {gettext('its mails go elsewhere now') if moved else somebody}",
            text="\n\n".join(_of_successor(seat, guest, moved, with_it)),
            game=seat.game,
        )


def _of_successor(seat: Seat, guest: str, moved: bool, with_it: Sequence[str]) -> Iterator[str]:
    named = {
        "seat": words.inside(engine.named(seat.title)),
        "label": seat.game.label,
        "title": engine.named(seat.game.title),
    }
    above = seat.stands_for
    if guest:
        who = gettext("{guest} commands {seat} in {label}, {title}, from now on, as you have asked.")
    elif moved:
        who = gettext(
            "The mails of {seat} in {label}, {title}, go to another address from now on: the game master has "
            "seen to it."
        )
    else:
        who = gettext(
            "Somebody else commands {seat} in {label}, {title}, from now on: the game master has seen to it."
        )
    told = [who.format(guest=guest, **named)]
    if with_it:
        told.append(gettext("That holds for {games} too.").format(games=listed(with_it)))
    told.append(
        gettext("Nothing is owed from you there any more, and your addresses and links to it have ended.")
    )
    if above is None or above.email.lower() != seat.email.lower():
        yield " ".join(told)
        if not moved:
            yield gettext("Thank you for having played.")
        return
    told.append(gettext("In {label} you play on as before.").format(label=above.game.label))
    yield " ".join(told)
    yield gettext("Who leads your men there, and how it ends, you find here:")
    yield f"{settings.BASE_URL}/g/{seat.game.number}"


def tell_operator(key: str, subject: str, text: str) -> OutboundMail | None:
    """A note about the server itself, once for each key, to the address that is told when a game
    needs a hand; None where there is none."""
    if not settings.GAME_MASTER:
        return None
    with languages.speaking(languages.ENGLISH):
        return owe(
            f"operator:{key}", OutboundKind.NOTICE, to=settings.GAME_MASTER, subject=subject, text=text
        )

"""How much mail a player wants: everything, what needs him, or none. He keeps his seat whatever he chooses,
his men act on their standing orders, his page shows everything, and the game master is told."""

from __future__ import annotations

from enum import StrEnum

from django.db import transaction
from django.utils import timezone

from games.clockwork.failpoints import failpoint
from games.models import Seat
from games.reports import announce
from games.seats import following, seats


class MailChoice(StrEnum):
    """Which mail a player wants."""

    ALL = "all"
    NEEDED = "needed"  # questions, and answers to his own mails
    NONE = "none"


_WORDS = {
    MailChoice.ALL: "wants reports and reminders by mail again",
    MailChoice.NEEDED: "wants no more reports and reminders by mail",
    MailChoice.NONE: "wants no mail of this game at all",
}


def chosen(seat: Seat) -> MailChoice:
    """What the player has chosen."""
    if seat.no_mail:
        return MailChoice.NONE
    return MailChoice.ALL if seat.wants_mail else MailChoice.NEEDED


def choose(seat: Seat, choice: MailChoice) -> bool:
    """Note what mail a player wants of a game, and of the open games that it has called, as far as he plays
    there because he plays here. Saying it again changes nothing; whether it changed anything."""
    failpoint("unsubscribing.begins")
    with transaction.atomic():
        wanted = {"wants_mail": choice is MailChoice.ALL, "no_mail": choice is MailChoice.NONE}
        seats.hold(seat)
        with_it = [seat.pk, *(row.pk for row in following.follow(seat) if not row.captain)]
        changed = Seat.objects.filter(pk__in=with_it).exclude(**wanted).update(**wanted)
        failpoint("unsubscribing.noted")
        if changed:
            _tell_game_master(seat, choice)
    failpoint("unsubscribing.done")
    return bool(changed)


def stop(*meant: Seat) -> bool:
    """One click, or a mail to the address that stops mail: no more than what the player has not asked for
    already. The seats are those of one player; all of them or, if that fails, none."""
    with transaction.atomic():
        changed = [_stop(seat) for seat in meant]
    return any(changed)


def _stop(seat: Seat) -> bool:
    seat.refresh_from_db(fields=["wants_mail", "no_mail"])
    return choose(seat, MailChoice.NEEDED) if chosen(seat) is MailChoice.ALL else False


def _tell_game_master(seat: Seat, choice: MailChoice) -> None:
    key = f"mail-{choice}:{seat.pk}:{timezone.now():%Y-%m-%d}"
    who = f"{seat.player or seat.title} ({seat.title})"
    text = (
        f"{who} {_WORDS[choice]}.\n\n"
        "The seat stays in play: without orders its figures act on their standing orders, and "
        "the page of the seat shows everything.\n"
        "Whether deadlines should be longer, or somebody else should play, is for you to say."
    )
    announce.game_master(seat.game, key, f"{who} {_WORDS[choice]}", text)

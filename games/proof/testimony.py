"""What was told to the players, against the log: the reports that the archive keeps, and the mails
that were owed.

A mail shows heads, promises, secrets and escrows as they were when it was written. A log that was cut off, or
computed anew, has not all of them any more; a report and the mail that it went out with say the same words;
and both bear a seal.
"""

from __future__ import annotations

import email
import email.policy
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from typing import NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext, override

from games.models import Event, Game, OutboundKind, OutboundMail, Report
from games.record import seals
from rules import engine

UNSEALED = "it is not as this server wrote it, or the server's key was changed (PBEM_SECRET_KEY_FALLBACKS)"
_SHOWN = re.compile(r"^(head|before|promise|secret|escrow)\s+([0-9a-f]{64})\s*$", re.M)
# of reports by mail that greet another reader, or say that the dice are new: the archive has none of them
_GREETINGS = ("address-", "renewed-")
_START = "start"  # the key of a game's first report
# what a mail of ours may show of the log; what players wrote stands in others
_SHOWS = {
    OutboundKind.REPORT: frozenset({"head", "before", "promise", "secret", "escrow"}),
    OutboundKind.RECEIPT: frozenset({"escrow"}),
}


class Odd(NamedTuple):
    """Something that does not agree: where, and in which way."""

    place: str
    words: str

    def __str__(self) -> str:
        return f"{self.place}: {self.words}"


def of_game(game: Game, events: Sequence[engine.Event]) -> Iterator[Odd]:
    """What reports and mails of a game say otherwise than its log, or than each other."""
    reports = {(r.seat_id, r.key): r for r in game.reports.select_related("adjudication", "seat")}
    known = _known(game, events)
    for report in reports.values():
        yield from _report(game, report, known)
    yield from _missing(game, reports)
    for mail in _whole(OutboundMail.objects.filter(game=game)):
        yield from _mail(mail)
        yield from _told(mail, reports, known)


def without_game() -> Iterator[Odd]:
    """The same for mails that are of no game: daily mails, answers to strangers."""
    for mail in _whole(OutboundMail.objects.filter(game=None)):
        yield from _mail(mail)


def _whole(mails: QuerySet[OutboundMail]) -> Iterator[OutboundMail]:
    return (
        mails.select_related("in_reply_to").defer("in_reply_to__raw").order_by("pk").iterator(chunk_size=50)
    )


# the log


def _known(game: Game, events: Sequence[engine.Event]) -> dict[str, set[str]]:
    """What the log shows, by the words before it."""
    heads = {
        bytes(h).hex() for h in Event.objects.filter(game=game).values_list("hash", flat=True).iterator()
    }
    known: dict[str, set[str]] = {"head": heads, "before": heads, "promise": {game.commitment}}
    known |= {"secret": set(), "escrow": set()}
    for event in events:
        known["promise"].add(
            getattr(event, "commitment", "")
        )  # a fork's, or whatever else promises other dice
        match event:
            case engine.Created():
                known["promise"].add(event.setup.commitment)
            case engine.SecretRevealed():
                known["secret"].add(event.secret)
            case engine.OrdersAccepted():
                known["escrow"].add(event.escrow)
    return known


# reports


def _report(game: Game, report: Report, known: dict[str, set[str]]) -> Iterator[Odd]:
    place, played = _named(report), report.adjudication
    if not seals.report_holds(game.uuid, report):
        yield Odd(place, UNSEALED)
    if report.head not in known["head"]:
        yield Odd(place, f"its head {report.head} never was the head of this log")
    if played is None:
        if report.key != _START:
            yield Odd(place, "it is of no adjudication")
    elif (played.game_id, played.key, played.phase, played.head) != (
        game.pk,
        report.key,
        report.phase,
        report.head,
    ):
        yield Odd(place, f"it is not of the adjudication {played.key} that it is filed under")


def _named(report: Report) -> str:
    return f"report {report.key} of {report.seat.name if report.seat else 'the public'}"


def _missing(game: Game, reports: dict[tuple[int | None, str], Report]) -> Iterator[Odd]:
    """A phase is reported to every seat and to the public; in a game that was begun elsewhere, since
    it came here."""
    seats: dict[int | None, str] = {**{s.pk: s.name for s in game.seats.all()}, None: "the public"}
    of_key = defaultdict(set)
    for seat, key in reports:
        of_key[key].add(seat)
    begun = _START in of_key
    for played in game.adjudications.order_by("first_seq"):
        begun = begun or played.key in of_key
        for seat in seats.keys() - of_key[played.key] if begun else ():
            yield Odd(f"report {played.key} of {seats[seat]}", "it is missing")
    for seat in seats.keys() - {None} - of_key[_START] if _START in of_key else ():
        yield Odd(f"report {_START} of {seats[seat]}", "it is missing")


# mails


def _mail(mail: OutboundMail) -> Iterator[Odd]:
    if mail.rendered:
        if not seals.mail_holds(mail):
            yield Odd(_named_mail(mail), UNSEALED)
    elif not _may_be_empty(mail):
        yield Odd(_named_mail(mail), "its bytes are gone, and it is no letter")


def _may_be_empty(mail: OutboundMail) -> bool:
    """Letters can be deleted (manage.py deleteletters), and with them the answers to the mails that
    they came in."""
    if mail.kind == OutboundKind.LETTER:
        return True
    return mail.in_reply_to is not None and not mail.in_reply_to.raw


def _named_mail(mail: OutboundMail) -> str:
    return f"mail {mail.dedupe_key}"


def _told(
    mail: OutboundMail, reports: dict[tuple[int | None, str], Report], known: dict[str, set[str]]
) -> Iterator[Odd]:
    """What a mail shows of the log, and the report that it was."""
    shows = _SHOWS.get(OutboundKind(mail.kind))
    if not shows or not mail.rendered:
        return
    text = _text(bytes(mail.rendered))
    for what, shown in dict.fromkeys(_SHOWN.findall(text)):
        if what in shows and shown not in known[what]:
            yield Odd(_named_mail(mail), f"the {what} {shown} that it shows is not in the log")
    if mail.kind == OutboundKind.REPORT:
        yield from _as_filed(mail, text, reports)


def _before_the_log(text: str) -> str:
    """What is told, without the hashes behind it, of which a mail shows fewer than the archive; those that it
    shows are held against the log."""
    for code, _ in settings.LANGUAGES:
        with override(code):
            told, title, _ = text.replace("\r\n", "\n").rpartition(f"\n{gettext('THE DICE AND THE LOG')}\n")
        if title:
            return told
    return text


def _as_filed(mail: OutboundMail, text: str, reports: dict[tuple[int | None, str], Report]) -> Iterator[Odd]:
    """A report by mail is in the archive, with the same words; the first one has the player's own links
    besides, and the one that greets another reader of a seat is not kept."""
    key = mail.dedupe_key.split(":", 3)[-1]
    if key.startswith(_GREETINGS):
        return
    report = reports.get((mail.seat_id, key))
    if report is None:
        yield Odd(_named_mail(mail), "the archive has no such report")
    elif key != _START and _words(_before_the_log(report.text)) != _words(_before_the_log(text)):
        yield Odd(_named_mail(mail), f"it says something else than the {_named(report)}")


def _text(raw: bytes) -> str:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    part = message.get_body(preferencelist=("plain",)) if isinstance(message, EmailMessage) else None
    return str(part.get_content()) if part else ""


def _words(text: str) -> list[str]:
    return text.split()

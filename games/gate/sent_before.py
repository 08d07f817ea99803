"""What was sent to a seat lately, and its mails read with that in mind: our own words are no orders
of a player's."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from games.answers.order_words import looks_like_order
from games.models import OutboundKind, OutboundMail, Report, Seat, rows
from games.outbox.frozen import texts_of
from games.record import eventlog
from games.reports import words
from games.seats import seats
from pbem.mail.charset import normalise
from pbem.mail.lines import Known, lines_of
from pbem.mail.own_words import tell_apart
from pbem.mail.plain_html import plain
from pbem.mail.reader import ReadMail, read_again
from pbem.mail.sent import Sent, squashed
from rules import engine

REPORTS, OTHERS = 2, 6  # the last ones
ENDING = 16
"""Lines at the end of a mailed report, where it says what the archive's says in other words."""
_HEAD = 16  # digits of a log's head, which stands there
MOST_BELOW = 300
_HIS_WORDS = (OutboundKind.RECEIPT, OutboundKind.NOTICE)
"""What repeats lines of the player's own mails."""

_NOT_IN_THE_ARCHIVE = ("%:address-%", "%:renewed-%")
"""Mailed reports that tell once more how it stands: to a new address, behind a restored copy."""


def told_apart(found: ReadMail, seat: Seat) -> ReadMail:
    """A mail of a seat, with our own words in it known as such."""
    if not found.text.strip():
        return found
    told = tell_apart(
        found.text, sent_to(seat, found.text), words.tag(seat.game), looks_like_order, found.evidence
    )
    known = told.known
    if any(line.joined for line in found.lines):
        known = known._replace(named=_begin_with_men(lines_of(told.text), seat))
    if known == Known() and told.text == found.text:
        return found
    return read_again(found, told.text, known, looks_like_order)


def _begin_with_men(lines: list[str], seat: Seat) -> frozenset[int]:
    """The numbers of the lines that begin with men of the seat's; looked at are those that might be taken for
    the rest of the line above."""
    below = [n for n in range(1, len(lines)) if lines[n].strip() and lines[n - 1].strip()][:MOST_BELOW]
    table = eventlog.load(seat.game_id, seat.game.seen_version).battle
    theirs = set(engine.meant_for_men(table, seat.name, [lines[n] for n in below], named=True))
    return frozenset(n for n in below if lines[n] in theirs)


def sent_to(seat: Seat, quoted: str | None = None) -> list[Sent]:
    """The texts of the last reports, and of the last other mails: receipts, questions, reminders, letters,
    and what tells a new address how it stands.
    The newest of each first. ``quoted``: what it is for; no mailed report is looked up for its end if that
    was not quoted."""
    reports = rows.rows(Report, _REPORTS, seat.pk, REPORTS)
    texts = [text for one in reports for text in _report(one.pk, bytes(one.head_hash), one.created)]
    for mail in _others(seat):
        texts += _other(mail.pk, mail.message_id, mail.created)
    if quoted is not None and not any(one.head[:_HEAD] in quoted for one in reports):
        return texts
    mails = OutboundMail.objects.filter(seat=seat, kind=OutboundKind.REPORT).order_by("-pk")
    mailed = mails.values_list("pk", "message_id", "created")[:REPORTS]
    return [*texts, *(end for one in mailed for end in _ending(*one))]


_REPORTS = "SELECT id, head_hash, created FROM games_report WHERE seat_id = %s ORDER BY id DESC LIMIT %s"


def _others(seat: Seat) -> list[OutboundMail]:
    """The last mails to the player of a seat that are no reports, the newest first: one mail a day for all
    his games goes by the name of one of them."""
    his = rows.rows(OutboundMail, _MAILS, seat.pk, OutboundKind.REPORT, *_NOT_IN_THE_ARCHIVE, OTHERS)
    if seat.digest:
        daily = OutboundMail.objects.filter(kind=OutboundKind.DIGEST, seat__in=seats.of_same_reader(seat))
        found = {mail.pk: mail for mail in (*his, *daily.defer("rendered").order_by("-pk")[:OTHERS])}
        his = [found[key] for key in sorted(found, reverse=True)]
    return his[:OTHERS]


_MAILS = """
    SELECT id, message_id, created FROM games_outboundmail
    WHERE seat_id = %s AND (kind <> %s OR dedupe_key LIKE %s OR dedupe_key LIKE %s)
    ORDER BY id DESC LIMIT %s
"""


# Rows that never change; a busy server reads several mails to each. What else is named tells a row from that
# of another database, of which a copy was restored.


@lru_cache(256)
def _report(pk: int, _head: bytes, _created: datetime) -> tuple[Sent, ...]:
    [(text, html)] = rows.values("SELECT text, html FROM games_report WHERE id = %s", pk)
    return _texts(text, html)


@lru_cache(256)
def _other(pk: int, _message_id: str, _created: datetime) -> tuple[Sent, ...]:
    [mail] = rows.rows(OutboundMail, "SELECT id, kind, rendered FROM games_outboundmail WHERE id = %s", pk)
    text, html = texts_of(mail)
    return _texts(text, html, echoes=mail.kind in _HIS_WORDS, of_others=mail.kind == OutboundKind.LETTER)


@lru_cache(256)
def _ending(pk: int, _message_id: str, _created: datetime) -> tuple[Sent, ...]:
    """The end of a report as it was mailed (games.reports.proofs.without_hashes)."""
    text, html = texts_of(OutboundMail.objects.get(pk=pk))
    ends = ("\n".join(one.rstrip().split("\n")[-ENDING:]) for one in (text, plain(html)) if one)
    return tuple(Sent(normalise(one)) for one in ends)


def _texts(text: str, html: str, *, echoes: bool = False, of_others: bool = False) -> tuple[Sent, ...]:
    texts = (text, plain(html)) if html else (text,)
    lines = text.split("\n") if echoes else []
    his = frozenset(squashed(line) for line in lines if line.startswith(">"))
    return tuple(Sent(normalise(one), echoes=echoes, his=his, of_others=of_others) for one in texts)

"""A letter compared with what was said before: what we sent to its seat, and what the seat has written already."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils import timezone

from games import outbox, receipts
from games.models import (
    Game,
    InboundMail,
    InboundState,
    OutboundKind,
    OutboundMail,
    Report,
    Seat,
)
from games.reports import words
from games.submissions import Status
from pbem.mail.reader import ReadMail

OVERTAKEN = timedelta(minutes=5)  # an older Date than that of a mail already carried out
OVERTAKEN_REASON = "overtaken"
MOST_REPETITIONS = 2  # of a letter without any order, within a day


def answered_before(mail: InboundMail, seat: Seat) -> bool:
    """The same letter came by another way or was sent again by a program."""
    key = receipts.answer_key(mail, seat, said(mail))
    return OutboundMail.objects.filter(dedupe_key=key).exclude(in_reply_to=mail).exists()


def said(mail: InboundMail) -> str:
    """The fingerprint of what a mail says, once it is read."""
    return str(mail.parsed.get("said", ""))


# what was quoted


def edited_quotes(found: ReadMail, seat: Seat) -> list[str]:
    """Quoted lines that look like orders and stood like that in no mail of ours: the player changed them there."""
    sent = _report_lines(seat)
    if not sent:
        return []
    sent |= _answer_lines(seat)
    bare = [line.lstrip("> |\t").strip() for line in found.quoted_orders]
    return [line for line in bare if _squashed(line) not in sent]


def is_untouched_form(found: ReadMail, seat: Seat) -> bool:
    """Whether every order line stands in the seat's report just as it does here."""
    sent = _report_lines(seat)
    return bool(sent) and all(_squashed(line) in sent for line in found.orders)


def _report_lines(seat: Seat) -> set[str]:
    """Every line of the seat's last two reports, blanks removed, since mail programs wrap what they quote."""
    return _lines_of(Report.objects.filter(seat=seat).order_by("-pk").values_list("text", flat=True)[:2])


def _answer_lines(seat: Seat) -> set[str]:
    """The same of the last receipts, which quote the player's own lines."""
    answers = OutboundMail.objects.filter(seat=seat, kind=OutboundKind.RECEIPT).order_by("-pk")[:3]
    return _lines_of(str(outbox.frozen_message(answer).body) for answer in answers)


def _lines_of(texts: Iterable[str]) -> set[str]:
    return {_squashed(line.lstrip("> |\t")) for text in texts for line in text.split("\n")}


def block_fits(label: str, game: Game) -> bool:
    """Whether #ORDERS names this game and its open phase; a label that says nothing fits."""
    return not label.strip() or _squashed(label).replace("-", "") in (
        _squashed(words.tag(game)).replace("-", ""),
        _squashed(game.label),
    )


def _squashed(line: str) -> str:
    return "".join(line.split()).casefold()


# what was written before


def written_at(mail: InboundMail, found: ReadMail) -> datetime | None:
    """When a mail was written: its Date, but never later than it arrived, whatever the sender's clock shows."""
    return min(found.headers.date, mail.received_at) if found.headers.date else None


def was_overtaken(mail: InboundMail, found: ReadMail, seat: Seat) -> bool:
    """Whether a mail written later was carried out before this one, in the same phase. Orders sent once more, as
    we ask for, are taken at last."""
    written = written_at(mail, found)
    if written is None:
        return False
    earlier = InboundMail.objects.filter(seat=seat).exclude(pk=mail.pk)
    held = earlier.filter(reason=OVERTAKEN_REASON, parsed__said=said(mail))
    if held.exclude(message_id=mail.message_id).exists():
        return False
    done = earlier.filter(
        state=InboundState.DONE, reason=Status.FILED.value, parsed__phase=seat.game.phase
    ).values_list("parsed", flat=True)
    dates = [str(parsed.get("date") or "") for parsed in done]
    return any(datetime.fromisoformat(date) > written + OVERTAKEN for date in dates if date)


def says_nothing_new(mail: InboundMail, found: ReadMail, seat: Seat) -> bool:
    """A letter without any order that answers our answer to another such letter, or says the same again and again:
    an automaton without a mark, to be left alone before a conversation comes of it."""
    if found.orders or found.late_orders or edited_quotes(found, seat):
        return False
    if found.headers.in_reply_to:
        ours = OutboundMail.objects.filter(
            seat=seat, kind=OutboundKind.RECEIPT, message_id=found.headers.in_reply_to
        ).select_related("in_reply_to")
        if any(answer.in_reply_to and _without_orders(answer.in_reply_to) for answer in ours):
            return True
    yesterday = timezone.now() - timedelta(days=1)
    earlier = InboundMail.objects.filter(seat=seat, received_at__gte=yesterday, parsed__said=said(mail))
    return earlier.exclude(pk=mail.pk).exclude(state=InboundState.UNREAD).count() >= MOST_REPETITIONS


def _without_orders(mail: InboundMail) -> bool:
    return not (
        mail.parsed.get("orders") or mail.parsed.get("late_orders") or mail.parsed.get("quoted_orders")
    )

"""A letter compared with what was said before: what we sent to its seat, and what the seat has
written already."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from msgspec.structs import replace

from games.answers import brakes, replies
from games.gate import sent_before
from games.models import (
    Game,
    InboundMail,
    InboundState,
    OutboundKind,
    OutboundMail,
    Seat,
)
from games.outbox.frozen import texts_of
from games.play.submissions import Status
from games.reports import words
from games.seats import following
from pbem.mail.lines import BLOCK, BLOCK_END, LineClass
from pbem.mail.quotes import QUOTE_MARKS, QUOTED
from pbem.mail.reader import ReadMail
from pbem.mail.sent import squashed

OVERTAKEN = timedelta(minutes=5)  # an older Date than that of a mail already carried out
OVERTAKEN_REASON = "overtaken"
MANY_REPEATED, LONG_ENOUGH = (
    3,
    15,
)  # lines of an answer of ours, and letters in each, by which an echo is known


def answered_before(mail: InboundMail, seat: Seat) -> bool:
    """The same letter came by another way or was sent again by a program."""
    if not mail.has_namesakes:
        return False
    key = replies.answer_key(mail, seat, said(mail))
    return OutboundMail.objects.filter(dedupe_key=key).exclude(in_reply_to=mail).exists()


def uses_an_id_again(mail: InboundMail, seat: Seat) -> bool:
    """Whether another mail of the seat had this Message-ID: some programs use theirs more than once."""
    if not mail.has_namesakes:
        return False
    others = InboundMail.objects.filter(seat=seat, message_id=mail.message_id).exclude(pk=mail.pk)
    return others.exclude(parsed__said=said(mail)).exists()


def said(mail: InboundMail) -> str:
    """The fingerprint of what a mail says, once it is read."""
    return str(mail.parsed.get("said", ""))


# what was quoted


def edited_quotes(found: ReadMail, seat: Seat) -> list[str]:
    """Quoted lines that look like orders and stood like that in no mail of ours: the player
    changed them there."""
    return unsent([line.lstrip("> |\t").strip() for line in found.quoted_orders], seat)


def unsent(lines: Iterable[str], seat: Seat) -> list[str]:
    """Those of a mail's lines that stand in nothing that we sent to its writer; none before
    anything was sent."""
    asked = list(lines)
    sent = sent_before.sent_to(seat) if asked else []
    return [line for line in asked if sent and not any(text.holds(squashed(line)) for text in sent)]


def _answers(seat: Seat) -> list[str]:
    """The texts of the last three answers to a seat."""
    answers = OutboundMail.objects.filter(seat=seat, kind=OutboundKind.RECEIPT).order_by("-pk")[:3]
    return [texts_of(answer)[0] for answer in answers]


def block_fits(label: str, game: Game) -> bool:
    """Whether #ORDERS names this game and its open phase; a label that says nothing fits."""
    return not label.strip() or _without_hyphens(label) in (
        _without_hyphens(words.tag(game)),
        _without_hyphens(game.label),
    )


_OF_A_FORM = (LineClass.ORDER, LineClass.ASIDE, LineClass.PRESS)
_GAME = re.compile(r"G\d[\w-]*", re.IGNORECASE)


def forms_that_fit(found: ReadMail, seat: Seat) -> ReadMail:
    """A mail with several order forms as it is meant for the game of a seat: the lines of forms that are
    headed for another one, or another phase, are no orders or letters here. As it is where none of them fits,
    or all do. Of quoted forms those of another game tell what was changed in them, and no more."""
    found = _without_quoted_forms_of_others(found, seat)
    game = seat.game
    heads = [_head(line.text) for line in found.lines if line.kind is LineClass.MARKER]
    fitting = [head for head in heads if block_fits(head, game)]
    if len(fitting) in (0, len(heads)):
        return found
    lines, fits = [], True
    for line in found.lines:
        if line.kind in (LineClass.MARKER, LineClass.END):
            fits = line.kind is LineClass.END or block_fits(_head(line.text), game)
        elif not fits and line.kind in _OF_A_FORM:
            line = replace(line, kind=LineClass.ELSEWHERE)
        elif not fits and line.kind is LineClass.COMMENT:
            line = replace(line, kind=LineClass.QUOTE)  # no remark about what is ordered here
        lines.append(line)
    return replace(found, lines=tuple(lines), block=fitting[0])


def _without_quoted_forms_of_others(found: ReadMail, seat: Seat) -> ReadMail:
    theirs: set[int] = set()
    label = ""
    for number, line in enumerate(found.lines):
        bare = QUOTE_MARKS.sub("", line.text)
        if line.kind is LineClass.QUOTE and (BLOCK.match(bare) or BLOCK_END.match(bare)):
            label = _head(bare)
        elif line.kind is LineClass.QUOTED_ORDER and _is_of_another(label, seat.game):
            theirs.add(number)
    if not theirs:
        return found
    bare_lines = [QUOTE_MARKS.sub("", found.lines[number].text).strip() for number in sorted(theirs)]
    changed = set(unsent(bare_lines, seat))
    lines = list(found.lines)
    for number, bare in zip(sorted(theirs), bare_lines, strict=True):
        kind = LineClass.ELSEWHERE if bare in changed else LineClass.QUOTE
        lines[number] = replace(lines[number], kind=kind)
    return replace(found, lines=tuple(lines))


def _is_of_another(label: str, game: Game) -> bool:
    match = _GAME.match(label.strip())
    return match is not None and _without_hyphens(match[0]) != _without_hyphens(game.label)


def _head(text: str) -> str:
    match = BLOCK.match(text)
    return match[1] if match else ""


def seat_of_block(label: str, seat: Seat) -> Seat | None:
    """The seat of the same player in another open game of the family, if #ORDERS names that one, of whatever
    phase."""
    named = label.split()[0].casefold() if label.strip() else ""
    top = seat
    while (above := top.follows) is not None:
        top = above
    family = [row for row in following.with_all_below([top]) if row.game_id != seat.game_id]
    his = [row for row in family if row.email.casefold() == seat.email.casefold() and not row.captain]
    return next((row for row in his if row.game.label.casefold() == named), None)


def _without_hyphens(label: str) -> str:
    return _squashed(label).replace("-", "")


def _squashed(line: str) -> str:
    return "".join(line.split()).casefold()


# what was written before


def written_at(mail: InboundMail, found: ReadMail) -> datetime | None:
    """When a mail was written: its Date, but never later than it arrived, whatever the sender's
    clock shows."""
    return min(found.headers.date, mail.received_at) if found.headers.date else None


def was_overtaken(mail: InboundMail, found: ReadMail, seat: Seat) -> bool:
    """Whether a mail written later was carried out before this one, in the same phase; or, for one that was
    held, a mail that arrived later. Orders sent once more, as we ask for, are taken at last."""
    earlier = InboundMail.objects.filter(seat=seat).exclude(pk=mail.pk)
    if mail.released and _carried_out(earlier, seat).filter(received_at__gt=mail.received_at).exists():
        return True
    written = written_at(mail, found)
    if written is None:
        return False
    held = earlier.filter(reason=OVERTAKEN_REASON, parsed__said=said(mail))
    if held.exclude(message_id=mail.message_id).exists():
        return False
    # what arrived long after this mail, and was read before it, came while our clock had gone ahead
    before = earlier.filter(received_at__lte=mail.received_at + timedelta(days=1))
    done = _carried_out(before, seat).values_list("parsed", flat=True)
    dates = [str(parsed.get("date") or "") for parsed in done]
    return any(datetime.fromisoformat(date) > written + OVERTAKEN for date in dates if date)


def _carried_out(mails: QuerySet[InboundMail], seat: Seat) -> QuerySet[InboundMail]:
    """Those whose orders were filed in the open phase."""
    return mails.filter(state=InboundState.DONE, reason=Status.FILED.value, parsed__phase=seat.game.phase)


def says_nothing_new(mail: InboundMail, found: ReadMail, seat: Seat) -> bool:
    """A letter without any order that answers an answer of ours and asks nothing, or says the same again and
    again: thanks, or an automaton without a mark, to be left alone before a conversation comes of it."""
    if found.orders or found.late_orders or found.aside or edited_quotes(found, seat):
        return False
    if brakes.says_the_same_again(mail, seat):
        return True
    return answers_an_answer(found, seat) and not _asks(found)


def _asks(found: ReadMail) -> bool:
    """Whether somebody asks something in his own words: a person who would wait for an answer."""
    return any(line.rstrip().endswith("?") for line in found.of(LineClass.TALK))


def answers_an_answer(found: ReadMail, seat: Seat) -> bool:
    """Whether a mail is a reply to an answer of ours."""
    replies_to = [i for i in (found.headers.in_reply_to, *found.headers.references[-1:]) if i]
    return brakes.answers_an_answer(seat, replies_to)


def new_in_echo(found: ReadMail, seat: Seat, lines: Iterable[str]) -> list[str] | None:
    """For a mail that repeats an answer of ours without quoting it, as ticket systems do: those of its
    lines that stand in no answer of ours. None for any other mail. An answer is known by the address of the
    game's page."""
    page = re.compile(re.escape(f"{settings.BASE_URL}/g/{seat.game.number}") + r"(?![\w/-])")
    unmarked = (line.text for line in found.lines if not QUOTED.match(line.text))
    if not any(page.search(line) for line in unmarked):
        return None
    sent = "\n".join(map(_squashed, _answers(seat)))
    return [line for line in lines if _squashed(line) not in sent]


def said_before(mail: InboundMail, seat: Seat, lines: Iterable[str]) -> bool:
    """Whether each of these lines stood, numbers aside, in an earlier mail of this seat within a day."""
    yesterday = mail.received_at - timedelta(days=1)
    earlier = InboundMail.objects.filter(seat=seat, received_at__gte=yesterday).exclude(pk=mail.pk)
    said = [
        _squashed(str(line))
        for parsed in earlier.values_list("parsed", flat=True)
        for line in (*parsed.get("orders", ()), *parsed.get("late_orders", ()))
    ]
    known = _without_numbers("\n".join(said))
    return all(_without_numbers(_squashed(line)) in known for line in lines)


def _without_numbers(line: str) -> str:
    return "".join(c for c in line if not c.isdigit())


def phase_at_arrival(mail: InboundMail, game: Game) -> int:
    """The phase that was open when a mail came in."""
    closed = game.adjudications.filter(closed__gt=mail.received_at).order_by("first_seq").first()
    return closed.phase if closed else game.phase

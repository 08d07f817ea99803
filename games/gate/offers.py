"""Orders in a mail that its writer may not have given: in a quote or a remark, as a question, in our own
words. They are shown to him and carried out when he writes ACCEPT, as they were shown and for the phase in
which they were."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext, gettext_noop

from games.answers import not_carried_out, own_words, repeats, replies
from games.answers.order_words import looks_like_order
from games.answers.replies import Block
from games.clockwork.failpoints import failpoint
from games.gate import correspondence, enclosed
from games.gate.commands import Asked, PostCommand, command_in
from games.models import GameState, InboundMail, InboundState, OutboundMail, Seat
from games.record import eventlog
from games.reports.layout import wrapped
from pbem.mail.headers import clean
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail
from rules import engine

MOST_SHOWN = 40
_UNREAD = "unread"
_ASKED = "asked"
_PERHAPS_TALK = ("question", "plan")
_WANTS_TO_KNOW = re.compile(
    r"\W*(?:is|are|was|were|does|did|has|have|who|whom|whose|what|which|where|why|when|how)\b.*\?\s*$", re.I
)
"""A question that nobody means as an order, as "can Hugo attack Leon?" may be."""
MANY = 3
"""So many of our own lines are shown; of more there is only told how many."""
IN_QUOTE = "orders-in-quote"
ASKED_BACK = "asked-back"
"""Why a mail is held of which nothing could be carried out without asking."""
ACCEPTED = "accepted"
QUOTED = "quoted"
REPEATED = "repeated"
_MARKS = " *_+-\\#;"
_WORDS = {
    "remark": gettext_noop("behind the mark of a remark, or in brackets"),
    "struck": gettext_noop("struck out"),
    "question": gettext_noop("a question (TRY before an order tells what it would do)"),
    "plan": gettext_noop("below a heading that speaks of another time"),
    "ours": gettext_noop("just as we sent it"),
    "attachment": gettext_noop("in an attached file"),
    "hidden": gettext_noop("hidden from whoever reads your mail with its fonts and colours"),
    "parts-differ": gettext_noop(
        "in only one of the two texts of your mail, the plain one and the one with fonts"
    ),
    QUOTED: gettext_noop("inside of quoted text"),
    _UNREAD: gettext_noop("talk, or no order that could be read"),
    REPEATED: gettext_noop("what you ordered last time, as far as it can be ordered now"),
}


class Offer(NamedTuple):
    """A line as it was written, the order in it ("" if none could be read), and the code of why it
    is asked back."""

    line: str
    order: str
    code: str


def made_by(found: ReadMail, seat: Seat) -> list[Offer]:
    """What a mail holds that is asked back."""
    aside = [Offer(line.text, line.order or line.text, line.why) for line in found.aside]
    aside = [offer for offer in aside if offer.code != "attachment" or not _is_command(offer.order)]
    doubtful = [
        offer.order
        for offer in aside
        if offer.code in ("ours", *_PERHAPS_TALK) and not _WANTS_TO_KNOW.match(offer.line)
    ]
    orders = set(enclosed.order_lines(seat, doubtful)) if doubtful else set()
    aside = [offer for offer in aside if offer.code != "ours" or offer.order in orders]
    aside = [
        offer._replace(order="", code=_ASKED if offer.code == "question" else _UNREAD)
        if offer.code in _PERHAPS_TALK and offer.order not in orders
        else offer
        for offer in aside
    ]
    remarks = [(line, line.lstrip(_MARKS)) for line in found.of(LineClass.COMMENT)]
    remarks = [(line, order) for line, order in remarks if looks_like_order(order)]
    own = correspondence.unsent([line for line, _ in remarks], seat)
    behind = [Offer(line, order, "remark") for line, order in remarks if line in own]
    edited = correspondence.edited_quotes(found, seat) if found.quoted_orders else []
    return [*aside, *behind, *(Offer(line, line, QUOTED) for line in edited)]


def _is_command(line: str) -> bool:
    """Whether a line is no order but a command, to the umpire or to the post office: in a file it
    stays there."""
    return engine.alters_what_follows(line) or engine.holds_nothing(line) or command_in(line) is not None


def of_last_time(seat: Seat, phase: int | None) -> list[Offer]:
    """What the same as last time would be in the open phase; nothing for a mail that is meant for
    another one."""
    game = seat.game
    if (
        game.state not in (GameState.RUNNING, GameState.HELD)
        or phase not in (None, game.phase)
        or game.played_from
    ):
        return []
    orders = repeats.possible(seat, eventlog.load(game.pk, game.seen_version).battle)
    return [Offer(order, order, REPEATED) for order in orders]


def reason(code: str) -> str:
    """Why a line is asked back, in the language spoken."""
    return gettext(_WORDS[code])


def guessed(reading: engine.Reading | None) -> list[str]:
    """The orders that lines not understood were perhaps meant for, as the receipt shows them."""
    return [] if reading is None else [order for line in reading.lines for order in line.guesses]


def note(mail: InboundMail, offers: Sequence[Offer], seat: Seat, guesses: Sequence[str] = ()) -> None:
    """Remember with a mail what was offered to its writer."""
    shown = [offer.order for offer in offers[:MOST_SHOWN] if offer.order]
    shown = list(dict.fromkeys([*shown, *guesses]))
    if shown:
        mail.parsed = {**mail.parsed, "offered": shown, "open_phase": seat.game.phase}


def shown(offers: Sequence[Offer], *, alone: bool = False, guesses: Sequence[str] = ()) -> list[Block]:
    """The lines that are asked back, with the reasons, and what to do about them. ``alone``: there is nothing
    else in the mail, so that our own lines are shown however many they are; ``guesses``: what is shown at
    lines that could not be understood, for which the same ACCEPT counts."""
    if not offers:
        return [Block(_accept_guesses(), kept=True)] if guesses else []
    questions = [offer.line for offer in offers if offer.code == _ASKED]
    if questions:
        others = [offer for offer in offers if offer.code != _ASKED]
        return [*own_words.questions_block(questions), *shown(others, alone=alone, guesses=guesses)]
    rest = [offer for offer in offers if offer.code == "ours"]
    many = len(rest) > MANY and not alone
    offers = [offer for offer in offers if not many or offer.code != "ours"]
    lines: list[str] = []
    for code, group in groupby(offers[:MOST_SHOWN], key=lambda offer: offer.code):
        for offer in group:
            lines += wrapped(clean(offer.order if code == "ours" else offer.line, 300), "> ")
        lines += wrapped(gettext(_WORDS[code]), "  ", "  ")
    if many:
        lines += wrapped(
            gettext("{number} lines of ours stand in it as we sent them.").format(number=len(rest)),
            "  ",
            "  ",
        )
    what_to_do = gettext(
        "Reply ACCEPT to have them carried out, in place of what stands for the same men, or send those "
        "that you mean once more, bare."
    )
    if guesses:
        what_to_do += " " + gettext("What is said behind 'Perhaps you mean' is carried out with them.")
    return [
        Block("\n".join(lines), gettext("Not carried out: did you mean these?"), pre=True, quotes=True),
        Block(what_to_do, kept=True),
    ]


def _accept_guesses() -> str:
    return gettext(
        "Reply ACCEPT, and what is said behind 'Perhaps you mean' is carried out, in place of what stands "
        "for the same men; or write those lines anew."
    )


def ask_back(mail: InboundMail, seat: Seat, offers: Sequence[Offer]) -> None:
    """Answer a mail that holds nothing else."""
    asked = only_questions(offers)
    subject = gettext("your question") if asked else gettext("nothing carried out: did you mean it?")
    told = [*shown(offers, alone=True), *not_carried_out.standing(seat)]
    replies.explain(mail, seat, seat.game, subject, told)


def only_questions(offers: Sequence[Offer]) -> bool:
    """Whether nothing is asked back but questions, in which there is no order."""
    return all(offer.code == _ASKED for offer in offers)


def holds(offers: Sequence[Offer], orders: Sequence[str]) -> int:
    """For how many of these lines the phase waits a while. Beside orders, our own words are most
    likely a quote."""
    return sum(bool(offer.order) and (offer.code != "ours" or not orders) for offer in offers)


# accepting


class Accepted(NamedTuple):
    """The mail whose lines a player accepts, and these lines."""

    mail: InboundMail
    lines: list[str]


def asked_for(asked: Sequence[Asked]) -> bool:
    return any(one.command is PostCommand.ACCEPT for one in asked)


def accepted(asked: Sequence[Asked], mail: InboundMail, found: ReadMail, seat: Seat) -> Accepted | None:
    """What ACCEPT in this mail means: the lines shown in the answer that it replies to, else those shown
    last, if the phase in which they were shown is still open."""
    if not asked_for(asked):
        return None
    offering = InboundMail.objects.filter(
        seat=seat, state__in=(InboundState.HELD, InboundState.DONE), parsed__open_phase=seat.game.phase
    ).exclude(pk=mail.pk)
    replied_to = [i for i in (found.headers.in_reply_to, *reversed(found.headers.references)) if i]
    answered = OutboundMail.objects.filter(seat=seat, message_id__in=replied_to, in_reply_to__in=offering)
    shown = next((answer.in_reply_to for answer in answered), None)
    shown = shown or offering.order_by("-received_at", "-pk").first()
    return Accepted(shown, [str(line) for line in shown.parsed.get("offered", ())]) if shown else None


def placed(accepted: Accepted | None, asked: Sequence[Asked], lines: Sequence[str]) -> list[str]:
    """The lines of a mail with those that it accepts: before all orders, but below a TRY or CLEAR
    above the ACCEPT."""
    if accepted is None:
        return list(lines)
    above = next(one.above for one in asked if one.command is PostCommand.ACCEPT)
    alters = [n for n, line in enumerate(lines[:above], start=1) if engine.alters_what_follows(line)]
    at = alters[-1] if alters else 0
    return [*lines[:at], *accepted.lines, *lines[at:]]


def settle(asked: Sequence[Asked], mail: InboundMail, found: ReadMail, seat: Seat) -> None:
    """What was accepted is offered no more; called inside the transaction that files it."""
    if (taken := accepted(asked, mail, found, seat)) is not None:
        parsed = {name: value for name, value in taken.mail.parsed.items() if name != "open_phase"}
        rows = InboundMail.objects.filter(pk=taken.mail.pk)
        rows.update(parsed=parsed)
        rows.filter(state=InboundState.HELD).update(state=InboundState.DONE, reason=ACCEPTED)
        failpoint("offers.accepted")

"""What a player hears about his answer to a question."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, gettext_noop

from games.answers import replies
from games.answers.replies import Block
from games.models import InboundMail, Seat
from games.play.questions import Answered, Status
from games.record import eventlog
from games.reports import ask, words
from games.reports.layout import wrapped
from pbem.mail.reader import ReadMail
from rules import engine


def receipt(mail: InboundMail, seat: Seat, done: Answered, found: ReadMail, kept: Sequence[str] = ()) -> None:
    """Owe the receipt for an answer; called inside the transaction that takes it. ``kept``: lines that are
    read when the phase is over."""
    unread = [*found.orders, *found.late_orders] if done.status is Status.TAKEN else []
    blocks = [Block(told(done)), *_choices(done)]
    more = [line for line in unread if line != mail.parsed.get("answered") and line not in kept]
    if kept and done.status is Status.TAKEN:
        text = gettext("Kept, and read when the phase has been played; its receipt comes then.")
        blocks.append(Block("\n".join([text, *(f"> {line[:200]}" for line in kept[:10])]), pre=True))
    if more:
        text = gettext("Lines besides your answer were not read: send orders in a reply to the next report.")
        blocks.append(Block("\n".join([text, *(f"> {line[:200]}" for line in more[:10])]), pre=True))
    taken = done.status is Status.TAKEN
    replies.explain(mail, seat, seat.game, gettext(_SUBJECTS[done.status]), blocks, changed=taken)


_SUBJECTS = {
    Status.TAKEN: gettext_noop("your answer is taken"),
    Status.UNCLEAR: gettext_noop("your answer is not clear yet"),
    Status.BEFORE: gettext_noop("that question was answered before"),
    Status.TOO_LATE: gettext_noop("too late for that question"),
}


def told(done: Answered) -> str:
    """The outcome of an answer in a sentence or two."""
    match done.status:
        case Status.TAKEN:
            return gettext(
                "Your answer: {words}. The phase goes on; the report follows when it is over."
            ).format(words=engine.translated(done.words))
        case Status.UNCLEAR:
            until = words.moment(done.question.due, done.question.seat)
            return gettext("{trouble} The question stays open until {until}.").format(
                trouble=done.trouble, until=until
            )
        case Status.BEFORE:
            return gettext("This question has an answer already, and the first one counts: {words}.").format(
                words=engine.translated(done.words)
            )
        case Status.TOO_LATE:
            by = (
                gettext("your {order}").format(order=done.request.order)
                if done.request.order
                else gettext("the usual course of the rules")
            )
            due = words.moment(done.question.due, done.question.seat)
            return gettext("The time for this question ended {due}; it was decided by {by}: {words}.").format(
                due=due, by=by, words=engine.translated(done.words)
            )


def _choices(done: Answered) -> list[Block]:
    if done.status is not Status.UNCLEAR:
        return []
    game = done.question.game
    battle = eventlog.load(game.pk, game.seen_version).battle
    lines = wrapped(ask.put(done.request, battle))
    for offer in ask.offered(done.request, battle):
        lines += wrapped(offer.words, f"{offer.number}  ")
    return [Block("\n".join(lines), gettext("The question"), pre=True)]

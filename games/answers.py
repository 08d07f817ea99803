"""What a player hears about his answer to a question."""

from __future__ import annotations

from games import receipts
from games.models import InboundMail, Seat
from games.questions import Answered, Status
from games.receipts import Block
from games.reports import ask, words
from pbem.mail.reader import ReadMail


def receipt(mail: InboundMail, seat: Seat, done: Answered, found: ReadMail) -> None:
    """Owe the receipt for an answer; called inside the transaction that takes it."""
    unread = [*found.orders, *found.late_orders] if done.status is Status.TAKEN else []
    blocks = [Block(told(done)), *_choices(done)]
    more = [line for line in unread if line != mail.parsed.get("answered")]
    if more:
        text = "Lines besides your answer were not read: send orders in a reply to the next report."
        blocks.append(Block("\n".join([text, *(f"> {line[:200]}" for line in more[:10])]), pre=True))
    receipts.explain(mail, seat, seat.game, _SUBJECTS[done.status], blocks)


_SUBJECTS = {
    Status.TAKEN: "your answer is taken",
    Status.UNCLEAR: "your answer is not clear yet",
    Status.BEFORE: "that question was answered before",
    Status.TOO_LATE: "too late for that question",
}


def told(done: Answered) -> str:
    """The outcome of an answer in a sentence or two."""
    match done.status:
        case Status.TAKEN:
            return f"Your answer: {done.words}. The phase goes on; the report follows when it is over."
        case Status.UNCLEAR:
            until = words.moment(done.question.due, done.question.seat)
            return f"{done.trouble} The question stays open until {until}."
        case Status.BEFORE:
            return f"This question has an answer already, and the first one counts: {done.words}."
        case Status.TOO_LATE:
            by = f"your {done.request.order}" if done.request.order else "the usual course of the rules"
            due = words.moment(done.question.due, done.question.seat)
            return f"The time for this question ended {due}; it was decided by {by}: {done.words}."


def _choices(done: Answered) -> list[Block]:
    if done.status is not Status.UNCLEAR:
        return []
    lines = [f"{offer.number}  {offer.words}" for offer in ask.offered(done.request)]
    return [Block("\n".join([done.request.question, *lines]), "THE QUESTION", pre=True)]

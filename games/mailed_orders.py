"""What a player writes is carried out: orders, and answers to questions, filed together with the mail's state."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from games import answers, correspondence, post_answers, questions, receipts, submissions
from games.models import InboundMail, InboundState, Question, Seat
from games.submissions import Status, Submission
from pbem.mail import limits
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail
from rules import engine


class Outcome(NamedTuple):
    """What becomes of a mail, and what owes the answer to it, if there is one."""

    state: InboundState
    reason: str = ""
    seat: Seat | None = None
    answer: Callable[[], None] | None = None


Settle = Callable[[Outcome], None]
"""Writes what becomes of a mail, and the answer to it, into the transaction that is open."""


def carry_out(
    mail: InboundMail, found: ReadMail, seat: Seat, phase: int | None, settle: Settle
) -> Outcome | None:
    """A person at this seat wrote to the right address."""
    if correspondence.answered_before(mail, seat):
        return Outcome(InboundState.IGNORED, "duplicate", seat)
    if correspondence.says_nothing_new(mail, found, seat):
        return Outcome(InboundState.IGNORED, "nothing-new", seat)
    lines, notes = _lines(found, seat)
    if not lines:
        return _nothing_to_read(mail, found, seat)
    if found.block and not correspondence.block_fits(found.block, seat.game):
        answer = partial(post_answers.other_form, mail, seat, found.block)
        return Outcome(InboundState.HELD, "form-of-another-phase", seat, answer)
    if correspondence.was_overtaken(mail, found, seat):
        answer = partial(post_answers.overtaken, mail, seat)
        return Outcome(InboundState.HELD, correspondence.OVERTAKEN_REASON, seat, answer)
    return _file(mail, found, seat, phase, lines, notes, settle)


def _file(
    mail: InboundMail,
    found: ReadMail,
    seat: Seat,
    phase: int | None,
    lines: list[str],
    notes: list[str],
    settle: Settle,
) -> Outcome | None:
    """File the orders; the receipt and the mail's state are written in the same transaction."""

    def settle_with(done: Submission) -> None:
        if done.status is Status.BEING_PLAYED:
            answer = partial(post_answers.being_played, mail, seat)
            return settle(Outcome(InboundState.KEPT, post_answers.KEPT, seat, answer))
        mail.parsed = {**mail.parsed, "phase": done.game.phase}
        answer = partial(receipts.receipt, mail, seat, done, found, notes)
        settle(Outcome(InboundState.DONE, done.status.value, seat, answer))

    command_id = submissions.command_of_mail(seat, mail.message_id, lines)
    submission = submissions.submit(seat, lines, command_id, phase=phase, answer=settle_with)
    if submission.status is Status.REPEATED:
        return Outcome(InboundState.IGNORED, "duplicate", seat)
    return None


def answer_question(
    mail: InboundMail, found: ReadMail, seat: Seat, question_id: int, settle: Settle
) -> Outcome | None:
    """A mail to the address of a question: its first line that names a choice is the answer."""
    question = Question.objects.filter(pk=question_id, seat=seat).first()
    if question is None:
        return Outcome(InboundState.HELD, "no-such-question", seat)
    if correspondence.answered_before(mail, seat):
        return Outcome(InboundState.IGNORED, "duplicate", seat)
    line = _answering_line(found, question)
    mail.parsed = {**mail.parsed, "answered": line}

    def settle_with(done: questions.Answered) -> None:
        answer = partial(answers.receipt, mail, seat, done, found)
        settle(Outcome(InboundState.DONE, done.status.value, seat, answer))

    questions.answer(question_id, line, settle_with)
    return None


def _answering_line(found: ReadMail, question: Question) -> str:
    """The first line that can be read as an answer, else the first line at all."""
    said = [line for line in found.of(LineClass.TALK, LineClass.ORDER) if line.strip()]
    request = questions.request_of(question)
    clear = (line for line in said if engine.read_reply(request, line).key)
    return next(clear, said[0] if said else "")


def answers_by_the_way(found: ReadMail, seat: Seat) -> Question | None:
    """The open question of a seat, if a mail to another address of its says a number and nothing else."""
    said = [line.strip(" .#!") for line in found.of(LineClass.TALK, LineClass.ORDER)]
    return questions.open_for(seat) if len(said) == 1 and said[0].isdigit() and len(said[0]) < 3 else None


def _lines(found: ReadMail, seat: Seat) -> tuple[list[str], list[str]]:
    """(the lines to be read as orders, notes for the receipt)."""
    notes = []
    if len(found.all_addressed) > 1:
        notes.append("Your mail went to other addresses too. Whoever got it can read your orders.")
    if found.block is not None and found.late_orders and correspondence.is_untouched_form(found, seat):
        notes.append(
            "The order form below your lines came back unchanged and was taken for the quoted report."
        )
        return list(found.late_orders), notes
    if found.orders:
        return list(found.orders), notes
    quoted = bool(found.quoted_orders) and bool(correspondence.edited_quotes(found, seat))
    return ([] if quoted else list(found.talk[: limits.ORDER_LINES])), notes


def _nothing_to_read(mail: InboundMail, found: ReadMail, seat: Seat) -> Outcome:
    edited = correspondence.edited_quotes(found, seat)
    if edited:
        answer = partial(post_answers.orders_in_the_quote, mail, seat, edited)
        return Outcome(InboundState.HELD, "orders-in-quote", seat, answer)
    return Outcome(InboundState.DONE, "empty", seat, partial(post_answers.empty, mail, seat, found))

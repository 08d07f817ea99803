"""What a player writes is carried out: orders, and answers to questions, filed together with the
mail's state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext, gettext_noop

from games.answers import choices, not_carried_out, receipts, repeats, replies
from games.gate import commands, complaints, correspondence, endings, kept, meant, offers
from games.gate import enclosed as enclosed_letters
from games.gate.commands import Asked
from games.gate.offers import Offer
from games.letters import text
from games.models import InboundMail, InboundState, Question, Released, Seat
from games.play import questions, submissions, undoing
from games.play.submissions import Status, Submission
from games.record import eventlog
from games.reports import families
from pbem.mail import limits
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail
from rules import engine


class Mailed(NamedTuple):
    """A mail that its writer may have carried out: what it says without the commands to the post office,
    which are ``asked``; ``phase``: the one it is meant for, if any; ``unverified``: nobody vouched for the
    sender; ``enclosed``: letters in it to other players; ``address``: that for orders in the phase, if it
    came there; ``offers``: what is asked back."""

    mail: InboundMail
    found: ReadMail
    seat: Seat
    phase: int | None
    asked: Sequence[Asked] = ()
    unverified: bool = False
    enclosed: Sequence[text.Block] = ()
    address: str = ""
    offers: Sequence[Offer] = ()

    @property
    def overrides(self) -> bool:
        """The game master lets it through whatever stood in its way."""
        return self.mail.released == Released.GAME_MASTER

    @property
    def asks_us(self) -> bool:
        """Whether it has something for the post office, whatever it has for the umpire."""
        return bool(self.asked or self.enclosed)


class Outcome(NamedTuple):
    """What becomes of a mail, and what is written together with that: usually the answer to it."""

    state: InboundState
    reason: str = ""
    seat: Seat | None = None
    answer: Callable[[], object] | None = None


Settle = Callable[[Outcome], None]
"""Writes what becomes of a mail, and the answer to it, into the transaction that is open."""


def carry_out(mailed: Mailed, settle: Settle) -> Outcome | None:
    """A person at this seat wrote to the right address."""
    mailed = mailed._replace(found=meant.with_names(mailed.found, mailed.seat))
    mail, found, seat = mailed.mail, mailed.found, mailed.seat
    if correspondence.answered_before(mail, seat):
        return Outcome(InboundState.IGNORED, "duplicate", seat)
    if other_form := _in_a_form_of_another(mailed):
        mailed = mailed._replace(asked=())  # nobody gives up here in the form of another game
    if not mailed.asks_us and enclosed_letters.was_a_letter(found, seat):
        return Outcome(InboundState.IGNORED, "nothing-new", seat)
    again = repeats.asks(found.of(LineClass.TALK, LineClass.POLITE, LineClass.ORDER))
    if not (mailed.asks_us or again) and correspondence.says_nothing_new(mail, found, seat):
        return Outcome(InboundState.IGNORED, "nothing-new", seat)
    accepted = offers.accepted(mailed.asked, mail, found, seat)
    wishes = commands.wishes(mailed.asked)
    endings.note(mail, seat, wishes)
    endings.refuse(mail, seat, wishes)
    undoes = commands.undoes(mailed.asked)
    if not (mailed.overrides or undoes):  # who takes something back wants nothing of what he quotes
        of_last_time = offers.of_last_time(seat, mailed.phase) if again else ()
        mailed = mailed._replace(offers=[*offers.made_by(found, seat), *of_last_time])
        offers.note(mail, mailed.offers, seat)
    lines, notes = _lines(mailed)
    lines = offers.placed(accepted, mailed.asked, lines)
    undone: list[str] = []
    if undoes:
        tries = any(engine.tries(line) for line in lines)
        undone = [] if tries else undoing.before_last(seat)
        mail.parsed = {**mail.parsed, commands.UNDONE: None if tries else bool(undone)}
    if mailed.asks_us and not (lines or undone or other_form):
        return _only_commands(mailed, accepted)
    if not (lines or undone):
        return other_form or _nothing_to_read(mailed)
    if not mailed.overrides and (held := _held(mailed, lines)) is not None:
        return held
    if accepted:
        notes.append(gettext_noop("The lines that you accepted were read first."))
    return _file(mailed, lines, notes, settle, undone)


def _held(mailed: Mailed, lines: list[str]) -> Outcome | None:
    """What keeps orders from being carried out, though their writer may have them carried out."""
    mail, found, seat = mailed.mail, mailed.found, mailed.seat
    if not mailed.asks_us and _only_echoes(mailed, lines):
        return Outcome(InboundState.HELD, "echo", seat)
    if (other_form := _in_a_form_of_another(mailed)) is not None:
        return other_form
    if correspondence.was_overtaken(mail, found, seat):
        answer = partial(not_carried_out.overtaken, mail, seat)
        return Outcome(InboundState.HELD, correspondence.OVERTAKEN_REASON, seat, answer)
    return None


def _in_a_form_of_another(mailed: Mailed) -> Outcome | None:
    """The outcome of a mail with an order form of another game or phase, and none of the open one."""
    mail, found, seat = mailed.mail, mailed.found, mailed.seat
    if mailed.overrides or not found.block or correspondence.block_fits(found.block, seat.game):
        return None
    there = correspondence.seat_of_block(found.block, seat)
    answer = partial(not_carried_out.other_form, mail, seat, found.block, there)
    return Outcome(InboundState.HELD, "form-of-another-phase", seat, answer)


def _file(
    mailed: Mailed, lines: list[str], notes: list[str], settle: Settle, undone: Sequence[str]
) -> Outcome | None:
    """File the orders; the receipt and the mail's state are written in the same transaction. ``undone``: what
    goes before them to take back the mail before."""
    mail, seat = mailed.mail, mailed.seat

    def settle_with(done: Submission) -> None:
        if done.status is Status.BEING_PLAYED:
            answer = partial(not_carried_out.being_played, mail, seat)
            return settle(Outcome(InboundState.KEPT, not_carried_out.KEPT, seat, answer))
        mail.parsed = {**mail.parsed, "phase": done.game.phase}
        if undone and done.reading is None:  # the refusal says why
            mail.parsed[commands.UNDONE] = commands.REFUSED
        done = done.without(len(undone))
        offers.note(mail, mailed.offers, seat, offers.guessed(done.reading))
        settle(Outcome(InboundState.DONE, done.status.value, seat, partial(_receipt, mailed, done, notes)))

    command_id = submissions.command_of_mail(seat, mail.message_id, lines) + (undoing.MARK if undone else "")
    unread = _outside_of_the_form(mailed.found, lines) + offers.holds(mailed.offers, lines)
    # who ends his mail, or his form, with FINAL may well write it below the end
    final = any(engine.is_final(line) for line in mailed.found.late_orders)
    submission = submissions.submit(
        seat,
        [*undone, *lines],
        command_id,
        phase=mailed.phase,
        final=final,
        unread=unread,
        takes_back=bool(undone),
        answer=settle_with,
    )
    if submission.status is Status.REPEATED:
        return Outcome(InboundState.IGNORED, "duplicate", seat)
    return None


def _outside_of_the_form(found: ReadMail, lines: list[str]) -> int:
    """How many lines read as orders and stand above or below an order form, from which alone orders are
    taken. What stands in a signature or below the end of a mail without a form may be talk, so that nobody
    waits for it."""
    late = [line for line in found.late_orders if line not in lines and not engine.holds_nothing(line)]
    return 0 if found.block is None else len(late)


def _receipt(mailed: Mailed, done: Submission, notes: list[str]) -> None:
    """Do what the post office was asked for, and owe the receipt for it all, if the player wants one."""
    mail, found, seat = mailed.mail, mailed.found, mailed.seat
    told = _done_for_him(mailed, tried=done.status is Status.TRIED)
    told += offers.shown(mailed.offers, guesses=offers.guessed(done.reading))
    if done.status is not Status.TRIED:
        offers.settle(mailed.asked, mail, found, seat)
    unwanted = commands.wants_no_receipt(mailed.asked, seat) and not found.of(LineClass.ELSEWHERE)
    if unwanted and not notes and not told and receipts.has_nothing_to_mend(done):
        return
    if mailed.unverified:
        notes = [
            *notes,
            gettext_noop("Your mail provider did not vouch for this mail; it was taken for its address."),
        ]
    receipts.receipt(mail, seat, done, found, [gettext(note) for note in notes], told, mailed.address)


def _done_for_him(mailed: Mailed, *, tried: bool = False) -> list[replies.Block]:
    """Do what the post office was asked for, and send the letters; what is said to it."""
    told = complaints.bring(mailed.mail, mailed.found, mailed.seat)
    told += commands.carry_out(mailed.asked, mailed.mail, mailed.seat, tried=tried)
    return [*told, *enclosed_letters.send(mailed.enclosed, mailed.mail, mailed.seat)]


def _only_echoes(mailed: Mailed, lines: list[str]) -> bool:
    """A mail that repeats what we said as if its sender had written it, and says nothing new that could be
    read: to file the examples and sheets in it would be wrong, and to answer it would go on for ever."""
    new = correspondence.new_in_echo(mailed.found, mailed.seat, lines)
    if new is None:
        return False
    game = mailed.seat.game
    reading = engine.read_orders(eventlog.load(game.pk, game.seen_version).battle, mailed.seat.name, new)
    if reading.accepted or reading.commands:
        return False
    return correspondence.said_before(
        mailed.mail, mailed.seat, [line.line for line in reading.lines if line.code]
    )


def _only_commands(mailed: Mailed, accepted: offers.Accepted | None) -> Outcome:
    """A mail to the post office alone."""
    seat = mailed.seat
    if accepted is None and offers.asked_for(mailed.asked) and len(mailed.asked) == 1 and not mailed.enclosed:
        answer = partial(not_carried_out.nothing_to_accept, mailed.mail, seat)
        return Outcome(InboundState.DONE, "nothing-to-accept", seat, answer)
    return Outcome(InboundState.DONE, "commands", seat, partial(_tell_commands, mailed))


def _tell_commands(mailed: Mailed) -> None:
    mail, seat = mailed.mail, mailed.seat
    told = [*_done_for_him(mailed), *offers.shown(mailed.offers), *receipts.lines_not_read(mailed.found)]
    if told and not endings.only_asked(mail, len(told)):
        subject = commands.subject(mailed.asked) if mailed.asked else gettext("your letter")
        changed = bool(mailed.enclosed) or any(one.command not in commands.ASKING for one in mailed.asked)
        key = replies.answer_key(mail, seat, _said(mailed))
        replies.explain(mail, seat, seat.game, subject, told, key, changed=changed)


def _said(mailed: Mailed) -> str:
    return "\n".join([str(mailed.mail.parsed.get("said", "")), *(one.line for one in mailed.asked)])


# questions


def answer_question(mailed: Mailed, question_id: int, settle: Settle) -> Outcome | None:
    """A mail to the address of a question: its first line that names a choice is the answer."""
    mail, found, seat = mailed.mail, mailed.found, mailed.seat
    question = Question.objects.filter(pk=question_id, seat=seat).first()
    if question is None:
        return Outcome(InboundState.HELD, "no-such-question", seat)
    if correspondence.answered_before(mail, seat):
        return Outcome(InboundState.IGNORED, "duplicate", seat)
    line = _answering_line(found, question)
    mail.parsed = {**mail.parsed, "answered": line}

    asked = [text for text in found.of(LineClass.ORDER, LineClass.TALK) if engine.asks(text) and text != line]

    def settle_with(done: questions.Answered) -> None:
        if asked and done.status is questions.Status.TAKEN:
            kept.keep_sheet(seat, "\n".join(asked), f"beside-{mail.pk}")
        answer = partial(choices.receipt, mail, seat, done, found, asked)
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


# lines


def asks_only_to_be_told(found: ReadMail) -> bool:
    """Whether every line is HELP, STATUS, REPORT or the like, which change nothing."""
    lines = found.of(LineClass.ORDER)
    return bool(lines) and all(engine.only_asks(line) for line in lines)


def _lines(mailed: Mailed) -> tuple[list[str], list[str]]:
    """(the lines to be read as orders, notes for the receipt). A line of the mail may yet choose another
    language, so the notes are said in the player's when the receipt is owed."""
    found, seat = mailed.found, mailed.seat
    notes = []
    if len(found.all_addressed) > 1:
        notes.append(
            gettext_noop("Your mail went to other addresses too. Whoever got it can read your orders.")
        )
    if correspondence.uses_an_id_again(mailed.mail, seat):
        notes.append(
            gettext_noop("Another mail of yours had the same Message-ID. Both were read, each for itself.")
        )
    if mailed.overrides:
        offered = offers.made_by(found, seat)[: offers.MOST_SHOWN]
        return [*found.orders, *(offer.order for offer in offered)] or list(found.talk), notes
    if found.orders:
        return [*_commands_outside(found), *found.orders], notes
    if mailed.asks_us or mailed.offers:
        return [], notes
    return list(found.talk[: limits.ORDER_LINES]), notes


def _commands_outside(found: ReadMail) -> list[str]:
    """The commands to the umpire above or below an order form: TRY on top of a form is meant for
    what is in it."""
    return [line for line in found.late_orders if found.block is not None and engine.is_command(line)]


def _nothing_to_read(mailed: Mailed) -> Outcome:
    mail, found, seat = mailed.mail, mailed.found, mailed.seat
    if mailed.offers and not families.is_settled(seat.game):
        answer = partial(offers.ask_back, mail, seat, mailed.offers)
        if offers.only_questions(mailed.offers):
            return Outcome(InboundState.DONE, "empty", seat, answer)
        in_quote = any(offer.code == offers.QUOTED for offer in mailed.offers)
        return Outcome(InboundState.HELD, offers.IN_QUOTE if in_quote else offers.ASKED_BACK, seat, answer)
    return Outcome(InboundState.DONE, "empty", seat, partial(not_carried_out.empty, mail, seat, found))

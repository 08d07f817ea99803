"""What becomes of a mail that was read: carried out, held, answered or passed over.

Three questions are asked apart: did a person write it, who may do what (games.gate.permission), and what
does it say.
"""

from __future__ import annotations

import hashlib
from functools import partial

from games.answers import not_carried_out
from games.delivery import digests
from games.gate import (
    commands,
    confirmations,
    correspondence,
    letters,
    newest,
    orders,
    sent_before,
)
from games.gate import (
    enclosed as enclosed_letters,
)
from games.gate.confirmations import AWAY, DISOWNED, NO_ADDRESS, OTHER_SENDER, SENSITIVE, UNVERIFIED
from games.gate.orders import Mailed, Outcome, Settle
from games.gate.permission import Facts, Permission, permission
from games.gate.whose import Addressee, find_addressee, seat_named, seat_of_player, writes_from
from games.letters import text
from games.models import Game, InboundMail, InboundState, MailMode, Proof, Purpose, Released, Seat
from games.people import addresses, proven, unsubscribing
from games.play import burnt, guests
from games.seats import seats  # fmt: skip
from games.seats.seats import Standing
from pbem.mail.authentication import Authentication, Verdict
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail

TO_THE_READER = frozenset((Purpose.ORDERS, Purpose.ANSWER, Purpose.PRESS, Purpose.DAILY, Purpose.CONFIRM))
"""The addresses that stand in mails to a seat's first address alone, and that no program
answers by itself."""
NOT_MAILED = frozenset(("desk", "upload"))
"""The ways in by which comes what nobody mailed: whoever stands at a desk, or has a file, need not have
the mailbox."""


def decide(
    mail: InboundMail, found: ReadMail, authentication: Authentication, settle: Settle
) -> Outcome | None:
    """What becomes of a mail; None if it was carried out and is settled with that."""
    addressee = find_addressee(mail, found.headers)
    seat = addressee.seat
    burnt_game = burnt.in_mail(mail.recipient, found.headers, seat.game if seat else None)
    if burnt_game and not found.automatic and not mail.released:
        return _from_a_lost_history(mail, found, burnt_game)
    if found.automatic:
        return Outcome(InboundState.IGNORED, found.automatic)
    known = addressee.seat is not None and writes_from(addressee.seat, found.headers.sender)
    if known and addressee.seat is not None and addressee.purpose != Purpose.PRESS:
        found = sent_before.told_apart(found, _reader(addressee, addressee.seat, found))
        mail.parsed = {**mail.parsed, **lines_noted(found)}
    if found.refused:
        return _refused(mail, found, addressee if known else None)
    if found.headers.sender_fault:
        return Outcome(InboundState.IGNORED, found.headers.sender_fault, addressee.seat)
    if found.away and not mail.released:
        return _perhaps_away(mail, found, addressee if known else None)
    if addressee.purpose == Purpose.UNSUBSCRIBE and addressee.standing is Standing.VALID and addressee.seat:
        seat = addressee.seat  # whoever wrote it: the address is the proof, as it is on the page
        meant = seats.seats_to_stop(seat, addressee.question)
        return Outcome(InboundState.DONE, "unsubscribed", seat, partial(unsubscribing.stop, *meant))
    return _by_permission(mail, found, addressee, authentication, settle)


def _reader(addressee: Addressee, seat: Seat, found: ReadMail) -> Seat:
    """The seat for which a mail of its player is read: daily mails are answered for the one that a form
    names."""
    meant = digests.seat_meant(seat, found.block) if addressee.purpose == Purpose.DAILY else None
    return meant or seat


def _from_a_lost_history(mail: InboundMail, found: ReadMail, game: Game) -> Outcome:
    """It was written for a phase that this log does not have: kept for the game master, and a player
    is told why."""
    seat = next((seat for seat in game.seats.all() if writes_from(seat, found.headers.sender)), None)
    answer = partial(not_carried_out.from_a_lost_history, mail, seat) if seat and found.answer else None
    return Outcome(InboundState.HELD, "lost-history", seat, answer)


def _perhaps_away(mail: InboundMail, found: ReadMail, addressee: Addressee | None) -> Outcome:
    """Its subject reads like an absence note. If it holds what only a player would write, he is asked; at the
    address of a seat's orders only, so that a machine which answers our question is not asked again."""
    seat = addressee.seat if addressee else None
    asked = [one for one in commands.parted(found)[0] if one.command is not commands.PostCommand.AWAY]
    if not (found.orders or found.aside or asked or found.of(LineClass.PRESS)):
        return Outcome(InboundState.IGNORED, AWAY, seat)
    if seat is None or addressee is None or addressee.standing is not Standing.VALID:
        return Outcome(InboundState.HELD, AWAY, seat)
    meant = asked or found.of(LineClass.PRESS) or enclosed_letters.order_lines(seat, found.orders)
    may_ask = bool(meant) and addressee.purpose == Purpose.ORDERS
    answer = partial(confirmations.ask, mail, seat, AWAY) if may_ask else None
    return Outcome(InboundState.HELD, AWAY, seat, answer)


def _by_permission(
    mail: InboundMail,
    found: ReadMail,
    addressee: Addressee,
    authentication: Authentication,
    settle: Settle,
) -> Outcome | None:
    named = addressee.seat or mail.seat or seat_named(mail, found.headers)
    seat = named or seat_of_player(found.headers.sender)
    if addressee.purpose == Purpose.DAILY and seat is not None:
        seat = _reader(addressee, seat, found)
    if seat is not None and mail.released != Released.GAME_MASTER:
        found = correspondence.forms_that_fit(found, seat)
    asked, rest = commands.parted(found, letter=addressee.purpose == Purpose.PRESS)
    addressee = newest.as_it_counts(addressee, asked, rest)
    facts = Facts(
        standing=addressee.standing,
        known=seat is not None and _known(seat, addressee, found.headers.sender),
        verdict=authentication.verdict,
        mode=MailMode(seat.game.mail_mode) if seat else MailMode.LENIENT,
        purpose=Purpose(addressee.purpose),
        in_thread=addressee.in_thread,
        read_only=not asked and orders.asks_only_to_be_told(rest),
        sensitive=any(map(commands.is_sensitive, asked)),
        released=bool(mail.released) or _waited(mail, addressee),
    )
    what = permission(facts)
    if seat is None:
        return _without_seat(mail, what)
    match what:
        case Permission.ACT | Permission.ACT_UNVERIFIED:
            if _shows_the_mailbox(mail, addressee, facts):
                proven.prove(seat, Proof.MAIL)
            unverified = what is Permission.ACT_UNVERIFIED and bool(authentication.by)
            phase, enclosed = _phase(mail, addressee, seat), text.blocks_in(found)
            lasting = _is_for_orders(addressee) and not asked  # NEW ADDRESS ends it
            address = addressee.address if lasting else ""
            mailed = Mailed(mail, rest, seat, phase, asked, unverified, enclosed, address)
            if addressee.purpose == Purpose.PRESS:
                return letters.carry_out(mailed, found, addressee.question)
            return _act(mailed, addressee, settle)
        case Permission.CONFIRM:
            reason = _why_held(facts)
            return Outcome(InboundState.HELD, reason, seat, partial(confirmations.ask, mail, seat, reason))
        case Permission.TELL_OLD:
            answer = partial(not_carried_out.phase_is_over, mail, seat, addressee.phase)
            return Outcome(InboundState.IGNORED, f"{addressee.standing.value}-address", seat, answer)
        case Permission.TELL_WHERE:
            state = InboundState.HELD if found.orders or asked else InboundState.IGNORED
            return Outcome(state, NO_ADDRESS, seat, partial(not_carried_out.where_to_write, mail, seat))
        case _:
            return _silence(facts, found, seat)


def _known(seat: Seat, addressee: Addressee, sender: str) -> bool:
    """Whether From is one of the player's addresses; for a new address, whether it is that one."""
    if addressee.purpose == Purpose.ADDRESS:
        return bool(sender) and addresses.claimed(seat, addressee.question) == sender
    return writes_from(seat, sender)


def _shows_the_mailbox(mail: InboundMail, addressee: Addressee, facts: Facts) -> bool:
    """Whether only somebody who reads what is mailed to the seat can have written this: its address, or the
    thread, comes from there, or he has confirmed it there. What came from a desk or a file shows nothing, nor
    what the game master let through, nor the answer of a new address."""
    if mail.transport in NOT_MAILED or addressee.purpose not in TO_THE_READER:
        return False
    if mail.released:
        return mail.released == Released.PLAYER
    return facts.known and addressee.standing is Standing.VALID


def _is_for_orders(addressee: Addressee) -> bool:
    return addressee.standing is Standing.VALID and addressee.purpose == Purpose.ORDERS


def _waited(mail: InboundMail, addressee: Addressee) -> bool:
    """A mail that was taken and kept until the phase was over: its address has grown old meanwhile."""
    return mail.reason == not_carried_out.KEPT and addressee.standing is not Standing.REVOKED


def _phase(mail: InboundMail, addressee: Addressee, seat: Seat) -> int | None:
    """The phase that a mail is meant for; None: whichever is open."""
    if _waited(mail, addressee) or addressee.purpose == Purpose.DAILY:
        return None
    if addressee.phase is None and mail.released:
        return correspondence.phase_at_arrival(mail, seat.game)
    return addressee.phase


def _why_held(facts: Facts) -> str:
    if facts.standing is not Standing.VALID or facts.in_thread:
        return NO_ADDRESS
    if not facts.known:
        return OTHER_SENDER
    if facts.verdict is Verdict.FAIL:
        return DISOWNED
    return UNVERIFIED if not facts.sensitive else SENSITIVE


def _act(mailed: Mailed, addressee: Addressee, settle: Settle) -> Outcome | None:
    """A person at this seat wrote: to which address, and so what about?"""
    mail, found, seat = mailed.mail, mailed.found, mailed.seat
    match addressee.purpose:
        case Purpose.CONFIRM:
            return confirmations.reply(mail, found, seat, addressee.question, settle)
        case Purpose.ADDRESS:
            return _new_address(mail, found, seat, addressee.question)
        case Purpose.ANSWER:
            return orders.answer_question(mailed, addressee.question, settle)
        case Purpose.DAILY if digests.seat_meant(seat, found.block) is None:
            answer = partial(not_carried_out.which_game, mail, seat)
            return Outcome(InboundState.HELD, "which-game", seat, answer)
        case Purpose.ORDERS | Purpose.DAILY:
            if (question := orders.answers_by_the_way(found, seat)) is not None:
                return orders.answer_question(mailed, question.pk, settle)
            return orders.carry_out(mailed, settle)
        case _:
            return Outcome(InboundState.HELD, "other-purpose", seat)


def _new_address(mail: InboundMail, found: ReadMail, seat: Seat, number: int) -> Outcome:
    said = confirmations.said_in(found)
    if said is False and guests.invited(number):
        return Outcome(InboundState.DONE, "guest-declined", seat, partial(guests.decline, seat, number))
    if said is not True:
        again = partial(guests.ask_again, number) if guests.invited(number) else None
        return Outcome(InboundState.IGNORED, "neither-yes-nor-no", seat, again)
    if guests.invited(number):
        return Outcome(InboundState.DONE, "guest-confirmed", seat, partial(guests.accept, seat, number))
    return Outcome(InboundState.DONE, "address-confirmed", seat, partial(addresses.confirm, seat, number))


def notes(mail: InboundMail, found: ReadMail, authentication: Authentication) -> dict[str, object]:
    """What the game master sees of the reading, and what later mails are compared with."""
    words = [*(found.orders or found.talk), *found.of(LineClass.PRESS)]
    said = hashlib.sha256("\n".join(words).encode(errors="replace")).hexdigest()
    written = correspondence.written_at(mail, found)
    return {
        "act": found.act,
        "answer": found.answer,
        "reason": found.reason,
        "sender": [authentication.verdict.value, authentication.by, authentication.because],
        "subject": found.headers.subject,
        "date": written.isoformat() if written else "",
        "warnings": list(found.warnings),
        "said": said[:32],
        **lines_noted(found),
    }


def lines_noted(found: ReadMail) -> dict[str, object]:
    """The same of the lines that look like orders."""
    return {
        "orders": list(found.orders[:200]),
        "quoted_orders": list(found.quoted_orders[:50]),
        "late_orders": list(found.late_orders[:50]),
        "asked_back": [line.text for line in found.aside[:50]],
    }


# not for us to carry out


def _without_seat(mail: InboundMail, what: Permission) -> Outcome:
    """Nobody's mail: a stranger hears nothing, or that he is unknown, if his domain vouches for him."""
    unknown = what is Permission.TELL_UNKNOWN
    return Outcome(
        InboundState.IGNORED,
        "unknown-sender",
        None,
        partial(not_carried_out.nobody_here, mail) if unknown else None,
    )


def _silence(facts: Facts, found: ReadMail, seat: Seat) -> Outcome:
    """Nothing is done and nothing said; what may be a player's orders stays for the game master to see."""
    if not facts.known:
        return Outcome(InboundState.IGNORED, "stranger-old-address", seat)
    if facts.standing in (Standing.OLD, Standing.REVOKED):
        return Outcome(InboundState.IGNORED, f"{facts.standing.value}-address", seat)
    if facts.verdict is Verdict.FAIL:
        return Outcome(InboundState.IGNORED, DISOWNED, None)
    return Outcome(InboundState.HELD if found.orders else InboundState.IGNORED, NO_ADDRESS, seat)


def _refused(mail: InboundMail, found: ReadMail, addressee: Addressee | None) -> Outcome:
    seat = addressee.seat if addressee else None
    if seat is None or not found.answer_refused:
        return Outcome(InboundState.FAILED, found.refused, seat)
    answer = partial(not_carried_out.could_not_read, mail, seat, found.refused)
    return Outcome(InboundState.FAILED, found.refused, seat, answer)

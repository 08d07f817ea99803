"""Whose mail it is: by the address it was delivered to, by one in its headers, or by the mail of
ours it answers."""

from __future__ import annotations

from typing import NamedTuple

from games.letters import letters
from games.models import GameState, InboundMail, OutboundMail, Purpose, Seat
from games.record import marks
from games.reports import keys
from games.seats import seats
from pbem.mail.headers import Headers, normal_address


class Addressee(NamedTuple):
    """What the address or thread of a mail is worth, the seat, and the phase, or question, it is meant
    for. ``in_thread``: it was found by the mail of ours that it answers, not by ``address``, which is as
    we write it."""

    standing: seats.Standing
    seat: Seat | None = None
    phase: int | None = None
    purpose: str = Purpose.ORDERS
    question: int = 0
    in_thread: bool = False
    address: str = ""


def find_addressee(mail: InboundMail, headers: Headers) -> Addressee:
    """The seat a mail is for: by the address it was delivered to; else by an address in its headers; else by
    the mail of ours that it answers."""
    best = Addressee(seats.Standing.NONE)
    for address in (mail.recipient, *headers.delivered, *headers.addressed):
        finding = seats.find(address)
        if finding.token is not None:
            token = finding.token
            address = seats.address_of(token)
            return Addressee(
                finding.standing, token.seat, token.phase, token.purpose, token.question, address=address
            )
        if finding.standing is not seats.Standing.NONE:
            best = Addressee(finding.standing)
        if finding.standing is seats.Standing.WRONG and address == mail.recipient:
            return best
    return _by_thread(headers) or best


def _by_thread(headers: Headers) -> Addressee | None:
    """Our Message-IDs cannot be guessed, so an answer to a mail of ours says which seat it is for; it is
    worth less than a reply address (games.gate.permission), and goes with it when the seat's addresses
    are revoked."""
    for message_id in dict.fromkeys((headers.in_reply_to, *reversed(headers.references))):
        answered = OutboundMail.objects.select_related("seat__game").filter(message_id=message_id).first()
        if answered is None or answered.seat is None:
            continue
        phase = keys.phase_of_key(answered.dedupe_key)
        question = keys.question_of_key(answered.dedupe_key)
        letter = letters.letter_of_key(answered.dedupe_key)
        if phase is None and question is None and letter is None:
            continue
        seat = answered.seat
        if seat.tokens.filter(revoked__gte=answered.created).exists():
            return Addressee(seats.Standing.REVOKED, seat, phase, in_thread=True)
        if question is not None:
            return Addressee(seats.Standing.VALID, seat, None, Purpose.ANSWER, question, in_thread=True)
        if letter is not None:
            return Addressee(seats.Standing.VALID, seat, None, Purpose.PRESS, letter, in_thread=True)
        standing = seats.Standing.VALID if phase == seat.game.phase else seats.Standing.OLD
        return Addressee(standing, seat, phase, in_thread=True)
    return None


def writes_from(seat: Seat, address: str) -> bool:
    """Whether a sender's address (normalised) is one of the player's own."""
    return bool(address) and address in {normal_address(known) for known in seat.addresses}


def seat_named(mail: InboundMail, headers: Headers) -> Seat | None:
    """The sender's seat in the game that an address of the mail, or a mail of ours that it answers, names,
    whatever is wrong with its key."""
    texts = (mail.recipient, *headers.delivered, *headers.addressed, headers.in_reply_to, *headers.references)
    for mark in marks.read(texts):
        for seat in mark.game.seats.exclude(email=""):
            if writes_from(seat, headers.sender):
                return seat
    return None


def seat_of_player(address: str) -> Seat | None:
    """The newest seat in a game that is not over, of the player with this address; where he has shown that he
    reads its mailbox, if there is one."""
    seated = Seat.objects.select_related("game").filter(email__iexact=address).order_by("game__state", "-pk")
    best = sorted(seated, key=lambda seat: (seat.game.state == GameState.OVER, seat.proven is None))
    return best[0] if best else None

"""Addresses that open a seat: reply addresses in mails and links to the pages.

Both hold 80 bits derived from the server's key and the row, so the same address can be written into every
mail of a phase, and nothing in the database opens a seat. Secrets are lower-case base 32 without look-alikes;
reading forgives capitals and O for 0, I or L for 1.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterable
from datetime import timedelta
from enum import StrEnum
from typing import NamedTuple

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.clockwork.inserts import inserted
from games.models import Game, GameState, OutboundMail, Purpose, ReplyToken, Seat, rows
from games.record import marks
from games.seats import following, holding

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
SECRET_LENGTH = 16  # times 5 bits
REF_LENGTH = 6
DAILY_LASTS = timedelta(days=3)
"""So long a reply to a daily mail is taken."""
_OF_A_PHASE = (Purpose.ORDERS, Purpose.ANSWER)
_LOOK_ALIKES = str.maketrans("oil", "011")
_TOKEN = re.compile(
    rf"(?:(?P<purpose>[a-z]+)\+)?(?P<ref>\w{{{REF_LENGTH}}})-(?P<secret>\w{{{SECRET_LENGTH}}})(?:-[\w-]*)?"
)

NUMBER_LENGTH = 8  # of a mail in its bounce address, times 5 bits
_HALF = 20
_BOUNCE = re.compile(rf"(?:bounce\+)?(?P<number>\w{{{NUMBER_LENGTH}}})-(?P<secret>\w{{{SECRET_LENGTH}}})")


class Standing(StrEnum):
    """What a reply address is worth."""

    NONE = "none"  # the address holds no token
    WRONG = "wrong"  # it looks like one and opens nothing
    REVOKED = "revoked"
    OLD = "old"  # its phase is over
    VALID = "valid"


class Finding(NamedTuple):
    """What an address opens. ``token`` is set for REVOKED, OLD and VALID."""

    standing: Standing
    token: ReplyToken | None = None


# reply addresses


def reply_address(seat: Seat, phase: int, purpose: Purpose = Purpose.ORDERS, question: int = 0) -> str:
    """The address at which a seat's player answers in a phase, or a question: the same one each time."""
    return address_of(token_for(seat, phase, purpose, question))


def address_of(token: ReplyToken) -> str:
    """A token's address, e.g. ``orders+k7qd2m-9fm2hx4tr8wz0ab1-12-4-8d31a6f090e2@in.example.org``. The end
    is the mark of the game (games.record.marks) in the phase that the address is for; it opens nothing, and
    may be missing."""
    secret = _token_secret(settings.SECRET_KEY, token)
    mark = f"-{marks.mark(token.seat.game, max(0, token.phase - 1))}" if token.purpose in _OF_A_PHASE else ""
    return f"{token.purpose}+{token.ref}-{secret}{mark}@{settings.MAIL_DOMAIN}"


def find(address: str) -> Finding:
    """What the recipient address of a mail opens. Takes any text and never raises; ``purpose+`` may be
    missing (providers without sub-addresses)."""
    match = _match(address)
    if not match:
        return Finding(Standing.NONE)
    token = _opened(match, lambda ref: rows.rows(ReplyToken, _BY_REF, ref))
    if token is None:
        return Finding(Standing.WRONG)
    token.seat = rows.row(Seat, token.seat_id)
    token.seat.game = game = rows.row(Game, token.seat.game_id)
    if token.revoked:
        return Finding(Standing.REVOKED, token)
    if token.purpose == Purpose.DAILY and token.issued < timezone.now() - DAILY_LASTS:
        return Finding(Standing.OLD, token)
    if token.purpose == Purpose.ORDERS and (token.phase != game.phase or game.state == GameState.OVER):
        return Finding(Standing.OLD, token)
    return Finding(Standing.VALID, token)


def token_at(address: str) -> ReplyToken | None:
    """The token that an address opens, whatever it is worth: for those who store mail, and ask no more
    than which seat and game it is for, since nothing else is loaded of the seat. Takes any text and
    never raises."""
    match = _match(address)
    sparse = ReplyToken.objects.select_related("seat").only("ref", "phase", "purpose", "seat__game")
    return _opened(match, lambda ref: sparse.filter(ref=ref)) if match else None


def revoke(seat: Seat) -> int:
    """All reply addresses of a seat stop working (new ones are made when next needed); returns
    how many did."""
    return seat.tokens.filter(revoked=None).update(revoked=timezone.now())


def token_for(seat: Seat, phase: int, purpose: Purpose, question: int = 0) -> ReplyToken:
    """The token of a purpose; made when it is first needed."""
    while True:
        if found := rows.rows(ReplyToken, _IN_USE, seat.pk, phase, purpose, question):
            found[0].seat = seat
            return found[0]
        ref = "".join(secrets.choice(ALPHABET) for _ in range(REF_LENGTH))
        token = ReplyToken(ref=ref, seat=seat, phase=phase, purpose=purpose, question=question)
        if inserted(token, "ref"):  # or another process made it, or the reference is taken: look again
            return token


_IN_USE = """
    SELECT * FROM games_replytoken
    WHERE seat_id = %s AND phase = %s AND purpose = %s AND question = %s AND revoked IS NULL
    ORDER BY id LIMIT 1
"""


def _match(address: str) -> re.Match[str] | None:
    return _TOKEN.fullmatch(address.strip().lower().partition("@")[0])


_BY_REF = "SELECT * FROM games_replytoken WHERE ref = %s"


def _opened(match: re.Match[str], with_ref: Callable[[str], Iterable[ReplyToken]]) -> ReplyToken | None:
    ref, secret = (match[part].translate(_LOOK_ALIKES) for part in ("ref", "secret"))
    opened = (token for token in with_ref(ref) if _opens(secret, token))
    return next((token for token in opened if match["purpose"] in (None, token.purpose)), None)


def _opens(secret: str, token: ReplyToken) -> bool:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(hmac.compare_digest(secret.encode(), _token_secret(key, token).encode()) for key in keys)


def _token_secret(key: str, token: ReplyToken) -> str:
    return derived(key, f"reply/{token.ref}/{token.seat_id}/{token.phase}/{token.purpose}")


# leaving the list


_EVERYWHERE = 1


def unsubscribe_token(seat: Seat, *, everywhere: bool = False) -> ReplyToken:
    """What stops a seat's mail, or ``everywhere`` that of all games of its player, and opens nothing else:
    the same one in all mails."""
    return token_for(seat, 0, Purpose.UNSUBSCRIBE, _EVERYWHERE if everywhere else 0)


def unsubscribe_link(token: ReplyToken) -> str:
    """The page, and the address that mail programs call with one click."""
    return f"{settings.BASE_URL}/unsubscribe/{token.ref}-{_token_secret(settings.SECRET_KEY, token)}"


def seats_of_unsubscribe_link(secret: str) -> list[Seat]:
    """The seats whose mail a link stops; none for one that stops nothing. Takes any text and never raises."""
    finding = find(f"{Purpose.UNSUBSCRIBE}+{secret}")
    valid = finding.standing is Standing.VALID and finding.token
    return seats_to_stop(finding.token.seat, finding.token.question) if valid and finding.token else []


def seats_to_stop(seat: Seat, question: int) -> list[Seat]:
    """Those that the token of ``unsubscribe_token`` for this seat is about."""
    if question != _EVERYWHERE or not seat.email:
        return [seat]
    his = of_same_reader(seat).select_related("game").order_by("pk")
    return list(his.exclude(game__state__in=(GameState.OVER, GameState.MOVED)))


# bounce addresses


def bounce_address(mail: OutboundMail) -> str:
    """Where mail servers report what became of a mail: its envelope sender, an address of its own. The number
    in it is shuffled: mails are counted for all games, and nobody shall see how many there are of others."""
    shuffled = _shuffled(settings.SECRET_KEY, mail.pk)
    number = "".join(ALPHABET[shuffled >> 5 * place & 31] for place in reversed(range(NUMBER_LENGTH)))
    secret = derived(settings.SECRET_KEY, f"bounce/{mail.message_id}")
    return f"{Purpose.BOUNCE}+{number}-{secret}@{settings.MAIL_DOMAIN}"


def mail_of_bounce_address(address: str) -> OutboundMail | None:
    """The mail whose bounce address this is. Takes any text and never raises; one that we did not give out
    opens nothing."""
    match = _BOUNCE.fullmatch(address.strip().lower().partition("@")[0])
    if not match:
        return None
    number = 0
    for letter in match["number"].translate(_LOOK_ALIKES):
        if letter not in ALPHABET:
            return None
        number = number << 5 | ALPHABET.index(letter)
    given = match["secret"].translate(_LOOK_ALIKES).encode()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    meant = [*(_shuffled(key, number, back=True) for key in keys), number]  # the last: as it was once written
    mails = OutboundMail.objects.select_related("seat__game").defer("rendered").in_bulk(meant)
    return next(
        (
            mail
            for mail in mails.values()
            for key in keys
            if hmac.compare_digest(given, derived(key, f"bounce/{mail.message_id}").encode())
        ),
        None,
    )


def _shuffled(key: str, number: int, *, back: bool = False) -> int:
    """Another number of 40 bits for each: four rounds of a Feistel network over its halves."""
    left, right = number >> _HALF, number & (1 << _HALF) - 1
    for turn in reversed(range(4)) if back else range(4):
        if back:
            left, right = right ^ _round(key, turn, left), left
        else:
            left, right = right, left ^ _round(key, turn, right)
    return left << _HALF | right


def _round(key: str, turn: int, half: int) -> int:
    said = hmac.digest(key.encode(), f"pbem-number-1/{turn}/{half}".encode(), "sha256")
    return int.from_bytes(said) >> 256 - _HALF


# links to the pages


def link_secret(seat: Seat) -> str:
    """What stands behind ``/s/`` in the link that logs a seat's player in. The seats of a child have keys
    that are drawn below 0, as their game has: numbers that run would tell of it."""
    return f"{seat.pk if seat.pk > 0 else f'c{-seat.pk}'}-{_link_secret(settings.SECRET_KEY, seat)}"


def seat_link(seat: Seat) -> str:
    """The whole link."""
    return f"{settings.BASE_URL}/s/{link_secret(seat)}"


def seat_of_link(secret: str) -> Seat | None:
    """The seat that a link's secret opens. Takes any text and never raises."""
    number, _, rest = secret.strip().lower().partition("-")
    digits = number.removeprefix("c")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 18):
        return None
    key = int(digits) if digits == number else -int(digits)
    seat = Seat.objects.select_related("game").filter(pk=key).first()
    given = rest.translate(_LOOK_ALIKES).encode()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if seat and any(hmac.compare_digest(given, _link_secret(key, seat).encode()) for key in keys):
        return seat
    return None


def renew_link(seat: Seat) -> str:
    """A new link; the old one opens nothing any more."""
    seat.link_serial += 1
    seat.save(update_fields=["link_serial"])
    return seat_link(seat)


def _link_secret(key: str, seat: Seat) -> str:
    return derived(key, f"link/{seat.pk}/{seat.game_id}/{seat.link_serial}")


def derived(key: str, message: str) -> str:
    """The 80 bits of a secret for what the message names."""
    number = int.from_bytes(
        hmac.new(key.encode(), f"pbem-seat-1/{message}".encode(), hashlib.sha256).digest(), "big"
    )
    return "".join(ALPHABET[number >> 5 * place & 31] for place in range(SECRET_LENGTH))


def confirm_link(token: ReplyToken) -> str:
    """The page on which a player confirms a held mail; its secret is another than that of the address."""
    return f"{settings.BASE_URL}/confirm/{token.ref}-{derived(settings.SECRET_KEY, _page_of(token))}"


def token_of_confirm_link(secret: str) -> ReplyToken | None:
    """The token that a confirmation page belongs to. Takes any text and never raises."""
    ref, _, rest = secret.strip().lower().partition("-")
    token = ReplyToken.objects.select_related("seat__game").filter(ref=ref.translate(_LOOK_ALIKES)).first()
    if token is None or token.purpose != Purpose.CONFIRM:
        return None
    given = rest.translate(_LOOK_ALIKES).encode()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    opens = any(hmac.compare_digest(given, derived(key, _page_of(token)).encode()) for key in keys)
    return token if opens else None


def _page_of(token: ReplyToken) -> str:
    return f"confirm-page/{token.ref}/{token.seat_id}/{token.question}"


# seats of a player


def of_same_reader(seat: Seat) -> QuerySet[Seat]:
    """The seats that the player of this one holds for certain: those of his address at which he has
    shown, as here, that he reads the mailbox (games.people.proven). As long as he has not shown it here,
    this seat alone, with those that stand for it in games that its game has called."""
    same = Q(pk=seat.pk) | Q(pk__in=[row.pk for row in following.follow(seat) if _same_mailbox(row, seat)])
    if seat.proven and seat.email:
        same |= Q(email__iexact=seat.email, proven__isnull=False)
    return Seat.objects.filter(same)


def hold(seat: Seat) -> None:
    """Nobody else changes the seats of this reader until the transaction ends. A game that was being called
    meanwhile has its seats by now (ask ``of_same_reader`` behind this), and one that is called later will
    find these as they are left."""
    holding.hold(lambda: of_same_reader(seat))


def _same_mailbox(one: Seat, other: Seat) -> bool:
    return one.email.lower() == other.email.lower()


# seats of a game


def owing(game: Game) -> list[Seat]:
    """The seats whose orders the open phase still lacks."""
    return [seat for seat in game.seats.all() if seat.awaited and seat.filed_seq <= game.opened_seq]


def is_sealed(game: Game) -> bool:
    """Whether several sides write for the open phase at once. What they write is opened together, and until
    then it is nobody else's business who has written."""
    return len({seat.side for seat in game.seats.all() if seat.awaited}) > 1


def told_owing(game: Game, reader: Seat | None) -> list[Seat]:
    """The seats whose orders the open phase lacks, as somebody who plays one of them (None: the public) is
    told: of a phase that is sealed all of the other sides, whether they have written or not."""
    sealed, side = is_sealed(game), reader.side if reader else None
    lacking = {seat.pk for seat in owing(game)}
    return [
        seat
        for seat in game.seats.all()
        if seat.pk in lacking or (sealed and seat.awaited and seat.side != side)
    ]

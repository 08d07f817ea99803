"""Held mails that only their player can let through: he is asked at his registered address, and nowhere else.

He answers by mail, or on a page where a press of a button counts and a mere visit does not. What he confirms
is carried out as if it had not been held, if its phase is still open. What he denies ends his reply
addresses and links.
"""

from __future__ import annotations

import re
from functools import partial

from django.db import transaction
from django.utils.translation import gettext, gettext_noop, ngettext

from games.answers import brakes, not_carried_out, replies
from games.answers.replies import Block
from games.clockwork import doorbell
from games.clockwork.failpoints import failpoint
from games.gate import endings, handling
from games.gate.orders import Outcome, Settle
from games.models import Handling, InboundMail, InboundState, Purpose, Released, ReplyToken, Seat
from games.play import submissions
from games.play.endings import Said, Tell, Wish, speak
from games.play.endings import Status as EndStatus
from games.reports import announce, words
from games.seats import seats
from pbem.mail.headers import clean
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail
from rules import engine

UNVERIFIED, DISOWNED, OTHER_SENDER, NO_ADDRESS = (
    "unverified",
    "disowned",
    "other-sender",
    "no-seat-address",
)
SENSITIVE = "to-be-confirmed"
BY = gettext_noop("the player, by mail")
AWAY = "away-note"
_WHY = {
    UNVERIFIED: gettext_noop(
        "The sender's mail provider did not vouch for it, and this game takes no orders without that."
    ),
    DISOWNED: gettext_noop("The sender's domain says that it did not come from there."),
    OTHER_SENDER: gettext_noop("That is not an address of yours that we know."),
    NO_ADDRESS: gettext_noop("It came to an address that belongs to no seat."),
    AWAY: gettext_noop("It reads like the automatic reply of somebody who is away."),
    SENSITIVE: gettext_noop(
        "It asks for something that only you should ask for, and the sender's mail provider did not vouch "
        "for it."
    ),
}
_YES = re.compile(r"(?:i )?confirm(?:ed)?|yes|ok(?:ay)?|it was me|oui|ja|je confirme|best[aä]tig(?:en|t)")
_NO = re.compile(r"not me|no|it was not me|deny|non|nein|nicht ich|pas moi")
_COURTESY = re.compile(
    r"(?:[\s,.!]+(?:[:;]-?[)d]|please|thanks?(?: you)?|gladly|of course|sure|danke|gerne?|merci"
    r"|volontiers))+$"
)
"""Behind a yes or a no."""


def ask(mail: InboundMail, seat: Seat, reason: str) -> None:
    """Owe the request to confirm a mail that is held; beyond so many a day it is held in silence."""
    if not seat.email or not brakes.may_ask(seat):
        return
    game = seat.game
    token = seats.token_for(seat, game.phase, Purpose.CONFIRM, mail.pk)
    failpoint("confirmations.token_made")
    count = len(mail.parsed.get("orders") or ())
    if game.phase_due:
        yes = gettext(
            "If you wrote it: reply to this mail with the line CONFIRM, or press the button on the page "
            "below. It is then carried out as if it had not been held, as long as {phase} is open until "
            "{due}."
        )
    else:
        yes = gettext(
            "If you wrote it: reply to this mail with the line CONFIRM, or press the button on the page "
            "below. It is then carried out as if it had not been held, as long as {phase} is open."
        )
    due = words.moment(game.phase_due, seat) if game.phase_due else ""
    blocks = [
        Block(
            gettext(
                "A mail from {who} for {seat} came in on {moment}, with {lines}. {why} So it is held, and "
                "nothing in it was carried out."
            ).format(
                who=clean(mail.sender, 100),
                seat=engine.named(seat.title),
                moment=words.moment(mail.received_at, seat),
                lines=_counted(count),
                why=gettext(_WHY[reason]),
            )
        ),
        Block(yes.format(phase=engine.translated(game.phase_title), due=due)),
        Block(
            gettext(
                "If you did not write it: reply NOT ME. Then nothing in it is ever carried out, your reply "
                "address and the link to your page end and you get new ones, and the game master is told."
            )
        ),
        Block(seats.confirm_link(token), pre=True),
    ]
    replies.explain(
        mail,
        seat,
        game,
        gettext("held: did you write this?"),
        blocks,
        f"{brakes.ASKED}{mail.pk}",
        reply_to=seats.address_of(token),
    )


def _counted(orders: int) -> str:
    if not orders:
        return gettext("no lines that may be orders")
    text = ngettext("{number} line that may be an order", "{number} lines that may be orders", orders)
    return text.format(number=orders)


def said_in(found: ReadMail) -> bool | None:
    """Whether a reply confirms or denies; None if it says neither. Only its first words count,
    and no quotes."""
    said = found.of(LineClass.TALK, LineClass.ORDER, LineClass.POLITE)
    first = next((" ".join(line.split()).strip(" .!*>").casefold() for line in said if line.strip()), "")
    first = _COURTESY.sub("", first)
    if _YES.fullmatch(first):
        return True
    return False if _NO.fullmatch(first) else None


def reply(mail: InboundMail, found: ReadMail, seat: Seat, number: int, settle: Settle) -> Outcome | None:
    """What becomes of a reply to a request; None if it was carried out and is settled with that."""
    held = InboundMail.objects.select_related("game").filter(pk=number, seat=seat).first()
    if held is not None and (wish := endings.waits(held)) is not None:
        return _reply_about_the_end(mail, found, seat, held, wish, settle)
    if held is None or held.state != InboundState.HELD:
        return Outcome(InboundState.IGNORED, "confirmed-before", seat)
    match said_in(found):
        case True:
            return Outcome(InboundState.DONE, "confirmed", seat, partial(confirm, held, BY))
        case False:
            effects = partial(_deny_by_mail, mail, held, seat)
            return Outcome(InboundState.DONE, "denied", seat, effects)
        case _:
            return Outcome(
                InboundState.IGNORED, "neither-yes-nor-no", seat, partial(_unclear, mail, seat, number)
            )


def confirm(held: InboundMail, who: str) -> bool:
    """The player wrote it: it is to be read as if it had not been held. Whether it was held until now."""
    return release(held, Released.PLAYER, who, Handling.CONFIRMED)


def release(held: InboundMail, by: Released, who: str, what: Handling) -> bool:
    """A held mail is to be carried out by a person's word."""
    with transaction.atomic():
        waiting = InboundMail.objects.filter(pk=held.pk, state=InboundState.HELD)
        if not waiting.update(state=InboundState.UNREAD, released=by, attempts=0):
            return False
        failpoint("confirmations.released")
        handling.note(held, who, what)
        failpoint("confirmations.noted")
        doorbell.ring_mail(held.pk)
    return True


def deny(held: InboundMail, who: str) -> bool:
    """Somebody else wrote it: it is never carried out, and what opens the seat is made anew. Whether
    it was held."""
    seat = held.seat
    assert seat is not None
    with transaction.atomic():
        waiting = InboundMail.objects.filter(pk=held.pk, state=InboundState.HELD)
        if not waiting.update(state=InboundState.IGNORED, reason="not-the-player"):
            return False
        failpoint("confirmations.refused")
        handling.note(held, who, Handling.DENIED)
        failpoint("confirmations.refusal_noted")
        seats.revoke(seat)
        failpoint("confirmations.revoked")
        seats.renew_link(seat)
        failpoint("confirmations.link_renewed")
        announce.game_master(
            seat.game,
            f"denied:{held.pk}",
            f"a mail for {seat.title} was not the player's",
            f"The player says that mail {held.pk}, which came to his reply address, is not his. Nothing in "
            "it was carried "
            "out; his reply addresses and his link were replaced.",
        )
    return True


def new_keys(seat: Seat) -> list[Block]:
    """What a player is told when what opens his seat was made anew, in the language spoken."""
    text = gettext(
        "Nothing in that mail was carried out, and the game master is told. Your old reply addresses and "
        "your old link open nothing any more. Reply to this mail from now on; your page is at"
    )
    return [Block(text), Block(seats.seat_link(seat), pre=True)]


def _deny_by_mail(mail: InboundMail, held: InboundMail, seat: Seat) -> None:
    held.seat = seat
    if deny(held, BY):
        subject = gettext("that mail was not yours: new reply address")
        replies.explain(mail, seat, seat.game, subject, new_keys(seat))


# the end of the game


def _reply_about_the_end(
    mail: InboundMail, found: ReadMail, seat: Seat, held: InboundMail, wish: Wish, settle: Settle
) -> Outcome | None:
    match said_in(found):
        case True:
            pass
        case False:
            return Outcome(InboundState.DONE, "not-meant", seat, partial(_not_meant, mail, seat, held))
        case _:
            return Outcome(
                InboundState.IGNORED, "neither-yes-nor-no", seat, partial(_unclear, mail, seat, held.pk)
            )

    def settle_with(said: Said) -> None:
        if said.closed is submissions.Status.BEING_PLAYED:
            answer = partial(not_carried_out.being_played, mail, seat)
            return settle(Outcome(InboundState.KEPT, not_carried_out.KEPT, seat, answer))
        endings.done(held, said)
        settle(Outcome(InboundState.DONE, "confirmed", seat, partial(_tell_of_the_end, mail, seat, said)))

    if confirm_end(held, seat, wish, BY, settle_with) is None:
        return Outcome(InboundState.IGNORED, "confirmed-before", seat)
    return None


def confirm_end(held: InboundMail, seat: Seat, wish: Wish, who: str, tell: Tell) -> Said | None:
    """The player means what his mail says about the end of the game; None if that was done before."""
    agreed = endings.agreed_to_surrender(seat)

    def noted(said: Said) -> None:
        handling.note(held, who, Handling.CONFIRMED)
        tell(said)

    return speak(seat, wish, endings.command_of(held, seat), noted, agreed)


def _tell_of_the_end(mail: InboundMail, seat: Seat, said: Said) -> None:
    subject = gettext("the game ends") if said.status is EndStatus.ENDS else endings.about(said.wish)
    replies.explain(mail, seat, seat.game, subject, [Block(endings.told(said, seat))], changed=True)


def drop_end(held: InboundMail, who: str) -> None:
    """What a mail says about the end of the game was not meant."""
    handling.note(held, who, Handling.DENIED)
    endings.drop(held)


def _not_meant(mail: InboundMail, seat: Seat, held: InboundMail) -> None:
    drop_end(held, BY)
    text = gettext(
        "Nothing is done, and nobody is told: the game goes on. If somebody else wrote that mail, NEW "
        "ADDRESS ends your reply addresses and brings new ones."
    )
    replies.explain(mail, seat, seat.game, gettext("the game goes on"), [Block(text)])


def _unclear(mail: InboundMail, seat: Seat, number: int) -> None:
    token = ReplyToken.objects.filter(
        seat=seat, purpose=Purpose.CONFIRM, question=number, revoked=None
    ).first()
    if token is None:
        return
    text = gettext(
        "Please reply with one line: CONFIRM if the mail that we hold is yours, NOT ME if it is not. It is "
        "still held."
    )
    replies.explain(
        mail,
        seat,
        seat.game,
        gettext("please answer CONFIRM or NOT ME"),
        [Block(text)],
        reply_to=seats.address_of(token),
    )

"""A mail to a seat's address for letters: a new letter, or the reply to one.

What reads as orders is not sent to another player by mistake: such a mail is held until its writer says
what he means.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext

from games.answers import brakes, replies
from games.answers.replies import Block
from games.gate import commands, correspondence, enclosed
from games.gate.orders import Mailed, Outcome
from games.letters import addressees, letters
from games.letters import text as letter_text
from games.letters.letters import Draft
from games.models import InboundMail, InboundState, Letter, LetterScope, Seat
from pbem.mail.headers import clean
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail

_TO = re.compile(
    r"^\s*(?P<anonymous>anonymous(?:ly)?\s+)?to\b:?\s+(?P<whom>\S.{0,79}?)\s*[:,]?\s*$", re.IGNORECASE
)
_REPLY = re.compile(r"^\s*(?:(?:re|aw|antw|sv|rif|r|fwd?|wg|tr|odp|vs)(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)
_ATTACHED = "attachment-used"
ORDERS_IN_A_LETTER = "orders-in-a-letter"


_SAID = (LineClass.TALK, LineClass.HEADING, LineClass.ORDER, LineClass.ASIDE)


def carry_out(mailed: Mailed, found: ReadMail, number: int) -> Outcome:
    """What becomes of a mail to the address for letters, of which ``found`` is all; ``number`` is the letter
    that it answers, 0 for a new one."""
    mail, seat = mailed.mail, mailed.seat
    if correspondence.answered_before(mail, seat):
        return Outcome(InboundState.IGNORED, "duplicate", seat)
    blocks = letter_text.blocks_in(found)
    words = letter_text.own_words(found)
    if mailed.asked and not blocks and not mailed.found.of(*_SAID):
        return Outcome(InboundState.DONE, "commands", seat, partial(_tell_commands, mailed))
    if correspondence.answers_an_answer(found, seat):
        return Outcome(InboundState.IGNORED, "nothing-new", seat)
    if not mailed.overrides and letters.times_written(seat, words) >= brakes.MOST_REPETITIONS:
        return Outcome(InboundState.HELD, "same-letter-again", seat, partial(_tell_of_repetition, mail, seat))
    if blocks:
        return Outcome(InboundState.DONE, "letter", seat, partial(_send_blocks, mail, seat, blocks, words))
    if _ATTACHED in found.warnings:
        return Outcome(InboundState.HELD, "letter-attached", seat, partial(_tell_of_attachment, mail, seat))
    meant = [*found.orders, *found.late_orders, *(line.order for line in found.aside)]
    orders = enclosed.order_lines(seat, meant)
    if not mailed.overrides and (orders or found.block is not None):
        answer = partial(_tell_of_orders, mail, seat, orders)
        return Outcome(InboundState.HELD, ORDERS_IN_A_LETTER, seat, answer)
    return Outcome(InboundState.DONE, "letter", seat, partial(_send, mail, found, seat, number, words))


def _send(mail: InboundMail, found: ReadMail, seat: Seat, number: int, words: str) -> None:
    answered = Letter.objects.select_related("writer", "answers").filter(pk=number).first()
    whom, anonymous, text = ("", False, words) if answered else _addressee(found.headers.subject, words, seat)
    key = enclosed.key_of(mail, seat, 0, words)
    draft = Draft(seat, whom, text, key, anonymous=anonymous, answers=answered, mail=mail)
    written = letters.write(draft)
    _tell(mail, seat, [enclosed.said_of(written)])


def _addressee(subject: str, words: str, seat: Seat) -> tuple[str, bool, str]:
    """(the addressee, whether the writer gives no name, the letter) as the first line of a new letter says
    it, TO ALL, or its subject. A subject that is neither a reply nor an addressee begins the letter."""
    first, _, rest = words.partition("\n")
    if match := _TO.match(first):
        return match["whom"], bool(match["anonymous"]), rest
    subject = clean(subject, 100)
    named = _TO.match(subject)
    for whom in (named["whom"] if named else "", subject):
        known = addressees.is_game_master(whom) or (
            whom and addressees.addressee_of(whom, seat).scope != LetterScope.NOBODY
        )
        if known:
            return whom, bool(named and named["anonymous"]), words
    if not subject or _REPLY.match(subject) or subject.startswith("["):
        return "", False, words
    return "", False, f"{subject}\n\n{words}"


def _send_blocks(mail: InboundMail, seat: Seat, blocks: Sequence[letter_text.Block], words: str) -> None:
    told = enclosed.send(blocks, mail, seat)
    if words.strip():
        told.append(enclosed.returned(gettext("This stood outside of PRESS TO and END PRESS."), words))
    _tell(mail, seat, told)


def _tell(mail: InboundMail, seat: Seat, told: Sequence[Block]) -> None:
    """The receipt, left out where the player wants none and there is nothing to mend."""
    if seat.quiet and not any(block.title for block in told):
        return
    returned = any(block.title for block in told)
    subject = gettext("your letter was not sent") if returned else gettext("your letter")
    replies.explain(mail, seat, seat.game, subject, told)


def _tell_commands(mailed: Mailed) -> None:
    if told := commands.carry_out(mailed.asked, mailed.mail, mailed.seat):
        about = commands.subject(mailed.asked)
        replies.explain(mailed.mail, mailed.seat, mailed.seat.game, about, told)


def _tell_of_orders(mail: InboundMail, seat: Seat, orders: Sequence[str]) -> None:
    shown = "\n".join(f"> {clean(line, 68)}" for line in orders[:20]) or "> #ORDERS"
    blocks = [
        Block(
            gettext(
                "Your mail came to the address for letters to other players, but these lines in it read as "
                "orders. So nothing was sent to anybody, and nothing carried out."
            )
        ),
        Block(shown, pre=True),
        Block(
            gettext(
                "If they are orders: send them once more as a reply to this mail, which goes to the umpire "
                "alone. If it is a letter: send it once more with a line PRESS TO and its addressee above "
                "and a line END PRESS below."
            )
        ),
    ]
    replies.explain(mail, seat, seat.game, gettext("orders or a letter? nothing was sent"), blocks)


def _tell_of_repetition(mail: InboundMail, seat: Seat) -> None:
    text = gettext(
        "You have sent letters of just these words several times today, so this one was not sent: perhaps a "
        "machine writes them. If you mean it, say it in other words."
    )
    replies.explain(mail, seat, seat.game, gettext("the same letter once more, not sent"), [Block(text)])


def _tell_of_attachment(mail: InboundMail, seat: Seat) -> None:
    text = gettext(
        "The words of your letter were in an attached file, and no attachment goes to another player. "
        "Nothing was sent. Please write the letter into the mail itself."
    )
    subject = gettext("your letter was in an attachment, not sent")
    replies.explain(mail, seat, seat.game, subject, [Block(text)])

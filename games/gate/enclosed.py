"""Letters that stand in any mail of a player, from a line PRESS TO somebody to a line END PRESS.

Words that read as orders are not sent to another player by mistake: without its END PRESS such a letter goes
back, and the words in it are no orders either.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext

from games.answers.replies import Block
from games.clockwork.failpoints import failpoint
from games.letters import letters
from games.letters import text as letter_text
from games.letters.letters import Draft
from games.models import GameState, InboundMail, Letter, LetterState, Seat
from games.record import eventlog
from games.reports.layout import wrapped
from pbem.mail.headers import clean
from pbem.mail.reader import ReadMail
from rules import engine

MOST = 5  # of a mail
_ORDERS = (engine.Verdict.OK, engine.Verdict.NOTE, engine.Verdict.ILLEGAL)


def send(blocks: Sequence[letter_text.Block], mail: InboundMail, seat: Seat) -> list[Block]:
    """Take the letters of a mail, inside the transaction that settles it; what is said to each."""
    told = [_one(block, n, mail, seat) for n, block in enumerate(blocks[:MOST])]
    told += [_left_out(block) for block in blocks[MOST:]]
    if blocks:
        failpoint("enclosed.done")
    return told


def _one(block: letter_text.Block, number: int, mail: InboundMail, seat: Seat) -> Block:
    if not block.closed and (orders := order_lines(seat, block.text.split("\n"))):
        told = gettext(
            'Your letter to {whom} has no END PRESS, and words below it read as orders, such as "{order}". '
            "So nothing of it was sent, and nothing carried out. Please send both once more, with END PRESS "
            "in a line of its own below the letter."
        ).format(whom=clean(block.whom, 60), order=orders[0])
        return returned(told, block.text)
    key = key_of(mail, seat, number, f"{block.whom}\n{block.anonymous}\n{block.text}")
    draft = Draft(seat, block.whom, block.text, key, anonymous=block.anonymous, mail=mail)
    return said_of(letters.write(draft))


def _left_out(block: letter_text.Block) -> Block:
    told = gettext("A mail carries at most {most} letters; the one to {whom} was not sent.")
    return returned(told.format(most=MOST, whom=clean(block.whom, 60)), block.text)


def said_of(letter: Letter) -> Block:
    """What the writer is told of a letter; one that was not sent comes back with all its words."""
    told = letters.told(letter)
    return returned(told, letter.text) if letter.state == LetterState.RETURNED else Block(told)


def returned(told: str, text: str) -> Block:
    """Words that were not sent, quoted, so that an echo of them asks for nothing."""
    shown = letter_text.told(letter_text.cleaned(text))
    words = "\n".join(f"> {line}".rstrip() for line in shown.split("\n"))
    reason = "\n".join(wrapped(told))
    title = gettext("Your letter, not sent")
    return Block(f"{reason}\n\n{words[: 2 * letter_text.MOST_BYTES]}", title, pre=True)


def key_of(mail: InboundMail, seat: Seat, number: int, said: str) -> str:
    """The same letter of the same mail, by whatever ways it arrives."""
    digest = hashlib.sha256(f"{mail.message_id}\n{number}\n{said}".encode(errors="replace")).hexdigest()
    return f"mail:{seat.pk}:{digest[:32]}"


def was_a_letter(found: ReadMail, seat: Seat) -> bool:
    """Whether a mail for the umpire says just what its sender wrote to another player today, without an order
    or a question in it: a machine that answers everything, our receipts too."""
    if not letters.has_written(seat) or any(engine.only_asks(line) for line in found.orders):
        return False
    words = letter_text.own_words(found)
    again = bool(words) and letters.times_written(seat, words) > 0
    return again and not order_lines(seat, [*found.orders, *found.late_orders])


def order_lines(seat: Seat, lines: Iterable[str]) -> list[str]:
    """The lines that are orders which the seat could give now; none when there is nothing to give away."""
    written = [clean(line, 300) for line in lines if line.strip()]
    if not written or seat.game.state in (GameState.OPEN, GameState.OVER, GameState.MOVED):
        return []
    battle = eventlog.load(seat.game_id, seat.game.seen_version).battle
    reading = engine.read_orders(battle, seat.name, written[:500])
    return [line.line for line in reading.lines if line.verdict in _ORDERS]

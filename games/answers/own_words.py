"""A player's own words that are no orders, shown to him: as talk beside his orders, or in a short answer
where he wrote none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.translation import gettext

from games.answers import asked_beside, brakes, mail_words, repeats, replies
from games.answers.replies import Block
from games.models import Game, InboundMail, Seat
from games.reports import words
from pbem.mail.headers import clean
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail
from rules import engine

MOST_LINES = 6
WIDTH = 68
_OWN = (LineClass.TALK, LineClass.HEADING, LineClass.POLITE, LineClass.SIGNATURE, LineClass.ORDER)
_SAYS_NOTHING = re.compile(r"[\W_]*")
_ASKS = re.compile(r"[?？؟][\s!?.)]{0,8}$")
_NUMBER = re.compile(r"\d+")


def talk(found: ReadMail, reading: engine.Reading | None) -> list[str]:
    """The lines taken for talk, in the order of the mail: by the post office, or by whoever read them as
    orders (all of them if nobody did)."""
    lines = () if reading is None else reading.lines
    silent = (engine.Verdict.TALK, engine.Verdict.COMMENT)
    answered = {line.line.strip() for line in lines if line.verdict not in silent}
    taken = set(found.orders) if reading is None else set(reading.talk)
    own = [
        line.text.strip()
        for line in found.lines
        if line.kind in _OWN and (line.kind is not LineClass.ORDER or line.text.strip() in taken)
    ]
    return [line for line in own if line not in answered and not _SAYS_NOTHING.fullmatch(line)]


def talk_block(lines: Sequence[str]) -> list[Block]:
    """One short block; none where nothing was said. Beside a question it says what can be asked."""
    title = gettext("Taken as talk, not as orders")
    shown = [Block(_quoted(lines), title, pre=True, quotes=True)] if lines else []
    return [*shown, Block(what_can_be_asked())] if any(map(asks, lines)) else shown


def questions_block(lines: Sequence[str]) -> list[Block]:
    """Questions that nobody here answers, and what can be asked."""
    return [Block(_quoted(lines), gettext("Asked"), pre=True, quotes=True), Block(what_can_be_asked())]


def asks(line: str) -> bool:
    """Whether a line ends as a question does."""
    return bool(_ASKS.search(line))


def what_can_be_asked() -> str:
    """What to write in place of a question that nobody here can answer."""
    return gettext(
        "A question like this is not answered here. TRY before an order tells what it would do and how "
        "likely it is, STATUS how everybody stands, HELP what can be ordered, TABLE and MAP show tables and "
        "board; PRESS TO GM brings a question to the game master."
    )


def _quoted(lines: Sequence[str]) -> str:
    shown = [f"> {clean(line, WIDTH)}" for line in lines[:MOST_LINES]]
    left = len(lines) - len(shown)
    return "\n".join(
        [*shown, "  " + gettext("and {left}").format(left=words.more_lines(left))] if left else shown
    )


def wrote_no_order(reading: engine.Reading | None) -> bool:
    """Whether nothing in a mail was an order, a command or meant as one."""
    silent = (engine.Verdict.TALK, engine.Verdict.COMMENT)
    return reading is not None and not reading.commands and all(x.verdict in silent for x in reading.lines)


def tell_no_order(
    mail: InboundMail,
    seat: Seat,
    game: Game,
    battle: engine.Table,
    found: ReadMail,
    besides: Sequence[Block] = (),
    reply_to: str = "",
) -> None:
    """The short answer to a mail without any order: his own words, what to do, and help for this battle."""
    own = talk(found, None)
    text = gettext(
        "There was no order in your mail, and what you had filed before stands as it was; to order "
        "something, reply with one order on each line, such as these:"
    )
    blocks = [
        *([Block(_quoted(own), pre=True)] if own else []),
        *besides,
        *([Block(what_can_be_asked())] if any(map(asks, own)) else []),
        Block(text),
        Block(asked_beside.short_help(battle, seat.name), pre=True),
        *(
            [Block(gettext("Nothing that you ordered before could be ordered now."))]
            if repeats.asks(own)
            else []
        ),
        *map(Block, mail_words.warnings(found)),
    ]
    subject = gettext("no orders found in your mail")
    said = brakes.fingerprint(subject, [_NUMBER.sub("", line) for line in own])
    replies.owe(mail, seat, game, subject, "answer", {"extras": blocks}, said=said, reply_to=reply_to)

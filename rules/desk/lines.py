"""What a line of a mail is before it is an order: a command to the desk, the end of the orders,
or a remark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

import msgspec

from rules.desk.looks import look_in
from rules.desk.questions import question_in
from rules.orders.text import plain, written

COMMANDS = ("help", "test", "status", "report", "clear", "try", "final", "ask", "salt", "language")

# other words for the same; the words that may follow are part of them
_ALIASES = {"check": "try", "show": "status"}
_ONLY_ASK = frozenset({"help", "test", "status", "report"})
LOOK = "look"  # no word of anybody's: a question about how things stand
_HOLDS_NOTHING = _ONLY_ASK | {"try", "final", "language", LOOK}

_HARD_ENDS = frozenset({"end", "end of orders", "stop", "quit", "over", "over and out"})
_SOFT_ENDS = re.compile(
    r"(thanks|thank you|many thanks|thx|cheers|regards|(best|kind|warm|many) (regards|wishes)|all the "
    r"best|best|yours|sincerely|bye|good luck|sent from my|danke|viele "
    r"grusse|gruss|grusse|mfg|merci|cordialement|bien a|grazie|saluti|ciao|gracias|saludos|un "
    r"saludo|obrigado|hilsen|groeten|pozdrawiam)\b"
)
_GOES_ON = re.compile(r"\\\s*$|\w\s*[+&]\s*$")
_SIGN_OFF_WORDS = 6
_LITTLE = 2  # words behind a command


class Command(msgspec.Struct, frozen=True):
    """A command alone on its line: ``word`` of COMMANDS, and what follows it as written; ``asked``: it is a
    question in other words, and ``may_be_meant``: perhaps an order put as one."""

    word: str
    rest: str
    position: int
    asked: bool = False
    may_be_meant: bool = False


class End(StrEnum):
    """Words that end the orders: for certain, or only where orders came before."""

    HARD = "hard"
    SOFT = "soft"


def command_in(line: str) -> Command | None:
    """HELP, STATUS (SHOW ORDERS), REPORT, FINAL, CLEAR, ASK, SALT, LANGUAGE or TRY (CHECK) at the
    beginning of a line; and a question that TRY answers, or a look at the board."""
    words = written(line).words
    if not words:
        return None
    if look_in(line) is not None:
        return Command(LOOK, line, -1, asked=True)
    question = question_in(line)
    if question is not None and question.order:
        return Command("try", question.order, -1, True, question.may_be_meant)
    word = _ALIASES.get(words[0].plain, words[0].plain)
    if word not in COMMANDS or (words[0].plain == "show" and [w.plain for w in words[1:]] != ["orders"]):
        return None
    if word in ("status", "report", "final") and len(words) > 2:
        return None
    rest = line[words[1].position :].strip() if len(words) > 1 else ""
    return Command(word, rest, words[0].position)


def only_asks(line: str) -> bool:
    """Whether a line is a command that changes nothing, whoever gives it."""
    command = command_in(line)
    return command is not None and command.word in _ONLY_ASK


def is_final(line: str) -> bool:
    """Whether a line says that the phase need not wait for anything more of this player."""
    command = command_in(line)
    return command is not None and command.word == "final"


def asks(line: str) -> bool:
    """Whether a line chooses what one is asked for."""
    command = command_in(line)
    return command is not None and command.word == "ask"


def is_command(line: str) -> bool:
    """Whether a line is a command and little else, so that it means the same wherever it stands in a mail,
    or a question."""
    command = command_in(line)
    return command is not None and (command.asked or len(command.rest.split()) <= _LITTLE)


def alters_what_follows(line: str) -> bool:
    """Whether a line is TRY or CLEAR, so that it matters whether an order stands above or below it."""
    command = command_in(line)
    return command is not None and command.word in ("try", "clear") and not command.asked


def tries(line: str) -> bool:
    """Whether a line is TRY, so that nothing below it is kept."""
    command = command_in(line)
    return command is not None and command.word == "try" and not command.asked


def holds_nothing(line: str) -> bool:
    """Whether a line is a command for which no phase waits, wherever it stands in a mail."""
    command = command_in(line)
    return command is not None and command.word in _HOLDS_NOTHING


def end_in(line: str) -> End | None:
    """Whether a line ends the orders."""
    text = line.strip()
    if len(text) > 80:
        return None
    if text.casefold().replace(" ", "") == "#end":
        return End.HARD
    if text in ("--", "-- "):
        return End.SOFT
    words = " ".join(re.findall(r"[a-z']+", plain(text)))
    if words in _HARD_ENDS:
        return End.HARD
    if len(words.split()) <= _SIGN_OFF_WORDS and _SOFT_ENDS.match(words):
        return End.SOFT
    return None


def is_remark(line: str) -> bool:
    """A blank line, a comment, or a line quoted from an earlier mail."""
    text = line.strip()
    return text.startswith((">", "//", "/*", "<!--")) or written(line).is_blank


def continued(lines: Sequence[str]) -> list[str]:
    """Lines that end with a backslash, or with a sign behind which another name stands, joined with the
    next."""
    joined: list[str] = []
    held = ""
    for line in lines:
        line = line.rstrip("\r\n")
        if _GOES_ON.search(line) and not is_remark(line) and len(held) < 2000:
            held += line.rstrip().removesuffix("\\") + " "
            continue
        joined.append(held + line)
        held = ""
    return [*joined, held] if held else joined

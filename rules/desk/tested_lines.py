"""TEST in a mail: which standing orders the player wants to see at work in the last phase of the enemy."""

from __future__ import annotations

from rules.core.language import english, say
from rules.desk.answers import illegal, in_trouble
from rules.desk.check import check
from rules.desk.desk import Desk
from rules.desk.lines import Command
from rules.desk.reading import LineReading, Verdict
from rules.orders.lexicon import Lexicon
from rules.orders.parser import print_order, read_line
from rules.orders.trouble import Code, Trouble

_ALL = ("", "all", "orders", "standing", "standing orders", "my orders", "contracts")
_NOT_STANDING = english(
    "TEST is for standing orders, which answer the enemy; TRY tells what an order of the phase would do."
)


def read_test(desk: Desk, lexicon: Lexicon, line: str, command: Command) -> tuple[LineReading, list[str]]:
    """The answer to a TEST, and the standing orders written behind it; none where all that stand are meant.
    Nothing of it is filed."""
    if " ".join(command.rest.lower().split()).rstrip(".!?") in _ALL:
        return LineReading(
            line, Verdict.COMMAND, (say("What your standing orders would have done is told below."),)
        ), []
    tested: list[str] = []
    for part in read_line(" " * (len(line) - len(command.rest)) + command.rest, lexicon):
        if part.trouble is not None:
            return in_trouble(line, part.trouble), []
        if part.order is None or not part.order.standing:
            return in_trouble(line, Trouble(Code.EXPECTED, _NOT_STANDING, part.start)), []
        checked = check(desk, part.order)
        if checked.refused:
            return illegal(line, part, checked), []
        tested.append(print_order(part.order, lexicon))
    message = (say("Only tested, not kept."), say("Read as {tested}.", tested="; ".join(tested)))
    return LineReading(line, Verdict.COMMAND, message), tested

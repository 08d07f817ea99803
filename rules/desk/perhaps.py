"""What a mail's unread lines were perhaps meant for: each guess is read like a mail of its own behind that
mail, and told only if it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from rules.desk.answers import is_bad
from rules.desk.draft import Draft
from rules.desk.reading import Gathered, LineReading, Reading, Verdict
from rules.desk.sheet import Slot, slots_of
from rules.desk.speech.company import Company
from rules.desk.speech.gathered import gathered
from rules.desk.speech.guess_words import TURNING, may_turn
from rules.desk.speech.guessed import guessed
from rules.desk.speech.sentences import takes_back
from rules.desk.speech.turning import turns_round
from rules.orders.lexicon import Lexicon
from rules.orders.own_groups import groups_in, is_group
from rules.orders.parser import parse
from rules.orders.text import written
from rules.orders.trouble import Code, Trouble
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import SeatId

MOST_LINES = 8  # of a mail that are guessed at as a whole, and clause by clause
MOST_ORDERS = 6  # of one line
_ASKED = "? "  # behind what is asked for: "could you have Odo go to 0815?"
_READ_NOWHERE = (Code.AFTER_END, Code.TOO_MANY, Code.TOO_LONG)


class Reads(Protocol):
    """Reads the lines of a seat."""

    def __call__(
        self, battle: Battle, rules: Ruleset, seat: SeatId, lines: Sequence[str], /, *, guessing: bool
    ) -> Reading: ...


def with_guesses(mail: Draft, lines: Sequence[str], reading: Reading, read: Reads) -> Reading:
    """The answer to a mail with what was perhaps meant by the lines that could not be understood.
    ``read``: reads others."""
    unread = [at for at, line in enumerate(reading.lines) if _may_be_guessed(line)]
    if not unread:
        return reading
    battle, seat, lexicon = mail.battle, mail.seat, mail.lexicon
    behind = battle.copy()
    behind.sheets = {**battle.sheets, seat: reading.orders}
    behind.standing = {**battle.standing, seat: reading.standing}
    papers = [line for line in reading.standing if is_group(line)]
    company = Company(battle, seat, lexicon, groups_in(papers, lexicon))

    def again(texts: Sequence[str]) -> Reading:
        return read(behind, mail.rules, seat, texts, guessing=False)

    def to_the_letter(text: str) -> tuple[str, ...]:
        return _standing(again([text]))

    def by_gist(text: str) -> tuple[str, ...]:
        orders = guessed(battle, lexicon, company, text, turning=TURNING)
        return _standing(again(orders)) if orders else ()

    found: dict[int, tuple[str, ...]] = {}
    left: dict[int, tuple[str, ...]] = {}
    tried = cut = 0
    for at in unread:
        line = reading.lines[at].line.rstrip()
        if not _is_apart(line, lines) or turns_round(written(line).words):
            continue
        orders, untold = mail.perhaps.get(line) or (guessed(battle, lexicon, company, line), ())
        if len(orders) > MOST_ORDERS:
            continue
        stand: tuple[str, ...] = ()
        if (orders or line.endswith("?")) and tried < MOST_LINES:
            tried += 1
            stand, left[at] = _tried(line, Gathered(orders, untold), again)
        if not stand and cut < MOST_LINES:
            cut += 1
            stand, left[at] = gathered(line, lexicon, to_the_letter, by_gist)
        if not stand or len(stand) > MOST_ORDERS or _is_taken_back(reading.lines[at + 1 :], stand, lexicon):
            continue
        if not set(stand) <= {*reading.orders, *reading.standing}:
            found[at] = stand
    while found and (wrong := _refused(found, again)):
        found = {at: orders for at, orders in found.items() if at not in wrong}
    answers = list(reading.lines)
    for at, orders in found.items():
        answers[at] = msgspec.structs.replace(answers[at], guesses=orders, left_out=left.get(at, ()))
    return msgspec.structs.replace(reading, lines=tuple(answers))


def _tried(line: str, meant: Gathered, again: Callable[[Sequence[str]], Reading]) -> Gathered:
    """What a line asks for, else what it was perhaps meant for, if that stands."""
    if line.endswith("?") and (stand := _standing(again([line.rstrip(_ASKED)]))):
        return Gathered(stand, ())
    return Gathered(_standing(again(meant.orders)) if meant.orders else (), meant.left_out)


def _may_be_guessed(line: LineReading) -> bool:
    understood = line.verdict is not Verdict.UNREADABLE or line.asked
    return not understood and line.code not in _READ_NOWHERE


def _is_apart(line: str, lines: Sequence[str]) -> bool:
    """Whether nothing that stands beside a part of a line can turn it round."""
    said = " ".join(line.split())
    whole = [" ".join(one.split()) for one in lines]
    if said in whole:
        return True
    around = [one for one in whole if said in one]
    return bool(around) and not any(may_turn(one) for one in around)


def _is_taken_back(below: Sequence[LineReading], orders: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether the mail says further down what else these men are to do, or the next line that it is wrong."""
    silent = (Verdict.TALK, Verdict.UNREADABLE)
    if below and below[0].verdict in silent and takes_back(written(below[0].line).words):
        return True
    later = [text for line in below for text in line.canonical.split("; ") if text]
    return bool(_slots(orders, lexicon) & _slots(later, lexicon))


def _slots(texts: Sequence[str], lexicon: Lexicon) -> frozenset[Slot]:
    orders = [parse(text, lexicon) for text in texts]
    return frozenset(slot for order in orders if not isinstance(order, Trouble) for slot in slots_of(order))


def _standing(reading: Reading) -> tuple[str, ...]:
    """The orders in their own spelling, if all of them stand."""
    if any(is_bad(line) or not line.canonical for line in reading.lines):
        return ()
    return tuple(dict.fromkeys(text for line in reading.lines for text in line.canonical.split("; ")))


def _refused(found: dict[int, tuple[str, ...]], again: Callable[[Sequence[str]], Reading]) -> set[int]:
    """Those that do not stand beside the others, in the spelling in which they are shown."""
    texts = [text for orders in found.values() for text in orders]
    reading = again(texts)
    stand = {line.line for line in reading.lines if line.canonical == line.line and not line.barred}
    stand &= {*reading.orders, *reading.standing}
    return {at for at, orders in found.items() if not set(orders) <= stand}

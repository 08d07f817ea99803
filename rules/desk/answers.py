"""Answers to lines: how trouble is put, how several orders of one line, or the same line again,
become one answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from rules.core.language import say, translated
from rules.desk.checked import Checked
from rules.desk.lines import Command
from rules.desk.reading import LineReading, Verdict
from rules.orders.parser import Part
from rules.orders.trouble import Code, Trouble, listed

_KNOWN_BUT_FOR = (Code.NAME, Code.HEX)
"""What an order lacks that is a question's answer: there is no such hex."""


def once_each(answers: Sequence[LineReading]) -> list[LineReading]:
    """The answers, with one for all lines that say the same and stand as the same order: the last,
    which counts."""
    same: dict[tuple[str, str], list[int]] = {}
    for index, answer in enumerate(answers):
        if answer.canonical:
            said = " ".join(answer.line.casefold().split())
            same.setdefault((said, answer.canonical), []).append(index)
    times = {found[-1]: len(found) for found in same.values() if len(found) > 1}
    gone = {index for found in same.values() for index in found[:-1]}
    told = []
    for index, answer in enumerate(answers):
        if index in times:
            message = (say("Written {time} times; it counts once.", time=times[index]), *answer.message)
            answer = msgspec.structs.replace(answer, message=message)
        if index not in gone:
            told.append(answer)
    return told


def are_apart(answers: list[LineReading]) -> bool:
    """Whether the orders of one line are answered one by one: where one of several is bad."""
    return len(answers) > 1 and any(is_bad(a) for a in answers)


def is_bad(answer: LineReading) -> bool:
    return answer.verdict in (Verdict.AMBIGUOUS, Verdict.UNREADABLE, Verdict.ILLEGAL)


def stands_above(answers: Sequence[LineReading]) -> bool:
    """Whether the line right above became an order that stands."""
    above = next((answer for answer in reversed(answers) if answer.verdict is not Verdict.COMMENT), None)
    return above is not None and bool(above.canonical) and not is_bad(above)


def in_trouble(line: str, trouble: Trouble) -> LineReading:
    if trouble.ambiguous:
        verdict = Verdict.AMBIGUOUS
    else:
        verdict = Verdict.ILLEGAL if trouble.code.value.startswith("E-3") else Verdict.UNREADABLE
    instead = trouble.code is Code.NOT_YOUR_PHASE and bool(trouble.suggestion)  # an order that fits it
    message = translated(trouble.message)
    message = message[:1].upper() + message[1:]
    if not message.endswith((".", "?")):
        message += "."
    return LineReading(
        line,
        verdict,
        (message,),
        code=trouble.code.value,
        position=trouble.position,
        suggestion=trouble.suggestion,
        guesses=(trouble.suggestion,) if instead else (),
    )


def as_tried(answers: Sequence[LineReading], line: str, text: str, command: Command) -> list[LineReading]:
    """The answers to an order that was only tried, told at the line as it was written. To a question it is no
    trouble if something cannot be done; what could not be read is a question that no trial answers."""
    told = []
    for answer in answers:
        if answer.line == text:
            answer = msgspec.structs.replace(answer, line=line)
        if not is_bad(answer):
            message = (say("Only tried, not kept."), *answer.message)
            meant = tuple(answer.canonical.split("; ")) if command.may_be_meant and answer.canonical else ()
            answer = msgspec.structs.replace(answer, message=message, guesses=meant)
        elif command.asked and answer.verdict is Verdict.UNREADABLE and answer.code not in _KNOWN_BUT_FOR:
            answer = LineReading(line, Verdict.TALK)
        elif command.asked:
            message = (say("Not as things are."), *answer.message)
            answer = LineReading(answer.line, Verdict.COMMAND, message, answer.rule, asked=True)
        told.append(answer)
    if command.asked and any(answer.verdict is Verdict.TALK for answer in told):
        return [LineReading(line, Verdict.TALK)]
    return told


def illegal(line: str, part: Part, checked: Checked) -> LineReading:
    return LineReading(
        line,
        Verdict.ILLEGAL,
        (*map(translated, part.notes), *checked.message),
        rule=checked.rule,
        code=checked.code,
        position=part.start,
        suggestion=checked.suggestion,
    )


def cut(answer: LineReading, line: str, part: Part) -> LineReading:
    """The answer to one order of a line where another one is bad: shown with its own words."""
    return LineReading(
        line[part.start : part.end].strip() or line,
        answer.verdict,
        answer.message,
        rule=answer.rule,
        code=answer.code,
        canonical=answer.canonical,
        position=max(answer.position - part.start, 0) if answer.position >= 0 else -1,
        suggestion=answer.suggestion,
        details=answer.details,
        barred=answer.barred,
        warned=answer.warned,
        gist=answer.gist,
    )


class Spoken(NamedTuple):
    """Of whom an answer to one of a group speaks, and what it says of the reading of his line."""

    names: tuple[str, ...]
    notes: tuple[str, ...]


def alike(
    line: str, answers: Sequence[LineReading], told: Sequence[str], whose: Sequence[Spoken]
) -> list[LineReading]:
    """The answers to the men of a group: those to whom the same is said, in one; the others each for himself.
    What cannot be is said with the names of those for whom it cannot. ``told``: what the first says besides;
    ``whose``: of whom each answer speaks."""
    rest = msgspec.structs.replace(answers[0], message=tuple(m for m in answers[0].message if m not in told))
    found: list[list[tuple[LineReading, Spoken]]] = []
    for answer, spoken in zip((rest, *answers[1:]), whose, strict=True):
        same = next((group for group in found if _says_the_same(group[0][0], answer)), None)
        if same is None:
            found.append([(answer, spoken)])
        else:
            same.append((answer, spoken))
    one = [_for_all([answer for answer, _ in group]) for group in found]
    for n, group in enumerate(found):
        if len(answers) > 1 and is_bad(one[n]) and (n == 0 or len(group) > 1):
            names = dict.fromkeys(name for _, spoken in group for name in spoken.names)
            one[n] = _named(one[n], list(names), group[0][1].notes)
    first = msgspec.structs.replace(one[0], line=line)
    return [msgspec.structs.replace(first, message=(*told, *first.message)), *one[1:]]


def _named(answer: LineReading, names: list[str], notes: Sequence[str]) -> LineReading:
    """What cannot be, with the names of those for whom it cannot, behind what is said of the reading."""
    at = next((n for n, told in enumerate(answer.message) if told not in notes), -1)
    if at < 0 or not names or (len(names) == 1 and names[0] in answer.message[at]):
        return answer
    about = f"{listed(names, 'and')}: {answer.message[at]}"
    return msgspec.structs.replace(answer, message=(*answer.message[:at], about, *answer.message[at + 1 :]))


def _says_the_same(one: LineReading, other: LineReading) -> bool:
    if is_bad(one) and is_bad(other):
        return (one.verdict, one.message, one.code) == (other.verdict, other.message, other.code)
    if one.verdict is not Verdict.OK or other.verdict is not Verdict.OK or one.details:
        return False
    if one.canonical.endswith(" stay") and other.canonical.endswith(" stay"):
        return not other.details
    return (one.verdict, one.message, one.rule, one.details) == (
        other.verdict,
        other.message,
        other.rule,
        other.details,
    )


def _for_all(group: Sequence[LineReading]) -> LineReading:
    return msgspec.structs.replace(
        group[0],
        message=tuple(dict.fromkeys(message for answer in group for message in answer.message)),
        canonical="; ".join(answer.canonical for answer in group if answer.canonical),
        gist="; ".join(dict.fromkeys(answer.gist for answer in group if answer.gist)),
    )


def as_one(line: str, answers: list[LineReading]) -> LineReading:
    """The answers to all orders of a line as one."""
    if len(answers) == 1:
        return answers[0]
    noted = any(a.verdict is Verdict.NOTE for a in answers)
    return LineReading(
        line,
        Verdict.NOTE if noted else Verdict.OK,
        tuple(m for a in answers for m in a.message),
        rule=next((a.rule for a in answers if a.rule), ""),
        canonical="; ".join(a.canonical for a in answers if a.canonical),
        details=tuple(d for a in answers for d in a.details),
        barred=any(a.barred for a in answers),
        warned=answers[0].warned,
        again=all(a.again for a in answers),
        gist="; ".join(a.gist for a in answers if a.gist),
    )

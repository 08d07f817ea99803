"""The lines of a mail with what is said to each: read so, noted, or to be mended."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec
from django.utils.translation import gettext, ngettext

from games.answers import bounds
from games.reports import words
from games.reports.layout import wrapped
from pbem.mail.headers import clean
from rules import engine

MOST_LINES = 60  # of text, and of orders that are sure of an answer
LEAST_DETAILS = 3  # lines; for less it is not worth beginning
LONGEST_BRIEFLY = 60  # letters of a line that is shown for what is offered in its place
LEFT_OUT = 3  # lines that tell what is left out
MOST_UNREADABLE = 10  # of those that are more than one can have meant
UNREADABLE_WITHOUT_SUCCESS = 5
SILENT = (engine.Verdict.COMMENT, engine.Verdict.TALK)
_UNSAID = frozenset(("safest", "enemy", "adjacent"))
"""What is so without being said: the way of a move is told, and nobody shoots at or attacks others."""
TO_MEND = (engine.Verdict.AMBIGUOUS, engine.Verdict.UNREADABLE, engine.Verdict.ILLEGAL)


class Answered(msgspec.Struct, frozen=True):
    """One line of the transcript as it is shown: the line, the verdict's word and colour, what is said to it,
    and the ``details`` of what was tried, a line each. ``first`` is the first sentence of what is said,
    ``order`` what it became; ``otherwise``: that is not as it was written; ``brief``: all on one line;
    ``offers``: it shows an order that may be accepted; ``warned``: the first sentence is a warning; ``gist``:
    what is said in a few words; ``again``: it stood already."""

    line: str
    word: str
    mark: str
    said: str
    rule: str = ""
    details: tuple[str, ...] = ()
    first: str = ""
    order: str = ""
    otherwise: bool = False
    brief: bool = False
    offers: bool = False
    warned: bool = False
    gist: str = ""
    again: bool = False

    @property
    def rank(self) -> int:
        """What offers an order is never left out. What is to be mended is shown before what is noted, perhaps
        because it cannot be done, that before what was read otherwise than written, that before the rest,
        and last what stood already before the mail."""
        if self.offers:
            return -1
        if self.mark == "mend":
            return 0
        if self.mark == "note" or self.warned:
            return 1
        return 4 if self.again else 2 if self.otherwise else 3

    @property
    def to_the_point(self) -> str:
        """What is said where not all can be: of a line that simply stands its first sentence, behind a
        warning what else matters."""
        if self.mark != "ok":
            return self.said
        gist = f"{self.gist}." if self.warned and self.gist else ""
        return f"{self.first} {gist}".strip()

    @property
    def at_least(self) -> str:
        """What is said in the shortest answer: why something is to be mended or noted, else how it was
        read, and what matters of it."""
        if self.mark != "ok" or self.warned or self.offers:
            return self.first
        read = gettext("read as {order}").format(order=self.order) if self.otherwise else ""
        return ": ".join(told for told in (read, self.gist) if told)


class Answers(NamedTuple):
    """What is said to the lines of a mail, and how many that could not be read are too many to be worth an
    answer."""

    said: list[Answered]
    dropped: int = 0


def answers(reading: engine.Reading) -> Answers:
    """All answers to the lines of a mail, in the language spoken."""
    lines = [
        line
        for line in reading.lines
        if line.verdict not in SILENT and (line.verdict is not engine.Verdict.COMMAND or line.message)
    ]
    unreadable = [line for line in lines if line.verdict is engine.Verdict.UNREADABLE and not line.guesses]
    if len(unreadable) <= MOST_LINES:
        return Answers([_answered(line) for line in lines])
    most = MOST_UNREADABLE if reading.accepted else UNREADABLE_WITHOUT_SUCCESS
    surplus = {id(line) for line in unreadable[most:]}
    return Answers([_answered(line) for line in lines if id(line) not in surplus], len(surplus))


def of(answers: Answers, room: int = MOST_LINES, page: str = "") -> tuple[list[Answered], str]:
    """(what is said to each line that needs an answer, as far as there is room for it in lines of text; a
    closing remark when something was left out). First go the details of what was tried, those of the last
    line before the others, then what else is said to lines that stand, beginning with those that stood
    already; then answers become a line each; lines to be mended are never left out before those that stand.
    ``page``: where the player finds what stands."""
    said, dropped = answers
    shorter = _shortened(said, height(_bare(said)), room, _pointed)
    detailed = _without_details(shorter, room)
    bare = _shortened(detailed, height(detailed), room, _in_a_line)
    shown = bare if height(bare) <= room else _fitting(bare, room - LEFT_OUT)
    left_out = _left_out(said, shown, dropped, page)
    if any(a.details != b.details for a, b in zip(said, bare, strict=True)):
        left_out = f"{left_out} {gettext('TRY fewer lines at once, and more is told of each.')}".strip()
    return shown, left_out


def heights(answers: Answers) -> tuple[int, int, int]:
    """The lines of text that the answers to a mail take: with all that can be said, without what can be
    spared, and at the least, a line each, for about sixty of them."""
    said, dropped = answers
    rest = LEFT_OUT if dropped else 0
    pointed = [_pointed(answer) for answer in _bare(said)]
    briefest = height([_in_a_line(answer) for answer in pointed][:MOST_LINES])
    return height(said) + rest, height(pointed) + rest, briefest + rest


def _bare(said: Sequence[Answered]) -> list[Answered]:
    return [msgspec.structs.replace(answer, details=()) for answer in said]


def _pointed(answer: Answered) -> Answered:
    return msgspec.structs.replace(answer, said=answer.to_the_point)


def _in_a_line(answer: Answered) -> Answered:
    brief = msgspec.structs.replace(answer, said=answer.at_least, details=(), brief=True)
    return brief if len(_lines_of(brief)) < len(_lines_of(answer)) else answer


def _shortened(
    said: Sequence[Answered], needed: int, room: int, shorten: Callable[[Answered], Answered]
) -> list[Answered]:
    """As many answers shortened as must be for all, which take so many lines, to have room: the last before
    the first, and those to lines that simply stand before the others."""
    told = list(said)
    for n in sorted(range(len(said)), key=lambda n: (-said[n].rank, -n)):
        if needed <= room:
            break
        told[n] = shorten(said[n])
        needed -= len(_lines_of(said[n])) - len(_lines_of(told[n]))
    return told


def _without_details(said: Sequence[Answered], room: int) -> list[Answered]:
    """The answers with as many details as there is room for beside all answers."""
    left = room - height(_bare(said))
    told = []
    for answer in said:
        details = _details_within(answer.details, left)
        left -= sum(len(_detail(detail)) for detail in details)
        told.append(msgspec.structs.replace(answer, details=details))
    return told


def _details_within(details: tuple[str, ...], room: int) -> tuple[str, ...]:
    """The first of them that so many lines hold, and how many more there are."""
    lengths = [len(_detail(detail)) for detail in details]
    if sum(lengths) <= room:
        return details
    if room < LEAST_DETAILS:
        return ()
    count = bounds.first_of(lengths, room - 1)
    more = gettext("... and {left}.").format(left=words.more_lines(len(details) - count))
    return (*details[:count], more)


def _fitting(said: list[Answered], room: int) -> list[Answered]:
    """Those for which there is room, in the order of the mail: first of what is to be mended, then of notes
    and what was read otherwise than written, then the rest."""
    places = sorted(range(len(said)), key=lambda n: (said[n].rank, n))
    lengths = [len(_lines_of(said[n])) for n in places]
    offering = sum(answer.offers for answer in said)
    kept = sorted(places[: max(bounds.first_of(lengths, room), offering)])
    return [said[n] for n in kept]


def _left_out(said: list[Answered], shown: list[Answered], dropped: int, page: str) -> str:
    mend = sum(a.mark == "mend" for a in said) - sum(a.mark == "mend" for a in shown) + dropped
    stand = len(said) - len(shown) + dropped - mend
    told = []
    if mend:
        text = ngettext(
            "{number} more line could not be taken either and is not shown. HELP brings the words.",
            "{number} more lines could not be taken either and are not shown. HELP brings the words.",
            mend,
        )
        told.append(text.format(number=mend))
    if stand:
        text = ngettext(
            "{number} more line was read and is not shown; what stands is on your page: {page}",
            "{number} more lines were read and are not shown; what stands is on your page: {page}",
            stand,
        )
        told.append(text.format(number=stand, page=page))
    return " ".join(told)


def _has(words: str, sentence: str) -> bool:
    """Whether a sentence has some words in it, and not only as a part of longer ones."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", sentence) is not None


def _answered(line: engine.LineReading) -> Answered:
    sentences = [part.strip() for part in line.message if part.strip()]
    if line.guesses and not line.is_offered:
        told = meant = _meant(line)
        if (
            line.verdict is engine.Verdict.ILLEGAL
        ):  # it was understood, and why it cannot be is to be told too
            told = f"{_sentences(sentences)} {meant}"
        if line.left_out:
            said = ", ".join(f'"{part}"' for part in line.left_out)
            told += gettext(". That leaves out {said}").format(said=said)
        return Answered(line.line, gettext("to mend:"), "mend", told, line.code, first=meant, offers=True)
    if line.verdict in TO_MEND:
        if line.suggestion and not any(_has(line.suggestion, part) for part in sentences):
            sentences.append(gettext("Did you mean {suggestion}?").format(suggestion=line.suggestion))
        rule = " ".join(part for part in (line.rule, line.code) if part)
        told = _sentences(sentences) or gettext("not understood.")
        first = _sentences(sentences[:1]) or told
        return Answered(line.line, gettext("to mend:"), "mend", told, rule, first=first)
    otherwise = _reads_otherwise(line)
    shown = otherwise and not any(line.canonical in part for part in sentences)
    if shown:
        sentences.insert(0, line.canonical)
    offered = [gettext("A question orders nothing."), _meant(line)] if line.is_offered else []
    word, mark = (gettext("note"), "note") if line.verdict is engine.Verdict.NOTE else (gettext("ok"), "ok")
    return Answered(
        line.line,
        word,
        mark,
        _sentences([*sentences, *offered]),
        line.rule,
        line.details,
        _sentences([*sentences[: 2 if shown else 1], *offered]),
        line.canonical or line.line,
        otherwise,
        offers=line.is_offered,
        warned=line.warned,
        gist=line.gist,
        again=line.again,
    )


def _meant(line: engine.LineReading) -> str:
    return gettext("Perhaps you mean: {orders}").format(orders="; ".join(line.guesses))


def _reads_otherwise(line: engine.LineReading) -> bool:
    """Whether the order as it stands is worth showing beside the line as written."""
    return bool(line.canonical) and _said_in(line.canonical) != _said_in(line.line)


def _said_in(order: str) -> list[str]:
    """The words of an order but for those that change nothing in it."""
    return [word for word in order.casefold().split() if word not in _UNSAID]


def _sentences(parts: Sequence[str]) -> str:
    return " ".join(part if part.endswith((".", "?", "!", ":")) else f"{part}." for part in parts)


def as_text(said: Sequence[Answered]) -> str:
    return "\n".join(line for answer in said for line in _lines_of(answer))


def height(said: Sequence[Answered]) -> int:
    """The lines of text that the answers take."""
    return sum(len(_lines_of(answer)) for answer in said)


@lru_cache(2048)
def _lines_of(answer: Answered) -> tuple[str, ...]:
    """The answer as it is wrapped; what fits is found by wrapping the same answers several times."""
    word = f"  {answer.word:<8} "[: max(9, len(answer.word) + 3)]
    line = clean(answer.line, LONGEST_BRIEFLY if answer.brief and answer.offers else 300)
    if answer.brief:
        return tuple(wrapped(f"{line}: {answer.said}" if answer.said else line, word, " " * 9))
    lines = wrapped(line, "> ")
    lines += wrapped(answer.said, word, " " * 9, margin=answer.rule)
    for detail in answer.details:
        lines += _detail(detail)
    return tuple(lines)


def _detail(detail: str) -> list[str]:
    return wrapped(detail, " " * 9, " " * 11)

"""Reading the lines of a plan: each is a line of days (lines.py) or a wish (wishes.py)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from rules.core.language import english
from rules.desk.frames import unframed
from rules.orders.trouble import Code, Misread, Trouble
from rules.siege.page import SiegePage, tables_of
from rules.siege.plans.lines import LineReader
from rules.siege.plans.plan import Line, Plan
from rules.siege.plans.wishes import WISH_WORDS, WishReader, merged
from rules.siege.plans.words import PHRASES, SAYINGS, Company
from rules.siege.plans.writing import wish_in_words
from rules.state.figure import SideId
from rules.state.siege import Siege

LONGEST = 400


_TODAY = re.compile(r"[\s,]+today$", re.IGNORECASE)
"""Behind a line, which would else be for every day."""


class Reader:
    """Reads lines of a plan for a side, in the words of a book's page. ``today``: the day that is planned; 0
    where the siege may not have begun, or is a day on when the lines count, so that it is asked back."""

    def __init__(self, siege: Siege, side: SideId, page: SiegePage, *, today: int = 0) -> None:
        self.page = page
        self.today = today
        tables = tables_of(siege)
        company = Company(siege, tables)
        self.lines = LineReader(siege, side, page, tables, company)
        self.wishes = WishReader(side, tables, company)

    def read(self, line: str) -> Line | Plan:
        """A line of days, or a plan that holds nothing but a wish. Raises Misread."""
        if len(line) > LONGEST:
            raise Misread(
                Trouble(Code.TOO_LONG, english("a line of a plan has at most {most} letters", most=LONGEST))
            )
        text = unframed(" ".join(line.split()).strip(" .!;"))
        text = re.sub(r"^if they sally,?\s+then\s+(?=camp\b)", "", text, flags=re.IGNORECASE)
        if self.today:
            text = _TODAY.sub(f" on day {self.today}", text)
        for pattern, word in (*SAYINGS, *PHRASES):
            text = pattern.sub(word, text)
        word = text.split(" ", 1)[0].casefold().rstrip(":,") if text else ""
        if word in WISH_WORDS:
            return self.wishes.read(WISH_WORDS[word], text.partition(" ")[2].strip(": "))
        return self.lines.read(text)

    def filed(self, line: str) -> Line | Plan:
        """The same of a line that is to stand. Raises Misread too where its text would not be read again as
        what it is: what is meant would be lost with the mail."""
        found = self.read(line)
        texts = [found.text] if isinstance(found, Line) else wish_in_words(found)
        if any(self._again(text) != found for text in texts):
            message = english("{words!r} cannot be kept as it is meant: say it in other words",
                              words=line.strip()[:60])  # fmt: skip
            raise Misread(Trouble(Code.LEFT_OVER, message))
        return found

    def _again(self, text: str) -> Line | Plan | None:
        try:
            return self.read(text)
        except Misread:
            return None


def plan_of(siege: Siege, side: SideId, page: SiegePage) -> Plan:
    """The plan that a side has filed. Who has died since may still be named in it."""
    seat = siege.seat_of(side)
    return plan_from(siege, side, siege.standing.get(seat, ()), page)


def plan_from(siege: Siege, side: SideId, lines: Sequence[str], page: SiegePage) -> Plan:
    """A plan from lines that were accepted once. A line that cannot be read any more counts for nothing."""
    return _plan(tuple(lines), side, _Known(siege), page)


class _Known:
    """A siege as far as reading a plan looks at it: equal for the same people in the same roles."""

    def __init__(self, siege: Siege) -> None:
        self.siege = siege
        self._key = (id(siege.setup), tuple(siege.men), siege.holds, siege.exchanged)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and self._key == other._key


@lru_cache(maxsize=256)
def _plan(lines: tuple[str, ...], side: SideId, known: _Known, page: SiegePage) -> Plan:
    reader = Reader(known.siege, side, page)
    plan = Plan()
    for line in lines:
        try:
            found = reader.read(line)
        except Misread:
            continue
        plan = merged(plan, found) if isinstance(found, Plan) else replace(plan, lines=(*plan.lines, found))
    return plan

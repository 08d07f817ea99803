"""The desk of a siege: reading a mail with lines of a plan, and the form to send back.

A plan stands until it is replaced. A mail that says what to do with days replaces all such lines; a wish
(SICK, CAMP, STRIKE, BUY, RELIEF, QUIET) replaces its like. The order for the day itself is to do as planned:
a mail with any line of a plan gives it, and so does "as planned"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap

from msgspec.structs import replace

from rules.core.language import english, say
from rules.desk.answers import in_trouble
from rules.desk.frames import without_reason
from rules.desk.planning import AS_PLANNED, PlanDesk
from rules.desk.reading import LineReading, Reading, Verdict
from rules.orders.trouble import Code, Misread, Trouble
from rules.siege.captain import first_plan
from rules.siege.forecast import told
from rules.siege.page import SiegePage, tables_of
from rules.siege.plans.choosing import why_not
from rules.siege.plans.plan import Line, Plan
from rules.siege.plans.reading import Reader, plan_from
from rules.siege.plans.wishes import WISHES, merged
from rules.siege.plans.writing import lines_of, verb, wish_in_words
from rules.state.figure import SeatId
from rules.state.siege import Siege

MOST_OF_A_PLAN = 40
_ELSE = re.compile(
    r"\s*[,;.]?\s*\b(?:or )?(?:else|otherwise|if not),?\s+|\s+(?:else"
    r"|otherwise)[\s.!]*$",
    re.I,
)
LONGEST_ORDER = 14
"""So many words may a line have that is taken for a failed order wherever its order word stands."""
WIDTH = 72
"""Columns of a form's remarks."""


def read_plan(siege: Siege, page: SiegePage, seat: SeatId, lines: Sequence[str]) -> Reading:
    """Read a mail's lines for a seat against what it has filed so far. Answers every line; never raises."""
    side = next(other.side for other in siege.setup.seats if other.id == seat)
    desk = _Desk(siege, page, seat, side)
    desk.mail(lines)
    return desk.reading()


def own_lines(
    siege: Siege, page: SiegePage, seat: SeatId, lines: Sequence[str], named: bool
) -> tuple[str, ...]:
    """Which of these lines are lines of a plan, in whatever letters; ``named``: or begin with an order word,
    so that they are not the rest of another."""
    side = next(other.side for other in siege.setup.seats if other.id == seat)
    desk = _Desk(siege, page, seat, side)
    return tuple(line for line in lines if desk.reads(line) or (named and desk.begins_with_a_word(line)))


class _Desk(PlanDesk):
    def __init__(self, siege: Siege, page: SiegePage, seat: SeatId, side: str) -> None:
        super().__init__(siege.sheets.get(seat, ()))
        self.siege = siege
        self.page = page
        self.seat = seat
        self.side = side
        self.tables = tables_of(siege)
        self.reader = Reader(siege, side, page, today=siege.day)
        self.filed = siege.standing.get(seat, ())
        self.plan = plan_from(siege, side, self.filed, page)
        self.fresh: list[Line] = []
        self.tried: Plan | None = None

    def reads(self, line: str) -> bool:
        return _reads(self.reader, line)

    def begins(self, line: str) -> bool:
        return self.begins_with_a_word(line) or _first_word(line) in ("if", "when")

    def begins_with_a_word(self, line: str) -> bool:
        """Whether it begins with an order word or that of a wish."""
        return _first_word(line) in (*self.page.verbs, *WISHES)

    def clear(self, about: str) -> LineReading:
        self.plan, self.fresh, self.touched = Plan(), [], True
        self.filed, self.sheet = (), ()
        return LineReading("", Verdict.COMMAND, (say("The plan is empty."),))

    def nobody_asked(self) -> str:
        return say("In a siege nobody is asked: plans say it ahead.")

    def planned(self, line: str) -> LineReading:
        """A line of the plan. What cannot be read and names no order word is talk."""
        if self.siege.outcome is not None:
            return in_trouble(line, Trouble(Code.GAME_OVER, english("The siege has ended.")))
        try:
            found = self.reader.filed(line)
        except Misread as misread:
            if (
                misread.trouble.code is Code.VERB
                and not misread.trouble.suggestion
                and not _names_an_order(line, self.page)
            ):
                return LineReading(line, Verdict.TALK)
            return replace(in_trouble(line, misread.trouble), guesses=self._one_after_another(line))
        if self.trying:
            self.tried = self._with(self.tried or self.plan, found)
            return LineReading(line, Verdict.OK, (say("Only tried, not kept."),))
        if isinstance(found, Line):
            if len(self.fresh) >= MOST_OF_A_PLAN:
                message = english("a plan has at most {most} lines", most=MOST_OF_A_PLAN)
                return in_trouble(line, Trouble(Code.TOO_MANY, message))
            self.fresh.append(found)
        else:
            self.plan = merged(self.plan, found)
        self.touched, self.sheet = True, (AS_PLANNED,)
        text = found.text if isinstance(found, Line) else wish_in_words(found)[0]
        note = self._barred(found)
        _, reason = without_reason(line)
        words = "{words!r} adds nothing to the order and was left out."
        told = (say(words, words=reason), *note) if reason else note
        return LineReading(
            line, Verdict.NOTE if note else Verdict.OK, told, canonical=text, barred=bool(note)
        )

    def _one_after_another(self, line: str) -> tuple[str, ...]:
        """Of "assault if breach, else build ladders" the two lines that say so, if it is that."""
        parts = [part for part in _ELSE.split(line) if part.strip()]
        if len(parts) < len(("if", "else")):
            return ()
        found = []
        for part in parts:
            try:
                one = self.reader.read(part)
            except Misread:
                return ()
            if not isinstance(one, Line):
                return ()
            found.append(one.text)
        return tuple(found)

    def _with(self, plan: Plan, found: Line | Plan) -> Plan:
        if isinstance(found, Plan):
            return merged(plan, found)
        first = self.tried is None
        return replace(plan, lines=(found,) if first else (*plan.lines, found))

    def _barred(self, found: Line | Plan) -> tuple[str, ...]:
        """Why a line could not be carried out today, which may be otherwise on another day."""
        if isinstance(found, Plan):
            return ()
        why = why_not(self.siege, self.page, self.tables, self.side, found.acts)
        return (say("It stands, and could not be done today: {why}.", why=why),) if why else ()

    def reading(self) -> Reading:
        """The complete sets that stand afterwards; lines for days replace all that stood before."""
        plan = replace(self.plan, lines=tuple(self.fresh)) if self.fresh else self.plan
        standing = lines_of(plan)
        shown = self.tried or plan
        if self.touched or self.tried is not None:
            today = told(self.siege, self.page, self.side, shown)
            place = next(
                (
                    n
                    for n in reversed(range(len(self.answers)))
                    if self.answers[n].verdict in (Verdict.OK, Verdict.NOTE)
                ),
                None,
            )
            if place is not None:
                self.answers[place] = replace(self.answers[place], details=today)
        changed = (self.sheet, standing) != (
            self.siege.sheets.get(self.seat, ()), self.siege.standing.get(self.seat, ()),
        )  # fmt: skip
        return Reading(
            lines=tuple(self.answers),
            orders=self.sheet,
            standing=standing,
            idle=(),
            commands=tuple(self.commands),
            changed=self.touched and (changed or bool(self.salt)),
            salt=self.salt or self.siege.salts.get(self.seat, ""),
        )


def _reads(reader: Reader, line: str) -> bool:
    try:
        reader.read(line)
    except Misread:
        return False
    return True


def _first_word(line: str) -> str:
    return line.strip().split(" ", 1)[0].casefold().strip(",.:")


def _names_an_order(line: str, page: SiegePage) -> bool:
    words = re.findall(r"[a-z]+", line.casefold())
    known = {form for word in (*page.verbs, *WISHES, "attack") for form in (word, f"{word}s", f"{word}ing")}
    return any(word in known for word in (words if len(words) <= LONGEST_ORDER else words[:3]))


# the form


def order_form(siege: Siege, page: SiegePage, seat: SeatId) -> str:
    """The plan as it stands, or a sane one for whoever has none, or one from before the roles were exchanged;
    with what it could say. Sending it back unchanged is a legal day."""
    side = next(other.side for other in siege.setup.seats if other.id == seat)
    reader = Reader(siege, side, page)
    plan = siege.standing.get(seat, ())
    if not plan or not all(_reads(reader, line) for line in plan):
        plan = tuple(first_plan(siege, page, side))
    besieging = siege.besieges(side)
    verbs = ", ".join(verb(action.deed) for action in page.open_to(siege, side))
    head = (
        say("With the initiative, or if they pass it on, you may ASSAULT; or BATTER and BUILD; or PARLEY.")
        if besieging
        else say(
            "With the initiative you may SALLY against the camp, fetch SUPPLY, or give BATTLE;"
            " or REST, which passes it on."
        )
    )
    remarks = (
        head,
        say("The first line whose terms hold and that can be done counts: {verbs}.", verbs=verbs),
        say(
            "Terms: initiative, they pass, day 8 or later, stores under 4, garrison over 20, breach,"
            " odds 3 to 2."
        ),
    )
    commented = [f"# {line}" for remark in remarks for line in wrap(remark, WIDTH - 2)]
    return "\n".join([*commented, *plan])

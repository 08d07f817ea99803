"""The desk of a siege: reading a mail with lines of a plan, and the form to send back.

A plan stands until it is replaced. A mail that says what to do with days replaces all such lines; a wish
(SICK, CAMP, STRIKE, BUY, RELIEF, QUIET) replaces its like. The order for the day itself is to do as planned:
a mail with any line of a plan gives it, and so does "as planned"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from msgspec.structs import replace

from rules.core import language
from rules.core.language import english, say
from rules.desk.answers import in_trouble
from rules.desk.lines import Command, End, command_in, continued, end_in, is_remark
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

AS_PLANNED = "AS PLANNED"
_AGREES = re.compile(
    r"(?:as planned|as before|go on|carry on|ok(?:ay)?|yes|fine|no changes?|same again)[.! ]*", re.IGNORECASE
)
MOST_LINES = 300
MOST_OF_A_PLAN = 40
LONGEST_SALT = 64
WIDTH = 72
"""Columns of a form's remarks."""


class _Said(NamedTuple):
    answer: LineReading
    found: Line | Plan | None = None


def read_plan(siege: Siege, page: SiegePage, seat: SeatId, lines: Sequence[str]) -> Reading:
    """Read a mail's lines for a seat against what it has filed so far. Answers every line; never raises."""
    side = next(other.side for other in siege.setup.seats if other.id == seat)
    desk = _Desk(siege, page, seat, side)
    joined = _mended(desk.reader, continued(list(lines[:MOST_LINES])))
    for line in joined:
        desk.line(line)
    if len(lines) > MOST_LINES:
        message = english("A mail holds at most {most} lines: {more} more were not read.",
                          most=MOST_LINES, more=len(lines) - MOST_LINES)  # fmt: skip
        desk.answers.append(in_trouble("", Trouble(Code.TOO_MANY, message)))
    return desk.reading()


def _mended(reader: Reader, lines: list[str]) -> list[str]:
    """Lines that a mail program has broken, whole again: where one cannot be read, or what follows cannot,
    and both together can."""
    whole: list[str] = []
    for line in lines:
        if whole and line.strip() and whole[-1].strip() and not is_remark(line) and not is_remark(whole[-1]):
            both = f"{whole[-1].rstrip()} {line.strip()}"
            starts = line.strip().split(" ", 1)[0].casefold().strip(",.:")
            begins = (
                starts in reader.page.verbs
                or starts in (*WISHES, "if", "when")
                or command_in(line) is not None
            )
            if not begins and not _reads(reader, line) and _reads(reader, both):
                whole[-1] = both
                continue
        whole.append(line)
    return whole


def _reads(reader: Reader, line: str) -> bool:
    try:
        reader.read(line)
    except Misread:
        return False
    return True


class _Desk:
    def __init__(self, siege: Siege, page: SiegePage, seat: SeatId, side: str) -> None:
        self.siege = siege
        self.page = page
        self.seat = seat
        self.side = side
        self.tables = tables_of(siege)
        self.reader = Reader(siege, side, page)
        self.filed = siege.standing.get(seat, ())
        self.plan = plan_from(siege, side, self.filed, page)
        self.answers: list[LineReading] = []
        self.commands: list[str] = []
        self.fresh: list[Line] = []
        self.sheet = siege.sheets.get(seat, ())
        self.touched = False
        self.tried: Plan | None = None
        self.trying = False
        self.ended = False
        self.salt = ""

    def line(self, line: str) -> None:
        if is_remark(line) or self.ended:
            self.ended = self.ended or end_in(line) is End.HARD
            if self.ended and not is_remark(line) and _reads(self.reader, line):
                self.answers.append(
                    in_trouble(line, Trouble(Code.AFTER_END, english("below the end of the orders")))
                )
            else:
                self.answers.append(LineReading(line, Verdict.COMMENT))
            return
        end = end_in(line)
        if end is End.HARD or (end is End.SOFT and self.touched):
            self.ended = True
            self.answers.append(LineReading(line, Verdict.COMMENT))
        elif _AGREES.fullmatch(line.strip()):
            self.sheet, self.touched = (AS_PLANNED,), True
            self.answers.append(LineReading(line, Verdict.OK, canonical=AS_PLANNED))
        elif (command := command_in(line)) is not None and command.word != "look":
            self.command(line, command)
        else:
            self.answers.append(self.planned(line))

    def planned(self, line: str) -> LineReading:
        """A line of the plan. What cannot be read and names no order word is talk."""
        if self.siege.outcome is not None:
            return in_trouble(line, Trouble(Code.GAME_OVER, english("The siege has ended.")))
        try:
            found = self.reader.read(line)
        except Misread as misread:
            if (
                misread.trouble.code is Code.VERB
                and not misread.trouble.suggestion
                and not _names_an_order(line, self.page)
            ):
                return LineReading(line, Verdict.TALK)
            return in_trouble(line, misread.trouble)
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
        return LineReading(
            line, Verdict.NOTE if note else Verdict.OK, note, canonical=text, barred=bool(note)
        )

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

    def command(self, line: str, command: Command) -> None:
        said = f"{command.word} {command.rest.lower()}".strip()[:60]
        match command.word:
            case "try":
                self.trying = True
                self.answers.append(LineReading(line, Verdict.COMMAND, asked=True))
                if command.rest:
                    self.answers[-1] = replace(self.planned(command.rest), line=line, asked=True)
                return
            case "clear":
                self.plan, self.fresh, self.touched = Plan(), [], True
                self.filed, self.sheet = (), ()
                self.answers.append(LineReading(line, Verdict.COMMAND, (say("The plan is empty."),)))
            case "language":
                self._language(line, command)
                return
            case "salt":
                word = " ".join(command.rest.split())
                if not word or len(word) > LONGEST_SALT or not word.isprintable():
                    message = english("Write a word behind SALT, of at most {longest} letters;"
                        " which one is all the same.",
                                      longest=LONGEST_SALT)  # fmt: skip
                    self.answers.append(in_trouble(line, Trouble(Code.INCOMPLETE, message, command.position)))
                    return
                self.salt, self.touched, said = word, True, "salt"
                message = say("{word!r} is mixed into the dice of this phase.", word=word)
                self.answers.append(LineReading(line, Verdict.COMMAND, (message,)))
            case "ask":
                self.answers.append(
                    LineReading(
                        line, Verdict.COMMAND, (say("In a siege nobody is asked: plans say it ahead."),)
                    )
                )
                return
            case _:
                self.answers.append(LineReading(line, Verdict.COMMAND))
        self.commands.append(said)

    def _language(self, line: str, command: Command) -> None:
        found = language.asked_for(command.rest)
        if not found:
            message = english("Behind LANGUAGE stands en, de or fr.")
            trouble = in_trouble(line, Trouble(Code.EXPECTED, message, command.position))
            self.answers.append(replace(trouble, asked=True))
            return
        self.commands.append(f"language {found}")
        said = say("From now on you read all this in English.")
        self.answers.append(LineReading(line, Verdict.COMMAND, (said,)))

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


def _names_an_order(line: str, page: SiegePage) -> bool:
    words = re.findall(r"[a-z]+", line.casefold())
    return any(word in page.verbs or word in WISHES for word in words[:3])


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

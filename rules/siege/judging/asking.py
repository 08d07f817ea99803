"""What can be asked of a siege as it stands.

::

    odds                                an assault by the besiegers, as a plan counts it; "odds byzantines"
    legal ASSAULT with Hugo             whether a line of a plan can be read, and be done today
    plan normans                        what a side's plan comes to, for each outcome of the initiative
    initiative                          in how many of a hundred cases each side has it; "initiative rain"
    parley                              the bonuses, and what the die must show
    sheet                               the record sheet in sentences
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.core.tables import Tables
from rules.orders.trouble import Misread
from rules.positions.faults import PositionError, unknown
from rules.positions.findings import Finding
from rules.positions.form import Line
from rules.siege import forecast, parley, sheet
from rules.siege.page import SiegePage, tables_of
from rules.siege.plans import choosing
from rules.siege.plans.plan import Line as PlanLine
from rules.siege.plans.reading import Reader, plan_of
from rules.state.figure import SideId
from rules.state.siege import Siege

QUESTIONS = ("odds", "legal", "plan", "initiative", "parley", "sheet")
FACES = 10


def answer(siege: Siege, page: SiegePage, line: Line) -> Iterator[Finding]:
    """The answer to one question. Raises PositionError for one that makes no sense."""
    first, _, rest = line.text.strip().partition(" ")
    tables = tables_of(siege)
    match first.lower():
        case "odds":
            yield _odds(siege, tables, _side(siege, line, rest, siege.besieger), line)
        case "legal":
            yield _legal(siege, page, rest.strip(), line)
        case "plan":
            side = _side(siege, line, rest, "")
            for said in forecast.told(siege, page, side, plan_of(siege, side, page)):
                yield _said(line, said, "GUI-11.1b", side=side)
        case "initiative":
            yield _initiative(siege, tables, rest.strip().lower() == "rain", line)
        case "parley":
            added = parley.bonuses(siege, tables)
            needed = tables["siege-figures"].number("surrender", "value") - sum(added.values())
            told = ", ".join(f"{name} +{bonus}" for name, bonus in added.items()) or "no bonus"
            words = f"{told}: the die must show {needed} or more" + (
                ", which it cannot" if needed > FACES else ""
            )
            yield _said(line, words, "GUI-11.5.1", bonuses=added, needed=needed)
        case "sheet":
            for words in (*sheet.standing(siege, page), *sheet.walls(siege)):
                yield _said(line, words, "GUI-11.1.3e")
        case word:
            raise unknown(line.number, "question that begins with", word, QUESTIONS)


def _said(line: Line, words: str, rule: str, **data: Any) -> Finding:
    return Finding("answer", words, line=line.number, rule=rule, data=data)


def _side(siege: Siege, line: Line, text: str, usual: SideId) -> SideId:
    known = {side.id for side in siege.setup.sides}
    found = text.strip().lower() or usual
    if found not in known:
        raise unknown(line.number, "side", found, known)
    return found


def _odds(siege: Siege, tables: Tables, side: SideId, line: Line) -> Finding:
    """By the value of an assault, walls included (GUC-17.1)."""
    percent = choosing.odds(siege, tables, side)
    outside, inside = choosing.values(siege, tables, siege.besieger)
    words = f"value {outside} against {inside}: {percent} to a hundred for the {siege.side_of(side).name}"
    return _said(line, words, "GUC-17.1", outside=outside, inside=inside, percent=percent, side=side)


def _initiative(siege: Siege, tables: Tables, rain: bool, line: Line) -> Finding:
    """Of all pairs of dice (GUI-11.1.3a, GUI-11.6c)."""
    figure = tables["siege-figures"].number
    more, wet = figure("initiative besieger", "value"), figure("rain", "value") if rain else 0
    dice = range(1, FACES + 1)
    theirs = sum(inside + wet > outside + more for outside in dice for inside in dice)
    every = FACES * FACES
    outside, inside = (siege.side_of(side).name for side in (siege.besieger, siege.besieged))
    words = f"the {outside} have it in {every - theirs} of {every} cases, the {inside} in {theirs}"
    return _said(line, words, "GUI-11.1.3a", besieger=every - theirs, besieged=theirs)


def _legal(siege: Siege, page: SiegePage, text: str, line: Line) -> Finding:
    """A line of either side's plan; which, is told by its order word, or stands before it."""
    sides = [side.id for side in siege.setup.sides]
    first, _, rest = text.partition(" ")
    if first.lower() in sides:
        sides, text = [first.lower()], rest
    trouble = ""
    for side in sides:
        try:
            found = Reader(siege, side, page).read(text)
        except Misread as misread:
            trouble = trouble or misread.trouble.message
            continue
        why = ""
        if isinstance(found, PlanLine):
            why = choosing.why_not(siege, page, tables_of(siege), side, found.acts)
        words = f"no: {why}" if why else f"yes, for the {siege.side_of(side).name}"
        return _said(line, words, "GUI-11.1b", side=side, legal=not why)
    if not text:
        raise PositionError(line.number, "which line of a plan? legal ASSAULT, for example")
    return _said(line, f"no: {trouble}", "GUI-11.1b", legal=False)

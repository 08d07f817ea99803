"""A report for the ear: sentences where others have columns, words where others have signs, the
ground in words.

The facts are those of games.reports.text, in the same order; only the setting differs.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from games.reports import ground, listings, sheet, words
from games.reports.facts import Facts
from games.reports.layout import wrapped
from games.reports.text import happened, is_out
from rules import engine


def blocks(facts: Facts) -> dict[str, str]:
    """What takes the place of the blocks of games.reports.text."""
    told = {
        "happened": happened(facts, happenings),
        "muster": muster(facts.situation),
        "terrain": [line for said in ground.terrain(facts.board) for line in wrapped(said)],
    }
    return {name: "\n".join(lines) for name, lines in told.items()}


def happenings(lines: Sequence[engine.ReportLine]) -> list[str]:
    """Numbered paragraphs; table and rule behind each sentence, nothing at a margin."""
    told: list[str] = []
    number = 0
    for line in lines:
        if line.depth == 0:
            number += 1
            told.append("")
        first = f"{number}. " if line.depth == 0 else ""
        told += wrapped(f"{first}{spoken(line.text)}{_behind(line)}")
    return told


def _behind(line: engine.ReportLine) -> str:
    parts = [
        gettext("table {table}").format(table=line.source) if line.source else "",
        gettext("rule {rule}").format(rule=line.rule) if line.rule else "",
        gettext("only you are told") if line.private else "",
    ]
    said = ", ".join(part for part in parts if part)
    return f" ({said})" if said else ""


def spoken(text: str) -> str:
    """Signs that are read aloud as something else, or not at all, as words."""
    return (
        text.replace(" >> ", gettext(" straight on to "))
        .replace(" > ", gettext(" to "))
        .replace(" - ", gettext(" minus "))
        .replace(" = ", gettext(" is "))
    )


def muster(situation: engine.Situation) -> list[str]:
    """A sentence for every figure, those out of the fight last, and what else there is to note."""
    told: list[str] = []
    for side in sheet.sides(situation):
        title = f"{words.side(side)}: {side.standing} of {side.total} standing, {words.points(side.points)}."
        rows = sorted(side.rows, key=is_out)
        told += ["", *wrapped(title), *(line for row in rows for line in wrapped(figure(row)))]
    for company in sheet.companies(situation):
        told += ["", *wrapped(f"{engine.named(company.name)}: {company.count}.")]
        told += [line for said in company.lines for line in wrapped(said)]
    for shown in sheet.listings(situation):
        told += ["", *listings.sentences(shown)]
    for day in sheet.calendar(situation):
        if day.words:
            told += wrapped(gettext("Day {day}: {words}.").format(day=day.day, words=day.words))
    return [*told, *(line for note in situation.notes for line in wrapped(note))]


def figure(row: engine.MusterRow) -> str:
    """ "Tariq, emir, armoured, lance. In 0909-1009, mounted, wounded. Attack 18, defence 9, movement 12." """
    who = ", ".join(
        part for part in (row.name, row.kind, gettext("armoured") if row.armoured else "", row.weapon) if part
    )
    where = (
        gettext("In {place}, {state}").format(place=row.place, state=row.state) if row.place else row.state
    )
    values = gettext("Attack {attack}, defence {defence}, movement {movement}.").format(
        attack=row.attack, defence=row.defence, movement=row.movement
    )
    remarks = f" {row.remarks[:1].upper()}{row.remarks[1:]}." if row.remarks else ""
    return f"{who}. {where[:1].upper()}{where[1:]}.{'' if is_out(row) else f' {values}'}{remarks}"

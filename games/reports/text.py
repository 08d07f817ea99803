"""A report's facts as plain text: the blocks that templates/mail/*.txt put in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext, gettext_noop

from games.reports import facts as facts_of
from games.reports import ground, listings, proofs, sheet, tables, words
from games.reports.facts import Facts
from games.reports.layout import Column, harmless, listed, table, wrapped
from rules import engine

Happenings = Callable[[Sequence[engine.ReportLine]], list[str]]
_OUT = ("dead", "killed", "drowned", "left the board")
_COLUMNS = (
    Column(gettext_noop("kind"), widest=18),
    Column(gettext_noop("arm")),
    Column(gettext_noop("hex")),
    Column(gettext_noop("state"), widest=18),
    Column(gettext_noop("att"), right=True),
    Column(gettext_noop("def"), right=True),
    Column(gettext_noop("mp"), right=True),
)


def report(
    template: str, facts: Facts, instead: Mapping[str, str] = MappingProxyType({}), **extra: Any
) -> str:
    """A mail's text from ``templates/mail/<template>.txt``; ``extra`` is what only that template needs,
    ``instead`` are blocks that are set in another way (games.reports.lists)."""
    context: dict[str, Any] = {
        **extra,
        "facts": facts,
        "heading": heading(facts),
        "in_short": "\n".join(line for told in in_short(facts) for line in wrapped(told, " ", "   ")),
        "changes": "\n".join(changes(facts)),
        "happened": "\n".join(happened(facts)),
        "table_hint": "\n".join(tables.hint([line for one in facts.told for line in one.lines])),
        "muster": "\n".join(muster(facts.situation)),
        "near": "\n".join(near(facts.situation)),
        "victory": "\n".join(victory(facts.situation)),
        "form": form(facts),
        "dice": "\n".join(proofs.dice(facts)),
        "standing": "\n".join(line for order in facts.standing_orders for line in wrapped(order, "   ")),
        "asked": "\n".join(line for told in facts.asked for line in wrapped(told, "", "   ")),
        "heads": "\n".join(proofs.heads(facts)),
        "awaited": listed(facts.awaited),
        "outcome": "\n".join(wrapped(outcome(facts))) if facts.outcome else "",
        "deadline": facts_of.deadline(facts),
        "about": "\n".join(
            line
            for said in ground.about(facts.board, sheet.works(facts.situation))
            for line in wrapped(said, " ", "   ")
        ),
        "scale": facts.situation.scale,
        **instead,
    }
    return harmless(squeezed(render_to_string(f"mail/{template}.txt", context)))


def squeezed(text: str) -> str:
    """Never more than one blank line in a row, none at the ends but one line end."""
    lines = [line.rstrip() for line in text.strip().split("\n")]
    kept = [line for n, line in enumerate(lines) if line or (n and lines[n - 1])]
    return "\n".join(kept) + "\n"


def heading(facts: Facts) -> str:
    """The title, with the game and the phase at the right margin."""
    phase = facts.phase or words.turn(facts.situation)
    return "\n".join(
        wrapped(
            facts.situation.title.upper(),
            margin=gettext("game {label}, {phase}").format(label=facts.game.label, phase=phase),
        )
    )


def in_short(facts: Facts) -> list[str]:
    """What is to be read first; what is owed stands last."""
    return [*facts.in_short, call(facts)]


def call(facts: Facts) -> str:
    """What is wanted from the reader, and until when."""
    due = facts_of.deadline(facts)
    when = f"{due} ({words.until(facts.game.phase_due)})" if due else ""
    if facts.outcome:
        return gettext("The game is over. Nothing is owed from you any more.")
    if facts.owes:
        others = [
            words.inside(name)
            for name in facts.awaited
            if facts.seat is None or name != engine.named(facts.seat.title)
        ]
        company = (
            gettext("{others} also still to write").format(others=listed(others))
            if others
            else gettext("the game waits for you alone")
        )
        return (
            gettext("You command {the}. Your orders for {phase_title} are due {when}; {company}.").format(
                the=_the(facts), phase_title=facts.situation.phase_title, when=when, company=company
            )
            if when
            else gettext("You command {the}. Your orders for {phase_title} are awaited; {company}.").format(
                the=_the(facts), phase_title=facts.situation.phase_title, company=company
            )
        )
    if facts.rests:
        owed = gettext("You command {the}. Nothing is owed from you now. ") if facts.seat else ""
        return owed.format(the=_the(facts)) + facts.rests
    waiting = (
        gettext("The game waits for {awaited}").format(
            awaited=listed([words.inside(name) for name in facts.awaited])
        )
        if facts.awaited
        else gettext("The game goes on")
    )
    until = gettext(", until {when} at the latest").format(when=when) if when else ""
    nothing = (
        gettext("You command {the}. Nothing is owed from you now. ").format(the=_the(facts))
        if facts.seat
        else ""
    )
    return f"{nothing}{waiting} ({facts.situation.phase_title}){until}."


def _the(facts: Facts) -> str:
    """The reader's men: "the Normans", but "Tariq's vanguard" where the seat has a name of its own."""
    if facts.seat is None:
        return ""
    whole_side = any(
        side.id == facts.seat.side and side.name == facts.seat.title for side in sheet.sides(facts.situation)
    )
    return (
        gettext("the {title}").format(title=engine.named(facts.seat.title))
        if whole_side
        else words.inside(engine.named(facts.seat.title))
    )


def changes(facts: Facts) -> list[str]:
    """Changes that no player made, each under a heading of its own."""
    told: list[str] = []
    for change in facts.changes:
        told += ["", change.title.upper(), "", *wrapped(change.words)]
        if change.new:
            told += [f"{gettext('old'):<7} {change.old}", f"{gettext('new'):<7} {change.new}"]
    return told


def outcome(facts: Facts) -> str:
    """How it ended: "The Normans have won: ... Points: ..."."""
    assert facts.outcome is not None
    return words.outcome(*facts.outcome)


def happened(facts: Facts, told: Happenings | None = None) -> list[str]:
    """What happened in each phase that is told of, under a heading each; ``told`` sets its lines."""
    found: list[str] = []
    for one in facts.told:
        title = gettext("WHAT HAPPENED: {phase}").format(phase=one.phase.upper())
        nothing = wrapped(gettext("Nothing that anybody could see."))
        found += ["", *wrapped(title), "", *((told or happenings)(one.lines) or nothing)]
    return found


def happenings(lines: Sequence[engine.ReportLine]) -> list[str]:
    """Numbered paragraphs, rule ids and tables at the right margin."""
    told: list[str] = []
    number = 0
    for line in lines:
        if line.depth == 0:
            number += 1
        first = f"{number:2d}  " if line.depth == 0 else "    " if line.depth == 1 else "      "
        told += wrapped(line.text, first, margin=margin(line))
    return told


def margin(line: engine.ReportLine) -> str:
    """What stands at the right margin of a line: the table read, who may read it, the rule."""
    parts = (
        f"[{line.source}]" if line.source else "",
        gettext("(you alone)") if line.private else "",
        line.rule,
    )
    return " ".join(part for part in parts if part)


def muster(situation: engine.Situation) -> list[str]:
    """All sides as one aligned table, who is out of the fight in a sentence below; and what else
    there is to note."""
    sides = sheet.sides(situation)
    active = {side.id: [row for row in side.rows if not is_out(row)] for side in sides}
    who = Column(gettext_noop("who"), widest=16, shorter=_short_names(sides))
    heading, *rows = table((who, *_COLUMNS), [_cells(row) for side in sides for row in active[side.id]])
    told: list[str] = []
    for side in sides:
        count = gettext("{standing} of {total} standing, {points}").format(
            standing=side.standing, total=side.total, points=words.points(side.points)
        )
        own, rows = rows[: len(active[side.id])], rows[len(active[side.id]) :]
        told += [
            *wrapped(words.side(side), " ", margin=count),
            *([heading] if own else []),
            *own,
            *_notes(side),
            "",
        ]
    told = [*told[:-1], *_record_sheet(situation)]
    return [*told, *(line for note in situation.notes for line in wrapped(note, " ", "   "))]


def _short_names(sides: Sequence[engine.MusterSide]) -> dict[str, tuple[str, ...]]:
    """What may stand for a name that has no room: its first word, which is enough in orders, or one more with
    it, at worst a letter of that; only what cannot be anybody else."""
    shorter = {row.name: _shorter(row.name) for side in sides for row in side.rows}
    times = Counter(said for some in shorter.values() for said in some)
    return {name: tuple(said for said in some if times[said] == 1) for name, some in shorter.items()}


def _shorter(name: str) -> list[str]:
    first, *more = (word for word in name.split(" ") if word != "the")
    with_one = [f"{first} {word}" for word in dict.fromkeys(reversed(more))]
    return [first, *with_one, *([f"{first} {more[-1][0]}."] if more else [])]


def _record_sheet(situation: engine.Situation) -> list[str]:
    """The calendar of a siege, and who is outside and inside; the tables of a campaign."""
    calendar = sheet.text_calendar(situation)
    told = [*calendar, ""] if calendar else []
    for shown in sheet.listings(situation):
        told += [*listings.columns(shown), ""]
    for company in sheet.companies(situation):
        told += wrapped(engine.named(company.name), " ", margin=company.count)
        told += [line for said in company.lines for line in wrapped(said, "   ", "     ")]
        told.append("")
    return told


def is_out(row: engine.MusterRow) -> bool:
    """Whether a figure has no further part in the fight."""
    if row.awaited:
        return False
    return not row.place or any(word in row.state for word in _OUT)


def _cells(row: engine.MusterRow) -> tuple[str, ...]:
    active = row.attack or row.movement
    return (
        row.name,
        engine.translated(row.kind),
        gettext("yes") if row.armoured else "",
        row.place,
        engine.translated(row.state),
        str(row.attack) if active else "",
        str(row.defence) if row.defence else "",
        str(row.movement) if active else "",
    )


def _notes(side: engine.MusterSide) -> list[str]:
    """Weapons, remarks and the fallen, a sentence each."""
    armed = sorted((row for row in side.rows if row.weapon and not is_out(row)), key=lambda row: row.weapon)
    weapons = [
        f"{engine.translated(weapon)}: {', '.join(row.name for row in rows)}"
        for weapon, rows in groupby(armed, key=lambda row: row.weapon)
    ]
    alike: dict[str, list[str]] = {}
    for row in side.rows:
        if row.remarks:
            alike.setdefault(engine.translated(row.remarks), []).append(row.name)
    remarks = [f"{', '.join(names)}: {remark}" for remark, names in alike.items()]
    notes = [
        (gettext("Carry {weapons}."), "; ".join(weapons)),
        ("{weapons}.", "; ".join(remarks)),
        (gettext("Out of the fight: {figures}."), ", ".join(fallen(side))),
    ]
    return [
        line
        for told, text in notes
        if text
        for line in wrapped(told.format(weapons=text, figures=text), "   ")
    ]


def fallen(side: engine.MusterSide) -> list[str]:
    """Those who are out of the fight: "Zahir dead in 1107"."""
    told = []
    for row in side.rows:
        if is_out(row):
            message = gettext("{figure} {state} in {place}") if row.place else "{figure} {state}"
            told.append(message.format(figure=row.name, state=engine.translated(row.state), place=row.place))
    return told


def near(situation: engine.Situation) -> list[str]:
    """What each figure has around it."""
    return [line for told in sheet.near(situation) for line in wrapped(told, " ", "   ")]


def victory(situation: engine.Situation) -> list[str]:
    return [line for sentence in situation.victory for line in wrapped(sentence, " ", "   ")]


def form(facts: Facts) -> str:
    """The order form between its markers, ready to be sent back."""
    if not facts.form:
        return ""
    return f"#ORDERS {words.tag(facts.game)}\n{facts.form.rstrip()}\n#END"

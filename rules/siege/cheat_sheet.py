"""All that a player of a siege needs beside his report, on one printed page: the steps of a day, what can be
done, which events may come, and the figures of the book."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.language import english, say, translated
from rules.core.tables import RuleTable, Tables
from rules.desk.briefing.cheat_sheet import CheatSheet, Entry, Grid, Part, command_entry
from rules.siege.page import Action, Behind, SiegePage, tables_of
from rules.siege.plans.writing import verb
from rules.state.figure import SeatId
from rules.state.siege import Deed, Siege, Strength

_BRIEFS = {
    Deed.ASSAULT: english("Everybody but the builders, or those named. An engine and a breach help."),
    Deed.BATTER: english("Stone throwers at hexes of the walls. Together with BUILD."),
    Deed.BUILD: english("Five unhurt men, who do nothing else until it is done."),
    Deed.PARLEY: english("Asks for surrender: a die, and what the table below adds."),
    Deed.SALLY: english("A third of the garrison at most; burns tents and engines in the camp."),
    Deed.SUPPLY: english("A third at most slips out for packhorses, each a day of food."),
    Deed.BATTLE: english("Everybody of both sides in the field, once in a siege."),
    Deed.REST: english("Nothing. Of the besieged it leaves the day to the besiegers."),
}
_TERMS = (
    ("IF breach AND odds 3 to 2 THEN ASSAULT", english("Odds are values as an assault counts them.")),
    ("IF bonus 4 OR day 8 or later THEN PARLEY", english("The bonus is what a parley adds to its die.")),
    ("IF they pass THEN REST", english("When the besieged had the day and left it.")),
)
_TERMS_INSIDE = (
    ("IF stores under 4 AND garrison over 12 THEN SUPPLY", english("Days of food left; men who live.")),
    ("IF throwers 1 THEN SALLY", english("At least one stands in the camp.")),
)
_WISHES = (
    ("SICK OURS archers last", english("Whom you name when your men fall ill.")),
    ("SICK THEIRS knights first", english("Whom you name of theirs.")),
    ("BUY knight 2, archer 7", english("What an army of 250 points is made of.")),
    ("QUIET 3", english("So many days without a fight go by in one mail, if they say so too.")),
)
_WISHES_OUTSIDE = (
    ("CAMP knights first", english("Who guards the camp against a sally.")),
    ("RELIEF divide", english("How a relief is met before the refuge: SHELTER, FIGHT or DIVIDE.")),
)
_LENT = english("On the day of a divided enemy; or besieged in what you hold, even if they only batter.")
_PLAN = (
    english("A plan stands until you change it. Both plans are opened together."),
    english("The first line whose terms hold and that can be done is what your side does."),
    english("New lines for days replace all old ones; a wish replaces its like."),
)
_SERVER = ("TRY", "STATUS", "CLEAR", "HELP", "REPORT")
_BONUS_OF = {
    "twice": english("twice as many besiegers"),
    "three times": english("three times as many"),
    "breach": english("a breach"),
    "stockade": english("they hold all but the refuge"),
    "tower breach": english("and a breach in the tower"),
    "half the stores": english("half of the stores are left"),
    "last days": english("food for two days"),
}
_WALLS = {Strength.WOOD: english("wood"), Strength.SIMPLE: english("stone wall"),
          Strength.DOUBLE: english("double wall")}  # fmt: skip


def cheat_sheet(siege: Siege, page: SiegePage, seat: SeatId | None) -> CheatSheet:
    """The sheet of a siege for a seat (None: for everybody), in the language spoken."""
    side = next((other.side for other in siege.setup.seats if other.id == seat), None)
    outside = side is None or siege.besieges(side)
    inside = side is None or not siege.besieges(side)
    tables = tables_of(siege)
    steps = [f"{n}. {translated(step.title)}." for n, step in enumerate(page.steps, 1)]
    parts = [Part(say("A day"), tuple(Entry((), step) for step in steps))]
    for told, title, here in (
        ("besieger", say("What besiegers can do"), outside),
        ("besieged", say("What the besieged can do"), inside),
    ):
        actions = [action for action in page.actions if action.of in (told, "either")]
        entries = [_action(siege, page, action) for action in actions]
        lent = [action for action in page.lent if action.of == told and siege.holds]
        entries += [Entry((verb(action.deed),), translated(_LENT)) for action in lent]
        parts += [Part(title, tuple(entries))] if here else []
    terms = (*(_TERMS if outside else ()), *(_TERMS_INSIDE if inside else ()))
    wishes = (*_WISHES, *(_WISHES_OUTSIDE if outside else ()))
    parts += [
        Part(say("A plan"), tuple(Entry((), translated(words)) for words in _PLAN)),
        Part(say("Terms"), tuple(Entry((line,), translated(words)) for line, words in terms)),
        Part(say("Wishes"), tuple(Entry((line,), translated(words)) for line, words in wishes)),
        Part(say("To the server"), tuple(command_entry(word) for word in _SERVER)),
    ]
    return CheatSheet(tuple(parts), tuple(_grids(page, tables)))


def _action(siege: Siege, page: SiegePage, action: Action) -> Entry:
    """A line of it, and what it does: of an action that is not GUISCARD's, what a report says."""
    line = verb(action.deed)
    match action.behind:
        case Behind.HEXES:
            line += f" {siege.setup.stronghold.walls[0].hex}"
        case Behind.THING:
            line += f" {page.things[0].words[0]}"
    brief = _BRIEFS.get(Deed(action.deed)) if action.deed in set(Deed) else None
    place = siege.setup.stronghold.name
    who = say("besiegers") if action.of == "besieger" else say("besieged")
    return Entry((line,), translated(brief) if brief else say(action.told, side=who, place=place))


def _grids(page: SiegePage, tables: Tables) -> Iterator[Grid]:
    yield Grid(
        say("Events, by 2D10"), (say("sum"), say("event")), tuple(_events(page, tables["siege-events"]))
    )
    building = tables["siege-building"]
    yield Grid(
        say("Works of five men"),
        (say("thing"), say("pieces"), say("days"), say("with an engineer")),
        tuple(
            (translated(page.thing(str(row[0])).name), *map(str, row[1:]))
            for row in building.rows
            if str(row[0]) in {thing.id for thing in page.things}
        ),
    )
    stages = tables["siege-demolition"]
    yield Grid(
        say("Batterings until it is down"),
        (say("wall"), say("times")),
        tuple((translated(name), str(stages.number(wall.value, "stages"))) for wall, name in _WALLS.items()),
    )
    asked = tables["siege-surrender"]
    enough = tables["siege-figures"].number("surrender", "value")
    yield Grid(
        say("A parley: 1D10, and {enough} is needed", enough=enough),
        (say("case"), say("adds")),
        tuple((translated(_BONUS_OF.get(str(key), str(key))), f"+{asked.number(key, 'bonus')}")
              for key, *_ in asked.rows),
    )  # fmt: skip
    healing = tables["siege-healing"]
    yield Grid(
        say("The wounded are back"),
        (say("1D10"), say("after days")),
        tuple((str(die), str(healing.number(die, "days") or "–")) for die, *_ in healing.rows),
    )


def _events(page: SiegePage, table: RuleTable) -> Iterator[tuple[str, str]]:
    """Rows of the same event together."""
    rows = [(int(total), str(event)) for total, event in table.rows]
    while rows:
        most, event = rows[0]
        same = [total for total, other in rows if other == event]
        rows = [row for row in rows if row[1] != event]
        least = max(min(same), 2)
        yield (str(most) if least == most else f"{least}–{most}"), translated(page.said[event])

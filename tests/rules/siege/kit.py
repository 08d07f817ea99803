"""Small sieges for tests.

    >>> at = besieged("castle", garrison=13, host=28)      # day 1, nothing counted yet
    >>> events, after = day(at, theirs(at) | {"GUI-11.4.3a": 6}, inside=["SUPPLY"])

Garrison and host are light infantry called "inside-2" or "outside-7", behind a knight ("inside-1" and
"outside-1") who commands; or of kinds: ``garrison={"knight": 5, "archer": 2}``, numbered in that order. Dice
go by (part of) the roll's name, the rest show 5; ``event_of(at, 17)`` makes a row of the events' table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from rules import engine
from rules.core.dice import ScriptedDice
from rules.events.base import Event
from rules.journal import TableJournal
from rules.siege import days
from rules.siege.guiscard import GUISCARD_SIEGE as PAGE
from rules.siege.page import SiegePage, shipped_siege_tables
from rules.siege.plans.at_random import random_plan as random_plan
from rules.siege.plans.reading import plan_from
from rules.siege.plans.wishes import WISHES
from rules.siege.stores import bonus_for_events
from rules.siege.today import Today
from rules.state.figure import Character, Faces, Health, SideId, Values
from rules.state.siege import DayRecord, Siege

TABLES = shipped_siege_tables()
PLAIN = 5
SMOKE = 7
"""The row of the events that days of tests have, unless they name another: nothing comes of it. Where more is
added to the dice it is the row that they show at least, which has happened already."""

E = TypeVar("E", bound=Event)

_STUNNED = Values(0, 1, 0)

RIDES = {"knight", "heavy cavalry", "light cavalry", "horse archer", "sergeant", "cataphract"}
SHOOTS = {"archer": "short_bow", "horse archer": "composite_bow", "slinger": "sling", "javelinman": "javelin"}
ARMOURED = {"knight", "heavy cavalry", "heavy infantry", "cataphract"}
"""So are others with "armoured" before their kind."""


class Dice(ScriptedDice):
    """Scripted dice of any number of faces: the last face where the script's is none of them."""

    def roll(self, name: str, sides: int, chain: str = "") -> int:
        return min(super().roll(name, sides, chain), sides)


def man(
    name: str,
    side: SideId,
    kind: str = "light infantry",
    *,
    attack: int = 3,
    riding: bool = True,
) -> Character:
    """One man, off every board."""
    plain = kind.removeprefix("armoured ")
    rides = plain in RIDES
    values = Values(attack, 3, 6)
    return Character(
        id=name,
        name=name.title(),
        side=side,
        seat=side,
        code=f"{side[0].upper()}x",
        kind=plain,
        faces=Faces(values, Values(max(attack - 1, 0), 2, 4), _STUNNED, values if rides else None),
        armoured=kind in ARMOURED or kind.startswith("armoured "),
        weapon=SHOOTS.get(plain, ""),
        mount=f"{name}-horse" if rides and riding else None,
    )


def besieged(
    place: str = "castle",
    *,
    garrison: int | Mapping[str, int] = 13,
    host: int | Mapping[str, int] = 28,
    day: int = 1,
    stores: int = 0,
    **fields: object,
) -> Siege:
    """A siege of a shipped place on a morning, with so many men of each kind (a number: light infantry),
    each side behind a commander who counts among them. ``stores``: the last day with food, counted."""
    at = engine.replay(engine.new_game(f"siege-{place}"))
    assert isinstance(at, Siege)
    at.men = {}
    for side, word, who in ((at.besieger, "outside", host), (at.besieged, "inside", garrison)):
        kinds = {"knight": 1, "light infantry": who - 1} if isinstance(who, int) else who
        number = 0
        for kind, many in kinds.items():
            for _ in range(many):
                number += 1
                one = man(f"{word}-{number}", side, kind, riding=word == "outside")
                at.men[one.id] = one
    at.commanders = {at.besieger: "outside-1", at.besieged: "inside-1"}
    at.engines = {}
    if stores:
        at.stores = at.fed_until = stores
    at.turn = day
    at.days = (DayRecord(day=day),)
    for name, value in fields.items():
        setattr(at, name, value)
    return at


def hurt(at: Siege, *names: str, back: int = 0) -> Siege:
    """These are wounded, and back on a day (0: not during this siege)."""
    for name in names:
        at.men[name] = replace(at.men[name], health=Health.WOUNDED)
        at.recovers[name] = back
    return at


def slain(at: Siege, *names: str) -> Siege:
    for name in names:
        at.men[name] = replace(at.men[name], health=Health.DEAD, mount=None)
    return at


def event_of(at: Siege, total: int) -> dict[str, int]:
    """The dice that make a total of the events' table on this day, whatever is added to them."""
    thrown = total - (5 if at.day <= 9 else 0) - bonus_for_events(at, TABLES)
    assert 2 <= thrown <= 20, f"{total} needs a sum of {thrown}"
    one = min(thrown - 1, 10)
    return {"/event//1": one, "/event//2": thrown - one}


def today_of(
    at: Siege, dice: Mapping[str, int] | None = None, *, otherwise: int = PLAIN, outside: Sequence[str] = (),
    inside: Sequence[str] = (), page: SiegePage = PAGE,
) -> Today:  # fmt: skip
    """A day that is to be played by a book's page, with plans of these lines."""
    plans = {
        side: plan_from(at, side, tuple(lines), page)
        for side, lines in ((at.besieger, outside), (at.besieged, inside))
    }
    for side, lines in ((at.besieger, outside), (at.besieged, inside)):
        plan = plans[side]
        wishes = sum(line.split()[0].casefold() in WISHES for line in lines)
        assert len(plan.lines) + wishes == len(lines), f"a line of {lines} was not read"
    named = dict(dice or {})
    spent = ""
    if not any("event" in part or "11.1.2a" in part for part in named):
        added = (5 if at.day <= 9 else 0) + bonus_for_events(at, TABLES)
        total = max(SMOKE, 2 + added)
        spent = page.tables["siege-events"].text(total, "event")
        named |= event_of(at, total)
    today = Today(TableJournal(at, Dice(named=named, otherwise=otherwise)), page, page.tables, plans)
    if spent:
        today.siege.happened.setdefault(spent, 0)
    return today


def day(
    at: Siege, dice: Mapping[str, int] | None = None, *, otherwise: int = PLAIN, outside: Sequence[str] = (),
    inside: Sequence[str] = (), page: SiegePage = PAGE,
) -> tuple[list[Event], Siege]:  # fmt: skip
    """Play one day: what happened, and what it came to. ``at`` stays as it was."""
    today = today_of(at, dice, otherwise=otherwise, outside=outside, inside=inside, page=page)
    days.play(today.journal, page, page.tables, today.plans)
    return today.journal.events, today.siege


def theirs(at: Siege) -> dict[str, int]:
    """Dice of the initiative that give it to the besieged."""
    return {f"GUI-11.1.3a/day{at.day}/{at.besieged}": 10, f"GUI-11.1.3a/day{at.day}/{at.besieger}": 1}


def ours(at: Siege) -> dict[str, int]:
    """Dice of the initiative that give it to the besieger."""
    return {f"GUI-11.1.3a/day{at.day}/{at.besieged}": 1, f"GUI-11.1.3a/day{at.day}/{at.besieger}": 10}


def only(events: Sequence[Event], kind: type[E]) -> E:
    """The one event of a kind."""
    [found] = [event for event in events if isinstance(event, kind)]
    return found


def all_of(events: Sequence[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def none_of(events: Sequence[Event], *kinds: type[Event]) -> bool:
    return not any(isinstance(event, kinds) for event in events)

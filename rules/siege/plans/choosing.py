"""What a plan comes to today: which of its lines is carried out. The same for play, receipts and captains."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.tables import Tables
from rules.siege import battering, building, parley, quick, stores
from rules.siege.facing import able, assaults, withstanding
from rules.siege.plans.plan import Act, Line, Measure, Plan, Term
from rules.siege.today import OfBook
from rules.state.figure import SideId
from rules.state.siege import Siege


class Occasion(NamedTuple):
    """Whose day it is for a side: it has the initiative, or the besieged passed it on to the besieger; or it
    holds the place, is besieged in it and battered from afar."""

    initiative: bool
    passed: bool = False
    battered: bool = False


class Choice(NamedTuple):
    """The line that is carried out (None: the default, which is to rest or to pass on), and each line before
    it whose terms held but which could not be carried out, with the reason."""

    line: Line | None
    refused: tuple[tuple[Line, str], ...] = ()


def chosen(
    siege: Siege, page: OfBook, tables: Tables, side: SideId, plan: Plan, occasion: Occasion
) -> Choice:
    """The first line whose terms hold and whose acts can all be done."""
    refused: list[tuple[Line, str]] = []
    for line in plan.lines:
        if not holds(siege, tables, side, line, occasion):
            continue
        why = why_not(siege, page, tables, side, line.acts)
        if not why:
            return Choice(line, tuple(refused))
        refused.append((line, why))
    return Choice(None, tuple(refused))


def why_not(siege: Siege, page: OfBook, tables: Tables, side: SideId, acts: tuple[Act, ...]) -> str:
    """Why acts cannot be done together today; empty where they can."""
    for act in acts:
        why = page.why_not(siege, tables, side, act)
        if why:
            return why
    return building.why_not_together(siege, tables, [act for act in acts if act.what])


def holds(siege: Siege, tables: Tables, side: SideId, line: Line, occasion: Occasion) -> bool:
    """Whether any of a line's cases is there; one that says nothing of the initiative is for whenever the
    side acts."""
    if not line.cases:
        return True
    return any(all(is_so(siege, tables, side, term, occasion) for term in case) for case in line.cases)


def is_so(siege: Siege, tables: Tables, side: SideId, term: Term, occasion: Occasion) -> bool:
    """Whether a term holds."""
    found = measured(siege, tables, side, term.measure, occasion)
    least = 1 if term.least is None and term.most is None else term.least
    inside = (least is None or found >= least) and (term.most is None or found <= term.most)
    return inside is not term.negated


def measured(siege: Siege, tables: Tables, side: SideId, measure: Measure, occasion: Occasion) -> int:
    """What a measure comes to; facts are 1 or 0."""
    match measure:
        case Measure.INITIATIVE:
            return int(occasion.initiative)
        case Measure.PASSED:
            return int(occasion.passed)
        case Measure.BATTERED:
            return int(occasion.battered)
        case Measure.DAY:
            return siege.day
        case Measure.STORES:
            return stores.days_left(siege)
        case Measure.GARRISON:
            return len(siege.strength(siege.besieged))
        case Measure.BESIEGERS:
            return len(siege.strength(siege.besieger))
        case Measure.THROWERS | Measure.LADDERS | Measure.GRAPNELS:
            return siege.engines.get(measure.value.removesuffix("s"), 0)
        case Measure.BREACHES:
            return len(battering.breaches(siege, tables))
        case Measure.BONUS:
            return sum(parley.bonuses(siege, tables).values())
        case Measure.ODDS:
            return odds(siege, tables, side)


def odds(siege: Siege, tables: Tables, side: SideId) -> int:
    """A side's value to a hundred of the enemy's, as an assault would count them."""
    storms = assaults(siege, side)
    outside, inside = values(siege, tables, side if storms else siege.enemy_of(side))
    ours, theirs = (outside, inside) if storms else (inside, outside)
    return 100 * ours // max(theirs, 1)


def values(siege: Siege, tables: Tables, side: SideId) -> tuple[int, int]:
    """What an assault by a side is worth, and what withstands it behind walls (GUC-17.1)."""
    wall = tables["quick-modifiers"].number(siege.setup.stronghold.kind, "percent")
    outside = quick.value(able(siege, side, Act("")), True, tables)
    return outside, quick.value(withstanding(siege, side), True, tables, wall)

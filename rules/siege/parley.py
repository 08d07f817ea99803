"""Asking the garrison to surrender (GUI-11.5)."""

from __future__ import annotations

from enum import StrEnum

from rules.core.tables import Tables
from rules.events.siege import Parleyed, PlaceFell
from rules.siege import battering, stores
from rules.siege.plans.plan import Act
from rules.siege.today import Today
from rules.state.siege import Part, Siege


class Factor(StrEnum):
    """What a row of the table looks at."""

    NUMBERS = "numbers"
    PROGRESS = "progress"
    STORES_PERCENT = "stores percent"
    STORES_DAYS = "stores days"


def bonuses(siege: Siege, tables: Tables) -> dict[str, int]:
    """What is added to the die, by factor: of each the best row that fits, and those of different factors
    together (GUI-11.5.1). Stores are one factor, whatever row says it (RUL-1116)."""
    inside, outside = (len(siege.strength(side)) for side in (siege.besieged, siege.besieger))
    left = stores.days_left(siege)
    reached: dict[str, int] = {
        Factor.NUMBERS: outside // inside if inside else outside,
        Factor.PROGRESS: _progress(siege, tables),
    }
    if siege.stores:  # else nobody has counted them yet
        reached[Factor.STORES_PERCENT] = 100 * left // siege.stores
        reached[Factor.STORES_DAYS] = left
    table = tables["siege-surrender"]
    found: dict[str, int] = {}
    for key, *_ in table.rows:
        row = table.row(key)
        factor, at = str(row["factor"]), int(row["at"])
        if factor not in reached:
            continue
        scarce = factor in (Factor.STORES_PERCENT, Factor.STORES_DAYS)
        if reached[factor] <= at if scarce else reached[factor] >= at:
            name, bonus = factor.split()[0], int(row["bonus"])
            found[name] = max(found.get(name, bonus), bonus)
    return found


def _progress(siege: Siege, tables: Tables) -> int:
    """1 with a breach in stockade or wall, 2 holding the stockade, 3 with a breach in the tower's walls
    besides."""
    down = battering.breaches(siege, tables)
    if siege.holds:
        return 3 if any(wall.part is Part.TOWER for wall in down) else 2
    return 1 if any(wall.part is not Part.TOWER for wall in down) else 0


def ask(today: Today, act: Act) -> None:
    """A die and the bonuses: from 12 on the garrison gives in, below the siege goes on (GUI-11.5b)."""
    added = bonuses(today.siege, today.tables)
    die = today.roll("GUI-11.5b", today.siege.besieger)
    asked = Parleyed(die, added, die + sum(added.values()), today.figure("surrender"))
    today.record(asked)
    if asked.agreed:
        today.record(PlaceFell("parley"))

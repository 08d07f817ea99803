"""Which panels a battle of a campaign may be fought on, by what its hex has (GUC-14.2; a house table), and
which of them a seat prefers."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign.plans.plan import Panels
from rules.core.tables import Tables

TABLE = "campaign-boards"
OPEN = "open"
"""The row of panels without buildings, by which larger boards are completed."""


def grounds(tables: Tables) -> tuple[str, ...]:
    """What a hex can have; nothing in a campaign that began before there was the table."""
    rows = tables[TABLE].rows if TABLE in tables else ()
    return tuple(str(key) for key, *_ in rows if key != OPEN)


def of_ground(tables: Tables, ground: str) -> tuple[str, ...]:
    """Of which one at least is laid."""
    row = tables[TABLE].row(ground)
    return tuple(str(row[column]) for column in ("first", "second"))


def allowed(tables: Tables, ground: str) -> tuple[str, ...]:
    """All that can be laid there: its own, and those of open ground."""
    return tuple(dict.fromkeys((*of_ground(tables, ground), *of_ground(tables, OPEN))))


def every(tables: Tables) -> tuple[str, ...]:
    """All panels that can be laid anywhere."""
    return tuple(dict.fromkeys(name for ground in grounds(tables) for name in allowed(tables, ground)))


def preferred(lines: Iterable[Panels], ground: str) -> tuple[str, ...]:
    """A seat's list for a ground: its line for that, then the one for all."""
    said = sorted((line for line in lines if line.ground in ("", ground)), key=lambda line: not line.ground)
    return tuple(dict.fromkeys(name for line in said for name in line.panels))

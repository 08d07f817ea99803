"""Wounds during a siege: when they are healed, and the return (GUI-11.1.5)."""

from __future__ import annotations

from rules.events.siege import ManRecovered, RecoverySet
from rules.siege.today import Today
from rules.state.siege import NEVER


def bring_back(today: Today) -> None:
    """On the morning of the day that was noted for him a wounded man is healthy again, unless he has died
    since (GUI-11.1.5b), or has just fallen ill and stays wounded (RUL-1105)."""
    for name, day in list(today.siege.recovers.items()):
        if day != NEVER and day <= today.siege.day and name not in today.hurt:
            today.record(ManRecovered(name))


def set_dates(today: Today) -> None:
    """A die for everybody who was wounded today, and for the wounded who fell ill: the days until he is back
    (GUI-11.1.5a). A row of 0 days means not during this siege (RUL-1104)."""
    table = today.tables["siege-healing"]
    for name in today.hurt:
        die = today.roll("GUI-11.1.5a", name)
        days = table.number(die, "days")
        today.record(RecoverySet(name, die, today.siege.day + days if days else NEVER))

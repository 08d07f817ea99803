"""Stores: for how many days the besieged have food, and what a thin blockade means (GUI-11.1.1, 11.1.4)."""

from __future__ import annotations

from rules.core.tables import Tables
from rules.events.siege import PlaceFell, StoresChanged, StoresCounted
from rules.siege.today import Today, commands
from rules.state.figure import SideId
from rules.state.siege import Siege


def modifier(kind: str, mouths: int, tables: Tables) -> int:
    """What is added to the dice for so many besieged (GUI-11.1.1b)."""
    table = tables["siege-stores"]
    row = table.row(kind)
    return next(int(column) for column in table.columns[2:] if mouths >= int(row[column]))


def count(today: Today) -> None:
    """On the first day the garrison counts its stores: dice by the kind of place, and a modifier by its
    number; never below the least (GUI-11.1a, GUI-11.1.1a, GUI-11.1.1c). Later losses change nothing
    (GUI-11.1.1d)."""
    siege = today.siege
    if siege.stores:
        return
    kind = siege.setup.stronghold.kind
    dice = today.tables["siege-stores"].number(kind, "dice")
    thrown = sum(today.roll("GUI-11.1.1a", siege.besieged) for _ in range(dice))
    mouths = len(siege.strength(siege.besieged))
    added = modifier(kind, mouths, today.tables)
    today.record(StoresCounted(thrown, added, mouths, max(thrown + added, today.figure("least stores"))))


def days_left(siege: Siege) -> int:
    """Days for which there is food, today among them."""
    return max(siege.fed_until - siege.day + 1, 0)


def change(today: Today, days: int, cause: str) -> None:
    """Days more or fewer. What is eaten already cannot be taken."""
    today.record(StoresChanged(max(days, -days_left(today.siege)), cause))


def bonus_for_events(siege: Siege, tables: Tables) -> int:
    """What is added to the dice of the event because the blockade is thin (GUI-11.1.4, RUL-1114): nothing
    above twice as many besiegers as besieged, 4 above as many, 8 below. Raises ValueError where nobody is
    besieged."""
    inside = len(siege.strength(siege.besieged))
    if not inside:
        raise ValueError("nobody is besieged")
    percent = 100 * len(siege.strength(siege.besieger))
    table = tables["siege-blockade"]
    rows = [table.row(key) for key, *_ in table.rows]
    fits = (int(row["added"]) for row in rows if percent > int(row["above"]) * inside)
    return next(fits, int(rows[-1]["added"]))


def surrender_without_a_roll(today: Today) -> None:
    """The place gives in when there is no food for the coming day, or when nobody of rank is left to command;
    wounded men of rank count, prisoners do not (GUI-11.5a). So does the refuge of a garrison that besieges
    those who hold the rest (GUI-11.4.1g)."""
    siege = today.siege

    def leaderless(side: SideId) -> bool:
        return not any(commands(man, today.tables) for man in siege.strength(side))

    if leaderless(siege.besieged):
        today.give_in("leaderless")
    elif siege.fed_until <= siege.day:
        today.give_in("hunger")
    elif siege.exchanged and leaderless(siege.besieger):
        today.record(PlaceFell("leaderless"))
    elif siege.exchanged and siege.refuge_until <= siege.day:
        today.record(PlaceFell("hunger"))

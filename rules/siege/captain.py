"""Captains who conduct a siege, from both sides; and the plan that a form proposes to whoever has none."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.tables import Tables
from rules.siege import battering, fights, quick, stores
from rules.siege.page import SiegePage, tables_of
from rules.siege.plans.plan import Act
from rules.state.figure import Character, FigureId, SideId
from rules.state.siege import Deed, Meeting, Siege
from rules.state.table import Fights

BOLD = "bold"
ODDS = {BOLD: 130, "cautious": 170}
"""From which value to a hundred of theirs they storm, sally or give battle."""
POINTS = 10
"""Points of an army for one of its value in the quick resolution, about."""
BONUS = {BOLD: 4, "cautious": 3}
"""From which bonus they ask for surrender."""


def captain_plan(siege: Siege, page: SiegePage, side: SideId, temper: str) -> list[str]:
    """The lines that a captain would mail. He looks at nothing that a player could not see."""
    if siege.besieges(side):
        return _besieger(siege, temper)
    return _besieged(siege, temper)


def first_plan(siege: Siege, page: SiegePage, side: SideId) -> list[str]:
    """What a form proposes to somebody without a plan: a cautious one."""
    return captain_plan(siege, page, side, "cautious")


def _besieger(siege: Siege, temper: str) -> list[str]:
    """Storm where it pays, ask where they may give in, else batter and build; whatever there is no thrower
    for waits for one to be built. As the last days come nothing is left to wait for."""
    tables = tables_of(siege)
    needed = ODDS[temper]
    wishes = ["SICK THEIRS knight, heavy cavalry first", f"QUIET {2 if temper == BOLD else 3}"]
    if siege.exchanged:
        lines = [f"IF odds at least {needed} THEN ASSAULT"]
        lines += ["BATTER"] if siege.engines.get("thrower") else ["BUILD thrower"]
        return [*lines, "REST", *wishes]
    last = siege.setup.last_day
    lines = [f"IF odds at least {needed} THEN ASSAULT", f"IF bonus at least {BONUS[temper]} THEN PARLEY"]
    if last:
        pressing = last - (3 if temper == BOLD else 1)
        lines.append(f"IF day at least {pressing} AND odds at least {needed * 2 // 3} THEN ASSAULT")
        lines.append(f"IF day at least {last} THEN ASSAULT")
    if siege.engines.get("thrower"):
        targets = battering.default_hexes(siege, tables)
        if targets:
            lines.append(f"BATTER AND BUILD {'ladders' if siege.engines.get('ladder', 0) < 4 else 'thrower'}")
            lines.append("BATTER")
    lines += ["BUILD thrower", "PARLEY", "REST"]
    lines += [f"RELIEF {_meeting(siege, needed).value}"] if siege.holds else []
    return [*lines, *wishes]


def _meeting(siege: Siege, needed: int) -> Meeting:
    """How to meet a relief: by half of the men if they are worth enough more than it, else by all if they are
    worth enough more than it and its garrison; else behind the walls."""
    tables = tables_of(siege)
    army = tables["siege-figures"].number("army points", "value") // POINTS
    host = quick.value(siege.strength(siege.besieger), False, tables)
    garrison = quick.value(siege.strength(siege.besieged), False, tables)
    if 100 * (host // 2) >= needed * army:
        return Meeting.DIVIDE
    return Meeting.FIGHT if 100 * host >= needed * (army + garrison) else Meeting.SHELTER


def _besieged(siege: Siege, temper: str) -> list[str]:
    """Give battle where it pays; fetch food before it is short; burn the camp while there is something to
    burn."""
    lines = [f"IF odds at least {2 * ODDS[temper]} AND stores at most 4 THEN BATTLE"]
    last = siege.setup.last_day
    short = max(last - siege.day + 1, 3) if last else 4
    left = stores.days_left(siege)
    if siege.holds:
        lines.append(f"IF odds at least {ODDS[temper]} THEN ASSAULT")
    if not siege.shut_in:
        if left < short:
            lines.append(f"IF stores at most {min(short, left + 1)} THEN {order_of(siege, Deed.SUPPLY)}")
        least = 9 if temper == BOLD else 12
        lines.append(
            f"IF throwers at least 1 AND garrison at least {least} THEN {order_of(siege, Deed.SALLY)}"
        )
    lines.append("REST")
    return [*lines, f"QUIET {2 if temper == BOLD else 3}"]


PARTIES: dict[Deed, Callable[[Siege, Tables, Act], tuple[Character, ...]]] = {
    Deed.SALLY: fights.sally_party,
    Deed.SUPPLY: fights.supply_party,
}


def order_of(siege: Siege, deed: Deed) -> str:
    """The order for a sally against the camp or for stores. By one die the strongest do best, who go unless
    others are named; on a board those who are quick on foot."""
    names = ", ".join(siege.men[man].name for man in the_quick(siege, deed))
    by_die = siege.setup.options.fights is Fights.QUICK or not names
    return deed.name if by_die else f"{deed.name} with {names}"


def the_quick(siege: Siege, deed: Deed) -> tuple[FigureId, ...]:
    """As many as may go, those first who are quick on foot; the commander last."""
    tables, commander = tables_of(siege), siege.commanders.get(siege.besieged)

    def rank(man: Character) -> tuple[bool, bool, int, int]:
        return man.id == commander, man.wounded, -man.faces.healthy.movement, -man.values.attack

    went: tuple[FigureId, ...] = ()
    for man in sorted(siege.at_hand(siege.besieged), key=rank):
        more = (*went, man.id)
        if len(PARTIES[deed](siege, tables, Act(deed, men=more))) == len(more):
            went = more
    return went

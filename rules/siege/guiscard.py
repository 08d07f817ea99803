"""GUISCARD's chapter 11 on one page."""

from __future__ import annotations

from rules.core.language import english
from rules.core.tables import Tables
from rules.siege import (
    battering,
    building,
    days,
    drawing,
    fights,
    happenings,
    healing,
    initiative,
    parley,
    stores,
)
from rules.siege.page import Action, SiegePage, Step, shipped_siege_tables
from rules.siege.plans.plan import Act
from rules.siege.today import Today
from rules.state.siege import Deed, Siege


def _idle(siege: Siege) -> str:
    if siege.day > siege.idle_until:
        return ""
    return english("nothing can be done before day {day}: stores must be replaced", day=siege.idle_until + 1)


def _may_batter(siege: Siege, tables: Tables, act: Act) -> str:
    return _idle(siege) or battering.why_not(siege, tables, act)


def _batter(today: Today, act: Act) -> None:
    today.record(days.deed(today.siege.besieger, Deed.BATTER))
    battering.batter(today, act)


def _may_build(siege: Siege, tables: Tables, act: Act) -> str:
    return _idle(siege) or building.why_not(siege, tables, act)


def _build(today: Today, act: Act) -> None:
    today.record(days.deed(today.siege.besieger, Deed.BUILD))
    building.begin(today, act)


def _may_parley(siege: Siege, tables: Tables, act: Act) -> str:
    return _idle(siege)


def _parley(today: Today, act: Act) -> None:
    today.record(days.deed(today.siege.besieger, Deed.PARLEY))
    parley.ask(today, act)


def _always(siege: Siege, tables: Tables, act: Act) -> str:
    return ""


def _rest(today: Today, act: Act) -> None:
    today.record(days.deed(today.acts, Deed.REST))


GUISCARD_SIEGE = SiegePage(
    id="guiscard-siege-1",
    title="Guiscard, chapter 11",
    cites=("GUI", "GUC"),
    steps=(
        Step("stores", english("the garrison counts its stores"), stores.count),
        Step("event", english("the event of the day"), drawing.draw),
        Step("initiative", english("who has the initiative"), initiative.settle),
        Step("healed", english("the healed return"), healing.bring_back),
        Step("action", english("what is done"), days.act),
        Step("work", english("the builders work"), days.work),
        Step("wounds", english("when the wounded will be back"), healing.set_dates),
        Step("marker", english("the day ends"), days.end),
    ),
    events={
        "nothing": happenings.nothing,
        "lifted": happenings.lifted,
        "relief": happenings.relief,
        "rain": happenings.rain,
        "assassin": happenings.assassin,
        "saboteur": happenings.saboteur,
        "dysentery": happenings.dysentery,
        "refugees": happenings.refugees,
        "gate": happenings.gate,
        "theft": happenings.theft,
        "reinforcement": happenings.reinforcement,
        "engineer": happenings.engineer,
        "traitor": happenings.traitor,
        "poison": happenings.poison,
    },
    actions=(
        Action(Deed.ASSAULT, "besieger", "ASSAULT", fights.why_no_assault, fights.assault),
        Action(Deed.BATTER, "besieger", "BATTER", _may_batter, _batter, alone=False),
        Action(Deed.BUILD, "besieger", "BUILD", _may_build, _build, alone=False),
        Action(Deed.PARLEY, "besieger", "PARLEY", _may_parley, _parley),
        Action(Deed.SALLY, "besieged", "SALLY", fights.why_no_sally, fights.sally),
        Action(Deed.SUPPLY, "besieged", "SUPPLY", fights.why_no_supply, fights.supply),
        Action(Deed.BATTLE, "besieged", "BATTLE", fights.why_no_battle, fights.battle),
        Action(Deed.REST, "besieger", "REST", _always, _rest),
    ),
    tables=shipped_siege_tables(),
)

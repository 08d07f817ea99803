"""GUISCARD's chapter 11 on one page."""

from __future__ import annotations

from dataclasses import replace

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
    relieved,
    stores,
    within,
    wording,
)
from rules.siege.page import Action, Behind, End, SiegePage, Step, Thing, shipped_siege_tables
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
    return _idle(siege) or relieved.why_no_parley(siege)


def _parley(today: Today, act: Act) -> None:
    today.record(days.deed(today.siege.besieger, Deed.PARLEY))
    parley.ask(today, act)


def _always(siege: Siege, tables: Tables, act: Act) -> str:
    return ""


def _rest(today: Today, act: Act) -> None:
    today.record(days.deed(today.acts, Deed.REST))


ENDS = {
    "messenger": End(
        english("the siege was lifted: a messenger called the besiegers away"),
        wording.ENDS["messenger"],
        "GUI-11.6a",
    ),
    "losses": End(english("the siege was lifted: the assault cost too much"), wording.ENDS["losses"]),
    "deserted": End(
        english("the siege was lifted: of the besiegers nobody was left"), wording.ENDS["deserted"]
    ),
    "battle": End(
        english("the siege was lifted: the besiegers lost the battle outside"),
        wording.ENDS["battle"],
        "GUI-11.4.4c",
    ),
    "army": End(english("the siege was lifted: an army came for the garrison"), wording.ENDS["army"]),
    "assault": End(english("the place was stormed"), wording.ENDS["assault"], "GUI-11.5a"),
    "hunger": End(
        english("the garrison surrendered: its stores were gone"), wording.ENDS["hunger"], "GUI-11.5a"
    ),
    "leaderless": End(
        english("the garrison surrendered: nobody was left to command it"),
        wording.ENDS["leaderless"],
        "GUI-11.5a",
    ),
    "parley": End(english("the garrison surrendered: it came to terms"), wording.ENDS["parley"], "GUI-11.5b"),
    "holders": End(
        english("the siege was lifted: the besiegers, besieged in what they held, gave in"),
        wording.ENDS["holders"],
        "GUI-11.4.1g",
    ),
    "beaten_off": End(
        english("the garrison surrendered: the relief was beaten off"),
        wording.ENDS["beaten_off"],
        "GUI-11.4.1g",
    ),
}
"""By the word in the log."""

ASSAULT = Action(
    Deed.ASSAULT,
    "besieger",
    ("assault", "storm", "escalade"),
    Behind.MEN,
    fights.why_no_assault,
    fights.assault,
    mark="A",
    told=wording.DEEDS[Deed.ASSAULT],
    fought=wording.FOUGHT[Deed.ASSAULT],
    waits=wording.WAITS[Deed.ASSAULT],
    rule="GUI-11.4.1a",
    fights=True,
)

GUISCARD_SIEGE = SiegePage(
    id="guiscard-siege-1",
    title="Guiscard, chapter 11",
    cites=("GUI", "GUC"),
    steps=(
        Step("stores", english("the garrison counts its stores"), stores.count),
        Step("event", english("the event of the day"), drawing.draw),
        Step("initiative", english("who has the initiative"), initiative.settle),
        Step("healed", english("the healed return"), healing.bring_back),
        Step("action", english("what is done"), within.act),
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
    said=wording.EVENTS,
    actions=(
        ASSAULT,
        Action(
            Deed.BATTER,
            "besieger",
            ("batter", "bombard"),
            Behind.HEXES,
            _may_batter,
            _batter,
            mark="B",
            told=wording.DEEDS[Deed.BATTER],
            rule="GUI-11.3.4a",
            alone=False,
        ),
        Action(
            Deed.BUILD,
            "besieger",
            ("build", "make", "construct"),
            Behind.THING,
            _may_build,
            _build,
            mark="b",
            told=wording.DEEDS[Deed.BUILD],
            rule="GUI-11.2a",
            alone=False,
        ),
        Action(
            Deed.PARLEY,
            "besieger",
            ("parley", "negotiate"),
            Behind.NOTHING,
            _may_parley,
            _parley,
            mark="P",
            told=wording.DEEDS[Deed.PARLEY],
            rule="GUI-11.5b",
        ),
        Action(
            Deed.SALLY,
            "besieged",
            ("sally", "sortie"),
            Behind.MEN,
            fights.why_no_sally,
            fights.sally,
            mark="S",
            told=wording.DEEDS[Deed.SALLY],
            fought=wording.FOUGHT[Deed.SALLY],
            waits=wording.WAITS[Deed.SALLY],
            rule="GUI-11.4.2a",
            fights=True,
        ),
        Action(
            Deed.SUPPLY,
            "besieged",
            ("supply", "forage", "fetch"),
            Behind.MEN,
            fights.why_no_supply,
            fights.supply,
            mark="H",
            told=wording.DEEDS[Deed.SUPPLY],
            fought=wording.FOUGHT[Deed.SUPPLY],
            waits=wording.WAITS[Deed.SUPPLY],
            rule="GUI-11.4.3a",
            fights=True,
        ),
        Action(
            Deed.BATTLE,
            "besieged",
            ("battle",),
            Behind.NOTHING,
            fights.why_no_battle,
            fights.battle,
            mark="F",
            told=wording.DEEDS[Deed.BATTLE],
            fought=wording.FOUGHT[Deed.BATTLE],
            waits=wording.WAITS[Deed.BATTLE],
            rule="GUI-11.4.4a",
            fights=True,
        ),
        Action(
            Deed.REST,
            "either",
            ("rest", "wait", "pass", "nothing"),
            Behind.NOTHING,
            _always,
            _rest,
            mark=".",
            told=wording.DEEDS[Deed.REST],
            rule="GUI-11.4",
        ),
    ),
    things=(
        Thing("thrower", wording.THINGS["thrower"], ("thrower", "throwers"), wording.throwers),
        Thing("ladder", wording.THINGS["ladder"], ("ladders", "ladder"), wording.ladders),
        Thing("grapnel", wording.THINGS["grapnel"], ("grapnels", "grapnel"), wording.grapnels),
    ),
    ends=ENDS,
    causes=wording.CAUSES,
    tables=shipped_siege_tables(),
    lent=(
        replace(
            ASSAULT,
            of="besieged",
            may=relieved.why_no_storm,
            carry_out=relieved.storm,
            told=wording.STORM,
            rule="GUI-11.4.1e",
        ),
    ),
)

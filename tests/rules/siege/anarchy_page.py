"""THE ANARCHY's chapter 7 on one page: a book for tests, played by the engine that plays GUISCARD's.

What is daily in it (battering, building, fire) needs no initiative; its actions are its own, its table of
events and its list of things to build too. Not on it: what would need more than a page (the gallery before
the wall, an engineer over each work, men who leave because of event 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from msgspec.structs import replace as changed

from rules import engine
from rules.core.hexes import Axial, distance, from_offset
from rules.core.tables import Tables, table_from_toml
from rules.events.siege import PlaceFell, WallBattered
from rules.siege import battering, building, days, happenings, initiative
from rules.siege.guiscard import GUISCARD_SIEGE
from rules.siege.page import Action, Behind, End, SiegePage, Step, Thing
from rules.siege.plans.choosing import Occasion
from rules.siege.plans.choosing import chosen as first_that_can_be_done
from rules.siege.plans.plan import Act, Plan
from rules.siege.scenarios import opened, sieges
from rules.siege.today import Today
from rules.state.figure import Hex
from rules.state.siege import Deed, Siege, Strength, Wall
from rules.state.table import Options
from tests.rules.siege import kit

FIRE, MINE = "fire", "mine"
STORMED = frozenset({Deed.ASSAULT, Deed.BATTLE})
TERMS_LAST = 10  # days (ANA-7.9-7)

EVENTS = """
id = "siege-events"
title = "Events of a siege, by the sum of 2D10"
source = "THE ANARCHY 7.9"
status = "book"
columns = ["total", "event"]
rows = [
  [20, "lifted"], [19, "relief"], [18, "hostage"], [17, "assassin"], [16, "saboteur"], [15, "dysentery"],
  [14, "refugees"], [13, "gate"], [12, "theft"], [11, "reinforcement"], [10, "engineer"], [9, "traitor"],
  [8, "poison"], [7, "terms"], [6, "nothing"], [5, "nothing"], [4, "nothing"], [3, "nothing"], [2, "nothing"],
]
"""
BUILDING = """
id = "siege-building"
title = "What besiegers build, with five men a day"
source = "THE ANARCHY 7.4 and event 10 of 7.9"
status = "book"
columns = ["what", "pieces", "days", "engineer"]
rows = [
  ["grapnel", 2, 1, 1], ["fascine", 2, 1, 1], ["ladder", 2, 1, 1], ["mantlet", 2, 1, 1],
  ["ballista", 1, 4, 3], ["ram", 1, 4, 3], ["thrower", 1, 8, 7], ["mangonel", 1, 8, 7], ["belfry", 1, 12, 11],
]
"""
FIGURES = """
id = "siege-fire"
title = "Fire on a day of siege"
source = "THE ANARCHY 7.5 and its example; the number for dousing, of miners and of archers who count is ours"
status = "house"
columns = ["case", "value"]
rows = [["lights", 8], ["douses", 6], ["added", 2], ["hostage", -2], ["miners", 5]]
"""
TABLES = Tables(
    GUISCARD_SIEGE.tables.as_dict()
    | {table.id: table for table in map(table_from_toml, (EVENTS, BUILDING, FIGURES))}
)


def figure(today: Today, name: str) -> int:
    return today.tables["siege-fire"].number(name, "value")


# events


def hostage(today: Today) -> None:
    """From now on the garrison's die is lower (ANA-7.9-18)."""


def terms(today: Today) -> None:
    """The garrison gives in after ten days, unless a relief comes (ANA-7.9-7)."""


def dysentery(today: Today) -> None:
    """As GUISCARD's, but those who are wounded already die of it (ANA-7.9-15)."""
    happenings.sickness(today, today.siege.besieger, "ANA-7.9-15", "dysentery", deadly=True)


def poison(today: Today) -> None:
    happenings.sickness(today, today.siege.besieged, "ANA-7.9-8", "poison", deadly=True)


# steps


def roll_initiative(today: Today) -> None:
    if "hostage" in today.siege.happened:
        today.rain += figure(today, "hostage")
    initiative.settle(today)


def is_daily(act: Act) -> bool:
    return not PAGE.action(act.deed).alone


def lines_that_are(daily: bool, plan: Plan) -> Plan:
    return changed(plan, lines=tuple(line for line in plan.lines if all(map(is_daily, line.acts)) is daily))


def act(today: Today) -> None:
    """Who has the initiative does one of the actions; what is daily is not among them (ANA-7.1.3c)."""
    filed = today.plans
    today.plans = {side: lines_that_are(False, plan) for side, plan in filed.items()}
    days.act(today)
    today.plans = filed


def activities(today: Today) -> None:
    """Whoever has the initiative, the besieger batters, builds and lights fires (ANA-7.6); after an assault
    or a battle he only builds (ANA-7.7.1b)."""
    siege = today.siege
    if siege.day <= siege.idle_until:
        return
    if not STORMED.intersection(siege.today.deeds):
        plan = lines_that_are(True, today.plans[siege.besieger])
        ours = Occasion(initiative=today.acts == siege.besieger)
        found = first_that_can_be_done(siege, PAGE, today.tables, siege.besieger, plan, ours)
        for one in found.line.acts if found.line is not None else ():
            PAGE.action(one.deed).carry_out(today, one)
    building.work(today)


def end(today: Today) -> None:
    days.end(today)
    siege = today.siege
    agreed, relief = siege.happened.get("terms"), siege.happened.get("relief", 0)
    if not today.over and agreed and relief <= agreed and siege.day >= agreed + TERMS_LAST:
        today.record(PlaceFell("terms"))


# fire


def archers(siege: Siege) -> int:
    return sum(man.weapon == "short_bow" for man in siege.at_hand(siege.besieger))


def why_no_fire(siege: Siege, tables: Tables, act: Act) -> str:
    if not archers(siege):
        return "there are no archers to light it"
    for at in act.hexes:
        wall = siege.setup.stronghold.wall(at)
        if wall is None or wall.strength is not Strength.WOOD or battering.is_down(siege, wall, tables):
            return f"{at} does not burn"
    return "" if len(act.hexes) == 1 else "one hex a day is set on fire"


def light(today: Today, act: Act) -> None:
    """One hex, then each wooden one next to a fire once; what the garrison cannot put out is gone
    (ANA-7.5.1a, ANA-7.5.1b, ANA-7.5.1c, ANA-7.5.2)."""
    today.record(days.deed(today.siege.besieger, FIRE))
    added = figure(today, "added")
    left = [(act.hexes[0], added + archers(today.siege) - 1)]
    tested = {act.hexes[0]}
    while left:
        at, bonus = left.pop(0)
        die = today.roll("ANA-7.5.1a", at)
        burns = die + bonus >= figure(today, "lights")
        if burns and today.roll("ANA-7.5.1b", today.siege.besieged, at) >= figure(today, "douses"):
            burns = False
        wall = today.siege.setup.stronghold.wall(at)
        assert wall is not None
        record_blow(today, wall, bonus, die, "fire", "D" if burns else "-")
        if burns:
            near = [one.hex for one in wooden_next_to(today, at) if one.hex not in tested]
            tested |= set(near)
            left += [(one, added) for one in near]


def wooden_next_to(today: Today, at: Hex) -> Iterator[Wall]:
    for wall in today.siege.setup.stronghold.walls:
        near = distance(place(wall.hex), place(at)) == 1
        if near and wall.strength is Strength.WOOD and not battering.is_down(today.siege, wall, today.tables):
            yield wall


def place(at: Hex) -> Axial:
    return from_offset(int(at[:2]) - 1, int(at[2:]) - 1)


def record_blow(today: Today, wall: Wall, points: int, die: int, column: str, result: str) -> None:
    before, most = today.siege.damage.get(wall.hex, 0), battering.stages(wall, today.tables)
    stage = before + ("D" in result)
    today.record(WallBattered(wall.hex, points, die, column, result, stage, most))


# the mine


def why_no_mine(siege: Siege, tables: Tables, act: Act) -> str:
    walls = [siege.setup.stronghold.wall(at) for at in act.hexes]
    if len(walls) != 1 or walls[0] is None or walls[0].strength is Strength.WOOD:
        return "a mine goes under one hex of stone"
    return "it is down already" if battering.is_down(siege, walls[0], tables) else ""


def dig(today: Today, act: Act) -> None:
    """A day in the mine: as many points as there are miners (ANA-7.7.4d)."""
    today.record(days.deed(today.siege.besieger, MINE))
    wall = today.siege.setup.stronghold.wall(act.hexes[0])
    assert wall is not None
    table = today.tables["siege-battering"]
    points = figure(today, "miners")
    column = battering.column_of_points(wall, points, table.columns)
    die = today.roll("ANA-7.3.2a", wall.hex)
    result = "D" if "D" in table.text(die, column).split("/") else "-"
    record_blow(today, wall, points, die, column, result)


def shared(deed: Deed, rule: str) -> Action:
    """An action that both books have."""
    return replace(GUISCARD_SIEGE.action(deed), rule=rule)


def many(name: str, number: int) -> str:
    return f"{number} {name}"


def thing(what: str, *words: str) -> Thing:
    return Thing(what, what, words, partial(many, what))


STEPS = {step.id: step for step in GUISCARD_SIEGE.steps}

PAGE = SiegePage(
    id="anarchy-siege-test",
    title="The Anarchy, chapter 7",
    cites=("ANA", "ANC"),
    steps=(
        STEPS["stores"],
        STEPS["event"],
        Step("initiative", "who has the initiative", roll_initiative),
        STEPS["healed"],
        Step("action", "what is done", act),
        Step("activities", "what is done every day", activities),
        STEPS["wounds"],
        Step("marker", "the day ends", end),
    ),
    events={
        **{name: happens for name, happens in GUISCARD_SIEGE.events.items() if name != "rain"},
        "hostage": hostage,
        "terms": terms,
        "dysentery": dysentery,
        "poison": poison,
    },
    said={
        **GUISCARD_SIEGE.said,
        "hostage": "the castellan's son is a captive",
        "terms": "they will give in if nobody comes within ten days",
    },
    actions=(
        shared(Deed.ASSAULT, "ANA-7.7.1a"),
        shared(Deed.BATTER, "ANA-7.3.2a"),
        shared(Deed.BUILD, "ANA-7.4a"),
        Action(
            FIRE, "besieger", ("fire", "burn"), Behind.HEXES, why_no_fire, light,
            mark="f", told="{side} set fire to {place}", rule="ANA-7.5.1a", alone=False,
        ),
        Action(
            MINE, "besieger", ("mine", "undermine"), Behind.HEXES, why_no_mine, dig,
            mark="M", told="{side} dig under {place}", rule="ANA-7.7.4b",
        ),
        shared(Deed.PARLEY, "ANA-7.8b"),
        shared(Deed.SALLY, "ANA-7.7.2a"),
        shared(Deed.SUPPLY, "ANA-7.7.3a"),
        shared(Deed.BATTLE, "ANA-7.7.5a"),
        shared(Deed.REST, "ANA-7.1.3d"),
    ),
    things=(
        *GUISCARD_SIEGE.things,
        thing("fascine", "fascines", "fascine"),
        thing("mantlet", "mantlets", "mantlet"),
        thing("ballista", "ballista"),
        thing("ram", "ram", "rams"),
        thing("mangonel", "mangonel", "mangonels"),
        thing("belfry", "belfry", "tower"),
    ),
    ends={
        **GUISCARD_SIEGE.ends,
        "terms": End("the garrison surrendered: nobody came within ten days", "Nobody came: they give in."),
    },
    causes=GUISCARD_SIEGE.causes,
    tables=TABLES,
)  # fmt: skip


def besieged(place: str = "castle", **fields: object) -> Siege:
    """A siege as kit.besieged has it, by this page."""
    at = kit.besieged(place, **fields)  # type: ignore[arg-type]
    at.setup = changed(at.setup, ruleset=PAGE.id, tables=TABLES.as_dict(), tables_digest=TABLES.digest)
    return at


def begun(scenario: str) -> list[engine.Event]:
    """The first events of a shipped siege by this page."""
    return opened(sieges()[scenario], PAGE, Options(), "", {})

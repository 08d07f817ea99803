"""A tower on wheels that no book has: two hexes, room for men under its rear, three storeys, stairs inside
and a drawbridge from its top on to a wall. It is made of records alone."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from rules.assault.siege_engines import in_arc, unburnt, whole
from rules.core.facing import Facing
from rules.core.modules import ModuleName
from rules.core.tables import RuleTable, Status, Tables
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import parse_filed
from rules.orders.records import MoveOrder
from rules.ruleset import EngineKind, Module, Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.state.structures import Body, BodyFloor, BodyJoint, Spot
from rules.state.works import Engine
from tests.rules import kit
from tests.rules.kit import SIEGE, battle, man

# Inside are rows 1 to 4, and row 4 is the walk of a wall three levels high.
MAP = "\n".join([". . . . . . ."] * 3 + ["P3 P3 P3 P3 P3 P3 P3"] + [". . . . . . ."] * 6)
INSIDE = [f"{c:02d}{r:02d}" for r in range(1, 5) for c in range(1, 8)]
TOWER_BODY = Body(
    floors=(
        BodyFloor(0, 0, hexes=(1,)),
        BodyFloor(1, 1, cover="heavy"),
        BodyFloor(2, 2, cover="medium"),
        BodyFloor(3, 3),
    ),
    joints=(
        BodyJoint("first stairs", "stairs", Spot(1, 0), Spot(1, 1)),
        BodyJoint("second stairs", "stairs", Spot(1, 1), Spot(1, 2)),
        BodyJoint("third stairs", "stairs", Spot(1, 2), Spot(1, 3)),
        BodyJoint("the bridge", "drawbridge", Spot(0, 3), Spot(0, 0, ahead=1)),
    ),
)
TOWER_KIND = EngineKind("tower", arc=in_arc, needs=(whole, unburnt), body=TOWER_BODY)


def _table(id_: str, columns: str, *rows: tuple[str | int, ...]) -> RuleTable:
    return RuleTable(id_, id_, "the tests", Status.HOUSE, tuple(columns.split()), rows)


LINKS = _table(
    "links",
    "kind name up down who fought rise rule",
    ("floor", "along the storey", 1, 1, "anybody", "yes", 0, "RUL-1"),
    ("stairs", "the stairs", 2, 1, "unburdened", "no", 1, "RUL-1"),
    ("drawbridge", "the drawbridge", 2, 2, "anybody", "yes", 0, "RUL-1"),
    ("pole", "the pole", 4, 1, "unarmoured", "no", 2, "RUL-1"),
)


def _tables() -> Tables:
    engines = SIEGE.tables["engines"]
    row = ("tower", "tower", 0, 0, 0, 0, 4, 2, "GUI-10.4.2")
    with_tower = replace(engines, rows=(*engines.rows, row), status=Status.HOUSE, origins=())
    return Tables({**SIEGE.tables.as_dict(), "engines": with_tower, "links": LINKS})


TOWER: Ruleset = replace(
    SIEGE,
    tables=_tables(),
    modules=(*SIEGE.modules, Module(ModuleName("towers", "GUI-10", "towers"), engines=(TOWER_KIND,))),
)


play = partial(kit.play, rules=TOWER)


def tower(front: str = "0406", rear: str = "0407", facing: Facing = Facing.N) -> Engine:
    """The tower of the Normans, on its way to the wall."""
    return Engine("tower", "tower", "Malvoisine", "normans", (front, rear), facing, body=TOWER_BODY)


def before_the_wall(*pieces: Character, engine: Engine | None = None, **more: object) -> Battle:
    """The tower, the wall and some men."""
    more = {"step": None, "phase": 3, "walls": ("stockade " + " ".join(INSIDE),), **more}
    return battle(MAP, *pieces, rules=TOWER, engines=(engine or tower(),), **more)  # type: ignore[arg-type]


PUSHERS = tuple(
    man(name, at) for name, at in (("Ansel", "0306"), ("Bald", "0307"), ("Carl", "0506"), ("Drago", "0507"))
)


def ordered(at: Battle, line: str) -> MoveOrder:
    order = parse_filed(line, lexicon_of(at, "normans"))
    assert isinstance(order, MoveOrder)
    return order


def archer(name: str, at: str, **more: object) -> Character:
    return man(name, at, weapon="short_bow", code="Nia", **more)  # type: ignore[arg-type]

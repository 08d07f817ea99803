"""A book that nobody printed, for the tests: three sides, another order of steps, odds in place of a
differential, tables of its own, an engine with storeys. Nothing outside of this file and its kits knows of it
but the registry, where ``in_the_registry`` puts it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256

from msgspec.structs import replace

from rules import engine
from rules.books import registry
from rules.books.book import Book
from rules.books.guiscard import GUISCARD
from rules.captains.draw import Draw
from rules.captains.random_player import random_orders
from rules.core.places import Place
from rules.core.tables import RuleTable, shipped_tables
from rules.phases import sequence
from rules.ruleset import Policies, Step
from rules.scenarios.creation import opened
from rules.scenarios.loader import ScenarioFile, scenario_from_toml
from rules.state.battle import Battle
from rules.state.invariants import broken
from rules.state.table import Options
from rules.tactical.ways import links
from tests.rules.test_odds_book import COLUMNS, ODDS
from tests.rules.tower_kit import LINKS, TOWER

# Shots come last, and whoever lies stunned gets up first.
TURNED = replace(
    sequence.PLAYER_PHASE,
    steps=(
        Step("stunned", "stunned", sequence.RECOVERY.act),
        sequence.CHARGES,
        sequence.MOVEMENT,
        sequence.COMBAT,
        sequence.FIRE,
    ),
)


def _overlay() -> Iterator[RuleTable]:
    ours = shipped_tables()
    yield replace(
        ours["combat-columns"],
        id="odds-columns",
        columns=("column",),
        rows=tuple((c,) for c in COLUMNS),
        origins=(),
    )
    yield TOWER.tables["engines"]
    yield LINKS
    for kind in ("combat-foot", "combat-mounted"):
        rows = tuple(row[:1] + row[3:7] for row in ours[kind].rows)
        yield replace(
            ours[kind],
            id=f"odds-{kind}",
            columns=(ours[kind].columns[0], *COLUMNS),
            rows=rows,
            origins=(),
        )


OTHER_BOOK = Book(
    id="other-1",
    name="other",
    title="Another book",
    cites=("GUI",),
    sequence=replace(sequence.OPEN_BATTLE, phases=(TURNED,)),
    always=(*GUISCARD.always, TOWER.modules[-1]),
    modules=GUISCARD.modules,
    overlay=tuple(_overlay()),
    policies=Policies(
        weighing=ODDS,
        combat_columns="odds-columns",
        combat_foot="odds-combat-foot",
        combat_mounted="odds-combat-mounted",
        stunned_block_fire=True,
    ),
    printings={"revised": Policies()},
)

SCENARIO = """
title = "Three on the plain"
blurb = "Everybody against everybody."
chapter = "1"
order = 1
ruleset = "other"
first = "lombards"
modules = ["tactics", "works"]
panels = [{ letter = "A", drawing = "plain" }]
sides = [
  { id = "normans", name = "Normans", adjective = "Norman" },
  { id = "lombards", name = "Lombards", adjective = "Lombard" },
  { id = "arabs", name = "Arabs", adjective = "Arab" },
]
seats = [
  { id = "normans", side = "normans", name = "Normans" },
  { id = "lombards", side = "lombards", name = "Lombards" },
  { id = "arabs", side = "arabs", name = "Arabs" },
]

[[engines]]
kind = "tower"
name = "Malvoisine"
side = "normans"
hexes = "1010-1011"
facing = "N"

[figures.normans]
Robert = "0910"
Gilbert = "1012"
Hugo = "1013"
William = "0911"
Odo = "1111"
Walter = "1112"

[figures.lombards]
Arduino = "1308"
Landolfo = "1409"
Teobaldo = "1307"

[figures.arabs]
Zahir = "0706"
Khaled = "0805"
Yani = "0605"

[victory]
turns = 4
break_at = { normans = 0, lombards = 0, arabs = 0 }
aims = [
  { kind = "casualties", side = "normans", points = { "*" = 1 } },
  { kind = "casualties", side = "lombards", points = { "*" = 1 } },
  { kind = "casualties", side = "arabs", points = { "*" = 1 } },
]
"""


@contextmanager
def in_the_registry() -> Iterator[None]:
    """As long as it lasts this server has the book."""
    registry.BOOKS[OTHER_BOOK.id] = OTHER_BOOK
    try:
        yield
    finally:
        del registry.BOOKS[OTHER_BOOK.id]


@cache
def scenario() -> ScenarioFile:
    return scenario_from_toml(SCENARIO, "three")


def new_game() -> list[engine.Event]:
    """The first events of a game by this book."""
    return opened(scenario(), Options(combat_columns=""))


def _at_the_tower(at: Battle, seat: str, seed: int) -> list[str]:
    """Up or down by whatever leads from where a man stands, and sometimes a push."""
    draw, lines = Draw(seed, at.phase, seat), []
    for man in at.figures.values():
        if man.seat != seat or not man.active or man.hex is None or man.mounted:
            continue
        ways = links.links_from(at, registry.rules_of(at), Place(man.hex, man.storey))
        tower = next(iter(at.engines.values())).hexes[1]
        if ways and draw.chance(70):
            lines.append(f"MOVE {man.name} {draw.one(ways).end.label}")
        elif man.name == "Gilbert" and at.board.adjacent(man.hex, tower):
            lines.append(f"MOVE Gilbert {tower} {tower}/1")
    if seat == "normans" and draw.chance(60):
        lines.append(f"PUSH Malvoisine {draw.one(('N', 'NE', 'NW'))} with Robert + William + Odo + Walter")
    return lines


def play_one(seed: int) -> list[engine.Event]:
    """A whole game of random orders, read and adjudicated as mails would be; after every phase what must
    always hold is looked at, and at the end the log must lead to the same battle."""
    log = new_game()
    at = engine.replay(log)
    while at.outcome is None:
        for seat in engine.awaiting(at).seats:
            lines = [*random_orders(at, registry.rules_of(at), seat, seed), *_at_the_tower(at, seat, seed)]
            reading = engine.read_orders(at, seat, lines)
            filed = engine.accept_orders(at, seat, reading)
            log.append(filed)
            at = engine.evolve(at, filed)
        key = sha256(f"three {seed} {at.phase}".encode()).digest()
        events = engine.adjudicate(at, engine.KeyedDice(key))
        log += events
        at = engine.replay(events, at)
        assert broken(at) == []
    assert engine.digest(engine.replay(log)) == engine.digest(at)
    return log


def outcome_of(log: list[engine.Event]) -> Battle:
    return engine.replay(log)

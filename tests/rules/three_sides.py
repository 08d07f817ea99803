"""Battles of three sides: Normans and Lombards who are allied, enemies or neutral, and Arabs.

>>> at = three(man("Robert", "0303"), man("Melo", "0404", side="lombards"), ...)   # allies against Arabs
>>> at = three(..., sides=NEUTRAL)              # the Lombards are nobody's enemies
>>> scenario("allies = ['lombards']")           # a scenario file in which the Normans say so
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from msgspec.structs import replace

from rules import engine
from rules.books.registry import rules_of
from rules.captains.random_player import random_orders
from rules.scenarios.creation import opened
from rules.scenarios.loader import ScenarioFile, load, scenario_from_toml
from rules.scenarios.rosters import plain_name
from rules.state.battle import Battle
from rules.state.figure import Character, Horse, SideId
from rules.state.invariants import broken
from rules.state.table import Seat, Side
from tests.rules.kit import battle, field

NORMANS = Side("normans", "Normans", "Norman")
LOMBARDS = Side("lombards", "Lombards", "Lombard")
ARABS = Side("arabs", "Arabs", "Arab")

HOSTILE = (NORMANS, LOMBARDS, ARABS)
ALLIED = (Side("normans", "Normans", "Norman", allies=("lombards",)), LOMBARDS, ARABS)
NEUTRAL = (NORMANS, Side("lombards", "Lombards", "Lombard", neutral=("normans", "arabs")), ARABS)


def three(*pieces: Character | Horse, sides: tuple[Side, ...] = ALLIED, **more: object) -> Battle:
    """A battle of the three on flat ground; further words as for ``kit.battle``."""
    return battle(field(16, 16), *pieces, sides=sides, **more)  # type: ignore[arg-type]


_SCENARIO = """
title = "Three on the plain"
blurb = "Who is with whom is said by the test."
chapter = "7"
order = 1
ruleset = "guiscard"
first = "normans"
modules = ["tactics"]
panels = [{ letter = "A", drawing = "plain" }]
sides = [
  { id = "normans", name = "Normans", adjective = "Norman", edge = "0101", RELATION },
  { id = "lombards", name = "Lombards", adjective = "Lombard", edge = "1801" },
  { id = "arabs", name = "Arabs", adjective = "Arab" },
]
seats = [
  { id = "normans", side = "normans", name = "Normans" },
  { id = "lombards", side = "lombards", name = "Lombards" },
  { id = "arabs", side = "arabs", name = "Arabs" },
]

[figures.normans]
Robert = "0910-0909"
Gilbert = "1012"
Hugo = "1013"
William = "0911"

[figures.lombards]
Arduino = "1308"
Landolfo = "1409"
Teobaldo = "1307"
Gisulfo = "1310"

[figures.arabs]
Zahir = "0706"
Khaled = "0805"
Yani = "0605"
Tariq = "1106-1105"

[victory]
turns = 6
break_at = { normans = 25, lombards = 25, arabs = 25 }
aims = [
  { kind = "casualties", side = "normans", points = { "*" = 1 } },
  { kind = "casualties", side = "lombards", points = { "*" = 1 } },
  { kind = "casualties", side = "arabs", points = { "*" = 1 } },
]
"""


@cache
def scenario(relation: str) -> ScenarioFile:
    """The scenario with what the Normans say of the others, in the words of a scenario file."""
    return scenario_from_toml(_SCENARIO.replace("RELATION", relation or "allies = []"), "three")


def split(slug: str, part: int, **relation: tuple[SideId, ...]) -> ScenarioFile:
    """A scenario shipped in which every second man of a side (0 or 1 of the file) is of a third, with what
    that one says of the others; its aims are the same."""
    file = load(slug)
    side = file.sides[part]
    seat = next(seat for seat in file.seats if seat.side == side.id)
    drawn_up = {plain_name(name) for formation in file.formations for name in formation.figures}
    men = list(file.figures[seat.id].items())
    gone = dict(pair for pair in men[1::2] if plain_name(pair[0]) not in drawn_up)
    stays = {name: place for name, place in men if name not in gone}
    aims = tuple(replace(aim, side="third") for aim in file.victory.aims if aim.side == side.id)
    break_at = file.victory.break_at
    if side.id in break_at:
        break_at = {**break_at, "third": break_at[side.id]}
    return replace(
        file,
        slug="split",
        sides=(*file.sides, Side("third", "Others", "Other", side.edge, **relation)),
        seats=(*file.seats, Seat("third", "third", "Others")),
        figures={**file.figures, seat.id: stays, "third": gone},
        victory=replace(file.victory, aims=(*file.victory.aims, *aims), break_at=break_at),
    )


def play(file: ScenarioFile, player: str, seed: int) -> tuple[list[engine.Event], Battle]:
    """A whole game: the lines of a captain (bold, cautious) or random ones are read as mails are; after every
    phase what must always hold is looked at and everything is told, and at the end the log must lead to the
    same battle."""
    log = opened(file)
    at = _battle(log)
    while at.outcome is None:
        for seat in engine.awaiting(at).seats:
            reading = engine.read_orders(at, seat, _lines(at, seat, player, seed))
            if player != "random":
                bad = [x.line for x in reading.lines if x.verdict is engine.Verdict.UNREADABLE]
                assert not bad, bad
            filed = engine.accept_orders(at, seat, reading)
            log.append(filed)
            at = engine.evolve(at, filed)
        key = sha256(f"{file.slug} {player} {seed} {at.phase}".encode()).digest()
        events = engine.adjudicate(at, engine.KeyedDice(key))
        log += events
        _tell(at, events)
        at = engine.replay(events, at)
        assert broken(at) == []
    again = engine.replay(engine.decode(*engine.encode(event)) for event in log)
    assert engine.digest(again) == engine.digest(at)
    return log, at


def _lines(at: Battle, seat: str, player: str, seed: int) -> list[str]:
    if player == "random":
        return random_orders(engine.view_for(at, seat), rules_of(at), seat, seed * 1000 + at.phase)
    return engine.captain_orders(at, seat, player)


def _tell(before: Battle, events: list[engine.Event]) -> None:
    """What everybody reads and sees of a phase is made without a fault."""
    after = engine.replay(events, before.copy())
    for seat in (*(seat.id for seat in before.setup.seats), None):
        shown = engine.seen(before, events, seat)
        assert engine.narrate(before, shown, seat) is not None
        engine.situation(after, seat)
        engine.picture(after, seat, before, shown)
        if seat is not None:
            assert engine.order_form(after, seat)


def _battle(events: list[engine.Event]) -> Battle:
    at = engine.replay(events)
    assert isinstance(at, Battle)
    return at

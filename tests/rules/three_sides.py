"""Battles of three sides: Normans and Lombards who are allied, enemies or neutral, and Arabs.

>>> at = three(man("Robert", "0303"), man("Melo", "0404", side="lombards"), ...)   # allies against Arabs
>>> at = three(..., sides=NEUTRAL)              # the Lombards are nobody's enemies
>>> scenario("allies = ['lombards']")           # a scenario file in which the Normans say so
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from rules import engine
from rules.books.guiscard import GUISCARD
from rules.books.registry import rules_of
from rules.captains.random_player import random_orders
from rules.scenarios.creation import created
from rules.scenarios.loader import ScenarioFile, scenario_from_toml
from rules.state.battle import Battle
from rules.state.figure import Character, Horse
from rules.state.invariants import broken
from rules.state.table import Side
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


def new_game(relation: str) -> list[engine.Event]:
    file = scenario(relation)
    rules = GUISCARD.rules(modules=file.modules)
    first = created(file, rules)
    opening = rules.sequence.begins(engine.replay([first]))
    return [first, engine.PhaseOpened(number=1, turn=opening.turn, side=opening.side, name=opening.name)]


def play(relation: str, player: str, seed: int) -> tuple[list[engine.Event], Battle]:
    """A whole game: the lines of a captain (bold, cautious) or random ones are read as mails are; after every
    phase what must always hold is looked at, and at the end the log must lead to the same battle."""
    log = new_game(relation)
    at = engine.replay(log)
    while at.outcome is None:
        for seat in engine.awaiting(at).seats:
            if player == "random":
                lines = random_orders(engine.view_for(at, seat), rules_of(at), seat, seed * 1000 + at.phase)
            else:
                lines = engine.captain_orders(at, seat, player)
            reading = engine.read_orders(at, seat, lines)
            if player != "random":
                bad = [x.line for x in reading.lines if x.verdict is engine.Verdict.UNREADABLE]
                assert not bad, bad
            filed = engine.accept_orders(at, seat, reading)
            log.append(filed)
            at = engine.evolve(at, filed)
        key = sha256(f"three {relation} {player} {seed} {at.phase}".encode()).digest()
        events = engine.adjudicate(at, engine.KeyedDice(key))
        log += events
        at = engine.replay(events, at)
        assert broken(at) == []
    again = engine.replay(engine.decode(*engine.encode(event)) for event in log)
    assert engine.digest(again) == engine.digest(at)
    return log, at

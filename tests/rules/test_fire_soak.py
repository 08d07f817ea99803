"""Random orders about fires and engines: no exception, no broken invariant, and the log replays to the
same battle."""

from __future__ import annotations

import random

import pytest

from rules import engine
from rules.core.dice import KeyedDice
from rules.core.facing import Facing
from rules.events.sequence import PhaseOpened
from rules.state.battle import Battle
from rules.state.invariants import broken
from rules.state.works import Engine
from tests.rules.kit import SIEGE, battle, horse, man, reported, rider
from tests.sampling import some

# a stockade on the north side of a yard, a jetty and a tent in front of it
BOARD = """
. . . . . . . . s .
. T O . . . . . . .
. T T . . . j j w w
. . . . . . j j w w
P1 P1 P1 P1 P1 P1 P1 P1 P1 P1
. . . . . . . . . .
. . . . . . . . . .
. . . s . . . . . .
. . . . . . . . . .
"""
YARD = "stockade " + " ".join(f"{c:02d}{r:02d}" for r in (5, 6, 7, 8, 9) for c in range(1, 11))


def opening() -> Battle:
    normans = [man(f"N{i}", at, weapon="composite_bow" if i % 2 else "", code="Nia") for i, at in enumerate(
        ("0102", "0404", "0504", "0403", "0302", "0602", "0703", "0201"))]  # fmt: skip
    arabs = [man(f"A{i}", at, side="arabs", weapon="composite_bow" if i % 2 else "",
                 code="Aia") for i, at in enumerate(
        ("0105", "0205", "0405", "0505", "0605", "0705", "0806", "0507", "0607"))]  # fmt: skip
    made = battle(
        BOARD,
        *normans, *arabs, rider("Drogo", "1001", "1002"), rider("Omar", "0808", "0809", side="arabs"),
        horse("Bay", "0901", "0902"),
        walls=(YARD,),
        engines=(
            Engine("cat", "stone_thrower", "Catapult", "normans", ("0503",), Facing.S),
            Engine("siphon", "greek_fire", "Siphon", "arabs", ("0608",), Facing.N),
        ),
        rules=SIEGE,
        step=None,
    )  # fmt: skip
    return made


def lines(at: Battle, seat: str, chance: random.Random) -> list[str]:
    own = [f for f in at.figures.values() if f.seat == seat and f.active]
    cells = list(at.board.cells)
    found = []
    for figure in own:
        near = at.board.neighbours(figure.hex or "") or ("0101",)
        spot, anywhere = chance.choice(near), chance.choice(cells)
        found.append(
            chance.choice(
                [
                    f"LIGHT {figure.name} {spot}",
                    f"DOUSE {figure.name} {spot}",
                    f"FIRE {figure.name} AT {anywhere} with flame",
                    f"MOVE {figure.name} to {anywhere}",
                    f"ATTACK {figure.name} best",
                    f"FIRE {figure.name} AT nearest",
                    f"MOVE {figure.name} stay",
                ]
            )
        )
    name = "Catapult" if seat == "normans" else "Siphon"
    found.append(f"SHOOT {name} AT {chance.choice(cells)}")
    found.append(
        f"PUSH {name} {chance.choice(list(Facing)).value} facing {chance.choice(list(Facing)).value}"
    )
    return found


@pytest.mark.parametrize("seed", some(range(12), 3))
def test_random_sieges_stay_sound(seed: int) -> None:
    chance = random.Random(seed)
    at = opening()
    for number in range(1, 15):
        seat = at.side
        reading = engine.read_orders(at, seat, lines(at, seat, chance))
        filed = at.copy()
        engine.evolve(filed, engine.accept_orders(at, seat, reading))
        if number == 6:
            for label in at.board.within("0405", 1):
                filed.naphtha.setdefault(label, "normans")
        events = engine.adjudicate(filed, KeyedDice(f"{seed}/{number}".encode()))
        after = engine.replay(events, filed.copy())
        assert broken(after) == [], (seed, number)
        for viewer in ("normans", "arabs", None):
            reported(filed, events, viewer)
            engine.situation(after, viewer)
        at = after
        if at.outcome is not None:
            return
        assert isinstance(events[-1], PhaseOpened)
        form = engine.order_form(at, at.side)
        assert all(
            line.verdict.value != "illegal now"
            for line in engine.read_orders(at, at.side, form.splitlines()).lines
        )

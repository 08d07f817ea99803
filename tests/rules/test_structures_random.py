"""Whole battles of reckless players among houses, tents and walls: nobody ends up inside a wall
or across one."""

from __future__ import annotations

import pytest

from rules.captains.random_player import random_orders
from rules.core.dice import KeyedDice
from rules.desk.read import read_orders
from rules.engine import (
    accept_orders,
    adjudicate,
    decode,
    digest,
    encode,
    evolve,
    narrate,
    order_form,
)
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import print_order
from rules.orders.records import CloseOrder, OpenOrder, TearOrder
from rules.positions.putting_up import put_up, with_horses
from rules.scenarios.panels import board_data, load_panel
from rules.state.battle import Battle, Victory
from rules.state.board import board_of
from rules.state.invariants import broken
from tests.rules.kit import SIEGE, man, rider
from tests.sampling import some

PHASES = 8


def on_panel(name: str) -> Battle:
    """Ten men and two riders a side, wherever on the panel a man can stand: near its middle."""
    board = board_of(board_data(load_panel(name)))
    grounds = SIEGE.tables["terrain"]
    middle = "1309"
    free = sorted(
        (at for at in board.cells if grounds.cell(board.terrain(at), "mp_foot") != "no"),
        key=lambda at: (board.distance(at, middle), at),
    )
    spread = free[: 24 * 5 : 5]
    figures, taken = [], set(spread)
    for i, at in enumerate(spread[:20]):
        side = ("normans", "arabs")[i % 2]
        weapon = "short_bow" if i % 5 == 0 else ""
        figures.append(man(f"F{i}", at, side=side, armoured=i % 3 == 0, weapon=weapon))
    far = [at for at in reversed(free) if board.terrain(at) == "flat" and at not in taken]
    for i in range(4):
        front = far.pop(0)
        rear = next(n for n in board.neighbours(front) if board.terrain(n) == "flat" and n in far)
        far.remove(rear)
        side = ("normans", "arabs")[i % 2]
        figures.append(rider(f"R{i}", front, rear, side=side))
    return put_up(board.data, *with_horses(figures), rules=SIEGE, victory=Victory(turns=20))


def also(at: Battle, seat: str, draw: int) -> list[str]:
    """Orders about tents and gates, mostly senseless."""
    lexicon = lexicon_of(at, seat)
    own = [f.id for f in at.figures.values() if f.seat == seat and f.active]
    canvas = [h for h in at.board.cells if at.board.terrain(h).startswith("tent")] or ["0101"]
    found = []
    for i, who in enumerate(own[:4]):
        kind = (i + draw) % 3
        order = (
            TearOrder(who, canvas[(7 * i + draw) % len(canvas)])
            if kind == 0
            else (OpenOrder, CloseOrder)[kind - 1](who)
        )
        found.append(print_order(order, lexicon))
    return found


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        (name, seed)
        for place, name in enumerate(["farm", "castle", "camp", "chapel", "harbour"])
        for seed in some([1, 2], 2, place)
    ],
)
def test_battles_among_walls_stay_sound(name: str, seed: int) -> None:
    at = on_panel(name)
    assert broken(at) == []
    log = []
    for phase in range(PHASES):
        seat = at.side
        assert order_form(at, seat)
        lines = [*random_orders(at, SIEGE, seat, f"{seed}/{phase}"), *also(at, seat, seed + phase)]
        reading = read_orders(at, SIEGE, seat, lines)
        at = evolve(at.copy(), accept_orders(at, seat, reading))
        before = at.copy()
        events = adjudicate(at, KeyedDice(bytes([seed, phase]) * 16))
        log += events
        for event in events:
            assert decode(*encode(event)) == event
            at = evolve(at, event)
        assert narrate(before, events, seat)
        assert broken(at) == [], (phase, lines)
        if at.outcome is not None:
            break
    assert digest(at)

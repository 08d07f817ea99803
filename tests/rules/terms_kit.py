"""Normans who move and Arabs who watch, under standing orders with terms."""

from __future__ import annotations

from msgspec.structs import replace

from rules.books.guiscard import GUISCARD
from tests.rules.kit import RULES, man, of_kind, play
from tests.rules.referee import opened, shots

MISS = {"GUI-5.4.1a": 10}


def bowman(name, at, **more):
    return man(name, at, side="arabs", weapon="short_bow", code="Aia", **more)


def slinger(name, at, javelins, **more):
    return man(name, at, side="arabs", weapon="javelin", code="Ail", javelins=javelins, **more)


def norman(name, at, **more):
    return man(name, at, **more)


def watched(*pieces, watch, moves, named=MISS, thrown_by=RULES, **more):
    made = opened(*pieces, standing={"arabs": tuple(watch)}, **more)
    return play(made, named=named, rules=thrown_by, normans=tuple(moves))


def _with_ready_javelins():
    """A game master's table by which javelins may be thrown at movers; ours lets nobody do so (GUI-5.1a)."""
    ours = RULES.tables["weapons"]
    at = ours.columns.index("move_defensive")
    rows = tuple((*r[:at], 100, 100, *r[at + 2 :]) if r[0] == "javelin" else r for r in ours.rows)
    return GUISCARD.rules(RULES.tables.with_pack({"weapons": replace(ours, rows=rows)}))


THROWN = _with_ready_javelins()


def ended(journal):
    return [(e.order, e.why) for e in of_kind(journal, "standing_order_spent")]


def held(journal):
    return [e.why for e in of_kind(journal, "standing_order_held")]


def targets(journal):
    return [target for _, target, _ in shots(journal)]


ROBERT, HUGH, DROGO = norman("Robert", "0508"), norman("Hugh", "0708"), norman("Drogo", "0908")
WALK = ("MOVE Robert 0507 0506", "MOVE Hugh 0707 0706", "MOVE Drogo 0907 0906")

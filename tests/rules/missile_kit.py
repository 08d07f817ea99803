"""One shot, and what is found in its journal."""

from __future__ import annotations

from rules.tactical.shooting import missile
from tests.rules.kit import RULES, battle, field, journal, man

BOW = "composite_bow"


def shoot(b, *faces, shooter="yani", target="jemal", aim="", weapon="", mode="offensive", rules=RULES):
    """One shot with scripted dice; the journal afterwards."""
    j = journal(b, *faces)
    piece = b.figures.get(target) or b.horses[target]
    used = weapon or b.figures[shooter].weapon
    refused = missile.resolve_shot(j, rules, shooter, target, aim or piece.hexes[0], used, mode)
    assert refused is None, refused
    return j


def only(j, kind):
    found = [e for e in j.events if isinstance(e, kind)]
    assert len(found) == 1, found
    return found[0]


def none(j, kind):
    return not any(isinstance(e, kind) for e in j.events)


def moving(target, spent=2, left=6, **more):
    """Jemal moves in his own phase; Yani watches."""
    b = battle(field(5, 9), man("Yani", "0302", weapon=BOW), target, side="arabs", **more)
    b.now.left["jemal"], b.now.spent["jemal"], b.now.moved["jemal"] = left, spent, 2
    return b

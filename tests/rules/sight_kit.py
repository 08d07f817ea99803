"""Who sees whom, asked for in a test."""

from __future__ import annotations

from rules.core.rejection import Rejection
from rules.state.battle import Battle
from rules.tactical.sight.line_of_fire import Sight, check
from tests.rules.kit import RULES, man

BOW, SHORT_BOW, SLING, JAVELIN = "composite_bow", "short_bow", "sling", "javelin"


def archer(name, at, **more):
    return man(name, at, code="Bia", weapon=BOW, **more)


def look(b: Battle, shooter: str, target: str, weapon: str = "", aim: str = "") -> Sight | Rejection:
    figure = b.figures[shooter]
    piece = b.figures.get(target) or b.horses[target]
    return check(b, RULES, figure, weapon or figure.weapon, aim or piece.hexes[0], target)


def rule_of(found: Sight | Rejection) -> str:
    assert isinstance(found, Rejection), found
    return found.rule


def seen(found: Sight | Rejection) -> Sight:
    assert isinstance(found, Sight), found
    return found

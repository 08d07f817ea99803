"""Battles in which riders charge: played from order sheets through the whole phase, by the rules of
combat tactics."""

from __future__ import annotations

from rules.core.rejection import Rejection
from rules.state.battle import Battle
from rules.state.figure import Character, Horse
from rules.tactical.charging.charge import planned
from tests.rules.kit import TACTICS, battle, field, man, rider

DOWN_THE_FIFTH = ("0504", "0505", "0506", "0507", "0508", "0509", "0510")


def robert(**more: object) -> Character:
    """A knight in 0503, facing south."""
    return rider("Robert", "0503", "0502", **{"attack": 28, "mp": 12, "armoured": True, **more})


def khaled(at: str = "0511", **more: object) -> Character:
    """Somebody on foot, seven hexes and one before Robert."""
    return man("Khaled", at, side="arabs", **more)  # type: ignore[arg-type]


def hassan(front: str = "0711", rear: str = "0811", **more: object) -> Character:
    """A rider who can be in 0510 and 0509 in three hexes."""
    return rider("Hassan", front, rear, side="arabs", **more)  # type: ignore[arg-type]


def opened(*pieces: Character | Horse, board: str = "", **more: object) -> Battle:
    """A battle of the advanced module before its first step."""
    return battle(board or field(16, 16), *pieces, step=None, rules=TACTICS, **more)  # type: ignore[arg-type]


def why_not(at: Battle, who: str, whom: str, route: str = "") -> str:
    """The rule that forbids a charge; empty if it may be announced."""
    found = planned(at, TACTICS, who, whom, tuple(route.split()))
    return found.rule if isinstance(found, Rejection) else ""


def way(at: Battle, who: str, whom: str) -> tuple[str, ...]:
    found = planned(at, TACTICS, who, whom)
    assert not isinstance(found, Rejection), found
    return found.route

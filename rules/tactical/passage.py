"""Who can ever enter which hex, cost and neighbours' swords aside.

Implements GUI-4.2.1a, GUI-4.2.1c, GUI-6.7.
"""

from __future__ import annotations

from rules.core.rejection import Rejection
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.state.terrain import terrain_at


def barred(battle: Battle, rules: Ruleset, figure: Character, start: Hex, end: Hex) -> Rejection | None:
    """Why a figure can never step from a hex to its neighbour, whatever MP he has; None if he can.

    Trees, rocks, trails, stairways and deep water are shut to riders (GUI-4.2.1a, GUI-3.1), deep water to armour
    (GUI-4.2.1c); trails and stairways are entered and left only where their path crosses the hexside (GUI-3.1).
    """
    terrain = terrain_at(battle, end)
    column = "mp_horse" if figure.mounted else "mp_foot"
    name = rules.tables["terrain"].text(terrain, "name").lower()
    if rules.tables["terrain"].cell(terrain, column) == "no":
        return Rejection(
            "GUI-4.2.1a" if figure.mounted else "GUI-3.1",
            f"{end} is {name}: closed to {'riders' if figure.mounted else 'men on foot'}",
        )
    if terrain == "deep" and (figure.armoured or figure.mounted):
        return Rejection("GUI-4.2.1c", f"{end} is deep water: only men on foot without armour can enter it")
    if terrain in PATHS or terrain_at(battle, start) in PATHS:
        if "path" not in battle.board.hexside(start, end):
            return Rejection(
                "GUI-3.1", f"the path does not lead from {start} to {end}: a trail has no way in by its sides"
            )
    return None


PATHS = frozenset({"trail", "stairway"})


def can_attack(battle: Battle, rules: Ruleset, attacker: Character, end: Hex) -> bool:
    """Whether somebody is in a position to attack into a hex: able to act, next to it with either half, and not
    barred from walking there; cost and the enemy's presence do not matter (GUI-6.7, GUI-4.3d, GUI-4.3.1.1)."""
    if not attacker.active or attacker.carries is not None:
        return False
    return any(
        battle.board.adjacent(own, end) and barred(battle, rules, attacker, own, end) is None
        for own in attacker.hexes
    )


def threats(battle: Battle, rules: Ruleset, side: str, at: Hex) -> list[Character]:
    """The enemies of a side who are in a position to attack into a hex, in the order of the muster."""
    return [f for f in battle.active_enemies(side) if can_attack(battle, rules, f, at)]


def in_contact(battle: Battle, rules: Ruleset, figure: Character) -> list[Character]:
    """The enemies who could attack a figure where he is, in either half of his counter (GUI-5.2a)."""
    found = {f.id: f for at in figure.hexes for f in threats(battle, rules, figure.side, at)}
    return list(found.values())

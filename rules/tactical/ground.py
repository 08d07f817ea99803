"""Where a piece can be put that does not walk of its own will: driven back, pushed aside or thrown from the saddle.

Such moves count hexes, never MP; only whether a hex can be entered at all matters (GUI-6.5a, GUI-5.4.4a).
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex, Horse, SideId
from rules.state.terrain import corpses_at, terrain_at
from rules.tactical.passage import barred, can_attack


def on_foot(figure: Character) -> Character:
    """The same person out of the saddle, for asking where he could go."""
    return replace(figure, mount=None, rear=None) if figure.mounted else figure


def passable(battle: Battle, rules: Ruleset, figure: Character, start: Hex, end: Hex) -> bool:
    """Whether a figure can step from a hex to its neighbour if MP and whoever stands there do not matter
    (GUI-6.5a, GUI-4.2.2b)."""
    return barred(battle, rules, figure, start, end) is None and not _choked(battle, rules, end)


def passable_for_horse(battle: Battle, rules: Ruleset, start: Hex, end: Hex) -> bool:
    """The same for a horse with nobody in the saddle: what is shut to riders is shut to it."""
    closed = rules.tables["terrain"].cell(terrain_at(battle, end), "mp_horse") == "no"
    return not closed and terrain_at(battle, end) != "deep" and not _choked(battle, rules, end)


def drowns(battle: Battle, figure: Character, at: Hex) -> bool:
    """Whether a man on foot who is forced into a hex goes under with his armour (GUI-4.2.1d)."""
    return figure.armoured and not figure.mounted and terrain_at(battle, at) == "deep"


def _choked(battle: Battle, rules: Ruleset, at: Hex) -> bool:
    people, horses = corpses_at(battle, at)
    clutter = rules.tables["clutter"]
    points = people * clutter.number("person", "value") + horses * clutter.number("horse", "value")
    return points >= clutter.number("closed_from", "value")


def is_free(battle: Battle, at: Hex) -> bool:
    """Whether nothing alive stands in a hex, neither man nor riderless horse."""
    return not battle.living_at(at) and battle.horse_at(at) is None


def enemy_in(battle: Battle, side: SideId, at: Hex) -> bool:
    """Whether an enemy able to act holds a hex: nobody passes him; over the stunned one may step (GUI-4.2)."""
    return any(f.side != side and f.active for f in battle.living_at(at))


def testers(battle: Battle, rules: Ruleset, side: SideId, at: Hex) -> list[Character]:
    """The enemies who could still make an infiltration test against somebody entering a hex (GUI-4.3b)."""
    return [
        enemy
        for enemy in battle.active_enemies(side)
        if enemy.id not in battle.now.tested and can_attack(battle, rules, enemy, at)
    ]


def behind(battle: Battle, piece: Character | Horse) -> Hex | None:
    """The hex straight behind a counter of two hexes; None off the board."""
    front, rear = piece.hexes
    facing = battle.board.facing(front, rear)
    return battle.board.neighbour(rear, facing) if facing is not None else None


def ahead(battle: Battle, piece: Character | Horse) -> Hex | None:
    """The hex straight ahead of a counter of two hexes; None off the board."""
    front, rear = piece.hexes
    facing = battle.board.facing(rear, front)
    return battle.board.neighbour(front, facing) if facing is not None else None

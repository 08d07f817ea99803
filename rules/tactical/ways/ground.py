"""Where a piece can be put that does not walk of its own will: driven back, pushed aside or thrown
from the saddle.

Such moves count hexes, never MP; only whether a hex can be entered at all matters (GUI-6.5a, GUI-5.4.4a).
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.rejection import Rejection
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex, Horse
from rules.state.terrain import corpses_at, engine_at, terrain_at
from rules.tactical.ways import structures
from rules.tactical.ways.entry import clutter_points, entry_cost


def on_foot(figure: Character) -> Character:
    """The same person out of the saddle, for asking where he could go."""
    return replace(figure, mount=None, rear=None) if figure.mounted else figure


def passable(battle: Battle, rules: Ruleset, figure: Character, start: Hex, end: Hex) -> bool:
    """Whether a figure can step from a hex to its neighbour if MP and whoever stands there do not matter
    (GUI-6.5a, GUI-4.2.2b)."""
    return not isinstance(entry_cost(battle, rules, figure, start, end), Rejection)


def passable_for_horse(battle: Battle, rules: Ruleset, start: Hex, end: Hex) -> bool:
    """The same for a horse with nobody in the saddle: what is shut to riders is shut to it (GUI-8.4a,
    GUI-10.2.4a, GUI-10.4.3)."""
    terrain = terrain_at(battle, end)
    if end in battle.flames or (battle.engines and engine_at(battle, end) is not None):
        return False
    closed_from = rules.tables["clutter"].number("closed_from", "value")
    if structures.is_built(battle) and not structures.open_to_horse(battle, rules, start, end):
        return False
    return (
        rules.tables["terrain"].cell(terrain, "mp_horse") != "no" or structures.is_doorway(battle, end)
    ) and (clutter_points(rules, *corpses_at(battle, end)) < closed_from)


def drowns(battle: Battle, figure: Character, at: Hex) -> bool:
    """Whether a man on foot who is forced into a hex goes under with his armour (GUI-4.2.1d)."""
    return figure.armoured and not figure.mounted and terrain_at(battle, at) == "deep"


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

"""How well somebody is covered against one shooter.

Implements GUI-5.5.2.1, GUI-5.5.2.2b, GUI-5.5.2.3c, GUI-5.5.2.4a, GUI-5.5.2.4c, GUI-5.5.2.4d, GUI-5.5.4b and the cover
column of GUI-3.1. Covers are not added up: the best one that applies counts.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.modifier import Modifier
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.state.terrain import WATER, level_at, terrain_at
from rules.tactical.elevation import Trace, Way, cancels_cover, hidden_by, trace

GRADES = ("none", "light", "medium", "heavy")
NONE, LIGHT, MEDIUM, HEAVY = range(4)

# Wooden superstructures over which a shot at somebody in water may pass (GUI-5.5.2.4c, RUL-515).
WOODEN = frozenset({"jetty", "bridge", "scaffolding"})

_GROUND_RULES = {
    "scrub": "GUI-5.5.2.1",
    "tree": "GUI-5.5.2.2b",
    "slope": "GUI-5.5.2.3c",
    "marsh": "GUI-5.5.2.4d",
    "shallow": "GUI-5.5.2.4a",
    "deep": "GUI-5.5.2.4a",
}


def grade(name: str) -> int:
    """none, light, medium, heavy as 0 to 3."""
    return GRADES.index(name)


def cover_against(
    battle: Battle, rules: Ruleset, victim: Character | None, at: Hex, shooter: Hex, weapon: str
) -> tuple[str, tuple[Modifier, ...]]:
    """The cover of somebody in a hex against a shot from another, and why (the value of each reason is its grade, 0
    none to 3 heavy). ``victim`` is None for a loose horse."""
    line = trace(battle, shooter, at)
    ways = (some or every for some, every in zip(open_ways(battle, line), line.between, strict=True))
    return cover_on_line(battle, rules, victim, line, ways, weapon)


def open_ways(battle: Battle, line: Trace) -> tuple[tuple[Way, ...], ...]:
    """Per stage the ways that trees and lips leave open; an empty stage stops the line (GUI-5.5.2.2a, GUI-5.5.2.3a)."""
    found = []
    for ways in line.between:
        if any(way.terrain == "tree" or way.lips for way in ways):
            ways = tuple(way for way in ways if _is_open(battle, line, way))
        found.append(ways)
    return tuple(found)


def _is_open(battle: Battle, line: Trace, way: Way) -> bool:
    return way.terrain != "tree" and not any(hidden_by(battle, lip, line.start, line.end) for lip in way.lips)


def cover_on_line(
    battle: Battle,
    rules: Ruleset,
    victim: Character | None,
    line: Trace,
    stages: Iterable[tuple[Way, ...]],
    weapon: str,
) -> tuple[str, tuple[Modifier, ...]]:
    """The cover of whoever stands at the end of a line that may take the given ways: of the two beside a hexside the
    less covering counts (GUI-5.5.1c)."""
    from_above = cancels_cover(battle, rules, line.start, line.end, weapon)
    reasons = [
        *_of_ground(battle, rules, line, from_above),
        *_of_way(battle, rules, line, line.last, from_above),
    ]
    for ways in stages:
        if not battle.overlays and all(way.is_bare for way in ways):
            continue
        reasons += min((_of_way(battle, rules, line, way, from_above) for way in ways), key=_best)
    if victim is not None:
        found = (seam(battle, rules, victim, line.end, line.start) for seam in rules.seams.covers)
        reasons += [m for m in found if m is not None]
    best = _best(reasons)
    return GRADES[best], tuple(dict.fromkeys(m for m in reasons if m.value == best))


def _best(reasons: Iterable[Modifier]) -> int:
    return max((m.value for m in reasons), default=NONE)


def _of_ground(battle: Battle, rules: Ruleset, line: Trace, from_above: bool) -> list[Modifier]:
    """What the hex itself gives; a slope covers by its lip only, so that is a matter of the way (GUI-5.5.2.3c).

    Book silent on scrub crossed on the way to somebody seen from above. Ruling RUL-505: only the cover of his own hex
    is lost.
    """
    terrain = terrain_at(battle, line.end)
    name = rules.tables["terrain"].text(terrain, "name").lower()
    normal = grade(rules.tables["terrain"].text(terrain, "cover"))
    if normal == NONE or terrain == "slope":
        return []
    if from_above:
        return [Modifier(NONE, "GUI-5.5.4a", f"{name} seen from above")]
    if terrain in WATER and battle.board.adjacent(line.start, line.end):
        return [Modifier(NONE, "GUI-5.5.2.4a", f"{name} next to the shooter")]
    if terrain == "marsh" and on_bank(battle, line.start, line.end):
        return [Modifier(NONE, "GUI-5.5.2.4d", "marsh seen from the bank")]
    if terrain == "trail" and level_at(battle, line.start) >= level_at(battle, line.end):
        return []
    return [Modifier(normal, _GROUND_RULES.get(terrain, "GUI-3.1"), name)]


def _of_way(battle: Battle, rules: Ruleset, line: Trace, way: Way, from_above: bool) -> list[Modifier]:
    """What a line meets on one of its hexes and on the hexsides beside it."""
    found = []
    in_water = terrain_at(battle, line.end) in WATER
    if way.hex != line.end:
        if terrain_at(battle, way.hex) == "scrub":
            behind_scrub = Modifier(MEDIUM, "GUI-5.5.2.4c", "in water behind scrub")
            found.append(behind_scrub if in_water else Modifier(LIGHT, "GUI-5.5.2.1", "scrub on the line"))
        if in_water and any(o.kind in WOODEN and way.hex in o.hexes for o in battle.overlays.values()):
            found.append(Modifier(MEDIUM, "GUI-5.5.2.4c", "in water behind timber"))
    if terrain_at(battle, line.end) == "slope" and any(lip.down for lip in way.lips):
        found.append(
            Modifier(NONE, "GUI-5.5.4a", "slope seen from above")
            if from_above
            else Modifier(MEDIUM, "GUI-5.5.2.3c", "slope, over the lip")
        )
    hexside = rules.tables["hexside-cover"]
    for feature in sorted(way.arrival):
        if hexside.has(feature):
            words = f"behind {hexside.text(feature, 'name')}"
            found.append(Modifier(grade(hexside.text(feature, "cover")), "GUI-5.5.4b", words))
    return found


def on_bank(battle: Battle, shooter: Hex, victim: Hex) -> bool:
    """Whether a shooter stands on the bank of the marsh in which his victim is (GUI-5.5.2.4d).

    Book silent on what a bank is. Ruling RUL-504: he stands on ground that is neither marsh nor water, next to a hex
    of the same stretch of marsh.
    """
    if terrain_at(battle, shooter) in WATER or terrain_at(battle, shooter) == "marsh":
        return False
    seen, waiting = {victim}, [victim]
    while waiting:
        here = waiting.pop()
        if battle.board.adjacent(shooter, here):
            return True
        for at in battle.board.neighbours(here):
            if at not in seen and terrain_at(battle, at) == "marsh":
                seen.add(at)
                waiting.append(at)
    return False

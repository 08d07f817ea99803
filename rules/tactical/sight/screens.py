"""Cover from what is built: rooms, yards, doorways, corners of houses, tents, platforms, slits, breaches.

Implements GUI-8.2.1e, GUI-8.2.2, GUI-8.3.1, GUI-8.3.2, GUI-8.3.4b, GUI-8.3.5, GUI-8.3.6, GUI-9.4.1,
GUI-9.4.2, GUI-9.4.3a, GUI-9.4.3b. Only to be asked on boards where something is built. How well each covers
is the table built-cover; which side is covered in cross-fire is shelter.py's.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.core.language import english
from rules.core.modifier import Modifier
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Hex
from rules.state.hexsides import BLANK, NARROW, SHUT
from rules.state.terrain import Works, hexside_between, terrain_at, works_of
from rules.tactical.sight.elevation import Pair, Trace, Way
from rules.tactical.sight.obstacles import DOORS, side_name
from rules.tactical.sight.rooms import MASONRY, indoors, room_of, yard_of

GRADES = ("none", "light", "medium", "heavy", "infinite")
TENTS = frozenset({"tent", "tent_opening"})
_BREACHES = {"stockade_down": "breach", "destroyed_gate": "breach", "open_gate": english("open gate")}


def of_ends(battle: Battle, rules: Ruleset, line: Trace) -> Iterator[Modifier]:
    """What an opening beside the shooter, or the aperture in which the line ends, gives to the target: at the
    sill he shoots through a window; in a doorway he is as good as inside (GUI-8.3.1)."""
    sill = len(line.origin) == 2 and "window" in hexside_between(battle, *line.origin)
    if sill and room_of(battle.board, line.end) & set(line.origin):
        yield cover_of(rules, "window", "GUI-8.2.1e", english("in a room, through the window"))
    if len(line.goal) == 3:
        yield cover_of(rules, "slit", "GUI-9.4.1", english("behind the arrow slit"))


def of_way(battle: Battle, rules: Ruleset, line: Trace, way: Way) -> Iterator[Modifier]:
    """What a line meets on one of its hexes and the hexsides passed with it."""
    terrain = way.terrain
    if way.hex != line.end:
        if terrain in _BREACHES:
            kind = _BREACHES[terrain]
            yield cover_of(
                rules, kind, "GUI-9.4.2", english("across the {kind} in {hex}", kind=kind, hex=way.hex)
            )
        if terrain in TENTS and not {line.start, line.end} & tent_of(battle, way.hex):
            kind = english("tent opening") if terrain == "tent_opening" else "tent"
            yield cover_of(rules, kind, "GUI-8.3.4b", english("beyond the tent in {hex}", hex=way.hex))
    for pair in way.sides:
        found = _of_side(battle, rules, line, pair)
        if found is not None:
            yield found


def of_tent(battle: Battle, rules: Ruleset, line: Trace) -> Modifier | None:
    """Canvas hides whoever is in a tent: heavy cover, light if the missile comes through the opening
    (GUI-8.3.4b).

    Book silent on two men in one tent. Ruling RUL-801: nothing is between them."""
    if terrain_at(battle, line.end) != "tent":
        return None
    tent = tent_of(battle, line.end)
    if line.start in tent:
        return None
    if any(way.terrain == "tent_opening" and way.hex in tent for ways in line.between for way in ways):
        return cover_of(
            rules, english("tent opening"), "GUI-8.3.4b", english("in a tent, through its opening")
        )
    return cover_of(rules, "tent", "GUI-8.3.4b", english("in a tent"))


def tent_of(battle: Battle, at: Hex) -> frozenset[Hex]:
    """The hexes of the tent in which a hex lies, torn ones included; the map may name neighbouring
    tents apart."""
    known = _known_tents(battle.board, works_of(battle))
    if at not in known:
        known[at] = _tent_of(battle, at)
    return known[at]


@lru_cache(maxsize=64)
def _known_tents(board: Board, works: Works) -> dict[Hex, frozenset[Hex]]:
    """Filled as lines meet tents; what it holds depends on nothing but these two."""
    return {}


def _tent_of(battle: Battle, at: Hex) -> frozenset[Hex]:
    found, waiting = {at}, [at]
    while waiting:
        here = waiting.pop()
        for near in battle.board.neighbours(here):
            if near not in found and terrain_at(battle, near) in TENTS and _same(battle, here, near):
                found.add(near)
                waiting.append(near)
    return frozenset(found)


def _same(battle: Battle, a: Hex, b: Hex) -> bool:
    names = [{trait for trait in battle.board.traits(at) if trait.startswith("tent")} for at in (a, b)]
    return not all(names) or bool(names[0] & names[1])


def _of_side(battle: Battle, rules: Ruleset, line: Trace, pair: Pair) -> Modifier | None:
    features = hexside_between(battle, *pair) & SHUT
    board, end = battle.board, line.end
    if end in pair and features & NARROW and end in indoors(board, *pair, min(features & NARROW)):
        rule = "GUI-8.2.2" if "chapel_window" in features else "GUI-9.4.1"
        return cover_of(rules, "slit", rule, english("behind {side}", side=side_name(features)))
    if end in pair and "window" in features:
        return cover_of(rules, "window", "GUI-8.2.1e", english("in a room, through the window"))
    if end in pair and features & BLANK and terrain_at(battle, end) == "platform":
        return cover_of(
            rules,
            "rampart",
            "GUI-9.4.1",
            english("on a platform behind {side}", side=side_name(features)),
        )
    if features & DOORS and not MASONRY & {terrain_at(battle, at) for at in pair}:
        return _through_door(battle, rules, line, pair, features)
    return None


def _through_door(
    battle: Battle, rules: Ruleset, line: Trace, pair: Pair, features: frozenset[str]
) -> Modifier | None:
    """Medium cover for those in the room into which the line comes, of a house or of a castle (GUI-8.3.1,
    GUI-9.4.3b), or in the yard; who stands in the doorway itself has the cover of that instead. A line that
    begins in the opening does not pass it, so who shoots from the doorway meets no cover."""
    board, end = battle.board, line.end
    if end in pair and end in doorway_hexes(battle, *pair):
        return None
    through = english(
        "through {side} {one}-{other}",
        side=side_name(features),
        one=pair[0],
        other=pair[1],
    )
    if room_of(board, end) & set(pair):
        rule = "GUI-9.4.3b" if "tower" in board.traits(end) else "GUI-8.3.1"
        return cover_of(rules, "room", rule, english("in a room, {through}", through=through))
    return _in_yard(battle, rules, line, pair, through)


def _in_yard(battle: Battle, rules: Ruleset, line: Trace, pair: Pair, through: str) -> Modifier | None:
    """Medium cover for those in the inner yard into which the line comes (GUI-8.3.2). The inside of a castle
    is no inner yard of a building: it has its own rule (GUI-9.4.2)."""
    board, end = battle.board, line.end
    inner_yard = yard_of(board, end) if "castle" not in board.traits(end) else frozenset()
    if inner_yard & set(pair) and line.start not in inner_yard:
        return cover_of(rules, "yard", "GUI-8.3.2", english("in a yard, {through}", through=through))
    return None


def doorway_hexes(battle: Battle, a: Hex, b: Hex) -> frozenset[Hex]:
    """Which of the two hexes beside a doorway or entrance is the doorway hex: the inner one; both between two
    rooms (RUL-802). A gate is a hex of its own."""
    features = hexside_between(battle, a, b) & DOORS
    if not features or MASONRY & {terrain_at(battle, a), terrain_at(battle, b)}:
        return frozenset()
    if room_of(battle.board, a) and room_of(battle.board, b):
        return frozenset({a, b})
    return indoors(battle.board, a, b, min(features)) or frozenset({a, b})


def cover_of(rules: Ruleset, kind: str, rule: str, words: str) -> Modifier:
    """A row of the table built-cover as a reason."""
    return Modifier(GRADES.index(rules.tables["built-cover"].text(kind, "cover")), rule, words)

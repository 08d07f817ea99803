"""How well somebody is covered against one shooter.

Implements GUI-5.5.2.1, GUI-5.5.2.2b, GUI-5.5.2.3c, GUI-5.5.2.4a, GUI-5.5.2.4c, GUI-5.5.2.4d, GUI-5.5.4b,
GUI-8.3.3 and the cover column of GUI-3.1. Covers are not added up: the best one that applies counts. What is
built has its covers in screens.py and shelter.py.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache

from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.places import Place
from rules.core.rejection import Reason
from rules.core.tables import Tables
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, Hex, Horse
from rules.state.storeys import structure_at
from rules.state.terrain import WATER, level_at, terrain_at
from rules.tactical.sight import screens
from rules.tactical.sight.elevation import Trace, Way, cancels_cover
from rules.tactical.sight.obstacles import open_ways
from rules.tactical.sight.openings import courses
from rules.tactical.sight.screens import GRADES
from rules.tactical.sight.shelter import cover_of_shelter

NONE, LIGHT, MEDIUM, HEAVY, INFINITE = range(5)

# Wooden superstructures over which a shot at somebody in water may pass (GUI-5.5.2.4c, RUL-515).
WOODEN = frozenset({"jetty", "bridge", "scaffolding"})

_GROUND_RULES = {
    "scrub": "GUI-5.5.2.1",
    "tree": "GUI-5.5.2.2b",
    "slope": "GUI-5.5.2.3c",
    "marsh": "GUI-5.5.2.4d",
    "shallow": "GUI-5.5.2.4a",
    "deep": "GUI-5.5.2.4a",
    "tent_opening": "GUI-8.3.4b",
    "open_gate": "GUI-9.2.3.1",
}
# Floors that cover only against shots across what shelters them (screens.py), and slopes, which do so
# by their lip.
_BY_THE_WAY = frozenset({"slope", "tent", "platform"})


# What keeps nobody from being hit by a shot that has gone astray.
_NATURAL = frozenset({Reason.TREES, Reason.SLOPE})


def grade(name: str) -> int:
    """none, light, medium, heavy, infinite as 0 to 4."""
    return GRADES.index(name)


def cover_from(
    battle: Battle, rules: Ruleset, victim: Character | Horse, at: Hex, shooter: Character, weapon: str
) -> tuple[str, tuple[Modifier, ...]]:
    """The cover of somebody, or of a loose horse, in a hex against this shooter where he is now, and why.
    Play, odds, TRY and watchers all ask here: whoever is up on a ladder sees over what hides others
    (GUI-5.5.2, GUI-10.1.5b)."""
    assert shooter.hex is not None
    person = victim if isinstance(victim, Character) else None
    return cover_against(battle, rules, person, at, shooter.hex, weapon, shooter)


def cover_against(
    battle: Battle,
    rules: Ruleset,
    victim: Character | None,
    at: Hex,
    shooter: Hex,
    weapon: str,
    by: Character | None = None,
) -> tuple[str, tuple[Modifier, ...]]:
    """The cover of somebody in a hex against a shot from another, and why (the value of each reason is
    its grade, 0 none to 4 infinite). ``victim`` is None for a loose horse, ``by`` the shooter: a bare
    line has none.

    Trees and slopes do not stop a shot that has gone astray, but walls do: whoever is behind one is out of
    its reach (GUI-8.3.3; ruling RUL-805: so is everybody to whom the shooter has no line over or through
    what is built)."""
    found: list[tuple[str, tuple[Modifier, ...]]] = []
    walled: tuple[str, tuple[Modifier, ...]] | None = None
    for course in courses(battle, shooter, at, shooter=by, target=victim, weapon=weapon):
        if course.bar is not None and course.bar.code not in _NATURAL:
            why = course.bar.words
            if course.bar.blind:
                why = english("{obstacle} hides him", obstacle=why)
            walled = walled or (GRADES[INFINITE], (Modifier(INFINITE, course.bar.rule, why),))
            continue
        line = course.line
        ways = (some or every for some, every in zip(open_ways(battle, line), line.between, strict=True))
        found.append(cover_on_line(battle, rules, victim, line, ways, weapon))
    if not found:
        assert walled is not None
        return walled
    return min(found, key=lambda cover: grade(cover[0]))


def cover_on_line(
    battle: Battle,
    rules: Ruleset,
    victim: Character | None,
    line: Trace,
    stages: Iterable[tuple[Way, ...]],
    weapon: str,
) -> tuple[str, tuple[Modifier, ...]]:
    """The cover of whoever stands at the end of a line that may take the given ways: of the two beside a
    hexside the less covering counts (GUI-5.5.1c)."""
    from_above = cancels_cover(battle, rules, line, weapon)
    covering = tuple(ways for i, ways in enumerate(stages) if battle.overlays or i in line.covering)
    reasons = [*_of_the_land(battle, rules, line, covering, from_above)]
    if battle.board.built:
        reasons += _of_what_is_built(battle, rules, victim, line)
    if victim is not None:
        bare = [
            m for seam in rules.seams.exposures if (m := seam(battle, rules, victim, line.end, line.start))
        ]
        if bare:
            return GRADES[NONE], tuple(bare)
        found = (seam(battle, rules, victim, line.end, line.start) for seam in rules.seams.covers)
        reasons += [m for m in found if m is not None]
        reasons += _of_floor(battle, victim, line)
    best = _best(reasons)
    return GRADES[best], tuple(dict.fromkeys(m for m in reasons if m.value == best))


def _of_the_land(
    battle: Battle, rules: Ruleset, line: Trace, covering: tuple[tuple[Way, ...], ...], from_above: bool
) -> tuple[Modifier, ...]:
    """What ground and hexsides give at the end of a line and on those stages of it that could cover anybody.
    In open country that is the same whoever shoots and whenever."""
    if battle.overlays or battle.board.built:
        return tuple(_met(battle, rules, line, covering, from_above))
    known = _known_land(battle.board, rules.tables)
    asked = (line.start, line.end, line.origin, line.goal, covering, from_above)
    if asked not in known:
        known[asked] = tuple(_met(battle, rules, line, covering, from_above))
    return known[asked]


@lru_cache(maxsize=8)  # boards: some 20 MB for one on which captains have looked everywhere
def _known_land(board: Board, tables: Tables) -> dict[Hashable, tuple[Modifier, ...]]:
    """Filled as shooters aim; what it holds depends on nothing but these two."""
    return {}


def _met(
    battle: Battle, rules: Ruleset, line: Trace, covering: tuple[tuple[Way, ...], ...], from_above: bool
) -> Iterator[Modifier]:
    yield from _of_ground(battle, rules, line, from_above)
    yield from _of_way(battle, rules, line, line.last, from_above)
    for ways in covering:
        yield from min((_of_way(battle, rules, line, way, from_above) for way in ways), key=_best)


def _of_floor(battle: Battle, victim: Character, line: Trace) -> list[Modifier]:
    """What the storey on which somebody is gives him against all who are not in the same structure."""
    tower = structure_at(battle, line.end)
    floor = tower.floor(Place(line.end, victim.storey)) if tower is not None else None
    if tower is None or floor is None or not floor.cover or line.start in tower.hexes:
        return []
    words = english("in {tower}, {place}", tower=tower.name, place=Place(line.end, victim.storey).label)
    return [Modifier(grade(floor.cover), "GUI-5.5.4b", words)]


def _of_what_is_built(
    battle: Battle, rules: Ruleset, victim: Character | None, line: Trace
) -> list[Modifier]:
    """What belongs to the whole line: the opening beside the shooter, a tent, a doorway or a corner."""
    found = [screens.of_tent(battle, rules, line), cover_of_shelter(battle, rules, victim, line)]
    return [*screens.of_ends(battle, rules, line), *(m for m in found if m is not None)]


def _best(reasons: Iterable[Modifier]) -> int:
    return max((m.value for m in reasons), default=NONE)


def _of_ground(battle: Battle, rules: Ruleset, line: Trace, from_above: bool) -> list[Modifier]:
    """What the hex itself gives; a slope covers by its lip only, so that is a matter of the way.

    Book silent on scrub crossed on the way to somebody seen from above. Ruling RUL-505: only the cover of his
    own hex is lost.
    """
    terrain = terrain_at(battle, line.end)
    name = rules.tables["terrain"].text(terrain, "name").lower()
    normal = grade(rules.tables["terrain"].text(terrain, "cover"))
    if normal == NONE or terrain in _BY_THE_WAY:
        return []
    if from_above:
        return [Modifier(NONE, "GUI-5.5.4a", english("{name} seen from above", name=name))]
    if terrain in WATER and battle.board.adjacent(line.start, line.end):
        return [Modifier(NONE, "GUI-5.5.2.4a", english("{name} next to the shooter", name=name))]
    if terrain == "marsh" and on_bank(battle, line.start, line.end):
        return [Modifier(NONE, "GUI-5.5.2.4d", english("marsh seen from the bank"))]
    if terrain == "trail" and level_at(battle, line.start) >= level_at(battle, line.end):
        return []
    return [Modifier(normal, _GROUND_RULES.get(terrain, "GUI-3.1"), name)]


def _of_way(battle: Battle, rules: Ruleset, line: Trace, way: Way, from_above: bool) -> list[Modifier]:
    """What a line meets on one of its hexes and on the hexsides beside it. On a slope the lip of his own hex
    covers him, and no other that the line passes (GUI-5.5.2.3c, GUI-5.5.4b; RUL-525)."""
    found = []
    in_water = terrain_at(battle, line.end) in WATER
    if way.hex != line.end:
        if terrain_at(battle, way.hex) == "scrub":
            behind_scrub = Modifier(MEDIUM, "GUI-5.5.2.4c", english("in water behind scrub"))
            found.append(
                behind_scrub if in_water else Modifier(LIGHT, "GUI-5.5.2.1", english("scrub on the line"))
            )
        if in_water and any(o.kind in WOODEN for o in battle.overlays.at(way.hex)):
            found.append(Modifier(MEDIUM, "GUI-5.5.2.4c", english("in water behind timber")))
    if terrain_at(battle, line.end) == "slope" and any(lip.slope == line.end for lip in way.lips):
        found.append(
            Modifier(NONE, "GUI-5.5.4a", english("slope seen from above"))
            if from_above
            else Modifier(MEDIUM, "GUI-5.5.2.3c", english("slope, over the lip"))
        )
    if battle.board.built:
        found += screens.of_way(battle, rules, line, way)
    hexside = rules.tables["hexside-cover"]
    for feature in sorted(way.arrival):
        if hexside.has(feature):
            words = english("behind {text}", text=hexside.text(feature, "name"))
            found.append(Modifier(grade(hexside.text(feature, "cover")), "GUI-5.5.4b", words))
    return found


def on_bank(battle: Battle, shooter: Hex, victim: Hex) -> bool:
    """Whether a shooter stands on the bank of the marsh in which his victim is (GUI-5.5.2.4d).

    Book silent on what a bank is. Ruling RUL-504: he stands on ground that is neither marsh nor water, next
    to a hex of the same stretch of marsh.
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

"""Finding ways back: where somebody may give ground, hex by hex (GUI-6.5, GUI-5.4.4, GUI-4.3f to GUI-4.3h).

Four filters at once: passable hexes only; no hex next to an enemy of the same combat; the first hex on the
far side of the shot; riders straight back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.core.facing import FACINGS, Facing
from rules.core.language import english
from rules.core.places import GROUND
from rules.core.places import Place as CorePlace
from rules.core.rejection import Rejection
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.state.ladders import grounded
from rules.state.storeys import on_a_floor, structures
from rules.state.terrain import terrain_at
from rules.tactical.harm import displacement, infiltration
from rules.tactical.retreating import ropes
from rules.tactical.retreating.ordered_ways import follows
from rules.tactical.ways import ground, links
from rules.tactical.ways.stacking import cannot_halt_astride, closed_by_enemy, is_free

COVERS = ("none", "light", "medium", "heavy")


class Place(NamedTuple):
    """Where a counter lies: its hex (front half), for a rider its rear, and for a man on foot his storey."""

    hex: Hex
    rear: Hex | None = None
    storey: int = GROUND

    @property
    def label(self) -> str:
        """As reports have it."""
        return CorePlace(self.hex, self.storey).label

    @property
    def hexes(self) -> tuple[Hex, ...]:
        return (self.hex,) if self.rear is None else (self.hex, self.rear)


class Route(NamedTuple):
    """A way back, hex by hex, with who has to make room at its end and how many infiltration tests it may
    meet; ``missed``: the highest face with which he misses the rope down which it leads (0: none does)."""

    places: tuple[Place, ...]
    rooms: tuple[displacement.Cascade, ...]
    tests: int
    missed: int = 0

    @property
    def end(self) -> Place:
        return self.places[-1]

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The (front) hexes entered, in order."""
        return tuple(place.hex for place in self.places)


def choose_route(
    battle: Battle,
    rules: Ruleset,
    figure: Character,
    distance: int,
    *,
    enemies: frozenset[FigureId] = frozenset(),
    shot_from: Hex | None = None,
    goal: Hex | None = None,
    path: tuple[Hex, ...] = (),
) -> Route | Rejection:
    """The way back that the owner takes if he is not asked, or why there is none (GUI-5.4.4a, GUI-6.5a)."""
    found = ways_back(
        battle, rules, figure, distance, enemies=enemies, shot_from=shot_from, goal=goal, path=path,
        by_rope=not shot_from,
    )  # fmt: skip
    return found if isinstance(found, Rejection) else found[0]


def ways_back(
    battle: Battle,
    rules: Ruleset,
    figure: Character,
    distance: int,
    *,
    enemies: frozenset[FigureId] = frozenset(),
    shot_from: Hex | None = None,
    goal: Hex | None = None,
    path: tuple[Hex, ...] = (),
    by_rope: bool = False,
) -> list[Route] | Rejection:
    """The best way back to each hex in which he may end, the best of all first, or why there is none. Who is
    up on a ladder or rope gives ground from its foot (RUL-1011). ``by_rope``: from a platform down a rope is
    a way too, behind all others unless his RETREAT names the very hex at its foot (GUI-10.6.3b).

    The owner chooses (GUI-5.4.4a, GUI-6.5a): the way that his RETREAT order names as ``path``, or that leads
    nearest to its ``goal``, whoever may strike at him there. Otherwise fewest infiltration tests, then one
    that pushes nobody aside, then the best cover at its end and the nearest to his own edge.
    """
    figure = figure if on_a_floor(battle, figure) else grounded(figure)
    by_rope = by_rope and ropes.hang_from(battle, figure)
    routes = [
        route._replace(missed=missed)
        for places in all_ways(battle, rules, figure, distance, enemies, shot_from, by_rope=by_rope)
        if (route := with_room(battle, rules, figure, places)) is not None
        for missed in (_missed(battle, rules, figure, places) if by_rope else 0,)
    ]
    if not routes:
        return _why_blocked(battle, rules, figure, distance, enemies, shot_from)
    edge = battle.side_of(figure.side).edge

    def preference(route: Route) -> tuple[bool, int, int, int, int, int, tuple[Place, ...]]:
        pushed = sum(len(room.shifts) for room in route.rooms)
        astray = not follows(route.hexes, path)
        if goal is not None and goal in battle.board:
            away = battle.board.distance(route.end.hex, goal)
            return (astray, away, route.tests, pushed, 0, 0, route.places)
        cover = COVERS.index(rules.tables["terrain"].text(terrain_at(battle, route.end.hex), "cover"))
        to_edge = battle.board.distance(route.end.hex, edge) if edge in battle.board else 0
        return (astray, 0, route.tests, pushed, -cover, to_edge, route.places)

    best: dict[Place, Route] = {}
    for route in sorted(routes, key=preference):
        best.setdefault(route.end, route)

    def rank(route: Route) -> int:
        named = route.end.hex == goal or (bool(path) and follows(route.hexes, path))
        return 0 if not route.missed else -1 if named else 1

    return sorted(best.values(), key=rank)


def _missed(battle: Battle, rules: Ruleset, figure: Character, places: tuple[Place, ...]) -> int:
    """The highest face with which somebody misses the rope that a way begins with; 0 where it
    begins with none."""
    rope = ropes.alone_leads(battle, rules, figure, places[0].hex)
    return ropes.highest_miss(rules, figure) if rope else 0


def opposite_hexes(battle: Battle, shot_from: Hex, at: Hex) -> tuple[Hex, ...]:
    """The hexes next to a victim on the far side of the shot: one, or two if it came along a
    corner (GUI-4.3h)."""
    if shot_from == at:
        return battle.board.neighbours(at)
    bearing = battle.board.bearing(shot_from, at)
    directions: tuple[Facing, ...] = (FACINGS[bearing // 2],)
    if bearing % 2:
        directions = (FACINGS[bearing // 2], FACINGS[(bearing // 2 + 1) % 6])
    found = (battle.board.neighbour(at, d) for d in directions)
    return tuple(h for h in found if h is not None)


def clear_ways(
    battle: Battle, rules: Ruleset, figure: Character, distance: int
) -> Iterator[tuple[Place, ...]]:
    """All ways back of so many hexes through hexes where nobody else is (GUI-7.4c)."""
    for places in all_ways(battle, rules, figure, distance, frozenset(), None):
        if all(is_free(battle, at, but=(figure.id,)) for place in places for at in place.hexes):
            yield places


def all_ways(
    battle: Battle,
    rules: Ruleset,
    figure: Character,
    distance: int,
    enemies: frozenset[FigureId],
    shot_from: Hex | None,
    *,
    by_rope: bool = False,
) -> Iterator[tuple[Place, ...]]:
    """All ways of so many hexes; each step leads farther from where he stood (GUI-6.5b, RUL-620)."""
    assert figure.hex is not None
    near_enemies, first = bounds(battle, figure, enemies, shot_from)
    ways: list[tuple[Place, ...]] = [(Place(figure.hex, figure.rear, figure.storey),)]
    for length in range(1, distance + 1):
        longer = []
        for way in ways:
            down = map(Place, ropes.ways_down(battle, figure, way[-1].hex)) if by_rope else ()
            for place in (*_next_places(battle, rules, figure, way[-1]), *down):
                if length == 1 and first is not None and place.hex not in first:
                    continue
                if _apart(battle, way[0], place) != length:
                    continue
                if any(at in near_enemies for at in place.hexes):
                    continue
                longer.append((*way, place))
        ways = longer
    for way in ways:
        if cannot_halt_astride(battle, rules, way[-1].hexes) is None:
            yield way[1:]


def _next_places(battle: Battle, rules: Ruleset, figure: Character, at: Place) -> Iterator[Place]:
    """One step back: any passable hex on foot, straight back on horseback (GUI-5.4.4c). No enemy's
    hex (GUI-6.5d)."""
    if at.rear is None:
        if structures(battle):
            yield from _by_links(battle, rules, figure, at)
        if at.storey:
            return
        figure = grounded(figure)
        for end in battle.board.neighbours(at.hex):
            if (
                ground.passable(battle, rules, figure, at.hex, end)
                and closed_by_enemy(battle, figure.side, end, coming_from=at.hex) is None
            ):
                yield Place(end)
        return
    facing = battle.board.facing(at.hex, at.rear)
    back = battle.board.neighbour(at.rear, facing) if facing is not None else None
    if (
        back is not None
        and ground.passable(battle, rules, figure, at.rear, back)
        and closed_by_enemy(battle, figure.side, back) is None
    ):
        yield Place(at.rear, back)


def _by_links(battle: Battle, rules: Ruleset, figure: Character, at: Place) -> Iterator[Place]:
    """One step back by what is built into a structure, into an empty place."""
    for link in links.links_from(battle, rules, CorePlace(at.hex, at.storey)):
        end = link.end
        free = is_free(battle, end.hex, but=(figure.id,), storey=end.storey)
        if link.built and free and links.cannot_use(battle, rules, figure, link) is None:
            yield Place(end.hex, None, end.storey)


def _apart(battle: Battle, a: Place, b: Place) -> int:
    """How far two places are from each other: hexes, or storeys where those are more."""
    return max(battle.board.distance(a.hex, b.hex), abs(a.storey - b.storey))


def bounds(
    battle: Battle, figure: Character, enemies: frozenset[FigureId], shot_from: Hex | None
) -> tuple[frozenset[Hex], tuple[Hex, ...] | None]:
    """The hexes that no way back may touch, and those of which the first has to be one, if there are
    such (GUI-4.3h)."""
    free = shot_from is None or figure.mounted or figure.hex is None
    first = None if free else opposite_hexes(battle, shot_from or "", figure.hex or "")
    return _beside(battle, enemies), first


def _beside(battle: Battle, enemies: frozenset[FigureId]) -> frozenset[Hex]:
    """All hexes that touch an enemy of the same combat who can still fight (GUI-4.3g)."""
    fighting = (battle.figures[i] for i in enemies if i in battle.figures)
    return frozenset(
        n for enemy in fighting if enemy.active for at in enemy.hexes for n in battle.board.neighbours(at)
    )


def with_room(battle: Battle, rules: Ruleset, figure: Character, places: tuple[Place, ...]) -> Route | None:
    """The same way with room made at its end; None if somebody there cannot be pushed aside (GUI-6.5b)."""
    end = places[-1]
    closed = frozenset((*figure.hexes, *end.hexes, *(at for place in places for at in place.hexes)))
    rooms: list[displacement.Cascade] = []
    moved: list[str] = []
    for at in () if end.storey else end.hexes:
        if at in figure.hexes:
            continue
        room = displacement.room_at(battle, rules, at, figure.side, closed - {at})
        if room is None:
            return None
        if room.shifts:
            rooms.append(room)
            moved += [s.piece for s in room.shifts]
            closed |= {s.taken for s in room.shifts}
    if len(set(moved)) < len(moved):
        return None
    return Route(places, tuple(rooms), _tests(battle, rules, figure, places, rooms))


def _tests(
    battle: Battle,
    rules: Ruleset,
    figure: Character,
    places: tuple[Place, ...],
    rooms: Iterable[displacement.Cascade],
) -> int:
    """Infiltration tests that the way may meet: each enemy once, the last hex included (GUI-4.3f)."""
    enemies = {
        e.id
        for place in places
        if not place.storey
        for e in infiltration.opponents(battle, rules, figure, place.hex)
    }
    return len(enemies) + sum(room.cost[1] for room in rooms)


def _why_blocked(
    battle: Battle,
    rules: Ruleset,
    figure: Character,
    distance: int,
    enemies: frozenset[FigureId],
    shot_from: Hex | None,
) -> Rejection:
    hexes = (
        english("{distance} hex", distance=distance)
        if distance == 1
        else english("{distance} hexes", distance=distance)
    )
    if figure.mounted:
        rule = "GUI-5.4.4c" if enemies or shot_from is not None else "GUI-6.5d"
        why = english("a rider gives ground straight back, and there he cannot go {hexes}", hexes=hexes)
    elif shot_from is not None:
        rule, why = "GUI-5.4.4d", english("no way of {hexes} leads away from the shot", hexes=hexes)
    else:
        rule, why = "GUI-6.5d", english("no way of {hexes} is open to him", hexes=hexes)
    if enemies and any(all_ways(battle, rules, figure, distance, frozenset(), shot_from)):
        return Rejection("GUI-4.3g", english("every way back touches an enemy of this fight"))
    return Rejection(rule, why)

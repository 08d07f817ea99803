"""What it costs to enter a hex: the ground, the dead that lie there, and whatever an extension adds.

Implements GUI-3.1, GUI-4, GUI-4.2.2a, GUI-4.2.2b, GUI-4.4.4a, GUI-8.4.1a, GUI-8.4.1b, GUI-8.4.2a, GUI-9.2.1d.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import lru_cache

from rules.core.language import english
from rules.core.modifier import Modifier, total
from rules.core.rejection import Rejection
from rules.core.tables import Tables
from rules.ruleset import Entry, Ruleset, StepBar
from rules.state.battle import Battle
from rules.state.board import BUILT_TERRAINS, Board
from rules.state.figure import Character, Hex, Horse
from rules.state.ladders import borne_by, grounded
from rules.state.pieces import Pieces
from rules.state.terrain import corpses_at, terrain_at, works_of
from rules.tactical.ways import links, structures
from rules.tactical.ways.passage import barred, grounds

Cost = tuple[int, tuple[Modifier, ...]]


def allowance(battle: Battle, rules: Ruleset, figure: Character) -> int:
    """The MP printed on the face in play; 0 for whoever cannot act (GUI-4, GUI-1.2d, GUI-1.2g).

    Book: riders keep their MP when wounded, men on foot have half; the counter's own figure
    prevails (RUL-401)."""
    return figure.values.movement if figure.active else 0


def starting_mp(battle: Battle, rules: Ruleset, figure: Character, limit: int | None) -> int:
    """His allowance, or less if his weapon holds him back, a stray shot slowed him or he bears a ladder
    (GUI-4, GUI-5.1a, GUI-5.4.3a, GUI-10.1.2a)."""
    mp = allowance(battle, rules, figure)
    if battle.ladders and borne_by(battle, figure.id):
        mp = max(0, mp - rules.tables["ladders"].number("less", "value"))
    mp = min(mp, battle.now.reduced.get(figure.id, mp))
    return mp if limit is None else max(0, min(mp, limit))


def clutter_points(rules: Ruleset, people: int, horses: int) -> int:
    """How much room the dead take up: points per person and per horse (GUI-4.2.2b)."""
    points = _clutter(rules.tables)
    return people * points["person"] + horses * points["horse"]


def clutter_closes(battle: Battle, rules: Ruleset, at: Hex) -> bool:
    """Whether so many dead lie in a hex that nobody can enter it (GUI-4.2.2b)."""
    return clutter_points(rules, *corpses_at(battle, at)) >= _clutter(rules.tables)["closed_from"]


def entry_cost(battle: Battle, rules: Ruleset, figure: Character, start: Hex, end: Hex) -> Rejection | Cost:
    """MP for a figure (a rider's front half) to go from a hex to its neighbour, and what they are made of.

    Terrain (GUI-3.1), one MP more for a hex full of dead, closed if there are too many (GUI-4.2.2a,
    GUI-4.2.2b), and the ruleset's own entry_costs. Who stands there does not matter here. ``end`` must
    touch ``start``."""
    return _priced(battle, rules, figure, start, end, corpses_at(battle, end))


class Ways:
    """The costs of one figure's steps on one battle as it stands; for searches.

    What the ground asks is the same for all like him in every battle on this board on which the same is built
    and burns, so it is looked up once and kept (``ground_key``); it is not ``lasting`` where a module adds
    what does not last. The dead are looked at for each battle:
    ``choked`` hexes cannot be entered, ``dearer`` ones cost so many MP more (GUI-4.2.2a, GUI-4.2.2b)."""

    def __init__(self, battle: Battle, rules: Ruleset, figure: Character) -> None:
        self._battle, self._rules, self._figure = battle, rules, grounded(figure)
        self._shut = structures.shut_windows(battle, figure.side)
        self.lasting = all(cost.lasts for cost in rules.seams.entry_costs)
        changes = (works_of(battle), frozenset(battle.flames), self._shut, rules.seams.entry_costs)
        self.ground_key = (battle.board, rules.tables, figure.mounted, figure.armoured, changes)
        self._ground = _known_ground(*self.ground_key) if self.lasting else {}
        self._into = _known_into(*self.ground_key) if self.lasting else {}
        self.choked: set[Hex] = set()
        self.dearer: dict[Hex, int] = {}
        self._count_the_dead()

    def ground(self, start: Hex, end: Hex) -> int | None:
        """MP of a step if nobody lay dead in the way; None if it is closed."""
        step = (start, end)
        if step not in self._ground:
            priced = _priced(self._battle, self._rules, self._figure, start, end, (0, 0))
            closed = isinstance(priced, Rejection) or step in self._shut
            self._ground[step] = None if closed else priced[0]  # type: ignore[index]
        return self._ground[step]

    def into(self, end: Hex) -> tuple[tuple[Hex, int | None], ...]:
        """The hexes around one, each with the MP of a step from there; None if it is closed."""
        if end not in self._into:
            around = self._battle.board.neighbours(end)
            self._into[end] = tuple((start, self.ground(start, end)) for start in around)
        if end in self.choked:
            return tuple((start, None) for start, _ in self._into[end])
        more = self.dearer.get(end, 0)
        if not more:
            return self._into[end]
        return tuple((start, None if mp is None else mp + more) for start, mp in self._into[end])

    def mp(self, start: Hex, end: Hex) -> int | None:
        """MP of a step; None if it is closed."""
        ground = None if end in self.choked else self.ground(start, end)
        return None if ground is None else ground + self.dearer.get(end, 0)

    def _count_the_dead(self) -> None:
        people = Counter(
            f.hex for f in self._battle.figures.values() if f.dead and f.hex is not None and not f.storey
        )
        horses = self._battle.horses.derived(_carcasses)
        clutter = _clutter(self._rules.tables)
        for at in people.keys() | horses.keys():
            points = clutter_points(self._rules, people[at], horses[at])
            if points >= clutter["closed_from"]:
                self.choked.add(at)
            elif points >= clutter["dearer_from"]:
                self.dearer[at] = clutter["extra_mp"]


def _carcasses(horses: Pieces[Horse]) -> Counter[Hex]:
    """How many dead horses lie in each hex."""
    return Counter(at for horse in horses.values() if not horse.alive for at in horse.hexes)


@lru_cache(maxsize=128)
def _known_ground(
    board: Board, tables: Tables, mounted: bool, armoured: bool, changes: Hashable
) -> dict[tuple[Hex, Hex], int | None]:
    """Filled as searches ask; what it holds depends on nothing but these."""
    return {}


@lru_cache(maxsize=128)
def _known_into(
    board: Board, tables: Tables, mounted: bool, armoured: bool, changes: Hashable
) -> dict[Hex, tuple[tuple[Hex, int | None], ...]]:
    """Filled as whole boards are asked about; what it holds depends on nothing but these."""
    return {}


@lru_cache(maxsize=64)
def _clutter(tables: Tables) -> dict[str, int]:
    table = tables["clutter"]
    return {str(row[0]): table.number(row[0], "value") for row in table.rows}


def _priced(
    battle: Battle, rules: Ruleset, figure: Character, start: Hex, end: Hex, dead: tuple[int, int]
) -> Rejection | Cost:
    ground = _cost_of_ground(battle, rules, figure, start, end)
    if isinstance(ground, Rejection):
        return ground
    costs = list(ground)
    points = clutter_points(rules, *dead)
    if points >= _clutter(rules.tables)["closed_from"]:
        return Rejection(
            "GUI-4.2.2b",
            english("{end} is choked with {dead}", end=end, dead=_dead_in_words(*dead)),
        )
    if points >= _clutter(rules.tables)["dearer_from"]:
        costs.append(Modifier(_clutter(rules.tables)["extra_mp"], "GUI-4.2.2a", _dead_in_words(*dead)))
    for cost in rules.seams.entry_costs:
        added = cost.price(battle, rules, Entry(figure, start, end))
        if isinstance(added, Rejection):
            return added
        if added is not None:
            costs.append(added)
    return total(tuple(costs)), tuple(costs)


def _cost_of_ground(
    battle: Battle, rules: Ruleset, figure: Character, start: Hex, end: Hex
) -> Rejection | tuple[Modifier, ...]:
    """What the ground asks, and what is built on it: looked up once for all like him, wherever the same
    stands and burns. Refusals are not kept, since they may name him."""
    if figure.storey and start == figure.hex:
        return _looked_up(battle, rules, figure, start, end)
    changes = (works_of(battle), frozenset(battle.flames))
    known = _known_costs(
        battle.board, rules.tables, rules.seams.step_bars, figure.mounted, figure.armoured, changes
    )
    if (start, end) in known:
        return known[start, end]
    found = _looked_up(battle, rules, figure, start, end)
    if not isinstance(found, Rejection):
        known[start, end] = found
    return found


@lru_cache(maxsize=128)
def _known_costs(
    board: Board,
    tables: Tables,
    bars: tuple[StepBar, ...],
    mounted: bool,
    armoured: bool,
    changes: Hashable,
) -> dict[tuple[Hex, Hex], tuple[Modifier, ...]]:
    """Filled as steps are asked for; what it holds depends on nothing but these."""
    return {}


def _looked_up(
    battle: Battle, rules: Ruleset, figure: Character, start: Hex, end: Hex
) -> Rejection | tuple[Modifier, ...]:
    refusal = barred(battle, rules, figure, start, end)
    if refusal is not None:
        return refusal
    ground = _on_open_ground(battle, rules, figure, end)
    if figure.storey and start == figure.hex:
        return links.over_cost(battle, rules, figure, end, ground)
    if structures.is_built(battle):
        return tuple(_across(battle, rules, figure, start, end, ground))
    return (ground,)


def _on_open_ground(battle: Battle, rules: Ruleset, figure: Character, end: Hex) -> Modifier:
    """MP of the ground of a hex that is not closed (GUI-3.1). A horse in a doorway pays what a man
    does (GUI-8.4a)."""
    ground = grounds(rules.tables)[terrain_at(battle, end)]
    mp = ground.horse if figure.mounted and ground.horse is not None else ground.foot
    assert mp is not None  # barred has refused closed ground
    return Modifier(mp, "GUI-3.1", ground.name)


def _across(
    battle: Battle, rules: Ruleset, figure: Character, start: Hex, end: Hex, ground: Modifier
) -> list[Modifier]:
    """MP with what is built in the way: a low wall's are added to the hex behind it, a window's are all that
    crossing it takes (RUL-841, RUL-849), too much for a wounded man in armour (GUI-8.4.1a, GUI-8.4.1b,
    GUI-8.4.2a); a broken stockade makes the ground on which it stood dearer (GUI-9.2.1d)."""
    costs = [ground]
    if terrain_at(battle, end) == "stockade_down":
        costs = _over_the_wreck(battle, rules, figure, end)
    for side in structures.features_between(battle, rules, start, end):
        mp = side.horse if figure.mounted else side.foot
        if mp and side.instead:
            return [Modifier(mp, side.rule, side.name)]
        if mp:
            costs.append(Modifier(mp, side.rule, side.name))
    return costs


def _over_the_wreck(battle: Battle, rules: Ruleset, figure: Character, at: Hex) -> list[Modifier]:
    """The ground that the map shows below a broken stockade (what was built on it counts as flat), and the
    wreck (RUL-950)."""
    known = grounds(rules.tables)
    wreck, flat = known["stockade_down"], known["flat"]
    terrain = battle.board.terrain(at)
    under = flat if terrain in BUILT_TERRAINS else known[terrain]
    mp = under.horse if figure.mounted and under.horse is not None else under.foot
    extra = (wreck.foot or 0) - (flat.foot or 0)
    return [Modifier(mp or 0, "GUI-3.1", under.name), Modifier(extra, "GUI-9.2.1d", wreck.name)]


def _dead_in_words(people: int, horses: int) -> str:
    parts = [english("{people} dead", people=people)] if people else []
    if horses:
        parts.append(
            english("a dead horse") if horses == 1 else english("{horses} dead horses", horses=horses)
        )
    return " and ".join(parts)

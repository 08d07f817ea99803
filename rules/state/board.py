"""The board: panels joined and turned, hexes with terrain and levels, features on hexsides.

Everywhere outside core.hexes a hex is its label: column and row, counted from 01, on flat-topped hexes whose
even columns lie half a hex lower ("0714"); on boards of several panels with the panel's letter before it
("B0714"). ``BoardData`` is plain data and travels in the game's first event, so that a log needs no map file
to be replayed. ``Board`` is the same with everything looked up that a rule asks for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache

import msgspec

from rules.core import hexes, segments
from rules.core.facing import FACINGS, Facing
from rules.core.hexes import Axial
from rules.core.segments import Point
from rules.state.figure import Hex
from rules.state.hexsides import BUILT_SIDES
from rules.state.structures import Structure, faults_in

# What somebody built: terrains of floors, tents and gates, and what stands on hexsides.
# Traits that the rules ask for, and no places.
_NO_PLACES = frozenset({"corner", "gate_rear"})
BUILT_TERRAINS = frozenset(
    {
        "interior",
        "stairs",
        "tent",
        "tent_opening",
        "wall",
        "platform",
        "gate",
        "open_gate",
        "destroyed_gate",
        "stockade_down",
        "jetty",
    }
)


class BoardError(ValueError):
    """A panel or a joining of panels that makes no board."""


class HexsideMark(msgspec.Struct, frozen=True, array_like=True):
    """A feature on the side of a hex towards a direction: wall, low_wall, door, window, slit, path,
    lip, stakes..."""

    hex: Hex
    facing: Facing
    feature: str


class Trait(msgspec.Struct, frozen=True, array_like=True):
    """What hexes are beyond their terrain: the corner of a house, a tower that nobody can scale, the rear of
    a gate, or a place with a name."""

    name: str
    hexes: tuple[Hex, ...]


class Panel(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """One map sheet as drawn: ``rows[row][column]`` is a terrain code, a letter and perhaps a level (``t``,
    ``.2``, ``/-1``). ``column`` and ``row`` say where its north-west hex lies on the common grid, ``turn`` by
    how many sixths of a circle it is turned about that hex (3 = upside down). ``structures``: what has
    storeys on it."""

    letter: str
    name: str
    rows: tuple[tuple[str, ...], ...]
    hexsides: tuple[HexsideMark, ...] = ()
    column: int = 0
    row: int = 0
    turn: int = 0
    traits: tuple[Trait, ...] = ()
    structures: tuple[Structure, ...] = ()


class BoardData(msgspec.Struct, frozen=True, cache_hash=True):
    """All panels of a board and the letters of its terrains."""

    panels: tuple[Panel, ...]
    terrains: tuple[tuple[str, str], ...]

    def digest(self) -> str:
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()


class Cell(msgspec.Struct, frozen=True):
    """One hex as a rule sees it. ``column`` and ``row`` are of the common grid (counted from 0),
    for pictures."""

    label: Hex
    at: Axial
    terrain: str
    level: int
    column: int
    row: int


class Line(msgspec.Struct, frozen=True):
    """A straight line between two hexes. Each stage holds the one hex crossed or the two it runs between."""

    start: Hex
    end: Hex
    stages: tuple[tuple[Hex, ...], ...]


class Board:
    """Geometry and ground, by label. Immutable; get it with board_of(data)."""

    def __init__(self, data: BoardData) -> None:
        self.data = data
        self.cells: dict[Hex, Cell] = {}
        self._label_at: dict[Axial, Hex] = {}
        letters = dict(data.terrains)
        prefixed = len(data.panels) > 1
        for panel in data.panels:
            self._add_panel(panel, letters, prefixed)
        self._neighbours: dict[Hex, tuple[Hex | None, ...]] = {}
        self._present: dict[Hex, tuple[Hex, ...]] = {}
        for label, cell in self.cells.items():
            around = tuple(self._label_at.get(hexes.step(cell.at, d)) for d in range(6))
            present = tuple(n for n in around if n is not None)
            self._present[label] = present
            self._neighbours[label] = present if len(present) == len(around) else around
        self.hexsides: dict[tuple[Hex, Hex], frozenset[str]] = {}
        self._owners: dict[str, frozenset[Hex]] = {}
        self._add_hexsides(prefixed)
        self._add_lips()
        self._traits: dict[Hex, frozenset[str]] = {}
        self._add_traits(prefixed)
        self.structures = tuple(self._built(prefixed))
        self._check_structures()
        self._lines: dict[tuple[Hex, Hex], Line] = {}
        # whether anything is built on it at all: on open ground nobody needs to look for walls
        self.built = any(cell.terrain in BUILT_TERRAINS for cell in self.cells.values()) or any(
            BUILT_SIDES & features for features in self.hexsides.values()
        )

    # building

    def _add_panel(self, panel: Panel, letters: dict[str, str], prefixed: bool) -> None:
        origin = hexes.from_offset(panel.column, panel.row)
        for r, row in enumerate(panel.rows):
            for c, code in enumerate(row):
                if not code.strip("_"):
                    continue
                if code[0] not in letters:
                    raise BoardError(f"panel {panel.letter}: unknown terrain letter {code[0]!r} in {code!r}")
                turned = hexes.rotate(hexes.from_offset(c, r), panel.turn)
                at = Axial(turned.q + origin.q, turned.r + origin.r)
                label = f"{panel.letter if prefixed else ''}{c + 1:02d}{r + 1:02d}"
                if at in self._label_at:
                    raise BoardError(f"panels overlap: {label} lies on {self._label_at[at]}")
                column, grid_row = hexes.to_offset(at)
                level = int(code[1:]) if code[1:] else 0
                self.cells[label] = Cell(label, at, letters[code[0]], level, column, grid_row)
                self._label_at[at] = label

    def _add_hexsides(self, prefixed: bool) -> None:
        for panel in self.data.panels:
            for mark in panel.hexsides:
                label = f"{panel.letter}{mark.hex}" if prefixed else mark.hex
                if label not in self.cells:
                    raise BoardError(f"hexside of {label}: there is no such hex")
                other = self.neighbour(label, mark.facing.turned(panel.turn))
                if other is not None:
                    self._mark(label, other, mark.feature)
                    self._owners[mark.feature] = self.owners(mark.feature) | {label}

    def _add_lips(self) -> None:
        """The top edge of a slope: the side that a slope hex shares with a hex one level higher
        (GUI-5.5.2.3a)."""
        for label, cell in self.cells.items():
            if cell.terrain != "slope":
                continue
            for other in self._present[label]:
                if self.cells[other].level > cell.level:
                    self._mark(label, other, "lip")

    def _add_traits(self, prefixed: bool) -> None:
        for panel in self.data.panels:
            for trait in panel.traits:
                for at in trait.hexes:
                    label = f"{panel.letter}{at}" if prefixed else at
                    if label not in self.cells:
                        raise BoardError(f"{trait.name} in {label}: there is no such hex")
                    self._traits[label] = self.traits(label) | {trait.name}

    def _built(self, prefixed: bool) -> Iterator[Structure]:
        """The structures of all panels, by the labels of the board; those that a scenario adds have
        them already."""
        for panel in self.data.panels:

            def named(label: str, letter: str = panel.letter) -> str:
                return f"{letter}{label}" if prefixed and label[:1].isdigit() else label

            for drawn in panel.structures:
                yield msgspec.structs.replace(
                    drawn,
                    hexes=tuple(map(named, drawn.hexes)),
                    floors=tuple(
                        msgspec.structs.replace(f, hexes=tuple(map(named, f.hexes))) for f in drawn.floors
                    ),
                    joints=tuple(
                        msgspec.structs.replace(j, start=named(j.start), end=named(j.end))
                        for j in drawn.joints
                    ),
                )

    def _check_structures(self) -> None:
        taken: dict[Hex, str] = {}
        for structure in self.structures:
            faults = faults_in(structure, self.structures, frozenset(self.cells))
            faults += [
                f"{structure.name}: {taken[at]} stands in {at}" for at in structure.hexes if at in taken
            ]
            if faults:
                raise BoardError(faults[0])
            taken |= dict.fromkeys(structure.hexes, structure.name)

    def _mark(self, a: Hex, b: Hex, feature: str) -> None:
        for key in ((a, b), (b, a)):
            self.hexsides[key] = _with(self.hexsides.get(key, frozenset()), feature)

    # asking

    def __contains__(self, label: object) -> bool:
        return label in self.cells

    def terrain(self, at: Hex) -> str:
        return self.cells[at].terrain

    def level(self, at: Hex) -> int:
        """Levels run from -2 to 4; a slope hex has the level of its foot."""
        return self.cells[at].level

    def neighbours(self, at: Hex) -> tuple[Hex, ...]:
        """The hexes next to this one that are on the board, clockwise from north."""
        return self._present[at]

    def neighbour(self, at: Hex, facing: Facing) -> Hex | None:
        return self._neighbours[at][facing.number]

    def adjacent(self, a: Hex, b: Hex) -> bool:
        return b in self._present[a]

    def facing(self, a: Hex, b: Hex) -> Facing | None:
        """The direction from a hex to its neighbour; None if they do not touch."""
        direction = hexes.direction_between(self.cells[a].at, self.cells[b].at)
        return None if direction is None else FACINGS[direction]

    def distance(self, a: Hex, b: Hex) -> int:
        return hexes.distance(self.cells[a].at, self.cells[b].at)

    def bearing(self, a: Hex, b: Hex) -> int:
        """One of twelve directions, even across a hexside, odd along a corner; see hexes.bearing."""
        return hexes.bearing(self.cells[a].at, self.cells[b].at)

    def offset_hex(self, at: Hex, steps: Iterable[int]) -> Hex | None:
        """The hex reached by single steps in the given directions (0 = north, clockwise); None
        off the board."""
        axial = self.cells[at].at
        for direction in steps:
            axial = hexes.step(axial, direction)
        return self._label_at.get(axial)

    def hexside(self, a: Hex, b: Hex) -> frozenset[str]:
        """The features on the side that two neighbouring hexes share."""
        return self.hexsides.get((a, b), frozenset())

    def traits(self, at: Hex) -> frozenset[str]:
        """What a hex is beyond its terrain: corner, tower, barn, gate_rear, or the name of a place."""
        return self._traits.get(at, frozenset())

    @property
    def areas(self) -> tuple[str, ...]:
        """The names of places that players may use, such as the yard; what only the rules ask for is none."""
        names = (trait.name for panel in self.data.panels for trait in panel.traits)
        return tuple(dict.fromkeys(n for n in names if n not in _NO_PLACES and not n.startswith("tent")))

    def lies_in(self, at: Hex, places: Collection[str]) -> bool:
        """Whether a hex is one of these hexes, or in one of these named places."""
        return at in places or not self.traits(at).isdisjoint(places)

    def owners(self, feature: str) -> frozenset[Hex]:
        """The hexes to whose sides a feature belongs as drawn: those behind a stockade, the room that a
        wall is round."""
        return self._owners.get(feature, frozenset())

    def line(self, a: Hex, b: Hex) -> Line:
        """The straight line from centre to centre; hexes off the board are left out of its stages."""
        known = self._lines.get((a, b))
        if known is not None:
            return known
        stages = []
        for stage in hexes.line(self.cells[a].at, self.cells[b].at):
            labels = tuple(self._label_at[h] for h in stage.hexes if h in self._label_at)
            if labels:
                stages.append(labels)
        found = self._lines[a, b] = Line(a, b, tuple(stages))
        return found

    def point(self, meeting: Sequence[Hex]) -> Point:
        """The centre of a hex, the middle of the side of two, or the corner of three."""
        return segments.meeting_point(*(self.cells[at].at for at in meeting))

    def stages(self, start: Sequence[Hex], end: Sequence[Hex]) -> tuple[tuple[Hex, ...], ...]:
        """The hexes crossed between two points, each given by the hexes that meet there: those at
        its ends too."""
        crossed = segments.crossed(self.point(start), self.point(end))
        labels = (tuple(self._label_at[h] for h in stage.hexes if h in self._label_at) for stage in crossed)
        return tuple(found for found in labels if found)

    def within(self, at: Hex, reach: int) -> tuple[Hex, ...]:
        """All hexes up to so many hexes away, the hex itself included, in a fixed order."""
        centre = self.cells[at].at
        found = []
        for dq in range(-reach, reach + 1):
            for dr in range(max(-reach, -dq - reach), min(reach, -dq + reach) + 1):
                label = self._label_at.get(Axial(centre.q + dq, centre.r + dr))
                if label is not None:
                    found.append(label)
        return tuple(found)


@cache
def _with(features: frozenset[str], feature: str) -> frozenset[str]:
    """One more of few: hexsides that are alike share one set."""
    return features | {feature}


@lru_cache(maxsize=256)
def board_of(data: BoardData) -> Board:
    """The board made from its data, once."""
    return Board(data)

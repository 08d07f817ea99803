"""The land of a campaign: hexes of 5 km with terrain, rivers and roads, and the places in it.

Hexes are flat-topped and named by column and row, "0714"; land_file.py reads what a person can edit.
Implements GUC-2, GUC-2.1 and GUC-5.1a.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from rules.core import hexes
from rules.core.facing import FACINGS, Facing
from rules.core.hexes import Axial
from rules.core.language import english
from rules.core.tables import RuleTable
from rules.scenarios.rosters import plain_name

Hex = str
PlaceId = str
Spot = tuple[float, float]
"""A point of the plane as (column, row): the centre of a hex of column c and row r lies at (c, r), half a row
lower where the column is even."""

_ALIKE = 0.75  # a name less like than this is not what was meant
_CORNER_WORDS = (
    english("north-north-east"),
    english("east"),
    english("south-south-east"),
    english("south-south-west"),
    english("west"),
    english("north-north-west"),
)


_SAINT = re.compile(r"\b(?:(?:san|santo|santa|sant|saint|st|s)(?:\.\s*|\s+)|sant'\s*|sant(?=[aeiou]))(?=\w)")
"""San Marco is St. Marco too, and S. Marco."""


class LandError(ValueError):
    """A land file that makes no land, or a hex, a place or a land that is not there."""


class Terrain(StrEnum):
    """What a hex is made of; its cost is the business of a table."""

    PLAIN = "plain"
    HILL = "hill"
    MOUNTAIN = "mountain"
    FOREST = "forest"
    SWAMP = "swamp"
    SEA = "sea"


class Faction(StrEnum):
    """Who holds a place."""

    NORMAN = "norman"
    BYZANTINE = "byzantine"
    LOMBARD = "lombard"
    ARAB = "arab"
    GERMAN = "german"


class PlaceKind(StrEnum):
    """The class of a place (GUC-5.1a)."""

    VILLAGE = "village"
    TOWN = "town"
    CASTLE = "castle"
    CITY = "city"


class Ground(msgspec.Struct, frozen=True):
    """One hex. ``coast``: land beside the sea. ``river``: one flows through it; ``bridge``: it may be
    crossed there even without a road."""

    terrain: Terrain
    region: str | None = None
    river: bool = False
    road: bool = False
    bridge: bool = False
    coast: bool = False


class Tenure(msgspec.Struct, frozen=True, array_like=True):
    """Who holds a place from a year on: his faction and name, how hostile he is (1 to 10), and what is there
    to be had (1 to 10; None in a city, which never runs out)."""

    since: int
    faction: Faction
    lord: str
    hostility: int
    resources: int | None = None


class Place(msgspec.Struct, frozen=True):
    """A village, town, castle or city. ``also``: other names by which it may be asked for; ``why``: the
    reason for its house figures, in a line."""

    id: PlaceId
    name: str
    kind: PlaceKind
    hex: Hex
    years: tuple[Tenure, ...]
    why: str
    also: tuple[str, ...] = ()
    port: bool = False
    monastery: bool = False

    def at(self, year: int) -> Tenure:
        """Who holds it in a year; before the first year that is told, whoever holds it then."""
        return next((held for held in reversed(self.years) if held.since <= year), self.years[0])


class Road(msgspec.Struct, frozen=True):
    """An old road, hex by hex."""

    name: str
    hexes: tuple[Hex, ...]


class River(msgspec.Struct, frozen=True):
    """A river from its source to its mouth: the hexes in which it has to be crossed, and its course as it
    is drawn."""

    name: str
    hexes: tuple[Hex, ...]
    course: tuple[Spot, ...] = ()


class Lettering(msgspec.Struct, frozen=True):
    """A name written across the map, for the eye: ``kind`` is sea, gulf, relief, wood or region; ``tilt`` in
    degrees, clockwise."""

    text: str
    kind: str
    at: Spot
    tilt: float = 0.0


class LandMark(msgspec.Struct, frozen=True):
    """A counter laid on a picture of a land: a letter on the colour of its faction, and a label below
    it; ``title`` is what a hand would feel for. ``bars``: how many sides of the same faction come before its
    own, whose counters would look the same."""

    hex: Hex
    faction: Faction | None
    letter: str
    label: str = ""
    title: str = ""
    bars: int = 0


class LandWay(msgspec.Struct, frozen=True):
    """The way that a group took, hex by hex."""

    hexes: tuple[Hex, ...]
    faction: Faction | None


@dataclass(frozen=True, eq=False)
class Land:
    """A land, with everything looked up that rules and pictures ask for.

    ``shores`` are closed lines around land, ``letterings`` names across the map: they are for the eye alone,
    the rules know only hexes. ``outlined``: a region within a red line, or none.
    """

    id: str
    title: str
    blurb: str
    hexes: Mapping[Hex, Ground]
    places: tuple[Place, ...]
    roads: tuple[Road, ...]
    rivers: tuple[River, ...]
    shores: tuple[tuple[Spot, ...], ...]
    letterings: tuple[Lettering, ...] = ()
    outlined: str = ""

    def at(self, label: Hex) -> Ground:
        """Raises LandError for a hex that is not on the map."""
        try:
            return self.hexes[label]
        except KeyError:
            raise LandError(f"there is no hex {label} in {self.title}") from None

    def place(self, place: PlaceId) -> Place:
        """A place by its id. Raises LandError if there is none."""
        try:
            return self._by_id[place]
        except KeyError:
            raise LandError(f"there is no place {place!r} in {self.title}") from None

    def place_at(self, label: Hex) -> Place | None:
        return self._by_hex.get(label)

    def named(self, text: str) -> Place | None:
        """The place that somebody calls so: in any letters, with or without accents, by any of its names."""
        return self._by_name.get(_plain(text))

    def nearest(self, text: str) -> str:
        """The name of the place that a word was perhaps meant for; empty if none is like it."""
        found = process.extractOne(
            _plain(text), list(self._by_name), scorer=JaroWinkler.normalized_similarity, score_cutoff=_ALIKE
        )
        return self._by_name[found[0]].name if found else ""

    def neighbours(self, label: Hex) -> tuple[Hex, ...]:
        """The hexes of the map around one, clockwise from north; the sea among them."""
        return tuple(near for facing in FACINGS if (near := self.beside(label, facing)) is not None)

    def beside(self, label: Hex, facing: Facing) -> Hex | None:
        """The hex next to one in a direction; None off the map."""
        near = label_of(hexes.step(axial(label), facing.number))
        return near if near in self.hexes else None

    def distance(self, a: Hex, b: Hex) -> int:
        """Hexes from one to another as the crow flies."""
        return hexes.distance(axial(a), axial(b))

    def cost(self, label: Hex, table: RuleTable) -> int | None:
        """MP to enter a hex by the table ``campaign-terrain``: the dearest thing in it counts, and a road or
        a bridge takes nothing off but the river (GUC-2.1). None where nobody can go."""
        ground = self.at(label)
        kinds = [ground.terrain.value]
        if ground.river and not (ground.road or ground.bridge):
            kinds.append("ford")
        if any(table.cell(kind, "mp") == "no" for kind in kinds):
            return None
        return max(table.number(kind, "mp") for kind in kinds)

    @cached_property
    def _by_id(self) -> Mapping[PlaceId, Place]:
        return {place.id: place for place in self.places}

    @cached_property
    def _by_hex(self) -> Mapping[Hex, Place]:
        return {place.hex: place for place in self.places}

    @cached_property
    def _by_name(self) -> Mapping[str, Place]:
        """What a place is called by its own name goes before what others are also called."""
        found: dict[str, Place] = {}
        for place in self.places:
            found.setdefault(_plain(place.name), place)
        for place in self.places:
            for name in place.also:
                found.setdefault(_plain(name), place)
        return found


@cache
def axial(label: Hex) -> Axial:
    """A hex of the map as the geometry knows it."""
    return hexes.from_offset(int(label[:2]) - 1, int(label[2:]) - 1)


def direction(a: Hex, b: Hex) -> str:
    """In which of twelve directions a hex lies from another, in words: the six across hexsides (north,
    north-east, ...) and those between them. Raises ValueError for a hex and itself."""
    twelfth = hexes.bearing(axial(a), axial(b))
    return _CORNER_WORDS[twelfth // 2] if twelfth % 2 else FACINGS[twelfth // 2].words


def label_of(at: Axial) -> Hex:
    """The name of a hex, as the geometry knows it."""
    column, row = hexes.to_offset(at)
    return f"{column + 1:02d}{row + 1:02d}"


def _plain(text: str) -> str:
    """A name as it is compared: small letters without accents, apostrophes or articles of writing."""
    name = plain_name(text.strip()).replace("’", "'").replace("-", " ")
    return _SAINT.sub("san", name).replace("'", "")

"""The land of a campaign: hexes of 5 km with terrain, rivers and roads, and the places in it.

A land is a text file of rules/data/lands that a person can edit (docs/maps/README.md says how those that we
ship were made). Its grid is written like that of a panel: the odd columns of a row stand on its upper line,
the even ones half a hex lower on the line below. Hexes are flat-topped and named by column and row, "0714".
Implements GUC-2, GUC-2.1 and GUC-5.1a.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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
from rules.core.tables import DATA, RuleTable, Tables, table_from_toml
from rules.scenarios.rosters import plain_name

LANDS = DATA / "lands"
NO_REGION = "-"

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


_LETTERS = {
    ".": Terrain.PLAIN,
    "h": Terrain.HILL,
    "m": Terrain.MOUNTAIN,
    "f": Terrain.FOREST,
    "s": Terrain.SWAMP,
    "~": Terrain.SEA,
}


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


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A road or a river as its file has it: its hexes with blanks between them, and perhaps its course."""

    name: str
    hexes: str
    course: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A land as its file has it."""

    title: str
    map: str
    regions: str
    region_names: dict[str, str]
    places: tuple[Place, ...]
    roads: tuple[_Line, ...] = ()
    rivers: tuple[_Line, ...] = ()
    bridges: str = ""
    shores: tuple[str, ...] = ()
    labels: tuple[Lettering, ...] = ()
    outlined: str = ""
    blurb: str = ""


class LandMark(msgspec.Struct, frozen=True):
    """A counter laid on a picture of a land: a letter on the colour of its faction, and a label below
    it; ``title`` is what a hand would feel for."""

    hex: Hex
    faction: Faction | None
    letter: str
    label: str = ""
    title: str = ""


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
        near = _label(hexes.step(axial(label), facing.number))
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


@cache
def land(land_id: str) -> Land:
    """A land of rules/data/lands. Raises LandError if there is none of that name."""
    path = LANDS / f"{land_id}.toml"
    if land_id not in land_ids():
        raise LandError(f"there is no land {land_id!r} (known: {', '.join(land_ids())})")
    return land_from_toml(path.read_text("utf-8"), land_id)


@cache
def land_ids() -> tuple[str, ...]:
    """The lands that we ship."""
    return tuple(sorted(path.stem for path in LANDS.glob("*.toml")))


@cache
def shipped_campaign_tables() -> Tables:
    """All tables of campaigns."""
    found = [
        table_from_toml(path.read_text("utf-8"))
        for path in sorted((DATA / "tables" / "campaign").glob("*.toml"))
    ]
    return Tables({table.id: table for table in found})


def land_from_toml(text: str, land_id: str) -> Land:
    """Read a land. Raises LandError, naming what is wrong."""
    try:
        file = msgspec.convert(tomllib.loads(text), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LandError(f"{land_id}: {error}") from None
    letters, regions = _grid(file.map, f"{land_id}, map"), _grid(file.regions, f"{land_id}, regions")
    _check(letters.keys() == regions.keys(), land_id, "map and regions are not of the same size")
    for label, letter in letters.items():
        _check(letter in _LETTERS, land_id, f"unknown terrain letter {letter!r} in {label}")
        known = regions[label] == NO_REGION or regions[label] in file.region_names
        _check(known, land_id, f"region {regions[label]!r} of {label} has no name")
    roads = tuple(Road(line.name, tuple(line.hexes.split())) for line in file.roads)
    rivers = tuple(
        River(line.name, tuple(line.hexes.split()), _points(line.course, land_id)) for line in file.rivers
    )
    crossed = {label for river in rivers for label in river.hexes}
    paved = {label for road in roads for label in road.hexes}
    bridges = set(file.bridges.split())
    built = paved | bridges | {place.hex for place in file.places}
    sea = {label for label, letter in letters.items() if _LETTERS[letter] is Terrain.SEA}
    for label in sorted(built | crossed):
        _check(label in letters, land_id, f"there is no hex {label}")
        _check(label not in sea, land_id, f"{label} is sea")
    for road in roads:
        _check_road(road, land_id)
    _check_places(file.places, land_id)
    grounds = {
        label: Ground(
            terrain=_LETTERS[letter],
            region=file.region_names.get(regions[label]),
            river=label in crossed,
            road=label in paved,
            bridge=label in bridges,
            coast=label not in sea and any(near in sea for near in _around(label)),
        )
        for label, letter in letters.items()
    }
    shores = tuple(_points(line, land_id) for line in file.shores)
    return Land(
        id=land_id,
        title=file.title,
        blurb=file.blurb,
        hexes=grounds,
        places=file.places,
        roads=roads,
        rivers=rivers,
        shores=shores,
        letterings=file.labels,
        outlined=file.outlined,
    )


def _grid(text: str, where: str) -> dict[Hex, str]:
    """The cells of a grid by hex: upper and lower lines woven into rows."""
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    _check(bool(lines) and len(lines) % 2 == 0, where, "every row has two lines")
    found: dict[Hex, str] = {}
    for row, (upper, lower) in enumerate(zip(lines[::2], lines[1::2], strict=True), start=1):
        _check(
            upper[0] == f"{row:02d}", where, f"row {row:02d} begins with {upper[0]!r}, not with its number"
        )
        cells = [cell for pair in zip(upper[1:], [*lower, ""], strict=False) for cell in pair if cell]
        _check(
            len(cells) == len(upper) - 1 + len(lower) == len(lines[0]) - 1 + len(lines[1]),
            where,
            f"row {row:02d} is not as long as row 01",
        )
        found |= {f"{column:02d}{row:02d}": cell for column, cell in enumerate(cells, start=1)}
    return found


def _points(line: str, where: str) -> tuple[Spot, ...]:
    try:
        return tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in line.split()))
    except ValueError:
        raise LandError(f"{where}: a course or a shore is a line of points such as 12.5,3.25") from None


def _check_road(road: Road, where: str) -> None:
    for a, b in zip(road.hexes, road.hexes[1:], strict=False):
        joined = hexes.distance(axial(a), axial(b)) == 1
        _check(joined, where, f"{road.name}: {a} and {b} do not touch")


def _check_places(places: Sequence[Place], where: str) -> None:
    for what, said in (("id", Counter(p.id for p in places)), ("hex", Counter(p.hex for p in places))):
        twice = sorted(one for one, times in said.items() if times > 1)
        _check(not twice, where, f"two places have the {what} {', '.join(twice)}")
    for place in places:
        _check(bool(place.years), where, f"{place.id} belongs to nobody")
        years = [held.since for held in place.years]
        _check(years == sorted(set(years)), where, f"{place.id}: its years are out of order")
        for held in place.years:
            endless = held.resources is None
            _check(
                endless == (place.kind is PlaceKind.CITY), where, f"{place.id}: only a city never runs out"
            )
            within = 1 <= held.hostility <= 10 and (endless or 1 <= (held.resources or 0) <= 10)
            _check(within, where, f"{place.id}: hostility and resources run from 1 to 10")


def _check(fine: bool, where: str, fault: str) -> None:
    if not fine:
        raise LandError(f"{where}: {fault}")


def _around(label: Hex) -> Iterable[Hex]:
    return (_label(hexes.step(axial(label), facing.number)) for facing in FACINGS)


def _label(at: Axial) -> Hex:
    column, row = hexes.to_offset(at)
    return f"{column + 1:02d}{row + 1:02d}"


def _plain(text: str) -> str:
    """A name as it is compared: small letters without accents, apostrophes or articles of writing."""
    name = plain_name(text.strip()).replace("’", "'").replace("-", " ")
    return _SAINT.sub("san", name).replace("'", "")

"""The files of lands that a person can edit: rules/data/lands (docs/maps/README.md says how those that
we ship were made).

The grid is written like that of a panel: the odd columns of a row stand on its upper line, the even ones
half a hex lower on the line below. Implements GUC-2 and GUC-2.1.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from rules.campaign.land import (
    Ground,
    Hex,
    Land,
    LandError,
    Lettering,
    Place,
    PlaceKind,
    River,
    Road,
    Spot,
    Terrain,
    axial,
    label_of,
)  # fmt: skip
from rules.core import hexes
from rules.core.facing import FACINGS
from rules.core.tables import DATA, Tables, table_from_toml

LANDS = DATA / "lands"
NO_REGION = "-"
_LETTERS = {
    ".": Terrain.PLAIN,
    "h": Terrain.HILL,
    "m": Terrain.MOUNTAIN,
    "f": Terrain.FOREST,
    "s": Terrain.SWAMP,
    "~": Terrain.SEA,
}


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
    alike = cache(Ground)  # thousands of hexes, and some dozens that are not like another
    grounds = {
        label: alike(
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
    return (label_of(hexes.step(axial(label), facing.number)) for facing in FACINGS)

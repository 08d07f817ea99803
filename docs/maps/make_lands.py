"""Makes the lands of rules/data/lands from the tables beside this file and from GSHHG (see README.md).

python docs/maps/make_lands.py            writes the files
python docs/maps/make_lands.py --check    says whether the committed files are what it would write

Every file begins with two digests: of what it was made from (these scripts and its table) and of all that
follows, so that a test can tell without the survey whether they still belong together.
"""

from __future__ import annotations

import hashlib
import heapq
import math
import sys
import tomllib
import unicodedata
import zlib
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import survey
from survey import Box, Line, Point

HERE = Path(__file__).resolve().parent
LANDS = HERE.parent.parent / "rules" / "data" / "lands"

HEX_KM = 5.0
COLUMN_KM = HEX_KM * math.sqrt(3) / 2
KM_TO_A_DEGREE = 111.2
FINE = 0.03  # rows: a shore or a river is drawn as exactly as that
LEAST_ISLAND = 0.02  # of a hex
LAND_SHARE = 0.5
MARGIN_DEGREES = 0.3  # beyond the frame, so that shores run out of the picture
RAGGED = 1.1  # hexes across, in which the edge of a region may err
MEANDER = 1.1
LETTERS = {"plain": ".", "hill": "h", "mountain": "m", "forest": "f", "swamp": "s"}
UPHILL = {".": 2, "h": 4, "m": 6, "f": 4, "s": 7}
"""What a road would rather avoid; three more where it would have to cross a river."""

Grid = tuple[int, int]


class Frame:
    """The sheet: a plane on which the north-west hex is (1, 1), from longitude and latitude by one scale for
    the whole of it (equirectangular, true along its middle)."""

    def __init__(self, west: float, north: float, columns: int, rows: int) -> None:
        self.west, self.north, self.columns, self.rows = west, north, columns, rows
        middle = math.radians(north - rows * HEX_KM / KM_TO_A_DEGREE / 2)
        self.column = COLUMN_KM / (KM_TO_A_DEGREE * math.cos(middle))
        self.row = HEX_KM / KM_TO_A_DEGREE

    def plane(self, at: Point) -> Point:
        return 1 + (at[0] - self.west) / self.column, 1 + (self.north - at[1]) / self.row

    def box(self, margin: float = 0.0) -> Box:
        east, south = self.west + self.columns * self.column, self.north - self.rows * self.row
        return Box(self.west - margin, south - margin, east + margin, self.north + margin)

    def hexes(self) -> Iterator[Grid]:
        return ((c, r) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1))


def centre(at: Grid) -> Point:
    return float(at[0]), at[1] + (0.5 if at[0] % 2 == 0 else 0.0)


def hex_of(point: Point) -> Grid:
    """The hex in which a point of the plane lies: that with the nearest centre."""
    near = ((c, r) for c in _around(point[0]) for r in _around(point[1], 2))
    return min(near, key=lambda at: _apart(centre(at), point))


def _around(value: float, reach: int = 1) -> range:
    return range(round(value) - reach, round(value) + reach + 1)


def _apart(a: Point, b: Point) -> float:
    """How far apart two points of the plane are, in rows."""
    return math.hypot((a[0] - b[0]) * COLUMN_KM / HEX_KM, a[1] - b[1])


def neighbours(at: Grid) -> list[Grid]:
    low = 1 if at[0] % 2 == 0 else 0
    c, r = at
    return [
        (c, r - 1),
        (c + 1, r - 1 + low),
        (c + 1, r + low),
        (c, r + 1),
        (c - 1, r + low),
        (c - 1, r - 1 + low),
    ]


def chance(*of: object) -> float:
    """A number from 0 to 1 that looks like chance and is always the same for the same thing."""
    return zlib.crc32(repr(of).encode()) / 0xFFFFFFFF


def ragged(at: Grid) -> Point:
    """A point near the middle of a hex: polygons of a few corners get the uneven edges of woods and hills."""
    x, y = centre(at)
    return x + RAGGED * (chance(at, "x") - 0.5), y + RAGGED * (chance(at, "y") - 0.5)


def meandering(course: Line) -> Line:
    """A course by hand with bends between its points, as rivers have them."""
    for turn in range(3):
        bent = course[:1]
        for a, b in pairwise(course):
            reach = MEANDER * _apart(a, b) * (chance(turn, a, b) - 0.5)
            bent += [
                ((a[0] + b[0] + (a[1] - b[1]) * reach) / 2, (a[1] + b[1] + (b[0] - a[0]) * reach) / 2),
                b,
            ]
        course = bent
    return course


def label(at: Grid) -> str:
    return f"{at[0]:02d}{at[1]:02d}"


def points(text: str) -> Line:
    """Longitude and latitude of every point of a line such as "15.1,40.9 15.2,41"."""
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in text.split())]


def slug(place: dict[str, Any]) -> str:
    """The id of a place: its name in small letters without accents."""
    bare = unicodedata.normalize("NFKD", place["name"]).lower().replace("'", " ")
    return "-".join("".join(c for c in bare if not unicodedata.combining(c)).split())


class Maker:
    """One land being made."""

    def __init__(self, given: dict[str, Any], data: Path) -> None:
        self.given = given
        self.frame = Frame(given["west"], given["north"], given["columns"], given["rows"])
        self.shores = [s for s in self._shores(data) if survey.area(s) * COLUMN_KM / HEX_KM > LEAST_ISLAND]
        self.at = {slug(place): hex_of(self.frame.plane(points(place["at"])[0])) for place in given["places"]}
        self.terrain = self._terrain()
        self.rivers = [(river, self._course(river, data)) for river in given.get("rivers", ())]
        self.wet = {at for _, course in self.rivers for at in self._crossed(course)}

    def _shores(self, data: Path) -> Iterator[Line]:
        box = self.frame.box(MARGIN_DEGREES)
        for shape in survey.lines(data, "gshhs", box):
            cut = [self.frame.plane(point) for point in survey.clipped(shape, box)]
            yield survey.simplified([*cut, cut[0]], FINE)

    def _terrain(self) -> dict[Grid, str]:
        found = {at: "." if self._is_land(at) else "~" for at in self.frame.hexes()}
        for region in self.given["terrain"]:
            shape = [self.frame.plane(point) for point in points(region["around"])]
            for at in found:
                if found[at] != "~" and survey.is_inside(ragged(at), shape):
                    found[at] = LETTERS[region["kind"]]
        for name, at in self.at.items():
            if at not in found:
                raise SystemExit(f"{name} lies off the map")
            found[at] = "." if found[at] == "~" else found[at]
        for sea in points(self.given.get("sea", "")):
            found[hex_of(self.frame.plane(sea))] = "~"
        return found

    def _is_land(self, at: Grid) -> bool:
        """Whether enough of 19 points of a hex are land: its centre, and twelve and six around it."""
        x, y = centre(at)
        tried = [(x, y)]
        for reach, number in ((0.27, 6), (0.5, 12)):
            turns = [2 * math.pi * i / number for i in range(number)]
            tried += [(x + reach * math.cos(t) * HEX_KM / COLUMN_KM, y + reach * math.sin(t)) for t in turns]
        dry = sum(any(survey.is_inside(point, shore) for shore in self.shores) for point in tried)
        return dry >= LAND_SHARE * len(tried)

    def _course(self, river: dict[str, Any], data: Path) -> Line:
        """A river's course on the plane, from the survey's lines whose beginnings the table names, or from
        the table itself."""
        if "course" in river:
            drawn = meandering([self.frame.plane(point) for point in points(river["course"])])
            return survey.simplified(drawn, FINE)
        lines = list(survey.lines(data, "rivers", self.frame.box(MARGIN_DEGREES)))
        found: Line = []
        for start in points(river["survey"]):
            ways = [(line, way) for line in lines for way in (line, line[::-1])]
            line, way = min(ways, key=lambda ends: math.dist(ends[1][0], start))
            if math.dist(way[0], start) > 0.02:
                raise SystemExit(f"{river['name']}: no line of the survey begins near {start}")
            lines.remove(line)
            found += way
        return survey.simplified([self.frame.plane(point) for point in found], FINE)

    def _crossed(self, course: Line) -> list[Grid]:
        """The land hexes that a course runs through for some length, in order."""
        length: dict[Grid, float] = {}
        for a, b in pairwise(course):
            steps = max(1, math.ceil(_apart(a, b) / 0.05))
            for i in range(steps):
                share = (i + 0.5) / steps
                at = hex_of((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
                length[at] = length.get(at, 0.0) + _apart(a, b) / steps
        return [at for at, long in length.items() if long > 0.3 and self.terrain.get(at, "~") != "~"]

    def road(self, road: dict[str, Any]) -> list[Grid]:
        """A road's hexes: the easiest way from each place or point that it names to the next."""
        stops = [self._stop(stop) for stop in road["through"].split()]
        way = [stops[0]]
        for stop in stops[1:]:
            way += self._way(way[-1], stop, road["name"])[1:]
        return way

    def _stop(self, stop: str) -> Grid:
        if "," in stop:
            return hex_of(self.frame.plane(points(stop)[0]))
        if stop not in self.at:
            raise SystemExit(f"a road goes through {stop}, which is no place")
        return self.at[stop]

    def _bridge(self, at: str) -> Grid:
        """The river's hex next to where a bridge is said to be."""
        there = self.frame.plane(points(at)[0])
        return min(sorted(self.wet), key=lambda wet: _apart(centre(wet), there))

    def _way(self, start: Grid, goal: Grid, name: str) -> list[Grid]:
        done: dict[Grid, Grid | None] = {}
        waiting: list[tuple[float, Grid, Grid | None]] = [(0.0, start, None)]
        while waiting:
            spent, at, before = heapq.heappop(waiting)
            if at in done:
                continue
            done[at] = before
            if at == goal:
                break
            for near in neighbours(at):
                if self.terrain.get(near, "~") != "~":
                    dear = UPHILL[self.terrain[near]] + (3 if near in self.wet else 0)
                    heapq.heappush(waiting, (spent + dear, near, at))
        if goal not in done:
            raise SystemExit(f"{name}: no way by land from {label(start)} to {label(goal)}")
        way: list[Grid] = []
        step: Grid | None = goal
        while step is not None:
            way.append(step)
            step = done[step]
        return way[::-1]

    def regions(self) -> dict[Grid, str]:
        found = dict.fromkeys(self.terrain, "-")
        for region in self.given["regions"]:
            shape = [self.frame.plane(point) for point in points(region["around"])]
            for at, letter in self.terrain.items():
                if letter != "~" and survey.is_inside(centre(at), shape):
                    found[at] = region["letter"]
        return found

    def text(self) -> str:
        """The land's file."""
        given = self.given
        said = [
            "# Shores and some rivers: GSHHG 2.3.6 (LGPL 3.0 or later); all else: the tables of docs/maps.",
            "# A copy may be edited by hand; in this one a new run of docs/maps/make_lands.py would undo it.",
            f"title = {_quoted(given['title'])}",
            f"blurb = {_quoted(given['blurb'].strip())}",
            "# A region within a red line, where a game speaks of one.",
            f"outlined = {_quoted(given.get('outlined', ''))}",
            "",
            "# Odd columns on the upper line of a row, even ones half a hex lower on the line below it.",
            "# . open ground, h hills, m mountains, f forest, s swamp, ~ sea",
            *_grid("map", self.terrain, self.frame),
            "",
            "# Letters as below; - is none.",
            *_grid("regions", self.regions(), self.frame),
            "",
            "# Hexes in which a river may be crossed though no road leads there.",
            f"bridges = {_quoted(' '.join(label(self._stop(b['at'])) for b in given.get('bridges', ())))}",
            "",
            "# Lines around land, for the eye: column,row; the centre of an even column is half a row lower.",
            "shores = [",
            *(f"  {_quoted(_course(shore))}," for shore in self.shores),
            "]",
            "",
            "[region_names]",
            *(f"{region['letter']} = {_quoted(region['name'])}" for region in given["regions"]),
        ]
        for mark in given.get("labels", ()):
            x, y = self.frame.plane(points(mark["at"])[0])
            said += ["", "[[labels]]", f"text = {_quoted(mark['text'])}", f"kind = {_quoted(mark['kind'])}"]
            said += [f"at = [{x:.2f}, {y:.2f}]", f"tilt = {mark['tilt']}"]
        for river, course in self.rivers:
            hexes = " ".join(map(label, self._crossed(course)))
            said += ["", "[[rivers]]", f"name = {_quoted(river['name'])}", f"hexes = {_quoted(hexes)}"]
            said += [f"course = {_quoted(_course(course))}"]
        for road in given.get("roads", ()):
            hexes = " ".join(map(label, self.road(road)))
            said += ["", "[[roads]]", f"name = {_quoted(road['name'])}", f"hexes = {_quoted(hexes)}"]
        for place in given["places"]:
            said += ["", "[[places]]", *_place(place, label(self.at[slug(place)]))]
        return "\n".join(said) + "\n"


def _place(place: dict[str, Any], at: str) -> Iterable[str]:
    yield f"id = {_quoted(slug(place))}"
    yield f"name = {_quoted(place['name'])}"
    if "also" in place:
        yield f"also = [{', '.join(map(_quoted, place['also']))}]"
    yield f"kind = {_quoted(place['kind'])}"
    yield f'hex = "{at}"'
    yield from (f"{trait} = true" for trait in ("port", "monastery") if place.get(trait))
    yield f"why = {_quoted(place['why'])}"
    yield "years = ["
    for held in place["years"]:
        yield f"  [{', '.join(_quoted(x) if isinstance(x, str) else str(x) for x in held)}],"
    yield "]"


def _grid(name: str, cells: dict[Grid, str], frame: Frame) -> Iterable[str]:
    odd, even = range(1, frame.columns + 1, 2), range(2, frame.columns + 1, 2)
    yield f'{name} = """'
    yield "#  " + "  ".join(f"{column:02d}" for column in odd)
    for row in range(1, frame.rows + 1):
        yield f"{row:02d} " + "   ".join(cells[column, row] for column in odd)
        yield "     " + "   ".join(cells[column, row] for column in even)
    yield '"""'


def _course(line: Line) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in line)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def made_from(table: Path) -> str:
    """The digest of the script and of the table that make a land."""
    found = hashlib.sha256()
    for file in (Path(__file__), Path(survey.__file__), table):
        found.update(file.read_text("utf-8").encode())
    return found.hexdigest()


def with_digests(text: str, source: str) -> str:
    own = hashlib.sha256(text.encode()).hexdigest()
    return f"# Made by docs/maps/make_lands.py from {source}\n# and from here on {own}\n{text}"


def main() -> None:
    data = survey.folder()
    wrong = []
    for table in sorted(HERE.glob("*.toml")):
        text = Maker(tomllib.loads(table.read_text("utf-8")), data).text()
        made = with_digests(text, made_from(table))
        target = LANDS / table.name
        if "--check" in sys.argv:
            wrong += [] if target.is_file() and target.read_text("utf-8") == made else [target.name]
        else:
            target.write_text(made, "utf-8")
    if wrong:
        raise SystemExit(f"not what the tables make: {', '.join(wrong)}")


if __name__ == "__main__":
    main()

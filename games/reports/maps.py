"""The maps of a mail: the whole board, and the part of it where something happens, which a phone can show.
Drawn once for all who see the same, never heavier than a mail should be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from django.utils.translation import get_language, gettext
from msgspec.structs import replace

from games import pictures
from games.models import MapSize
from games.pictures.land import Region
from games.seats.languages import ENGLISH, speaking
from rules import engine


class Weight(NamedTuple):
    """What the pictures of a mail may weigh, in bytes: a board alone; beside a part of it; the part."""

    alone: int
    whole: int
    part: int


MOST_BYTES = 250_000
WEIGHTS = {
    MapSize.LARGE: Weight(MOST_BYTES, 150_000, 100_000),
    MapSize.SMALL: Weight(120_000, 60_000, 80_000),
}
PIXELS = {MapSize.LARGE: 1280, MapSize.SMALL: 768}  # both shown 640 wide
REGION_PIXELS = {MapSize.LARGE: 1000, MapSize.SMALL: 640}
PART_PIXELS = {MapSize.LARGE: 650, MapSize.SMALL: 490}
WIDTH_SHOWN = 640
ON_A_PHONE = 320  # pixels, of the 360 or more that one has
_MORE = (1.2,)  # for a wide board, whose hexes would be tiny
_SHARES = (1, 0.85, 0.7, 0.55, 0.4, 0.3)


Drawn = engine.Picture | engine.LandPicture
"""What a mail may show: a board, or a region of a land."""

_HEAVIER = 1.35  # to this power its weight grows with its width: less than its area, since it is smoother
_FEW, _FEWER = 64, 24  # colours of a land: its hills look the same in them, and weigh half; or a third


class Part(NamedTuple):
    """A part of a board, drawn, and what it is a part of: its first and last hex; of a region of a land its
    middle, and its own sentence."""

    png: bytes
    first: str
    last: str
    besides: bool = False
    summary: str = ""

    @property
    def told(self) -> str:
        """What it shows, for those who cannot see it."""
        if self.summary:
            return self.summary
        if self.besides:
            return gettext("Another part of the map, from {first} to {last}: more happens there.").format(
                first=self.first, last=self.last
            )
        return gettext("Part of the map, from {first} to {last}: where it matters most.").format(
            first=self.first, last=self.last
        )


def shown(
    table: engine.Table,
    seat: str | None,
    before: engine.Table | None = None,
    events: Sequence[engine.Event] = (),
) -> Drawn | None:
    """What a seat (None: the public) sees of the field, with what moved since a state before; None for a
    game that has neither a board nor a land."""
    return engine.picture(table, seat, before, events) or engine.land_picture(table, seat, events)


def drawn(picture: Drawn | None, size: MapSize) -> bytes:
    """The whole board, or the region of a land, as a PNG with an opaque ground, its key in the language
    spoken: as large as it may be, smaller where it would be too heavy; empty where there is none, the reader
    wants none, or none is light enough."""
    if picture is None or size is MapSize.NONE:
        return b""
    if isinstance(picture, engine.LandPicture):
        most = WEIGHTS[size].alone // (1 + len(picture.elsewhere))
        return _region(picture, picture.region, size, most)
    weight = WEIGHTS[size]
    most = weight.whole if pictures.window(picture) else weight.alone
    return in_language(replace(picture, focus=()), size, most, get_language() or ENGLISH)


@lru_cache(maxsize=6)
def _region(picture: engine.LandPicture, region: engine.Region, size: MapSize, most: int) -> bytes:
    """Names on a land are the same in all languages; its counters are not translated either. As wide as it
    may be, as far as the narrowest tells; where even that is too heavy, in fewer colours."""
    widths = [w for w in (round(REGION_PIXELS[size] * share) for share in _SHARES) if w >= ON_A_PHONE]
    drawing = Region(picture.land, region.around, region.radius, marks=picture.marks, ways=picture.ways)
    least = drawing.png(widths[-1], _FEW, most)
    for pixels in widths[:-1]:
        if len(least) * (pixels / widths[-1]) ** _HEAVIER <= most:
            png = drawing.png(pixels, _FEW, most)
            if len(png) <= most:
                return png
    fewer = (drawing.png(pixels, _FEWER, most) for pixels in (widths[-1], ON_A_PHONE))
    return next((png for png in chain((least,), fewer) if len(png) <= most), b"")


def _elsewhere(picture: engine.LandPicture, size: MapSize) -> list[Part]:
    """The regions of a land that are far from the first, as many as a mail can carry."""
    left, found = WEIGHTS[size].alone - len(drawn(picture, size)), []
    for n, region in enumerate(picture.elsewhere):
        png = _region(picture, region, size, left // (len(picture.elsewhere) - n))
        if png:
            left -= len(png)
            found.append(Part(png, region.around, region.around, summary=region.summary))
    return found


@lru_cache(maxsize=6)
def in_language(picture: engine.Picture, size: MapSize, most: int, language: str) -> bytes:
    """The map for all who read this language."""
    wide = _MORE if pictures.is_small_for_its_width(picture, PIXELS[size]) else ()
    sizes: dict[int, int] = {}  # by how wide a map would come out: none is drawn twice
    for share in (*wide, *_SHARES):
        pixels = round(PIXELS[size] * share)
        sizes.setdefault(pictures.pixels_wide(picture, pixels), pixels)
    with speaking(language):
        light = (pixels for pixels in sizes.values() if not pictures.is_too_heavy(picture, pixels, most))
        tries = (pictures.png(picture, pixels, most=most) for pixels in light)
        return next((png for png in tries if len(png) <= most), b"")


def part(picture: Drawn | None, size: MapSize) -> Part | None:
    """The part of a board that matters, without a key; None where the whole shows it as well, or where the
    reader wants no map."""
    if not isinstance(picture, engine.Picture) or size is MapSize.NONE:
        return None
    window = pictures.window(picture)
    png = drawn_part(replace(picture, focus=()), size, window, WEIGHTS[size].part) if window else b""
    return Part(png, window.first, window.last) if window and png else None


def parts(picture: Drawn | None, size: MapSize) -> list[Part]:
    """The part that matters, and others where men fight far from there: as many as can be drawn wide enough
    for a phone in what the whole map leaves of the weight of a mail."""
    if isinstance(picture, engine.LandPicture):
        return [] if size is MapSize.NONE else _elsewhere(picture, size)
    if picture is None or size is MapSize.NONE:
        return []
    windows = pictures.windows(picture)
    for count in range(len(windows), 1, -1):
        most = WEIGHTS[size].whole + WEIGHTS[size].part - len(drawn(picture, size))
        drawings = drawn_alike(replace(picture, focus=()), size, windows[:count], most)
        if drawings:
            return [
                Part(png, window.first, window.last, besides=n > 0)
                for n, (png, window) in enumerate(zip(drawings, windows, strict=False))
            ]
    first = part(picture, size)
    return [first] if first else []


def around(picture: engine.Picture | None, size: MapSize) -> list[Part]:
    """The parts that hold all that matters between them, to be read without the whole: one, or where it lies
    far apart several; none where the whole shows it as well, or where the reader wants no map."""
    if picture is None or size is MapSize.NONE:
        return []
    windows = pictures.windows(picture, all_of_it=True)
    if not windows:
        return []
    drawings = drawn_alike(replace(picture, focus=()), size, windows, WEIGHTS[size].alone)
    return [Part(png, window.first, window.last) for png, window in zip(drawings, windows, strict=False)]


@lru_cache(maxsize=6)
def drawn_alike(
    picture: engine.Picture, size: MapSize, windows: tuple[pictures.Window, ...], most: int
) -> tuple[bytes, ...]:
    """Several parts whose hexes are of one size, as large as they may be to weigh no more than ``most`` bytes
    together; none where they would be too small for a phone."""
    widest = max(windows, key=lambda window: window.width)
    whole = sum(window.width * window.height for window in windows)
    shares = [int(most * window.width * window.height / whole) for window in windows]
    narrowest = min(windows, key=lambda window: window.width)
    for step in pictures.steps(widest, PART_PIXELS[size]):
        if pictures.part_wide(narrowest, step) < ON_A_PHONE:
            break
        pngs: list[bytes] = []
        for window, share in zip(windows, shares, strict=True):
            left = most - sum(map(len, pngs))
            if any(pictures.is_too_heavy_a_part(picture, w, step, left) for w in windows[len(pngs) :]):
                break
            pngs.append(pictures.part(picture, window, step, most=share))
        if len(pngs) == len(windows) and sum(map(len, pngs)) <= most:
            return tuple(pngs)
    return ()


@lru_cache(maxsize=6)
def drawn_part(picture: engine.Picture, size: MapSize, window: pictures.Window, most: int) -> bytes:
    """There are no words in it, so it is the same for all; it weighs no more than ``most`` bytes."""
    light = (
        step
        for step in pictures.steps(window, PART_PIXELS[size])
        if not pictures.is_too_heavy_a_part(picture, window, step, most)
    )
    tries = (pictures.part(picture, window, step, most=most) for step in light)
    return next((png for png in tries if len(png) <= most), b"")


def width_shown(png: bytes) -> int:
    """How wide a mail shows a map: never wider than it is drawn."""
    return min(WIDTH_SHOWN, int.from_bytes(png[16:20], "big")) if png else 0

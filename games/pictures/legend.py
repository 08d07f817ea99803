"""The key to a board: only what is on it."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext, gettext_noop

from games.pictures import areas, goals, lettering, siege
from games.pictures.geometry import SIDE, Point, circle, number
from games.pictures.ground import TREE, engrave
from games.pictures.ink import (
    GROUND,
    INK,
    LABELS,
    OTHER_GROUND,
    PAPER,
    SEPIA,
    Stamp,
    element,
    line,
    path,
    words,
)
from games.pictures.pieces import CROSS, HORSESHOE, counter, tally
from games.pictures.tracks import sample as track_sample
from games.pictures.works import sample as feature_sample
from rules import engine

_ROW = 30.0
AROUND = 22.0
"""How far above and below its middle an entry may ink, and before where it begins."""
_LETTERS = 15.0
_NAMES = {
    "flat": gettext_noop("open ground"),
    "scrub": gettext_noop("scrub"),
    "tree": gettext_noop("trees"),
    "slope": gettext_noop("slope"),
    "marsh": gettext_noop("marsh"),
    "rock": gettext_noop("rock"),
    "stairway": gettext_noop("stairway"),
    "beach": gettext_noop("beach"),
    "shallow": gettext_noop("shallow water"),
    "deep": gettext_noop("deep water"),
    "interior": gettext_noop("floor of a house"),
    "stairs": gettext_noop("stairs"),
    "tent": gettext_noop("tent"),
    "tent_opening": gettext_noop("opening of a tent"),
    "wall": gettext_noop("solid masonry"),
    "platform": gettext_noop("platform"),
    "gate": gettext_noop("closed gate"),
    "open_gate": gettext_noop("open gate"),
    "destroyed_gate": gettext_noop("destroyed gate"),
    "stockade_down": gettext_noop("broken stockade"),
    "jetty": gettext_noop("jetty"),
}
_STATES: dict[str, dict[str, object]] = {
    gettext_noop("wounded"): {"health": "wounded"},
    gettext_noop("stunned"): {"health": "stunned"},
    gettext_noop("armoured"): {"armoured": True},
}
_GOALS = {
    "held": gettext_noop("worth points at the end: {hexes}"),
    "exited": gettext_noop("way off the board: {hexes}"),
}
_TRACKS = {
    "move": gettext_noop("moved"),
    "retreat": gettext_noop("fell back"),
    "advance": gettext_noop("followed"),
    "shot": gettext_noop("shot"),
    "drifted": gettext_noop("aimed here, fell there"),
    "lost": gettext_noop("shot that was lost"),
    "attack": gettext_noop("struck"),
}

Entry = tuple[str, float, str]
"""A sample drawn around 0,0, the room it needs, and its name, in English before it is shown."""


_EDGES: dict[str, Entry] = {
    "lip": (
        line("M-13,-3H13", INK, 2.4) + path("M-10,-3l3,7l3,-7zM-2,-3l3,7l3,-7zM6,-3l3,7l3,-7z", fill=INK),
        30,
        gettext_noop("lip of a slope"),
    ),
    "path": (
        line("M-13,3Q0,-9 13,3", "#8c6a3c", 9) + line("M-13,3Q0,-9 13,3", "#f7eed3", 6.4),
        30,
        gettext_noop("trail"),
    ),
    **{
        feature: (feature_sample(feature), 34.0, name)
        for feature, name in (
            ("wall", gettext_noop("wall")),
            ("low_wall", gettext_noop("low wall")),
            ("door", gettext_noop("door")),
            ("entrance", gettext_noop("entrance")),
            ("window", gettext_noop("window")),
            ("chapel_window", gettext_noop("chapel window")),
            ("slit", gettext_noop("arrow slit")),
            ("half_slit", gettext_noop("arrow slit across two hexes")),
            ("stockade", gettext_noop("stockade")),
            ("parapet", gettext_noop("parapet")),
        )
    },
    "pikes": (line("M-9,-7V7M-3,-7V7M3,-7V7M9,-7V7", INK, 1.6), 26, gettext_noop("pikes of a formation")),
}


def legend(picture: engine.Picture, width: float = 720.0) -> str:
    """The key as a drawing of its own."""
    inside, high = strip(picture, width, 0.0)
    paper = path(f"M0,0H{number(width)}V{number(high)}H0Z", fill=PAPER)
    return element(
        "svg",
        f"<defs>{TREE}</defs>{paper}{inside}",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(high)}",
        width=width,
        height=high,
        role="img",
        aria_label=gettext("Key to the map"),
    )


class Placed(NamedTuple):
    """An entry of a key, drawn from the middle of its left edge on, and where that lies; ``wide`` with some
    room behind it."""

    drawing: str
    at: Point
    wide: float


class Key(NamedTuple):
    """A key in rows. Places are in its own units, of which each is ``larger`` times one of the board's;
    ``high`` in those of the board."""

    entries: list[Placed]
    larger: float
    high: float


def strip(picture: engine.Picture, width: float, top: float) -> tuple[str, float]:
    """The key as rows of samples below ``top``, and how high it is."""
    placed, larger, high = key_of(picture, width)
    drawn = "".join(Stamp(entry.drawing, entry.at).svg for entry in placed)
    at = f"translate(0 {number(top)}) scale({larger:.3f})"
    return element("g", lettered(drawn), transform=at), high


def key_of(picture: engine.Picture, width: float) -> Key:
    """On a wide board larger, so that it can be read where the board is shown small."""
    larger = max(1.0, lettering.READABLE * width / lettering.MAIL / _LETTERS)
    placed, high = _rows(picture, width / larger)
    return Key(placed, larger, high * larger)


def lettered(drawn: str) -> str:
    """Entries in the letters of a key."""
    text: dict[str, str | float] = {"font_family": LABELS, "font_weight": "500", "font_size": _LETTERS}
    return element("g", drawn, fill=INK, **text)


def _rows(picture: engine.Picture, width: float) -> tuple[list[Placed], float]:
    """The entries from 0 on, and how high their rows are."""
    x, y, placed = 20.0, 10 + _ROW / 2, []
    for sample, room, name in entries(picture):
        wide = room + 8 + 6.1 * len(name) + 20
        if x + wide > width and x > 20:
            x, y = 20.0, y + _ROW
        drawn = element("g", sample, transform=f"translate({number(room / 2)} 0)")
        drawn += f'<text x="{number(room + 6)}" y="5">{words(name)}</text>'
        placed.append(Placed(drawn, Point(x, y), wide))
        x += wide
    return placed, y + _ROW / 2 + 8


def entries(picture: engine.Picture) -> list[Entry]:
    """The samples of all that is on the board, each with its name in the language spoken."""
    sides = [_side(n, engine.named(name)) for n, name in enumerate(picture.sides)]
    sides += [_goal(goal, picture.sides) for goal in picture.goals]
    return sides + [(sample, room, gettext(name)) for sample, room, name in _things(picture)]


def _goal(goal: engine.PictureGoal, sides: tuple[str, ...]) -> Entry:
    """What scores, with its hexes, and for whom unless it is for all."""
    told = gettext(_GOALS[goal.kind]).format(hexes=", ".join(lettering.runs(goal.labels)))
    if len(goal.side_numbers) < len(sides):
        told += f" ({', '.join(engine.named(sides[number]) for number in goal.side_numbers)})"
    return goals.sample(goal.kind), 30, told


class Terrain(NamedTuple):
    """A kind of ground as it is drawn: its letter in drawings of panels, its name, its colour."""

    letter: str
    name: str
    colour: str


def terrains() -> list[Terrain]:
    """Every kind of ground, named in the language spoken."""
    names = {**_NAMES, "trail": _EDGES["path"][2]}
    return [
        Terrain(letter, gettext(names[terrain]), GROUND.get(terrain, OTHER_GROUND))
        for letter, terrain in engine.terrain_letters()
    ]


def _things(picture: engine.Picture) -> list[Entry]:
    found = _states(picture)
    found += [_ground(terrain) for terrain in _terrains(picture)]
    found += [_EDGES[feature] for feature in _EDGES if any(m.feature == feature for m in picture.hexsides)]
    shown = {work.kind for work in picture.works}
    found += [(siege.sample(kind), 36.0, name) for kind, name in siege.KINDS.items() if kind in shown]
    if picture.areas:
        found.append((areas.sample(), 30.0, gettext_noop("men may be placed here")))
    happened = {track.what for track in picture.tracks} | {"drifted" for t in picture.tracks if t.aim}
    found += [(track_sample(what), 34, word) for what, word in _TRACKS.items() if what in happened]
    return found


def _sample(side_number: int, **changes: object) -> engine.PicturePiece:
    fields: dict[str, object] = {
        "id": "", "name": "", "badge": "", "side": "", "side_number": side_number, "kind": "foot",
        "label": "", "rear": "",
        "facing": "", "health": "healthy", "armoured": False, "weapon": "", "attack": 0, "defence": 0,
        "movement": 0,
    }  # fmt: skip
    return engine.PicturePiece(**{**fields, **changes})  # type: ignore[arg-type]


def _small(drawn: str, scale: float) -> str:
    return element("g", drawn, transform=f"scale({number(scale)})", aria_hidden="true")


def _side(side_number: int, name: str) -> Entry:
    foot = counter(_sample(side_number), Point(-48, 0)).svg
    rider = counter(_sample(side_number, kind="rider"), Point(42, 0), Point(-4, 0)).svg
    return _small(foot + rider, 0.55), 74, name


def _states(picture: engine.Picture) -> list[Entry]:
    shown, found = picture.pieces, []
    for name, changes in _STATES.items():
        field, value = next(iter(changes.items()))
        if any(getattr(p, field) == value for p in shown):
            found.append((_small(counter(_sample(1, **changes), Point(0, 0)).svg, 0.62), 24.0, name))
    if any(p.kind == "horse" for p in shown):
        horse = counter(_sample(0, kind="horse"), Point(24, 0), Point(-24, 0)).svg
        found.append((_small(horse, 0.5), 46, gettext_noop("loose horse")))
    for mark in sorted({p.mark for p in shown if p.mark}):
        rider = counter(_sample(1, kind="rider", mark=mark), Point(24, 0), Point(-24, 0)).svg
        found.append((_small(rider, 0.5), 56, engine.translated(mark)))
    if any(h.bodies for h in picture.hexes):
        found.append((tally(CROSS, Point(0, 0)), 14, gettext_noop("dead")))
    if any(h.carcasses for h in picture.hexes):
        found.append((tally(HORSESHOE, Point(0, 0)), 16, gettext_noop("dead horse")))
    return found


def _terrains(picture: engine.Picture) -> list[str]:
    present = {h.terrain for h in picture.hexes} - {"trail"}
    return [t for t in GROUND if t in present] + sorted(present - set(GROUND))


def _ground(terrain: str) -> Entry:
    field = circle(Point(0, 0), SIDE * 0.86)
    drawn = path(field, fill=GROUND.get(terrain, OTHER_GROUND), stroke=SEPIA, stroke_width=1.4)
    return (
        _small(drawn + engrave(terrain, Point(0, 0)), 0.46),
        26,
        _NAMES.get(terrain, terrain.replace("_", " ")),
    )

"""Ladders, ropes, engines, naphtha and flames: what men bring to a wall and set alight there."""

from __future__ import annotations

import math
from collections.abc import Callable

from django.utils.translation import gettext, gettext_noop, ngettext

from games.pictures import geometry
from games.pictures.geometry import FACINGS, HEIGHT, ORIGIN, Layout, Point, number
from games.pictures.ink import INK, LABELS, PAPER, RED, Stamp, element, line, path, words
from rules import engine

_WOOD = "#b08d57"
_FLAME, _HEART_OF_IT, _NAPHTHA, _BRONZE = "#d8481f", "#f8cf52", "#241f1b", "#b4793a"
_INKS = (("flame", _FLAME), ("flame", _HEART_OF_IT), ("naphtha", _NAPHTHA), ("greek_fire", _BRONZE))


def below(layout: Layout, shown: tuple[engine.PictureWork, ...]) -> str:
    """What lies under the counters: naphtha, engines, ladders and ropes."""
    spilled = {
        layout.at[at] for work in shown if work.kind == "naphtha" for at in work.labels if at in layout.at
    }
    drawn = [_naphtha(layout, spilled)] if spilled else []
    drawn += [_titled(layout, work) for work in shown if work.kind not in _DRAWN_APART]
    return "".join(drawn)


def above(layout: Layout, shown: tuple[engine.PictureWork, ...]) -> str:
    """Where a ladder or a rope crosses a wall, so that no counter at its foot hides it; flames, over
    everything."""
    leaning = [work for work in shown if work.kind in ("ladder", "rope") and work.facing]
    places = [(work, layout.centre(work.labels[0])) for work in leaning]
    crossing = [_over_the_wall(work, at) for work, at in places if at is not None]
    return "".join([*crossing, *(_flame(layout, work) for work in shown if work.kind == "flame")])


def turns_of_engines(layout: Layout, shown: tuple[engine.PictureWork, ...]) -> list[Stamp]:
    """In how many turns each is ready again; none on what is wrecked or jammed."""
    waiting = [work for work in shown if work.number and not work.state and _is_engine(work)]
    placed = [(work, _places(layout, work)) for work in waiting]
    return [_numeral(_middle(places).moved(15, 17), work.number) for work, places in placed if places]


def turns_of_flames(layout: Layout, shown: tuple[engine.PictureWork, ...]) -> list[Stamp]:
    """For how many turns each has burnt."""
    burning = [(w, layout.centre(w.labels[0])) for w in shown if w.kind == "flame" and w.number]
    return [_numeral(at.moved(0, 16), work.number) for work, at in burning if at is not None]


def inks(shown: tuple[engine.PictureWork, ...]) -> tuple[str, ...]:
    """The colours that works bring to a map."""
    kinds = {work.kind for work in shown}
    return tuple(ink for kind, ink in _INKS if kind in kinds) + ((_WOOD,) if kinds else ())


def sample(kind: str) -> str:
    """A small one around 0,0, for the legend."""
    if kind == "flame":
        return _flames(Point(0, 4), 0.8)
    if kind == "naphtha":
        return path("M-14,4q2,-12 14,-9q13,0 12,8q-4,8 -14,6q-12,2 -12,-5z", fill="#2a2622", fill_opacity=0.6)
    if kind == "rope":
        return _rope_line(Point(-14, 5), Point(14, -5))
    if kind == "ladder":
        return _rungs(Point(-15, 0), Point(15, 0))
    return _small(_BODIES.get(kind, _tower)(""), 0.62)


def title(work: engine.PictureWork) -> str:
    """What a hand would feel for."""
    turns = ngettext("{number} turn", "{number} turns", work.number).format(number=work.number)
    said = [
        work.name or gettext(KINDS.get(work.kind, work.kind)),
        *([engine.translated(work.state)] if work.state else []),
    ]
    if work.kind == "flame":
        lit = gettext("fire, burning for {turns}") if work.number else gettext("fire, just lit")
        said = [lit.format(turns=turns)]
    elif work.number:
        said.append(gettext("ready in {turns}").format(turns=turns))
    return f"{', '.join(said)}; {'-'.join(work.labels)}"


def _titled(layout: Layout, work: engine.PictureWork) -> str:
    places = _places(layout, work)
    if not places:
        return ""
    return element("g", element("title", words(title(work))) + _BELOW.get(work.kind, _engine)(work, places))


def _places(layout: Layout, work: engine.PictureWork) -> list[Point]:
    return [at for label in work.labels if (at := layout.centre(label)) is not None]


def _middle(places: list[Point]) -> Point:
    return Point(sum(p.x for p in places) / len(places), sum(p.y for p in places) / len(places))


def _is_engine(work: engine.PictureWork) -> bool:
    return work.kind not in _DRAWN_APART and work.kind not in _BELOW


def _ahead(work: engine.PictureWork, at: Point, reach: float) -> Point:
    """The point so far from a centre in the direction of the work."""
    angle = math.radians(60 * FACINGS.index(work.facing) - 90)
    return at.moved(reach * math.cos(angle), reach * math.sin(angle))


def _ladder(work: engine.PictureWork, places: list[Point]) -> str:
    if work.facing:
        return _rungs(_ahead(work, places[0], -16), _ahead(work, places[0], HEIGHT * 0.62))
    first, last = places[0], places[-1]
    return _rungs(first.towards(last, -0.18), last.towards(first, -0.18))


def _over_the_wall(work: engine.PictureWork, at: Point) -> str:
    """The piece of it around the hexside that it leans on."""
    foot, top = _ahead(work, at, HEIGHT * 0.38), _ahead(work, at, HEIGHT * 0.64)
    return _rungs(foot, top, 3) if work.kind == "ladder" else _rope_line(foot, top)


def _rungs(foot: Point, top: Point, steps: int = 6) -> str:
    long = foot.distance(top)
    dx, dy = -(top.y - foot.y) / long * 5.5, (top.x - foot.x) / long * 5.5
    rails = f"M{foot.moved(dx, dy)}L{top.moved(dx, dy)}M{foot.moved(-dx, -dy)}L{top.moved(-dx, -dy)}"
    rungs = "".join(
        f"M{p.moved(dx, dy)}L{p.moved(-dx, -dy)}"
        for p in (foot.towards(top, (i + 0.5) / steps) for i in range(steps))
    )
    return line(rails + rungs, INK, 4.2) + line(rails + rungs, _WOOD, 2.2)


def _rope(work: engine.PictureWork, places: list[Point]) -> str:
    if work.facing:
        return _rope_line(_ahead(work, places[0], -8), _ahead(work, places[0], HEIGHT * 0.52))
    at = places[0].moved(12, 12)
    coils = geometry.circle(at, 6) + geometry.circle(at, 3.4)
    return path(coils, fill="none", stroke=INK, stroke_width=2.6) + path(
        coils, fill="none", stroke="#e3d2a4", stroke_width=1.3
    )


def _rope_line(foot: Point, hook: Point) -> str:
    long = foot.distance(hook)
    ux, uy = (hook.x - foot.x) / long, (hook.y - foot.y) / long
    cord = f"M{foot}L{hook}"
    barbs = (
        f"M{hook}L{hook.moved(-6 * ux - 5 * uy, -6 * uy + 5 * ux)}"
        f"M{hook}L{hook.moved(-6 * ux + 5 * uy, -6 * uy - 5 * ux)}"
    )
    return line(cord, INK, 3.2) + line(cord, "#e3d2a4", 1.7, stroke_dasharray="3 2.4") + line(barbs, INK, 2.6)


def _engine(work: engine.PictureWork, places: list[Point]) -> str:
    x, y = _middle(places)
    turn = 60 * FACINGS.index(work.facing) if work.facing else 0
    return element(
        "g",
        _BODIES.get(work.kind, _tower)(work.state),
        transform=f"translate({number(x)} {number(y)}) rotate({turn})",
    )


def _numeral(at: Point, value: int) -> Stamp:
    disc = path(geometry.circle(ORIGIN, 7.5), fill=PAPER, stroke=INK, stroke_width=1.4)
    text: dict[str, str | float] = {"font_family": LABELS, "font_weight": "600", "font_size": 12.0}
    said = element("text", str(value), y=4.2, text_anchor="middle", fill=INK, **text)
    return Stamp(disc + said, at)


def _stone_thrower(state: str) -> str:
    """A trestle with its beam and sling, seen from above, shooting north."""
    frame = "M-15,14L-9,-12M15,14L9,-12M-15,14H15M-9,-12H9M-12,2H12"
    beam = "M0,20V-21"
    drawn = (
        path("M-19,18V-15H19V18Z", fill="#d8c39a", fill_opacity=0.9, stroke=INK, stroke_width=1.4)
        + line(frame, INK, 5)
        + line(frame, _WOOD, 3)
        + line(beam, INK, 6)
        + line(beam, "#8a5f33", 3.6)
        + path(geometry.circle(Point(0, 19), 4.4), fill="#8f887c", stroke=INK, stroke_width=1.4)
        + path("M-5,-19L0,-27L5,-19Z", fill=RED)
    )
    return drawn + _wrecked(state)


def _greek_fire(state: str) -> str:
    """A boiler of bronze with its siphon."""
    drawn = (
        path(geometry.circle(Point(0, 5), 13), fill=_BRONZE, stroke=INK, stroke_width=2)
        + path(geometry.circle(Point(0, 5), 6.5), fill="none", stroke="#6b3f17", stroke_width=1.6)
        + path("M-4,-7L-2.6,-21H2.6L4,-7Z", fill="#8a5f33", stroke=INK, stroke_width=1.4)
        + path("M-5,-20L0,-28L5,-20Z", fill=RED)
    )
    return drawn + _wrecked(state)


def _tower(state: str) -> str:
    """Something with storeys, or of another kind: four posts and planks, and where its front is."""
    drawn = (
        path("M-20,18V-14H20V18Z", fill="#c9b083", fill_opacity=0.75, stroke=INK, stroke_width=2)
        + line("M-20,-4H20M-20,6H20M-20,-14V18M20,-14V18", _WOOD, 2.4)
        + path("M-5,-15L0,-23L5,-15Z", fill=RED)
    )
    return drawn + _wrecked(state)


def _wrecked(state: str) -> str:
    if state == "destroyed":
        return line("M-17,-17L17,17M17,-17L-17,17", INK, 6) + line("M-17,-17L17,17M17,-17L-17,17", RED, 3.4)
    if state == "jammed":
        return line("M-17,17L17,-17", INK, 6) + line("M-17,17L17,-17", PAPER, 3.4)
    return ""


def _naphtha(layout: Layout, cells: set[geometry.Grid]) -> str:
    outline = geometry.natural(cells, 0.3)
    gleam = "".join(
        (
            f"M{geometry.centre(at).moved(-12, -4)}q6,-5 12,0t12,0M{geometry.centre(at).moved(-8, 9)}q5,-4 "
            "10,0t10,0"
        )
        for at in sorted(cells)
    )
    return path(outline, fill=_NAPHTHA, fill_opacity=0.42, stroke=_NAPHTHA, stroke_width=1.4) + line(
        gleam, "#9a86b8", 1.3, stroke_opacity=0.8
    )


def _flame(layout: Layout, work: engine.PictureWork) -> str:
    at = layout.centre(work.labels[0])
    if at is None:
        return ""
    drawn = _flames(at.moved(-12, 4), 0.8) + _flames(at.moved(12, 5), 0.75) + _flames(at.moved(0, -2), 1.1)
    return element("g", element("title", words(title(work))) + drawn)


def _flames(at: Point, size: float) -> str:
    outer = "M0,12C-11,12 -12,2 -7,-5C-6,-1 -4,-1 -4,-4C-5,-11 0,-15 2,-20C3,-13 11,-8 10,3C10,9 6,12 0,12Z"
    inner = "M0,11C-6,11 -6,4 -3,0C-1,3 1,-1 1,-6C5,-2 7,3 5,7C4,10 2,11 0,11Z"
    inside = path(outer, fill=_FLAME, stroke=INK, stroke_width=1.4, stroke_linejoin="round") + path(
        inner, fill=_HEART_OF_IT
    )
    return _small(inside, size, at)


def _small(drawn: str, scale: float, at: Point = ORIGIN) -> str:
    return element("g", drawn, transform=f"translate({number(at.x)} {number(at.y)}) scale({scale})")


_BELOW: dict[str, Callable[[engine.PictureWork, list[Point]], str]] = {
    "ladder": _ladder,
    "rope": _rope,
}
_DRAWN_APART = frozenset({"naphtha", "flame"})
_BODIES: dict[str, Callable[[str], str]] = {"stone_thrower": _stone_thrower, "greek_fire": _greek_fire}
KINDS = {
    "ladder": gettext_noop("ladder"),
    "rope": gettext_noop("rope"),
    "stone_thrower": gettext_noop("stone thrower"),
    "greek_fire": gettext_noop("Greek fire"),
    "naphtha": gettext_noop("naphtha"),
    "flame": gettext_noop("fire"),
}

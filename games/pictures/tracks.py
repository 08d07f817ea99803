"""What happened in the phase: dashed arrows for moves, dotted ones for retreats, thin red lines for shots,
short strong ones for blows."""

from __future__ import annotations

import math

from games.pictures.geometry import Layout, Point, circle, curve, polyline
from games.pictures.ink import INK, LABELS, PAPER, RED, Stamp, element, line, path, side_ink, words
from rules import engine

_END = Point(16, 0)
_DASHES = {"move": "9 5", "retreat": "1.5 6", "advance": "none", "plan": "3 6"}


def ways(layout: Layout, tracks: tuple[engine.PictureTrack, ...]) -> str:
    """Where figures went: drawn below the counters."""
    return "".join(_way(layout, t) for t in tracks if t.what in _DASHES)


def blows(layout: Layout, tracks: tuple[engine.PictureTrack, ...]) -> str:
    """Who shot or struck whom: drawn above the counters."""
    return "".join(_blow(layout, t) for t in tracks if t.what not in _DASHES)


def badges(layout: Layout, tracks: tuple[engine.PictureTrack, ...]) -> list[Stamp]:
    """What stands at the ends of tracks in letters, above all of them."""
    marked = ((track, layout.centre(track.labels[-1])) for track in tracks if track.badge)
    return [_badge(track, at) for track, at in marked if at is not None]


def _badge(track: engine.PictureTrack, end: Point) -> Stamp:
    """A few letters on a disc at the end of a track: a number to choose by, a chance, a warning."""
    wide = max(18.0, 8.6 * len(track.badge) + 8)
    at = end.moved(0, 15) if track.what == "plan" else end.moved(14, -4)
    ink = RED if track.what == "risk" else side_ink(track.side_number).track if track.what == "plan" else INK
    box: dict[str, str | float] = {"x": -wide / 2, "y": -9, "width": wide, "height": 18, "rx": 9}
    text: dict[str, str | float] = {"font_family": LABELS, "font_weight": "600", "font_size": 15.5}
    drawn = element("rect", fill=ink, stroke=PAPER, stroke_width=1.6, **box)
    said = words(engine.translated(track.badge))
    drawn += element("text", said, y=5.5, text_anchor="middle", fill="#ffffff", **text)
    return Stamp(drawn, at, engine.translated(track.caption), reach=max(27.0, wide / 2 + 2))


def _points(layout: Layout, track: engine.PictureTrack) -> list[Point]:
    return [p for p in (layout.centre(label) for label in track.labels) if p is not None]


def _way(layout: Layout, track: engine.PictureTrack) -> str:
    points = _points(layout, track)
    if len(points) < 2:
        return ""
    colour = side_ink(track.side_number).track
    tip, points = points[-1].towards(points[-2], 0.36), [*points[:-1], points[-1].towards(points[-2], 0.5)]
    data = curve(points)
    drawn = line(data, PAPER, 7.5, stroke_opacity=0.75)
    drawn += line(data, colour, 3.4, stroke_dasharray=_DASHES[track.what])
    drawn += circle_at(points[0], colour)
    drawn += arrowhead(tip, points[-1], colour, 13)
    return _titled(track, drawn)


def _blow(layout: Layout, track: engine.PictureTrack) -> str:
    points = _points(layout, track)
    if len(points) < 2 or points[0] == points[-1]:
        return ""
    first, last = points[0], points[-1]
    if track.what in ("shot", "lost"):
        return _titled(track, _shot(layout, track, first, last))
    middle = first.towards(last, 0.5)
    start, tip = middle.towards(first, 0.34), middle.towards(last, 0.46)
    drawn = line(polyline((start, middle)), PAPER, 8) + line(polyline((start, middle)), INK, 4.6)
    return _titled(track, drawn + arrowhead(tip, start, INK, 14))


def _shot(layout: Layout, track: engine.PictureTrack, first: Point, last: Point) -> str:
    """A line to where a shot fell; a ring where it was to fall, if it fell elsewhere; a cross where it was
    lost from sight."""
    gap = 19 / first.distance(last)
    start, tip = first.towards(last, gap), last.towards(first, gap * 0.95)
    data, aim = polyline((start, tip)), layout.centre(track.aim)
    drawn = line(data, PAPER, 4.4, stroke_opacity=0.8) + line(data, RED, 1.7)
    if track.what == "lost":
        return drawn + _cross(tip)
    return (_missed(aim, tip) if aim else "") + drawn + arrowhead(tip, start, RED, 9)


def _missed(aim: Point, fell: Point) -> str:
    ring = circle(aim.moved(0, 5), 21)
    drift = polyline((aim.towards(fell, 21 / max(aim.distance(fell), 21)), fell))
    return (
        line(ring, PAPER, 4.4, stroke_opacity=0.8)
        + line(ring, RED, 1.5, stroke_dasharray="3 3")
        + line(drift, RED, 1.3, stroke_dasharray="1 4")
    )


def _cross(at: Point) -> str:
    data = f"M{at.moved(-5, -5)}L{at.moved(5, 5)}M{at.moved(-5, 5)}L{at.moved(5, -5)}"
    return line(data, PAPER, 5.5) + line(data, RED, 2.4)


def sample(what: str) -> str:
    """A short track of a kind, drawn around 0,0, for the key."""
    if what == "lost":
        return line("M-15,0H10", RED, 1.7) + _cross(Point(10, 0))
    if what == "drifted":
        ring = line(circle(Point(-10, 0), 6), RED, 1.5, stroke_dasharray="3 3")
        return ring + line("M-3,0H8", RED, 1.3, stroke_dasharray="1 4") + arrowhead(_END, Point(0, 0), RED, 9)
    if what == "shot":
        return line("M-15,0H8", RED, 1.7) + arrowhead(Point(15, 0), Point(0, 0), RED, 9)
    if what == "attack":
        return line("M-10,0H2", INK, 4.6) + arrowhead(Point(13, 0), Point(0, 0), INK, 14)
    return line("M-16,0H5", INK, 3, stroke_dasharray=_DASHES.get(what, "none")) + arrowhead(
        Point(16, 0), Point(0, 0), INK, 12
    )


def circle_at(at: Point, colour: str) -> str:
    return element("circle", cx=at.x, cy=at.y, r=4, fill=PAPER, stroke=colour, stroke_width=2)


def arrowhead(tip: Point, start: Point, colour: str, size: float) -> str:
    angle = math.atan2(tip.y - start.y, tip.x - start.x)
    wings = [
        tip.moved(-size * math.cos(angle + turn), -size * math.sin(angle + turn)) for turn in (0.45, -0.45)
    ]
    data = polyline((wings[0], tip, wings[1])) + "Z"
    return path(data, fill=colour, stroke=PAPER, stroke_width=1.2, stroke_linejoin="round")


def _titled(track: engine.PictureTrack, drawn: str) -> str:
    return element("g", element("title", words(engine.translated(track.caption))) + drawn)

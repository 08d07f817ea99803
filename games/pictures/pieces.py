"""Counters. The first side is dark and square, the second light and round, the third dark and six-sided, the
fourth light and like a shield; a rider's counter lies across two hexes with its point where the horse's head
is; a wounded man bears a gash, a stunned one lies on his side, hatched; armour is a second rim."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from django.utils.translation import gettext

from games.pictures.geometry import FACINGS, Layout, Point, centre, number
from games.pictures.ink import (
    HORSE,
    INK,
    LABELS,
    PAPER,
    RED,
    SideInk,
    Stamp,
    element,
    line,
    look,
    path,
    side_ink,
    words,
)
from rules import engine

RADIUS = 17.0
BELOW_ITS_NUMBER = 5.0
_SHARING = 8.0  # how far counters in one hex are moved apart


def stamps(layout: Layout, shown: tuple[engine.PicturePiece, ...]) -> list[Stamp]:
    """All counters: the lower storeys first, and on each of them loose horses and the stunned below whoever
    stands above them."""
    crowds: dict[str, list[str]] = {}
    shown = tuple(sorted(shown, key=lambda p: p.storey))
    for piece in shown:
        crowds.setdefault(piece.label, []).append(piece.id)
    order = sorted(shown, key=lambda p: (-p.storey, p.health == "stunned", p.kind == "horse"), reverse=True)
    placed = (_placed(layout, piece, crowds[piece.label]) for piece in order)
    return [stamp for stamp in placed if stamp is not None]


def _placed(layout: Layout, piece: engine.PicturePiece, crowd: list[str]) -> Stamp | None:
    at = layout.centre(piece.label)
    if at is None:
        return None
    off = (crowd.index(piece.id) - (len(crowd) - 1) / 2) * _SHARING if piece.kind == "foot" else 0.0
    rear = layout.centre(piece.rear) if piece.rear else None
    if rear is None:
        return counter(piece, at.moved(off, BELOW_ITS_NUMBER + off * 0.6))
    return counter(piece, at.moved(0, 2.5), rear.moved(0, 2.5))


def counter(piece: engine.PicturePiece, at: Point, rear: Point | None = None) -> Stamp:
    """One counter, titled with what a hand would feel for: name, values, state."""
    ink = HORSE if piece.kind == "horse" else side_ink(piece.side_number)
    if rear is None:
        return Stamp(_foot(piece, ink), at, title(piece))
    return Stamp(_mounted(piece, at, rear, ink), at.towards(rear, 0.5), title(piece), reach=60.0)


def title(piece: engine.PicturePiece) -> str:
    place = piece.place
    if piece.kind == "horse":
        return gettext("{name}, loose horse, {place}").format(name=engine.translated(piece.name), place=place)
    state = [engine.named(piece.side), gettext("rider") if piece.kind == "rider" else gettext("on foot")]
    state += [gettext("armoured")] if piece.armoured else []
    state += [
        engine.translated(word.replace("_", " ")) for word in (piece.weapon, piece.health, piece.mark) if word
    ]
    return gettext("{name}: {state}; attack {attack}, defence {defence}, {movement} MP; {place}").format(
        name=piece.name,
        state=", ".join(state),
        attack=piece.attack,
        defence=piece.defence,
        movement=piece.movement,
        place=place,
    )


# men on foot


@lru_cache(maxsize=512)  # most stand as they stood, and several people see them
def _foot(piece: engine.PicturePiece, ink: SideInk) -> str:
    down = piece.health == "stunned"
    body = _foot_shape(piece.side_number, RADIUS - 2 * down)
    parts = [
        path(
            _foot_shape(piece.side_number, RADIUS + 1.2),
            fill=INK,
            fill_opacity=0.30,
            transform="translate(1.6 2.2)",
        )
    ]
    if piece.armoured:
        parts.append(
            path(_foot_shape(piece.side_number, RADIUS + 2.6), fill=PAPER, stroke=ink.rim, stroke_width=1.5)
        )
    parts.append(path(body, fill=ink.fill, stroke=ink.rim if ink.fill != PAPER else INK, stroke_width=2.4))
    if look(piece.side_number) % 2 == 0:
        parts.append(
            path(
                _foot_shape(piece.side_number, RADIUS - 3.2),
                fill="none",
                stroke="#ffffff",
                stroke_width=0.7,
                stroke_opacity=0.55,
            )
        )
    parts += _health(piece, ink, RADIUS)
    parts.append(_badge(piece, ink, 3))
    if piece.storey:
        parts.append(_storey(piece.storey))
    return element("g", "".join(parts), transform="rotate(90)") if down else "".join(parts)


def _storey(storey: int) -> str:
    """The storey of a structure on which he stands, at the corner of his counter."""
    text: dict[str, str | float] = {"font_family": LABELS, "font_weight": "600", "font_size": 9.0}
    disc = path(
        f"M{number(RADIUS - 8)},{number(4 - RADIUS)}a7,7 0 1 0 14,0a7,7 0 1 0 -14,0Z", fill=PAPER, stroke=INK
    )
    said = element("text", f"/{storey}", x=RADIUS - 1, y=7 - RADIUS, text_anchor="middle", fill=INK, **text)
    return disc + said


def _foot_shape(side_number: int, r: float) -> str:
    n = number
    match look(side_number):
        case 0:
            return _box(-r + 1, -r + 1, r - 1, r - 1, 5)
        case 1:
            return f"M-{n(r)},0a{n(r)},{n(r)} 0 1 0 {n(2 * r)},0a{n(r)},{n(r)} 0 1 0 {n(-2 * r)},0Z"
        case 2:
            tip, high, wide = 1.12 * r, 0.92 * r, 0.58 * r
            return f"M{n(-tip)},0L{n(-wide)},{n(-high)}H{n(wide)}L{n(tip)},0L{n(wide)},{n(high)}H{n(-wide)}Z"
        case _:
            top, side = 0.92 * r, 0.96 * r
            return (
                f"M{n(-side)},{n(-top)}H{n(side)}V{n(0.1 * r)}Q{n(side)},{n(0.75 * r)} 0,{n(1.12 * r)}"
                f"Q{n(-side)},{n(0.75 * r)} {n(-side)},{n(0.1 * r)}Z"
            )


def _box(left: float, top: float, right: float, bottom: float, r: float) -> str:
    n = number
    wide, high = n(right - left - 2 * r), n(bottom - top - 2 * r)
    return (
        f"M{n(left + r)},{n(top)}h{wide}q{n(r)},0 {n(r)},{n(r)}v{high}q0,{n(r)} {n(-r)},{n(r)}"
        f"h-{wide}q{n(-r)},0 {n(-r)},{n(-r)}v-{high}q0,{n(-r)} {n(r)},{n(-r)}Z"
    )


# riders and horses


@lru_cache(maxsize=512)
def _mounted(piece: engine.PicturePiece, at: Point, rear: Point, ink: SideInk) -> str:
    angle, half = _angle(piece, at, rear), at.distance(rear) / 2
    girth = 11.5 if piece.kind == "horse" else 15.0
    parts = [
        path(
            _mount_shape(piece, half, girth + 1.4), fill=INK, fill_opacity=0.30, transform="translate(2 2.4)"
        )
    ]
    if piece.armoured:
        rim = _mount_shape(piece, half + 1, girth + 3.2)
        parts.append(path(rim, fill=PAPER, stroke=ink.rim, stroke_width=1.5, stroke_linejoin="round"))
    body = _mount_shape(piece, half, girth)
    dashes = {"stroke_dasharray": "5 3"} if piece.kind == "horse" else {}
    parts.append(
        path(body, fill=ink.fill, stroke=ink.rim, stroke_width=2.4, stroke_linejoin="round", **dashes)
    )
    reach = half + girth * 0.5
    head = (
        f"M{number(reach - 4)},{number(-girth * 0.55)}L{number(reach + 5)},0L{number(reach - 4)},"
        f"{number(girth * 0.55)}Z"
    )
    parts.append(path(head, fill=ink.text))
    if piece.kind == "horse" and not piece.badge:
        parts.append(line(HORSESHOE, ink.text, 2.2, transform="rotate(90)"))
    if piece.mark:
        chevrons = _chevrons(reach + 9, 1 if piece.mark == "charge" else 2)
        parts += [line(chevrons, PAPER, 5.4), line(chevrons, RED, 3.0)]
    shell = element(
        "g", "".join(parts + _health(piece, ink, girth, half * 0.8)), transform=f"rotate({number(angle)})"
    )
    return shell + _badge(piece, ink, 4)


def _chevrons(start: float, count: int) -> str:
    """The marks of a charge (one) or a counter-charge (two), before the horse's head."""
    return "".join(f"M{number(start + 6 * i)},-8l6,8l-6,8" for i in range(count))


def _angle(piece: engine.PicturePiece, at: Point, rear: Point) -> float:
    """Which way the counter points, in degrees from east, clockwise."""
    if at != rear:
        return math.degrees(math.atan2(at.y - rear.y, at.x - rear.x))
    return 60.0 * FACINGS.index(piece.facing) - 90 if piece.facing in FACINGS else -90.0


def _mount_shape(piece: engine.PicturePiece, half: float, girth: float) -> str:
    """A pointed counter along the x axis, its head to the right; square, round, pointed or
    notched behind, by side."""
    n, g = number, girth
    nose, neck, tail = half + 1.15 * g, half + 0.15 * g, half + 0.8 * g
    front = f"L{n(neck)},{n(-g)}L{n(nose)},0L{n(neck)},{n(g)}"
    match 1 if piece.kind == "horse" else look(piece.side_number):
        case 0:
            return f"M{n(4 - tail)},{n(-g)}{front}L{n(4 - tail)},{n(g)}q-4,0 -4,-4V{n(4 - g)}q0,-4 4,-4Z"
        case 1:
            return f"M{n(-half)},{n(-g)}{front}L{n(-half)},{n(g)}A{n(g)},{n(g)} 0 0 1 {n(-half)},{n(-g)}Z"
        case 2:
            return f"M{n(-half)},{n(-g)}{front}L{n(-half)},{n(g)}L{n(-tail - 2)},0Z"
        case _:
            return f"M{n(-tail)},{n(-g)}{front}L{n(-tail)},{n(g)}L{n(-half + 2)},0Z"


# what both have


def _health(piece: engine.PicturePiece, ink: SideInk, r: float, off: float = 0.0) -> list[str]:
    if piece.health == "wounded":
        gash = f"M{number(-off - 0.86 * r)},{number(0.18 * r)}L{number(-off - 0.12 * r)},{number(0.9 * r)}"
        return [line(gash, PAPER, 6.2), line(gash, RED, 3.6)]
    if piece.health == "stunned":
        hatch = "".join(
            f"M{number(i - 6)},{number(0.72 * r)}L{number(i + 6)},{number(-0.72 * r)}"
            for i in (-9, -4, 1, 6, 11)
        )
        return [line(hatch, ink.text, 1.1, stroke_opacity=0.6)]
    return []


def _badge(piece: engine.PicturePiece, ink: SideInk, halo: float) -> str:
    shooter = _weapon(piece)
    size = 19.0 if len(piece.badge) < 3 else 16.5
    said = piece.badge and element(
        "text",
        words(piece.badge),
        y=size * 0.35 - (3.5 if shooter else 0),
        font_family=LABELS,
        font_weight="600",
        font_size=size,
        text_anchor="middle",
        fill=ink.text,
        stroke=ink.fill,
        stroke_width=halo if piece.health == "stunned" else 0,
        paint_order="stroke",
    )
    return said + (line(shooter, ink.text, 1.3) if shooter else "")


def is_marked(piece: engine.PicturePiece) -> bool:
    """Whether a small bow, sling or javelin stands below the letters."""
    return bool(_weapon(piece))


def _weapon(piece: engine.PicturePiece) -> str:
    return _WEAPONS.get(next((w for w in _WEAPONS if w in piece.weapon), ""), "")


_WEAPONS = {
    "crossbow": "M-7,11.5q7,-6 14,0M0,6v8",
    "bow": "M-8,8.5q8,7 16,0M-8,8.5h16",
    "sling": "M-6,7q0,6 6,6t6,-6",
    "javelin": "M-8,11h15m-3.5,-2.2l3.5,2.2l-3.5,2.2",
}


# the fallen


CROSS = "M0,-7V7M-4.2,-2.6H4.2"
HORSESHOE = "M-4,6C-9,-7 9,-7 4,6"


def fallen(layout: Layout) -> str:
    """Crosses for dead men, horseshoes for dead horses."""
    return "".join(tally(sign, at) for _, sign, at in _lying(layout))


def tallies(layout: Layout) -> list[Stamp]:
    """How many lie there, where more than one does."""
    return [_count(count, at) for count, _, at in _lying(layout) if count > 1]


def _lying(layout: Layout) -> Iterator[tuple[int, str, Point]]:
    for at, found in layout.hexes.items():
        if found.bodies:
            yield found.bodies, CROSS, centre(at).moved(-15, 13)
        if found.carcasses:
            yield found.carcasses, HORSESHOE, centre(at).moved(14, 14)


def tally(sign: str, at: Point) -> str:
    drawn = line(sign, PAPER, 4.6, stroke_opacity=0.8) + line(sign, INK, 2)
    return element("g", drawn, transform=f"translate({number(at.x)} {number(at.y)})")


def _count(count: int, at: Point) -> Stamp:
    text: dict[str, str | float] = {"font_family": LABELS, "font_weight": "600", "font_size": 11}
    return Stamp(element("text", str(count), x=6, y=5, fill=INK, **text), at)

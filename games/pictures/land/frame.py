"""What goes around a whole land: frame with columns and rows, title, key, scale and rose."""

from __future__ import annotations

from math import cos, radians, sin

from django.utils.translation import gettext, gettext_noop

from games.pictures import geometry
from games.pictures.geometry import HEIGHT, MARGIN, SIDE, Point, number
from games.pictures.ink import INK, LABELS, PAPER, RED, SEPIA, element, line, path, words
from games.pictures.land.ground import sample
from games.pictures.land.places import NAMES, place_view
from games.pictures.land.sheet import BORDER, FACTIONS, SERIF, Sheet, spot
from rules import engine

_CLASSES = {
    "village": gettext_noop("Village"),
    "town": gettext_noop("Town"),
    "castle": gettext_noop("Castle"),
    "city": gettext_noop("City"),
}
_GROUNDS = {
    "hill": gettext_noop("Hills"),
    "mountain": gettext_noop("Mountains"),
    "forest": gettext_noop("Forest"),
    "swamp": gettext_noop("Swamp"),
    "river": gettext_noop("River"),
    "road": gettext_noop("Road"),
}
_FACTIONS = {
    "norman": gettext_noop("Normans"),
    "byzantine": gettext_noop("Byzantines"),
    "lombard": gettext_noop("Lombards"),
    "arab": gettext_noop("Arabs"),
}


def frame(sheet: Sheet, year: int | None) -> str:
    """The frame, and what the land's file sets into its seas."""
    drawn = [_edge(sheet)]
    for mark in sheet.land.letterings:
        at = spot(mark.at)
        if mark.kind == "title":
            drawn.append(_title(sheet.land, at, year))
        elif mark.kind == "key":
            drawn.append(_key(at, year))
        elif mark.kind == "rose":
            drawn.append(_rose(at))
    return "".join(drawn)


def _edge(sheet: Sheet) -> str:
    """Paper around the sheet, two lines, and a number at every column and row."""
    wide, high, b = number(sheet.width), number(sheet.height), BORDER
    outer = f"M{-b},{-b}H{number(sheet.width + b)}V{number(sheet.height + b)}H{-b}Z"
    ring = path(f"{outer}M0,0H{wide}V{high}H0Z", fill=PAPER, fill_rule="evenodd")
    lines = line(f"M0,0H{wide}V{high}H0Z", INK, 2.4)
    for off, width, colour in ((38, 1.2, INK), (44, 6.0, SEPIA), (51, 1.2, INK)):
        far_x, far_y = number(sheet.width + off), number(sheet.height + off)
        lines += path(
            f"M{-off},{-off}H{far_x}V{far_y}H{-off}Z", fill="none", stroke=colour, stroke_width=width
        )
    columns = range(int(max(sheet.land.hexes)[:2]))
    rows = range(int(max(label[2:] for label in sheet.land.hexes)))
    said = []
    for column in columns:
        x = MARGIN + SIDE * (1 + 1.5 * column)
        said += [(x, -13.0, column), (x, sheet.height + 26, column)]
    for row in rows:
        y = MARGIN + HEIGHT * (row + 0.5) + 6
        said += [(-19.0, y, row), (sheet.width + 19, y, row)]
    text = "".join(f'<tspan x="{number(x)}" y="{number(y)}">{n + 1:02d}</tspan>' for x, y, n in said)
    return ring + lines + _said(text, 19, LABELS, INK, weight="500", markup=True)


def _title(land: engine.Land, at: Point, year: int | None) -> str:
    """The land's name, what it shows and when, a line of ornament, the scale."""
    year_said = f"A. D. {year}" if year is not None else "A. D. 1050–1095"
    rule = f"M{at.moved(-230, 34)}h190M{at.moved(40, 34)}h190"
    lozenge = f"M{at.moved(0, 24)}l10,10l-10,10l-10,-10Z"
    return (
        _said(words(engine.translated(land.title).upper()), 132, SERIF, INK, at=at, spacing=22)
        + line(rule, RED, 2.4)
        + path(lozenge, fill=RED)
        + _said(words(year_said), 46, SERIF, SEPIA, at=at.moved(0, 92), italic=True, spacing=4)
        + _scale(at.moved(0, 142))
    )


def _scale(at: Point) -> str:
    """Ten hexes of five kilometres."""
    step = HEIGHT * 2
    left = at.moved(-2.5 * step, 0)
    bars = "".join(
        path(
            f"M{left.moved(step * i, 0)}h{number(step)}v9h{number(-step)}Z", fill=INK if i % 2 == 0 else PAPER
        )
        for i in range(5)
    )
    box = path(
        f"M{left}h{number(5 * step)}v9h{number(-5 * step)}Z", fill="none", stroke=INK, stroke_width=1.4
    )
    said = "".join(
        _said(
            f"{10 * i}" + (" km" if i == 5 else ""),
            22,
            LABELS,
            INK,
            at=left.moved(step * i, 32),
            weight="500",
        )
        for i in range(6)
    )
    return bars + box + said


def _key(at: Point, year: int | None) -> str:
    """Two columns: places and their colours, ground and lines; whose pennons fly, where a year is told."""
    drawn = []
    for i, (kind, name) in enumerate(_CLASSES.items()):
        drawn.append(_placed(place_view(kind), at.moved(0, 44 * i)))
        drawn.append(_label(gettext(name), at.moved(32, 44 * i + 8), NAMES[kind]))
    below = 44 * len(_CLASSES)
    marks = (
        (place_view("village", port=True), gettext("Harbour")),
        (place_view("village", monastery=True), gettext("Monastery")),
    )
    for i, (view, name) in enumerate(marks):
        drawn.append(_placed(view, at.moved(0, below + 44 * i)))
        drawn.append(_label(name, at.moved(32, below + 44 * i + 8), INK))
    for i, (terrain, name) in enumerate(_GROUNDS.items()):
        drawn.append(_placed(sample(terrain), at.moved(232, 44 * i)))
        drawn.append(_label(gettext(name), at.moved(272, 44 * i + 8), INK))
    if year is not None:
        for i, (faction, name) in enumerate(_FACTIONS.items()):
            flag = line("M-8,13V-13", INK, 1.6)
            flag += path("M-8,-13l22,6.4l-22,6.6Z", fill=FACTIONS[faction], stroke=INK, stroke_width=0.8)
            drawn.append(_placed(flag, at.moved(488, 44 * i)))
            drawn.append(_label(gettext(name), at.moved(514, 44 * i + 8), INK))
    return "".join(drawn)


def _placed(drawing: str, at: Point) -> str:
    return element("g", drawing, transform=f"translate({number(at.x)} {number(at.y)})")


def _label(text: str, at: Point, fill: str) -> str:
    return _said(words(text), 27, SERIF, fill, at=at, anchor="start")


def _rose(at: Point) -> str:
    """A star of sixteen points, north ahead."""
    drawn = line(geometry.circle(at, 96), SEPIA, 1.4) + line(geometry.circle(at, 88), SEPIA, 0.8)
    for turn, reach, half in (
        *((22.5 + 45 * i, 70, 7) for i in range(8)),
        *((45 + 90 * i, 92, 12) for i in range(4)),
        *((90 * i, 128, 17) for i in range(4)),
    ):
        a = radians(turn - 90)
        tip = at.moved(reach * cos(a), reach * sin(a))
        for side, fill in ((1, INK), (-1, PAPER)):
            b = a + side * radians(22.5 if reach < 80 else 45)
            waist = at.moved(half * 1.25 * cos(b), half * 1.25 * sin(b))
            drawn += path(
                f"M{at}L{waist}L{tip}Z", fill=fill, stroke=INK, stroke_width=1.1, stroke_linejoin="round"
            )
    return drawn + _said("N", 42, SERIF, RED, at=at.moved(0, -138))


def _said(
    text: str,
    size: float,
    family: str,
    fill: str,
    *,
    at: Point | None = None,
    anchor: str = "middle",
    weight: str = "600",
    italic: bool = False,
    spacing: float = 0.0,
    markup: bool = False,
) -> str:
    style: dict[str, str | float] = {"font_family": family, "font_weight": "500" if italic else weight}
    style |= {"font_size": size, "text_anchor": anchor, "fill": fill}
    style |= {"x": at.x, "y": at.y} if at is not None else {}
    style |= {"font_style": "italic"} if italic else {}
    style |= {"letter_spacing": spacing} if spacing else {}
    return element("text", text, **style)

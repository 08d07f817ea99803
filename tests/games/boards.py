"""Boards for the tests of pictures and pages, drawn by hand."""

from __future__ import annotations

from rules.engine import Picture, PictureHex, PicturePiece, PictureSide, PictureTrack

LETTERS = {
    ".": "flat", "s": "scrub", "t": "tree", "/": "slope", "m": "marsh", "r": "rock", "=": "trail",
    "h": "stairway",
    "b": "beach", "~": "shallow", "#": "deep",
}  # fmt: skip
_HIGH = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_LOW = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_FACINGS = ("N", "NE", "SE", "S", "SW", "NW")

FORD = """
. . t t . . . . . . . . . . # # ~ . . . . . 1 1 1 t t 1 1 1
. t t t t . . . . = . . . # # ~ . . s s . / 1 1 t t t t 1 1
t t t t . . . . . = . . ~ # # ~ . . s . / 1 1 1 1 t t 1 1 1
t t t . . s s . . = . . ~ # ~ b . . . . / 1 1 r r 1 1 1 1 1
. t t . s s . . . . = . ~ # ~ b . . . / / 1 1 r 1 1 2 2 1 1
. . . . s . . . . . = . ~ ~ # ~ . . . / 1 1 1 1 1 2 2 2 1 1
. . . . . . . . . . = . . ~ # ~ . . . / 1 1 1 1 1 2 2 2 1 1
. m m . . . . . . . . = . ~ ~ ~ . . . . / 1 1 1 1 1 2 1 1 t
m m m m . . . . . . . = . ~ ~ ~ . . . . / / 1 1 1 1 1 1 1 t
m m m m . . . t . . . . = = ~ ~ = = . . . / / / 1 1 1 1 t t
. m m . . . t t t . . . . ~ ~ ~ . . = . . . . / / / / / t t
. . . . . . t t . . . . ~ # # ~ . . = = . . . . . . . . . t
. . s . . . . . . . . . ~ # # # ~ . . . = . . . . . . . . .
. s s s . . . . . . . ~ # # # ~ . . . . . = = . . s s . . .
. . s . . . . . . . ~ # # # ~ b . . . . . . . = = . s s . .
. . . . . r r . . ~ # # # ~ b . . . t . . . . . . = = . . .
. . . . r r . . ~ # # # ~ b . . t t t t . . . . . . . = = .
. t t . . . . ~ # # # # ~ b . . t t t . . . . m m . . . . =
t t t t . . . ~ # # # ~ b b . . . t . . . . m m m m . . . .
t t t t t . ~ # # # # ~ b . . . . . . . . . m m m . . . s .
. t t t . . ~ # # # ~ b . . . h h . . . . . . m . . . s s .
. . t . . ~ # # # # ~ b . . . h h . . . . . . . . . s s . .
"""


def board_of(drawing: str) -> dict[str, PictureHex]:
    """Hexes of a drawing: letters for terrain, digits for open ground on that level."""
    found = {}
    for row, line in enumerate(drawing.strip().splitlines()):
        for column, letter in enumerate(line.split()):
            label = f"{column + 1:02d}{row + 1:02d}"
            level = int(letter) if letter.isdigit() else 0
            found[label] = PictureHex(label, column, row, LETTERS.get(letter, "flat"), level)
    return found


def sides_of(hexes: dict[str, PictureHex]) -> list[PictureSide]:
    """Trails joined to trails, and the lips of slopes."""
    at = {(h.column, h.row): h for h in hexes.values()}
    found = []
    for h in hexes.values():
        for facing, (dc, dr) in zip(_FACINGS, _LOW if h.column % 2 else _HIGH, strict=True):
            other = at.get((h.column + dc, h.row + dr))
            if other is None:
                continue
            if h.terrain == "trail" and other.terrain in ("trail", "shallow") and h.label < other.label:
                found.append(PictureSide(h.label, facing, "path"))
            if h.terrain == "slope" and other.level > h.level:
                found.append(PictureSide(h.label, facing, "lip"))
    return found


def piece(badge: str, side_number: int, label: str, rear: str = "", **changes: object) -> PicturePiece:
    fields: dict[str, object] = {
        "id": badge.lower(), "name": badge.title(), "badge": badge,
        "side": ("Normans", "Arabs", "Greeks", "Slavs")[side_number % 4],
        "side_number": side_number, "kind": "rider" if rear else "foot", "label": label, "rear": rear,
        "facing": "",
        "health": "healthy", "armoured": False, "weapon": "", "attack": 12, "defence": 7, "movement": 8,
    }  # fmt: skip
    return PicturePiece(**{**fields, **changes})  # type: ignore[arg-type]


def ford(crowd: int = 0) -> Picture:
    """A ford of 30 by 22 hexes with every terrain, every state of a figure, every kind of track;
    and a crowd."""
    hexes = board_of(FORD)
    hexes["1309"] = PictureHex("1309", 12, 8, "flat", 0, bodies=2, carcasses=1)
    hexes["1010"] = PictureHex("1010", 9, 9, "flat", 0, bodies=1)
    pieces = [
        piece("ROB", 0, "1006", "0906", armoured=True, weapon="lance"),
        piece("DRO", 0, "0708", "0608", health="wounded", armoured=True),
        piece("RUG", 0, "1008"),
        piece("ARN", 0, "0810", weapon="shortbow"),
        piece("TAN", 0, "1111", health="wounded"),
        piece("WIL", 0, "0912", health="stunned"),
        piece("OD", 0, "1207", armoured=True, weapon="crossbow"),
        piece("KHA", 1, "1109"),
        piece("SHA", 1, "1209", weapon="javelins"),
        piece("ZAH", 1, "1705", "1704", weapon="composite bow"),
        piece("YUS", 1, "1610", weapon="composite bow"),
        piece("HAS", 1, "1812", health="wounded", armoured=True),
        piece("JEM", 1, "1413", health="stunned"),
        piece("ALI", 1, "2008", "2108", armoured=True, health="wounded"),
        piece("IBN", 1, "2111"),
        piece("h1", 1, "1908", "1909", kind="horse", name="A bay"),
    ]
    taken = {label for p in pieces for label in (p.label, p.rear)}
    free = [h for h in hexes.values() if h.terrain in ("flat", "scrub") and h.label not in taken]
    for n, h in enumerate(free[:: max(1, len(free) // max(crowd, 1))][:crowd] if crowd else []):
        pieces.append(piece(f"{chr(65 + n % 26)}{n:02d}", n % 2, h.label))
    tracks = (
        PictureTrack("move", 0, ("0609", "0709", "0809", "0908", "1008"), "Ruggiero moves to 1008."),
        PictureTrack("move", 1, ("2106", "2007", "1906", "1806", "1705"), "Zahir rides to 1705."),
        PictureTrack("shot", 1, ("1610", "1207"), "Yusuf shoots at Odo."),
        PictureTrack("shot", 0, ("0810", "1209"), "Arnolfo shoots at Shakil."),
        PictureTrack("retreat", 1, ("1211", "1312", "1413"), "Jemal falls back to 1413."),
        PictureTrack("attack", 1, ("1109", "1008"), "Khaled attacks Ruggiero."),
        PictureTrack("advance", 0, ("1010", "1110", "1111"), "Tancred advances."),
    )
    return Picture(
        hexes=tuple(hexes.values()),
        hexsides=(
            *sides_of(hexes),
            PictureSide("0503", "SE", "low_wall"),
            PictureSide("0604", "N", "wall"),
            PictureSide("0604", "NE", "door"),
            PictureSide("2514", "S", "hedge"),
            PictureSide("2515", "NE", "stakes"),
        ),
        pieces=tuple(pieces),
        tracks=tracks,
        sides=("Normans", "Arabs"),
        summary="The ford after the Arab phase of turn 3: 7 Normans west of the river, 8 Arabs east of it.",
    )

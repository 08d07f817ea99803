"""What a standing order may ask of its target beyond a description: where he comes from and goes, and
a safe shot."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.language import english
from rules.orders.cursor import Cursor
from rules.orders.records import Pick
from rules.state.figure import Hex

NONE: frozenset[str] = frozenset()
ARC = "arc"
ENTERING = "entering"
CHARGING = "charging"
LEAVING_COVER = "leaving cover"
CLEAR = "clear"
OF_A_SHOT = frozenset({ARC, ENTERING, CHARGING, LEAVING_COVER, CLEAR})
OF_A_PASSAGE = frozenset({ARC, ENTERING, CHARGING})
OF_AN_ATTACK = frozenset({ARC, CHARGING})

_FRONT = (
    "in front of him",
    "in his front arc",
    "in his frontal arc",
    "in the front arc",
    "in front",
    "before him",
)
_ARC = ("in the arc", "in arc", "in direction", "in the direction")
_ENTERING = ("entering", "who enters", "who enter", "when entering", "on entering")
_CHARGING = ("who charges", "who charge", "charging", "in a charge")
_LEAVING = ("leaving cover", "who leaves cover", "who leave cover", "coming out of cover", "out of cover")
_CLEAR = ("not through friends", "not past friends", "clear of friends", "without risk to friends")


def read(cursor: Cursor, pick: Pick, also: frozenset[str]) -> Pick | None:
    """The description with one further quality, if one of those allowed stands here."""
    if ARC in also and cursor.accept(*_FRONT):
        return replace(pick, arc="front")
    if ARC in also and cursor.accept(*_ARC):
        return replace(pick, arc=cursor.take_facing())
    if ENTERING in also and cursor.accept(*_ENTERING):
        return replace(pick, entering=(*pick.entering, *take_places(cursor)))
    if CHARGING in also and cursor.accept(*_CHARGING):
        return replace(pick, charging=True)
    if LEAVING_COVER in also and cursor.accept(*_LEAVING):
        return replace(pick, leaving_cover=True)
    if CLEAR in also and cursor.accept(*_CLEAR):
        return replace(pick, clear=True)
    return None


def take_hexes(cursor: Cursor) -> tuple[Hex, ...]:
    """One or more hexes."""
    hexes = [cursor.take_hex()]
    cursor.skip("or")
    while cursor.sees_hex():
        hexes.append(cursor.take_hex())
        cursor.skip("or")
    return tuple(hexes)


def sees_place(cursor: Cursor) -> bool:
    """Whether a hex stands here, or the name of a place on the board ("the yard")."""
    return cursor.sees_hex() or _area_here(cursor) > 0


def _area_here(cursor: Cursor) -> int:
    return cursor.sees(*(f"{the}{area}" for area in cursor.lexicon.areas for the in ("the ", "")))


def take_places(cursor: Cursor) -> tuple[str, ...]:
    """One or more hexes or named places."""
    places: list[str] = []
    while not places or sees_place(cursor):
        length = _area_here(cursor)
        if not length:
            places.append(cursor.take_hex(_place(cursor)))
        else:
            places.append(cursor.words[cursor.at + length - 1].plain)
            cursor.at += length
        cursor.skip("or")
    return tuple(places)


def _place(cursor: Cursor) -> str:
    areas = cursor.lexicon.areas
    return (
        english("a hex such as 0305, or {areas}", areas=" or ".join(areas))
        if areas
        else english("a hex such as 0305")
    )


def printed(pick: Pick) -> list[str]:
    """The words that read reads back."""
    parts = []
    if pick.arc:
        parts.append("in front" if pick.arc == "front" else f"in arc {pick.arc}")
    if pick.entering:
        parts.append(f"entering {' '.join(pick.entering)}")
    if pick.charging:
        parts.append("charging")
    if pick.leaving_cover:
        parts.append("leaving cover")
    if pick.clear:
        parts.append("not through friends")
    return parts

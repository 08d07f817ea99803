"""Whom to shoot at, to fight, to watch for or to bar: names, or a way of choosing. Read and printed
here for all."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.language import english
from rules.orders import qualities
from rules.orders.cursor import Cursor
from rules.orders.lexicon import TARGETS, Lexicon
from rules.orders.records import Pick

KINDS: dict[str, str] = {
    "mounted": "mounted", "rider": "mounted", "riders": "mounted", "horseman": "mounted",
    "horsemen": "mounted",
    "cavalry": "mounted",
    "foot": "foot", "on foot": "foot", "infantry": "foot",
    "armoured": "armoured", "armored": "armoured",
    "unarmoured": "unarmoured", "unarmored": "unarmoured",
    "wounded": "wounded", "hurt": "wounded",
    "unhurt": "unhurt", "healthy": "unhurt", "unwounded": "unhurt",
    "stunned": "stunned",
    "archer": "archer", "archers": "archer",
    "leader": "leader", "leaders": "leader",
    "horse": "horse", "horses": "horse",
}  # fmt: skip
HOWS: dict[str, str] = {
    "nearest": "nearest", "closest": "nearest",
    "first": "first",
    "best": "best",
    "anyone": "anyone", "anybody": "anyone", "any": "anyone", "someone": "anyone",
    "weakest": "weakest",
}  # fmt: skip
_BANDS = ("short", "medium", "long")
_COVERS = {"no": "none", "none": "none", "light": "light", "medium": "medium"}
_FILLING = ("enemy", "enemies", "foe", "foes", "man", "men", "one", "target", "the", "a", "an", "who", "is",
            "only",
            "adjacent", "of", "them", "him", "to")  # fmt: skip


def read_pick(
    cursor: Cursor, default: str, *joints: str, also: frozenset[str] = qualities.NONE, orders: bool = False
) -> Pick:
    """Names in order of preference (joined by signs, or by the given words), or how and which kinds; then
    within so many hexes, at short range, in light cover, in certain hexes, and the further ``also`` of
    qualities.py. ``default`` is the way of choosing when only kinds are given; ``orders``: other descriptions
    may follow, in order of preference."""
    first = _one_pick(cursor, default, joints, also)
    if not orders or not _another(cursor):
        return first
    return replace(first, or_else=read_pick(cursor, default, *joints, also=also, orders=True))


def _another(cursor: Cursor) -> bool:
    """Whether a further preference follows; the words that join it are then taken."""
    back = cursor.at
    cursor.skip()
    joined = cursor.accept("then", "or else", "or", "else")
    cursor.skip("the", "at")
    if joined and (cursor.sees(*HOWS, *KINDS) or cursor.name_here(TARGETS) is not None):
        return True
    cursor.at = back
    return False


def _one_pick(cursor: Cursor, default: str, joints: tuple[str, ...], also: frozenset[str]) -> Pick:
    how = ""
    names: tuple[str, ...] = ()
    kinds: list[str] = []
    start = cursor.at
    cursor.skip("the", "enemy", "only", "if")
    if (taken := _how(cursor)) is not None:
        how = taken
        cursor.skip("enemy")
    named = not how or (how == "first" and not cursor.sees(*KINDS))
    if named and cursor.name_here(TARGETS) is not None:
        how, names = "", cursor.take_names(TARGETS, *joints)
    if not names:
        kinds = _kinds(cursor)
        if kinds and not how:
            how = default
        if not how:
            cursor.at = start
            names = cursor.take_names(TARGETS, *joints)
    else:
        back = cursor.at
        if cursor.accept("while", "if he is", "if she is"):
            kinds = _kinds(cursor)
            cursor.at = cursor.at if kinds else back
    return _qualified(cursor, Pick(names=names, how=how, kinds=tuple(kinds)), also)


def _how(cursor: Cursor) -> str | None:
    token = cursor.here
    if token is None or token.plain not in HOWS or cursor.name_here(TARGETS) is not None:
        return None
    cursor.at += 1
    return HOWS[token.plain]


def _kinds(cursor: Cursor) -> list[str]:
    kinds: list[str] = []
    while not cursor.done:
        back = cursor.at
        if cursor.accept("not mounted", "not riding"):
            kind = "foot"
        elif cursor.accept("not armoured", "not armored"):
            kind = "unarmoured"
        elif length := cursor.sees(*KINDS):
            kind = KINDS[" ".join(t.plain for t in cursor.words[cursor.at : cursor.at + length])]
            cursor.at += length
        elif kinds and cursor.accept("and"):
            if not cursor.sees(*KINDS):
                cursor.at = back
                break
            continue
        elif cursor.here is not None and cursor.here.plain in _FILLING and cursor.sees(*_FILLING):
            cursor.at += 1
            continue
        else:
            break
        if kind not in kinds:
            kinds.append(kind)
    return kinds


def _qualified(cursor: Cursor, pick: Pick, also: frozenset[str]) -> Pick:
    while not cursor.done:
        back = cursor.at
        cursor.skip("and", "adjacent")
        found = _qualifier(cursor, pick) or qualities.read(cursor, pick, also)
        if found is None:
            cursor.at = back
            break
        pick = found
    return pick


def _qualifier(cursor: Cursor, pick: Pick) -> Pick | None:
    if cursor.accept("within", "up to", "not beyond"):
        within = cursor.take_number(english("a number of hexes"))
        cursor.accept("hexes", "hex")
        return replace(pick, within=within)
    if cursor.accept("adjacent", "next to him"):
        return pick
    if (band := _band(cursor)) is not None:
        return replace(pick, band=band)
    if (cover := _cover(cursor)) is not None:
        return replace(pick, cover=cover)
    if cursor.accept("in hex", "in hexes", "standing in") or _in_hex(cursor):
        return replace(pick, hexes=(*pick.hexes, *qualities.take_places(cursor)))
    return None


def _band(cursor: Cursor) -> str | None:
    for band in _BANDS:
        if cursor.accept(
            f"at {band} range at most", f"at {band} range", f"{band} range", f"at most {band} range"
        ):
            cursor.accept("at most", "or less", "or nearer")
            return band
    return None


def _cover(cursor: Cursor) -> str | None:
    for word, cover in _COVERS.items():
        if cursor.accept(
            f"in {word} cover", f"with {word} cover", f"{word} cover", f"in at most {word} cover"
        ):
            cursor.accept("at most", "or less")
            return cover
    if cursor.accept("without cover", "in the open"):
        return "none"
    return None


def _in_hex(cursor: Cursor) -> bool:
    back = cursor.at
    if cursor.accept("in", "inside") and qualities.sees_place(cursor):
        return True
    cursor.at = back
    return False


def print_pick(pick: Pick, lexicon: Lexicon, joint: str = " then ") -> str:
    """The words that read_pick reads back."""
    kinds = " ".join(pick.kinds)
    if pick.names:
        parts = [joint.join(lexicon[n] for n in pick.names)]
        if kinds:
            parts.append(f"while {kinds}")
    else:
        parts = [pick.how, kinds] if kinds else [pick.how]
    if pick.within:
        parts.append(f"within {pick.within}")
    if pick.band:
        parts.append(f"at {pick.band} range")
    if pick.cover:
        parts.append("in no cover" if pick.cover == "none" else f"in {pick.cover} cover")
    if pick.hexes:
        parts.append(f"in {' '.join(pick.hexes)}")
    parts += qualities.printed(pick)
    if pick.or_else is not None:
        parts.append(f"then {print_pick(pick.or_else, lexicon, joint)}")
    return " ".join(parts)

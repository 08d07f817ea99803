"""Groups of one's own men by what they are: archers, knights, everybody on foot."""

from __future__ import annotations

from rules.orders.cursor import Cursor
from rules.orders.lexicon import OWN
from rules.orders.verb import EVERYBODY, needed_subject
from rules.state.figure import FigureId

# Qualities that hold for men of many kinds, by their spellings; the last of each is how it is printed.
_QUALITIES: dict[str, tuple[str, ...]] = {
    "mounted": ("rider", "riders", "horseman", "horsemen", "cavalry", "in the saddle", "mounted"),
    "foot": ("on foot", "infantry", "foot"),
    "armoured": ("armored", "armoured"),
    "unarmoured": ("unarmored", "unarmoured"),
    "archer": ("bowman", "bowmen", "bows", "archer", "archers"),
    "leader": ("leader", "leaders"),
}
# Kinds as the rosters name them.
_KINDS: dict[str, tuple[str, ...]] = {
    "horse archer": ("horse archer", "horse archers"),
    "heavy cavalry": ("heavy cavalry",),
    "light cavalry": ("light cavalry",),
    "heavy infantry": ("heavy infantry",),
    "light infantry": ("light infantry",),
    "cataphract": ("cataphract", "cataphracts"),
    "emir": ("emir", "emirs"),
    "hoplite": ("hoplite", "hoplites"),
    "javelinman": (
        "javelin man",
        "javelin men",
        "javelin thrower",
        "javelin throwers",
        "javelinman",
        "javelins",
        "javelinmen",
    ),
    "knight": ("knight", "knights"),
    "koursor": ("koursor", "koursores", "koursors"),
    "peasant": ("peasant", "peasants"),
    "sergeant": ("sergeant", "sergeants"),
    "slinger": ("slinger", "slingers"),
    "spearman": ("spearman", "spears", "spearmen"),
    "varangian": ("varangian", "varangians"),
}
SPELT = {spelt: kind for group in (_KINDS, _QUALITIES) for kind, found in group.items() for spelt in found}
_PRINTED = {kind: found[-1] for group in (_KINDS, _QUALITIES) for kind, found in group.items()}
_FILLING = (
    "the",
    "my",
    "our",
    "men",
    "who",
    "are",
    "is",
    "and",
    "of",
    "them",
    "else",
    "other",
    "others",
    "with",
)
QUALITIES = tuple(_QUALITIES)


def whom(
    cursor: Cursor, figures: tuple[FigureId, ...] | None, what: str
) -> tuple[tuple[FigureId, ...], tuple[str, ...]]:
    """Who is meant: figures by name, or all who are of some kinds; neither for everybody."""
    if figures:
        return figures, ()
    cursor.skip(":", "the", "my", "our")
    every = figures == () or cursor.accept(*EVERYBODY)
    kinds = _kinds(cursor) if every or cursor.name_here(OWN) is None else ()
    if kinds or every:
        return (), kinds
    return needed_subject(cursor, None, what), ()


def _kinds(cursor: Cursor) -> tuple[str, ...]:
    """The kinds named here, each once, in the order in which they are printed."""
    found: set[str] = set()
    while not cursor.done:
        length = cursor.sees(*SPELT)
        if length:
            found.add(SPELT[" ".join(word.plain for word in cursor.words[cursor.at : cursor.at + length])])
            cursor.at += length
        elif not cursor.sees(*_FILLING) or not _more(cursor):
            break
    return tuple(kind for kind in PRINTED_IN_ORDER if kind in found)


def _more(cursor: Cursor) -> bool:
    """Pass over words that join, if another kind follows them."""
    back = cursor.at
    while cursor.accept(*_FILLING):
        pass
    if cursor.sees(*SPELT):
        return True
    cursor.at = back
    while cursor.accept("else", "men", "others", "other", "who", "are"):
        pass
    return False


PRINTED_IN_ORDER = ("armoured", "unarmoured", "mounted", "foot", *_KINDS, "archer", "leader")


def print_group(kinds: tuple[str, ...]) -> str:
    """The words that ``whom`` reads back; everybody where there are no kinds."""
    if not kinds:
        return "everybody"
    if kinds == ("foot",):
        return "everybody on foot"
    return " ".join(_PRINTED[kind] for kind in kinds)

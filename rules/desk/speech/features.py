"""Kinds of ground as people call them, and the hexes of a board that they mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.desk.speech import compass
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.vocabulary import longest
from rules.orders.lexicon import PEOPLE, Found, Lexicon
from rules.orders.text import Token
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Hex

FEATURES: dict[str, tuple[str, ...]] = {
    "hill": ("level",), "height": ("level",), "heights": ("level",), "rise": ("level",), "ridge": ("level",),
    "knoll": ("level",), "mound": ("level",), "plateau": ("level",), "high ground": ("level",),
    "slope": ("slope",), "slopes": ("slope",), "hillside": ("slope",),
    "wood": ("tree",), "woods": ("tree",), "trees": ("tree",), "tree": ("tree",), "forest": ("tree",),
    "copse": ("tree",), "grove": ("tree",), "orchard": ("tree",), "olives": ("tree",),
    "scrub": ("scrub",), "bush": ("scrub",), "bushes": ("scrub",), "brush": ("scrub",), "thicket": ("scrub",),
    "undergrowth": ("scrub",), "shrubs": ("scrub",),
    "marsh": ("marsh",), "swamp": ("marsh",), "bog": ("marsh",), "reeds": ("marsh",),
    "rocks": ("rock",), "rock": ("rock",), "boulders": ("rock",), "beach": ("beach",), "strand": ("beach",),
    "ford": ("shallow",), "shallows": ("shallow",), "shallow water": ("shallow",),
    "stairs": ("stairs",), "steps": ("stairs",), "gate": ("gate",), "gateway": ("gate",),
    "platform": ("platform",), "tent": ("tent",), "tents": ("tent",), "well": ("well",),
    "water": ("shallow", "deep"), "river": ("shallow", "deep"), "stream": ("shallow", "deep"),
    "bridge": ("bridge",), "rubble": ("rubble",), "breach": ("rubble",), "road": ("road",),
}  # fmt: skip
WALLS = ("wall", "stockade", "palisade", "rampart", "walls")
LONGEST = 2  # words


def hexes_of(board: Board, said: str) -> list[Hex]:
    """All hexes of a kind of ground, or of a part of the board that is called so."""
    kinds = FEATURES.get(said, ())
    high = "level" in kinds
    hexes = [at for at, cell in board.cells.items() if cell.terrain in kinds or (high and cell.level > 0)]
    return hexes + [at for at in board.cells if said in board.traits(at)]


def foot_of_the_wall(board: Board) -> list[Hex]:
    """The hexes outside, next to a stockade."""
    feet = {
        at for (at, other), features in board.hexsides.items()
        if "stockade" in features and board.terrain(other) == "platform" and board.terrain(at) != "platform"
    }  # fmt: skip
    return sorted(at for at in feet if "castle" not in board.traits(at))


def around(board: Board, hexes: Iterable[Hex]) -> set[Hex]:
    """These hexes and those next to them."""
    return {near for at in hexes for near in (at, *board.neighbours(at))}


_INSIDE = phrases_in("in, inside, on, among, on top of, up on, within, amid, at, on the top of")
_BY = phrases_in(
    """
    by, near, beside, next to, close to, around, along, at the foot of, at the edge of, at, in front of,
    over by, down by, up by, down at, over at, up at, near to, outside, at the bottom of
    """
)
STANDING = ("ladder", "ladders", "rope", "ropes")
_HEXES = ("hex", "hexes", "steps", "of", "from")


def stood_at(
    battle: Battle, lexicon: Lexicon, words: Sequence[Token], begin: int
) -> tuple[frozenset[Hex], int] | None:
    """The hexes where somebody may be of whom it is said that he is "in the yard", "at the wall", "within 3
    hexes of Odo", and the place behind the words."""
    inside, beside = longest(_INSIDE, words, begin), longest(_BY, words, begin)
    if not inside and not beside:
        return None
    if (within := _within(battle, lexicon, words, begin)) is not None:
        return within
    near = beside >= inside
    at = begin + max(inside, beside)
    found, end = _named_hexes(lexicon, words, at)
    if found:
        only = words[begin].plain in ("in", "at", "on")
        return frozenset(found if only else around(battle.board, found)), end
    at = _past(words, at, ("the", "that", "a", "this", "our", "their"))
    for length in (LONGEST, 1):
        said = " ".join(word.plain for word in words[at : at + length])
        if at + length > len(words):
            continue
        there = called(battle, lexicon, said)
        if there is not None:
            close = (near or said in WALLS) and said not in STANDING
            return frozenset(around(battle.board, there) if close else there), at + length
    return None


def called(battle: Battle, lexicon: Lexicon, said: str) -> list[Hex] | None:
    """The hexes of what is called so; None where nothing is."""
    board = battle.board
    if said in lexicon.areas:
        return [at for at in board.cells if said in board.traits(at)]
    if said in WALLS:
        sides = {at for pair, marks in board.hexsides.items() if marks & {"stockade", "wall"} for at in pair}
        return [at for at in sides if board.terrain(at) in ("platform", "wall")] or sorted(sides) or None
    if said in STANDING:
        kind = said.removesuffix("s")
        mine = [ladder for ladder in battle.ladders.values() if ladder.kind == kind and ladder.upright]
        return [at for ladder in mine for at in ladder.hexes] or None
    return (hexes_of(board, said) or None) if said in FEATURES else None


def _within(
    battle: Battle, lexicon: Lexicon, words: Sequence[Token], begin: int
) -> tuple[frozenset[Hex], int] | None:
    if words[begin].plain != "within" or begin + 1 >= len(words):
        return None
    many = compass.number(words[begin + 1])
    at = _past(words, begin + 2, _HEXES)
    there, end = _named_hexes(lexicon, words, at)
    whom = lexicon.find(words[at : at + 6], PEOPLE) if not there and at < len(words) else None
    if isinstance(whom, Found) and not whom.note and whom.id in battle.figures:
        there, end = list(battle.figures[whom.id].hexes), at + whom.length
    if not many or not there:
        return None
    return frozenset(near for one in there for near in battle.board.within(one, many)), end


def _named_hexes(lexicon: Lexicon, words: Sequence[Token], at: int) -> tuple[list[Hex], int]:
    found: list[Hex] = []
    at = _past(words, at, ("hex", "hexes"))
    while at < len(words) and words[at].kind == "hex" and words[at].plain in lexicon.hexes:
        found.append(words[at].plain)
        at += 1
        behind = _past(words, at, ("and", "or", ",", "&"))
        if behind > at and behind < len(words) and words[behind].kind == "hex":
            at = behind
    return found, at


def _past(words: Sequence[Token], at: int, plain: Sequence[str]) -> int:
    while at < len(words) and words[at].plain in plain:
        at += 1
    return at

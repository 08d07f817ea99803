"""The things of a board as people name them: doors, walls, the bank, the wood; and which of them is meant
by "the east door", "behind the hedge" or "the north side of the house"."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from rules.core.facing import FACINGS, Facing
from rules.desk.speech import compass, features
from rules.orders.lexicon import Lexicon
from rules.orders.text import Token
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Hex

Words = Sequence[Token]

_SIDES: dict[str, frozenset[str]] = {
    **dict.fromkeys(("door", "doors", "doorway", "doorways", "threshold", "lintel", "entrance"),
                    frozenset({"door", "entrance"})),
    **dict.fromkeys(("window", "windows"), frozenset({"window", "chapel_window", "slit"})),
    **dict.fromkeys(("slit", "slits", "loophole", "loopholes"), frozenset({"slit"})),
    **dict.fromkeys(("hedge", "hedges"), frozenset({"hedge", "low_wall"})),
    **dict.fromkeys(("wall", "walls", "fence"), frozenset({"wall", "low_wall", "stockade", "hedge"})),
    **dict.fromkeys(("road", "path", "track"), frozenset({"path"})),
}  # fmt: skip
_BANKS = frozenset(("bank", "banks", "shore", "waterside", "riverbank", "riverside"))
_EDGES = frozenset(("edge", "brink"))
_WET = ("shallow", "deep")
_ENDINGS = ("wards", "ward", "erly", "ernmost", "ern")
_TURNED = 2  # how far a side may lie from a direction, in twelfths of a circle, and still be on that side

_VECTORS: dict[Facing, int] = {facing: number * 2 for number, facing in enumerate(FACINGS)}


def direction(words: Words, at: int) -> tuple[str, int] | None:
    """A direction of the compass, "northwards" and "eastern" with it, "forward" or "back"."""
    found = compass.direction(words, at)
    if found is not None or at >= len(words):
        return found
    plain = words[at].plain
    ending = next((end for end in _ENDINGS if plain.endswith(end)), "")
    if not ending:
        return None
    stem = words[at]._replace(plain=plain.removesuffix(ending))
    found = compass.direction([stem], 0)
    return (found[0], 1) if found is not None and compass.sides(found[0]) else None


def first_direction(words: Words) -> str:
    """The first direction among these words; "" where there is none."""
    return next((found[0] for at in range(len(words)) if (found := direction(words, at)) is not None), "")


class Thing(NamedTuple):
    """Where it is; ``sides``: pairs of hexes between which it is, if it lies between hexes; ``begin``: the
    word that names it."""

    hexes: list[Hex]
    sides: list[tuple[Hex, Hex]]
    begin: int


def called(battle: Battle, lexicon: Lexicon, words: Words) -> Thing | None:
    """The first thing that these words name."""
    for at in range(len(words)):
        for length in (features.LONGEST, 1):
            said = " ".join(word.plain for word in words[at : at + length])
            if at + length > len(words):
                continue
            if sides := _sides(battle.board, said):
                return Thing(sorted({one for pair in sides for one in pair}), sides, at)
            if hexes := _of(battle, lexicon, said):
                behind = words[at + length : at + length + 1]  # "the edge of the river", "the river bank"
                edge = {word.plain for word in (*words[:at], *behind)} & (_EDGES | _BANKS)
                if edge and all(battle.board.terrain(one) in _WET for one in hexes):
                    hexes = _beside(battle.board, hexes)
                return Thing(hexes, [], at)
    return None


def _sides(board: Board, said: str) -> list[tuple[Hex, Hex]]:
    """The hexsides on which what is called so lies; a stockade with men on it is no hexside."""
    if said in features.FEATURES and features.hexes_of(board, said):
        return []
    if said in features.WALLS and features.foot_of_the_wall(board):
        return []
    marks = _SIDES.get(said, frozenset())
    return sorted(pair for pair, on in board.hexsides.items() if on & marks)


def _of(battle: Battle, lexicon: Lexicon, said: str) -> list[Hex]:
    board = battle.board
    if said in _BANKS:
        return _beside(board, [at for at, cell in board.cells.items() if cell.terrain in _WET])
    found = features.called(battle, lexicon, said)
    return found or features.called(battle, lexicon, said.removesuffix("s")) or []


def _beside(board: Board, hexes: Collection[Hex]) -> list[Hex]:
    """The hexes that lie next to these and are none of them."""
    return sorted(features.around(board, hexes) - set(hexes))


def on_side(board: Board, hexes: Sequence[Hex], where: str) -> list[Hex]:
    """Those of these hexes that lie in a direction as it is seen from their middle."""
    wanted = [_VECTORS[side] for side in compass.sides(where)]
    if not wanted or len(hexes) < 2:
        return list(hexes)
    middle = min(hexes, key=lambda at: (sum(board.distance(at, other) for other in hexes), at))
    ways = {at: board.bearing(middle, at) for at in hexes if at != middle}
    return [
        at
        for at, way in ways.items()
        if any(min((way - one) % 12, (one - way) % 12) <= _TURNED for one in wanted)
    ]


def beyond(board: Board, thing: Thing, seen_from: Iterable[Hex]) -> list[Hex]:
    """The hexes on that side of a thing which those who stand there do not see: behind it for them."""
    points = list(seen_from)
    if not points:
        return []
    far = _farness(board, points)
    if thing.sides:
        return sorted({max(pair, key=far) for pair in thing.sides if far(pair[0]) != far(pair[1])})
    around = _beside(board, thing.hexes)
    return [at for at in around if all(far(at) > far(one) for one in thing.hexes if board.adjacent(at, one))]


def _farness(board: Board, points: Sequence[Hex]) -> Callable[[Hex], int]:
    return lambda at: min(board.distance(at, point) for point in points)


def last_of(board: Board, start: Hex, where: str) -> Hex:
    """The last hex of the board in a direction; east and west go zigzag."""
    sides = compass.sides(where)
    at = start
    for step in range(compass.FARTHEST):
        further = board.neighbour(at, sides[step % len(sides)]) if sides else None
        if further is None:
            break
        at = further
    return at

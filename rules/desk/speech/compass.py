"""So many hexes in a direction, and which way somebody looks who looks at somebody else."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.facing import FACINGS, Facing
from rules.core.language import english
from rules.orders.text import Token
from rules.orders.trouble import Code, Trouble
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, Hex

_NUMBERS = {
    word: number
    for number, words in enumerate(
        ("one a an", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1
    )
    for word in words.split()
}
_STEPS = ("hex", "hexes", "hexs", "step", "steps", "field", "fields", "space", "spaces")
_FILLING = ("straight", "due", "to", "the", "towards", "toward", "directly", "more")
_DIRECTIONS: dict[str, Facing] = {
    **{facing.value.lower(): facing for facing in Facing},
    **{facing.words: facing for facing in Facing},
    **{facing.words.replace("-", ""): facing for facing in Facing},
    **{facing.words.replace("-", " "): facing for facing in Facing},
}
_AHEAD = ("forward", "forwards", "ahead")
_BACK = ("back", "backward", "backwards")
_ACROSS = {"east": ("NE", "SE"), "e": ("NE", "SE"), "west": ("NW", "SW"), "w": ("NW", "SW")}
FARTHEST = 20
PLAINLY = 0.25  # hexes on average by which one way must be nearer to the enemies than any other


def number(word: Token) -> int:
    """The number that a word says; 0 for none."""
    if word.kind == "number" and word.plain.isdigit():
        return int(word.plain)
    return _NUMBERS.get(word.plain, 0)


def direction(words: Sequence[Token], at: int) -> tuple[str, int] | None:
    """A direction, "forward" or "back", and over how many words."""
    for length in (2, 1):
        said = " ".join(word.plain for word in words[at : at + length])
        if said in _DIRECTIONS:
            return _DIRECTIONS[said].value, length
        if said in _ACROSS:
            return said, length
    if at < len(words) and words[at].plain in (*_AHEAD, *_BACK):
        return ("forward" if words[at].plain in _AHEAD else "back"), 1
    return None


def sides(where: str) -> tuple[Facing, ...]:
    """The sides of a hex that lie in a direction: two of them for east and west, none for "forward"."""
    if where in _ACROSS:
        return tuple(Facing(one) for one in _ACROSS[where])
    return (Facing(where),) if where in {facing.value for facing in Facing} else ()


def distance(words: Sequence[Token], at: int) -> tuple[int, str, int] | None:
    """ "3 hexes north", "one hex forward", "north 2 hexes": how many, where to, and over how many words."""
    begin = at
    many = number(words[at]) if at < len(words) else 0
    if many:
        at += 1
        hexes = at < len(words) and words[at].plain in _STEPS
        at += hexes
        while at < len(words) and words[at].plain in _FILLING:
            at += 1
        found = direction(words, at)
        if found is None or not (hexes or words[begin].plain not in ("a", "an")):
            return None
        return many, found[0], at + found[1] - begin
    found = direction(words, at)
    if found is None:
        return None
    at += found[1]
    if at < len(words) and (many := number(words[at])):
        at += 1 + (at + 1 < len(words) and words[at + 1].plain in _STEPS)
        return many, found[0], at - begin
    return None


def hex_there(battle: Battle, man: Character, many: int, where: str) -> Hex | Trouble:
    """The hex so many hexes away from somebody; why nobody can know which that is."""
    if where in _ACROSS and many % 2 == 0 and man.hex is not None:
        pair = [Facing(one) for one in _ACROSS[where]]
        there: Hex | None = man.hex
        for step in range(min(many, FARTHEST)):
            there = battle.board.neighbour(there, pair[step % 2]) if there is not None else None
        return there or Trouble(Code.HEX, english("so far the board does not reach there"))
    facing = which(battle.board, man, where)
    if isinstance(facing, Trouble):
        facing = towards_enemies(battle, man, where) or facing
    if isinstance(facing, Trouble):
        return facing
    found = man.hex
    for _ in range(min(many, FARTHEST)):
        found = battle.board.neighbour(found, facing) if found is not None else None
    if found is None:
        return Trouble(Code.HEX, english("so far the board does not reach there"))
    return found


def which(board: Board, man: Character, where: str) -> Facing | Trouble:
    """The direction that a word means for somebody."""
    if where in _ACROSS:
        one, other = _ACROSS[where]
        message = english(
            "on this board {token} runs through a corner of the hex: {one} or {other}?",
            token=where, one=one, other=other,
        )  # fmt: skip
        return Trouble(Code.DIRECTION, message, -1, "", (one, other))
    if where not in ("forward", "back"):
        return Facing(where)
    ahead = board.facing(man.rear, man.hex) if man.rear is not None and man.hex is not None else None
    if ahead is None:
        message = english("{name} looks all round: name a direction, N, NE, SE, S, SW or NW", name=man.name)
        return Trouble(Code.DIRECTION, message)
    return ahead if where == "forward" else ahead.opposite


def towards_enemies(battle: Battle, man: Character, where: str) -> Facing | None:
    """What "forward" and "back" mean for who looks all round: the way in which the enemies lie, and the other
    way; None where that is not plain."""
    if where not in ("forward", "back") or man.hex is None:
        return None
    foes = [f.hex for f in battle.figures.values() if f.living and f.hex and battle.hostile(man.side, f.side)]
    steps = {facing: battle.board.neighbour(man.hex, facing) for facing in FACINGS}
    away = sorted((sum(battle.board.distance(at, foe) for foe in foes), facing.value)
                  for facing, at in steps.items() if at is not None)  # fmt: skip
    if not foes or len(away) < 2 or away[1][0] - away[0][0] < PLAINLY * len(foes):
        return None
    ahead = Facing(away[0][1])
    return ahead if where == "forward" else ahead.opposite


def looking_at(board: Board, at: Hex, there: Hex) -> Facing | Trouble:
    """The facing that looks from one hex at another."""
    if at == there:
        return Trouble(Code.DIRECTION, english("nobody looks at his own hex"))
    bearing = board.bearing(at, there)
    if bearing % 2:
        one, other = FACINGS[bearing // 2].value, FACINGS[(bearing // 2 + 1) % 6].value
        message = english("he lies just between two directions: {one} or {other}?", one=one, other=other)
        return Trouble(Code.DIRECTION, message, -1, "", (one, other))
    return FACINGS[bearing // 2]

"""What stands and lies on the board beside men, and rows of hoplites.

::

    [works]
    ladder 0504-0505                    it lies in two hexes
    ladder 0504 facing N since 1        upright, put up in phase 1
    ladder 0504-0505 carried by Robert, Drogo
    rope of Hugo                        he carries a grapnel; rope 0504 facing N: it hangs there
    stone_thrower Petra of normans 0504 facing N wait 1
    flame 0504 of arabs since 3
    naphtha 0505 of normans
    gate 0604 open                      raised
    tent 0504 torn                      its canvas is down
    ruin 0504                           what is left of a stockade, a platform or a gate

    [formations]
    Okeanos, Nikolaos, Basilios facing N NE
    Harald, Sigurd, Leif facing S SW tortoise since 4
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.core.facing import Facing
from rules.events.structures import GateWorked, TentTorn, WoodDestroyed
from rules.evolve import evolve
from rules.positions.boards import misplaced
from rules.positions.faults import PositionError, unknown
from rules.positions.form import Line, Phase
from rules.ruleset import Ruleset
from rules.scenarios.rosters import plain_name
from rules.state.battle import Battle, Formation
from rules.state.board import Board
from rules.state.figure import Character, Hex
from rules.state.hexsides import BLANK
from rules.state.table import Side
from rules.state.terrain import terrain_at
from rules.state.works import Engine, EngineState, Flame, Ladder
from rules.works import gates, wood

LAID = {
    "flame": "flame 0504 of arabs since 3",
    "naphtha": "naphtha 0505 of normans",
    "gate": "gate 0604 open",
    "tent": "tent 0504 torn",
    "ruin": "ruin 0504",
}
"""What is laid on a board that stands already, each as it is written."""
_HEXES = re.compile(r"[A-Z]?\d{4}(-[A-Z]?\d{4})*", re.IGNORECASE)


class _Words:
    """A line word by word: places, directions and names are taken out where they stand."""

    def __init__(self, line: Line) -> None:
        self.number = line.number
        self.words = line.words

    def kind(self, known: Iterable[str] = ()) -> str:
        """What the line is about: its first word, or its first two where they make a name that is known."""
        for length in (2, 1):
            name = "_".join(self.words[:length]).lower()
            if length == 1 or name in known:
                del self.words[:length]
                break
        return name

    def hexes(self, board: Board) -> tuple[Hex, ...]:
        word = next((word for word in self.words if _HEXES.fullmatch(word)), "")
        if not word:
            return ()
        self.words.remove(word)
        hexes = tuple(word.upper().split("-"))
        if why := misplaced(board, hexes):
            raise PositionError(self.number, why)
        return hexes

    def behind(self, word: str) -> str:
        """What stands behind a word, both taken out; "" without it."""
        if word not in self.words:
            return ""
        at = self.words.index(word)
        if at + 1 == len(self.words):
            raise PositionError(self.number, f"nothing stands behind {word!r}")
        found = self.words[at + 1]
        del self.words[at : at + 2]
        return found

    def number_behind(self, word: str) -> int:
        found = self.behind(word)
        if found and (not found.isdecimal() or len(found) > 3):
            raise PositionError(self.number, f"behind {word!r} a number is expected, not {found!r}")
        return int(found or 0)

    def facing(self) -> Facing | None:
        found = self.behind("facing").upper()
        if found and found not in Facing.__members__:
            raise PositionError(self.number, f"{found!r} is no direction: N, NE, SE, S, SW or NW")
        return Facing(found) if found else None

    def has(self, word: str) -> bool:
        if word in self.words:
            self.words.remove(word)
            return True
        return False

    def one_of(self, what: str, names: Iterable[str]) -> str:
        """A name behind "of"."""
        names = list(names)
        found = plain_name(self.behind("of"))
        if not found:
            raise PositionError(self.number, f"of which {what}? of {names[0]}, for example")
        if found not in names:
            raise unknown(self.number, what, found, names)
        return found

    def finish(self, what: str) -> None:
        if self.words:
            raise PositionError(self.number, f"{what}: {' '.join(self.words)!r} is not understood")


def of(
    first: Phase, board: Board, rules: Ruleset, figures: Sequence[Character], sides: Sequence[Side]
) -> dict[str, Any]:
    """Ladders, engines and formations of a file, by the names that they have in a battle."""
    people = {figure.id: figure for figure in figures}
    _check_links(first, rules)
    ladders: list[Ladder] = []
    engines: list[Engine] = []
    for line in (line for section in first.of("works") for line in section.lines):
        words = _Words(line)
        kind = words.kind(rules.engine_kinds)
        if kind in ("ladder", "rope"):
            ladders.append(_ladder(words, kind, len(ladders) + 1, board, people))
        elif kind in rules.engine_kinds:
            engines.append(_engine(words, kind, len(engines) + 1, board, rules, sides))
        elif kind not in LAID:
            known = ("ladder", "rope", *LAID, *rules.engine_kinds)
            raise unknown(line.number, "work called", kind, known)
    formations = [
        _formation(line, people, number)
        for section in first.of("formations")
        for number, line in enumerate(section.lines)
    ]
    return {"ladders": tuple(ladders), "engines": tuple(engines), "formations": tuple(formations)}


def _check_links(first: Phase, rules: Ruleset) -> None:
    """Links between storeys are of a kind that the book has."""
    known = list(rules.tables["links"].keys()) if "links" in rules.tables else []
    for line in (line for section in first.of("structures") for line in section.lines):
        kind = line.words[1] if line.words[0] == "link" else ""
        if kind and not known:
            raise PositionError(
                line.number, "this book has no links between storeys: stairs are ground, letter S"
            )
        if kind and kind not in known:
            raise unknown(line.number, "link called", kind, map(str, known))


def burning(battle: Battle, first: Phase) -> None:
    """What lies on the board: flames and naphtha, gates that are open, torn tents, ruins."""
    for line in (line for section in first.of("works") for line in section.lines):
        words = _Words(line)
        kind = words.kind()
        if kind not in LAID:
            continue
        hexes = words.hexes(battle.board)
        if len(hexes) != 1:
            raise PositionError(line.number, f"{LAID[kind]}: it lies in one hex")
        if kind in ("flame", "naphtha"):
            _fire(battle, words, kind, hexes[0])
        else:
            _altered(battle, words, kind, hexes[0])
        words.finish(kind)
    for line in (line for section in first.of("works") for line in section.lines):
        if line.words[0].lower() == "naphtha":
            _check_spilled(battle, line)


def _check_spilled(battle: Battle, line: Line) -> None:
    """Naphtha burns as soon as a flame is beside it (GUI-10.5.1d), so none lies there unlit."""
    at = next(word.upper() for word in line.words if _HEXES.fullmatch(word))
    lit = next((near for near in (at, *battle.board.neighbours(at)) if near in battle.flames), "")
    if lit:
        raise PositionError(
            line.number, f"beside the flame in {lit} it burns: flame {at} of {battle.naphtha[at]} greek"
        )


def _fire(battle: Battle, words: _Words, kind: str, at: Hex) -> None:
    side = words.one_of("side", (side.id for side in battle.setup.sides))
    if kind == "naphtha":
        battle.naphtha[at] = side
        return
    since = words.number_behind("since") or battle.phase
    turns, greek = words.number_behind("turns"), words.has("greek")
    battle.flames[at] = Flame(side, since, turns, greek)


def _altered(battle: Battle, words: _Words, kind: str, at: Hex) -> None:
    """What was worked or destroyed before, as play leaves it."""
    busy = set(battle.now.busy)
    if kind == "gate":
        gate = next((gate for gate in gates.gates(battle.board) if at in gate), ())
        if not gate:
            raise PositionError(words.number, f"there is no gate in {at}: its letter is g")
        opened = words.has("open")
        if not opened and not words.has("closed"):
            raise PositionError(words.number, f"is it open or closed? {LAID[kind]}")
        evolve(battle, GateWorked("", gate, opened))
    elif kind == "tent":
        if terrain_at(battle, at) != "tent" or not words.has("torn"):
            raise PositionError(words.number, f"{LAID[kind]}, and {at} a hex of a tent: its letter is T")
        evolve(battle, TentTorn("", at))
    else:
        what = wood.wood_at(battle, at)
        if not what:
            raise PositionError(words.number, f"neither a stockade nor a platform nor a gate stands in {at}")
        evolve(battle, WoodDestroyed(at, what, "", "GUI-9.2.1d"))
    battle.now.busy = busy  # nobody has done it in this phase


def _ladder(words: _Words, kind: str, number: int, board: Board, people: Mapping[str, Character]) -> Ladder:
    hexes, facing, since = words.hexes(board), words.facing(), words.number_behind("since")
    bearers: list[str] = []
    if "carried" in words.words:
        at = words.words.index("carried")
        named = words.words[at + 1 :]
        bearers = [plain_name(word) for word in named if word not in ("by", "+", "and")]
        words.words = words.words[:at]
    elif "of" in words.words:
        bearers = [words.one_of("man", people)]
    for bearer in bearers:
        if bearer not in people:
            raise unknown(words.number, "man", bearer, people)
    name = words.words.pop(0) if words.words else f"{kind}-{number}"
    words.finish(kind)
    if facing is not None and len(hexes) != 1:
        raise PositionError(words.number, f"a {kind} that stands is in one hex: {kind} 0504 facing N")
    if facing is None and kind == "ladder" and len(hexes) != 2:
        raise PositionError(
            words.number, "a ladder lies in two hexes, or stands in one: ladder 0504 facing N"
        )
    if facing is not None:
        top = board.neighbour(hexes[0], facing)
        if top is None or not board.hexside(hexes[0], top) & BLANK:
            raise PositionError(
                words.number,
                f"no wall or stockade stands {facing.words} of {hexes[0]} for the {kind} to lean on",
            )
    elif kind == "ladder" and bearers and sorted(people[name].hex or "" for name in bearers) != sorted(hexes):
        raise PositionError(
            words.number, f"two men carry a ladder, one in each of its hexes, {hexes[0]} and {hexes[1]}"
        )
    return Ladder(name, kind, hexes, facing, tuple(bearers), since)


def _engine(
    words: _Words, kind: str, number: int, board: Board, rules: Ruleset, sides: Sequence[Side]
) -> Engine:
    hexes, facing = words.hexes(board), words.facing()
    side, wait = words.one_of("side", (side.id for side in sides)), words.number_behind("wait")
    state = next((state for state in EngineState if words.has(state.value)), EngineState.READY)
    name = " ".join(words.words) or kind.replace("_", " ")
    if facing is None or not hexes:
        raise PositionError(
            words.number, f"an engine has a place and a direction: {kind} Petra of normans 0504 facing N"
        )
    body = rules.engine_kinds[kind].body
    return Engine(f"engine-{number}", kind, name, side, hexes, facing, wait, state, body)


def _formation(line: Line, people: Mapping[str, Character], number: int) -> Formation:
    names, _, looks = line.text.partition(" facing ")
    looks, _, since = looks.partition(" since ")
    if since:
        if not since.strip().isdecimal() or len(since.strip()) > 3:
            raise PositionError(
                line.number, f"behind 'since' stands the phase in which it was formed: {since!r}"
            )
        number = int(since)
    facings = [
        word.upper() for word in looks.replace(",", " ").split() if word.lower() not in ("and", "tortoise")
    ]
    if len(facings) != 2 or any(word not in Facing.__members__ for word in facings):
        raise PositionError(line.number, "a formation looks between two directions, clockwise: facing N NE")
    front = Facing(facings[0])
    if Facing(facings[1]) is not front.turned(1):
        raise PositionError(
            line.number, f"a row looks between two neighbouring directions: {front} {front.turned(1)}"
        )
    places: dict[str, Hex] = {}
    for word in (plain_name(word) for word in names.replace("+", " ").replace(",", " ").split()):
        if word not in people:
            raise unknown(line.number, "man", word, people)
        places[word] = people[word].hex or ""
    first = next(iter(places))
    in_order = dict(sorted(places.items()))
    return Formation(f"{first}-{number}", people[first].side, front, in_order, tortoise="tortoise" in looks)

"""What words do not say: what happened in the last phases, and fields of a battle as they are.

::

    [happened]
    now moved Robert 3, Odo 5   a field of the record of a phase (now, last or before), and who
    last fired Yani, Gilbert
    now shot_at Serlo 1 closed  when he had moved 1 hex; closed: fire went elsewhere since
    last stands Milo            where he is now; "last stands Milo 0504": there
    charge Robert at Zahir over 0511 0510 0509 0508 0507 0506      see charges.py

    [exact]
    marks {"robert": {"tired": 2}}
    setup.victory {"turns": 9, "lead": 4}       of what was agreed on
    setup.tables {"fire": {...}}                tables that differ from those shipped
    figures.robert {"stunned_in": 3}            fields of a piece, or a whole one that no line names
    last.stands {"robert": "0504"}              of the record of a phase
    order.horses ["odo-horse", "bruno"]         in which order they stand
"""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping
from functools import cache
from typing import Any, get_args, get_origin

import msgspec
from msgspec.structs import replace

from rules.core.tables import RuleTable
from rules.positions import charges, fittings
from rules.positions.faults import PositionError, unknown
from rules.positions.form import Line, Phase
from rules.ruleset import Ruleset
from rules.scenarios.rosters import plain_name
from rules.state import board
from rules.state.battle import Battle, BattleSetup, PhaseRecord, ShotAt
from rules.state.board import Board, BoardData, BoardError
from rules.state.figure import Character, Horse
from rules.state.pieces import Pieces

_HEX = re.compile(r"[A-Z]?\d{4}", re.IGNORECASE)
RECORDS = ("now", "last", "before")
CLOSED = "closed"
PIECES: dict[str, type[Character] | type[Horse]] = {"figures": Character, "horses": Horse}
TABLES = "setup.tables"
BOARD = "setup.board"


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The types of its fields, by their names."""
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def add(battle: Battle, rules: Ruleset, first: Phase) -> None:
    """Put into a battle what words do not say. Raises PositionError."""
    fittings.burning(battle, first)
    battle.last.number, battle.before.number = max(0, battle.phase - 1), max(0, battle.phase - 2)
    for line in _lines(first):
        _said(battle, line)
    for section in first.of("happened"):
        for line in section.lines:
            _happened(battle, line)


def _lines(first: Phase) -> Iterator[Line]:
    return (line for section in first.of("exact") for line in section.lines)


def _happened(battle: Battle, line: Line) -> None:
    fields = _fields(PhaseRecord)
    words = line.words
    if words[0].lower() == "charge":
        charges.announced(battle, line)
        return
    record = words.pop(0).lower() if words and words[0].lower() in RECORDS else "now"
    name = words.pop(0).lower() if words else ""
    if name not in fields or name == "number":
        raise unknown(line.number, "thing that can have happened", name, set(fields) - {"number"})
    if name == "stands":
        getattr(battle, record).stands.update(_standing(battle, line, words))
        return
    value, kind = getattr(getattr(battle, record), name), get_origin(fields[name])
    entries = [(_person(battle, line, who), more) for who, *more in _entries(words)]
    counted = kind is dict and get_args(fields[name])[1] is int
    for who, more in entries:
        number = int(more[0]) if more and more[0] != CLOSED else None
        if kind is set and not more:
            value.add(who)
        elif counted and number is not None and len(more) == 1:
            value[who] = number
        elif name == "shot_at" and number is not None and more[1:] in ([], [CLOSED]):
            value[who] = ShotAt(number, len(more) > 1)
        else:
            example = f"{record} {name} Robert" + ("" if kind is set else " 3")
            raise PositionError(
                line.number, f"expected {example!r}; what is not names and numbers stands in [exact]"
            )


def _entries(words: list[str]) -> list[list[str]]:
    """Who is named, each with the numbers and words behind him."""
    found: list[list[str]] = []
    for word in words:
        if found and (re.fullmatch(r"-?\d{1,4}", word) or word.lower() == CLOSED):
            found[-1].append(word.lower())
        else:
            found.append([word])
    return found


def _standing(battle: Battle, line: Line, words: list[str]) -> Iterator[tuple[str, str]]:
    """Who stood where when a phase began: in the hex behind his name, else where he is."""
    if not words:
        raise PositionError(line.number, "who stood there? last stands Milo, or last stands Milo 0504")
    for place, word in enumerate(words):
        if _HEX.fullmatch(word):
            continue
        who = _person(battle, line, word)
        behind = words[place + 1].upper() if _HEX.fullmatch("".join(words[place + 1 : place + 2])) else ""
        at = behind or (battle.figures[who].hex or "" if who in battle.figures else "")
        if at not in battle.board:
            raise PositionError(line.number, f"where did {who} stand? There is no hex {at} on this board")
        yield who, at


def _person(battle: Battle, line: Line, word: str) -> str:
    name = plain_name(word)
    if name not in battle.figures and name.partition("/")[0] not in battle.figures:
        raise unknown(line.number, "man", name, battle.figures)
    return name


# fields as they are


def tables_of(first: Phase) -> dict[str, RuleTable]:
    """The tables in which a position differs from those shipped. Raises PositionError."""
    found: dict[str, RuleTable] = {}
    for line in _lines(first):
        name, written = parted(line)
        if name == TABLES:
            found |= value_of(line, written, dict[str, RuleTable])
    return found


def board_of(first: Phase) -> Board | None:
    """The board of a position whose ground no word draws. Raises PositionError."""
    for line in _lines(first):
        name, written = parted(line)
        if name == BOARD:
            try:
                return board.board_of(value_of(line, written, BoardData))
            except BoardError as error:
                raise PositionError(line.number, f"{name}: {error}") from None
    return None


def parted(line: Line) -> tuple[str, str]:
    """The name of a field, and the JSON behind it."""
    name, _, written = line.text.strip().partition(" ")
    return name, written


def value_of(line: Line, written: str, kind: Any) -> Any:
    """A value of JSON as a field has it; pieces are stored as the dictionaries that they are."""
    try:
        given = msgspec.json.decode(written)
        if get_origin(kind) is Pieces:
            found = msgspec.convert(given, dict[str, get_args(kind)[0]])  # type: ignore[misc]
            return Pieces(found.items())
        return msgspec.convert(given, kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise PositionError(line.number, f"{parted(line)[0]}: {error}") from None


def type_of(line: Line, kind: type[msgspec.Struct], name: str, *not_so: str) -> Any:
    """The type of a field. Raises PositionError where there is no such field."""
    fields = {field: type_ for field, type_ in _fields(kind).items() if field not in not_so}
    if name not in fields:
        raise unknown(line.number, f"field of a {kind.__name__.lower()}", name, fields)
    return fields[name]


def _said(battle: Battle, line: Line) -> None:
    """What one line says."""
    path, written = parted(line)
    where, _, name = path.partition(".")
    if path in (TABLES, BOARD):
        return  # they have made the rules and the ground already
    if not name:
        kind = type_of(line, Battle, path, "setup", *RECORDS)
        setattr(battle, path, value_of(line, written, kind))
    elif where == "setup":
        kind = type_of(line, BattleSetup, name)
        battle.setup = replace(battle.setup, **{name: value_of(line, written, kind)})
        battle.__dict__.pop("law", None)  # what was looked up of the setup before
    elif where in RECORDS:
        setattr(getattr(battle, where), name, value_of(line, written, type_of(line, PhaseRecord, name)))
    elif where in PIECES:
        put_piece(getattr(battle, where), PIECES[where], line, name, written)
    elif where == "order":
        _in_order(battle, line, name, written)
    else:
        raise unknown(line.number, "part of a battle", where, ("setup", "order", *RECORDS, *PIECES))


def put_piece(pieces: MutableMapping[str, Any], kind: Any, line: Line, name: str, written: str) -> None:
    """A piece whole, or fields of one that is there. Raises PositionError."""
    given = value_of(line, written, dict[str, Any])
    before = msgspec.to_builtins(pieces[name]) if name in pieces else {"id": name}
    if unheard := [field for field in given if field not in kind.__struct_fields__]:
        raise unknown(line.number, f"field of a {kind.__name__.lower()}", unheard[0], kind.__struct_fields__)
    try:
        pieces[name] = msgspec.convert({**before, **given}, kind)
    except msgspec.ValidationError as error:
        raise PositionError(line.number, f"{name}: {error}") from None


def _in_order(battle: Battle, line: Line, name: str, written: str) -> None:
    """Pieces in another order than that in which they were put up."""
    pieces = getattr(battle, name) if name in PIECES else None
    names = value_of(line, written, list[str])
    if pieces is None or sorted(names) != sorted(pieces):
        raise PositionError(line.number, f"{parted(line)[0]}: it names each of the {name} once")
    setattr(battle, name, Pieces((one, pieces[one]) for one in names))

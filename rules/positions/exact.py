"""What words do not say: what happened in the last phases, and fields of a battle as they are.

::

    [happened]
    now moved Robert 3          a field of the record of a phase (now, last or before), and who
    last fired Yani, Gilbert
    last stands Milo            where he is now; "last stands Milo 0504": there
    charge Robert at Zahir over 0511 0510 0509 0508 0507 0506      see charges.py

    [exact]
    marks {"robert": {"tired": 2}}
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args, get_origin

import msgspec

from rules.positions import charges, fittings
from rules.positions.faults import PositionError, unknown
from rules.positions.form import Line, Phase
from rules.ruleset import Ruleset
from rules.scenarios.rosters import plain_name
from rules.state.battle import Battle, PhaseRecord
from rules.state.pieces import Pieces

_HEX = re.compile(r"[A-Z]?\d{4}", re.IGNORECASE)
RECORDS = ("now", "last", "before")
SETUP = "setup."
KEPT = frozenset({"setup", "figures", "horses", "phase", "turn", "side", "step", "phase_name"})
"""What the words of a file always say."""


def add(battle: Battle, rules: Ruleset, first: Phase) -> None:
    """Put into a battle what words do not say. Raises PositionError."""
    fittings.burning(battle, first)
    for section in first.of("exact"):
        for line in section.lines:
            _field(battle, line)
    for section in first.of("happened"):
        for line in section.lines:
            _happened(battle, line)


def _happened(battle: Battle, line: Line) -> None:
    fields = {field.name: field.type for field in msgspec.structs.fields(PhaseRecord)}
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
    value = getattr(getattr(battle, record), name)
    kind = get_origin(fields[name])
    names = [word for word in words if not re.fullmatch(r"-?\d+", word)]
    people = [_person(battle, line, word) for word in names]
    if kind is set and not len(names) < len(words):
        value.update(people)
    elif kind is dict and get_args(fields[name])[1] is int and len(words) == 2 and len(people) == 1:
        value[people[0]] = int(words[-1])
    else:
        example = f"{record} {name} Robert" + ("" if kind is set else " 3")
        raise PositionError(
            line.number, f"expected {example!r}; what is not names and numbers stands in [exact]"
        )


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


def _field(battle: Battle, line: Line) -> None:
    name, _, written = line.text.strip().partition(" ")
    target: Any = battle
    if name.startswith(SETUP):
        target, name = battle.setup, name.removeprefix(SETUP)
    fields = {field.name: field.type for field in msgspec.structs.fields(type(target))}
    if name not in fields or (target is battle and name == "setup"):
        raise unknown(line.number, "field of a battle", name, set(fields) - {"setup"})
    try:
        value = _converted(msgspec.json.decode(written), fields[name])
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise PositionError(line.number, f"{name}: {error}") from None
    if target is battle:
        setattr(battle, name, value)
    else:
        battle.setup = msgspec.structs.replace(battle.setup, **{name: value})


def _converted(written: Any, kind: Any) -> Any:
    """A value of JSON as the field has it; pieces are stored as the dictionaries that they are."""
    if get_origin(kind) is Pieces:
        found = msgspec.convert(written, dict[str, get_args(kind)[0]])  # type: ignore[misc]
        return Pieces(found.items())
    return msgspec.convert(written, kind)

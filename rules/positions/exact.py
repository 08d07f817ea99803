"""What words do not say: what happened in the last phases, and fields of a battle as they are.

::

    [happened]
    now moved Robert 3          a field of the record of a phase (now, last or before), and who
    last fired Yani, Gilbert

    [exact]
    marks {"robert": {"tired": 2}}
"""

from __future__ import annotations

import re
from typing import Any, get_args, get_origin

import msgspec

from rules.positions import fittings
from rules.positions.faults import PositionError, unknown
from rules.positions.form import Line, Phase
from rules.ruleset import Ruleset
from rules.scenarios.rosters import plain_name
from rules.state.battle import Battle, PhaseRecord
from rules.state.pieces import Pieces

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
    _fresh(battle)


def _fresh(battle: Battle) -> None:
    """Whoever was stunned and does not say when was so in the phase before (GUI-6.4)."""
    for name, figure in battle.figures.items():
        if figure.stunned and not figure.stunned_in:
            battle.figures[name] = msgspec.structs.replace(figure, stunned_in=max(1, battle.phase - 1))


def _happened(battle: Battle, line: Line) -> None:
    fields = {field.name: field.type for field in msgspec.structs.fields(PhaseRecord)}
    words = line.words
    record = words.pop(0).lower() if words and words[0].lower() in RECORDS else "now"
    name = words.pop(0).lower() if words else ""
    if name not in fields or name == "number":
        raise unknown(line.number, "thing that can have happened", name, set(fields) - {"number"})
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

"""Old events made readable: step by step from the schema they were stored with to the present one.

Stored bytes never change; they are lifted when they are read. To change an event type, raise its ``version``,
add the step from the version before to ``UPCASTERS``, and leave everything older alone. An event type may
also be given another name, or be merged into another: the step then leads to that type and version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Plain = dict[str, Any]
Schema = tuple[str, int]  # type and version


class UnknownEvent(ValueError):
    """A stored type or version that this code cannot read."""


class Upcaster(NamedTuple):
    """One step: the plain data of an event as the schema ``to`` has it. ``change`` may alter what
    it is given."""

    to: Schema
    change: Callable[[Plain], Plain]


def _weighed(old: Plain) -> Plain:
    """A combat with its sum in words: the first version held strengths and differential, as
    GUISCARD reckons."""
    attack, defence, differential = old.pop("attack"), old.pop("defence"), old.pop("differential")
    words = f"{' + '.join(map(str, attack))} - {' - '.join(map(str, defence))} = {differential}"
    column = old.pop("base_column")
    weight = {"column": column, "words": words, "short": f"{differential:+d}", "rank": differential}
    return {**old, "weight": weight}


def _why_it_ended(plain: Plain) -> Plain:
    """Until version 1 the rule and the first words of the reason told the ends of moves apart."""
    if plain.get("reason", "").startswith("stopped as ordered"):
        return plain | {"code": "as-ordered"}
    return plain | {"code": "opposed"} if plain.get("rule") == "GUI-4.3.1a" else plain


def _whether_by_die(plain: Plain) -> Plain:
    """Until version 1 the rule told who was hurt by a missile's damage die, a second injury apart."""
    return plain | {"by_die": True} if plain["rule"] == "GUI-5.4.3a" else plain


_LOSSES = {"cut": "cut", "burnt": "burnt", "left in the breach": "breach"}


def _how_it_was_lost(plain: Plain) -> Plain:
    """Until version 1 the words alone told how a ladder or rope was lost."""
    return plain | {"code": _LOSSES.get(plain["why"], "gone")}


def _on_which_storey(plain: Plain) -> Plain:
    """Until version 1 the ladder or rope was named, with the levels up it."""
    if not plain.pop("aloft", ""):
        plain.pop("height", None)
        return plain
    return plain | {"storey": plain.pop("height", 0)}


# from which schema -> the step up from it
def _in_whole_words(plain: Plain) -> Plain:
    """Until version 1 a reason that was to be a sentence had lost its beginning."""
    return plain | {"why": plain["why"].replace(" and hides him", " hides him")}


UPCASTERS: dict[Schema, Upcaster] = {
    ("missile_stopped", 1): Upcaster(("missile_stopped", 2), _in_whole_words),
    ("combat_fought", 1): Upcaster(("combat_fought", 2), _weighed),
    ("move_ended", 1): Upcaster(("move_ended", 2), _why_it_ended),
    ("wounded", 1): Upcaster(("wounded", 2), _whether_by_die),
    ("stunned", 1): Upcaster(("stunned", 2), _whether_by_die),
    ("killed", 1): Upcaster(("killed", 2), _whether_by_die),
    ("ladder_lost", 1): Upcaster(("ladder_lost", 2), _how_it_was_lost),
    ("put_back", 1): Upcaster(("put_back", 2), _on_which_storey),
}


def faults(present: Mapping[str, int], upcasters: Mapping[Schema, Upcaster]) -> list[str]:
    """What is wrong with a set of steps, one sentence each; ``present`` are the types with their
    present versions.

    Every version from 1 on of every type, and every schema from which a step leads, must reach a present
    schema: no gap, no cycle, no step that leaves the present."""
    found = [
        f"the upcaster from {name(schema)} leads nowhere: that is the present version or a later one"
        for schema in upcasters
        if schema[1] >= present.get(schema[0], schema[1] + 1)
    ]
    old = [(kind, version) for kind in present for version in range(1, present[kind])]
    for schema in dict.fromkeys([*old, *upcasters]):
        if fault := _fault_of(schema, present, upcasters):
            found.append(fault)
    return list(dict.fromkeys(found))


def _fault_of(schema: Schema, present: Mapping[str, int], upcasters: Mapping[Schema, Upcaster]) -> str:
    path = [schema]
    while present.get(path[-1][0]) != path[-1][1]:
        step = upcasters.get(path[-1])
        if step is None:
            return f"no upcaster leads from {name(path[-1])} to a present version"
        if step.to in path:
            return (
                "upcasters lead in a circle: "
                f"{' > '.join(map(name, [*path[path.index(step.to) :], step.to]))}"
            )
        path.append(step.to)
    return ""


def lifted(
    schema: Schema, plain: Plain, present: Mapping[str, int], upcasters: Mapping[Schema, Upcaster]
) -> tuple[str, Plain]:
    """The present type of an old event, and its data. Raises UnknownEvent where no step leads on."""
    while present.get(schema[0]) != schema[1]:
        if schema not in upcasters:
            raise UnknownEvent(f"cannot read {name(schema)}")
        schema, change = upcasters[schema]
        plain = change(plain)
    return schema[0], plain


def name(schema: Schema) -> str:
    """ "die_rolled version 1"."""
    return f"{schema[0]} version {schema[1]}"

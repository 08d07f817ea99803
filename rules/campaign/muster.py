"""Of whom groups, garrisons and levies consist, and what they are called (GUC-8.2, GUC-5.1b, GUC-13.6a).

Men come from the rosters. Where a roster has no more of a kind they have its values, and names from
rules/data/campaigns/names.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Iterator
from functools import cache

import msgspec
from msgspec.structs import replace

from rules.core.tables import DATA, Tables
from rules.scenarios.rosters import RosterFigure, all_rosters, plain_name, roster_figures
from rules.state.figure import Character, FigureId, SeatId, SideId

LINE = 12
"""So many men has a row of the table of groups; above that its first ten count for every ten (GUC-8.2)."""
ROSTERS = {"V": "B", "G": "N", "M": "L"}
"""Whose figures stand for those of a faction without a roster."""


class _Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By the letter of a faction: first names; and how men of the same name are told apart."""

    first: dict[str, tuple[str, ...]]
    by: tuple[str, ...]


@cache
def _names() -> _Names:
    return msgspec.convert(tomllib.loads((DATA / "campaigns" / "names.toml").read_text("utf-8")), _Names)


def headcount(letter: str, size: int, tables: Tables) -> tuple[str, ...]:
    """The kinds of men in a group of so many (GUC-8.2)."""
    row = tables["campaign-headcount"].row(letter)
    order = [str(row[str(place)]) for place in range(1, LINE + 1)]
    if size <= LINE:
        return tuple(order[:size])
    tens, rest = divmod(size, 10)
    return (*order[:10] * tens, *order[:rest])


def defenders(resources: int, monastery: bool, tables: Tables) -> tuple[str, ...]:
    """Who defends a settlement with so many points: more where there is more to be had (GUC-13.6a); a
    monastery has one row less."""
    table = tables["campaign-defenders"]
    row = table.row(max(resources - monastery, 0))
    return tuple(kind for kind in table.columns[1:] for _ in range(int(row[kind])))


def mustered(
    kinds: Iterable[str], letter: str, side: SideId, seat: SeatId, taken: Collection[FigureId], home: str
) -> tuple[Character, ...]:
    """Men of these kinds whose names nobody has yet. ``home``: the place that tells men of one name apart
    last."""
    used = set(taken)
    found = []
    for kind in kinds:
        man = _next(kind, letter, side, seat, used, home)
        used.add(man.id)
        found.append(man)
    return tuple(found)


def _next(kind: str, letter: str, side: SideId, seat: SeatId, used: set[FigureId], home: str) -> Character:
    of_kind = [figure for figure in _figures(letter) if figure.kind == kind and not figure.leader]
    free = next((figure for figure in of_kind if figure.id not in used), None)
    if free is not None and letter not in ROSTERS:
        return in_hand(free.figure(side, seat))
    model = of_kind[0] if of_kind else _model(kind)
    name = next(name for name in _called(letter, home) if plain_name(name) not in used)
    code = f"{letter}{model.code[1:]}"
    return in_hand(replace(model.figure(side, seat), id=plain_name(name), name=name, code=code))


def _figures(letter: str) -> tuple[RosterFigure, ...]:
    roster = ROSTERS.get(letter, letter)
    return tuple(f for known in all_rosters() for f in known.figures if f.code[0] == roster)


def _model(kind: str) -> RosterFigure:
    """Raises StopIteration for a kind that no roster has."""
    return next(f for known in all_rosters() for f in known.figures if f.kind == kind and not f.leader)


def _called(letter: str, home: str) -> Iterator[str]:
    """Names in turn: first names that no roster has, then with what tells them apart, then by their home."""
    names = _names()
    roster = roster_figures()
    first = names.first[letter]
    yield from (name for name in first if plain_name(name) not in roster)
    for by in names.by:
        yield from (f"{name} {by}" for name in first)
    number = 1
    while True:
        ending = f" of {home}" + (f" {number}" if number > 1 else "")
        yield from (f"{name}{ending}" for name in first)
        number += 1


def in_hand(man: Character) -> Character:
    """A rider has his horse with him."""
    return replace(man, mount=f"{man.id}-horse") if man.rider else man

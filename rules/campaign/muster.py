"""Of whom groups, garrisons and levies consist, and what they are called (GUC-8.2, GUC-5.1b, GUC-13.6a).

Men come from the rosters. Where a roster has no more of a kind they have its values, and names from
rules/data/campaigns/names.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import count

import msgspec
from msgspec.structs import replace

from rules.core.tables import DATA, Tables
from rules.scenarios.rosters import RosterFigure, all_rosters, plain_name, roster_figures
from rules.state.campaign import Campaign
from rules.state.figure import Character, FigureId, SeatId, SideId

LINE = 12
"""So many men has a row of the table of groups; above that its first ten count for every ten (GUC-8.2)."""
ROSTERS = {"V": "B", "G": "N", "M": "L"}
"""Whose figures stand for those of a faction without a roster."""


class _Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By the letter of a faction: first names; how men of the same name are told apart, and the trades of
    those who join later."""

    first: dict[str, tuple[str, ...]]
    by: tuple[str, ...]
    trades: tuple[str, ...]


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
    """Men of these kinds whose names nobody has yet, for a campaign that begins. ``home``: the place that
    tells men of one name apart last."""
    used, found = set(taken), []
    free = (name for name in _called(letter, home) if plain_name(name) not in used)
    for kind in kinds:
        man = _of_roster(kind, letter, side, seat, used) or _named(kind, letter, side, seat, next(free))
        used.add(man.id)
        found.append(man)
    return tuple(found)


def joining(
    at: Campaign, kinds: Iterable[str], letter: str, side: SideId, seat: SeatId, home: str = ""
) -> tuple[Character, ...]:
    """Men who join a side while the campaign goes on. Each is called after the place where he joins
    (``home``), else after his trade, and each side has first names of its own for them: what they are called
    tells nothing of the men of others, nor of those who joined elsewhere (RUL-1286)."""
    names = (name for name in _newcomers(at, letter, side, home) if plain_name(name) not in at.men)
    return tuple(_named(kind, letter, side, seat, name) for kind, name in zip(kinds, names, strict=False))


def _of_roster(kind: str, letter: str, side: SideId, seat: SeatId, used: set[FigureId]) -> Character | None:
    """The first of a kind who is not used yet; None where the faction has no roster, or no more of the
    kind."""
    if letter in ROSTERS:
        return None
    free = (figure for figure in _of_kind(kind, letter) if figure.id not in used)
    return next((in_hand(figure.figure(side, seat)) for figure in free), None)


def _named(kind: str, letter: str, side: SideId, seat: SeatId, name: str) -> Character:
    """With the values of the first of the kind in the faction's roster."""
    model = next(iter(_of_kind(kind, letter)), None) or _model(kind)
    code = f"{letter}{model.code[1:]}"
    return in_hand(replace(model.figure(side, seat), id=plain_name(name), name=name, code=code))


@cache
def _of_kind(kind: str, letter: str) -> tuple[RosterFigure, ...]:
    roster = ROSTERS.get(letter, letter)
    figures = (figure for known in all_rosters() for figure in known.figures if figure.code[0] == roster)
    return tuple(figure for figure in figures if figure.kind == kind and not figure.leader)


def _model(kind: str) -> RosterFigure:
    """Raises StopIteration for a kind that no roster has."""
    return next(f for known in all_rosters() for f in known.figures if f.kind == kind and not f.leader)


def _called(letter: str, home: str) -> Iterator[str]:
    """Names in turn: first names that no roster has, then with what tells them apart, then by their home as
    well."""
    names = _names()
    roster = roster_figures()
    first = names.first[letter]
    yield from (name for name in first if plain_name(name) not in roster)
    yield from _told_apart(first, names.by)
    for number in count(1):
        yield from (f"{name} of {home}{_again(number)}" for name in _told_apart(first, names.by))


def _told_apart(first: Sequence[str], by: Sequence[str]) -> Iterator[str]:
    """Each name with each byname; those that follow each other differ, or all of a group are lame."""
    for turn in range(len(by)):
        yield from (f"{name} {by[(turn + place) % len(by)]}" for place, name in enumerate(first))


def _newcomers(at: Campaign, letter: str, side: SideId, home: str) -> Iterator[str]:
    """Names in turn that nobody has who was there from the beginning, and nobody of another side."""
    sides = [one.id for one in at.setup.sides]
    names = _names()
    own = names.first[letter][sides.index(side) if side in sides else len(sides) :: len(sides) + 1]
    of_home = f" di {home}" if home else ""
    if home:
        yield from (f"{name}{of_home}" for name in own)
    for number in count(1):
        for trade in names.trades:
            yield from (f"{name} {trade}{of_home}{_again(number)}" for name in own)


def _again(number: int) -> str:
    return f" {number}" if number > 1 else ""


def in_hand(man: Character) -> Character:
    """A rider has his horse with him."""
    return replace(man, mount=f"{man.id}-horse") if man.rider else man

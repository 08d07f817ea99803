"""The ways that a RETREAT or an ADVANCE names hex by hex, and why one of them is not open (GUI-6.5a,
GUI-5.4.4a, GUI-6.6a).

Who stands on a hex of his way goes on from there. Book silent on written orders that have been overtaken.
Ruling RUL-622: a named way that is not open to its end is not taken at all; the default counts, and the owner
is told why.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rules.core.language import english
from rules.events.terms import StandingOrderHeld
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.tactical.instructions.standing import retreat_choice


class Wish(NamedTuple):
    """Where a figure gives ground by its RETREAT order: towards a hex, or by the hexes of a way; and the
    order's text."""

    goal: Hex | None = None
    path: tuple[Hex, ...] = ()
    text: str = ""


def retreat_wish(battle: Battle, rules: Ruleset, figure: Character) -> Wish:
    """What his RETREAT order says where he stands now; nothing if he has none, or is at the end of the
    way it names."""
    found = retreat_choice(battle, rules, figure)
    if found is None:
        return Wish()
    order, text = found
    if not order.path:
        return Wish(order.toward, (), text)
    path = rest_of(order.path, figure.hex or "")
    return Wish(None, path, text) if path else Wish()


def rest_of(path: tuple[Hex, ...], at: Hex) -> tuple[Hex, ...]:
    """What is left of a way for somebody who stands on one of its hexes; all of it for anybody else."""
    return path[path.index(at) + 1 :] if at in path else path


def follows(hexes: Sequence[Hex], path: tuple[Hex, ...]) -> bool:
    """Whether a way goes by a named one as far as both lead."""
    return all(a == b for a, b in zip(hexes, path, strict=False))


def tell(journal: Journal, figure: Character, text: str, why: str) -> None:
    """Let the owner know that a named way is not taken."""
    journal.record(StandingOrderHeld(seat=figure.seat, order=text, why=why, figure=figure.id))


def why_no_retreat(
    battle: Battle,
    figure: Character,
    path: tuple[Hex, ...],
    open_ways: Collection[Sequence[Hex]],
    near_enemies: Collection[Hex],
    beyond_the_shot: Collection[Hex] | None,
) -> str:
    """The first hex of a named way to which none of the open ways leads, and what is wrong with it."""
    assert figure.hex is not None
    before = figure.hex
    for i, at in enumerate(path):
        if any(tuple(way[: i + 1]) == path[: i + 1] for way in open_ways):
            before = at
            continue
        if figure.mounted:
            return english("a rider gives ground straight back")
        if at not in battle.board or not battle.board.adjacent(before, at):
            return english("{at} is not next to {before}", at=at, before=before)
        there = battle.figures.at(at)
        enemy = next((e for e in there if battle.hostile(figure.side, e.side) and e.active), None)
        if enemy is not None:
            return english("{enemy} stands in {at}", enemy=enemy.name, at=at)
        if at in near_enemies:
            return english("{at} touches an enemy of this fight", at=at)
        if i == 0 and beyond_the_shot is not None and at not in beyond_the_shot:
            return english("{at} does not lead away from the shot", at=at)
        return english("{at} is not open to him", at=at)
    return english("nobody can make room for him in {at}", at=path[-1])

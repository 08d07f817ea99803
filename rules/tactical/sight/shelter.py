"""Doorways and corners of houses: cover towards one side, and which side that is in cross-fire.

Implements GUI-8.3.5, GUI-8.3.6, GUI-9.4.3a. Whoever stands there is covered from every enemy as long as all
who can shoot at him are on one side of it; of two sides he keeps the one that his owner named, else the
default: in a doorway the side with more enemy shooters in line, at a corner the side of the shooter who
would hit best.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.core.language import english
from rules.core.modifier import Modifier
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, Hex
from rules.state.hexsides import SHUT
from rules.state.terrain import Works, hexside_between, works_of
from rules.tactical.instructions import standing
from rules.tactical.sight.elevation import Trace
from rules.tactical.sight.openings import courses
from rules.tactical.sight.screens import cover_of, doorway_hexes
from rules.tactical.weapons import BANDS, band_at, weapon_of


class Shelter(NamedTuple):
    """A place that covers towards one side. ``side`` names the side on which a shooter is: for a doorway the
    hex beyond it, or "inside"; for a corner "left" or "right", as seen from him who stands with his back to
    the house; "" from where it does not cover at all."""

    kind: str
    rule: str
    side: str


class Choice(NamedTuple):
    """The side kept in cross-fire; ``order`` is empty for the default. ``sides``: all from which he is
    threatened, each with the place of a shooter there."""

    kind: str
    kept: str
    rule: str
    sides: dict[str, Hex]
    order: str = ""


def is_shelter(battle: Battle, at: Hex) -> bool:
    """Whether a hex is a doorway hex or holds the corner of a house."""
    board = battle.board
    return board.built and ("corner" in board.traits(at) or bool(_doors(battle, at)))


def _doors(battle: Battle, at: Hex) -> tuple[Hex, ...]:
    """The hexes to which a doorway leads from the doorway hex."""
    known = _known_doors(battle.board, works_of(battle))
    if at not in known:
        near = battle.board.neighbours(at)
        known[at] = tuple(beyond for beyond in near if at in doorway_hexes(battle, at, beyond))
    return known[at]


@lru_cache(maxsize=64)
def _known_doors(board: Board, works: Works) -> dict[Hex, tuple[Hex, ...]]:
    """Filled as shots are aimed; what it holds depends on nothing but these two."""
    return {}


def shelter(battle: Battle, line: Trace) -> Shelter | None:
    """What kind of shelter the far end of a line is, and on which side of it the line comes from; None
    if it is none.

    A doorway goes before a corner."""
    board, at = battle.board, line.end
    doors = _doors(battle, at)
    if doors:
        passed = [pair for ways in line.ways for way in ways for pair in way.sides if at in pair]
        came = {hex_ for pair in (*passed, line.origin) if at in pair for hex_ in pair}
        rule = "GUI-9.4.3a" if "tower" in board.traits(at) else "GUI-8.3.5"
        return Shelter("doorway", rule, next((near for near in doors if near in came), "inside"))
    if "corner" in board.traits(at):
        return Shelter("corner", "GUI-8.3.6", _corner_side(battle, at, line.start))
    return None


def _corner_side(battle: Battle, at: Hex, shooter: Hex) -> str:
    """On which side of a corner a shooter stands; "" if he sees both sides of the house from there.

    Book silent on how to tell. Ruling RUL-803: he sees both walls from the third of a circle that opens away
    from the house, its edges included; elsewhere he sees only the wall on his side."""
    board = battle.board
    x, y = board.point((at,))
    walls = [board.point((n,)) for n in board.neighbours(at) if hexside_between(battle, at, n) & SHUT]
    if not walls or shooter == at:
        return ""
    away = sum(x - w.x for w in walls), sum(y - w.y for w in walls)
    there = board.point((shooter,))
    seen = there.x - x, there.y - y
    along, whole = _scalar(away, seen), _scalar(away, away) * _scalar(seen, seen)
    if along > 0 and 4 * along * along >= whole:
        return ""
    across = away[0] * seen[1] - away[1] * seen[0]
    return "left" if across < 0 else "right" if across > 0 else ""


def _scalar(a: tuple[int, int], b: tuple[int, int]) -> int:
    """The scalar product in the metric of the hex plane, times two."""
    return 2 * a[0] * b[0] + 2 * a[1] * b[1] + a[0] * b[1] + a[1] * b[0]


def cover_of_shelter(
    battle: Battle, rules: Ruleset, victim: Character | None, line: Trace
) -> Modifier | None:
    """Medium cover in a doorway or at a corner against a shot along a line, or the reason why not
    in cross-fire."""
    found = shelter(battle, line)
    if found is None or not found.side:
        return None
    if victim is not None:
        choice = choice_of(battle, rules, victim, line.end, found.side)
        if choice is not None and choice.kept != found.side:
            where = side_in_words(found.kind, choice.kept)
            return Modifier(0, found.rule, english("cross-fire: covered only {where}", where=where))
    words = english("in the doorway") if found.kind == "doorway" else english("at the corner of the house")
    return cover_of(rules, found.kind, found.rule, words)


def side_in_words(kind: str, side: str) -> str:
    """A side of a shelter."""
    if kind == "corner":
        return english("on the {side} of the corner", side=side)
    return english("from inside") if side == "inside" else english("towards {side}", side=side)


def choice_of(
    battle: Battle, rules: Ruleset, victim: Character, at: Hex, from_side: str = ""
) -> Choice | None:
    """Which side somebody keeps in cross-fire; None if enemies can shoot at him from one side at most.

    Book: he chooses when two shoot at him in the same step. Ruling RUL-804: it is cross-fire as soon as there
    are enemies on two sides who have the weapon, the range and the line to shoot at him, ``from_side`` being
    one of them.
    """
    threats: dict[str, list[tuple[int, int]]] = {from_side: []} if from_side else {}
    sides: dict[str, Hex] = {}
    kind = rule = ""
    for enemy in battle.active_enemies(victim.side):
        weapon = weapon_of(battle, rules, enemy)
        if not weapon or enemy.hex is None or enemy.hex == at:
            continue
        distance = battle.board.distance(enemy.hex, at)
        band = band_at(rules, weapon, distance)
        if not band:
            continue
        ways = courses(battle, enemy.hex, at, shooter=enemy, target=victim, weapon=weapon)
        found = shelter(battle, ways[0].line) if ways[0].bar is None else None
        if found is not None and found.side:
            kind, rule = found.kind, found.rule
            threats.setdefault(found.side, []).append((BANDS.index(band), distance))
            sides.setdefault(found.side, enemy.hex)
    if len(threats) < 2:
        return None
    now = battle.now.sheltered.get(victim.id, "")
    if now and (told := _side_of(battle, now, at)) in threats:
        return Choice(kind, told, rule, sides)
    told_by = standing.shelter_choice(battle, rules, victim)
    if told_by is not None:
        order, text = told_by
        told = _side_of(battle, order.foe or order.hex, at)
        if told in threats:
            return Choice(kind, told, rule, sides, text)
    told = _side_of(battle, victim.sheltered_from, at)
    if told in threats:
        return Choice(
            kind,
            told,
            rule,
            sides,
            english("shelter from {side}", side=_name(battle, victim.sheltered_from)),
        )
    if kind == "doorway":
        kept = min(threats, key=lambda side: (-len(threats[side]), side == "inside", side))
    else:
        kept = min(threats, key=lambda side: (min(threats[side], default=(len(BANDS), 0)), side))
    return Choice(kind, kept, rule, sides)


def _side_of(battle: Battle, told: str, at: Hex) -> str:
    """The side of the enemy or the hex from which somebody was told to keep covered; "" if it is on none."""
    foe = battle.figures.get(told)
    place = foe.hex if foe is not None else told
    if not place or place == at or place not in battle.board:
        return ""
    found = shelter(battle, courses(battle, place, at)[0].line)
    return found.side if found is not None else ""


def _name(battle: Battle, told: str) -> str:
    return battle.figures[told].name if told in battle.figures else told

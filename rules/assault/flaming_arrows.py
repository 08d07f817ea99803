"""Burning arrows: shot at hexes, at short range, to set works and engines on fire.

Implements GUI-10.3.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.assault import flames, quivers
from rules.assault.fuel import IN_WORDS, fuel_at
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.burning import FlamingArrowShot
from rules.journal import Journal
from rules.orders.records import FlameOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex, Horse, SeatId
from rules.state.pieces import Pieces
from rules.tactical import weapons
from rules.tactical.sight import line_of_fire
from rules.tactical.sight.line_of_fire import Sight

RULE = "GUI-10.3"
SHORT = "short"


class Mark(NamedTuple):
    """A hex at which an archer can shoot a burning arrow: how far it is, what burns there, and the least face
    of the die with which it does."""

    hex: Hex
    distance: int
    weapon: str
    fuel: str
    needed: int


def aim_at(battle: Battle, rules: Ruleset, archer: Character, at: Hex) -> Mark | Rejection:
    """What an archer's burning arrow would meet in a hex, or why he cannot shoot one (GUI-10.3).

    Everything that forbids a shot forbids this one. Book silent on the rest. Ruling RUL-1028: bows only; no
    impact die and no modifiers, since the table holds the difficulty of hitting; arrows without end, but in a
    sally against a camp; where a work closes its own hex, the line need only reach the hex before it."""
    weapon = weapons.weapon_of(battle, rules, archer)
    if not weapon.endswith("_bow"):
        return Rejection(
            RULE, english("{archer} has no bow: burning arrows are shot by archers", archer=archer.name)
        )
    refused = weapons.may_fire_offensively(battle, rules, archer, weapon)
    if refused is not None:
        return refused
    if quivers.left(battle, archer) == 0:
        return Rejection(quivers.RULE, english("{archer} has no burning arrows left", archer=archer.name))
    if at in battle.flames:
        return Rejection(RULE, english("{at} burns already", at=at))
    fuel = fuel_at(battle, rules, at)
    if not fuel:
        return Rejection(RULE, english("there is nothing in {at} that burns", at=at))
    assert archer.hex is not None
    distance = battle.board.distance(archer.hex, at)
    band = weapons.band_at(rules, weapon, distance)
    if band and band != SHORT:
        return Rejection(
            RULE,
            english("{at} is at {band} range: a burning arrow flies at short range only", at=at, band=band),
        )
    sight = _sight(battle, rules, archer, weapon, at)
    if isinstance(sight, Rejection):
        return sight
    needed = rules.tables["fire"].number(f"arrow {fuel}", "at_least")
    return Mark(at, distance, weapon, fuel, needed)


def shoot(journal: Journal, rules: Ruleset, seat: SeatId, order: FlameOrder) -> Rejection | None:
    """Each shoots in turn until the hex burns (GUI-10.3); the last reason where somebody could not."""
    refused: Rejection | None = None
    for name in order.figures:
        archer = journal.battle.figures[name]
        mark = aim_at(journal.battle, rules, archer, order.hex)
        if isinstance(mark, Rejection):
            if order.hex not in journal.battle.flames or name == order.figures[0]:
                refused = mark
            continue
        _loose(journal, rules, archer, mark)
    return refused


def _loose(journal: Journal, rules: Ruleset, archer: Character, mark: Mark) -> None:
    face = journal.roll(RULE, archer.id, mark.hex)
    journal.record(
        FlamingArrowShot(
            shooter=archer.id, weapon=mark.weapon, hex=mark.hex, distance=mark.distance, fuel=mark.fuel,
            face=face,
            needed=mark.needed,
        )
    )  # fmt: skip
    if face >= mark.needed:
        flames.catch(journal, rules, mark.hex, archer.side, "arrow", RULE, archer.id)


def in_words(mark: Mark) -> str:
    """What the arrow meets, for sentences."""
    return IN_WORDS[mark.fuel]


def _sight(battle: Battle, rules: Ruleset, archer: Character, weapon: str, at: Hex) -> Sight | Rejection:
    """The line to a hex, whoever stands in it; for a hex that a work closes, that to the hex before it."""
    assert archer.hex is not None
    found = _line(battle, rules, archer, weapon, at)
    if not isinstance(found, Rejection) or battle.board.distance(archer.hex, at) < 2:
        return _beside(battle, rules, archer, weapon, at) if isinstance(found, Rejection) else found
    for before in battle.board.line(archer.hex, at).stages[-1]:
        nearer = _line(battle, rules, archer, weapon, before)
        if not isinstance(nearer, Rejection):
            band = weapons.band_at(rules, weapon, battle.board.distance(archer.hex, at))
            return Sight(at, at, nearer.distance + 1, band, nearer.cover)
    return found


def _beside(battle: Battle, rules: Ruleset, archer: Character, weapon: str, at: Hex) -> Sight | Rejection:
    """A work right before the archer needs no line."""
    return Sight(at, at, 1, SHORT, "none")


def _line(battle: Battle, rules: Ruleset, archer: Character, weapon: str, at: Hex) -> Sight | Rejection:
    """The line of fire to a hex as such, with a mark in it instead of whoever stands there."""
    draft = battle.copy()
    draft.figures = Pieces(
        (name, f) for name, f in battle.figures.items() if at not in f.hexes or name == archer.id
    )
    draft.horses = Pieces((name, h) for name, h in battle.horses.items() if at not in h.hexes)
    mark = Horse(id="mark", name=english("the mark"), side="", front=at)
    draft.horses[mark.id] = mark
    return line_of_fire.check(draft, rules, archer, weapon, at, mark.id)

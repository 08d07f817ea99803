"""Who can ever enter which hex, cost and neighbours' swords aside.

Walls, floors, tents and gates are looked up in rules.tactical.ways.structures. Implements GUI-4.2.1a,
GUI-4.2.1c, GUI-6.7.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.core.language import english
from rules.core.places import Place
from rules.core.rejection import Rejection
from rules.core.tables import Tables
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.state.ladders import borne_by
from rules.state.storeys import on_a_floor
from rules.state.storeys import structures as structures_of
from rules.state.terrain import hexside_between, terrain_at
from rules.tactical.ways import climbing, links, structures

# Ground with a way in and out only where its path crosses the hexside (GUI-3.1).
PATHS = frozenset({"trail", "stairway"})


class Ground(NamedTuple):
    """A row of the terrain table: MP to enter on foot and on horseback (None: closed), cover,
    effect on a fight."""

    name: str
    foot: int | None
    horse: int | None
    cover: str
    combat: str


@lru_cache(maxsize=64)
def grounds(tables: Tables) -> dict[str, Ground]:
    """The terrain table by terrain id, read once for each set of tables (GUI-3)."""
    table = tables["terrain"]
    found = {}
    for key, *_ in table.rows:
        foot, horse = table.cell(key, "mp_foot"), table.cell(key, "mp_horse")
        found[str(key)] = Ground(
            name=table.text(key, "name").lower(),
            foot=foot if isinstance(foot, int) else None,
            horse=horse if isinstance(horse, int) else None,
            cover=table.text(key, "cover"),
            combat=table.text(key, "combat"),
        )
    return found


def barred(battle: Battle, rules: Ruleset, figure: Character, start: Hex, end: Hex) -> Rejection | None:
    """Why a figure can never step from a hex to its neighbour, whatever MP he has; None if he can.

    Trees, rocks, trails, stairways and deep water are shut to riders (GUI-4.2.1a, GUI-3.1), deep water to
    armour (GUI-4.2.1c); trails and stairways are entered and left only where their path crosses the hexside
    (GUI-3.1). Walls, canvas and floors bar the way as structures tells (GUI-8.4a, GUI-9.5.1a); modules may
    have bars of their own. From a ladder or rope one only goes over the top, whatever stands there
    (GUI-10.1.3b).
    """
    terrain = terrain_at(battle, end)
    ground = grounds(rules.tables)[terrain]
    if (ground.horse if figure.mounted else ground.foot) is None and not (
        figure.mounted and structures.is_doorway(battle, end)
    ):
        built = structures.why_closed_ground(terrain, ground.name, end, mounted=figure.mounted)
        return built or Rejection(
            "GUI-4.2.1a" if figure.mounted else "GUI-3.1",
            (
                english("{end} is {ground}: closed to riders", end=end, ground=ground.name)
                if figure.mounted
                else english("{end} is {ground}: closed to men on foot", end=end, ground=ground.name)
            ),
        )
    if terrain == "deep" and figure.armoured:
        return Rejection(
            "GUI-4.2.1c",
            english("{end} is deep water: only men on foot without armour can enter it", end=end),
        )
    if figure.storey and start == figure.hex:
        if on_a_floor(battle, figure):
            return (
                None
                if links.leads_into(battle, rules, figure, end)
                else links.no_way(battle, rules, figure, Place(end))
            )
        return climbing.may_cross(battle, figure, end)
    side = hexside_between(battle, start, end)
    if "path" not in side and (terrain in PATHS or terrain_at(battle, start) in PATHS):
        return Rejection(
            "GUI-3.1",
            english(
                "the path does not lead from {start} to {end}: a trail has no way in by its sides",
                start=start,
                end=end,
            ),
        )
    if structures.is_built(battle):
        closed = structures.closed(battle, rules, figure, start, end)
        if closed is not None:
            return closed
    for bar in rules.seams.step_bars:
        refusal = bar(battle, rules, figure, start, end)
        if refusal is not None:
            return refusal
    return None


def can_attack(battle: Battle, rules: Ruleset, attacker: Character, end: Hex) -> bool:
    """Whether somebody is in a position to attack into a hex: able to act, next to it with either half, and
    not barred from walking there; cost and the enemy's presence do not matter (GUI-6.7, GUI-4.3d,
    GUI-4.3.1.1). Bearers of a ladder attack nobody (GUI-10.1.2a)."""
    if not attacker.active or attacker.carries is not None or borne_by(battle, attacker.id):
        return False
    if attacker.storey and on_a_floor(battle, attacker):
        return links.strikes_into(battle, rules, attacker, end)
    near = battle.board.neighbours(end)
    return any(own in near and barred(battle, rules, attacker, own, end) is None for own in attacker.hexes)


def can_reach(battle: Battle, rules: Ruleset, attacker: Character, target: Character) -> bool:
    """Whether somebody is in a position to attack somebody else. Who is up on a ladder or rope fights only
    with those behind the wall before him, and they with him (GUI-10.1.3b, GUI-10.1.5b, RUL-1010)."""
    if attacker.storey or target.storey:
        free = attacker.active and attacker.carries is None and not borne_by(battle, attacker.id)
        return free and links.fought_over(battle, rules, attacker, target)
    return any(can_attack(battle, rules, attacker, at) for at in target.hexes)


def threats(battle: Battle, rules: Ruleset, side: str, at: Hex) -> list[Character]:
    """The enemies of a side who are in a position to attack into a hex, in the order of the muster."""
    near = battle.board.neighbours(at)
    if structures_of(battle):
        near = (at, *near)  # down a stair one strikes into the very hex
    hostile = battle.enemies_of(side)
    return [f for f in battle.figures.among(near) if f.side in hostile and can_attack(battle, rules, f, at)]


def in_contact(battle: Battle, rules: Ruleset, figure: Character) -> list[Character]:
    """The enemies who could attack a figure where he is, in either half of his counter (GUI-5.2a)."""
    if figure.storey:
        enemies = battle.active_enemies(figure.side)
        return [e for e in enemies if e.carries is None and links.fought_over(battle, rules, e, figure)]
    found = {f.id: f for at in figure.hexes for f in threats(battle, rules, figure.side, at)}
    return list(found.values())

"""One shot, worked out as things stand: the line, where the missile may fall, and what each face
does to whom.

Play rolls and looks up in what is found here; odds, receipts, TRY, watchers, captains and engines read the
same record, so that nobody is told anything else than what will happen. Implements the order of GUI-5.4a over
line_of_fire.py (line and range), scatter.py (GUI-5.4.1a), cover.py (GUI-5.5.2) and damage.py (GUI-5.4.3a).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from rules.core.modifier import Modifier, total
from rules.core.rejection import Rejection
from rules.core.tables import Tables
from rules.ruleset import Ruleset, Shot
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, Horse, HorseId
from rules.tactical.shooting.damage import (
    Effect,
    category,
    damage_letter,
    damage_modifiers,
    damage_row,
    damage_total,
    effect_of,
    kind_of,
    victim_in,
)
from rules.tactical.shooting.scatter import impact_modifiers, impacts, is_point_blank
from rules.tactical.sight.cover import HEAVY, INFINITE, NONE, cover_from, grade
from rules.tactical.sight.line_of_fire import Sight, check
from rules.tactical.sight.screens import GRADES

OFFENSIVE = "offensive"
DEFENSIVE = "defensive"
FACES = range(1, 11)

Faces = tuple[int, ...]
Who = FigureId | HorseId


class Line(NamedTuple):
    """What one face of the damage die reads: the sum as the table takes it, the row, its letter and
    what that does."""

    total: int
    row: int
    letter: str
    effect: Effect


class Letter(NamedTuple):
    """A letter, the faces of the damage die that bring it, and what it does."""

    letter: str
    faces: Faces
    effect: Effect


class DamageDie(NamedTuple):
    """The damage die against somebody: a line for each face from 1 to 10, and the same by its letters."""

    lines: tuple[Line, ...]
    letters: tuple[Letter, ...]


class Strike(msgspec.Struct, frozen=True):
    """Whom a missile hits in a hex, what covers him there and why, and his damage die. Against infinite
    cover there is none: it is ``stopped`` by the first reason. ``shifts``: what moves the column that the
    cover names."""

    victim: Who
    hex: Hex
    category: str
    cover: str
    cover_why: tuple[Modifier, ...]
    modifiers: tuple[Modifier, ...] = ()
    shifts: tuple[Modifier, ...] = ()
    die: DamageDie = DamageDie((), ())

    @property
    def table(self) -> str:
        return f"missile-{self.category}"

    @property
    def stopped(self) -> Modifier | None:
        return None if self.die.lines else self.cover_why[0]


class WorkedShot(msgspec.Struct, frozen=True):
    """A shot that can be made, to its last letter. ``modifiers`` are those of the impact die: there is none
    at point blank. ``hexes``: where the missile falls by the face of that die from 1 to 10, "" if it is lost.
    ``strikes``: who is hit in which of them; nobody in those left out."""

    shooter: Character
    weapon: str
    mode: str
    sight: Sight
    point_blank: bool
    modifiers: tuple[Modifier, ...]
    hexes: tuple[Hex, ...]
    strikes: dict[Hex, Strike]

    @property
    def falls(self) -> Mapping[Hex, Faces]:
        """The faces of the impact die that lead to each hex, in the order of the faces."""
        found: dict[Hex, Faces] = {}
        for face, at in zip(FACES, self.hexes, strict=True):
            found[at] = (*found.get(at, ()), face)
        return found


def work_out(
    battle: Battle,
    rules: Ruleset,
    shooter: Character,
    weapon: str,
    target: Who,
    aim: Hex,
    mode: str = OFFENSIVE,
) -> WorkedShot | Rejection:
    """The shot of a figure at somebody in a hex, or why there is no line or range (GUI-5.4a). Whether he may
    shoot at all is asked of weapons.py. ``mode``: offensive or defensive."""
    sight = check(battle, rules, shooter, weapon, aim, target)
    return sight if isinstance(sight, Rejection) else along(battle, rules, shooter, weapon, sight, mode)


def along(
    battle: Battle, rules: Ruleset, shooter: Character, weapon: str, sight: Sight, mode: str = OFFENSIVE
) -> WorkedShot:
    """The same where the line has been found just now."""
    assert shooter.hex is not None
    shot = _asked(shooter, weapon, sight, mode)
    near = is_point_blank(rules, sight.distance)
    modifiers = () if near else impact_modifiers(battle, rules, shot)
    hexes = (
        (sight.aim,) * len(FACES)
        if near
        else impacts(battle, rules, shooter.hex, sight.aim, total(modifiers))
    )
    found = ((at, _strike(battle, rules, shot, at, sight)) for at in dict.fromkeys(hexes) if at)
    strikes = {at: strike for at, strike in found if strike is not None}
    return WorkedShot(shooter, weapon, mode, sight, near, modifiers, hexes, strikes)


def once_more(battle: Battle, rules: Ruleset, found: WorkedShot, at: Hex) -> Strike | None:
    """What a missile does that has fallen in a hex, where something has changed since it was shot: somebody
    has chosen the side that he keeps covered (GUI-8.3.5)."""
    shot = _asked(found.shooter, found.weapon, found.sight, found.mode)
    sight = check(battle, rules, shot.shooter, shot.weapon, shot.aim, shot.target)
    return _strike(battle, rules, shot, at, None if isinstance(sight, Rejection) else sight)


def _asked(shooter: Character, weapon: str, sight: Sight, mode: str) -> Shot:
    """The shot as the seams are asked about it."""
    return Shot(shooter, weapon, sight.target, sight.aim, sight.distance, sight.band, mode)


def _strike(battle: Battle, rules: Ruleset, shot: Shot, at: Hex, sight: Sight | None) -> Strike | None:
    """Who is hit in a hex, and how (GUI-5.4.1c, GUI-5.4.3a). The one aimed at has the cover of the line along
    which he was shot at: beside a hexside that of the hex which lets the shot pass (GUI-5.5.1c, RUL-527). A
    stray finds its own."""
    victim = victim_in(battle, at, shot.target)
    if victim is None:
        return None
    if sight is not None and (victim.id, at) == (sight.target, sight.aim):
        cover, why = sight.cover, sight.cover_why
    else:
        cover, why = cover_from(battle, rules, victim, at, shot.shooter, shot.weapon)
    if grade(cover) == INFINITE:
        return Strike(victim.id, at, category(victim), cover, why)
    return hurled(battle, rules, shot, victim, at, cover, why)


def hurled(
    battle: Battle,
    rules: Ruleset,
    shot: Shot,
    victim: Character | Horse,
    at: Hex,
    cover: str,
    cover_why: tuple[Modifier, ...] = (),
) -> Strike:
    """What comes down on somebody in a hex with the given cover, an arrow or a stone (GUI-5.4.3a,
    GUI-10.4.4)."""
    shot = replace(shot, target=victim.id, aim=at)
    modifiers = damage_modifiers(battle, rules, shot)
    found = (seam(battle, rules, shot) for seam in rules.seams.shot_shifts)
    shifts = tuple(shift for shift in found if shift is not None)
    die = _damage_die(rules, shot.weapon, victim, modifiers, shifted(cover, shifts))
    return Strike(victim.id, at, category(victim), cover, cover_why, modifiers, shifts, die)


def shifted(cover: str, shifts: tuple[Modifier, ...]) -> str:
    """The column of the missile tables that is read: that of the cover, moved, and no farther than
    to the last."""
    return GRADES[min(max(grade(cover) + total(shifts), NONE), HEAVY)]


def as_ruled(rules: Ruleset, victim: Character | Horse, line: Line, letter: str) -> Line:
    """The line of a face with another letter than the table's."""
    return line._replace(letter=letter, effect=effect_of(rules, victim, letter))


def _damage_die(
    rules: Ruleset, weapon: str, victim: Character | Horse, modifiers: tuple[Modifier, ...], cover: str
) -> DamageDie:
    known = _known_dice(rules.tables)
    asked = (weapon, kind_of(victim), total(modifiers), cover)
    if asked not in known:
        known[asked] = _read(rules, weapon, victim, modifiers, cover)
    return known[asked]


@lru_cache(maxsize=64)
def _known_dice(tables: Tables) -> dict[tuple[str, str, int, str], DamageDie]:
    """Filled as shots are worked out; what it holds depends on nothing but the tables."""
    return {}


def _read(
    rules: Ruleset, weapon: str, victim: Character | Horse, modifiers: tuple[Modifier, ...], cover: str
) -> DamageDie:
    """The damage die by its faces (GUI-5.4.3a)."""
    which = category(victim)
    lines: list[Line] = []
    for face in FACES:
        summed = damage_total(face, modifiers)
        row = damage_row(rules, weapon, which, summed)
        letter = damage_letter(rules, which, row, cover)
        lines.append(Line(summed, row, letter, effect_of(rules, victim, letter)))
    faces: dict[str, Faces] = {}
    for face, line in zip(FACES, lines, strict=True):
        faces[line.letter] = (*faces.get(line.letter, ()), face)
    letters = (Letter(letter, of, effect_of(rules, victim, letter)) for letter, of in faces.items())
    return DamageDie(tuple(lines), tuple(letters))

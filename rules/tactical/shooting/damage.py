"""What a missile does to whoever stands where it falls.

Implements GUI-5.4.1c, GUI-5.4.3a and the missile half of GUI-6.8c.
"""

from __future__ import annotations

import msgspec

from rules.core.modifier import Modifier
from rules.ruleset import Ruleset, Shot
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, Horse, HorseId
from rules.tactical.weapons import weapon_data

# A damage die above 10 reads as 10 (GUI-5.4.3a).
HIGHEST = 10
# What a stone thrower throws: no weapon that anybody carries (GUI-10.4.4).
STONE = "stone"


class Effect(msgspec.Struct, frozen=True):
    """A line of the effects table: harm is none, wounded or killed; see the table for the rest."""

    harm: str
    horse_killed: bool
    thrown: bool
    retreat: int
    less: int
    half: bool
    words: str


def victim_in(battle: Battle, at: Hex, meant: FigureId | HorseId) -> Character | Horse | None:
    """Who is hit by a missile that falls in a hex, friend or foe (GUI-5.4.1c): the one aimed at if he is
    there, else any living character, else a loose horse.

    Book silent on a mover passing over a friend's hex. Ruling RUL-510: the one aimed at is hit, and a person
    before a horse; one on the ground before one up on a ladder (RUL-1012).
    """
    people = people_in(battle, at)
    aimed_at = next((f for f in people if f.id == meant), None)
    horse = battle.horse_at(at)
    if aimed_at is None and horse is not None and horse.id == meant:
        return horse
    return aimed_at or next(iter(people), None) or horse


def people_in(battle: Battle, at: Hex) -> list[Character]:
    """Everybody in a hex whom a missile could hit, those on the ground before who is up on a
    ladder (RUL-1012)."""
    return [*battle.living_at(at), *battle.off_the_ground_at(at)]


def kind_of(victim: Character | Horse) -> str:
    """Which lines of the effects table: foot, mounted or horse."""
    return "horse" if isinstance(victim, Horse) else category(victim)


def category(victim: Character | Horse) -> str:
    """Which table: foot or mounted; a riderless horse is a mounted target (GUI-6.8c)."""
    return "mounted" if isinstance(victim, Horse) or victim.mounted else "foot"


def armour_modifier(battle: Battle, rules: Ruleset, shot: Shot) -> Modifier | None:
    """+1 against somebody in armour, which is how the results differ for the armoured (GUI-5.4.3a). A
    riderless horse counts as unarmoured (GUI-6.8c). ``shot.target`` is the victim here."""
    victim = battle.figures.get(shot.target)
    if victim is None or not victim.armoured:
        return None
    table = rules.tables["missile-modifiers"]
    return Modifier(
        table.number("armoured target", "value"), "GUI-5.4.3a", table.text("armoured target", "words")
    )


def damage_modifiers(battle: Battle, rules: Ruleset, shot: Shot) -> tuple[Modifier, ...]:
    """Everything that changes the damage die; ``shot.target`` is the victim, ``shot.aim`` the
    hex of impact."""
    found = (seam(battle, rules, shot) for seam in rules.seams.damage_modifiers)
    return tuple(m for m in found if m is not None)


def damage_total(face: int, modifiers: tuple[Modifier, ...]) -> int:
    """Die and modifiers; more than 10 counts as 10 (GUI-5.4.3a)."""
    return min(HIGHEST, face + sum(m.value for m in modifiers))


def damage_row(rules: Ruleset, weapon: str, category_: str, total: int) -> int:
    """The row of the missile tables for a total: the weapon's offset is added, or that of a stone (RUL-1036);
    the ends of the table bound it."""
    stone = weapon == STONE
    offset = (
        rules.tables[STONE].number("offset", "value") if stone else weapon_data(rules.tables, weapon).offset
    )
    rows = rules.tables[f"missile-{category_}"].keys()
    return min(max(total + offset, int(rows[0])), int(rows[-1]))


def damage_letter(rules: Ruleset, category_: str, row: int, cover: str) -> str:
    """A to F, or "-"."""
    return rules.tables[f"missile-{category_}"].text(row, cover)


def effect_of(rules: Ruleset, victim: Character | Horse, letter: str) -> Effect:
    """What a letter does to a victim."""
    row = rules.tables["missile-effects"].row(f"{kind_of(victim)} {letter}")
    return Effect(
        harm=str(row["harm"]),
        horse_killed=row["horse"] == "killed",
        thrown=row["thrown"] == "yes",
        retreat=int(row["retreat"]),
        less=int(row["less"]),
        half=row["half"] == "yes",
        words=str(row["words"]),
    )


def can_be_slowed(battle: Battle, victim: Character) -> bool:
    """Whether a defensive shot can take MP from somebody: he moves, or may still move, in this phase
    (GUI-5.4.3a, RUL-511)."""
    return victim.side == battle.side and victim.active and victim.id not in battle.now.staying

"""Missile weapons: who has which, how far it reaches, when it may be used, and what it costs in movement.

Implements GUI-5a to GUI-5f, GUI-5.1a, GUI-5.1b, GUI-5.2a to GUI-5.2c, GUI-5.3a, GUI-5.5.2.4b, GUI-5.4a (range
bands), GUI-7.1.1 (the mounted lance).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.core.language import english
from rules.core.rejection import Reason, Rejection
from rules.core.tables import Tables
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.state.ladders import borne_by, held_by
from rules.state.terrain import WATER, terrain_at
from rules.tactical.ways.passage import in_contact

BANDS = ("short", "medium", "long")


class Weapon(NamedTuple):
    """A line of the weapons table. ``reach``: the farthest hex of each band. The shares are percent of the
    movement allowance, None = cannot be done."""

    name: str
    reach: tuple[int, int, int]
    offset: int
    share_offensive: int | None
    share_defensive: int | None
    share_both: int | None
    saddle: bool
    over: bool
    near: bool


@lru_cache(maxsize=256)
def weapon_data(tables: Tables, weapon: str) -> Weapon:
    """What a weapon can do. Raises TableError for an unknown one."""
    row = tables["weapons"].row(weapon)
    short, medium, long = (int(row[band]) for band in BANDS)
    shares = [row[c] for c in ("move_offensive", "move_defensive", "move_both")]
    offensive, defensive, both = (None if share == "no" else int(share) for share in shares)
    return Weapon(
        str(row["name"]), (short, medium, long), int(row["offset"]), offensive, defensive, both,
        row["saddle"] == "yes", row["over"] == "yes", row["near"] == "yes",
    )  # fmt: skip


def weapon_of(battle: Battle, rules: Ruleset, figure: Character, wanted: str = "") -> str:
    """The missile weapon that a figure would use as he stands: his bow, sling or javelin, else a lance
    that he may throw; "" for none (GUI-5a, GUI-5b, GUI-5c). ``wanted``: "lance" asks for the lance in
    spite of a bow.

    A hoplite throws no lance (GUI-5c). Book's code letters lack the javelin. Ruling RUL-501: the weapon is an
    attribute of its own.
    """
    if wanted != "lance" and figure.weapon and not figure.weapon.startswith("lance"):
        return figure.weapon
    if figure.lance and not figure.hoplite and wanted in ("", "lance"):
        return "lance_mounted" if figure.mounted else "lance_foot"
    return ""


def chosen_weapon(battle: Battle, rules: Ruleset, figure: Character, wanted: str = "") -> str | Rejection:
    """The weapon that an order means: "lance", or "" for the figure's own; why he has none of the
    kind (GUI-5b)."""
    weapon = weapon_of(battle, rules, figure, wanted)
    if weapon:
        return weapon
    if wanted == "lance" and figure.hoplite and figure.lance:
        return Rejection(
            "GUI-5c", english("{figure} is a hoplite: hoplites do not throw their lances", figure=figure.name)
        )
    if wanted == "lance":
        return Rejection("GUI-5c", english("{figure} has no lance to throw", figure=figure.name))
    return Rejection("GUI-5b", english("{figure} has no missile weapon", figure=figure.name))


def name_of(rules: Ruleset, weapon: str) -> str:
    """A weapon in words."""
    return weapon_data(rules.tables, weapon).name


def band_at(rules: Ruleset, weapon: str, distance: int) -> str:
    """short, medium or long; "" beyond the weapon's reach. Distance in hexes, the shooter's own not counted
    (GUI-5.4a). Long bands reach across boards of several panels (GUI-1.1b)."""
    reach = weapon_data(rules.tables, weapon).reach
    return next((band for band, end in zip(BANDS, reach, strict=True) if distance <= end), "")


def movement_limit(
    battle: Battle,
    rules: Ruleset,
    figure: Character,
    fired: bool,
    watching: bool,
    allowance: int | None = None,
) -> int | None:
    """The MP that a shooter may use in his own phase if he has fired in it, or wants to fire in the enemy's
    phase after it, or both; None where there is no limit (GUI-5.1a, GUI-5.1b).

    A share of his allowance (``allowance``: another than that of the face in play), rounded down. A weapon
    that cannot do both is limited by the shot already made.
    """
    weapon = weapon_of(battle, rules, figure)
    if not weapon or not (fired or watching):
        return None
    data = weapon_data(rules.tables, weapon)
    share = data.share_both if fired and watching else data.share_offensive if fired else data.share_defensive
    if share is None and fired:
        share = data.share_offensive
    if share is None or share >= 100:
        return None
    return (figure.values.movement if allowance is None else allowance) * share // 100


def may_fire_offensively(battle: Battle, rules: Ruleset, figure: Character, weapon: str) -> Rejection | None:
    """Why a figure cannot shoot in the fire step of his own phase; None if he can (GUI-5.2a, GUI-5e, GUI-5f
    with ruling RUL-513 on what is used from the saddle)."""
    refused = _cannot_shoot(battle, rules, figure, weapon)
    if refused is not None:
        return refused
    if weapon_data(rules.tables, weapon).share_offensive is None:
        return Rejection(
            "GUI-5.1a", english("a {weapon} shoots in the enemy's phase only", weapon=name_of(rules, weapon))
        )
    if figure.id in battle.now.fired:
        return Rejection(
            "GUI-5e", english("{figure} has shot already: one shot in a fire step", figure=figure.name)
        )
    if figure.id in battle.now.attacked:
        return Rejection(
            "GUI-5.2b", english("{figure} has attacked hand to hand in this phase", figure=figure.name)
        )
    return _in_contact(battle, rules, figure)


def may_fire_defensively(battle: Battle, rules: Ruleset, figure: Character, weapon: str) -> Rejection | None:
    """Why a figure cannot shoot at somebody who moves in the enemy's phase; None if he can.

    He must have kept his weapon's limit in his own phase just past (GUI-5.1b), not have attacked in it
    (GUI-5.2c), not have been attacked in the enemy's phase before it (GUI-5.3a; ruling RUL-506: hand to hand
    only), have no enemy in contact now (GUI-5.2a) and not have shot in this movement step (GUI-5e).
    """
    refused = _cannot_shoot(battle, rules, figure, weapon)
    if refused is not None:
        return refused
    data = weapon_data(rules.tables, weapon)
    fired = figure.id in battle.last.fired
    if data.share_defensive is None:
        rule = "GUI-5c" if weapon.startswith("lance") else "GUI-5.1a"
        return Rejection(
            rule, english("a {weapon} is used in one's own phase only", weapon=name_of(rules, weapon))
        )
    if fired and data.share_both is None:
        why = english(
            "a {weapon} shoots once in a turn, and {figure} has shot in his own phase",
            weapon=name_of(rules, weapon),
            figure=figure.name,
        )
        return Rejection("GUI-5.1a", why)
    if figure.id in battle.now.watched:
        return Rejection("GUI-5e", english("{figure} has shot already in this phase", figure=figure.name))
    if figure.id in battle.last.attacked:
        return Rejection(
            "GUI-5.2c", english("{figure} attacked hand to hand in his own phase", figure=figure.name)
        )
    if figure.id in battle.before.defended:
        return Rejection(
            "GUI-5.3a",
            english("{figure} was attacked hand to hand in the enemy's last phase", figure=figure.name),
        )
    if figure.id in battle.last.busy:
        return Rejection(
            "GUI-4.2.3a", english("{figure} gave his whole phase to other work", figure=figure.name)
        )
    return _moved_too_far(battle, rules, figure, fired) or _in_contact(battle, rules, figure)


def has_no_shot(battle: Battle, rules: Ruleset, figure: Character, weapon: str) -> bool:
    """What can be told at a glance of the many who cannot shoot defensively, wherever anybody is: his weapon
    is not used then, or he has used it (GUI-5.1a, GUI-5e). For the others, and for the reason, ask
    may_fire_defensively."""
    return figure.id in battle.now.watched or weapon_data(rules.tables, weapon).share_defensive is None


def _moved_too_far(battle: Battle, rules: Ruleset, figure: Character, fired: bool) -> Rejection | None:
    """Book silent on a shooter wounded since he moved. Ruling RUL-507: the limit is that of the allowance
    which he had then, as far as his move shows it, else of the one he has now."""
    spent = battle.last.spent.get(figure.id, 0)
    had = spent + battle.last.left.get(figure.id, 0)
    share = weapon_data(rules.tables, weapon_of(battle, rules, figure)).share_offensive
    if fired and share:
        had = had * 100 // share  # he began to move with that share of it
    had = max(figure.values.movement, had)
    limit = movement_limit(battle, rules, figure, fired, True, had)
    if limit is None or spent <= limit:
        return None
    return Rejection(
        "GUI-5.1b",
        english(
            "{figure} used {spent} MP in his own phase, at most {limit} keep him ready",
            figure=figure.name,
            spent=spent,
            limit=limit,
        ),
    )


def _cannot_shoot(battle: Battle, rules: Ruleset, figure: Character, weapon: str) -> Rejection | None:
    """What forbids shooting at any time."""
    if not figure.active:
        return Rejection("GUI-1.2g", english("{figure} is in no state to shoot", figure=figure.name))
    if not weapon or weapon not in (
        weapon_of(battle, rules, figure),
        weapon_of(battle, rules, figure, "lance"),
    ):
        return Rejection(
            "GUI-5b",
            (
                english("{figure} has no such weapon", figure=figure.name)
                if weapon
                else english("{figure} has no missile weapon", figure=figure.name)
            ),
        )
    if figure.mounted and not weapon_data(rules.tables, weapon).saddle:
        return Rejection(
            "GUI-5f", english("a {weapon} cannot be used from the saddle", weapon=name_of(rules, weapon))
        )
    if weapon == "javelin" and figure.javelins < 1:
        shots = rules.tables["ammunition"].number(weapon, "shots")
        return Rejection(
            "GUI-5d", english("{figure} has thrown all his {shots} javelins", figure=figure.name, shots=shots)
        )
    if figure.carries is not None:
        return Rejection("GUI-4.2.4", english("{figure} carries somebody", figure=figure.name))
    if borne_by(battle, figure.id):
        return Rejection(
            "GUI-10.1.2a", english("{figure} carries a ladder: first LAY it down", figure=figure.name)
        )
    if figure.id in battle.now.busy:
        return Rejection(
            "GUI-4.2.3a", english("{figure} gives his whole phase to other work", figure=figure.name)
        )
    wet = next((at for at in figure.hexes if terrain_at(battle, at) in WATER), None)
    if wet is not None:
        return Rejection(
            "GUI-5.5.2.4b",
            english(
                "{figure} stands in water ({wet}): nobody shoots from there", figure=figure.name, wet=wet
            ),
        )
    return None


def _in_contact(battle: Battle, rules: Ruleset, figure: Character) -> Rejection | None:
    """Up on a ladder a bowman may shoot at the man before him, or he could never shoot
    (GUI-10.1.5a, RUL-1012)."""
    if held_by(battle, figure) is not None:
        return None
    touching = in_contact(battle, rules, figure)
    if not touching:
        return None
    if len(touching) == 1:
        told = english("{names} is next to {figure} and could attack him")
    else:
        told = english("{names} are next to {figure} and could attack him")
    names = listed([f.name for f in touching], "and")
    return Rejection("GUI-5.2a", english(told, names=names, figure=figure.name), Reason.IN_CONTACT)

"""Fights on flat ground, and what is found in their journals."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.rejection import Rejection
from rules.ruleset import Policies, Ruleset
from rules.tactical.fighting import combat, odds
from rules.tactical.fighting.odds import Assessment
from tests.rules.kit import RULES, battle, field, journal, man

FLAT = field(10, 10)
OLDER = replace(
    RULES,
    policies=Policies(
        combat_foot="combat-foot-older",
        combat_mounted="combat-mounted-older",
        combat_columns="combat-columns-older",
    ),
)


def assessed(at, attackers, defenders, rules: Ruleset = RULES) -> Assessment:
    found = odds.assess(at, rules, attackers, defenders)
    assert isinstance(found, Assessment), found
    return found


def refused(at, attackers, defenders) -> str:
    found = odds.assess(at, RULES, attackers, defenders)
    assert isinstance(found, Rejection)
    return found.rule


def fight(at, attackers, defenders, *faces, named=None, otherwise=None):
    j = journal(at, *faces, named=named, otherwise=otherwise)
    assert combat.resolve_combat(j, RULES, attackers, defenders) is None
    return j


def of_type(j, kind):
    return [e for e in j.events if isinstance(e, kind)]


def duel(attack=12, defence=7, board=FLAT, **more):
    """Robert in 0504 attacks Zahir in 0505."""
    return battle(
        board,
        man("Robert", "0504", attack=attack),
        man("Zahir", "0505", side="arabs", defence=defence, **more),
    )

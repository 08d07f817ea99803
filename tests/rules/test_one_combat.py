"""A combat is worked out in one function (odds.assess) and a letter read in one (results.blow_of),
whoever asks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.captains.fights import expected_worth
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.tactical.fighting import odds, pairing
from rules.tactical.fighting.odds import Assessment
from rules.tactical.harm import stunning, wounds
from tests.rules.kit import RULES, battle, field, journal, man
from tests.rules.one_module import calling, looking_up


def assessed(at: Battle, attacker: str, defender: str, rules: Ruleset = RULES) -> Assessment:
    found = odds.assess(at, rules, (attacker,), (defender,))
    assert isinstance(found, Assessment), found
    return found


# where copies had drifted

STATES = {
    "whole": man("Zahir", "0202", side="arabs"),
    "wounded": man("Zahir", "0202", side="arabs", health="wounded"),
    "stunned": man("Zahir", "0202", side="arabs", health="stunned"),
    "animal": man("Zahir", "0202", side="arabs", animal=True),
}


@pytest.mark.rule("GUI-6.5e", "GUI-5.4.4e")
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("harm", ["wounded", "stunned", "killed"])
def test_what_a_harm_comes_to_is_foretold_as_it_happens(state: str, harm: str) -> None:
    figure = STATES[state]
    j: Journal = journal(battle(field(3, 3), man("Robert", "0101"), figure), otherwise=5)
    {"wounded": wounds.wound, "stunned": stunning.stun, "killed": wounds.kill}[harm](
        j, RULES, figure.id, "GUI-6c"
    )
    assert wounds.comes_to(figure, harm) == j.battle.figures[figure.id].health.value.replace("dead", "killed")


@pytest.mark.rule("GUI-6.5e")
def test_an_animal_is_weighed_as_one_that_a_wound_kills() -> None:
    """Captains and ATTACK best took it for a man who would get up again."""

    def worth(zahir: Character) -> tuple[int, int]:
        at = battle(field(3, 3), man("Robert", "0102"), zahir)
        found = replace(assessed(at, "robert", "zahir"), letters=("E",) * 10)
        return pairing.expected_gain(at, RULES, found), expected_worth(at, RULES, found, 100)

    whole, animal, wounded = (worth(STATES[s]) for s in ("whole", "animal", "wounded"))
    assert animal[0] > whole[0] and animal[1] > whole[1]
    assert animal[1] == wounded[1]


# one place for each step of it

BLOCKS = {
    "column_for": {"core/weights"},
    "row_for": {"tactical/fighting/odds"},
    "worst_ground": {"tactical/fighting/odds", "tactical/fighting/hexside"},
    "blow_of": {"tactical/fighting/combat", "tactical/fighting/results"},
    "comes_to": {"tactical/shooting/targets", "tactical/fighting/pairing", "captains/fights"},
}
TABLES = {
    "combat-effects": {"tactical/fighting/results"},
    "combat-modifiers": {"tactical/fighting/odds"},
    "combat-worth": {"tactical/fighting/pairing"},
    "terrain-shift": {"tactical/fighting/odds"},
}


@pytest.mark.parametrize("block", BLOCKS)
def test_the_steps_of_a_combat_are_taken_in_one_module(block: str) -> None:
    assert calling(block) == BLOCKS[block]


@pytest.mark.parametrize("table", TABLES)
def test_the_tables_of_a_combat_are_read_in_one_module(table: str) -> None:
    assert looking_up(table) == TABLES[table]

"""The page to print: the words that a battle has a use for, its ground, its ranges."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.books.registry import rules_of
from rules.core.tables import RuleTable
from rules.desk.cheat_sheet import CheatSheet, cheat_sheet
from rules.desk.useful import useful_verbs
from rules.orders.verbs import VERBS
from rules.state.battle import Battle

ALL = [info.slug for info in engine.scenarios()]


def battle_of(slug: str) -> Battle:
    table = engine.replay(engine.new_game(slug))
    assert isinstance(table, Battle)
    return table


def sheet_of(battle: Battle) -> CheatSheet:
    return cheat_sheet(battle, rules_of(battle))


def lines_of(sheet: CheatSheet) -> set[str]:
    return {line for part in sheet.parts for entry in part.entries for line in entry.lines}


def test_each_verb_stands_on_the_sheet_of_a_battle_that_knows_them_all() -> None:
    battle = battle_of("grange")
    modules = ("tactics", "buildings", "castles", "works", "setup")
    lines = lines_of(sheet_of(replace(battle, setup=replace(battle.setup, modules=modules))))
    assert [verb.family for verb in VERBS if verb.examples[0] not in lines] == []


@pytest.mark.parametrize("slug", ALL)
def test_the_sheet_of_a_battle_has_what_is_of_use_in_it(slug: str) -> None:
    battle = battle_of(slug)
    lines = lines_of(sheet_of(battle))
    useful = {verb.examples[0] for verb in useful_verbs(battle)}
    others = {verb.examples[0] for verb in VERBS} - useful
    assert useful <= lines and not others & lines


@pytest.mark.parametrize(
    ("slug", "has", "has_not"),
    [
        ("orchard", {"FIRE", "ATTACK"}, {"CHARGE", "RAISE", "PLACE"}),
        ("lances", {"CHARGE", "COUNTER"}, {"FORM", "SHELTER"}),
        ("spears", {"CHARGE", "FORM", "MARCH"}, {"OPEN"}),
        ("tents", {"TEAR", "SHELTER"}, {"CHARGE", "FORM"}),
        ("tower", {"OPEN", "CLOSE", "SHELTER"}, {"RAISE", "CHARGE", "LIGHT"}),
        ("escalade", {"RAISE", "TOPPLE", "LIGHT", "PULL"}, {"CHARGE", "SHOOT", "TEAR"}),
        ("stones", {"SHOOT", "PUSH"}, {"RAISE", "CHARGE"}),
        ("grange", {"PLACE", "ENTER", "CHARGE"}, {"RAISE"}),
    ],
)
def test_what_is_of_use(slug: str, has: set[str], has_not: set[str]) -> None:
    families = {verb.family for verb in useful_verbs(battle_of(slug))}
    assert has <= families and not has_not & families


def test_the_ground_is_that_of_the_board_by_the_tables_in_play() -> None:
    battle = battle_of("lances")
    ground, weapons = sheet_of(battle).grids
    assert {row[0] for row in ground.rows} == {
        rules_of(battle).tables["terrain"].text(cell.terrain, "name") for cell in battle.board.cells.values()
    }
    assert ("short bow", "8", "20", "45") in weapons.rows
    rules = rules_of(battle)
    own = rules.tables["weapons"]
    rows = tuple((row[0], row[1], 9, *row[3:]) if row[0] == "short_bow" else row for row in own.rows)
    assert isinstance(own, RuleTable)
    house = replace(rules, tables=rules.tables.with_pack({"weapons": replace(own, rows=rows)}))
    assert ("short bow", "9", "20", "45") in cheat_sheet(battle, house).grids[1].rows


def test_what_it_says_of_several_men_is_read_so() -> None:
    battle = battle_of("escalade")
    seat = battle.setup.seats[0].id
    for line in ("all archers fire at nearest", "the rest stay"):
        assert line in lines_of(sheet_of(battle))
        reading = engine.read_orders(battle, seat, [line])
        assert [one.verdict for one in reading.lines] != [] and not reading.troubled, line

"""The page to print: the words that a battle has a use for, its ground, its ranges."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from rules import engine
from rules.books.registry import rules_of
from rules.core.tables import RuleTable
from rules.desk.briefing.cheat_sheet import _ORDERS, _STANDING, CheatSheet, cheat_sheet
from rules.desk.briefing.useful import useful_verbs
from rules.desk.reading import Verdict
from rules.orders.verb import Verb
from rules.orders.verbs import VERBS
from rules.scenarios.lobby import scenario_infos
from rules.state.battle import Battle
from rules.views.masking import view_for

ALL = [info.slug for info in scenario_infos()]


def battle_of(slug: str) -> Battle:
    table = engine.replay(engine.new_game(slug))
    assert isinstance(table, Battle)
    return table


def sheet_of(battle: Battle) -> CheatSheet:
    return cheat_sheet(battle, rules_of(battle))


def lines_of(sheet: CheatSheet) -> set[str]:
    return {line for part in sheet.parts for entry in part.entries for line in entry.lines}


def briefs_of(sheet: CheatSheet) -> set[str]:
    return {entry.words for part in sheet.parts for entry in part.entries}


def brief(verb: Verb) -> str:
    return (_STANDING if verb.record.standing else _ORDERS)[verb.family]


def test_each_verb_stands_on_the_sheet_of_a_battle_that_knows_them_all() -> None:
    battle = battle_of("grange")
    modules = ("tactics", "buildings", "castles", "works", "captives", "setup")
    told = briefs_of(sheet_of(replace(battle, setup=replace(battle.setup, modules=modules))))
    assert [verb.family for verb in VERBS if brief(verb) not in told] == []


@pytest.mark.parametrize("slug", ALL)
def test_the_sheet_of_a_battle_has_what_is_of_use_in_it(slug: str) -> None:
    battle = battle_of(slug)
    told = briefs_of(sheet_of(battle))
    useful = {brief(verb) for verb in useful_verbs(battle)}
    others = {brief(verb) for verb in VERBS} - useful
    assert useful <= told and not others & told


@pytest.mark.parametrize("slug", ALL)
def test_nobody_is_named_who_is_not_in_the_battle_and_every_line_is_read(slug: str) -> None:
    battle = battle_of(slug)
    names = [*(f.name for f in battle.figures.values()), *(e.name for e in battle.engines.values())]
    men = {word for name in names for word in name.split()}
    for seat in battle.setup.seats:
        sheet = cheat_sheet(view_for(battle, seat.id), rules_of(battle), seat.id)
        orders = [part for part in sheet.parts if part.title != "To the server"]
        lines = [line for part in orders for entry in part.entries for line in entry.lines]
        strangers = {name for line in lines for name in re.findall(r"\b[A-Z][a-z]+\b", line)} - men
        seen = view_for(battle, seat.id)
        hidden = not seen.active_enemies(seat.side)  # then there is nobody whom an order could name
        nameless = {"Jemal", "Okeanos", "Robert", "Drogo"} if hidden else set()
        assert strangers <= nameless, (seat.id, strangers)
        for line in lines:
            read = engine.read_orders(battle, seat.id, [line]).lines
            assert all(one.verdict is not Verdict.UNREADABLE for one in read), (seat.id, line)


def test_the_escalade_tells_how_to_climb_and_nothing_of_ropes_and_pikes() -> None:
    battle = battle_of("escalade")
    told = cheat_sheet(battle, rules_of(battle), "normans")
    lines = " ".join(lines_of(told))
    assert "MOVE William climb" in lines and "CARRY LADDER William + Geoffrey" in lines
    assert not re.search("ROPE|GRAPNEL|FORM|MARCH|mounted", lines)
    assert "FORM Okeanos + Nikolaos + Basilios" in " ".join(
        lines_of(cheat_sheet(battle, rules_of(battle), "byzantines"))
    )
    assert not any("climb" in line for line in lines_of(sheet_of(battle_of("ford"))))


@pytest.mark.parametrize(
    ("slug", "has", "has_not"),
    [
        ("orchard", {"FIRE", "ATTACK"}, {"CHARGE", "RAISE", "PLACE"}),
        ("lances", {"CHARGE", "COUNTER"}, {"FORM", "SHELTER"}),
        ("spears", {"CHARGE", "FORM", "MARCH"}, {"OPEN"}),
        ("tents", {"TEAR", "SHELTER"}, {"CHARGE", "FORM"}),
        ("tower", {"OPEN", "CLOSE", "SHELTER"}, {"RAISE", "CHARGE", "LIGHT"}),
        ("escalade", {"RAISE", "TOPPLE", "LIGHT"}, {"CHARGE", "SHOOT", "TEAR", "GRAPNEL", "PULL", "COIL"}),
        ("hooks", {"GRAPNEL", "COIL", "CUT", "PULL"}, {"CHARGE", "SHOOT", "RAISE"}),
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

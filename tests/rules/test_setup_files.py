"""Scenario files with a set-up: what they lay out, and how each contradiction is refused, with
file and place."""

from __future__ import annotations

import pytest

from rules import engine
from rules.scenarios import loader
from rules.scenarios.creation import begun, created
from rules.scenarios.loader import ScenarioError, load, scenario_from_toml
from rules.state.invariants import broken
from tests.rules.kit import RULES

GRANGE = (loader.SCENARIOS / "grange.toml").read_text("utf-8")


def changed(*changes: tuple[str, str]) -> str:
    text = GRANGE
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


@pytest.mark.rule("GUI-2a", "RUL-203")
def test_men_wait_off_the_board_and_reserves_are_called_behind_the_creation() -> None:
    first, hidden_or_not, last = begun(load("grange"), RULES)
    assert isinstance(first, engine.GameCreated)
    assert all(figure.hex is None and figure.awaited for figure in first.figures)
    assert "setup" in first.setup.modules
    assert (hidden_or_not.seats, sorted(hidden_or_not.reserves)) == (
        (),
        ["gisulfo", "landolfo", "melo", "romualdo"],
    )  # type: ignore[attr-defined]
    assert (last.seats, sorted(last.reserves)) == (("normans",), ["gui", "serlo", "tancred"])
    public = first.setup.deployments
    assert not any(name in deployment.template for name in last.reserves for deployment in public)
    assert broken(engine.replay([first, hidden_or_not, last])) == []


def test_an_area_is_cut_out_by_hexes_places_terrain_and_levels() -> None:
    tower = (loader.SCENARIOS / "tower.toml").read_text("utf-8")
    section = """
[[setup]]
seat = "byzantines"
areas = [
  { name = "The  Wall", places = ["castle"], terrain = ["platform"] },
  { name = "the castle", places = ["castle"] },
  { name = "the keep", levels = [2] },
  { name = "the rest", hexes = ["0101-2618"] },
]
"""
    setup = created(scenario_from_toml(tower + section, "tower"), RULES).setup
    [deployment] = setup.deployments
    wall, castle, keep, _ = deployment.areas
    assert wall.name == "the wall"
    board = engine.replay([created(scenario_from_toml(tower + section, "tower"), RULES)]).board
    assert {board.terrain(at) for at in wall.hexes} == {"platform"}
    assert set(wall.hexes) < set(castle.hexes)
    assert {board.level(at) for at in keep.hexes} == {2}
    assert "1313" not in castle.hexes  # nobody stands in a closed gate


def test_a_scenario_without_the_section_begins_as_before() -> None:
    for slug in ("orchard", "tower"):
        events = engine.new_game(slug)
        assert [e.kind for e in events] == ["game_created", "phase_opened"]
        assert b"deployments" not in engine.encode(events[0]).data
        assert engine.awaiting(engine.replay(events)).turn == 1


CONTRADICTIONS = {
    "a word that sides have not": (('edge = "1318"', 'egde = "1318"\nedge = "1318"'),
                                   "sides: there is nothing called 'egde'"),
    "a word that seats have not": (("[[seats]]", "[[seats]]\nplayer = 1"),
                                   "seats: there is nothing called 'player'"),
    "a word that victory has not": (("lead = 4", "leed = 4"), "victory: there is nothing called 'leed'"),
    "an aim of no kind": (('kind = "held"', 'kind = "glory"'), "there is no kind 'glory'"),
    "no turn": (("turns = 10", "turns = 0"), "a battle has one turn or more, not 0"),
    "a word that aims have not": (("[[victory.aims]]", "[[victory.aims]]\nworth = 2"),
                                  "victory.aims: there is nothing called 'worth'"),
    "a seat that is none": (('seat = "lombards"\nareas', 'seat = "greeks"\nareas'),
                            "setup: there is no seat 'greeks'"),
    "a seat twice": (('seat = "lombards"\nareas', 'seat = "normans"\nareas'),
                     "setup: normans is set up twice"),
    "an area off the board": (("0115-2618", "0115-2619"), "area 'the fields': there is no hex 2619"),
    "a place that is not drawn": (('places = ["barn"]', 'places = ["stable"]'),
                                  "the drawing has no place 'stable'"),
    "a terrain that is none": (('places = ["barn"]', 'terrain = ["moat"]'), "there is no terrain 'moat'"),
    "an empty area": (('places = ["barn"]', "levels = [3]"),
                      "area 'the barn': nobody could stand in any hex of it"),
    "two areas of one name": (('name = "the barn"', 'name = "the yard"'), "two areas are called 'the yard'"),
    "a name that is a hex": (('name = "the barn"', 'name = "0807"'), "a name is made of words"),
    "a usual place outside": (('Carlo = "0910"', 'Carlo = "0304"'),
                              "carlo in 0304 stands outside of the house"),
    "more men than hexes": (
        ('hexes = ["0115-2618"]', 'hexes = ["1215-1316"]'),
        "setup of normans: the men need 19 hexes, the areas have 4",
    ),
    "areas of two sides that meet": (("0115-2618", "0111-2618"),
                                     "setup: both normans and lombards|setup: both lombards and normans"),
    "a reserve of nobody": (('["Tancred", "Serlo", "Gui"]', "[]"),
                            "setup of normans: reserve 1: nobody is in it"),
    "a reserve of others": (('["Tancred", "Serlo", "Gui"]', '["Carlo"]'),
                            "reserve 1: Carlo is not called up by normans"),
    "a reserve twice": (('"Serlo", "Gui"]', '"Serlo", "Serlo"]'), "reserve 1: Serlo is in a reserve already"),
    "a waiting man in no reserve": (('"Romualdo", "Landolfo", "Melo"]\nby', '"Romualdo", "Landolfo"]\nby'),
                                    "Melo waits in no reserve"),
    "a waiting man without a set-up": (
        ('[[setup]]\nseat = "lombards"', '[[setup]]\nseat = "lombards2"'),
        "there is no seat 'lombards2'",
    ),
    "an edge that is none": (('by = ["east"]', 'by = ["up"]'), "'up' is no edge"),
    "an entry within the board": (('by = ["east"]', 'by = ["1305"]'),
                                  "1305 does not lie on the edge of the board"),
    "no entry": (('by = ["east"]', "by = []"), "say by which edge or hex it enters"),
    "a turn after the last": (("turn = 3", "turn = 11"),
                              "turn 11 is not among the turns of the battle, 1 to 10"),
    "a turn before the first": (("turn = 3", "turn = 0"), "turn 0 is not among the turns"),
    "a field that is none": (("announced = false", "secret = true"), "secret"),
}  # fmt: skip


@pytest.mark.parametrize("case", CONTRADICTIONS)
@pytest.mark.rule("RUL-202")
def test_a_contradiction_is_refused_when_the_file_is_read(case: str) -> None:
    change, said = CONTRADICTIONS[case]
    with pytest.raises(ScenarioError, match=rf"grange\.toml: .*({said})"):
        scenario_from_toml(changed(change), "grange")


def test_who_waits_has_a_set_up_and_who_stands_in_formation_is_not_placed() -> None:
    spears = (loader.SCENARIOS / "spears.toml").read_text("utf-8")
    scenario = load("spears")
    seat = scenario.seats[0].id
    name, place = next(iter(scenario.figures[seat].items()))
    with pytest.raises(ScenarioError, match=f"{name} waits in reserve, but {seat} have no set-up"):
        scenario_from_toml(spears.replace(f'{name} = "{place}"', f'{name} = "reserve"'), "spears")
    drawn_up = scenario.formations[0].figures[0]
    section = '\n[[setup]]\nseat = "byzantines"\nareas = [{ name = "the field", hexes = ["0101-2418"] }]\n'
    with pytest.raises(ScenarioError, match=f"setup: {drawn_up} begins in formation and cannot be placed"):
        scenario_from_toml(spears + section, "spears")


def test_a_man_on_foot_cannot_wait_in_the_saddle() -> None:
    text = changed(('Carlo = "0910"', 'Carlo = "reserve mounted"'), ('"Melo"]', '"Melo", "Carlo"]'))
    with pytest.raises(ScenarioError, match="Carlo has no horse to sit on"):
        created(scenario_from_toml(text, "grange"), RULES)

"""Structures on panels and in scenario files: what they mean, and what is said of links that lead nowhere."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.books.guiscard import GUISCARD
from rules.core.places import Place
from rules.scenarios import works
from rules.scenarios.creation import created
from rules.scenarios.loader import ScenarioError, load, scenario_from_toml
from rules.scenarios.panels import PanelError, board_data, panel_from_text
from rules.state.board import Board, BoardData, board_of
from rules.state.storeys import level_of, structure_at
from rules.state.structures import Body, BodyFloor, BodyJoint, Floor, Joint, Spot, Structure, faults_in_body
from rules.tactical.ways import links
from tests.rules.kit import RULES, battle, man
from tests.rules.tower_kit import LINKS, TOWER, before_the_wall, tower

PANEL = """\
name A keep
[map]
01 .   .   .
     .   .   .
02 .   .   .
     .   .   .
03 .   .   .
     .   .   .
[structures]
structure the old keep 0202 0302
storey 1 height 2 cover heavy
storey 2 height 4 0302
link stairs 0202 0202/1 the winding stairs
link stairs 0302/1 0302/2
"""


def board(text: str = PANEL) -> Board:
    return board_of(board_data(panel_from_text(text)))


def test_a_panel_draws_storeys_and_links() -> None:
    (keep,) = board().structures
    assert (keep.name, keep.hexes) == ("the old keep", ("0202", "0302"))
    assert keep.floors == (Floor(1, 2, (), "heavy"), Floor(2, 4, ("0302",)))
    assert keep.joints == (
        Joint("the winding stairs", "stairs", "0202", "0202/1"),
        Joint("stairs from 0302/1 to 0302/2", "stairs", "0302/1", "0302/2"),
    )


def test_a_panel_without_structures_is_stored_as_it_was() -> None:
    plain = panel_from_text(PANEL[: PANEL.index("[structures]")])
    assert (
        plain.structures == ()
        and BoardData((plain,), ()).digest() == BoardData((replace(plain),), ()).digest()
    )


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("0202/1 the winding", "0202/7 the winding",
         "the old keep: the stairs 'the winding stairs' leads to 0202/7: nothing has that storey"),
        ("0202 0202/1", "0202 0909",
         "the old keep: the stairs 'the winding stairs' leads to 0909: there is no such hex"),
        ("0302/1 0302/2", "0302/1 up",
         "the stairs 'stairs from 0302/1 to up': 'up' is no place, such as 0714 or 0714/2"),
        ("0302/1 0302/2", "0302/1 0302/1", "leads from 0302/1 to itself"),
        ("height 4 0302", "height 4 0101", "storey 2 has the hex 0101, which is none of its own"),
        ("keep 0202 0302", "keep 0202 0909", "there is no hex 0909"),
        ("keep 0202 0302", "keep", "line 10: a structure has a name and hexes"),
        ("structure the old keep 0202 0302\n", "", "line 10: a structure begins with its name"),
        ("storey 1 height 2", "storey one height 2", "line 11: a storey is its number and its height"),
        ("link stairs 0202 0202/1 the winding stairs", "link stairs",
         "line 13: a link is its kind and the two places"),
        ("storey 1", "floor 1", "line 11: 'floor' is none of structure, storey and link"),
        ("link stairs 0302/1 0302/2", "structure another 0302", "another: the old keep stands in 0302"),
    ],
)  # fmt: skip
def test_links_that_lead_nowhere_are_refused_by_name(old: str, new: str, complaint: str) -> None:
    assert old in PANEL
    with pytest.raises(PanelError, match="panel, line") as refused:
        panel_from_text(PANEL.replace(old, new))
    assert complaint in str(refused.value)


def test_a_scenario_may_build_on_its_board_and_says_where_it_is_wrong() -> None:
    text = _toml()
    built = """
[[structures]]
name = "the mill"
hexes = ["0101"]
floors = [{ storey = 1, height = 1 }]
links = [{ name = "the steps", kind = "stairs", start = "0101", end = "0101/1" }]
"""
    mill = board_of(scenario_from_toml(text + built, "ford").board()).structures
    assert [s.name for s in mill] == ["the mill"]
    for end in ("0101/2", "9901"):
        with pytest.raises(
            ScenarioError, match=f"ford.toml: the mill: the stairs 'the steps' leads to {end}"
        ):
            scenario_from_toml((text + built).replace('end = "0101/1"', f'end = "{end}"'), "ford")
    with pytest.raises(ScenarioError, match="these rules know no links of the kind 'floor'"):
        created(scenario_from_toml(text + built, "ford"), RULES)


def test_a_man_may_begin_on_a_storey_that_is_there() -> None:
    text = (
        _toml()
        + """
[[structures]]
name = "the mill"
hexes = ["0101"]
floors = [{ storey = 1, height = 1 }, { storey = 2, height = 2 }]
"""
    )
    scenario = scenario_from_toml(text, "ford")
    seat, (first, second, *_) = next((s, tuple(men)) for s, men in scenario.figures.items() if len(men) > 1)

    def begun(**places: str):
        men = scenario.figures[seat] | {first: places["one"], second: places["other"]}
        return created(replace(scenario, figures=scenario.figures | {seat: men}), TOWER)

    above = begun(one="0101/1", other="0101/2")
    stands = {figure.name: figure.place for figure in above.figures}
    assert (stands[first], stands[second]) == (Place("0101", 1), Place("0101", 2))
    with pytest.raises(ScenarioError, match=f"ford.toml: {second}: there is no storey 0101/3"):
        begun(one="0101/1", other="0101/3")
    with pytest.raises(ScenarioError, match=f"{second}: {first} is in 0101/1"):
        begun(one="0101/1", other="0101/1")


def _toml() -> str:
    from rules.scenarios.loader import SCENARIOS

    assert load("ford").slug == "ford"
    return (SCENARIOS / "ford.toml").read_text("utf-8")


def test_the_table_of_links_has_to_know_the_kinds() -> None:
    keep = Structure(
        "keep", "the keep", ("0407",), (Floor(1, 1),), (Joint("a rope", "string", "0407", "0407/1"),)
    )
    at = before_the_wall(man("Hugo", "0408"))
    panel = replace(at.setup.board.panels[0], structures=(keep,))
    other = board_of(replace(at.setup.board, panels=(panel,)))
    with pytest.raises(ScenarioError, match="no links of the kind 'string'"):
        works.check_links(load("ford"), other, TOWER.tables)


def test_a_body_is_checked_before_anybody_climbs_it() -> None:
    floors = (BodyFloor(1, 1), BodyFloor(2, 2, hexes=(3,)))
    body = Body(floors, (
        BodyJoint("a", "stairs", Spot(0, 1), Spot(0, 2)), BodyJoint("b", "stairs", Spot(5, 1), Spot(0, 1)),
        BodyJoint("c", "stairs", Spot(0, 0), Spot(0, 1)),
        BodyJoint("d", "drawbridge", Spot(0, 1), Spot(0, 0, ahead=1)),
    ))  # fmt: skip
    assert faults_in_body(body, 2) == [
        "storey 2 has hex 3 of 2",
        "the stairs 'a' leads to hex 0, storey 2: nothing has that storey",
        "the stairs 'b' leads to hex 5, storey 1: it has 2 hexes",
        "the stairs 'c' leads to hex 0, storey 0: nothing has that storey",
    ]
    engine = tower().body
    assert engine is not None and faults_in_body(engine, 2) == []


def test_in_play_a_link_without_an_end_is_no_way() -> None:
    keep = board().structures[0]
    made = battle(
        "\n".join([". . . . . ."] * 3), man("Hugo", "0202"), man("Zahir", "0601", side="arabs"), rules=TOWER
    )
    panel = replace(made.setup.board.panels[0], structures=(keep,))
    at = _on(made, panel)
    assert [
        link.end.label for link in links.links_from(at, TOWER, Place("0202"))
    ] == []  # two levels: too high a step
    low = replace(keep, floors=(Floor(1, 1), Floor(2, 2, ("0302",))))
    at = _on(made, replace(panel, structures=(low,)))
    assert [link.end.label for link in links.links_from(at, TOWER, Place("0202"))] == ["0202/1"]
    assert [link.end.label for link in links.links_from(at, TOWER, Place("0202", 1))] == ["0202", "0302/1"]
    assert level_of(at, Place("0302", 2)) == 2 and structure_at(at, "0101") is None
    assert links.links_from(at, GUISCARD.rules(), Place("0202")) == ()  # a book without a table of links
    assert LINKS.has("floor")


def _on(made, panel):
    setup = replace(made.setup, board=replace(made.setup.board, panels=(panel,)))
    return type(made)(setup=setup, figures=made.figures.copy(), horses=made.horses.copy())

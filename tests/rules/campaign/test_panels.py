"""Which panels players would fight on: lists filed ahead, and boards laid by them (GUC-14.2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import desk
from rules.campaign.boards import ground, panels
from rules.campaign.lessons import help_on
from rules.campaign.plans.plan import Panels
from rules.campaign.plans.reading import Reader
from rules.desk.reading import LineReading, Verdict
from rules.events.base import Knowledge
from rules.orders.trouble import Code, Misread
from rules.scenarios.panels import load_panel
from rules.views.masking import view_for
from tests.rules.campaign.board_kit import LOTS, attacked, morning, on_boards, the_battle
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, TABLES, Script, World

FOREST, PLAIN = "0304", "0603"


def read(line: str, world: World | None = None) -> Panels:
    (found,) = Reader((world or on_boards()).at, NORMANS).read(line)
    assert isinstance(found, Panels)
    return found


def answer(line: str, world: World | None = None) -> LineReading:
    return desk.read_orders(view_for((world or on_boards()).at, NORMANS), NORMANS, [line]).lines[0]


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("PANELS forest: orchard, defile", "PANELS forest: orchard, defile"),
        ("panels in the woods: Orchard then defile", "PANELS forest: orchard, defile"),
        ("PANELS plain, stubble", "PANELS plain, stubble"),
        ("PANELS: castle; plain", "PANELS castle, plain"),
        ("panel on hills: defile", "PANELS hill: defile"),
        ("PANELS in cities: chapel and farm and chapel", "PANELS city: chapel, farm"),
        ("PANELS anywhere: stubble", "PANELS stubble"),
    ],
)
def test_a_list_is_read_and_written(line: str, written: str) -> None:
    assert read(line).text == written == read(written).text


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("PANELS", Code.INCOMPLETE, "PANELS forest: orchard, defile"),
        ("PANELS moon: plain", Code.NAME, "mountain, swamp"),
        ("PANELS orchad", Code.NAME, "not the name of a panel"),
        ("PANELS forest: castle", Code.RULE, "orchard, defile, and beside them stubble, plain"),
        ("PANELS forest:", Code.NAME, "'forest' is not the name of a panel: PANELS plain, stubble"),
        ("PANELS and", Code.NAME, "not the name of a panel"),
    ],
)
def test_what_cannot_be_read_is_told_why(line: str, code: Code, words: str) -> None:
    with pytest.raises(Misread) as misread:
        read(line)
    assert misread.value.trouble.code == code and words in misread.value.trouble.message
    if line == "PANELS orchad":
        assert misread.value.trouble.suggestion == "orchard"


def test_the_receipt_tells_what_would_be_laid_first() -> None:
    found = answer("PANELS forest: defile, stubble")
    assert found.verdict is Verdict.OK and "defile on this ground: forest" in found.details[0]
    told = answer("PANELS defile")
    assert "defile on this ground: forest, hill" in told.details[0]
    none = answer("PANELS forest: stubble")
    assert "by lot" in " ".join(none.details + none.message)


def test_where_one_die_decides_a_list_stands_and_is_told_to_be_of_no_use() -> None:
    found = answer("PANELS plain", World())
    assert found.verdict is Verdict.NOTE and "one die" in " ".join(found.message)


def test_a_line_for_a_ground_takes_the_place_of_the_one_before() -> None:
    lines = ["PANELS forest: defile", "PANELS plain", "PANELS forest: orchard"]
    reading = desk.read_orders(view_for(on_boards().at, NORMANS), NORMANS, lines)
    assert set(reading.standing) >= {"PANELS plain", "PANELS forest: orchard"}
    assert "PANELS forest: defile" not in reading.standing


def test_help_tells_of_them() -> None:
    assert "PANELS forest: orchard, defile" in help_on(on_boards().at, "panels")


# laid by them


def names(wanted: ground.Wishes, men: int, where: str = PLAIN, lot: int = 1) -> list[str]:
    dice = Script(named=LOTS | {"GUC-14.2b": lot})
    found = ground.laid(World().today(dice), where, men, "n1", wanted)
    return [panel.name for panel in found.data.panels]


def titles(*slugs: str) -> list[str]:
    return [load_panel(slug).name for slug in slugs]


@pytest.mark.rule("GUC-14.2b")
def test_the_attacked_lays_the_first_panel_and_the_attacker_the_second() -> None:
    wanted = ground.Wishes(("defile", "stubble"), ("plain", "orchard", "defile"))
    assert names(wanted, 9, FOREST) == titles("defile")
    assert names(wanted, 40, FOREST) == titles("defile", "plain")
    assert names(wanted, 70, FOREST) == titles("defile", "plain", "stubble", "orchard")


@pytest.mark.rule("GUC-14.2")
def test_the_first_is_one_for_the_hex_and_the_others_may_be_of_open_ground() -> None:
    wanted = ground.Wishes(("castle", "plain", "orchard"), ("farm", "castle", "stubble"))
    assert names(wanted, 40, FOREST) == titles("orchard", "stubble")


@pytest.mark.rule("GUC-14.2b")
def test_without_a_list_and_where_it_ends_it_is_laid_as_ever() -> None:
    nothing = ground.Wishes((), ())
    assert names(nothing, 70, FOREST, lot=2) == titles("defile", "stubble", "plain", "stubble")
    one = ground.Wishes((), ("orchard",))
    assert names(one, 70, FOREST) == titles("orchard", "stubble", "plain", "stubble")


def test_a_line_for_the_ground_goes_before_the_one_for_all() -> None:
    lines = (Panels(panels=("plain", "orchard")), Panels(ground="forest", panels=("defile", "plain")))
    assert panels.preferred(lines, "forest") == ("defile", "plain", "orchard")
    assert panels.preferred(lines, "hill") == ("plain", "orchard")


@pytest.mark.rule("GUC-14.2b")
@pytest.mark.parametrize(("lot", "north"), [(1, "north"), (4, "west")])
def test_a_list_changes_no_die(lot: int, north: str) -> None:
    dice = {"GUC-14.2b": 2, "GUC-14.2c": lot}
    today = World().today(Script(named=dice))
    found = ground.laid(today, FOREST, 9, "n1", ground.Wishes(("orchard",), ()))
    assert [panel.name for panel in found.data.panels] == titles("orchard")
    assert ground.EDGES[found.north] == north
    assert len([e for e in today.journal.events if e.kind == "die_rolled"]) == 2


@pytest.mark.rule("GUC-14.2b")
def test_a_battle_is_fought_on_the_panels_that_both_have_filed() -> None:
    world = attacked(20, 20)
    world.orders(NORMANS, Panels(panels=("plain",)))
    world.orders(BYZANTINES, Panels(ground="plain", panels=("stubble",)))
    battle = the_battle(morning(world))
    assert [panel.name for panel in battle.setup.board.panels] == titles("stubble", "plain")
    assert any(isinstance(one, Panels) for one in world.plans[NORMANS].orders), "the list stands"


def test_nobody_else_is_shown_anything_of_a_list() -> None:
    """Whoever has no part in the battle is shown the same whether there was one or not; its two sides see the
    board."""
    plain, listed = attacked(), attacked()
    listed.orders(BYZANTINES, Panels(panels=("stubble",)))
    shown = []
    for world in (plain, listed):
        events = morning(world)
        shown.append([e for event in events if (e := event.seen_by(Knowledge(LOMBARDS)))])
    assert shown[0] == shown[1]
    assert the_battle(plain.events).setup.board != the_battle(listed.events).setup.board


def test_all_that_the_table_names_can_be_wished_for() -> None:
    assert panels.grounds(TABLES)[:2] == ("plain", "forest") and panels.OPEN not in panels.grounds(TABLES)
    for name in panels.every(TABLES):
        assert read(f"PANELS {name}").panels == (name,)
    for kind in panels.grounds(TABLES):
        for name in panels.allowed(TABLES, kind):
            assert read(f"PANELS {kind}: {name}").ground == kind


def test_a_campaign_that_began_before_there_was_the_table_knows_no_panels() -> None:
    world = World()
    old = {name: table for name, table in TABLES.as_dict().items() if name != panels.TABLE}
    world.setup = world.at.setup = replace(world.setup, tables=old)
    with pytest.raises(Misread):
        read("PANELS plain", world)

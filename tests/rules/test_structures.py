"""Houses, tents and castles in the way: who can step where, and at what price (GUI-8.1, GUI-8.4,
GUI-9.1, GUI-9.5)."""

from __future__ import annotations

import pytest

from rules.core.rejection import Rejection
from rules.events.structures import TentTorn
from rules.evolve import evolve
from rules.orders.records import Leg, LegKind, MoveOrder
from rules.tactical.charging.runs import charge_route
from rules.tactical.fighting.advance import choose_advance
from rules.tactical.harm import displacement, infiltration, surrounded, unhorsing
from rules.tactical.moving import movement, path_finding
from rules.tactical.moving.planning import plan
from rules.tactical.retreating import ways_back
from tests.rules.built import built, cost, house, plain, reaches, why
from tests.rules.kit import RULES, SIEGE, battle, field, horse, journal, man, rider
from tests.rules.structures_kit import GOING, RIDING, STOPPED


def path_to(at, who: str, to: str) -> list[str] | str:
    found = path_finding.cheapest_path(at, SIEGE, at.figures[who], to)
    return found.rule if isinstance(found, Rejection) else [leg.hex or leg.kind.value for leg in found]


# houses


@pytest.mark.rule("GUI-8.4a", "GUI-8.1")
def test_nobody_goes_or_strikes_through_a_wall():
    at = house(GOING)
    assert why(at, GOING, "0203", "0303") == "GUI-8.4a"
    assert why(at, GOING, "0303", "0203") == "GUI-8.4a"
    assert not reaches(house(man("Hugo", "0203")), "hugo", "0303")
    assert cost(at, GOING, "0303", "0304") == 1


@pytest.mark.rule("GUI-8.4a", "GUI-8.1")
def test_a_doorway_is_open_to_men_and_riders_but_the_rooms_behind_it_not_to_horses():
    at = house(GOING)
    assert (cost(at, GOING, "0305", "0304"), cost(at, RIDING, "0305", "0304")) == (1, 1)
    assert (why(at, RIDING, "0304", "0303"), why(at, GOING, "0304", "0303")) == ("GUI-8.4a", "")
    inside = house(rider("Drogo", "0306", "0307"))
    assert path_to(inside, "drogo", "0304") == ["0305", "0304"]
    assert path_to(inside, "drogo", "0403") == "GUI-8.4a"


@pytest.mark.rule("GUI-8.4a")
def test_the_way_into_a_house_leads_round_it_to_the_door():
    at = house(man("Hugo", "0503"))
    way = path_to(at, "hugo", "0403")
    assert way[-3:] == ["0305", "0304", "0403"] or way[-3:] == ["0305", "0304", "0303"], way
    assert "0304" in way


@pytest.mark.rule("GUI-8.4.1a")
def test_a_window_takes_four_points_in_all_and_only_men_on_foot():
    at = house(GOING)
    assert (cost(at, GOING, "0302", "0303"), cost(at, GOING, "0303", "0302")) == (4, 4)
    assert why(at, RIDING, "0303", "0302") == "GUI-8.4.1a"
    trees = battle("t i", walls=("wall 0201",), hexsides=(("0201", "NW", "window"),), rules=SIEGE)
    assert cost(trees, GOING, "0201", "0101") == 4


@pytest.mark.rule("GUI-8.4.1a")
@pytest.mark.parametrize(
    ("health", "rule"), [("healthy", "GUI-4.2"), ("stunned", "GUI-8.4.1a"), ("dead", "")]
)
def test_no_window_is_crossed_while_an_enemy_is_behind_it(health, rule):
    at = house(man("Hugo", "0302"), man("Zahir", "0303", side="arabs", health=health))
    found = plan(at, SIEGE, MoveOrder("hugo", path=(Leg(LegKind.HEX, "0303"), Leg(LegKind.HEX, "0403"))))
    assert (found.rule if isinstance(found, Rejection) else "") == rule
    # by a doorway the stunned man could be passed (GUI-4.1b), and so the way found leads round
    way = path_to(at, "hugo", "0403")
    assert way == "GUI-4.2" if health == "healthy" and way == "GUI-4.2" else way[-1] == "0403"
    assert (health == "dead") is (way[0] == "0303")


@pytest.mark.rule("GUI-8.4.1b")
def test_a_wounded_man_in_armour_cannot_cross_a_window():
    """EX-8.4.1-1: 3 or 2 MP, where the window takes 4."""
    for mp in (3, 2):
        wounded = man("Roger", "0302", armoured=True, health="wounded", mp=2 * mp)
        at = house(wounded)
        assert at.figures["roger"].values.movement == mp
        found = plan(at, SIEGE, MoveOrder("roger", path=(Leg(LegKind.HEX, "0303"),)))
        assert isinstance(found, Rejection) and "costs 4 MP" in found.why


@pytest.mark.rule("GUI-8.4.2a")
def test_a_low_wall_adds_two_to_the_hex_behind_it():
    """EX-8.4.2-1: 2 for the side and 1 for the hex; a tree behind it makes it 4."""
    wall = (("0101", "S", "low_wall"),)
    assert cost(plain(hexsides=wall), GOING, "0101", "0102") == 3
    assert cost(plain(hexsides=wall), RIDING, "0101", "0102") == 3
    trees = built(". .\nt .", hexsides=wall)
    assert (cost(trees, GOING, "0101", "0102"), cost(trees, GOING, "0102", "0101")) == (4, 3)


@pytest.mark.rule("GUI-8.4.2b")
def test_a_rider_jumps_a_low_wall_but_does_not_stop_astride():
    wall = (("0304", "S", "low_wall"),)
    at = plain(rider("Drogo", "0304", "0303"), hexsides=wall)
    astride = plan(at, SIEGE, MoveOrder("drogo", path=(Leg(LegKind.HEX, "0305"),)))
    assert isinstance(astride, Rejection) and astride.rule == "GUI-8.4.2b"
    over = plan(at, SIEGE, MoveOrder("drogo", path=(Leg(LegKind.HEX, "0305"), Leg(LegKind.HEX, "0306"))))
    assert not isinstance(over, Rejection) and over.cost == 4
    # left to himself he looks for a way to 0305 on which both halves are on one side
    found = plan(at, SIEGE, MoveOrder("drogo", to="0305"))
    assert not isinstance(found, Rejection) and (found.hex, found.rear) != ("0305", "0304")


@pytest.mark.rule("GUI-4.1a", "GUI-8.4.2b")
def test_where_a_rider_may_end_both_halves_are_on_one_side_of_a_low_wall():
    """One step brings his front half over it; to end there he rides on and comes back beside it."""
    drogo = rider("Drogo", "0304", "0303")
    walled = plain(drogo, hexsides=(("0304", "S", "low_wall"),))
    reach = path_finding.reach(walled, SIEGE, drogo)
    assert (path_finding.reach(plain(drogo), SIEGE, drogo)["0305"], reach["0305"]) == (1, 4)


@pytest.mark.rule("GUI-8.4.2b")
def test_a_rider_stopped_astride_a_low_wall_goes_back_over_it():
    wall = (("0304", "S", "low_wall"),)
    at = plain(rider("Drogo", "0304", "0303"), man("Zahir", "0205", side="arabs"), hexsides=wall)
    order = MoveOrder("drogo", path=tuple(Leg(LegKind.HEX, h) for h in ("0305", "0306", "0307")))
    table = journal(at, named={"GUI-4.3.1a": STOPPED}, otherwise=5)
    movement.resolve_move(table, SIEGE, order, lambda mover: None)
    assert [e.result for e in table.events if e.kind == "infiltration_tested"] == ["stopped"]
    assert table.battle.figures["drogo"].hexes == ("0304", "0303")


@pytest.mark.rule("GUI-8.4a")
def test_a_horse_does_not_swing_through_a_wall():
    """Its front half turns from the north-west to the west of a wall that runs up from its rear half."""
    wall = (("0304", "NE", "wall"),)
    at = plain(rider("Drogo", "0303", "0304"), hexsides=wall)
    swung = plan(at, SIEGE, MoveOrder("drogo", path=(Leg(LegKind.HEX, "0403"),)))
    assert isinstance(swung, Rejection) and swung.rule == "GUI-8.4a"
    free = plain(rider("Drogo", "0303", "0304"))
    assert not isinstance(plan(free, SIEGE, MoveOrder("drogo", path=(Leg(LegKind.HEX, "0403"),))), Rejection)
    way = path_to(at, "drogo", "0403")
    assert way != ["0403"]


# what everybody else does by itself


@pytest.mark.rule("GUI-8.4a")
def test_nobody_is_opposed_or_in_contact_through_a_wall():
    at = house(man("Hugo", "0203"), man("Zahir", "0303", side="arabs"))
    assert infiltration.opponents(at, SIEGE, at.figures["hugo"], "0203") == []


@pytest.mark.rule("GUI-8.4a", "GUI-4.3d")
def test_through_a_window_one_strikes_but_does_not_oppose():
    at = house(man("Hugo", "0302"), man("Zahir", "0303", side="arabs"))
    assert reaches(at, "zahir", "0302")
    assert infiltration.opponents(at, SIEGE, at.figures["hugo"], "0302") == []


@pytest.mark.rule("GUI-8.4a")
def test_nobody_falls_back_through_a_wall():
    """Zahir in 0404 has walls behind him to the east, the south and the south-west: he goes
    through the house."""
    at = house(man("Zahir", "0404", side="arabs"), man("Hugo", "0403"))
    found = ways_back.choose_route(at, SIEGE, at.figures["zahir"], 1, enemies=frozenset())
    assert not isinstance(found, Rejection) and found.end.hex in ("0304", "0403", "0303")
    cornered = ways_back.choose_route(at, SIEGE, at.figures["zahir"], 1, enemies=frozenset({"hugo"}))
    assert isinstance(cornered, Rejection)


@pytest.mark.rule("GUI-8.4.2b", "GUI-5.4.4c")
def test_a_rider_cannot_give_ground_by_half_across_a_low_wall():
    wall = (("0304", "S", "low_wall"),)
    at = plain(rider("Drogo", "0303", "0304"), hexsides=wall)
    assert isinstance(ways_back.choose_route(at, SIEGE, at.figures["drogo"], 1), Rejection)
    assert ways_back.choose_route(at, SIEGE, at.figures["drogo"], 2).end.hexes == ("0305", "0306")


@pytest.mark.rule("GUI-8.4a", "GUI-6.6a")
def test_a_winner_follows_through_the_doorway_only():
    at = house(man("Hugo", "0305"), man("Odo", "0405"))
    chosen = choose_advance(at, SIEGE, ("odo", "hugo"), ("0304",), frozenset())
    assert chosen is not None and chosen.figure == "hugo"
    assert choose_advance(at, SIEGE, ("odo",), ("0304",), frozenset()) is None


@pytest.mark.rule("GUI-8.4a", "GUI-6.5b")
def test_nobody_is_pushed_aside_through_a_wall():
    """Odo in 0404 can only make room into the house; with that full there is no room."""
    at = house(man("Odo", "0404"), man("Hugo", "0403"), man("Fulk", "0304"))
    room = displacement.room_at(at, SIEGE, "0404", "normans", frozenset({"0303", "0305", "0302"}))
    assert room is None
    assert displacement.room_at(at, SIEGE, "0404", "normans").shifts[-1].taken in ("0303", "0305", "0302")


@pytest.mark.rule("GUI-8.4a", "GUI-6.2f")
def test_walls_help_to_surround_a_stunned_man():
    """In a corner of the house two enemies are enough; in the open four hexes would be left to him."""
    pieces = [man("Hugo", "0404", health="stunned")]
    pieces += [man(n, h, side="arabs") for n, h in (("Zahir", "0403"), ("Malik", "0304"))]
    indoors, outdoors = house(*pieces), plain(*pieces)
    assert surrounded.is_surrounded(indoors, SIEGE, indoors.figures["hugo"])
    assert not surrounded.is_surrounded(outdoors, SIEGE, outdoors.figures["hugo"])


@pytest.mark.rule("GUI-8.4a", "GUI-6.8a")
def test_a_rider_is_not_thrown_through_a_wall():
    """Drogo rides along the west wall; beside him only open ground will do."""
    at = house(rider("Drogo", "0203", "0202"))
    table = journal(at, otherwise=5)
    unhorsing.unhorse(table, SIEGE, "drogo", "GUI-6.8a")
    assert table.battle.board.terrain(table.battle.figures["drogo"].hex) == "flat"


@pytest.mark.rule("GUI-8.4a")
def test_a_led_horse_does_not_come_into_the_rooms():
    bay = horse("Bayard", "0306", "0307", led_by="hugo")
    at = house(man("Hugo", "0305"), bay)
    first = plan(at, SIEGE, MoveOrder("hugo", path=(Leg(LegKind.HEX, "0304"),)))
    assert not isinstance(first, Rejection)
    on = plan(at, SIEGE, MoveOrder("hugo", path=tuple(Leg(LegKind.HEX, h) for h in ("0304", "0403", "0303"))))
    assert isinstance(on, Rejection) and on.rule == "GUI-8.4a" and "leads Bayard" in on.why


@pytest.mark.rule("GUI-8.4a", "GUI-4.4.3a")
def test_a_loose_horse_is_not_pushed_into_a_house():
    """Hugo ends where Bayard's head is; its tail in 0204 stays, and the head swings to open ground."""
    at = house(man("Hugo", "0202"), horse("Bayard", "0203", "0204"))
    table = journal(at, otherwise=5)
    movement.resolve_move(table, SIEGE, MoveOrder("hugo", path=(Leg(LegKind.HEX, "0203"),)), lambda m: None)
    assert table.battle.figures["hugo"].hex == "0203"
    assert all(table.battle.board.terrain(h) == "flat" for h in table.battle.horses["bayard"].hexes)


@pytest.mark.rule("GUI-8.4a", "GUI-4.4.2d")
def test_nobody_mounts_through_a_wall():
    at = plain(
        man("Hugo", "0303", rides=True),
        horse("Bayard", "0403", "0402"),
        hexsides=(("0303", "SE", "wall"), ("0303", "NE", "wall")),
    )
    found = plan(at, SIEGE, MoveOrder("hugo", path=(Leg(LegKind.MOUNT, who="bayard"),)))
    assert isinstance(found, Rejection) and found.rule == "GUI-8.4a"


@pytest.mark.rule("GUI-8.4a", "GUI-7.2.1c")
def test_no_charge_leads_through_a_wall():
    # below the whole sixth row
    walls = [(f"{c:02d}06", side, "wall") for c in (2, 4, 6, 8) for side in ("SW", "S", "SE")]
    walls += [(f"{c:02d}06", "S", "wall") for c in (1, 3, 5, 7)]
    walls.remove(("0806", "SE", "wall"))
    pieces = (rider("Drogo", "0402", "0401"), man("Zahir", "0410", side="arabs"))
    open_field = battle(field(8, 12), *pieces, rules=SIEGE)
    assert not isinstance(charge_route(open_field, SIEGE, *open_field.figures.values()), Rejection)
    walled = battle(field(8, 12), *pieces, rules=SIEGE, hexsides=walls)
    assert isinstance(charge_route(walled, SIEGE, *walled.figures.values()), Rejection)


# tents
TENT_MAP = """
. . . . . .
. . T . . .
. T O . . .
. . T . . .
. . . . . .
"""


@pytest.mark.rule("GUI-8.3.4a", "GUI-8.5.2a", "GUI-8.1")
def test_a_tent_is_entered_by_its_opening_on_foot_at_two_points():
    at = built(TENT_MAP)
    assert (cost(at, GOING, "0403", "0303"), cost(at, GOING, "0303", "0302")) == (2, 2)
    assert why(at, GOING, "0301", "0302") == "GUI-8.5.2a"
    assert why(at, GOING, "0302", "0301") == "GUI-8.5.2a"
    assert why(at, RIDING, "0403", "0303") == "GUI-8.1"
    assert why(at, GOING, "0303", "0402") == ""


@pytest.mark.rule("GUI-8.3.4a")
def test_canvas_hangs_between_two_tents_that_touch():
    row = "T T O ."
    assert why(built(row), GOING, "0101", "0201") == ""
    assert why(built(row, traits=("tent-1 0101", "tent-2 0201 0301")), GOING, "0101", "0201") == "GUI-8.5.2a"


@pytest.mark.rule("GUI-8.5.2b")
def test_a_torn_hex_is_an_opening():
    at = evolve(built(TENT_MAP, man("Milo", "0301")), TentTorn(figure="milo", hex="0302"))
    assert (why(at, GOING, "0301", "0302"), cost(at, GOING, "0301", "0302")) == ("", 2)
    assert why(at, GOING, "0104", "0203") == "GUI-8.5.2a"
    assert reaches(at, "milo", "0302")


def test_open_ground_asks_nothing_of_structures():
    assert not battle(field(4, 4), rules=RULES).board.built
    assert plain(hexsides=(("0101", "S", "low_wall"),)).board.built

"""Combat groups: size, division, movement, leaders (GUC-5.2, GUC-6b, GUC-8, GUC-9)."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from rules.campaign import groups, marching, muster, reorganising
from rules.campaign.plans.plan import NEVER, Draw, Garrison, March, Meet, Meeting, Merge, Pass, Pick, Split
from rules.events.campaign import GroupGone, GroupMarked, GroupMoved
from rules.events.campaign_secrets import LeaderNamed, ManLost
from rules.events.umpire import OrderFailed
from rules.state.campaign_counters import Fate, Kind
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, NORMANS, TABLES, Script, World, of, toy
from tests.rules.campaign.worlds import begun

FOOT = "light infantry"


# of whom they consist


@pytest.mark.rule("GUC-8.2")
def test_fifteen_are_the_line_of_ten_and_that_of_five() -> None:
    """EX-C8.2-1."""
    ten, five = muster.headcount("B", 10, TABLES), muster.headcount("B", 5, TABLES)
    assert Counter(muster.headcount("B", 15, TABLES)) == Counter(ten) + Counter(five)


@pytest.mark.rule("GUC-8.2")
@pytest.mark.parametrize(
    ("size", "lines"), [(12, (12,)), (13, (10, 3)), (20, (10, 10)), (37, (10, 10, 10, 7))]
)
def test_above_twelve_ten_count_for_every_ten(size: int, lines: tuple[int, ...]) -> None:
    expected: Counter[str] = Counter()
    for line in lines:
        expected += Counter(muster.headcount("N", line, TABLES))
    assert Counter(muster.headcount("N", size, TABLES)) == expected


@pytest.mark.rule("GUC-8.2", "GUC-4a")
@pytest.mark.parametrize("letter", ["N", "B", "V", "L", "A", "G", "M"])
def test_every_faction_musters_men_with_names_of_their_own(letter: str) -> None:
    kinds = muster.headcount(letter, 60, TABLES)
    men = muster.mustered(kinds, letter, "side", "seat", (), "Melfi")
    assert len({man.id for man in men}) == len({man.name for man in men}) == 60
    assert Counter(man.kind for man in men) == Counter(kinds)
    assert all(man.code[0] == letter or letter in "VGM" for man in men)
    assert all(man.mounted == man.rider for man in men)


# how small they may be


@pytest.mark.rule("GUC-8.1a")
def test_two_men_without_a_leader_are_lost() -> None:
    world = World()
    world.group(NORMANS, "0703", {FOOT: 2})
    today = world.today()
    assert not groups.tidy(today, "n1")
    assert [e.fate for e in of(today.journal.events, ManLost) if isinstance(e, ManLost)] == [Fate.LOST] * 2
    assert [e.cause for e in of(today.journal.events, GroupGone) if isinstance(e, GroupGone)] == ["dissolved"]


@pytest.mark.rule("GUC-8.1a")
@pytest.mark.parametrize(("men", "leader"), [(3, ""), (1, "robert")])
def test_three_men_or_a_leader_are_a_group(men: int, leader: str) -> None:
    world = World()
    world.group(NORMANS, "0703", {FOOT: men}, leader=leader)
    assert groups.tidy(world.today(), "n1")


@pytest.mark.rule("GUC-8.1a", "GUC-8.1c", "GUC-8.1f")
@pytest.mark.parametrize(
    ("number", "leader", "works"),
    [(3, "", True), (2, "", False), (5, "", True), (6, "", False), (2, "robert", True)],
)
def test_each_part_has_three_men_or_a_leader(number: int, leader: str, works: bool) -> None:
    world = World()
    world.group(NORMANS, "0703", {FOOT: 8}, leader=leader)
    world.orders(NORMANS, Split(group="n1", pick=Pick(number=number), leader=leader))
    reorganising.reorganise(today := world.today())
    assert ("n2" in today.at.groups) is works
    assert bool(of(today.journal.events, OrderFailed)) is not works


@pytest.mark.rule("GUC-8.1c")
def test_parts_keep_the_hostility_of_the_whole() -> None:
    world = World()
    world.group(NORMANS, "0703", {FOOT: 8}, hostility=9, unfed=1)
    world.orders(NORMANS, Split(group="n1", pick=Pick(number=4), purse=0))
    reorganising.reorganise(today := world.today())
    assert [today.at.contents[g].hostility for g in ("n1", "n2")] == [9, 9]
    assert [len(today.at.contents[g].men) for g in ("n1", "n2")] == [4, 4]
    assert today.at.contents["n2"].unfed == 1


@pytest.mark.rule("GUC-8.1c")
@pytest.mark.parametrize(("small", "large", "level"), [(4, 6, 8), (6, 4, 3), (5, 5, 3)])
def test_a_joined_group_has_the_hostility_of_its_larger_part(small: int, large: int, level: int) -> None:
    """Of equal parts that of the leader with more prestige (RUL-1205)."""
    world = World()
    world.group(NORMANS, "0703", {FOOT: small - 1}, leader="robert", prestige=6, hostility=3, purse=2)
    world.group(NORMANS, "0703", {FOOT: large - 1}, leader="drogo", prestige=4, hostility=8, purse=1)
    world.orders(NORMANS, Merge(group="n1", into="n2"))
    reorganising.reorganise(today := world.today())
    content = today.at.contents["n2"]
    assert (content.hostility, content.leader, len(content.men), content.purse) == (
        level,
        "robert",
        small + large,
        6,
    )


@pytest.mark.rule("GUC-8.1c")
def test_only_groups_in_one_hex_join() -> None:
    world = World()
    world.group(NORMANS, "0703", {FOOT: 4})
    world.group(NORMANS, "0803", {FOOT: 4})
    world.orders(NORMANS, Merge(group="n1", into="n2"), Pass(group="n1", into="n2", halves=1))
    reorganising.reorganise(today := world.today())
    assert len(today.at.groups) == 2 and len(of(today.journal.events, OrderFailed)) == 2


@pytest.mark.rule("GUC-13.1", "GUC-8.1c")
def test_men_go_over_between_groups_that_have_met_on_the_next_morning() -> None:
    world = World()
    world.group(NORMANS, "0703", {FOOT: 6})
    world.group(NORMANS, "0803", {"archer": 4})
    world.orders(NORMANS, March(group="n1", to="0803"))
    world.day(otherwise=5)
    assert len(world.at.groups) == 2
    world.orders(
        NORMANS, Merge(group="n1", into="n2", pick=Pick(kinds={FOOT: 2})), March(group="n1", to="0703")
    )
    world.day(otherwise=5)
    assert {g: len(c.men) for g, c in world.at.contents.items()} == {"n1": 4, "n2": 6}


@pytest.mark.rule("GUC-8.1e")
def test_two_groups_of_one_seat_in_a_hex_become_one_after_a_day() -> None:
    world = World()
    world.group(NORMANS, "0703", {FOOT: 6}, leader="robert", prestige=3)
    world.group(NORMANS, "0803", {FOOT: 4}, leader="drogo", prestige=5)
    world.orders(NORMANS, March(group="n1", to="0803"))
    world.day(otherwise=5)
    assert set(world.at.groups) == {"n1", "n2"}
    world.day(otherwise=5)
    assert set(world.at.groups) == {"n2"} and world.at.contents["n2"].leader == "drogo"


@pytest.mark.rule("GUC-8.1d")
def test_only_riders_have_the_marker_and_one_man_on_foot_takes_it_away() -> None:
    world = World()
    world.group(NORMANS, "0703", {"knight": 6})
    world.group(NORMANS, "0703", {FOOT: 4})
    assert world.at.groups["n1"].riders
    world.orders(NORMANS, Merge(group="n2", into="n1", pick=Pick(number=1)))
    reorganising.reorganise(today := world.today())
    assert not today.at.groups["n1"].riders
    assert of(today.journal.events, GroupMarked)
    assert not view_for(today.at, BYZANTINES).groups["n1"].riders


@pytest.mark.rule("GUC-8.1b", "GUC-4b")
def test_others_see_counters_and_nothing_in_them() -> None:
    world = World()
    world.group(NORMANS, "0703", {FOOT: 6}, leader="robert")
    view = view_for(world.at, BYZANTINES)
    assert view.groups["n1"].hex == "0703"
    assert not view.contents and not view.men and not view.prestige


# how far they go


@pytest.mark.rule("GUC-8.3a", "GUC-8.1d", "GUC-14.7a", "GUC-18.2", "GUC-8.4b")
@pytest.mark.parametrize(
    ("kinds", "wounded", "season", "unfed", "mp"),
    [
        ({FOOT: 9}, 0, 0, 0, 5),
        ({"knight": 9}, 0, 0, 0, 8),
        ({"knight": 8, FOOT: 1}, 0, 0, 0, 5),
        ({FOOT: 9}, 1, 0, 0, 1),
        ({"knight": 9}, 1, 0, 0, 4),
        ({FOOT: 9}, 0, -2, 0, 3),
        ({"knight": 9}, 0, -1, 0, 7),
        ({"knight": 9}, 0, -1, 2, 3),
        ({FOOT: 9}, 1, -2, 2, 1),
    ],
)
def test_the_march_of_a_day(kinds: dict[str, int], wounded: int, season: int, unfed: int, mp: int) -> None:
    world = World()
    world.at.season = season
    group = world.group(NORMANS, "0703", kinds, wounded=wounded, unfed=unfed)
    assert groups.allowance(world.at, world.at.groups[group], TABLES) == mp


@pytest.mark.rule("GUC-12.2c", "GUC-8.3a")
def test_riders_go_at_the_pace_of_the_mercenaries_under_their_counter() -> None:
    world = World()
    group = world.group(NORMANS, "0703", {"knight": 9})
    world.band("0703", {FOOT: 4}, under=group)
    assert groups.allowance(world.at, world.at.groups[group], TABLES) == 5
    world.orders(NORMANS, March(group=group, to="0903"))
    world.day(otherwise=5)
    assert world.at.groups["m1"].hex == world.at.groups[group].hex == "0903"


@pytest.mark.rule("GUC-8.3a", "GUC-2.1")
@pytest.mark.parametrize(
    ("start", "goal", "ends"),
    [
        ("0302", "0802", "0802"),  # five open hexes
        ("0603", "0604", "0604"),  # a marsh costs three
        ("0803", "0804", "0804"),  # a river without a bridge costs three
        ("0705", "0905", "0905"),  # and one on the road one
    ],
)
def test_a_march_ends_where_its_mp_do(start: str, goal: str, ends: str) -> None:
    world = World()
    world.group(NORMANS, start, {FOOT: 9})
    world.orders(NORMANS, March(group="n1", to=goal))
    world.day(otherwise=5)
    assert world.at.groups["n1"].hex == ends


@pytest.mark.rule("GUC-8.3a")
def test_six_open_hexes_are_too_many() -> None:
    world = World()
    world.group(NORMANS, "0302", {FOOT: 9})
    world.orders(NORMANS, March(group="n1", to="0902"))
    world.day(otherwise=5)
    assert toy().distance(world.at.groups["n1"].hex, "0902") == 1


@pytest.mark.rule("GUC-8.3a")
def test_whoever_has_any_mp_may_enter_one_hex() -> None:
    """RUL-1203: a marsh by men who have one MP left of a whole day."""
    world = World()
    world.group(NORMANS, "0603", {FOOT: 9}, wounded=1)
    world.orders(NORMANS, March(group="n1", to="0604"))
    world.day(otherwise=5)
    assert world.at.groups["n1"].hex == "0604"


@pytest.mark.rule("GUC-8.3a")
def test_a_march_goes_on_until_it_is_there() -> None:
    world = World()
    world.group(NORMANS, "0302", {FOOT: 9})
    world.orders(NORMANS, March(group="n1", to="1202"))
    for _ in range(2):
        world.day(otherwise=5)
    assert world.at.groups["n1"].hex == "1202"
    assert not world.plans[NORMANS].of(March)


def test_a_march_keeps_out_of_hexes_that_it_avoids_and_shuns() -> None:
    world = World()
    world.group(NORMANS, "0503", {"knight": 5}, hostility=2)
    world.group(BYZANTINES, "0603", {FOOT: 5}, hostility=2)
    world.orders(NORMANS, March(group="n1", to="0703", avoid=True, shun=(("0702", 0),)))
    world.day(otherwise=5)
    assert world.at.groups["n1"].hex == "0703"
    moved = [e for e in of(world.events, GroupMoved) if isinstance(e, GroupMoved)]
    assert not {"0603", "0702"} & set(moved[0].path)


# one faction in a hex


@pytest.mark.rule("GUC-8.3b")
@pytest.mark.parametrize(("level", "yields"), [(4, "b1"), (5, "n1"), (6, "n1")])
def test_of_two_that_do_not_fight_the_one_with_the_lower_total_goes(level: int, yields: str) -> None:
    """Of equal ones the one that moved in."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 5}, hostility=5)
    world.group(BYZANTINES, "0603", {FOOT: 5}, hostility=level)
    world.orders(NORMANS, March(group="n1", to="0603"))
    world.day(otherwise=5)
    assert world.at.groups[yields].hex != "0603"
    stays = {"n1": "b1", "b1": "n1"}[yields]
    assert world.at.groups[stays].hex == "0603"


@pytest.mark.rule("GUC-8.3b")
def test_who_moved_in_goes_back_and_who_was_there_goes_opposite() -> None:
    for level, hexes in ((9, {"n1": "0503", "b1": "0603"}), (2, {"n1": "0603", "b1": "0704"})):
        world = World()
        world.group(NORMANS, "0503", {FOOT: 5}, hostility=5)
        world.group(BYZANTINES, "0603", {FOOT: 5}, hostility=level)
        world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting(fight=())))
        world.orders(BYZANTINES, Meet(meeting=Meeting(fight=NEVER)))
        world.day(otherwise=5)
        assert {g: world.at.groups[g].hex for g in ("n1", "b1")} == hexes


# in which order


@pytest.mark.rule("GUC-6b")
def test_most_prestige_first_then_the_larger_then_those_without_a_leader() -> None:
    world = World()
    world.group(NORMANS, "0302", {FOOT: 20})
    world.group(NORMANS, "0402", {FOOT: 5}, leader="drogo", prestige=4)
    world.group(BYZANTINES, "0502", {FOOT: 6}, leader="leon", prestige=4)
    world.group(NORMANS, "0602", {FOOT: 3}, leader="robert", prestige=6)
    world.group(BYZANTINES, "0702", {FOOT: 21})
    assert marching.in_order(world.today()) == ["n3", "b1", "n2", "b2", "n1"]


@pytest.mark.rule("GUC-6b")
@pytest.mark.parametrize(("byzantine", "norman", "first"), [(1, 2, "b1"), (2, 1, "n1")])
def test_of_equal_opponents_a_die_says_who_goes_first(byzantine: int, norman: int, first: str) -> None:
    world = World()
    world.group(NORMANS, "0302", {FOOT: 5})
    world.group(BYZANTINES, "0502", {FOOT: 5})
    dice = Script(named={f"/day1/{BYZANTINES}/": byzantine, f"/day1/{NORMANS}/": norman})
    assert marching.in_order(world.today(dice))[0] == first


# leaders


@pytest.mark.rule("GUC-9b")
def test_prestige_stays_between_one_and_ten() -> None:
    world = World()
    world.group(NORMANS, "0302", {FOOT: 5}, leader="robert", prestige=10)
    world.group(NORMANS, "0402", {FOOT: 5}, leader="drogo", prestige=1)
    today = world.today()
    groups.won(today, "n1")
    groups.lost(today, "n2")
    assert (today.at.prestige["robert"], today.at.prestige["drogo"]) == (10, 1)
    groups.lost(today, "n1")
    groups.won(today, "n2")
    assert (today.at.prestige["robert"], today.at.prestige["drogo"]) == (9, 2)


@pytest.mark.rule("GUC-9c")
def test_the_second_victory_of_a_group_without_a_leader_makes_one() -> None:
    world = World()
    world.group(NORMANS, "0302", {FOOT: 5, "knight": 1})
    today = world.today()
    groups.won(today, "n1")
    assert not today.at.contents["n1"].leader
    groups.won(today, "n1")
    leader = today.at.contents["n1"].leader
    assert today.at.men[leader].kind == "knight"
    assert today.at.prestige[leader] == 2
    assert len(of(today.journal.events, LeaderNamed)) == 1


@pytest.mark.rule("GUC-9c")
@pytest.mark.parametrize(("stay", "counts"), [(3, True), (2, False)])
def test_half_of_those_who_won_first_have_to_be_there_still(stay: int, counts: bool) -> None:
    world = World()
    world.group(NORMANS, "0302", {FOOT: 6})
    today = world.today()
    groups.won(today, "n1")
    content = today.at.contents["n1"]
    today.at.contents["n1"] = replace(content, men=content.men[:stay])
    groups.won(today, "n1")
    assert bool(today.at.contents["n1"].leader) is counts


# garrisons


@pytest.mark.rule("GUC-5.2b")
@pytest.mark.parametrize(("number", "works"), [(5, True), (6, False)])
def test_five_men_stay_in_a_castle(number: int, works: bool) -> None:
    world = World(castro=NORMANS)
    world.garrison("castro", {FOOT: 10})
    world.group(NORMANS, "0606", {FOOT: 3})
    world.orders(NORMANS, Draw(place="castro", group="n1", pick=Pick(number=number)))
    reorganising.reorganise(today := world.today())
    assert len(today.at.holdings["castro"].garrison) == (10 - number if works else 10)
    assert len(today.at.contents["n1"].men) == (3 + number if works else 3)


@pytest.mark.rule("GUC-5.2b")
def test_a_castle_with_fewer_than_five_is_filled_first_by_the_group_in_it() -> None:
    world = World(castro=NORMANS)
    world.garrison("castro", {FOOT: 2})
    world.group(NORMANS, "0606", {FOOT: 9})
    reorganising.reorganise(today := world.today())
    assert len(today.at.holdings["castro"].garrison) == 5
    assert len(today.at.contents["n1"].men) == 6


@pytest.mark.rule("GUC-5.2b")
def test_it_spares_what_it_can() -> None:
    world = World(castro=NORMANS)
    world.garrison("castro", {FOOT: 1})
    world.group(NORMANS, "0606", {FOOT: 5})
    reorganising.reorganise(today := world.today())
    assert len(today.at.holdings["castro"].garrison) == 3
    assert len(today.at.contents["n1"].men) == 3


def test_a_garrison_is_kept_at_a_number_day_by_day() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 9})
    world.orders(NORMANS, Garrison(place="alto", least=4))
    world.day(otherwise=5)
    assert len(world.at.holdings["alto"].garrison) == 4
    assert world.plans[NORMANS].of(Garrison)


def test_everybody_may_stay_in_a_place_with_their_purse() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 4}, purse=3)
    world.orders(NORMANS, Garrison(place="alto", group="n1", pick=Pick(number=4)))
    world.day(otherwise=5)
    assert "n1" not in world.at.groups
    assert (len(world.at.holdings["alto"].garrison), world.at.holdings["alto"].purse) == (4, 6)


@pytest.mark.rule("GUC-5.2a")
def test_a_castle_begins_with_ten_men() -> None:
    at = begun()
    castles = [place.id for place in at.setup.places if place.kind is Kind.CASTLE]
    assert castles and all(len(at.holdings[castle].garrison) == 10 for castle in castles)


@pytest.mark.rule("GUC-3", "GUC-7a", "GUC-12", "GUC-5.1c")
def test_the_sheets_of_a_campaign() -> None:
    """Headcount, supply and money of groups, prestige and hostility, resources of places and convoys."""
    at = begun()
    robert = at.contents["n1"]
    assert (len(robert.men), robert.unfed, robert.purse, robert.hostility) == (18, 0, 28, 7)
    assert at.prestige["robert"] == 6
    assert at.holdings["melfi"].resources == at.founded("melfi").resources
    assert 1 <= at.holdings["melfi"].hostility <= 10
    assert at.loads == {"nc1": 3}


@pytest.mark.rule("GUC-9a")
def test_a_leader_with_soldiers_goes_at_the_pace_of_his_group() -> None:
    world = World()
    group = world.group(NORMANS, "0302", {FOOT: 4}, leader="robert")
    assert world.at.men["robert"].mounted
    assert groups.allowance(world.at, world.at.groups[group], TABLES) == 5


@pytest.mark.rule("GUC-8.1a", "GUC-8.1c")
@pytest.mark.parametrize(("wanted", "taken"), [(0, 0), (6, 6), (30, 20)])
def test_a_part_takes_as_much_of_the_purse_as_was_said(wanted: int, taken: int) -> None:
    world = World()
    world.group(NORMANS, "0703", {FOOT: 8}, purse=10)
    whole = world.at.contents["n1"].purse
    world.orders(NORMANS, Split(group="n1", pick=Pick(number=4), purse=wanted))
    reorganising.reorganise(today := world.today())
    assert [today.at.contents[g].purse for g in ("n1", "n2")] == [whole - taken, taken]

"""Settlements, castles and cities: attacked, plundered, summoned, starved (GUC-5, GUC-12.3, GUC-13.5,
GUC-13.6, GUC-15)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import arriving
from rules.campaign.levies import called_up, raised
from rules.campaign.muster import defenders
from rules.campaign.plans.plan import (
    ALWAYS,
    Attack,
    Bargain,
    Besiege,
    Loot,
    March,
    Meeting,
    Summon,
)
from rules.campaign.recruiting import inhabitants
from rules.campaign.scenarios import where
from rules.campaign.sieges import fates
from rules.events.campaign import PlaceTaken, SiegeBegan, SiegeRaised
from rules.events.campaign_fights import AttackMade, CampaignFought, FateDrawn, Summoned
from rules.events.campaign_secrets import ManLost
from rules.events.umpire import OrderFailed
from rules.state.campaign_counters import Fate, Kind
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, NORMANS, TABLES, Script, World, of, toy

FOOT = "light infantry"


@pytest.mark.rule("GUC-5.1a", "GUC-5", "GUC-2")
def test_a_campaign_has_places_of_four_kinds() -> None:
    world = World()
    assert {p.kind for p in world.setup.places} == set(Kind)


@pytest.mark.rule("GUC-13.6a")
@pytest.mark.parametrize(
    ("resources", "many"),
    [(0, 0), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 8), (7, 10), (8, 12), (9, 14), (10, 15)],
)
def test_the_richer_a_place_the_more_defend_it(resources: int, many: int) -> None:
    assert len(defenders(resources, False, TABLES)) == many
    assert len(defenders(resources, True, TABLES)) == len(defenders(max(resources - 1, 0), False, TABLES))


@pytest.mark.rule("GUC-13.6a", "GUC-12.1")
def test_of_the_groups_in_a_place_those_of_its_side_alone_are_its_men() -> None:
    def there(owner: str) -> int:
        world = World()
        world.at.places["basso"] = replace(world.at.places["basso"], side=owner)
        at = world.setup.place("basso").hex
        alone = inhabitants(world.at, "basso", TABLES)
        world.group(NORMANS, at, {FOOT: 7}, leader="robert")
        world.band(at, {FOOT: 4})  # mercenaries of nobody
        return inhabitants(world.at, "basso", TABLES) - alone

    assert (there(NORMANS), there(BYZANTINES), there("")) == (8, 0, 0), "seven men and their leader"


def _attack(place: str = "basso", men: int = 20, leader: str = "robert") -> World:
    world = World()
    at = world.setup.place(place).hex
    world.group(NORMANS, at, {"knight": men}, leader=leader)
    world.orders(NORMANS, Attack(group="n1", place=place))
    return world


@pytest.mark.rule("GUC-13.5", "GUC-13.6a", "GUC-17.1b")
def test_a_foreign_settlement_may_be_attacked_and_its_men_defend_it() -> None:
    world = _attack()
    world.day(named={"GUC-17.2": 5}, otherwise=1)
    (made,) = of(world.events, AttackMade)
    (fought,) = of(world.events, CampaignFought)
    assert isinstance(made, AttackMade) and made.place == "basso"
    assert isinstance(fought, CampaignFought)
    assert (fought.men, fought.percent, fought.ground) == ((21, 6), (0, 30), "field")


@pytest.mark.rule("GUC-13.6b")
def test_its_defenders_go_home_whatever_came_of_it_and_are_raised_anew() -> None:
    world = _attack()
    world.orders(NORMANS, Loot(points=2))
    world.day(named={"GUC-17.2": 5}, otherwise=1)
    fates = [
        e.fate
        for e in of(world.events, ManLost)
        if isinstance(e, ManLost) and world.at.men[e.figure].side == BYZANTINES
    ]
    assert len(fates) == 6 and Fate.GONE in fates
    assert world.at.holdings["basso"].garrison == ()
    assert len(called_up(world.today(), "basso").men) == 4  # three points are left


@pytest.mark.rule("GUC-12.3", "GUC-12.3b")
@pytest.mark.parametrize(("points", "taken"), [(None, 5), (3, 3), (9, 5), (0, 0)])
def test_who_wins_takes_as_much_as_he_will_a_denier_a_point(points: int | None, taken: int) -> None:
    world = _attack()
    world.orders(NORMANS, Loot(points=points))
    world.day(named={"GUC-17.2": 5}, otherwise=1)
    assert world.at.holdings["basso"].resources == 5 - taken
    assert world.at.contents["n1"].purse == 2 * taken
    assert world.at.places["basso"].side == BYZANTINES


@pytest.mark.rule("GUC-12.3c", "GUC-9b")
@pytest.mark.parametrize(("points", "prestige"), [(0, 6), (1, 5)])
def test_to_loot_a_town_costs_prestige(points: int, prestige: int) -> None:
    """One is won with the battle."""
    world = _attack()
    world.orders(NORMANS, Loot(points=points))
    world.day(named={"GUC-17.2": 5}, otherwise=1)
    assert world.at.prestige["robert"] == prestige


@pytest.mark.rule("GUC-12.3c")
def test_to_loot_a_village_does_not() -> None:
    world = World()
    world.group(BYZANTINES, "0403", {"koursor": 20}, leader="leon")
    world.orders(BYZANTINES, Attack(group="b1", place="dorf"))
    world.day(named={"GUC-17.2": 5}, otherwise=1)
    assert world.at.prestige["leon"] == 6 and world.at.holdings["dorf"].resources == 0


@pytest.mark.rule("GUC-12.3")
def test_who_loses_takes_nothing_and_flees() -> None:
    world = _attack(men=3)
    world.at.groups["n1"] = replace(world.at.groups["n1"], came="0803")
    world.day(named={"GUC-17.2": 10}, otherwise=1)
    assert world.at.holdings["basso"].resources == 5
    assert world.at.groups["n1"].hex != "0903" and world.at.prestige["robert"] == 4


@pytest.mark.rule("GUC-13.5")
def test_a_city_is_never_attacked() -> None:
    world = _attack("urbe")
    world.day(otherwise=1)
    assert not of(world.events, AttackMade) and of(world.events, OrderFailed)


@pytest.mark.rule("GUC-13.5")
def test_nobody_attacks_without_orders() -> None:
    world = World()
    world.group(NORMANS, "0903", {"knight": 20})
    world.day(otherwise=1)
    assert not of(world.events, AttackMade)


@pytest.mark.rule("GUC-8.1b")
def test_who_comes_to_a_place_sees_what_is_in_it() -> None:
    world = World()
    world.group(NORMANS, "0903", {"knight": 20})
    world.resources("basso", 3)
    world.day(otherwise=1)
    assert view_for(world.at, NORMANS).seen_places[NORMANS]["basso"].resources == 3
    assert "basso" not in view_for(world.at, NORMANS).holdings


# castles


@pytest.mark.rule("GUC-17.1b", "GUC-13.5")
def test_a_castle_is_defended_by_its_garrison_behind_walls() -> None:
    world = _attack("castro")
    world.garrison("castro", {FOOT: 10})
    world.day(named={"GUC-17.2": 5}, otherwise=1)
    (fought,) = of(world.events, CampaignFought)
    assert isinstance(fought, CampaignFought)
    assert (fought.ground, fought.men[1], fought.percent, fought.values[1]) == ("siege", 10, (0, 100), 20)


@pytest.mark.rule("GUC-12.3", "GUC-5.2b")
def test_who_takes_a_castle_has_it_with_its_garrison_for_prisoners() -> None:
    """RUL-1223."""
    world = _attack("castro")
    world.garrison("castro", {FOOT: 6})
    world.orders(NORMANS, Loot(points=1))
    world.day(named={"GUC-17.2": 1}, otherwise=1)
    assert world.at.places["castro"].side == NORMANS
    assert of(world.events, PlaceTaken)
    assert len(world.at.holdings["castro"].garrison) == 5
    assert world.at.contents["n1"].captives
    assert (world.at.holdings["castro"].resources, world.at.contents["n1"].purse) == (3, 2)


@pytest.mark.rule("GUC-12.3")
def test_what_is_his_own_from_now_on_he_loots_only_if_he_said_so() -> None:
    """RUL-1223."""
    world = _attack("castro")
    world.garrison("castro", {FOOT: 6})
    world.day(named={"GUC-17.2": 1}, otherwise=1)
    assert (world.at.holdings["castro"].resources, world.at.contents["n1"].purse) == (4, 0)


@pytest.mark.rule("GUC-17.3")
@pytest.mark.parametrize(("garrison", "stays"), [(30, False), (10, True)])
def test_a_storm_that_costs_too_much_is_beaten_off(garrison: int, stays: bool) -> None:
    """B lifts a siege; C leaves it as it was."""
    world = _attack("castro", men=3)
    world.garrison("castro", {FOOT: garrison})
    world.day(named={"GUC-17.2": 10}, otherwise=1)
    assert world.at.places["castro"].side == BYZANTINES
    assert (world.at.groups["n1"].hex == "0606") is stays


# capitulation


@pytest.mark.rule("GUC-15.3a", "GUC-15.3b")
def test_corato() -> None:
    """EX-C15.3-1: nine men and a leader of prestige 7 and hostility 7 before six people, hostility 4, 5
    points."""
    world = World()
    world.group(NORMANS, "0803", {FOOT: 9}, leader="robert", prestige=7, hostility=7)
    world.orders(NORMANS, March(group="n1", to="0903"), Summon(group="n1", place="basso"))
    world.orders(BYZANTINES, Bargain(place="basso"))
    world.day(named={"GUC-15.3b": 3}, otherwise=1)
    (asked,) = of(world.events, Summoned)
    assert isinstance(asked, Summoned)
    assert (asked.difference, asked.die, asked.percent, asked.price) == (4, 3, 70, 4)
    assert world.at.holdings["basso"].resources == 1
    assert world.at.contents["n1"].purse == 8
    assert world.at.places["basso"].side == BYZANTINES


@pytest.mark.rule("GUC-15.3b")
def test_for_all_of_it_the_place_itself_goes_over() -> None:
    world = World()
    world.group(NORMANS, "0803", {FOOT: 19}, leader="robert", prestige=7, hostility=7)
    world.orders(NORMANS, March(group="n1", to="0903"), Summon(group="n1", place="basso"))
    world.day(named={"GUC-15.3b": 6}, otherwise=1)
    assert world.at.places["basso"].side == NORMANS
    assert world.at.holdings["basso"].resources == 5
    assert world.at.places["basso"].lord == "Robert"


@pytest.mark.rule("GUC-15.3b")
@pytest.mark.parametrize(("total", "percent"), [(0, 10), (1, 10), (7, 70), (10, 100), (14, 100)])
def test_ten_percent_a_point(total: int, percent: int) -> None:
    assert arriving.price_in_percent(World().today(), total) == percent


@pytest.mark.rule("GUC-15.3a")
@pytest.mark.parametrize(
    ("hostility", "level", "asked"),
    [(7, 5, True), (6, 5, False), (5, 5, False), (7, 6, False), (9, 4, True)],
)
def test_only_a_place_below_six_bargains_and_only_with_who_wins_the_test(
    hostility: int, level: int, asked: bool
) -> None:
    """Twelve men before six: nothing is added."""
    world = World()
    world.group(NORMANS, "0803", {FOOT: 12}, hostility=hostility)
    world.at.holdings["basso"] = replace(world.at.holdings["basso"], hostility=level)
    world.orders(NORMANS, March(group="n1", to="0903"), Summon(group="n1", place="basso"))
    world.day(otherwise=1)
    assert bool(of(world.events, Summoned)) is asked


@pytest.mark.rule("GUC-15.3a")
@pytest.mark.parametrize(("hostility", "why"), [(7, "is not afraid of you"), (8, "will not bargain")])
def test_a_draw_of_the_test_is_not_won(hostility: int, why: str) -> None:
    """Before a place that would not bargain anyway: it says so only to who has won."""
    world = World()
    world.group(NORMANS, "0803", {FOOT: 12}, hostility=hostility)
    world.at.holdings["basso"] = replace(world.at.holdings["basso"], hostility=7)
    world.orders(NORMANS, March(group="n1", to="0903"), Summon(group="n1", place="basso"))
    world.day(otherwise=1)
    assert why in str([e.why for e in of(world.events, OrderFailed) if isinstance(e, OrderFailed)])


@pytest.mark.rule("GUC-15.3a")
def test_the_men_inside_count_twice() -> None:
    """Seventeen before six: five more than twice as many; one is added to six."""
    for men, asked in ((17, True), (16, False)):
        world = World()
        world.group(NORMANS, "0803", {FOOT: men}, hostility=6)
        world.orders(NORMANS, March(group="n1", to="0903"), Summon(group="n1", place="basso"))
        world.day(otherwise=1)
        assert bool(of(world.events, Summoned)) is asked


@pytest.mark.rule("GUC-15.3a")
@pytest.mark.parametrize(
    ("men", "never", "asked"), [(12, False, True), (11, None, False), (12, None, True), (12, True, False)]
)
def test_its_owner_bargains_as_ordered_or_with_twice_as_many(
    men: int, never: bool | None, asked: bool
) -> None:
    world = World()
    world.group(NORMANS, "0803", {FOOT: men}, hostility=8)
    world.orders(NORMANS, March(group="n1", to="0903"), Summon(group="n1", place="basso"))
    if never is not None:
        world.orders(BYZANTINES, Bargain(place="basso", never=never))
    world.day(otherwise=1)
    assert bool(of(world.events, Summoned)) is asked


# sieges


def _siege(resources: int = 2, men: int = 12) -> World:
    world = World()
    world.group(NORMANS, "0606", {FOOT: men})
    world.garrison("castro", {FOOT: 6, "koursor": 2})
    world.resources("castro", resources)
    world.orders(NORMANS, Besiege(group="n1", place="castro"))
    return world


@pytest.mark.rule("GUC-15.1", "GUC-15")
def test_a_point_is_two_days_of_food() -> None:
    world = _siege()
    left = []
    for _ in range(4):
        world.day(otherwise=1)
        left.append(world.at.holdings["castro"].resources)
    assert left == [2, 2, 1, 1]
    assert world.at.places["castro"].siege == "n1" and of(world.events, SiegeBegan) == []


@pytest.mark.rule("GUC-15.1")
def test_when_none_is_left_it_must_surrender() -> None:
    world = _siege(1)
    for _ in range(2):
        world.day(otherwise=1)
        assert world.at.places["castro"].side == BYZANTINES
    world.day(named={"GUC-15.1": 6}, otherwise=1)
    assert of(world.events, FateDrawn)
    assert world.at.places["castro"].side == NORMANS and not world.at.places["castro"].siege


def _fate(die: int, **named: int) -> World:
    world = _siege(0)
    world.day(otherwise=1)
    world.day(named={"GUC-15.1": die, **named}, otherwise=1)
    return world


@pytest.mark.rule("GUC-15.1")
@pytest.mark.parametrize(
    ("die", "fate"),
    [
        (1, "slain"), (2, "slain"), (3, "half"), (4, "half"), (5, "prisoners"), (6, "prisoners"),
        (7, "prisoners"), (8, "foot"), (9, "foot"), (10, "free"),
    ],
)  # fmt: skip
def test_the_table_of_fates(die: int, fate: str) -> None:
    (drawn,) = of(_fate(die).events, FateDrawn)
    assert isinstance(drawn, FateDrawn) and drawn.fate == fate


@pytest.mark.rule("GUC-15.1")
def test_all_are_slain() -> None:
    world = _fate(1)
    assert [e.fate for e in of(world.events, ManLost) if isinstance(e, ManLost)] == [Fate.DEAD] * 8


@pytest.mark.rule("GUC-15.2a")
@pytest.mark.parametrize(("die", "dead"), [(5, 4), (6, 0)])
def test_half_are_tested_until_half_are_dead_the_weakest_first(die: int, dead: int) -> None:
    world = _fate(3, **{"GUC-15.2a": die})
    lost = [e.figure for e in of(world.events, ManLost) if isinstance(e, ManLost) and e.fate is Fate.DEAD]
    assert len(lost) == dead
    assert all(world.at.men[name].kind == FOOT for name in lost)
    assert sum(m.side == BYZANTINES and m.id not in world.at.fates for m in world.at.men.values()) == 8 - dead


@pytest.mark.rule("GUC-15.2a")
def test_of_an_odd_number_the_larger_half() -> None:
    world = World()
    garrison = world.garrison("castro", {FOOT: 5})
    today = world.today(Script(otherwise=1))
    fates.half(today, [world.at.men[name] for name in garrison], BYZANTINES)
    assert len(of(today.journal.events, ManLost)) == 3


@pytest.mark.rule("GUC-15.2b", "GUC-14.8a")
def test_all_are_prisoners_on_foot() -> None:
    world = _fate(5)
    captives = world.at.contents["n1"].captives
    assert len(captives) == 8 and not any(world.at.men[name].mounted for name in captives)


@pytest.mark.rule("GUC-15.1")
@pytest.mark.parametrize(("die", "mounted"), [(8, 0), (10, 2)])
def test_they_leave_on_foot_or_with_their_horses(die: int, mounted: int) -> None:
    world = _fate(die)
    (group,) = world.at.groups_of(BYZANTINES)
    men = world.at.in_group(group.id)
    assert (len(men), sum(man.mounted for man in men)) == (8, mounted)
    assert group.hex != "0606"


@pytest.mark.rule("GUC-15.1")
def test_who_marches_away_besieges_no_more() -> None:
    world = _siege()
    world.day(otherwise=1)
    world.orders(NORMANS, March(group="n1", to="0706"))
    world.day(otherwise=1)
    assert of(world.events, SiegeRaised) and not world.at.places["castro"].siege


@pytest.mark.rule("GUC-15.1")
def test_a_besieger_who_is_beaten_besieges_no_more() -> None:
    world = _siege()
    world.day(otherwise=1)
    world.group(BYZANTINES, "0706", {FOOT: 40}, hostility=9)
    world.orders(BYZANTINES, March(group="b1", to="0606", meeting=Meeting(fight=ALWAYS)))
    world.day(named={"GUC-17.2": 1}, otherwise=1)
    assert not world.at.places["castro"].siege


@pytest.mark.rule("GUC-16")
def test_places_are_found_with_directions_from_them() -> None:
    on = toy()
    assert where(on, "alto") == "0303"
    assert where(on, "alto N") == "0302" and where(on, "alto S") == "0304"
    assert where(on, "alto NE") == "0402" and where(on, "0704") == "0704"


@pytest.mark.rule("GUC-14.7b", "GUC-13.6a")
@pytest.mark.parametrize(("owner", "called"), [(NORMANS, True), (BYZANTINES, False), ("", False)])
def test_townsmen_take_up_arms_for_their_owner_alone(owner: str, called: bool) -> None:
    world = World()
    world.at.places["basso"] = replace(world.at.places["basso"], side=owner)
    found = raised(world.today(), world.setup.place("basso").hex, NORMANS, "")
    assert (found is not None) is called

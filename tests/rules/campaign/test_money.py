"""Recruits and mercenaries (GUC-12.1, GUC-12.2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import mercenaries, recruiting, sharing
from rules.campaign.invariants import broken
from rules.campaign.plans.plan import Hire, Lure, March, PayBand, Recruit, Share
from rules.events.campaign import BandUnder
from rules.events.campaign_fights import AttackMade, BandTested
from rules.events.campaign_secrets import MenJoined
from rules.events.umpire import OrderFailed
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, TABLES, Script, World, of

FOOT = "light infantry"


# recruits


def _recruited(
    kinds: dict[str, int],
    purse: int = 9,
    where: str = "0303",
    leader: str = "robert",
    resources: int = 5,
    level: int = 6,
) -> World:
    world = World()
    world.group(NORMANS, where, {FOOT: 4}, leader=leader, prestige=4, purse=purse, hostility=level)
    world.resources("alto", resources)
    world.resources("basso", resources)
    world.orders(NORMANS, Recruit(group="n1", kinds=kinds))
    today = world.today()
    recruiting.recruit(today, today.at.groups["n1"])
    world.keep(today)
    return world


def _new(world: World) -> dict[str, int]:
    kinds = [m.kind for e in of(world.events, MenJoined) if isinstance(e, MenJoined) for m in e.men]
    return {kind: kinds.count(kind) for kind in kinds}


@pytest.mark.rule("GUC-12.1", "GUC-12")
@pytest.mark.parametrize(
    ("kinds", "costs"), [({FOOT: 2}, 4), ({"peasant": 3}, 3), ({FOOT: 1, "peasant": 1}, 3)]
)
def test_a_denier_for_light_infantry_half_of_one_for_a_peasant(kinds: dict[str, int], costs: int) -> None:
    world = _recruited(kinds)
    assert _new(world) == kinds
    assert world.at.contents["n1"].purse == 18 - costs


@pytest.mark.rule("GUC-12.1", "GUC-5.1c")
@pytest.mark.parametrize(
    ("resources", "foot", "peasants"), [(0, 0, 0), (2, 0, 1), (4, 1, 2), (6, 2, 3), (8, 3, 4), (10, 4, 5)]
)
def test_as_many_come_as_a_place_has_resources_for(resources: int, foot: int, peasants: int) -> None:
    world = _recruited({FOOT: 9, "peasant": 9}, purse=30, resources=resources)
    assert _new(world) == {k: n for k, n in ((FOOT, foot), ("peasant", peasants)) if n}


@pytest.mark.rule("GUC-12.1")
def test_a_city_has_six_of_each() -> None:
    world = World()
    world.group(BYZANTINES, "1107", {FOOT: 4}, leader="leon", purse=30)
    assert recruiting.to_be_had(world.at, "urbe", TABLES) == {FOOT: 6, "peasant": 6}


@pytest.mark.rule("GUC-12.1")
def test_as_many_as_the_purse_pays() -> None:
    assert _new(_recruited({FOOT: 2}, purse=1)) == {FOOT: 1}


@pytest.mark.rule("GUC-12.1")
def test_only_a_leader_recruits() -> None:
    world = _recruited({FOOT: 1}, leader="")
    assert not _new(world) and of(world.events, OrderFailed)


@pytest.mark.rule("GUC-12.1")
@pytest.mark.parametrize(("level", "works"), [(6, True), (7, False)])
def test_in_a_foreign_place_only_by_those_who_look_peaceful(level: int, works: bool) -> None:
    """Five men against six of Basso: nothing; prestige 4: -1; less than five more: with 6 it is 5; so 4
    needs 5."""
    world = _recruited({FOOT: 1}, where="0903", level=level - 1)
    assert bool(_new(world)) is works


def test_a_place_rests_for_three_days() -> None:
    world = _recruited({FOOT: 1})
    world.orders(NORMANS, Recruit(group="n1", kinds={"peasant": 1}))
    for day, works in ((2, False), (4, False), (5, True)):
        world.at.turn = day
        today = world.today()
        recruiting.recruit(today, today.at.groups["n1"])
        assert bool(of(today.journal.events, MenJoined)) is works


# mercenaries


def _band(purse: int = 0, men: int = 4, *orders: Hire) -> World:
    world = World()
    world.group(NORMANS, "0602", {FOOT: 8}, leader="robert", purse=purse)
    world.band("0702", {FOOT: men})
    world.orders(NORMANS, March(group="n1", to="0702"), *orders)
    return world


@pytest.mark.rule("GUC-12.2b", "GUC-13.3", "GUC-12.2c")
@pytest.mark.parametrize(("purse", "hired"), [(7, False), (8, True)])
def test_two_deniers_a_man_bind_them_for_good(purse: int, hired: bool) -> None:
    world = _band(purse, 4, Hire())
    world.day(otherwise=9)
    band = world.at.groups["m1"]
    assert (band.side == NORMANS) is hired
    if hired:
        assert world.at.bands["m1"].paid and band.under == "n1"
        assert world.at.contents["n1"].purse == 0
        world.day(otherwise=10)
        assert not of(world.events, BandTested)


@pytest.mark.rule("GUC-12.2b")
def test_no_more_is_paid_than_was_said() -> None:
    world = _band(20, 4, Hire(most=14))
    world.day(otherwise=9)
    assert not world.at.groups["m1"].side and of(world.events, OrderFailed)


@pytest.mark.rule("GUC-12.2d")
def test_else_they_are_promised_a_share() -> None:
    world = _band(0, 4, Hire(share=True))
    world.day(otherwise=1)
    assert world.at.groups["m1"].side == NORMANS and not world.at.bands["m1"].paid


@pytest.mark.rule("GUC-12.2b", "GUC-14.8a")
@pytest.mark.parametrize(("side", "captive"), [(BYZANTINES, True), (NORMANS, False)])
def test_whom_a_band_has_taken_its_employer_has(side: str, captive: bool) -> None:
    """Of his own side they are free."""
    world = _band(20, 4, Hire())
    held = world.garrison("castro" if side == BYZANTINES else "alto", {FOOT: 2})
    place = "castro" if side == BYZANTINES else "alto"
    world.at.holdings[place] = replace(world.at.holdings[place], garrison=())
    world.at.contents["m1"] = replace(world.at.contents["m1"], captives=held)
    world.at.captors |= dict.fromkeys(held, "")
    world.day(otherwise=9)
    assert not broken(world.at)
    assert (world.at.contents["m1"].captives == held) is captive
    assert (set(held) <= set(world.at.contents["n1"].men)) is not captive


def test_nobody_is_hired_who_was_not_asked() -> None:
    world = _band(20, 4)
    world.day(otherwise=1)
    assert not world.at.groups["m1"].side


@pytest.mark.rule("GUC-12.2a")
def test_those_whom_nobody_has_hired_are_nobody_s_to_know() -> None:
    world = _band()
    for seat in (NORMANS, BYZANTINES, None):
        assert not view_for(world.at, seat).contents.get("m1")


@pytest.mark.rule("GUC-12.2a")
def test_they_go_nearer_to_a_group_of_the_seat_in_turn() -> None:
    """The seats take turns by days; whoever says nothing draws them to his nearest group."""
    world = World()
    world.group(NORMANS, "0202", {FOOT: 5})
    world.group(BYZANTINES, "1202", {FOOT: 5})
    world.group(LOMBARDS, "0708", {FOOT: 5})
    world.band("0702", {FOOT: 4})
    world.day(1, otherwise=9)
    assert world.at.groups["m1"].hex[:2] == "02" or int(world.at.groups["m1"].hex[:2]) < 7
    west = int(world.at.groups["m1"].hex[:2])
    world.day(otherwise=9)
    assert int(world.at.groups["m1"].hex[:2]) > west


@pytest.mark.rule("GUC-12.2a")
def test_the_seat_in_turn_says_to_which_group() -> None:
    world = World()
    world.group(NORMANS, "0202", {FOOT: 5})
    world.group(NORMANS, "1202", {FOOT: 5})
    world.band("0702", {FOOT: 4})
    world.orders(NORMANS, Lure(band="m1", group="n2"))
    world.day(1, otherwise=9)
    assert int(world.at.groups["m1"].hex[:2]) > 7


@pytest.mark.rule("GUC-12.2a", "GUC-13.3")
def test_those_who_come_to_a_group_may_be_hired_by_it() -> None:
    world = World()
    world.group(NORMANS, "0602", {FOOT: 8}, leader="robert", purse=20)
    world.band("0702", {FOOT: 4})
    world.orders(NORMANS, Hire())
    world.day(1, otherwise=9)
    assert world.at.groups["m1"].under == "n1"


def _waiting(ours: int = 8, theirs: int = 4) -> World:
    world = World()
    world.group(NORMANS, "0602", {FOOT: ours})
    world.band("0602", {FOOT: theirs}, under="n1", hired=0)
    return world


@pytest.mark.rule("GUC-12.2d", "GUC-7a")
def test_one_is_added_for_each_test_before() -> None:
    """EX-C12.2-1: +3 at the fourth."""
    world = _waiting()
    modifiers = []
    for _ in range(4):
        world.day(named={"GUC-12.2d": 1}, otherwise=1)
        (tested,) = of(world.events, BandTested)
        assert isinstance(tested, BandTested)
        modifiers.append(tested.modifier)
    assert modifiers == [0, 1, 2, 3]


@pytest.mark.rule("GUC-12.2d")
@pytest.mark.parametrize(("theirs", "modifier"), [(4, 0), (13, 1), (3, -1)])
def test_headcount_counts_as_at_any_meeting(theirs: int, modifier: int) -> None:
    world = _waiting(8, theirs)
    world.day(named={"GUC-12.2d": 1}, otherwise=1)
    (tested,) = of(world.events, BandTested)
    assert isinstance(tested, BandTested) and tested.modifier == modifier


@pytest.mark.rule("GUC-12.2d")
def test_not_on_the_day_on_which_they_were_hired() -> None:
    world = World()
    world.group(NORMANS, "0602", {FOOT: 8})
    world.band("0602", {FOOT: 4}, under="n1", hired=1)
    world.day(otherwise=10)
    assert not of(world.events, BandTested)


@pytest.mark.rule("GUC-12.2d", "GUC-12.2e")
@pytest.mark.parametrize(("die", "result"), [(7, "loyal"), (8, "quit")])
def test_above_seven_they_leave_a_stronger_employer(die: int, result: str) -> None:
    world = _waiting()
    world.day(named={"GUC-12.2d": die}, otherwise=1)
    (tested,) = of(world.events, BandTested)
    assert isinstance(tested, BandTested) and tested.result == result
    assert world.at.groups["m1"].side == ("" if result == "quit" else NORMANS)


@pytest.mark.rule("GUC-12.2e")
@pytest.mark.parametrize(("ours", "theirs", "attack"), [(4, 4, False), (4, 5, True)])
def test_and_attack_a_weaker_one(ours: int, theirs: int, attack: bool) -> None:
    """Of equal ones they quit (RUL-1215)."""
    world = _waiting(ours, theirs)
    world.day(named={"GUC-12.2d": 10, "GUC-17.2": 4}, otherwise=1)
    made = [e for e in of(world.events, AttackMade) if isinstance(e, AttackMade)]
    assert bool(made) is attack
    if attack:
        assert (made[0].attacker, made[0].defender) == ("m1", "n1")


@pytest.mark.rule("GUC-12.2f")
def test_who_is_paid_later_is_loyal_for_good() -> None:
    world = _waiting()
    world.at.contents["n1"] = replace(world.at.contents["n1"], purse=16)
    world.orders(NORMANS, PayBand(band="m1"))
    world.day(otherwise=10)
    assert world.at.bands["m1"].paid and world.at.contents["n1"].purse == 0
    assert not of(world.events, BandTested)


@pytest.mark.rule("GUC-12.2f")
def test_without_the_money_they_wait_on() -> None:
    world = _waiting()
    world.at.contents["n1"] = replace(world.at.contents["n1"], purse=15)
    world.orders(NORMANS, PayBand(band="m1"))
    world.day(otherwise=1)
    assert not world.at.bands["m1"].paid and of(world.events, OrderFailed)


@pytest.mark.rule("GUC-12.2g")
@pytest.mark.parametrize(
    ("points", "given", "die", "stays"),
    [
        (4, None, 0, True),
        (6, 4, 0, True),
        (3, None, 7, True),
        (3, None, 8, False),
        (6, 3, 8, False),
        (6, 3, 7, True),
    ],
)
def test_a_share_of_one_point_a_man_binds_them(points: int, given: int | None, die: int, stays: bool) -> None:
    world = _waiting()
    world.at.contents["n1"] = replace(world.at.contents["n1"], purse=20)
    if given is not None:
        world.orders(NORMANS, Share(band="m1", points=given))
    today = world.today(Script(named={"GUC-12.2g": die, "GUC-17.2": 5}, otherwise=1))
    sharing.share_out(today, today.at.groups["n1"], points)
    got = min(points, given if given is not None else 4)
    assert today.at.bands.get("m1") is None or today.at.bands["m1"].paid is (got >= 4)
    assert ("m1" in today.at.bands) is stays
    assert bool(of(today.journal.events, AttackMade)) is not stays


@pytest.mark.rule("GUC-12.2g", "GUC-12.3b")
def test_what_is_shared_comes_out_of_the_purse() -> None:
    world = _waiting()
    world.at.contents["n1"] = replace(world.at.contents["n1"], purse=20)
    today = world.today(Script(otherwise=1))
    sharing.share_out(today, today.at.groups["n1"], 6)
    assert today.at.contents["n1"].purse == 12


@pytest.mark.rule("GUC-13.3")
@pytest.mark.parametrize(("paid", "lured"), [(False, True), (True, False)])
def test_those_of_others_may_be_enticed_away_unless_they_are_paid(paid: bool, lured: bool) -> None:
    world = World()
    world.group(NORMANS, "0602", {FOOT: 8}, leader="robert", purse=20, hostility=2)
    world.group(BYZANTINES, "0702", {FOOT: 8}, hostility=2)
    world.band("0702", {FOOT: 4}, under="b1", hired=1, paid=paid)
    world.orders(NORMANS, March(group="n1", to="0702"), Hire())
    world.day(otherwise=9)
    assert (world.at.groups["m1"].side == NORMANS) is lured
    if lured:
        assert "m1" in view_for(world.at, NORMANS).contents
        assert "m1" not in view_for(world.at, BYZANTINES).contents
        assert of(world.events, BandUnder)


@pytest.mark.rule("GUC-13.3")
def test_a_mere_promise_lures_nobody_away() -> None:
    world = World()
    world.group(NORMANS, "0602", {FOOT: 8}, leader="robert", hostility=2)
    world.group(BYZANTINES, "0702", {FOOT: 8}, hostility=2)
    world.band("0702", {FOOT: 4}, under="b1", hired=1)
    world.orders(NORMANS, March(group="n1", to="0702"), Hire(share=True))
    world.day(otherwise=9)
    assert world.at.groups["m1"].side == BYZANTINES


def test_the_seats_take_turns() -> None:
    world = World()
    world.at.rotation = 2
    assert [mercenaries.mover(world.today(), n) for n in range(4)] == [
        LOMBARDS,
        NORMANS,
        BYZANTINES,
        LOMBARDS,
    ]

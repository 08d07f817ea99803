"""Corner cases of the campaign's rules, each worked out from the book alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import (
    custody,
    field,
    groups,
    prisoners,
    recruiting,
    reorganising,
    retreats,
)
from rules.campaign.plans.plan import (
    ALWAYS,
    Attack,
    Besiege,
    Garrison,
    Hold,
    Join,
    March,
    Meet,
    Meeting,
    Merge,
    Order,
    Pick,
    Plan,
    Split,
    Summon,
)
from rules.events.campaign_fights import BattleJoined, CampaignFought, Summoned
from rules.state.campaign_counters import HUNGRY
from tests.rules.campaign.kit import BYZANTINES, NORMANS, TABLES, World, of

FOOT, RIDER = "light infantry", "koursor"


def _prisoners(world: World, kinds: dict[str, int], *, by: str, leader: str = "") -> None:
    """Byzantines whom a Norman group holds, with a leader of prestige 4."""
    name = world.group(BYZANTINES, "1002", kinds, leader=leader, prestige=4)
    today = world.today()
    for man in world.at.contents[name].men:
        custody.take(today, man, NORMANS, group=by)
    world.keep(today)
    del world.at.groups[name], world.at.contents[name]


# groups


@pytest.mark.rule("GUC-8.1a")
def test_to_call_a_common_man_leader_makes_no_group_of_two() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 8})
    first, second = world.at.contents["n1"].men[:2]
    world.orders(NORMANS, Split(group="n1", pick=Pick(names=(second,)), leader=first))
    reorganising.reorganise(today := world.today())
    assert set(today.at.groups) == {"n1"} and len(today.at.contents["n1"].men) == 8


@pytest.mark.rule("GUC-9c")
@pytest.mark.parametrize(("come", "counts"), [(5, True), (2, False)])
def test_a_victory_counts_after_its_group_has_gone_over_into_another(come: int, counts: bool) -> None:
    """All of those who won, or at least half of them."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 5})
    world.group(NORMANS, "0503", {FOOT: 4})
    groups.won(today := world.today(), "n1")
    world.keep(today)
    world.orders(NORMANS, Merge(group="n1", into="n2", pick=Pick(number=come)))
    reorganising.reorganise(today := world.today())
    groups.won(today, "n2")
    assert bool(today.at.contents["n2"].leader) is counts


@pytest.mark.rule("GUC-12.2c", "GUC-8.4b")
def test_hungry_mercenaries_slow_whoever_leads_them() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 5})
    world.band("0503", {FOOT: 12}, under="n1")
    world.at.contents["m1"] = replace(world.at.contents["m1"], unfed=HUNGRY)
    assert groups.allowance(world.at, world.at.groups["n1"], TABLES) == 2


@pytest.mark.rule("GUC-12.2e")
def test_mercenaries_of_a_group_that_goes_into_a_garrison_are_nobodys() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 5})
    world.band("0303", {FOOT: 4}, under="n1")
    world.orders(NORMANS, Garrison(place="alto", group="n1", pick=Pick(number=5)))
    reorganising.reorganise(today := world.today())
    assert "n1" not in today.at.groups
    assert today.at.groups["m1"].side == "" and "m1" not in today.at.bands


@pytest.mark.rule("GUC-8.1a")
@pytest.mark.parametrize(("men", "stays"), [(2, False), (3, True)])
def test_two_mercenaries_by_themselves_are_no_group(men: int, stays: bool) -> None:
    world = World()
    world.band("0503", {FOOT: men})
    assert field.remains(today := world.today(), "m1") is stays
    assert ("m1" in today.at.groups) is stays


# prisoners


@pytest.mark.rule("GUC-14.8a")
@pytest.mark.parametrize(("part", "works"), [(5, False), (3, True)])
def test_a_leader_is_no_escort_by_himself(part: int, works: bool) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 5}, leader="robert")
    _prisoners(world, {FOOT: 3}, by="n1")
    world.orders(NORMANS, Split(group="n1", pick=Pick(kinds={FOOT: part})))
    reorganising.reorganise(today := world.today())
    assert ("n2" in today.at.groups) is works


@pytest.mark.rule("GUC-14.8a", "GUC-14.8b")
def test_guards_who_go_into_a_garrison_do_not_lose_their_prisoners() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 5})
    _prisoners(world, {FOOT: 3}, by="n1", leader="leon")
    world.orders(NORMANS, Garrison(place="alto", group="n1", pick=Pick(number=5)))
    world.day(otherwise=1)
    assert "leon" in world.at.captors
    assert prisoners.held_where(world.at, "leon") != ("", "")


@pytest.mark.rule("GUC-14.8a")
def test_mercenaries_who_serve_nobody_let_prisoners_go() -> None:
    """RUL-1281."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 3})
    world.band("0503", {FOOT: 20})
    _prisoners(world, {FOOT: 3}, by="n1")
    names = set(world.at.captors)
    field.freed(today := world.today(), world.at.groups["n1"], ("m1",))
    assert not today.at.captors and set(today.at.contents["b2"].men) == names


@pytest.mark.rule("GUC-14.8f")
def test_only_riders_go_with_a_ransomed_leader() -> None:
    """Two of the three who were taken with him serve on foot: one rider is made for him."""
    world = World()
    world.group(NORMANS, "0703", {FOOT: 8})
    world.group(BYZANTINES, "1006", {FOOT: 4}, purse=20)
    _prisoners(world, {RIDER: 1, FOOT: 2}, by="n1", leader="leon")
    prisoners.ransoms(today := world.today())
    (group,) = [g for g in today.at.groups.values() if today.at.contents[g.id].leader == "leon"]
    men = today.at.in_group(group.id)
    assert len(men) == 3 and all(man.mounted for man in men)
    assert len(today.at.contents["n1"].captives) == 2


# the wounded


@pytest.mark.rule("GUC-14.7a")
@pytest.mark.parametrize(
    ("order", "goes"), [(None, "0602"), (Hold(group="n1"), "0703"), (March(group="n1", to="0803"), "0803")]
)
def test_without_other_orders_wounded_men_make_for_the_nearest_place_of_their_side(
    order: Order | None, goes: str
) -> None:
    """RUL-1282: Dorf lies in 0403; on foot they have one MP."""
    world = World()
    world.group(NORMANS, "0703", {FOOT: 5}, wounded=1)
    if order is not None:
        world.orders(NORMANS, order)
    world.day(otherwise=1)
    assert world.at.groups["n1"].hex == goes


@pytest.mark.rule("GUC-14.7a")
def test_besiegers_stay_with_their_wounded() -> None:
    world = World()
    world.group(NORMANS, "0606", {FOOT: 12}, wounded=1)
    world.garrison("castro", {FOOT: 5})
    world.orders(NORMANS, Besiege(group="n1", place="castro"), Hold(group="n1"))
    world.day(otherwise=1)
    world.plans[NORMANS] = Plan()
    world.day(otherwise=1)
    assert world.at.groups["n1"].hex == "0606"


# places


@pytest.mark.rule("GUC-15.3a", "GUC-5.1b")
def test_men_left_in_a_settlement_are_more_than_its_own() -> None:
    """Six would defend Basso; with three who were left there and a wounded man they are ten."""
    world = World()
    before = recruiting.inhabitants(world.at, "basso", TABLES)
    world.garrison("basso", {FOOT: 3})
    assert recruiting.inhabitants(world.at, "basso", TABLES) == before + 3


@pytest.mark.rule("GUC-5.1b")
def test_a_city_has_thirty_men() -> None:
    assert recruiting.inhabitants(World().at, "urbe", TABLES) == 30


@pytest.mark.rule("GUC-5.2b")
def test_in_a_castle_without_a_garrison_is_nobody() -> None:
    assert recruiting.inhabitants(World().at, "castro", TABLES) == 0


@pytest.mark.rule("GUC-15.3a")
def test_a_group_in_the_place_counts_among_the_besieged() -> None:
    """Twelve against six bargain; with ten more inside there is no fear."""
    for inside in (0, 10):
        world = World()
        world.group(NORMANS, "0803", {FOOT: 12}, hostility=7)
        if inside:
            world.group(BYZANTINES, "0903", {FOOT: inside}, hostility=2)
        world.orders(
            NORMANS,
            March(group="n1", to="0903"),
            Meet(meeting=Meeting(fight=())),
            Summon(group="n1", place="basso"),
        )
        world.day(otherwise=3)
        assert bool(of(world.events, Summoned)) is (not inside)


@pytest.mark.rule("GUC-14.3")
@pytest.mark.parametrize("side", [NORMANS, BYZANTINES])
def test_neighbours_join_a_storm(side: str) -> None:
    world = World()
    world.group(NORMANS, "0903", {FOOT: 9})
    world.group(side, "0904", {FOOT: 5})
    world.orders(NORMANS, Attack(group="n1", place="basso"))
    world.orders(side, Join(terms=ALWAYS))
    world.day(otherwise=3)
    (joined,) = of(world.events, BattleJoined)
    (fought,) = [e for e in of(world.events, CampaignFought) if isinstance(e, CampaignFought)]
    assert isinstance(joined, BattleJoined) and joined.place == "basso"
    assert joined.group in (*fought.attackers, *fought.defenders)


# battles


@pytest.mark.rule("GUC-14.6d")
def test_in_a_draw_who_was_there_goes_away_from_the_newcomer_though_it_attacked() -> None:
    world = World()
    world.group(NORMANS, "0603", {FOOT: 9}, hostility=9, came="0602")
    world.group(BYZANTINES, "0602", {FOOT: 9}, hostility=1)
    world.orders(NORMANS, Meet(meeting=Meeting(fight=ALWAYS)))
    world.orders(BYZANTINES, March(group="b1", to="0603"))
    world.day(named={"GUC-17.2": 5}, otherwise=1)
    (fought,) = [e for e in of(world.events, CampaignFought) if isinstance(e, CampaignFought)]
    assert fought.letter == "E" and fought.attackers == ("n1",)
    today = world.today()
    assert world.at.groups["n1"].hex == retreats.opposite(today, "0603", world.at.groups["b1"].hex)

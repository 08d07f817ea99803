"""The edges of the campaign's rules: who just does, who just does not, and what is left alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import (
    battles,
    convoys,
    cures,
    ends,
    groups,
    levies,
    marching,
    meeting,
    mercenaries,
    muster,
    narrate,
    prisoners,
    recruiting,
    reorganising,
    retreats,
    scenarios,
    sharing,
    sheet_own,
    spies,
)
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.plans.plan import (
    Draw,
    Hire,
    Hold,
    Lure,
    March,
    Meet,
    Meeting,
    Merge,
    PayBand,
    Pick,
    Ransom,
    Split,
)
from rules.campaign.today import Today
from rules.core.facing import FACINGS, Facing
from rules.events.campaign import CampaignDayBegan, ConvoyMoved, ConvoyTaken, GroupMarked, GroupMoved
from rules.events.campaign_fights import BandTested, RansomPaid
from rules.events.campaign_secrets import (
    BandCounted,
    CureBegan,
    LeaderNamed,
    ManFreed,
    ManLost,
    PlaceLooked,
    PlaceStocked,
    ResourcesChanged,
    SpySaw,
)
from rules.events.umpire import OrderFailed
from rules.state.campaign import Fight
from rules.state.campaign_counters import Fate, Goal
from rules.state.figure import Health
from rules.state.table import Options
from tests.rules.campaign.kit import BYZANTINES, NORMANS, TABLES, Script, World, of, toy

FOOT, HORSE = "light infantry", "knight"


def _content(world: World, group: str, **fields: object) -> None:
    world.at.contents[group] = replace(world.at.contents[group], **fields)


def _captives(world: World, of_group: str, by: str) -> tuple[str, ...]:
    """All of a group are prisoners of another."""
    names = world.at.contents[of_group].men
    side = world.at.groups[by].side
    _content(world, by, captives=names)
    del world.at.groups[of_group], world.at.contents[of_group]
    world.at.captors |= dict.fromkeys(names, side)
    return names


def _wound(world: World, name: str) -> None:
    world.at.men[name] = replace(world.at.men[name], health=Health.WOUNDED)


# convoys


@pytest.mark.rule("GUC-11b")
def test_a_place_that_is_full_takes_nothing_off_a_convoy() -> None:
    world = World()
    world.resources("alto", 12)
    world.convoy(NORMANS, "0303", "dorf", "alto", load=3)
    today = world.today()
    convoys.transfers(today)
    assert today.at.loads == {"nc1": 3} and today.journal.events == []


@pytest.mark.rule("GUC-11b")
def test_a_city_swallows_a_convoy_without_counting() -> None:
    world = World(urbe=NORMANS)
    world.convoy(NORMANS, "1107", "dorf", "urbe", load=3)
    today = world.today()
    convoys.transfers(today)
    assert not today.at.convoys and not of(today.journal.events, ResourcesChanged)


@pytest.mark.rule("GUC-11a")
def test_a_convoy_with_an_escort_waits_for_it() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 4})
    world.convoy(NORMANS, "0403", "dorf", "alto", escort="n1")
    world.convoy(NORMANS, "0403", "dorf", "alto")
    today = world.today()
    convoys.march(today)
    assert [event.convoy for event in today.journal.events if isinstance(event, ConvoyMoved)] == ["nc2"]


# the wounded


@pytest.mark.rule("GUC-14.7b")
def test_no_die_is_thrown_for_whoever_is_sound() -> None:
    world = World()
    [*sound, hurt] = world.garrison("castro", {FOOT: 3}, wounded=1)
    today = world.today(Script(otherwise=5))
    cures.morning(today)
    assert [e.figure for e in today.journal.events if isinstance(e, CureBegan)] == [hurt] and sound


@pytest.mark.rule("GUC-14.7b", "GUC-8.3a")
@pytest.mark.parametrize(("where", "bound"), [("0303", True), ("0503", False)])
def test_a_cure_binds_a_group_to_a_place_of_its_side_alone(where: str, bound: bool) -> None:
    world = World()
    world.group(NORMANS, where, {FOOT: 3}, wounded=3)
    world.at.recover[world.at.contents["n1"].men[0]] = 9
    assert cures.bound(world.at, world.at.groups["n1"]) is bound
    order = March(group="n1", to="0603", text="march")
    world.orders(NORMANS, order)
    today = world.today()
    marching.march(today, today.at.groups["n1"])
    assert bool(of(today.journal.events, OrderFailed)) is bound
    assert (today.at.groups["n1"].hex == where) is bound


# goals


@pytest.mark.rule("GUC-1a", "GUC-1b")
def test_the_dead_and_the_captive_count_for_nobodys_prestige() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 3}, leader="robert", prestige=6)
    world.group(BYZANTINES, "0903", {FOOT: 3}, leader="leon", prestige=4)
    ours, theirs = (Goal(side, "prestige", 1) for side in (NORMANS, BYZANTINES))
    assert (ends.reached(world.at, ours), ends.reached(world.at, theirs)) == (6, 4)
    world.at.captors["robert"] = BYZANTINES
    taken = Goal(BYZANTINES, "captive", 3)
    assert (ends.reached(world.at, ours), ends.reached(world.at, taken)) == (0, 3)
    assert ends.reached(world.at, replace(taken, side=NORMANS)) == 0
    world.at.fates["robert"] = Fate.DEAD
    assert (ends.reached(world.at, ours), ends.reached(world.at, taken)) == (0, 0)
    del world.at.captors["robert"]
    assert ends.reached(world.at, ours) == 0


@pytest.mark.rule("GUC-1a")
def test_a_leader_has_to_be_where_his_goal_is() -> None:
    world = World()
    goal = Goal(NORMANS, "arrive", 5, "dorf")
    world.group(NORMANS, "0403", {FOOT: 3})
    world.group(NORMANS, "0503", {FOOT: 3}, leader="robert")
    assert ends.reached(world.at, goal) == 0
    world.at.groups["n2"] = replace(world.at.groups["n2"], hex="0403")
    assert ends.reached(world.at, goal) == 5


# groups


@pytest.mark.rule("GUC-8.3a", "GUC-12.2c", "GUC-8.1d")
def test_riders_walk_with_prisoners_and_with_a_convoy() -> None:
    world = World()
    group = world.at.groups[world.group(NORMANS, "0503", {HORSE: 6})]
    assert groups.allowance(world.at, group, TABLES) == 8
    world.convoy(NORMANS, "0503", "dorf", "alto", escort="n9")
    assert groups.allowance(world.at, group, TABLES) == 8
    world.convoy(NORMANS, "0503", "dorf", "alto", escort="n1")
    assert groups.allowance(world.at, group, TABLES) == 5
    world.at.convoys.clear()
    world.group(BYZANTINES, "0903", {FOOT: 3})
    _captives(world, "b1", "n1")
    assert groups.allowance(world.at, group, TABLES) == 5


@pytest.mark.rule("GUC-8.1d")
def test_a_counter_without_anybody_has_no_marker() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 3})
    _content(world, "n1", men=())
    today = world.today()
    groups.mark(today, "n1")
    assert not of(today.journal.events, GroupMarked)


@pytest.mark.rule("GUC-8.1c")
@pytest.mark.parametrize(
    ("small", "large", "level"), [(4, 4, 6), (5, 4, 8), (4, 5, 6)], ids=["equal", "larger", "smaller"]
)
def test_the_larger_part_brings_its_hostility(small: int, large: int, level: int) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: small}, hostility=8)
    world.group(NORMANS, "0503", {FOOT: large}, hostility=6)
    today = world.today()
    groups.merge(today, "n1", "n2")
    assert today.at.contents["n2"].hostility == level
    assert bool(of(today.journal.events, LeaderNamed)) is (level != 6)


@pytest.mark.rule("GUC-8.1c")
def test_men_are_not_moved_from_a_group_into_itself_and_nobody_is_left_alone() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 5})
    world.group(NORMANS, "0503", {FOOT: 5})
    today = world.today()
    assert reorganising.merge(today, NORMANS, Merge(group="n1", into="n1"))
    strange = Merge(group="n1", into="n2", pick=Pick(names=("nobody",)))
    assert "nobody is not in it" in reorganising.merge(today, NORMANS, strange)
    for pick, left in ((Pick(number=2), 3), (Pick(number=1), 3)):
        reorganising.merge(today, NORMANS, Merge(group="n1", into="n2", pick=pick))
        assert len(today.at.contents["n1"].men) == left
    assert len(today.at.contents["n2"].men) == 7


@pytest.mark.rule("GUC-8.1c", "GUC-8.1a")
def test_a_leader_who_goes_is_no_leader_for_those_who_stay() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 4}, leader="robert")
    stay = world.at.contents["n1"].men[-2:]
    go = tuple(name for name in world.at.contents["n1"].men if name not in stay)
    today = world.today()
    assert reorganising.split(today, NORMANS, Split(group="n1", pick=Pick(names=go)))
    assert not reorganising.split(today, NORMANS, Split(group="n1", pick=Pick(names=go[1:] + stay[:1])))


@pytest.mark.rule("GUC-5.2b")
def test_a_town_may_be_left_without_anybody_and_a_castle_with_five() -> None:
    world = World(castro=NORMANS)
    world.garrison("alto", {FOOT: 3})
    world.garrison("castro", {FOOT: 7})
    world.group(NORMANS, "0303", {FOOT: 4})
    world.group(NORMANS, "0606", {FOOT: 4})
    today = world.today()
    drawn = Draw(place="alto", group="n1", pick=Pick(number=3))
    assert not reorganising.draw(today, NORMANS, drawn) and not today.at.holdings["alto"].garrison
    assert reorganising.draw(today, NORMANS, Draw(place="castro", group="n2", pick=Pick(number=3)))
    assert not reorganising.draw(today, NORMANS, Draw(place="castro", group="n2", pick=Pick(number=2)))


@pytest.mark.rule("GUC-5.2b")
def test_a_garrison_joins_nobody_who_is_gone_or_of_another_side() -> None:
    world = World(castro=NORMANS)
    world.garrison("castro", {FOOT: 7})
    world.group(BYZANTINES, "0606", {FOOT: 4})
    today = world.today()
    for seat, group in ((NORMANS, "n9"), (BYZANTINES, "b1")):
        assert reorganising.draw(today, seat, Draw(place="castro", group=group, pick=Pick(number=2)))
    assert len(today.at.holdings["castro"].garrison) == 7


@pytest.mark.rule("GUC-5.2b")
@pytest.mark.parametrize(
    ("place", "hex_", "siege", "filled"),
    [
        ("castro", "0606", "", 5),
        ("castro", "0706", "", 3),
        ("castro", "0606", "b1", 3),
        ("alto", "0303", "", 3),
    ],
)
def test_a_castle_is_filled_by_the_group_that_is_in_it(
    place: str, hex_: str, siege: str, filled: int
) -> None:
    world = World(castro=NORMANS)
    world.garrison(place, {FOOT: 3})
    world.group(NORMANS, hex_, {FOOT: 8})
    world.group(BYZANTINES, "0607", {FOOT: 8})
    world.at.places[place] = replace(world.at.places[place], siege=siege)
    today = world.today()
    reorganising.fill_castles(today)
    assert len(today.at.holdings[place].garrison) == filled


@pytest.mark.rule("GUC-8.1e")
@pytest.mark.parametrize(("to", "left"), [("0503", 1), ("0703", 2)], ids=["stays", "goes"])
def test_who_is_to_march_away_does_not_join_those_beside_him(to: str, left: int) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 4})
    world.group(NORMANS, "0503", {FOOT: 4})
    for _ in range(2):
        world.band("0503", {FOOT: 4})  # nobody's: they stay by themselves
    world.orders(NORMANS, March(group="n1", to=to), March(group="n9", to="0703"))
    world.at.turn = 2
    today = world.today()
    reorganising.together(today)
    assert len(today.at.groups_of(NORMANS)) == left and len(mercenaries.free_bands(today)) == 2


@pytest.mark.rule("GUC-8.2")
@pytest.mark.parametrize("size", [1, 11, 12, 13, 24])
def test_a_group_has_as_many_men_as_it_is_to_have(size: int) -> None:
    kinds = muster.headcount("N", size, TABLES)
    row = TABLES["campaign-headcount"].row("N")
    whole = tuple(str(row[str(place)]) for place in range(1, 13))
    assert len(kinds) == size and kinds[: min(size, 10)] == whole[:size][:10]
    assert size > 12 or kinds == whole[:size]


# marching


@pytest.mark.rule("GUC-6b", "GUC-12.2a")
def test_bands_are_moved_by_the_seats_in_turn() -> None:
    world = World()
    for side, hex_ in ((NORMANS, "0303"), (BYZANTINES, "0908")):
        world.group(side, hex_, {FOOT: 4})
    bands = [world.band("0606", {FOOT: 4 - n}) for n in range(2)]
    world.at.rotation = 0
    for side, group in ((NORMANS, "n1"), (BYZANTINES, "b1")):
        world.orders(side, *(Lure(band=band, group=group) for band in bands))
    today = world.today(Script(otherwise=5))
    marching.move(today)
    came = {e.group: e.path[1] for e in today.journal.events if isinstance(e, GroupMoved)}
    nearer = {band: toy().distance(came[band], "0303") < toy().distance("0606", "0303") for band in bands}
    assert nearer == {"m1": True, "m2": False}


@pytest.mark.rule("GUC-12.2e")
def test_a_band_whose_employer_is_gone_attacks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 3})
    bands = [world.band("0503", {FOOT: 6}, under="n1") for _ in range(4)]
    attacked: list[str] = []

    def attack(today: Today, attacker: object, defender: object) -> None:
        attacked.append(attacker.id)  # type: ignore[attr-defined]
        today.at.groups.pop(bands[1] if len(attacked) == 1 else "n1")

    monkeypatch.setattr(mercenaries, "checks", lambda today: list(bands))
    monkeypatch.setattr(battles, "attack", attack)
    marching.revolts(world.today())
    assert attacked == [bands[0], bands[2]]


@pytest.mark.rule("GUC-14.8a")
@pytest.mark.parametrize(("at", "goes"), [("0303", False), ("0603", True)])
def test_an_escort_goes_to_the_nearest_place_of_its_side_and_stays_there(at: str, goes: bool) -> None:
    world = World()
    world.group(NORMANS, at, {FOOT: 4})
    world.group(BYZANTINES, "0903", {FOOT: 3})
    _captives(world, "b1", "n1")
    today = world.today()
    assert bool(marching.order_of(today, today.at.groups["n1"])) is goes
    world.orders(NORMANS, Hold(group="n1"))
    assert marching.order_of(world.today(), today.at.groups["n1"]) is None


@pytest.mark.rule("GUC-8.3a")
def test_a_group_does_what_it_was_to_do_where_it_ends_its_march() -> None:
    world = World()
    world.group(NORMANS, "0803", {FOOT: 4})
    world.orders(NORMANS, March(group="n1", to="0903"))
    today = world.today()
    marching.march(today, today.at.groups["n1"])
    assert [e.place for e in today.journal.events if isinstance(e, PlaceLooked)] == ["basso"]
    world = World()
    world.group(NORMANS, "0903", {FOOT: 4})
    today = world.today()
    today.done.add("n1")
    marching.march(today, today.at.groups["n1"])
    assert not today.journal.events


@pytest.mark.rule("GUC-8.3a")
def test_a_group_that_is_lost_on_its_march_arrives_nowhere() -> None:
    world = World()
    world.group(NORMANS, "0803", {FOOT: 3})
    world.group(BYZANTINES, "0903", {FOOT: 30}, hostility=9)
    world.orders(NORMANS, March(group="n1", to="0903", meeting=Meeting(give_up=((),))))
    world.orders(BYZANTINES, Meet(meeting=Meeting(fight=((),))))
    today = world.today()
    marching.march(today, today.at.groups["n1"])
    assert "n1" not in today.at.groups and not of(today.journal.events, PlaceLooked)


@pytest.mark.rule("GUC-13a")
def test_whoever_has_met_others_in_peace_takes_the_convoy_as_well() -> None:
    world = World()
    world.group(NORMANS, "0803", {FOOT: 4})
    world.convoy("", "0903", "basso", "castro")
    world.orders(NORMANS, March(group="n1", to="0903"))
    today = world.today()
    marching.march(today, today.at.groups["n1"])
    assert [e.convoy for e in today.journal.events if isinstance(e, ConvoyTaken)] == ["c1"]


@pytest.mark.rule("GUC-14.8b", "GUC-12.1")
@pytest.mark.parametrize(("marched", "done", "delivered"), [(1, 0, True), (0, 0, False), (1, 1, False)])
def test_prisoners_are_delivered_by_an_escort_that_has_come(
    marched: bool, done: bool, delivered: bool
) -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 4})
    world.group(BYZANTINES, "0903", {FOOT: 3})
    names = _captives(world, "b1", "n1")
    today = world.today()
    today.marched |= {"n1"} if marched else set()
    today.done |= {"n1"} if done else set()
    marching.arrive(today, today.at.groups["n1"])
    assert (set(today.at.fates) == set(names)) is delivered


@pytest.mark.rule("GUC-12.1", "GUC-14.8b")
def test_who_has_no_prisoners_delivers_none(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 4})
    today = world.today()
    today.marched.add("n1")
    monkeypatch.setattr(prisoners, "arrived", lambda *_: pytest.fail("nobody is to be delivered"))
    marching.arrive(today, today.at.groups["n1"])


@pytest.mark.rule("GUC-7e")
@pytest.mark.parametrize(
    ("unfed", "captives", "fights"), [(0, 0, True), (1, 0, True), (2, 0, False), (0, 1, False)]
)
def test_neither_the_hungry_nor_an_escort_looks_for_a_fight(unfed: int, captives: int, fights: bool) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9}, unfed=unfed)
    world.group(BYZANTINES, "0503", {FOOT: 3})
    world.group(BYZANTINES, "0903", {FOOT: 3})
    if captives:
        _captives(world, "b2", "n1")
    today = world.today()
    assert meeting.wants_to_fight(today, today.at.groups["n1"], today.at.groups["b1"]) is fights


# mercenaries


@pytest.mark.rule("GUC-12.2a")
def test_a_band_goes_where_it_is_lured_and_no_further_than_to_somebody() -> None:
    world = World()
    world.group(NORMANS, "0308", {FOOT: 4})
    world.group(BYZANTINES, "0808", {FOOT: 4})
    world.band("0508", {FOOT: 4})
    world.band("0108", {FOOT: 4})
    world.orders(NORMANS, Lure(band="m2", group="b1"), Lure(band="m1", group="n1"))
    today = world.today()
    mercenaries.seek(today, today.at.groups["m1"], 0)
    assert today.at.groups["m1"].hex == "0308"
    mercenaries.seek(today, today.at.groups["m1"], 0)  # there it stays
    assert len(of(today.journal.events, GroupMoved)) == 1


@pytest.mark.rule("GUC-12.2a")
def test_a_band_that_nobody_could_hire_stays() -> None:
    world = World()
    world.band("0508", {FOOT: 4})
    today = world.today()
    mercenaries.seek(today, today.at.groups["m1"], 0)
    assert today.journal.events == []


@pytest.mark.rule("GUC-12.2a")
def test_a_band_goes_as_far_as_its_feet_carry_it_and_one_hex_at_least() -> None:
    world = World()
    world.group(NORMANS, "0208", {FOOT: 4})
    world.band("1208", {FOOT: 4})
    for season, far in ((0, 5), (-3, 2), (-9, 1)):
        today = Today(world.today().journal, world.today().page, {})
        today.at.season = season
        today.at.groups["m1"] = replace(today.at.groups["m1"], hex="1208")
        mercenaries.seek(today, today.at.groups["m1"], 0)
        [moved] = [e for e in today.journal.events if isinstance(e, GroupMoved)]
        assert len(moved.path) == 1 + far
    world.at.season = -9
    world.group(NORMANS, "0504", {FOOT: 4})  # in hills: what costs more than is left is entered all the same
    world.band("0505", {FOOT: 4})
    today = world.today()
    mercenaries.seek(today, today.at.groups["m2"], 0)
    assert today.at.groups["m2"].hex == "0504"


@pytest.mark.rule("GUC-12.2b")
@pytest.mark.parametrize(
    ("group", "band", "hired"), [("", "", True), ("n1", "m1", True), ("n2", "", False), ("", "m2", False)]
)
def test_an_order_to_hire_is_for_the_group_and_the_band_that_it_names(
    group: str, band: str, hired: bool
) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 4}, leader="robert", purse=40)
    world.band("0503", {FOOT: 4})
    world.orders(NORMANS, Hire(group=group, band=band))
    today = world.today()
    assert mercenaries.hire(today, today.at.groups["n1"], today.at.groups["m1"]) is hired


@pytest.mark.rule("GUC-12.2f")
@pytest.mark.parametrize(
    ("seat", "paid", "purse", "told"),
    [(NORMANS, False, 8, ""), (NORMANS, False, 7, "they cost 8 D"), (NORMANS, True, 8, "for no promise"),
     (BYZANTINES, False, 8, "for no promise")],
)  # fmt: skip
def test_who_is_paid_after_all(seat: str, paid: bool, purse: int, told: str) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 4}, purse=purse)
    world.band("0503", {FOOT: 4}, under="n1", paid=paid)
    world.orders(seat, PayBand(band="m1"))
    today = world.today()
    mercenaries.pay(today)
    failed = [str(e.why) for e in today.journal.events if isinstance(e, OrderFailed)]
    assert len(failed) == bool(told) and all(told in why for why in failed)
    assert today.at.contents["n1"].purse == (0 if not told else purse * 2)


@pytest.mark.rule("GUC-12.2d")
def test_only_those_are_tested_who_wait_for_their_share_and_have_an_employer() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 4})
    for hired, paid in ((0, False), (0, True), (1, False)):
        world.band("0503", {FOOT: 2}, under="n1", hired=hired, paid=paid)
    world.band("0503", {FOOT: 2}, under="n1")
    world.at.groups["m4"] = replace(world.at.groups["m4"], under="n9")
    today = world.today(Script(otherwise=1))
    assert mercenaries.checks(today) == []
    assert [e.group for e in today.journal.events if isinstance(e, BandTested)] == ["m1"]


@pytest.mark.rule("GUC-12.2e")
@pytest.mark.parametrize(
    ("die", "modifier", "loyal"), [(5, 2, True), (6, 2, False), (8, 0, False), (9, -2, True)]
)
def test_what_is_added_to_the_die_for_their_loyalty(die: int, modifier: int, loyal: bool) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9})
    world.band("0503", {FOOT: 2}, under="n1")
    today = world.today(Script(otherwise=die))
    assert (mercenaries.tested(today, today.at.groups["m1"], modifier) == mercenaries.LOYAL) is loyal


@pytest.mark.rule("GUC-12.2g")
def test_loot_is_shared_with_those_alone_who_wait_for_it() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9}, purse=20)
    world.band("0503", {FOOT: 2}, under="n1", paid=True)
    world.band("0503", {FOOT: 2}, under="n1")
    world.band("0503", {FOOT: 2}, under="n1")
    del world.at.bands["m3"]
    today = world.today(Script(otherwise=1))
    sharing.share_out(today, today.at.groups["n1"], 6)
    assert [e.group for e in today.journal.events if isinstance(e, BandCounted)] == ["m2"]
    assert today.at.contents["n1"].purse == 40 - 2 * today.price("loot point")


# prisoners


@pytest.mark.rule("GUC-14.8a", "GUC-14.8c")
@pytest.mark.parametrize(("guards", "kept"), [(3, True), (2, False)])
def test_three_can_guard_prisoners(guards: int, kept: bool) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: guards})
    world.group(BYZANTINES, "0503", {FOOT: 3})
    world.band("0503", {FOOT: 9})
    names = world.at.contents["b1"].men
    today = world.today()
    prisoners.guarded(today, names, ("m1", "n1", "n9"))
    assert (set(today.at.contents["n1"].captives) == set(names)) is kept
    killed = [e for e in today.journal.events if isinstance(e, ManLost)]
    assert all(set(e.to) == {NORMANS, BYZANTINES} for e in killed) and len(killed) == (0 if kept else 3)
    prisoners.guarded(today, names[:1] if kept else (), ("m1",))
    assert not kept or names[0] in today.at.fates


@pytest.mark.rule("GUC-14.8a")
def test_prisoners_in_a_place_of_their_captors_are_delivered_and_not_led_away() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 9})
    world.group(BYZANTINES, "0903", {FOOT: 3})
    names = _captives(world, "b1", "n1")
    world.orders(NORMANS, March(group="n1", to="0603"))
    today = world.today()
    prisoners.escorts(today)
    assert set(today.at.fates) == set(names) and set(today.at.groups) == {"n1"}


def _ransom(*with_him: str) -> World:
    """Leon and others are prisoners of n1."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9})
    world.group(BYZANTINES, "0904", {HORSE: 3}, purse=20)
    world.group(BYZANTINES, "0903", dict.fromkeys(with_him, 1), leader="leon", prestige=3)
    _captives(world, "b2", "n1")
    return world


@pytest.mark.rule("GUC-14.8d")
def test_nobody_has_a_price_but_leaders_and_each_is_bought_by_his_own_line() -> None:
    world = _ransom(FOOT)
    assert prisoners.price(world.at, "leon", 4) == 12 and prisoners.price(world.at, "nobody", 4) == 0
    world.orders(BYZANTINES, Ransom(leader="harald", never=True))
    today = world.today()
    prisoners.ransoms(today)
    assert "leon" not in today.at.captors
    world = _ransom(FOOT)
    world.orders(BYZANTINES, Ransom(leader="leon", never=True))
    today = world.today()
    prisoners.ransoms(today)
    assert "leon" in today.at.captors


@pytest.mark.rule("GUC-14.8d", "GUC-14.8f")
def test_a_ransomed_leader_takes_along_men_of_his_own_who_lead_nobody() -> None:
    world = _ransom(HORSE)
    [other] = [name for name in world.at.contents["n1"].captives if name != "leon"]
    [stranger, leader] = world.at.contents["b1"].men[:2]
    world.at.men[stranger] = replace(world.at.men[stranger], side="lombards", seat="lombards")
    world.at.prestige[leader] = 2
    _content(world, "n1", captives=(stranger, leader, "leon", other))
    _content(world, "b1", men=world.at.contents["b1"].men[2:])
    world.at.captors |= {stranger: NORMANS, leader: NORMANS}
    today = world.today()
    prisoners.release(today, "leon", group="b1")
    freed = [e.figure for e in today.journal.events if isinstance(e, ManFreed)]
    assert freed == ["leon", other]
    [gone] = [g.id for g in today.at.groups.values() if today.at.contents[g.id].leader == "leon"]
    [*_, fresh] = today.at.in_group(gone)
    assert len(today.at.in_group(gone)) == 3 and fresh.mounted, "a second rider is made for him"
    assert set(today.at.contents["n1"].captives) == {stranger, leader}
    paid = [e.deniers for e in today.journal.events if isinstance(e, RansomPaid)]
    assert paid == [6]


# places, spies, sheets


@pytest.mark.rule("GUC-13.6a")
def test_twice_as_many_are_in_a_city_as_in_the_richest_settlement() -> None:
    world = World()
    world.resources("basso", 10)
    richest = recruiting.inhabitants(world.at, "basso", TABLES)
    assert recruiting.inhabitants(world.at, "urbe", TABLES) == 2 * richest
    world.garrison("basso", {FOOT: 2})
    assert recruiting.inhabitants(world.at, "basso", TABLES) == richest + 2


@pytest.mark.rule("GUC-13.6b")
def test_townsmen_who_were_taken_do_not_go_home() -> None:
    world = World()
    today = world.today()
    levy = levies.called_up(today, "basso")
    today.at.captors[levy.fresh[0]] = NORMANS
    today.at.fates[levy.fresh[1]] = Fate.DEAD
    levies.sent_home(today, levy)
    gone = [e.figure for e in today.journal.events if isinstance(e, ManLost)]
    assert gone == list(levy.fresh[2:])


@pytest.mark.rule("GUC-10a")
def test_a_spy_looks_at_groups_of_others_that_are_near() -> None:
    world = World()
    world.spy(NORMANS, "gisulfo", "0503")
    world.group(NORMANS, "0603", {FOOT: 3})
    world.group(BYZANTINES, "0703", {FOOT: 3})
    world.group(BYZANTINES, "0903", {FOOT: 3})
    world.band("0502", {FOOT: 3})
    today = world.today()
    spies.see(today, "gisulfo")
    assert [e.group for e in today.journal.events if isinstance(e, SpySaw)] == ["b1"]


@pytest.mark.rule("GUC-8.4a")
@pytest.mark.parametrize(
    ("day", "unfed", "told"), [(6, 0, "fed"), (6, 1, "8 May"), (6, 2, "7 May"), (2, 3, "4 May")]
)
def test_since_when_a_group_is_hungry(day: int, unfed: int, told: str) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 12}, unfed=unfed)
    world.at.turn = day
    assert sheet_own.food_told(world.at, "n1") == (told if not unfed else f"hungry since {told}")


@pytest.mark.rule("GUC-8.4a")
@pytest.mark.parametrize(
    ("fight", "still", "told"),
    [
        (Fight("0703", day=6), (), "9 May"),
        (Fight("0703"), (), "9 May"),
        (Fight("0703", day=5), (), "8 May"),
        (Fight("0703", day=6), ("n1",), "8 May"),
        (Fight("0703", place="basso", day=6), (), "8 May"),
    ],
)
def test_while_a_battle_of_the_day_is_fought_its_meal_is_over(
    fight: Fight, still: tuple[str, ...], told: str
) -> None:
    """Not for who waits for a battle of another day; fights of sieges come before the meal."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 12}, unfed=1)
    world.at.turn, world.at.still = 6, still
    world.at.fights["g1-a"] = fight
    assert sheet_own.food_told(world.at, "n1") == f"hungry since {told}"


@pytest.mark.rule("GUC-16")
@pytest.mark.parametrize("facing", FACINGS)
def test_a_hex_beside_a_place_by_its_direction(facing: Facing) -> None:
    near = toy().beside("0303", facing)
    assert near and scenarios.where(toy(), f"alto {facing.value}") == near


@pytest.mark.rule("GUC-5.2a")
def test_a_garrison_is_commanded_by_a_seat_of_its_side_and_a_purse_lies_where_it_is_put() -> None:
    shipped = scenarios.campaigns()["campaign-ofanto"]
    file = replace(shipped, purses=(scenarios.PurseFile("melfi", 5),))
    sides = {place.id: place.side for place in scenarios._founded(file)}
    stocked = [
        event
        for event in scenarios.opened(file, GUISCARD_CAMPAIGN, Options(), "", {})
        if isinstance(event, PlaceStocked)
    ]
    seats = {seat.side: seat.id for seat in file.seats}
    held = [event for event in stocked if event.men]
    assert {sides[event.place] for event in held} == {"", NORMANS, BYZANTINES}
    for event in held:
        assert {man.seat for man in event.men} == {seats.get(sides[event.place], "")}
    assert {event.place: event.holding.purse for event in stocked if event.holding.purse} == {"melfi": 10}


@pytest.mark.rule("GUC-6b")
def test_the_order_in_which_ones_own_groups_move_is_told_where_there_is_one() -> None:
    def told(world: World, seat: str | None = NORMANS) -> list[str]:
        lines = narrate.narrated(world.at, [CampaignDayBegan(1)], seat)
        return [line.text for line in lines if "Prestige order" in line.text]

    world = World()
    world.group(NORMANS, "0503", {FOOT: 3}, leader="robert", prestige=4)
    world.band("0503", {FOOT: 3}, under="n1")
    world.group(BYZANTINES, "0903", {FOOT: 3}, leader="leon")
    assert told(world) == []
    world.group(NORMANS, "0603", {FOOT: 3})
    assert told(world) == ["Prestige order, as far as yours: Robert 4, then, without a leader, group n2."]
    for _ in range(2):
        world.band("0703", {FOOT: 3})
    assert told(world, None) == []


# flight


@pytest.mark.rule("GUC-14.6b", "GUC-14.6d")
@pytest.mark.parametrize(
    ("moved", "joined", "attackers", "back"),
    [(1, 0, "0402", True), (0, 1, "0402", True), (0, 0, "", True), (0, 0, "0402", False)],
)
def test_whoever_came_today_flees_to_where_he_came_from(
    moved: bool, joined: bool, attackers: str, back: bool
) -> None:
    """Who was there before goes to the side on which the attackers are not."""
    world = World()
    world.group(BYZANTINES, "0503", {FOOT: 6}, came="0402")
    today = world.today()
    today.marched |= {"b1"} if moved else set()
    today.joined |= {"b1"} if joined else set()
    retreats.flee(today, today.at.groups["b1"], "0503", attackers)
    came = Facing.NW
    assert today.at.groups["b1"].hex in retreats.three(today, "0503", came if back else came.opposite)

"""Where two rules meet: an army of two groups of which one leads prisoners or wounded men home, a castle that
holds friends, a purse that the first of the victors cannot take, riders who come upon those who walk."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import (
    cures,
    ends,
    field,
    marching,
    mercenaries,
    places,
    prisoners,
    reorganising,
    resolving,
)
from rules.campaign.custody import take
from rules.campaign.lines import Line
from rules.campaign.plans.plan import ALWAYS, NEVER, Attack, Besiege, Hire, Hold, Lay, March, Meet, Meeting
from rules.campaign.sieges import fates
from rules.desk.reading import Verdict
from rules.events.campaign import ConvoyMoved, GroupMoved
from rules.events.campaign_fights import CampaignFought
from rules.events.campaign_secrets import LineDone, ManLost
from rules.events.umpire import OrderFailed
from rules.state.campaign_counters import Fate
from rules.state.figure import FigureId, Health
from tests.rules.campaign.board_kit import harm, morning, on_boards, over
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, TABLES, Script, World, held, of
from tests.rules.campaign.siege_kit import conducted, first
from tests.rules.campaign.words_kit import one, valley

FOOT, RIDERS = "light infantry", "light cavalry"
PEACE = Meeting(fight=NEVER)


def allied(world: World) -> World:
    """Normans and Lombards are friends."""
    friends = {NORMANS: (LOMBARDS,), LOMBARDS: (NORMANS,)}
    sides = tuple(replace(side, allies=friends.get(side.id, ())) for side in world.setup.sides)
    world.setup = world.at.setup = replace(world.setup, sides=sides)
    return world


def a_leader(world: World, name: FigureId, side: str, *, by: str, place: str = "", group: str = "") -> None:
    """He is somebody's prisoner."""
    of_his = world.group(side, "1201", {}, leader=name)
    today = world.today()
    take(today, name, by, place=place, group=group)
    world.keep(today)
    del world.at.groups[of_his], world.at.contents[of_his]


# groups in one hex


def two(second: int, *, wounded: int = 0) -> World:
    world = World()
    world.group(NORMANS, "0701", {FOOT: 10})
    world.group(NORMANS, "0701", {FOOT: second}, wounded=wounded)
    world.at.turn = 2
    return world


@pytest.mark.rule("GUC-8.1e", "GUC-14.7a")
def test_wounded_who_make_for_home_unasked_take_nobody_along() -> None:
    world = two(4, wounded=1)
    world.day(otherwise=1)
    assert world.at.groups["n1"].hex == "0701" != world.at.groups["n2"].hex


@pytest.mark.rule("GUC-8.1e")
def test_wounded_who_are_to_stay_are_joined() -> None:
    world = two(4, wounded=1)
    world.orders(NORMANS, Hold(group="n2"))
    world.day(otherwise=1)
    assert list(world.at.groups) == ["n1"]


@pytest.mark.rule("GUC-8.1e", "GUC-14.8a")
@pytest.mark.parametrize("stays", [True, False])
def test_an_escort_that_stays_is_joined_too(stays: bool) -> None:
    world = two(4)
    captives = held(world, "n2")
    if stays:
        world.orders(NORMANS, Hold(group="n2"))
    reorganising.together(today := world.today())
    assert list(today.at.groups) == (["n1"] if stays else ["n1", "n2"])
    assert today.at.contents["n1" if stays else "n2"].captives == captives


# pace


@pytest.mark.rule("GUC-11a", "GUC-8.3a")
def test_a_convoy_that_riders_find_on_their_way_makes_them_walk() -> None:
    """Riders have seven MP left behind the first hex, a convoy goes five hexes a day (RUL-1305)."""
    world = World()
    world.group(NORMANS, "0801", {RIDERS: 5})
    convoy = world.convoy("", "0802", "basso", "urbe")
    world.orders(NORMANS, March(group="n1", to="0808"))
    world.day(otherwise=1)
    (way,) = [e.path for e in of(world.events, ConvoyMoved) if isinstance(e, ConvoyMoved)]
    assert len(way) - 1 == 5 and world.at.convoys[convoy].hex == world.at.groups["n1"].hex


@pytest.mark.rule("GUC-12.2c", "GUC-8.3a")
def test_so_do_mercenaries_on_foot_whom_they_hire_there() -> None:
    world = World()
    world.group(NORMANS, "0801", {RIDERS: 5}, leader="robert", purse=20)
    band = world.band("0802", {FOOT: 5})
    world.orders(NORMANS, March(group="n1", to="0808"), Hire(group="n1"))
    world.day(otherwise=1)
    ways = [e.path for e in of(world.events, GroupMoved) if isinstance(e, GroupMoved) and e.group == band]
    assert [len(way) - 1 for way in ways] == [5]


# prisoners


@pytest.mark.rule("GUC-14.8e")
@pytest.mark.parametrize(("side", "captor"), [(NORMANS, ""), (LOMBARDS, ""), (BYZANTINES, NORMANS)])
def test_friends_who_were_held_in_a_place_that_falls_are_free(side: str, captor: str) -> None:
    """RUL-1220."""
    world = allied(World())
    world.group(NORMANS, "0606", {FOOT: 20})
    a_leader(world, "drogo", side, by="third", place="castro")
    places.change_hands(today := world.today(), world.at.founded("castro"), world.at.groups["n1"], "assault")
    assert today.at.captors.get("drogo", "") == captor
    led = [group for group in today.at.groups.values() if "drogo" in today.at.content(group.id).men]
    assert [group.side for group in led] == ([] if captor else [side])


@pytest.mark.rule("GUC-14.8e", "GUC-13.3")
@pytest.mark.parametrize(("side", "captor"), [(NORMANS, ""), (LOMBARDS, ""), (BYZANTINES, NORMANS)])
def test_and_whom_mercenaries_hold_who_go_over(side: str, captor: str) -> None:
    world = allied(World())
    world.group(NORMANS, "0801", {FOOT: 4}, purse=50)
    band = world.band("0801", {FOOT: 5})
    a_leader(world, "drogo", side, by="third", group=band)
    world.orders(NORMANS, Hire(group="n1"))
    today = world.today()
    assert mercenaries.hire(today, today.at.groups["n1"], today.at.groups[band])
    assert today.at.captors.get("drogo", "") == captor


@pytest.mark.rule("GUC-14.8c", "GUC-15.1")
@pytest.mark.parametrize(("men", "fate"), [(1, Fate.DEAD), (2, None)])
def test_a_besieger_without_three_men_spares_no_leader_of_a_place_that_starved(
    men: int, fate: Fate | None
) -> None:
    """RUL-1291."""
    world = World()
    world.group(NORMANS, "0606", {FOOT: men}, leader="robert")
    leon = world.group(BYZANTINES, "1201", {}, leader="leon")
    del world.at.groups[leon], world.at.contents[leon]
    within = (*world.garrison("castro", {FOOT: 4}), "leon")
    world.at.holdings["castro"] = replace(world.at.holdings["castro"], garrison=within)
    world.at.places["castro"] = replace(world.at.places["castro"], siege="n1")
    today = world.today(Script(named={"GUC-15.1": 1}, otherwise=1))
    fates.starved(today, today.at.founded("castro"), today.at.groups["n1"])
    assert today.at.fates.get("leon") is fate
    assert ("leon" in today.at.captors) is (fate is None)


@pytest.mark.rule("GUC-14.8a", "GUC-14.8c")
@pytest.mark.parametrize(("men", "cause"), [(1, "prison"), (6, "")])
def test_townsmen_keep_the_prisoners_whom_the_group_beside_them_cannot(men: int, cause: str) -> None:
    """RUL-1303."""
    world = World()
    world.group(BYZANTINES, "0903", {FOOT: men}, leader="leon", hostility=1)
    world.group(NORMANS, "0803", {FOOT: 12}, wounded=4)
    world.resources("basso", 10)
    march = March(group="n1", to="0903", meeting=PEACE)
    world.orders(NORMANS, march, Attack(group="n1", place="basso"))
    world.day(named={"GUC-17.2": 10, "GUC-17.4": 1}, otherwise=1)
    lost = [e.cause for e in of(world.events, ManLost) if isinstance(e, ManLost)]
    assert "massacre" not in lost
    assert ("prison" in lost) is bool(cause)
    assert bool(world.at.contents["b1"].captives) is not bool(cause)


# purses


@pytest.mark.rule("GUC-14.6a")
@pytest.mark.parametrize("left", [0, 2])
def test_a_purse_goes_to_a_victor_who_is_still_there(left: int) -> None:
    """RUL-1218. Of the first of the victors nobody is left, or too few for a group."""
    world = World()
    for side, purse in ((BYZANTINES, 0), (BYZANTINES, 0), (NORMANS, 9)):
        world.group(side, "0603", {FOOT: 4}, purse=purse)
    today = world.today()
    for name in (*world.at.content("b1").men[left:], *world.at.content("n1").men):
        resolving.slain(today, name, "battle")
    field.ended(today, "0603", Line(("n1",)), Line(("b1", "b2")), ("", ""))
    assert "b1" not in today.at.groups and today.at.content("b2").purse == 18


# beds


@pytest.mark.rule("GUC-8.1a", "GUC-14.7b")
@pytest.mark.parametrize(("sound", "leader", "laid"), [(3, "", 3), (2, "", 0), (1, "robert", 3), (0, "", 3)])
def test_nobody_is_lost_for_laying_his_friends_to_bed(sound: int, leader: str, laid: int) -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: sound + 3}, leader=leader, wounded=3, purse=4)
    world.orders(NORMANS, Lay(group="n1"))
    cures.morning(today := world.today(Script(otherwise=5)))
    assert not today.at.fates and len(today.at.holdings["alto"].patients) == laid
    purse = today.at.content("n1").purse if "n1" in today.at.groups else today.at.holdings["alto"].purse
    assert purse == 8 and ("n1" in today.at.groups) is bool(sound)
    assert bool(of(today.journal.events, OrderFailed)) is not laid


@pytest.mark.rule("GUC-8.1a", "GUC-14.7b")
@pytest.mark.parametrize(
    ("sound", "leads", "says"),
    [(2, False, "each part needs 3 men, or a leader"), (3, False, ""), (2, True, ""), (0, False, "")],
)
def test_the_receipt_says_when_too_few_would_be_left_of_them(sound: int, leads: bool, says: str) -> None:
    """Robert in Melfi."""
    at = valley()
    content = at.contents["n1"]
    men = content.men if leads else tuple(name for name in content.men if name not in at.prestige)
    at.contents["n1"] = replace(content, men=men, leader=content.leader if leads else "")
    stay = men[:sound]
    at.men |= {name: replace(at.men[name], health=Health.WOUNDED) for name in men if name not in stay}
    answer = one("LAY wounded of n1", at=at)
    assert answer.verdict is (Verdict.NOTE if says else Verdict.OK)
    assert says in " ".join(answer.message)


def outside_of(place: str, at: str) -> World:
    """A place is besieged, and a Norman group has come to it."""
    world = World(urbe=NORMANS)
    world.garrison(place, {FOOT: 2})
    world.group(BYZANTINES, at, {FOOT: 20}, hostility=5)
    world.orders(BYZANTINES, Besiege(group="b1", place=place), Meet(group="b1", meeting=PEACE))
    world.day(otherwise=1)
    world.group(NORMANS, at, {FOOT: 5}, wounded=2, hostility=1)
    return world


@pytest.mark.rule("GUC-14.7b", "GUC-15")
@pytest.mark.parametrize(("place", "at"), [("dorf", "0403"), ("urbe", "1107")])
def test_nobody_is_laid_to_bed_in_a_besieged_place_from_outside_nor_gets_up_into_the_open(
    place: str, at: str
) -> None:
    """RUL-1297."""
    world = outside_of(place, at)
    world.orders(NORMANS, Lay(group="n1"))
    holding = world.at.holdings[place]
    world.at.holdings[place] = replace(holding, garrison=(), patients=holding.garrison)
    cures.morning(today := world.today(Script(otherwise=5)))
    assert today.at.holdings[place].patients == holding.garrison
    assert not today.at.recover and len(today.at.content("n1").men) == 5
    assert not cures.bound(today.at, today.at.groups["n1"])


# who moves no more


@pytest.mark.rule("GUC-14.6a", "GUC-6b")
def test_who_was_attacked_today_stays_where_it_has_won() -> None:
    """RUL-1306."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9}, leader="robert", prestige=9, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 9}, leader="leon", prestige=3)
    world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting(fight=ALWAYS)))
    world.orders(BYZANTINES, March(group="b1", to="0903"))
    world.day(named={"GUC-17.2": 9}, otherwise=1)
    assert world.at.groups["b1"].hex == "0603" and world.plans[BYZANTINES].orders


@pytest.mark.rule("GUC-6b")
def test_of_ones_own_equal_groups_the_larger_moves_first_then_the_older() -> None:
    """RUL-1308."""
    world = World()
    for men in (4, 6, 4):
        world.group(NORMANS, "0503", {FOOT: men})
    assert marching.in_order(world.today()) == ["n2", "n1", "n3"]


@pytest.mark.rule("GUC-14.5a", "GUC-13.4b")
def test_who_slips_away_keeps_his_convoy() -> None:
    """There has been no battle in which it could be lost (RUL-1309)."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9}, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 4})
    convoy = world.convoy(BYZANTINES, "0603", "basso", "castro", escort="b1")
    world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting(fight=ALWAYS)))
    world.orders(BYZANTINES, Meet(meeting=Meeting(refuse=ALWAYS)))
    world.day(otherwise=1)
    assert world.at.convoys[convoy].escort == "b1"
    assert world.at.convoys[convoy].hex == world.at.groups["b1"].hex != "0603"


# what is in a settlement that was stormed


@pytest.mark.rule("GUC-14.8e", "GUC-12.3")
@pytest.mark.parametrize(
    ("side", "captor", "leads"),
    [(NORMANS, "", "n1"), (LOMBARDS, "", "l2"), ("third", NORMANS, "")],
)
def test_the_prison_of_a_settlement_that_was_stormed_is_open(side: str, captor: str, leads: str) -> None:
    """RUL-1313."""
    world = allied(World())
    world.group(NORMANS, "0803", {FOOT: 40}, leader="robert")
    a_leader(world, "drogo", side if side != "third" else LOMBARDS, by=BYZANTINES, place="basso")
    if side == "third":
        world.at.men["drogo"] = replace(world.at.men["drogo"], side="third", seat="third")
    world.orders(NORMANS, March(group="n1", to="0903"), Attack(group="n1", place="basso"))
    world.day(named={"GUC-17.2": 1}, otherwise=1)
    assert world.at.captors.get("drogo", "") == captor and not world.at.holdings["basso"].held
    assert world.at.places["basso"].side == BYZANTINES
    if leads:
        assert "drogo" in world.at.content(leads).men
    else:
        assert world.at.content("n1").captives == ("drogo",)


@pytest.mark.rule("GUC-13.6a", "GUC-9b")
@pytest.mark.parametrize(("garrison", "fights"), [(0, False), (2, True)])
def test_there_is_no_honour_in_a_settlement_where_nobody_has_anything_to_defend(
    garrison: int, fights: bool
) -> None:
    """RUL-1312."""
    world = World()
    world.group(NORMANS, "0803", {FOOT: 40}, leader="robert", prestige=5)
    world.resources("basso", 0)
    if garrison:
        world.garrison("basso", {FOOT: garrison})
    world.orders(NORMANS, March(group="n1", to="0903"), Attack(group="n1", place="basso"))
    world.day(named={"GUC-17.2": 1}, otherwise=1)
    assert bool(of(world.events, CampaignFought)) is fights
    assert world.at.prestige["robert"] == 5 + fights
    assert not world.at.contents["n1"].purse and not world.plans[NORMANS].orders
    [done] = [
        e for e in of(world.events, LineDone) if isinstance(e, LineDone) and e.line.startswith("Attack")
    ]
    assert bool(done.lacks) is not fights


# the end


@pytest.mark.rule("GUC-1a")
@pytest.mark.parametrize(("basso", "winner"), [(NORMANS, NORMANS), (LOMBARDS, ""), (BYZANTINES, "")])
def test_of_friends_who_alone_are_left_the_one_with_most_points_has_won(basso: str, winner: str) -> None:
    """RUL-1315."""
    world = allied(World())
    for side in (NORMANS, LOMBARDS):
        world.group(side, "0503", {FOOT: 4})
    world.at.places["basso"] = replace(world.at.places["basso"], side=basso)
    outcome = ends.outcome(world.at, {ends.ALONE: "alone", ends.OVER: "over"}, TABLES)
    assert outcome is not None and (outcome.reason, outcome.winner) == ("alone", winner)


# what a winning line leaves behind


@pytest.mark.rule("GUC-14.6a")
@pytest.mark.parametrize(("ends", "purse"), [(("retreat", ""), 18), (("draw", "draw"), 0)])
def test_the_purse_of_a_fallen_group_is_its_friends_if_these_stay_on_the_field(
    ends: tuple[str, str], purse: int
) -> None:
    """RUL-1218."""
    world = World()
    for side, men, deniers in ((NORMANS, 4, 9), (NORMANS, 9, 0), (BYZANTINES, 4, 0)):
        world.group(side, "0603", {FOOT: men}, purse=deniers)
    today = world.today()
    for name in today.at.content("n1").men:
        resolving.slain(today, name, "battle")
    field.ended(today, "0603", Line(("b1",)), Line(("n1", "n2")), ends)
    assert "n1" not in today.at.groups and today.at.content("n2").purse == purse


@pytest.mark.rule("GUC-14.6a", "GUC-15")
@pytest.mark.parametrize("friends", [0, 5])
def test_the_purse_of_fallen_besiegers_is_their_friends_or_the_place_s(friends: int) -> None:
    """RUL-1303."""
    world = on_boards()
    world.group(NORMANS, "0606", {FOOT: 6}, purse=9, hostility=9)
    world.garrison("castro", {FOOT: 9})
    world.orders(NORMANS, Besiege(group="n1", place="castro"))
    world.day(otherwise=1)
    if friends:
        world.group(NORMANS, "0606", {FOOT: friends})
        world.orders(NORMANS, March(group="n2", to="0608"))
    fallen = world.at.content("n1").men
    conducted(world, BYZANTINES, "BATTLE")
    morning(world, **first(BYZANTINES))
    over(world, NORMANS if friends else BYZANTINES, lambda battle: harm(battle, Health.DEAD, *fallen))
    assert "n1" not in world.at.groups
    assert world.at.holdings["castro"].purse == (0 if friends else 18)
    assert not friends or world.at.content("n2").purse == 18


@pytest.mark.rule("GUC-14.8d", "GUC-14.8f")
@pytest.mark.parametrize("storms", [False, True])
def test_a_ransomed_leader_is_drawn_into_nothing_on_his_day(storms: bool) -> None:
    world = World()
    world.group(BYZANTINES, "0903", {FOOT: 9}, leader="leon")
    world.group(NORMANS, "0903", {RIDERS: 2}, leader="robert")
    world.at.groups["n1"] = replace(world.at.groups["n1"], free=world.at.day)
    world.group(NORMANS, "0803", {FOOT: 40}, hostility=9)
    meeting = PEACE if storms else Meeting(fight=ALWAYS)
    orders = [Attack(group="n2", place="basso")] if storms else []
    world.orders(BYZANTINES, Meet(meeting=PEACE))
    world.orders(NORMANS, March(group="n2", to="0903", meeting=meeting), *orders)
    world.day(named={"GUC-17.2": 1, "GUC-17.4": 1}, otherwise=1)
    [fought] = [e for e in of(world.events, CampaignFought) if isinstance(e, CampaignFought)]
    assert fought.attackers == ("n2",) and bool(fought.place) is storms


# the broken rules that no test noticed


@pytest.mark.rule("GUC-14.8a", "GUC-8.1e")
@pytest.mark.parametrize(("day", "joined"), [(5, False), (6, True)])
def test_who_was_ransomed_is_joined_with_others_two_days_later(day: int, joined: bool) -> None:
    """Ransomed on day 4, he has that day and the next to go his way."""
    world = World()
    world.at.turn = day
    world.group(NORMANS, "0503", {FOOT: 4})
    world.group(NORMANS, "0503", {"light cavalry": 2}, leader="robert")
    world.at.groups["n2"] = replace(world.at.groups["n2"], free=4)
    reorganising.reorganise(today := world.today())
    assert (len(today.at.groups) == 1) is joined


@pytest.mark.rule("GUC-14.8b")
@pytest.mark.parametrize("besieged", [True, False])
def test_prisoners_have_not_arrived_before_a_place_that_is_besieged(besieged: bool) -> None:
    """RUL-1297."""
    world = World()
    world.group(NORMANS, "0403", {FOOT: 4})
    held(world)
    if besieged:
        world.at.places["dorf"] = replace(world.at.places["dorf"], siege="b9")
    today = world.today()
    assert prisoners.arrived(today, today.at.groups["n1"]) is not besieged
    assert bool(today.at.contents["n1"].captives) is besieged


@pytest.mark.rule("GUC-14.6a")
@pytest.mark.parametrize("left", [0, 1, 4])
def test_the_counter_of_mercenaries_of_whom_nobody_is_left_is_taken_off(left: int) -> None:
    """One of them is still somebody under his employer's counter (RUL-1280)."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 4})
    band = world.band("0503", {FOOT: 4}, under="n1", paid=True)
    today = world.today()
    for name in today.at.contents[band].men[left:]:
        resolving.slain(today, name, resolving.BATTLE)
    assert field.remains(today, "n1")
    assert (band in today.at.groups) is bool(left)

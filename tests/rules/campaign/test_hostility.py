"""Two groups meet: who sees what, who may fight, who wants to (GUC-7, GUC-8.1b, GUC-13.2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import meeting
from rules.campaign.meeting import Party
from rules.campaign.plans.plan import ALWAYS, NEVER, March, Measure, Meet, Meeting, Term
from rules.events.campaign_fights import AttackMade, CampaignFought, HostilityTested, MetInPeace
from rules.events.campaign_secrets import GroupSeen
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, TABLES, World, of

FOOT = "light infantry"


@pytest.mark.rule("GUC-7b", "GUC-7c", "GUC-7d", "GUC-7e")
def test_the_printed_example() -> None:
    """EX-C7-1."""
    guillaume = Party(NORMANS, "n1", 8, 7, 12)
    others = Party(BYZANTINES, "b1", 6, 3, 7)
    first = meeting.hostility(TABLES, guillaume, others)
    second = meeting.hostility(TABLES, others, guillaume)
    assert (first.by_prestige, first.by_headcount, first.total) == (1, 1, 10)
    assert (second.by_prestige, second.by_headcount, second.total) == (-1, -1, 4)
    assert meeting.may_fight(TABLES, first)
    assert not meeting.may_fight(TABLES, second)


@pytest.mark.rule("GUC-7c")
@pytest.mark.parametrize(
    ("prestige", "level"),
    [(0, 0), (1, -2), (2, -2), (3, -1), (4, -1), (5, 0), (6, 0), (7, 1), (8, 1), (9, 2), (10, 2)],
)
def test_prestige(prestige: int, level: int) -> None:
    assert meeting.by_prestige(TABLES, prestige) == level


@pytest.mark.rule("GUC-7d")
@pytest.mark.parametrize(
    ("difference", "level"),
    [(30, 2), (10, 2), (9, 1), (5, 1), (4, 0), (0, 0), (-4, 0), (-5, -1), (-9, -1), (-10, -2), (-200, -2)],
)
def test_headcount(difference: int, level: int) -> None:
    assert meeting.by_headcount(TABLES, difference) == level


@pytest.mark.rule("GUC-7b", "GUC-7e")
@pytest.mark.parametrize(("level", "may"), [(6, False), (7, True)])
def test_seven_is_hostile(level: int, may: bool) -> None:
    tested = meeting.hostility(TABLES, Party(NORMANS, "n1", level, 0, 5), Party(BYZANTINES, "b1", 1, 0, 5))
    assert meeting.may_fight(TABLES, tested) is may


def _two(norman: int = 7, byzantine: int = 6, ours: int = 8, theirs: int = 5) -> World:
    world = World()
    world.group(NORMANS, "0503", {FOOT: ours}, hostility=norman)
    world.group(BYZANTINES, "0603", {FOOT: theirs}, hostility=byzantine)
    return world


@pytest.mark.rule("GUC-7a", "GUC-13a", "GUC-13.2")
def test_who_enters_a_hex_with_others_is_tested_with_them() -> None:
    world = _two()
    world.orders(NORMANS, March(group="n1", to="0603"))
    events = world.day(otherwise=5)
    (tested,) = of(events, HostilityTested)
    assert isinstance(tested, HostilityTested)
    assert (tested.hex, tested.comer.level, tested.other.level) == ("0603", 7, 6)
    assert tested.to == (NORMANS, BYZANTINES)
    assert of(events, AttackMade)


@pytest.mark.rule("GUC-7b")
def test_without_seven_there_is_no_fight() -> None:
    world = _two(norman=6)
    world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting(fight=ALWAYS)))
    events = world.day(otherwise=5)
    assert of(events, MetInPeace) and not of(events, AttackMade)


@pytest.mark.rule("GUC-13.2", "GUC-7e")
def test_who_could_fight_need_not() -> None:
    world = _two(byzantine=5)
    world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting(fight=NEVER)))
    events = world.day(otherwise=5)
    (met,) = of(events, MetInPeace)
    assert isinstance(met, MetInPeace) and met.could == (NORMANS,)


@pytest.mark.rule("GUC-7e")
def test_he_who_is_met_may_open_the_fight_too() -> None:
    world = _two(norman=2, byzantine=9, ours=4, theirs=8)
    world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting(fight=ALWAYS)))
    (made,) = of(world.day(otherwise=5), AttackMade)
    assert isinstance(made, AttackMade) and (made.attacker, made.defender) == ("b1", "n1")


@pytest.mark.rule("GUC-7e")
@pytest.mark.parametrize(("theirs", "fights"), [(8, True), (9, False)])
def test_without_orders_those_attack_who_are_worth_no_less(theirs: int, fights: bool) -> None:
    world = _two(ours=8, theirs=theirs, byzantine=4)
    world.orders(NORMANS, March(group="n1", to="0603"))
    assert bool(of(world.day(otherwise=5), AttackMade)) is fights


@pytest.mark.parametrize(
    ("term", "fights"),
    [
        (Term(Measure.STRONGER, least=3), True),
        (Term(Measure.STRONGER, least=4), False),
        (Term(Measure.ODDS, least=160), True),
        (Term(Measure.ODDS, least=161), False),
        (Term(Measure.MEN, most=8), True),
        (Term(Measure.MEN, most=7), False),
        (Term(Measure.PRESTIGE, most=0), True),
        (Term(Measure.PRESTIGE, least=1), False),
        (Term(Measure.DAY, least=1, most=1), True),
        (Term(Measure.DAY, least=2), False),
    ],
)
def test_terms_look_at_what_is_seen(term: Term, fights: bool) -> None:
    """Eight against five."""
    world = _two()
    world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting(fight=((term,),))))
    assert bool(of(world.day(otherwise=5), AttackMade)) is fights


def test_a_march_s_own_words_go_before_a_group_s_and_these_before_those_for_all() -> None:
    for orders, fights in (
        ((Meet(meeting=Meeting(fight=NEVER)),), False),
        ((Meet(meeting=Meeting(fight=NEVER)), Meet(group="n1", meeting=Meeting(fight=ALWAYS))), True),
        ((Meet(group="n1", meeting=Meeting(fight=ALWAYS, against=(LOMBARDS,))),), True),
        ((Meet(group="n1", meeting=Meeting(fight=NEVER, against=(LOMBARDS,))),), True),
        ((Meet(group="n1", meeting=Meeting(fight=NEVER, against=(BYZANTINES,))),), False),
    ):
        world = _two()
        world.orders(NORMANS, March(group="n1", to="0603"), *orders)
        assert bool(of(world.day(otherwise=5), AttackMade)) is fights, orders


@pytest.mark.rule("GUC-8.1b")
def test_those_who_meet_see_each_other_and_nobody_else_sees_them() -> None:
    world = _two(norman=2, byzantine=2)
    world.orders(NORMANS, March(group="n1", to="0603"))
    events = world.day(otherwise=5)
    assert {(e.side, e.group) for e in of(events, GroupSeen) if isinstance(e, GroupSeen)} == {
        (NORMANS, "b1"),
        (BYZANTINES, "n1"),
    }
    assert view_for(world.at, NORMANS).seen[NORMANS]["b1"].kinds == {FOOT: 5}
    assert view_for(world.at, NORMANS).contents.keys() == {"n1"}
    assert view_for(world.at, LOMBARDS).seen == {LOMBARDS: {}}
    assert view_for(world.at, None).seen == {}


@pytest.mark.rule("GUC-8.1b")
def test_what_was_seen_is_kept_as_it_was_on_that_day() -> None:
    world = _two(norman=2, byzantine=2)
    world.orders(NORMANS, March(group="n1", to="0603"))
    world.day(otherwise=5)
    world.at.contents["b1"] = replace(world.at.contents["b1"], men=world.at.contents["b1"].men[2:])
    known = world.at.seen[NORMANS]["b1"]
    assert (known.day, known.men) == (1, 5)


def test_a_ransomed_leader_is_left_alone_on_his_day() -> None:
    world = _two()
    world.at.groups["b1"] = replace(world.at.groups["b1"], free=1)
    world.orders(NORMANS, March(group="n1", to="0603"))
    assert not of(world.day(otherwise=5), HostilityTested, CampaignFought)

"""Building ladders, grapnels and stone throwers."""

from __future__ import annotations

import pytest

from rules.events.siege import DeedDone, EnginesChanged, TeamLeft, TeamSet, TeamWorked
from rules.events.umpire import OrderFailed
from rules.siege import building
from rules.siege.plans.plan import Act
from rules.state.figure import Health
from rules.state.siege import Deed, Siege, Team
from tests.rules.siege.kit import (
    TABLES,
    all_of,
    besieged,
    day,
    event_of,
    hurt,
    man,
    none_of,
    only,
    ours,
    slain,
    theirs,
)

FIVE = tuple(f"outside-{n}" for n in range(2, 7))
NAMED = ", ".join(name.title() for name in FIVE)


def host(**fields: object) -> Siege:
    return besieged(day=3, stores=30, **fields)  # type: ignore[arg-type]


@pytest.mark.rule("GUI-11.2a", "GUI-11.2b")
@pytest.mark.parametrize(("what", "thing"), [("ladders", "ladder"), ("grapnels", "grapnel")])
def test_two_ladders_or_grapnels_in_a_day(what: str, thing: str) -> None:
    at = host(engines={thing: 1})
    events, after = day(at, ours(at), outside=[f"BUILD {what}"])
    assert after.engines == {thing: 3}
    assert (only(events, TeamWorked).worked, only(events, TeamWorked).needed) == (1, 1)
    assert (only(events, EnginesChanged).by, only(events, EnginesChanged).cause) == (2, "built")
    assert len(only(events, TeamSet).men) == 5 and after.teams == () and after.building == frozenset()


@pytest.mark.rule("GUI-11.2a", "GUI-11.2b")
def test_a_stone_thrower_takes_eight_days() -> None:
    at = host()
    for passed in range(8):
        assert at.engines.get("thrower", 0) == 0
        plan = ["BUILD thrower"] if passed == 0 else ["REST"]
        events, at = day(at, ours(at), outside=plan)
        assert only(events, TeamWorked).worked == passed + 1
        assert len(at.building) == (5 if passed < 7 else 0)
        at.turn += 1
    assert at.engines["thrower"] == 1 and at.teams == ()


@pytest.mark.rule("GUI-11.2a", "GUI-11.6k")
@pytest.mark.parametrize(
    ("what", "plain", "engineer"), [("thrower", 8, 5), ("ladder", 1, 1), ("grapnel", 1, 1)]
)
def test_how_long_works_take(what: str, plain: int, engineer: int) -> None:
    at = host()
    assert building.needed(at, what, TABLES) == plain
    at.happened["engineer"] = 2
    assert building.needed(at, what, TABLES) == engineer


@pytest.mark.rule("GUI-11.2b")
def test_who_builds_if_nobody_is_named() -> None:
    """The unhurt on foot, without armour, who fight worst; no leader."""
    at = host(host={"knight": 1, "light cavalry": 1, "heavy infantry": 1, "light infantry": 8}, garrison=2)
    for number, attack in ((4, 3), (5, 9), (6, 5), (7, 8), (8, 4), (9, 7), (10, 6), (11, 1)):
        at.men[f"outside-{number}"] = man(f"outside-{number}", at.besieger, attack=attack)
    hurt(at, "outside-11")
    events, _ = day(at, ours(at), outside=["BUILD thrower"])
    assert only(events, TeamSet).men == tuple(f"outside-{n}" for n in (4, 8, 6, 10, 9))
    assert [one.id for one in building.unasked(at)][5:] == ["outside-7", "outside-5", "outside-3"]
    able = [one.id for one in building.can_build(at)]
    assert able[5:] == ["outside-7", "outside-5", "outside-3", "outside-2", "outside-1"]


@pytest.mark.rule("GUI-11.2b")
def test_five_may_be_named() -> None:
    at = host()
    five = tuple(f"outside-{n}" for n in (20, 12, 14, 11, 1))
    line = f"BUILD thrower with {', '.join(name.title() for name in five)}"
    events, after = day(at, ours(at), outside=[line])
    assert only(events, TeamSet).men == five and after.building == frozenset(five)


@pytest.mark.rule("GUI-11.2b")
@pytest.mark.parametrize("number", [4, 5, 6])
def test_five_unhurt_men_are_needed(number: int) -> None:
    at = host(host=9, garrison=3)
    for unfit in range(2, 10 - number):
        hurt(at, f"outside-{unfit}")
    events, _ = day(at, ours(at), outside=["BUILD ladders"])
    assert bool(all_of(events, TeamSet)) is (number >= 5)
    if number < 5:
        assert "takes 5 unhurt men on foot, and 4 are free" in only(events, OrderFailed).why


@pytest.mark.rule("GUI-11.2b")
@pytest.mark.parametrize("trouble", ["hurt", "slain", "at work"])
def test_who_is_hurt_dead_or_at_work_cannot_build(trouble: str) -> None:
    at = host()
    if trouble == "hurt":
        hurt(at, FIVE[2])
    elif trouble == "slain":
        slain(at, FIVE[2])
    else:
        at.teams = (Team("ladder", (FIVE[2], *(f"outside-{n}" for n in range(7, 11)))),)
    act = Act(Deed.BUILD, FIVE, what="thrower")
    assert building.why_not(at, TABLES, act) == "Outside-4 cannot build today"
    events, _ = day(at, ours(at), outside=[f"BUILD thrower with {NAMED}", "REST"])
    assert none_of(events, TeamSet) and only(events, DeedDone).deed == Deed.REST


@pytest.mark.rule("GUI-11.2b")
def test_a_team_is_of_five() -> None:
    at = host()
    assert building.why_not(at, TABLES, Act(Deed.BUILD, FIVE[:4], what="thrower"))
    assert building.why_not(at, TABLES, Act(Deed.BUILD, (*FIVE, "outside-9"), what="thrower"))
    assert not building.why_not(at, TABLES, Act(Deed.BUILD, FIVE, what="thrower"))


@pytest.mark.rule("GUI-11.2a", "GUI-11.2b")
def test_every_team_has_a_work_of_its_own() -> None:
    at = host()
    events, after = day(at, ours(at), outside=["BUILD ladders AND BUILD grapnels AND BUILD thrower"])
    teams = [set(event.men) for event in all_of(events, TeamSet)]
    assert len(teams) == 3 and len(set.union(*teams)) == 15
    assert after.engines == {"ladder": 2, "grapnel": 2} and [team.worked for team in after.teams] == [1]


@pytest.mark.rule("GUI-11.2b")
def test_nobody_builds_two_things() -> None:
    at = host()
    twice = f"BUILD ladders with {NAMED} AND BUILD thrower with {NAMED}"
    events, _ = day(at, ours(at), outside=[twice, "REST"])
    assert none_of(events, TeamSet) and "two things" in only(events, OrderFailed).why


@pytest.mark.rule("GUI-11.2b")
def test_those_who_are_found_are_not_those_who_are_named() -> None:
    """The named are those whom a blind order would take."""
    at = host()
    events, _ = day(at, ours(at), outside=[f"BUILD ladders AND BUILD thrower with {NAMED}"])
    teams = {event.what: set(event.men) for event in all_of(events, TeamSet)}
    assert teams["thrower"] == set(FIVE) and not teams["ladder"] & set(FIVE) and len(teams["ladder"]) == 5


@pytest.mark.rule("GUI-11.2b")
@pytest.mark.parametrize("number", [9, 10])
def test_two_works_take_ten_men(number: int) -> None:
    at = besieged(day=3, stores=30, host=1 + number, garrison=3)
    events, _ = day(at, ours(at), outside=["BUILD ladders AND BUILD thrower", "REST"])
    assert bool(all_of(events, TeamSet)) is (number == 10)
    if number < 10:
        assert "takes 10 unhurt men on foot, and 9 are free" in only(events, OrderFailed).why


# work


def at_work(*teams: Team, **fields: object) -> Siege:
    return host(teams=teams, **fields)


@pytest.mark.rule("GUI-11.2b", "GUI-11.1.3b")
@pytest.mark.parametrize("plan", ["REST", "PARLEY", "BATTER"])
def test_builders_work_on_every_day_without_a_fight(plan: str) -> None:
    at = at_work(Team("thrower", FIVE, 3), engines={"thrower": 1})
    for dice in (ours(at), theirs(at)):
        _, after = day(at, dice, outside=[plan])
        assert after.teams == (Team("thrower", FIVE, 4),)


@pytest.mark.rule("GUI-11.4", "GUI-11.2b")
@pytest.mark.parametrize(
    ("side", "plan"), [("us", "ASSAULT"), ("them", "SALLY"), ("them", "SUPPLY"), ("them", "BATTLE")]
)
def test_on_the_day_of_a_fight_nobody_builds(side: str, plan: str) -> None:
    """Whoever is called from his work loses that day, and no more."""
    at = at_work(Team("thrower", FIVE, 3))
    dice = (ours(at) if side == "us" else theirs(at)) | {"GUC-17.2": 5}
    plans = {"outside" if side == "us" else "inside": [plan]}
    events, after = day(at, dice, **plans)
    assert only(events, DeedDone).deed == plan.lower() and none_of(events, TeamWorked, EnginesChanged)
    assert [(team.what, team.worked) for team in after.teams] == [("thrower", 3)]


@pytest.mark.rule("GUI-11.2b")
def test_builders_take_no_part_in_an_assault() -> None:
    at = at_work(Team("thrower", FIVE, 3))
    assert not set(FIVE) & {one.id for one in at.at_hand(at.besieger)}
    _, after = day(at, ours(at) | {"GUC-17.2": 9}, outside=["ASSAULT"])
    assert all(after.men[name].health is Health.HEALTHY for name in FIVE)
    events, _ = day(at, ours(at), outside=["ASSAULT with " + NAMED, "REST"])
    assert "is building" in only(events, OrderFailed).why


@pytest.mark.rule("GUI-11.2b", "GUI-11.2a")
@pytest.mark.parametrize("trouble", ["wounded", "dead"])
def test_a_team_short_of_a_man_leaves_off_and_keeps_what_it_has_done(trouble: str) -> None:
    at = at_work(Team("thrower", FIVE, 3))
    if trouble == "dead":
        slain(at, "outside-4")
    else:
        hurt(at, "outside-4")
    at.teams = (Team("thrower", tuple(n for n in FIVE if trouble == "wounded" or n != "outside-4"), 3),)
    events, after = day(at, ours(at), outside=["REST"])
    assert only(events, TeamLeft).cause == "short" and none_of(events, TeamWorked)
    assert after.teams == () and after.worked == {"thrower": (3,)}
    after.turn += 1
    events, later = day(after, ours(after), outside=["BUILD thrower"])
    assert only(events, TeamWorked).worked == 4 and later.worked == {}


@pytest.mark.rule("GUI-11.2a")
def test_nothing_of_two_unfinished_works_is_lost() -> None:
    ten = tuple(f"outside-{n}" for n in range(7, 12))
    at = at_work(Team("thrower", FIVE, 3), Team("thrower", ten, 6))
    hurt(at, FIVE[0], ten[0])
    _, after = day(at, ours(at), outside=["REST"])
    assert after.worked == {"thrower": (6, 3)} and after.teams == ()
    after.turn += 1
    _, later = day(after, ours(after), outside=["BUILD thrower AND BUILD thrower"])
    assert [team.worked for team in later.teams] == [7, 4] and later.worked == {}


@pytest.mark.rule("GUI-11.2a")
def test_a_work_without_a_day_behind_it_leaves_nothing() -> None:
    at = at_work(Team("ladder", FIVE[:4]))
    assert day(at, ours(at), outside=["REST"])[1].worked == {}


@pytest.mark.rule("GUI-11.2a", "GUI-11.2b")
def test_one_team_leaves_off_and_another_is_done() -> None:
    others = tuple(f"outside-{n}" for n in range(7, 12))
    more = tuple(f"outside-{n}" for n in range(12, 17))
    at = at_work(Team("ladder", FIVE[:3]), Team("thrower", others, 7), Team("grapnel", more))
    _, after = day(at, ours(at), outside=["REST"])
    assert after.engines == {"thrower": 1, "grapnel": 2} and after.teams == ()


@pytest.mark.rule("GUI-11.2b", "GUI-11.6f")
def test_a_builder_who_falls_ill_stops_the_work() -> None:
    at = besieged(day=12, stores=30, teams=(Team("thrower", FIVE, 3),))
    events, after = day(
        at, event_of(at, 15) | {"GUI-11.6f": 1} | ours(at), outside=["SICK OURS Outside-3 first"]
    )
    assert after.men["outside-3"].wounded and only(events, TeamLeft) and after.worked == {"thrower": (3,)}


@pytest.mark.rule("GUI-11.2b")
def test_a_builder_who_dies_is_in_no_team() -> None:
    at = besieged(day=12, stores=30, teams=(Team("thrower", ("outside-1", *FIVE[:4]), 3),))
    _, after = day(at, event_of(at, 17) | {"GUI-11.6d": 10})
    assert after.building == frozenset() and after.worked == {"thrower": (3,)}

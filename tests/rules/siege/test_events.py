"""The event of the day: how it is drawn, and what each row of the table does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.events.siege import (
    CommanderNamed,
    DayEnded,
    DeedDone,
    EnginesChanged,
    EventDrawn,
    FoughtQuickly,
    InitiativePassed,
    InitiativeTaken,
    ManDied,
    ManHurt,
    MenJoined,
    RecoverySet,
    SiegeLifted,
    StoresChanged,
    TeamWorked,
)
from rules.events.umpire import DieRolled, OrderFailed
from rules.scenarios.rosters import all_rosters
from rules.siege import armies, fights
from rules.state.figure import Health
from rules.state.siege import Deed, LateEvents, Siege, Team
from tests.rules.siege.kit import (
    PAGE,
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

ROWS = {
    20: "lifted", 19: "relief", 18: "rain", 17: "assassin", 16: "saboteur", 15: "dysentery", 14: "refugees",
    13: "gate", 12: "theft", 11: "reinforcement", 10: "engineer", 9: "traitor", 8: "poison", 7: "nothing",
    6: "nothing", 5: "nothing", 4: "nothing", 3: "nothing", 2: "nothing",
}  # fmt: skip
LATE = 12  # a day on which nothing is added to the dice
ONE = "/event//1"
TWO = "/event//2"


def late(**fields: object) -> Siege:
    return besieged(day=LATE, stores=30, **fields)  # type: ignore[arg-type]


# drawing


@pytest.mark.rule(
    "GUI-11.1.2a", "GUI-11.6a", "GUI-11.6b", "GUI-11.6c", "GUI-11.6d", "GUI-11.6e", "GUI-11.6f", "GUI-11.6g",
    "GUI-11.6h", "GUI-11.6i", "GUI-11.6j", "GUI-11.6k", "GUI-11.6l", "GUI-11.6m", "GUI-11.6n", "GUI-11.6o",
    "GUI-11.6p",
)  # fmt: skip
@pytest.mark.parametrize(("total", "event"), ROWS.items())
def test_the_sum_of_two_dice_names_the_event(total: int, event: str) -> None:
    events, after = day(late(), event_of(late(), total))
    drawn = only(events, EventDrawn)
    assert (drawn.sum, drawn.first_days, drawn.blockade, drawn.total) == (total, 0, 0, total)
    assert (drawn.event, drawn.happens) == (event, event != "nothing")
    assert after.happened == ({event: LATE} if event != "nothing" else {})
    box = after.days[0]
    assert (box.total, box.event) == (total, event if event != "nothing" else "")


def test_every_event_of_the_table_has_its_function() -> None:
    assert set(PAGE.events) == {str(row[1]) for row in TABLES["siege-events"].rows}


@pytest.mark.rule("GUI-11.1.2a")
@pytest.mark.parametrize(("today", "added"), [(1, 5), (2, 5), (9, 5), (10, 0), (14, 0)])
def test_five_more_in_the_first_nine_days(today: int, added: int) -> None:
    events, _ = day(besieged(day=today, stores=20), {"GUI-11.1.2a": 1})
    drawn = only(events, EventDrawn)
    assert (drawn.first_days, drawn.total) == (added, 2 + added)


@pytest.mark.rule("GUI-11.1.2a")
@pytest.mark.parametrize(("one", "two"), [(8, 10), (10, 10), (9, 7)])
def test_above_twenty_counts_as_twenty(one: int, two: int) -> None:
    """With 18 on the dice of an early day it is 20."""
    events, _ = day(besieged(day=5, stores=20), {ONE: one, TWO: two})
    drawn = only(events, EventDrawn)
    assert (drawn.sum, drawn.total) == (one + two, 20)


@pytest.mark.rule("GUI-11.1.2a", "GUI-11.1.4")
def test_all_that_is_added_is_added_together() -> None:
    at = besieged(day=5, stores=20, garrison=10, host=10)
    drawn = only(day(at, {"GUI-11.1.2a": 1})[0], EventDrawn)
    assert (drawn.sum, drawn.first_days, drawn.blockade, drawn.total) == (2, 5, 8, 15)


@pytest.mark.rule("GUI-11.1.2b")
def test_an_event_that_has_happened_brings_nothing_and_no_second_roll() -> None:
    at = late(happened={"theft": 3})
    events, after = day(at, event_of(at, 12))
    drawn = only(events, EventDrawn)
    assert (drawn.event, drawn.happens) == ("theft", False)
    assert none_of(events, StoresChanged) and after.fed_until == 30
    assert after.happened == {"theft": 3} and after.days[0].event == ""
    assert sum("11.1.2a" in event.name for event in all_of(events, DieRolled)) == 2


@pytest.mark.rule("GUI-11.1.2b")
def test_another_row_of_the_same_kind_is_another_event() -> None:
    """Both thugs may come: one with a knife, one for the engines."""
    at = late(happened={"assassin": 3}, engines={"thrower": 1})
    _, after = day(at, event_of(at, 16) | {"GUI-11.6e": 10})
    assert after.engines["thrower"] == 0 and after.happened["saboteur"] == LATE


# 20, 19, 18


@pytest.mark.rule("GUI-11.6a")
def test_a_messenger_ends_the_siege_at_once() -> None:
    events, after = day(late(), event_of(late(), 20))
    assert after.lifted == only(events, SiegeLifted).cause == "messenger"
    assert none_of(events, InitiativeTaken, DayEnded)


@pytest.mark.parametrize(
    ("late_events", "today", "one", "two", "lifted"),
    [
        (LateEvents.PRINTED, 5, 10, 5, True),
        (LateEvents.HOUSE, 5, 10, 5, False),
        (LateEvents.HOUSE, 5, 10, 9, False),
        (LateEvents.HOUSE, 5, 10, 10, True),
        (LateEvents.HOUSE, LATE, 10, 10, True),
        (LateEvents.PRINTED, LATE, 10, 9, False),
    ],
)
@pytest.mark.rule("GUI-11.1.2a", "GUI-11.6a")
def test_by_the_house_only_a_natural_twenty_lifts_it(
    late_events: LateEvents, today: int, one: int, two: int, lifted: bool
) -> None:
    at = besieged(day=today, stores=30)
    at.setup = replace(at.setup, late_events=late_events)
    events, after = day(at, {ONE: one, TWO: two})
    assert (after.lifted == "messenger") is lifted
    if not lifted and one + two + 5 > 20 and today < 10:
        assert only(events, EventDrawn).event == "nothing" and "lifted" not in after.happened


@pytest.mark.rule("GUI-11.6b", "GUI-11.1.3a")
def test_a_relief_has_the_initiative_without_a_roll() -> None:
    at = late()
    events, after = day(at, event_of(at, 19) | {"GUC-17.2": 1}, inside=["BUY 5 hoplites, 3 archers", "REST"])
    taken = only(events, InitiativeTaken)
    assert (taken.side, taken.given) == (at.besieged, "relief")
    assert not any("11.1.3a" in roll.name for roll in all_of(events, DieRolled))
    joined = only(events, MenJoined)
    assert sorted(man.kind for man in joined.men) == ["archer"] * 3 + ["hoplite"] * 5
    assert {man.side for man in joined.men} == {at.besieged} and joined.points == 5 * 20 + 3 * 20
    assert {man.id for man in joined.men} <= set(after.men)
    assert only(events, InitiativePassed)  # resting leaves the day to the besiegers


@pytest.mark.rule("GUI-11.6b", "GUI-11.6j")
@pytest.mark.parametrize(("total", "inside"), [(19, True), (11, False)])
def test_whoever_ordered_no_army_has_one_for_what_the_points_buy(total: int, inside: bool) -> None:
    at = late()
    side = at.besieged if inside else at.besieger
    joined = only(day(at, event_of(at, total))[0], MenJoined)
    assert joined.men and {one.side for one in joined.men} == {side}
    assert joined.points == sum(armies.price(one.kind, TABLES) for one in joined.men)
    cheapest = min(armies.price(kind, TABLES) for kind in armies.to_be_had(at, side))
    assert 250 - cheapest < joined.points <= 250
    assert all((one.mount is not None) is one.rider for one in joined.men)


PRICES = {
    "peasant": 5, "light infantry": 10, "slinger": 15, "javelinman": 15, "spearman": 15, "archer": 20,
    "heavy infantry": 20, "hoplite": 20, "varangian": 25, "light cavalry": 30, "horse archer": 30,
    "koursor": 40, "sergeant": 45, "heavy cavalry": 50, "knight": 50, "cataphract": 55, "emir": 55,
}  # fmt: skip


@pytest.mark.rule("GUI-11.6b", "GUI-11.6j")
def test_every_kind_of_the_rosters_has_its_price() -> None:
    assert {kind: armies.price(kind, TABLES) for kind in PRICES} == PRICES
    assert {figure.kind for roster in all_rosters() for figure in roster.figures} == set(PRICES)


@pytest.mark.rule("GUI-11.6b", "GUI-11.6j")
def test_an_army_beyond_the_points_is_none() -> None:
    at = late()
    assert armies.cost({"knight": 5}, TABLES) == 250
    assert armies.cost({"knight": 5, "peasant": 1}, TABLES) == 255
    assert armies.cost(armies.default(at, at.besieger, 250, TABLES), TABLES) <= 250
    assert armies.default(at, at.besieger, 0, TABLES) == {}


@pytest.mark.rule("GUI-11.6b", "GUI-11.6j")
def test_for_men_who_are_not_to_be_had_others_come() -> None:
    """There are no Byzantine knights; of slingers there are two."""
    at = late()
    for wanted, kinds in (({"knight": 2}, set()), ({"slinger": 9}, {"slinger"})):
        men = armies.bought(at, at.besieged, 250, TABLES, wanted)
        assert kinds <= {one.kind for one in men} and "knight" not in {one.kind for one in men}
        assert 235 < sum(armies.price(one.kind, TABLES) for one in men) <= 250
    assert len(armies.bought(at, at.besieged, 250, TABLES, {"slinger": 2})) == 2
    dear = armies.bought(at, at.besieger, 250, TABLES, {"knight": 6})
    assert dear == armies.bought(at, at.besieger, 250, TABLES, {})


@pytest.mark.rule("GUI-11.6j")
def test_a_reinforcement_brings_men_and_no_engines() -> None:
    at = late()
    events, after = day(at, event_of(at, 11) | ours(at), outside=["BUY 5 knights", "REST"])
    joined = only(events, MenJoined)
    assert [one.kind for one in joined.men] == ["knight"] * 5 and joined.points == 250
    assert after.engines == {} and none_of(events, EnginesChanged)
    assert len(after.strength(at.besieger)) == 28 + 5


@pytest.mark.rule("GUI-11.6b", "GUI-11.6j")
def test_who_is_in_the_siege_cannot_come_once_more() -> None:
    at = late()
    first = armies.mustered(at, at.besieger, {"knight": 3})
    for one in first:
        at.men[one.id] = one
    again = armies.mustered(at, at.besieger, {"knight": 99})
    assert again and not {one.id for one in first} & {one.id for one in again}
    assert not any(one.leader for one in again)


@pytest.mark.rule("GUI-11.6c", "GUI-11.1.3a")
@pytest.mark.parametrize(("inside", "outside", "besieged_has"), [(1, 1, True), (1, 2, False), (5, 5, True)])
def test_rain_adds_five_to_the_dice_of_the_besieged(inside: int, outside: int, besieged_has: bool) -> None:
    """6 against 5 is theirs, 6 against 6 the besieger's."""
    at = late()
    dice = {f"GUI-11.1.3a/day{LATE}/{at.besieged}": inside, f"GUI-11.1.3a/day{LATE}/{at.besieger}": outside}
    taken = only(day(at, event_of(at, 18) | dice)[0], InitiativeTaken)
    assert (taken.besieged, taken.besieger, taken.bonus) == (inside + 5, outside + 4, 5)
    assert (taken.side == at.besieged) is besieged_has


@pytest.mark.rule("GUI-11.6c")
def test_rain_is_over_on_the_next_day() -> None:
    at = late(happened={"rain": LATE - 1})
    assert only(day(at)[0], InitiativeTaken).bonus == 0


# 17, 16


@pytest.mark.rule("GUI-11.6d")
@pytest.mark.parametrize(
    ("die", "health"),
    [(1, "healthy"), (3, "healthy"), (4, "wounded"), (6, "wounded"), (7, "dead"), (10, "dead")],
)
def test_an_assassin_in_the_commanders_tent(die: int, health: str) -> None:
    at = late(host={"knight": 2, "light infantry": 26})
    events, after = day(at, event_of(at, 17) | {"GUI-11.6d": die})
    assert after.men["outside-1"].health == health
    assert all(one.health is Health.HEALTHY for name, one in after.men.items() if name != "outside-1")
    heirs = [event.figure for event in all_of(events, CommanderNamed)]
    assert heirs == (["outside-2"] if health == "dead" else [])
    assert after.commanders[at.besieger] == ("outside-2" if health == "dead" else "outside-1")
    assert bool(all_of(events, RecoverySet)) is (health == "wounded")


@pytest.mark.rule("GUI-11.6d")
def test_a_commander_who_is_wounded_already_dies_of_the_knife() -> None:
    at = hurt(late(), "outside-1")
    _, after = day(at, event_of(at, 17) | {"GUI-11.6d": 4})
    assert after.men["outside-1"].dead


@pytest.mark.rule("GUI-11.6d")
def test_an_assassin_finds_nobody_where_no_commander_is_left() -> None:
    at = slain(late(), "outside-1")
    events, after = day(at, event_of(at, 17) | {"GUI-11.6d": 10})
    assert none_of(events, ManDied, ManHurt) and after.days[0].dead == 0
    at.commanders = {at.besieged: "inside-1"}
    assert none_of(day(at, event_of(at, 17) | {"GUI-11.6d": 10})[0], ManDied, ManHurt)


@pytest.mark.rule("GUI-11.6d")
def test_a_leader_succeeds_before_others_and_the_unhurt_before_the_wounded() -> None:
    at = late(host={"knight": 4, "light infantry": 20})
    at.men["outside-4"] = replace(at.men["outside-4"], leader=True)
    dice = event_of(at, 17) | {"GUI-11.6d": 10}
    assert day(at, dice)[1].commanders[at.besieger] == "outside-4"
    at.men["outside-4"] = replace(at.men["outside-4"], leader=False)
    hurt(at, "outside-2")
    assert day(at, dice)[1].commanders[at.besieger] == "outside-3"


@pytest.mark.rule("GUI-11.6e")
@pytest.mark.parametrize(("die", "left"), [(1, 2), (5, 2), (6, 1), (10, 1)])
def test_a_saboteur_destroys_one_engine(die: int, left: int) -> None:
    at = late(engines={"thrower": 2})
    events, after = day(at, event_of(at, 16) | {"GUI-11.6e/day12/normans//1": die})
    assert after.engines["thrower"] == left
    assert [event.cause for event in all_of(events, EnginesChanged)] == ["sabotage"] * (2 - left)
    assert after.days[0].broken == 2 - left


@pytest.mark.rule("GUI-11.6e")
@pytest.mark.parametrize(("face", "hit"), [(1, "thrower"), (2, "ladder"), (3, "ladder"), (4, "grapnel")])
def test_which_engine_is_drawn_among_them_all(face: int, hit: str) -> None:
    at = late(engines={"thrower": 1, "ladder": 2, "grapnel": 1})
    events, after = day(at, event_of(at, 16) | {"GUI-11.6e/day12/normans/which": face, "GUI-11.6e": 10})
    assert only(events, EnginesChanged).what == hit and sum(after.engines.values()) == 3
    [roll] = [roll for roll in all_of(events, DieRolled) if "which" in roll.name]
    assert roll.sides == 4


@pytest.mark.rule("GUI-11.6e")
@pytest.mark.parametrize(("face", "hit"), [(1, "thrower"), (2, "ladder")])
def test_of_two_engines_either_may_be_hit(face: int, hit: str) -> None:
    at = late(engines={"thrower": 1, "ladder": 1})
    events, _ = day(at, event_of(at, 16) | {"GUI-11.6e/day12/normans/which": face, "GUI-11.6e": 10})
    assert only(events, EnginesChanged).what == hit


@pytest.mark.rule("GUI-11.6e")
def test_without_engines_there_is_nothing_to_sabotage() -> None:
    at = late(engines={"thrower": 0}, teams=(Team("thrower", tuple(f"outside-{n}" for n in range(2, 7)), 3),))
    events, after = day(at, event_of(at, 16) | {"GUI-11.6e": 10})
    assert none_of(events, EnginesChanged) and len(after.teams) == 1


# 15 and 8


def sick(at: Siege, events: list[object]) -> list[str]:
    """Who fell ill, in the order in which they were named: for each of them a recovery is rolled."""
    return [event.figure for event in events if isinstance(event, RecoverySet)]


@pytest.mark.rule("GUI-11.6f", "GUI-11.1.5a")
@pytest.mark.parametrize("die", [1, 4, 10])
def test_dysentery_takes_as_many_besiegers_as_the_die_shows(die: int) -> None:
    at = late()
    events, after = day(at, event_of(at, 15) | {"GUI-11.6f": die})
    ill = sick(at, list(events))
    assert len(ill) == len(set(ill)) == die
    assert all(after.men[name].wounded and name.startswith("outside") for name in ill)
    assert {event.cause for event in all_of(events, ManHurt)} == {"dysentery"}
    assert after.days[0].hurt == die and after.days[0].dead == 0


@pytest.mark.rule("GUI-11.6m", "GUI-11.1.5a")
@pytest.mark.parametrize("die", [1, 4, 10])
def test_poison_takes_as_many_of_the_garrison(die: int) -> None:
    at = late()
    events, after = day(at, event_of(at, 8) | {"GUI-11.6m": die})
    ill = sick(at, list(events))
    assert len(ill) == len(set(ill)) == die
    assert all(after.men[name].wounded and name.startswith("inside") for name in ill)


def camp() -> Siege:
    """Five outside: a strong knight, a weak archer, three in between; each of his own strength."""
    at = late(host={"knight": 1, "archer": 1, "light infantry": 3}, garrison=2)
    for number, attack in ((1, 9), (2, 1), (3, 4), (4, 5), (5, 6)):
        kind = at.men[f"outside-{number}"].kind
        at.men[f"outside-{number}"] = man(f"outside-{number}", at.besieger, kind, attack=attack)
    return at


@pytest.mark.rule("GUI-11.6f")
def test_owner_and_enemy_name_the_sick_of_the_camp_in_turn() -> None:
    """The owner the weakest, the enemy the strongest."""
    at = camp()
    events, _ = day(at, event_of(at, 15) | {"GUI-11.6f": 5})
    assert sick(at, list(events)) == ["outside-2", "outside-1", "outside-3", "outside-5", "outside-4"]


@pytest.mark.rule("GUI-11.6f")
def test_plans_say_whom_each_of_them_names() -> None:
    at = camp()
    events, _ = day(
        at,
        event_of(at, 15) | {"GUI-11.6f": 4},
        outside=["SICK OURS Outside-5 first, archer last"],
        inside=["SICK THEIRS archer first, knight last"],
    )
    assert sick(at, list(events)) == ["outside-5", "outside-2", "outside-3", "outside-4"]


@pytest.mark.rule("GUI-11.6m")
def test_the_besieged_begin_in_their_own_house() -> None:
    at = late(garrison={"knight": 1, "archer": 1, "light infantry": 1})
    events, _ = day(
        at,
        event_of(at, 8) | {"GUI-11.6m": 2},
        outside=["SICK THEIRS archer first"],
        inside=["SICK OURS light infantry first"],
    )
    assert sick(at, list(events)) == ["inside-3", "inside-2"]


@pytest.mark.rule("GUI-11.6f", "GUI-11.6m")
@pytest.mark.parametrize(
    ("total", "rule", "who"), [(15, "GUI-11.6f", "outside-2"), (8, "GUI-11.6m", "inside-2")]
)
def test_a_wounded_man_who_falls_ill_stays_so_and_rolls_again(total: int, rule: str, who: str) -> None:
    at = hurt(late(), who, back=LATE + 1)
    dice = event_of(at, total) | {rule: 1, "GUI-11.1.5a": 10}
    events, after = day(at, dice)
    assert sick(at, list(events)) == [who] and none_of(events, ManHurt, ManDied)
    assert after.men[who].wounded and after.recovers[who] == LATE + 10


@pytest.mark.rule("GUI-11.6f", "GUI-11.1.5b")
def test_whoever_falls_ill_does_not_return_on_that_morning() -> None:
    at = hurt(late(), "outside-2", back=LATE)
    _, after = day(at, event_of(at, 15) | {"GUI-11.6f": 1, "GUI-11.1.5a": 4})
    assert after.men["outside-2"].wounded and after.recovers["outside-2"] == LATE + 3


@pytest.mark.rule("GUI-11.6f")
def test_no_more_fall_ill_than_there_are() -> None:
    at = camp()
    events, after = day(at, event_of(at, 15) | {"GUI-11.6f": 10})
    assert len(sick(at, list(events))) == 5 and all(one.wounded for one in after.strength(at.besieger))


# 14, 13


@pytest.mark.rule("GUI-11.6g")
@pytest.mark.parametrize("place", ["castle", "farm", "chapel"])
@pytest.mark.parametrize("die", [1, 3, 10])
def test_refugees_are_light_infantry_of_the_garrison(place: str, die: int) -> None:
    at = besieged(place, garrison=8, host=30, day=LATE, stores=40)
    events, after = day(at, event_of(at, 14) | {"GUI-11.6g": die})
    joined = only(events, MenJoined)
    assert (len(joined.men), joined.cause, joined.points) == (die, "refugees", 0)
    assert {one.kind for one in joined.men} == {"light infantry"}
    assert {one.side for one in joined.men} == {at.besieged} and not any(one.weapon for one in joined.men)
    assert len(after.men) == 8 + 30 + die


@pytest.mark.rule("GUI-11.6h", "GUI-11.1.3a")
@pytest.mark.parametrize(("place", "many"), [("castle", 6), ("farm", 4), ("chapel", 4)])
def test_an_open_gate_is_an_assault_without_a_roll(place: str, many: int) -> None:
    at = besieged(place, garrison=10, host=30, day=LATE, stores=30)
    found = fights.strike_party(at, TABLES, ())
    assert len(found) == many
    events, _ = day(at, event_of(at, 13), outside=["REST"], inside=["SALLY"])
    taken = only(events, InitiativeTaken)
    assert (taken.side, taken.given) == (at.besieger, "gate")
    assert not any("11.1.3a" in roll.name for roll in all_of(events, DieRolled))
    assert [event.deed for event in all_of(events, DeedDone)] == [Deed.ASSAULT]
    assert only(events, FoughtQuickly).attacker == at.besieger
    assert only(events, FoughtQuickly).percent[1] == {"castle": 80, "farm": 15, "chapel": 30}[place]


@pytest.mark.rule("GUI-11.6h", "GUI-11.4.2d", "RUL-1150")
def test_an_open_gate_is_an_assault_even_on_a_day_that_burnt_tents_have_cost() -> None:
    at = besieged("castle", garrison=10, host=30, day=LATE, stores=30, idle_until=LATE + 1)
    events, after = day(at, event_of(at, 13), outside=["ASSAULT"], inside=["REST"])
    assert [event.deed for event in all_of(events, DeedDone)] == [Deed.ASSAULT]
    assert none_of(events, OrderFailed) and after.idle_until == LATE + 1
    events, _ = day(at, ours(at), outside=["ASSAULT"], inside=["REST"])
    assert [event.deed for event in all_of(events, DeedDone)] == [Deed.REST]
    assert "before day" in only(events, OrderFailed).why


@pytest.mark.rule("GUI-11.6h")
def test_who_goes_in_is_named_or_the_strongest_unhurt_on_foot() -> None:
    at = late(host={"knight": 2, "light cavalry": 2, "spearman": 6, "light infantry": 4})
    for number, attack in ((5, 4), (6, 9), (7, 8), (8, 7), (9, 6), (10, 5)):
        at.men[f"outside-{number}"] = man(f"outside-{number}", at.besieger, "spearman", attack=attack)
    hurt(at, "outside-6")
    assert fights.strike_party(at, TABLES, ()) == tuple(f"outside-{n}" for n in (7, 8, 9, 10, 5, 11))
    named = fights.strike_party(at, TABLES, ("outside-3", "outside-6", "outside-14"))
    assert named[:2] == ("outside-3", "outside-14") and "outside-6" not in named and len(named) == 6


@pytest.mark.rule("GUI-11.6h", "GUI-11.2b")
def test_builders_are_not_let_in() -> None:
    at = late(host={"knight": 1, "spearman": 8})
    at.teams = (Team("thrower", tuple(f"outside-{n}" for n in range(2, 7))),)
    assert fights.strike_party(at, TABLES, ()) == ("outside-7", "outside-8", "outside-9", "outside-1")


# 10, 9


@pytest.mark.rule("GUI-11.6k", "GUI-11.2a")
@pytest.mark.parametrize(("worked", "done"), [(3, False), (4, True), (6, True)])
def test_an_engineer_shortens_a_thrower_that_is_under_way(worked: int, done: bool) -> None:
    at = late(teams=(Team("thrower", tuple(f"outside-{n}" for n in range(2, 7)), worked),))
    events, after = day(at, event_of(at, 10) | ours(at))
    assert only(events, TeamWorked).needed == 5
    assert (after.engines.get("thrower", 0) == 1) is done


@pytest.mark.rule("GUI-11.6l")
def test_the_first_of_the_garrison_who_rolls_a_ten_is_the_traitor() -> None:
    at = late(garrison=6)
    events, after = day(at, event_of(at, 9) | {"GUI-11.6l/day12/inside-4": 10, "GUI-11.6l": 9})
    rolls = [roll.name for roll in all_of(events, DieRolled) if "11.6l" in roll.name]
    assert [roll.split("/")[3] for roll in rolls] == [f"inside-{n}" for n in range(1, 5)]
    assert only(events, ManDied).figure == "inside-4" and after.men["inside-4"].dead


@pytest.mark.rule("GUI-11.6l")
@pytest.mark.parametrize("die", [1, 9])
def test_nobody_may_be_a_traitor(die: int) -> None:
    at = slain(late(garrison=6), "inside-3")
    events, _ = day(at, event_of(at, 9) | {"GUI-11.6l": die})
    assert none_of(events, ManDied)
    assert sum("11.6l" in roll.name for roll in all_of(events, DieRolled)) == 5


@pytest.mark.rule("GUI-11.6l", "GUI-11.5a")
def test_a_commander_who_is_the_traitor_leaves_his_place_to_the_next() -> None:
    at = late(garrison={"knight": 2, "light infantry": 4})
    _, after = day(at, event_of(at, 9) | {"GUI-11.6l/day12/inside-1": 10})
    assert after.commanders[at.besieged] == "inside-2" and not after.fallen
    alone = late(garrison=6)
    assert day(alone, event_of(alone, 9) | {"GUI-11.6l/day12/inside-1": 10})[1].fallen == "leaderless"


@pytest.mark.rule("GUI-11.6n", "GUI-11.6o", "GUI-11.6p")
@pytest.mark.parametrize("total", [7, 6, 5, 4, 3, 2])
def test_smoke_an_unwell_commander_and_low_sums_change_nothing(total: int) -> None:
    at = late()
    dice = theirs(at)
    events, after = day(at, event_of(at, total) | dice)
    expected = day(at, event_of(at, 2) | dice)[1]
    assert (after.men, after.engines, after.fed_until, after.happened) == (
        expected.men, expected.engines, expected.fed_until, {},
    )  # fmt: skip
    assert none_of(events, ManHurt, ManDied, MenJoined, StoresChanged, EnginesChanged)

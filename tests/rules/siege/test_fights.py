"""The fights of a siege, resolved quickly: who goes, how they end, what they cost."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.events.base import Audience, Event
from rules.events.siege import (
    DeedDone,
    EnginesChanged,
    FoughtQuickly,
    ManDied,
    ManHurt,
    PartyFetched,
    PlaceFell,
    RefugeHeld,
    RefugeLeft,
    SiegeLifted,
    StoresChanged,
    TentsBurnt,
    WallBattered,
)
from rules.events.umpire import DieRolled, OrderFailed
from rules.siege import fights, stores
from rules.siege.plans.plan import Act, Order
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
    today_of,
)

SALLY, SUPPLY, ASSAULT = Act(Deed.SALLY), Act(Deed.SUPPLY), Act(Deed.ASSAULT)
QUICK = "GUC-17.2"


def place(kind: str = "castle", **fields: object) -> Siege:
    return besieged(kind, **({"day": 3, "stores": 30} | fields))  # type: ignore[arg-type]


def storm(at: Siege, die: int, **dice: int) -> tuple[list[Event], Siege]:
    return day(at, ours(at) | {QUICK: die} | dice, outside=["ASSAULT"])


def even(kind: str = "castle", **fields: object) -> Siege:
    """Values outside and inside are as good as equal: the column is "-20" for every place."""
    host = {"castle": 43, "farm": 25, "chapel": 29}[kind]
    return place(kind, garrison={"knight": 1, "light infantry": 19}, host={"light infantry": host}, **fields)


# assault


@pytest.mark.rule("GUI-11.4.1a", "GUC-17", "GUC-17.1", "GUC-17.1b")
@pytest.mark.parametrize(("kind", "wall"), [("castle", 100), ("farm", 15), ("chapel", 30)])
def test_all_that_remain_take_part_in_an_assault(kind: str, wall: int) -> None:
    at = hurt(slain(place(kind, garrison=13, host=30), "outside-7", "inside-7"), "outside-8", "inside-8")
    events, _ = storm(at, 5)
    fought = only(events, FoughtQuickly)
    assert (fought.deed, fought.ground, fought.attacker) == (Deed.ASSAULT, "siege", at.besieger)
    assert fought.percent == (0, wall)
    outside, inside = 2 * 3 + 27 * 2 + 1, 2 * 3 + 10 * 2 + 1  # in halves: the knight on foot, men, one hurt
    assert fought.values == (-(-outside // 2), -(-inside * (100 + wall) // 200))
    assert only(events, DeedDone).men == ()


@pytest.mark.rule("GUI-11.4.1a")
def test_naming_all_who_would_go_tells_nobody_that_they_were_named() -> None:
    at = place(garrison=13, host=30)
    named = [man.id for man in at.men_of(at.besieger)]
    for words in ("with knights, light infantry", f"with {', '.join(named)}"):
        events, _ = day(at, ours(at) | {QUICK: 5}, outside=[f"ASSAULT {words}"])
        assert [e for e in events if e.audience is Audience.ALL] == [
            e for e in storm(at, 5)[0] if e.audience is Audience.ALL
        ]


@pytest.mark.rule("GUI-11.4.1a")
def test_prisoners_take_no_part() -> None:
    at = place(garrison=13, host=30)
    before = only(storm(at, 5)[0], FoughtQuickly).values
    at.captured = {"outside-7": at.besieged, "inside-7": at.besieger}
    assert only(storm(at, 5)[0], FoughtQuickly).values == (before[0] - 1, before[1] - 2)


@pytest.mark.rule("GUI-11.4.1a", "GUC-17")
@pytest.mark.parametrize(
    ("line", "value"),
    [("ASSAULT with Outside-2, Outside-3", 2), ("ASSAULT with knights", 3), ("ASSAULT", 32)],
)
def test_a_plan_may_send_some_alone(line: str, value: int) -> None:
    at = place(host=30)
    events, _ = day(at, ours(at), outside=[line])
    assert only(events, FoughtQuickly).values[0] == value
    assert len(only(events, DeedDone).men) == (0 if line == "ASSAULT" else 2 if "Outside" in line else 1)


@pytest.mark.parametrize(
    ("who", "why"), [("dead", "is dead"), ("prisoner", "is a prisoner"), ("building", "is building")]
)
def test_who_cannot_come_is_told(who: str, why: str) -> None:
    at = place(host=30)
    if who == "dead":
        slain(at, "outside-3")
    elif who == "prisoner":
        at.captured = {"outside-3": at.besieged}
    else:
        at.teams = (Team("ladder", tuple(f"outside-{n}" for n in range(3, 8))),)
    events, _ = day(at, ours(at), outside=["ASSAULT with Outside-2, Outside-3", "REST"])
    assert why in only(events, OrderFailed).why and only(events, DeedDone).deed == Deed.REST
    assert "none of yours" in fights.not_at_hand(at, at.besieger, Act(Deed.ASSAULT, ("inside-2",)))
    assert "none of yours" in fights.not_at_hand(at, at.besieger, Act(Deed.ASSAULT, ("nobody",)))


def test_nobody_of_a_kind_is_nobody_to_assault_with() -> None:
    at = place(host=30)
    assert fights.why_no_assault(at, TABLES, Act(Deed.ASSAULT, kinds=("archer",)))
    assert not fights.why_no_assault(at, TABLES, Act(Deed.ASSAULT, kinds=("knight",)))


@pytest.mark.rule("GUC-17.2")
@pytest.mark.parametrize(
    ("engines", "damage", "modifier"),
    [
        ({}, {}, 0), ({"ladder": 2, "grapnel": 2}, {}, 0), ({"thrower": 1}, {}, -1), ({"thrower": 3}, {}, -1),
        ({}, {"1113": 1}, -2), ({}, {"1113": 1, "1013": 1}, -2), ({"thrower": 1}, {"1113": 1}, -3),
        ({}, {"1207": 3}, 0),
    ],
)  # fmt: skip
def test_an_engine_and_a_breach_help_once_each(
    engines: dict[str, int], damage: dict[str, int], modifier: int
) -> None:
    events, _ = storm(place(engines=engines, damage=damage), 5)
    assert only(events, FoughtQuickly).modifier == modifier


@pytest.mark.rule("GUI-11.4.1a", "GUI-11.4")
def test_a_thrower_that_helps_in_an_assault_does_not_batter() -> None:
    events, after = storm(place(engines={"thrower": 2}), 5)
    assert none_of(events, WallBattered) and after.damage == {}


LETTERS = "GGFFEEDDCC"  # of the column -20/0, by the die


@pytest.mark.rule("GUI-11.4.1d", "GUI-11.4.1h", "GUC-17.3")
@pytest.mark.parametrize("kind", ["castle", "farm", "chapel"])
@pytest.mark.parametrize(("die", "letter"), list(enumerate(LETTERS, 1)))
def test_an_assault_that_neither_breaks_nor_takes_the_place(kind: str, die: int, letter: str) -> None:
    """A castle's garrison may be driven into its tower; other places fall in one assault or in none."""
    events, after = storm(even(kind), die)
    fought = only(events, FoughtQuickly)
    assert (fought.column, fought.letter) == ("-20", letter)
    held = kind == "castle" and letter == "G"
    assert bool(all_of(events, RefugeHeld)) is after.holds is held
    assert not after.lifted and not after.fallen


@pytest.mark.rule("GUC-17.3")
@pytest.mark.parametrize(
    ("garrison", "die", "lifted", "fallen"),
    [(80, 10, "losses", ""), (80, 9, "losses", ""), (80, 8, "losses", ""), (80, 6, "", ""),
     (4, 1, "", "assault"), (4, 3, "", "assault"), (4, 4, "", "")],
)  # fmt: skip
def test_the_throw_may_lift_the_siege_or_end_it(garrison: int, die: int, lifted: str, fallen: str) -> None:
    """A letter A or B lifts it, H and beyond end it."""
    at = besieged(day=12, stores=30, garrison=garrison, host=60)
    events, after = day(at, ours(at) | {QUICK: die}, outside=["ASSAULT"])
    assert (after.lifted, after.fallen) == (lifted, fallen)
    assert [event.cause for event in all_of(events, SiegeLifted)] == ([lifted] if lifted else [])
    assert [event.cause for event in all_of(events, PlaceFell)] == ([fallen] if fallen else [])


@pytest.mark.rule("GUI-11.4.1h")
@pytest.mark.parametrize(("until", "left"), [(12, 7), (11, 6), (10, 6), (9, 5), (8, 5), (5, 3), (4, 3)])
def test_into_the_refuge_goes_half_of_the_stores_rounded_down(until: int, left: int) -> None:
    """On day 3 of stores until day 12 ten days are left; five are taken along, today among them."""
    at = even(stores=until)
    events, after = storm(at, 1)
    assert stores.days_left(at) == until - 2
    assert only(events, RefugeHeld) and after.fed_until == left
    assert only(events, StoresChanged).cause == "refuge"


@pytest.mark.rule("GUI-11.4.1d", "GUI-11.4.1h")
def test_nobody_is_driven_into_the_refuge_twice() -> None:
    events, after = storm(even(holds=True), 1)
    assert none_of(events, RefugeHeld, StoresChanged) and after.holds and after.fed_until == 30


@pytest.mark.rule("GUI-11.4.2d")
@pytest.mark.parametrize(("until", "may"), [(2, True), (3, False), (6, False)])
def test_no_assault_while_burnt_stores_are_replaced(until: int, may: bool) -> None:
    at = place(idle_until=until, engines={"thrower": 1})
    for plan in ("ASSAULT", "BATTER", "BUILD ladders", "PARLEY"):
        events, _ = day(at, ours(at), outside=[plan, "REST"])
        assert (only(events, DeedDone).deed == plan.split()[0].lower()) is may
        assert may or f"before day {until + 1}" in only(events, OrderFailed).why


# losses


@pytest.mark.rule("GUC-17.3")
def test_losses_go_by_classes_and_nobody_falls_twice() -> None:
    """Letter D at a siege: 15 and 25 of a hundred outside, 5 and 15 inside."""
    at = place(garrison=40, host={"heavy infantry": 20, "archer": 10, "light infantry": 7})
    events, _ = day(at, ours(at) | {QUICK: 7}, outside=["ASSAULT"])
    fought = only(events, FoughtQuickly)
    assert (fought.letter, fought.dead, fought.wounded) == ("D", (15, 5), (25, 15))
    dead = [event.figure for event in all_of(events, ManDied)]
    hurt_men = [event.figure for event in all_of(events, ManHurt)]
    assert len(set(dead) | set(hurt_men)) == len(dead) + len(hurt_men)

    def counted(men: list[str], kind: str) -> int:
        return sum(name.startswith("outside") and at.men[name].kind == kind for name in men)

    assert [counted(dead, kind) for kind in ("heavy infantry", "archer", "light infantry")] == [3, 2, 1]
    assert [counted(hurt_men, kind) for kind in ("heavy infantry", "archer", "light infantry")] == [5, 3, 2]
    assert sum(name.startswith("inside") for name in dead) == 2  # 39 men and a commander
    assert sum(name.startswith("inside") for name in hurt_men) == 6


@pytest.mark.rule("GUC-17.3")
def test_who_is_wounded_already_is_none_of_the_wounded() -> None:
    at = place(garrison=40, host={"light infantry": 10})
    hurt(at, *(f"outside-{n}" for n in range(1, 10)))
    dice = ours(at) | {QUICK: 5, "GUC-17.3": 1}
    events, after = day(at, dice, outside=["ASSAULT"])
    wounded = [event.figure for event in all_of(events, ManHurt) if event.figure.startswith("outside")]
    assert wounded == ["outside-10"]
    assert sum(one.dead for one in after.men.values() if one.side == at.besieger) == 2


@pytest.mark.rule("GUC-17.3")
@pytest.mark.parametrize("face", [1, 4, 10])
def test_who_of_a_class_falls_is_drawn(face: int) -> None:
    at = place(garrison=40, host={"light infantry": 10})
    dice = ours(at) | {QUICK: 5, "GUC-17.3/day3/normans/infantry/1": face}
    events, _ = day(at, dice, outside=["ASSAULT"])
    assert all_of(events, ManDied)[0].figure == f"outside-{face}"
    first = next(roll for roll in all_of(events, DieRolled) if "GUC-17.3" in roll.name)
    assert first.sides == 10


@pytest.mark.rule("GUC-17.4")
@pytest.mark.parametrize(("die", "health"), [(6, "healthy"), (7, "wounded"), (10, "wounded")])
def test_a_leader_has_a_die_of_his_own(die: int, health: str) -> None:
    """With 15 of a hundred dead: 7 and more are a wound. The besieged lose 5 of a hundred: no harm."""
    at = place(garrison=40, host={"knight": 1, "light infantry": 32})
    for name in ("outside-1", "inside-1"):
        at.men[name] = replace(at.men[name], leader=True)
    dice = ours(at) | {QUICK: 5, "GUC-17.4": die}
    events, after = day(at, dice, outside=["ASSAULT"])
    assert only(events, FoughtQuickly).dead == (15, 5)
    rolls = [roll.name.split("/")[2:4] for roll in all_of(events, DieRolled) if "17.4" in roll.name]
    assert [name for _, name in rolls] == ["outside-1", "inside-1"]
    assert after.men["outside-1"].health == health and after.men["inside-1"].health == "healthy"


@pytest.mark.rule("GUC-17.4", "GUI-11.6d")
def test_a_leader_who_falls_is_succeeded_and_one_who_is_hurt_dies() -> None:
    at = hurt(place(garrison=40, host={"knight": 2, "light infantry": 32}), "outside-1")
    at.men["outside-1"] = replace(at.men["outside-1"], leader=True)
    dice = ours(at) | {QUICK: 5, "GUC-17.4": 9}
    _, after = day(at, dice, outside=["ASSAULT"])
    assert after.men["outside-1"].dead and after.commanders[at.besieger] == "outside-2"


@pytest.mark.rule("GUC-17.4")
def test_a_side_without_dead_has_no_test_of_leaders() -> None:
    at = place(garrison=3, host={"knight": 60})
    at.men["outside-1"] = replace(at.men["outside-1"], leader=True)
    events, _ = storm(at, 1)
    assert only(events, FoughtQuickly).letter == "J"
    assert not any("17.4" in roll.name and "outside" in roll.name for roll in all_of(events, DieRolled))


# sally against the camp


@pytest.mark.rule("GUI-11.4.2a")
def test_of_five_knights_two_may_sally() -> None:
    at = place(garrison={"knight": 5, "light infantry": 25})
    went = fights.sally_party(at, TABLES, SALLY)
    assert sum(one.kind == "knight" for one in went) == 2
    alone = fights.sally_party(at, TABLES, Act(Deed.SALLY, kinds=("knight",)))
    assert [one.kind for one in alone] == ["knight", "knight"]


@pytest.mark.rule("GUI-11.4.2a", "GUI-11.4.3a")
@pytest.mark.parametrize(
    ("garrison", "third"), [(2, 0), (3, 1), (5, 1), (6, 2), (11, 3), (12, 4), (14, 4), (15, 5)]
)
def test_a_third_of_the_garrison_may_leave_it(garrison: int, third: int) -> None:
    at = place(garrison={"light infantry": garrison}, host=40)
    assert len(fights.sally_party(at, TABLES, SALLY)) == third
    assert len(fights.supply_party(at, TABLES, SUPPLY)) == third
    assert bool(fights.why_no_sally(at, TABLES, SALLY)) is (third == 0)
    assert bool(fights.why_no_supply(at, TABLES, SUPPLY)) is (third == 0)


@pytest.mark.rule("GUI-11.4.2a")
def test_a_third_of_the_living_and_free() -> None:
    at = slain(place(garrison={"light infantry": 13}), "inside-1", "inside-2")
    at.captured = {"inside-3": at.besieger}
    assert len(fights.sally_party(at, TABLES, SALLY)) == 3


@pytest.mark.rule("GUI-11.4.2a")
@pytest.mark.parametrize(("many", "half"), [(1, 0), (2, 1), (3, 1), (4, 2), (7, 3)])
def test_of_a_kind_half_rounded_down(many: int, half: int) -> None:
    at = place(garrison={"archer": many, "light infantry": 30})
    assert len(fights.sally_party(at, TABLES, Act(Deed.SALLY, kinds=("archer",)))) == half


@pytest.mark.rule("GUI-11.4.2a", "GUI-11.4.3a")
def test_the_strongest_unhurt_go_and_the_commander_last() -> None:
    at = place(garrison={"knight": 2, "archer": 2, "light infantry": 5})
    for number, attack in ((1, 9), (2, 8), (5, 7), (6, 6), (7, 2), (8, 3), (9, 4)):
        kind = at.men[f"inside-{number}"].kind
        at.men[f"inside-{number}"] = man(f"inside-{number}", at.besieged, kind, attack=attack)
    hurt(at, "inside-5")
    went = [one.id for one in fights.sally_party(at, TABLES, SALLY)]
    assert went == ["inside-2", "inside-6", "inside-9"]
    went = [one.id for one in fights.supply_party(at, TABLES, SUPPLY)]
    assert went == ["inside-2", "inside-6", "inside-9"]
    assert [one.id for one in fights.supply_party(at, TABLES, Act(Deed.SUPPLY, ("inside-1",)))] == [
        "inside-1"
    ]


@pytest.mark.rule("GUI-11.4.2a")
@pytest.mark.parametrize(("host", "half"), [(20, 10), (21, 10), (1, 0)])
def test_half_of_the_besiegers_guard_the_camp(host: int, half: int) -> None:
    at = place(host={"light infantry": host}, garrison=12)
    assert len(fights.camp_party(at, TABLES, Order())) == half


@pytest.mark.rule("GUI-11.4.2a")
def test_shooters_and_riders_guard_it_unless_the_plan_says_otherwise() -> None:
    at = place(host={"light infantry": 4, "light cavalry": 2, "archer": 2}, garrison=3)
    hurt(at, "outside-8")
    kinds = [one.kind for one in fights.camp_party(at, TABLES, Order())]
    assert kinds == ["archer", "light cavalry", "light cavalry", "light infantry"]
    order = Order(first=("light infantry",), last=("archer",))
    assert [one.id for one in fights.camp_party(at, TABLES, order)] == [f"outside-{n}" for n in (1, 2, 3, 4)]
    events, _ = day(at, theirs(at), outside=["CAMP light infantry first"],
                    inside=["SALLY"])  # fmt: skip
    assert only(events, FoughtQuickly).values[1] == 4


@pytest.mark.rule("GUI-11.4.2a", "GUI-11.2b")
def test_builders_guard_the_camp_too() -> None:
    at = place(host={"archer": 6, "light infantry": 6}, garrison=3)
    at.teams = (Team("thrower", tuple(f"outside-{n}" for n in range(1, 6))),)
    assert [one.kind for one in fights.camp_party(at, TABLES, Order())] == ["archer"] * 6


@pytest.mark.rule("GUI-11.4.2a", "GUC-17")
def test_in_a_sally_the_garrison_attacks_in_the_field() -> None:
    at = place(garrison=15)
    events, _ = day(at, theirs(at), inside=["SALLY"])
    fought = only(events, FoughtQuickly)
    assert (fought.deed, fought.ground, fought.attacker) == (Deed.SALLY, "field", at.besieged)
    assert fought.percent == (0, 0) and len(only(events, DeedDone).men) == 5


BURNS = {"A": (0, 0), "B": (0, 0), "C": (0, 0), "D": (0, 0), "E": (1, 0), "F": (2, 0), "G": (6, 1),
         "H": (8, 1), "I": (12, 2), "J": (20, 2)}  # fmt: skip


@pytest.mark.rule("GUI-11.4.2d")
@pytest.mark.parametrize(
    ("tents", "lost"), [(0, 0), (2, 0), (4, 0), (5, 1), (7, 1), (9, 1), (10, 2), (12, 2), (15, 3), (20, 4)]
)
def test_every_five_hexes_of_tents_cost_the_besieger_a_day(tents: int, lost: int) -> None:
    """Of twelve hexes burnt he loses two days."""
    today = today_of(place())
    fights.burn(today, tents, 0)
    assert today.siege.idle_until == (3 + lost if lost else 0)
    assert [event.hexes for event in all_of(today.journal.events, TentsBurnt)] == ([tents] if tents else [])


@pytest.mark.rule("GUI-11.4.2d")
def test_days_lost_before_are_lost_besides() -> None:
    today = today_of(place(idle_until=5))
    fights.burn(today, 4, 0)
    assert today.siege.idle_until == 5
    fights.burn(today, 10, 0)
    assert today.siege.idle_until == 7


@pytest.mark.parametrize(
    ("engines", "burnt", "left"),
    [
        ({"thrower": 2, "ladder": 2}, 1, {"thrower": 1, "ladder": 2}),
        ({"thrower": 1, "ladder": 2}, 2, {"thrower": 0, "ladder": 1}),
        ({"ladder": 1}, 2, {"ladder": 0}), ({"grapnel": 2}, 2, {"grapnel": 2}),
        ({"thrower": 2}, 0, {"thrower": 2}),
    ],
)  # fmt: skip
@pytest.mark.rule("GUI-11.4.2d")
def test_throwers_burn_before_ladders(engines: dict[str, int], burnt: int, left: dict[str, int]) -> None:
    today = today_of(place(engines=engines))
    fights.burn(today, 0, burnt)
    assert today.siege.engines == left
    assert {event.cause for event in all_of(today.journal.events, EnginesChanged)} <= {"burnt"}


@pytest.mark.rule("GUI-11.4.2d")
def test_what_burns_goes_by_the_letter_of_the_fight() -> None:
    """From a handful against a great camp to a great sally against a few."""
    seen = set()
    for garrison, host in ((6, 400), (15, 160), (30, 60), (30, 12), (150, 12), (400, 12)):
        for die in (1, 4, 7, 10):
            at = besieged(day=12, stores=30, garrison=garrison, host=host, engines={"thrower": 3})
            events, after = day(at, theirs(at) | {QUICK: die}, inside=["SALLY"])
            letter = only(events, FoughtQuickly).letter
            seen.add(letter)
            tents, engines = BURNS[letter]
            assert sum(event.hexes for event in all_of(events, TentsBurnt)) == tents
            assert after.engines["thrower"] == 3 - engines
            assert after.idle_until == (12 + tents // 5 if tents >= 5 else 0)
    assert seen == set(BURNS)


@pytest.mark.rule("GUI-11.4.2a", "GUI-11.4.2d")
def test_a_camp_without_a_guard_burns() -> None:
    at = place(host={"knight": 1}, garrison=6, engines={"thrower": 2})
    events, after = day(at, theirs(at), inside=["SALLY"])
    assert none_of(events, FoughtQuickly) and only(events, TentsBurnt).hexes == 20
    assert after.engines["thrower"] == 0


@pytest.mark.rule("GUI-11.4.2d")
def test_sallies_are_possible_while_the_camp_is_replaced_and_builders_do_not_work() -> None:
    five = tuple(f"outside-{n}" for n in range(2, 7))
    at = place(idle_until=3, teams=(Team("thrower", five, 3),))
    events, _ = day(at, theirs(at), inside=["SALLY"])
    assert only(events, DeedDone).deed == Deed.SALLY
    _, after = day(at, ours(at), outside=["REST"])
    assert after.teams[0].worked == 3
    at.idle_until = 2
    assert day(at, ours(at), outside=["REST"])[1].teams[0].worked == 4


# for supplies


def unwatched(at: Siege) -> Siege:
    return hurt(at, *(one.id for one in at.strength(at.besieger)))


@pytest.mark.rule("GUI-11.4.3a")
@pytest.mark.parametrize("horses", [1, 2, 3, 4, 5, 6])
def test_a_party_finds_as_many_packhorses_as_a_die_of_six_shows(horses: int) -> None:
    at = unwatched(place())
    events, _ = day(at, theirs(at) | {"GUI-11.4.3a": horses}, inside=["SUPPLY"])
    fetched = only(events, PartyFetched)
    assert (fetched.found, fetched.home, fetched.patrols) == (horses, horses, 0)
    [roll] = [roll for roll in all_of(events, DieRolled) if "11.4.3a" in roll.name]
    assert roll.sides == 6


@pytest.mark.rule("GUI-11.4.3b", "GUI-11.4.3c")
@pytest.mark.parametrize(
    ("host", "sizes"),
    [
        ({"light infantry": 20}, [8, 8]), ({"light infantry": 7}, [7]), ({"light infantry": 16}, [8, 8]),
        ({"knight": 5, "light infantry": 20}, [8, 8, 8]), ({"archer": 6, "light infantry": 4}, [6]),
        ({"knight": 4}, [2]), ({"horse archer": 4, "light infantry": 6}, [8]),
        ({"knight": 2, "archer": 2, "light infantry": 4}, [8]),
    ],
)  # fmt: skip
def test_patrols_of_eight_with_two_riders_and_two_shooters(host: dict[str, int], sizes: list[int]) -> None:
    at = place(host=host, garrison=3)
    found = fights.patrols(at, TABLES)
    assert [len(patrol) for patrol in found] == sizes
    for patrol in found:
        assert sum(one.rider for one in patrol) <= 2 and sum(bool(one.weapon) for one in patrol) <= 2
    everybody = [one.id for patrol in found for one in patrol]
    assert len(set(everybody)) == len(everybody)


@pytest.mark.rule("GUI-11.4.3b", "GUI-11.4.3c", "GUI-11.2b")
def test_the_hurt_and_builders_ride_no_patrol() -> None:
    at = hurt(place(host={"light infantry": 20}), "outside-20")
    at.teams = (Team("thrower", tuple(f"outside-{n}" for n in range(1, 6))),)
    assert [len(patrol) for patrol in fights.patrols(at, TABLES)] == [8]
    assert {one.id for one in fights.patrols(at, TABLES)[0]} <= {f"outside-{n}" for n in range(6, 20)}


@pytest.mark.rule("GUI-11.4.3c")
@pytest.mark.parametrize(
    ("turns", "met"),
    [
        ((10, 10, 10, 10), 1), ((1, 10, 10, 10), 2), ((2, 10, 10, 10), 1), ((10, 3, 10, 10), 2),
        ((10, 4, 10, 10), 1), ((10, 10, 5, 10), 2), ((10, 10, 6, 10), 1), ((10, 10, 10, 7), 2),
        ((10, 10, 10, 8), 1), ((1, 1, 10, 1), 4), ((1, 3, 5, 7), 5),
    ],
)  # fmt: skip
def test_the_dice_of_four_turns_bring_more_patrols(turns: tuple[int, ...], met: int) -> None:
    at = place(host={"light infantry": 60}, garrison=12)
    dice = {f"GUI-11.4.3c/day3/{at.besieger}/turn{turn}": die for turn, die in enumerate(turns, 1)}
    events, _ = day(at, theirs(at) | dice, inside=["SUPPLY"])
    assert only(events, PartyFetched).patrols == met
    fought = only(events, FoughtQuickly)
    assert (fought.values[0], fought.attacker, fought.ground) == (8 * met, at.besieger, "field")


@pytest.mark.rule("GUI-11.4.3c")
def test_no_more_patrols_come_than_there_are() -> None:
    at = place(host={"light infantry": 19}, garrison=6)
    events, _ = day(at, theirs(at) | {"GUI-11.4.3c": 1}, inside=["SUPPLY"])
    assert only(events, PartyFetched).patrols == 2


HOME = {"A": 100, "B": 100, "C": 75, "D": 50, "E": 50, "F": 34, "G": 20, "H": 0, "I": 0, "J": 0}


@pytest.mark.rule("GUI-11.4.3a", "GUI-11.1.1e")
def test_how_many_come_home_goes_by_the_fight() -> None:
    """Five patrols are worth 120 at most, so that J is out of reach."""
    seen = set()
    best = {"knight": 10, "armoured archer": 10, "heavy infantry": 30}
    for garrison, host, more in ((500, 60, 10), (150, 60, 10), (12, 60, 10), (12, 60, 1), (5, best, 1)):
        for die in (1, 4, 7, 9, 10):
            at = place(garrison=garrison, host=host)
            dice = {QUICK: die, "GUI-11.4.3c": more, "GUI-11.4.3a": 6}
            events, after = day(at, theirs(at) | dice, inside=["SUPPLY"])
            letter = only(events, FoughtQuickly).letter
            seen.add(letter)
            home = 6 * HOME[letter] // 100
            assert only(events, PartyFetched).home == home and after.fed_until == 30 + home
            assert bool(all_of(events, StoresChanged)) is bool(home)
    assert seen == set(HOME) - {"J"}


@pytest.mark.rule("GUI-11.4.3a")
def test_who_does_not_hold_the_stockade_sends_nobody() -> None:
    at = place(holds=True)
    assert "stockade" in fights.why_no_supply(at, TABLES, SUPPLY)
    assert fights.why_no_sally(at, TABLES, SALLY) and fights.why_no_battle(at, TABLES, Act(Deed.BATTLE))
    at.holds = False
    assert not fights.why_no_supply(at, TABLES, SUPPLY)


# battle


@pytest.mark.rule("GUI-11.4.4a", "GUC-17")
def test_everybody_of_both_sides_gives_battle() -> None:
    five = tuple(f"outside-{n}" for n in range(2, 7))
    at = place(garrison=13, host=30, teams=(Team("thrower", five, 3),))
    events, _ = day(at, theirs(at), inside=["BATTLE"])
    fought = only(events, FoughtQuickly)
    assert fought.values == (5 + 29, 3 + 12)  # the knight inside has no horse
    assert (fought.deed, fought.ground, fought.attacker) == (Deed.BATTLE, "field", at.besieger)
    assert fought.percent == (0, 0)


@pytest.mark.rule("GUI-11.4.4a")
def test_one_battle_in_a_siege() -> None:
    at = place()
    _, after = day(at, theirs(at), inside=["BATTLE"])
    assert after.battle_spent
    after.turn = 4
    events, _ = day(after, theirs(after), inside=["BATTLE", "REST"])
    assert "has been fought" in only(events, OrderFailed).why and none_of(events, FoughtQuickly)
    _, others = day(at, theirs(at), inside=["SALLY"])
    assert not others.battle_spent


@pytest.mark.rule("GUI-11.6b")
def test_with_a_relief_there_may_be_one_more_on_that_day() -> None:
    at = besieged(day=12, stores=30, battle_spent=True)
    events, _ = day(at, event_of(at, 19), inside=["BATTLE"])
    assert only(events, FoughtQuickly).deed == Deed.BATTLE
    at.happened = {"relief": 11}
    assert fights.why_no_battle(at, TABLES, Act(Deed.BATTLE))


@pytest.mark.rule("GUI-11.4.4c")
@pytest.mark.parametrize("garrison", [{"knight": 20}, {"knight": 1, "light infantry": 12}])
@pytest.mark.parametrize("die", [1, 4, 5, 6, 8, 10])
def test_a_besieger_who_falls_back_lifts_the_siege(garrison: dict[str, int], die: int) -> None:
    """A garrison that must is inside again, and the siege goes on."""
    at = besieged(day=12, stores=30, garrison=garrison, host=30)
    events, after = day(at, theirs(at) | {QUICK: die}, inside=["BATTLE"])
    fought = only(events, FoughtQuickly)
    assert bool(after.lifted) is (fought.letter in "ABCDE")
    assert after.lifted == ("battle" if fought.ends[0] else "") and not after.fallen
    assert none_of(events, RefugeHeld)


@pytest.mark.rule("GUI-11.4")
@pytest.mark.parametrize("plan", ["SALLY", "SUPPLY", "BATTLE"])
def test_on_the_day_of_a_fight_nothing_else_is_done(plan: str) -> None:
    at = place(engines={"thrower": 1})
    events, _ = day(at, theirs(at), outside=["BATTER"], inside=[plan])
    assert len(all_of(events, DeedDone)) == 1 and none_of(events, WallBattered)


@pytest.mark.rule("RUL-1125")
def test_besiegers_who_hold_the_stockade_leave_it_to_give_battle_to_a_relief() -> None:
    at = place(holds=True, battle_spent=True)
    at.happened["relief"] = at.day
    events, after = day(at, theirs(at) | {QUICK: 5}, inside=["BATTLE"])
    assert only(events, RefugeLeft) and not after.holds
    assert events.index(only(events, RefugeLeft)) < events.index(only(events, FoughtQuickly))
    others, _ = day(place(), theirs(at) | {QUICK: 5}, inside=["BATTLE"])
    assert only(others, FoughtQuickly) and none_of(others, RefugeLeft)


@pytest.mark.parametrize(
    ("kind", "whole", "opened"), [("castle", 100, 80), ("farm", 15, 15), ("chapel", 30, 30)]
)
def test_a_gate_that_was_opened_makes_no_place_stronger(kind: str, whole: int, opened: int) -> None:
    at = place(kind)
    assert fights.walls(at, TABLES, opened=False) == whole
    assert fights.walls(at, TABLES, opened=True) == opened

"""A relief comes while besiegers hold all but the refuge (GUI-11.4.1e, GUI-11.4.1f, GUI-11.4.1g)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from rules import engine
from rules.core.dice import KeyedDice
from rules.desk.receipts.placing import told as placing_told
from rules.events.base import Event
from rules.events.families import GameCalled
from rules.events.siege import (
    DayEnded,
    DeedDone,
    EventDrawn,
    FightCalled,
    FightOver,
    FoughtQuickly,
    InitiativePassed,
    InitiativeTaken,
    ManTaken,
    MenJoined,
    PlaceFell,
    RefugeHeld,
    RefugeLeft,
    ReliefLetIn,
    ReliefMet,
    RolesExchanged,
    SiegeLifted,
    TeamLeft,
    WallBattered,
)
from rules.events.umpire import OrderFailed
from rules.orders.trouble import Misread
from rules.siege import days
from rules.siege.invariants import broken, misdeeds
from rules.siege.plans.plan import Relief
from rules.siege.plans.reading import Reader
from rules.siege.plans.writing import wish_in_words
from rules.siege.sheet import situation
from rules.state.battle import Battle
from rules.state.families import Returned
from rules.state.siege import DayRecord, Deed, LateEvents, Siege, Team
from rules.state.table import Fights, Outcome
from tests.rules.siege import kit
from tests.rules.siege.anarchy_page import PAGE as ANARCHY
from tests.rules.siege.anarchy_page import besieged as by_anarchy
from tests.rules.siege.kit import PAGE, Dice, all_of, besieged, day, event_of, none_of, only, ours, theirs

RELIEF = 19


def shut_in(**fields: object) -> Siege:
    """Day 12, and the besiegers hold all but the refuge; the garrison left ten days of food behind."""
    return besieged(**({"day": 12, "stores": 20, "host": 24, "garrison": 12, "holds": True, "left_behind": 10}
                       | fields))  # type: ignore[arg-type]  # fmt: skip


def relief(
    at: Siege,
    dice: Mapping[str, int] | None = None,
    *,
    outside: Sequence[str] = (),
    inside: Sequence[str] = (),
) -> tuple[list[Event], Siege]:
    """The day on which it comes."""
    return day(at, event_of(at, RELIEF) | dict(dice or {}), outside=outside, inside=inside)


def exchanged(**fields: object) -> Siege:
    """The morning of day 13, the roles exchanged on the day before, and nobody hurt."""
    _, at = relief(shut_in(**fields), outside=["RELIEF shelter"])
    assert at.exchanged
    at.turn = 13
    at.days = (*at.days, DayRecord(day=13))
    return at


def quick(at: Siege, side: str, deed: Deed) -> str:
    """The die of a fight of this day."""
    return f"GUC-17.2/day{at.day}/{side}/{deed.value}"


# the choice


@pytest.mark.rule("GUI-11.4.1e")
@pytest.mark.parametrize(
    ("wish", "choice"),
    [
        ((), "shelter"),
        (("RELIEF shelter",), "shelter"),
        (("RELIEF fight",), "fight"),
        (("RELIEF divide",), "divide"),
    ],
)
def test_besiegers_who_hold_a_part_choose_when_a_relief_comes(wish: Sequence[str], choice: str) -> None:
    events, _ = relief(shut_in(), outside=wish)
    met = only(events, ReliefMet)
    assert met.choice == choice and met.side == shut_in().besieger
    assert met.relief == tuple(man.id for man in only(events, MenJoined).men)


@pytest.mark.rule("GUI-11.4.1e")
def test_a_relief_is_met_only_where_besiegers_hold_a_part() -> None:
    events, after = relief(shut_in(holds=False), outside=["RELIEF shelter"])
    assert only(events, MenJoined) and none_of(events, ReliefMet) and not after.exchanged
    events, _ = day(shut_in(), outside=["RELIEF fight"])
    assert none_of(events, ReliefMet)


@pytest.mark.rule("GUI-11.4.1e")
def test_another_book_knows_nothing_of_it() -> None:
    at = by_anarchy(day=12, stores=20, holds=True)
    events, after = day(at, event_of(at, RELIEF), page=ANARCHY)
    assert only(events, MenJoined) and none_of(events, ReliefMet)
    assert not after.exchanged and after.holds


@pytest.mark.rule("GUI-11.4.1e")
def test_the_wish_is_read_and_written() -> None:
    at = shut_in()
    reader = Reader(at, at.besieger, PAGE)
    for line, wish, written in (
        ("RELIEF shelter", Relief("shelter"), "RELIEF shelter"),
        ("relief: stay", Relief("shelter"), "RELIEF shelter"),
        ("RELIEF give battle", Relief("fight"), "RELIEF fight"),
        ("RELIEF split", Relief("divide"), "RELIEF divide"),
        ("RELIEF divide with outside-2, knights", Relief("divide", ("outside-2",), ("knight",)),
         "RELIEF divide with Outside-2, knight"),
    ):  # fmt: skip
        found = reader.read(line)
        assert getattr(found, "relief", None) == wish, line
        assert wish_in_words(found) == [written]  # type: ignore[arg-type]
        assert reader.read(written) == found
    assert getattr(reader.read("RELIEF 2 knights"), "army", None) == {"knight": 2}
    for wrong in ("RELIEF", "RELIEF maybe", "RELIEF divide with Zeus", "RELIEF divide with inside-2"):
        with pytest.raises(Misread):
            reader.read(wrong)


@pytest.mark.rule("GUI-11.4.1e")
def test_receipts_say_how_a_relief_would_be_met() -> None:
    at = shut_in()
    [seat] = at.seats_of(at.besieger)
    for wish, said in (("shelter", "besieged there"), ("fight", "everybody"), ("divide", "the others go on")):
        reading = engine.read_orders(at, seat.id, [f"RELIEF {wish}"])
        assert any(said in detail for line in reading.lines for detail in line.details), wish


# with all of them


@pytest.mark.rule("GUI-11.4.1f", "GUI-11.4.4a", "RUL-1125")
def test_with_all_they_leave_what_they_hold_and_fight_everybody() -> None:
    at = shut_in()
    events, after = relief(at, {"GUC-17.2": 1}, outside=["RELIEF fight", "ASSAULT"], inside=["REST"])
    assert only(events, RefugeLeft) and not after.holds and after.relief == ()
    fought = only(events, FoughtQuickly)
    assert fought.deed == Deed.BATTLE and fought.ground == "field" and after.battle_spent
    assert events.index(only(events, RefugeLeft)) < events.index(fought)
    assert only(events, DeedDone).men == ()  # everybody
    lost, beaten = relief(at, {"GUC-17.2": 10}, outside=["RELIEF fight"])
    assert only(lost, SiegeLifted).cause == "battle" and beaten.lifted


# divided


@pytest.mark.rule("GUI-11.4.1f", "RUL-1125")
def test_who_goes_out_is_named_or_half_of_them() -> None:
    events, _ = relief(shut_in(), outside=["RELIEF divide"])
    assert len(only(events, ReliefMet).men) == 12 and "outside-1" in only(events, ReliefMet).men
    events, _ = relief(shut_in(host={"knight": 3, "archer": 6}), outside=["RELIEF divide with archers"])
    assert only(events, ReliefMet).men == tuple(f"outside-{n}" for n in range(4, 10))
    events, after = relief(shut_in(), outside=["RELIEF divide with all"])
    assert only(events, ReliefMet).choice == "divide"
    events, after = relief(shut_in(), outside=["RELIEF divide with knights, infantry"])
    assert only(events, ReliefMet).choice == "fight" and not after.holds


@pytest.mark.rule("GUI-11.4.1f", "RUL-1125")
def test_one_party_fights_the_relief_and_the_others_go_on_inside() -> None:
    at = shut_in(host={"knight": 12, "archer": 12})
    events, after = relief(at, {"GUC-17.2": 6}, outside=["RELIEF divide with knights", "ASSAULT"])
    met = only(events, ReliefMet)
    outside, inside = all_of(events, FoughtQuickly)
    assert (outside.deed, outside.ground, inside.deed, inside.ground) == (
        "battle",
        "field",
        "assault",
        "siege",
    )
    assert outside.attacker == inside.attacker == at.besieger
    assert inside.values[0] == 12 * 2  # archers alone
    assert not set(met.relief) & {name for e in events if isinstance(e, DeedDone)
                                  and e.deed == "assault" for name in e.men}  # fmt: skip
    assert after.battle_spent


@pytest.mark.rule("GUI-11.4.1f")
def test_the_garrison_has_the_initiative_and_may_retake_what_is_held() -> None:
    at = shut_in(host={"knight": 12, "light infantry": 3}, garrison={"knight": 12})
    dice = {quick(at, at.besieger, Deed.BATTLE): 3, quick(at, at.besieged, Deed.ASSAULT): 3}
    events, after = relief(at, dice, outside=["RELIEF divide with knights", "ASSAULT"], inside=["ASSAULT"])
    assert only(events, InitiativeTaken).side == at.besieged and none_of(events, InitiativePassed)
    inside = all_of(events, FoughtQuickly)[1]
    assert inside.attacker == at.besieged and inside.percent == (0, 100)  # behind the walls
    assert only(events, RefugeLeft) and not after.holds and not after.lifted and not after.exchanged
    assert after.relief == () and only(events, DayEnded)


@pytest.mark.rule("GUI-11.4.1f", "RUL-1140")
def test_holders_who_lay_down_their_arms_are_prisoners() -> None:
    at = shut_in(host={"knight": 12, "light infantry": 2}, garrison={"knight": 15})
    dice = {quick(at, at.besieger, Deed.BATTLE): 3, quick(at, at.besieged, Deed.ASSAULT): 1}
    events, after = relief(at, dice, outside=["RELIEF divide with knights"], inside=["ASSAULT"])
    assert all_of(events, FoughtQuickly)[1].ends[1] == "surrender"
    left = {m.id for m in after.men_of(at.besieger) if not m.dead} - set(only(events, ReliefMet).men)
    assert {taken.figure for taken in all_of(events, ManTaken)} == left


@pytest.mark.rule("GUI-11.4.1f")
def test_a_garrison_that_refuses_the_initiative_leaves_it_to_the_besiegers() -> None:
    at = shut_in(host={"knight": 12, "light infantry": 12}, garrison=1)
    plan = ["RELIEF divide with knights", "PARLEY", "IF they pass THEN ASSAULT"]
    dice = {quick(at, at.besieger, Deed.BATTLE): 3, quick(at, at.besieger, Deed.ASSAULT): 1}
    for waits in (["REST"], [], ["BATTLE"]):
        events, after = relief(at, dice, outside=plan, inside=waits)
        assert only(events, InitiativePassed).side == at.besieged
        assert [fought.deed for fought in all_of(events, FoughtQuickly)] == ["battle", "assault"]
        assert only(events, PlaceFell).cause == "assault" and after.fallen
    events, after = relief(at, outside=["RELIEF divide with knights", "PARLEY"])
    assert [fought.deed for fought in all_of(events, FoughtQuickly)] == ["battle"]
    assert after.days[-1].deeds == ("battle",)


@pytest.mark.rule("GUI-11.4.1f", "RUL-1140")
def test_what_becomes_of_the_divided_by_both_fights() -> None:
    at = shut_in(host={"knight": 12, "light infantry": 3}, garrison={"knight": 12})
    battle, inside = quick(at, at.besieger, Deed.BATTLE), quick(at, at.besieged, Deed.ASSAULT)
    plan = ["RELIEF divide with knights"]
    events, after = relief(at, {battle: 1}, outside=plan)
    assert only(events, ReliefLetIn) and after.holds and not after.exchanged
    events, after = relief(at, {battle: 10}, outside=plan)
    assert only(events, RolesExchanged) and after.exchanged and after.relief
    for die, ends in ((1, ""), (10, "battle")):
        events, after = relief(at, {battle: die, inside: 1}, outside=plan, inside=["ASSAULT"])
        assert only(events, RefugeLeft) and after.lifted == ends


@pytest.mark.rule("GUI-11.4.1f", "RUL-1140")
def test_a_beaten_field_party_is_besieged_with_the_holders() -> None:
    at = shut_in(host={"archer": 2, "light infantry": 20})
    dice = {quick(at, at.besieger, Deed.BATTLE): 10}
    events, after = relief(at, dice, outside=["RELIEF divide with archers"])
    assert all_of(events, FoughtQuickly)[0].ends[0]
    assert only(events, RolesExchanged) and after.exchanged and after.holds
    assert after.besieger == at.besieged and after.relief and not after.afield


@pytest.mark.rule("GUI-11.4.1f")
def test_the_garrison_assaults_on_that_day_alone() -> None:
    at = shut_in()
    reader = Reader(at, at.besieged, PAGE)
    assert reader.read("ASSAULT with knights")
    events, _ = day(at, theirs(at), inside=["ASSAULT", "REST"])
    assert "divide" in only(events, OrderFailed).why and none_of(events, FoughtQuickly)
    with pytest.raises(Misread):
        Reader(shut_in(holds=False), at.besieged, PAGE).read("ASSAULT")


# the reversed siege


@pytest.mark.rule("GUI-11.4.1g")
def test_who_shelters_is_besieged_from_now_on() -> None:
    at = shut_in(engines={"thrower": 1, "ladder": 2})
    at.teams = (Team("ladder", tuple(f"outside-{n}" for n in range(2, 7)), 1),)
    events, after = relief(at, outside=["RELIEF shelter"])
    assert only(events, RolesExchanged) and only(events, TeamLeft) and not after.teams
    assert after.besieger == at.besieged and after.besieged == at.besieger
    assert after.besieges(at.besieged) and not after.besieges(at.besieger)
    assert after.aside == {"thrower": 1, "ladder": 2} and not any(after.engines.values())
    assert after.worked == {"ladder": (1,)}
    assert set(after.relief) == {man.id for man in only(events, MenJoined).men}


@pytest.mark.rule("GUI-11.4.1g")
def test_they_eat_what_was_left_and_what_they_brought() -> None:
    at = shut_in(left_behind=0)
    events, after = relief(at)
    assert only(events, RolesExchanged).days == 4 == after.fed_until - 12 + 1
    events, after = relief(shut_in())
    told = only(events, RolesExchanged)
    assert (told.left, told.days) == (10, 14) and after.fed_until == 12 - 1 + 14 and after.stores == 14
    assert after.refuge_until == 20


@pytest.mark.rule("GUI-11.4.1g", "GUI-11.4.1h")
def test_what_the_garrison_leaves_on_its_way_into_the_refuge_is_kept_account_of() -> None:
    at = besieged(day=3, stores=12, host=40, garrison=25)
    events, after = day(at, ours(at) | {"GUC-17.2": 1}, outside=["ASSAULT"])
    assert only(events, RefugeHeld).left == 5 == after.left_behind and after.fed_until == 7


@pytest.mark.rule("GUI-11.4.1g")
def test_the_garrison_has_the_bonus_of_the_initiative_and_a_besiegers_actions() -> None:
    at = exchanged()
    dice = {f"GUI-11.1.3a/day13/{at.besieged}": 8, f"GUI-11.1.3a/day13/{at.besieger}": 4}
    events, _ = day(at, dice, outside=["REST"])
    taken = only(events, InitiativeTaken)
    assert taken.side == at.besieger and (taken.besieger, taken.besieged) == (8, 8)
    names = {action.deed for action in PAGE.open_to(at, at.besieger)}
    assert {"batter", "build", "assault"} <= names and not names & {"sally", "supply", "battle"}
    assert {"sally", "supply", "battle", "assault"} <= {a.deed for a in PAGE.open_to(at, at.besieged)}
    events, _ = day(at, theirs(at), inside=["SUPPLY"])
    assert only(events, DeedDone).deed == "supply"


@pytest.mark.rule("GUI-11.4.1g")
def test_an_older_plan_is_told_that_the_roles_have_changed() -> None:
    events, after = relief(shut_in(battle_spent=True), inside=["BATTLE", "REST"], outside=["PARLEY"])
    assert "besieged" in only(events, OrderFailed).why
    assert after.days[-1].deeds == ("rest",)


@pytest.mark.rule("GUI-11.4.1g")
def test_terms_are_suspended() -> None:
    at = exchanged()
    events, _ = day(at, ours(at), outside=["PARLEY", "REST"])
    assert "terms" in only(events, OrderFailed).why
    assert not any("parley" in note.casefold() for note in situation(at, PAGE, None).notes)


@pytest.mark.rule("GUI-11.4.1g", "GUI-11.5a")
def test_hunger_and_the_want_of_a_leader_end_it_for_either() -> None:
    at = exchanged()
    at.fed_until = 13
    events, after = day(at, ours(at))
    assert only(events, SiegeLifted).cause == "holders"
    assert days._outcome(after, PAGE).winner == after.setup.besieged  # type: ignore[union-attr]
    at = exchanged()
    at.refuge_until = 13
    events, after = day(at, ours(at))
    assert only(events, PlaceFell).cause == "hunger"
    assert days._outcome(after, PAGE).winner == after.setup.besieger  # type: ignore[union-attr]
    at = exchanged()
    kit.slain(at, "outside-1")
    events, after = day(at, ours(at))
    assert only(events, SiegeLifted).cause == "holders"


@pytest.mark.rule("GUI-11.4.1g")
def test_who_only_batters_may_be_assaulted_from_the_stockade() -> None:
    at = exchanged(host={"knight": 24}, garrison=4)
    at.engines = {"thrower": 1}
    dice = ours(at) | {quick(at, at.besieged, Deed.ASSAULT): 1}
    for line in ("ASSAULT", "IF they batter THEN ASSAULT"):
        events, after = day(at, dice, outside=["BATTER"], inside=[line])
        fought = only(events, FoughtQuickly)
        assert fought.attacker == at.besieged and none_of(events, WallBattered)
        assert only(events, DeedDone) == DeedDone(at.besieged, "assault", ())
        assert only(events, PlaceFell).cause == "assault"
        assert days._outcome(after, PAGE).winner == after.setup.besieger  # type: ignore[union-attr]
    for plans in ((["BATTER"], ["REST"]), (["BATTER"], ["IF initiative THEN ASSAULT"])):
        events, _ = day(at, dice, outside=plans[0], inside=plans[1])
        assert all_of(events, WallBattered) and none_of(events, FoughtQuickly)
    events, _ = day(at, dice, outside=["REST"], inside=["ASSAULT"])
    assert none_of(events, FoughtQuickly)


@pytest.mark.rule("GUI-11.4.1g", "RUL-1141")
def test_a_relief_outside_is_no_part_of_the_fight_for_the_refuge() -> None:
    at = exchanged(garrison=4)
    events, _ = day(at, theirs(at) | {"GUC-17.2": 5}, inside=["ASSAULT"])
    assert (
        only(events, FoughtQuickly).values[1] == (3 + 3) * 2
    )  # a knight and three on foot, doubled by walls
    events, _ = day(at, ours(at) | {"GUC-17.2": 5}, outside=["ASSAULT"])
    assert only(events, FoughtQuickly).attacker == at.besieger
    assert only(events, FoughtQuickly).values[0] > 3 + 3


@pytest.mark.rule("GUI-11.4.1g", "RUL-1141")
@pytest.mark.parametrize(("die", "lifted", "fallen"), [(1, "holders", ""), (10, "", "beaten_off")])
def test_an_assault_of_the_new_besiegers_ends_it_either_way(die: int, lifted: str, fallen: str) -> None:
    at = exchanged(**({"host": 3} if lifted else {"host": {"knight": 40}, "garrison": 3}))
    _, after = day(at, ours(at) | {"GUC-17.2": die}, outside=["ASSAULT"])
    assert (after.lifted, after.fallen) == (lifted, fallen)


@pytest.mark.rule("RUL-1143")
def test_nobody_is_called_away_who_is_besieged() -> None:
    at = exchanged()
    at.setup = replace(at.setup, late_events=LateEvents.PRINTED)
    events, after = day(at, event_of(at, 20) | ours(at))
    assert only(events, EventDrawn).happens
    assert after.days[-1].event == "lifted" and not after.lifted


@pytest.mark.rule("GUI-11.4.1g")
def test_nobody_batters_his_own_refuge() -> None:
    at = exchanged()
    at.engines = {"thrower": 1}
    stockade = next(wall.hex for wall in at.setup.stronghold.walls if wall.part != "tower")
    at.damage = {stockade: 9}
    tower = next(wall.hex for wall in at.setup.stronghold.walls if wall.part == "tower")
    events, _ = day(at, ours(at), outside=[f"BATTER {tower}", "REST"])
    assert "refuge" in only(events, OrderFailed).why


# on boards


def on_boards(at: Siege) -> Siege:
    at.setup = replace(at.setup, options=replace(at.setup.options, fights=Fights.BOARD))
    return at


def battles(events: Sequence[Event]) -> list[Battle]:
    found = [engine.replay(engine.opening_of(call)) for call in all_of(events, GameCalled)]
    assert all(isinstance(battle, Battle) for battle in found)
    return [battle for battle in found if isinstance(battle, Battle)]


def laid_out(battle: Battle, side: str) -> dict[str, tuple[str, ...]]:
    """Where the men of a side stand if nothing is ordered."""
    [seat] = battle.seats_of(side)
    return next(one.template for one in battle.setup.deployments if one.seat == seat.id)


def told(at: Siege, outside: str, inside: str, *, fallen: Sequence[str] = ()) -> tuple[list[Event], Siege]:
    """The evening when both are over."""
    after = at.copy()

    def back(names: Sequence[str]) -> Returned:
        men = [after.men[name] for name in names]
        dead = [replace(man, health=kit.Health.DEAD, mount=None) if man.id in fallen else man for man in men]
        return Returned(figures=tuple(dead))

    assert after.fight is not None
    for field, winner in (("fight", outside), ("fight_inside", inside)):
        fight = getattr(after, field)
        if fight is not None:
            names = (*fight.attackers, *fight.defenders)
            setattr(after, field, replace(fight, outcome=Outcome(winner, "over"), back=back(names)))
    events = days.adjudicated(after, PAGE, Dice(named={}, otherwise=5))
    return events, engine.replay(events, after)  # type: ignore[return-value]


@pytest.mark.rule("GUI-11.4.1f")
def test_both_fights_are_fought_side_by_side() -> None:
    at = on_boards(shut_in(host={"knight": 12, "light infantry": 12}, garrison=5))
    events, waits = relief(at, outside=["RELIEF divide with knights"], inside=["ASSAULT"])
    called = all_of(events, FightCalled)
    assert [one.deed for one in called] == ["battle", "assault"] and len(waits.calls) == 2
    outside, inside = battles(events)
    host, garrison = ({m.id for m in at.men_of(side)} for side in (at.besieger, at.besieged))
    knights = {f"outside-{n}" for n in range(1, 13)}
    assert set(outside.figures) | set(outside.reserves) == knights | set(waits.relief)
    assert set(inside.figures) | set(inside.reserves) == (host - knights) | garrison
    hold = at.setup.stronghold
    assert {place[0] for name, place in laid_out(inside, at.besieged).items()} <= set(hold.keep)
    storm = inside.setup.victory.storm
    assert storm is not None and storm.besieger == at.besieged
    assert engine.awaiting(waits).rests and none_of(events, DayEnded)
    _, after = told(waits, at.besieger, at.besieger)
    assert after.holds and not after.fights and not after.exchanged and after.turn == 13
    _, after = told(waits, at.besieged, at.besieger)
    assert after.exchanged and after.turn == 13
    held = tuple(host - knights)
    _, after = told(waits, at.besieger, at.besieged, fallen=held)
    assert not after.holds and not after.lifted
    _, after = told(waits, at.besieged, at.besieged, fallen=held)
    assert after.lifted == "battle" and after.outcome is not None


@pytest.mark.rule("GUI-11.4.1b", "GUI-11.4.1f")
def test_besiegers_go_on_inside_on_a_board() -> None:
    at = on_boards(shut_in(host={"knight": 12, "light infantry": 12}))
    events, waits = relief(at, outside=["RELIEF divide with knights", "ASSAULT"])
    _, inside = battles(events)
    storm = inside.setup.victory.storm
    assert storm is not None and storm.besieger == at.besieger
    won = set(at.setup.stronghold.within) - set(at.setup.stronghold.keep)
    placed = laid_out(inside, at.besieger)
    assert len(placed) == 12 and {place[0] for place in placed.values()} <= won
    _, after = told(waits, "", at.besieger, fallen=tuple(m.id for m in at.men_of(at.besieged)))
    assert after.fallen == "assault"


@pytest.mark.rule("GUI-11.4.1b", "GUI-11.4.1g", "RUL-1141")
def test_assaults_of_a_reversed_siege_on_boards() -> None:
    at = on_boards(exchanged(host=20, garrison=8))
    events, waits = day(at, ours(at), outside=["ASSAULT"])
    [battle] = battles(events)
    assert set(battle.reserves) == set(at.relief)
    assert battle.setup.victory.storm is not None and battle.setup.victory.storm.besieger == at.besieger
    _, after = told(waits, at.besieger, "", fallen=tuple(m.id for m in at.men_of(at.besieged)))
    assert after.lifted == "holders"
    events, waits = day(at, theirs(at), inside=["ASSAULT"])
    [battle] = battles(events)
    assert not set(battle.figures) & set(at.relief) and not battle.reserves
    garrison = tuple(m.id for m in at.men_of(at.besieger) if m.id not in at.relief)
    _, after = told(waits, at.besieged, "", fallen=garrison)
    assert after.fallen == "assault" and after.outcome is not None
    assert after.outcome.winner == at.setup.besieger


@pytest.mark.rule("GUI-11.4.1g", "RUL-1141")
def test_a_relief_is_placed_outside_alone_and_the_garrison_in_its_refuge_alone() -> None:
    at = on_boards(exchanged(host=20, garrison=8))
    events, _ = day(at, ours(at), outside=["ASSAULT"])
    [battle] = battles(events)
    keep, within = set(at.setup.stronghold.keep), set(at.setup.stronghold.within)
    battle.side = at.besieger  # the others have placed
    deployment = battle.deployment_of(at.seat_of(at.besieger))
    assert deployment is not None
    guards = [man.id for man in at.men_of(at.besieger) if man.id not in at.relief]
    assert all(deployment.hexes_of(name) == keep for name in guards)
    assert all(deployment.hexes_of(name) and not deployment.hexes_of(name) & within for name in at.relief)

    def drawn(line: str) -> list[str]:
        seat = at.seat_of(at.besieger)
        reading = engine.read_orders(battle, seat, [line])
        after = engine.evolve(battle.copy(), engine.accept_orders(battle, seat, reading))
        assert isinstance(after, Battle)
        return [" ".join(one.message) for one in reading.lines if one.code]

    relieving, guard = (battle.figures[name].name for name in (at.relief[0], guards[0]))
    [why] = drawn(f"PLACE {relieving} at {sorted(keep)[0]}")
    assert f"{relieving} may not be placed in {sorted(keep)[0]}, only here: the north edge" in why
    [why] = drawn(f"PLACE {relieving} at the refuge")
    assert f"{relieving} may not be placed in the refuge" in why
    [why] = drawn(f"PLACE {guard} at the north edge")
    assert "only here: the refuge" in why
    assert drawn("PLACE everybody at the refuge") == []
    told = " ".join(placing_told(battle, at.seat_of(at.besieger)))
    assert f"the refuge, for {guard}" in told


@pytest.mark.rule("GUI-11.4.1f")
@pytest.mark.parametrize(("holds", "exchanged_roles", "divided"), [
    (True, False, True), (False, False, False), (True, True, False),
])  # fmt: skip
def test_besiegers_are_divided_while_they_hold_all_but_the_refuge(
    holds: bool, exchanged_roles: bool, divided: bool
) -> None:
    at = shut_in(holds=holds, exchanged=exchanged_roles, met="divide")
    assert not at.divided
    at.happened = {"relief": at.day}
    assert at.divided is divided


@pytest.mark.rule("GUI-11.4.1f", "GUI-11.4.1g")
def test_whoever_is_named_for_an_assault_from_inside_must_be_there() -> None:
    at = exchanged()
    kit.slain(at, "outside-5")
    events, _ = day(at, theirs(at), inside=["ASSAULT with Outside-5, Outside-6", "REST"])
    assert "is dead" in only(events, OrderFailed).why
    assert Deed.ASSAULT not in [event.deed for event in all_of(events, DeedDone)]
    events, _ = day(at, theirs(at), inside=["ASSAULT with Outside-6, Outside-7", "REST"])
    assert none_of(events, OrderFailed) and Deed.ASSAULT in [event.deed for event in all_of(events, DeedDone)]


@pytest.mark.rule("GUI-11.4.1g")
@pytest.mark.parametrize(("role", "old", "stays"), [
    ("besieger", "SALLY", False), ("besieged", "PARLEY", False),
    ("besieger", "PARLEY", True), ("besieged", "SALLY", True),
])  # fmt: skip
def test_a_form_shows_no_plan_from_before_the_roles_were_exchanged(role: str, old: str, stays: bool) -> None:
    at = exchanged()
    seat = at.seat_of(getattr(at, role))
    at.standing[seat] = (old, "QUIET 5")
    lines = engine.order_form(at, seat).splitlines()
    assert ("QUIET 5" in lines, old in lines) == (stays, stays)
    reading = engine.read_orders(at, seat, lines)
    assert not [line for line in reading.lines if line.code], reading.lines


@pytest.mark.rule("GUI-11.4.1g")
def test_a_siege_whose_roles_are_as_they_were_is_sound_and_one_exchanged_needs_a_place_that_is_held() -> None:
    at = besieged(day=2, stores=9)
    at.days = (DayRecord(day=1), DayRecord(day=2))
    assert broken(at, PAGE) == []
    at.exchanged = True
    assert broken(at, PAGE) == ["the roles are exchanged, and nobody holds anything"]


# all together


@pytest.mark.rule("GUI-11.4.1e", "GUI-11.4.1f", "GUI-11.4.1g")
@pytest.mark.parametrize("seed", range(12))
def test_sieges_with_a_relief_at_random_are_sound(seed: int) -> None:
    chance, dice = random.Random(seed), KeyedDice(f"relieved {seed}".encode())
    at = shut_in(
        host=chance.randrange(6, 40), garrison=chance.randrange(3, 20), left_behind=chance.randrange(9)
    )
    at.turn = chance.randrange(2, 11)
    at.days = tuple(replace(at.days[0], day=n) for n in range(1, at.turn))
    at.phase = 5
    at.happened = {name: 1 for name in PAGE.events if name not in ("relief", "nothing")}
    at.setup = replace(at.setup, tables=at.setup.tables | {"siege-events": only_relief(at)})
    log: list[Event] = []
    start = at.copy()
    for _ in range(40):
        for side in (at.besieger, at.besieged):
            lines = kit.random_plan(chance, at.besieges(side))
            seat = at.seat_of(side)
            reading = engine.read_orders(at, seat, lines)
            assert not [line for line in reading.lines if line.code], reading.lines
            filed = engine.accept_orders(at, seat, reading)
            at = engine.evolve(at.copy(), filed)  # type: ignore[assignment]
            log.append(filed)
        new = engine.adjudicate(at, dice)
        assert list(misdeeds(at, new)) == []
        for seat in (None, *(seat.id for seat in at.setup.seats)):
            assert engine.narrate(at, new, seat)
        at = engine.replay(new, at)  # type: ignore[assignment]
        log += new
        evening = at.copy()
        evening.turn = at.days[-1].day
        assert broken(evening, PAGE) == []
        for side in at.setup.sides:
            assert engine.situation(at, at.seat_of(side.id))
        if at.outcome is not None:
            break
    assert at.outcome is not None
    stored = [engine.encode(event) for event in log]
    again = engine.replay([engine.decode(one.type, one.version, one.data) for one in stored], start)
    assert engine.digest(again) == engine.digest(at)
    assert any(isinstance(event, ReliefMet) for event in log)


def only_relief(at: Siege) -> object:
    """The table of events with a relief in every row."""
    table = at.setup.tables["siege-events"]
    return replace(table, rows=tuple((total, "relief") for total, *_ in table.rows))


def test_a_fight_over_is_told_by_its_deed() -> None:
    at = on_boards(shut_in(host={"knight": 12, "light infantry": 12}))
    _, waits = relief(at, outside=["RELIEF divide with knights"], inside=["ASSAULT"])
    after = engine.evolve(waits.copy(), FightOver("assault", "nothing"))
    assert isinstance(after, Siege) and after.fight is not None and after.fight_inside is None
    after = engine.evolve(waits.copy(), FightOver("battle", "nothing"))
    assert isinstance(after, Siege) and after.fight is None and after.fight_inside is not None

"""Sieges inside a campaign: by the siege's engine, day by day in the campaign's log (GUC-15, GUC-15.1)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from rules.campaign import days, desk
from rules.campaign.captain import captain_orders
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.invariants import broken, unbalanced
from rules.campaign.narrate import narrated
from rules.campaign.plans.plan import ALWAYS, Attack, Besiege, Conduct, March, Meeting, Merge
from rules.campaign.sheet import situation
from rules.campaign.sieges.journal import Conducted
from rules.campaign.sieges.page import IN_CAMPAIGN
from rules.campaign.sieges.record import opened
from rules.core.dice import KeyedDice
from rules.desk.reading import Verdict
from rules.events import codec
from rules.events import siege as inside
from rules.events.base import Event, Knowledge
from rules.events.campaign import (
    ManHurt,
    ManLost,
    MenJoined,
    PlaceTaken,
    SiegeRaised,
)
from rules.events.campaign_fights import AttackMade, CampaignFought, FateDrawn
from rules.events.campaign_sieges import InSiege, SiegeLaid, SiegeManned
from rules.events.umpire import DecisionMade, DieRolled, OrderFailed
from rules.evolve import evolve, replay
from rules.evolve.fingerprint import digest
from rules.evolve.snapshot import restored, snapshot
from rules.journal import TableJournal
from rules.siege.today import Today
from rules.state.campaign import Campaign, Fate
from rules.state.siege import Siege
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, World, created, of

FOOT = "light infantry"
NOTHING = {"GUI-11.1.2a": 1}
"""No event."""


def laid(
    place: str = "castro", at: str = "0606", *, men: int = 20, within: int = 6, resources: int = 4
) -> World:
    """A siege in the evening of day 1: its own first day is the campaign's second."""
    world = World()
    world.group(NORMANS, at, {FOOT: men, "archer": 4}, leader="robert")
    world.garrison(place, {FOOT: within})
    world.resources(place, resources)
    world.orders(NORMANS, Besiege(group="n1", place=place))
    world.day(otherwise=1)
    return world


def conducted(world: World, side: str, *lines: str, place: str = "castro") -> None:
    world.orders(side, *(Conduct(place=place, line=line) for line in lines))


def within(events: Sequence[Event], *kinds: type[Event]) -> list[Event]:
    """What happened at sieges."""
    found = [codec.begun_with((e.event,))[0] for e in events if isinstance(e, InSiege)]
    return [event for event in found if not kinds or isinstance(event, kinds)]


def siege(world: World, place: str = "castro") -> Siege:
    return world.at.sieges[place]


# its record


@pytest.mark.rule("GUC-15")
def test_a_siege_has_the_record_of_a_siege() -> None:
    world = laid()
    assert len(of(world.events, SiegeLaid)) == 1
    assert {man.side for man in siege(world).men.values()} == {NORMANS, BYZANTINES}
    assert siege(world).commanders[NORMANS] == "robert"
    assert siege(world).setup.stronghold.name == "Castro" and siege(world).setup.ruleset == IN_CAMPAIGN.id
    assert not broken(world.at)


@pytest.mark.rule("GUC-15.1", "GUI-11.1.1a")
@pytest.mark.parametrize("resources", [1, 2, 5])
def test_no_dice_are_thrown_for_stores_a_point_is_two_days(resources: int) -> None:
    world = laid(resources=resources)
    assert siege(world).fed_until == 2 * resources
    world.day(named=NOTHING, otherwise=1)
    assert not within(world.events, inside.StoresCounted)
    assert not [e for e in of(world.events, DieRolled) if e.rule == "GUI-11.1.1a"]


@pytest.mark.rule("GUC-15")
def test_its_day_is_the_campaigns() -> None:
    world = laid()
    for day in (1, 2, 3):
        world.day(named=NOTHING, otherwise=1)
        assert siege(world).day == day and len(siege(world).days) == day
        assert not broken(world.at)
    (began,) = within(world.events, inside.DayBegan)
    assert began == inside.DayBegan(3)


@pytest.mark.rule("GUC-15", "GUI-11.1b")
def test_whoever_has_planned_nothing_waits() -> None:
    world = laid()
    world.day(named=NOTHING, otherwise=1)
    assert [event.deed for event in within(world.events, inside.DeedDone)] == ["rest"]


@pytest.mark.rule("GUI-11.2b", "GUC-15")
def test_besiegers_build_as_they_have_planned() -> None:
    world = laid()
    conducted(world, NORMANS, "BUILD ladders")
    world.day(named=NOTHING, otherwise=1)
    assert [e.what for e in within(world.events, inside.TeamSet)] == ["ladder"]
    while siege(world).teams:
        world.day(named=NOTHING, otherwise=1)
    assert siege(world).engines["ladder"]


def day_of_event(world: World, sum_of_dice: tuple[int, int], **named: int) -> None:
    """A day with an event; five are added to its dice during the first nine days."""
    dice = {f"p1/GUI-11.1.2a/castro/day{siege(world).day + 1}/event//{n}": face
            for n, face in enumerate(sum_of_dice, 1)}  # fmt: skip
    world.day(named={**dice, **{name.replace("_", "."): face for name, face in named.items()}}, otherwise=1)


@pytest.mark.rule("GUI-11.6i", "GUC-15.1")
def test_theft_takes_resources_of_the_place() -> None:
    """Of eight days four are stolen and one is eaten: three are left, which are two points."""
    world = laid(resources=4, within=20, men=50)
    day_of_event(world, (3, 4))
    assert within(world.events, inside.StoresChanged) == [inside.StoresChanged(-4, "theft")]
    assert (siege(world).fed_until, world.at.holdings["castro"].resources) == (4, 2)
    assert not broken(world.at)


@pytest.mark.rule("GUI-11.6a", "GUC-15")
def test_a_messenger_calls_the_besieger_away() -> None:
    world = laid(within=20, men=50)
    day_of_event(world, (10, 10))
    assert [e.cause for e in of(world.events, SiegeRaised)] == ["messenger"]
    assert world.at.groups["n1"].hex == "0606" and not world.at.sieges


@pytest.mark.rule("GUC-15.1")
def test_what_a_besieged_place_pays_it_does_not_eat() -> None:
    """Resources that go another way are days less on the record."""
    world = laid(resources=4)
    world.resources("castro", 2)
    world.day(named=NOTHING, otherwise=1)
    assert siege(world).fed_until == 4
    assert not broken(world.at)


# what befalls men


def _assault(*, letter_die: int = 5, **how: int) -> World:
    world = laid(**how)  # type: ignore[arg-type]
    conducted(world, NORMANS, "ASSAULT")
    world.day(named={**NOTHING, "GUC-17.2": letter_die}, otherwise=1)
    return world


@pytest.mark.rule("GUI-11.4.1a", "GUC-17.2")
def test_an_assault_is_resolved_by_one_die() -> None:
    world = _assault(within=30)
    assert within(world.events, inside.FoughtQuickly) and not of(world.events, CampaignFought)


@pytest.mark.rule("GUC-8.4b")
@pytest.mark.parametrize(
    ("deed", "initiative", "die"),
    [("ASSAULT", NORMANS, 6), ("SALLY", BYZANTINES, 4), ("BATTLE", BYZANTINES, 6)],
)
def test_besiegers_who_have_nothing_to_eat_fight_worse(deed: str, initiative: str, die: int) -> None:
    """RUL-1219: their die is one higher, and one lower where it is thrown against them."""
    for unfed, thrown in ((0, 5), (1, 5), (2, die)):
        world = laid(within=30)
        world.at.contents["n1"] = replace(world.at.contents["n1"], unfed=unfed)
        conducted(world, initiative, deed)
        first = {f"GUI-11.1.3a/castro/day1/{initiative}": 10}
        world.day(named={**NOTHING, **first, "GUC-17.2": 5}, otherwise=1)
        (fought,) = within(world.events, inside.FoughtQuickly)
        assert isinstance(fought, inside.FoughtQuickly) and fought.die == thrown


@pytest.mark.rule("GUC-17.3")
def test_who_falls_at_a_siege_falls_in_the_campaign() -> None:
    world = _assault(within=40)
    fell = {e.figure for e in within(world.events, inside.ManDied)}
    hurt = {e.figure for e in within(world.events, inside.ManHurt)}
    assert fell and hurt
    assert {e.figure for e in of(world.events, ManLost) if e.fate is Fate.DEAD} == fell
    assert {e.figure for e in of(world.events, ManHurt)} == hurt
    assert all(world.at.men[name].dead for name in fell)
    assert all(world.at.men[name].wounded for name in hurt if name not in fell)
    assert not broken(world.at)


@pytest.mark.rule("GUI-11.1.5a", "GUC-14.7b")
def test_the_wounded_of_a_siege_are_healed_by_its_own_dice() -> None:
    """RUL-1247: one die for each, not two."""
    world = _assault(within=40)
    assert not of(world.events, ManLost) or siege(world).recovers
    world.day(named=NOTHING, otherwise=1)
    rolled = [e for e in of(world.events, DieRolled) if e.rule == "GUC-14.7b"]
    assert not rolled and not world.at.recover


@pytest.mark.rule("GUI-11.6g")
def test_refugees_are_of_the_garrison_and_bear_names_of_their_own() -> None:
    world = laid(within=30, men=70, resources=9)
    day_of_event(world, (4, 5), **{"GUI-11_6g": 3})
    joined = [e for e in of(world.events, MenJoined) if isinstance(e, MenJoined) and e.cause == "refugees"]
    assert [len(event.men) for event in joined] == [3]
    assert {man.id for man in joined[0].men} <= set(world.at.holdings["castro"].garrison)
    assert not broken(world.at) and not unbalanced(world.events)


@pytest.mark.rule("GUI-11.6b", "GUI-11.6j")
@pytest.mark.parametrize("event", ["relief", "reinforcement"])
def test_nobody_is_bought_in_a_campaign(event: str) -> None:
    """RUL-1243."""
    world = laid()
    before = set(world.at.men)
    today = world.today()
    journal = Conducted(today, "castro")
    IN_CAMPAIGN.events[event](Today(journal, IN_CAMPAIGN, today.tables, {}))
    assert set(today.at.men) == before and not today.journal.events


# how it ends


@pytest.mark.rule("GUC-15.1", "GUI-11.5a")
def test_a_garrison_without_anybody_of_rank_holds_out() -> None:
    """RUL-1242."""
    world = laid()
    for _ in range(3):
        world.day(named=NOTHING, otherwise=1)
    assert world.at.places["castro"].siege == "n1"


@pytest.mark.rule("GUI-11.5a", "GUC-12.3")
def test_a_place_that_is_stormed_is_the_besiegers_with_its_garrison_for_prisoners() -> None:
    world = _assault(letter_die=1, within=3, men=60)
    assert [e.cause for e in of(world.events, PlaceTaken)] == ["assault"]
    assert world.at.places["castro"].side == NORMANS and "castro" not in world.at.sieges
    assert world.at.contents["n1"].captives and world.at.holdings["castro"].garrison
    assert world.at.prestige["robert"] == 6
    assert not broken(world.at)


@pytest.mark.rule("GUI-11.5b")
def test_who_comes_to_terms_may_leave() -> None:
    """RUL-1246. A die of 10, and four times as many outside."""
    world = laid(within=4)
    conducted(world, NORMANS, "PARLEY")
    world.day(named={**NOTHING, "GUI-11.5b": 10}, otherwise=1)
    assert [e.cause for e in of(world.events, PlaceTaken)] == ["terms"]
    assert not of(world.events, FateDrawn)
    (group,) = world.at.groups_of(BYZANTINES)
    assert len(world.at.in_group(group.id)) == 4 and group.hex != "0606"


@pytest.mark.rule("GUC-15")
def test_a_place_with_nobody_in_it_is_whose_men_stand_before_it() -> None:
    world = laid(within=0)
    world.day(named=NOTHING, otherwise=1)
    assert [e.cause for e in of(world.events, PlaceTaken)] == ["empty"]
    assert len(world.at.holdings["castro"].garrison) == 5


@pytest.mark.rule("GUI-11.4.4c", "GUC-9b")
def test_a_besieger_who_loses_the_battle_outside_is_driven_off() -> None:
    world = laid(within=60, men=12)
    conducted(world, BYZANTINES, "BATTLE")
    world.day(named={**NOTHING, "GUC-17.2": 10, f"GUI-11.1.3a/castro/day1/{BYZANTINES}": 10}, otherwise=1)
    assert [e.cause for e in of(world.events, SiegeRaised)] == ["beaten"]
    assert "n1" not in world.at.groups or world.at.groups["n1"].hex != "0606"
    assert not world.at.sieges and world.at.prestige["robert"] == 4
    assert not broken(world.at)


@pytest.mark.rule("GUC-15")
def test_what_was_planned_for_a_siege_stands_no_more_when_it_is_over() -> None:
    world = laid(within=0)
    conducted(world, NORMANS, "BATTER", "BUILD thrower")
    conducted(world, BYZANTINES, "SUPPLY")
    world.day(named=NOTHING, otherwise=1)
    assert not [o for plan in world.plans.values() for o in plan.of(Conduct)]


# settlements


@pytest.mark.rule("GUC-13.6a", "GUC-13.6b")
def test_townsmen_are_in_arms_as_long_as_they_are_besieged() -> None:
    world = laid("basso", "0903", within=2, resources=5)
    levy = world.at.holdings["basso"].levy
    assert levy and set(levy) < set(world.at.holdings["basso"].garrison)
    world.day(named=NOTHING, otherwise=1)
    assert world.at.holdings["basso"].levy == levy and not broken(world.at)
    world.orders(NORMANS, March(group="n1", to="0803"))
    world.day(named=NOTHING, otherwise=1)
    assert not world.at.holdings["basso"].levy and not set(levy) & set(world.at.holdings["basso"].garrison)
    assert all(world.at.fates[name] is Fate.GONE for name in levy)
    assert not broken(world.at)


@pytest.mark.rule("GUC-13.5")
def test_a_city_is_starved_at_the_most() -> None:
    """It never is: it has no end of food."""
    world = World()
    world.group(NORMANS, "1107", {FOOT: 20})
    world.orders(NORMANS, Besiege(group="n1", place="urbe"))
    for _ in range(4):
        world.day(otherwise=1)
    assert world.at.places["urbe"].siege == "n1" and not world.at.sieges


# the campaign goes on around it


@pytest.mark.rule("GUC-15", "GUC-13.5")
def test_whoever_besieges_a_place_storms_it_on_the_day_of_the_siege() -> None:
    """RUL-1241."""
    world = laid(within=30)
    world.orders(NORMANS, Attack(group="n1", place="castro"))
    world.day(named={**NOTHING, "GUC-17.2": 5}, otherwise=1)
    assert not of(world.events, AttackMade)
    assert [e.deed for e in within(world.events, inside.DeedDone)] == ["assault"]


@pytest.mark.rule("GUC-15")
def test_a_group_that_comes_to_the_besieger_is_at_the_siege() -> None:
    world = laid()
    world.group(NORMANS, "0706", {FOOT: 7})
    world.orders(NORMANS, March(group="n2", to="0606"))
    world.day(named=NOTHING, otherwise=1)
    assert len(siege(world).strength(NORMANS)) == 32
    assert not broken(world.at)


@pytest.mark.rule("GUC-8.1c")
def test_a_besieger_that_joins_another_group_besieges_on() -> None:
    world = laid()
    world.group(NORMANS, "0606", {FOOT: 7}, leader="drogo")
    world.orders(NORMANS, Merge(group="n1", into="n2"))
    world.day(named=NOTHING, otherwise=1)
    assert world.at.places["castro"].siege == "n2" and "castro" in world.at.sieges
    assert not broken(world.at)


@pytest.mark.rule("GUC-15")
def test_a_relief_comes_over_the_map() -> None:
    world = laid()
    world.group(BYZANTINES, "0706", {FOOT: 60}, hostility=9)
    world.orders(BYZANTINES, March(group="b1", to="0606", meeting=Meeting(fight=ALWAYS)))
    world.day(named={**NOTHING, "GUC-17.2": 1}, otherwise=1)
    assert not world.at.places["castro"].siege and not world.at.sieges
    assert not broken(world.at)


# who knows what


def _log(world: World) -> list[Event]:
    return [event for event in world.events if not isinstance(event, DieRolled)]


@pytest.mark.parametrize("seat", [NORMANS, BYZANTINES])
def test_both_sides_see_the_record(seat: str) -> None:
    world = _assault(within=40)
    seen = view_for(world.at, seat).sieges["castro"]
    assert seen == siege(world)
    own = {man.side for man in view_for(world.at, seat).men.values()}
    assert own == {seat}


@pytest.mark.parametrize("seat", [LOMBARDS, None])
def test_nobody_else_does(seat: str | None) -> None:
    world = laid()
    before = view_for(world.at, seat)
    assert not before.sieges and before.places["castro"].siege == "n1"
    conducted(world, NORMANS, "ASSAULT")
    world.day(named={**NOTHING, "GUC-17.2": 5}, otherwise=1)
    known = Knowledge(seat, before)
    shown = [found for event in world.events if (found := event.seen_by(known)) is not None]
    assert not [e for e in shown if isinstance(e, InSiege | SiegeManned | SiegeLaid | ManLost | ManHurt)]
    assert not [e for e in shown if isinstance(e, DieRolled)]
    text = "\n".join(line.text for line in narrated(before, shown, seat))
    assert "Castro" not in text


@pytest.mark.parametrize("seat", [NORMANS, BYZANTINES, LOMBARDS, None])
def test_what_a_seat_is_shown_leads_to_what_it_knows(seat: str | None) -> None:
    world = laid(within=30)
    conducted(world, NORMANS, "ASSAULT", "BUILD thrower")
    for _ in range(3):
        seen = view_for(world.at, seat)
        turn = world.at.turn
        world.day(named={**NOTHING, "GUC-17.2": 6}, otherwise=1)
        for event in world.events:
            if (shown := event.seen_by(Knowledge(seat, seen))) is not None:
                evolve(seen, shown)
        assert seen.turn == turn
        truth = view_for(world.at, seat)
        truth.turn = turn
        assert (seen.sieges, seen.men, seen.holdings, seen.places) == (
            truth.sieges, truth.men, truth.holdings, truth.places,
        )  # fmt: skip


def test_a_plan_is_its_owners_own() -> None:
    world = laid()
    conducted(world, NORMANS, "IF day 1 THEN BATTER", "BUILD thrower")
    world.day(named=NOTHING, otherwise=1)
    told = [e for e in world.events if isinstance(e, DecisionMade | OrderFailed)]
    assert told
    for event in told:
        assert event.seen_by(Knowledge(BYZANTINES)) is None and event.seen_by(Knowledge(NORMANS)) is event


# reports and orders


def test_a_report_tells_the_day_of_the_siege() -> None:
    world = laid(within=30)
    before = view_for(world.at, BYZANTINES)
    conducted(world, NORMANS, "ASSAULT")
    world.day(named={**NOTHING, "GUC-17.2": 5}, otherwise=1)
    shown = [e for event in world.events if (e := event.seen_by(Knowledge(BYZANTINES, before))) is not None]
    told = [line.text for line in narrated(before, shown, BYZANTINES)]
    assert "The siege of Castro, day 1." in told
    assert any("assault" in line for line in told)
    fell = [line for line in told if "Killed in the battle" in line]
    assert not fell  # it is told with the assault


def test_a_sheet_has_the_record_for_both_sides() -> None:
    world = laid()
    world.day(named=NOTHING, otherwise=1)
    for seat, has in ((NORMANS, True), (BYZANTINES, True), (LOMBARDS, False)):
        tables = situation(view_for(world.at, seat), seat).tables
        rows = [row for table in tables if table.title == "Sieges" for row in table.rows]
        assert bool(rows) is has
        assert not has or "Food for 7 days more, until day 8." in rows[0].notes


@pytest.mark.parametrize(
    ("seat", "line", "stands"),
    [
        (NORMANS, "SIEGE Castro: if initiative or they pass then build thrower",
         "SIEGE Castro: IF initiative OR they pass THEN BUILD thrower"),
        (NORMANS, "siege of Castro: parley", "SIEGE Castro: PARLEY"),
        (NORMANS, "SIEGE Castro: SICK OURS wounded first", "SIEGE Castro: SICK OURS wounded first"),
        (BYZANTINES, "SIEGE Castro: IF stores at most 4 THEN SUPPLY",
         "SIEGE Castro: IF stores at most 4 THEN SUPPLY"),
    ],
)  # fmt: skip
def test_both_sides_order_it_in_the_words_of_a_siege(seat: str, line: str, stands: str) -> None:
    world = laid()
    reading = desk.read_orders(view_for(world.at, seat), seat, [line])
    assert reading.standing == (stands,)
    again = desk.read_orders(view_for(world.at, seat), seat, list(reading.standing))
    assert again.standing == (stands,)


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        (NORMANS, "SIEGE Castro: SALLY"), (BYZANTINES, "SIEGE Castro: ASSAULT"),
        (NORMANS, "SIEGE Castro: DANCE"),
        (NORMANS, "SIEGE Castro: BUY 4 knights"),
        (NORMANS, "SIEGE Castro: QUIET 3"), (NORMANS, "SIEGE Urbe: ASSAULT"),
    ],
)  # fmt: skip
def test_what_cannot_be_planned_is_said(seat: str, line: str) -> None:
    world = laid()
    reading = desk.read_orders(view_for(world.at, seat), seat, [line])
    assert not reading.standing and reading.lines[0].message


def test_what_can_be_done_on_the_first_day_stands_without_a_remark() -> None:
    world = laid()
    (answer,) = desk.read_orders(view_for(world.at, NORMANS), NORMANS, ["SIEGE Castro: BUILD thrower"]).lines
    assert answer.verdict is Verdict.OK
    (answer,) = desk.read_orders(view_for(world.at, NORMANS), NORMANS, ["SIEGE Castro: BATTER"]).lines
    assert answer.verdict is Verdict.NOTE and "no stone thrower" in answer.message[0]


def test_a_siege_may_be_planned_before_it_is_laid() -> None:
    world = World()
    world.group(NORMANS, "0706", {FOOT: 12})
    lines = ["MARCH n1 to Castro", "SIEGE Castro with n1", "SIEGE Castro: BUILD thrower"]
    reading = desk.read_orders(view_for(world.at, NORMANS), NORMANS, lines)
    assert "SIEGE Castro: BUILD thrower" in reading.standing and len(reading.standing) == 3


def test_a_mail_replaces_the_lines_of_that_siege_alone() -> None:
    world = laid()
    at = view_for(world.at, NORMANS)
    at.standing[NORMANS] = desk.read_orders(at, NORMANS, ["SIEGE Castro: PARLEY", "HOLD Robert"]).standing
    lines = ["SIEGE Castro: IF breach THEN ASSAULT", "SIEGE Castro: BUILD thrower"]
    standing = desk.read_orders(at, NORMANS, lines).standing
    assert set(standing) == {"HOLD Robert", *lines}


def test_the_form_proposes_a_plan_that_reads() -> None:
    world = laid()
    for seat in (NORMANS, BYZANTINES):
        at = view_for(world.at, seat)
        form = [line for line in desk.order_form(at, seat).splitlines() if not line.startswith("#")]
        assert any(line.startswith("SIEGE Castro: ") for line in form)
        reading = desk.read_orders(at, seat, form)
        assert len(reading.standing) == len(form)


def test_captains_conduct_their_sieges() -> None:
    world = laid()
    for seat in (NORMANS, BYZANTINES):
        at = view_for(world.at, seat)
        lines = captain_orders(at, seat, "bold")
        assert any(line.startswith("SIEGE Castro: ") for line in lines)
        assert all(
            one.verdict.name in ("OK", "NOTE", "COMMAND") for one in desk.read_orders(at, seat, lines).lines
        )


# what is kept


def test_a_snapshot_holds_it() -> None:
    world = _assault(within=40)
    first = created(world)[0]
    again = restored(first, snapshot(world.at))  # type: ignore[arg-type]
    assert isinstance(again, Campaign) and again.sieges == world.at.sieges
    assert digest(again) == digest(world.at)


def test_a_log_leads_to_the_same_record_and_holds_no_tables_twice() -> None:
    world = laid(within=30)
    before = world.at.copy()
    conducted(world, NORMANS, "ASSAULT")
    world.day(named={**NOTHING, "GUC-17.2": 5}, otherwise=1)
    stored = [codec.encode(event) for event in world.events]
    again = replay([codec.decode(*record) for record in stored], before)
    again.turn = world.at.turn
    assert digest(again) == digest(world.at)
    assert not siege(world).setup.tables and opened(world.at, "castro").setup.tables


def test_a_copy_is_independent() -> None:
    world = laid()
    copy = world.at.copy()
    copy.sieges["castro"].engines["thrower"] = 3
    assert not siege(world).engines


def test_two_sieges_of_a_day_have_dice_of_their_own() -> None:
    world = laid()
    world.group(NORMANS, "0903", {FOOT: 20}, leader="drogo")
    world.orders(NORMANS, Besiege(group="n2", place="basso"))
    world.day(named=NOTHING, otherwise=1)
    dice = KeyedDice(b"k", {"umpire": b"u"})
    journal = TableJournal(world.at, dice)
    days.play(journal, GUISCARD_CAMPAIGN, world.plans, first=world.at.turn)
    names = [event.name for event in journal.events if isinstance(event, DieRolled)]
    assert len(set(names)) == len(names)
    assert {name.split("/")[2] for name in names if "GUI-11.1.2a" in name} == {"castro", "basso"}


def test_another_books_page_has_its_own_sieges() -> None:
    """ANA: the page of the campaign says by which page places are besieged, and which have walls."""
    other = dataclasses.replace(GUISCARD_CAMPAIGN, sieges=GUISCARD_CAMPAIGN.sieges._replace(walls={}))
    world = World()
    world.group(NORMANS, "0606", {FOOT: 20})
    world.garrison("castro", {FOOT: 6})
    world.orders(NORMANS, Besiege(group="n1", place="castro"))
    journal = TableJournal(world.at, KeyedDice(b"k", {"umpire": b"u"}))
    days.play(journal, other, world.plans, first=1)
    assert journal.table.places["castro"].siege == "n1" and not journal.table.sieges


def test_a_siege_that_began_before_there_were_records_is_starved() -> None:
    world = laid(resources=1)
    world.at.sieges = {}
    world.day(otherwise=1)
    assert not world.at.sieges
    world.day(named={"GUC-15.1": 6}, otherwise=1)
    assert of(world.events, FateDrawn) and world.at.places["castro"].side == NORMANS


def test_the_levy_of_a_holding_is_not_in_old_digests() -> None:
    world = World()
    plain = digest(world.at)
    world.at.holdings["alto"] = replace(world.at.holdings["alto"], levy=("x",))
    assert digest(world.at) != plain

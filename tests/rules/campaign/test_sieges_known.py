"""Sieges inside a campaign: who knows of them, what is told and ordered, and what is kept."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace

from rules.campaign import days, desk
from rules.campaign.captain import captain_orders
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.narrate import narrated
from rules.campaign.plans.plan import (
    Besiege,
)
from rules.campaign.sheet import situation
from rules.campaign.sieges.record import opened
from rules.core.dice import KeyedDice
from rules.desk.reading import Verdict
from rules.events import codec
from rules.events.base import Knowledge
from rules.events.campaign_fights import FateDrawn
from rules.events.campaign_secrets import ManHurt, ManLost
from rules.events.campaign_sieges import InSiege, SiegeLaid, SiegeManned
from rules.events.umpire import DecisionMade, DieRolled, OrderFailed
from rules.evolve import evolve, replay
from rules.evolve.fingerprint import digest
from rules.evolve.snapshot import restored, snapshot
from rules.journal import TableJournal
from rules.state.campaign import Campaign
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, World, created, of
from tests.rules.campaign.siege_kit import (
    FOOT,
    NOTHING,
    assaulted,
    conducted,
    laid,
    siege,
)

# who knows what


@pytest.mark.rule("GUI-11.1.3e")
@pytest.mark.parametrize("seat", [NORMANS, BYZANTINES])
def test_both_sides_see_the_record(seat: str) -> None:
    world = assaulted(within=40)
    seen = view_for(world.at, seat).sieges["castro"]
    assert seen == siege(world)
    own = {man.side for man in view_for(world.at, seat).men.values()}
    assert own == {seat}


@pytest.mark.rule("GUI-11.1.3e")
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
    world = assaulted(within=40)
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


@pytest.mark.rule("GUC-15.1")
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


@pytest.mark.rule("GUC-15.1")
def test_without_a_record_a_point_is_two_days_of_food_and_at_none_it_surrenders() -> None:
    world = laid(resources=2)
    world.at.sieges = {}
    left = []
    while world.at.places["castro"].side == BYZANTINES:
        world.day(named={"GUC-15.1": 6}, otherwise=1)
        left.append(world.at.holdings["castro"].resources)
    assert left == [2, 1, 1, 0]


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

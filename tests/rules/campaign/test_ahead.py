"""Days that are opened ahead of a battle on a board: who goes on, who waits, and how days are made up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.campaign import days, naming, narrate, short, waiting
from rules.campaign.guiscard import GUISCARD_CAMPAIGN as PAGE
from rules.campaign.invariants import broken
from rules.campaign.plans.plan import ALWAYS, Hold, Join, March, Meet, Meeting, Plan
from rules.campaign.plans.reading import plan_of
from rules.core.tables import Tables
from rules.desk.reading import Verdict
from rules.events.base import Event, Knowledge
from rules.events.campaign import CampaignDayBegan, CampaignDayEnded, GroupMoved
from rules.events.campaign_fights import (
    BattleCalled,
    CampaignFought,
    DayMadeUp,
    DayOpened,
    FightRefused,
    RansomPaid,
)
from rules.events.campaign_secrets import GroupFed
from rules.events.umpire import OrderFailed
from rules.state.battle import Battle
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Fate
from rules.state.figure import Health
from rules.state.table import Fights, Outcome
from rules.umpires.campaign import CAMPAIGN
from rules.views.masking import view_for
from tests.rules.campaign.board_kit import FIGHT, FOOT, LOTS, battles_of, harm
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, Script, World, of


class Ahead:
    """Two far corners of a small land, in one of which Normans attack; days go by until nothing goes on."""

    def __init__(self, days_ahead: int = 2, near: str = "") -> None:
        world = World()
        options = replace(world.setup.options, fights=Fights.BOARD, days_ahead=days_ahead)
        tables = dict(world.setup.tables)
        figures = tables["campaign-figures"]
        short_legs = {"move riders": 2, "move foot": 1, "move convoy": 1, "move spy": 1}
        rows = tuple(
            (row[0], short_legs.get(str(row[0]), row[1]), *row[2:]) for row in figures.rows
        )  # the land is small
        tables["campaign-figures"] = replace(figures, rows=rows)
        world.setup = world.at.setup = replace(world.setup, options=options, tables=Tables(tables).as_dict())
        world.group(NORMANS, "0203", {FOOT: 12}, hostility=9)
        world.group(BYZANTINES, "0303", {FOOT: 9})
        world.group(NORMANS, "1102", {FOOT: 6})
        world.group(LOMBARDS, near or "1106", {FOOT: 3})
        self.world = world
        self.boards: dict[str, Battle] = {}
        self.events: list[Event] = []

    @property
    def at(self) -> Campaign:
        return self.world.at

    def orders(self, *orders: March) -> Ahead:
        self.world.orders(NORMANS, March(group="n1", to="0303", meeting=FIGHT), *orders)
        return self

    def phase(self) -> list[Event]:
        """What is due is played."""
        assert not CAMPAIGN.awaiting(self.at).rests, "nothing is due"
        events = days.adjudicated(self.at, PAGE, Script(named=LOTS, otherwise=5), self.world.plans)
        self.boards |= battles_of(events)
        self.events += events
        state = engine.replay(events, self.at.copy())
        assert isinstance(state, Campaign)
        self.world.at = state
        return events

    def quietly(self, *orders: March) -> None:
        """From now on nobody seeks anybody."""
        self.world.plans = {seat: Plan() for seat in self.world.plans}
        for order in orders:
            self.world.orders(self.at.groups[order.group].seat, order)

    def until_all_are_on_one_day(self) -> list[Event]:
        events: list[Event] = []
        for _ in range(12):
            if not (self.at.halted or self.at.ahead):
                return events
            events += self.phase()
        raise AssertionError(f"it is {self.key} for ever")

    def over(self, call: str = "", winner: str = NORMANS, **more: bool) -> None:
        call = call or next(iter(self.at.calls))
        battle = self.boards.pop(call)
        battle.outcome = Outcome(winner=winner, reason="over", **more)  # type: ignore[arg-type]
        told = engine.told(self.at, call, battle, name="k", game="g", head="h", events=9)
        engine.evolve(self.at, told)

    @property
    def key(self) -> str:
        return CAMPAIGN.awaiting(self.at).key


def moved(events: list[Event]) -> set[str]:
    return {event.group for event in of(events, GroupMoved) if isinstance(event, GroupMoved)}


# who goes on


def test_whom_a_battle_cannot_touch_goes_on_with_the_next_day_and_the_others_wait() -> None:
    """RUL-1270."""
    game = Ahead().orders(March(group="n2", to="1107"))
    game.phase()
    assert game.key == "day2-ahead" and game.at.still and game.at.day == 2
    assert {"n1", "b1"} <= set(game.at.still) and not {"n2", "l1"} & set(game.at.still)
    events = game.phase()
    assert of(events, CampaignDayBegan) == [CampaignDayBegan(2)] and not of(events, CampaignDayEnded)
    assert moved(events) == {"n2"}
    assert game.at.groups["n2"].hex == "1104"


def test_seats_without_anybody_who_goes_on_are_not_asked() -> None:
    game = Ahead().orders()
    game.phase()
    awaiting = CAMPAIGN.awaiting(game.at)
    assert set(awaiting.seats) == {NORMANS, LOMBARDS} and awaiting.waits == (BYZANTINES,)
    assert not awaiting.rests


def test_so_many_days_ahead_and_no_more() -> None:
    game = Ahead().orders(March(group="n2", to="1108"))
    game.phase()
    game.phase()
    assert game.key == "day3-ahead"
    game.phase()
    awaiting = CAMPAIGN.awaiting(game.at)
    assert game.at.day == 1 and awaiting.rests == tuple(game.at.calls) and not awaiting.seats
    assert [halt.day for halt in game.at.ahead] == [2, 3]


def test_purists_wait_for_every_battle() -> None:
    game = Ahead(days_ahead=0).orders()
    events = game.phase()
    assert CAMPAIGN.awaiting(game.at).rests and not of(events, DayOpened) and not game.at.still


def test_nobody_goes_on_behind_the_last_day() -> None:
    game = Ahead().orders()
    game.world.setup = game.world.at.setup = replace(game.world.setup, last_day=1)
    game.phase()
    assert CAMPAIGN.awaiting(game.at).rests


def test_who_is_near_a_battle_waits_and_so_does_whoever_is_near_him() -> None:
    game = Ahead(near="0605").orders()
    game.phase()
    assert "l1" in game.at.still
    assert LOMBARDS not in CAMPAIGN.awaiting(game.at).seats


def test_waiting_tells_nothing_of_what_a_group_holds() -> None:
    """Other men, other purses, another leader with another prestige: the same wait."""
    one, other = Ahead(near="0605").orders(), Ahead(near="0605").orders()
    content = other.at.contents["l1"]
    other.at.contents["l1"] = replace(content, purse=90, hostility=2, unfed=0)
    other.world.group(LOMBARDS, "0605", {FOOT: 5}, leader="robert", prestige=9)
    one.world.group(LOMBARDS, "0605", {FOOT: 3})
    for game in (one, other):
        game.phase()
    assert one.at.still == other.at.still


# days are made up


def test_who_waited_makes_the_day_up_once_the_battle_is_over() -> None:
    """RUL-1271: first what is left of the day of the battle, then the next, with orders of its own."""
    game = Ahead().orders(March(group="n2", to="1107"))
    game.phase()
    game.phase()
    game.phase()
    game.over()
    assert game.key.startswith("day1-battles") and not CAMPAIGN.awaiting(game.at).rests
    events = game.phase()
    assert of(events, CampaignFought) and of(events, CampaignDayEnded) == [CampaignDayEnded(1)]
    assert game.key == "day2-later" and "n2" in game.at.still and "n1" not in game.at.still
    assert set(CAMPAIGN.awaiting(game.at).seats) == {NORMANS, BYZANTINES}
    events = game.phase()
    assert of(events, DayMadeUp) == [DayMadeUp(2)] and of(events, CampaignDayEnded) == [CampaignDayEnded(2)]
    assert {event.group for event in of(events, GroupFed) if isinstance(event, GroupFed)} <= {"n1", "b1"}
    game.phase()
    assert game.key == "day4" and not (game.at.still or game.at.ahead or game.at.halted)
    assert not broken(game.at)


def test_a_battle_that_ends_while_others_are_asked_is_reckoned_behind_their_day() -> None:
    game = Ahead().orders(March(group="n2", to="1107"))
    game.phase()
    game.over()
    assert game.key == "day2-ahead", "what they were asked for is played"
    events = game.phase()
    assert moved(events) == {"n2"} and not of(events, CampaignFought)
    assert game.key.startswith("day1-battles")
    game.phase()
    assert game.key == "day2-later"


def test_a_battle_of_a_day_ahead_keeps_those_who_are_near_it_alone() -> None:
    """The first day is over before the second one's battle is."""
    game = Ahead(near="1105").orders(March(group="n2", to="1104"))
    game.phase()
    game.world.orders(NORMANS, March(group="n2", to="1105", meeting=FIGHT))
    game.world.at.contents["n2"] = replace(game.at.contents["n2"], hostility=9)
    while not [fight for fight in game.at.fights.values() if fight.day > 1]:
        assert game.key.endswith("-ahead")
        events = game.phase()
    assert of(events, BattleCalled)
    first, second = sorted(game.at.fights, key=lambda call: game.at.fights[call].day)
    day = game.at.fights[second].day
    game.over(first)
    while engine.awaiting(game.at).rests == ():
        game.phase()
    assert game.at.halted is not None and game.at.halted.day == day
    assert engine.awaiting(game.at).rests == (second,)
    game.over(second)
    game.phase()
    assert not game.at.fights and not broken(game.at)
    assert [e.day for e in of(game.events, CampaignDayEnded) if isinstance(e, CampaignDayEnded)] == list(
        range(1, day + 1)
    )


def test_marches_of_those_who_wait_stand_and_are_not_told_as_failed() -> None:
    game = Ahead(near="0605").orders()
    game.phase()
    game.world.orders(LOMBARDS, March(group="l1", to="0808", text="MARCH l1 to 0808"))
    events = game.phase()
    assert "l1" not in moved(events) and not [e for e in events if e.kind == "order_failed"]
    game.quietly(March(group="l1", to="0808"))
    game.over()
    assert "l1" in moved(game.until_all_are_on_one_day())


# what players are told


def test_reports_say_who_waits_for_which_battle_and_how_long() -> None:
    game = Ahead(near="0605").orders()
    before = view_for(game.at, LOMBARDS)
    events = game.phase()
    shown = [e for event in events if (e := event.seen_by(Knowledge(LOMBARDS)))]
    told = " ".join(line.text for line in narrate.narrated(before, shown, LOMBARDS))
    assert "wait until the battle is over in" in told and "0303" in told
    assert "All others go on with day 2: at most 2 days ahead." in told
    assert any(
        "wait until" in line for line in short.in_short(view_for(game.at, LOMBARDS), LOMBARDS, before, shown)
    )
    assert "up to 2 days ahead" in " ".join(CAMPAIGN.situation(view_for(game.at, None), None).victory)


def test_each_group_says_on_which_day_it_is() -> None:
    game = Ahead(near="0605").orders()
    game.phase()
    for side in (LOMBARDS, NORMANS):
        at = view_for(game.at, side)
        told = {
            group.id: waiting.day_told(at, group) for group in at.groups_of(side) if group.id in at.contents
        }
        still = {group for group, said in told.items() if said}
        assert still == {group for group in told if group in at.still}
        on = waiting.goes_on_told(at, side)
        assert all((naming.group_name(at, group) in on) is (group not in still) for group in told)
        if on:
            assert on in short.in_short(at, side, None, ()) and on.split()[-1] in CAMPAIGN.order_form(
                at, side
            )
    assert "Fights on a board in Alto 0303, on day 1." in told.values()
    assert waiting.goes_on_told(view_for(game.at, None), "") == ""


def test_a_receipt_says_that_a_group_waits_or_has_had_the_day() -> None:
    game = Ahead().orders(March(group="n2", to="1107"))
    game.phase()
    (line, other) = engine.read_orders(game.at, NORMANS, ["MARCH n1 to 0505", "MARCH n2 to 1108"]).lines
    assert line.verdict is Verdict.NOTE and "waits for a battle" in line.message[0]
    assert "makes day 2 up" in line.message[0]
    assert other.verdict is Verdict.OK
    game.phase()
    game.phase()
    game.over()
    game.phase()
    (line, other) = engine.read_orders(game.at, NORMANS, ["MARCH n1 to 0505", "MARCH n2 to 1108"]).lines
    assert other.verdict is Verdict.NOTE and "has had day 2" in other.message[0]


# what may go wrong meanwhile


def test_nobody_is_ransomed_who_is_held_by_those_who_wait_and_nobody_who_has_died() -> None:
    """He is led onto no board, and his captors wait: money for him changes hands when they go on, or never,
    if he is dead by then."""
    game = Ahead().orders()
    man = game.at.men[game.at.contents["n2"].men[0]]
    captive = replace(man, id="ugo", name="Ugo", mount=None, leader=True)
    game.at.men["ugo"], game.at.captors["ugo"], game.at.prestige["ugo"] = captive, BYZANTINES, 3
    game.at.contents["b1"] = replace(game.at.contents["b1"], captives=("ugo",))
    game.at.contents["n2"] = replace(game.at.contents["n2"], purse=90)
    game.world.orders(BYZANTINES, Hold(group="b1"))
    game.at.contents["n2"] = replace(game.at.contents["n2"], purse=0)
    game.phase()
    game.at.contents["n2"] = replace(game.at.contents["n2"], purse=90)
    events = game.phase() + game.phase()
    assert not of(events, RansomPaid) and game.at.contents["n2"].purse == 90
    game.at.men["ugo"] = replace(game.at.men["ugo"], health=Health.DEAD)
    game.at.fates["ugo"] = Fate.DEAD
    game.at.contents["b1"] = replace(game.at.contents["b1"], captives=())
    game.quietly()
    game.over()
    assert not of(game.until_all_are_on_one_day(), RansomPaid)
    assert game.at.contents["n2"].purse == 90


def test_a_ransom_for_somebody_who_died_on_a_board_is_told_and_not_paid() -> None:
    """Filed while he was alive and the day waited; he falls, as a man of those who hold him must not."""
    game = Ahead().orders()
    man = game.at.men[game.at.contents["n2"].men[0]]
    game.at.men["ugo"] = replace(man, id="ugo", name="Ugo", mount=None, leader=True)
    game.at.captors["ugo"], game.at.prestige["ugo"] = BYZANTINES, 3
    game.at.contents["b1"] = replace(game.at.contents["b1"], captives=("ugo",))
    game.phase()
    reading = engine.read_orders(game.at, NORMANS, ["RANSOM Ugo"])
    assert reading.accepted, reading.lines
    engine.evolve(game.at, engine.accept_orders(game.at, NORMANS, reading))
    game.at.contents["n2"] = replace(game.at.contents["n2"], purse=90)
    game.over(winner=BYZANTINES)
    game.at.fates["ugo"] = Fate.DEAD
    game.at.men["ugo"] = replace(game.at.men["ugo"], health=Health.DEAD)
    game.at.contents["b1"] = replace(game.at.contents["b1"], captives=())
    game.world.plans = {seat: plan_of(game.at, seat) for seat in game.world.plans}
    events = game.until_all_are_on_one_day()
    assert not of(events, RansomPaid) and game.at.contents["n2"].purse == 90
    (failed,) = {(e.seat, e.order) for e in of(events, OrderFailed) if isinstance(e, OrderFailed)}
    assert failed == (NORMANS, "RANSOM Ugo") and "RANSOM Ugo" not in game.at.standing[NORMANS]


@pytest.mark.rule("GUC-14.5a")
def test_of_a_battle_that_is_refused_nothing_is_called_and_the_lines_of_it_stand() -> None:
    """Whoever was to join it stays where he is, and nobody waits for anything."""
    game = Ahead().orders()
    game.world.group(NORMANS, "0402", {FOOT: 4})
    game.world.orders(NORMANS, Join(group="n3", terms=ALWAYS))
    game.world.orders(BYZANTINES, Meet(group="b1", meeting=Meeting(refuse=ALWAYS)))
    events = game.phase()
    assert of(events, FightRefused) and not of(events, BattleCalled)
    assert game.key == "day2" and not game.at.still and "n3" not in moved(events)
    assert [order for order in game.world.plans[NORMANS].orders if isinstance(order, Join)]


@pytest.mark.parametrize("winner", [NORMANS, BYZANTINES, ""])
def test_however_it_ends_the_days_go_on(winner: str) -> None:
    game = Ahead().orders()
    game.phase()
    theirs = [man.id for man in next(iter(game.boards.values())).side_figures(BYZANTINES)]
    harm(next(iter(game.boards.values())), Health.DEAD, *theirs[:3])
    game.quietly()
    game.over(winner=winner)
    game.until_all_are_on_one_day()
    assert not broken(game.at) and not game.at.fights

"""A day of a siege, and the run of quiet days that one exchange of mails may settle."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.dice import Dice
from rules.core.tables import Tables
from rules.events.base import Event
from rules.events.sequence import GameEnded, PhaseEnded, PhaseOpened
from rules.events.siege import DayBegan, DayEnded, DeedDone, SiegeLifted, TeamWorked, WallBattered
from rules.events.umpire import DecisionMade, OrderFailed
from rules.evolve.fingerprint import digest
from rules.journal import TableJournal
from rules.siege import building, initiative, stores
from rules.siege.boards import aftermath
from rules.siege.page import SiegePage, tables_of
from rules.siege.plans.choosing import Occasion, chosen
from rules.siege.plans.plan import Act, Line, Plan
from rules.siege.plans.reading import plan_of
from rules.siege.today import Today
from rules.state.figure import SideId
from rules.state.siege import Deed, DeedId, Siege
from rules.state.table import Outcome


def adjudicated(siege: Siege, page: SiegePage, dice: Dice) -> list[Event]:
    """The events of the open phase: the day, and as many quiet days behind it as both sides agreed to; or
    what is left of a day that has waited for a fight. Then the end of the phase, and either the next or the
    end of the game (GUI-11)."""
    journal = TableJournal(siege, dice)
    tables = tables_of(siege)
    plans = {side.id: plan_of(siege, side.id, page) for side in siege.setup.sides}
    if siege.fights:
        go_on(journal, page, tables, plans)
        _close(journal, page)
        return journal.events
    most = min((plan.quiet for plan in plans.values()), default=0)
    for played in range(max(most, 1)):
        journal.record(DayBegan(siege.day + played))
        morning = len(journal.events)
        today = play(journal, page, tables, plans)
        if today.over or today.waits or not was_quiet(today, journal.events[morning:]):
            break
    _close(journal, page)
    return journal.events


def play(journal: TableJournal[Siege], page: SiegePage, tables: Tables, plans: dict[SideId, Plan]) -> Today:
    """One day by the book's sequence (GUI-11.1b). One that ends the siege goes no further; one with a fight
    on a board stops for it."""
    today = Today(journal, page, tables, plans)
    _go_on(today)
    return today


def go_on(journal: TableJournal[Siege], page: SiegePage, tables: Tables, plans: dict[SideId, Plan]) -> Today:
    """What is left of a day that has waited for a fight on a board, which is over."""
    today = Today(journal, page, tables, plans)
    aftermath.settle(today)
    _go_on(today, behind="action")
    return today


def _go_on(today: Today, behind: str = "") -> None:
    """All steps of the day, or those behind one of them."""
    steps = list(today.page.steps)
    first = [step.id for step in steps].index(behind) + 1 if behind else 0
    for step in steps[first:]:
        if today.over or today.waits:
            return
        step.act(today)
        _ends_without_men(today)


def _ends_without_men(today: Today) -> None:
    """It takes two sides to go on: whoever has nobody left, by a fight or an event, has lost."""
    siege = today.siege
    if today.over or today.waits:
        return
    if not siege.strength(siege.besieger):
        today.give_up("deserted")
    elif not siege.strength(siege.besieged):
        today.give_in("leaderless")


def was_quiet(today: Today, happened: Iterable[Event]) -> bool:
    """What both sides may know ends a run: a fight, an event, men killed or hurt, engines lost, a work done,
    a wall that fell."""
    record = today.siege.today
    if today.fought or record.event or record.dead or record.hurt or record.broken:
        return False
    return not any(
        (isinstance(event, TeamWorked) and event.done) or (isinstance(event, WallBattered) and event.down)
        for event in happened
    )


def _close(journal: TableJournal[Siege], page: SiegePage) -> None:
    siege = journal.table
    outcome = _outcome(siege, page)
    journal.record(PhaseEnded(number=siege.phase, digest=digest(siege)))
    if outcome is not None:
        journal.record(GameEnded(outcome=outcome))
    else:
        turn = siege.turn if siege.fights else siege.turn + 1
        journal.record(PhaseOpened(number=siege.phase + 1, turn=turn, side=""))


def _outcome(siege: Siege, page: SiegePage) -> Outcome | None:
    """Who holds the place in the end has won."""
    if siege.fallen:
        return Outcome(winner=siege.setup.besieger, reason=page.ends[siege.fallen].reason)
    if siege.lifted:
        return Outcome(winner=siege.setup.besieged, reason=page.ends[siege.lifted].reason)
    return None


# steps of the day that no other file has


def act(today: Today) -> None:
    """Who has the initiative does what his plan says."""
    carry_out(today, *decided(today))


def decided(today: Today) -> tuple[SideId, tuple[Act, ...]]:
    """Who does what: whoever has the initiative, as his plan says; a garrison that does nothing leaves the
    day to the besieger (GUI-11.1b, GUI-11.1.3b, GUI-11.1.3c, GUI-11.1.3d). An opened gate is an assault,
    whatever the plan says (GUI-11.6h), even on a day that burnt tents have cost (GUI-11.4.2d, RUL-1150)."""
    siege = today.siege
    if today.inside:
        return siege.besieger, (Act(Deed.ASSAULT),)
    line = line_of(today, today.acts, Occasion(initiative=True))
    if today.acts == siege.besieged:
        if line is not None and line.acts[0].deed != Deed.REST:
            return siege.besieged, line.acts
        initiative.passed_on(today)
        line = line_of(today, siege.besieger, Occasion(initiative=False, passed=True))
    return siege.besieger, line.acts if line is not None else (Act(Deed.REST),)


def line_of(today: Today, side: SideId, occasion: Occasion, plan: Plan | None = None) -> Line | None:
    """The line of a side's plan for this day, or of a part of it. Its own seat alone is told which."""
    plan = today.plans[side] if plan is None else plan
    found = chosen(today.siege, today.page, today.tables, side, plan, occasion)
    seat = today.siege.seat_of(side)
    for line, why in found.refused:
        today.record(OrderFailed(seat=seat, order=line.text, rule="GUI-11.1b", why=why))
    if found.line is not None:
        today.record(
            DecisionMade(
                seat=seat, about="day", chosen="plan", rule="GUI-11.1b", figure="", order=found.line.text
            )
        )
    return found.line


def deed(side: SideId, what: DeedId) -> DeedDone:
    """The mark on the sheet for something that needs nothing more."""
    return DeedDone(side, what)


def carry_out(today: Today, side: SideId, acts: tuple[Act, ...]) -> None:
    """Builders who are named before those who are left to be found."""
    for one in sorted(acts, key=lambda one: bool(one.what) and not one.men):
        today.page.done_by(today.siege, side, one.deed).carry_out(today, one)
        if today.over:
            return


def work(today: Today) -> None:
    """Builders work on every day without a fight (GUI-11.4, RUL-1103), unless the camp lacks
    what was burnt (GUI-11.4.2d)."""
    if not today.fought and today.siege.day > today.siege.idle_until:
        building.work(today)


def end(today: Today) -> None:
    """The marker goes on by a day (GUI-11.1b). A place without food for tomorrow, or without anybody to
    command it, surrenders (GUI-11.5a); a siege that has reached its last day is lifted."""
    siege = today.siege
    today.record(DayEnded(siege.day))
    stores.surrender_without_a_roll(today)
    if not today.over and siege.setup.last_day and siege.day >= siege.setup.last_day:
        today.record(SiegeLifted("army"))

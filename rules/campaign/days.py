"""A day of a campaign, and the run of quiet days that one exchange of mails may settle.

A day with battles on boards waits for them; no group goes into the next day ahead of an open one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.campaign import ends, environment
from rules.campaign.boards import aftermath
from rules.campaign.in_force import tables_of
from rules.campaign.page import CampaignPage, Step
from rules.campaign.plans.plan import Plan, Quiet
from rules.campaign.today import Today
from rules.core.dice import Dice
from rules.events.base import Event
from rules.events.campaign import CampaignDayBegan, CampaignDayEnded, LineDone
from rules.events.campaign_fights import DayHalted
from rules.events.sequence import GameEnded, PhaseEnded, PhaseOpened
from rules.events.umpire import OrderFailed
from rules.evolve.fingerprint import digest
from rules.journal import TableJournal
from rules.state.campaign import Campaign, Halt
from rules.state.figure import SeatId


def adjudicated(at: Campaign, page: CampaignPage, dice: Dice, plans: Mapping[SeatId, Plan]) -> list[Event]:
    """The events of the open day, and of as many quiet days behind it as all seats agreed to; or what is left
    of a day that has waited for battles. Then the end of the phase, and either the next or the end of the
    game."""
    journal = TableJournal(at, dice)
    left = dict(plans)
    if at.halted is not None:
        go_on(journal, page, left, at.halted)
        _close(journal, page)
        return journal.events
    for played in range(run_of(left)):
        today = play(journal, page, left, first=at.day + played)
        left = today.plans
        if today.noted or ends.outcome(journal.table, dict(page.ends), today.tables) is not None:
            break
    _close(journal, page)
    return journal.events


def run_of(plans: Mapping[SeatId, Plan]) -> int:
    """For how many days one exchange may do: as many as the most cautious seat agrees to, at least one."""
    agreed = [min((quiet.days for quiet in plan.of(Quiet)), default=1) for plan in plans.values()]
    return max(min(agreed, default=1), 1)


def play(
    journal: TableJournal[Campaign], page: CampaignPage, plans: Mapping[SeatId, Plan], *, first: int
) -> Today:
    """One day by the book's sequence (GUC-6a). One with battles on boards stops for them."""
    journal.record(CampaignDayBegan(first))
    today = Today(journal, page, plans)
    _lapse(today)
    if first == 1:
        environment.begin(today)
    _steps(today, page.steps)
    return today


def go_on(
    journal: TableJournal[Campaign], page: CampaignPage, plans: Mapping[SeatId, Plan], halt: Halt
) -> Today:
    """A day goes on where it stood, with what its battles have brought."""
    today = Today(journal, page, plans)
    today.resume(halt)
    aftermath.settle(today)
    first = [step.id for step in page.steps].index(halt.step)
    _steps(today, page.steps[first:])
    return today


def _steps(today: Today, steps: Sequence[Step]) -> None:
    for step in steps:
        step.act(today)
        if today.waits:
            today.record(DayHalted(today.halt(step.id)))
            return
    today.record(CampaignDayEnded(today.at.day))


def _lapse(today: Today) -> None:
    """Lines about those who are gone are told to whoever filed them, and stand no more."""
    for seat, plan in today.plans.items():
        for line, why in plan.lapsed:
            today.record(OrderFailed(seat=seat, order=line, rule="GUC-6a", why=why))
            today.record(LineDone(to=(seat,), seat=seat, line=line))
        today.plans[seat] = Plan(plan.orders)


def _close(journal: TableJournal[Campaign], page: CampaignPage) -> None:
    at = journal.table
    outcome = None if at.fights else ends.outcome(at, dict(page.ends), tables_of(at))
    journal.record(PhaseEnded(number=at.phase, digest=digest(at)))
    if outcome is not None:
        journal.record(GameEnded(outcome=outcome))
    else:
        turn = at.day if at.fights else at.day + 1
        journal.record(PhaseOpened(number=at.phase + 1, turn=turn, side=""))

"""A day of a campaign, and the run of quiet days that one exchange of mails may settle.

A day with battles on boards waits for them. Where the players agreed on it, those whom an open battle cannot
touch go on with days ahead of it, and the others make these up (rules.campaign.ahead)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.campaign import ahead, ends, environment
from rules.campaign.boards import aftermath
from rules.campaign.in_force import tables_of
from rules.campaign.page import CampaignPage, Step
from rules.campaign.plans.plan import Plan, Quiet
from rules.campaign.sieges import days as besieging
from rules.campaign.today import Today
from rules.core.dice import Dice
from rules.events.base import Event
from rules.events.campaign import CampaignDayBegan, CampaignDayEnded
from rules.events.campaign_fights import DayHalted, DayMadeUp, DayOpened
from rules.events.campaign_secrets import LineDone
from rules.events.sequence import GameEnded, PhaseEnded, PhaseOpened
from rules.events.umpire import OrderFailed
from rules.evolve.fingerprint import digest
from rules.journal import TableJournal
from rules.state.campaign import Campaign, Halt
from rules.state.figure import SeatId


def adjudicated(at: Campaign, page: CampaignPage, dice: Dice, plans: Mapping[SeatId, Plan]) -> list[Event]:
    """The events of the open day, and of as many quiet days behind it as all seats agreed to; or what is left
    of a day that has waited for battles; or a day ahead of that one, for those who need not wait, and later
    for those who had to. Then the end of the phase, and either the next or the end of the game."""
    journal = TableJournal(at, dice)
    left = dict(plans)
    if ahead.is_ahead(at):
        go_ahead(journal, page, left)
    elif at.halted is not None:
        go_on(journal, page, left, at.halted)
    elif at.ahead:
        make_up(journal, page, left, at.ahead[0])
    else:
        _days(journal, page, left, at.day)
    _close(journal, page)
    return journal.events


def _days(journal: TableJournal[Campaign], page: CampaignPage, plans: dict[SeatId, Plan], first: int) -> None:
    """The open day, and as many quiet ones behind it as all seats agreed to."""
    left = plans
    for played in range(run_of(left)):
        today = play(journal, page, left, first=first + played)
        left = today.plans
        if today.noted or ends.outcome(journal.table, dict(page.ends), today.tables) is not None:
            return


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
    today.apart = _later(journal.table)
    today.still = today.apart | frozenset(halt.still)
    aftermath.settle(today)
    first = [step.id for step in page.steps].index(halt.step)
    _steps(today, page.steps[first:])
    return today


def go_ahead(journal: TableJournal[Campaign], page: CampaignPage, plans: Mapping[SeatId, Plan]) -> Today:
    """A day ahead of one that waits, for whoever need not wait too (RUL-1270). It is over when the others
    have made it up."""
    at = journal.table
    journal.record(CampaignDayBegan(at.day))
    today = Today(journal, page, plans)
    today.ahead, today.still, today.apart = True, frozenset(at.still), frozenset(at.still)
    _lapse(today)
    for step in page.steps:
        step.act(today)
    played = set(ahead.counters(journal.table)) - today.still
    today.record(DayHalted(today.halt(page.steps[-1].id, played)))
    return today


def make_up(
    journal: TableJournal[Campaign], page: CampaignPage, plans: Mapping[SeatId, Plan], halt: Halt
) -> Today:
    """A day for those who had to wait while others played it (RUL-1271); what is still to do of it for these
    too, if it had battles of its own."""
    journal.record(DayMadeUp(halt.day))
    today = Today(journal, page, plans)
    left, there, held = halt.left, today.since_yesterday, today.held_overnight
    today.resume(halt)
    today.plans = dict(plans)
    today.left, today.also = None, left or ()
    today.since_yesterday |= there
    today.held_overnight |= held
    today.still, today.apart = frozenset(halt.played), _later(journal.table, behind=halt.day)
    _lapse(today)
    aftermath.settle(today)
    for step in page.steps:
        step.act(today)  # battles that are open for others stop nobody before his turn to move
        if besieging.waits(today):
            break
    _evening(today, step)
    return today


def _later(at: Campaign, behind: int = 0) -> frozenset[str]:
    """Counters that have played a later day than one; than the one that waits."""
    return frozenset(name for halt in at.ahead if halt.day > behind for name in halt.played)


def _steps(today: Today, steps: Sequence[Step]) -> None:
    for step in steps:
        step.act(today)
        if today.waits:
            break
    _evening(today, step)


def _evening(today: Today, step: Step) -> None:
    """The day is over, or stands in a step until its battles are."""
    if today.waits:
        today.record(DayHalted(today.halt(step.id)))
    else:
        today.record(CampaignDayEnded(today.at.day))


def _lapse(today: Today) -> None:
    """Lines about those who are gone are told to whoever filed them, and stand no more."""
    for seat, plan in today.plans.items():
        for line, why in plan.lapsed:
            today.record(OrderFailed(seat=seat, order=line, rule="GUC-6a", why=why))
            today.record(LineDone(to=(seat,), seat=seat, line=line, undone=True))
        today.plans[seat] = Plan(plan.orders)


def _close(journal: TableJournal[Campaign], page: CampaignPage) -> None:
    at = journal.table
    waits = at.fights or at.halted is not None or at.ahead
    outcome = None if waits else ends.outcome(at, dict(page.ends), tables_of(at))
    comes = ahead.opened(at)
    if outcome is None and comes.still != at.still:
        journal.record(DayOpened(comes.day, comes.still, comes.ahead))
    journal.record(PhaseEnded(number=at.phase, digest=digest(at)))
    if outcome is not None:
        journal.record(GameEnded(outcome=outcome))
    else:
        journal.record(PhaseOpened(number=at.phase + 1, turn=comes.day, side=""))

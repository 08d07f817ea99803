"""A day of a campaign, and the run of quiet days that one exchange of mails may settle."""

from __future__ import annotations

from collections.abc import Mapping

from rules.campaign import ends, environment
from rules.campaign.in_force import tables_of
from rules.campaign.page import CampaignPage
from rules.campaign.plans.plan import Plan, Quiet
from rules.campaign.today import Today
from rules.core.dice import Dice
from rules.events.base import Event
from rules.events.campaign import CampaignDayBegan, CampaignDayEnded, LineDone
from rules.events.sequence import GameEnded, PhaseEnded, PhaseOpened
from rules.events.umpire import OrderFailed
from rules.evolve.fingerprint import digest
from rules.journal import TableJournal
from rules.state.campaign import Campaign
from rules.state.figure import SeatId


def adjudicated(at: Campaign, page: CampaignPage, dice: Dice, plans: Mapping[SeatId, Plan]) -> list[Event]:
    """The events of the open day, and of as many quiet days behind it as all seats agreed to; then the end
    of the phase, and either the next or the end of the game."""
    journal = TableJournal(at, dice)
    left = dict(plans)
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
    """One day by the book's sequence (GUC-6a)."""
    journal.record(CampaignDayBegan(first))
    today = Today(journal, page, plans)
    _lapse(today)
    if first == 1:
        environment.begin(today)
    for step in page.steps:
        step.act(today)
    journal.record(CampaignDayEnded(first))
    return today


def _lapse(today: Today) -> None:
    """Lines about those who are gone are told to whoever filed them, and stand no more."""
    for seat, plan in today.plans.items():
        for line, why in plan.lapsed:
            today.record(OrderFailed(seat=seat, order=line, rule="GUC-6a", why=why))
            today.record(LineDone(to=(seat,), seat=seat, line=line))
        today.plans[seat] = Plan(plan.orders)


def _close(journal: TableJournal[Campaign], page: CampaignPage) -> None:
    at = journal.table
    outcome = ends.outcome(at, dict(page.ends), tables_of(at))
    journal.record(PhaseEnded(number=at.phase, digest=digest(at)))
    if outcome is not None:
        journal.record(GameEnded(outcome=outcome))
    else:
        journal.record(PhaseOpened(number=at.phase + 1, turn=at.day + 1, side=""))

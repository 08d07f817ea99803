"""The umpire of campaigns: days, groups and places on the map of a land, as the page of a book has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.books.in_force import TableInForce
from rules.campaign import (
    ahead,
    captain,
    chronicle,
    days,
    desk,
    drawing,
    ends,
    gazette,
    lessons,
    narrate,
    scenarios,
    sheet,
)
from rules.campaign.calendar import recorded_date
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.judging.writing import written
from rules.campaign.page import CampaignPage
from rules.campaign.plans.reading import plan_of
from rules.campaign.waiting import is_ahead_of_a_battle
from rules.core.dice import Dice
from rules.core.language import english
from rules.core.tables import RuleTable
from rules.desk.reading import Reading
from rules.events import kinds
from rules.events.base import Event
from rules.narrate.lines import ReportLine
from rules.state.campaign import Campaign, CampaignSetup
from rules.state.table import Options, Setup
from rules.umpires.port import Awaiting, Umpire

PAGES = {page.id: page for page in (GUISCARD_CAMPAIGN,)}


def page_of(at: Campaign) -> CampaignPage:
    return PAGES[at.setup.ruleset]


def _new_game(
    scenario: str, options: Options, commitment: str, tables: Mapping[str, RuleTable]
) -> list[Event]:
    found = scenarios.campaigns()[scenario]
    return scenarios.opened(found, PAGES[found.ruleset], options, commitment, tables)


def _missing_rules(setup: Setup) -> str:
    if setup.ruleset not in PAGES:
        return f"this server does not know the rules {setup.ruleset}"
    if setup.commitment and setup.promises is None:
        return "a campaign needs a log of form 2: it rolls dice that no player may know of"
    return scenarios.missing_rules(setup)


def _awaiting(at: Campaign) -> Awaiting:
    """All seats owe orders for the day; they are opened together."""
    over = at.outcome is not None
    if not over and not at.still and ahead.fights_of(at, at.day):
        return _resting(at)
    key, words, seats = (
        f"day{at.day}",
        english("day {day}, {date}"),
        tuple(seat.id for seat in at.setup.seats),
    )
    waits: tuple[str, ...] = ()
    if at.still:
        everybody = seats
        seats = ahead.on_move(at, at.still)
        key, words = f"day{at.day}-later", english("day {day}, {date}, for those who waited")
        if is_ahead_of_a_battle(at):
            key, words = f"day{at.day}-ahead", english("day {day}, {date}, ahead of a battle")
            waits = tuple(seat for seat in everybody if seat not in seats)
    return Awaiting(
        phase=at.phase,
        turn=at.day,
        side="",
        key=key,
        title=english(words, day=at.day, date=recorded_date(at.setup, at.day)),
        short=f"day {at.day}",
        seats=() if over else seats,
        over=over,
        waits=() if over else waits,
    )


def _resting(at: Campaign) -> Awaiting:
    """The day waits for its battles. It has a key for each time that it does."""
    waited_for = ahead.fights_of(at, at.day)
    if len(waited_for) == 1:
        words = english("day {day}, {date}, with a battle on a board")
    else:
        words = english("day {day}, {date}, with {n} battles on boards")
    date = recorded_date(at.setup, at.day)
    title = english(words, day=at.day, date=date, n=len(waited_for))
    return Awaiting(
        phase=at.phase,
        turn=at.day,
        side="",
        key=f"day{at.day}-battles{at.phase}",
        title=title,
        short=f"day {at.day}",
        seats=(),
        over=False,
        rests=tuple(call for call in at.calls if call in waited_for),
    )


def _adjudicate(at: Campaign, dice: Dice, answers: Mapping[str, str] | None) -> list[Event]:
    plans = {seat.id: plan_of(at, seat.id) for seat in at.setup.seats}
    return days.adjudicated(at, page_of(at), dice, plans)


def _narrate(before: Campaign, events: Iterable[Event], seat: str | None) -> list[ReportLine]:
    return narrate.narrated(before, events, seat)


def _read_orders(at: Campaign, seat: str, lines: Sequence[str]) -> Reading:
    return desk.read_orders(at, seat, lines)


def _tables(setup: Setup) -> tuple[TableInForce, ...]:
    page = PAGES.get(setup.ruleset)
    shipped = page.tables.as_dict() if page else {}
    return tuple(
        TableInForce(table, table_id not in shipped or shipped[table_id].rows != table.rows)
        for table_id, table in sorted(setup.tables.items())
    )


def _names(at: Campaign) -> tuple[str, ...]:
    return (*(man.name for man in at.men.values()), *(place.name for place in at.setup.places))


CAMPAIGN = Umpire(
    scale="campaign",
    state=Campaign,
    setup=CampaignSetup,
    kinds=kinds.CAMPAIGN,
    scenarios=scenarios.infos,
    knows=lambda scenario: scenario in scenarios.campaigns(),
    new_game=_new_game,
    missing_rules=_missing_rules,
    awaiting=_awaiting,
    order_form=desk.order_form,
    read_orders=_read_orders,
    adjudicate=_adjudicate,
    narrate=_narrate,
    situation=lambda at, seat: sheet.situation(at, seat),
    in_short=lambda at, seat, before, shown: sheet.in_short(at, seat, before, shown),
    fought_for=lambda at, seat: sheet.fought_for(at),
    captain=captain.captain_orders,
    primer=lessons.primer,
    short_help=lessons.short_help,
    help=lambda campaign, word, seat: lessons.help_on(campaign, word, seat),
    meant_for_men=desk.own_lines,
    books=lambda at: page_of(at).cites,
    names=_names,
    tables=_tables,
    scores=ends.scores,
    land_picture=drawing.picture,
    gazettes=gazette.issues,
    lives=chronicle.lives,
    position=lambda at, about, dice: written(at, PAGES, about, dice),
)

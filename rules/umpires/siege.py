"""The umpire of sieges: days, plans and a record sheet, as the page of a book has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.books.in_force import TableInForce
from rules.core.dice import Dice
from rules.core.tables import RuleTable
from rules.desk.reading import Reading
from rules.events import kinds
from rules.events.base import Event
from rules.events.umpire import DieRolled
from rules.narrate.lines import ReportLine
from rules.siege import captain, cheat_sheet, chronicle, days, desk, drawn, lessons, narrate, scenarios, sheet
from rules.siege.guiscard import GUISCARD_SIEGE
from rules.siege.judging.writing import written
from rules.siege.page import SiegePage
from rules.state.families import Returned
from rules.state.siege import Siege, SiegeSetup
from rules.state.table import Options, Setup
from rules.umpires.port import Awaiting, Umpire

PAGES = {page.id: page for page in (GUISCARD_SIEGE,)}


def page_of(siege: Siege) -> SiegePage:
    return PAGES[siege.setup.ruleset]


def _new_game(
    scenario: str, options: Options, commitment: str, tables: Mapping[str, RuleTable]
) -> list[Event]:
    found = scenarios.sieges()[scenario]
    return scenarios.opened(found, PAGES[found.ruleset], options, commitment, tables)


def _missing_rules(setup: Setup) -> str:
    return "" if setup.ruleset in PAGES else f"this server does not know the rules {setup.ruleset}"


def _awaiting(siege: Siege) -> Awaiting:
    """Both sides owe a plan for the day; they are opened together."""
    over = siege.outcome is not None
    if siege.fight is not None and not over:
        return Awaiting(
            phase=siege.phase,
            turn=siege.day,
            side="",
            key=f"day{siege.day}-{siege.fight.deed}",
            title=sheet.fight_title(siege, page_of(siege)),
            short=sheet.fight_title(siege, page_of(siege)),
            seats=(),
            over=False,
            rests=tuple(siege.calls),
        )
    return Awaiting(
        phase=siege.phase,
        turn=siege.day,
        side="",
        key=f"day{siege.day}",
        title=sheet.day_title(siege),
        short=f"day {siege.day}",
        seats=() if over else tuple(seat.id for seat in siege.setup.seats),
        over=over,
    )


def _order_form(siege: Siege, seat: str) -> str:
    return desk.order_form(siege, page_of(siege), seat)


def _read_orders(siege: Siege, seat: str, lines: Sequence[str]) -> Reading:
    return desk.read_plan(siege, page_of(siege), seat, lines)


def _adjudicate(siege: Siege, dice: Dice, answers: Mapping[str, str] | None) -> list[Event]:
    return days.adjudicated(siege, page_of(siege), dice)


def _narrate(before: Siege, events: Iterable[Event], seat: str | None) -> list[ReportLine]:
    return narrate.narrated(before, page_of(before), events, seat)


def _captain(siege: Siege, seat: str, temper: str) -> list[str]:
    side = next(other.side for other in siege.setup.seats if other.id == seat)
    return captain.captain_plan(siege, page_of(siege), side, temper)


def _meant_for_men(siege: Siege, seat: str, lines: Sequence[str], named: bool) -> tuple[str, ...]:
    """A plan speaks of days and of nobody's men: its lines are known by their order words."""
    return desk.own_lines(siege, page_of(siege), seat, lines, named)


def _tables(setup: Setup) -> tuple[TableInForce, ...]:
    page = PAGES.get(setup.ruleset)
    shipped = page.tables.as_dict() if page else {}
    return tuple(
        TableInForce(table, table_id not in shipped or shipped[table_id].rows != table.rows)
        for table_id, table in sorted(setup.tables.items())
    )


def _names(siege: Siege) -> tuple[str, ...]:
    return tuple(man.name for man in siege.men.values())


def _returned(siege: Siege) -> Returned:
    return Returned(figures=tuple(siege.men.values()), damage=dict(siege.damage))


def _position(siege: Siege, about: Sequence[str], dice: Iterable[DieRolled]) -> str:
    return written(siege, PAGES, about, dice)


SIEGE = Umpire(
    scale="siege",
    state=Siege,
    setup=SiegeSetup,
    kinds=kinds.SIEGE,
    scenarios=scenarios.infos,
    knows=lambda scenario: scenario in scenarios.sieges(),
    new_game=_new_game,
    missing_rules=_missing_rules,
    awaiting=_awaiting,
    order_form=_order_form,
    read_orders=_read_orders,
    adjudicate=_adjudicate,
    narrate=_narrate,
    situation=lambda siege, seat: sheet.situation(siege, page_of(siege), seat),
    in_short=lambda siege, seat, before, shown: sheet.in_short(siege, page_of(siege), before, shown),
    fought_for=lambda siege, seat: sheet.fought_for(siege),
    captain=_captain,
    primer=lambda siege, seat: lessons.primer(siege, seat),
    picture=lambda siege, seat, before, events: drawn.plan(siege),
    short_help=lambda siege, seat: lessons.short_help(siege, seat),
    meant_for_men=_meant_for_men,
    cheat_sheet=lambda siege, seat: cheat_sheet.cheat_sheet(siege, page_of(siege), seat),
    help=lambda siege, word, seat: lessons.help_on(word, page_of(siege)),
    books=lambda siege: page_of(siege).cites,
    names=_names,
    tables=_tables,
    returned=_returned,
    position=_position,
    lives=lambda shown, seat: chronicle.lives(shown, PAGES),
)

"""The umpire of battles: a board, figures and player phases, as the book in play has them.

Whoever is answered here for a seat hands in the battle as that seat knows it (rules.engine sees to it).

Whatever leaves here for people cites the book in play: the rules in it were written with the ids of the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from rules.books import registry
from rules.books.in_force import tables_in_force
from rules.books.registry import UnknownRuleset, rules_of
from rules.captains.captain import captain_orders
from rules.core.choices import Question
from rules.core.dice import Dice
from rules.core.rule_ids import cited, citing
from rules.core.tables import RuleTable
from rules.desk import hints, idle, read
from rules.desk.briefing import forms, headlines, primer
from rules.desk.briefing import situation as sheets
from rules.desk.briefing.carried import carried_over
from rules.desk.briefing.casting import Cast
from rules.desk.briefing.cheat_sheet import CheatSheet, cheat_sheet
from rules.desk.help import verb_help
from rules.desk.reading import Reading
from rules.desk.receipts import tested
from rules.desk.receipts.tested_account import Tested
from rules.desk.speech.for_men import begin_with_men, meant_for_men
from rules.events import kinds
from rules.events.base import Event
from rules.journal import Journal, Stopped
from rules.narrate import narrate
from rules.narrate.lines import ReportLine
from rules.orders.own_groups import is_group
from rules.phases import playing, sallying, storming
from rules.phases.victory import score
from rules.positions.writing import written
from rules.scenarios.creation import opened
from rules.scenarios.loader import faulty_scenarios, load, slugs
from rules.scenarios.lobby import scenario_infos
from rules.state.battle import RUIN, Battle, BattleSetup, Errand, Overlay
from rules.state.families import Returned
from rules.state.table import Options, Setup
from rules.umpires.port import Awaiting, Umpire
from rules.views import lived
from rules.views.picture import picture
from rules.views.records import BattleSituation, Picture


def _new_game(
    scenario: str, options: Options, commitment: str, tables: Mapping[str, RuleTable]
) -> list[Event]:
    return opened(load(scenario), options, commitment, tables)


def _awaiting(battle: Battle) -> Awaiting:
    """The book in play says who owes orders."""
    rules = rules_of(battle)
    phase, over = rules.phase_of(battle), battle.outcome is not None
    side = battle.side_of(battle.side) if battle.side else None
    named = {"turn": battle.turn, "side": battle.side, "adjective": side.adjective if side else ""}
    key = phase.key.format(**named)
    return Awaiting(
        phase=battle.phase,
        turn=battle.turn,
        side=battle.side,
        key=key if over or battle.step is None else f"{key}-{battle.step}",
        title=sheets.phase_title(battle, rules),
        short=phase.short.format(**named),
        seats=() if over else phase.owes(battle),
        over=over,
        rests=() if over else phase.rests(battle),
        settled=phase.settled and not over,
    )


def _order_form(battle: Battle, seat: str) -> str:
    form, books = forms.order_form(battle, rules_of(battle), seat), _books(battle)
    return "\n".join(cited(line, books) if line.startswith("#") else line for line in form.split("\n"))


def _read_orders(battle: Battle, seat: str, lines: Sequence[str]) -> Reading:
    reading, books = read.read_orders(battle, rules_of(battle), seat, lines), _books(battle)
    return replace(
        reading, lines=tuple(citing(line, books, "message", "rule", "details") for line in reading.lines)
    )


def _could_act(battle: Battle, seat: str, reading: Reading) -> tuple[str, ...]:
    if not any(f.seat == seat and f.active for f in battle.figures.values()):
        return ()
    return idle.could_act(battle, rules_of(battle), seat, reading.orders, reading.standing)


def _tested(
    before: Battle, events: Sequence[Event], seat: str, contracts: Sequence[str]
) -> tuple[Tested, ...]:
    orders = [line for line in contracts if not is_group(line)]
    found, books = tested.walk_through(before, rules_of(before), events, seat, orders), _books(before)
    return tuple(citing(told, books, "would", "would_not") for told in found)


def _adjudicate(battle: Battle, dice: Dice, answers: Mapping[str, str] | None) -> list[Event]:
    rules = rules_of(battle)
    journal = Journal(battle, dice, answers)
    try:
        if playing.play_phase(journal, rules):
            playing.close_phase(journal, rules)
    except Stopped:
        pass
    return journal.events


def _short_help(battle: Battle, seat: str) -> tuple[str, ...]:
    lines = hints.short_help(battle, rules_of(battle), seat)
    return tuple(cited(line, _books(battle)) for line in lines)


def _meant_for_men(battle: Battle, seat: str, lines: Sequence[str], named: bool) -> tuple[str, ...]:
    return (begin_with_men if named else meant_for_men)(battle, rules_of(battle), seat, lines)


def _help(battle: Battle, word: str, seat: str) -> str:
    cast = Cast(battle, rules_of(battle), seat or None)
    return cited(verb_help(word, battle.setup.modules, cast.examples), _books(battle))


def _cheat_sheet(battle: Battle, seat: str | None) -> CheatSheet:
    return cheat_sheet(battle, rules_of(battle), seat)


def _narrate(before: Battle, events: Iterable[Event], seat: str | None) -> list[ReportLine]:
    books = _books(before)
    return [citing(line, books, "text", "rule") for line in narrate(before, events, seat)]


def _situation(battle: Battle, seat: str | None) -> BattleSituation:
    return sheets.situation(battle, rules_of(battle), seat)


def _fought_for(battle: Battle, seat: str | None) -> tuple[str, ...]:
    return sheets.fought_for(battle, rules_of(battle))


def _in_short(
    battle: Battle, seat: str | None, before: Battle | None, shown: Sequence[Event]
) -> tuple[str, ...]:
    books, rules = _books(battle), rules_of(battle)
    return tuple(cited(line, books) for line in headlines.in_short(battle, before, rules, seat, shown))


def _primer(battle: Battle, seat: str) -> tuple[tuple[str, str], ...]:
    return primer.primer(battle, rules_of(battle), seat)


def _picture(battle: Battle, seat: str | None, before: Battle | None, events: Sequence[Event]) -> Picture:
    return picture(battle, seat, before, events)


def _captain(battle: Battle, seat: str, temper: str) -> list[str]:
    return captain_orders(battle, rules_of(battle), seat, temper)


def _questions(battle: Battle) -> tuple[Question, ...]:
    return rules_of(battle).questions


def _books(battle: Battle) -> tuple[str, ...]:
    """None where this server does not know the rules of a game any more, which it can still tell of."""
    try:
        return rules_of(battle).books
    except UnknownRuleset:
        return ()


def _names(battle: Battle) -> tuple[str, ...]:
    return tuple(figure.name for figure in battle.figures.values())


def _scores(battle: Battle) -> Mapping[str, int]:
    return score(battle) if battle.setup.victory.turns else {}


def is_ruin(overlay: Overlay) -> bool:
    """Whether it marks a work that is destroyed for good."""
    return overlay.id.startswith(RUIN)


def _returned(battle: Battle) -> Returned:
    everybody = Returned(figures=tuple(battle.figures.values()), horses=tuple(battle.horses.values()))
    if not battle.setup.of_siege:
        return everybody
    victory = battle.setup.victory
    storm = victory.storm is not None
    ruins = [overlay for overlay in battle.overlays.values() if storm and is_ruin(overlay)]
    return replace(
        everybody,
        horses=everybody.horses if storm else sallying.horses(battle),
        engines=tuple(battle.engines.values()),
        prisoners=storming.prisoners(battle, rules_of(battle)) if storm else sallying.prisoners(battle),
        stores=sallying.spoils(battle) if victory.sortie and victory.sortie.errand is not Errand.OPEN else {},
        damage={at: 1 for ruin in ruins for at in ruin.hexes},
    )


def _carried_over(setup: Setup, began: Battle) -> tuple[str, ...]:
    if not isinstance(setup, BattleSetup) or setup.sequel is None:
        return ()
    return carried_over(setup, began)


BATTLE = Umpire(
    scale="battle",
    state=Battle,
    setup=BattleSetup,
    kinds=kinds.BATTLE,
    scenarios=scenario_infos,
    faulty_scenarios=faulty_scenarios,
    knows=lambda scenario: scenario in slugs(),
    new_game=_new_game,
    missing_rules=registry.missing_rules,
    awaiting=_awaiting,
    order_form=_order_form,
    read_orders=_read_orders,
    could_act=_could_act,
    walk_through=_tested,
    adjudicate=_adjudicate,
    narrate=_narrate,
    situation=_situation,
    fought_for=_fought_for,
    in_short=_in_short,
    primer=_primer,
    picture=_picture,
    captain=_captain,
    short_help=_short_help,
    meant_for_men=_meant_for_men,
    help=_help,
    cheat_sheet=_cheat_sheet,
    questions=_questions,
    books=_books,
    names=_names,
    shipped=registry.with_shipped_tables,
    tables=tables_in_force,
    table_changes=registry.table_changes,
    position=written,
    scores=_scores,
    returned=_returned,
    carried_over=_carried_over,
    lives=lived.lives,
)

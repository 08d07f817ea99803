"""The one door of the rules: whoever runs games needs nothing else, and need not ask at which scale a
game is played.

All functions are pure. A ``Table`` that is passed in is never changed, except by ``evolve`` and ``replay``,
whose purpose it is. What the rules of a scale answer is asked of its umpire (rules.umpires).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from rules.books.in_force import TableInForce, tables_meant, tables_nearest
from rules.books.legend import letters_of
from rules.books.registry import CellChange, UnknownRuleset, house_rules
from rules.campaign.drawing import LandPicture, Region
from rules.campaign.land import (
    Ground,
    Land,
    LandError,
    LandMark,
    LandWay,
    Lettering,
    Place,
    Tenure,
)
from rules.campaign.land_file import land, land_ids
from rules.core.choices import Choice, parts
from rules.core.dice import Dice, KeyedDice, ScriptedDice
from rules.core.language import asked_for as language_asked_for
from rules.core.language import named, speaking, translated
from rules.core.rule_ids import cited as _cited
from rules.core.rule_ids import same_rules
from rules.core.tables import RuleTable, TableError, table_from_toml
from rules.desk.asking import Reply, asking_of
from rules.desk.asking import read_reply as _read_reply
from rules.desk.briefing.cheat_sheet import CheatSheet
from rules.desk.help import ORDER_WORDS, verb_help
from rules.desk.lines import alters_what_follows, asks, holds_nothing, is_command, is_final, only_asks, tries
from rules.desk.planning import AS_PLANNED
from rules.desk.reading import LineReading, Reading, Verdict
from rules.desk.receipts.tested_account import Tested
from rules.events.asking import AskingChosen, DecisionAnswered, DecisionRequested
from rules.events.base import TABLE, UMPIRE, Audience, Event, audience_of, seat_audience
from rules.events.codec import (
    EVENT_TYPES,
    Record,
    UnknownEvent,
    beginning,
    caused_by,
    decode,
    encode,
    opening_of,
    readable,
)
from rules.events.creation import Created, GameCreated, creates
from rules.events.custody import AudiencesAdded, DiceRenewed, Forked, HandedOver, TakenOver, Taking
from rules.events.ending import DrawOffered, DrawRefused, EndAgreed
from rules.events.families import CalledFrom, CalledOff, GameCalled, GameCalledAgain, GameTold
from rules.events.sequence import PhaseEnded, PhaseOpened
from rules.events.umpire import (
    ClosedSecret,
    DeadlineExtended,
    DieRolled,
    OrdersAccepted,
    PhaseClosed,
    SecretRevealed,
)
from rules.evolve import evolve, fold, replay
from rules.evolve.fingerprint import digest, paper_of, sheets_digest
from rules.evolve.snapshot import fold_version, restored, snapshot
from rules.narrate.lines import ReportLine, TableCell
from rules.positions.findings import Finding
from rules.positions.pieces import kinds as counter_kinds
from rules.positions.writing import CannotBeWritten
from rules.scenarios.info import ScenarioInfo, SeatInfo
from rules.scenarios.panels import terrain_letters
from rules.state.battle import Battle
from rules.state.families import Call, Returned
from rules.state.table import Fights, Options, Outcome, Pace, Promises, Setup, Table
from rules.umpires import agreed
from rules.umpires.judging import judge
from rules.umpires.port import Awaiting, Umpire
from rules.umpires.present import UMPIRES as _UMPIRES
from rules.umpires.present import admit, dismiss
from rules.views.knowing import Sightings, asks_what_is_known, seen, sightings
from rules.views.masking import view_for
from rules.views.planned import with_options, with_ways
from rules.views.records import (
    BattleSituation,
    CalendarDay,
    CampaignSituation,
    Company,
    Gazette,
    Life,
    LifeEntry,
    MusterRow,
    MusterSide,
    Picture,
    PictureArea,
    PictureGoal,
    PictureHex,
    PicturePiece,
    PictureSide,
    PictureTrack,
    PictureWork,
    SheetRow,
    SheetTable,
    SiegeSituation,
    Situation,
)

__all__ = [
    "AS_PLANNED",
    "EVENT_TYPES", "ORDER_WORDS", "TABLE", "UMPIRE", "AskingChosen", "Audience", "AudiencesAdded",
    "Awaiting", "Battle", "BattleSituation", "CalendarDay", "Call", "CalledFrom", "CalledOff",
    "CampaignSituation", "CannotBeWritten", "CellChange", "CheatSheet", "Choice", "ClosedSecret", "Company",
    "Created", "DeadlineExtended", "DecisionAnswered", "DecisionRequested", "Dice", "DiceRenewed",
    "DieRolled", "DrawOffered", "DrawRefused", "EndAgreed", "Event", "Fights", "Finding", "Forked",
    "GameCalled", "GameCalledAgain", "GameCreated", "GameTold", "Gazette", "Ground", "HandedOver",
    "KeyedDice", "Land", "LandError", "LandMark", "LandPicture", "LandWay", "Lettering", "Life", "LifeEntry",
    "LineReading", "MusterRow", "MusterSide", "Options", "OrdersAccepted", "Outcome", "Pace", "PhaseClosed",
    "PhaseEnded", "PhaseOpened", "Picture", "PictureArea", "PictureGoal", "PictureHex", "PicturePiece",
    "PictureSide", "PictureTrack", "PictureWork", "Place", "Promises", "Reading", "Record", "Region",
    "Reply", "ReportLine", "Returned", "RuleTable", "ScenarioInfo", "ScriptedDice", "SeatInfo",
    "SecretRevealed", "Setup", "SheetRow", "SheetTable", "SiegeSituation", "Sightings", "Situation", "Table",
    "TableCell", "TableError", "TableInForce", "TakenOver", "Taking", "Tenure", "Tested", "Umpire",
    "UnknownEvent", "UnknownRuleset", "Verdict", "accept_orders", "adjudicate", "admit", "agreed",
    "alters_what_follows", "asking", "asking_of", "asks", "asks_what_is_known", "audience_of", "awaiting",
    "battle_help", "beginning", "captain_orders", "carried_over", "caused_by", "choose_asking", "cited",
    "could_act", "counter_kinds", "creates", "decode", "digest", "dismiss", "encode", "evolve",
    "faulty_scenarios", "fold", "fold_version", "fought_for", "gazettes", "has_cheat_sheet", "holds_nothing",
    "house_rules", "in_short", "is_command", "is_final", "judge", "land", "land_ids", "land_picture",
    "language_asked_for", "letters_of", "lives", "missing_rules", "named", "names_in", "narrate", "new_game",
    "only_asks", "opening_of", "order_form", "paper_of", "parts", "picture", "picture_of_ways",
    "position_of", "primer", "promising", "read_orders", "read_reply", "readable", "replay", "restored",
    "same_rules", "scale_of", "scenarios", "seat_audience", "seen", "sheets_digest", "short_help",
    "sightings", "situation", "snapshot", "speaking", "table_changes", "table_from_toml", "tables_in_force",
    "tables_meant", "tables_nearest", "terrain_letters", "told", "translated", "tries", "try_out_standing",
    "verb_help", "view_for", "with_options", "with_shipped_tables",
]  # fmt: skip  # fmt: skip

C = TypeVar("C", bound=Created)
S = TypeVar("S", bound=Table)


def scenarios() -> tuple[ScenarioInfo, ...]:
    """All scenarios shipped, in the order of the lobby."""
    return tuple(info for umpire in _UMPIRES for info in umpire.scenarios())


def faulty_scenarios() -> Mapping[str, str]:
    """The scenario files that cannot be played, by slug, and what is wrong with them; the lobby
    leaves them out."""
    return {slug: fault for umpire in _UMPIRES for slug, fault in umpire.faulty_scenarios().items()}


def new_game(
    scenario: str,
    *,
    options: Options | None = None,
    commitment: str = "",
    tables: Mapping[str, RuleTable] | None = None,
) -> list[Event]:
    """The first events of a game: its creation, the calling of its reserves if it has any, and the opening of
    phase 1. ``commitment`` is the published end of the dice secrets, ``tables`` a game master's own pack.
    Raises KeyError for an unknown scenario, TableError for a pack that does not fit."""
    umpire = _UMPIRES.of_scenario(scenario)
    return umpire.new_game(scenario, options or Options(), commitment, dict(tables or {}))


def promising(created: C, commitment: str, promises: Promises | None) -> C:
    """A game's first event with all that its server binds itself to (``promises``: log form 2)."""
    setup = msgspec.structs.replace(created.setup, commitment=commitment, promises=promises)
    return msgspec.structs.replace(created, setup=setup)


def missing_rules(setup: Setup) -> str:
    """What this server lacks to go on with a game, in words; empty where it lacks nothing."""
    umpire = _UMPIRES.of_setup(setup)
    return umpire.missing_rules(setup) if umpire else "this server plays no games of that scale"


def awaiting(table: Table) -> Awaiting:
    """Whose orders are needed for the phase that is open."""
    awaiting = _UMPIRES.of(table).awaiting(table)
    return awaiting if table.agreed is None else msgspec.structs.replace(awaiting, seats=())


def order_form(table: Table, seat: str) -> str:
    """The order form of a seat for the open phase: exact order syntax between #ORDERS and #END, with comments
    and sane defaults, so that sending it back unchanged is a legal phase. Without the two marker lines."""
    umpire, known = _as_known(table, seat)
    return umpire.order_form(known, seat)


def read_orders(table: Table, seat: str, lines: Sequence[str]) -> Reading:
    """Read a mail's lines for a seat against what it has filed so far. Answers every line; never raises."""
    umpire, known = _as_known(table, seat)
    return umpire.read_orders(known, seat, lines)


def could_act(table: Table, seat: str, reading: Reading) -> tuple[str, ...]:
    """Who of a seat would have no order by this reading, though he stands in contact or has somebody in
    range. Tells nothing that the seat does not see."""
    umpire, known = _as_known(table, seat)
    return umpire.could_act(known, seat, reading)


def choose_asking(table: Table, seat: str, reading: Reading) -> AskingChosen | None:
    """The event that changes what a seat is asked for, if the mail asks for such a change."""
    kinds = asking_of(reading)
    if kinds is None or kinds == table.asked.get(seat, ()):
        return None
    return AskingChosen(seat=seat, kinds=kinds)


def asking(table: Table) -> dict[str, tuple[str, ...]]:
    """For which kinds of choice each seat is asked, in words; only seats that are asked for any. Public."""
    words = {question.kind: question.words for question in _UMPIRES.of(table).questions(table)}
    return {
        seat: tuple(words[kind] for kind in kinds if kind in words) for seat, kinds in table.asked.items()
    }


def read_reply(question: DecisionRequested, text: str) -> Reply:
    """Read a line as the answer to a question: the key of a choice, or why it is none. Never raises."""
    return _read_reply(question.options, text)


def try_out_standing(
    before: Table, shown: Sequence[Event], seat: str, contracts: Sequence[str]
) -> tuple[Tested, ...]:
    """What standing orders, given as canonical lines, would have done in a phase of the enemy that is
    over: ``shown`` is what the seat saw of it, ``before`` the state before. Stores nothing."""
    umpire, known = _as_known(before, seat)
    return umpire.walk_through(known, shown, seat, contracts)


def accept_orders(table: Table, seat: str, reading: Reading) -> OrdersAccepted:
    """The event that files the sets of a reading."""
    return OrdersAccepted(
        seat=seat,
        phase=table.phase,
        orders=reading.orders,
        standing=reading.standing,
        renewed=reading.renewed,
        salt=reading.salt,
    )


def adjudicate(table: Table, dice: Dice, answers: Mapping[str, str] | None = None) -> list[Event]:
    """Play the open phase (or step) with the orders filed. The events end with PhaseEnded and either the next
    PhaseOpened or GameEnded. In a game played step by step, inner stops end with StepBegan of the next step.

    Where a seat that wants to be asked has to choose and ``answers`` (by DecisionRequested.name) does not
    hold the decision, they end with that DecisionRequested: call again with the same state and dice and one
    answer more, and the same events come first, then the rest. Raises ValueError when the game is over, or
    for an answer that was not offered."""
    if table.outcome is not None:
        raise ValueError("the game is over")
    if table.agreed is not None:
        return agreed.ended(table, _UMPIRES.of(table).scores(table))
    return _UMPIRES.of(table).adjudicate(table, dice, answers)


def told(table: Table, call: str, child: Table, *, name: str, game: str, head: str, events: int) -> GameTold:
    """The event by which a table is told of a child that is over: ``child`` is where its log of so many
    ``events`` led, ``head`` what that ends with. Raises KeyError for a call that is not open, ValueError for
    a child that is not over."""
    called, umpire = table.calls[call], _UMPIRES.of(child)
    if child.outcome is None:
        raise ValueError(f"{call} is not over")
    players = {ours: theirs for theirs, ours in reversed(called.seats.items())}
    seen = {seat: umpire.returned(view_for(child, players.get(seat))) for seat in called.known}
    if called.openly:
        seen[""] = umpire.returned(view_for(child, None))
    return GameTold(
        call=call,
        name=name,
        game=game,
        head=head,
        events=events,
        outcome=child.outcome,
        back=umpire.returned(child),
        seen=seen,
    )


def carried_over(parent: Setup, child: Table, seat: str | None) -> tuple[str, ...]:
    """What a game has from the one that called it, in sentences for a seat (None: the public): ``child`` is
    how it began, ``parent`` what was agreed of the other."""
    umpire, known = _as_known(child, seat)
    return umpire.carried_over(parent, known)


def short_help(table: Table, seat: str) -> tuple[str, ...]:
    """A few lines for somebody who wrote no order: what he could write now."""
    umpire, known = _as_known(table, seat)
    return umpire.short_help(known, seat)


def meant_for_men(table: Table, seat: str, lines: Sequence[str], named: bool = False) -> tuple[str, ...]:
    """Which of these lines say something to men of a seat, or to a group of them: whoever knows no names may
    take them for talk. ``named``: which begin with such men, whatever is said of them, or, where orders are
    not of single men, with an order word: they are lines of their own."""
    umpire, known = _as_known(table, seat)
    return umpire.meant_for_men(known, seat, lines, named)


def battle_help(table: Table, word: str = "", seat: str = "") -> str:
    """Help on one order word, or on all that this game knows; ``seat``: with examples for it."""
    umpire, known = _as_known(table, seat or None)
    return umpire.help(known, word, seat)


def scale_of(table: Table) -> str:
    """At which scale a game is: "battle", "siege", "campaign"."""
    return _UMPIRES.of(table).scale


def cheat_sheet(table: Table, seat: str | None = None) -> CheatSheet | None:
    """What a seat's men can be told, on one page to print (None: from what all may know); None where this
    game has no such page."""
    umpire, known = _as_known(table, seat)
    return umpire.cheat_sheet(known, seat) if umpire.cheat_sheet else None


def has_cheat_sheet(scenario: str) -> bool:
    """Whether games of a scenario have such a page. Raises KeyError for an unknown scenario."""
    return _UMPIRES.of_scenario(scenario).cheat_sheet is not None


def _as_known(table: S, seat: str | None) -> tuple[Umpire[S], S]:
    """Who answers a seat (None: the public), and all that he is given to answer from: the state as that seat
    knows it."""
    return _UMPIRES.of(table), view_for(table, seat)


def narrate(before: Table, shown: Iterable[Event], seat: str | None) -> list[ReportLine]:
    """What happened, as a seat (None: the public) may read it: ``shown`` is what it saw (``seen``, or the
    record), ``before`` the state before."""
    umpire, known = _as_known(before, seat)
    return umpire.narrate(known, shown, seat)


def position_of(
    table: Table,
    seat: str | None = None,
    *,
    truth: bool = False,
    about: Sequence[str] = (),
    dice: Iterable[DieRolled] = (),
) -> str:
    """A position file (docs/positions.md) of what a seat (None: the public) knows of a state; with ``truth``
    of all that there is, the papers of every seat among it. ``about``: lines of comment for its head,
    ``dice``: what was thrown in the phase that is open. Raises CannotBeWritten where positions of this scale
    have no form."""
    umpire, known = _as_known(table, seat)
    if umpire.position is None:
        raise CannotBeWritten(f"a {umpire.scale} cannot be put up as a position file yet")
    return umpire.position(table if truth else known, about, dice)


def cited(table: Table, words: str) -> str:
    """The id of a rule, or words in which rules are cited, as the book in play has them: for what is shown of
    an event itself. Words are translated first: catalogues know them with the ids of the code. Names of dice
    are never passed here, since whoever rolls them again needs them as they are."""
    return _cited(words, _UMPIRES.of(table).books(table))


def situation(table: Table, seat: str | None) -> Situation:
    """How things stand as a seat (None: the public) sees them."""
    umpire, known = _as_known(table, seat)
    return umpire.situation(known, seat)


def fought_for(table: Table, seat: str | None) -> tuple[str, ...]:
    """What is fought for as a seat (None: the public) knows it: the ``victory`` of its situation."""
    umpire, known = _as_known(table, seat)
    if umpire.fought_for is None:
        return umpire.situation(known, seat).victory
    return umpire.fought_for(known, seat)


def in_short(
    table: S, seat: str | None, before: S | None = None, shown: Sequence[Event] = ()
) -> tuple[str, ...]:
    """The few lines that a seat (None: the public) is to read first: what came of things since the state
    ``before`` (None: they only begin), of which it was shown so much, and where that leaves it."""
    umpire, known = _as_known(table, seat)
    return umpire.in_short(known, seat, None if before is None else view_for(before, seat), shown)


def land_picture(table: Table, seat: str | None, shown: Sequence[Event] = ()) -> LandPicture | None:
    """The land as a seat (None: the public) knows it, with what it was shown of movements; None for a game
    that is played on none."""
    umpire, known = _as_known(table, seat)
    return umpire.land_picture(known, seat, shown)


def gazettes(table: Table, shown: Sequence[Event]) -> tuple[Gazette, ...]:
    """What came out in public so far, from all events that everybody was shown; in most games nothing."""
    return tuple(_UMPIRES.of(table).gazettes(shown))


def lives(table: Table, shown: Sequence[Event], seat: str | None) -> tuple[Life, ...]:
    """What each figure has lived through, from all events that a seat (None: the public, or whoever may look
    at everything) was shown."""
    return tuple(_UMPIRES.of(table).lives(shown, seat))


def primer(table: Table, seat: str) -> tuple[tuple[str, str], ...]:
    """The orders that a seat needs first, with its own men, and what each of them does."""
    umpire, known = _as_known(table, seat)
    return umpire.primer(known, seat)


def picture(
    table: S, seat: str | None, before: S | None = None, shown: Sequence[Event] = ()
) -> Picture | None:
    """The board as a seat sees it; with the state before a phase and what the seat saw of it also what moved
    and shot. None for a game that has no board."""
    umpire, known = _as_known(table, seat)
    return umpire.picture(known, seat, None if before is None else view_for(before, seat), shown)


def picture_of_ways(table: Table, seat: str, reading: Reading) -> Picture | None:
    """The board as a seat sees it with the ways that it tries (TRY); None where it tries none."""
    shown = picture(table, seat) if reading.ways else None
    return with_ways(shown, table.setup, reading.ways) if shown else None


def captain_orders(table: Table, seat: str, temper: str) -> list[str]:
    """The order lines that an automaton of the given temper ("cautious", "bold") would mail for the open
    phase. It looks at nothing that the seat's player could not see."""
    umpire, known = _as_known(table, seat)
    return umpire.captain(known, seat, temper)


def names_in(table: Table) -> tuple[str, ...]:
    """All names that a log brings into a game: of the game, its seats and whoever else."""
    seats = (name for seat in table.setup.seats for name in (seat.id, seat.name, seat.side))
    return (table.setup.title, *seats, *_UMPIRES.of(table).names(table))


def with_shipped_tables(table: S) -> S:
    """The same state as if its game had begun with the tables shipped now."""
    return _UMPIRES.of(table).shipped(table)


def tables_in_force(setup: Setup) -> tuple[TableInForce, ...]:
    """The tables that a game with this set-up is played by, by their ids: they are open to all."""
    return umpire.tables(setup) if (umpire := _UMPIRES.of_setup(setup)) else ()


def table_changes(setup: Setup) -> tuple[CellChange, ...]:
    """Where the tables that a game pins differ from those shipped, cell by cell. Tables that came to be
    shipped after the game began are no difference: nothing it plays by looks at them."""
    umpire = _UMPIRES.of_setup(setup)
    return umpire.table_changes(setup) if umpire else ()

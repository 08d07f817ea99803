"""The one door of the rules: whoever runs games needs nothing else.

All functions are pure. A ``Battle`` that is passed in is never changed, except by ``evolve`` and ``replay``, whose
purpose it is.

Whatever leaves here for people cites the book in play (``cited``): the rules in it were written with the ids of the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from rules.books.registry import (
    CellChange,
    UnknownRuleset,
    book_called,
    missing_rules,
    rules_of,
    table_changes,
    with_shipped_tables,
)
from rules.books.registry import house_rules as _house_rules
from rules.captains.captain import captain_orders as _captain_orders
from rules.core.choices import Choice, parts
from rules.core.dice import Dice, KeyedDice, ScriptedDice
from rules.core.language import asked_for as language_asked_for
from rules.core.language import named, speaking, translated
from rules.core.rule_ids import RuleText, citing, same_rules
from rules.core.rule_ids import cited as _cited
from rules.core.tables import Table, TableError, table_from_toml
from rules.desk.asking import Reply, asking_of
from rules.desk.asking import read_reply as _read_reply
from rules.desk.forms import order_form as _order_form
from rules.desk.help import ORDER_WORDS, verb_help
from rules.desk.hints import short_help as _short_help
from rules.desk.idle import could_act as _could_act
from rules.desk.lines import alters_what_follows, holds_nothing, is_command, is_final, only_asks
from rules.desk.read import read_orders as _read_orders
from rules.desk.reading import LineReading, Reading, Verdict
from rules.desk.rehearsal import rehearse as _rehearse
from rules.desk.rehearsed import Rehearsed
from rules.desk.situation import phase_title
from rules.desk.situation import situation as _situation
from rules.events.asking import AskingChosen, DecisionAnswered, DecisionRequested
from rules.events.base import (
    TABLE,
    UMPIRE,
    Audience,
    Event,
    audience_of,
    is_visible,
    seat_audience,
    seen_by,
)
from rules.events.codec import EVENT_TYPES, Record, UnknownEvent, caused_by, decode, encode, readable
from rules.events.custody import AudiencesAdded, DiceRenewed, Forked, HandedOver, TakenOver, Taking
from rules.events.sequence import GameCreated, PhaseEnded, PhaseOpened
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
from rules.journal import Journal, Stopped
from rules.narrate import narrate as _narrate
from rules.narrate.lines import ReportLine
from rules.phases import playing
from rules.scenarios.info import ScenarioInfo, SeatInfo
from rules.scenarios.loader import faulty_scenarios as _faulty_scenarios
from rules.scenarios.loader import load
from rules.scenarios.lobby import scenario_infos
from rules.scenarios.setup import begun
from rules.state.battle import Battle, Options, Pace, Promises, Setup
from rules.views.masking import view_for
from rules.views.picture import picture
from rules.views.records import (
    MusterRow,
    MusterSide,
    Picture,
    PictureArea,
    PictureHex,
    PicturePiece,
    PictureSide,
    PictureTrack,
    PictureWork,
    Situation,
)

__all__ = [
    "EVENT_TYPES",
    "ORDER_WORDS",
    "TABLE",
    "UMPIRE",
    "AskingChosen",
    "Audience",
    "AudiencesAdded",
    "Awaiting",
    "Battle",
    "CellChange",
    "Choice",
    "ClosedSecret",
    "DeadlineExtended",
    "DecisionAnswered",
    "DecisionRequested",
    "Dice",
    "DiceRenewed",
    "DieRolled",
    "Event",
    "Forked",
    "GameCreated",
    "HandedOver",
    "KeyedDice",
    "LineReading",
    "MusterRow",
    "MusterSide",
    "Options",
    "OrdersAccepted",
    "Pace",
    "PhaseClosed",
    "PhaseEnded",
    "PhaseOpened",
    "Picture",
    "PictureArea",
    "PictureHex",
    "PicturePiece",
    "PictureSide",
    "PictureTrack",
    "PictureWork",
    "Promises",
    "Reading",
    "Record",
    "Rehearsed",
    "Reply",
    "ReportLine",
    "ScenarioInfo",
    "ScriptedDice",
    "SeatInfo",
    "SecretRevealed",
    "Setup",
    "Situation",
    "Table",
    "TableError",
    "TakenOver",
    "Taking",
    "UnknownEvent",
    "UnknownRuleset",
    "Verdict",
    "accept_orders",
    "adjudicate",
    "alters_what_follows",
    "asking",
    "asking_of",
    "audience_of",
    "awaiting",
    "battle_help",
    "captain_orders",
    "caused_by",
    "choose_asking",
    "cited",
    "could_act",
    "decode",
    "digest",
    "encode",
    "evolve",
    "faulty_scenarios",
    "fold",
    "fold_version",
    "holds_nothing",
    "house_rules",
    "is_command",
    "is_final",
    "is_visible",
    "language_asked_for",
    "missing_rules",
    "named",
    "narrate",
    "new_game",
    "only_asks",
    "order_form",
    "paper_of",
    "parts",
    "picture",
    "promising",
    "read_orders",
    "read_reply",
    "readable",
    "replay",
    "restored",
    "same_rules",
    "scenarios",
    "seat_audience",
    "seen_by",
    "sheets_digest",
    "short_help",
    "situation",
    "snapshot",
    "speaking",
    "table_changes",
    "table_from_toml",
    "test_contracts",
    "translated",
    "verb_help",
    "view_for",
    "with_shipped_tables",
]  # fmt: skip


class Awaiting(msgspec.Struct, frozen=True):
    """Whose orders the game needs now. ``phase`` counts player phases from 1; ``title`` is "turn 3, Norman phase";
    ``short`` is "T3 Norman"; ``key`` is "t3-normans" (with the step behind it in a game played step by step);
    ``seats`` owe orders; ``over`` when the game has ended (the outcome is in ``Battle.outcome``)."""

    phase: int
    turn: int
    side: str
    key: str
    title: str
    short: str
    seats: tuple[str, ...]
    over: bool


class HouseChapter(msgspec.Struct, frozen=True):
    """A chapter of house rules: its id, what it is about, its rules."""

    id: str
    title: str
    rules: tuple[RuleText, ...]


def scenarios() -> tuple[ScenarioInfo, ...]:
    """All scenarios shipped, in the order of the lobby."""
    return scenario_infos()


def house_rules() -> tuple[HouseChapter, ...]:
    """The rules that no book prints, chapter by chapter."""
    return tuple(
        HouseChapter(chapter, translated(module.name.words), texts)
        for chapter, (module, texts) in _house_rules().items()
    )


def faulty_scenarios() -> Mapping[str, str]:
    """The scenario files that cannot be played, by slug, and what is wrong with them; the lobby leaves them out."""
    return _faulty_scenarios()


def new_game(
    scenario: str,
    *,
    options: Options | None = None,
    commitment: str = "",
    tables: Mapping[str, Table] | None = None,
) -> list[Event]:
    """The first events of a game: its creation, the calling of its reserves if it has any, and the opening of phase 1. ``commitment`` is the published end of
    the dice secrets, ``tables`` a game master's own pack. Raises KeyError for an unknown scenario, TableError for a
    pack that does not fit."""
    file, chosen, pack = load(scenario), options or Options(), dict(tables or {})
    book = book_called(file.ruleset)
    rules = book.rules(
        book.tables.with_pack(pack),
        modules=file.modules_in_force,
        printing=chosen.combat_columns,
        policies=file.policies,
    )
    first = begun(file, rules, chosen, commitment, pack)
    return [*first, playing.phase_opened(rules.sequence.begins(replay(first)), 1)]


def promising(created: GameCreated, commitment: str, promises: Promises) -> GameCreated:
    """A game's first event with all that its server binds itself to (log form 2)."""
    setup = msgspec.structs.replace(created.setup, commitment=commitment, promises=promises)
    return msgspec.structs.replace(created, setup=setup)


def awaiting(battle: Battle) -> Awaiting:
    """Whose orders are needed for the phase that is open: the book in play says who owes them."""
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
        title=phase_title(battle, rules),
        short=phase.short.format(**named),
        seats=() if over else phase.owes(battle),
        over=over,
    )


def order_form(battle: Battle, seat: str) -> str:
    """The order form of a seat for the open phase: exact order syntax between #ORDERS and #END, with comments and
    sane defaults, so that sending it back unchanged is a legal phase. Without the two marker lines."""
    form = _order_form(view_for(battle, seat), rules_of(battle), seat)
    return "\n".join(cited(battle, line) if line.startswith("#") else line for line in form.split("\n"))


def read_orders(battle: Battle, seat: str, lines: Sequence[str]) -> Reading:
    """Read a mail's lines for a seat against what it has filed so far. Answers every line; never raises."""
    reading = _read_orders(view_for(battle, seat), rules_of(battle), seat, lines)
    books = _books(battle)
    answers = tuple(citing(line, books, "message", "rule", "details") for line in reading.lines)
    return msgspec.structs.replace(reading, lines=answers)


def could_act(battle: Battle, seat: str, reading: Reading) -> tuple[str, ...]:
    """Who of a seat would have no order by this reading, though he stands in contact or has somebody in range. Tells
    nothing that the seat does not see."""
    if not any(f.seat == seat and f.active for f in battle.figures.values()):
        return ()
    return _could_act(view_for(battle, seat), rules_of(battle), seat, reading.orders, reading.standing)


def choose_asking(battle: Battle, seat: str, reading: Reading) -> AskingChosen | None:
    """The event that changes what a seat is asked for, if the mail asks for such a change."""
    kinds = asking_of(reading)
    if kinds is None or kinds == battle.asked.get(seat, ()):
        return None
    return AskingChosen(seat=seat, kinds=kinds)


def asking(battle: Battle) -> dict[str, tuple[str, ...]]:
    """For which kinds of choice each seat is asked, in words; only seats that are asked for any. Public."""
    words = {question.kind: question.words for question in rules_of(battle).questions}
    return {
        seat: tuple(words[kind] for kind in kinds if kind in words) for seat, kinds in battle.asked.items()
    }


def read_reply(question: DecisionRequested, text: str) -> Reply:
    """Read a line as the answer to a question: the key of a choice, or why it is none. Never raises."""
    return _read_reply(question.options, text)


def test_contracts(
    before: Battle, events: Sequence[Event], seat: str, contracts: Sequence[str]
) -> tuple[Rehearsed, ...]:
    """What standing orders, given as canonical lines, would have done in a phase of the enemy that is over: ``before``
    is the battle before the first of its events. Tells nothing that the seat did not see; stores nothing."""
    found, books = _rehearse(before, rules_of(before), events, seat, contracts), _books(before)
    return tuple(citing(told, books, "would", "would_not") for told in found)


def accept_orders(battle: Battle, seat: str, reading: Reading) -> OrdersAccepted:
    """The event that files the sets of a reading."""
    return OrdersAccepted(
        seat=seat,
        phase=battle.phase,
        orders=reading.orders,
        standing=reading.standing,
        renewed=reading.renewed,
        salt=reading.salt,
    )


def adjudicate(battle: Battle, dice: Dice, answers: Mapping[str, str] | None = None) -> list[Event]:
    """Play the open phase (or step) with the orders filed. The events end with PhaseEnded and either the next
    PhaseOpened or GameEnded. In a game played step by step, inner stops end with StepBegan of the next step.

    Where a seat that wants to be asked has to choose and ``answers`` (by DecisionRequested.name) does not hold the
    decision, they end with that DecisionRequested: call again with the same battle and dice and one answer more, and the
    same events come first, then the rest. Raises ValueError when the game is over, or for an answer that was not
    offered."""
    if battle.outcome is not None:
        raise ValueError("the game is over")
    rules = rules_of(battle)
    journal = Journal(battle, dice, answers)
    try:
        if playing.play_phase(journal, rules):
            playing.close_phase(journal, rules)
    except Stopped:
        pass
    return journal.events


def short_help(battle: Battle, seat: str) -> tuple[str, ...]:
    """A few lines for somebody who wrote no order: what he could write now."""
    return tuple(cited(battle, line) for line in _short_help(view_for(battle, seat), rules_of(battle), seat))


def battle_help(battle: Battle, word: str = "") -> str:
    """Help on one order word, or on all that this battle knows."""
    return cited(battle, verb_help(word, battle.setup.modules))


def narrate(before: Battle, events: Iterable[Event], seat: str | None) -> list[ReportLine]:
    """What happened, as a seat (None: the public) may read it; ``before`` is the battle before the first event."""
    books = _books(before)
    return [citing(line, books, "text", "rule") for line in _narrate(before, events, seat)]


def cited(battle: Battle, words: str) -> str:
    """The id of a rule, or words in which rules are cited, as the book in play has them: for what is shown of an event
    itself. Words are translated first: catalogues know them with the ids of the code. Names of dice are never passed
    here, since whoever rolls them again needs them as they are."""
    return _cited(words, _books(battle))


def _books(battle: Battle) -> tuple[str, ...]:
    """The books of a game; none where this server does not know its rules any more, which it can still tell of."""
    try:
        return rules_of(battle).books
    except UnknownRuleset:
        return ()


def situation(battle: Battle, seat: str | None) -> Situation:
    """How things stand as a seat (None: the public) sees them."""
    return _situation(battle, rules_of(battle), seat)


def captain_orders(battle: Battle, seat: str, temper: str) -> list[str]:
    """The order lines that an automaton of the given temper ("cautious", "bold") would mail for the open phase. It
    looks at nothing that the seat's player could not see."""
    return _captain_orders(view_for(battle, seat), rules_of(battle), seat, temper)

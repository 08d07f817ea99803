"""The one door of the rules: whoever runs games needs nothing else.

All functions are pure. A ``Battle`` that is passed in is never changed, except by ``evolve`` and ``replay``, whose
purpose it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from rules.core.dice import Dice, KeyedDice, ScriptedDice
from rules.core.tables import Table, TableError, table_from_toml
from rules.desk.reading import LineReading, Reading, Verdict
from rules.events.base import Audience, Event, is_visible
from rules.events.codec import EVENT_TYPES, Record, UnknownEvent, decode, encode
from rules.events.umpire import DeadlineExtended, DieRolled, OrdersAccepted, PhaseClosed, SecretRevealed
from rules.evolve import evolve, replay
from rules.evolve.fingerprint import digest, sheets_digest
from rules.narrate.lines import ReportLine
from rules.scenarios.info import ScenarioInfo, SeatInfo
from rules.state.battle import Battle, Options, Pace
from rules.views.records import Picture, PictureHex, PicturePiece, PictureSide, PictureTrack, Situation

__all__ = [
    "EVENT_TYPES", "Audience", "Awaiting", "Battle", "DeadlineExtended", "Dice", "DieRolled", "Event", "KeyedDice",
    "LineReading", "Options", "OrdersAccepted", "Pace", "PhaseClosed", "Picture", "PictureHex",
    "PicturePiece", "PictureSide", "PictureTrack", "Reading", "Record", "ReportLine",
    "ScenarioInfo", "ScriptedDice", "SeatInfo", "SecretRevealed", "Situation", "Table", "TableError", "UnknownEvent",
    "Verdict", "accept_orders", "adjudicate", "awaiting", "captain_orders", "decode", "digest", "encode", "evolve",
    "is_visible", "narrate", "new_game", "order_form", "picture", "read_orders", "replay", "scenarios",
    "sheets_digest", "situation", "table_from_toml", "verb_help",
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


def scenarios() -> tuple[ScenarioInfo, ...]:
    """All scenarios shipped, in the order of the lobby."""
    raise NotImplementedError


def new_game(
    scenario: str,
    *,
    options: Options | None = None,
    commitment: str = "",
    tables: Mapping[str, Table] | None = None,
) -> list[Event]:
    """The first events of a game: its creation and the opening of phase 1. ``commitment`` is the published end of
    the dice secrets, ``tables`` a game master's own pack. Raises KeyError for an unknown scenario, TableError for a
    pack that does not fit."""
    raise NotImplementedError


def awaiting(battle: Battle) -> Awaiting:
    """Whose orders are needed for the phase that is open."""
    raise NotImplementedError


def order_form(battle: Battle, seat: str) -> str:
    """The order form of a seat for the open phase: exact order syntax between #ORDERS and #END, with comments and
    sane defaults, so that sending it back unchanged is a legal phase. Without the two marker lines."""
    raise NotImplementedError


def read_orders(battle: Battle, seat: str, lines: Sequence[str]) -> Reading:
    """Read a mail's lines for a seat against what it has filed so far. Answers every line; never raises."""
    raise NotImplementedError


def accept_orders(battle: Battle, seat: str, reading: Reading) -> OrdersAccepted:
    """The event that files the sets of a reading."""
    return OrdersAccepted(seat=seat, phase=battle.phase, orders=reading.orders, standing=reading.standing)


def verb_help(word: str = "") -> str:
    """Help on one order verb, or the list of all of them with an example each."""
    raise NotImplementedError


def adjudicate(battle: Battle, dice: Dice) -> list[Event]:
    """Play the open phase (or step) with the orders filed. The events end with PhaseEnded and either the next
    PhaseOpened or GameEnded. In a game played step by step, inner stops end with StepBegan of the next step."""
    raise NotImplementedError


def situation(battle: Battle, seat: str | None) -> Situation:
    """How things stand as a seat (None: the public) sees them."""
    raise NotImplementedError


def narrate(before: Battle, events: Iterable[Event], seat: str | None) -> list[ReportLine]:
    """What happened, as a seat (None: the public) may read it; ``before`` is the battle before the first event."""
    raise NotImplementedError


def picture(
    battle: Battle, seat: str | None, before: Battle | None = None, events: Sequence[Event] = ()
) -> Picture:
    """The board as a seat sees it; with the events of a phase (and the battle before them) also their tracks."""
    raise NotImplementedError


def captain_orders(battle: Battle, seat: str, temper: str) -> list[str]:
    """The order lines that an automaton of the given temper ("cautious", "bold") would mail for the open phase. It
    looks at nothing that the seat's player could not see."""
    raise NotImplementedError

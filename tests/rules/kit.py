"""Small battles for tests, drawn as text.

A board is one text line per row of hexes, one cell per hex: a terrain letter and perhaps a level, cells
parted by blanks (or run together when there are no levels). Rows count from 01, columns from 01; the hex in
column 3 of row 2 is "0302". Remember that even columns (02, 04, ...) lie half a hex LOWER than the odd ones
beside them.

    . flat  s scrub  t tree  / slope  m marsh  r rock  p trail  h stairway  b beach  w shallow  W deep
    ".1" is flat ground one level up, "t2" a tree two levels up, "/0" a slope whose foot is at level 0,
    "_" a hole in the board.

    >>> board = '''
    ... . . t .
    ... . s . .
    ... '''
    >>> b = battle(board, man("Robert", "0101"), man("Zahir", "0402", side="arabs"))
    >>> j = journal(b, 7, 3)                   # dice: a 7, then a 3; asking for more fails the test
    >>> j = journal(b, named={"infiltration": 10}, otherwise=1)   # by part of the roll's name

Pieces get the id of their name in small letters ("robert"); the horse under a ``rider("Drogo", "0102",
"0202")`` is "drogo-horse". The sides and seats are "normans" and "arabs"; phase 1, of the normans, is open
unless ``side`` says otherwise. ``field(8, 6)`` is flat ground, 8 columns by 6 rows. All of it is put up as a
position file is (rules.positions).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules import engine
from rules.books.guiscard import GUISCARD
from rules.books.registry import rules_of
from rules.core.dice import ScriptedDice
from rules.core.rejection import Rejection
from rules.events.base import Event, Knowledge
from rules.events.sequence import PhaseOpened
from rules.evolve import evolve
from rules.journal import Journal
from rules.narrate import narrate
from rules.narrate.lines import ReportLine
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import parse
from rules.phases import playing
from rules.positions import boards
from rules.positions.pieces import horse, man, rider
from rules.positions.putting_up import ARABS, NORMANS, put_up, with_horses
from rules.ruleset import Ruleset
from rules.state.battle import Battle, Victory
from rules.state.figure import Character, Hex, Horse
from rules.state.invariants import broken
from rules.state.table import Table
from rules.views.knowing import seen
from rules.views.masking import view_for

__all__ = [
    "RULES", "SIDES", "SIEGE", "TACTICS", "battle", "field", "horse", "is_visible", "journal", "kinds", "man",
    "narrated", "reported", "rider",
]  # fmt: skip

RULES = GUISCARD.rules()
TACTICS = GUISCARD.rules(modules=("tactics",))
SIEGE = GUISCARD.rules(modules=("tactics", "buildings", "castles", "works"))

NO_HARM = 5  # an infiltration test that does nothing, a shot beside the target at three hexes and more

SIDES = (NORMANS, ARABS)
TEN_TURNS = Victory(turns=10)


def field(columns: int, rows: int, code: str = ".") -> str:
    """A board of one terrain."""
    return "\n".join(" ".join([code] * columns) for _ in range(rows))


def battle(
    map_text: str,
    *pieces: Character | Horse,
    hexsides: Iterable[tuple[Hex, str, str]] = (),
    paths: Iterable[str] = (),
    walls: Iterable[str] = (),
    traits: Iterable[str] = (),
    standing: Mapping[str, tuple[str, ...]] | None = None,
    step: str | None = "movement",
    victory: Victory | None = None,
    rules: Ruleset = RULES,
    **more: Any,
) -> Battle:
    """A battle with phase 1 open in its step of movement; ``more`` as for ``put_up``. It lasts ten turns, or
    goes on for ever where one side stands alone.
    ``hexsides``: ("0304", "NE", "low_wall"); ``paths``: "0101 0201 0302"; ``walls``: "wall 0302 0303", a
    feature round these hexes (``hexsides`` take its place on their sides); ``traits``: "corner 0304".
    ``rules=TACTICS`` for one with the advanced module of combat tactics, SIEGE for all modules."""
    board = boards.drawn(
        map_text,
        hexsides=[" ".join(mark) for mark in hexsides],
        paths=[f"path {path}" for path in paths],
        walls=walls,
        traits=traits,
    )
    alone = len({piece.side for piece in pieces if isinstance(piece, Character)}) < 2
    victory = victory or (None if alone else TEN_TURNS)
    made = put_up(
        board, *with_horses(pieces), rules=rules, step=step, victory=victory, **{"title": "A test", **more}
    )
    made.standing.update(standing or {})
    return made


def ordered(at: Battle, line: str, seat: str = "normans") -> object:
    """A line as the order that is read from it, or the trouble with it."""
    return parse(line, lexicon_of(at, seat))


def refusal(found: object) -> str:
    assert isinstance(found, Rejection), found
    return found.why


def journal(
    at: Battle,
    *faces: int,
    named: Mapping[str, int] | None = None,
    otherwise: int | None = None,
    answers: Mapping[str, str] | None = None,
) -> Journal:
    """A journal over a copy of the battle with scripted dice, and answers by the names of questions."""
    return Journal(at, ScriptedDice(faces, named=named, otherwise=otherwise), answers)


def play(
    at: Battle,
    *faces: int,
    named: Mapping[str, int] | None = None,
    otherwise: int | None = NO_HARM,
    rules: Ruleset | None = None,
    **sheets: tuple[str, ...],
) -> Journal:
    """Adjudicate the open phase with these order sheets, by the rules of the battle unless others are given;
    everything must hold afterwards. ``named``: a face by rule, e.g. {"GUI-6c": 1}; ``over``, of what is given
    back: whether the phase was played to its end."""
    table = journal(at, *faces, named=named, otherwise=otherwise)
    table.battle.sheets.update(sheets)
    table.over = playing.play_phase(table, rules or rules_of(at))  # type: ignore[attr-defined]
    faults = broken(table.battle)
    assert not faults, faults
    return table


def next_phase(before: Battle | Journal) -> Battle:
    """The battle as the next side's phase opens, without orders."""
    at = (before.battle if isinstance(before, Journal) else before).copy()
    sides = [side.id for side in at.setup.sides]
    number, side = at.phase + 1, sides[(sides.index(at.side) + 1) % len(sides)]
    evolve(at, PhaseOpened(number=number, turn=(number - 1) // len(sides) + 1, side=side))
    at.sheets = {}
    return at


def a_turn_later(before: Battle | Journal) -> Battle:
    """The same side's next phase, nothing having happened between."""
    return next_phase(next_phase(before))


def of_kind(journal: Journal, *kinds: str) -> list[Event]:
    return [e for e in journal.events if e.kind in kinds]


def failures(journal: Journal) -> list[tuple[str, str]]:
    """Rule and reason of what could not be carried out, moves that stopped among it."""
    failed, stopped = of_kind(journal, "order_failed"), of_kind(journal, "move_ended")
    found = [(e.rule, e.why) for e in failed]  # type: ignore[attr-defined]
    return found + [(e.rule, e.reason) for e in stopped if e.reason]  # type: ignore[attr-defined]


def kinds(events: Iterable[object]) -> list[str]:
    """The stored names of events, dice left out: handy to assert the order of things."""
    return [e.kind for e in events if e.kind != "die_rolled"]  # type: ignore[attr-defined]


def narrated(before: Battle, events: Sequence[Event], seat: str | None) -> list[ReportLine]:
    """What a seat reads of what truly happened."""
    return narrate(view_for(before, seat), seen(before, list(events), seat), seat)


def reported(before: Table, events: Sequence[Event], seat: str | None) -> list[ReportLine]:
    """The same, with the rules cited as the book in play has them."""
    return engine.narrate(before, engine.seen(before, events, seat), seat)


def is_visible(event: Event, seat: str | None) -> bool:
    """Whether a seat is shown anything of an event, whatever it knows."""
    return event.seen_by(Knowledge(seat)) is not None

"""A position as a file gives it: the battle put up, and for each phase orders, dice, results and questions.

::

    position 1                              the form of the file
    title Two against one in the scrub
    book guiscard with tactics, buildings   all chapters if it is left out; "guiscard basic": 1 to 6
    printing older
    sides normans, arabs, lombards          in the order of their phases; those of [men ...] if left out
    allies normans lombards
    phase 3 normans combat                  number, side and step: whose phase is open, and in which step
    turn 2
    turns 10                                how long it lasts; for ever if left out
    edge normans 0101                       where the retreats of a side lead to
    seat guards of normans The guards       a player's place, and what it is called
    asked normans retreat
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.books.book import UnknownChoice
from rules.books.registry import book_called
from rules.core.modules import fault_in
from rules.core.tables import TableError, Tables
from rules.positions import exact, fittings
from rules.positions.boards import board_from
from rules.positions.counters import Counter
from rules.positions.faults import PositionError, unknown
from rules.positions.form import VERSION, Form, Line, Phase, form_of
from rules.positions.putting_up import put_up
from rules.ruleset import CHOOSABLE, Ruleset
from rules.state.battle import Battle, Victory
from rules.state.board import Board
from rules.state.figure import Character, Horse, SideId
from rules.state.invariants import broken
from rules.state.pieces import Pieces
from rules.state.table import Options, Seat, Side
from rules.state.table import fault_in as fault_in_sides
from rules.tactical.deploying import placing

HEAD = (
    "position", "title", "book", "printing", "policy", "board", "panel", "sides", "allies", "neutral",
    "phase", "turn", "turns", "asked", "edge", "seat",
)  # fmt: skip
EVERY_CHAPTER = ("tactics", "buildings", "castles", "works")
_ADJECTIVES = {
    "normans": "Norman", "arabs": "Arab", "byzantines": "Byzantine", "lombards": "Lombard", "slavs": "Slav"
}  # fmt: skip


class Position(NamedTuple):
    """What a file says. ``battle`` is not to be changed; ``lines``: on which line each piece stands."""

    battle: Battle
    rules: Ruleset
    phases: tuple[Phase, ...]
    lines: Mapping[str, int]


class _Head:
    """The lines before the first section, by their first words."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        for line in lines:
            word = line.words[0].lower()
            if word not in HEAD:
                raise unknown(line.number, "line before the first section that begins with", word, HEAD)

    def every(self, word: str) -> list[tuple[int, list[str]]]:
        return [(line.number, line.words[1:]) for line in self.lines if line.words[0].lower() == word]

    def one(self, word: str) -> tuple[int, list[str]] | None:
        found = self.every(word)
        if len(found) > 1:
            raise PositionError(found[1][0], f"{word} is given twice")
        if found and not found[0][1]:
            raise PositionError(found[0][0], f"nothing stands behind {word}")
        return found[0] if found else None

    def number(self, word: str) -> int:
        """A number of three digits at most; 0 where the line is left out."""
        found = self.one(word)
        if found is None:
            return 0
        if len(found[1]) != 1 or not found[1][0].isdecimal() or len(found[1][0]) > 3:
            raise PositionError(found[0], f"{word} is followed by a number, not {' '.join(found[1])!r}")
        return int(found[1][0])


def read(text: str) -> Position:
    """A file, put up. Raises PositionError for the first thing that is wrong with it."""
    position = as_said(text)
    for fault in broken(position.battle):
        named = next((name for name in position.lines if name in fault.split()), "")
        raise PositionError(position.lines.get(named, 0), f"this cannot be: {fault}")
    return position


def as_said(text: str) -> Position:
    """The same, be it a position that no game comes to."""
    form = form_of(text)
    head, first = _Head(form.head), form.phases[0]
    version = head.number("position") or VERSION
    if version != VERSION:
        found = head.one("position")
        raise PositionError(
            found[0] if found else 0, f"this server reads form {VERSION} of positions, not {version}"
        )
    rules, options, policies = _law(head, first)
    board = exact.board_of(first) or board_from(form.head, first)
    counters = _counters(form, board, rules)
    sides = _sides(head, counters, board)
    figures, horses = _bound(counters)
    phase, side, step = _pointer(head, sides, rules)
    fitted = fittings.of(first, board, rules, figures, sides)
    battle = put_up(
        board.data,
        figures,
        horses,
        rules=rules,
        sides=sides,
        seats=_seats(head, sides, figures),
        victory=Victory(turns=head.number("turns")),
        title=_title(form),
        options=options,
        policies=policies,
        side=side,
        step=step,
        phase=phase,
        turn=head.number("turn"),
        **fitted,
    )
    battle.engines = Pieces((engine.id, engine) for engine in fitted["engines"])  # they wait as they say
    if exact.tables_of(first):
        battle.setup = replace(battle.setup, tables=rules.tables.as_dict())
    lines = {counter.piece.id: counter.number for counter in counters}
    exact.add(battle, rules, first)
    for section in (
        s for later in form.phases[1:] for s in later.of("men", "board", "map", "works", "formations")
    ):
        raise PositionError(section.number, f"[{section.kind}] stands before [next]: it says how all begins")
    _asked(head, battle, rules)
    return Position(battle, rules, form.phases, lines)


def _law(head: _Head, first: Phase) -> tuple[Ruleset, Options, dict[str, bool]]:
    number, words = head.one("book") or (0, ["guiscard"])
    named = [word.lower() for word in words if word.lower() not in ("with", "and")]
    modules: tuple[str, ...] = EVERY_CHAPTER
    if named[1:] == ["basic"]:
        modules = ()
    elif named[1:]:
        modules = tuple(named[1:])
    printed, said = head.one("printing") or (0, [])
    printing = " ".join(said)
    policies: dict[str, bool] = {}
    for at, said in head.every("policy"):
        if len(said) != 2 or said[0] not in CHOOSABLE or said[1] not in ("yes", "no"):
            fault = fault_in(tuple(said[:1]), CHOOSABLE, "policy")
            raise PositionError(at, fault or f"policy {said[0]} yes, or no")
        policies[said[0]] = said[1] == "yes"
    try:
        book = book_called(named[0])
        if fault := book.fault_in(modules):
            raise PositionError(number, fault)
        own = None
        if given := exact.tables_of(first):
            own = Tables({**book.tables.as_dict(), **given})
        rules = book.rules(own, modules=modules, printing=printing, policies=policies)
    except (UnknownChoice, TableError) as error:
        raise PositionError(
            printed if printing and "printing" in str(error) else number, str(error)
        ) from None
    return rules, Options(combat_columns=printing) if printing else Options(), policies


def _title(form: Form) -> str:
    titles = [line.text.split(None, 1) for line in form.head if line.words[0].lower() == "title"]
    return titles[0][1].strip() if titles and len(titles[0]) > 1 else "A position"


# who stands where


def _counters(form: Form, board: Board, rules: Ruleset) -> list[Counter]:
    counters: list[Counter] = []
    for section in form.phases[0].of("men"):
        side = section.about.replace(" ", "-")
        counters += [Counter(line, side, board, rules.tables) for line in section.lines]
    _check_places(counters, board, rules)
    return counters


def _check_places(counters: Sequence[Counter], board: Board, rules: Ruleset) -> None:
    """No two of a name, no two living in a hex (GUI-4.1a), nobody where nobody can stand (GUI-4.2.1a)."""
    named: dict[str, Counter] = {}
    taken: dict[str, str] = {}
    for counter in counters:
        piece = counter.piece
        if piece.id in named:
            raise PositionError(
                counter.number, f"{piece.name} stands on line {named[piece.id].number} already"
            )
        named[piece.id] = counter
        figure = counter.figure
        if figure is None or not figure.living or figure.storey or figure.carried_by or figure.atop:
            if figure is None and counter.horse is not None and counter.horse.alive:
                taken.update(dict.fromkeys(counter.horse.hexes, piece.name))
            continue
        # armour in deep water is a place that play can lead to: the rules then say what becomes of him
        why = placing.forbidden(board, rules.tables, figure.name, False, figure.hexes, taken)
        if why is not None:
            raise PositionError(counter.number, f"{why.why} ({why.rule})")
        taken.update(dict.fromkeys(figure.hexes, figure.name))


def _bound(counters: Sequence[Counter]) -> tuple[list[Character], list[Horse]]:
    """Figures and horses, each knowing whom it leads, carries and is ridden by, whichever line says so."""
    figures = {c.figure.id: c.figure for c in counters if c.figure is not None}
    horses = {c.horse.id: c.horse for c in counters if c.horse is not None}
    at = {counter.piece.id: counter for counter in counters}

    def there(name: str, number: int, among: Mapping[str, object]) -> None:
        if name not in among:
            raise unknown(number, "piece called", name, among)

    for counter in counters:
        for name in counter.leads:
            there(name, counter.number, horses)
            assert counter.figure is not None
            horses[name] = replace(horses[name], led_by=counter.figure.id)
    for horse in horses.values():
        if horse.led_by:
            there(horse.led_by, at[horse.id].number, figures)
            leader = figures[horse.led_by]
            figures[horse.led_by] = replace(leader, leads=(*leader.leads, horse.id))
    for name, figure in list(figures.items()):
        number = at[name].number
        if name in (figure.carries, figure.carried_by, figure.atop):
            raise PositionError(number, f"{figure.name} cannot do that with himself")
        if figure.carries:
            there(figure.carries, number, figures)
            if not figures[figure.carries].stunned:
                raise PositionError(number, f"{figures[figure.carries].name} is not stunned (GUI-4.2.4)")
            figures[figure.carries] = replace(figures[figure.carries], carried_by=name, hex=None, rear=None)
        if figure.carried_by:
            there(figure.carried_by, number, figures)
            figures[figure.carried_by] = replace(figures[figure.carried_by], carries=name)
        if figure.atop:
            there(figure.atop, number, figures)
    return list(figures.values()), list(horses.values())


# sides and seats


def _sides(head: _Head, counters: Sequence[Counter], board: Board) -> tuple[Side, ...]:
    number, words = head.one("sides") or (0, [])
    found = list(dict.fromkeys(word.lower() for word in words))
    for counter in counters:
        side = counter.piece.side
        if side not in found:
            if words:
                raise unknown(counter.number, "side among those named", side, found)
            found.append(side)
    for usual in ("normans", "arabs"):
        if len(found) < 2 and usual not in found:
            found.append(usual)
    sides = {name: Side(name, name.title(), _ADJECTIVES.get(name, name.title())) for name in found}
    at = number
    for relation in ("allies", "neutral"):
        for at, (one, *others) in (
            (n, [w.lower() for w in said if w != "to"]) for n, said in head.every(relation) if said
        ):
            for name in (one, *others):
                if name not in sides:
                    raise unknown(at, "side", name, sides)
            sides[one] = replace(sides[one], **{relation: (*getattr(sides[one], relation), *others)})
    for at, words in head.every("edge"):
        side, edge = [word.lower() for word in words] if len(words) == 2 else ("", "")
        if side not in sides or edge.upper() not in board:
            raise PositionError(at, "an edge is a side and a hex of the board: edge normans 0101")
        sides[side] = replace(sides[side], edge=edge.upper())
    result = tuple(sides.values())
    if fault := fault_in_sides(result):
        raise PositionError(at, fault)
    return result


def _seats(head: _Head, sides: Sequence[Side], figures: Sequence[Character]) -> tuple[Seat, ...]:
    """Those that are named; else a seat for each side, and those that men are given to besides."""
    seats = {seat.id: seat for seat in _named_seats(head, sides)}
    for side in sides:
        if all(seat.side != side.id for seat in seats.values()):
            seats[side.id] = Seat(side.id, side.id, side.name)
    for figure in figures:
        if figure.seat not in seats:
            seats[figure.seat] = Seat(figure.seat, figure.side, figure.seat.title())
    order = {side.id: number for number, side in enumerate(sides)}
    named = [seat.id for seat in _named_seats(head, sides)]
    others = (seat for seat in seats.values() if seat.id not in named)
    return (*(seats[name] for name in named), *sorted(others, key=lambda seat: order[seat.side]))


def _named_seats(head: _Head, sides: Sequence[Side]) -> Iterator[Seat]:
    known = [side.id for side in sides]
    for line in head.lines:
        word, *rest = line.text.split()
        if word.lower() == "seat":
            if len(rest) < 3 or rest[1].lower() != "of" or rest[2].lower() not in known:
                raise PositionError(
                    line.number, "a seat has a name and a side: seat guards of normans The guards"
                )
            yield Seat(rest[0], rest[2].lower(), " ".join(rest[3:]) or rest[0].title())


def _pointer(head: _Head, sides: Sequence[Side], rules: Ruleset) -> tuple[int, SideId, str | None]:
    """Which phase is open: its number, whose it is, and in which step it is."""
    number, words = head.one("phase") or (0, [])
    names = {side.id for side in sides} | {side.adjective.lower() for side in sides}
    steps = {step.id: step.id for phase in rules.sequence.phases for step in phase.steps}
    phase, side, step = 0, "", None
    for word in (word.lower() for word in words):
        if word.isdecimal() and len(word) <= 3 and not phase:
            phase = int(word)
        elif word in names and not side:
            side = next(s.id for s in sides if word in (s.id, s.adjective.lower()))
        elif word in steps and step is None:
            step = word
        elif word not in ("step", "of", "the", "in"):
            raise unknown(number, "side or step", word, {*names, *steps})
    order = [one.id for one in sides]
    if not phase:
        phase = order.index(side) + 1 if side else 1
    return phase, side or order[(phase - 1) % len(order)], step


def _asked(head: _Head, battle: Battle, rules: Ruleset) -> None:
    kinds = {question.kind for question in rules.questions}
    for number, words in head.every("asked"):
        if not words or words[0] not in {seat.id for seat in battle.setup.seats}:
            raise unknown(number, "seat", words[0] if words else "", {seat.id for seat in battle.setup.seats})
        for kind in words[1:]:
            if kind not in kinds:
                raise unknown(number, "kind of question", kind, kinds)
        battle.asked[words[0]] = tuple(kind for kind in sorted(kinds) if not words[1:] or kind in words[1:])

"""A position file of any battle as it stands.

Words come first. What they do not say is found by reading them back: whatever is not as it was stands in
[exact], field by field, so that the file holds all of the battle whatever a later version adds to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, get_args, get_origin

import msgspec

from rules.books.registry import BOOKS, rules_of
from rules.events.umpire import DieRolled
from rules.positions import describing, drawing, papers, reading
from rules.positions.differing import PAPERS, differences
from rules.positions.exact import PIECES, RECORDS
from rules.positions.faults import PositionError
from rules.positions.form import VERSION
from rules.state.battle import Battle, PhaseRecord
from rules.state.works import Engine, EngineState, Ladder

_OF_PAPERS = ("spent_orders", "progress")  # how far standing orders have come
_ON_A_LINE = 12  # of those who did something
_ROUNDS = 60  # of writing and reading back: each settles what the one before found out


class CannotBeWritten(ValueError):
    """A battle of which no position file can be made; the message says why."""


def written(battle: Battle, about: Sequence[str] = (), dice: Iterable[DieRolled] = ()) -> str:
    """The file. ``about``: lines of comment for its head; ``dice``: those of the phase that is open. Raises
    CannotBeWritten, and UnknownRuleset for a battle that this server cannot play."""
    rules_of(battle)
    file = _File(battle, about, list(dice))
    for _ in range(_ROUNDS):
        text = file.text()
        try:
            position = reading.as_said(text)
            again = papers.all_laid(position.battle, position.rules, position.phases[0])
        except PositionError as error:
            file.amend(error)
            continue
        if not file.learn(again):
            return text
    raise CannotBeWritten("this battle cannot be written as a position file")


class _File:
    """What is known so far of the file of a battle: which words do, and what stands in [exact]."""

    def __init__(self, battle: Battle, about: Sequence[str], dice: Sequence[DieRolled]) -> None:
        self._battle, self._about, self._dice = battle, about, dice
        self._whole: set[str] = set()  # pieces of which no line can be written
        self._wordless: set[str] = set()  # fields that words would not say as they are
        self._unread: set[str] = set()  # seats whose orders the desk would not take as they are
        self._kept: set[str] = set()  # those whose orders cannot be laid at all
        self._exact: dict[str, Any] = {}
        self._at: dict[int, str] = {}  # which piece, field or seat stands on a line

    # writing

    def text(self) -> str:
        self._at = {}
        lines: list[str] = []
        for what, line in self._lines():
            line = line if what == "exact" else " ".join(line.split())
            lines += ["", line] if line.startswith("[") else [line]
            self._at[len(lines)] = what
        return "\n".join(lines) + "\n"

    def _lines(self) -> Iterator[tuple[str, str]]:
        """Every line, and what it is about."""
        yield "", f"position {VERSION}"
        yield from (("", f"# {' '.join(words.split())}") for words in self._about)
        yield from (("", line) for line in _head(self._battle))
        yield from (("board", line) for line in self._board())
        yield from self._men()
        for section, field, lines in (
            ("works", "ladders", _ladders(self._battle)),
            ("works", "engines", _engines(self._battle)),
            ("works", "flames", _burning(self._battle)),
            ("formations", "formations", _formations(self._battle)),
        ):
            if field not in self._wordless and (found := list(lines)):
                yield field, f"[{section}]"
                yield from ((field, line) for line in found)
        yield from self._happened()
        yield from self._papers()
        if self._dice:
            yield "", "[dice]"
            yield from (("", _die(die)) for die in self._dice)
        if any(True for _ in self._rest()):
            yield "", "[exact]"
            yield from (("exact", f"{name} {_json(value)}") for name, value in self._rest())

    def _board(self) -> Iterator[str]:
        if "setup.board" not in self._exact and not drawing.named(self._battle.setup.board):
            yield from drawing.drawn(self._battle.setup.board)

    def _men(self) -> Iterator[tuple[str, str]]:
        for side, lines in groupby(describing.men(self._battle, frozenset(self._whole)), lambda one: one[0]):
            yield "", f"[men {side}]"
            yield from ((name, line) for _, name, line in lines)

    def _happened(self) -> Iterator[tuple[str, str]]:
        lines = [line for record in RECORDS for line in _recorded(self._battle, record)]
        shown = [line for line in lines if line[0] not in self._wordless]
        if shown:
            yield "", "[happened]"
            yield from shown

    def _papers(self) -> Iterator[tuple[str, str]]:
        """What the seats have filed; of a battle that is over nothing is played any more."""
        if self._battle.outcome is not None:
            return
        for seat in self._battle.setup.seats:
            lines = [line for kind in PAPERS for line in getattr(self._battle, kind).get(seat.id, ())]
            if lines and seat.id not in self._kept:
                yield seat.id, f"[{'filed' if seat.id in self._unread else 'orders'} {seat.id}]"
                yield from ((seat.id, line) for line in lines)

    def _rest(self) -> Iterator[tuple[str, Any]]:
        """What [exact] says of each field; of papers those that no section lays."""
        for name, value in self._exact.items():
            if name not in PAPERS or self._battle.outcome is not None:
                yield name, value
            elif rest := {s: paper for s, paper in value.items() if not paper or s in self._kept}:
                yield name, rest

    # reading back

    def amend(self, error: PositionError) -> None:
        """Do without the words that cannot be read back. Raises CannotBeWritten where it is none of those
        that one can do without."""
        what = self._at.get(error.fault.line, "")
        seats = {seat.id for seat in self._battle.setup.seats}
        if what in {**self._battle.figures, **self._battle.horses} and what not in self._whole:
            self._whole.add(what)
        elif what in seats:
            (self._kept if what in self._unread else self._unread).add(what)
        elif what not in ("", "exact") and what not in self._wordless:
            self._wordless.add(what)
            if what == "board":
                self._exact["setup.board"] = self._battle.setup.board
        else:
            raise CannotBeWritten(f"this battle cannot be written as a position file: {error}")

    def learn(self, again: Battle) -> bool:
        """Take in where the battle that was read is not this one; whether anything has to be written anew."""
        before = (set(self._wordless), set(self._unread), set(self._kept), dict(self._exact))
        for name, value in differences(self._battle, again):
            if name in ("ladders", "engines", "flames", "formations", "naphtha") or "." in name:
                self._wordless.add(name)
            if name in (*PAPERS, *_OF_PAPERS):
                self._refused(name, value, getattr(again, name))
            known = self._exact.get(name, {})
            self._exact[name] = {**known, **value} if name.partition(".")[0] in PIECES else value
        return before != (self._wordless, self._unread, self._kept, self._exact)

    def _refused(self, name: str, ours: dict[str, Any], theirs: dict[str, Any]) -> None:
        """Whose orders do not become what they are when the desk takes them: those are laid unread."""
        if name in PAPERS or self._exact.get(name) == ours:
            wrong = {seat for seat in (*ours, *theirs) if ours.get(seat, ()) != theirs.get(seat, ())}
            laid = wrong & set(self._at.values())
            self._kept |= laid & self._unread
            self._unread |= laid


# the head


def _head(battle: Battle) -> Iterator[str]:
    setup = battle.setup
    yield f"title {setup.title}"
    book = BOOKS[setup.ruleset]
    yield f"book {book.name} " + (f"with {', '.join(setup.modules)}" if setup.modules else "basic")
    if setup.options.combat_columns != type(setup.options)().combat_columns:
        yield f"printing {setup.options.combat_columns}"
    for policy, holds in setup.policies.items():
        yield f"policy {policy} {'yes' if holds else 'no'}"
    yield from drawing.named(setup.board)
    yield f"sides {', '.join(side.id for side in setup.sides)}"
    for side in setup.sides:
        yield from (f"{word} {side.id} {' '.join(others)}" for word, others in _relations(side) if others)
    for side in setup.sides:
        if side.edge:
            yield f"edge {side.id} {side.edge}"
    yield from (f"seat {seat.id} of {seat.side} {seat.name}" for seat in setup.seats)
    yield f"phase {battle.phase} {battle.side} {battle.step or ''}".rstrip()
    if battle.turn and battle.turn != (battle.phase - 1) // len(setup.sides) + 1:
        yield f"turn {battle.turn}"
    if setup.victory.turns:
        yield f"turns {setup.victory.turns}"
    yield from (f"asked {seat} {' '.join(kinds)}" for seat, kinds in battle.asked.items())


def _relations(side: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    return ((word, getattr(side, field)) for word, field in (("allies", "allies"), ("neutral", "neutral")))


# what stands on the board


def _ladders(battle: Battle) -> Iterator[str]:
    for number, ladder in enumerate(battle.ladders.values(), start=1):
        usual = f"{ladder.kind}-{number}"
        words = [ladder.kind, *([ladder.id] if ladder.id != usual else []), *_lies(ladder)]
        if ladder.bearers:
            people = ", ".join(describing.called(name, battle.figures) for name in ladder.bearers)
            words.append(f"of {people}" if ladder.kind == "rope" else f"carried by {people}")
        yield " ".join(words)


def _lies(ladder: Ladder) -> Iterator[str]:
    if ladder.hexes:
        yield "-".join(ladder.hexes)
    if ladder.facing is not None:
        yield f"facing {ladder.facing}"
    if ladder.since:
        yield f"since {ladder.since}"


def _engines(battle: Battle) -> Iterator[str]:
    return (_engine(engine) for engine in battle.engines.values())


def _engine(engine: Engine) -> str:
    words = [engine.kind, *([engine.name] if engine.name != engine.kind.replace("_", " ") else [])]
    words.append(f"of {engine.side} {'-'.join(engine.hexes)} facing {engine.facing}")
    if engine.wait:
        words.append(f"wait {engine.wait}")
    if engine.state is not EngineState.READY:
        words.append(engine.state.value)
    return " ".join(words)


def _burning(battle: Battle) -> Iterator[str]:
    for at, flame in battle.flames.items():
        turns = f" turns {flame.turns}" if flame.turns else ""
        yield f"flame {at} of {flame.side} since {flame.since}{turns}{' greek' if flame.greek else ''}"
    yield from (f"naphtha {at} of {side}" for at, side in battle.naphtha.items())


def _formations(battle: Battle) -> Iterator[str]:
    for number, formation in enumerate(battle.formations.values()):
        first, _, since = formation.id.rpartition("-")
        men = sorted(formation.places, key=lambda name: name != first)  # he whose name it has comes first
        names = ", ".join(describing.called(name, battle.figures) for name in men)
        tortoise = " tortoise" if formation.tortoise else ""
        formed = f" since {since}" if since != str(number) else ""
        yield f"{names} facing {formation.front} {formation.front.turned(1)}{tortoise}{formed}"


# what happened


def _recorded(battle: Battle, record: str) -> Iterator[tuple[str, str]]:
    """What words say of a phase: who did something, and how much of it."""
    done = getattr(battle, record)
    for field in msgspec.structs.fields(PhaseRecord):
        value, kind = getattr(done, field.name), get_origin(field.type)
        told: dict[str, str] = {}
        if kind is set:
            told = dict.fromkeys(sorted(value), "")
        elif kind is dict and get_args(field.type)[1] is int:
            told = {who: f" {number}" for who, number in value.items()}
        elif field.name == "shot_at":
            told = {who: f" {s.moved}{' closed' if s.closed else ''}" for who, s in value.items()}
        entries = [f"{describing.called(who, battle.figures)}{more}" for who, more in told.items()]
        for first in range(0, len(entries), _ON_A_LINE):
            some = ", ".join(entries[first : first + _ON_A_LINE])
            yield f"{record}.{field.name}", f"{record} {field.name} {some}"


def _die(die: DieRolled) -> str:
    _, rule, actor, target = (*die.name.split("/"), "", "", "")[:4]
    named = " ".join(word for word in (*actor.split("+"), *target.split("+")) if word)
    return f"{rule} {named} {die.face}" if named else f"{rule} {die.face}"


# what words do not say


def _json(value: Any) -> str:
    """On one line, and without what begins a comment."""
    plain = sorted(value) if isinstance(value, (set, frozenset)) else msgspec.to_builtins(value)
    return json.dumps(plain, ensure_ascii=True, separators=(", ", ": ")).replace("#", "\\u0023")

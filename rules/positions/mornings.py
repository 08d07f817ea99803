"""Positions of games that go by days, sieges and campaigns: each day put up, asked and played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.core.language import speaking
from rules.desk.reading import Reading
from rules.events.base import Event
from rules.events.umpire import OrdersAccepted
from rules.evolve import evolve
from rules.narrate.lines import ReportLine
from rules.positions import telling
from rules.positions.asking import MOST
from rules.positions.dice import MissingDie, PositionDice
from rules.positions.faults import PositionError, unknown
from rules.positions.findings import Finding
from rules.positions.form import Line, Phase, Section
from rules.positions.judging import MOST_PHASES, fault
from rules.state.figure import Character, FigureId, SeatId
from rules.state.table import Table

T = TypeVar("T", bound=Table)


@dataclass(frozen=True)
class Scale(Generic[T]):
    """What the days of a scale need. ``words``: what names of rolls may hold besides men; ``rests``: why a
    day cannot be played, "" where it can."""

    called: str
    adjudicated: Callable[[T, PositionDice], list[Event]]
    read: Callable[[T, SeatId, Sequence[str]], Reading]
    answer: Callable[[T, Line], Iterator[Finding]]
    narrated: Callable[[T, Sequence[Event]], Iterable[ReportLine]]
    men: Callable[[T], Mapping[FigureId, Character]]
    words: Callable[[T], set[str]]
    rests: Callable[[T], str]


def played(
    table: T, phases: Sequence[Phase], scale: Scale[T], language: str
) -> Iterator[Finding | T]:  # fmt: skip
    """Everything that is found out about the days of a file; at the very end the state behind the last.
    Raises PositionError."""
    if len(phases) > MOST_PHASES:
        raise PositionError(phases[MOST_PHASES].number, f"a file plays {MOST_PHASES} days at most")
    asked = [line for phase in phases for section in phase.of("ask") for line in section.lines]
    if len(asked) > MOST:
        words = f"a file asks {MOST} questions at most, not {len(asked)}"
        raise PositionError(asked[MOST].number, words)
    for number, phase in enumerate(phases, start=1):
        rests = scale.rests(table) if number > 1 else ""
        if table.outcome is not None or rests:
            why = "was over" if table.outcome is not None else rests
            raise PositionError(phase.number, f"the {scale.called} {why} before this day")
        day = _Day(table, scale, phase, number, language)
        yield from day.play(last=number == len(phases))
        table = day.table
    yield table


def lay(table: T, section: Section, read: Callable[[T, SeatId, Sequence[str]], Reading]) -> Iterator[Finding]:
    """[orders ...] over the desk, as a player's mail goes; [filed ...] as what stands, unread."""
    seats = {seat.id for seat in table.setup.seats}
    seat = section.about.replace(" ", "-")
    if seat not in seats:
        raise unknown(section.number, "seat", seat, seats)
    lines = [line.text.strip() for line in section.lines]
    if section.kind == "filed":
        table.standing[seat] = tuple(lines)
        return
    found = read(table, seat, lines)
    yield from telling.answered(found, section.lines, 0)
    evolve(table, OrdersAccepted(seat=seat, phase=table.phase, orders=found.orders, standing=found.standing))


class _Day(Generic[T]):
    """One phase of a file on the table: a day, and the quiet ones behind it to which all agree."""

    def __init__(self, table: T, scale: Scale[T], phase: Phase, number: int, language: str) -> None:
        self.table: T = table.copy()
        self._scale, self._phase, self._number, self._language = scale, phase, number, language

    def play(self, *, last: bool) -> Iterator[Finding]:
        yield from self._answers("", "before")
        for section in self._phase.of("orders", "filed"):
            for found in lay(self.table, section, self._scale.read):
                yield self._numbered(found)
        if any(True for _ in self._phase.of("orders", "filed", "dice")) or not last:
            yield from self._played()
        yield from self._answers("after")

    def _numbered(self, found: Finding) -> Finding:
        fields = (found.kind, found.words, found.line, found.rule, found.code)
        return Finding(*fields, phase=self._number, data=found.data)

    def _played(self) -> Iterator[Finding]:
        table, scale = self.table, self._scale
        if rests := scale.rests(table):
            raise PositionError(self._phase.number, f"the {scale.called} {rests}, which is no part of it")
        lines = (line for section in self._phase.of("dice") for line in section.lines)
        dice = PositionDice(lines, {*scale.men(table), *scale.words(table)})
        try:
            events = scale.adjudicated(table, dice)
        except MissingDie as missing:
            where = next((s.number for kind in ("dice", "orders", "filed") for s in self._phase.of(kind)), 0)
            raise PositionError(where, missing.words) from None
        before, self.table = table, table.copy()
        for event in events:
            evolve(self.table, event)
        yield from self._told(before, events)
        for number, words in dice.left_over():
            yield Finding("fault", words, line=number, phase=self._number)

    def _told(self, before: T, events: Sequence[Event]) -> Iterator[Finding]:
        men = {**self._scale.men(before), **self._scale.men(self.table)}

        def name_of(figure: str) -> str:
            return men[figure].name if figure in men else figure

        yield from telling.happened(events, self._number, name_of)
        with speaking(self._language):
            lines = self._scale.narrated(before, events)
        yield from telling.reported(lines, self._number)

    def _answers(self, *when: str) -> Iterator[Finding]:
        for section in self._phase.of("ask"):
            for line in section.lines if section.about in when else ():
                try:
                    for found in self._scale.answer(self.table, line):
                        data = {"asked": line.text.strip(), **found.data}
                        answer = Finding(found.kind, found.words, found.line, found.rule, data=data)
                        yield self._numbered(answer)
                except PositionError as error:
                    yield fault(error.fault)

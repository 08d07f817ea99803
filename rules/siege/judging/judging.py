"""A position of a siege played and asked: everything that is found out, in the order in which it happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.language import speaking
from rules.core.rule_ids import citing
from rules.events.base import Event
from rules.events.umpire import OrdersAccepted
from rules.evolve import evolve
from rules.positions import telling
from rules.positions.asking import MOST
from rules.positions.dice import MissingDie, PositionDice
from rules.positions.faults import PositionError, unknown
from rules.positions.findings import Finding
from rules.positions.form import Phase, Section
from rules.positions.judging import MOST_PHASES, fault
from rules.siege import days, desk
from rules.siege.judging import asking, reading
from rules.siege.narrate import narrated
from rules.siege.page import SiegePage
from rules.siege.plans.wishes import MOST_QUIET
from rules.state.figure import SeatId
from rules.state.siege import Deed, Siege


def judge(text: str, pages: reading.Pages, language: str = "en") -> Iterator[Finding]:
    """Everything about a position file of a siege; as rules.positions.judging.judge."""
    try:
        position = reading.read(text, pages)
        for found in _judged(position, language):
            yield citing(found, position.page.cites, "words", "rule")
    except PositionError as error:
        yield fault(error.fault)
    except Exception as error:  # [exact] may say what no game comes to; and whoever asks gets an answer
        words = f"the engine cannot go on: {type(error).__name__}: {error}. If [exact] is not why, tell us"
        yield Finding("fault", words, data={"error": type(error).__name__})


def _judged(position: reading.SiegePosition, language: str) -> Iterator[Finding]:
    siege = position.siege
    if len(position.phases) > MOST_PHASES:
        raise PositionError(position.phases[MOST_PHASES].number, f"a file plays {MOST_PHASES} days at most")
    asked = [line for phase in position.phases for section in phase.of("ask") for line in section.lines]
    if len(asked) > MOST:
        words = f"a file asks {MOST} questions at most, not {len(asked)}"
        raise PositionError(asked[MOST].number, words)
    for number, phase in enumerate(position.phases, start=1):
        if siege.outcome is not None or (number > 1 and siege.fights):
            why = "was over" if siege.outcome is not None else "waits for a fight on a board"
            raise PositionError(phase.number, f"the siege {why} before this day")
        table = _Morning(siege, position.page, phase, number, language)
        yield from table.play(last=number == len(position.phases))
        siege = table.siege
    for name, at in position.lines.items():
        yield _state(siege, name, at)


def _state(siege: Siege, name: str, number: int) -> Finding:
    man, until = siege.men[name], siege.recovers.get(name, 0)
    words = [man.name, man.health.value + (f" until day {until}" if man.wounded and until else "")]
    words += (
        [f"a prisoner of the {siege.side_of(siege.captured[name]).name}"] if name in siege.captured else []
    )
    words += ["builds"] if name in siege.building else []
    data = {"man": name, "side": man.side, "health": man.health.value, "until": until}
    return Finding("state", ", ".join(words), line=number, data=data)


def lay(siege: Siege, page: SiegePage, section: Section) -> Iterator[Finding]:
    """[orders ...] over the desk, as a player's mail goes; [filed ...] as a plan that stands, unread."""
    seat = _seat(siege, section)
    lines = [line.text.strip() for line in section.lines]
    if section.kind == "filed":
        siege.standing[seat] = tuple(lines)
        return
    read = desk.read_plan(siege, page, seat, lines)
    yield from telling.answered(read, section.lines, 0)
    evolve(siege, OrdersAccepted(seat=seat, phase=siege.phase, orders=read.orders, standing=read.standing))


def _seat(siege: Siege, section: Section) -> SeatId:
    seats = {seat.id for seat in siege.setup.seats}
    name = section.about.replace(" ", "-")
    if name not in seats:
        raise unknown(section.number, "seat", name, seats)
    return name


class _Morning:
    """One phase of a file on the table: a day, and the quiet ones behind it to which both sides agree."""

    def __init__(self, siege: Siege, page: SiegePage, phase: Phase, number: int, language: str) -> None:
        self.siege, self._page, self._phase, self._number = siege.copy(), page, phase, number
        self._language = language

    def play(self, *, last: bool) -> Iterator[Finding]:
        yield from self._answers("", "before")
        for section in self._phase.of("orders", "filed"):
            for found in lay(self.siege, self._page, section):
                yield self._numbered(found)
        if any(True for _ in self._phase.of("orders", "filed", "dice")) or not last:
            yield from self._played()
        yield from self._answers("after")

    def _numbered(self, found: Finding) -> Finding:
        fields = (found.kind, found.words, found.line, found.rule, found.code)
        return Finding(*fields, phase=self._number, data=found.data)

    def _played(self) -> Iterator[Finding]:
        siege = self.siege
        if any(fight.outcome is None for fight in siege.fights):
            raise PositionError(
                self._phase.number, "the day waits for a fight on a board, which is no part of it"
            )
        lines = (line for section in self._phase.of("dice") for line in section.lines)
        dice = PositionDice(lines, {*siege.men, *_words(siege)})
        try:
            events = days.adjudicated(siege, self._page, dice)
        except MissingDie as missing:
            where = next((s.number for kind in ("dice", "orders", "filed") for s in self._phase.of(kind)), 0)
            raise PositionError(where, missing.words) from None
        before, self.siege = siege, siege.copy()
        for event in events:
            evolve(self.siege, event)
        yield from self._told(before, events)
        for number, words in dice.left_over():
            yield Finding("fault", words, line=number, phase=self._number)

    def _told(self, before: Siege, events: Sequence[Event]) -> Iterator[Finding]:
        def name_of(figure: str) -> str:
            return self.siege.men[figure].name if figure in self.siege.men else figure

        yield from telling.happened(events, self._number, name_of)
        with speaking(self._language):
            lines = narrated(before, self._page, events, None)
        yield from telling.reported(lines, self._number)

    def _answers(self, *when: str) -> Iterator[Finding]:
        for section in self._phase.of("ask"):
            for line in section.lines if section.about in when else ():
                try:
                    for found in asking.answer(self.siege, self._page, line):
                        data = {"asked": line.text.strip(), **found.data}
                        yield self._numbered(
                            Finding(found.kind, found.words, found.line, found.rule, data=data)
                        )
                except PositionError as error:
                    yield fault(error.fault)


def _words(siege: Siege) -> set[str]:
    """What names of rolls may hold besides men."""
    run = range(siege.day, siege.day + MOST_QUIET)
    walls = {wall.hex for wall in siege.setup.stronghold.walls}
    return {side.id for side in siege.setup.sides} | {"event", *Deed, *walls} | {f"day{day}" for day in run}

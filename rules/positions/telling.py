"""What happened in a position, and what the desk answered, as findings: of any scale."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from rules.desk.reading import Reading, Verdict
from rules.events import codec
from rules.events.asking import DecisionRequested
from rules.events.base import Event
from rules.events.movement import MoveEnded
from rules.events.sequence import GameEnded
from rules.events.umpire import DieRolled, OrderFailed
from rules.narrate.lines import ReportLine
from rules.positions import asking
from rules.positions.findings import Finding
from rules.positions.form import Line


def answered(reading: Reading, lines: Sequence[Line], phase: int) -> Iterator[Finding]:
    """What the order desk refuses of these lines of a file, and what it adds to others."""
    numbers = _Numbers(lines)
    for told in reading.lines:
        number = numbers.of(told.line)
        if told.verdict in asking.REFUSED:
            talk = told.verdict is Verdict.TALK
            words = "this reads as talk, not as an order" if talk else " ".join(told.message)
            data = {**asking.data_of(told), "order": told.line.strip()}
            yield Finding("refusal", words, number, told.rule, told.code, phase, data)
        elif told.verdict is Verdict.NOTE or told.verdict is Verdict.COMMAND:
            yield Finding("note", " ".join((*told.message, *told.details)), number, told.rule, "", phase)


def happened(events: Iterable[Event], phase: int, name_of: Callable[[str], str]) -> Iterator[Finding]:
    """Events as the log would hold them, and refusals at the table: to whoever puts up a position nothing is
    hidden, of either side."""
    for event in events:
        data = {"kind": event.kind, **msgspec.json.decode(codec.encode(event).data)}
        if isinstance(event, DieRolled):
            words = f"{event.name}: {event.face} of {event.sides}"
            yield Finding("die", words, rule=event.rule, phase=phase, data=data)
            continue
        rule = getattr(event, "rule", "") or ""
        yield Finding("event", event.kind.replace("_", " "), rule=rule, phase=phase, data=data)
        if isinstance(event, OrderFailed):
            data = {"order": event.order, "figure": event.figure}
            yield Finding("refusal", f"{event.order}: {event.why}", rule=event.rule, phase=phase, data=data)
        elif isinstance(event, MoveEnded) and event.reason:
            words, data = f"{name_of(event.figure)} stops: {event.reason}", {"figure": event.figure}
            yield Finding("refusal", words, rule=event.rule, phase=phase, data=data)
        elif isinstance(event, DecisionRequested):
            options = "; ".join(f"{choice.key}: {choice.words}" for choice in event.options)
            words = f"{event.question} {options}"
            yield Finding("question", words, rule=event.rule, phase=phase, data=data)
        elif isinstance(event, GameEnded):
            yield Finding("outcome", event.outcome.reason, phase=phase, data=data)


def reported(lines: Iterable[ReportLine], phase: int) -> Iterator[Finding]:
    for line in lines:
        data = {"depth": line.depth, "source": line.source}
        yield Finding("report", "  " * line.depth + line.text, rule=line.rule, phase=phase, data=data)


class _Numbers:
    """On which line of the file what the order desk answers stands: it answers in the order of the lines,
    one of several orders at a time."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines, self._at = lines, 0

    def of(self, text: str) -> int:
        for index in range(self._at, len(self._lines)):
            if text.strip() and text.strip() in self._lines[index].text:
                self._at = index
                return self._lines[index].number
        return self._lines[min(self._at, len(self._lines) - 1)].number if self._lines else 0

"""A position of a siege played and asked: everything that is found out, in the order in which it happens."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.rule_ids import citing
from rules.positions import mornings
from rules.positions.faults import PositionError
from rules.positions.findings import Finding
from rules.positions.judging import fault
from rules.siege import days, desk
from rules.siege.judging import asking, reading
from rules.siege.narrate import narrated
from rules.siege.page import SiegePage
from rules.siege.plans.wishes import MOST_QUIET
from rules.state.figure import FigureId
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


def scale(page: SiegePage) -> mornings.Scale[Siege]:
    return mornings.Scale(
        called="siege",
        adjudicated=lambda siege, dice: days.adjudicated(siege, page, dice),
        read=lambda siege, seat, lines: desk.read_plan(siege, page, seat, lines),
        answer=lambda siege, line: asking.answer(siege, page, line),
        narrated=lambda before, events: narrated(before, page, events, None),
        men=lambda siege: siege.men,
        words=_words,
        rests=_rests,
    )


def _rests(siege: Siege) -> str:
    return "waits for a fight on a board" if any(fight.outcome is None for fight in siege.fights) else ""


def _judged(position: reading.SiegePosition, language: str) -> Iterator[Finding]:
    siege = position.siege
    for found in mornings.played(siege, position.phases, scale(position.page), language):
        if isinstance(found, Finding):
            yield found
        else:
            siege = found
    for name, at in position.lines.items():
        yield _state(siege, name, at)


def _state(siege: Siege, name: FigureId, number: int) -> Finding:
    man, until = siege.men[name], siege.recovers.get(name, 0)
    words = [man.name, man.health.value + (f" until day {until}" if man.wounded and until else "")]
    words += (
        [f"a prisoner of the {siege.side_of(siege.captured[name]).name}"] if name in siege.captured else []
    )
    words += ["builds"] if name in siege.building else []
    data = {"man": name, "side": man.side, "health": man.health.value, "until": until}
    return Finding("state", ", ".join(words), line=number, data=data)


def _words(siege: Siege) -> set[str]:
    """What names of rolls may hold besides men."""
    run = range(siege.day, siege.day + MOST_QUIET)
    walls = {wall.hex for wall in siege.setup.stronghold.walls}
    return {side.id for side in siege.setup.sides} | {"event", *Deed, *walls} | {f"day{day}" for day in run}

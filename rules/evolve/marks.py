"""Marks of modules on figures."""

from __future__ import annotations

from rules.events.marks import Marked
from rules.evolve.registry import handles
from rules.state.battle import Battle


@handles(Battle, Marked)
def _marked(battle: Battle, event: Marked) -> None:
    others = {mark: value for mark, value in battle.marks.get(event.figure, {}).items() if mark != event.mark}
    found = {**others, event.mark: event.value} if event.value else others
    battle.marks = {figure: marks for figure, marks in battle.marks.items() if figure != event.figure}
    if found:
        battle.marks[event.figure] = found

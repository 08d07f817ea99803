"""A question about a position, and the words of its answer."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from rules.core.rejection import Rejection
from rules.positions.faults import PositionError
from rules.positions.findings import Finding
from rules.positions.form import Line
from rules.positions.names import named
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex

HEX = re.compile(r"[A-Z]?\d{4}(?:/-?\d+)?", re.IGNORECASE)


class Asked:
    """A question, word by word."""

    def __init__(self, battle: Battle, rules: Ruleset, line: Line, rest: str) -> None:
        self.battle, self.rules, self.number, self.rest = battle, rules, line.number, rest

    def names(self, text: str) -> tuple[FigureId, ...]:
        """Figures or horses parted by + or blanks."""
        known = {*self.battle.figures, *self.battle.horses}
        groups = re.split(r"[,+]|\band\b", text)
        found = tuple(name for group in groups for name in named(self.number, group.split(), known))
        if not found:
            raise PositionError(self.number, "nobody is named")
        return found

    def figure(self, text: str) -> Character:
        (name, *more) = self.names(text)
        if more or name not in self.battle.figures:
            raise PositionError(self.number, f"one man is expected, not {text.strip()!r}")
        return self.battle.figures[name]

    def hexes(self, text: str) -> tuple[Hex, ...]:
        found = tuple(word.upper() for word in re.split(r"[\s,]+", text) if word)
        for at in found:
            if at.partition("/")[0] not in self.battle.board:
                raise PositionError(self.number, f"there is no hex {at} on this board")
        return found

    def answer(self, words: str, rule: str = "", **data: Any) -> Finding:
        return Finding("answer", words, line=self.number, rule=rule, data=msgspec.to_builtins(data))

    def refused(self, why: Rejection, **data: Any) -> Finding:
        return self.answer(f"no: {why.why}", why.rule, refused=True, **data)

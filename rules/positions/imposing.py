"""Results that are ruled instead of read from a table, and what is done to somebody before the orders.

::

    [results]
    combat Zahir D              the letter of the next combat in which he fights
    shot Zahir B                the letter of the next missile that falls upon him
    retreat Zahir 2             his next retreat is of so many hexes
    drive back Zahir 2 from Robert      now, before all orders: also wound, stun, kill, throw Zahir
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from rules.journal import Journal
from rules.positions.faults import PositionError, unknown
from rules.positions.form import Line
from rules.positions.names import named
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import FigureId
from rules.tactical.harm import stunning, unhorsing, wounds
from rules.tactical.retreating import retreat

R = TypeVar("R")
RULE = "GUI-6c"  # whatever is done at once is done as a combat does it
DONE: dict[str, Callable[[Journal, Ruleset, FigureId], object]] = {
    "wound": lambda journal, rules, who: wounds.wound(journal, rules, who, RULE),
    "stun": lambda journal, rules, who: stunning.stun(journal, rules, who, RULE),
    "kill": lambda journal, rules, who: wounds.kill(journal, rules, who, RULE),
    "throw": lambda journal, rules, who: unhorsing.unhorse(journal, rules, who, RULE),
}
LETTERS = {"combat": "combat-effects", "shot": "missile-effects"}


class Imposed:
    """One line: what it rules, of whom, and whether it has come to pass."""

    def __init__(self, line: Line, battle: Battle, rules: Ruleset) -> None:
        self.number, self.text, self.done = line.number, line.text.strip(), False
        words = [
            word for word in line.words if word.lower() not in ("of", "against", "on", "at", "+", "is", "to")
        ]
        words = [word.rstrip(":") for word in words]
        self.what = words.pop(0).lower() if words else line.text.strip()
        if self.what == "drive" and words and words[0].lower() == "back":
            words.pop(0)
        if self.what not in (*LETTERS, *DONE, "retreat", "drive"):
            raise unknown(line.number, "result called", self.what, (*LETTERS, *DONE, "retreat", "drive back"))
        known = {*battle.figures, *battle.horses}
        self.enemies = frozenset[FigureId]()
        if "from" in words:
            at = words.index("from")
            self.enemies = frozenset(named(line.number, words[at + 1 :], known))
            words = words[:at]
        self.found: Any = None
        if self.what in LETTERS:
            self.found = self._letter(words, rules)
        elif self.what in ("retreat", "drive"):
            self.found = self._hexes(words)
        self.who = named(line.number, words, known)
        if not self.who or (self.what in (*DONE, "drive") and len(self.who) != 1):
            raise PositionError(line.number, f"of whom? {self.what} Zahir, for example")

    def _letter(self, words: list[str], rules: Ruleset) -> str:
        known = {str(key).split()[-1] for key in list(rules.tables[LETTERS[self.what]].keys())}
        letter = words.pop() if words else ""
        if letter not in known:
            raise unknown(self.number, "letter of a result", letter, known)
        return letter

    def _hexes(self, words: list[str]) -> int:
        written = next((word for word in words if word.isdecimal()), "")
        if not written or not 1 <= int(written[:3]) <= 20:
            raise PositionError(self.number, f"how many hexes? {self.what} Zahir 2, for example")
        words[:] = [word for word in words if not word.isdecimal() and word.lower() not in ("hex", "hexes")]
        return int(written)

    @property
    def at_once(self) -> bool:
        return self.what in (*DONE, "drive")


class JudgedJournal(Journal):
    """The journal of a position: it rules otherwise than the tables where the file says so."""

    imposed: tuple[Imposed, ...] = ()

    def impose(self, lines: Iterable[Line], rules: Ruleset) -> None:
        """Take the results of a file, and do what is done at once."""
        self.imposed = tuple(Imposed(line, self.battle, rules) for line in lines)
        for one in self.imposed:
            if one.at_once:
                one.done = True
                self._do(one, rules)

    def _do(self, one: Imposed, rules: Ruleset) -> None:
        who = one.who[0]
        figure = self.battle.figures.get(who)
        if figure is None or not figure.living:
            raise PositionError(one.number, f"{who} is nobody to whom this could be done")
        if one.what == "throw" and not figure.mounted:
            raise PositionError(one.number, f"{figure.name} is not in the saddle")
        if one.what == "drive":
            retreat.resolve_retreat(self, rules, (who,), one.found, "combat", one.enemies)
        else:
            DONE[one.what](self, rules, who)

    def ruled(self, what: str, who: Iterable[FigureId], found: R) -> R:
        fighters = set(who)
        for one in self.imposed:
            if one.what == what and not one.done and fighters.issuperset(one.who):
                one.done = True
                return one.found  # type: ignore[no-any-return]
        return found

    def left_over(self) -> list[tuple[int, str]]:
        """The results that never came to pass."""
        return [(one.number, f"{one.text!r} never came to pass") for one in self.imposed if not one.done]

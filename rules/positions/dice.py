"""The dice of a position: faces in order, or by the rule that asks for them.

::

    [dice]
    7 3                     in the order in which they are asked for
    GUI-6c 6                the next that is thrown by this rule
    combat Robert 6 2       by what it is for, and who is named with it; two of them
    otherwise 5             all that are not named; without it a roll that is not given is an error
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from copy import deepcopy

from rules.positions.faults import PositionError, unknown
from rules.positions.form import Line
from rules.positions.names import named

FOR = {
    "combat": "GUI-6c",
    "test": "GUI-4.3.1a",
    "infiltration": "GUI-4.3.1a",
    "impact": "GUI-5.4.1a",
    "damage": "GUI-5.4.3a",
    "bridle": "GUI-4.4.3c",
    "stores": "GUI-11.1.1a",
    "event": "GUI-11.1.2a",
    "initiative": "GUI-11.1.3a",
    "recovery": "GUI-11.1.5a",
    "battering": "GUI-11.3.4a",
    "parley": "GUI-11.5b",
    "fight": "GUC-17.2",
}
HIGHEST = 20
_RULE = re.compile(r"[A-Z]{2,4}-\d+(?:\.\d+)*[A-Z]?")


class MissingDie(Exception):
    """A roll that was not given."""

    def __init__(self, name: str, sides: int) -> None:
        self.name, self.sides = name, sides
        _, rule, actor, target = (*name.split("/"), "", "", "")[:4]
        whom = f" {actor}" if actor else ""
        self.words = (
            f"the roll {name} (1D{sides}, rule {rule}, {actor or 'nobody'}"
            f"{f' and {target}' if target else ''}) is not given: '{rule}{whom} 5' below [dice] would be"
        )
        super().__init__(self.words)


class _Given:
    """One line of dice, and what is left of it."""

    def __init__(self, line: Line, people: Collection[str]) -> None:
        self.number, self.text = line.number, line.text.strip()
        words = line.words
        faces = []
        while words and words[-1].isdecimal() and len(words[-1]) <= 2:
            faces.append(int(words.pop()))
        self.faces = faces[::-1]
        self.otherwise = [word.lower() for word in words] == ["otherwise"]
        if not self.faces or (self.otherwise and len(self.faces) > 1):
            raise PositionError(self.number, "dice are faces, such as 7 3, or a rule and its faces: GUI-6c 7")
        if not all(1 <= face <= HIGHEST for face in self.faces):
            raise PositionError(self.number, f"a face lies between 1 and {HIGHEST}")
        self.rule = FOR.get(words[0].lower(), words[0]).upper() if words and not self.otherwise else ""
        if self.rule and _RULE.fullmatch(self.rule) is None:
            raise unknown(self.number, "roll called", words[0], FOR)
        others = (word for word in words[1:] if word.lower() not in ("of", "against", "on", "at", "+"))
        self.who = named(self.number, others, people)
        self.used = 0

    def fits(self, name: str) -> bool:
        """Whether it is for this roll. Names are phase/rule/actor/target/count."""
        if not self.faces or self.otherwise:
            return False
        parts = name.split("/")
        named = set("+".join(parts[2:-1]).split("+"))
        return not self.rule or (self.rule == parts[1].upper() and all(who in named for who in self.who))

    @property
    def exactness(self) -> int:
        return (1 if self.rule else 0) + len(self.who)


class PositionDice:
    """The dice that a file gives to one phase."""

    def __init__(self, lines: Iterable[Line], people: Collection[str]) -> None:
        self._given = [_Given(line, people) for line in lines]
        self.spared = False  # whether the next roll need not be given, since its result is ruled

    def copy(self) -> PositionDice:
        """The same dice, thrown so far as these are."""
        return deepcopy(self)

    def roll(self, name: str, sides: int, chain: str = "") -> int:
        """The face of the line that names this roll most exactly. Raises MissingDie, and PositionError for
        a face that such a die does not have."""
        fitting = sorted((one for one in self._given if one.fits(name)), key=lambda one: -one.exactness)
        if fitting:
            found = fitting[0]
            face = found.faces.pop(0)
        else:
            found = next((one for one in self._given if one.otherwise), None)  # type: ignore[assignment]
            if found is None and self.spared:
                return 1
            if found is None:
                raise MissingDie(name, sides)
            face = min(found.faces[0], sides)
        found.used += 1
        if face > sides:
            raise PositionError(found.number, f"the roll {name} is 1D{sides} and cannot show {face}")
        return face

    def left_over(self) -> list[tuple[int, str]]:
        """The lines whose dice were not all thrown, and what is left."""
        return [
            (one.number, f"nobody asked for {', '.join(map(str, one.faces))} of {one.text!r}")
            for one in self._given
            if one.faces and not one.otherwise
        ]

"""Whom or what somebody is to look at, and in which direction that is."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.core.facing import FACINGS
from rules.desk.desk import Desk
from rules.desk.speech import compass
from rules.desk.speech.clause import Clause
from rules.desk.speech.phrases import text_of
from rules.desk.tagging import things
from rules.desk.tagging.acts import Unplain
from rules.desk.tagging.persons import Persons
from rules.orders.lexicon import Lexicon
from rules.orders.text import Token
from rules.orders.trouble import Trouble
from rules.state.figure import FigureId, Hex

Words = tuple[Token, ...]

_ENEMIES = frozenset(("enemy", "enemies", "foe", "foes"))
TWELFTHS = {facing.value: number * 2 for number, facing in enumerate(FACINGS)}  # of a circle


class Looking:
    """Part of Places, and with it of Composing, which says who was spoken of."""

    desk: Desk
    lexicon: Lexicon
    persons: Persons
    doubts: list[str]
    foes: tuple[FigureId, ...]

    def _foes_of(self, man: FigureId) -> list[Hex]:
        battle = self.desk.battle
        side = battle.figures[man].side
        return [
            at
            for foe in battle.figures.values()
            if foe.living and battle.hostile(side, foe.side)
            for at in foe.hexes
        ]

    def _facing(self, clause: Clause, words: Words) -> list[Clause]:
        """A move, and each man's direction at its end if that was said."""
        if not words:
            return [clause]
        where = clause.hex or None
        return [replace(clause, who=(man,), facing=self._looking(man, words, where)) for man in clause.who]

    def _looking(self, man: FigureId, words: Words, stands: Hex | None = None) -> str:
        """The direction in which somebody is to look who stands there. What lies between two, or is as
        wide as a river, is a doubt."""
        battle = self.desk.battle
        at = stands or battle.figures[man].hex
        if at is None:
            raise Unplain
        plain = {word.plain for word in words}
        rear = battle.figures[man].rear
        if plain & {"left", "right"} and rear is not None and (ahead := battle.board.facing(rear, at)):
            self.doubts.append(text_of(words))
            return ahead.turned(-1 if "left" in plain else 1).value
        where = things.first_direction(words)
        if where:
            if where in ("forward", "back"):
                return where
            sides = compass.sides(where)
            if len(sides) == 1:
                return sides[0].value
            self.doubts.append(where)
            return self._better(at, [side.value for side in sides], man)
        return self._towards(man, at, self._seen(man, at, words))

    def _seen(self, man: FigureId, at: Hex, words: Words) -> Hex:
        """The hex at which he is to look."""
        board, figures = self.desk.battle.board, self.desk.battle.figures
        labels = [self.lexicon.hex(word) for word in words if word.kind == "hex"]
        if len(labels) == 1:
            return labels[0]
        person = self.persons.foe(words, self.foes)
        if person is None:
            person = self.persons.own(words)
        if person is not None and len(person.ids) == 1 and (there := figures[person.ids[0]].hex) is not None:
            if not person.sure:
                self.doubts.append(text_of(words))
            return there
        thing = things.called(self.desk.battle, self.lexicon, words)
        hexes = thing.hexes if thing is not None else []
        if any(word.plain in _ENEMIES for word in words):
            hexes = self._foes_of(man)
        hexes = [there for there in hexes if there != at]
        if not hexes:
            raise Unplain
        self.doubts.append(text_of(words))
        return min(hexes, key=lambda there: (board.distance(at, there), there))

    def _towards(self, man: FigureId, at: Hex, there: Hex) -> str:
        found = compass.looking_at(self.desk.battle.board, at, there) if at != there else None
        if found is None:
            raise Unplain
        if not isinstance(found, Trouble):
            return found.value
        self.doubts.append(there)
        return self._better(at, found.candidates, man)

    def _better(self, at: Hex, facings: Sequence[str], man: FigureId) -> str:
        """The one of these directions in which more of the enemies lie."""
        board = self.desk.battle.board
        foes = [foe for foe in self._foes_of(man) if foe != at]
        ways = {one: TWELFTHS[one] for one in facings}

        def off(one: str) -> int:
            return sum(
                min((board.bearing(at, foe) - ways[one]) % 12, (ways[one] - board.bearing(at, foe)) % 12)
                for foe in foes
            )

        return min(facings, key=off)

"""The umpire's table: adjudication works through a journal that records, rolls and asks.

``record`` appends an event and applies it at once; ``roll`` asks the umpire for a face and records it; ``decide``
answers a choice that the book gives to a player, from his standing orders or by the default, and records it.
"""

from __future__ import annotations

from collections import Counter

from rules.core.dice import Dice
from rules.events.base import Event
from rules.events.umpire import DecisionMade, DieRolled
from rules.evolve import evolve
from rules.state.battle import Battle
from rules.state.figure import FigureId, SeatId


class Journal:
    """One adjudication: a battle of its own, the dice, and the events so far."""

    def __init__(self, battle: Battle, dice: Dice) -> None:
        self.battle = battle.copy()
        self.events: list[Event] = []
        self._dice = dice
        self._rolled: Counter[str] = Counter()

    def record(self, event: Event) -> None:
        """It happened."""
        self.events.append(event)
        evolve(self.battle, event)

    def roll(self, rule: str, actor: str, target: str = "", *, sides: int = 10) -> int:
        """A die for a rule, an actor and a target. The name also holds the phase and a count, so that one roll
        more or less never shifts the others."""
        stem = f"p{self.battle.phase}/{rule}/{actor}/{target}"
        self._rolled[stem] += 1
        name = f"{stem}/{self._rolled[stem]}"
        face = self._dice.roll(name, sides)
        self.record(DieRolled(name=name, sides=sides, face=face, rule=rule))
        return face

    def decided(
        self, seat: SeatId, about: str, chosen: str, rule: str, *, figure: FigureId = "", order: str = ""
    ) -> None:
        """A player's choice was answered: by the standing order whose text is given, else by the default."""
        self.record(
            DecisionMade(seat=seat, about=about, chosen=chosen, rule=rule, figure=figure, order=order)
        )

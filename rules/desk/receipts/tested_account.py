"""The account of a TEST: for each standing order when it would have been used, and why it passed
enemies over."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.core.language import say
from rules.events.terms import StandingOrderPassedOn
from rules.events.umpire import StandingOrderSpent
from rules.journal import Journal
from rules.state.figure import Character, FigureId
from rules.tactical.instructions.picking import distance_between

MOST_REASONS = 6


class Tested(msgspec.Struct, frozen=True):
    """What one standing order would have done. ``would``: each moment at which it would have been used, in
    order; ``would_not``: for each enemy whom it passed over the first thing that spoke against it, where he
    came nearest."""

    order: str
    would: tuple[str, ...]
    would_not: tuple[str, ...]


class Account:
    """What is said of each order so far. ``would`` is open to whoever walks through the events."""

    def __init__(self, journal: Journal, contracts: Sequence[str]) -> None:
        self._journal = journal
        self._read = 0
        self.would: dict[str, list[str]] = {text: [] for text in contracts}
        self._passed: dict[str, dict[FigureId, tuple[int, str]]] = {text: {} for text in contracts}

    def pass_over(self, text: str, own: Character, enemy: Character, why: str) -> None:
        """Keep the reason of the moment at which an enemy came nearest."""
        distance = distance_between(self._journal.battle, own, enemy)
        found = self._passed[text].get(enemy.id)
        if found is None or distance < found[0]:
            words = why if own.name in why else f"{own.name}: {why}"
            self._passed[text][enemy.id] = (
                distance,
                say("{enemy} in {hex}: {words}.", enemy=enemy.name, hex=enemy.hex, words=words),
            )

    def tell_ends(self) -> None:
        """Tell what became of the orders themselves since it was told last."""
        for event in self._journal.events[self._read :]:
            if isinstance(event, StandingOrderSpent) and event.order in self.would:
                self.would[event.order].append(
                    say("With that it ends{why}.", why=": " + event.why if event.why else "")
                )
            elif isinstance(event, StandingOrderPassedOn) and event.order in self.would:
                self.would[event.order].append(
                    say("It goes on to {now}: {why}.", now=event.now, why=event.why)
                )
        self._read = len(self._journal.events)

    def told(self) -> tuple[Tested, ...]:
        return tuple(Tested(text, tuple(said), self._reasons(text)) for text, said in self.would.items())

    def _reasons(self, text: str) -> tuple[str, ...]:
        found = [words for _, words in sorted(self._passed[text].values())]
        more = len(found) - MOST_REASONS
        return (*found[:MOST_REASONS], say("And {more} more.", more=more)) if more > 1 else tuple(found)

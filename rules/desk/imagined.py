"""The board as it will look if everybody moves as ordered and nobody interferes: a draft for receipts.

Moves are carried out in the order of their lines, so each is planned on the draft of those before it.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.core.rejection import Rejection
from rules.evolve import evolve
from rules.orders.records import MoveOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import FigureId
from rules.tactical.move_planning import Plan, begun, leg_events, plan


class Imagined:
    """A battle, and the moves ordered so far played out on a copy of it."""

    def __init__(self, battle: Battle, rules: Ruleset, moves: Iterable[MoveOrder] = ()) -> None:
        self._battle = battle
        self._rules = rules
        self._moves: dict[FigureId, MoveOrder] = {}
        self.plans: dict[FigureId, Plan] = {}
        self.draft = battle
        for move in moves:
            self.add(move)

    def plan(self, order: MoveOrder) -> Plan | Rejection:
        """What an order would do behind all others; an earlier one of the same figure is forgotten."""
        self.forget(order.figure)
        return plan(self.draft, self._rules, order)

    def add(self, order: MoveOrder) -> Plan | Rejection:
        """Plan an order and, if it can be done, let the draft follow it."""
        found = self.plan(order)
        if not isinstance(found, Rejection):
            self._moves[order.figure] = order
            self._follow(found)
        return found

    def forget(self, figure: FigureId) -> None:
        """Play everything again without one figure's move, along the ways already found where they are still open."""
        if figure not in self._moves:
            return
        others = [(order, self.plans[name]) for name, order in self._moves.items() if name != figure]
        self._moves, self.plans, self.draft = {}, {}, self._battle
        for order, before in others:
            ways = tuple(planned.leg for planned in before.legs)
            same = replace(order, to="", path=ways, facing="") if ways else order
            found = plan(self.draft, self._rules, same)
            if isinstance(found, Rejection):
                self.add(order)
                continue
            self._moves[order.figure] = order
            self._follow(found)

    def _follow(self, found: Plan) -> None:
        self.plans[found.figure] = found
        if not found.legs:
            return
        draft = begun(self.draft, found.figure, found.allowance)
        ways = [planned.leg for planned in found.legs]
        for i, leg in enumerate(ways):
            events = leg_events(draft, self._rules, found.figure, leg, ways[i + 1 :])
            if isinstance(events, Rejection):
                return
            for event in events:
                evolve(draft, event)
        self.draft = draft

"""The board as it will look if everybody moves as ordered and nobody interferes: a draft for receipts.

Charges come first, moves after them; each is planned on the draft of those before it, in the order of their lines.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.core.rejection import Rejection
from rules.evolve import evolve
from rules.orders.records import ChargeOrder, MoveOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle, Charge
from rules.state.figure import FigureId
from rules.tactical.charge import Planned, as_ridden, first_planned
from rules.tactical.move_planning import Plan, begun, leg_events, plan


class Imagined:
    """A battle, and the charges and moves ordered so far played out on a copy of it."""

    def __init__(
        self,
        battle: Battle,
        rules: Ruleset,
        moves: Iterable[MoveOrder] = (),
        charges: Iterable[ChargeOrder] = (),
    ) -> None:
        self._battle = battle
        self._rules = rules
        self._moves: dict[FigureId, MoveOrder] = {}
        self._charges: dict[FigureId, Planned] = {}
        self.plans: dict[FigureId, Plan] = {}
        self.draft = battle
        for charge in charges:
            self.add_charge(charge)
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

    def add_charge(self, order: ChargeOrder) -> Planned | Rejection:
        """Plan a charge behind those announced before it and, if it is allowed, let the draft follow it."""
        self.forget(order.figure)
        found = first_planned(self.announced(), self._rules, order)
        if not isinstance(found, Rejection):
            self._charges[order.figure] = found
            self._again(self._moves)
        return found

    def announced(self) -> Battle:
        """The board as it is, with the charges ordered so far announced on it."""
        draft = self._battle
        for found in self._charges.values():
            draft = announced_on(draft, found)
        return draft

    def announced_without(self, figure: FigureId) -> Battle:
        """The same without the charge of one figure."""
        draft = self._battle
        for name, found in self._charges.items():
            draft = announced_on(draft, found) if name != figure else draft
        return draft

    def forget(self, figure: FigureId) -> None:
        """Play everything again without one figure's move or charge."""
        if figure in self._charges:
            del self._charges[figure]
            self._again({name: order for name, order in self._moves.items() if name != figure})
        elif figure in self._moves:
            self._again({name: order for name, order in self._moves.items() if name != figure})

    def _again(self, moves: dict[FigureId, MoveOrder]) -> None:
        """Charges first, then the moves along the ways already found where they are still open."""
        ways = {name: tuple(leg.leg for leg in self.plans[name].legs) for name in moves}
        self._moves, self.plans, self.draft = {}, {}, as_ridden(self.announced(), self._rules)
        for name, order in moves.items():
            same = replace(order, to="", path=ways[name], facing="") if ways[name] else order
            found = plan(self.draft, self._rules, same)
            if isinstance(found, Rejection):
                self.add(order)
                continue
            self._moves[name] = order
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


def announced_on(battle: Battle, found: Planned) -> Battle:
    """A copy of a battle on which a charge has been announced."""
    draft = battle.copy()
    start = draft.figures[found.rider].hexes
    draft.now.charges[found.rider] = Charge(target=found.target, start=start, route=found.route)
    return draft

"""The board as it will look if everybody moves as ordered and nobody interferes: a draft for receipts.

Charges come first, moves after them; each is planned on the draft of those before it, in the order of
their lines.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.core.rejection import Rejection
from rules.orders.records import ChargeOrder, MoveOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle, Charge
from rules.state.figure import FigureId
from rules.tactical.charging.charge import Planned, as_ridden, first_planned
from rules.tactical.moving.planning import Plan, planned


class Imagined:
    """A battle, and the charges and moves ordered so far played out on a copy of it.

    Those it begins with are played when somebody first looks at the board that they lead to: many
    questions never do."""

    def __init__(
        self,
        battle: Battle,
        rules: Ruleset,
        moves: Iterable[MoveOrder] = (),
        charges: Iterable[ChargeOrder] = (),
    ) -> None:
        self._battle = battle
        self._rules = rules
        self._waiting_charges = {charge.figure: charge for charge in charges}
        self._waiting = {move.figure: move for move in moves}
        self._moves: dict[FigureId, MoveOrder] = {}
        self._charges: dict[FigureId, Planned] = {}
        self._plans: dict[FigureId, Plan] = {}
        self._draft = battle

    def copy(self) -> Imagined:
        """Another that begins where this one stands."""
        other = Imagined(self._battle, self._rules, self._waiting.values(), self._waiting_charges.values())
        other._moves, other._charges = dict(self._moves), dict(self._charges)
        other._plans, other._draft = dict(self._plans), self._draft
        return other

    @property
    def draft(self) -> Battle:
        """The board when all have gone where they are ordered to."""
        self.play()
        return self._draft

    def plan_of(self, figure: FigureId) -> Plan | None:
        """The move of a figure, if he has one that can be made."""
        if figure in self._waiting:
            self.play()
        return self._plans.get(figure)

    def rides_and_moves(self) -> tuple[Plan, ...]:
        """All charges and moves that can be made as ordered."""
        self.play()
        return (*(found.ride for found in self._charges.values()), *self._plans.values())

    def has_move(self, figure: FigureId) -> bool:
        """Whether a figure was given a move, be it possible or not."""
        return figure in self._waiting or figure in self._moves

    @property
    def waiting(self) -> int:
        """How many moves and charges would have to be played to look at the draft."""
        return len(self._waiting) + len(self._waiting_charges)

    def play(self) -> None:
        """Play what waits."""
        self._announce()
        moves, self._waiting = self._waiting, {}
        for move in moves.values():
            self.add(move)

    def _announce(self) -> None:
        charges, self._waiting_charges = self._waiting_charges, {}
        for charge in charges.values():
            self.add_charge(charge)

    def plan(self, order: MoveOrder) -> Plan | Rejection:
        """What an order would do behind all others; an earlier one of the same figure is forgotten."""
        found = self._planned(order)
        return found if isinstance(found, Rejection) else found[0]

    def add(self, order: MoveOrder) -> Plan | Rejection:
        """Plan an order and, if it can be done, let the draft follow it."""
        found = self._planned(order)
        if isinstance(found, Rejection):
            return found
        self._follow(order, *found)
        return found[0]

    def _planned(self, order: MoveOrder) -> tuple[Plan, Battle] | Rejection:
        self.forget(order.figure)
        return planned(self.draft, self._rules, order)

    def add_charge(self, order: ChargeOrder) -> Planned | Rejection:
        """Plan a charge behind those announced before it and, if it is allowed, let the draft follow it."""
        self.forget(order.figure)
        self._announce()
        found = first_planned(self.announced(), self._rules, order)
        if not isinstance(found, Rejection):
            self._charges[order.figure] = found
            self._again(self._moves)
        return found

    def announced(self) -> Battle:
        """The board as it is, with the charges ordered so far announced on it."""
        self._announce()
        draft = self._battle
        for found in self._charges.values():
            draft = announced_on(draft, found)
        return draft

    def announced_without(self, figure: FigureId) -> Battle:
        """The same without the charge of one figure."""
        self._announce()
        draft = self._battle
        for name, found in self._charges.items():
            draft = announced_on(draft, found) if name != figure else draft
        return draft

    def forget(self, figure: FigureId) -> None:
        """Play everything again without one figure's move or charge."""
        self._waiting.pop(figure, None)
        self._waiting_charges.pop(figure, None)
        if figure in self._charges:
            del self._charges[figure]
            self._again({name: order for name, order in self._moves.items() if name != figure})
        elif figure in self._moves:
            self._again({name: order for name, order in self._moves.items() if name != figure})

    def _again(self, moves: dict[FigureId, MoveOrder]) -> None:
        """Charges first, then the moves along the ways already found where they are still open."""
        ways = {name: tuple(leg.leg for leg in self._plans[name].legs) for name in moves}
        self._moves, self._plans = {}, {}
        self._draft = as_ridden(self.announced(), self._rules)
        for name, order in moves.items():
            same = replace(order, to="", path=ways[name], facing="") if ways[name] else order
            found = planned(self._draft, self._rules, same)
            if isinstance(found, Rejection):
                self.add(order)
            else:
                self._follow(order, *found)

    def _follow(self, order: MoveOrder, found: Plan, after: Battle) -> None:
        self._moves[order.figure] = order
        self._plans[order.figure] = found
        self._draft = after


def announced_on(battle: Battle, found: Planned) -> Battle:
    """A copy of a battle on which a charge has been announced."""
    draft = battle.copy()
    start = draft.figures[found.rider].hexes
    draft.now.charges[found.rider] = Charge(target=found.target, start=start, route=found.route)
    return draft

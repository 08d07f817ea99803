"""The board as it will look if everybody does what is ordered for the movement step and nobody interferes:
the one draft that receipts, TRY and the desk ask.

What is ordered is carried out on a copy as play carries it out: charges are announced and ridden first, then
come moves and all other work of the step, in the order of their lines, each on the board that those before it
left. Whoever could strike at somebody in passing has done so to the first who came by (GUI-4.3b). Who shoots
before that rides no charge and goes no farther than his shot lets him (GUI-5.2b, GUI-5.1a).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.core.rejection import Rejection
from rules.desk.sheet import Slot, slots_of
from rules.journal import Journal
from rules.orders.records import SAFEST, SHORTEST, ChargeOrder, MoveOrder, Order, figures_of
from rules.phases.skirmish import do_work
from rules.ruleset import Ruleset
from rules.state.battle import Battle, Charge
from rules.state.figure import FigureId
from rules.tactical import weapons
from rules.tactical.charging.charge import Planned, as_ridden, first_planned
from rules.tactical.formations import aftermath
from rules.tactical.harm import infiltration
from rules.tactical.moving.movement import resolve_move
from rules.tactical.moving.planning import Plan, planned

Slots = frozenset[Slot]


class Imagined:
    """A battle, and the charges and other orders of the movement step so far, played out on a copy of it.

    Those it begins with are played when somebody first looks at the board that they lead to: many questions
    never do. ``held``: who gives the phase to other work before anybody moves, so that no move of his is
    counted on. ``shooting``: who shoots before anybody moves. What they are told of their moves and charges
    is what these would be without the shot; nobody else is told to count on it."""

    def __init__(
        self,
        battle: Battle,
        rules: Ruleset,
        orders: Iterable[Order] = (),
        charges: Iterable[ChargeOrder] = (),
        held: frozenset[FigureId] = frozenset(),
        shooting: frozenset[FigureId] = frozenset(),
    ) -> None:
        self._battle = battle
        self._rules = rules
        self._held = held
        self.shooting = shooting
        self._waiting_charges = {charge.figure: charge for charge in charges}
        self._waiting = {slots_of(order): order for order in orders}
        self._done: dict[Slots, Order] = {}
        self._undone: dict[Slots, Rejection] = {}
        self._charges: dict[FigureId, Planned] = {}
        self._plans: dict[FigureId, Plan] = {}
        self._draft = battle

    def copy(self) -> Imagined:
        """Another that begins where this one stands."""
        other = Imagined(
            self._battle, self._rules, (), self._waiting_charges.values(), self._held, self.shooting
        )
        other._waiting = dict(self._waiting)
        other._done, other._undone = dict(self._done), dict(self._undone)
        other._charges = dict(self._charges)
        other._plans, other._draft = dict(self._plans), self._draft
        return other

    # looking

    @property
    def draft(self) -> Battle:
        """The board when all has been done that is ordered."""
        self.play()
        return self._draft

    def draft_for(self, order: Order) -> Battle:
        """The board on which an order would be carried out: without those whose place it takes."""
        self.play()
        if not any(slots & slots_of(order) for slots in self._done):
            return self._draft
        other = self.copy()
        other._take_back(slots_of(order))
        return other._draft

    def plan_of(self, figure: FigureId) -> Plan | None:
        """The move of a figure, if he has one that can be made."""
        if self._of(figure) in self._waiting:
            self.play()
        return self._plans.get(figure)

    def rides_and_moves(self) -> tuple[Plan, ...]:
        """All charges and moves that can be made as ordered."""
        self.play()
        ridden = (found.ride for name, found in self._charges.items() if name not in self.shooting)
        return (*ridden, *self._plans.values())

    def undone(self, order: Order) -> bool:
        """Whether an order that is followed cannot be carried out on the board that those before it leave."""
        self.play()
        return slots_of(order) in self._undone

    def stops_at(self, figure: FigureId) -> str:
        """The hex in which the draft has somebody; empty off the board."""
        return self.draft.figures[figure].hex or ""

    def has_move(self, figure: FigureId) -> bool:
        """Whether a figure was given a move, be it possible or not."""
        return self._of(figure) in self._waiting or self._of(figure) in self._done

    @property
    def waiting(self) -> int:
        """How many orders would have to be played to look at the draft."""
        return len(self._waiting) + len(self._waiting_charges)

    def announced(self) -> Battle:
        """The board as it is, with the charges ordered so far announced on it."""
        self._announce()
        return self._announced_before("")

    def announced_without(self, figure: FigureId) -> Battle:
        """The same when the charge of one figure is to be announced: with those before it."""
        self._announce()
        return self._announced_before(figure)

    # ordering

    def play(self) -> None:
        """Play what waits."""
        self._announce()
        waiting, self._waiting = self._waiting, {}
        for order in waiting.values():
            self._do(order)

    def plan(self, order: MoveOrder) -> Plan | Rejection:
        """What an order would do behind all others, without those whose place it takes."""
        found = planned(self.draft_for(order), self._rules, order)
        return found if isinstance(found, Rejection) else found[0]

    def add(self, order: MoveOrder) -> Plan | Rejection:
        """Plan a move and, if it can be made, let the draft follow it. What it takes the place of
        is forgotten."""
        self._forget(slots_of(order))
        self.play()
        return self._move(order, planned(self._draft, self._rules, order))

    def add_comparing(self, order: MoveOrder) -> tuple[Plan | Rejection, Plan | Rejection]:
        """The same for a move to a hex by the safest way or the shortest, with the plan for the other of the
        two. On a shortest way without harm they are one, and planned once."""
        self._forget(slots_of(order))
        self.play()
        short = planned(self._draft, self._rules, replace(order, way=SHORTEST))
        one = not isinstance(short, Rejection) and not short[0].harm
        safe = short if one else planned(self._draft, self._rules, replace(order, way=SAFEST))
        taken, other = (safe, short) if order.way == SAFEST else (short, safe)
        return self._move(order, taken), other if isinstance(other, Rejection) else other[0]

    def follow(self, order: Order) -> None:
        """Let the draft follow an order that stands, if it is one of this step."""
        if isinstance(order, ChargeOrder) or not isinstance(order, self._rules.orders_in("movement")):
            return
        if self._done.get(slots_of(order)) != order:
            self._forget(slots_of(order))
            self.play()
            self._do(order)

    def add_charge(self, order: ChargeOrder) -> Planned | Rejection:
        """Plan a charge behind those announced before it and, if it is allowed, let the draft follow it."""
        self._announce()
        found = first_planned(self._announced_before(order.figure), self._rules, order)
        if isinstance(found, Rejection):
            self.forget(order.figure)
            return found
        self._charges[order.figure] = found
        self._waiting = {k: o for k, o in self._waiting.items() if not k & slots_of(order)}
        self._again({k: o for k, o in self._done.items() if not k & slots_of(order)})
        return found

    def forget(self, figure: FigureId) -> None:
        """Play everything again without what one figure has been ordered."""
        self._waiting_charges.pop(figure, None)
        self._waiting = {k: o for k, o in self._waiting.items() if figure not in figures_of(o)}
        kept = {k: o for k, o in self._done.items() if figure not in figures_of(o)}
        if self._charges.pop(figure, None) is not None or len(kept) < len(self._done):
            self._again(kept)

    # inside

    @staticmethod
    def _of(figure: FigureId) -> Slots:
        return slots_of(MoveOrder(figure))

    def _forget(self, slots: Slots) -> None:
        charges = self._waiting_charges.items()
        self._waiting_charges = {f: charge for f, charge in charges if not slots_of(charge) & slots}
        self._waiting = {k: o for k, o in self._waiting.items() if not k & slots}
        self._take_back(slots)

    def _take_back(self, slots: Slots) -> None:
        charging = [f for f in self._charges if slots_of(ChargeOrder(f, ())) & slots]
        kept = {k: o for k, o in self._done.items() if not k & slots}
        for figure in charging:
            del self._charges[figure]
        if charging or len(kept) < len(self._done):
            self._again(kept)

    def _announce(self) -> None:
        charges, self._waiting_charges = self._waiting_charges, {}
        for charge in charges.values():
            self.add_charge(charge)

    def _announced_before(self, figure: FigureId) -> Battle:
        draft = self._battle
        for name, found in self._charges.items():
            if name == figure:
                break
            if name not in self.shooting:
                draft = announced_on(draft, found)
        return draft

    def _again(self, orders: dict[Slots, Order]) -> None:
        """Charges first, then all else."""
        self._done, self._undone, self._plans = {}, {}, {}
        self._draft = as_ridden(self._announced_before(""), self._rules)
        for order in orders.values():
            self._do(order)

    def _do(self, order: Order) -> None:
        if isinstance(order, MoveOrder):
            self._move(order, planned(self._draft, self._rules, order))
            return
        self._done[slots_of(order)] = order
        after = _worked(self._draft, self._rules, order, self.shooting)
        if isinstance(after, Rejection):
            self._undone[slots_of(order)] = after
        else:
            self._draft = after

    def _move(self, order: MoveOrder, found: tuple[Plan, Battle] | Rejection) -> Plan | Rejection:
        """Let the draft follow a move that was planned on it."""
        if isinstance(found, Rejection):
            return found
        self._done[slots_of(order)] = order
        self._plans[order.figure], after = found
        if order.figure in self.shooting:
            after = _as_far_as_may_be(self._draft, self._rules, order)
        if order.figure not in self._held:
            self._draft = _in_order(after, self._rules) if after is not self._draft else after
        return found[0]


class _Undisturbed:
    """Dice for a board on which nobody is stopped, thrown or hit."""

    def roll(self, name: str, sides: int, chain: str = "") -> int:
        return 1 if f"/{infiltration.DIE}/" in name else sides


def _as_far_as_may_be(draft: Battle, rules: Ruleset, order: MoveOrder) -> Battle:
    """A copy of the board on which somebody who has shot has gone as far on his way as his shot lets him."""
    journal = _undisturbed(draft)
    figure = draft.figures[order.figure]
    limit = weapons.movement_limit(draft, rules, figure, fired=True, watching=False)
    resolve_move(journal, rules, order, lambda mover: None, limit=limit)
    return _settled(journal, draft)


def _worked(draft: Battle, rules: Ruleset, order: Order, shooting: frozenset[FigureId]) -> Battle | Rejection:
    """A copy of the board on which an order that is no move has been carried out as play does it, after
    some have shot."""
    journal = _undisturbed(draft)
    journal.battle.now.fired.update(shooting)
    figures = figures_of(order)
    seat = draft.figures[figures[0]].seat if figures else draft.seats_of(draft.side)[0].id
    refusal = do_work(journal, rules, seat, order, lambda mover: None)
    if refusal is not None:
        return refusal
    aftermath.settle(journal, rules)
    return _settled(journal, draft)


def _in_order(draft: Battle, rules: Ruleset) -> Battle:
    """The board when those who have lost their close order are out of it."""
    if not draft.formations:
        return draft
    journal = _undisturbed(draft)
    aftermath.settle(journal, rules)
    return _settled(journal, draft)


def _undisturbed(draft: Battle) -> Journal:
    """A journal over a copy of the board on which nobody interferes and nobody is asked."""
    alone = draft.copy()
    alone.standing, alone.asked = {}, {}
    return Journal(alone, _Undisturbed())


def _settled(journal: Journal, draft: Battle) -> Battle:
    """The board of such a journal, as the draft that it was copied from would go on."""
    after = journal.battle
    after.standing, after.asked = draft.standing, draft.asked
    after.now.fired = draft.now.fired
    return after


def announced_on(battle: Battle, found: Planned) -> Battle:
    """A copy of a battle on which a charge has been announced."""
    draft = battle.copy()
    start = draft.figures[found.rider].hexes
    draft.now.charges[found.rider] = Charge(target=found.target, start=start, route=found.route)
    return draft

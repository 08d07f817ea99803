"""By what means an enemy is harmed: hand to hand, by a shot, or at the gallop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rules.core.language import english, say
from rules.core.rejection import Rejection
from rules.desk.check import check
from rules.desk.desk import Desk
from rules.desk.speech.clause import Clause, Unknown, Unsure
from rules.desk.speech.company import names
from rules.orders.lexicon import Lexicon
from rules.orders.parser import print_order
from rules.orders.records import (
    AttackOrder,
    ChargeOrder,
    Fact,
    FactKind,
    FireOrder,
    IfOrder,
    Order,
    Pick,
)
from rules.orders.trouble import Code, Trouble, listed
from rules.state.figure import Character, FigureId
from rules.tactical import weapons
from rules.tactical.charging.charge import first_planned


class Means:
    """Part of Deeds, which keeps what was told and who is sent where."""

    desk: Desk
    lexicon: Lexicon
    told: list[str]
    going: dict[FigureId, str]

    def _attack(self, who: tuple[FigureId, ...], clause: Clause) -> Order:
        if not clause.whom or clause.lance or clause.joined == "or":
            raise Unknown
        if clause.joined == "else":
            first, other = (AttackOrder(who, Pick(names=(foe,)), clause.at_least) for foe in clause.whom[:2])
            if len(clause.whom) > len("12"):
                raise Unknown
            return IfOrder((Fact(clause.whom[0], FactKind.DOWN),), other, first)
        return AttackOrder(who, Pick(names=clause.whom), clause.at_least)

    def _fire(self, clause: Clause) -> Iterator[Order]:
        if clause.at_least or clause.joined == "together":
            raise Unknown
        nearest = Pick(how="nearest", kinds=clause.kinds)
        otherwise = nearest if clause.nearest else None
        pick = Pick(names=clause.whom, or_else=otherwise) if clause.whom else nearest
        orders = [FireOrder((man,), pick, "", "lance" if clause.lance else "") for man in clause.who]
        able = [order for order in orders if not check(self.desk, order).refused] if clause.each else orders
        left = [order.figures[0] for order in orders if order not in able]
        if able and left:
            self.told.append(
                say("Left out, since they have no such shot: {names}.", names=names(left, self.lexicon))
            )
        yield from able or orders

    def _strike(self, clause: Clause) -> Iterator[Order]:
        """By the only means that each has: hand to hand, by a shot, or at the gallop."""
        if not clause.whom:
            if all(self._shoots(man) for man in clause.who):
                yield from self._fire(clause)
                return
            raise Unknown
        by_hand: list[FigureId] = []
        shooting: list[FigureId] = []
        others: list[Order] = []
        for man in clause.who:
            order = self._means(man, clause)
            if isinstance(order, AttackOrder):
                by_hand.append(man)
            elif isinstance(order, FireOrder):
                shooting.append(man)
            else:
                others.append(order)
        if clause.bare and (by_hand or others):
            raise Unknown
        read_as = [
            *(("ATTACK",) if by_hand else ()),
            *(("CHARGE",) if others else ()),
            *(("FIRE",) if shooting else ()),
        ]
        if clause.said:
            self.told.append(
                english("{written} read as {name}.", written=clause.said, name=listed(read_as, "and"))
            )
        if by_hand:
            yield self._attack(tuple(by_hand), clause)
        yield from others
        if shooting:
            yield from self._fire(replace(clause, who=tuple(shooting)))

    def _means(self, man: FigureId, clause: Clause) -> Order:
        figure, foe = self.desk.battle.figures[man], clause.whom[0]
        by_hand = AttackOrder((man,), Pick(names=clause.whom), clause.at_least)
        shot = FireOrder((man,), Pick(names=clause.whom))
        ride = ChargeOrder(man, clause.whom)
        if clause.at_least or self._beside(man, foe):
            return by_hand
        if self._shoots(man):
            return shot
        if man in self.going:
            return by_hand
        possible: list[Order] = []
        if (
            weapons.weapon_of(self.desk.battle, self.desk.rules, figure)
            and not check(self.desk, shot).refused
        ):
            possible.append(shot)
        if self._can_ride(figure, ride):
            possible.append(ride)
        if not clause.bare and not figure.mounted and figure.kind != "javelinman" and shot in possible:
            possible.remove(shot)  # a lance is thrown by nobody to whom that was not said
        if len(possible) == 1 and (possible[0] is ride or not clause.bare):
            if possible[0] is ride:
                return ride
            possible.append(by_hand)
        if possible:
            raise Unsure(self._either(possible))
        return by_hand

    def _shoots(self, man: FigureId) -> bool:
        """Whether somebody is there to shoot: an archer or a slinger."""
        figure = self.desk.battle.figures[man]
        return bool(
            (figure.archer or figure.slinger) and weapons.weapon_of(self.desk.battle, self.desk.rules, figure)
        )

    def _can_ride(self, figure: Character, ride: ChargeOrder) -> bool:
        if not figure.mounted or "tactics" not in self.desk.battle.setup.modules:
            return False
        if any(whom not in self.desk.battle.figures for whom in ride.at):
            return False  # a horse, or an engine
        return not isinstance(first_planned(self.desk.imagined.announced(), self.desk.rules, ride), Rejection)

    def _beside(self, man: FigureId, foe: str) -> bool:
        figures, board = self.desk.imagined.draft.figures, self.desk.battle.board
        there = figures[foe].hexes if foe in figures else ()
        return any(board.adjacent(a, b) for a in figures[man].hexes for b in there)

    def _either(self, orders: Sequence[Order]) -> Trouble:
        candidates = tuple(print_order(order, self.lexicon) for order in orders)
        message = english("two orders are possible: {orders}", orders=listed(candidates))
        return Trouble(Code.EXPECTED, message, -1, "", candidates)

"""The stage of a TEST: a battle of its own in which the orders tried stand, whose they are, and what is
said of them."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.dice import ScriptedDice
from rules.desk.receipts.tested_account import Account
from rules.journal import Journal
from rules.orders.filed import Filed
from rules.orders.records import figures_of
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, SeatId
from rules.tactical.instructions.terms import attend, standing_orders


class Stage:
    """What everybody needs who asks the orders tried at some moment."""

    def __init__(self, before: Battle, rules: Ruleset, seat: SeatId, contracts: Sequence[str]) -> None:
        seen = before.copy()
        seen.standing, seen.spent_orders, seen.progress = {seat: tuple(contracts)}, {}, {}
        self.journal = Journal(seen, ScriptedDice(()))
        self.rules = rules
        self.seat = seat
        self.lookout = attend(self.journal, rules)
        self.account = Account(self.journal, contracts)

    @property
    def battle(self) -> Battle:
        return self.journal.battle

    def own(self, figure: FigureId) -> bool:
        found = self.battle.figures.get(figure)
        return found is not None and found.seat == self.seat

    def has(self, kind: type) -> bool:
        return bool(self.of_kind(kind))

    def of_kind(self, kind: type) -> list[Filed]:
        return [f for f in standing_orders(self.battle, self.seat) if isinstance(f.order, kind)]

    def bound(self, filed: Filed) -> list[Character]:
        named = figures_of(filed.order)
        return [
            f
            for f in self.battle.figures.values()
            if f.active and self.own(f.id) and (not named or f.id in named)
        ]

    def decided(self, about: str, chosen: str, figure: FigureId, text: str) -> None:
        self.journal.decided(self.seat, about, chosen, "", figure=figure, order=text)
        self.account.tell_ends()

"""Standing orders in general, and the terms that may stand behind each."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec

from rules.orders.order import Order
from rules.state.figure import FigureId, Hex


class FactKind(StrEnum):
    """What a fact says of somebody, or of a hex."""

    DOWN = "down"  # stunned, dead or gone
    UP = "up"
    DEAD = "dead"
    STUNNED = "stunned"
    WOUNDED = "wounded"
    HEALTHY = "healthy"
    MOUNTED = "mounted"
    ON_FOOT = "on foot"
    AT = "at"
    NEXT_TO = "next to"
    FIRED_AT = "fired at"
    FREE = "free"


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """One fact that an IF asks for; ``test``: one of FactKind, at ``hex``, next to ``other`` (empty: any
    enemy), or whether the hex ``subject`` is free."""

    subject: str
    test: str
    hex: Hex = ""
    other: FigureId = ""
    negated: bool = False


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a standing order counts, and how often. ``times``: so many uses in all (0: any number);
    ``once_a_turn``; ``keep``: so many javelins are never thrown. ``first_turn`` and ``last_turn``: both
    included, 0: no bound. ``facts``: it waits while one of them is not so (WHILE, UNLESS); ``until``: it ends
    for good when all facts of one of these have come true."""

    times: int = 0
    once_a_turn: bool = False
    keep: int = 0
    first_turn: int = 0
    last_turn: int = 0
    facts: tuple[Fact, ...] = ()
    until: tuple[tuple[Fact, ...], ...] = ()


ALWAYS = Terms()


class StandingOrder(Order, frozen=True, kw_only=True):
    """An order that lasts until it is replaced or its terms end it. ``after_that``: the link of the chain
    that takes its place when it has done its work."""

    standing: ClassVar[bool] = True
    terms: Terms = ALWAYS
    after_that: StandingOrder | None = None

    @property
    def links(self) -> tuple[StandingOrder, ...]:
        """The links of the chain, the first one first."""
        rest = self.after_that.links if self.after_that is not None else ()
        return (self, *rest)

    def bound_to(self, figures: tuple[FigureId, ...]) -> StandingOrder:
        """The same order, with all links of its chain, for these figures."""
        rest = self.after_that.bound_to(figures) if self.after_that is not None else None
        return msgspec.structs.replace(self, figures=figures, after_that=rest)

    @property
    def is_contract(self) -> bool:
        """Whether it can end by itself."""
        return self.terms != ALWAYS or self.after_that is not None

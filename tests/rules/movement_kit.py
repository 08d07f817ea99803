"""Moves planned and carried out."""

from __future__ import annotations

from rules.events.movement import (
    MoveEnded,
)
from rules.orders.records import Leg, LegKind, MoveOrder
from rules.tactical.moving import movement
from tests.rules.kit import RULES, journal


def path(*parts):
    return tuple(part if isinstance(part, Leg) else Leg(LegKind.HEX, hex=part) for part in parts)


def planned(made, who, *parts, limit=None, **more):
    return movement.plan(made, RULES, MoveOrder(figure=who, path=path(*parts), **more), limit=limit)


def carry_out(made, who, *parts, dice=(), after=None, limit=None, **more):
    table = journal(made, *dice)

    def after_step(mover):
        if after is not None:
            after(table, mover)

    order = MoveOrder(figure=who, path=path(*parts), **more)
    movement.resolve_move(table, RULES, order, after_step, limit=limit)
    return table


def ended(table):
    return next(e for e in reversed(table.events) if isinstance(e, MoveEnded))

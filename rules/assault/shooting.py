"""Carrying out a SHOOT order with the engine that it names (GUI-10.4.1, GUI-10.5.1b)."""

from __future__ import annotations

from rules.assault import greek_fire, stone_thrower
from rules.assault.engines import STONE_THROWER, Working, may_shoot
from rules.core.rejection import Rejection
from rules.journal import Journal
from rules.orders.records import ShootOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import FigureId, Hex, SeatId
from rules.state.works import Engine


def check(battle: Battle, rules: Ruleset, seat: SeatId, order: ShootOrder) -> Working | Rejection:
    """Who would work the engine, or why it cannot shoot at that hex now."""
    return working(battle, rules, seat, battle.engines[order.engine], order.hex, order.figures)


def working(
    battle: Battle, rules: Ruleset, seat: SeatId, engine: Engine, aim: Hex, named: tuple[FigureId, ...] = ()
) -> Working | Rejection:
    """The same for an engine of either kind and a hex that nobody has ordered yet."""
    asked = may_shoot if engine.kind == STONE_THROWER else greek_fire.may_throw
    return asked(battle, rules, seat, engine, aim, named)


def carry_out(journal: Journal, rules: Ruleset, seat: SeatId, order: ShootOrder) -> Rejection | None:
    """The shot; the reason where it cannot be made: without its crew an engine is silent."""
    engine = journal.battle.engines[order.engine]
    shoot = stone_thrower.shoot if engine.kind == STONE_THROWER else greek_fire.shoot
    return shoot(journal, rules, seat, engine, order)

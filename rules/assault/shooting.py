"""Carrying out a SHOOT order with the engine that it names (GUI-10.4.1, GUI-10.5.1b)."""

from __future__ import annotations

from rules.assault.siege_engines import Working
from rules.core.language import english
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
    """The same for a hex that nobody has ordered yet."""
    kind = rules.engine_kinds[engine.kind]
    if kind.working is None:
        return _silent(rules, engine)
    found: Working | Rejection = kind.working(battle, rules, seat, engine, aim, named)
    return found


def carry_out(journal: Journal, rules: Ruleset, seat: SeatId, order: ShootOrder) -> Rejection | None:
    """The shot; the reason where it cannot be made: without its crew an engine is silent."""
    engine = journal.battle.engines[order.engine]
    shoot = rules.engine_kinds[engine.kind].shoot
    return _silent(rules, engine) if shoot is None else shoot(journal, rules, seat, engine, order)


def _silent(rules: Ruleset, engine: Engine) -> Rejection:
    rule = rules.tables["engines"].text(engine.kind, "rule")
    return Rejection(rule, english("{engine} shoots nothing", engine=engine.name))

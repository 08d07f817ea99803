"""Greek fire: a siphon that covers seven hexes with naphtha, or bursts.

Implements GUI-10.5, GUI-10.5.1a, GUI-10.5.1b, GUI-10.5.1c, GUI-10.5.2.
"""

from __future__ import annotations

from rules.assault import flames
from rules.assault.siege_engines import Working, may_shoot
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.siege_engines import EngineLost, EngineShot, NaphthaSpilled, SiphonTested
from rules.journal import Journal
from rules.orders.records import ShootOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import FigureId, Hex, SeatId
from rules.state.hexsides import NARROW
from rules.state.terrain import hexside_between
from rules.state.works import Engine

MALFUNCTION = "GUI-10.5.2"
NAPHTHA = "GUI-10.5.1c"


def may_throw(
    battle: Battle, rules: Ruleset, seat: SeatId, engine: Engine, aim: Hex, named: tuple[FigureId, ...]
) -> Working | Rejection:
    """The crew for a shot at a hex, or why it cannot be. Never through an arrow slit (GUI-10.5.1a); ruling
    RUL-1043: nor through any wall beside it, while people, trees and slopes are no hindrance to the jet."""
    found = may_shoot(battle, rules, seat, engine, aim, named)
    if isinstance(found, Rejection):
        return found
    start = engine.hexes[0]
    first = battle.board.line(start, aim).stages[0]
    shut = [hexside_between(battle, start, at) & (NARROW | {"wall", "window"}) for at in first]
    if all(shut):
        return Rejection(
            "GUI-10.5.1a",
            english("{engine} cannot throw through a wall or an arrow slit", engine=engine.name),
        )
    return found


def shoot(
    journal: Journal, rules: Ruleset, seat: SeatId, engine: Engine, order: ShootOrder
) -> Rejection | None:
    """First the die for the siphon (GUI-10.5.2); if it works, naphtha covers the hex aimed at and the six
    around it, on land and water (GUI-10.5.1c)."""
    found = may_throw(journal.battle, rules, seat, engine, order.hex, order.figures)
    if isinstance(found, Rejection):
        return found
    every = rules.tables["engines"].number(engine.kind, "every")
    journal.record(
        EngineShot(engine=engine.id, crew=found.crew, aim=order.hex, distance=found.distance, wait=every)
    )
    face = journal.roll(MALFUNCTION, engine.id)
    result = siphon_result(rules, face)
    journal.record(SiphonTested(engine=engine.id, face=face, result=result))
    if result == "burst":
        journal.record(
            EngineLost(engine=engine.id, rule=MALFUNCTION, words=english("the pressure has burst it"))
        )
        own = engine.hexes[0]
        _spill(journal, rules, engine, tuple(at for at in journal.battle.board.within(own, 1) if at != own))
    elif result == "works":
        _spill(journal, rules, engine, journal.battle.board.within(order.hex, 1))
    return None


def siphon_result(rules: Ruleset, face: int) -> str:
    """burst, jam or works (GUI-10.5.2)."""
    table = rules.tables["burning"]
    if face <= table.number("siphon bursts to", "value"):
        return "burst"
    return "jam" if face <= table.number("siphon jams to", "value") else "works"


def _spill(journal: Journal, rules: Ruleset, engine: Engine, hexes: tuple[Hex, ...]) -> None:
    """Hexes that burn with naphtha already take no more; any flame in the others or beside them
    lights it all."""
    battle = journal.battle
    fresh = tuple(at for at in hexes if at not in battle.flames or not battle.flames[at].greek)
    if fresh:
        journal.record(NaphthaSpilled(engine=engine.id, side=engine.side, hexes=fresh))
        flames.reach_spilled(journal, rules, fresh, engine.side)

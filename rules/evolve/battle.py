"""How a battle begins, and what the sequence of play does to its board."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.tables import RuleTable
from rules.events.creation import GameCreated
from rules.events.sequence import PhaseOpened
from rules.events.umpire import ConditionChecked
from rules.evolve import table
from rules.evolve.registry import begins, handles
from rules.state.battle import Battle, PhaseRecord
from rules.state.board import board_of
from rules.state.pieces import Pieces

# The modules with works to which a man gives whole turns (GUI-8.5.2b, GUI-9.2.3.2, GUI-10.2.1).
_WORKING = frozenset({"buildings", "castles", "works"})

_SHARED_TABLES: dict[str, dict[str, RuleTable]] = {}


@begins(GameCreated)
def created(event: GameCreated) -> Battle:
    # one board for all games on the same map, so that looking it up is a comparison of identities; one
    # set of tables
    board = board_of(event.setup.board).data
    tables = event.setup.tables
    if tables:
        tables = _SHARED_TABLES.setdefault(event.setup.tables_digest, tables)
    return Battle(
        setup=replace(event.setup, board=board, tables=tables),
        figures=Pieces((f.id, f) for f in event.figures),
        horses=Pieces((h.id, h) for h in event.horses),
        ladders={ladder.id: ladder for ladder in event.ladders},
        engines=Pieces((e.id, e) for e in event.engines),
        overlays=Pieces((o.id, o) for o in event.overlays),
        formations={f.id: f for f in event.formations},
    )


@handles(Battle, PhaseOpened)
def _opened(battle: Battle, event: PhaseOpened) -> None:
    if battle.setup.victory.storm is not None and battle.now.attacked:
        battle.melee = battle.turn
    table.opened(battle, event)
    battle.before, battle.last = battle.last, battle.now
    battle.now = PhaseRecord(number=event.number)
    for engine in battle.engines.values():
        if engine.side == event.side and engine.wait:
            battle.engines[engine.id] = replace(engine, wait=engine.wait - 1)
    if _WORKING & set(battle.setup.modules):
        battle.now.stands = {f.id: f.hex for f in battle.figures.values() if f.hex is not None and f.living}


@handles(Battle, ConditionChecked)
def _checked(battle: Battle, event: ConditionChecked) -> None:
    battle.now.checked[f"{event.seat}: {event.order}"] = event.holds

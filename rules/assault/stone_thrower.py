"""The stone thrower: where its stone comes down and what it breaks.

Implements GUI-10.4, GUI-10.4.1, GUI-10.4.4.
"""

from __future__ import annotations

from collections import Counter

from rules.assault.fuel import work_at
from rules.assault.siege_engines import may_shoot
from rules.assault.wreckage import destroy
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.siege_engines import EngineShot, StoneFell, WoodBattered
from rules.journal import Journal
from rules.orders.records import ShootOrder
from rules.ruleset import Ruleset, Shot
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, Horse, SeatId
from rules.state.terrain import engine_at, terrain_at
from rules.state.works import Engine
from rules.tactical.shooting import missile, shot
from rules.tactical.shooting.damage import STONE, people_in
from rules.tactical.shooting.scatter import DEGREES_PER_BEARING

RULE = "GUI-10.4.4"
SIDES = 10
DESTROYED = "D"
FACES = range(1, SIDES + 1)


def shoot(
    journal: Journal, rules: Ruleset, seat: SeatId, engine: Engine, order: ShootOrder
) -> Rejection | None:
    """One shot from the sling to whatever the stone hits; the reason if it cannot be made (GUI-10.4.4).

    Ruling RUL-1032: the stone is lobbed over everything, so nothing hides the hex aimed at."""
    found = may_shoot(journal.battle, rules, seat, engine, order.hex, order.figures)
    if isinstance(found, Rejection):
        return found
    every = rules.tables["engines"].number(engine.kind, "every")
    journal.record(
        EngineShot(engine=engine.id, crew=found.crew, aim=order.hex, distance=found.distance, wait=every)
    )
    faces = (journal.roll(RULE, engine.id, order.hex), journal.roll(RULE, engine.id, order.hex))
    at = landing(journal.battle, rules, engine.hexes[0], order.hex, sum(faces))
    journal.record(StoneFell(engine=engine.id, aim=order.hex, faces=faces, hex=at))
    if at:
        _strike(journal, rules, engine, found.crew, at)
    return None


def falls(battle: Battle, rules: Ruleset, start: Hex, aim: Hex) -> dict[Hex, int]:
    """In how many of a hundred throws a stone falls into each hex of the board (GUI-10.4.4)."""
    sums = Counter(a + b for a in FACES for b in FACES)
    found: dict[Hex, int] = {}
    for summed, count in sums.items():
        at = landing(battle, rules, start, aim, summed)
        if at:
            found[at] = found.get(at, 0) + count
    return found


def landing(battle: Battle, rules: Ruleset, start: Hex, aim: Hex, total: int) -> Hex:
    """Where a stone falls for the sum of two dice, turned by the direction of flight; "" off the board
    (GUI-10.4.4, RUL-1034)."""
    table = rules.tables["impact-2d10"]
    bearing = battle.board.bearing(start, aim)
    ring = table.number(total, "ring")
    angle = bearing * DEGREES_PER_BEARING + table.number(total, "corner" if bearing % 2 else "hexside")
    direction, between = divmod(angle % 360, 60)
    steps = [direction] * ring
    if ring and between:
        steps[-1] = (direction + 1) % 6
    return battle.board.offset_hex(aim, steps) or ""


def struck(battle: Battle, at: Hex) -> list[Character | Horse]:
    """Everybody in a hex, friend or foe, on whom a stone falls there; nobody where stone walls stand
    (GUI-10.4.4)."""
    if is_stone(battle, at):
        return []
    horse = battle.horse_at(at)
    return [*people_in(battle, at), *([horse] if horse is not None else [])]


def breaks(battle: Battle, rules: Ruleset, at: Hex) -> bool:
    """Whether a stone finds wood or an engine in a hex (GUI-10.4.4)."""
    return not is_stone(battle, at) and (
        engine_at(battle, at) is not None or work_at(battle, rules, at) != ""
    )


def is_stone(battle: Battle, at: Hex) -> bool:
    """A hex of solid wall, or of a tower. Ruling RUL-1035: the roofs of houses keep no stone off, those
    of towers do."""
    return terrain_at(battle, at) == "wall" or "tower" in battle.board.traits(at)


def _strike(journal: Journal, rules: Ruleset, engine: Engine, crew: tuple[FigureId, ...], at: Hex) -> None:
    """Everybody in the hex, then whatever is built there; stone walls and those behind them stand
    (GUI-10.4.4)."""
    for victim in struck(journal.battle, at):
        _hit(journal, rules, engine, crew, at, victim)
    if breaks(journal.battle, rules, at):
        _batter(journal, rules, engine, at)


def _hit(
    journal: Journal,
    rules: Ruleset,
    engine: Engine,
    crew: tuple[FigureId, ...],
    at: Hex,
    victim: Character | Horse,
) -> None:
    """One die on the missile tables, in the lines that the table of stones names (GUI-10.4.4, RUL-1036); the
    first of the crew has shot it."""
    battle = journal.battle
    victim = battle.figures.get(victim.id) or battle.horses[victim.id]
    if not (victim.loose if isinstance(victim, Horse) else victim.living):
        return
    first = battle.figures[crew[0]]
    thrown = Shot(first, STONE, victim.id, at, 0, "", shot.OFFENSIVE)
    cover = rules.tables[STONE].text("cover", "value")
    strike = shot.hurled(battle, rules, thrown, victim, at, cover)
    missile.fall_upon(journal, rules, strike, engine.id, STONE, shot.OFFENSIVE, engine.hexes[0])


def _batter(journal: Journal, rules: Ruleset, engine: Engine, at: Hex) -> None:
    """Wood and engines: a D in the column of wood destroys (GUI-10.4.4, RUL-1037)."""
    face = journal.roll(RULE, engine.id, at, sides=SIDES)
    result = rules.tables["battering"].text(face, "wood")
    journal.record(WoodBattered(engine=engine.id, hex=at, face=face, result=result))
    if result == DESTROYED:
        destroy(journal, rules, at, RULE, english("a stone"))

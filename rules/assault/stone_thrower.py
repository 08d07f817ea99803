"""The stone thrower: where its stone comes down and what it breaks.

Implements GUI-10.4, GUI-10.4.1, GUI-10.4.4.
"""

from __future__ import annotations

from rules.assault.engines import may_shoot
from rules.assault.fuel import work_at
from rules.assault.wreckage import destroy
from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.events.engines import EngineShot, StoneFell, WoodBattered
from rules.events.missile import DamageRolled
from rules.journal import Journal
from rules.orders.records import ShootOrder
from rules.ruleset import Ruleset, Shot
from rules.state.battle import Battle
from rules.state.figure import Character, Hex, Horse, SeatId
from rules.state.terrain import engine_at, terrain_at
from rules.state.works import Engine
from rules.tactical import damage, missile
from rules.tactical.scatter import DEGREES_PER_BEARING

RULE = "GUI-10.4.4"
SIDES = 10
DESTROYED = "D"
STONE = "stone"


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
        _strike(journal, rules, engine, at)
    return None


def landing(battle: Battle, rules: Ruleset, start: Hex, aim: Hex, total: int) -> Hex:
    """Where a stone falls for the sum of two dice, turned by the direction of flight; "" off the board (GUI-10.4.4,
    RUL-1034)."""
    table = rules.tables["impact-2d10"]
    bearing = battle.board.bearing(start, aim)
    ring = table.number(total, "ring")
    angle = bearing * DEGREES_PER_BEARING + table.number(total, "corner" if bearing % 2 else "hexside")
    direction, between = divmod(angle % 360, 60)
    steps = [direction] * ring
    if ring and between:
        steps[-1] = (direction + 1) % 6
    return battle.board.offset_hex(aim, steps) or ""


def _strike(journal: Journal, rules: Ruleset, engine: Engine, at: Hex) -> None:
    """Everybody in the hex, friend or foe, and whatever is built there; stone walls and those behind them stand
    (GUI-10.4.4)."""
    battle = journal.battle
    if _is_stone(battle, at):
        return
    people: list[Character | Horse] = [*battle.living_at(at), *battle.aloft_at(at)]
    horse = battle.horse_at(at)
    for victim in [*people, *([horse] if horse is not None else [])]:
        _hit(journal, rules, engine, at, victim)
    struck = engine_at(battle, at)
    if struck is not None or work_at(battle, rules, at):
        _batter(journal, rules, engine, at)


def _is_stone(battle: Battle, at: Hex) -> bool:
    """A hex of solid wall, or of a tower. Ruling RUL-1035: the roofs of houses keep no stone off, those of towers do."""
    return terrain_at(battle, at) == "wall" or "tower" in battle.board.traits(at)


def _hit(journal: Journal, rules: Ruleset, engine: Engine, at: Hex, victim: Character | Horse) -> None:
    """One die on the missile tables, in the lines that the table of stones names (GUI-10.4.4, RUL-1036)."""
    battle, table = journal.battle, rules.tables["stone"]
    if not (victim.loose if isinstance(victim, Horse) else battle.figures[victim.id].living):
        return
    which = damage.category(victim)
    cover = table.text("cover", "value")
    face = journal.roll("GUI-5.4.3a", engine.id, victim.id)
    modifiers = _armour(battle, rules, victim, at)
    total = damage.damage_total(face, modifiers)
    row = damage.row_of(rules, which, total + table.number("offset", "value"))
    letter = damage.damage_letter(rules, which, row, cover)
    effect = damage.effect_of(rules, victim, letter)
    journal.record(
        DamageRolled(
            shooter=engine.id, victim=victim.id, weapon=STONE, category=which, cover=cover, cover_why=(), face=face,
            modifiers=modifiers, total=total, row=row, letter=letter, table=f"missile-{which}", effect=effect.words,
        )
    )  # fmt: skip
    missile.apply_effect(journal, rules, victim, effect, missile.OFFENSIVE, engine.hexes[0])


def _armour(battle: Battle, rules: Ruleset, victim: Character | Horse, at: Hex) -> tuple[Modifier, ...]:
    if isinstance(victim, Horse):
        return ()
    shot = Shot(victim, STONE, victim.id, at, 0, "", missile.OFFENSIVE)
    armour = damage.armour_modifier(battle, rules, shot)
    return (armour,) if armour is not None else ()


def _batter(journal: Journal, rules: Ruleset, engine: Engine, at: Hex) -> None:
    """Wood and engines: a D in the column of wood destroys (GUI-10.4.4, RUL-1037)."""
    face = journal.roll(RULE, engine.id, at, sides=SIDES)
    result = rules.tables["battering"].text(face, "wood")
    journal.record(WoodBattered(engine=engine.id, hex=at, face=face, result=result))
    if result == DESTROYED:
        destroy(journal, rules, at, RULE, english("a stone"))

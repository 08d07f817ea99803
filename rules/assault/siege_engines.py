"""Engines: who works them, where they shoot, what they close.

Implements GUI-10.4, GUI-10.4.1, GUI-10.4.3, GUI-10.5, GUI-10.5.1a, GUI-10.5.1b.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.core.hexes import in_cone
from rules.core.language import english
from rules.core.places import Place
from rules.core.rejection import Rejection
from rules.ruleset import Extension, Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, SeatId
from rules.state.storeys import floor_at
from rules.state.terrain import engine_at
from rules.state.works import Engine, EngineState
from rules.tactical.ways.passage import in_contact

NUMBERS = {2: "two", 3: "three", 4: "four"}


class Working(NamedTuple):
    """An engine that can shoot: the men who will work it, and how far the hex aimed at is."""

    crew: tuple[FigureId, ...]
    distance: int


def may_shoot(
    battle: Battle, rules: Ruleset, seat: SeatId, engine: Engine, aim: Hex, named: tuple[FigureId, ...]
) -> Working | Rejection:
    """The crew for a shot of a seat's engine at a hex, or why it cannot be (GUI-10.4.1, GUI-10.5.1a,
    GUI-10.5.1b).

    Book: the crew stands at the frontal arc, which would be before the engine. Ruling RUL-1030: anywhere
    beside it, on foot, unstunned, no enemy in contact; they do nothing else in the phase, nor move."""
    table = rules.tables["engines"]
    rule = table.text(engine.kind, "rule")
    idle = _idle(battle, rules, seat, engine)
    if idle is not None:
        return idle
    if engine.wait:
        turns = "turn" if engine.wait == 1 else "turns"
        return Rejection(
            rule,
            english(
                "{engine} is not ready: it can shoot again in {wait} {turns}",
                engine=engine.name,
                wait=engine.wait,
                turns=turns,
            ),
        )
    distance = battle.board.distance(engine.hexes[0], aim)
    nearest, farthest = table.number(engine.kind, "nearest"), table.number(engine.kind, "farthest")
    if not nearest <= distance <= farthest:
        reach = english("it reaches {nearest} to {farthest} hexes", nearest=nearest, farthest=farthest)
        return Rejection(
            rule,
            english(
                "{aim} is {hexes} from {engine}: {reach}",
                aim=aim,
                hexes=english("1 hex") if distance == 1 else english("{distance} hexes", distance=distance),
                engine=engine.name,
                reach=reach,
            ),
        )
    if not rules.engine_kinds[engine.kind].arc(battle, engine, aim):
        return Rejection(
            rule,
            english(
                "{aim} is not before {engine}, which looks {facing}",
                aim=aim,
                engine=engine.name,
                facing=engine.facing.words,
            ),
        )
    crew = hands(
        battle, rules, seat, engine, named, table.number(engine.kind, "crew"), "work", _free_to_shoot
    )
    return crew if isinstance(crew, Rejection) else Working(crew, distance)


def _idle(battle: Battle, rules: Ruleset, seat: SeatId, engine: Engine) -> Rejection | None:
    rule = rules.tables["engines"].text(engine.kind, "rule")
    if battle.seat(seat).side != engine.side:
        return Rejection(
            rule,
            english("{engine} is not yours: its own side alone knows how to work it", engine=engine.name),
        )
    lacks = (need(battle, rules, engine) for need in rules.engine_kinds[engine.kind].needs)
    return next((refusal for refusal in lacks if refusal is not None), None)


def whole(battle: Battle, rules: Ruleset, engine: Engine) -> Rejection | None:
    """Why an engine that is a wreck does not work."""
    if engine.state is not EngineState.DESTROYED:
        return None
    rule = rules.tables["engines"].text(engine.kind, "rule")
    return Rejection(rule, english("{engine} is destroyed", engine=engine.name))


def unjammed(battle: Battle, rules: Ruleset, engine: Engine) -> Rejection | None:
    """Why one that has jammed does not (GUI-10.5.2)."""
    if engine.state is not EngineState.JAMMED:
        return None
    return Rejection(
        "GUI-10.5.2", english("{engine} is jammed for the rest of the battle", engine=engine.name)
    )


def unburnt(battle: Battle, rules: Ruleset, engine: Engine) -> Rejection | None:
    """Why one that stands in flames does not."""
    burning = next((at for at in engine.hexes if at in battle.flames), "")
    if not burning:
        return None
    rule = rules.tables["engines"].text(engine.kind, "rule")
    return Rejection(rule, english("{engine} is on fire in {burning}", engine=engine.name, burning=burning))


def in_arc(battle: Battle, engine: Engine, aim: Hex) -> bool:
    """Whether a hex lies in the third of a circle before an engine (GUI-10.4.1, GUI-10.5.1b).

    Ruling RUL-1031: the cone that the three hexes before its first hex open, edges included; the stone
    thrower's triangle is read as the same."""
    cells = battle.board.cells
    return in_cone(cells[aim].at, cells[engine.hexes[0]].at, engine.facing.number)


Free = Callable[[Battle, Character], bool]


def hands(
    battle: Battle,
    rules: Ruleset,
    seat: SeatId,
    engine: Engine,
    named: tuple[FigureId, ...],
    needed: int,
    work: str,
    free: Free,
) -> tuple[FigureId, ...] | Rejection:
    """So many of a seat's men beside an engine: those named, filled up with others, those without a missile
    weapon and the weakest fighters first. Who was named and is down by now is passed over (RUL-1030); those
    behind it do as well as those before it (RUL-1069)."""
    named = tuple(name for name in named if battle.figures[name].active)
    rule = "GUI-10.4.2" if work == "push" else rules.tables["engines"].text(engine.kind, "rule")
    for name in named:
        why = _unfit(battle, rules, engine, battle.figures[name], free)
        if why:
            return Rejection(
                rule,
                english(
                    "{figure} cannot {work} {engine}: {why}",
                    figure=battle.figures[name].name,
                    work=work,
                    engine=engine.name,
                    why=why,
                ),
            )
    others = sorted(
        (
            f
            for f in battle.figures.values()
            if f.seat == seat and f.id not in named and not _unfit(battle, rules, engine, f, free)
        ),
        key=lambda f: (bool(f.weapon), f.leader, f.values.attack, f.id),
    )
    if len(named) > needed:
        return Rejection(
            rule,
            english(
                "it takes {men} men to {work} {engine}, not {count}",
                men=NUMBERS[needed],
                work=work,
                engine=engine.name,
                count=len(named),
            ),
        )
    found = (*named, *(f.id for f in others))[:needed]
    if len(found) < needed:
        there = " and ".join(battle.figures[f].name for f in found)
        who = english("only {there}", there=there) if found else "nobody"
        why = english(
            "it takes {men} men beside {engine} to {work} it, and {who} can",
            men=NUMBERS[needed],
            engine=engine.name,
            work=work,
            who=who,
        )
        return Rejection(rule, why)
    return found


def _unfit(battle: Battle, rules: Ruleset, engine: Engine, man: Character, free: Free) -> str:
    if not man.active or man.hex is None or man.animal:
        return english("he is in no state to")
    if man.mounted or man.storey or man.carries is not None:
        return english("he is not on his feet, or has his hands full")
    if not any(battle.board.adjacent(man.hex, at) for at in engine.hexes):
        return english("he is in {hex}, not beside it", hex=man.hex)
    if man.id in battle.now.busy or man.id in battle.now.attacked or not free(battle, man):
        return english("he has done something else in this phase")
    touching = in_contact(battle, rules, man)
    return english("{touching} stands next to him", touching=touching[0].name) if touching else ""


def _free_to_shoot(battle: Battle, man: Character) -> bool:
    return man.id not in battle.now.fired


def free_to_push(battle: Battle, man: Character) -> bool:
    """Whether somebody has neither shot nor moved nor worked yet (GUI-10.4.2, RUL-1066)."""
    return man.id not in battle.now.fired and not battle.now.has_acted(man.id)


# what the seams of the module hold


def step_bar(battle: Battle, rules: Ruleset, figure: Character, start: Hex, end: Hex) -> Rejection | None:
    """Nobody, friend or foe, enters or crosses the hex of an engine (GUI-10.4.3).

    Book names the stone thrower. Ruling RUL-1033: a Greek fire machine closes its hex too; a wreck closes
    none, nor does one with room for men on the ground there."""
    if not battle.engines:
        return None
    engine = engine_at(battle, end)
    if engine is None or floor_at(battle, Place(end)) is not None:
        return None
    return Rejection(
        "GUI-10.4.3",
        english("{engine} stands in {end}: nobody enters the hex of an engine", engine=engine.name, end=end),
    )


SEAMS = Extension(step_bars=(step_bar,))

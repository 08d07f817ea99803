"""Men push a stone thrower: it and they go as one.

Implements GUI-10.4.2, GUI-10.4.3 (room for its hexes).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from rules.assault.siege_engines import free_to_push, hands
from rules.core.facing import Facing
from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.events.movement import MoveBegan, Moved, MoveEnded
from rules.events.siege_engines import EngineMoved
from rules.journal import Journal
from rules.orders.records import PushOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import FigureId, Hex, SeatId
from rules.state.pieces import Pieces
from rules.state.terrain import engine_at, hexside_between, level_at, terrain_at
from rules.state.works import Engine, EngineState
from rules.tactical.ways import together
from rules.tactical.ways.entry import entry_cost, starting_mp
from rules.tactical.ways.passage import in_contact
from rules.tactical.ways.stacking import closed_by_enemy, is_free

RULE = "GUI-10.4.2"
# What no engine is pushed across; a path or a lip is no hindrance.
_PASSABLE_SIDES = frozenset({"path", "lip", "entrance"})

AfterStep = Callable[[FigureId], None]


class Pace(NamedTuple):
    """One hex of the way, or one turn: where the engine and its men are after it, the steps that it takes of
    the pace of a turn, and the MP of each man."""

    engine: Engine
    places: dict[FigureId, Hex]
    steps: int
    mp: dict[FigureId, int]


class Way(NamedTuple):
    """A planned push: who pushes, pace by pace."""

    men: tuple[FigureId, ...]
    paces: tuple[Pace, ...]


def plan(battle: Battle, rules: Ruleset, seat: SeatId, order: PushOrder) -> Way | Rejection:
    """The way of an engine and its four men, or why it cannot go there (GUI-10.4.2).

    Book gives the pace only. Ruling RUL-1038: the men go with it in the same directions, through hexes
    open to them; a sixth of a turn counts as a hex of flat ground; the first hex stays where it is
    when it turns."""
    engine = battle.engines[order.engine]
    idle = _idle(battle, rules, seat, engine)
    if idle is not None:
        return idle
    table = rules.tables["engines"]
    men = hands(
        battle, rules, seat, engine, order.figures, table.number(engine.kind, "movers"), "push", free_to_push
    )
    if isinstance(men, Rejection):
        return men
    places = {man: battle.figures[man].hex or "" for man in men}
    paces: list[Pace] = []
    for step in order.steps:
        pace = _step(battle, rules, engine, places, Facing(step))
        if isinstance(pace, Rejection):
            return pace
        paces.append(pace)
        engine, places = pace.engine, pace.places
    if order.facing:
        turned = _turned(battle, engine, places, Facing(order.facing))
        if isinstance(turned, Rejection):
            return turned
        paces.append(turned)
    needed, has = sum(pace.steps for pace in paces), table.number(engine.kind, "pace")
    if needed > has:
        why = english(
            "that takes {needed} steps, {engine} has {has} in a turn: flat ground takes 1, uneven ground 2",
            needed=needed,
            engine=engine.name,
            has=has,
        )
        return Rejection(RULE, why)
    return Way(men, tuple(paces))


def push(
    journal: Journal, rules: Ruleset, seat: SeatId, order: PushOrder, after_step: AfterStep
) -> Rejection | None:
    """Hex by hex, watchers shooting at the men; the reason if they cannot begin. One man less, one whom a
    shot leaves too few MP (RUL-528), or an enemy in contact, and it stands (RUL-1039). Its count to the next
    shot goes on (RUL-1040)."""
    way = plan(journal.battle, rules, seat, order)
    if isinstance(way, Rejection):
        return way
    for man in way.men:
        mp = starting_mp(journal.battle, rules, journal.battle.figures[man], None)
        journal.record(MoveBegan(figure=man, allowance=mp))
    stop = Rejection(RULE, "")
    for number, pace in enumerate(way.paces, start=1):
        held = together.held_up(journal.battle, pace.mp, RULE)
        if held is not None:
            stop = held
            break
        _go(journal, pace)
        for man in way.men:
            if journal.battle.figures[man].active and pace.mp:
                after_step(man)
        if number < len(way.paces):
            stop = _stopped(journal.battle, rules, pace)
            if stop.why:
                break
    journal.record(MoveEnded(figure=way.men[0], reason=stop.why, rule=stop.rule if stop.why else ""))
    return None


def _idle(battle: Battle, rules: Ruleset, seat: SeatId, engine: Engine) -> Rejection | None:
    if not rules.tables["engines"].number(engine.kind, "pace"):
        return Rejection("GUI-10.5.1a", english("{engine} cannot be moved", engine=engine.name))
    if battle.seat(seat).side != engine.side:
        return Rejection(RULE, english("{engine} is not yours", engine=engine.name))
    if engine.state is EngineState.DESTROYED:
        return Rejection(RULE, english("{engine} is destroyed", engine=engine.name))
    burning = next((at for at in engine.hexes if at in battle.flames), "")
    return (
        Rejection(RULE, english("{engine} is on fire in {burning}", engine=engine.name, burning=burning))
        if burning
        else None
    )


def _step(
    battle: Battle, rules: Ruleset, engine: Engine, places: dict[FigureId, Hex], towards: Facing
) -> Pace | Rejection:
    ground = rules.tables["engine-ground"]
    onward: list[Hex] = []
    steps = 0
    for at in engine.hexes:
        end = battle.board.neighbour(at, towards)
        refusal = _no_room(battle, rules, engine, places, at, end)
        if refusal is not None:
            return refusal
        assert end is not None
        uneven = 2 if level_at(battle, at) != level_at(battle, end) else 1
        steps = max(steps, uneven, ground.number(terrain_at(battle, end), "steps"))
        onward.append(end)
    goes: dict[FigureId, Hex] = {}
    mp: dict[FigureId, int] = {}
    own = frozenset(engine.hexes)
    for man, at in places.items():
        end = battle.board.neighbour(at, towards)
        found = _man_goes(battle, rules, man, at, end, own, places)
        if isinstance(found, Rejection):
            return found
        assert end is not None
        goes[man], mp[man] = end, found
    return Pace(_moved(engine, tuple(onward), engine.facing), goes, steps, mp)


def _no_room(
    battle: Battle, rules: Ruleset, engine: Engine, places: dict[FigureId, Hex], at: Hex, end: Hex | None
) -> Rejection | None:
    """Why a hex of an engine cannot go to the next one: closed ground, walls, flames, people other
    than its men."""
    if end is None:
        return Rejection(RULE, english("{engine} would leave the board", engine=engine.name))
    if end in engine.hexes:
        return None
    if not rules.tables["engine-ground"].has(terrain_at(battle, end)):
        name = rules.tables["terrain"].text(terrain_at(battle, end), "name").lower()
        return Rejection(RULE, english("{end} is {name}: no engine can be pushed there", end=end, name=name))
    if hexside_between(battle, at, end) - _PASSABLE_SIDES:
        return Rejection(
            RULE,
            english(
                "something is built between {at} and {end}: {engine} cannot pass",
                at=at,
                end=end,
                engine=engine.name,
            ),
        )
    if end in battle.flames:
        return Rejection("GUI-10.2.4a", english("{end} is on fire", end=end))
    other = engine_at(battle, end)
    if other is not None and other.id != engine.id:
        return Rejection("GUI-10.4.3", english("{other} stands in {end}", other=other.name, end=end))
    if any(ladder.upright and end in ladder.hexes for ladder in battle.ladders.values()):
        return Rejection(RULE, english("a ladder or rope stands in {end}", end=end))
    if not is_free(battle, end, but=places):
        return Rejection(
            RULE, english("{end} is taken: {engine} needs a free hex", end=end, engine=engine.name)
        )
    return None


def _man_goes(
    battle: Battle,
    rules: Ruleset,
    man: FigureId,
    at: Hex,
    end: Hex | None,
    own: frozenset[Hex],
    places: dict[FigureId, Hex],
) -> int | Rejection:
    """MP of one man's step beside the engine, whose own hexes are free for him since it goes on."""
    figure = battle.figures[man]
    if end is None:
        return Rejection(RULE, english("{figure} would leave the board", figure=figure.name))
    closed = closed_by_enemy(battle, figure.side, end)
    if closed is not None:
        return closed
    if not is_free(battle, end, but=places):
        return Rejection(
            RULE,
            english("{end} is taken: {figure} has no room beside the engine", end=end, figure=figure.name),
        )
    draft = battle
    if end in own:
        draft = battle.copy()
        draft.engines = Pieces()
    cost = entry_cost(draft, rules, figure, at, end)
    return cost if isinstance(cost, Rejection) else cost[0]


def _turned(battle: Battle, engine: Engine, places: dict[FigureId, Hex], facing: Facing) -> Pace | Rejection:
    sixths = (facing.number - engine.facing.number) % 6
    hexes = engine.hexes
    if len(hexes) == 2:
        behind = battle.board.facing(hexes[0], hexes[1])
        assert behind is not None
        rear = battle.board.neighbour(hexes[0], behind.turned(sixths))
        if rear is None or not is_free(battle, rear) or rear in places.values():
            return Rejection(
                RULE,
                english(
                    "{engine} has no room to turn {facing}: its men are in the way",
                    engine=engine.name,
                    facing=facing.words,
                ),
            )
        hexes = (hexes[0], rear)
    return Pace(_moved(engine, hexes, facing), places, min(sixths, 6 - sixths), {})


def _moved(engine: Engine, hexes: tuple[Hex, ...], facing: Facing) -> Engine:
    return replace(engine, hexes=hexes, facing=facing)


def _go(journal: Journal, pace: Pace) -> None:
    """The engine first, then the men, those in front before those behind, so that nobody treads on another;
    men who change places all round it step at once."""
    waiting = {man: journal.battle.figures[man].hex for man in pace.mp}
    journal.record(
        EngineMoved(
            engine=pace.engine.id,
            by=tuple(pace.places),
            hexes=pace.engine.hexes,
            facing=pace.engine.facing,
        )
    )
    while waiting:
        free = [man for man in waiting if pace.places[man] not in waiting.values()]
        for man in free or list(waiting):
            del waiting[man]
            left = journal.battle.now.left[man] - pace.mp[man]
            costs = (Modifier(pace.mp[man], RULE, english("beside the engine")),)
            journal.record(
                Moved(figure=man, hex=pace.places[man], mp=pace.mp[man], left=left, how="push", costs=costs)
            )


def _stopped(battle: Battle, rules: Ruleset, pace: Pace) -> Rejection:
    for man, at in pace.places.items():
        figure = battle.figures[man]
        if not figure.active or figure.hex != at:
            return Rejection(
                RULE,
                english("{figure} is down, and {engine} stands", figure=figure.name, engine=pace.engine.name),
            )
        touching = in_contact(battle, rules, figure)
        if touching:
            return Rejection(
                RULE,
                english(
                    "{touching} stands next to {figure}, and {engine} stops",
                    touching=touching[0].name,
                    figure=figure.name,
                    engine=pace.engine.name,
                ),
            )
    return Rejection("", "")

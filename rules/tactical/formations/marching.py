"""A formation marches: all together, hex by hex, until somebody is lost or stopped.

Implements GUI-7.3.1b, GUI-7.3.2b, GUI-7.3.3b.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.core.facing import Facing
from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.events.base import Event
from rules.events.formation import FormationMoved
from rules.events.movement import MoveBegan, Moved, MoveEnded
from rules.evolve import evolve
from rules.journal import Journal
from rules.orders.records import MarchOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle, Formation
from rules.state.figure import Character, FigureId, Hex
from rules.tactical import weapons
from rules.tactical.formations import keeping
from rules.tactical.formations.close_order import value
from rules.tactical.formations.forming import idle, named
from rules.tactical.harm import infiltration
from rules.tactical.ways import together
from rules.tactical.ways.entry import entry_cost, starting_mp
from rules.tactical.ways.stacking import closed_by_enemy, is_free

AfterStep = Callable[[FigureId], None]


class Pace(NamedTuple):
    """One hex of a march: where everybody then stands and what it takes, the dearest man counting."""

    towards: Facing
    places: dict[FigureId, Hex]
    costs: dict[FigureId, tuple[int, tuple[Modifier, ...]]]
    mp: int


def march(journal: Journal, rules: Ruleset, order: MarchOrder, after_step: AfterStep) -> Rejection | None:
    """All go together, hex by hex, enemies at their flanks opposing and watchers shooting; the reason if they
    cannot begin. Whoever is hurt or stopped ends the march of all, and MP that a shot takes from one are
    lost to all (GUI-7.3.1b, RUL-528)."""
    planned = plan_march(journal.battle, rules, order)
    if isinstance(planned, Rejection):
        return planned
    formation, paces = planned
    allowance = march_allowance(journal.battle, rules, formation)
    for figure in formation.places:
        journal.record(MoveBegan(figure=figure, allowance=allowance))
    for number, pace in enumerate(paces, start=1):
        held = together.held_up(journal.battle, dict.fromkeys(pace.places, pace.mp), "GUI-7.3.1b")
        if held is not None:
            journal.record(MoveEnded.because(next(iter(pace.places)), held))
            return None
        left = together.mp_left(journal.battle, pace.places) - pace.mp
        for event in _steps(journal.battle, formation.id, pace, left):
            journal.record(event)
        stop = _crossed(journal, rules, pace) if number < len(paces) else None
        for figure in pace.places:
            if journal.battle.figures[figure].active:
                after_step(figure)
        stop = stop or _loss(journal.battle, pace)
        if stop is not None:
            keeping.check(journal, rules)
            journal.record(MoveEnded.because(next(iter(pace.places)), stop))
            return None
    journal.record(MoveEnded(figure=next(iter(formation.places))))
    return None


def plan_march(
    battle: Battle, rules: Ruleset, order: MarchOrder
) -> tuple[Formation, tuple[Pace, ...]] | Rejection:
    """The formation and its paces, if nothing comes between, or why it cannot go there
    (GUI-7.3.1b, RUL-736)."""
    formation = named(battle, rules, order.figures)
    if isinstance(formation, Rejection):
        return formation
    refusal = cannot_march(battle, formation)
    if refusal is not None:
        return refusal
    left = march_allowance(battle, rules, formation)
    places = dict(formation.places)
    paces: list[Pace] = []
    for direction in order.steps:
        pace = _pace(battle, rules, formation, places, Facing(direction))
        if isinstance(pace, Rejection):
            return pace
        paces.append(pace)
        places = pace.places
    needed = sum(pace.mp for pace in paces)
    if needed > left:
        return Rejection(
            "GUI-7.3.1b",
            english("that costs {needed} MP, the formation has {left}", needed=needed, left=left),
        )
    return formation, tuple(paces)


def march_allowance(battle: Battle, rules: Ruleset, formation: Formation) -> int:
    """MP of a formation in a phase: 3, a tortoise 2, never more than its slowest man has (GUI-7.3.1b,
    GUI-7.3.2b)."""
    own = value(rules, "tortoise mp" if formation.tortoise else "line mp")
    return min(own, *(_own_mp(battle, rules, battle.figures[f]) for f in formation.places))


def _own_mp(battle: Battle, rules: Ruleset, figure: Character) -> int:
    limit = weapons.movement_limit(battle, rules, figure, fired=figure.id in battle.now.fired, watching=False)
    return starting_mp(battle, rules, figure, limit)


def cannot_march(battle: Battle, formation: Formation) -> Rejection | None:
    """Why a formation has to stand: somebody is hurt or missing, has moved, or was told to stay
    (GUI-7.3.1b)."""
    for figure in (battle.figures[f] for f in formation.places):
        if figure.wounded or not figure.active or figure.hex != formation.places[figure.id]:
            why = (
                english("{figure} is wounded: FORM anew without him", figure=figure.name)
                if figure.wounded
                else english("{figure} is missing: FORM anew without him", figure=figure.name)
            )
            return Rejection("GUI-7.3.1b", why)
        if figure.id in battle.now.left:
            return Rejection("GUI-2.1c", english("{figure} has moved already", figure=figure.name))
        if figure.id in battle.now.staying:
            return Rejection("GUI-2.1c", english("{figure} was told to stay", figure=figure.name))
    return idle(battle, tuple(formation.places))


def _pace(
    battle: Battle, rules: Ruleset, formation: Formation, places: dict[FigureId, Hex], towards: Facing
) -> Pace | Rejection:
    costs: dict[FigureId, tuple[int, tuple[Modifier, ...]]] = {}
    onward: dict[FigureId, Hex] = {}
    for figure_id, at in places.items():
        figure, end = battle.figures[figure_id], battle.board.neighbour(at, towards)
        if end is None:
            return Rejection("GUI-7.3.1b", english("{figure} would leave the board", figure=figure.name))
        closed = closed_by_enemy(battle, figure.side, end)
        if closed is not None:
            return closed
        if not is_free(battle, end, but=formation.places):
            return Rejection(
                "GUI-7.3.1b", english("{end} is taken: a formation passes through nobody", end=end)
            )
        cost = entry_cost(battle, rules, figure, at, end)
        if isinstance(cost, Rejection):
            return cost
        costs[figure_id], onward[figure_id] = cost, end
    return Pace(towards, onward, costs, max(mp for mp, _ in costs.values()))


def _steps(battle: Battle, formation: str, pace: Pace, left: int) -> list[Event]:
    """The steps of one pace: those in front go first, so that nobody treads on another."""
    waiting = {f: battle.figures[f].hex for f in pace.places}
    events: list[Event] = []
    while waiting:
        for figure in [f for f in waiting if pace.places[f] not in waiting.values()]:
            del waiting[figure]
            costs = pace.costs[figure][1]
            at = pace.places[figure]
            events.append(Moved(figure=figure, hex=at, mp=pace.mp, left=left, how="march", costs=costs))
    events.append(
        FormationMoved(formation=formation, toward=pace.towards, places=pace.places, mp=pace.mp, left=left)
    )
    return events


def undisturbed(battle: Battle, rules: Ruleset, formation: Formation, paces: tuple[Pace, ...]) -> list[Event]:
    """What a march brings about if nobody comes between."""
    draft = battle.copy()
    left = march_allowance(battle, rules, formation)
    events: list[Event] = [MoveBegan(figure=f, allowance=left) for f in formation.places]
    for pace in paces:
        left -= pace.mp
        steps = _steps(draft, formation.id, pace, left)
        for event in steps:
            evolve(draft, event)
        events += steps
    return events


class Opposed(NamedTuple):
    """A man whom enemies may test on a march: where which of them stand by, and how that may turn
    out for him."""

    figure: FigureId
    tests: tuple[tuple[Hex, tuple[FigureId, ...]], ...]
    chances: infiltration.Chances


def opposition(
    battle: Battle, rules: Ruleset, formation: Formation, paces: tuple[Pace, ...]
) -> tuple[Opposed, ...]:
    """The tests that a march risks, man by man, in every hex but the last of each (GUI-4.3a, GUI-7.3.3b).

    Each enemy tests once, the first man who comes past; a wound ends the march of all (GUI-7.3.1b)."""
    draft = battle.copy()
    met: frozenset[FigureId] = frozenset()
    found: dict[FigureId, list[tuple[Hex, tuple[Character, ...]]]] = {}
    for pace in paces[:-1]:
        for event in _steps(draft, formation.id, pace, 0):
            evolve(draft, event)
        for figure, at in pace.places.items():
            enemies = tuple(infiltration.opponents(draft, rules, draft.figures[figure], at, met))
            if enemies:
                met |= {enemy.id for enemy in enemies}
                found.setdefault(figure, []).append((at, enemies))
    return tuple(_opposed(battle, rules, figure, tests) for figure, tests in found.items())


def _opposed(
    battle: Battle, rules: Ruleset, figure: FigureId, tests: list[tuple[Hex, tuple[Character, ...]]]
) -> Opposed:
    meetings = [infiltration.Meeting(battle.figures[figure], enemies, False) for _, enemies in tests]
    names = tuple((at, tuple(enemy.id for enemy in enemies)) for at, enemies in tests)
    return Opposed(figure, names, infiltration.chances(battle, rules, meetings))


def _crossed(journal: Journal, rules: Ruleset, pace: Pace) -> Rejection | None:
    """The tests of the hexes that they leave again, none by enemies before the pikes (GUI-7.3.3b)."""
    stop: Rejection | None = None
    for figure_id, at in pace.places.items():
        result = infiltration.test(journal, rules, figure_id, at, "move")
        if result == "stopped":
            name = journal.battle.figures[figure_id].name
            stop = Rejection(
                "GUI-7.3.1b",
                english("{name} was stopped in {at}, and with him the formation", name=name, at=at),
            )
    return stop


def _loss(battle: Battle, pace: Pace) -> Rejection | None:
    for figure in (battle.figures[f] for f in pace.places):
        if figure.health != "healthy" or figure.hex != pace.places[figure.id]:
            why = english(
                "{figure} is {health}",
                figure=figure.name,
                health=figure.health.value if figure.health != "healthy" else "driven out",
            )
            return Rejection("GUI-7.3.1b", english("{why}, and the formation halts", why=why))
    return None

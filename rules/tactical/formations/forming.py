"""Hoplites form up, raise their shields as a tortoise, and break up, on command.

Implements GUI-7.3.1a, GUI-7.3.1b, GUI-7.3.2a, GUI-7.3.2b; close_order.py answers who stands where.
"""

from __future__ import annotations

from rules.core.facing import Facing
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.base import Event
from rules.events.formation import FormationBroken, FormationFormed, TortoiseTurned
from rules.evolve import evolve
from rules.orders.records import BreakOrder, FormOrder, MarchOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle, Formation
from rules.state.figure import Character, FigureId
from rules.tactical.formations import close_order
from rules.tactical.formations.close_order import Ranks, formation_of, ranks_of, value


def forming(battle: Battle, rules: Ruleset, order: FormOrder) -> list[Event] | Rejection:
    """What comes of an order to form up, to raise the shields, or both, or why it cannot be done
    (GUI-7.3.1a)."""
    if not order.front:
        return _raising(battle, rules, order)
    formed = _forming(battle, rules, order)
    if isinstance(formed, Rejection) or not order.tortoise:
        return formed
    draft = battle.copy()
    for event in formed:
        evolve(draft, event)
    raised = _raising(draft, rules, order)
    return raised if isinstance(raised, Rejection) else [*formed, *raised]


def breaking(battle: Battle, rules: Ruleset, order: BreakOrder) -> list[Event] | Rejection:
    """What comes of an order to lower the shields or to leave the ranks (GUI-7.3.1b)."""
    formation = named(battle, rules, order.figures)
    if isinstance(formation, Rejection):
        return formation
    if order.tortoise:
        return [TortoiseTurned(formation=formation.id, up=False)] if formation.tortoise else []
    return [FormationBroken(formation=formation.id, ordered=True)]


def never(battle: Battle, order: FormOrder | BreakOrder | MarchOrder) -> Rejection | None:
    """Why these can make no formation in this phase wherever they stand (GUI-7.3.1a); None if they might."""
    men = [battle.figures[f] for f in order.figures]
    stranger = next((m for m in men if not m.hoplite), None)
    if stranger is not None:
        return Rejection(
            "GUI-7.3.1a", english("{stranger} is no hoplite: only hoplites form up", stranger=stranger.name)
        )
    if isinstance(order, BreakOrder):
        return None
    unfit = next((m for m in men if m.wounded or m.mounted or m.carries is not None), None)
    if unfit is not None:
        return Rejection(
            "GUI-7.3.1b",
            english(
                "{figure} {state}: a formation takes the unhurt only",
                figure=unfit.name,
                state=_unfit(unfit),
            ),
        )
    return None


def _unfit(man: Character) -> str:
    if man.wounded:
        return english("is wounded")
    return english("is mounted") if man.mounted else english("carries somebody")


def _forming(battle: Battle, rules: Ruleset, order: FormOrder) -> list[Event] | Rejection:
    refusal = never(battle, order) or idle(battle, order.figures)
    if refusal is not None:
        return refusal
    places = {f: battle.figures[f].hex or "" for f in order.figures}
    needed = value(rules, "abreast")
    if len(places) < needed:
        return Rejection(
            "GUI-7.3.1a",
            english(
                "a formation takes {needed} hoplites side by side, not {count}",
                needed=needed,
                count=len(places),
            ),
        )
    found = [(close_order.arranged(battle.board, rules, places, front), front) for front in fronts(order)]
    whole = [(ranks, front) for ranks, front in found if sum(map(len, ranks)) == len(places)]
    if not whole:
        return _gap(battle, order, max((ranks for ranks, _ in found), key=lambda r: sum(map(len, r))))
    ranks, front = min(whole, key=lambda f: len(f[0]))
    first = battle.figures[order.figures[0]]
    draft = Formation(id=f"{first.id}-{battle.phase}", side=first.side, front=front, places=places)
    opened = tuple(
        f
        for f in ranks[0]
        if any(
            at in close_order.before(battle, draft, places[f])
            for at in close_order.enemy_hexes(battle, first.side)
        )
    )
    return [FormationFormed(formation=draft.id, side=first.side, front=front, ranks=ranks, opened=opened)]


def fronts(order: FormOrder) -> tuple[Facing, ...]:
    """The fronts that an order may mean: a row looks between two directions, named by both or by
    either (RUL-731)."""
    first = Facing(order.front[0])
    if len(order.front) == 1:
        return (first, first.turned(-1))
    second = Facing(order.front[1])
    return (first if first.turned(1) is second else second,)


def _gap(battle: Battle, order: FormOrder, ranks: Ranks) -> Rejection:
    facing = " and ".join(order.front)
    if not ranks:
        why = english(
            "they do not stand side by side in a straight row of adjacent hexes that can face {facing}",
            facing=facing,
        )
        return Rejection("GUI-7.3.1a", why)
    standing = {f for rank in ranks for f in rank}
    out = [battle.figures[f].name for f in order.figures if f not in standing]
    why = (
        english("{out} stands in no rank of three or more, three deep at most", out=" and ".join(out))
        if len(out) == 1
        else english("{out} stand in no rank of three or more, three deep at most", out=" and ".join(out))
    )
    return Rejection("GUI-7.3.1a", why)


def idle(battle: Battle, figures: tuple[FigureId, ...]) -> Rejection | None:
    """Why one of these cannot obey in this phase (GUI-1.2g, GUI-4.2.3a); None if all can."""
    for figure in (battle.figures[f] for f in figures):
        if not figure.active:
            state = english("off the board") if figure.hex is None else figure.health.value
            return Rejection("GUI-1.2g", english("{figure} is {state}", figure=figure.name, state=state))
        if figure.id in battle.now.busy:
            return Rejection("GUI-4.2.3a", english("{figure} is busy hauling the dead", figure=figure.name))
    return None


def _raising(battle: Battle, rules: Ruleset, order: FormOrder) -> list[Event] | Rejection:
    formation = named(battle, rules, order.figures)
    if isinstance(formation, Rejection):
        return formation
    refusal = no_tortoise(battle, rules, formation)
    if refusal is not None:
        return refusal
    return [] if formation.tortoise else [TortoiseTurned(formation=formation.id, up=True)]


def no_tortoise(battle: Battle, rules: Ruleset, formation: Formation) -> Rejection | None:
    """Why a formation cannot raise its shields now (GUI-7.3.2a, GUI-7.3.2b); None if it can."""
    ranks = ranks_of(battle, rules, formation)
    deep, broad = value(rules, "tortoise ranks"), value(rules, "abreast")
    if len(ranks) < deep or len(ranks[0]) < broad:
        return Rejection(
            "GUI-7.3.2a",
            english("a tortoise takes {deep} ranks, with {broad} men in front", deep=deep, broad=broad),
        )
    spent = max((battle.now.spent.get(f, 0) for f in formation.places), default=0)
    if spent > value(rules, "tortoise mp"):
        return Rejection(
            "GUI-7.3.2b",
            english("they have marched for {spent} MP, a tortoise goes no further than 2", spent=spent),
        )
    return None


def named(battle: Battle, rules: Ruleset, figures: tuple[FigureId, ...]) -> Formation | Rejection:
    """The formation in which all of these stand."""
    found = {f: formation_of(battle, rules, f) for f in figures}
    for figure, formation in found.items():
        if formation is None:
            return Rejection(
                "GUI-7.3.1a", english("{figure} stands in no formation", figure=battle.figures[figure].name)
            )
    several = {formation.id: formation for formation in found.values() if formation is not None}
    if len(several) > 1:
        return Rejection("GUI-7.3.1b", english("these stand in different formations: one line for each"))
    return next(iter(several.values()))

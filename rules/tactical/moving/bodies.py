"""Clearing a hex of the dead: two men, one hex (GUI-4.2.3a, GUI-4.2.3b)."""

from __future__ import annotations

from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.movement import BodiesHauled
from rules.journal import Journal
from rules.orders.records import HaulOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, HorseId
from rules.state.ladders import borne_by
from rules.state.terrain import WATER, terrain_at
from rules.tactical.ways import structures
from rules.tactical.ways.passage import barred, threats
from rules.tactical.ways.stacking import closed_by_enemy

CARCASS_WORDS = frozenset({"carcass", "horse"})


def check_haul(battle: Battle, rules: Ruleset, order: HaulOrder) -> Rejection | None:
    """Why two men cannot shift what lies in a hex to the next one; None if they can (GUI-4.2.3a).

    Two on foot who have done nothing else this turn and carry no ladder. Book silent on where they stand.
    Ruling: in the hex or next to it, and no enemy able to attack next to either of them, whoever stands
    beside the hex that they clear (RUL-413, RUL-425)."""
    table = rules.tables["clutter"]
    if len(set(order.figures)) != table.number("haulers", "value"):
        return Rejection("GUI-4.2.3a", english("it takes two to haul the dead"))
    for figure_id in order.figures:
        refusal = _cannot_help(battle, rules, battle.figures[figure_id], order)
        if refusal is not None:
            return refusal
    board = battle.board
    if order.end not in board or not board.adjacent(order.start, order.end):
        return Rejection(
            "GUI-4.2.3a",
            english(
                "the dead are hauled by one hex: {end} is not next to {start}",
                end=order.end,
                start=order.start,
            ),
        )
    walled = _walled_off(battle, rules, order)
    if walled is not None:
        return walled
    side = battle.figures[order.figures[0]].side
    closed = closed_by_enemy(battle, side, order.end)
    if closed is not None:
        return closed
    people, horse = load(battle, rules, order)
    if not people and not horse:
        what = english("dead horse") if order.what in CARCASS_WORDS else "dead"
        return Rejection("GUI-4.2.3a", english("there is no {what} in {start}", what=what, start=order.start))
    return None


def load(battle: Battle, rules: Ruleset, order: HaulOrder) -> tuple[tuple[FigureId, ...], HorseId]:
    """What is hauled: up to three dead people in the order of the muster, or one carcass (GUI-4.2.3a)."""
    if order.what in CARCASS_WORDS:
        carcasses = (h.id for h in battle.horses.at(order.start) if not h.alive)
        return (), next(carcasses, "")
    dead = [f.id for f in battle.figures.at(order.start) if f.dead and f.hex == order.start]
    return tuple(dead[: rules.tables["clutter"].number("haul_people", "value")]), ""


def resolve_haul(journal: Journal, rules: Ruleset, order: HaulOrder) -> None:
    """Shift the load; in water it sinks and is gone (GUI-4.2.3b). The two do nothing else this phase. An
    order that check_haul refuses does nothing."""
    battle = journal.battle
    if check_haul(battle, rules, order) is not None:
        return
    people, horse = load(battle, rules, order)
    sunk = terrain_at(battle, order.end) in WATER
    journal.record(
        BodiesHauled(
            by=order.figures, people=people, horse=horse, start=order.start, end=order.end, sunk=sunk
        )
    )


def _walled_off(battle: Battle, rules: Ruleset, order: HaulOrder) -> Rejection | None:
    """Why the dead cannot be dragged that way: through walls, canvas or from floor to floor (GUI-8.4a,
    GUI-9.5.1a)."""
    if not structures.is_built(battle):
        return None
    for figure_id in order.figures:
        figure = battle.figures[figure_id]
        reach = () if figure.hex in (None, order.start) else ((figure.hex, order.start),)
        for here, there in (*reach, (order.start, order.end)):
            refusal = barred(battle, rules, figure, here or "", there)
            if refusal is not None:
                return refusal
    return None


def _cannot_help(battle: Battle, rules: Ruleset, figure: Character, order: HaulOrder) -> Rejection | None:
    now = battle.now
    if borne_by(battle, figure.id):
        return Rejection("GUI-10.1.2a", english("{figure} carries a ladder himself", figure=figure.name))
    if not figure.active or figure.mounted or figure.side != battle.side:
        return Rejection(
            "GUI-4.2.3a", english("{figure} is not on his feet to haul the dead", figure=figure.name)
        )
    if now.has_acted(figure.id) or figure.id in now.fired or figure.id in now.busy:
        return Rejection(
            "GUI-4.2.3a", english("{figure} has done something else this turn", figure=figure.name)
        )
    if order.start not in battle.board or figure.hex is None:
        return Rejection("GUI-4.2.3a", english("there is no hex {start}", start=order.start))
    if battle.board.distance(figure.hex, order.start) > 1:
        return Rejection(
            "GUI-4.2.3a",
            english(
                "{figure} in {hex} is not next to {start}",
                figure=figure.name,
                hex=figure.hex,
                start=order.start,
            ),
        )
    near = threats(battle, rules, figure.side, figure.hex)
    if near:
        return Rejection(
            "GUI-4.2.3a", english("{names} stands next to {figure}", names=near[0].name, figure=figure.name)
        )
    return None

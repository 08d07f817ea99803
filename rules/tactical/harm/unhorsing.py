"""Parting a rider from his horse against his will (GUI-6.8a, GUI-6.8b, GUI-1.2b)."""

from __future__ import annotations

from rules.core.language import english
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.figure import FigureId, HorseId
from rules.tactical.harm import displacement, landing, wounds
from rules.tactical.horses import bridle
from rules.tactical.ways.stacking import is_free


def unhorse(journal: Journal, rules: Ruleset, figure_id: FigureId, rule: str) -> None:
    """A rider falls and stands (or lies) next to his horse, which keeps its two hexes (GUI-6.8a, GUI-6.8b).

    Where: on a free hex that he could enter on foot, nearest to the goal of his RETREAT order, else farthest
    from the enemy. If none is free a friend is pushed aside; if that is impossible too he is killed. Nothing
    happens to somebody on foot.
    """
    battle = journal.battle
    figure = battle.figures[figure_id]
    if figure.mount is None:
        return
    bridle.release(journal, figure_id, "GUI-6.8a")
    beside = landing.around(battle, rules, figure)
    free = [at for at in beside if is_free(battle, at)]
    if free:
        landing.part(
            journal,
            figure,
            landing.place(journal, rules, figure, free, english("is thrown from his horse: where?")),
            rule,
        )
        return
    closed = frozenset(figure.hexes)
    rooms = [(at, displacement.room_at(battle, rules, at, figure.side, closed)) for at in beside]
    cascades = [(room.cost, at, room) for at, room in rooms if room is not None]
    if cascades:
        _, at, cascade = min(cascades)
        displacement.carry_out(journal, rules, cascade, "GUI-6.8a")
        landing.part(journal, figure, at, rule)
        return
    wounds.kill(journal, rules, figure_id, "GUI-6.8a", english("thrown among enemies on all sides"))


def kill_horse(journal: Journal, rules: Ruleset, horse_id: HorseId, rule: str) -> None:
    """A horse dies where it stands and becomes clutter (GUI-6.8b); its rider is thrown first (GUI-6.8a)."""
    horse = journal.battle.horses[horse_id]
    if not horse.alive:
        return
    if horse.ridden_by is not None:
        unhorse(journal, rules, horse.ridden_by, rule)
    wounds.end_horse(journal, horse_id, rule)

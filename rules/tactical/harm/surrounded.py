"""Helpless among enemies: a stunned character with nowhere left to crawl to is killed (GUI-6.2f)."""

from __future__ import annotations

from rules.core.language import english
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId
from rules.state.storeys import on_a_floor
from rules.tactical.harm import wounds
from rules.tactical.ways import ground, links
from rules.tactical.ways.stacking import enemy_in_the_way


def check(journal: Journal, rules: Ruleset) -> tuple[FigureId, ...]:
    """Kill every stunned character whose accessible neighbouring hexes are all held by enemies (GUI-6.2f).

    To be called after everything that changes who stands where. Returns those who died of it, in
    muster order.
    """
    dead = []
    for figure in list(journal.battle.figures.values()):
        if figure.stunned and figure.carried_by is None and is_surrounded(journal.battle, rules, figure):
            wounds.kill(journal, rules, figure.id, "GUI-6.2f", english("enemies on all sides"))
            dead.append(figure.id)
    return tuple(dead)


def is_surrounded(battle: Battle, rules: Ruleset, figure: Character) -> bool:
    """Whether active enemies hold every hex next to a figure that he could enter on foot (GUI-6.2f, RUL-601).

    Hexes off the board, behind walls or filled with corpses need not be held; but somebody must be there."""
    if on_a_floor(battle, figure):
        return _hemmed_in(battle, rules, figure)
    held = {at for enemy in battle.active_enemies(figure.side) if not enemy.storey for at in enemy.hexes}
    around = [
        n
        for at in figure.hexes
        for n in battle.board.neighbours(at)
        if n not in figure.hexes and ground.passable(battle, rules, ground.on_foot(figure), at, n)
    ]
    return bool(around) and all(n in held for n in around)


def _hemmed_in(battle: Battle, rules: Ruleset, figure: Character) -> bool:
    """The same for somebody on a storey: enemies in every place to which a link leads from there."""
    assert figure.place is not None
    ends = [link.end for link in links.links_from(battle, rules, figure.place)]
    return bool(ends) and all(
        enemy_in_the_way(battle, figure.side, end.hex, end.storey) is not None for end in ends
    )

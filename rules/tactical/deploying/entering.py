"""Reserves that come on to the board during a battle.

Implements GUI-2a for scenarios with reserves (RUL-203): they enter in the movement step of their side, before
anybody moves.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.events.deployment import Entered, EntryDelayed, ReservesShown
from rules.evolve import evolve
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.tactical.deploying.deployment import entry_hexes
from rules.tactical.deploying.placing import Place, may_stand, places_at, taken_on

SLOW = 2
"""By what the MP of whoever comes slowly are divided."""


def due(battle: Battle) -> list[Character]:
    """The reserves of the side in phase that are to enter now, in their fixed order."""
    if not battle.reserves:
        return []
    return [f for f in battle.side_figures(battle.side) if f.awaited and battle.is_due(f.id)]


def entry(battle: Battle, rules: Ruleset, figure: Character) -> Entered | EntryDelayed:
    """How a reserve comes on now: by the hex named for him or the nearest free one of that edge; without room
    he tries again in the next turn. He pays the MP of the hex into which he comes, a rider those of the hex
    of his horse's head. A patrol that comes at once has half its MP, rounded down (GUI-11.4.3b)."""
    reserve = battle.reserves[figure.id]
    by, most = reserve.by[0], figure.values.movement // (SLOW if reserve.slow else 1)
    taken = taken_on(battle)
    for at in entry_hexes(battle, by):
        for place in _ways_in(battle, figure, at):
            mp = _cost(battle, rules, figure, place[0])
            if mp <= most and may_stand(battle, rules, figure, place, taken) is None:
                return Entered(
                    figure=figure.id,
                    hex=place[0],
                    mp=mp,
                    left=most - mp,
                    rear=place[1] if len(place) == 2 else None,
                )
    known = () if reserve.announced else tuple(s.id for s in battle.seats_of(figure.side))
    return EntryDelayed(seats=known, figure=figure.id, by=by, turn=battle.turn + 1)


def _ways_in(battle: Battle, figure: Character, at: Hex) -> list[Place]:
    """A man stands in the hex of the edge; a horse has its tail there, its head towards the middle
    of the board."""
    if not figure.mounted:
        return [(at,)]
    board = battle.board
    cells = list(board.cells)
    centre = cells[len(cells) // 2]
    heads = sorted(board.neighbours(at), key=lambda head: (board.distance(head, centre), head))
    return [(head, rear) for head in heads for _, rear in places_at(board, figure, head) if rear == at]


def _cost(battle: Battle, rules: Ruleset, figure: Character, at: Hex) -> int:
    """MP of a hex entered from off the board; more than anybody has for one that is closed to him."""
    column = "mp_horse" if figure.mounted else "mp_foot"
    cell = rules.tables["terrain"].cell(battle.board.terrain(at), column)
    return figure.values.movement + 1 if cell == "no" else int(cell)


def enter(journal: Journal, rules: Ruleset) -> None:
    """All who are due, one after another."""
    for figure in due(journal.battle):
        event = entry(journal.battle, rules, figure)
        if isinstance(event, Entered):
            show(journal, [figure.id])
        journal.record(event)


def show(journal: Journal, men: Iterable[FigureId]) -> None:
    """Tell everybody of those who were known to their own side alone, before they stand on the board."""
    battle = journal.battle
    unknown = [man for man in men if man in battle.reserves and not battle.reserves[man].announced]
    if unknown:
        figures = tuple(battle.figures[man] for man in unknown)
        horses = tuple(battle.horses[figure.mount] for figure in figures if figure.mount is not None)
        journal.record(ReservesShown(figures=figures, horses=horses))


def entered(battle: Battle, rules: Ruleset) -> Battle:
    """The battle with all reserves on the board that enter in the open phase; the very battle if
    there are none."""
    coming = due(battle)
    if not coming:
        return battle
    draft = battle.copy()
    for figure in coming:
        evolve(draft, entry(draft, rules, figure))
    return draft

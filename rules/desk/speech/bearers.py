"""Whose ladder is meant, and against which hex it is raised, where only one can be."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.language import english
from rules.desk.check import check
from rules.desk.desk import Desk
from rules.desk.speech.clause import Unsure
from rules.desk.speech.company import Company
from rules.desk.speech.phrases import Words, words_of
from rules.orders.ladder_records import CarryOrder, RaiseOrder, ThrowOrder
from rules.orders.trouble import Code, Trouble, listed
from rules.state.battle import Battle
from rules.state.figure import FigureId, Hex

MOST_CARRIED = 8  # hexes
MOST_TRIED = 24  # of them


def pairs_at_ladders(battle: Battle, company: Company) -> list[tuple[FigureId, ...]]:
    """The two men of the seat at each ladder that lies or is carried."""
    own = {man.id for man in company.men}
    pairs: list[tuple[FigureId, ...]] = []
    for ladder in battle.ladders.values():
        if ladder.kind != "ladder" or ladder.upright:
            continue
        there = [f.id for at in ladder.hexes for f in battle.living_at(at) if f.id in own]
        pair = tuple(ladder.bearers or there)
        if len(pair) == 2 and set(pair) <= own:
            pairs.append(pair)
    return pairs


def against(desk: Desk, words: Words, who: tuple[FigureId, ...]) -> Words:
    """The words with the hex against which a ladder is raised, where only one can be meant."""
    if any(word.kind == "hex" for word in words) or len(who) != 2:
        return words
    found = _walls_beside(desk, who)
    return (*words, *words_of(f"at {found[0]}")) if len(found) == 1 else words


def wall_for(desk: Desk, who: tuple[FigureId, ...]) -> Hex:
    """The one hex against which these two can raise their ladder. Raises Unsure where there are several."""
    found = _walls_beside(desk, who)
    if len(found) == 1:
        return found[0]
    message = english("against which hex is not sure: name it")
    raise Unsure(Trouble(Code.EXPECTED, message, -1, "", tuple(found)))


def _walls_beside(desk: Desk, who: tuple[FigureId, ...]) -> list[Hex]:
    near = _beside(desk, who)
    return [at for at in near if not (c := check(desk, RaiseOrder(who, at))).refused and not c.note]


def _beside(desk: Desk, who: tuple[FigureId, ...]) -> list[Hex]:
    draft, board = desk.imagined.draft, desk.battle.board
    return sorted({near for one in who for at in draft.figures[one].hexes for near in board.neighbours(at)})


def carried_to(desk: Desk, who: tuple[FigureId, ...], goals: Sequence[Hex]) -> Hex:
    """The hex nearest to any of these to which two can carry their ladder now. Raises Unsure if there is
    none."""
    board = desk.battle.board
    start = [at for one in who for at in desk.battle.figures[one].hexes]
    if start and goals:
        ends = {near for at in start for near in board.within(at, MOST_CARRIED)}
        by_distance = sorted(ends, key=lambda at: (min(board.distance(at, goal) for goal in goals), at))
        for at in by_distance[:MOST_TRIED]:
            if desk.tired:
                break
            if not (found := check(desk, CarryOrder(who, to=at))).refused and not found.note:
                return at
    raise Unsure(Trouble(Code.EXPECTED, english("there is no way there that could be found: name a hex")))


def thrown_by(desk: Desk, man: FigureId, at: Hex, facing: str) -> ThrowOrder:
    """A grapnel thrown over the side that is named, or over the only one. Raises Unsure where there are
    several."""
    if at or facing:
        return ThrowOrder(man, at, facing)
    orders = [ThrowOrder(man, near) for near in _beside(desk, (man,))]
    possible = [order for order in orders if not (c := check(desk, order)).refused and not c.note]
    if len(possible) == 1:
        return possible[0]
    message = english("over which wall is not sure: name the hex behind it, or a direction")
    if possible:
        names = listed([order.at for order in possible])
        message = english("over which wall is not sure: {hexes}?", hexes=names)
    raise Unsure(Trouble(Code.EXPECTED, message, -1, "", tuple(order.at for order in possible)))

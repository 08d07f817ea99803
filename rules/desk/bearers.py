"""Whose ladder is meant, and against which hex it is raised, where only one can be."""

from __future__ import annotations

from rules.desk.check import check
from rules.desk.company import Company
from rules.desk.desk import Desk
from rules.desk.phrases import Words, words_of
from rules.orders.ladder_records import RaiseOrder
from rules.state.battle import Battle
from rules.state.figure import FigureId


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
    draft = desk.imagined.draft
    near = {n for one in who for at in draft.figures[one].hexes for n in desk.battle.board.neighbours(at)}
    found = [at for at in sorted(near) if not (c := check(desk, RaiseOrder(who, at))).refused and not c.note]
    return (*words, *words_of(f"at {found[0]}")) if len(found) == 1 else words

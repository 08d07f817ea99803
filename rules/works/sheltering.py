"""SHELTER orders: which side somebody keeps covered in cross-fire (GUI-8.3.5, GUI-8.3.6, GUI-9.4.3a).

A SHELTER is a standing order (rules.tactical.sight.shelter asks it); one under IF is carried out in its
phase, and then holds until he is told otherwise."""

from __future__ import annotations

from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.structures import SideKept
from rules.journal import Journal
from rules.orders.records import ShelterOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import SeatId


def cannot_shelter(battle: Battle, order: ShelterOrder) -> Rejection | None:
    """Why the order means nothing: he, or the enemy whom it names, is off the board or dead."""
    for who in (*order.figures, order.foe):
        piece = battle.figures.get(who)
        if piece is not None and not piece.living:
            return Rejection(
                "GUI-8.3.5",
                (
                    english("{piece} is dead", piece=piece.name)
                    if piece.dead
                    else english("{piece} is not on the board", piece=piece.name)
                ),
            )
    if order.foe and order.foe not in battle.figures:
        return Rejection("GUI-8.3.5", english("a riderless horse shoots at nobody"))
    return None


def keep(journal: Journal, rules: Ruleset, seat: SeatId, order: ShelterOrder) -> Rejection | None:
    """Carry out a SHELTER order of the phase: it costs nothing and holds until he is told otherwise."""
    refusal = cannot_shelter(journal.battle, order)
    if refusal is None:
        everybody = tuple(f.id for f in journal.battle.figures.values() if f.seat == seat and f.living)
        for figure in order.figures or everybody:
            journal.record(SideKept(figure=figure, side=order.foe or order.hex))
    return refusal

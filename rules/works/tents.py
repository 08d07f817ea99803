"""Tearing a tent down (GUI-8.5.2b)."""

from __future__ import annotations

from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.structures import TentTorn
from rules.journal import Journal
from rules.orders.structure_records import TearOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import SeatId
from rules.state.terrain import terrain_at
from rules.works.turns import cannot_work


def cannot_tear(battle: Battle, rules: Ruleset, order: TearOrder) -> Rejection | None:
    """Why somebody cannot tear down the canvas of a tent hex in this phase; None if he can (GUI-8.5.2b).

    He gives a full turn and does nothing else; he stands next to the hex or in it. Book silent on the moment.
    Ruling: in his combat step, in the order of the lines (RUL-848)."""
    figure = battle.figures[order.figure]
    nowhere = no_canvas(battle, order)
    if nowhere is not None:
        return nowhere
    refusal = cannot_work(battle, figure, "GUI-8.5.2b", nothing_else=True)
    if refusal is not None:
        return refusal
    assert figure.hex is not None
    if figure.hex != order.hex and not battle.board.adjacent(figure.hex, order.hex):
        return Rejection(
            "GUI-8.5.2b",
            english(
                "{figure} in {hex} is not next to {other_hex}",
                figure=figure.name,
                hex=figure.hex,
                other_hex=order.hex,
            ),
        )
    return None


def no_canvas(battle: Battle, order: TearOrder) -> Rejection | None:
    """Why there is nothing to tear in a hex."""
    terrain = terrain_at(battle, order.hex)
    if terrain == "tent_opening":
        return Rejection("GUI-8.5.2b", english("the tent is open in {hex} already", hex=order.hex))
    return (
        None
        if terrain == "tent"
        else Rejection("GUI-8.5.2b", english("there is no tent in {hex}", hex=order.hex))
    )


def tear(journal: Journal, rules: Ruleset, seat: SeatId, order: TearOrder) -> Rejection | None:
    """Carry out a TEAR order: the hex is an opening from now on (GUI-8.5.2b)."""
    refusal = cannot_tear(journal.battle, rules, order)
    if refusal is None:
        journal.record(TentTorn(figure=order.figure, hex=order.hex))
    return refusal

"""What the receipt says of tents torn down and gates worked (GUI-8.5.2b, GUI-9.2.3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.language import english, say
from rules.core.rejection import Reason, Rejection
from rules.desk.checked import Checked, noted, refused
from rules.desk.sheet import Sheet
from rules.orders.records import (
    CloseOrder,
    OpenOrder,
    TearOrder,
)
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.works import gates, tents

# What may be otherwise by the time of the combat step, although it is so now.
_MAY_CHANGE = english("The order stands in case that changes.")


def tearing(battle: Battle, rules: Ruleset, sheet: Sheet, order: TearOrder) -> Checked:
    """A TEAR order: what keeps him from it in this phase is final, since nobody can have stood longer
    than he has."""
    found = tents.cannot_tear(battle, rules, order)
    if found is not None:
        return refused(found, *_next_turn(found, say("tears the tent down")))
    name = battle.figures[order.figure].name
    told = say(
        "{name} tears down the canvas of {hex} in the combat step, if he is still there.",
        name=name,
        hex=order.hex,
    )
    return Checked((told,))


def working_the_gate(battle: Battle, rules: Ruleset, sheet: Sheet, order: gates.GateOrder) -> Checked:
    """An OPEN or CLOSE order: who is under the gate, and whether it is open, may change before the
    combat step."""
    verb = "raises" if isinstance(order, OpenOrder) else "lowers"
    found = gates.no_gate_to_work(battle, order) or gates.cannot_man(battle, order)
    if found is not None:
        return refused(found, *_next_turn(found, say("{verb} the gate", verb=verb)))
    later = gates.cannot_work_gate(battle, rules, order)
    if later is not None:
        return noted(later, _MAY_CHANGE)
    figure = battle.figures[order.figure]
    gate = ", ".join(gates.gate_worked_from(battle.board, figure.hex or ""))
    told = say(
        "{figure} {verb} the gate in {gate} in the combat step, if he is still there.",
        figure=figure.name,
        verb=verb,
        gate=gate,
    )
    return Checked((told,))


def _next_turn(found: Rejection, does: str) -> Iterator[str]:
    if found.code is Reason.TOO_SHORT:
        yield say("If he stays where he is, he {does} in your next phase.", does=does)


def hints(battle: Battle, rules: Ruleset, figure: Character) -> Iterator[str]:
    """What a figure could do now to the gate behind which it stands, or to canvas that parts it from an
    enemy: for the order form."""
    if not battle.board.built or figure.hex is None:
        return
    if rules.knows(OpenOrder) and gates.gate_worked_from(battle.board, figure.hex):
        for order in (OpenOrder(figure.id), CloseOrder(figure.id)):
            if gates.cannot_work_gate(battle, rules, order) is None:
                verb = "OPEN" if isinstance(order, OpenOrder) else "CLOSE"
                yield say("He can work the gate: {verb} {figure} gate.", verb=verb, figure=figure.name)
    if rules.knows(TearOrder):
        for at in (figure.hex, *battle.board.neighbours(figure.hex)):
            beyond = at if at != figure.hex else ""
            near = [beyond] if beyond else battle.board.neighbours(at)
            foes = [f for n in near for f in battle.living_at(n) if battle.hostile(figure.side, f.side)]
            if foes and tents.cannot_tear(battle, rules, TearOrder(figure.id, at)) is None:
                yield say(
                    "Canvas parts him from {foe}: TEAR {figure} {at}.",
                    foe=foes[0].name,
                    figure=figure.name,
                    at=at,
                )

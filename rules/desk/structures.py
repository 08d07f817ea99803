"""What the receipt says of tents torn down and gates worked (GUI-8.5.2b, GUI-9.2.3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.rejection import Rejection
from rules.desk.checked import Checked, noted, refused
from rules.desk.sheet import Sheet
from rules.orders.records import (
    AttackOrder,
    ChargeOrder,
    CloseOrder,
    FireOrder,
    HaulOrder,
    MoveOrder,
    OpenOrder,
    TearOrder,
    figures_of,
)
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId
from rules.works import gates, tents

# What may be otherwise by the time of the combat step, although it is so now.
_MAY_CHANGE = "The order stands in case that changes."


def tearing(battle: Battle, rules: Ruleset, sheet: Sheet, order: TearOrder) -> Checked:
    """A TEAR order: what keeps him from it in this phase is final, since nobody can have stood longer than he has."""
    found = tents.cannot_tear(battle, rules, order)
    if found is not None:
        return refused(found, *_next_turn(found, "tears the tent down"))
    name = battle.figures[order.figure].name
    told = f"{name} tears down the canvas of {order.hex} in the combat step, if he is still there."
    return _told(told, battle, sheet, order.figure, "GUI-8.5.2b")


def working_the_gate(battle: Battle, rules: Ruleset, sheet: Sheet, order: gates.GateOrder) -> Checked:
    """An OPEN or CLOSE order: who is under the gate, and whether it is open, may change before the combat step."""
    verb = "raises" if isinstance(order, OpenOrder) else "lowers"
    found = gates.no_gate_to_work(battle, order) or gates.cannot_man(battle, order)
    if found is not None:
        return refused(found, *_next_turn(found, f"{verb} the gate"))
    later = gates.cannot_work_gate(battle, rules, order)
    if later is not None:
        return noted(later, _MAY_CHANGE)
    figure = battle.figures[order.figure]
    gate = ", ".join(gates.gate_worked_from(battle.board, figure.hex or ""))
    told = f"{figure.name} {verb} the gate in {gate} in the combat step, if he is still there."
    return _told(told, battle, sheet, order.figure, "GUI-9.2.3.2")


def _next_turn(found: Rejection, does: str) -> Iterator[str]:
    if "a whole turn" in found.why:
        yield f"If he stays where he is, he {does} in your next phase."


def _told(told: str, battle: Battle, sheet: Sheet, figure: FigureId, rule: str) -> Checked:
    """The receipt, with what else he is to do in this phase: either that or this."""
    other = next(
        (o for kind in _OTHERS for o in sheet.every(kind) if figure in figures_of(o) and not _stays(o)), None
    )
    if other is None:
        return Checked((told,))
    name = battle.figures[figure].name
    return Checked(
        (told, f"{name} has another order for this phase: if he carries that out, this is not done."),
        rule,
        note=True,
    )


def _stays(order: object) -> bool:
    return isinstance(order, MoveOrder) and order.stay


_OTHERS = (MoveOrder, FireOrder, AttackOrder, ChargeOrder, HaulOrder)


def hints(battle: Battle, rules: Ruleset, figure: Character) -> Iterator[str]:
    """What a figure could do now to the gate behind which it stands, or to canvas that parts it from an enemy: for the
    order form."""
    if not battle.board.built or figure.hex is None:
        return
    if rules.has("castles") and gates.gate_worked_from(battle.board, figure.hex):
        for order in (OpenOrder(figure.id), CloseOrder(figure.id)):
            if gates.cannot_work_gate(battle, rules, order) is None:
                verb = "OPEN" if isinstance(order, OpenOrder) else "CLOSE"
                yield f"He can work the gate: {verb} {figure.name} gate."
    if rules.has("buildings"):
        for at in (figure.hex, *battle.board.neighbours(figure.hex)):
            beyond = at if at != figure.hex else ""
            near = [beyond] if beyond else battle.board.neighbours(at)
            foes = [f for n in near for f in battle.living_at(n) if f.side != figure.side]
            if foes and tents.cannot_tear(battle, rules, TearOrder(figure.id, at)) is None:
                yield f"Canvas parts him from {foes[0].name}: TEAR {figure.name} {at}."

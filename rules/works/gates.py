"""Bascule gates: closed unless somebody behind them has raised them (GUI-9.2.3a, GUI-9.2.3.2)."""

from __future__ import annotations

from rules.core.choices import Choice
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.structures import GateWorked
from rules.journal import Journal
from rules.orders.records import CloseOrder, CloseWhenOrder, OpenOrder, OpenWhenOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, FigureId, Hex, SeatId
from rules.state.terrain import terrain_at
from rules.state.works import EngineState
from rules.tactical.instructions import standing
from rules.tactical.instructions.questions import placed
from rules.works.turns import cannot_work

GateOrder = OpenOrder | CloseOrder
GateWhen = OpenWhenOrder | CloseWhenOrder
WORKING = frozenset({EngineState.READY, EngineState.JAMMED})
_GATES = frozenset({"gate", "open_gate"})


def gates(board: Board) -> tuple[tuple[Hex, ...], ...]:
    """The gates of a board, each with all its hexes: those that touch one another belong together."""
    left = [at for at in board.cells if board.terrain(at) in _GATES]
    found = []
    while left:
        gate = [left.pop(0)]
        for at in gate:
            near = [n for n in board.neighbours(at) if n in left]
            gate += near
            left = [n for n in left if n not in near]
        found.append(tuple(sorted(gate)))
    return tuple(found)


def gate_worked_from(board: Board, at: Hex) -> tuple[Hex, ...]:
    """The gate whose chains hang in a hex: the nearest to a rear hex as the map names it, () for
    any other hex."""
    if "gate_rear" not in board.traits(at):
        return ()
    return min(gates(board), key=lambda gate: (min(board.distance(at, g) for g in gate), gate), default=())


def rear_hexes(board: Board, gate: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The hexes from which a gate is worked."""
    return tuple(sorted(at for at in board.cells if gate_worked_from(board, at) == gate))


def cannot_work_gate(battle: Battle, rules: Ruleset, order: GateOrder) -> Rejection | None:
    """Why somebody cannot raise or lower a gate in this phase; None if he can (GUI-9.2.3.2).

    Book silent on whose man. Ruling: anybody's who has stood a whole turn on a rear hex, an enemy too, be
    there others beside him; he does it in his combat step instead of shooting and fighting (RUL-948)."""
    refusal = no_gate_to_work(battle, order) or cannot_man(battle, order)
    if refusal is not None:
        return refusal
    gate = gate_worked_from(battle.board, battle.figures[order.figure].hex or "")
    return _stuck(battle, gate, opening=isinstance(order, OpenOrder))


def cannot_man(battle: Battle, order: GateOrder) -> Rejection | None:
    """Why the man is not the one to work the gate in this phase: where he stands, since when, what else
    he has done."""
    figure = battle.figures[order.figure]
    gate = gate_worked_from(battle.board, figure.hex or "")
    if not gate and figure.active:
        behind = ", ".join(at for known in gates(battle.board) for at in rear_hexes(battle.board, known))
        why = english(
            "{figure} in {hex} does not stand behind the gate, on {behind}",
            figure=figure.name,
            hex=figure.hex,
            behind=behind,
        )
        return Rejection("GUI-9.2.3.2", why)
    if order.hex and gate and order.hex not in gate:
        return Rejection(
            "GUI-9.2.3.2",
            english("{hex} is not behind the gate in {other_hex}", hex=figure.hex, other_hex=order.hex),
        )
    return cannot_work(battle, figure, "GUI-9.2.3.2")


def no_gate_to_work(battle: Battle, order: GateOrder) -> Rejection | None:
    """Why an order can never be carried out on this board: there is no gate at all, or none in
    the hex named."""
    known = gates(battle.board)
    if not known:
        return Rejection("GUI-9.2.3a", english("there is no gate on this board"))
    if order.hex and not any(order.hex in gate for gate in known):
        return Rejection(
            "GUI-9.2.3a",
            english("there is no gate in {hex}; it is in {known}", hex=order.hex, known=", ".join(known[0])),
        )
    return None


def work_gate(journal: Journal, rules: Ruleset, seat: SeatId, order: GateOrder) -> Rejection | None:
    """Carry out an OPEN or CLOSE order (GUI-9.2.3.2)."""
    refusal = cannot_work_gate(journal.battle, rules, order)
    if refusal is None:
        figure = journal.battle.figures[order.figure]
        gate = gate_worked_from(journal.battle.board, figure.hex or "")
        journal.record(GateWorked(figure=figure.id, gate=gate, opened=isinstance(order, OpenOrder)))
    return refusal


def _stuck(battle: Battle, gate: tuple[Hex, ...], *, opening: bool) -> Rejection | None:
    """Why a gate does not move: it is destroyed, burns, is so already, or would come down on somebody.

    Book silent on who stands under it. Ruling: it is not lowered on anybody alive, nor on a horse, a ladder
    or an engine; the dead do not hold it up (RUL-949)."""
    where = ", ".join(gate)
    if any(terrain_at(battle, at) not in _GATES for at in gate):
        return Rejection(
            "GUI-9.2.3.1",
            english("the gate in {where} is destroyed: it can be neither raised nor lowered", where=where),
        )
    if any(at in battle.flames for at in gate):
        return Rejection("GUI-9.2.4", english("the gate in {where} burns", where=where))
    if is_open(battle, gate) == opening:
        return Rejection(
            "GUI-9.2.3.2",
            (
                english("the gate in {where} is open already", where=where)
                if opening
                else english("the gate in {where} is closed already", where=where)
            ),
        )
    under = None if opening else _under(battle, gate)
    if under:
        return Rejection(
            "GUI-9.2.3.2", english("{under} is under the gate: it cannot be lowered", under=under)
        )
    return None


def _under(battle: Battle, gate: tuple[Hex, ...]) -> str:
    """Who or what keeps a gate from coming down; empty if nothing does."""
    for at in gate:
        people = [f.name for f in battle.living_at(at)]
        horse = battle.horse_at(at)
        ladders = [english("a ladder") for ladder in battle.ladders.values() if at in ladder.hexes]
        engines = [e.name for e in battle.engines.values() if at in e.hexes and e.state in WORKING]
        found = [*people, *([horse.name] if horse is not None else []), *ladders, *engines]
        if found:
            return found[0]
    return ""


# without an order of the phase

STAY = "stay"


def work_unasked(journal: Journal, rules: Ruleset, busy: frozenset[FigureId]) -> None:
    """When all orders of the combat step are carried out, men of the side in phase behind a gate who have
    done nothing in it raise or lower it by their standing orders; without any they leave it as it is
    (GUI-9.2.3.2, RUL-1061)."""
    worked: set[tuple[Hex, ...]] = set()
    for figure in list(journal.battle.side_figures(journal.battle.side)):
        battle = journal.battle
        if figure.id in busy or figure.id in battle.now.engaged or figure.hex is None:
            continue
        gate = gate_worked_from(battle.board, figure.hex)
        if not gate or gate in worked or not figure.active:
            continue
        order: GateOrder = CloseOrder(figure.id) if is_open(battle, gate) else OpenOrder(figure.id)
        if cannot_work_gate(battle, rules, order) is None and _wished(journal, rules, figure, gate):
            work_gate(journal, rules, figure.seat, order)
            worked.add(gate)


def is_open(battle: Battle, gate: tuple[Hex, ...]) -> bool:
    return terrain_at(battle, gate[0]) == "open_gate"


def wish(battle: Battle, rules: Ruleset, figure: Character, gate: tuple[Hex, ...]) -> tuple[bool, str]:
    """Whether a man's standing orders would have the gate moved now, with the text of the one that says
    so. A gate that one of the seat's CLOSE orders would lower is not raised, so that two orders cannot
    move it to and fro."""
    closing = standing.close_choice(battle, rules, figure)
    opening = standing.open_choice(battle, rules, figure)
    shut = closing is not None and _counts(battle, closing[0], figure, gate)
    if is_open(battle, gate):
        return shut, closing[1] if closing is not None else ""
    lift = opening is not None and not shut and _counts(battle, opening[0], figure, gate)
    return lift, opening[1] if opening is not None else ""


def _counts(battle: Battle, order: GateWhen, figure: Character, gate: tuple[Hex, ...]) -> bool:
    if order.hold or (order.hex and order.hex not in gate):
        return False
    if not order.within:
        return True
    enemies = [at for enemy in battle.active_enemies(figure.side) for at in enemy.hexes]
    near = any(battle.board.distance(at, g) <= order.within for at in enemies for g in gate)
    return near is isinstance(order, CloseWhenOrder)


def _wished(journal: Journal, rules: Ruleset, figure: Character, gate: tuple[Hex, ...]) -> bool:
    willing, text = wish(journal.battle, rules, figure, gate)
    does, move = ("lowers", "close") if is_open(journal.battle, gate) else ("raises", "open")
    answer = journal.decide(
        figure.seat,
        "gate",
        move if willing else STAY,
        "GUI-9.2.3.2",
        question=english(
            "{figure} has his hands free, behind the gate in {gate}.",
            figure=placed(figure),
            gate=", ".join(gate),
        ),
        options=lambda: [
            Choice(move, english("he {does} it", does=does)),
            Choice(STAY, english("he leaves it as it is")),
        ],
        figure=figure.id,
        order=text,
        told=willing,
    )
    return answer != STAY

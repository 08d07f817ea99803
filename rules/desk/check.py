"""Whether an order can be carried out as things stand, and what the receipt says about it: path,
odds, chances.

The one place where the desk asks the rules of play. What can never be is refused with its rule; what depends
on how the phase goes stands, with a note. Concerns GUI-4, GUI-5.1a, GUI-5.2b, GUI-6 and GUI-1.2g.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.language import english, say
from rules.core.rejection import Rejection
from rules.desk.checked import Checked, refused
from rules.desk.desk import Desk
from rules.desk.imagined import Imagined
from rules.desk.receipts import attacks, terms, tried_standing
from rules.desk.receipts.told import told_facts
from rules.desk.steps import place_of
from rules.orders.records import (
    AttackOrder,
    ChargeOrder,
    EnterOrder,
    IfOrder,
    MoveOrder,
    Order,
    PlaceOrder,
    StandingOrder,
    figures_of,
)
from rules.orders.trouble import Code
from rules.state.figure import Character

SEARCHING = 5  # what looking for a way, or imagining all moves anew, counts for
TOO_MUCH = english(
    "This mail asks for more than can be looked at in one go; send this line once more in another mail."
)


def check(desk: Desk, order: Order) -> Checked:
    """What becomes of an order before it is filed; moves are let into the imagined board."""
    unfit = _unfit(desk, order)
    if unfit is not None:
        return unfit
    desk.effort += _worth_of(desk, order)
    if desk.tired:
        return Checked((TOO_MUCH,), code=Code.TOO_MANY.value)
    checked = _check(desk, order)
    if not isinstance(order, StandingOrder):
        return checked
    checked = terms.with_terms(desk, order, checked)
    if not desk.trying or checked.refused:
        return checked
    details = tuple(
        tried_standing.answers_now(desk.battle, desk.rules, desk.seat, order, desk.standing_with(order))
    )
    return replace(checked, details=details)


def _check(desk: Desk, order: Order) -> Checked:
    if isinstance(order, IfOrder):
        return _condition(desk, order)
    kind = desk.rules.orders.get(type(order))
    if kind is None or kind.check is None:
        return Checked()
    checked: Checked = kind.check(desk, order)
    return checked


def at_the_end(desk: Desk, order: Order) -> Checked:
    """What is said of an attack once all moves of the mail are known; nothing of other orders."""
    return attacks.attack_as_planned(desk, order) if isinstance(order, AttackOrder) else Checked()


def may_act(figure: Character) -> bool:
    """Whether an order of the phase could be given to a figure at all (GUI-1.2g)."""
    return figure.active


def _worth_of(desk: Desk, order: Order) -> int:
    """How much looking an order takes: a mail of many long searches must not hold up everybody else's."""
    if isinstance(order, IfOrder):
        return _worth_of(desk, order.then) + (_worth_of(desk, order.otherwise) if order.otherwise else 0)
    if isinstance(order, ChargeOrder):
        return SEARCHING * (1 + len(order.at))
    if isinstance(order, MoveOrder):
        again = desk.imagined.has_move(order.figure)
        return (SEARCHING if order.to else 1) + (SEARCHING if again else 0)
    return max(1, len(figures_of(order)))


def _unfit(desk: Desk, order: Order) -> Checked | None:
    """The dead and the gone get no orders; the stunned only standing ones (GUI-1.2g)."""
    if isinstance(order, PlaceOrder | EnterOrder):
        return None
    for name in figures_of(order):
        figure = desk.battle.figures[name]
        why = _why_unfit(figure, order.standing) or _not_here_yet(desk, figure, order)
        if why and not isinstance(order, IfOrder):
            return refused(Rejection("GUI-1.2g", f"{figure.name} {why}"), code=Code.CANNOT_ACT)
    return None


def _why_unfit(figure: Character, standing: bool) -> str:
    if figure.dead:
        return say("is dead")
    if figure.left_by is not None:
        return say("has left the board")
    if standing:
        return ""
    if figure.awaited:
        return say("is not on the board yet")
    if figure.stunned:
        return say("is stunned and can do nothing")
    if figure.bound:
        return say("is a prisoner, and can do nothing before he is free")
    return "" if figure.active else say("is being carried and can do nothing")


def _not_here_yet(desk: Desk, figure: Character, order: Order) -> str:
    """Who enters in this phase is on the board from the movement step on (RUL-203)."""
    if order.standing or figure.id not in desk.entering:
        return ""
    early = place_of(desk.rules, desk.battle, order) < place_of(desk.rules, desk.battle, MoveOrder)
    return say("comes on to the board in the movement step") if early else ""


def _condition(desk: Desk, order: IfOrder) -> Checked:
    """An order under IF may be impossible now: that is what it waits for. Its draft is not kept."""
    told: list[str] = []
    details: list[str] = []
    gists: list[str] = []
    for inner in (order.then, order.otherwise):
        if inner is None:
            continue
        unfit = _unfit(desk, inner)
        if unfit is not None:
            return unfit
        if isinstance(inner, AttackOrder) and (unread := attacks.unread(desk, inner)) is not None:
            return refused(unread, code=Code.TERMS)
        if isinstance(inner, MoveOrder | ChargeOrder):
            imagined = Imagined(desk.imagined.draft, desk.rules)
            trial = Desk(desk.battle, desk.rules, desk.sheet, imagined, trying=desk.trying)
            checked = check(trial, inner) if desk.imagined.plan_of(inner.figure) is None else Checked()
        elif isinstance(inner, AttackOrder):
            checked = attacks.check_attack(desk, inner)
        else:
            checked = check(desk, inner)
        told += [
            say("As things stand: {sentence}", sentence=m) if checked.refused else m for m in checked.message
        ]
        details += checked.details
        gists += [checked.gist] if checked.gist else []
    told = list(dict.fromkeys(told))
    told += told_facts(
        desk.battle, desk.rules, order
    )  # the same for many: what is the order's own goes first
    return Checked(tuple(told), details=tuple(details), gist="; ELSE ".join(dict.fromkeys(gists)))

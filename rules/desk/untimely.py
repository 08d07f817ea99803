"""What is said of an order that is not taken now: it belongs to another phase."""

from __future__ import annotations

from rules.core.language import english
from rules.desk.draft import Draft
from rules.desk.steps import belongs, is_over, sets_up, step_of
from rules.orders.parser import print_order
from rules.orders.records import MoveOrder, Order, PlaceOrder
from rules.orders.trouble import Code, Trouble
from rules.orders.verbs import standing_words


def why_not_now(draft: Draft, order: Order, at: int) -> Trouble | None:
    """Why an order is not taken in this phase; None if it is. ``at``: where in the line it begins."""
    rules, battle = draft.rules, draft.battle
    if battle.outcome is not None:
        return Trouble(Code.GAME_OVER, english("The battle has ended."), at)
    if rules.phase_of(battle).settled:
        fought = english("This battle is fought: another one decides it, and orders are taken there.")
        return Trouble(Code.NOT_YOUR_PHASE, fought, at)
    if order.standing:
        return None
    if not draft.on_move:
        return Trouble(Code.NOT_YOUR_PHASE, _not_now(draft, order), at)
    if not belongs(rules, battle, order):
        return Trouble(Code.NOT_YOUR_PHASE, _not_in_this(draft, order), at, _placed_instead(draft, order))
    if is_over(rules, battle, order):
        over = english("The {step} step of this phase is over.", step=step_of(rules, battle, order).title)
        return Trouble(Code.NOT_YOUR_PHASE, over, at)
    return None


def _not_now(draft: Draft, order: Order) -> str:
    verb = print_order(order, draft.lexicon).split()[0]
    if not draft.battle.side:
        return english(
            "No side is on move now; your {verb} can wait until your own phase. Standing orders "
            "({verbs}) are taken now.",
            verb=verb,
            verbs=standing_words(draft.battle.setup.modules),
        )
    adjective = draft.battle.side_of(draft.battle.side).adjective
    return english(
        "It is the {adjective} phase; your {verb} can wait until your own. Standing orders ({verbs}) "
        "are taken now.",
        adjective=adjective,
        verb=verb,
        verbs=standing_words(draft.battle.setup.modules),
    )


def _not_in_this(draft: Draft, order: Order) -> str:
    verb = print_order(order, draft.lexicon).split()[0]
    if sets_up(draft.battle):
        return english(
            "Before the first turn men are placed (PLACE, ENTER); your {verb} can wait until your first "
            "phase.",
            verb=verb,
        )
    return english("The set-up is over: {verb} is taken before the first turn only.", verb=verb)


def _placed_instead(draft: Draft, order: Order) -> str:
    """The set-up that somebody may have meant who names a man and a hex."""
    if not sets_up(draft.battle) or not isinstance(order, MoveOrder):
        return ""
    hexes = (order.to,) if order.to else tuple(leg.hex for leg in order.path if leg.hex)
    return print_order(PlaceOrder((order.figure,), hexes=hexes), draft.lexicon) if hexes else ""

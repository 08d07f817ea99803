"""What is said of an order that is not taken now: it belongs to another phase."""

from __future__ import annotations

from rules.core.language import english
from rules.desk.draft import Draft
from rules.desk.steps import sets_up
from rules.orders.parser import print_order
from rules.orders.records import MoveOrder, Order, PlaceOrder
from rules.orders.verbs import standing_words


def not_now(draft: Draft, order: Order) -> str:
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


def not_in_this(draft: Draft, order: Order) -> str:
    verb = print_order(order, draft.lexicon).split()[0]
    if sets_up(draft.battle):
        return english(
            "Before the first turn men are placed (PLACE, ENTER); your {verb} can wait until your first "
            "phase.",
            verb=verb,
        )
    return english("The set-up is over: {verb} is taken before the first turn only.", verb=verb)


def placed_instead(draft: Draft, order: Order) -> str:
    """The set-up that somebody may have meant who names a man and a hex."""
    if not sets_up(draft.battle) or not isinstance(order, MoveOrder):
        return ""
    hexes = (order.to,) if order.to else tuple(leg.hex for leg in order.path if leg.hex)
    return print_order(PlaceOrder((order.figure,), hexes=hexes), draft.lexicon) if hexes else ""

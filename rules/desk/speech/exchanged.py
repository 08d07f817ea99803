"""Men who are each sent to where the other stands, and those who are sent to two places."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.language import english
from rules.desk.speech.clause import Clause, Unsure
from rules.desk.speech.company import names
from rules.desk.speech.vocabulary import Deed
from rules.orders.lexicon import Lexicon
from rules.orders.records import MoveOrder, Order
from rules.orders.trouble import Code, Trouble
from rules.state.battle import Battle
from rules.state.figure import FigureId

_GOING = (Deed.GO, Deed.JOIN, Deed.LEAVE)


def _in_each_others_way(clauses: Sequence[Clause], battle: Battle, lexicon: Lexicon) -> None:
    """Raises Unsure where two men are to change places: whoever goes first finds the other there."""
    sent = {
        clause.who[0]: clause.hex or clause.spots[0]
        for clause in clauses
        if clause.deed in _GOING and len(clause.who) == 1 and (clause.hex or len(clause.spots) == 1)
    }
    for man, there in sent.items():
        other = next((one for one in sent if one != man and battle.figures[one].hex == there), "")
        if other and sent[other] == battle.figures[man].hex:
            message = english(
                "{names} cannot change places: they go one after the other, and a hex holds one of them; "
                "send one of them elsewhere",
                names=names((man, other), lexicon),
            )
            raise Unsure(Trouble(Code.CANNOT_ACT, message))


class Sent:
    """Where those go who are sent somewhere on a line."""

    def __init__(self, clauses: Sequence[Clause], battle: Battle, lexicon: Lexicon) -> None:
        _in_each_others_way(clauses, battle, lexicon)
        self.lexicon = lexicon
        self.goals: dict[FigureId, str] = {}

    def all(self, orders: Sequence[Order]) -> None:
        """Raises Unsure where somebody is sent to a second place: only one of them would count."""
        for order in orders:
            if not isinstance(order, MoveOrder) or not (
                there := order.to or (order.path and order.path[-1].hex)
            ):
                continue
            before = self.goals.setdefault(order.figure, there)
            if before != there:
                message = english(
                    "{name} is sent to {one} and to {other}: name one of them, or every hex of his way",
                    name=self.lexicon[order.figure],
                    one=before,
                    other=there,
                )
                raise Unsure(Trouble(Code.EXPECTED, message))

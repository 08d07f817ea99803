"""Men who are each sent to where the other stands."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.language import english
from rules.desk.speech.clause import Clause, Unsure
from rules.desk.speech.company import names
from rules.desk.speech.vocabulary import Deed
from rules.orders.lexicon import Lexicon
from rules.orders.trouble import Code, Trouble
from rules.state.battle import Battle

_GOING = (Deed.GO, Deed.JOIN, Deed.LEAVE)


def in_each_others_way(clauses: Sequence[Clause], battle: Battle, lexicon: Lexicon) -> None:
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

"""The clauses of one line beside each other: who goes somewhere stays there, looks there where he is told to
look, and those who fall on the same enemy do it together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rules.desk.speech.clause import Clause
from rules.desk.speech.vocabulary import Deed
from rules.desk.tagging.words import words_in
from rules.state.figure import FigureId

_MOVES = (Deed.GO, Deed.JOIN, Deed.LEAVE, Deed.TURN, Deed.CLIMB)
_BY_HAND = (Deed.ATTACK, Deed.STRIKE)
_APART = words_in("separate separately apart wave waves singly alternately")


def without_stays(clauses: Sequence[Clause]) -> list[Clause]:
    """Nobody is told besides to stay who is told where to go before it, or which way to turn: "goes to the
    bank and waits there", "stays put and looks north"."""
    out: list[Clause] = []
    for at, clause in enumerate(clauses):
        if clause.deed is not Deed.STAY or clause.given or clause.same:
            out.append(clause)
            continue
        going = _men(one for one in clauses[:at] if _is_move(one) and not one.given)
        turning = _men(one for one in clauses[at:] if one.deed is Deed.TURN and not one.given)
        left = tuple(man for man in clause.who if man not in going | turning)
        if left:
            out.append(replace(clause, who=left))
    return out


def _is_move(clause: Clause) -> bool:
    written = clause.deed is Deed.WRITTEN and not clause.text.startswith(("cut", "douse"))
    return written or clause.deed in _MOVES


def together(clauses: Sequence[Clause], said: set[str], doubts: list[str]) -> list[Clause]:
    """Attacks on one enemy as one, unless the line speaks of several: "Hugo hits Carlo, Odo lends a hand"."""
    out: list[Clause] = []
    for clause in clauses:
        first = next((one for one in out if _may_join(one, clause)), None)
        if first is None or said & _APART:
            out.append(clause)
            continue
        doubts.append("")
        deed = Deed.ATTACK if Deed.ATTACK in (first.deed, clause.deed) else Deed.STRIKE
        both = replace(first, deed=deed, who=tuple(dict.fromkeys((*first.who, *clause.who))))
        out = [both if one is first else one for one in out]
    return out


def _may_join(first: Clause, clause: Clause) -> bool:
    by_hand = first.deed in _BY_HAND and clause.deed in _BY_HAND
    alike = first.whom == clause.whom and len(clause.whom) == 1 and first.given == clause.given
    return by_hand and alike and not (first.same or clause.same)


def _men(clauses: Iterable[Clause]) -> set[FigureId]:
    return {man for clause in clauses for man in clause.who}

"""Words that turn round, put off or make up what stands beside them: no order is read past one of them, and
none is offered."""

from __future__ import annotations

from collections.abc import Sequence

from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.phrases import NEGATIONS
from rules.orders.text import Token, written

_WORDS = """
    nope nah joke joking kidding cancelled canceled cancel cancels forbidden forbid forbids delete deleted
    scrap scratch forget ignore disregard correction mistake doubt doubts dream dreams dreamt dreamed refuse
    refuses refused fail fails opposite madness declined veto hate hates allowed denied nonsense hypothetical
    yesterday tomorrow imagine imagines undo wrong untrue false
"""
TURNS_ROUND = frozenset(_WORDS.split())
_PHRASES = tuple(
    tuple(phrase.split())
    for phrase in phrases_in(
        """
        not the case, dead body, out of the question, make that, i mean, second thoughts, second thought,
        bad plan, bad idea, far be it, all but, anybody but, anyone but, anything but, everybody but,
        everyone but, nothing but, instead of, too risky, too dangerous, to avoid, never mind, you said,
        if need be, in that case, later this, what i dont, the point of
        """
    )
)
_STAYING = frozenset(
    ("hold", "holds", "holding", "stay", "stays", "staying", "keep", "keeps", "keeping", "stand", "standing")
)
_DENYING = NEGATIONS - {"if", "unless", "except", "but"}


def keeps_him(line: str) -> bool:
    """Whether a line says of somebody that he stays, in words that were left out perhaps, or denies anything:
    then nobody goes anywhere of himself."""
    words = written(line).words
    return any(word.plain in _STAYING or word.plain in _DENYING for word in words)


def turns_round(words: Sequence[Token]) -> bool:
    """Whether one of them stands among these words."""
    plain = [word.plain for word in words if word.kind != "sign"]
    if any(word in TURNS_ROUND for word in plain):
        return True
    return any(
        tuple(plain[at : at + len(phrase)]) == phrase for phrase in _PHRASES for at in range(len(plain))
    )

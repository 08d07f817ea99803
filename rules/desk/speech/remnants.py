"""A line without the words at which its reading stopped: what is left of it may be an order that is complete.
It is only ever offered. What could turn the rest round is no remnant."""

from __future__ import annotations

import re

from rules.desk.speech.guess_words import asks
from rules.desk.speech.leavings import TAKING_BACK
from rules.desk.speech.named import Named
from rules.desk.speech.phrases import NEGATIONS
from rules.desk.speech.vocabulary import HOLDING
from rules.orders.lexicon import PEOPLE
from rules.orders.text import written

_ENDS = re.compile(r"[,;:.!?()\u2013\u2014]|\s-\s|\b(?=(?:and|but|then|so)\b)", re.I)
_JOINTS = re.compile(r"(?:[\s,;:.!?()&+\u2013\u2014-]|\b(?:and|but|then|so|or)\b)+$", re.I)
_LEADS = re.compile(r"^(?:[\s,;:.!?()&+\u2013\u2014-]|\b(?:and|but|then|so)\b)+", re.I)
_CHOOSING = """
    or otherwise else instead rather only same ditto likewise last next second third swap swaps
    whichever whoever whatever whether could might should would must shall wait waits let keep keeps
    leave leaves back against each every respectively between around either towards toward failing
    suppose assuming provided providing as like than more less most least half nearest best worst
    weakest closest until yes ok okay scratch them
"""
_TURNING = (HOLDING | NEGATIONS | TAKING_BACK | frozenset(_CHOOSING.split())) - {"before"}
_LONGEST = 14  # words of a remnant
MOST = 2  # readings of one line


def without_remnant(line: str, position: int, named: Named) -> tuple[str, ...]:
    """What is left of a line, read up to this letter, without that at which it stopped; more first."""
    if position < 0 or asks(line, written(line).words):
        return ()
    before = _JOINTS.sub("", line[:position])
    end = _ENDS.search(line, position + 1)
    behind = _LEADS.sub("", line[end.start() :]) if end is not None else ""
    rest = line[position : end.start()] if end is not None else line[position:]
    found = []
    if behind and _may_be_left(rest, named):
        found.append(f"{before}, {behind}" if before else behind)
    if before and _may_be_left(line[position:], named):
        found.append(before)
    return tuple(found[:MOST])


def _may_be_left(text: str, named: Named) -> bool:
    words = written(text).words
    if len(words) > _LONGEST or any(word.kind == "hex" or word.plain in _TURNING for word in words):
        return False
    return not named.people(words, PEOPLE)

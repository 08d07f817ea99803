"""Lines of several sentences, of which some can be read and some cannot: each is then answered for itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.desk.speech.turning import turns_round
from rules.desk.speech.vocabulary import HOLDING
from rules.orders.lexicon import Lexicon, Role
from rules.orders.text import Token

_END = re.compile(r"[.!?]+(?=\s)")
_SHORT = 4  # letters of a word that is cut short by its full stop: "anq.", "W."
_CUT_SHORT = frozenset(("mr", "mrs", "st", "no", "ca", "approx", "incl", "max", "min", "resp", "vs"))
_TAKING_BACK = ("wait", "scrap", "forget", "instead", "rather", "but", "sorry", "wrong", "only", "same", "or",
                "either", "kidding", "joking", "joke", "correction", "mistake", "ignore")  # fmt: skip
_TAKEN_BACK = HOLDING | frozenset(_TAKING_BACK)


def sentences(line: str, lexicon: Lexicon) -> list[str]:
    """The sentences of a line, each with its full stop."""
    own = [name.casefold() for person, name in lexicon.name.items() if lexicon.role[person] is Role.OWN]
    found: list[str] = []
    begin = 0
    for end in _END.finditer(line):
        before = re.split(r"[^\w]+", line[begin : end.start()])[-1].casefold()
        begins = before not in own and any(name.startswith(before) for name in own)
        short = 0 < len(before) <= _SHORT and begins
        if end.group() == "." and (short or before in _CUT_SHORT):
            continue
        found.append(line[begin : end.end()].strip())
        begin = end.end()
    found.append(line[begin:].strip())
    return [one for one in found if one.strip(" .!?")]


def takes_back(words: Sequence[Token]) -> bool:
    """Whether something that is no order by itself may change the orders beside it: "no wait, better not"."""
    return any(word.plain in _TAKEN_BACK for word in words) or turns_round(words)

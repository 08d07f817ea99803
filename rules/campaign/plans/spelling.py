"""The line that one was perhaps meant for whose words are misspelt. It is offered, never carried out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice, product

from rapidfuzz.distance import OSA

from rules.campaign.boards import panels
from rules.campaign.in_force import tables_of
from rules.campaign.plans.counted import kinds
from rules.campaign.plans.names import Known
from rules.campaign.plans.words import FORMS
from rules.scenarios.rosters import plain_name

MOST_WRONG = 3
"""Words of a line that may be misspelt."""
MOST_TRIED = 24
LEAST = 5
"""So many letters a word has that is taken for a misspelt order word by itself."""
LONG = 7
"""From so many letters on two of them may be wrong."""


def _words_of(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DENY = _words_of("no not never don't dont do unless if when else otherwise or only until")
_GRAMMAR = _words_of(
    """to toward towards from with for by via through near within of and then at least most up the road roads
    fight fights attack refuse withdraw retreat flee yield surrender avoid strangers keep away stronger
    weaker more odds prestige leader men day days hexes hex points share promise mercenaries any battle next
    all under deniers wounded healed purse home back escort convoy please battles against march"""
)
_WORD = re.compile(r"[^\W\d_][\w'-]*")


def mended(line: str, known: Known, reads: Callable[[str], bool]) -> str:
    """The line with its misspelt words put right; empty where that is not one line alone, or where a misspelt
    word may have been one that denies or sets a condition."""
    words = _vocabulary(known)
    wrong = [found for found in _WORD.finditer(line) if found[0].casefold() not in words]
    if not 1 <= len(wrong) <= MOST_WRONG:
        return ""
    perhaps = [_near(found[0], words) or [found[0]] for found in wrong]
    if any(_DENY & set(some) for some in perhaps):
        return ""
    lines = [_with(line, wrong, chosen) for chosen in islice(product(*perhaps), MOST_TRIED)]
    good = [one for one in lines if reads(one)]
    return good[0] if len(good) == 1 else ""


def _vocabulary(known: Known) -> frozenset[str]:
    at = known.at
    spies = [spy.name for spy in at.spies.values() if spy.seat == known.seat]
    men = [man.name for man in at.men.values() if known.own(man.side)]
    names = [
        *spies,
        *men,
        *(place.name for place in at.setup.places),
        *(side.name for side in at.setup.sides),
    ]
    boards = [*panels.grounds(tables_of(at)), *panels.every(tables_of(at))]
    known_words = (names, kinds(), FORMS, boards)
    return frozenset({*_GRAMMAR, *_DENY, *(word for some in known_words for word in _words(some))})


def _words(names: Iterable[str]) -> set[str]:
    return {word for name in names for word in (*re.split(r"[\s-]+", name.casefold()), plain_name(name))}


def is_order_word(word: str) -> bool:
    """Whether a word of some length is an order word with one slip in it."""
    said = word.casefold()
    return len(said) >= LEAST and any(OSA.distance(said, one, score_cutoff=1) <= 1 for one in FORMS)


def _near(word: str, words: frozenset[str]) -> list[str]:
    """The known words that are nearest to one, if any is near enough."""
    said = word.casefold()
    if len(said) < 3:
        return []
    limit = 2 if len(said) >= LONG else 1
    far = {
        one: OSA.distance(said, one, score_cutoff=limit)
        for one in words
        if abs(len(one) - len(said)) <= limit
    }
    least = min(far.values(), default=limit + 1)
    return sorted(one for one, distance in far.items() if distance == least <= limit)


def is_near(word: str, meant: str) -> bool:
    """Whether a word is perhaps another one, misspelt, or that very one."""
    limit = 2 if len(word) >= LONG else 1
    return OSA.distance(word.casefold(), meant.casefold()) <= limit


def _with(line: str, wrong: list[re.Match[str]], chosen: tuple[str, ...]) -> str:
    for found, word in zip(reversed(wrong), reversed(chosen), strict=True):
        line = line[: found.start()] + word + line[found.end() :]
    return line

"""Which lines of a mail are put to somebody of one's own, though they cannot be read: they are asked back,
and not passed over as talk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from rules.campaign.plans.names import Known
from rules.campaign.plans.plainly import plainly
from rules.campaign.plans.spelling import is_order_word
from rules.campaign.plans.words import verb_of
from rules.desk.frames import takes_back
from rules.scenarios.rosters import plain_name

FEW = 5
"""Words of a line that names somebody and a place: it is taken for an order."""
SHORT = 8
"""The same of one that begins with one of the seat's own, and ends with whom he does it to."""
LONGEST_ORDER = 14
"""So many words may a line have that is taken for a failed order wherever its names and order words stand."""
_MEETING = re.compile(r"(?:fight|refuse|withdraw|yield|surrender|flee|retreat|run|avoid|evade|slip)s?", re.I)
_ASKS = re.compile(
    r"\W*(?:what|where|who|whom|whose|which|why|how|(?:is|are|was|were|does|did|has|have|had|can|may|might)"
    r"(?! you\b))\b(?!.*\bplease\b).*\?[\s!?.)]*",
    re.I | re.S,
)
"""A question about the campaign; "could Drogo please ...?" and "can you ...?" are courteous orders."""
_BETWEEN_THEM = re.compile(
    r"should|shall|must|will|would|may|can|to|please|now|then|also|both|all|quickly", re.I
)
_OTHERS = re.compile(r"everybody|everyone|others|rest|else|groups", re.I)
_EVERYBODY = re.compile(
    r"\W*(?:(?:please|let|could|and|but|then|i want|we want|have)\s+)*(?:every(?:body|one)|all|nobody|no ?one"
    r"|none of|whoever|both|the (?:rest|others))\b",
    re.I,
)
_NOBODY = re.compile(r"\b(?:nobody|no ?one) (?:fight|attack|refuse|yield)s?\b", re.I)
_WHOM = ("him", "them")
_HEX = re.compile(r"\d{4}")
_DENIES = re.compile(
    r"\W*(?:do not|don'?t|never|no)\s+(?:attack|fight|loot|plunder|refuse|yield|surrender)", re.I
)


def is_question(line: str) -> bool:
    return _ASKS.fullmatch(line) is not None


class Addressed:
    """Knows a seat's own by name."""

    def __init__(self, known: Known) -> None:
        self.known = known

    def somebody(self, line: str, *, named_above: bool = False) -> bool:
        """Whether a line that cannot be read has two of these in it: one of the seat's own, an order word, a
        place; a place and an order word in few words, or the order word first: better asked about than passed
        over. ``named_above``: it begins with "he" or the like, for whom the lines above have named."""
        if is_question(line):
            return False
        plain = plainly(line)
        words = re.findall(r"[\w']+", plain)
        if not words:
            return False
        if len(words) > LONGEST_ORDER or self._tells_somebody(words):
            return self._tells_somebody(words)
        if verb_of(words[0]) and any(self.known.land.named(word) for word in words[1:]):
            return True
        if (len(words) <= FEW and _DENIES.match(plain)) or _NOBODY.search(plain):
            return True
        own = (
            named_above
            or any(map(self._is_own, words))
            or bool(_EVERYBODY.match(line) or _EVERYBODY.match(plain))
        )
        verb = any(verb_of(word) or _MEETING.fullmatch(word) for word in words)
        if own and (verb or takes_back(line)):
            return True
        if own and self.begins(line) and any(map(is_order_word, words[1:])):
            return True
        if self.begins(plain) and len(words) <= SHORT and words[-1].casefold() in _WHOM:
            return True
        there = any(self.known.land.named(word) or _HEX.fullmatch(word) for word in words)
        return there and (own or (verb and len(words) <= FEW))

    def _tells_somebody(self, words: Sequence[str]) -> bool:
        """Whether an order word stands right beside one of the seat's own, or beside whoever is left: what is
        said of them is not passed over, however long it is."""
        said = [word for word in words if not _BETWEEN_THEM.fullmatch(word)]
        own = [plain_name(word) in self.names or bool(_OTHERS.fullmatch(word)) for word in said]
        verb = [bool(verb_of(word) or _MEETING.fullmatch(word)) for word in said]
        return any((a and d) or (b and c) for a, b, c, d in zip(own, own[1:], verb, verb[1:], strict=False))

    def begins(self, line: str) -> bool:
        """Whether a line begins with one of the seat's groups or spies."""
        first = re.match(r"\W*([\w']+)", line)
        return first is not None and self._is_own(first[1])

    def _is_own(self, word: str) -> bool:
        word = re.sub(r"'s?$", "", word) or word
        return plain_name(word) in self.names or bool(word[0].isupper() and self.known.shortened(word))

    @cached_property
    def names(self) -> frozenset[str]:
        """Of the seat's groups, spies and leaders, as they are compared."""
        known, at = self.known, self.known.at
        spies = [spy.name for spy in at.spies.values() if spy.seat == known.seat]
        leaders = [at.men[name].name for name in at.prestige if known.own(at.men[name].side)]
        return frozenset(map(plain_name, [*map(known.called, known.own_groups()), *spies, *leaders]))

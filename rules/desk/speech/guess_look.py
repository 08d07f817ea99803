"""A line whose gist is looked for: what leads to a word of it, and who is named where."""

from __future__ import annotations

from collections.abc import Sequence

from rules.desk.speech.company import Company
from rules.desk.speech.described import Described, described
from rules.desk.speech.gist import HARMING, Gist
from rules.desk.speech.guess_words import AGAINST, BLOCKING, OPENING, THITHER
from rules.desk.speech.phrases import Words
from rules.desk.speech.vocabulary import DEEDS, EMPTY, EVERY_WORD, Deed
from rules.orders.lexicon import OWN, PEOPLE, TARGETS, Found, Lexicon, Role
from rules.orders.trouble import Trouble
from rules.orders.verbs import EVERYDAY, first_words
from rules.orders.words import KEYWORDS
from rules.state.battle import Battle

_LETTERS = 3  # of a name at least


class Look:
    """The words of a line, the place ``at`` up to which it is understood, and what was understood."""

    def __init__(self, battle: Battle, lexicon: Lexicon, company: Company, words: Words) -> None:
        self.battle = battle
        self.lexicon = lexicon
        self.company = company
        self.words = words
        self.at = 0
        self.gists: list[Gist] = [Gist()]
        self.verbs = frozenset(first_words(lexicon.modules)) - EVERYDAY
        self.went = 0  # where it was last said that they go
        self.ended = False  # whether the men stood behind what they are to do, so that nothing may follow

    @property
    def now(self) -> Gist:
        return self.gists[-1]

    def _goes_elsewhere(self) -> bool:
        """Whether it was said where they go before they are to harm anybody: more than "go and hit him"."""
        return any(word.plain in THITHER for word in self.words[self.went : self.at])

    def _ends_with_deed(self) -> bool:
        """Whether the last word of the line, and no other behind this one, says what they do to somebody."""
        found = DEEDS.at(self.words, len(self.words) - 1)
        return self.at == len(self.words) - 2 and found is not None and Deed(found[0]) in HARMING

    def _leads_to_foe(self, at: int) -> bool:
        """Whether a foe is named, or described, before the next deed."""
        while at < len(self.words) and self.words[at].kind != "hex":
            if self._is(at, "him", "her") or self._person_at(at, TARGETS):
                return True
            if isinstance(described(self.battle, self.lexicon, self.words, at), Described | Trouble):
                return True
            if DEEDS.at(self.words, at) and not self._is(at, *AGAINST):
                return False
            at += 1
        return False

    def _is(self, at: int, *plain: str) -> bool:
        return 0 <= at < len(self.words) and self.words[at].plain in plain

    def _says(self, at: int, parts: Sequence[str]) -> bool:
        return [word.plain for word in self.words[at : at + len(parts)]] == list(parts)

    def _before(self, plain: Sequence[str]) -> bool:
        """Whether one of these words leads up to this place."""
        at = self.at - 1
        passed = ("the", "hex", "that", "poor", "old", "good", "dear")
        while self._is(at, *passed) and self.words[at].plain not in plain:
            at -= 1
        return self._is(at, *plain)

    def _follows_name(self) -> bool:
        """Whether a hex stands right behind the name of one who is told nothing else."""
        at = self.at - 1
        while at >= 0 and (self.words[at].kind == "sign" or self._is(at, "hex", *OPENING)):
            at -= 1
        return at >= 0 and self.now.is_bare and self._ends_name(at)

    def _ends_name(self, at: int) -> bool:
        return any(
            (found := self._person_at(begin, OWN)) is not None and begin + found.length == at + 1
            for begin in range(max(at - 2, 0), at + 1)
        )

    def _is_wanted(self) -> bool:
        return any(self._is(at, "want", "need", "prefer", "like", "see") for at in range(self.at))

    def _is_last(self, length: int) -> bool:
        rest = self.words[self.at + length :]
        return all(word.kind == "sign" or word.plain in OPENING for word in rest)

    def _is_owner(self, at: int) -> bool:
        """Whether it is somebody's: "Atenolfo's back", "Carlos reach"."""
        word = self.words[at] if at < len(self.words) else None
        if word is None or not word.plain.endswith("s"):
            return False
        if "'" in word.text or "\u2019" in word.text:
            return True
        found = self._person_at(at, PEOPLE)
        return found is not None and bool(found.note)

    def _person_at(self, at: int, roles: frozenset[Role]) -> Found | None:
        if at >= len(self.words) or self.words[at].kind != "word" or len(self.words[at].plain) < _LETTERS:
            return None
        word = self.words[at].plain
        found = self.lexicon.find(self.words[at : at + 6], roles)
        if not isinstance(found, Found) or self.lexicon.role.get(found.id) not in roles:
            return None
        common = word in EVERY_WORD or word in KEYWORDS or word in BLOCKING or EMPTY.at(self.words, at)
        return None if found.note and common else found

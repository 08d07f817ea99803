"""Men of a seat's as people speak of them who do not name them: by what they are, carry or can do, in what
state they are, where they stand, and beside whom ("everyone with a bow or a sling", "the two spearmen next
to Odo", "whoever is free", "my men at the wall").

A phrase is cut into what says how many, what they are, and what more is said of them; whoever fits all of it
is meant. Where a part of it is not understood, or the number does not fit, nobody is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from rules.desk.speech import band_words as said
from rules.desk.speech.band_traits import Traits
from rules.orders.groups import SPELT
from rules.orders.lexicon import OWN, Lexicon
from rules.orders.text import Token
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId
from rules.tactical.deploying.deployment import is_of_kind

MOST_WORDS = 24  # of one description
Words = Sequence[Token]
Test = said.Test


class Band(msgspec.Struct, frozen=True):
    """Who is meant, over how many words; ``shooting``: only those of them who have a shot; ``clear``: whether
    it is known who is meant; ``whom``: enemies by whom that is said; ``sure``: whether none but men of the
    seat's can be meant."""

    figures: tuple[FigureId, ...]
    length: int
    shooting: bool = False
    clear: bool = True
    whom: tuple[str, ...] = ()
    sure: bool = True


class Bands:
    """``men``: all of the seat's."""

    def __init__(self, battle: Battle, lexicon: Lexicon, men: Sequence[Character]) -> None:
        self.battle = battle
        self.lexicon = lexicon
        self.men = men
        self._known: dict[tuple[tuple[str, ...], frozenset[FigureId]], Band | None] = {}

    def at(self, words: Words, busy: Collection[FigureId]) -> Band | None:
        """The men whom the first words describe; one that is not clear, where it cannot be known who they
        are; None where nobody is described, or the words are such as mean a plain kind."""
        if not words or not may_begin(words[0].plain):
            return None
        key = (tuple(word.plain for word in words[:MOST_WORDS]), frozenset(busy))
        if key not in self._known:
            self._known[key] = _Phrase(self, words[:MOST_WORDS], busy).read()
        return self._known[key]


def may_begin(word: str) -> bool:
    return word in said.FIRST


def ids(men: Sequence[Character]) -> tuple[FigureId, ...]:
    return tuple(man.id for man in men if not man.dead and man.left_by is None)


class _Phrase(Traits):
    """One phrase, and the place ``at`` up to which it is understood."""

    def __init__(self, bands: Bands, words: Words, busy: Collection[FigureId]) -> None:
        super().__init__(bands.battle, bands.lexicon, words, busy)
        self.men = bands.men

    def read(self) -> Band | None:
        self._how_many()
        led = self.at > 0
        before = self._adjectives()
        kind = self._kind()
        generic = not kind and self._generic(led)
        if not kind and not generic:
            return None
        whoever = generic and self.words[self.at - 1].plain in said.WHOEVER
        self.sure = kind or any(word.plain in ("my", "our") for word in self.words[: self.at])
        if not self._said_of_them():
            return self._unclear()
        if self._all_of_them() and not self._fits_number():
            return self._unclear()
        more = self.said_more or before or self.many or self.other
        lot = generic and self._is(self.at - 3, "lot")
        if not more and (self.plain_kind or generic) and not lot:
            return None  # a plain kind, or everybody
        if lot and not self.tests:
            return Band(ids(self._men()), self.at)  # "the lot of them"
        if generic and not (self.tests or self.other):
            return self._unclear() if self.many else None
        return None if whoever and not self.said_more else self._chosen()

    def _unclear(self) -> Band:
        return Band((), self.at, clear=False, sure=self.sure)

    def _all_of_them(self) -> bool:
        """Past "all three" behind them."""
        at = self.at + self._is(self.at, ",")
        if not self._is(at, "all", "both"):
            return False
        number = at if self.words[at].plain == "both" else at + 1
        if not (number < len(self.words) and self.words[number].plain in said.NUMBERS):
            return False
        self.many = said.NUMBERS[self.words[number].plain]
        self.at = number + 1
        self.at += self._is(self.at, "of") and 2 * self._is(self.at + 1, "them")
        self.at += self._is(self.at, ",")
        return True

    def _fits_number(self) -> bool:
        return not self.many or len(self._men()) == self.many

    # how many, and what they are

    def _how_many(self) -> None:
        while self.at < len(self.words):
            word = self.words[self.at].plain
            if word in said.NUMBERS:
                self.many = said.NUMBERS[word]
            elif word in said.EVERY and not (word == "all" and self._ends_phrase(self.at + 1)):
                self.every = True
            elif word in said.OTHERS and not self._is(self.at + 1, "of"):
                self.other = True
            elif word in said.OTHERS and self.at:
                self.other = True
                self.at += 1
            elif word not in said.DETERMINERS or self._stands_alone(word):
                return
            self.at += 1

    def _stands_alone(self, word: str) -> bool:
        return word in ("those", "these") and not self._led_on(self.at + 1)

    def _led_on(self, at: int) -> bool:
        """Whether "those" stands before a word for men: "those archers"."""
        word = self.words[at].plain if at < len(self.words) else ""
        return word in said.NUMBERS or word in said.MEN or word in SPELT or word in said.KINDS

    def _ends_phrase(self, at: int) -> bool:
        """Whether "all" stands alone: "all with bows", "all at the gate"."""
        word = self.words[at].plain if at < len(self.words) else ""
        return word in said.LINKS or word in said.HAVING or word in said.AT or word in said.NOT

    def _adjectives(self) -> bool:
        before = self.at
        while self.at < len(self.words):
            word = self.words[self.at].plain
            state = said.STATE_WORDS.get(word)
            if state is not None:
                self.tests.append(said.STATES[state])
            elif word in ("unengaged", "idle", "spare"):
                self.tests.append(self._is_free)
            elif word in said.OTHERS:
                self.other = True
            elif word == "free":
                self.tests += [self._is_free, lambda man: man.id not in self.busy]
            else:
                break
            if self._kind_at(self.at)[1] > 1 or (word == "foot" and not self._kind_at(self.at + 1)[1]):
                self.tests.pop()
                break
            self.at += 1
        return self.at > before

    def _kind(self) -> bool:
        found, length = self._kind_at(self.at)
        if not length:
            return False
        spelt = "_".join(word.plain for word in self.words[self.at : self.at + length])
        self.plain_kind = spelt.replace("_", " ") in SPELT
        self.singular = spelt in said.SINGULAR and not self.every and self.many < 2
        self.tests.append(lambda man: is_of_kind(self.battle, man, found))
        self.at += length
        if self._is(self.at, "men", "man") and not self.singular:
            self.at += 1  # "the knights men" is nobody's English, "the archer men" is
        return True

    def _kind_at(self, at: int) -> tuple[str, int]:
        if at < len(self.words) and self._named(at, OWN) is not None:
            return "", 0
        for length in (3, 2, 1):
            spelt = " ".join(word.plain for word in self.words[at : at + length])
            if at + length <= len(self.words) and (kind := said.KINDS.get(spelt) or SPELT.get(spelt)):
                return kind, length
        return "", 0

    def _generic(self, led: bool) -> bool:
        """Men of whom only what more is said of them tells who they are."""
        if self.at >= len(self.words):
            return False
        word = self.words[self.at].plain
        if word in said.WHOEVER or (word in said.MEN and (led or self.at == 0)):
            self.at += 1
            self.at += 2 * (self._is(self.at, "of") and self._is(self.at + 1, "them", "you", "us"))
            return True
        if word in said.MAN and led and not self._is(self.at - 1, "any"):
            self.singular = not self.every and self.many < 2
            self.at += 1
            return True
        if self.tests and self.words[self.at - 1].plain in said.STATE_WORDS and led:
            return True  # "the wounded"
        more = self._begins_more(self.at) or self._is(
            self.at, "at", "on", "not", "next", "closest", "nearest"
        )
        return bool(led and ((self.many and more) or (self.other and (self.many or more))))

    # who that is

    def _men(self) -> list[Character]:
        men = [
            man for man in self.men
            if man.hex and not man.dead and not (self.other and man.id in self.busy)
            and all(test(man) for test in self.tests)
        ]  # fmt: skip
        return self._nearest(men) if self.nearest_to else men

    def _chosen(self) -> Band:
        men = self._men()
        if (men and self.many and len(men) != self.many) or (self.singular and len(men) > 1):
            return self._unclear()
        if not men and self.nearest_to:
            return self._unclear()  # two are as near
        return Band(ids(men), self.at, self.shooting, whom=self.whom)

    def _nearest(self, men: list[Character]) -> list[Character]:
        board = self.battle.board
        away = {man.id: min(board.distance(a, b) for a in man.hexes for b in self.nearest_to) for man in men}
        wanted = self.many or 1
        ranked = sorted(men, key=lambda man: away[man.id])
        if len(ranked) > wanted and away[ranked[wanted].id] == away[ranked[wanted - 1].id]:
            return []
        return ranked[:wanted]

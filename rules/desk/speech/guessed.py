"""What somebody may have meant by a line that could not be read: whom it names and, of the rest, what is
plainly an order. It is never carried out unasked, so words that say nothing here may stand anywhere in it;
a word that could turn it round may not."""

from __future__ import annotations

from rules.desk.speech.company import Company
from rules.desk.speech.compass import direction, number
from rules.desk.speech.described import Described, apposed, described
from rules.desk.speech.gist import HARMING, Gist, Unclear, orders_of
from rules.desk.speech.guess_look import Look
from rules.desk.speech.guess_words import (
    AGAINST,
    AHEAD_OF,
    BELONGING,
    BESIDE,
    BLOCKING,
    FETCHING,
    FROM,
    GOING_THERE,
    HIS,
    REASONS,
    THERE,
    asks,
)
from rules.desk.speech.vocabulary import DEEDS, EMPTY, Deed
from rules.orders.lexicon import OWN, PEOPLE, TARGETS, Found, Lexicon
from rules.orders.text import Token, written
from rules.orders.trouble import Trouble
from rules.state.battle import Battle
from rules.state.figure import FigureId

_NOBODY_YET = ("the", "of", "my", "our", "every", "two", "three", "four")
_MOST_WORDS = 60  # nobody's gist is plain in more
_NEAR = 2  # words between "there" and "he waits"


def guessed(
    battle: Battle, lexicon: Lexicon, company: Company, line: str, *, turning: frozenset[str] = BLOCKING
) -> tuple[str, ...]:
    """The orders that a line is most likely meant for, still to be read; none where its gist is not plain, or
    with a word that might be ``turning`` it round."""
    words = written(line).words
    if not words or len(words) > _MOST_WORDS or asks(line, words):
        return ()
    try:
        gist = _Line(battle, lexicon, company, words)
        gist.turning = turning
        return gist.orders()
    except Unclear:
        return ()


class _Line(Look):
    """One line, from its first word to its last."""

    turning = BLOCKING

    def orders(self) -> tuple[str, ...]:
        while self.at < len(self.words):
            self.at += self._step(self.words[self.at])
        if not self.now.men:
            raise Unclear
        return tuple(order for gist in self.gists for order in orders_of(gist, self.battle, self.lexicon))

    def _is_idle(self, gist: Gist) -> bool:
        return gist.is_bare and not gist.is_open and not gist.numbers

    # one word, or several that belong together

    def _step(self, word: Token) -> int:
        if word.kind == "sign":
            return 1
        if word.kind == "hex":
            return self._hex(word)
        if word.kind != "word":
            return self._number(word)
        if length := self._reason() or self._empty():
            return length
        if length := self._beside():
            return length
        if word.plain in self.turning:
            raise Unclear
        if length := self._area() or self._person() or self._deed():
            return length
        if found := direction(self.words, self.at):
            if self._is(self.at + found[1], "of"):
                raise Unclear
            self.now.ways = True
            return found[1]
        if number(word) and word.plain not in ("a", "an"):
            return self._number(word)
        if word.plain in self.verbs:
            raise Unclear
        return 1

    def _reason(self) -> int:
        """Why he is to do it, to the end of the sentence: that changes nothing."""
        for cause in REASONS:
            said = cause.split()
            behind = self.at + len(said)
            if not self._says(self.at, said) or self.now.is_bare:
                continue
            if cause in AHEAD_OF and not self._foe_at(behind):
                raise Unclear
            end = behind
            while end < len(self.words) and self.words[end].kind != "sign":
                if self.words[end].plain in ("and", "then", "so"):
                    raise Unclear
                end += 1
            if end < len(self.words):
                raise Unclear
            return end - self.at
        return 0

    def _foe_at(self, at: int) -> bool:
        if self._person_at(at, TARGETS) is not None:
            return True
        return isinstance(described(self.battle, self.lexicon, self.words, at), Described)

    def _empty(self) -> int:
        found = EMPTY.at(self.words, self.at)
        return found[1] if found is not None else 0

    def _hex(self, word: Token) -> int:
        man = self.now.men[0] if len(self.now.men) == 1 else ""
        here = self.battle.figures[man].hexes if man else ()
        leaves = self._before(FROM)
        if leaves and word.plain in here:
            return 1
        fetches = any(one.plain in FETCHING for one in self.words[: self.at])
        if leaves and not (fetches and man):
            raise Unclear
        led = leaves or self._before(GOING_THERE) or self._follows_name()
        if not led or (self._before(("at", "in", "on")) and not (self.now.goes or self._is_wanted())):
            raise Unclear
        if self.now.hexes or self.now.foe or self.now.beside or self.now.area or self.now.stays:
            raise Unclear
        self.now.hexes = (word.plain,)
        self.now.goes = False
        return 1

    def _number(self, word: Token) -> int:
        self.now.numbers = (*self.now.numbers, number(word))
        return 1

    def _beside(self) -> int:
        """ "Next to" somebody."""
        for phrase in BESIDE:
            parts = phrase.split()
            if not self._says(self.at, parts):
                continue
            whom = self._person_at(self.at + len(parts), PEOPLE)
            if whom is None or self._is_owner(self.at + len(parts)):
                raise Unclear
            self._goal()
            self.now.beside = whom.id
            return len(parts) + whom.length
        return 0

    def _area(self) -> int:
        """A place that the board has a name for, to which they go."""
        word = self.words[self.at].plain
        if word not in self.lexicon.areas or not self._before(("to", "into", "inside", "in", "for")):
            return 0
        if not self.now.goes or self._is(self.at + 1, "of"):
            raise Unclear
        self._goal()
        self.now.area = word
        return 1

    def _goal(self) -> None:
        if not self.now.goes or not self.now.is_bare:
            raise Unclear
        self.now.goes = False

    def _person(self) -> int:
        if self._is(self.at, "him") or (self._is(self.at, "her") and self.now.deed is not None):
            return self._him()
        if self._is(self.at, "he", "she", "they", "both"):
            return self._he()
        mine = self._men()
        if mine is not None:
            self._begin(*mine)
            behind = self.at + mine[1]
            if behind < len(self.words) and self.words[behind].plain.endswith("ed"):
                raise Unclear  # it tells of the past
            return mine[1]
        foe = self._person_at(self.at, TARGETS)
        if foe is not None:
            if self._is_owner(self.at):
                raise Unclear
            self._foe(foe.id)
            return foe.length + apposed(self.battle, self.lexicon, self.words, self.at + foe.length, foe.id)
        if self._person_at(self.at, PEOPLE) is not None:
            raise Unclear
        shown = described(self.battle, self.lexicon, self.words, self.at)
        if isinstance(shown, Trouble):
            raise Unclear
        if isinstance(shown, Described):
            self._foe(shown.id)
            return shown.length
        return 0

    def _men(self) -> tuple[tuple[FigureId, ...], int] | None:
        """Own men: one, several, or a kind of them."""
        one = self._person_at(self.at, OWN)
        told = bool(self.now.men) and DEEDS.at(self.words, self.at) is not None
        if one is None and (told or self._before(HIS) or not self.company.may_begin(self.words[self.at])):
            return None
        chosen = self.company.at(self.words[self.at :], frozenset())
        if chosen is not None and chosen.length:
            last = self.words[self.at + chosen.length - 1].plain
            if last in _NOBODY_YET or (last in ("all", "both") and self._before(BELONGING)):
                return None  # "with all the rage of your fathers"
            return chosen.figures, chosen.length
        return ((one.id,), one.length) if one is not None else None

    def _begin(self, men: tuple[FigureId, ...], length: int) -> None:
        """From here on these men are spoken to."""
        if self.ended or not men or self._is_owner(self.at + length - 1):
            raise Unclear
        if self._before(BELONGING) and not (self._before(("with",)) and not self.now.men):
            raise Unclear
        if not self.now.men:
            fronted = not self._is_idle(self.now)
            if fronted and (self.now.is_open or self.now.is_bare or not self._is_last(length)):
                raise Unclear
            self.now.men, self.ended = men, fronted
            return
        if men == self.now.men and not self.now.is_open:
            return
        if any(man in gist.men for gist in self.gists for man in men) or self.now.is_open:
            raise Unclear
        if self._is_idle(self.now):
            raise Unclear  # named, and told nothing
        self.gists.append(Gist(men))

    def _foe(self, foe: str) -> None:
        now = self.now
        if self._before(("from",)) and now.leaves:
            return  # "break off from Carlo and charge Astolfo"
        if now.deed is None and not now.foe and self._ends_with_deed():
            now.foe = foe  # "Jemal throw"
            return
        bare = now.deed is None and not now.foe and now.is_bare and self._names_only()
        if bare or (now.deed is None and self._before(AGAINST) and not now.foe):
            now.deed = Deed.STRIKE
            now.goes = now.goes and bool(now.hexes)
        if now.deed is None or self._before(("of", "from", "than", "like", "by", "near")):
            raise Unclear
        if now.foe and (now.foe != foe or now.deed is not Deed.STRIKE):
            raise Unclear
        now.means = now.means or now.deed
        now.foe, now.deed = foe, None

    def _names_only(self) -> bool:
        """Whether a line is a man of the seat's and a foe, and nothing else: "Robert Sandro", "Gui, Bardas
        again"."""
        named = {at + n for at, one in self._people() for n in range(one.length)}
        rest = [word for at, word in enumerate(self.words) if at not in named and word.kind != "sign"]
        return len(self.gists) == 1 and all(word.plain in ("again", "please", "pls", "too") for word in rest)

    def _people(self) -> list[tuple[int, Found]]:
        found = ((at, self._person_at(at, PEOPLE)) for at in range(len(self.words)))
        return [(at, one) for at, one in found if one is not None]

    def _him(self) -> int:
        """The only foe of whom was spoken."""
        foes = {gist.foe for gist in self.gists if gist.foe}
        if len(foes) != 1:
            raise Unclear
        self._foe(foes.pop())
        return 1

    def _he(self) -> int:
        several = self._is(self.at, "they", "both")
        if not self.now.men or several != (len(self.now.men) > 1) or len(self.gists) > 1:
            raise Unclear
        return 1

    def _deed(self) -> int:
        found = DEEDS.at(self.words, self.at)
        if found is None:
            if self.words[self.at].plain in FETCHING:
                self._go()
                return 1
            return 0
        deed, length = Deed(found[0]), found[1]
        if self._before(HIS):
            if deed in (Deed.GO, Deed.STAY) or self._is(self.at, "lance", "get"):
                return length
            raise Unclear  # "the charge"
        if self._is(self.at, *AGAINST, "x", "vs", "versus") and length == 1:
            return 1
        return length + self._do(self._meant(deed, self.at + length), self.at + length)

    def _meant(self, deed: Deed, behind: int) -> Deed:
        """A deed as its words mean it here: to harm or join nobody is to go."""
        harms = deed in HARMING and not self._leads_to_foe(behind) and not self.now.foe
        if not harms and (deed is not Deed.JOIN or self._person_at(behind, PEOPLE) is not None):
            return deed
        return Deed.GO if (Deed.GO in [means for means, _ in DEEDS.all_at(self.words, self.at)]) else deed

    def _do(self, deed: Deed, behind: int) -> int:
        """Keep what they are to do; how many words more belong to it."""
        now = self.now
        if deed in HARMING:
            self._harm(deed)
        elif deed is Deed.STAY:
            self._stay(behind)
        elif deed in (Deed.GO, Deed.LEAVE):
            now.leaves = now.leaves or deed is Deed.LEAVE
            self._go()
        elif deed is Deed.JOIN and (whom := self._person_at(behind, PEOPLE)) is not None:
            if self._is_owner(behind):
                raise Unclear
            self._go()
            self._goal()
            now.beside = whom.id
            return whom.length
        else:
            raise Unclear
        return 0

    def _go(self) -> None:
        if not self.now.hexes:
            self.now.goes, self.went = True, self.at

    def _harm(self, deed: Deed) -> None:
        now = self.now
        if now.foe and now.means is None:
            now.means = deed
            return
        if now.deed is not None and now.deed is not deed:
            raise Unclear
        now.deed = deed
        now.goes = now.goes and self._goes_elsewhere()

    def _stay(self, behind: int) -> None:
        now = self.now
        near = [word.plain for word in self.words[max(self.at - _NEAR, 0) : behind + 1]]
        if now.hexes or now.beside or now.area:
            if not any(word in THERE for word in near):
                raise Unclear
            return
        if now.goes or now.deed is not None or now.foe:
            raise Unclear
        now.stays = True

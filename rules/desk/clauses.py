"""A line cut into clauses, as people string them together: who, what he is to do, and to whom or where.

A clause is known only if every word of it is: of an order that cannot be read to its end nothing is kept.
What adds nothing is left out and named.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from rules.core.language import english
from rules.desk.clause import Clause, Unknown, Unsure, goes_somewhere
from rules.desk.company import Company
from rules.desk.desk import Desk
from rules.desk.doings import Doings
from rules.desk.heard import Words
from rules.desk.named import Named
from rules.desk.vocabulary import DEEDS, JOINTS, Deed
from rules.orders.lexicon import OWN, Lexicon
from rules.orders.trouble import Code, Trouble
from rules.state.figure import FigureId

_SAME = (
    "the same", "same", "ditto", "likewise", "does the same", "do the same", "same target", "the same target",
    "same target again", "the same again", "same again", "the same target again", "same thing",
    "the same thing", "2", "too", "as well", "also", "same here", "shoots at the same", "same as him",
)  # fmt: skip
_SO_DOES = ("so does", "so do", "and so does", "so will", "as does", "same for", "the same for", "ditto for")
_HE = ("he", "she", "they", "both", "him", "them")
MOST_CLAUSES = 20


class Clauses(Doings):
    """The clauses of one line. ``pairs``: the men at each ladder."""

    def __init__(
        self, desk: Desk, lexicon: Lexicon, company: Company, named: Named, words: Words,
        breaks: Collection[int] = (), busy: frozenset[FigureId] = frozenset(),
        brackets: Collection[int] = (),
        pairs: Sequence[tuple[FigureId, ...]] = (),
    ) -> None:  # fmt: skip
        super().__init__(desk, lexicon, company, named, words, breaks, busy, brackets)
        self.pairs = pairs

    def read(self) -> list[Clause]:
        """Raises Unknown where a word is not accounted for, Unsure where several readings are possible."""
        leaving = False
        while self.at < len(self.words):
            before = len(self.found)
            if not self._step():
                raise Unknown
            if len(self.found) > MOST_CLAUSES:
                raise Unknown
            if len(self.found) > before:
                last = self.found[-1]
                if last.deed is Deed.LEAVE and not goes_somewhere(last):
                    leaving, _ = True, self.found.pop()
                elif leaving and last.deed in (Deed.GO, Deed.JOIN, Deed.LEAVE):
                    leaving = False
        if self.waiting:
            raise Unknown
        if leaving:
            raise Unsure(Trouble(Code.EXPECTED, english("where to? Name a hex, or somebody to go to")))
        return self.found

    # one step along the line

    def _step(self) -> bool:
        word = self.words[self.at]
        if self._aside() or self._nothing():
            return True
        if word.plain in JOINTS:
            self.at += 1
            return True
        if self._label():
            return True
        if self._so_does() or self._subject():
            return True
        if (self.who or self._takes_the_ladder()) and self._deed():
            return True
        return self._told_first() or self._little() or self._chat()

    def _label(self) -> bool:
        """ "A:" at the beginning of what is said."""
        word = self.words[self.at]
        begins = self.at == 0 or self.at in self.breaks
        if not begins or word.kind != "word" or not self._is(self.at + 1, ":"):
            return False
        if len(word.plain) != 1:
            return False
        self.at += 2
        return True

    def _so_does(self) -> bool:
        length = self._phrase(_SO_DOES)
        if not length or not self.found:
            return False
        men = self.men_at(self.at + length)
        if men is None:
            return False
        who, taken, each = men
        self.at += length + taken
        self._again(who, each)
        return True

    def _subject(self) -> bool:
        men = self.men_at(self.at)
        if men is None:
            men = self._pronoun()
        if men is None:
            return False
        if self.waiting:
            raise Unknown  # of those named before nothing was said
        self.who, taken, self.each = men
        self.waiting = True
        self.at += taken
        behind = self.at
        while behind < len(self.words) and self.words[behind].plain in (",", ":", "-"):
            behind += 1
        if len(self.who) > 1 and self._is(behind, "both", "all", "each"):
            self.at = behind = behind + 1
        length = self._phrase(_SAME, behind)
        if length and self._ends(behind + length):
            self.at = behind + length
            self._again(self.who, self.each)
        elif behind >= len(self.words):
            raise Unknown
        return True

    def _told_first(self) -> bool:
        """An order word before the men whom it is for: "move Odo to 1312"."""
        found = DEEDS.at(self.words, self.at)
        if found is None or found[0] not in (Deed.GO, Deed.CHARGE, Deed.FIRE, Deed.STAY):
            return False
        men = self.men_at(self._skip(self.at + found[1], ("with", "the")))
        if men is None or (found[0] == Deed.CHARGE and len(men[0]) > 1):
            return False
        self.who, taken, self.each = men
        return self._done_by(Deed(found[0]), self._skip(self.at + found[1], ("with", "the")) + taken)

    def _takes_the_ladder(self) -> bool:
        """Whether a ladder is spoken of, and nobody was named but those who carry one."""
        found = DEEDS.at(self.words, self.at)
        if found is None or found[0] not in (Deed.CARRY, Deed.RAISE, Deed.LAY):
            return False
        pairs = [pair for pair in self.pairs if set(pair) == set(self.named.actors)]
        self.who = self.named.bearers or next(iter(pairs or (self.pairs if len(self.pairs) == 1 else ())), ())
        if not self.who and not self.named.people(tuple(self.words), OWN):
            message = english("whose ladder is meant? Name the two who carry it")
            raise Unsure(Trouble(Code.INCOMPLETE, message))
        return bool(self.who)

    def _again(self, who: tuple[FigureId, ...], each: bool) -> None:
        before = self.found[-1] if self.found else Clause(Deed.STAY, ())
        self.waiting = False
        self.found.append(msgspec.structs.replace(before, who=who, each=each, same=True))

    def _pronoun(self) -> tuple[tuple[FigureId, ...], int, bool] | None:
        said = self.words[self.at].plain
        if said not in _HE:
            return None
        acting = tuple(dict.fromkeys(one for clause in self.found for one in clause.who))
        several = said in ("they", "both", "them")
        if not acting:
            acting = self.who or self.named.actors
        if said == "both" and len(acting) != 2:
            return None
        if not several and self.found:
            acting = self.found[-1].who
        if not acting or (len(acting) > 1) != several:
            return None
        return acting, 1, False

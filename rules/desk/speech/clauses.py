"""A line cut into clauses, as people string them together: who, what he is to do, and to whom or where.

A clause is known only if every word of it is: of an order that cannot be read to its end nothing is kept.
What adds nothing is left out and named.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from rules.core.language import english
from rules.desk.desk import Desk
from rules.desk.speech.clause import Clause, Unknown, Unsure, goes_somewhere
from rules.desk.speech.company import Company
from rules.desk.speech.heard import Words
from rules.desk.speech.named import Named
from rules.desk.speech.openings import Openings
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.vocabulary import DEEDS, JOINTS, Deed
from rules.orders.lexicon import OWN, Lexicon, Role
from rules.orders.trouble import Code, Trouble
from rules.state.figure import FigureId

_SAME = phrases_in(
    """
    the same, same, ditto, likewise, does the same, do the same, same target, the same target, same
    target again, the same again, same again, the same target again, same thing, the same thing, 2, does
    too, do too, does as well, do as well, does likewise, does so too, too, as well, also, same here,
    shoots at the same, same as him
    """
)
_SO_DOES = ("so does", "so do", "and so does", "so will", "as does", "same for", "the same for", "ditto for")
_HE = ("he", "she", "they", "both", "him", "them", "all")
_BOTH = phrases_in(
    """
    both of them, they both, the two of them, both men, these two, those two, the pair of them, them
    both, the two, the pair, both together, the both of them
    """
)
_ALL_OF_THEM = phrases_in(
    """
    all of them, they all, the three of them, all three, the three, all four, all five, all
    together, the lot of them
    """
)
_PUT = phrases_in(
    """
    keep, put, leave, hold, place, station, post, bring, get, send, retire, withdraw, pull, have,
    want, need, shift, walk, march, order
    """
)
_BY_MEANS = (Deed.ATTACK, Deed.FIRE, Deed.CHARGE)
MOST_CLAUSES = 20


class Clauses(Openings):
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
                elif leaving and last.deed in (Deed.GO, Deed.JOIN, Deed.LEAVE, Deed.CHARGE):
                    leaving = False
        if self.waiting or self._forgotten() or self._too_early():
            raise Unknown
        if leaving:
            raise Unsure(Trouble(Code.EXPECTED, english("where to? Name a hex, or somebody to go to")))
        return [
            clause
            for at, clause in enumerate(self.found)
            if not self._on_his_way(clause, at) and not self._said_better(clause)
        ]

    def _said_better(self, clause: Clause) -> bool:
        """Whether it is said elsewhere on the line by what means an enemy is harmed: "goes after Bardas: ride
        next to him and attack him"."""
        return clause.deed is Deed.STRIKE and any(
            other.deed in _BY_MEANS and (other.who, other.whom) == (clause.who, clause.whom)
            for other in self.found
        )

    def _on_his_way(self, clause: Clause, at: int) -> bool:
        """Whether somebody only leaves there what he goes away from further on the line, or was sent to the
        same man before."""
        if clause.beside and any(c.who == clause.who and c.beside == clause.beside for c in self.found[:at]):
            return True
        going = (Deed.GO, Deed.JOIN, Deed.LEAVE, Deed.CHARGE)
        later = self.found[at + 1 :]
        return clause.away is not None and any(c.who == clause.who and c.deed in going for c in later)

    def remark_at(self, at: int) -> int:
        """Over how many words a remark stands here, behind something that was read otherwise."""
        kept = self.found
        self.at, self.found = at, kept or [Clause(Deed.STAY, ())]
        try:
            return self.at - at if self._remark() or self._chat() else 0
        except Unknown:  # it holds back what stands before it
            return 0
        finally:
            self.found = kept

    # one step along the line

    def _step(self) -> bool:
        word = self.words[self.at]
        if self.found and not self.waiting and self._aside():
            return True
        if self._tried(self._nothing):
            return True
        if word.plain in JOINTS or self._is(self.at, "while", "whilst", "whereas", "meanwhile"):
            return self._joint()
        if self._label() or self._after_shots() or self._heading() or self._topic() or self._no_shots_by():
            return True
        if self._before_that() or self._not_moving() or self._after_the_fight() or self._in_front():
            return True
        if self._remark() or self._forgoes() or self._only_these():
            return True
        if self._none_of_it() or self._left_to() or self._swapped() or self._who_can():
            return True
        if self._so_does() or self._subject() or self._said_of_him() or self._refined() or self._guards():
            return True
        if self._helps() or self._each_in_turn() or ((self.who or self._takes_the_ladder()) and self._deed()):
            return True
        if self._told_first() or self._commanded():
            return True
        if not self.waiting and self._aside():
            return True
        if self._chat() or self._little():
            return True
        complete = bool(self.found) and not self.waiting and not self._joined_on()
        return complete and self._trailing()

    def _joint(self) -> bool:
        """Past what joins clauses; "while" only where others are told something behind it."""
        at = self.at + 1
        if self.words[self.at].plain not in JOINTS and self.men_at(self._skip(at, ("the",))) is None:
            return False
        self.at = at
        return True

    def _joined_on(self) -> bool:
        """Whether "and" or "then" leads to what stands here, so that it may be something to do."""
        return self._is(self.at - 1, "and", "then", "&", "+", "n", "to")

    def _commanded(self) -> bool:
        """An order word at the beginning, and behind what is done those who do it: "finish off Carlo with
        Gui"."""
        if self.who or self.waiting or DEEDS.at(self.words, self.at) is None:
            return False
        for at in range(self.at + 1, len(self.words)):
            length = self._phrase(("with", "by", "using"), at)
            men = self.men_at(at + length) if length else None
            if men is not None and self._ends_or_but(at + length + men[1]):
                self.who, self.each, self.waiting = men[0], men[2], True
                kept, self.words = self.words, self.words[:at]
                try:
                    done = self._deed()
                finally:
                    self.words = kept
                    self.spots.words = kept
                if done and self.at == at:
                    self.at = at + length + men[1]
                    return True
                self.who, self.waiting = (), False
                return False
        return False

    def _ends_or_but(self, at: int) -> bool:
        return self._ends(at) or self._is(at, "but")

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
        if not length or self.waiting:
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
        if self.waiting and not self.remarked:
            raise Unknown  # of those named before nothing was said
        if self.waiting and not self._tells_more(self.at + men[1]):
            return False
        self.remarked, self.spoken_of = False, ()
        self._aims_at_all(self.company.whom)
        self.who, taken, self.each = men
        self.waiting = True
        self.at += taken
        behind = self.at
        while behind < len(self.words) and self.words[behind].plain in (
            ",",
            ":",
            "-",
            "you",
            "your",
            "they",
            "lads",
        ):
            behind += 1
        if len(self.who) > 1 and self._is(behind, "both", "all", "each"):
            self.at = behind = behind + 1
        behind = self._and_others(behind)
        length = self._phrase(_SAME, behind)
        after = self._skip_empty(behind + length) if length else behind
        if length and self._ends(after):
            self.at = after
            self._again(self.who, self.each)
        elif behind >= len(self.words) and not self.found and self._is(0, "and", "also", "plus", "&", "+"):
            self._again(self.who, self.each)  # "and Branko", below what others were told
        elif behind >= len(self.words):
            raise Unknown
        return True

    def _and_others(self, at: int) -> int:
        """Past further men who are told the same: "Hugo with Tancred on Sandro", "Slavko Krsto Predrag:
        ...", "slavko krsto predrag all on Sandro", where "all" is all of these."""
        while True:
            led = at + self._phrase(("together with", "along with", "with", "and also", "as well as"), at)
            men = self.men_at(led)
            if men is not None and men[1] == 1 and led == at and len(self.who) > 1 and self._is(at, "all"):
                at = self.at = at + 1
                break
            if (
                men is None
                or self._ends(led + men[1])
                or (led == at and self.words[at - 1].plain in (",", ":", "-"))
            ):
                break
            self.who = tuple(dict.fromkeys((*self.who, *men[0])))
            at = self.at = led + men[1]
        if self._is(at - 1, ","):
            at = self._vocative(at)
        at = self._skip(at, (":", "you"))
        return at

    def _tells_more(self, at: int) -> bool:
        """Whether something is told to those who are named here, behind a remark on somebody else."""
        return at < len(self.words)

    def _put(self) -> bool:
        """ "Keep Odo in reserve", "put Odo behind William"."""
        if self.waiting or not self._is(self.at, *_PUT):
            return False
        men = self.men_at(self._skip(self.at + 1, ("my", "the")))
        if men is None:
            return False
        behind = self._skip(self.at + 1, ("my", "the")) + men[1]
        said, kept = self.words[self.at].plain, (self.who, self.each)
        self.who, self.each, _ = men[0], men[2], None
        stays = said in ("keep", "leave", "hold") and (
            self._ends(behind) or self._is(behind, "where", "in", "back", "there", "here", "at", "out", "as")
        )
        if self._tried(lambda: self._stays(Deed.STAY, behind) if stays else self._goes(Deed.GO, behind)):
            return True
        self.who, self.each = kept
        return False

    def _told_first(self) -> bool:
        """An order word before the men whom it is for: "move Odo to 1312"."""
        if self._put():
            return True
        found = DEEDS.at(self.words, self.at)
        if self.waiting or found is None or found[0] in (Deed.CARRY, Deed.RAISE, Deed.LAY):
            return False  # "Hugo brings Odo to 1313" is for both
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
        if self._is(self.at, "both") and self._is(self.at + 1, "he", "she"):
            self.at += 1
        said = self.words[self.at].plain
        length = self._phrase((*_BOTH, *_ALL_OF_THEM))
        if not length and said not in _HE:
            return None
        acting = tuple(dict.fromkeys(one for clause in self.found for one in clause.who))
        several = length > 0 or said in ("they", "both", "them", "all")
        two = said == "both" or self._phrase(_BOTH) > 0
        if not acting:
            acting = self.who or self.named.actors
        if not acting and not several:
            acting = tuple(one for one in self.named.last if self.lexicon.role.get(one) is Role.OWN)
        if two and len(acting) == 1 and self.found and self.found[-1].beside in self.battle.figures:
            other = self.found[-1].beside
            acting = (*acting, other) if self.lexicon.role.get(other) is Role.OWN else acting
        if (two and len(acting) != 2) or (
            said == "all" and not length and not self._begins_deed(self.at + 1)
        ):
            return None
        length = length or 1
        if not several and (self.found or self.spoken_of):
            acting = self.spoken_of or self.found[-1].who
        if not acting or (len(acting) > 1) != several:
            return None
        behind = self.at + length
        men = self.men_at(behind + 1) if self._is(behind, "and", "&") and not several else None
        if men is not None and not self._ends(behind + 1 + men[1]):
            return (*acting, *men[0]), length + 1 + men[1], False  # "he and William"
        return acting, length, False

"""What is left out of a line when orders are read from it: words that add nothing, asides, reasons and
remarks.

A word that nobody knows is left out, and named, only where the order is complete without it and nothing
near it could change what is meant: no word that denies, waits or chooses, nobody's name, no hex, number,
direction or order word. Wherever it stands between somebody and what he is to do it may be the order
itself: then the line is asked back.
"""

from __future__ import annotations

from rules.core.language import say
from rules.desk.speech import compass
from rules.desk.speech.clause import Unknown
from rules.desk.speech.heard import Heard
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.turning import turns_round
from rules.desk.speech.vocabulary import DEEDS, EMPTY, HOLDING, LITTLE, SPOKEN
from rules.orders.groups import SPELT
from rules.orders.lexicon import PEOPLE

_CHATTING = """
    is are was its im ive we us hope hopefully sorry thanks luck good fine nice damn there thats this hes
    theyre he she it they the that my his her their our your what who poor a i so too very enough well
    time let god bless may lord such those these some most bloody curse great lovely excellent
    understood agreed obviously clearly believe think sure trust know would
"""
_CHATTY = frozenset(_CHATTING.split())
_REASONS = phrases_in(
    """
    because, cos, coz, cause, since, bc, as he, as they, as she, as it, as we, as im, as hes, as
    theyre, as there, as im, for he, for they, so that, so he, so they, so we, so it, so as to, in
    order to, given that, seeing that, now that, he is the only, hes the only, seeing as, in case
    he, in case they, in case someone, in case somebody, to be ready, ready to, ready for, as a
    plug, as a reserve, as reserve, as bait, keeps an eye on, keep an eye on, keeping an eye on, hes
    the one, he is the one, shes the one, as the, for a proper, for another, for a better, as a
    screen, as a shield, as our, as my, as a
    """
)
_PURPOSES_TEXT = """
    block cover protect guard support help keep stop prevent screen shield give get make cut threaten
    hinder secure defend hold watch bar deny plug close draw tempt lure distract pin rest recover catch
    relieve back show save be have take avoid
"""
_PURPOSES = frozenset(_PURPOSES_TEXT.split())
_WAYS_TEXT = """
    via through past around round along across over under between behind beside next near toward towards
    from away against until or either every each most less more than other another else if then and but
    only just instead rather into onto off out up down left right both same otherwise whoever whichever
    whatever nearest closest someone somebody anyone anybody failing him her them it with wherever him
    half one two three four all where bank banks shore edge brink rim side end corner crest middle centre
    center mouth bend
"""
_WAYS = frozenset(_WAYS_TEXT.split())
_DOUBTING = """
    barely scarcely nearly hardly supposedly allegedly theoretically possibly probably potentially
    virtually practically seemingly apparently hypothetically partly partially ideally normally
    usually occasionally eventually ultimately separately individually singly respectively only
    merely previously formerly recently conditionally prisoner captive captives hostage alive
    kidding joking
"""
_DOUBTFUL = frozenset(_DOUBTING.split())
_TAKEN_BACK = """
    wrong mistake nonsense joke joking kidding error typo oops cancelled canceled cancel forget scrap
    ignore imaginary dream hypothetical example false undo untrue
"""
TAKING_BACK = frozenset(_TAKEN_BACK.split())
_OTHER_TIMES = ("next", "last", "another", "following", "later", "previous")
_CHOICES_TEXT = """
    or either rather but
"""
_CHOICES = frozenset(_CHOICES_TEXT.split())


class Leavings(Heard):
    """Steps over what adds nothing; each tells of what it left out, unless it is a little word."""

    def _nothing(self) -> bool:
        """Words that change nothing, left out and named."""
        if found := EMPTY.at(self.words, self.at):
            self._leave_out(self.at, self.at + found[1])
            self.at += found[1]
            return True
        return False

    def _little(self) -> bool:
        if found := LITTLE.at(self.words, self.at):
            self.at += found[1]
            return True
        word = self.words[self.at]
        adverb = word.kind == "word" and word.plain.endswith("ly") and word.plain not in _DOUBTFUL
        if adverb and self._unknown(self.at):
            self._leave_out(self.at, self.at + 1)
            self.at += 1
            return True
        return False

    def _chat(self) -> bool:
        """Something said beside the orders, between commas or full stops."""
        begin = self.at
        end = self._segment(begin)
        said = range(begin, end)
        if not (begin == 0 or begin in self.breaks or self.words[begin - 1].plain in (",", ";")):
            return False
        if begin == 0 and end == len(self.words):
            return False
        first = self.words[begin].plain
        remark = first in _CHATTY or any(self.words[at].plain in _CHATTY for at in said)
        if not remark or not all(map(self._harmless, said)):
            return False
        self._leave_out(begin, end)
        self.at = end
        return True

    def _aside(self) -> bool:
        """What stands in brackets, or gives a reason or a purpose: that it orders nothing is enough."""
        begin = self.at
        if begin in self.brackets:
            return self._bracketed()
        length = self._phrase(_REASONS, begin)
        if not length and not self._is_purpose(begin):
            return False
        if self._is(begin, "so") and self._begins_deed(begin + length):
            return False  # "Predrag can't, so he shoots Photios"
        end = self._segment(begin)
        if any(
            self.words[at].kind in ("hex",) or self.words[at].plain in ("then", "not")
            for at in range(begin, end)
        ):
            return False
        if not length and any(self.words[at].plain in _CHOICES for at in range(begin, end)):
            return False
        self._leave_out(begin, end)
        self.at = end
        return True

    def _bracketed(self) -> bool:
        end = self.at + 1
        while end < len(self.words) and end not in self.breaks:
            end += 1
        said = self.words[self.at : end]
        if any(word.plain in HOLDING for word in said) and not any(
            word.plain in ("not",) for word in said[:1]
        ):
            return False
        if any(word.kind == "hex" for word in said) or self._begins_deed(self.at):
            return False
        self._leave_out(self.at, end)
        self.at = end
        return True

    def _is_purpose(self, at: int) -> bool:
        """ "To protect Gilbert", behind an order that is complete."""
        return self._is(at, "to") and at + 1 < len(self.words) and self.words[at + 1].plain in _PURPOSES

    def _segment(self, begin: int) -> int:
        """Where what begins here ends: at a comma, a full stop or a bracket."""
        end = begin + 1
        while end < len(self.words) and end not in self.breaks and not self._is(end, ",", ";"):
            end += 1
        return end

    def _trailing(self) -> bool:
        """Words behind a complete order of which none is known, up to where the next begins."""
        end = self.at
        while end < len(self.words) and not self._ends(end) and self._unknown(end):
            end += 1
        if end == self.at or not self._ends(end):
            return False
        self._leave_out(self.at, end)
        self.at = end
        return True

    def _unknown(self, at: int) -> bool:
        """Whether nothing is known of a word, so that it can be left out behind a complete order."""
        word = self.words[at]
        return (
            self._harmless(at)
            and word.plain not in _WAYS | _DOUBTFUL
            and compass.direction(self.words, at) is None
        )

    def _harmless(self, at: int) -> bool:
        word = self.words[at]
        if (
            word.kind != "word"
            or word.plain in HOLDING
            or word.plain in SPELT
            or word.plain in self.lexicon.areas
            or word.plain in self._verbs
            or word.plain in TAKING_BACK
            or word.plain
            in SPOKEN - {"is", "be", "good", "get", "got", "up", "over", "take", "man", "meet", "will"}
        ):
            return False
        return self.person_at(at, PEOPLE) is None

    def _leave_out(self, begin: int, end: int) -> None:
        """Tell of words that add nothing. Raises Unknown where they may turn round what stands beside
        them."""
        left = self.words[begin:end]
        if turns_round(left) or (begin == 0 and self._puts_off(end)):
            raise Unknown
        said = " ".join(word.text for word in self.words[begin:end])
        self.told.append(say("{words!r} adds nothing to the order and was left out.", words=said))

    def _puts_off(self, end: int) -> bool:
        """Whether a heading says when: "next turn: ..."."""
        return any(
            self._is(at, *_OTHER_TIMES) and self._is(at + 1, "turn", "turns", "phase", "time", "week", "day")
            for at in range(end)
        )

    def _skip_empty(self, at: int) -> int:
        """Past the words here that add nothing."""
        while found := EMPTY.at(self.words, at):
            self._leave_out(at, at + found[1])
            at += found[1]
        if self._is(at, "instead") and not self._is(at + 1, "of"):
            at += 1
        return self._skip(
            at, ("pls", "please", "again", "too", "also", "straight", "right", "all", "both", "just")
        )

    def _begins_deed(self, at: int) -> bool:
        return DEEDS.at(self.words, at) is not None

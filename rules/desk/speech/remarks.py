"""Remarks around the orders of a line: what somebody is, has, sees or can do, what enemies will do, what the
writer thinks, and what is told of an enemy behind "who".

A remark is known by its grammar, whatever its words: a subject, and a verb that tells nobody to do anything.
What could take an order back, put it off or turn it round is never one.
"""

from __future__ import annotations

from rules.desk.speech.doings import Doings
from rules.desk.speech.leavings import TAKING_BACK
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.vocabulary import DEEDS, HOLDING, LITTLE, Deed
from rules.orders.groups import SPELT
from rules.orders.lexicon import OWN, PEOPLE, Role
from rules.state.figure import FigureId

_LEADS = phrases_in(
    """
    because, cos, cause, coz, since, as, for, so, but, and, well, although, though, even though, now that,
    seeing that, seeing as, given that, after all, also, besides, anyway, otherwise, yes, yeah, again
    """
)
_WE = ("i", "we", "im", "ive", "weve")
_THINKING_TEXT = """
    think thinking hope hoping guess bet reckon believe suppose know fear feel trust swear wonder doubt
    wish decided promise figure gather expect admit forgot forget remember see saw am was had love enjoy
    bow apologise apologize cant cannot couldnt could
"""
_THINKING = frozenset(_THINKING_TEXT.split())
_BETWEEN = (
    "still", "just", "really", "also", "do", "dont", "did", "didnt", "always", "have", "had", "am", "now",
    "only", "even", "already", "not", "never", "all", "both", "then", "simply", "certainly",
)  # fmt: skip
_HE = ("he", "she", "they", "those", "these", "both", "we")
_IT = ("it", "this", "that", "there", "nothing")
_HE_IS = ("hes", "shes", "theyre", "theyve", "whos")
_IT_IS = ("its", "thats", "theres")
_STATES_TEXT = """
    is are was were isnt arent wasnt werent has have had hasnt havent hadnt looks look seems seem feels
    feel deserves deserve knows know likes like sees see saw hates loves costs cost earns got cant
    cannot couldnt lies belongs needs need
"""
_STATES = frozenset(_STATES_TEXT.split())
_ABLE = ("can", "could", "might", "may", "will", "would", "hell", "theyll", "should")
_WHAT_HE_CAN_TEXT = """
    do reach see handle manage make use beat win hardly barely still always even only do survive hurt
"""
_WHAT_HE_CAN = frozenset(_WHAT_HE_CAN_TEXT.split())
_ORDERED = ("to", "must", "shall", "should", "let", "better", "ordered", "told", "left", "supposed", "mine",
            "spared", "reserved", "allowed")  # fmt: skip
_PLACES = (
    "behind",
    "beside",
    "next",
    "in",
    "at",
    "on",
    "by",
    "between",
    "near",
    "with",
    "under",
    "inside",
    "for",
)
_DENYING_TEXT = """
    not dont doesnt never no nobody none noone isnt wont cant cannot shouldnt neither nor nothing
    nowhere didnt arent hardly almost away while perhaps maybe either rather once
"""
_DENYING = frozenset(_DENYING_TEXT.split())
_NO_USE = phrases_in(
    """
    no cover, no need, no rush, no hurry, no point, no sense, no good, no use, no doubt, no problem, no
    worries, no idea, no chance, no shot there, not worth it, not worth the risk, never mind, nothing to
    lose, nothing to gain, no time to lose, no risk, no danger, no room, no way through, no other way,
    no big deal, no harm done, too dangerous, too risky, too strong, too far, too close, too weak, too
    late, too early, too many of them, too heavy, too much iron, too exposed, better safe than sorry,
    safety first, worth a try, worth the risk, easy target, easy kill, good odds, bad odds, poor odds,
    nice odds
    """
)
_CHOOSING = ("theory", "or", "unless", "if", "until", "till", "except", "instead", "rubbish")
_NOT_WANTED = ("dont want", "do not want", "dont like", "do not like", "wont have", "dont need", "hate")
_WHO = ("who", "which", "whom", "whose")
_SHORTEST = 2


class Remarks(Doings):
    """Steps over them, and tells of each that it was left out. ``spoken_of``: one's own man of whom the last
    remark was, so that "he" means him behind it."""

    spoken_of: tuple[FigureId, ...] = ()
    held_back = 0  # how many clauses there were when somebody was last told not to follow up

    def _remark(self) -> bool:
        """What tells nobody anything, to where it ends."""
        begin = self.at
        starts = (
            begin == 0 or begin in self.breaks or self._is(begin - 1, ",", ";", ":", "and", "but", "so", "&")
        )
        if not starts and (not self.found or self.waiting):
            return False
        at = begin + self._phrase(_LEADS, begin)
        length = self._no_use(at) or self._of_the_writer(at) or self._statement(at, starts, at > begin)
        length = length or self._told_of_somebody(begin)
        if not length:
            return False
        end = self._remark_ends(at + length)
        said = range(at, end)
        if end - begin < _SHORTEST or not all(map(self._is_said, said)):
            return False
        if self._says_next_turn(begin, end):
            return False
        if begin == 0 and end == len(self.words):
            return False
        ours = self.person_at(at, OWN)
        self.spoken_of = (ours.id,) if ours is not None else ()
        if ours is not None and not self.found and not self.waiting:
            self.who, self.each = (ours.id,), False  # "Gilbert has no shot, bring him to 1613"
        self._leave_out(begin, end)
        self.at = end
        return True

    def _no_use(self, at: int) -> int:
        """ "No need", "too dangerous"."""
        return self._phrase(_NO_USE, at)

    def _of_the_writer(self, at: int) -> int:
        """ "I still think he can do it", but not what he wants."""
        if not self._is(at, *_WE):
            return 0
        if self._is(at, "i", "we") and self._phrase(_NOT_WANTED, at + 1) and self._restrains():
            return 3
        verb = self._skip(at + 1, _BETWEEN)
        thinks = verb < len(self.words) and self.words[verb].plain in _THINKING
        if not thinks and not (self._is(at, "im", "ive", "weve") and verb < len(self.words)):
            return 0
        end = self._remark_ends(verb)
        for place in range(verb, end):
            ours = self.person_at(place, OWN)
            if ours is None and self.words[place].plain not in SPELT:
                continue
            if any(self._tells(other) for other in range(place + 1, end)):
                return 0  # "I think Robert should go home"
        if any(self._is(place, "should", "must", "want", "need", "prefer") for place in range(at, end)):
            return 0
        return verb + 1 - at

    def _restrains(self) -> bool:
        """Whether what was ordered last keeps somebody back, so that "I don't want him there" says why."""
        if not self.found:
            return False
        return self.held_back == len(self.found) or self.found[-1].deed in (Deed.STAY, Deed.HOLD_FIRE)

    def _tells(self, at: int) -> bool:
        return DEEDS.at(self.words, at) is not None or self.words[at].plain in (*_ORDERED, "ought", "has")

    def _statement(self, at: int, starts: bool, led: bool) -> int:
        """Somebody, and what he is, has or can; of an enemy, or of a thing, whatever it does."""
        if self._is(at, *_IT_IS):
            return 0 if self._is_ordered(at + 1) else 1
        if self._is(at, *_HE_IS):
            return 0 if self._is_ordered(at + 1) else 1
        if self._is(at, *_IT):
            return 0 if not self._has_verb(at + 1) or self._is_ordered(at + 2) else 2
        if self._is(at, *_HE):
            return self._is_so(at, at + 1)
        if self._is(at, "you", "youre"):
            return self._is_so(
                at, self._skip(at + 1, ("two", "both", "all", "guys", "lads", "three", "really"))
            )
        if not starts:
            return 0
        whom = self.person_at(at, PEOPLE)
        if whom is not None and self.lexicon.role[whom.id] is Role.ENEMY:
            return self._of_an_enemy(at, at + whom.length)
        if whom is not None and self.lexicon.role[whom.id] is Role.OWN:
            behind = at + whom.length
            placed = self._is(self._skip(behind + 1, _BETWEEN), *_PLACES) and not led
            denied = self._is(behind, "cant", "cannot", "couldnt", "isnt")
            return 0 if placed and not denied else self._is_so(at, behind)
        if self._is(at, "the", "their", "his", "our", "my", "those", "two", "three", "all"):
            noun = at + 1
            while noun < min(at + 4, len(self.words)) and self._unknown(noun):
                noun += 1
            return self._is_so(at, noun) if noun > at + 1 else 0
        return 0

    def _is_so(self, at: int, verb: int) -> int:
        """Over how many words "he is", "he can do" stands; nothing where he is told something."""
        if verb >= len(self.words):
            return 0
        said = self._skip(verb, ("still", "just", "also", "already", "all", "both", "really", "only", "now"))
        if said >= len(self.words) or self._is_ordered(said + 1):
            return 0
        if self.words[said].plain in _STATES:
            return said + 1 - at
        able = self._is(said, *_ABLE[:2]) and said + 1 < len(self.words)
        if able and self.words[said + 1].plain in _WHAT_HE_CAN:
            return said + 2 - at
        return 0

    def _has_verb(self, at: int) -> bool:
        return at < len(self.words) and self.words[at].kind == "word" and not self._ends(at)

    def _of_an_enemy(self, at: int, verb: int) -> int:
        """What an enemy is or does, unless it says what is to be done to him, or whose he is."""
        if not self._has_verb(verb) or self._is_ordered(verb + 1) or self._is(verb, *_ORDERED, *_WHO, "with"):
            return 0
        known = self.words[verb].plain in (*_STATES, *_ABLE)
        does = DEEDS.at(self.words, verb)
        if not known and (does is None or not self.words[verb].plain.endswith("s")):
            return 0
        end = self._remark_ends(verb)
        for place in range(verb + 1, end):
            ours = self.person_at(place, OWN)
            his = ours is not None and "'" in self.words[place].text.replace("\u2019", "'")
            if his or (ours is not None and self._is(place - 1, "for", "to", "and", "by", "with")):
                return 0  # "Sandro is for Robert"
            if self._is(place, "alone", "last"):
                return 0
        return verb + 1 - at

    def _is_ordered(self, at: int) -> bool:
        """Whether "he is" goes on as an order: "to stay", "not to follow", "left alone"."""
        at = self._skip(at, ("not", "never", "also", "now", "then", "still", "only"))
        return self._is(at, *_ORDERED) or (
            self._is(at, "going", "supposed", "meant") and self._is(at + 1, "to")
        )

    def _told_of_somebody(self, begin: int) -> int:
        """ ", who is on foot and wounded": told of him who was named last."""
        if not self._is(begin, *_WHO) or (not self.found and not self.waiting):
            return 0
        verb = self._skip(begin + 1, _BETWEEN)
        if self._is_ordered(verb + 1):
            return 0
        able = (
            self._is(verb, *_ABLE)
            and verb + 1 < len(self.words)
            and self.words[verb + 1].plain in _WHAT_HE_CAN
        )
        stands = self._is(verb, "stands", "stand", "shot", "hit", "killed", "wounded")
        return verb + 1 - begin if able or stands or self._is(verb, *_STATES) else 0

    def _remark_ends(self, at: int) -> int:
        """Where a remark ends: at a sign, or where an order follows."""
        while at < len(self.words):
            if at in self.breaks or self._is(at, ",", ";", ":"):
                return at
            if self._is(at, "and", "so", "but", "then", "&", "+") and self._orders_begin(at + 1):
                return at
            at += 1
        return at

    def _orders_begin(self, at: int) -> bool:
        at = self._skip(at, ("then", "so", "please", "now", "just", "the", "all", "my", "our", "let", "have"))
        if at >= len(self.words):
            return False
        word = self.words[at].plain
        if self._is(at, "if", "unless", "when", "he", "they", "him", "them", "both", "everybody", "everyone"):
            return True
        found = DEEDS.at(self.words, at)
        deed = found is not None and Deed(found[0]) and LITTLE.at(self.words, at) is None
        return deed or word in SPELT or self.person_at(at, OWN) is not None

    def _is_said(self, at: int) -> bool:
        """Whether a word may stand in a remark."""
        word = self.words[at]
        if word.kind == "hex" or word.plain in TAKING_BACK or word.plain in _CHOOSING:
            return False
        return word.plain not in HOLDING or word.plain in _DENYING

    def _says_next_turn(self, begin: int, end: int) -> bool:
        """Whether it says when, and so may put an order off: "that is for next turn"."""
        return any(
            (self._is(at, "next", "last", "another") and self._is(at + 1, "turn", "phase", "time", "move"))
            or (self._is(at, "for", "only") and self._is(at + 1, "later", "next"))
            for at in range(begin, end)
        )

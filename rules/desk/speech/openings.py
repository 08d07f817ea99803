"""How orders are opened: headings ("Let the archers begin:"), topics ("as for Gui, he ..."), and what
somebody is not to do, beside what he is ("Robert doesn't charge but walks to 1306")."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.language import say
from rules.desk.speech.clause import Clause
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.turns import Turns
from rules.desk.speech.vocabulary import DEEDS, LITTLE, Deed
from rules.orders.groups import SPELT
from rules.orders.lexicon import OWN, PEOPLE
from rules.orders.records import AttackOrder, ChargeOrder, FireOrder, Order, figures_of
from rules.state.figure import FigureId

_HEADING_TEXT = """
    begin begins start starts open opens go goes first plan plans idea simple simply easy is are here
    order orders turn moves move the a for this my our phase follows following now today tonight what
    want i we do will tactics quick short usual thing things few changes as ok okay right so one two
    three
"""
_HEADING = frozenset(_HEADING_TEXT.split())
_LONGEST_HEADING = 9
_TOPICS = phrases_in(
    """
    as for, as to, regarding, concerning, about, what about, next up is, next is, next up, next comes,
    then there is, then there are, now for, on to, over to, and now, now to, last but not least, that
    leaves, which leaves, remains, and then there is, for, first up is, first is, first up, first of
    all, with
    """
)
_AFTER = phrases_in("after, once, when, as soon as, only after, only when")
_THE_SHOTS = phrases_in(
    """
    the shooting, the shots, the missiles, the arrows, the fire, the archery, the missile fire, all
    shots, all the shooting, shooting, the volley
    """
)
_NOT = phrases_in(
    """
    doesnt, dont, does not, do not, is not to, are not to, must not, should not, shouldnt, shall not,
    wont, will not, isnt to, need not, neednt, does no, cannot, is not going to, isnt going to
    """
)
_NO_SHOTS = phrases_in(
    "no shooting, no shots, no shot, no firing, no fire, no arrows, no missiles, no throwing, no javelins"
)
_HELPING = phrases_in(
    """
    help, helps, assist, assists, join in, joins in, lend a hand, lends a hand, support, supports, join,
    joins, help out, helps out, back him up, backs him up, give a hand, gives a hand, join the fight,
    joins the fight
    """
)
_HARMFUL: dict[Deed, tuple[type[Order], ...]] = {
    Deed.ATTACK: (AttackOrder,), Deed.CHARGE: (ChargeOrder,), Deed.FIRE: (FireOrder,),
    Deed.STRIKE: (AttackOrder, ChargeOrder, FireOrder),
}  # fmt: skip
_WHOM = (
    "him", "her", "them", "anybody", "anyone", "nobody", "at", "on", "any", "the", "enemy", "more", "again",
    "this", "turn", "time", "today", "yet", "now", "phase",
)  # fmt: skip


class Openings(Turns):
    """``forgone``: who was told what he is not to do, and so has to be told something else."""

    forgone: tuple[FigureId, ...] = ()
    shots_first = -1  # from which clause on all comes after shots

    def _heading(self) -> bool:
        """ "My plan is simple:", "let the archers begin:", in front of everything."""
        if self.at or self.found:
            return False
        end = 0
        while end < min(len(self.words), _LONGEST_HEADING) and not self._is(end, ":"):
            word = self.words[end]
            known = word.plain in _HEADING or word.plain in SPELT or LITTLE.at(self.words, end) is not None
            if word.kind != "word" or not known or self.person_at(end, PEOPLE) is not None:
                return False
            end += 1
        if end < 2 or not self._is(end, ":") or end + 1 == len(self.words):
            return False
        if all(word.plain in SPELT or word.plain in ("the", "my", "our", "all") for word in self.words[:end]):
            return False  # "the archers: ..."
        self._leave_out(0, end)
        self.at = end + 1
        return True

    def _after_shots(self) -> bool:
        """ "Once the archers have shot", "after Drogo has thrown his lance": so it is, of whoever moves or
        fights."""
        if self.waiting or not self._phrase(_AFTER):
            return False
        begin, end = self.at, self._segment(self.at)
        at = begin + self._phrase(_AFTER)
        men = None if (shots := self._phrase(_THE_SHOTS, at)) else self.men_at(self._skip(at, ("the",)))
        behind = at + shots if shots else 0
        if men is not None:
            behind = self._skip(at, ("the",)) + men[1]
            behind = self._skip(behind, ("has", "have", "had", "all", "both"))
            if not self._is(
                behind, "shot", "fired", "thrown", "loosed", "shoot", "shoots", "fires", "throws"
            ):
                return False
        if not behind or any(self.words[one].kind == "hex" for one in range(begin, end)):
            return False
        while (
            men is None and behind < end and not self._ends(behind) and self._is(behind, "is", "are", "over")
        ):
            behind += 1
        end = end if men is not None and not self._is(end - 1, "then") else behind
        if men is not None and any(self.person_at(one, OWN) is not None for one in range(behind, end)):
            return False
        self.shots_first = len(self.found) if not self.found or begin in self.breaks else len(self.found) - 1
        self._leave_out(begin, end)
        self.at = end
        return True

    def _too_early(self) -> bool:
        """Whether somebody is to shoot behind other shots, for which there is no order."""
        if self.shots_first < 0:
            return False
        later = self.found[self.shots_first :]
        return any(
            clause.deed not in (Deed.CHARGE, Deed.ATTACK, Deed.GO, Deed.JOIN, Deed.STAY) for clause in later
        )

    def _topic(self) -> bool:
        """ "As for Gui", "Robert first:": of whom is spoken next."""
        if self.waiting:
            return False
        length = self._phrase(_TOPICS)
        begins = self.at == 0 or self.at in self.breaks or self._is(self.at - 1, ",", ";", "and", ":")
        men = self.men_at(self.at + length) if begins else None
        if men is None:
            return False
        end = self.at + length + men[1]
        first = self._is(end, "first") and (self._is(end + 1, ":", ",") or end + 1 in self.breaks)
        ends = self._is(end, ",", ":") or end in self.breaks
        if not first and not (length and ends):
            return False
        end = self._skip(end + first, (",", ":"))
        if end >= len(self.words):
            return False
        if self._is(end, "he", "she", "they", "who", "both"):
            if self._is(end, "they") is not (len(men[0]) > 1) and not self._is(end, "who"):
                return False
            end += 1
        self.who, self.each, self.waiting, self.at = men[0], men[2], True, end
        return True

    def _forgoes(self) -> bool:
        """ "Doesn't charge", of somebody who is told something else: that is not ordered then."""
        at = self.at
        who = self.who
        if not self.waiting:
            at = self._skip(at, ("but", "and", "he", "she", "they"))
            who = self.found[-1].who if self.found else ()
        denied = self._phrase(_NOT, at)
        deeds = [Deed(means) for means, _ in DEEDS.all_at(self.words, at + denied)] if denied else []
        harm = next((deed for deed in deeds if deed in _HARMFUL), None)
        if harm is None or not who:
            return False
        orders = [order for record in _HARMFUL[harm] for order in self.desk.sheet.every(record)]
        if any(set(who) & set(figures_of(order)) for order in orders):
            return False
        end = at + denied + max(length for _, length in DEEDS.all_at(self.words, at + denied))
        while end < len(self.words) and not self._ends(end):
            if self._is(end, "but", "he", "they", "she", "instead"):
                break
            foe = self.person_at(end, PEOPLE - OWN)
            if foe is None and not self._is(end, *_WHOM):
                return False
            end += foe.length if foe is not None else 1
        if harm is Deed.FIRE and self.waiting and self._ends(end):
            now = any(
                self._is(at, "turn", "phase", "now", "today", "yet", "time") for at in range(self.at, end)
            )
            self._done(Clause(Deed.HOLD_FIRE, who, each=self.each, now=now), end)
            return True
        words = " ".join(word.text for word in self.words[self.at : end])
        self.told.append(say("{words!r}: so it is, nothing such is ordered.", words=words))
        self.forgone = (*self.forgone, *who)
        self.at = self._skip(end, (",", "but", "instead", "and", ";", "he", "she", "they"))
        self.waiting = self.waiting or self.at < len(self.words)
        self.who = who
        if self.at >= len(self.words):
            self.waiting = False
        return True

    def _no_shots_by(self) -> bool:
        """ "No shooting by Ralph this turn"."""
        length = self._phrase(_NO_SHOTS) if not self.waiting else 0
        men = self.men_at(self.at + length + 1) if length else None
        if men is None or not self._is(self.at + length, "by", "from", "for", "with", "of"):
            return False
        end = self.at + length + 1 + men[1]
        behind = self._skip(end, ("this", "turn", "phase", "now", "today"))
        self.who, self.each = men[0], men[2]
        self._done(Clause(Deed.HOLD_FIRE, men[0], each=men[2], now=behind > end), behind)
        return True

    def _forgotten(self) -> bool:
        """Whether somebody was only told what he is not to do."""
        return not set(self.forgone) <= {man for clause in self.found for man in clause.who}

    def _only_these(self) -> bool:
        """ "And only with Serlo", behind what Serlo is told."""
        at = self._skip(self.at, ("and", "but"))
        if not self.found or self.waiting or not self._is(at, "only"):
            return False
        at = self._skip(at + 1, ("with", "by", "for", "from"))
        men = self.men_at(at)
        if men is None or not self._ends(at + men[1]) or set(men[0]) != set(self.found[-1].who):
            return False
        self._leave_out(self.at, at + men[1])
        self.at = at + men[1]
        return True

    def _helps(self) -> bool:
        """ "And Ranulf helps", behind whom somebody else is to harm: they do it together."""
        if not self.waiting or not self.found or not self.found[-1].whom:
            return False
        at = self.at + self._phrase(
            ("can", "may", "should", "will", "shall", "is to", "has to", "to", "also")
        )
        length = self._phrase(_HELPING, at)
        end = self._skip(
            at + length, ("him", "them", "out", "too", "with", "that", "there", "in", "as", "well")
        )
        man = self.person_at(end, OWN) if length else None
        end = end + man.length if man is not None and man.id in self.found[-1].who else end
        if not length or not self._ends(end) or self.found[-1].deed is Deed.CHARGE:
            return False
        before = self.found[-1]
        self.found[-1] = replace(before, who=tuple(dict.fromkeys((*before.who, *self.who))))
        self.at, self.waiting = end, False
        return True

    def _each_in_turn(self) -> bool:
        """ "Gilbert and Ralph shoot at the archers, Gilbert at Argyris and Ralph at Kosmas": what each does
        is said behind what they do together."""
        if not self.waiting or len(self.who) < 2:
            return False
        deeds = [Deed(means) for means, _ in DEEDS.all_at(self.words, self.at)]
        if not set(deeds) & set(_HARMFUL):
            return False
        end = self.at + 1
        while end < len(self.words) and not self._is(end, ",", ":") and end not in self.breaks:
            known = self.person_at(end, PEOPLE) is None and self.words[end].kind == "word"
            if not known or self._is(end, "not", "if", "unless", "or", "until", "only"):
                return False
            end += 1
        behind = end + self._is(end, ",", ":")
        man = self.person_at(behind, OWN)
        if man is None or man.id not in self.who or not self._is(behind + man.length, "at", "on", "against"):
            return False
        self._leave_out(self.at, end)
        self.forgone = (*self.forgone, *self.who)
        self.at, self.waiting = behind, False
        return True

    def _in_front(self) -> bool:
        """ "Stanko and Branko shoot at Argyris, Branko first": who goes first of them."""
        if not self.found or self.waiting or len(self.found[-1].who) < 2:
            return False
        man = self.person_at(self.at, OWN)
        end = self.at + man.length if man is not None else self.at
        if man is None or man.id not in self.found[-1].who or not self._is(end, "first"):
            return False
        end += 1
        if not self._ends(end) and not self._is(end, "since", "because", "as", "so"):
            return False
        before = self.found[-1]
        others = tuple(one for one in before.who if one != man.id)
        self.found[-1] = replace(before, who=(man.id, *others))
        self.at = end
        return True

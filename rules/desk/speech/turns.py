"""Turns of phrase about a clause that was read, or about those who are told: what is left to somebody, who
swaps places, who is told nothing, and what more is said of a place."""

from __future__ import annotations

from itertools import chain

import msgspec

from rules.desk.speech.clause import Clause, Unknown, goes_somewhere
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.restraints import Restraints
from rules.desk.speech.vocabulary import DEEDS, Deed, verb_forms
from rules.orders.lexicon import OWN, PEOPLE, TARGETS, Role
from rules.orders.records import AttackOrder, FireOrder, figures_of
from rules.state.figure import FigureId

_NO_ATTACK = phrases_in(
    """
    attacks nobody, attack nobody, attacks no one, does not attack, doesnt attack, do not attack,
    dont attack, fights nobody, does not fight, no attacks, no attack, nobody attacks, nobody hits
    anyone, nobody attacks anybody, nobody attacks anyone, does not attack anybody, without
    attacking, he does not attack, they do not attack, attack no one
    """
)
_NO_SHOT = phrases_in(
    """
    shoots nobody, does not shoot, doesnt shoot, do not shoot, dont shoot, no shots, no shooting,
    without shooting, nobody shoots, he does not shoot, they do not shoot, no shot
    """
)
_SWAP = tuple(
    form
    for verb in ("swap", "swap *places", "swap *positions", "change *places", "change *positions",
                 "trade *places", "switch *places", "exchange *places", "swap *hexes", "exchange *hexes")
    for form in verb_forms(verb)
)  # fmt: skip
_WHO_CAN = phrases_in(
    """
    whoever has him in range, whoever can, whoever sees him, whoever has a shot, who can, who can
    see him, whoever can reach him, whoever can see him, those who can, those in range, whoever is
    in range, who has him in range, who have a shot, whoever can hit him, if they have a shot, if they can
    see him, if he can see him, if they see him, if he has a shot, if they can reach him, as
    many as can, whoever has a shot at him, all who can, all that can
    """
)
_SAYS_OF_HIM = phrases_in(
    """
    sees, needs, knows, likes, deserves, earns, is, has, was, seems, looks, are, have, hes, were,
    had, cant, cannot, lies
    """
)

_GUARDING = ("guard", "guards", "protect", "protects", "shield", "shields", "screen", "screens", "watch")


class Turns(Restraints):
    """``remarked``: whether something was said of whoever is waiting that tells him nothing."""

    remarked = False

    def _left_to(self) -> bool:
        """ "Leave Ruggiero to Geoffrey": it is he who harms him."""
        if not self._is(self.at, "leave", "leaves"):
            return False
        foe = self.person_at(self.at + 1, TARGETS)
        behind = self.at + 1 + foe.length if foe is not None else 0
        men = self.men_at(behind + 1) if foe is not None and self._is(behind, "to", "for") else None
        if foe is None or men is None or self.lexicon.role.get(foe.id) is not Role.ENEMY:
            return False
        waits = self.waiting
        self._done(Clause(Deed.STRIKE, men[0], (foe.id,), said="leave to"), behind + 1 + men[1])
        if waits:
            self.waiting = True  # "Gui: leave Carlo to Ivo, ride back to 0811"
        else:
            self.who, self.each, self.targets = men[0], men[2], (foe.id,)
        return True

    def _swapped(self) -> bool:
        """Two men, each to where the other is."""
        length = self._phrase(_SWAP)
        if not length or (not self.waiting and self.found):
            return False
        end = self.at + length
        with_ = self._skip(end, ("with", "the"))
        men = self.men_at(with_) if len(self.who) < 2 or not self.waiting else ((), 0, False)
        if men is None:
            return False
        both, end = (*(self.who if self.waiting else ()), *men[0]), with_ + men[1] if men[1] else end
        if len(both) != 2:
            return False
        one, other = both
        there = {man: self.battle.figures[man].hex or "" for man in both}
        self._done(Clause(Deed.GO, (one,), hex=there[other]), end)
        self._done(Clause(Deed.GO, (other,), hex=there[one]), self.at)
        return True

    def _who_can(self) -> bool:
        """ "Whoever has him in range": of those told to shoot the others are left out."""
        length = self._phrase(_WHO_CAN)
        if not length or not self.found or self.waiting or self.found[-1].deed is not Deed.FIRE:
            return False
        self.found[-1] = msgspec.structs.replace(self.found[-1], each=True)
        self.at += length
        return True

    def _none_of_it(self) -> bool:
        """ "Attacks nobody", "does not shoot", of somebody who has other orders: nothing is ordered by it,
        if nothing such stands."""
        for phrases, record in ((_NO_ATTACK, AttackOrder), (_NO_SHOT, FireOrder)):
            length = self._phrase(phrases)
            end = self._skip_empty(self.at + length) if length else 0
            if not length or not self._ends(end) or not self.found or self.waiting:
                continue
            who = set(self.found[-1].who)
            if any(who & set(figures_of(order)) for order in self.desk.sheet.every(record)):
                return False
            self._leave_out(self.at, self.at + length)
            self.at += length
            return True
        return False

    def _before_that(self) -> bool:
        """ "Before he can use his bow again", "before William goes in": shots come before moves and fights,
        and what an enemy does comes after all of it."""
        if not self.found or self.waiting or not self._is(self.at, "before"):
            return False
        begin, end = self.at, self._segment(self.at)
        at = self._skip(begin + 1, ("the", "our", "my", "any", "of"))
        ours = self.men_at(at)
        words = range(begin, end)
        if any(self.words[one].kind == "hex" or self._is(one, "if", "or", "then") for one in words):
            return False
        others = [one for one in range(at + 1, end) if self.person_at(one, OWN) is not None]
        if ours is not None:
            behind = at + ours[1]
            acts = [Deed(means) for means, _ in DEEDS.all_at(self.words, behind)]
            goes = bool({*acts} & {Deed.GO, Deed.CHARGE, Deed.ATTACK, Deed.STRIKE, Deed.JOIN, Deed.LEAVE})
            goes = goes or self._is(behind, "gets", "get", "arrives", "reaches", "is", "are")
            if self.found[-1].deed is not Deed.FIRE or not goes or set(ours[0]) & set(self.found[-1].who):
                return False
            others = others[ours[1] :]
        elif (
            not self._is(at, "he", "she", "they", "it", "enemy", "enemies", "somebody", "anybody")
            and (self.person_at(at, TARGETS) is None)
        ) or (self._is(at, "he", "she", "they") and not self._harms_one()):
            return False
        if others:
            return False
        self._leave_out(begin, end)
        self.at = end
        return True

    def _harms_one(self) -> bool:
        """Whether what was told last is done to an enemy, so that "he" may be him."""
        return bool(self.found[-1].whom)

    def _vocative(self, at: int) -> int:
        """Past "my beautiful," and "dear boy," behind a name."""
        end = at
        while (
            end < len(self.words)
            and (self._harmless(end) or self._is(end, "all", "both"))
            and end not in self.breaks
        ):
            end += 1
        if end == at or not self._is(end, ","):
            return at
        self._leave_out(at, end)
        self.at = end + 1
        return end + 1

    def _guards(self) -> bool:
        """ "And guard the archers", of those who stay: by staying they do."""
        if not self.found or self.waiting or self.found[-1].deed is not Deed.STAY:
            return False
        if not self._is(self.at, *_GUARDING):
            return False
        at = self._skip(self.at + 1, ("over", "on"))
        men = self.men_at(at)
        if men is None or set(men[0]) & set(self.found[-1].who) or not self._ends(at + men[1]):
            return False
        self._leave_out(self.at, at + men[1])
        self.at = at + men[1]
        return True

    def _refined(self) -> bool:
        """A place behind a comma that says more of where somebody was sent: "to the ford, next to
        Photios"."""
        if not self.found or self.waiting:
            return False
        before = self.found[-1]
        if before.deed is Deed.JOIN and before.who == self.who and self._is(self.at, "against"):
            return self._joins_against(before)
        if goes_somewhere(before) and (far := self.spots.as_far(self.at)):
            self.found[-1] = msgspec.structs.replace(before, far=True)
            self.at += far
            return True
        if not self._is(self.at - 1, ","):
            return False
        if before.deed is Deed.STAY and before.who == self.who and before.away is None:
            kept = self.found.pop()
            if self._stays_at(kept, self.at):
                return True
            self.found.append(kept)
            return False
        if before.who != self.who or not goes_somewhere(before) or before.hex or before.steps[0]:
            return False
        if not self._is(
            self.at, "next", "beside", "behind", "between", "close", "near", "at", "in", "on", "to"
        ):
            return False
        if not self._tried(lambda: self._goes(Deed.GO, self.at)):
            return False
        self.found[-2:] = self.found[-1:]
        return True

    def _joins_against(self, joining: Clause) -> bool:
        """ "Joins Abbas against Olivier": one attack with Abbas and all who attack Olivier with him. Raises
        Unknown where Abbas is not told to, so that he is not sent to fight alone."""
        begin = self.at + 1
        if not self._tried(lambda: self._harms(Deed.ATTACK, begin)):
            return False
        against = self.found.pop()
        with_him = self._attacking(joining.beside, against.whom)
        if not with_him:
            raise Unknown
        self.found = [
            clause for clause in self.found if clause is not joining and not set(clause.who) & set(with_him)
        ]
        self.found.append(
            msgspec.structs.replace(against, who=tuple(dict.fromkeys((*with_him, *against.who))))
        )
        return True

    def _attacking(self, man: FigureId, whom: tuple[str, ...]) -> tuple[FigureId, ...]:
        """Who attacks these together with a man, by this line or those above."""
        here = (
            clause.who
            for clause in self.found
            if man in clause.who and clause.whom == whom and clause.deed in (Deed.ATTACK, Deed.STRIKE)
        )
        above = (
            order.figures
            for order in self.desk.sheet.every(AttackOrder)
            if isinstance(order, AttackOrder) and man in order.figures and order.on.names == whom
        )
        return next(chain(here, above), ())

    def _said_of_him(self) -> bool:
        """What is said of somebody before he is told something: "Gilbert has no shot, bring him to 1613"."""
        if not self.waiting or not self._is(self.at, *_SAYS_OF_HIM):
            return False
        end = self.at + 1
        while (
            end < len(self.words)
            and end not in self.breaks
            and not self._is(end, ",", ";", "so", "then", ":")
        ):
            end += 1
        said = self.words[self.at + 1 : end]
        if (end >= len(self.words) and not self.found) or any(
            word.kind != "word" or word.plain in ("to", "if") for word in said
        ):
            return False
        if any(self.person_at(at, PEOPLE) is not None for at in range(self.at + 1, end)) or not said:
            return False
        self._leave_out(self.at, end)
        self.at = end
        self.remarked = True
        self.waiting = end < len(self.words)
        return True

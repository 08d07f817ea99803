"""What somebody is to do once he has won, said beside his other orders: "but he doesn't follow if Leon gives
way", "if he dies Ranulf follows up, Bohemond stays". It becomes a standing order of the language."""

from __future__ import annotations

from rules.desk.speech.clause import Clause
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.remarks import Remarks
from rules.desk.speech.vocabulary import HOLDING, Deed, verb_forms
from rules.orders.lexicon import OWN, TARGETS
from rules.state.figure import FigureId

_MAY = phrases_in(
    """
    is to, are to, must, shall, should, may, can, will, has to, have to, would, is allowed to, are
    allowed to
    """
)
_NOT = phrases_in(
    """
    doesnt, dont, does not, do not, is not to, are not to, isnt to, not to, must not, mustnt, should not,
    shouldnt, shall not, may not, wont, will not, never, cannot, cant, is never to, without, not, no, isnt
    allowed to, is not allowed to, are not to, no need to, better not, had better not, need not, neednt
    """
)
_FOLLOW_TEXT = """
    follow up, pursue, follow him up, follow them up, follow through, advance after combat, advance
    after the combat, advance after the fight, advance after a win, take his place, take his hex, move
    into his hex, step into his hex, go after him, run after him, ride after him, chase him, chase,
    follow after combat, take the hex, advance into his hex, step into the gap, move into the gap, fill
    the gap, occupy his hex, take the place
"""
_FOLLOW_NOT_TEXT = """
    follow, follow him, follow them, advance, go in, move in, leave his hex, leave his place, leave the
    hex, leave his position, be drawn away, get drawn out, get drawn away, be pulled away, go further,
    run after anybody, run after anyone, leave the line
"""


def _all_forms(text: str) -> tuple[str, ...]:
    """Each verb with "follows" and "following" beside "follow"."""
    forms = [form for verb in phrases_in(text) for form in verb_forms(verb)]
    going = [
        " ".join((f"{first.removesuffix('e')}ing", *rest))
        for first, *rest in map(str.split, phrases_in(text))
    ]
    return (*forms, *going, "pursuit")


_FOLLOW = _all_forms(_FOLLOW_TEXT)
_FOLLOW_NOT = _all_forms(_FOLLOW_NOT_TEXT)
_STAYS = phrases_in(
    """
    stays, stay, stays put, stay put, stays where he is, holds, hold, waits, remains, keeps his place,
    stays there, stands, stays back, stands fast, holds his ground, stays behind
    """
)
_WHEN = phrases_in(
    """
    if, when, whenever, once, as soon as, even if, even when, also if, in case, should
    """
)
_THEY = ("he", "she", "they", "it", "we")
_LOSES = phrases_in(
    """
    falls back, fall back, gives way, give way, gives ground, give ground, retreats, retreat, runs, run,
    runs away, flees, flee, dies, die, is killed, is dead, is down, is driven back, are driven back, is
    pushed back, is beaten, are beaten, breaks, goes down, drops, falls, yields, withdraws, withdraw,
    backs off, is gone, wins, win, loses, goes back, steps back, is forced back, has to run, has to go
    back, has to fall back, is thrown back, gets killed, gets driven back, clears off, leaves his hex,
    leaves the hex, is finished, beats him, kills him, makes way
    """
)
_MOVE = phrases_in("move, move away, go anywhere, budge, move an inch, move at all, leave the spot, move on")
_NOT_TO = phrases_in("dont, do not, is not to, are not to, must not, shall not, should not, mustnt, may not")
_AFTER = phrases_in(
    """
    after combat, after the combat, after the fight, after a fight, after that, afterwards, any more,
    anymore, at all, this turn, this time, after a win, after winning, up, in, further, him, them,
    anywhere, any further, then, too far, into the gap, any longer, again, either, too, for now,
    anybody, anyone, please
    """
)


class Restraints(Remarks):
    """Clauses about what comes after a fight."""

    def _after_the_fight(self) -> bool:
        """ "Doesn't follow", of those who were told last or are named; "if he dies Ranulf follows up"."""
        begins = self.at == 0 or self.at in self.breaks or self._is(self.at, "but", "without")
        if self.waiting or not (begins or self._is(self.at - 1, ",", ";", "and", "but", "then")):
            return False
        led = self._skip(self.at, ("and", "but", "then", ",", "also", "please", "only"))
        lost = self._lost(led)
        if lost > led:
            return self._won_by(self._skip(lost, (",", "then", "and")))
        return self._tried(lambda: self._followed(led))

    def _followed(self, at: int, *, won: bool = False) -> bool:
        """Somebody who is, or is not, to enter the hex that the loser leaves."""
        who, each, at = self._whose(at)
        denied = self._phrase(_NOT, at)
        if denied and self._stays_here(who, each, at + denied):
            return True
        at += denied or self._phrase(_MAY, at)
        follows = self._phrase(_FOLLOW, at)
        length = max(follows, self._phrase(_FOLLOW_NOT, at) if denied or won else 0)
        stays = 0 if length else self._phrase(_STAYS, at) if won else 0
        if not who or not (length or stays) or (denied and stays):
            return False
        end = at + (length or stays)
        while length and (more := self._phrase(_AFTER, end)):
            end += more
        behind = self._skip(end, (",",))
        end = max(end, lost) if (lost := self._lost(behind)) > behind else end
        if not (denied or stays or won) and end == at + length and not follows:
            return False
        if not self._ends(end):
            end = self._skip_empty(end)
        if not self._ends(end):
            return False
        text = "advance never" if denied or stays else "advance always"
        self._done(Clause(Deed.WRITTEN, who, text=text, each=each), end)
        self.held_back = len(self.found) if denied else self.held_back
        return True

    def _not_moving(self) -> bool:
        """ "Okeanos and Nikolaos don't move": they stay."""
        denied = self._phrase(_NOT_TO) if self.waiting else 0
        return denied > 0 and self._tried(lambda: self._still(self.at + denied))

    def _still(self, at: int) -> bool:
        length = self._phrase(_MOVE, at)
        end = self._skip_empty(at + length) if length else at
        if not length or not self._ends(end):
            return False
        self._done(Clause(Deed.STAY, self.who, each=self.each), end)
        return True

    def _stays_here(self, who: tuple[FigureId, ...], each: bool, at: int) -> bool:
        """ "But does not move", of somebody who has another order."""
        length = self._phrase(_MOVE, at)
        end = self._skip_empty(at + length) if length else at
        if not length or not self.found or not self._ends(end):
            return False
        self._done(Clause(Deed.STAY, who, each=each), end)
        return True

    def _won_by(self, at: int) -> bool:
        """Whoever is named behind "if he dies", one clause after the other."""
        if not self._tried(lambda: self._followed(at, won=True)):
            return False
        while self._is(self.at, ",", "and", "but", ";") and self._tried(
            lambda: self._followed(self._skip(self.at, (",", "and", "but", ";")), won=True)
        ):
            pass
        return True

    def _whose(self, at: int) -> tuple[tuple[FigureId, ...], bool, int]:
        """Who is meant, and what stands behind it."""
        before = self.found[-1] if self.found else None
        if self._is(at, "he", "she", "they", "both") and before is not None:
            return before.who, before.each, at + 1
        men = self.men_at(at)
        if men is not None:
            return men[0], men[2], at + men[1]
        if before is not None:
            return before.who, before.each, at
        return (), False, at

    def _lost(self, begin: int) -> int:
        """Past "if he falls back", "when the man gives way", "after combat"; the same place if nothing such
        stands there."""
        length = self._phrase(_WHEN, begin)
        if not length:
            return begin
        at = begin + length
        foe = self.person_at(at, TARGETS)
        if foe is not None:
            at += foe.length
        elif self._is(at, *_THEY):
            at += 1
        elif self._is(at, "the", "his", "their", "that", "this", "somebody", "someone", "anybody", "anyone"):
            at = self._skip(
                at + 1, ("man", "enemy", "foe", "opponent", "other", "one", "guy", "fellow", "loser")
            )
        elif (ours := self.person_at(at, OWN)) is not None:
            at += ours.length
        else:
            return begin
        lost = self._phrase(_LOSES, at)
        if not lost:
            return begin
        end = at + lost
        while self._is(end, "or", "and") and (more := self._phrase(_LOSES, end + 1)):
            end += 1 + more
        end = self._skip(end, ("then", "by", "there", "first"))
        return end if end >= len(self.words) or self.words[end].plain not in HOLDING else begin

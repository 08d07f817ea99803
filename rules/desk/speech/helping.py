"""What is done to an enemy because others do it: who helps, and who fights whoever stands next to him."""

from __future__ import annotations

from msgspec.structs import replace

from rules.desk.speech.clause import Clause
from rules.desk.speech.goings import Goings
from rules.desk.speech.vocabulary import Deed

HELPS = ("help", "helps", "aid", "aids", "assist", "assists", "helping")


class Helping(Goings):
    """Reads whom somebody harms from what others were told, or from where he stands."""

    def _helped(self, at: int) -> int:
        """Where what is to be done begins, behind "helps him"; 0 if nothing does."""
        if self._is(at, "him", "her", "them"):
            at += 1
        elif (men := self.men_at(at)) is not None:
            at += men[1]
        if self._is(at, "against") and self._target(at + 1) is not None:
            return at  # "helps Bohemond against Yani"
        at = self._skip(at, ("to", "with", "and", "against"))
        return at if self._begins_deed(at) and not self._ends(at) else 0

    def _harm_theirs(self, at: int) -> bool:
        """ "Whoever they are fighting": each his own opponent."""
        theirs = self._each_opponent(at, each=self.each)
        if theirs is None or not self._ends(at + theirs[1]):
            return False
        for foe, men in theirs[0].items():
            self._done(Clause(Deed.ATTACK, tuple(men), (foe,)), at + theirs[1])
        return True

    def _helps_again(self, at: int) -> bool:
        """ "Richard helps", "Krsto helps him": the same as he."""
        end = self._skip_empty(at + 1 + self._is(at + 1, "him", "them", "her"))
        if not self.waiting or not self._ends(end):
            return False
        harming = (Deed.ATTACK, Deed.STRIKE, Deed.FIRE)
        if self.found and self.found[-1].deed not in harming:
            return False
        before = self.found[-1] if self.found else Clause(Deed.STAY, (), same=True)
        self._done(replace(before, who=self.who, each=self.each), end)
        return True

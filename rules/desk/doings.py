"""What a clause tells somebody to do, with whom or where to, read behind the words that say who."""

from __future__ import annotations

from collections.abc import Collection

from rules.core.language import english, say
from rules.desk.clause import Clause, Unknown
from rules.desk.goings import Goings
from rules.desk.phrases import words_of
from rules.desk.vocabulary import DEEDS, HOLDING, LITTLE, ONE_WORD, Deed
from rules.orders.lexicon import OWN, PEOPLE, Role
from rules.orders.slips import nearest
from rules.orders.words import KEYWORDS

_OR = (
    "or", "otherwise", "else", "or else", "then", "if not", "failing that", "or otherwise", "or if not",
    "or if that cant be done", "if that cant be done", "or if that is not possible", "if that fails",
    "if that is not possible", "if thats not possible", "or if thats not possible", "or if he cant",
    "if he cant", "or if that fails", "or if he cannot", "if he cannot", "if that cannot be done",
    "or if that cannot be done", "if impossible", "or if impossible", "if not possible", "or if not possible",
)  # fmt: skip
_SHORTEST_SLIP = 5  # letters
_BARE = ("on", "x", "against", "vs", "versus")
_WEIGHING = (",", "but", "only", "if", "it", "is", "its", "still", "at", "with", "least", "odds")


class Doings(Goings):
    """What is done to an enemy, and which deed a clause is about."""

    def _deed(self) -> bool:
        at = self.at
        found = DEEDS.at(self.words, at)
        if found is None and self.waiting:
            found = self._misspelt(at)
        deed = Deed(found[0]) if found is not None else None
        behind = at + (found[1] if found is not None else 0)
        first = self.words[at].plain
        if deed is Deed.STRIKE and first in _BARE and not self._after_subject():
            return False
        if deed in (Deed.LEAVE, Deed.GO) and first == "back" and self._goes(Deed.GO, at):
            return True
        if deed is not None:
            return self._done_by(deed, behind)
        if self.waiting and self.found and self.found[-1].whom and self._target(at) is not None:
            return self._harms(self.found[-1].deed, at)  # "Gilbert shoots Kosmas, Ralph Alexio"
        if self._after_subject() or first in ("to", "back", "into", "next", "beside", "up"):
            if first == "at" and self._harms(Deed.STRIKE, at):
                return True
            led = self._is(at - 1, ":", ">") and self._target(at) is not None
            if led and self._harms(Deed.STRIKE, at, bare=self._is(at - 1, ":")):
                return True
            return self._goes(Deed.GO, at)
        return False

    def _misspelt(self, at: int) -> tuple[str, int] | None:
        """The deed that a word right behind somebody's name was meant for, but for a slip of the keyboard."""
        word = self.words[at]
        if word.kind != "word" or len(word.plain) < _SHORTEST_SLIP or word.plain in {*HOLDING, *KEYWORDS}:
            return None
        meant = nearest(word.plain, ONE_WORD, 1)
        turned = sorted(meant) == sorted(word.plain)
        if (
            not meant
            or (meant[0] != word.plain[0] and not turned)
            or LITTLE.at(self.words, at)
            or self.person_at(at, PEOPLE) is not None
        ):
            return None
        self.told.append(english("{written} read as {name}.", written=word.text, name=meant))
        found = DEEDS.at(words_of(meant))
        return (found[0], 1) if found is not None else None

    def _done_by(self, deed: Deed, behind: int) -> bool:
        match deed:
            case Deed.ATTACK | Deed.STRIKE | Deed.FIRE | Deed.CHARGE:
                return self._harms(deed, behind)
            case Deed.STAY | Deed.HOLD_FIRE:
                return self._stays(deed, behind)
            case Deed.TURN:
                return self._turns(behind)
            case Deed.LIGHT:
                return self._lights(behind)
            case Deed.CARRY | Deed.RAISE | Deed.LAY:
                return self._ladder(deed, behind)
        return self._goes(deed, behind)

    def _after_subject(self) -> bool:
        """Whether nothing was said yet of those who were named last."""
        return not self.found or self.found[-1].who != self.who or self._men_before()

    def _men_before(self) -> bool:
        at = self.at - 1
        while at >= 0 and (self.words[at].plain in (",", ":") or LITTLE.at(self.words, at)):
            at -= 1
        return at >= 0 and self.person_at(at, OWN) is not None

    def _harms(self, deed: Deed, at: int, *, bare: bool = False) -> bool:
        at = self._skip(at, ("at", "on", "upon", "against", "with", "towards", "down", "for", "instead"))
        begin = at
        lance = deed is Deed.FIRE and self.words[self.at].plain == "lance"
        whom, nearest, how, at = self._all_targets(at)
        if not whom and not nearest and deed is Deed.ATTACK and len(self.targets) == 1 and self._ends(at):
            whom = list(self.targets)
        if not whom and not nearest and deed is not Deed.STRIKE and self._is_hex(at):
            whom, at = [self._enemy_in(at)], at + 1
        if not whom and not nearest:
            return False
        self.targets = tuple(whom) or self.targets
        at, at_least = self._threshold(at)
        if self._is(at, "respectively"):
            return how == "together" and self._each_his_own(deed, whom, at + 1)
        at = self._and_not(at, whom)
        charges = any(self.words[i].plain == "gallop" for i in range(self.at, min(len(self.words), at + 5)))
        if charges and deed is Deed.STRIKE:
            deed = Deed.CHARGE
        said = " ".join(word.text for word in self.words[self.at : begin])
        self._done(
            Clause(
                deed, self.who, tuple(whom), nearest, at_least=at_least, lance=lance, each=self.each,
                bare=bare, said=said, joined=how,
            ),
            at,
        )  # fmt: skip
        return True

    def _enemy_in(self, at: int) -> str:
        """The one enemy who stands in the hex named here."""
        there = self._hex(at)
        men = [
            man.id for man in self.battle.figures.values()
            if man.living and there in man.hexes and self.lexicon.role.get(man.id) is Role.ENEMY
        ]  # fmt: skip
        if len(men) != 1:
            raise Unknown
        self.told.append(
            english("{written} read as {name}.", written=self.words[at].text, name=self.lexicon[men[0]])
        )
        return men[0]

    def _all_targets(self, at: int) -> tuple[list[str], bool, str, int]:
        """The enemies named here, whether whoever is nearest is meant, how they are joined ("or": in order of
        preference; "together") and what stands behind them."""
        whom: list[str] = []
        how = ""
        respectively = any(word.plain == "respectively" for word in self.words[at:])
        while (one := self._target(at)) is not None:
            if not one[0]:
                return whom, True, how, at + one[1]
            whom.append(one[0])
            at = self._skip_empty(at + one[1])
            behind = self._skip(at, (",",))
            joint = self._phrase(_OR, behind)
            following = self._skip(behind + joint, ("at", "on", "then"))
            if joint and self._target(following) is not None and how != "together":
                at, how = following, "or"
                continue
            both = self._is(at, "and", "&", "+") or (respectively and self._is(at, ","))
            another = self._target(self._skip(at, (",", "and", "&", "+"))) if both else None
            following = self._skip(at, (",", "and", "&", "+"))
            if another is None or not another[0] or how == "or":
                break
            if self._begins_deed(following + another[1]):
                break
            at, how = following, "together"
        return whom, False, how, at

    def _and_not(self, at: int, whom: Collection[str]) -> int:
        """ "Not Leon", "instead of Leon" behind those who are meant: it is so, and is told."""
        begin = self._skip(at, (",", "and", "but"))
        length = self._phrase(("not", "not at", "not on", "instead of", "rather than"), begin)
        if not length:
            return at
        other = self._target(begin + length)
        if other is None or not other[0] or other[0] in whom or not self._ends(begin + length + other[1]):
            return at
        said = " ".join(word.text for word in self.words[begin : begin + length + other[1]])
        self.told.append(say("{words!r}: so it is, only who is named is meant.", words=said))
        return begin + length + other[1]

    def _each_his_own(self, deed: Deed, whom: list[str], at: int) -> bool:
        if len(whom) != len(self.who):
            return False
        for man, foe in zip(self.who, whom, strict=True):
            self._done(Clause(deed, (man,), (foe,)), at)
        return True

    def _threshold(self, at: int) -> tuple[int, str]:
        """ "at +5 or better", "but only if it is still +5"."""
        begin = at
        at = self._skip(at, _WEIGHING)
        if at >= len(self.words) or at == begin or self.words[at].kind != "number":
            return begin, ""
        value = int(self.words[at].plain)
        at = self._skip(at + 1, ("or", "better", "more", "higher", "up"))
        return at, f"{value:+d}"

"""The enemies of a clause: who they are, in which order of preference, who is not meant, and who takes the
place of one who is down by then."""

from __future__ import annotations

from collections.abc import Collection

from rules.core.language import english, say
from rules.desk.speech.clause import Unknown
from rules.desk.speech.helping import Helping
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.states import OUT
from rules.orders.lexicon import Role

_OTHERWISE = phrases_in(
    """
    or, otherwise, else, or else, then, if not, failing that, or otherwise, or if not, or if that
    cant be done, if that cant be done, or if that is not possible, if that fails, if that is not
    possible, if thats not possible, or if thats not possible, or if he cant, if he cant, or if that
    fails, or if he cannot, if he cannot, if that cannot be done, or if that cannot be done, if
    impossible, or if impossible, if not possible, or if not possible
    """
)
_CANNOT = phrases_in(
    """
    cant, cannot, can not, has no shot, have no shot, hasnt a shot, doesnt see him, does not see him, is
    not in range, isnt in range, is out of range, has no clear shot, gets no shot, has no line, doesnt
    get a shot, cant see him, cannot see him, cant hit him, cannot hit him, cant reach him, cannot reach
    him, cant get a shot, cant shoot him, cant do it, cannot do it, cant do that, cannot do that, is
    blocked, isnt possible, is not possible, does not work, doesnt work, doesnt reach him, cant get
    there, cant see them, has no shot at him
    """
)
_OR = (
    *_OTHERWISE,
    *(f"{led} {who} {what}" for led in ("if", "or if", "and if", "but if", "when", "or when")
      for who in ("he", "she", "they", "that", "it", "this") for what in _CANNOT),
)  # fmt: skip
_WEIGHING = (",", "but", "only", "if", "it", "is", "its", "still", "at", "with", "least", "odds")
_IF_HE = phrases_in(
    """
    if, but if, and if, or if, when, once, and when, and once, as soon as, in case, until, till, or,
    and, but, unless
    """
)
_GONE = phrases_in(
    """
    he is, hes, she is, that one is, that is, thats, it is, its, this one is, he was, he has been, he
    gets, they are, theyre, is, he, already, he should be, they, gets, he goes
    """
)
_BY_THEN = phrases_in(
    """
    by then, already, before, then, first, before that, by that time, too, meanwhile, in the meantime,
    now, after that, and after that, afterwards, and then, take, and, at, on, shoot at, shoots at, fire
    at, fires at, shoot, shoots, attack, attacks, charge, charges, hit, hits, switch to, switches to, go
    for, goes for, he shoots, they shoot, they fire at, they shoot at, he shoots at, he fires at, he
    attacks, he charges, they attack, it is, try
    """
)


class Targets(Helping):
    """Reads them where they stand."""

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
            gone = self._if_out(at, one[0]) if how in ("", "else") else 0
            if gone and self._target(at + gone) is not None:
                at, how = at + gone, "else"
                continue
            joint = self._phrase(_OR, behind)
            following = self._skip(behind + joint, ("at", "on", "then", ","))
            if joint and self._target(following) is not None and how in ("", "or"):
                at, how = following, "or"
                continue
            both = self._is(at, "and", "&", "+") or (respectively and self._is(at, ","))
            another = self._target(self._skip(at, (",", "and", "&", "+"))) if both else None
            following = self._skip(at, (",", "and", "&", "+"))
            if another is None or not another[0] or how in ("or", "else"):
                break
            if self._begins_deed(following + another[1]):
                break
            at, how = following, "together"
        return whom, False, how, at

    def _if_out(self, at: int, last: str) -> int:
        """How many words "if he is down by then" has, behind a target; 0 if none stands here."""
        begin = self._skip(at, (",",))
        led = begin + self._phrase(_IF_HE, begin)
        if led == begin or (self._is(led - 1, "or", "and", "but", "unless")):
            return 0
        whom = self.person_at(led, frozenset({Role.ENEMY}))
        if whom is not None and whom.id == last:
            led += whom.length
        while length := self._phrase(_GONE, led):
            led += length
        out = self._phrase(OUT, led)
        if not out:
            return 0
        led += out
        while (length := self._phrase(_BY_THEN, led)) or self._is(led, ",", ":"):
            led += length or 1
        return led - at

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

    def _threshold(self, at: int) -> tuple[int, str]:
        """ "at +5 or better", "but only if it is still +5"."""
        begin = at
        at = self._skip(at, _WEIGHING)
        if at >= len(self.words) or at == begin or self.words[at].kind != "number":
            return begin, ""
        value = int(self.words[at].plain)
        at = self._skip(at + 1, ("or", "better", "more", "higher", "up"))
        return at, f"{value:+d}"

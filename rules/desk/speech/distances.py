"""What somebody is to be away from, as people say it: "out of Carlo's reach", "clear of the hoplites", "back
from the wall", "out of the scrub", "into cover"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.desk.speech import aways, features
from rules.desk.speech.aways import Away
from rules.desk.speech.vocabulary import longest
from rules.orders.groups import SPELT
from rules.orders.lexicon import Lexicon, Role
from rules.orders.text import Token
from rules.state.battle import Battle
from rules.state.figure import Hex
from rules.tactical.deploying.deployment import is_of_kind

Words = Sequence[Token]
FindPerson = Callable[[int], tuple[str, int] | None]
_ARTICLES = ("the", "that", "this", "their", "enemy", "his", "those", "a")
_ENEMIES = ("them", "enemy", "enemies", "everybody", "everyone", "anybody", "foes")
_EARTH = ("off", "back from", "from", "clear of", "away from", "well away from", "further from")


class Distances:
    """``person``: who is named or described at a place of the words that are looked at."""

    def __init__(self, battle: Battle, lexicon: Lexicon, person: FindPerson) -> None:
        self.battle = battle
        self.lexicon = lexicon
        self.person = person
        self.words: Words = ()

    def at(self, words: Words, begin: int) -> tuple[Away, int] | None:
        """What is said of it at this place, and over how many words."""
        self.words = words
        if begin >= len(words):
            return None
        alone = (("clear", aways.ALONE), ("far", aways.FARTHEST), ("cover", aways.COVER))
        for how, phrases in alone:
            if length := longest(phrases, words, begin):
                return Away(how), length
        if length := longest(aways.DRY, words, begin):
            return Away("leave", hexes=self._ground("water")), length
        return self._out_of(begin) or self._from(begin)

    def _out_of(self, begin: int) -> tuple[Away, int] | None:
        length = longest(aways.OUT_OF, self.words, begin)
        if not length:
            return None
        at = begin + length
        if (left := self._left(at)) is not None:
            return left[0], left[1] - begin
        whose, end = self._whose(at)
        how, end = self._what(end)
        if not how:
            return None
        said = " ".join(word.plain for word in self.words[at:end])
        if not whose and end < len(self.words) and self.words[end].plain in ("of", "from", "for"):
            found = self._whom(end + 1)
            if found is None:
                return None
            whose, end = found
        if how == "clear" and not (whose and all(self.lexicon.role[one] is Role.ENEMY for one in whose)):
            return None  # out of a friend's way is anywhere
        return Away(how, whose, arm=aways.arm_in(said) if how == "shot" else ""), end - begin

    def _whose(self, at: int) -> tuple[tuple[str, ...], int]:
        """Somebody's name before "reach": "Carlo's reach"; nobody's for "their bowshot"."""
        found = self.person(at)
        if found is not None and self._owns(at + found[1] - 1) and self._what(at + found[1])[0]:
            return (found[0],), at + found[1]
        kind = self._kind(at)
        if kind is not None and self._what(kind[1])[0]:
            return kind
        while length := longest(aways.WHOSE, self.words, at):
            at += length
        return (), at

    def _owns(self, at: int) -> bool:
        return self.words[at].plain.endswith("s")

    def _what(self, at: int) -> tuple[str, int]:
        for length in (3, 2, 1):
            said = " ".join(word.plain for word in self.words[at : at + length])
            if at + length <= len(self.words) and (how := aways.out_of(said)):
                return how, at + length
        return "", at

    def _from(self, begin: int) -> tuple[Away, int] | None:
        far = longest(aways.FROM, self.words, begin)
        clear = longest(aways.CLEAR, self.words, begin)
        if not far and not clear:
            return None
        at = begin + max(far, clear)
        said = " ".join(word.plain for word in self.words[begin:at])
        if said == "off":
            left = self._left(at)
            return (left[0], left[1] - begin) if left is not None else None
        how = (
            ("far" if "far" in said else "away")
            if far > clear
            else "from"
            if said in ("from", "back from", "off from")
            else "clear"
        )
        found = self._whom(at)
        if found is not None:
            return Away(how, found[0]), found[1] - begin
        ground = self._named_ground(at) if said in _EARTH else None
        if ground is None:
            return None
        return Away("clear" if how in ("from", "away") else how, hexes=ground[0]), ground[1] - begin

    def _whom(self, at: int) -> tuple[tuple[str, ...], int] | None:
        kind = self._kind(at)
        if kind is not None:
            return kind
        bare = self._past(at)
        if bare < len(self.words) and self.words[bare].plain in _ENEMIES:
            return (), bare + 1
        foes: list[str] = []
        while (found := self.person(at)) is not None and self.lexicon.role.get(found[0]) is Role.ENEMY:
            foes.append(found[0])
            at += found[1]
            joint = at < len(self.words) and self.words[at].plain in ("and", "&", "or", "+")
            following = self.person(at + 1) if joint else None
            if following is None or self.lexicon.role.get(following[0]) is not Role.ENEMY:
                break
            at += 1
        return (tuple(foes), at) if foes else None

    def _kind(self, at: int) -> tuple[tuple[str, ...], int] | None:
        """All enemies of a kind: "the hoplites"."""
        at = self._past(at)
        for length in (2, 1):
            said = " ".join(word.plain for word in self.words[at : at + length])
            if at + length <= len(self.words) and said in SPELT and said.endswith(("s", "men", "try")):
                men = [
                    man.id for man in self.battle.figures.values()
                    if man.living and self.lexicon.role.get(man.id) is Role.ENEMY
                    and is_of_kind(self.battle, man, SPELT[said])
                ]  # fmt: skip
                return (tuple(men), at + length) if men else None
        return None

    # ground

    def _left(self, at: int) -> tuple[Away, int] | None:
        found = self._named_ground(at)
        return (Away("leave", hexes=found[0]), found[1]) if found is not None else None

    def _named_ground(self, at: int) -> tuple[tuple[Hex, ...], int] | None:
        at = self._past(at)
        for length in (features.LONGEST, 1):
            said = " ".join(word.plain for word in self.words[at : at + length])
            if at + length <= len(self.words) and (hexes := self._ground(said)):
                return hexes, at + length
        return None

    def _ground(self, said: str) -> tuple[Hex, ...]:
        found = features.called(self.battle, self.lexicon, said)
        return tuple(found) if found is not None else ()

    def _past(self, at: int) -> int:
        while at < len(self.words) and self.words[at].plain in _ARTICLES:
            at += 1
        return at

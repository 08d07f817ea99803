"""Places as people name them: "behind William", "between Robert and Sandro", "the hill", "towards Leon",
"to where Bardas stood", "somewhere with a shot at Musa". Each is a set of hexes, of which the nearest is
meant."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from rules.desk.speech import compass, features
from rules.desk.speech.distances import Distances
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.relations import FindGroup, FindPerson, Relations, Spot, Words
from rules.orders.lexicon import Lexicon
from rules.orders.text import Token
from rules.state.battle import Battle
from rules.state.figure import FigureId, Hex

_TOWARDS = phrases_in(
    """
    towards, toward, in the direction of, in direction of, nearer to, closer to, closer towards, on
    towards, up towards, off towards, nearer, further towards
    """
)
_AS_FAR = phrases_in(
    """
    as far as he can, as far as they can, as far as you can, as far as possible, as far as he gets,
    as far as they get, as far as you get, as far as it goes, as far as he can get, as far as you
    can get, as near as he gets, as near as he can, as near as possible, as close as he can, as
    close as possible, as near as you get, as near as you can, as close as he gets, as close as they
    can, as near as they can, as near as they get, or as near as he gets, or as near as you get, or
    as near as possible, or as close as he gets, or as close as possible, or as close as he can, or
    as close as you can, or as near as he can, or as near as you can, or as far as he gets, or as
    far as he can, or as far as you can, or as far as they get, or as far as possible, or
    thereabouts, or near it, or as near as they get, or as far as it goes, if he gets that far, if
    he can get that far, as far as he can go, as far as his legs carry him, as far forward as he
    can, as far forward as possible
    """
)
_WHERE_STANDS = phrases_in(
    """
    where, the place where, the hex where, the spot where, the place of, the position of, the hex
    of, his place, the place
    """
)
_IS = phrases_in(
    """
    stands, stood, is, was, is now, stands now, is standing, was standing, is lying, lies, lay, is
    at, has been, used to be, came from, is fighting
    """
)
_SIGHT = phrases_in(
    """
    with a shot at, with a clear shot at, with a view of, from where he can see, where he can see,
    where you can see, from where you can see, where he sees, where you see, where he has a shot at,
    where he can shoot, where you can shoot, where he gets a shot at, where he can hit, to see, with
    sight of, with a line to, from where he can shoot, until he can see, until he sees, where he has
    a clear shot at, with a good shot at, where he can shoot at, where you can shoot at, where you
    have a shot at, where he has a view of, within sight of, from where he can shoot at
    """
)
_ANYWHERE = phrases_in(
    """
    the nearest place, nearest place, the nearest spot, the closest place, the next place,
    somewhere, a place, a better place, a spot, a better spot, a hex, a position, anywhere, a better
    position, any hex, a good place, a good spot, any place, the nearest hex, a better hex, on a
    better spot, some place
    """
)
_AROUND = 3  # hexes that count as one and the same feature, when they lie so near each other
_TO = ("to", "into", "onto", "toward", "towards", "for")
_NEXT = ("next", "close", "near", "beside", "up", "back")


class Spots(Relations):
    """Reads places on one line. ``who``: the men who are sent there."""

    def __init__(
        self, battle: Battle, lexicon: Lexicon, words: Words, person: FindPerson, group: FindGroup
    ) -> None:
        super().__init__(battle, lexicon, words, person, group)
        self.distances = Distances(battle, lexicon, person)

    def at(self, begin: int, who: Collection[FigureId]) -> Spot | None:
        """The place that the words here name, behind whatever leads to it ("to", "up to")."""
        found = (
            self._away(begin)
            or self._in_sight(begin)
            or self._apart(begin)
            or self.relative(begin, who)
            or self._where(begin)
            or self._feature(begin, who)
        )
        if found is None:
            return None
        length = self.as_far(begin + found.length)
        return msgspec.structs.replace(found, length=found.length + length, far=found.far or bool(length))

    def towards(self, at: int) -> int:
        return self._phrase(_TOWARDS, at)

    def as_far(self, at: int) -> int:
        """Over how many words it is said that he is to go as far as he gets."""
        begin = at
        if at < len(self.words) and self.words[at].plain == ",":
            at += 1
        length = self._phrase(_AS_FAR, at)
        return at + length - begin if length else 0

    # one way of naming a place each

    def _away(self, begin: int) -> Spot | None:
        found = self.distances.at(self.words, begin)
        return Spot((), found[1], away=found[0]) if found is not None else None

    def _in_sight(self, begin: int) -> Spot | None:
        at = begin + self._phrase(_ANYWHERE, begin)
        if (
            self._is(at, "at", "in")
            and at > begin
            and at + 1 < len(self.words)
            and self.words[at + 1].kind == "hex"
        ):
            return Spot((self._label(at + 1),), at + 2 - begin)
        if at < len(self.words) and self.words[at].plain in ("from", ",") and not self._phrase(_SIGHT, at):
            at += 1
        length = self._phrase(_SIGHT, at)
        whom = self.person(at + length) if length else None
        if whom is None:
            return None
        return Spot((), at + length + whom[1] - begin, whom=whom[0])

    def _apart(self, begin: int) -> Spot | None:
        """ "Nine hexes from Samir", "within 6 hexes of Leon"."""
        within = self._phrase(("within", "to within", "inside"), begin)
        at = begin + within
        many = compass.number(self.words[at]) if at < len(self.words) else 0
        at = self._past(at + 1, ("hex", "hexes", "steps", "fields")) if many else at
        led = self._phrase(("from", "away from", "off", "of", "short of", "to"), at)
        apart = begin > 0 and self._is(
            begin - 1, "is", "are", "stands", "at", "place", "hex", "spot", "somewhere"
        )
        if not many or not led or not (within or apart) or (self._is(at, "of", "to") and not within):
            return None
        whom = self.person(at + led)
        there = self._hexes(whom[0]) if whom is not None else ()
        if whom is None or not there:
            return None
        reach = self.board.within(there[0], many)
        hexes = [one for one in reach if within or self.board.distance(one, there[0]) == many]
        return Spot(tuple(hexes), at + led + whom[1] - begin, far=True)

    def _where(self, begin: int) -> Spot | None:
        """Where somebody stands now, before he leaves: "where Bardas stood", "Odo's place"."""
        length = self._phrase(_WHERE_STANDS, begin)
        at = begin + length
        whom = self.person(at if length else begin)
        if whom is None:
            return None
        if not length:
            whom_end = begin + whom[1]
            if _owned(self.words[whom_end - 1]) and (side := self._on_side(whom_end, whom[0])) is not None:
                return Spot(side[0], side[1] - begin)
            if not self._is(whom_end, "place", "hex", "position", "spot") or not _owned(
                self.words[whom_end - 1]
            ):
                return None
            there = self._hexes(whom[0])[:1]
            return Spot(there, whom_end + 1 - begin) if there else None
        end = at + whom[1] + self._phrase(_IS, at + whom[1])
        mine = self.lexicon.role.get(whom[0]) == "own"
        there = self._hexes(whom[0])[:1]
        if not there:
            return None
        if mine and any(
            self.words[i].plain in ("lying", "lies", "lay") for i in range(at, min(end, len(self.words)))
        ):
            return Spot(tuple(self._around(there)), end - begin, far=True)
        return Spot(there if mine else tuple(self._around(there)), end - begin)

    def _on_side(self, at: int, whom: str) -> tuple[tuple[Hex, ...], int] | None:
        """ "Ansprando's south side"."""
        facing = compass.direction(self.words, at)
        sides = compass.sides(facing[0]) if facing is not None else ()
        there = self._hexes(whom)[:1]
        if facing is None or not there or not self._is(at + facing[1], "side", "flank"):
            return None
        found = [self.board.neighbour(there[0], one) for one in sides]
        hexes = tuple(one for one in found if one is not None)
        return (hexes, at + facing[1] + 1) if hexes else None

    def _feature(self, begin: int, who: Collection[FigureId]) -> Spot | None:
        """A kind of ground, where there is but one such place, or one is by far the nearest."""
        at = self._past(begin, ("the", "that", "this", "a", "nearest", "next"))
        if self._is(at, "edge", "top", "foot", "middle", "side") and self._is(at + 1, "of"):
            at = self._past(at + 2, ("the",))
        for length in range(features.LONGEST, 0, -1):
            said = " ".join(word.plain for word in self.words[at : at + length])
            if said in features.WALLS and (walls := features.foot_of_the_wall(self.board)):
                there = at + length
                if self._is(there, "at", "near", "by") and (label := self._hex_at(there + 1)):
                    hexes = [one for one in walls if self.board.adjacent(one, label)]
                    if hexes:
                        return Spot(tuple(hexes), there + 2 - begin, far=True)
                return Spot(tuple(walls), at + length - begin, far=True)
            if said not in features.FEATURES or said in self.lexicon.areas:
                continue
            there = at + length
            goes_to = self._is(begin - 1, *_TO) and not self._is(begin - 2, *_NEXT)
            if goes_to and self._is(there, "at", "in") and (label := self._hex_at(there + 1)):
                return Spot((label,), there + 2 - begin, far=True)  # "the orchard at 0706"
            hexes = features.hexes_of(self.board, said)
            return Spot(tuple(self._one_of(hexes, who)), at + length - begin, far=True) if hexes else None
        return None

    def _hex_at(self, at: int) -> Hex:
        """The hex that a word is; "" where it is none."""
        return self._label(at) if at < len(self.words) and self.words[at].kind == "hex" else ""

    def is_wall(self, at: Hex) -> bool:
        """Whether a hex is the top of a wall."""
        return self.board.terrain(at) == "platform"

    def _one_of(self, hexes: Sequence[Hex], who: Collection[FigureId]) -> list[Hex]:
        """The hexes of that feature which lies nearest to those who are sent there."""
        starts = [self._hexes(man)[0] for man in who if self._hexes(man)]
        if not starts:
            return list(hexes)
        near = min(hexes, key=lambda at: (self.board.distance(starts[0], at), at))
        found, left = {near}, set(hexes) - {near}
        edge = [near]
        while edge:
            at = edge.pop()
            beside = {other for other in self.board.neighbours(at) if other in left}
            left -= beside
            found |= beside
            edge += beside
        return sorted(found)


def _owned(word: Token) -> bool:
    return word.plain.endswith("s")

"""Places by persons and things: "behind William", "two hexes north of 0910", "on Ivo's left", "between the
archers", "the free hex beside the rope". Each is a set of hexes, of which the nearest is meant."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

import msgspec

from rules.core.facing import FACINGS, Facing
from rules.core.language import english
from rules.desk.speech import compass, features
from rules.desk.speech.aways import Away
from rules.desk.speech.clause import Unsure
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.vocabulary import longest
from rules.orders.lexicon import Lexicon
from rules.orders.text import Token
from rules.orders.trouble import Code, Misread, Trouble
from rules.state.battle import Battle
from rules.state.figure import FigureId, Hex

Words = Sequence[Token]
# Somebody named or described at a place on a line: his id, and over how many words.
FindPerson = Callable[[int], tuple[str, int] | None]
# Men of one's own who are spoken of as a group: their ids, and over how many words.
FindGroup = Callable[[int], tuple[tuple[FigureId, ...], int] | None]

_BEHIND = phrases_in(
    """
    behind, right behind, the other side of, the far side of, on the other side of, on the far side
    of, the back of, the rear of, round the back of, round behind, around behind, to the rear of, in
    the rear of, at the back of, back behind, in back of, close behind, to behind, to the far side
    of, to the other side of, round to the back of
    """
)
_BEFORE = ("in front of", "ahead of", "before", "to the front of")
_BETWEEN = ("between", "in between", "right between", "into the gap between", "in the gap between")
_NEXT_TO = phrases_in(
    """
    next to, beside, adjacent to, alongside, close to, near, near to, by, touching, right next to,
    hard by, on either side of, on both sides of, either side of, both sides of, by the side of, at
    the foot of, to the foot of, to the side of, at the bottom of, close by, around, round
    """
)
_ON_HAND = phrases_in(
    """
    to the, on the, at the, on, to, at, just to the, right to the, immediately to the, just, over on
    the, off to the
    """
)
_HANDS = ("left", "right")
_HAND_SIDES = ("side", "hand", "flank", "wing")
_LOOSELY = phrases_in(
    """
    right, just, directly, exactly, immediately, somewhere, straight, halfway, midway, in the
    middle, half way, mid way, roughly, about, more or less, anywhere
    """
)
_A_HEX = phrases_in("hex, hexes, spot, place, space, square, field, position, cell, gap, spots, spaces")
_WHICH_HEX = phrases_in(
    """
    the, a, an, any, some, that, one, empty, free, open, vacant, unoccupied, nearest, next, other,
    first, closest, last, of, those, two, three
    """
)
_STEPS = ("hex", "hexes", "step", "steps", "space", "spaces", "field", "fields", "hexs")
_UP_THE_MAP = (Facing.NW, Facing.N, Facing.NE)


class Spot(msgspec.Struct, frozen=True):
    """``hexes``: any of these; ``far``: or as near to them as he gets; ``whom``: those whom he is to have
    a shot at from there; ``away``: what he is to be away from; ``length``: over how many words."""

    hexes: tuple[Hex, ...]
    length: int
    far: bool = False
    whom: str = ""
    away: Away | None = None


class Relations:
    """Reads such places on one line. ``who``: the men who are sent there."""

    def __init__(
        self, battle: Battle, lexicon: Lexicon, words: Words, person: FindPerson, group: FindGroup
    ) -> None:
        self.battle = battle
        self.board = battle.board
        self.lexicon = lexicon
        self.words = words
        self.person = person
        self.group = group
        self.many = 1  # hexes that it is behind or north of somebody

    def relative(self, begin: int, who: Collection[FigureId]) -> Spot | None:
        """The place by a person or a thing that the words here name."""
        self.many = 1
        at = begin + longest(_LOOSELY, self.words, begin)
        if (counted := self._counted(at)) > at:
            self.many, at = compass.number(self.words[at]), counted
        else:
            at = self._past_hex(at)
            at += longest(_LOOSELY, self.words, at)
        led = at > begin
        found = self._between(at) or self._behind(at, who) or self._side_of(at) or self._on_hand(at, who)
        found = found or self._ladder_of(at)
        if found is None and self.many == 1:
            found = self._beside(at, who, named=led)
        return msgspec.structs.replace(found, length=found.length + at - begin) if found is not None else None

    def _past_hex(self, begin: int) -> int:
        """Past "the empty hex" before what says which."""
        at = begin
        while at < len(self.words) and self.words[at].plain in _WHICH_HEX:
            at += 1
        return at + 1 if self._is(at, *_A_HEX) else begin

    def _counted(self, begin: int) -> int:
        """Past "two hexes" before "behind Hugo" and "north of him"; the same place if nothing is counted."""
        if begin >= len(self.words) or not compass.number(self.words[begin]):
            return begin
        at = self._past(begin + 1, _STEPS)
        way = self._past(at, ("to", "the", "due"))
        led = self._phrase((*_BEHIND, *_BEFORE), at) or compass.direction(self.words, way) is not None
        return at if led else begin

    def _object(self, at: int, who: Collection[FigureId]) -> tuple[tuple[str, ...], int] | None:
        """Somebody, or men of one's own as a group, but for those who are sent there."""
        group = self.group(at)
        if group is not None:
            men = tuple(man for man in group[0] if man not in who)
            return (men, group[1]) if men else None
        whom = self.person(at)
        if whom is None or whom[0] in who:
            return None
        end = at + whom[1]
        if is_possessive(self.words[end - 1]):
            if not self._is(end, "back", "rear"):
                return None  # "behind Simon's horse" is not behind him
            end += 1
        return (whom[0],), end - at

    def _between(self, begin: int) -> Spot | None:
        at = begin + self._phrase(_BETWEEN, begin)
        if at == begin:
            return None
        pair = self.group(at)
        if pair is not None and len(pair[0]) == 2:
            one, other, end = *pair[0], at + pair[1]
        else:
            first = self.person(at)
            if first is None or not (self._is(at + first[1], "and") or self._is(at + first[1], "&")):
                return None
            second = self.person(at + first[1] + 1)
            if second is None:
                return None
            one, other, end = first[0], second[0], at + first[1] + 1 + second[1]
        some, others = self._hexes(one), self._hexes(other)
        both = [at for at in self._around(some) if at in self._around(others)]
        if not both and some and others:
            line = self.board.line(some[0], others[0])
            both = [at for stage in line.stages for at in stage if at not in (*some, *others)]
        return Spot(tuple(both), end - begin) if both else None

    def _behind(self, begin: int, who: Collection[FigureId]) -> Spot | None:
        """Behind a man: on the side away from the enemies; before him: on theirs."""
        behind, before = self._phrase(_BEHIND, begin), self._phrase(_BEFORE, begin)
        at = begin + max(behind, before)
        found = self._object(at, who) if at > begin else None
        if found is None:
            return None
        hexes = [there for whom in found[0] for there in self._lee(whom, who, behind=bool(behind))]
        return Spot(tuple(dict.fromkeys(hexes)), at + found[1] - begin) if hexes else None

    def _lee(self, whom: str, who: Collection[FigureId], *, behind: bool) -> list[Hex]:
        here = self._hexes(whom)
        nearest = self._threat(whom, who)
        if not here or not nearest:
            return []
        ring = self._around(here)
        if self.many > 1:
            reach = self.board.within(here[0], self.many)
            ring = [at for at in reach if self._apart_from(at, here) == self.many]
        from_there = {at: self.board.distance(at, nearest) for at in ring}
        if not from_there:
            return []
        best = max(from_there.values()) if behind else min(from_there.values())
        return [at for at, many in from_there.items() if many == best]

    def _apart_from(self, at: Hex, hexes: Sequence[Hex]) -> int:
        return min(self.board.distance(at, there) for there in hexes)

    def _threat(self, whom: str, who: Collection[FigureId]) -> Hex:
        """Where the nearest is whom somebody has before him."""
        here, threats = self._hexes(whom), self._threats(whom, who)
        if not here or not threats:
            return ""
        return min(threats, key=lambda foe: (self.board.distance(here[0], foe), foe))

    def _threats(self, whom: str, who: Collection[FigureId]) -> list[Hex]:
        """Where those are whom somebody has before him: enemies, or for an enemy those who come."""
        side = self.battle.figures[next(iter(who))].side if who else self.battle.side or ""
        if self.battle.hostile(side, self.battle.figures[whom].side):
            return [self._hexes(man)[0] for man in who if self._hexes(man)]
        men = self.battle.figures.values()
        return [m.hex for m in men if m.living and m.hex and self.battle.hostile(side, m.side)]

    def _on_hand(self, begin: int, who: Collection[FigureId]) -> Spot | None:
        """ "On Ivo's left", "to the right of Ivo", "left of him"."""
        at = begin + longest(_ON_HAND, self.words, begin)
        if self._is(at, *_HANDS):
            hand, end = self.words[at].plain, self._past(at + 1, _HAND_SIDES)
            if not self._is(end, "of"):
                return None
            his_own, whom = False, self.person(end + 1)
            end += 1 + (whom[1] if whom is not None else 0)
        else:
            his_own, whom = True, self.person(at)
            end = at + whom[1] if whom is not None else at
            if whom is None or not self._is(end, *_HANDS):
                return None
            hand, end = self.words[end].plain, self._past(end + 1, _HAND_SIDES)
        if whom is None or whom[0] in who or whom[0] not in self.battle.figures:
            return None
        hexes = self._at_hand(whom[0], who, hand, his_own=his_own)
        return Spot(hexes, end - begin) if hexes else None

    def _at_hand(self, whom: str, who: Collection[FigureId], hand: str, *, his_own: bool) -> tuple[Hex, ...]:
        """The hexes on somebody's left or right as he looks at the enemy, or the way his horse does
        (``his_own``). Raises Unsure where that may be meant as the map is looked at, and he looks down it."""
        man = self.battle.figures[whom]
        here = self._hexes(whom)
        ahead = self.board.facing(man.rear, man.hex) if man.rear is not None and man.hex is not None else None
        ahead = ahead or self._front(whom, who)
        if not here or ahead is None:
            return ()
        if not his_own and ahead not in _UP_THE_MAP:
            message = english("left and right are not clear here: name a direction, N, NE, SE, S, SW or NW")
            raise Unsure(Trouble(Code.DIRECTION, message))
        front, turned = FACINGS.index(ahead), -1 if hand == "left" else 1
        sides = [FACINGS[(front + turned * many) % len(FACINGS)] for many in (1, 2)]
        return tuple(at for at in self._so_far(here, sides) if at not in here)

    def _front(self, whom: str, who: Collection[FigureId]) -> Facing | None:
        """The way in which most of those lie who are before somebody on foot."""
        here = self._hexes(whom)
        foes = self._threats(whom, who)
        ways = {facing: self.board.neighbour(here[0], facing) for facing in FACINGS} if here else {}
        away = {
            facing: sum(self.board.distance(at, foe) for foe in foes) for facing, at in ways.items() if at
        }
        return min(away, key=lambda facing: away[facing]) if foes and away else None

    def _side_of(self, begin: int) -> Spot | None:
        """ "North of Carlo", "to the south-east of 0910", "on the north side of Carlo"."""
        at = self._past(begin, ("on", "to", "at", "just", "right", "directly", "immediately", "the", "hex"))
        facing = compass.direction(self.words, at)
        sides = compass.sides(facing[0]) if facing is not None else ()
        if facing is None or not sides:
            return None
        at = self._past(at + facing[1], ("side",))
        if not self._is(at, "of", "from"):
            return None
        at = self._past(at + 1, ("the", "hex"))
        if at < len(self.words) and self.words[at].kind == "hex":
            there: tuple[Hex, ...] = (self._label(at),)
            at += 1
        else:
            whom = self.person(at)
            if whom is None:
                return None
            there, at = self._hexes(whom[0])[:1], at + whom[1]
        hexes = self._so_far(there, sides)
        return Spot(hexes, at - begin) if hexes else None

    def _so_far(self, there: Sequence[Hex], sides: Sequence[Facing]) -> tuple[Hex, ...]:
        """So many hexes from there on these sides."""
        found: list[Hex] = []
        for side in sides if there else ():
            at: Hex | None = there[0]
            for _ in range(min(self.many, compass.FARTHEST)):
                at = self.board.neighbour(at, side) if at is not None else None
            found += [at] if at is not None else []
        return tuple(found)

    def _ladder_of(self, begin: int) -> Spot | None:
        """ "Thierry's ladder": the one that he carries or stands at."""
        whom = self.person(begin)
        end = begin + whom[1] if whom is not None else begin
        if whom is None or not self._is(end, *features.STANDING) or whom[0] not in self.battle.figures:
            return None
        here = set(self._hexes(whom[0]))
        kind = self.words[end].plain.removesuffix("s")
        hexes = [
            at for ladder in self.battle.ladders.values()
            if ladder.kind == kind and (whom[0] in ladder.bearers or here & set(ladder.hexes))
            for at in ladder.hexes
        ]  # fmt: skip
        return Spot(tuple(hexes), end + 1 - begin, far=True) if hexes else None

    def _beside(self, begin: int, who: Collection[FigureId], *, named: bool) -> Spot | None:
        """Next to a hex, a ladder or men as a group; to somebody, where a hex is spoken of (``named``)."""
        length = self._phrase(_NEXT_TO, begin)
        at = begin + length
        if not length or at >= len(self.words):
            return None
        bare = self._past(at, ("the", "hex", "that"))
        if bare < len(self.words) and self.words[bare].kind == "hex":
            there = self._label(bare)
            return Spot(tuple(self._around((there,))), bare + 1 - begin)
        said = self.words[bare].plain if bare < len(self.words) else ""
        if said in features.STANDING:
            stands = features.called(self.battle, self.lexicon, said) or []
            foot = self._is(begin + 1, "the") and self._is(begin + 2, "foot", "bottom")
            hexes = stands if foot else [*stands, *self._around(stands)]
            return Spot(tuple(hexes), bare + 1 - begin) if hexes else None
        group = self.group(at)
        found = group if group is not None else self._object(at, who) if named else None
        if found is None:
            return None
        around = self._around(there for whom in found[0] if whom not in who for there in self._hexes(whom))
        return Spot(tuple(around), at + found[1] - begin, far=True) if around else None

    # looking

    def _hexes(self, whom: str) -> tuple[Hex, ...]:
        found = self.battle.figures.get(whom)
        return found.hexes if found is not None else ()

    def _around(self, hexes: Iterable[Hex]) -> list[Hex]:
        here = set(hexes)
        return sorted({near for at in here for near in self.board.neighbours(at)} - here)

    def _label(self, at: int) -> Hex:
        try:
            return self.lexicon.hex(self.words[at])
        except Misread as misread:
            raise Unsure(misread.trouble) from None

    def _is(self, at: int, *plain: str) -> bool:
        return at < len(self.words) and self.words[at].plain in plain

    def _past(self, at: int, plain: Collection[str]) -> int:
        while at < len(self.words) and self.words[at].plain in plain:
            at += 1
        return at

    def _phrase(self, phrases: tuple[str, ...], at: int) -> int:
        return longest(phrases, self.words, at)


def is_possessive(word: Token) -> bool:
    """Whether something of somebody's is spoken of: "Simon's"."""
    return word.text[-2:-1] in ("'", "\u2019")

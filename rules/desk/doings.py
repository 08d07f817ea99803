"""What a clause tells somebody to do, with whom or where to, read behind the words that say who."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from rules.core.language import say
from rules.desk import compass
from rules.desk.clause import Clause, Unknown, goes_somewhere
from rules.desk.company import Company
from rules.desk.desk import Desk
from rules.desk.heard import Heard, Words
from rules.desk.named import Named
from rules.desk.vocabulary import DEEDS, EMPTY, LITTLE, Deed
from rules.orders.lexicon import OWN, PEOPLE, Lexicon
from rules.state.figure import FigureId

_OR = (
    "or", "otherwise", "else", "or else", "then", "if not", "failing that", "or otherwise", "or if not",
    "or if that cant be done", "if that cant be done", "or if that is not possible", "if that fails",
    "if that is not possible", "if thats not possible", "or if thats not possible", "or if he cant",
    "if he cant", "or if that fails", "or if he cannot", "if he cannot", "if that cannot be done",
    "or if that cannot be done", "if impossible", "or if impossible", "if not possible", "or if not possible",
)  # fmt: skip
_WHERE = (
    "up to", "over to", "down to", "across to", "back to", "back into", "next to", "close to",
    "right next to", "up beside", "beside", "towards", "toward", "into", "inside", "to", "over", "back",
    "in to", "round to", "through to", "out to", "home to", "straight to", "right to", "to the side of",
    "by", "with", "up", "in", "at",
)  # fmt: skip
_BARE = ("on", "x", "against", "vs", "versus")
_WALL = ("to", "the", "palisade", "stockade", "wall", "platform", "gate", "at", "in", "on", "fire", "hex")
_LEANING = (
    "up", "at", "against", "to", "on", "the", "wall", "stockade", "palisade", "in", "front", "of", "over",
    "hex", "where", "by", "before",
)  # fmt: skip
_LOOKING = ("to", "and", "look", "looks", "face", "faces", "facing", "at", "towards", "toward", "the")
_UNTIL_LOOKING = ("until he looks", "until he faces", "till he looks", "until he is facing")
_WEIGHING = (",", "but", "only", "if", "it", "is", "its", "still", "at", "with", "least", "odds")


class Doings(Heard):
    """``who`` is told; ``each``: as one of a kind of men; ``targets``: the enemies named last on this line;
    ``waiting``: whether somebody was named of whom nothing is said yet."""

    def __init__(
        self, desk: Desk, lexicon: Lexicon, company: Company, named: Named, words: Words,
        breaks: Collection[int] = (), busy: frozenset[FigureId] = frozenset(),
        brackets: Collection[int] = (),
    ) -> None:  # fmt: skip
        super().__init__(desk, lexicon, company, named, words, breaks, busy, brackets)
        self.who: tuple[FigureId, ...] = ()
        self.each = False
        self.waiting = False
        self.found: list[Clause] = []

    def _deed(self) -> bool:
        at = self.at
        found = DEEDS.at(self.words, at)
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
            if self._is(at - 1, ":") and self._harms(Deed.STRIKE, at, bare=True):
                return True
            return self._goes(Deed.GO, at)
        return False

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

    def _stays(self, deed: Deed, at: int) -> bool:
        clause = Clause(deed, self.who, each=self.each)
        if deed is Deed.HOLD_FIRE:
            now = EMPTY.at(self.words, at) is not None
            at = self._skip_empty(at)
            if not self._ends(at):
                return False
            self._done(msgspec.structs.replace(clause, now=now), at)
            return True
        place = self._skip(at, ("in", "inside", "at", "on", "the", "his", "their", "your", "this", "that"))
        if place > at and place < len(self.words):
            here = self.words[place].plain
            if self.words[place].kind == "hex":
                if all(here in self.battle.figures[man].hexes for man in self.who):
                    at = place + 1
            elif here in self.lexicon.areas:
                if all(self._lies_in(man, here) for man in self.who) and self._ends(place + 1):
                    at = place + 1
            elif self._harmless(place) and self._ends(place + 1):
                self._leave_out(at, place + 1)
                at = place + 1
        self._done(clause, at)
        return True

    def _lies_in(self, man: FigureId, area: str) -> bool:
        hexes = self.battle.figures[man].hexes
        return bool(hexes) and all(self.battle.board.lies_in(at, (area,)) for at in hexes)

    def _turns(self, at: int) -> bool:
        at = self._skip_empty(at)
        until = self._phrase(_UNTIL_LOOKING, at)
        at += until
        at = self._skip(at, _LOOKING)
        facing = compass.direction(self.words, at)
        if facing is not None and self.found and self.found[-1].who == self.who:
            before = self.found[-1]
            if goes_somewhere(before):
                self.found[-1] = msgspec.structs.replace(before, facing=facing[0])
                self.waiting, self.at = False, at + facing[1]
                return True
        if facing is not None:
            self._done(Clause(Deed.TURN, self.who, facing=facing[0], each=self.each), at + facing[1])
            return True
        whom = self.person_at(at, PEOPLE)
        if whom is None or (self.found and self.found[-1].who == self.who and goes_somewhere(self.found[-1])):
            return False
        self._done(Clause(Deed.TURN, self.who, facing=whom.id, each=self.each), at + whom.length)
        return True

    def _lights(self, at: int) -> bool:
        at = self._skip(
            at,
            (
                "to",
                "the",
                "palisade",
                "stockade",
                "wall",
                "platform",
                "gate",
                "at",
                "in",
                "on",
                "fire",
                "hex",
            ),
        )
        if not self._is_hex(at):
            return False
        self._done(Clause(Deed.LIGHT, self.who, hex=self._hex(at), each=self.each), at + 1)
        return True

    def _ladder(self, deed: Deed, at: int) -> bool:
        at = self._skip_empty(at)
        if deed is Deed.LAY:
            self._done(Clause(deed, self.who), at)
            return True
        steps = compass.distance(self.words, at)
        if steps is not None and deed is Deed.CARRY:
            self._done(Clause(deed, self.who, steps=steps[:2]), at + steps[2])
            return True
        at = self._skip(at, _LEANING)
        if self._is_hex(at):
            self._done(Clause(deed, self.who, hex=self._hex(at)), at + 1)
            return True
        whom = self.person_at(at, PEOPLE)
        there = self.battle.figures[whom.id].hexes if whom is not None else ()
        if whom is None or not there or deed is Deed.CARRY:
            return False
        self._done(Clause(deed, self.who, hex=there[0]), self._skip(at + whom.length, ("stands", "is")))
        return True

    def _goes(self, deed: Deed, at: int) -> bool:
        at = self._skip_empty(at)
        begin = at
        steps = compass.distance(self.words, at)
        if steps is None:
            at = self._skip(at, (",",)) if deed is Deed.LEAVE else at
            steps = compass.distance(self.words, at)
        clause = Clause(deed, self.who, each=self.each)
        if self._is(at, "him", "her", "them"):
            begin = at = at + 1  # "move him to 0707", behind his name
            steps = compass.distance(self.words, at)
        if steps is not None and steps[0]:
            self._done(msgspec.structs.replace(clause, steps=steps[:2]), at + steps[2])
            return True
        at = begin
        while length := self._phrase(_WHERE, at):
            at += length
        led = at > begin or deed is Deed.JOIN
        if led and deed is not Deed.LEAVE and self._is(at - 1, "with", "by", "toward", "towards", "at", "in"):
            led = False  # with somebody, or only his way
        at = self._skip(at, (">", ":", "the", "hex", "a"))
        if self._is_hex(at):
            if self._hexes_respectively(clause, at):
                return True
            self._moves(msgspec.structs.replace(clause, hex=self._hex(at)), at + 1)
            return True
        whom = self.person_at(at, PEOPLE) if led else None
        if whom is not None and whom.id not in self.who:
            self._moves(msgspec.structs.replace(clause, beside=whom.id), at + whom.length)
            return True
        if led and self._is(at, "him", "her") and len(self.targets) == 1:
            self._moves(msgspec.structs.replace(clause, beside=self.targets[0]), at + 1)
            return True
        if led and at < len(self.words) and self.words[at].plain in self.lexicon.areas:
            area, at = self.words[at].plain, at + 1
            host = self.person_at(at + 1, PEOPLE) if self._is(at, "with", "of", "where") else None
            if host is not None:
                at = self._skip(at + 1 + host.length, ("is", "stands"))
                self._moves(msgspec.structs.replace(clause, beside=host.id), at)
            else:
                self._moves(msgspec.structs.replace(clause, area=area), at)
            return True
        if deed is Deed.LEAVE:
            self._done(clause, begin)
            return True
        return False

    def _hexes_respectively(self, clause: Clause, at: int) -> bool:
        """ "Ivo and Hamo to 1108 and 1109 respectively"."""
        hexes: list[str] = []
        while self._is_hex(at):
            hexes.append(self._hex(at))
            at = self._skip(at + 1, (",", "and", "&", "+"))
        if not self._is(at, "respectively") or len(hexes) != len(self.who):
            return False
        for man, there in zip(self.who, hexes, strict=True):
            self._done(msgspec.structs.replace(clause, who=(man,), hex=there), at + 1)
        return True

    def _moves(self, clause: Clause, at: int) -> None:
        """A way somewhere, and how he stands when he is there."""
        behind = self._skip(at, (",", "and", "then", "there"))
        if self._is(behind, "facing", "face", "faces", "look", "looks", "looking"):
            look = self._skip(behind + 1, ("to", "the", "towards", "toward"))
            facing = compass.direction(self.words, look)
            if facing is not None:
                clause = msgspec.structs.replace(clause, facing=facing[0])
                at = look + facing[1]
        if self._is_hex(at):
            raise Unknown  # a way hex by hex, or a choice
        self._done(clause, at)

    def _done(self, clause: Clause, at: int) -> None:
        self.waiting = False
        self.found.append(clause)
        self.at = at

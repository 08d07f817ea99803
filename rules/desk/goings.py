"""Where a clause sends somebody, how he is to stand there, and what he does with a ladder or a torch."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from rules.desk import compass
from rules.desk.clause import Clause, Unknown, goes_somewhere
from rules.desk.company import Company
from rules.desk.desk import Desk
from rules.desk.heard import Heard, Words
from rules.desk.named import Named
from rules.desk.vocabulary import EMPTY, Deed
from rules.orders.lexicon import PEOPLE, Lexicon
from rules.state.figure import FigureId

_WHERE = (
    "up to", "over to", "down to", "across to", "back to", "back into", "next to", "close to",
    "right next to", "up beside", "beside", "towards", "toward", "into", "inside", "to", "over", "back",
    "in to", "round to", "through to", "out to", "home to", "straight to", "right to", "to the side of",
    "by", "with", "up", "in", "at",
)  # fmt: skip
_LADEN = ("with the ladder", "with their ladder", "with ladder", "with a ladder", "carrying the ladder")
_LONGEST_PLACE = 6  # words behind "stays"
_WALL = ("to", "the", "palisade", "stockade", "wall", "platform", "gate", "at", "in", "on", "fire", "hex")
_LEANING = (
    "up", "at", "against", "to", "on", "the", "wall", "stockade", "palisade", "in", "front", "of", "over",
    "hex", "where", "by", "before",
)  # fmt: skip
_LOOKING = ("to", "and", "look", "looks", "face", "faces", "facing", "at", "towards", "toward", "the")
_UNTIL_LOOKING = ("until he looks", "until he faces", "till he looks", "until he is facing")
_LONGEST_SPOT = 3
_FAREWELLS = (
    "safe",
    "well",
    "tuned",
    "strong",
    "calm",
    "healthy",
    "put",
    "longer",
    "mounted",
    "enemy",
    "foe",
    "enemies",
    "foes",
    "off",
    "them",
    "him",
    "us",
)
_NOT_UP_TO = ("with", "by", "toward", "towards", "at", "in")  # with somebody, or only his way


class Goings(Heard):
    """``who`` is told; ``each``: as one of a kind of men; ``waiting``: whether somebody was named of whom
    nothing is said yet; ``found``: the clauses so far."""

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

    @property
    def ordered(self) -> frozenset[FigureId]:
        return frozenset(man for clause in self.found for man in clause.who)

    def _done(self, clause: Clause, at: int) -> None:
        self.waiting = False
        self.found.append(clause)
        self.at = at

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
        if self._is_hex(at) and all(self._hex(at) in self.battle.figures[man].hexes for man in self.who):
            self._done(clause, at + 1)
            return True
        rest = at
        while rest < len(self.words) and not self._ends(rest) and self._harmless(rest):
            rest += 1
        told = [word.plain for word in self.words[at:rest]]
        if set(told) & set(_FAREWELLS) or any(word.endswith("ing") for word in told):
            return False  # "stops shooting"
        if at < rest <= at + _LONGEST_PLACE and self._ends(rest) and not set(told) & set(self.lexicon.areas):
            self._leave_out(at, rest)
            self._done(clause, rest)
            return True
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
        behind = self._phrase(("alight", "on fire", "afire", "ablaze", "in flames"), at + 1)
        if self._is(self.at, "set", "sets", "put", "puts") and not behind and at - self.at < 2:
            return False
        clause = Clause(Deed.LIGHT, self.who, hex=self._hex(at), each=self.each)
        self._done(clause, at + 1 + behind)
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
        if self._carries(at):
            return True
        if self._is(at, "him", "her", "them"):
            at += 1  # "move him to 0707", behind his name
        clause = Clause(deed, self.who, each=self.each)
        if self._so_far(clause, at):
            return True
        begin = at
        while length := self._phrase(_WHERE, at):
            at += length
        led = at > begin or deed is Deed.JOIN
        at = self._skip(at, (">", ":", "the", "hex", "a"))
        if self._to_hex(clause, at, led) or (led and self._to_somebody(clause, at)):
            return True
        if deed is Deed.LEAVE:
            self._done(clause, begin)
            return True
        before = self.found[-1].who if self.found and deed is Deed.JOIN and self._ends(at) else ()
        if len(before) == 1 and before != self.who:
            self._done(msgspec.structs.replace(clause, beside=before[0]), at)  # "Alphonse follows"
            return True
        return False

    def _so_far(self, clause: Clause, at: int) -> bool:
        """ "3 hexes north"; back, where somebody leaves and it is not said which way."""
        steps = compass.distance(self.words, at)
        if steps is None and clause.deed is Deed.LEAVE:
            at = self._skip(at, (",",))
            steps = compass.distance(self.words, at)
            many = compass.number(self.words[at]) if at < len(self.words) else 0
            if steps is None and many and self._is(at + 1, "hex", "hexes", "step", "steps"):
                steps = (many, "back", 2)
        if steps is None or not steps[0]:
            return False
        self._done(msgspec.structs.replace(clause, steps=steps[:2]), at + steps[2])
        return True

    def _to_hex(self, clause: Clause, at: int, led: bool) -> bool:
        spot = at
        while led and spot < min(at + _LONGEST_SPOT, len(self.words)) and self._harmless(spot):
            if self._is(spot, "at", "in"):
                break
            spot += 1
        if spot > at and self._is(spot, "at", "in") and self._is_hex(spot + 1):
            self._leave_out(at, spot)  # "to a better position at 2016"
            at = spot + 1
        if not self._is_hex(at):
            return False
        if not self._hexes_respectively(clause, at):
            self._moves(msgspec.structs.replace(clause, hex=self._hex(at)), at + 1)
        return True

    def _to_somebody(self, clause: Clause, at: int) -> bool:
        """To somebody, to him, or into a part of the board, perhaps that where somebody is."""
        only_led = clause.deed is not Deed.LEAVE and self._is(at - 1, *_NOT_UP_TO)
        whom = self.person_at(at, PEOPLE)
        if whom is not None and whom.id not in self.who and not only_led:
            self._moves(msgspec.structs.replace(clause, beside=whom.id), at + whom.length)
            return True
        if self._is(at, "him", "her") and len(self.targets) == 1 and not only_led:
            self._moves(msgspec.structs.replace(clause, beside=self.targets[0]), at + 1)
            return True
        if at >= len(self.words) or self.words[at].plain not in self.lexicon.areas:
            return False
        area, at = self.words[at].plain, at + 1
        host = self.person_at(at + 1, PEOPLE) if self._is(at, "with", "of", "where") else None
        if host is None:
            self._moves(msgspec.structs.replace(clause, area=area), at)
        else:
            at = self._skip(at + 1 + host.length, ("is", "stands"))
            self._moves(msgspec.structs.replace(clause, beside=host.id), at)
        return True

    def _carries(self, at: int) -> bool:
        """ "With the ladder to 0610", "one hex north with the ladder": the ladder goes along."""
        laden = self._phrase(_LADEN, at)
        if laden:
            return self._ladder(Deed.CARRY, at + laden)
        steps = compass.distance(self.words, self._skip(at, ("up",)))
        at = self._skip(at, ("up",)) if steps is not None else at
        behind = at + steps[2] if steps is not None else self._skip(at, ("up", "to", "hex", "the"))
        if steps is None:
            if not self._is_hex(behind):
                return False
            behind += 1
        laden = self._phrase(_LADEN, behind)
        if not laden:
            return False
        where = {"steps": steps[:2]} if steps is not None else {"hex": self._hex(behind - 1)}
        self._done(msgspec.structs.replace(Clause(Deed.CARRY, self.who), **where), behind + laden)
        return True

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

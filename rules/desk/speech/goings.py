"""Where a clause sends somebody, how he is to stand there, and what he does with a ladder or a torch."""

from __future__ import annotations

from typing import NoReturn

import msgspec

from rules.core.language import english
from rules.desk.speech import compass
from rules.desk.speech.clause import Clause, Unsure, goes_somewhere
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.relations import Spot
from rules.desk.speech.vocabulary import DEEDS, EMPTY, Deed
from rules.desk.speech.whereto import Whereto
from rules.orders.lexicon import PEOPLE
from rules.orders.trouble import Code, Trouble

_WHERE = phrases_in(
    """
    up to, over to, down to, across to, back to, back into, next to, close to, right next to, up
    beside, beside, towards, toward, into, inside, to, over, back, in to, round to, through to, out
    to, home to, straight to, right to, to the side of, by, with, up, in, at, up one to, back one
    to, forward one to, down one to, forward to, forwards to, forward, on to, onto, on, off to, off,
    alongside, adjacent to, near, near to, to join, to meet, across, along to, as far as, to a hex
    next to, to the hex next to, to stand next to, to stand beside, close beside, hard by, ahead to,
    round, around, upto, against, in next to, to hex, from here to, all the way to, and stand next
    to, till he is, until he is, till he stands, until he stands, so that he stands, and stands, and
    stand, to stand, so he stands, so that he is, until they are, until you are, till you are, until
    you stand, northwards to, southwards to, eastwards to, westwards to, till you stand, forth to,
    north to, south to, east to, west to, home, here, there, outside
    """
)
_OUT_AND_ABOUT = ("out", "up", "on", "off", "over", "away", "down", "another", "about", "a", "further", "by")
_AT_WALL = ("at", "on", "in", "over", "up", "the", "wall", "stockade", "palisade", "again", "against", "hex")
_LADEN = ("with the ladder", "with their ladder", "with ladder", "with a ladder", "carrying the ladder")
_LONGEST_PLACE = 6  # words behind "stays"
_DRIVEN_BACK = ("fall", "falls", "retreat", "retreats")
_STAYING = ("stay", "stays", "remain", "remains")
_LEANING = phrases_in(
    """
    up, at, against, to, on, the, wall, stockade, palisade, in, front, of, over, hex, where, by,
    before
    """
)
_LOOKING = phrases_in(
    """
    to, and, look, looks, face, faces, facing, at, towards, toward, the
    """
)
_MOVING = {Deed.GO, Deed.JOIN, Deed.LEAVE, Deed.CHARGE, Deed.ATTACK, Deed.STRIKE}
_UNTIL_LOOKING = ("until he looks", "until he faces", "till he looks", "until he is facing")
_FOR_LATER = (
    "for later",
    "for next turn",
    "for the next turn",
    "till later",
    "for the moment",
    "until next turn",
)
_FAREWELLS = phrases_in(
    """
    safe, well, tuned, strong, calm, healthy, put, longer, mounted, enemy, foe, enemies, foes, off,
    them, him, us
    """
)


class Goings(Whereto):
    """What is read behind the words for it: going, staying, turning, burning, and work with ladders."""

    def _stays(self, deed: Deed, at: int) -> bool:
        clause = Clause(deed, self.who, each=self.each)
        if deed is Deed.HOLD_FIRE:
            later = self._phrase(_FOR_LATER, at)
            now = later > 0 or EMPTY.at(self.words, at) is not None
            at = self._skip_empty(at + later)
            if not self._ends(at):
                return False
            self._done(msgspec.structs.replace(clause, now=now), at)
            return True
        at = self._skip(at + self._phrase(("as well",), at), ("too", "also"))
        if self._stays_at(clause, at):
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
                at = place + 1 if self._are_in(here) else at
            elif here in self.lexicon.areas:
                if all(self._lies_in(man, here) for man in self.who) and self._ends(place + 1):
                    at = place + 1
            elif self._harmless(place) and self._ends(place + 1):
                self._leave_out(at, place + 1)
                at = place + 1
        self._done(clause, at)
        return True

    def _are_in(self, there: str) -> bool:
        """Whether those who are to stay in a hex are in it; Unsure where they are said to stay, and are
        not."""
        away = [man for man in self.who if there not in self.battle.figures[man].hexes]
        if not away or not self._is(self.at, *_STAYING):
            return not away
        man = away[0]
        message = english(
            "{name} is in {here}, not in {there}: 'to {there}' sends him there, 'stay' alone keeps him",
            name=self.lexicon[man],
            here=self.battle.figures[man].hex or "",
            there=there,
        )
        raise Unsure(Trouble(Code.EXPECTED, message))

    def _stays_at(self, clause: Clause, at: int) -> bool:
        """ "Stands behind Odo" sends him there; "stays out of reach" says what is to hold where he stays."""
        spot = self.spots.at(at, self.who)
        if clause.deed is not Deed.STAY:
            return False
        if spot is None:
            return self._stays_beside(clause, at)
        if self._is(self.at, "stand", "stands") and spot.hexes:
            return self._goes(Deed.GO, at)
        if spot.hexes and spot.away is None and self._is_all(at + spot.length):
            there = set(spot.hexes)
            if not all(there & set(self.battle.figures[man].hexes) for man in self.who):
                return False
            self._leave_out(at, at + spot.length)
            self._done(clause, at + spot.length)
            return True
        if spot.away is None or not self._is_all(at + spot.length):
            return False
        self._done(msgspec.structs.replace(clause, away=spot.away), at + spot.length)
        return True

    def _stays_beside(self, clause: Clause, at: int) -> bool:
        """ "Stays where he is, next to him": so he does, if he is."""
        length = self._phrase(("next to", "beside", "with", "near", "close to", "by", "alongside"), at)
        whom = self._anybody(at + length) if length else None
        if whom is None or whom[0] in self.who or not self._is_all(at + length + whom[1]):
            return False
        board, there = self.battle.board, self.battle.figures[whom[0]].hexes
        for man in self.who:
            mine = self.battle.figures[man].hexes
            if not any(board.adjacent(a, b) for a in mine for b in there):
                return False
        self._leave_out(at, at + length + whom[1])
        self._done(clause, at + length + whom[1])
        return True

    def _turns(self, at: int) -> bool:
        at = self._skip_empty(at)
        behind = self._skip(at, ("round", "around", "about"))
        if self._is(behind, "and", "to", "then"):
            following = self._skip(behind, ("and", "to", "then"))
            if {Deed(means) for means, _ in DEEDS.all_at(self.words, following)} & _MOVING:
                self.at = following  # "turns round and rides up": he looks where he goes
                return True
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
        whom = self._anybody(at)
        if whom is None or (self.found and self.found[-1].who == self.who and goes_somewhere(self.found[-1])):
            return False
        self._aims_at(whom[0])
        self._done(Clause(Deed.TURN, self.who, facing=whom[0], each=self.each), at + whom[1])
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

    def _at_the_wall(self, deed: Deed, at: int) -> bool:
        """Up a ladder or rope, or a hook thrown; over which side is said by a hex, a direction, or not at
        all."""
        at = self._skip(self._skip_empty(at), _AT_WALL)
        clause = Clause(deed, self.who, each=self.each)
        facing = compass.direction(self.words, at) if deed is Deed.THROW else None
        if self._is_hex(at):
            clause, at = msgspec.structs.replace(clause, hex=self._hex(at)), at + 1
        elif facing is not None:
            clause, at = msgspec.structs.replace(clause, facing=facing[0]), at + facing[1]
        elif not self._ends(at) and not self._ends(self._skip_empty(at)):
            return False
        self._done(clause, at)
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
        spot = self._wall(at) if deed is Deed.CARRY else None
        at = self._skip(at, _LEANING)
        if self._is_hex(at) and (spot is None or not self.spots.is_wall(self._hex(at))):
            self._done(Clause(deed, self.who, hex=self._hex(at)), at + 1)
            return True
        if spot is not None:
            self._done(Clause(deed, self.who, spots=spot.hexes, far=True), self._skip(spot.length, ("at",)))
            return True
        if deed is Deed.RAISE and self._ends(at):
            self._done(Clause(deed, self.who), at)
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
        if deed is not Deed.JOIN and self._is(at, "him", "her", "them", "himself", "themselves"):
            at += 1  # "move him to 0707", behind his name
        clause = Clause(deed, self.who, each=self.each)
        if deed is Deed.GO and self._goes_to_harm(at):
            return True
        far = self.spots.as_far(at)
        clause, at = msgspec.structs.replace(clause, far=far > 0), at + far
        beyond = self._skip(at, _OUT_AND_ABOUT)
        if self._so_far(clause, at) or (beyond > at and self._so_far(clause, beyond)):
            return True
        if deed is Deed.LEAVE and self._is(at - 1, "away", "clear", "out", "back", "off"):
            spot = self.spots.at(at - 1, self.who)
            if spot is not None and spot.away is not None and self._to_spot(clause, at - 1):
                return True
        begin = at
        clause, at, leaves, done = self._led(clause, at)
        if done:
            return True
        led = at > begin or deed is Deed.JOIN
        at = self._skip(at, (">", ":", "the", "hex", "a"))
        if self.at and clause.far and self._is_hex(at) and self._is(self.at, *_DRIVEN_BACK):
            self._now_or_then(self.words[at].text)
        if self._to_hex(clause, at, led) or (led and self._to_somebody(clause, at, clause.far)):
            return True
        if deed is Deed.LEAVE or (leaves and self._ends(at)):
            left = msgspec.structs.replace(clause, deed=Deed.LEAVE)
            self._done(left, at if leaves and self._ends(at) else begin)
            return True
        before = self.found[-1].who if self.found and deed is Deed.JOIN and self._ends(at) else ()
        if len(before) == 1 and before != self.who:
            self._done(msgspec.structs.replace(clause, beside=before[0]), at)  # "Alphonse follows"
            return True
        return False

    def _now_or_then(self, there: str) -> NoReturn:
        """ "Falls back toward 1317" moves him, or says where to he gives ground."""
        name = self.lexicon[self.who[0]]
        message = english(
            "now, or when he is driven back? Write MOVE {name} to {there} or RETREAT {name} toward {there}",
            name=name,
            there=there,
        )
        raise Unsure(Trouble(Code.EXPECTED, message))

    def _led(self, clause: Clause, at: int) -> tuple[Clause, int, bool, bool]:
        """Past what leads to where somebody goes, and what he leaves: the clause with what that says, the
        place behind it, whether he leaves something, and whether all of it was read already."""
        leaves = False
        while True:
            clause, at = self._by_way(clause, at)
            if self._in_a_line(clause, at) or self._to_spot(clause, at):
                return clause, at, leaves, True
            many = at < len(self.words) and compass.number(self.words[at])
            if many and self._is(at + 1, "hex", "hexes"):
                at += 2 * bool(self._phrase(("as far as", "to", "up to"), at + 2))  # "8 hexes as far as 1107"
            if (source := self._source(at)) > at:
                leaves, at = True, source
                continue
            far = self.spots.as_far(at)
            towards = self.spots.towards(at)
            length = far or self._phrase(_WHERE, at)
            if not length:
                return clause, at, leaves, False
            clause = msgspec.structs.replace(clause, far=clause.far or bool(far or towards))
            at += length

    def _goes_to_harm(self, at: int) -> bool:
        """ "Goes up and hits Carlo": where he goes is said by whom he hits."""
        behind = self._skip(
            at, ("up", "over", "on", "forward", "in", "out", "there", "ahead", "across", "down")
        )
        if not self._is(behind, "and", "to", "&"):
            return False
        behind = self._skip(behind, ("and", "then", "to", "&"))
        harms = [Deed(means) for means, _ in DEEDS.all_at(self.words, behind)]
        if Deed.JOIN in harms and behind > at:
            self.at = behind  # "run and join Warin"
            return True
        if not set(harms) & {Deed.ATTACK, Deed.STRIKE}:
            return False
        self.closing, self.at = True, behind
        return True

    def _wall(self, at: int) -> Spot | None:
        """The foot of the wall to which a ladder is carried, and up to which word that is said."""
        while length := self._phrase(_WHERE, at):
            at += length
        found = self.spots.at(at, self.who)
        if found is None or found.whom:
            return None
        end = at + found.length
        if self._is(end, "at", "near", "by") and self._is_hex(end + 1):
            there = self._hex(end + 1)
            hexes = tuple(hex_ for hex_ in found.hexes if self.battle.board.adjacent(hex_, there))
            return msgspec.structs.replace(found, hexes=hexes or (there,), length=end + 2)
        return msgspec.structs.replace(found, length=end)

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

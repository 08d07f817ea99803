"""What is said of men beyond their kind, as tests that a man fits or does not: in what state they are, what
they carry, whom they fight, where they stand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.desk.speech import band_words as said
from rules.desk.speech import features
from rules.desk.speech.vocabulary import longest
from rules.orders.lexicon import PEOPLE, Found, Lexicon, Role
from rules.orders.text import Token
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId

Words = Sequence[Token]
Test = said.Test


class Traits:
    """A phrase, and the place ``at`` up to which it is understood."""

    def __init__(self, battle: Battle, lexicon: Lexicon, words: Words, busy: Collection[FigureId]) -> None:
        self.battle = battle
        self.lexicon = lexicon
        self.words = words
        self.busy = busy
        self.at = 0
        self.tests: list[Test] = []
        self.many = 0
        self.every = False
        self.other = False
        self.singular = False
        self.shooting = False
        self.nearest_to: tuple[str, ...] = ()
        self.plain_kind = False
        self.whom: tuple[str, ...] = ()  # enemies by whom it is said who they are
        self.sure = False  # whether none but men of the seat's can be meant
        self.said_more = False  # whether anything restricts them that a plain kind does not say

    # what more is said of them

    def _said_of_them(self) -> bool:
        """Read all that is said of them; False where something is said that is not understood."""
        while True:
            begin = self.at
            if self._more():
                self.said_more = True
                self._past_joint()
                continue
            self.at = begin
            return not self._begins_more(begin)

    def _past_joint(self) -> None:
        if self._is(self.at, "and", "or", "but", ",") and self._begins_more(self.at + 1, sure=True):
            self.at += 1

    def _begins_more(self, at: int, *, sure: bool = False) -> bool:
        """Whether something stands here that could only be meant to say who they are."""
        if at >= len(self.words):
            return False
        word = self.words[at].plain
        if word in ("who", "that", "which", "whos", "whose", "without"):
            return True
        if sure:
            return word in ("with", "on", "not") and not self._enemy(at + 1)
        if word in ("within", "near", "by", "in", "inside", "among", "beside", "with", "around", "behind"):
            return not self._enemy(at + 1) and not self._is_hex(at + 1)
        return False

    def _enemy(self, at: int) -> bool:
        found = self._named(at, PEOPLE)
        return found is not None and self.lexicon.role[found.id] is Role.ENEMY

    def _more(self) -> bool:
        while self._is(self.at, *said.LINKS) or (
            self._is(self.at, "have", "has") and self._is(self.at + 1, "got", "no")
        ):
            self.at += 1
        denied = self._is(self.at, *said.NOT) and not self._is(self.at, "without", "no")
        if denied:
            self.at += 1
        while self._is(self.at, "yet", "already", "still", "currently", "presently", "now", "in", "a") and (
            self._phrase(("yet", "already", "still", "currently", "presently", "now"), self.at)
        ):
            self.at += 1
        test = self._in_state() or self._bearing() or self._doing() or self._standing()
        if test is None:
            return False
        while self._is(self.at, "yet", "already", "still", "currently", "presently", "now"):
            self.at += 1
        self.tests.append((lambda man: not test(man)) if denied else test)
        return True

    def _in_state(self) -> Test | None:
        for length in (4, 3, 2, 1):
            spelt = " ".join(word.plain for word in self.words[self.at : self.at + length])
            if self.at + length <= len(self.words) and (state := said.STATE_WORDS.get(spelt)):
                self.at += length
                return said.STATES[state]
        return None

    def _bearing(self) -> Test | None:
        """ "With a bow or a sling", "who carry javelins", "without armour"."""
        at = self.at
        denied = self._is(at, "without", "no")
        if not denied and not self._is(at, *said.HAVING):
            return None
        at += 1
        found: list[Test] = []
        while True:
            at = self._past(at, said.OF_ARMS)
            if at >= len(self.words) or (arm := said.ARM_WORDS.get(self.words[at].plain)) is None:
                break
            found.append(said.ARMS[arm])
            at = self._past(at + 1, ("weapon", "weapons", "left", "still", "in", "hand"))
            if not self._is(at, "or", "and"):
                break
            self.at, at = at, at + 1
        if not found:
            return self._holding(at, denied)
        self.at = at if not self._is(at - 1, "or", "and") else at - 1
        return lambda man: any(test(man) for test in found) is not denied

    def _holding(self, at: int, denied: bool) -> Test | None:
        """ "With the ladder", "with ropes up", "without a ladder"."""
        at = self._past(at, ("a", "the", "their", "his"))
        if not self._is(at, "ladder", "ladders", "rope", "ropes", "grapnel", "hook"):
            return None
        kind = "ladder" if self.words[at].plain.startswith("ladder") else "rope"
        up = self._is(at + 1, "up", "fixed", "holding")
        self.at = at + 1 + up
        there = {
            near for ladder in self.battle.ladders.values()
            if ladder.kind == kind and (ladder.upright or not up) for near in ladder.hexes
        }  # fmt: skip
        return lambda man: bool(there & set(man.hexes)) is not denied

    def _doing(self) -> Test | None:
        """In contact, with somebody or at all; free; able to shoot."""
        if length := self._phrase(said.FIGHTING_WHOM, self.at):
            whom = self._named(self.at + length, PEOPLE)
            if whom is not None:
                self.at += length + whom.length
                return self._next_to(whom.id)
        if length := self._phrase(said.FREE, self.at):
            spare = self._is(self.at, "free", "idle", "spare", "doing", "unoccupied") or self._is(
                self.at + length - 2, "to"
            )
            self.at += length
            return lambda man: self._is_free(man) and not (spare and man.id in self.busy)
        if length := self._phrase(said.FIGHTING, self.at):
            self.at += length
            return lambda man: not self._is_free(man)
        if length := self._phrase(said.CAN_SHOOT, self.at):
            whom = self._named(self.at + length, PEOPLE)
            self.at += length
            if whom is not None:
                self.at += whom.length
                self._mentions(whom.id)
            self.shooting = True
            return lambda man: bool(man.weapon)
        return None

    def _standing(self) -> Test | None:
        """Where they stand: beside somebody, within so many hexes, at a place."""
        at = self.at
        if length := self._phrase(said.NEXT_TO, at):
            whom = self._named(at + length, PEOPLE)
            nearest = self._is(at, "nearest", "closest")
            if whom is not None and not (self._is(at, "by", "round", "around", "near") and nearest):
                self.at += length + whom.length
                if nearest:
                    self._mentions(whom.id)
                    self.nearest_to = self.battle.figures[whom.id].hexes
                    return lambda man: man.id != whom.id
                return self._next_to(whom.id)
        here = features.stood_at(self.battle, self.lexicon, self.words, at)
        if here is None:
            return None
        hexes, self.at = here
        return lambda man: bool(hexes & set(man.hexes))

    def _next_to(self, whom: str) -> Test:
        self._mentions(whom)
        there = self.battle.figures[whom].hexes if whom in self.battle.figures else ()
        board = self.battle.board
        return lambda man: man.id != whom and any(board.adjacent(a, b) for a in man.hexes for b in there)

    def _mentions(self, whom: str) -> None:
        if self.lexicon.role[whom] is Role.ENEMY:
            self.whom = (*self.whom, whom)

    def _is_free(self, man: Character) -> bool:
        near = {at for here in man.hexes for at in self.battle.board.neighbours(here)}
        return not any(
            foe.living and self.battle.hostile(man.side, foe.side) and near & set(foe.hexes)
            for foe in self.battle.figures.values()
        )

    # looking

    def _named(self, at: int, roles: frozenset[Role]) -> Found | None:
        if at >= len(self.words) or self.words[at].kind != "word" or len(self.words[at].plain) < 3:
            return None
        found = self.lexicon.find(self.words[at : at + 6], roles)
        return found if isinstance(found, Found) and not found.note else None

    def _is(self, at: int, *plain: str) -> bool:
        return 0 <= at < len(self.words) and self.words[at].plain in plain

    def _is_hex(self, at: int) -> bool:
        return at < len(self.words) and self.words[at].kind == "hex"

    def _past(self, at: int, plain: Collection[str]) -> int:
        while at < len(self.words) and self.words[at].plain in plain:
            at += 1
        return at

    def _phrase(self, phrases: tuple[str, ...], at: int) -> int:
        return longest(phrases, self.words, at)

"""The places to which a clause sends somebody: hexes, men, parts of the board and kinds of ground, so many
hexes in a direction, and what he leaves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NoReturn

import msgspec

from rules.core.language import english
from rules.desk.desk import Desk
from rules.desk.speech import compass
from rules.desk.speech.clause import Clause, Unknown, Unsure
from rules.desk.speech.company import Company
from rules.desk.speech.described import Described, described
from rules.desk.speech.heard import Words
from rules.desk.speech.leavings import Leavings
from rules.desk.speech.named import Named
from rules.desk.speech.relations import is_possessive
from rules.desk.speech.spots import Spots
from rules.desk.speech.vocabulary import EMPTY, Deed
from rules.orders.lexicon import OWN, PEOPLE, Lexicon, Role
from rules.orders.records import SAFEST, SHORTEST
from rules.orders.trouble import Code, Trouble, listed
from rules.state.figure import FigureId, Hex

_WAYS = {"shortest": SHORTEST, "quickest": SHORTEST, "safest": SAFEST, "short": SHORTEST, "safe": SAFEST}
_LONGEST_SPOT = 3
_IN_A_LINE = ("in", "a", "up", "line", "row", "rank", "spread", "out", "along", "straight", "hexes")
_NOT_UP_TO = ("with", "by", "at", "in", "on", "off", "against")
_OUT_OF = ("out of", "off", "from", "away from", "out from")  # with somebody, or only his way


class Whereto(Leavings):
    """``who`` is told; ``each``: as one of a kind of men; ``waiting``: whether somebody was named of whom
    nothing is said yet; ``found``: the clauses so far; ``spots``: the places on the line."""

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
        self.mentioned = ""  # whoever was named last on this line as somebody to go to
        self.closing = False  # whether those who are told go up to whom they are to harm
        self.spots = Spots(self.battle, lexicon, words, self._anybody, self._group)

    @property
    def told_now(self) -> tuple[FigureId, ...]:
        return self.who

    @property
    def ordered(self) -> frozenset[FigureId]:
        return frozenset(man for clause in self.found for man in clause.who)

    def _done(self, clause: Clause, at: int) -> None:
        self.waiting = False
        self.found.append(clause)
        self.at = at

    def _lies_in(self, man: FigureId, area: str) -> bool:
        hexes = self.battle.figures[man].hexes
        return bool(hexes) and all(self.battle.board.lies_in(at, (area,)) for at in hexes)

    def _source(self, at: int) -> int:
        """Past what he leaves: "out of the scrub", "off the beach", "from 1313"; the same place if nothing
        is left."""
        begin = at
        length = self._phrase(_OUT_OF, at) or (1 if self._is(at, "of") and self._is(at - 1, "out") else 0)
        at = self._skip(at + length, ("the", "that", "this", "his", "their", "hex", "a"))
        if not length or at >= len(self.words):
            return begin
        if self._is_hex(at) and any(
            self.words[at].plain in self.battle.figures[man].hexes for man in self.who
        ):
            return at + 1
        whom = self.person_at(at, PEOPLE)
        if whom is not None and whom.id not in self.who:
            return at + whom.length
        place = self.words[at].plain in self.lexicon.areas or self._harmless(at)
        if not place or (at == begin + length and self.words[at].plain not in ("there", "here")):
            return begin
        self._leave_out(begin, at + 1)
        return at + 1

    def _to_spot(self, clause: Clause, at: int) -> bool:
        spot = self.spots.at(at, self.who)
        if spot is None:
            return False
        if spot.away is not None and not self._is_all(at + spot.length):
            return False  # where he goes is said behind what he leaves
        sent = msgspec.structs.replace(
            clause,
            spots=spot.hexes,
            far=clause.far or spot.far,
            sight=spot.whom,
            away=spot.away,
            said=self._said(at, spot.length),
        )
        if spot.whom or self.mentioned:
            self._aims_at(spot.whom or self.mentioned)
        self._moves(sent, at + spot.length)
        return True

    def _is_all(self, at: int) -> bool:
        """Whether nothing more is said of where to."""
        return (
            self._ends(at) or EMPTY.at(self.words, at) is not None or self._is(at, "facing", "until", "again")
        )

    def _aims_at(self, whom: str) -> None:
        """Whom "him" means behind an order to go to an enemy, or to look at one."""
        if self.lexicon.role.get(whom) is Role.ENEMY:
            self.targets = (whom,)

    def _aims_at_all(self, whom: tuple[str, ...]) -> None:
        """The same behind men who were described by an enemy: "those next to Sandro attack him"."""
        self.targets = tuple(dict.fromkeys(whom)) or self.targets

    def _anybody(self, at: int) -> tuple[str, int] | None:
        """Whoever is named or described here, on whatever side: his id, and over how many words."""
        found = self._somebody(at)
        if found is not None:
            self.mentioned = found[0]
        return found

    def _group(self, at: int) -> tuple[tuple[FigureId, ...], int] | None:
        """Men of the seat's who are spoken of as a group: "the archers", "my men at the gate". Not where the
        enemy may be meant."""
        if self._is(at, "them"):
            before = self.found[-1].who if self.found else self.named.actors
            return (before, 1) if len(before) > 1 and not set(before) & set(self.who) else None
        if at >= len(self.words) or not self.company.may_begin(self.words[at]):
            return None
        chosen = self.company.at(self.words[at:], frozenset(self.who))
        if chosen is None or chosen.by_name or len(chosen.figures) < 2:
            return None
        return chosen.figures, chosen.length

    def _somebody(self, at: int) -> tuple[str, int] | None:
        begin = at
        whom = self.person_at(at, PEOPLE)
        if whom is not None:
            return whom.id, whom.length + at - begin
        if at >= len(self.words):
            return None
        if self._is(at, "him", "her") or (self._is(at, "his") and self._is(at + 1, "left", "right")):
            foes = self.targets or self.named.targets
            lately = [c.who for c in self.found if not set(c.who) & set(self.who)]
            before = lately[-1] if lately else () if self.found else self.named.actors
            others = tuple(man for man in before if man not in self.who)
            meant = foes if len(foes) == 1 else others if len(others) == 1 else ()
            if self.mentioned and self.mentioned not in self.who:
                meant = (self.mentioned,)
            elif len(self.targets) == len(others) == len(lately[-1:]) == 1:
                self._could_be(at, (*others, *self.targets))
            if not meant:
                return None
            him, name = self.words[at].text, self.lexicon[meant[0]]
            self.told.append(english("{written} read as {name}.", written=him, name=name))
            return meant[0], 1
        shown = described(self.battle, self.lexicon, self.words, at, PEOPLE)
        if isinstance(shown, Trouble):
            shown = described(self.battle, self.lexicon, self.words, at, frozenset({Role.ENEMY}))
        if isinstance(shown, Trouble):
            raise Unsure(shown)
        if isinstance(shown, Described):
            said = self._said(at, shown.length)
            self.told.append(english("{written} read as {name}.", written=said, name=self.lexicon[shown.id]))
            return shown.id, shown.length
        return None

    def _could_be(self, at: int, people: Sequence[str]) -> NoReturn:
        """Nobody can know which of these is meant."""
        names = tuple(self.lexicon[one] for one in people)
        message = english("{word} could be {candidates}", word=self.words[at].text, candidates=listed(names))
        raise Unsure(Trouble(Code.WHICH_NAME, message, self.words[at].position, "", names))

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
        far = self.spots.as_far(at + steps[2])
        if far:
            clause = msgspec.structs.replace(clause, far=True)
            steps = (steps[0], steps[1], steps[2] + far)
        following = at + steps[2]
        if self._is(following, "to", "at") and self._is_hex(following + 1) and steps[0] == 1:
            return False  # "up one to 1211"
        if self._is(following, "of", "from") and self._anybody(following + 1) is not None:
            return False  # "two hexes south of Gilbert"
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
            far = self.spots.as_far(at + 1)
            if far:
                self._moves(msgspec.structs.replace(clause, hex=self._hex(at), far=True), at + 1 + far)
                return True
            self._moves(msgspec.structs.replace(clause, hex=self._hex(at)), at + 1)
        return True

    def _to_somebody(self, clause: Clause, at: int, towards: bool) -> bool:
        """To somebody, to him, or into a part of the board, perhaps that where somebody is."""
        only_led = (
            clause.deed not in (Deed.LEAVE, Deed.JOIN) and not towards and self._is(at - 1, *_NOT_UP_TO)
        )
        if at < len(self.words) and self.words[at].plain in self.lexicon.areas:
            return self._to_area(clause, at)
        whom = self._anybody(at) if not only_led else None
        if whom is None or whom[0] in self.who or whom[0] not in self.battle.figures:
            return False
        self._aims_at(whom[0])
        at += whom[1]
        owned = ("side", "flank", "back", "rear", "aid", "help")
        if self._is(at, *owned) and self.words[at - 1].plain.endswith("s"):
            at += 1
        elif is_possessive(self.words[at - 1]):
            return False  # "to Dragan's rope" is not to him
        at = self._and_those(at) if clause.deed is Deed.JOIN else at
        far = self.spots.as_far(at)
        clause = msgspec.structs.replace(clause, beside=whom[0], far=clause.far or far > 0)
        self._moves(clause, at + far)
        return True

    def _and_those(self, at: int) -> int:
        """Past further men who are joined: "join Warin and Serlo against Alboino"."""
        while self._is(at, "and", "&", "+", ",") and (other := self.person_at(at + 1, OWN)) is not None:
            if not (
                self._is(at + 1 + other.length, "against", "and", "&", ",")
                or self._ends(at + 1 + other.length)
            ):
                break
            if self._begins_deed(at + 1 + other.length) and not self._is(at + 1 + other.length, "against"):
                break
            at += 1 + other.length
        return at

    def _to_area(self, clause: Clause, at: int) -> bool:
        area, at = self.words[at].plain, at + 1
        host = self.person_at(at + 1, PEOPLE) if self._is(at, "with", "of", "where") else None
        if host is None:
            far = self.spots.as_far(at)
            self._moves(msgspec.structs.replace(clause, area=area, far=True), at + far)
        else:
            at = self._skip(at + 1 + host.length, ("is", "stands"))
            self._moves(msgspec.structs.replace(clause, beside=host.id), at)
        return True

    def _hexes_respectively(self, clause: Clause, at: int) -> bool:
        """ "Ivo and Hamo to 1108 and 1109", one each."""
        hexes: list[str] = []
        while self._is_hex(at):
            hexes.append(self._hex(at))
            at = self._skip(at + 1, (",", "and", "&", "+"))
        if len(hexes) < 2 or len(hexes) != len(self.who):
            return False
        each = self._is(at, "respectively")
        self._one_each(clause, at + each, hexes, in_order=each or not self.each)
        return True

    def _one_each(self, clause: Clause, at: int, hexes: Sequence[Hex], *, in_order: bool) -> None:
        """Each of those who are told to a hex of his own: as they are named, or each to one near him."""
        figures, board = self.battle.figures, self.battle.board
        pairs = list(zip(self.who, hexes, strict=True))
        if not in_order:
            left, pairs = list(self.who), []
            for there in hexes:
                man = min(left, key=lambda one: min(board.distance(at, there) for at in figures[one].hexes))
                left.remove(man)
                pairs.append((man, there))
        for man, there in pairs:
            self._done(msgspec.structs.replace(clause, who=(man,), hex=there), at)

    def _in_a_line(self, clause: Clause, at: int) -> bool:
        """ "In a line from 1510 to 1513": as many hexes as there are men, one each."""
        at = self._skip(
            at, ("in", "a", "up", "line", "row", "rank", "spread", "out", "along", "straight", "hexes")
        )
        if len(self.who) < 2 or not self._is(at, "from", "between") or not self._is_hex(at + 1):
            return False
        if not self._is(at + 2, "to", "and", "till", "until", "through", "-") or not self._is_hex(at + 3):
            return False
        line = self.battle.board.line(self._hex(at + 1), self._hex(at + 3))
        rows = {self._hex(at + 1)[-2:], self._hex(at + 3)[-2:]}
        hexes = [next((one for one in stage if one[-2:] in rows), stage[0]) for stage in line.stages]
        hexes = list(dict.fromkeys((self._hex(at + 1), *hexes, self._hex(at + 3))))
        if len(hexes) != len(self.who):
            message = english("there are {hexes} hexes and {men} men", hexes=len(hexes), men=len(self.who))
            raise Unsure(Trouble(Code.EXPECTED, message))
        self._one_each(clause, at + 4, hexes, in_order=not self.each)
        return True

    def _by_way(self, clause: Clause, at: int) -> tuple[Clause, int]:
        """ "By the shortest way", or across or along something that has no hexes of its own: that is told."""
        begin = self._skip(at, ("by", "on", "along", "the"))
        for said, way in _WAYS.items():
            if self._is(begin, said) and self._is(begin + 1, "way", "path", "route", "possible", "road"):
                return msgspec.structs.replace(clause, way=way), self._skip(
                    begin + 1, ("possible", "way", "path", "route")
                )
        if not self._is(at, "across", "over", "through", "along", "past", "via", "around"):
            return clause, at
        end = self._skip(at + 1, ("the", "that", "a"))
        if end == at + 1 or end >= len(self.words) or not self._harmless(end) or not self._ends(end + 1):
            return clause, at
        self._leave_out(at, end + 1)
        return clause, end + 1

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
        clause, at = self._by_way(clause, at)
        self._done(clause, at)

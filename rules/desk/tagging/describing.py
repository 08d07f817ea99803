"""Men by what is said of them: what they are, carry and wear, in what state and where they are. What had
to be guessed makes them unsure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import msgspec

from rules.desk.speech import band_words as said
from rules.desk.speech import compass, features
from rules.desk.tagging import things
from rules.desk.tagging.words import words_in
from rules.orders.groups import SPELT
from rules.orders.lexicon import Found, Lexicon
from rules.orders.text import Token
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.tactical.deploying.deployment import is_of_kind

Words = Sequence[Token]
Test = Callable[[Character], bool]
FindName = Callable[[Words, int], Found | None]


NEAREST = words_in("nearest closest nearer closer")
FILLING = words_in("""
    the a an my our your his their of sir old young good dear brave poor big little fine that this those
    these and lord master one ones man men lad lads guy guys boy boys fellow fellows chap chaps you who
    is are am was were standing stands stand still now just us we i enemy enemys foe foes bastard devil
    already up over there out down here own being currently fighter fighters bloke blokes both all every
    each any two three four five six only few him them soldier soldiers warrior warriors lot some
    """)
_LINKING = words_in("""
    next to beside near by at in on with behind opposite facing fighting the from of closest nearest
    """)
_EVERY = words_in("""
    all every each any everyone everybody everything evryone every1 evry1 evrybody evrybdy everybdy whoever
    anyone anybody ones men lads guys boys troops group section squad team lot battery party
    """)
_COUNTS = {**said.NUMBERS, "pair": 2, "couple": 2, "both": 2, "trio": 3}
_SPELT_SHORT = {
    "boss": "leader",
    "chief": "leader",
    "commander": "leader",
    "captain": "leader",
    "hvy": "heavy",
    "heavys": "heavies",
    "inf": "infantry",
    "infantryman": "infantry",
    "infantrymen": "infantry",
    "cav": "cavalry",
    "cavalryman": "cavalry",
    "cavalrymen": "cavalry",
    "arch": "archers",
    "spearmans": "spearmen",
}
_WEIGHTS = {
    "heavies": "heavy",
    "heavy": "heavy",
    "hi": "heavy",
    "light": "light",
    "lights": "light",
    "skirmishers": "light",
}
_MAIL = words_in("mail mailed iron ironclad armour armor armoured armored")
_SHOOTING = words_in("shoots shoot shooters shooter missile missiles ranged missilemen")
_FIGHTING = words_in("contact combat melee engaged fighting surrounded")
_OTHER = words_in("other others remaining")
_SHORTEST_SLIP = 6


class Person(msgspec.Struct, frozen=True):
    """Who is meant; ``nearest``: whoever of the enemies is, of these ``kinds``; ``sure``: whether every
    word of it was understood; ``each``: of a kind of men, so that those who cannot are left out."""

    ids: tuple[FigureId, ...] = ()
    nearest: bool = False
    kinds: tuple[str, ...] = ()
    sure: bool = True
    each: bool = False


class Description:
    """What the words of one description say. ``told``: those of whom the line spoke, who are not "the
    others"."""

    def __init__(
        self, battle: Battle, lexicon: Lexicon, named: FindName, words: Words, told: Collection[FigureId]
    ) -> None:  # fmt: skip
        self.battle, self.lexicon, self.named, self.told = battle, lexicon, named, told
        self.words = [_spelt_out(word) for word in words]
        self.tests: list[Test] = []
        self.understood: set[int] = set()
        self.guessed = False
        self.nearest_to: tuple[Hex, ...] = ()
        self.where = ""
        self.many = 0
        self.every = False
        self.labels: set[Hex] = set()

    def of(self, men: Sequence[Character]) -> Person | None:
        """Those of these men whom all that is understood of the words describes; None where that is
        nobody, or restricts nothing, or is more men than are spoken of."""
        at = 0
        while at < len(self.words):
            length = self._word(at)
            self.understood |= set(range(at, at + length))
            at += max(length, 1)
        if self.labels:
            self.tests.append(self._within(self.labels))
        fitting = [man for man in men if all(test(man) for test in self.tests)]
        if not (self.tests or self.nearest_to or self.where) or not fitting:
            return None
        if self.nearest_to:
            fitting = self._nearest(fitting)
        if self.where:
            fitting = self._on_side(fitting)
        if (self.many and len(fitting) != self.many) or (
            not self.many and not self.every and len(fitting) > 1
        ):
            return None
        left = [word.plain for at, word in enumerate(self.words) if at not in self.understood]
        sure = all(word in FILLING or word in NEAREST or word in _LINKING for word in left)
        return Person(tuple(man.id for man in fitting), sure=sure and not self.guessed, each=self.every)

    def _word(self, at: int) -> int:
        """Over how many words here something is said of the men; 0 for nothing."""
        word = self.words[at]
        if word.plain in _COUNTS:
            self.many = _COUNTS[word.plain]
        elif word.plain in _EVERY:
            self.every = True
        elif word.plain in _OTHER and self.told:
            self.tests.append(lambda man: man.id not in self.told)
        elif word.kind == "hex":
            self.labels.add(word.plain)
        elif (
            self._state(at)
            or self._kind(at)
            or self._arm(word)
            or self._by_somebody(at)
            or self._by_place(at)
            or self._by_direction(at)
        ):
            return self.length
        else:
            return 0
        return 1

    # one way of describing each: whether that is said here, and ``length`` over how many words

    def _state(self, at: int) -> bool:
        word = self.words[at].plain
        self.length = 1
        if (state := self._phrase(at, said.STATE_WORDS)) is not None:
            self.tests.append(said.STATES[state])
        elif word in _MAIL:
            self.tests.append(said.STATES["armoured"])
        elif word in _FIGHTING and not {before.plain for before in self.words[:at]} & said.NOT:
            self.tests.append(self._is_touched)
        else:
            return False
        return True

    def _kind(self, at: int) -> bool:
        word = self.words[at].plain
        if (kind := self._phrase(at, {**SPELT, **said.KINDS})) is not None:
            self.tests.append(lambda man: is_of_kind(self.battle, man, kind))
            self.every = self.every or self.words[at + self.length - 1].plain.endswith(("s", "men"))
            return True
        self.length = 1
        if (weight := _WEIGHTS.get(word, "")) and not self._is_kind_behind(at):
            self.tests.append(lambda man: man.kind.startswith(weight))
            self.every = self.every or word.endswith("s")
            return True
        if slip := _slipped(word):
            self.tests.append(lambda man: is_of_kind(self.battle, man, SPELT[slip]))
            self.every, self.guessed = self.every or slip.endswith(("s", "men")), True
            return True
        return False

    def _is_kind_behind(self, at: int) -> bool:
        return " ".join(word.plain for word in self.words[at : at + 2]) in SPELT

    def _arm(self, word: Token) -> bool:
        self.length = 1
        if word.plain in _SHOOTING:
            self.tests.append(said.ARMS["missile"])
        elif word.plain in said.ARM_WORDS:
            self.tests.append(said.ARMS[said.ARM_WORDS[word.plain]])
        else:
            return False
        return True

    def _by_somebody(self, at: int) -> bool:
        one = self.named(self.words, at)
        if one is None:
            return False
        self.length = one.length
        there = self.battle.figures[one.id].hexes if one.id in self.battle.figures else ()
        if any(before.plain in NEAREST for before in self.words[:at]):
            self.nearest_to = there
        else:
            self.tests.append(self._beside(one.id, there))
        return True

    def _by_place(self, at: int) -> bool:
        place = features.stood_at(self.battle, self.lexicon, self.words, at)
        if place is not None:
            self.tests.append(self._within(place[0]))
            self.length = place[1] - at if place[1] > at else place[1]
            return True
        if not at or (at == 1 and self.words[0].plain in said.DETERMINERS):
            return False
        thing = things.called(self.battle, self.lexicon, self.words[at : at + features.LONGEST])
        if thing is None or thing.begin:
            return False
        self.length, self.guessed = 1, True
        self.tests.append(self._within(features.around(self.battle.board, thing.hexes)))
        return True

    def _by_direction(self, at: int) -> bool:
        found = things.direction(self.words, at)
        if found is None or not compass.sides(found[0]) or self.where:
            return False
        self.where, self.length, self.guessed = found[0], found[1], True
        return True

    # tests

    def _is_touched(self, man: Character) -> bool:
        board = self.battle.board
        foes = [
            foe
            for foe in self.battle.figures.values()
            if foe.living and self.battle.hostile(man.side, foe.side)
        ]
        return any(board.adjacent(a, b) for foe in foes for a in man.hexes for b in foe.hexes)

    def _within(self, hexes: Collection[Hex]) -> Test:
        there = set(hexes)
        return lambda man: bool(there & set(man.hexes))

    def _beside(self, whom: str, there: Collection[Hex]) -> Test:
        board = self.battle.board
        return lambda man: man.id != whom and any(board.adjacent(a, b) for a in man.hexes for b in there)

    # of those who fit

    def _nearest(self, men: Sequence[Character]) -> list[Character]:
        board = self.battle.board
        away = {man.id: min(board.distance(a, b) for a in man.hexes for b in self.nearest_to) for man in men}
        return [man for man in men if away[man.id] == min(away.values())]

    def _on_side(self, men: Sequence[Character]) -> list[Character]:
        """So many of them as are spoken of who are farthest in that direction, or the one, nobody where
        the next is as far; of all of a kind, those in that half of the ground on which they stand."""
        far = {man.id: self._how_far(man) for man in men}
        if self.every and not self.many:
            middle = (min(far.values()) + max(far.values())) / 2
            return [man for man in men if far[man.id] > middle] or list(men)
        count = self.many or 1
        ranked = sorted(men, key=lambda man: -far[man.id])
        if len(ranked) < count or (
            len(ranked) > count and far[ranked[count - 1].id] == far[ranked[count].id]
        ):
            return []
        return ranked[:count]

    def _how_far(self, man: Character) -> int:
        """How far somebody is in the direction, in half rows and columns."""
        if man.hex is None:
            return 0
        cell = self.battle.board.cells[man.hex]
        down, right = 2 * cell.row + cell.column % 2, 2 * cell.column
        where = self.where.upper()
        north = down * (("S" in where or "SOUTH" in where) - ("N" in where))
        return (
            north
            + right * (where.startswith("E") or where.endswith("E"))
            - right * (where.startswith("W") or where.endswith("W"))
        )

    def _phrase(self, at: int, known: dict[str, str]) -> str | None:
        for length in (3, 2, 1):
            text = " ".join(word.plain for word in self.words[at : at + length])
            if at + length <= len(self.words) and (found := known.get(text)) is not None:
                self.length = length
                return found
        return None


def _spelt_out(word: Token) -> Token:
    return word._replace(plain=_SPELT_SHORT.get(word.plain, word.plain))


def _slipped(word: str) -> str:
    """The kind of men that somebody meant who doubled, left out or changed one letter of it; "" for none."""
    if len(word) < _SHORTEST_SLIP or not word.isalpha():
        return ""
    near = [spelt for spelt in SPELT if spelt[0] == word[0] and " " not in spelt and is_one_off(word, spelt)]
    return near[0] if len({SPELT[one] for one in near}) == 1 else ""


def is_one_off(word: str, other: str) -> bool:
    """Whether one word is the other with one letter doubled, left out or changed."""
    short, long = sorted((word, other), key=len)
    same = next((at for at, letter in enumerate(short) if long[at] != letter), len(short))
    if len(short) == len(long):
        return short[same + 1 :] == long[same + 1 :]
    return len(long) - len(short) == 1 and short[same:] == long[same + 1 :]

"""Whom words mean that are known to mean somebody: men of the seat's, or enemies. By name, by what they are and
where they stand, or by what the line said before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import msgspec

from rules.desk.speech import band_words as said
from rules.desk.speech import features
from rules.desk.speech.company import Company
from rules.desk.speech.vocabulary import JOINTS
from rules.orders.groups import SPELT
from rules.orders.lexicon import OWN, PEOPLE, TARGETS, Found, Lexicon, Role
from rules.orders.text import Token
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.tactical.deploying.deployment import is_of_kind

Words = Sequence[Token]
Test = Callable[[Character], bool]

HE = frozenset(("he", "she", "him", "her", "himself", "it", "this", "that", "hes"))
THEY = frozenset(("they", "them", "both", "these", "those", "themselves", "two", "all", "theyre"))
NEAREST = frozenset(("nearest", "closest", "nearer", "closer"))
_FILLING = frozenset(
    ["the", "a", "an", "my", "our", "your", "his", "their", "of", "sir", "old", "young", "good", "dear", "brave", "poor", "big", "little", "fine", "that", "this", "those", "these", "and", "lord", "master", "one", "man", "men", "lad", "lads", "guy", "guys", "boy", "boys", "fellow", "fellows", "chap", "chaps", "you", "who", "is", "are", "am", "was", "were", "standing", "stands", "stand", "still", "now", "just", "us", "we", "i", "enemy", "enemys", "foe", "foes", "bastard", "devil", "already", "up", "over", "there", "out", "down", "here", "own", "being", "currently", "fighter", "fighters", "bloke", "blokes", "both", "all", "every", "each", "any", "two", "three", "four", "five", "six", "only", "few", "him", "them", "soldier", "soldiers", "warrior", "warriors", "lot", "some"]
)
REST = frozenset(("rest", "others", "other", "else", "everyone", "everybody", "remaining"))
_SHORTEST_NAME = 3


class Person(msgspec.Struct, frozen=True):
    """Who is meant; ``nearest``: whoever of the enemies is, of these ``kinds``; ``sure``: whether every word of it was
    understood; ``each``: of a kind of men, so that those who cannot are left out."""

    ids: tuple[FigureId, ...] = ()
    nearest: bool = False
    kinds: tuple[str, ...] = ()
    sure: bool = True
    each: bool = False


class Persons:
    def __init__(self, battle: Battle, lexicon: Lexicon, company: Company, busy: frozenset[FigureId]) -> None:
        self.battle, self.lexicon, self.company, self.busy = battle, lexicon, company, busy

    # men of the seat's

    def own(self, words: Words) -> Person | None:
        """The men meant; None where nobody can be found."""
        named = self._names(words, OWN)
        if named and not self._is_relation(words, named[0][0]):
            return Person(tuple(dict.fromkeys(one.id for _, one in named)))
        for begin in range(min(3, len(words))):
            chosen = self.company.at(words[begin:], self.busy)
            if chosen is not None and chosen.figures:
                whole = all(
                    word.plain in _FILLING or word.plain in JOINTS for word in words[begin + chosen.length :]
                )
                led = all(word.plain in _FILLING for word in words[:begin])
                if whole and led:
                    return Person(chosen.figures, each=not chosen.by_name)
        if any(word.plain in REST for word in words):
            chosen = self.company.at([word for word in words if word.plain in REST][:1], self.busy)
            if chosen is not None and chosen.figures:
                return Person(chosen.figures, each=True, sure=len(words) <= 3)
        if (short := self._abbreviated(words)) is not None:
            return short
        men = [
            man for man in self.company.men if man.hex is not None and not man.dead and man.left_by is None
        ]
        return self._shown(words, men)

    def _abbreviated(self, words: Words) -> Person | None:
        """ "Wm", "G", "Geoff": each word short for exactly one man's name."""
        found: list[FigureId] = []
        for word in words:
            if word.plain in JOINTS or word.plain in _FILLING:
                continue
            men = [
                man.id
                for man in self.company.men
                if not man.dead and _shortens(word.plain, self.lexicon[man.id].lower())
            ]
            if len(men) != 1:
                return None
            found += men
        return Person(tuple(dict.fromkeys(found))) if found else None

    # enemies

    def foe(self, words: Words, before: tuple[FigureId, ...]) -> Person | None:
        """``before``: of whom the line spoke last, for "him"."""
        plain = [word.plain for word in words]
        named = self._names(words, TARGETS)
        if named and not self._is_relation(words, named[0][0]):
            return Person(tuple(dict.fromkeys(one.id for _, one in named)))
        content = [word for word in plain if word not in _FILLING]
        if not content or set(content) <= {"same", "target", "too"}:
            if before and set(plain) & (HE | THEY | {"same", "target"}):
                return Person(before)
        foes = [
            man for man in self.battle.figures.values()
            if man.living and man.hex is not None and self.lexicon.role.get(man.id) is Role.ENEMY
        ]  # fmt: skip
        if set(plain) & NEAREST and not named and not self._names(words, PEOPLE):
            rest = [word for word in words if word.plain not in NEAREST]
            kinds = tuple(dict.fromkeys(SPELT[kind] for kind in self._kinds(rest)))
            return Person(nearest=True, kinds=kinds)
        return self._shown(words, foes)

    def enemies(self, words: Words) -> list[tuple[int, Found]]:
        """The enemies named on a line, each with his place."""
        return self._names(words, frozenset({Role.ENEMY}))

    def all_at(self, words: Words) -> Person | None:
        """All of the seat's men whom the words describe, by where they stand."""
        men = [man for man in self.company.men if man.living and man.hex is not None and man.left_by is None]
        every, inside = (Token("word", word, word, words[0].position) for word in ("all", "in"))
        return self._shown((every, *words), men) or self._shown((every, inside, *words), men)

    # by what is said of them

    def _shown(self, words: Words, men: Sequence[Character]) -> Person | None:
        """Those of these men whom all that is understood of the words describes; None where that is nobody, or
        restricts nothing."""
        tests: list[Test] = []
        understood: set[int] = set()
        nearest_to: tuple[Hex, ...] = ()
        plural = many = 0
        at = 0
        while at < len(words):
            word = words[at]
            length = 1
            if word.plain in said.NUMBERS:
                many = said.NUMBERS[word.plain]
                understood.add(at)
            elif word.plain in ("all", "every", "each", "any"):
                plural = 1
            elif (state := self._phrase(words, at, said.STATE_WORDS)) is not None:
                tests.append(said.STATES[state[0]])
                length = state[1]
            elif (kind := self._phrase(words, at, {**SPELT, **said.KINDS})) is not None:
                tests.append(self._is_kind(kind[0]))
                length = kind[1]
                plural = plural or word.plain.endswith(("s", "men"))
            elif word.plain in said.ARM_WORDS:
                tests.append(said.ARMS[said.ARM_WORDS[word.plain]])
            elif word.kind == "hex":
                tests.append(self._within({word.plain}))
            elif (one := self._named(words, at)) is not None:
                length = one.length
                there = self.battle.figures[one.id].hexes if one.id in self.battle.figures else ()
                if any(before.plain in NEAREST for before in words[:at]):
                    nearest_to = there
                else:
                    tests.append(self._beside(one.id, there))
            elif (place := features.stood_at(self.battle, self.lexicon, words, at)) is not None:
                tests.append(self._within(place[0]))
                length = place[1]
            else:
                length = 0
            understood |= set(range(at, at + length))
            at += max(length, 1)
        fitting = [man for man in men if all(test(man) for test in tests)]
        if nearest_to and fitting:
            board = self.battle.board
            away = {
                man.id: min(board.distance(a, b) for a in man.hexes for b in nearest_to) for man in fitting
            }
            least = min(away.values())
            fitting = [man for man in fitting if away[man.id] == least]
        if not (tests or nearest_to) or not fitting:
            return None
        if (many and len(fitting) != many) or (not many and not plural and len(fitting) > 1):
            return None
        left = [
            word.plain for at, word in enumerate(words) if at not in understood and word.plain not in _FILLING
        ]
        sure = all(word in NEAREST or word in _LINKING for word in left)
        return Person(tuple(man.id for man in fitting), sure=sure, each=bool(plural))

    def _is_kind(self, kind: str) -> Test:
        return lambda man: is_of_kind(self.battle, man, kind)

    def _within(self, hexes: Collection[Hex]) -> Test:
        there = set(hexes)
        return lambda man: bool(there & set(man.hexes))

    def _beside(self, whom: str, there: Collection[Hex]) -> Test:
        board = self.battle.board
        return lambda man: man.id != whom and any(board.adjacent(a, b) for a in man.hexes for b in there)

    def _phrase(self, words: Words, at: int, known: dict[str, str]) -> tuple[str, int] | None:
        for length in (3, 2, 1):
            if at + length > len(words):
                continue
            text = " ".join(word.plain for word in words[at : at + length])
            if (found := known.get(text)) is not None:
                return found, length
        return None

    def _kinds(self, words: Words) -> list[str]:
        found: list[str] = []
        at = 0
        while at < len(words):
            kind = next(
                (
                    text
                    for length in (2, 1)
                    if (text := " ".join(w.plain for w in words[at : at + length])) in SPELT
                ),
                "",
            )
            found += [kind] if kind else []
            at += len(kind.split()) or 1
        return found

    # names

    def _names(self, words: Words, roles: frozenset[Role]) -> list[tuple[int, Found]]:
        found: list[tuple[int, Found]] = []
        at = 0
        while at < len(words):
            one = self._named(words, at, roles)
            if one is not None:
                found.append((at, one))
                at += one.length
            else:
                at += 1
        return found

    def _named(self, words: Words, at: int, roles: frozenset[Role] = PEOPLE) -> Found | None:
        word = words[at]
        if (
            word.kind != "word"
            or len(word.plain) < _SHORTEST_NAME
            or word.plain in _FILLING
            or word.plain in SPELT
        ):
            return None
        found = self.lexicon.find(words[at : at + 6], roles)
        if not isinstance(found, Found) or self.lexicon.role[found.id] not in roles:
            return None
        return found

    def _is_relation(self, words: Words, at: int) -> bool:
        """Whether somebody is named only to say who else is meant: "the archer next to Gilbert", "Odo's neighbour"."""
        before = {word.plain for word in words[:at]}
        owner = "'" in words[at].text or "\u2019" in words[at].text
        return owner or bool(before & _RELATING)


_RELATING = frozenset(
    ["next", "beside", "near", "nearest", "closest", "by", "to", "behind", "facing", "fighting", "attacking", "opposite", "with", "before"]
)
_LINKING = frozenset(
    ["next", "to", "beside", "near", "by", "at", "in", "on", "with", "behind", "opposite", "facing", "fighting", "the", "from", "of", "closest", "nearest"]
)


def _shortens(short: str, name: str) -> bool:
    """Whether a word is short for a name: its letters come in this order in the name, from the first on."""
    if not short or short[0] != name[0] or len(short) > len(name) or not short.isalpha():
        return False
    at = 0
    for letter in short:
        at = name.find(letter, at) + 1
        if not at:
            return False
    return len(short) <= 3 or name.startswith(short[:3])

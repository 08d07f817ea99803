"""Whom words mean that are known to mean somebody: men of the seat's, or enemies. By name, by what they
are and where they stand, or by what the line said before."""

from __future__ import annotations

from collections.abc import Sequence

from rules.desk.speech.company import Company
from rules.desk.speech.vocabulary import JOINTS
from rules.desk.tagging.describing import FILLING, NEAREST, Description, Person
from rules.desk.tagging.words import words_in
from rules.orders.groups import SPELT
from rules.orders.lexicon import OWN, PEOPLE, TARGETS, Found, Lexicon, Role
from rules.orders.text import Token
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId

Words = Sequence[Token]

HE = frozenset(("he", "she", "him", "her", "himself", "it", "this", "that", "hes", "hed", "hell"))
THEY = frozenset(
    ("they", "them", "both", "these", "those", "themselves", "two", "all", "theyre", "theyd", "theyll")
)
REST = frozenset(("rest", "others", "other", "else", "everyone", "everybody", "remaining"))
_PARTS = words_in("horse steed mount head feet skull legs shield back hide backside")
_SHORTEST_NAME = 3


class Persons:
    """The people of a battle, as one seat speaks of them. ``busy``: whom "the rest" leaves out."""

    def __init__(self, battle: Battle, lexicon: Lexicon, company: Company, busy: frozenset[FigureId]) -> None:
        self.battle, self.lexicon, self.company, self.busy = battle, lexicon, company, busy
        self.told: set[FigureId] = set()  # of whom the line spoke, who are not "the others"

    # men of the seat's

    def own(self, words: Words) -> Person | None:
        """The men meant; None where nobody can be found."""
        named = self.names(words, OWN)
        if named and not self._is_relation(words, named[0][0]):
            return Person(tuple(dict.fromkeys(one.id for _, one in named)))
        if len(named) == 1 and named[0][0] == 0 and named[0][1].length == len(words):
            return Person((named[0][1].id,), sure=False)  # "Ralph's next arrow is for Carlo"
        for begin in range(min(3, len(words))):
            chosen = self.company.at(words[begin:], self.busy)
            if chosen is not None and chosen.figures:
                whole = all(
                    word.plain in FILLING or word.plain in JOINTS for word in words[begin + chosen.length :]
                )
                led = all(word.plain in FILLING for word in words[:begin])
                if whole and led:
                    return Person(chosen.figures, each=not chosen.by_name)
        if any(word.plain in REST for word in words):
            chosen = self.company.at([word for word in words if word.plain in REST][:1], self.busy)
            if chosen is not None and chosen.figures:
                return Person(chosen.figures, each=True, sure=len(words) <= 3)
        if (
            short := _abbreviated(words, [man for man in self.company.men if not man.dead], self.lexicon)
        ) is not None:
            return short
        men = [
            man for man in self.company.men if man.hex is not None and not man.dead and man.left_by is None
        ]
        return self._shown(words, men)

    # enemies

    def foe(self, words: Words, before: tuple[FigureId, ...]) -> Person | None:
        """``before``: of whom the line spoke last, for "him"."""
        plain = [word.plain for word in words]
        named = self.names(words, TARGETS)
        if named and not self._is_relation(words, named[0][0]):
            return Person(tuple(dict.fromkeys(one.id for _, one in named)))
        content = [word for word in plain if word not in FILLING]
        said_before = before and set(plain) & (HE | THEY | {"same", "target"})
        if said_before and set(content) <= {"same", "target", "too"}:
            return Person(before)
        if len(named) == 1 and {word for word in content if word not in HE} <= _PARTS | {
            words[named[0][0]].plain
        }:
            return Person((named[0][1].id,), sure=False)  # "Serlo's horse"
        foes = [
            man for man in self.battle.figures.values()
            if man.living and man.hex is not None and self.lexicon.role.get(man.id) is Role.ENEMY
        ]  # fmt: skip
        if set(plain) & NEAREST and not named and not self.names(words, PEOPLE):
            rest = [word for word in words if word.plain not in NEAREST]
            kinds = tuple(dict.fromkeys(SPELT[kind] for kind in self.kinds(rest)))
            return Person(nearest=True, kinds=kinds)
        if (short := _abbreviated(words, foes, self.lexicon)) is not None:
            return short
        if before and len(before) == 1 and not content:
            return Person(before, sure=False)  # "give the fellow a hiding"
        return self._shown(words, foes)

    def is_named(self, words: Words) -> bool:
        """Whether every word that counts is a man's name, or short for one."""
        left = [word for word in words if word.plain not in JOINTS and word.plain not in FILLING]
        return bool(left) and all(self._is_short_for_one(word) for word in left)

    def _is_short_for_one(self, word: Token) -> bool:
        return bool(self.names((word,), OWN) or _abbreviated((word,), self.company.men, self.lexicon))

    def enemies(self, words: Words) -> list[tuple[int, Found]]:
        """The enemies named on a line, each with his place."""
        return self.names(words, frozenset({Role.ENEMY}))

    def all_at(self, words: Words) -> Person | None:
        """All of the seat's men whom the words describe, by where they stand."""
        men = self.present()
        every, inside = (Token("word", word, word, words[0].position) for word in ("all", "in"))
        return self._shown((every, *words), men) or self._shown((every, inside, *words), men)

    def present(self) -> list[Character]:
        """The seat's men who live and are on the board."""
        return [man for man in self.company.men if man.living and man.hex is not None and man.left_by is None]

    # by what is said of them

    def _shown(self, words: Words, men: Sequence[Character]) -> Person | None:
        return Description(self.battle, self.lexicon, self.named, words, self.told).of(men)

    def kinds(self, words: Words) -> list[str]:
        """The kinds of men that the words name, as they name them."""
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

    def names(self, words: Words, roles: frozenset[Role]) -> list[tuple[int, Found]]:
        """Those of these roles who are named, each with his place."""
        found: list[tuple[int, Found]] = []
        at = 0
        while at < len(words):
            one = self.named(words, at, roles)
            if one is not None:
                found.append((at, one))
                at += one.length
            else:
                at += 1
        return found

    def named(self, words: Words, at: int, roles: frozenset[Role] = PEOPLE) -> Found | None:
        """Who is named here."""
        word = words[at]
        if (
            word.kind != "word"
            or len(word.plain) < _SHORTEST_NAME
            or word.plain in FILLING
            or word.plain in SPELT
        ):
            return None
        found = self.lexicon.find(words[at : at + 6], roles)
        if not isinstance(found, Found) or self.lexicon.role[found.id] not in roles:
            return None
        return found

    def _is_relation(self, words: Words, at: int) -> bool:
        """Whether somebody is named only to say who else is meant: "the archer next to Gilbert", "Odo's
        neighbour"."""
        before = {word.plain for word in words[:at]}
        owner = "'" in words[at].text or "\u2019" in words[at].text
        return owner or bool(before & _RELATING)


_RELATING = words_in("""
    next beside near nearest closest by to behind facing fighting attacking opposite with before
    """)


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


def _abbreviated(words: Words, men: Sequence[Character], lexicon: Lexicon) -> Person | None:
    """ "Wm", "G", "Geoff": each word short for exactly one man's name. Of an enemy that is a doubt."""
    found: list[FigureId] = []
    for word in words:
        if word.plain in JOINTS or word.plain in FILLING:
            continue
        fitting = [man.id for man in men if _shortens(word.plain, lexicon[man.id].lower())]
        if len(fitting) != 1:
            return None
        found += fitting
    sure = all(lexicon.role[one] is Role.OWN for one in found)
    return Person(tuple(dict.fromkeys(found)), sure=sure) if found else None

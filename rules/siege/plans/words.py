"""The words of a plan: phrases for order words, kinds of men, and the names of those who are there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from rules.core.language import english
from rules.core.tables import Tables
from rules.orders.trouble import Code, Misread, Trouble
from rules.scenarios.rosters import plain_name, roster_figures
from rules.siege.picking import WOUNDED
from rules.state.figure import FigureId, SideId
from rules.state.siege import Siege

NEAR_ENOUGH = 0.8

PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"\b{said}\b", re.IGNORECASE), word)
    for said, word in (
        (r"give (?:them )?battle(?: outside)?|fight (?:them )?outside", "battle"),
        (r"do nothing|stay (?:put|quiet)|sit tight", "rest"),
        (r"pass (?:it|the initiative)(?: on)?", "pass"),
        (r"offer (?:them )?terms|ask (?:them )?to surrender|ask for surrender", "parley"),
        (r"(?:sally|sortie) (?:out )?for suppl(?:y|ies)|fetch (?:food|suppl(?:y|ies))", "supply"),
        (r"(?:sally|sortie) (?:out )?(?:against|at|on|into) (?:the|their) camp", "sally"),
        (r"bombard|batter down|shoot at the wall", "batter"),
        (r"stone[ -]?throwers", "throwers"),
        (r"stone[ -]?thrower", "thrower"),
        (r"grappling hooks?|ropes?|hooks?", "grapnels"),
    )
)

EVERYBODY = frozenset(("all", "everybody", "everyone", "anybody", "men"))
LONGEST = 6
"""So many words a name has at most."""
_BETWEEN = ("and", "the", "with", "then", "our", "my", "of", "their")
_PLURALS = {"men-at-arms": "men-at-arms"}


class Found(NamedTuple):
    """Men named in a list: ids, kinds (and "wounded"), and the words that are neither."""

    men: tuple[FigureId, ...]
    kinds: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        return (*self.men, *self.kinds)


class Company:
    """Whom a plan can name: all who are in the siege, and the kinds that can be bought."""

    def __init__(self, siege: Siege, tables: Tables) -> None:
        self.siege = siege
        self._ids = {plain_name(man.name): man.id for man in siege.men.values()}
        kinds = {man.kind for man in siege.men.values()} | {
            str(key) for key, *_ in tables["siege-prices"].rows
        }
        self._kinds = {form: kind for kind in kinds for form in _forms(kind)}
        self._kinds |= {"wounded": WOUNDED, "hurt": WOUNDED, "sick": WOUNDED}
        self._wide = _wide(kinds)

    def named(self, text: str) -> Found:
        """Whom a list names, by the longest name or kind that its words make: "light infantry", "Refugee 1",
        "Ugo the Tall"."""
        words = [plain_name(word) for word in re.findall(r"[^\W_][\w'’-]*", text)]
        men: list[FigureId] = []
        kinds: list[str] = []
        unknown: list[str] = []
        place = 0
        while place < len(words):
            length, said = self._longest(words[place : place + LONGEST])
            word = words[place]
            place += length
            if said in self._ids:
                men.append(self._ids[said])
            elif said in self._kinds:
                kinds.append(self._kinds[said])
            elif word in self._wide:
                kinds += self._wide[word]
            elif word not in (*EVERYBODY, *_BETWEEN):
                unknown.append(word)
        return Found(tuple(dict.fromkeys(men)), tuple(dict.fromkeys(kinds)), tuple(unknown))

    def _longest(self, words: list[str]) -> tuple[int, str]:
        """How many of the words in front are one name or kind, and which; one word where none are."""
        for length in range(len(words), 0, -1):
            said = "-".join(words[:length])
            if said in self._ids or said in self._kinds:
                return length, said
        return 1, words[0]

    def own(self, text: str, side: SideId) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Own men and kinds in a list. Raises Misread for somebody unknown, or not one's own."""
        found = self.named(text)
        if found.unknown:
            word = found.unknown[0]
            raise Misread(
                Trouble(
                    Code.NAME,
                    english("nobody in this siege is called {word!r}", word=word),
                    suggestion=self.nearest(word),
                )
            )
        for name in found.men:
            if self.siege.men[name] not in self.siege.men_of(side):
                raise Misread(
                    Trouble(
                        Code.NOT_YOURS, english("{name} is none of yours", name=self.siege.men[name].name)
                    )
                )
        return found.men, found.kinds

    def nearest(self, word: str) -> str:
        """The name or kind that is most like a word; empty if none is like it."""
        return nearest(word, [*self._ids, *self._kinds])


def _forms(kind: str) -> tuple[str, ...]:
    plain = plain_name(kind)
    return plain, f"{plain}s", plain.replace("man", "men") if plain.endswith("man") else f"{plain}s"


def _wide(kinds: Iterable[str]) -> dict[str, list[str]]:
    """Words for several kinds at once."""
    every = sorted(kinds)
    figures = roster_figures().values()
    shooting = {figure.kind for figure in figures if figure.weapon}
    riding = {figure.kind for figure in figures if figure.rides}
    groups = {
        ("shooters", "bowmen", "missiles"): _among(every, shooting),
        ("riders", "cavalry", "horsemen", "mounted"): _among(every, riding),
        ("infantry", "foot"): _among(every, set(every) - riding - shooting),
    }
    return {word: found for words, found in groups.items() for word in words}


def _among(kinds: list[str], wanted: set[str]) -> list[str]:
    return [kind for kind in kinds if kind in wanted]


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is most like one that is not known; empty if none is."""
    found = process.extractOne(
        word.casefold(), list(known), scorer=JaroWinkler.normalized_similarity, score_cutoff=NEAR_ENOUGH
    )
    return found[0] if found else ""

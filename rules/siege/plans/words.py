"""The words of a plan: phrases for order words, kinds of men, and the names of those who are there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from rules.core.language import english
from rules.core.tables import Tables
from rules.desk.numerals import NUMBERS, UNITS
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

_WALLS = r"(?:place|castle|walls?|stockade|stronghold|breach|gap|farm|chapel|tower)"
_FIGHTS_AT = r"(?:guards?|protects?|watch(?:es)?)"
_FALLS = r"(?:(?:should |shall )?(?:get|fall|are|be|become|turn)s? (?:sick|ill)|suffers?)"
_SICKNESS = (
    r"(?:if|when) (?:there is |we have |comes )?(?:a )?(?:sickness|illness|disease|plague)"
    r"(?: comes?| breaks out)?"
)

SAYINGS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(said, re.IGNORECASE), word)
    for said, word in (
        (r"[\u2019\u2018]", "'"),
        (r"[,\s]+(?:please|pls|thanks|thank you)[\s.!]*$", ""),
        (r"\bthere's\b", "there is"),
        (r"^(?:(?:otherwise|or else|else|failing that),?|if not,) (?:then )?(?:we )?(?=\w)", ""),
        (r"\b(?:just|simply) (?=\w)", ""),
        *((rf"\b{word}\b", str(NUMBERS[word])) for word in UNITS[1:12]),  # "one" is said of men, too
        (r"\bthe (\d+)(?:st|nd|rd|th) day\b", r"day \1"),
        (r"\b(\d+)(?:st|nd|rd|th) day\b", r"day \1"),
        (r"^bld\b", "build"),
        # wishes
        (rf"^(?:{_SICKNESS},? )?(?:our |the )?([^,]{{3,40}}?) {_FALLS} (first|last)$", r"sick ours \1 \2"),
        (rf"^(?:(?:if|when) they sally,? )?(?:our |the )?([^,]{{3,40}}?) (?:should |shall )?{_FIGHTS_AT}"
         rf" the camp$",
         r"camp \1 first"),
        (rf"^(?:(?:if|when) they sally,? )?(?:our |the )?([^,]{{3,40}}?) (?:should |shall )?{_FIGHTS_AT}"
         rf" the camp(?: first)?,? (?:and |but )?(?:our |the )?([^,]{{3,40}}?) last$",
         r"camp \1 first, \2 last"),
        (r"^(?:if|when|once) (?:the |a )?gates? (?:is|are) open(?:ed)?(?: (?:for us|by [^,]{3,20}))?,? (.+?)"
         r" (?:go|rush|enter|slip|storm)(?:e?s)?(?: in)?$", r"strike \1"),
        (r"^(?:if|when) (?:the |a )?relief(?: army)? (?:comes|arrives),? (?:we )?(fight|shelter|divide)"
         r"(?: it| them)?$", r"relief \1"),
        (r"^(?:at most |up to |no more than )?(\d+) quiet days?$", r"quiet \1"),
        (r"^(?:stay |keep |be )?quiet (?:for |up to |at most )+(?=\d)", "quiet "),
        # what is done, and when
        (r"^(from|until|before|after|on) day (\d+)(?: on(?:wards)?)?,? (?:we )?(?!on\b)"
         r"(?!.*\bthen\b)([^,;]+)",
         r"\3 \1 day \2"),
        (r"^((?:if|when) [^,:]+?) we (?=(?:build|batter|assault|storm|parley|rest|sally"
         r"|wait)\b)", r"\1 then "),
        (r"^((?:if|when) (?:(?!\bthen\b)[^,:])+?) (?=(?:assault|build|parley|wait|storm)\b)", r"\1 then "),
        (r"\b(?:at(?: odds(?: of)?)?|with odds(?: of)?) (\d+) ?(?:to|:) ?(\d+)\b", r"if odds \1 to \2"),
        (rf"\b(storm|assault|attack)s? (?:the |their )?{_WALLS}\b", "assault"),
        (r"^(batter\b.*) with (?:everything|all)(?: (?:that )?we have)?$", r"\1 with all throwers"),
        (r"\band let the (?:others|rest) (?=build)", "and "),
        (r"\b(?:talk|speak|negotiate) (?:to|with) (?:them|the garrison|the enemy)\b", "parley"),
        (r"\bstarve (?:them|the (?:place|garrison|castle))(?: out)?\b", "rest"),
        (r"^(?:hold|guard|man) the walls?(?: and (?:wait|rest))?$", "rest"),
        (r"\bodds of (?=\d)", "odds "),
        (r"\bthere (?:is|are) (fewer than|less than|under|at most|at least|more than) (\d+) days?"
         r"(?: of (?:food|stores))?(?: left)?(?=$|[,;.]| )", r"stores \1 \2"),
        (r"\bthere (?:is|are) (?:only )?(\d+) days?(?: of (?:food|stores))?(?: left)?(?=$|[,;.]| )",
         r"stores at most \1"),
        (r"\b(?:the )?(?:food|stores) (?:is|are|has|have)? ?(?:only )?(?:enough )?for (\d+) days\b",
         r"stores at most \1"),
        (r"\b(?:go|goes|come|comes) on (?=(?:build|batter|rest)ing\b)", ""),
        (r"\b(?:keep|carry|carry on|go on|continue) (build|batter|rest)ing\b", r"\1"),
        (r"\b(sall(?:y|ies)|sortie)(?: out| forth)(?! for\b)", "sally"),
        (r"\b(sally\b.*?),? (?:and|to) (?:burn|destroy|set fire to) (?:it|them"
         r"|(?:the|their) (?:throwers?|ladders?|engines?|tents|camp))$", r"\1"),
        (r"\b(?:food|stores) for (fewer than|less than|under|at most|at least|more than) (\d+) days\b",
         r"stores \1 \2"),
        (r"\ba party (?:goes|slips|rides)(?: out)? for (?:supplies|food)\b", "supply"),
    )
)  # fmt: skip
"""Applied before PHRASES: ways of putting a line that its order word is not in."""

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

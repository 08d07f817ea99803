"""Acts that harm somebody: whom they mean, and who helps whom in it."""

from __future__ import annotations

from msgspec.structs import replace

from rules.desk.speech.clause import Clause
from rules.desk.speech.phrases import text_of
from rules.desk.speech.talk import only_names
from rules.desk.speech.vocabulary import DEEDS as PHRASES
from rules.desk.speech.vocabulary import Deed
from rules.desk.tagging.acts import Act, Unplain
from rules.desk.tagging.describing import Person
from rules.desk.tagging.persons import HE, THEY
from rules.desk.tagging.places import Places, Words
from rules.desk.tagging.standing import PICKED, Standing
from rules.desk.tagging.words import words_in
from rules.orders.lexicon import PEOPLE
from rules.state.figure import FigureId

HARMING = {"attack": Deed.ATTACK, "strike": Deed.STRIKE, "fire": Deed.FIRE, "charge": Deed.CHARGE}
_BEST = words_in("best easiest easier likes like wants want pleases fancies chooses")
_CHOICE = words_in("""
    the a at of who whom whoever whichever whatever he they she him them is are target targets shot one
    man enemy enemies foe foes norman lombard greek arab slav byzantine can hit to
    """)
_STANDING = words_in(
    "stay stays staying stand stands remain remains keep keeps next beside near close behind"
)
"""Words by which some are to be where a friend is, whatever he does."""


class Harming(Places):
    """Part of Composing, which says who was spoken of."""

    words: Words
    told: set[FigureId]
    lines: list[str]
    standing: Standing

    def _add(self, clause: Clause) -> None:
        raise NotImplementedError

    def _unsaid(self, act: Act) -> str:
        """What is to be done where no word says so."""
        if act.foe:
            last = next((c for c in reversed(self.clauses) if c.whom or c.nearest), None)
            if last is not None:
                return next((name for name, deed in HARMING.items() if deed is last.deed), "strike")
            return "strike"
        if act.place:
            return "go"
        if act.friend:
            return "join"
        if act.facing:
            return "turn"
        raise Unplain

    # harm

    def _harm(self, act: Act, who: Person, deed: str) -> None:
        if only_names(self.words, self.lexicon) or (act.spared and not act.foe):
            raise Unplain
        foes, nearest, kinds = self._targets(act)
        if not act.foe and not act.place and self.foes and deed != "fire":
            foes = list(self.foes)
            self.doubts.append("")
        if not foes and not nearest:
            raise Unplain
        if act.either and act.terms:
            raise Unplain  # of which of them it is said
        joined = ""
        if len(foes) > 1:
            joined = "or" if act.either else "together"
            self.doubts.append(text_of(act.foe[-1]))
        if nearest and deed in ("attack", "strike", "charge"):
            raise Unplain
        if not set(kinds) <= PICKED:
            raise Unplain
        if act.place:
            self._up_to(act, who, foes)
        ids = tuple(dict.fromkeys(foes))
        means = HARMING[deed]
        if deed == "attack" and (not act.verb or PHRASES.at(act.verb) != (Deed.ATTACK, len(act.verb))):
            means = Deed.STRIKE  # "goes for": by what means is known by what he has
        if means is Deed.STRIKE and not act.verb and not self._all_shoot(who):
            self.doubts.append(text_of(act.foe[0]) if act.foe else "")
        self._add(
            Clause(
                means, who.ids, whom=ids, nearest=nearest, kinds=kinds, each=who.each, joined=joined,
                said=text_of(act.verb) if means is Deed.STRIKE and act.verb else "",
            )
        )  # fmt: skip
        self.foes = ids or self.foes

    def _targets(self, act: Act) -> tuple[list[FigureId], bool, tuple[str, ...]]:
        """The enemies meant, whether whoever is nearest, and of which kinds."""
        foes: list[FigureId] = []
        nearest = False
        kinds: tuple[str, ...] = ()
        for number, words in enumerate(act.foe):
            person = self._target(words, waits=bool(act.terms or act.behind))
            if person is None and number == 0 and len(act.foe) == 2:
                self.doubts.append(text_of(words))  # "the archer who missed him, and by that I mean Gilbert"
                continue
            if person is None:
                raise Unplain
            if not person.sure:
                self.doubts.append(text_of(words))
            foes += person.ids
            nearest, kinds = nearest or person.nearest, person.kinds
        return foes, nearest, kinds

    def _target(self, words: Words, *, waits: bool) -> Person | None:
        """Who is meant; failing that the one enemy of whom the line speaks besides, for "him" before it: a
        doubt."""
        person = self.persons.foe(words, self.foes)
        if person is not None or waits:
            return person
        own = {word.position for word in words}
        named = [(self.words[at].position, one.id) for at, one in self.persons.enemies(self.words)]
        if any(at in own for at, _ in named) or self.persons.names(words, PEOPLE):
            return None
        him = all(word.plain in HE for word in words)
        found = {one for at, one in named if not him or at < words[0].position}
        found -= {one for clause in self.clauses for one in clause.whom}
        return Person((found.pop(),), sure=False) if len(found) == 1 else None

    def _at_best(self, act: Act, who: Person, deed: str) -> bool:
        """ "Shoots whomever he likes best": the language has a word for that."""
        plain = {word.plain for word in act.foe[0]}
        if not plain & _BEST or not plain <= _BEST | _CHOICE or act.place or act.terms or act.behind:
            return False
        for man in who.ids:
            name = self.lexicon[man]
            shoots = deed == "fire" or (deed == "strike" and self._all_shoot(who))
            text = f"FIRE {name} AT best" if shoots else f"ATTACK {name} best"
            self.lines.append(self.standing.checked(text))
        self.told.update(who.ids)
        self.before.append(who.ids)
        return True

    def _with_friend(self, act: Act, who: Person) -> Person:
        """ "Joins Abbas against Olivier": Abbas too, which he is perhaps not told."""
        friend = self.persons.own(act.friend)
        if friend is None:
            raise Unplain
        self.doubts.append(text_of(act.friend))
        return Person(tuple(dict.fromkeys((*friend.ids, *who.ids))))

    def _all_shoot(self, who: Person) -> bool:
        figures = [self.desk.battle.figures[man] for man in who.ids]
        return all(figure.archer or figure.slinger for figure in figures)

    def _helps(self, act: Act, who: Person) -> bool:
        """Whether some join a fight of which the line speaks: then they do as those do."""
        if act.place or {word.plain for word in act.verb} & _STANDING:
            return False
        last = next((clause for clause in reversed(self.clauses) if clause.whom), None)
        if last is None or last.deed not in HARMING.values():
            return False
        if act.friend:
            friend = self.persons.own(act.friend)
            pronoun = {word.plain for word in act.friend} <= HE | THEY
            if not pronoun and (friend is None or not set(friend.ids) <= set(last.who)):
                return False
        foes = [person for words in act.foe if (person := self.persons.foe(words, self.foes)) is not None]
        if any(not set(person.ids) <= set(last.whom) for person in foes):
            return False  # whom somebody else is told to harm
        at = self.clauses.index(last)
        if last.deed in (Deed.ATTACK, Deed.STRIKE):
            both = tuple(dict.fromkeys((*last.who, *who.ids)))
            self.clauses[at] = replace(last, who=both)
            self.before.append(who.ids)
        else:
            self._add(replace(last, who=who.ids))
        return True

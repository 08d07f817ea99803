"""Lines put otherwise as to places and things: hexes in place of "next to Sandro" and "into the house", and
the men who are not named since only they fit."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.language import say
from rules.desk.desk import Desk
from rules.desk.speech import whither
from rules.desk.speech.bearers import against, pairs_at_ladders
from rules.desk.speech.company import Company, names
from rules.desk.speech.named import LADDER_WORK, Named
from rules.desk.speech.phrases import FOLLOWS, GOING, Words, text_of, words_of
from rules.desk.speech.saying import Saying
from rules.orders.cursor import Cursor
from rules.orders.fire_records import ShootOrder
from rules.orders.ladder_records import RaiseOrder
from rules.orders.lexicon import OWN, PEOPLE, Found, Lexicon
from rules.orders.records import FireOrder
from rules.orders.trouble import Misread
from rules.orders.verb import Verb
from rules.orders.verb_search import verb_here
from rules.state.figure import FigureId
from rules.tactical import weapons

_BESIDE = ("next to", "beside", "adjacent to", "alongside", "close to", "to", "up to")
_INTO = ("to", "into", "in to", "inside")


class Placed:
    """What a seat's lines are read with: its ``desk``, the words of its battle, its men and who was named."""

    desk: Desk
    lexicon: Lexicon
    company: Company
    named: Named

    def _verb(self, words: Words) -> Verb | None:
        try:
            found = verb_here(Cursor(words, self.lexicon, 0))
        except Misread:
            return None
        return found[0] if found is not None else None

    def _placed(self, words: Words, taken: Sequence[str]) -> tuple[Saying, ...] | None:
        """The line with hexes in place of "next to Sandro", "follows Roger" and "into the house", and with
        the men who are not named since only they fit."""
        own = self.named.people(words, OWN)
        if own:
            self.already: tuple[str, ...] = ()
            words, told = self._by_whom(self._whither(words, own[0][1].id, taken), own)
            return (Saying(text_of(words), (*told, *self.already)),)
        return self._who_else(words)

    def _whither(self, words: Words, mover: FigureId, taken: Sequence[str]) -> Words:
        start = self.named.people(words, OWN)[0][0]
        for at in range(start, len(words)):
            if words[at].plain in FOLLOWS and (whom := self.named.name(words[at + 1 :], PEOPLE)):
                found = whither.beside(self.desk, mover, whom.id, taken)
                return self._sent(words, at, at + 1 + whom.length, mover, found, whom.id)
            for length in (2, 1):
                phrase = " ".join(word.plain for word in words[at : at + length])
                behind = at + length
                if at and phrase in _INTO:
                    there = behind + (1 if words[behind : behind + 1] and words[behind].plain == "the" else 0)
                    if there < len(words) and words[there].plain in self.lexicon.areas:
                        found = whither.inside(self.desk, mover, words[there].plain, taken)
                        return self._sent(words, at, there + 1, mover, found)
                if phrase in _BESIDE and at > start:
                    whom = self.named.name(words[behind:], PEOPLE)
                    if whom is not None and whom.id != mover:
                        found = whither.beside(self.desk, mover, whom.id, taken)
                        return self._sent(words, at, behind + whom.length, mover, found, whom.id)
        return words

    def _sent(self, words: Words, begin: int, end: int, mover: FigureId, found: str, whom: str = "") -> Words:
        if not found:
            return words
        stays = found == self.desk.battle.figures[mover].hex
        if not stays:
            return (*words[:begin], *words_of(f"to {found}"), *words[end:])
        self.already = (whither.beside_already(self.desk, mover, whom),) if whom else ()
        before = tuple(word for word in words[:begin] if word.plain not in GOING)
        return (*before, *words_of("stay"), *words[end:])

    def _by_whom(self, words: Words, own: list[tuple[int, Found]]) -> tuple[Words, tuple[str, ...]]:
        """A ladder's second bearer, where one is named and only one ladder fits."""
        said = [word.plain for word in words]
        if "ladder" not in said or len({found.id for _, found in own}) != 1:
            return words, ()
        pairs = [pair for pair in pairs_at_ladders(self.desk.battle, self.company) if own[0][1].id in pair]
        if len(pairs) != 1:
            return words, ()
        at, found = own[0]
        pair = " + ".join(self.lexicon[one] for one in pairs[0])
        told = say("The ladder of {names}.", names=names(pairs[0], self.lexicon))
        return (*words[:at], *words_of(pair), *words[at + found.length :]), (told,)

    def _who_else(self, words: Words) -> tuple[Saying, ...] | None:
        """Who is meant where nobody is named: the only ones who can do it."""
        verb = self._verb(words)
        if verb is None:
            return (Saying(text_of(words)),)
        if issubclass(verb.record, FireOrder | ShootOrder):
            if self.desk.battle.engines:
                return (Saying(text_of(words)),)
            able = [
                m
                for m in self.company.men
                if m.active and weapons.weapon_of(self.desk.battle, self.desk.rules, m)
            ]
            who: tuple[FigureId, ...] = tuple(m.id for m in able) if len(able) == 1 else ()
        elif issubclass(verb.record, LADDER_WORK):
            pairs = pairs_at_ladders(self.desk.battle, self.company)
            who = self.named.bearers or (pairs[0] if len(pairs) == 1 else ())
            words = against(self.desk, words, who) if issubclass(verb.record, RaiseOrder) else words
        else:
            return (Saying(text_of(words)),)
        if not who:
            return None
        told = say("Nobody else can be meant than {names}.", names=names(who, self.lexicon))
        return (Saying(f"{' + '.join(self.lexicon[one] for one in who)} {text_of(words)}", (told,)),)

"""Whom an act is for: those named or described, those of whom the line spoke before, or all but some."""

from __future__ import annotations

from rules.desk.speech.band_words import NUMBERS
from rules.desk.speech.named import Named
from rules.desk.speech.phrases import Words, text_of
from rules.desk.tagging.acts import Act, Unplain
from rules.desk.tagging.describing import Person
from rules.desk.tagging.persons import HE, REST, THEY, Persons
from rules.desk.tagging.words import words_in
from rules.orders.lexicon import OWN, Role
from rules.orders.text import Token
from rules.state.figure import FigureId

NOBODY = frozenset(("nobody", "none", "noone"))
_SEVERAL = THEY | words_in("pair couple trio three four em")
_COUNTS = {"two": 2, "pair": 2, "couple": 2, "both": 2, "three": 3, "trio": 3, "four": 4}
_THOSE_BEFORE = HE | _SEVERAL | words_in("of the men guys lads")
_YOU = words_in("you guys lads men gentlemen")
_FEW = 3  # words for a kind of men


class Addressees:
    """``told``: whom the line told what to do; ``before``: whom it told something, the last behind;
    ``doubts``: the words that may mean others."""

    def __init__(self, persons: Persons, named: Named, doubts: list[str], line: Words) -> None:
        self.persons, self.named, self.doubts, self.line = persons, named, doubts, line
        self.told: set[FigureId] = set()
        self.before: list[tuple[FigureId, ...]] = []

    def of(self, act: Act) -> Person:
        """Those told; raises Unplain where nobody is found."""
        if not act.who and {word.plain for word in act.denial} & NOBODY:
            return self._nobody(act)
        if not act.who and not self.before:
            raise Unplain
        ids = [] if act.who else list(self.before[-1])
        each = False
        for words in (*act.who, *act.more):
            plain = {word.plain for word in words}
            before = plain <= _THOSE_BEFORE
            if before and ids:
                continue
            if before and (found := self._told_before(words)):
                ids += found
            elif len(act.who) <= 1 or not plain <= _YOU:
                person = self._described(words)
                each = each or person.each
                ids += [one for one in person.ids if not plain & REST or one not in self.told]
        for words in act.but:
            left_out = self.left_out(words)
            ids = [one for one in ids if one not in left_out]
        if not ids:
            raise Unplain
        return Person(tuple(dict.fromkeys(ids)), each=each)

    def left_out(self, words: Words) -> tuple[FigureId, ...]:
        """Those who are excepted; raises Unplain where that is not sure."""
        person = self.persons.own(words)
        if person is None or not person.sure:
            raise Unplain
        return person.ids

    def _told_before(self, words: Words) -> tuple[FigureId, ...]:
        """Whom "he" or "they" means: the last who were told something and were one, or several."""
        plain = {word.plain for word in words}
        several = bool(plain & _SEVERAL)
        many = next((count for said, count in _COUNTS.items() if said in plain), 0)
        groups = [one for one in reversed(self.before) if (len(one) > 1) == several]
        found = next((one for one in groups if not many or len(one) == many), ())
        if found:
            return found
        if not several:
            return self._named_before(words[0]) or self._last_named()
        both = self.all_before()
        return both if len(self.before) == 2 or (many and len(both) == many) else ()

    def _named_before(self, pronoun: Token) -> tuple[FigureId, ...]:
        """The one own man whom the line names before "he", told nothing: "As Gilbert is hurt, let him
        shoot". Raises Unplain where it names several."""
        before = [word for word in self.line if word.position < pronoun.position]
        found = {one.id for _, one in self.persons.names(before, OWN)}
        if len(found) > 1 or (found and self.before):
            raise Unplain
        self.doubts += [pronoun.text] if found else []
        return tuple(found)

    def all_before(self) -> tuple[FigureId, ...]:
        """All whom the line told something so far."""
        return tuple(dict.fromkeys(one for some in self.before for one in some))

    def _last_named(self) -> tuple[FigureId, ...]:
        if len(self.named.actors) == 1:
            return self.named.actors
        return tuple(one for one in self.named.last if self.persons.lexicon.role.get(one) is Role.OWN)

    def _described(self, words: Words) -> Person:
        person = self.persons.own(words)
        if person is None:
            raise Unplain
        if not (person.sure and self._is_plain(words)):
            self.doubts.append(text_of(words))
        return person

    def _is_plain(self, words: Words) -> bool:
        """Whether men are named, or a kind of them in the plural and nothing else is: "Hugo", "all
        archers"."""
        if self.persons.is_named(words):
            return True
        last = words[-1].plain
        counted = any(
            word.kind == "number" or word.plain in NUMBERS or word.plain == "whoever" for word in words
        )
        return not counted and len(words) <= _FEW and (last.endswith(("s", "men")) or last in REST)

    def _nobody(self, act: Act) -> Person:
        """ "Nobody leaves the wall": all who stand there."""
        if act.place:
            person = self.persons.all_at(act.place)
            if person is None:
                raise Unplain
            return person
        self.doubts.append(text_of(act.denial))
        return Person(tuple(man.id for man in self.persons.present()), each=True)

"""Where to by persons: next to somebody, to his side, to him of whom the line spoke."""

from __future__ import annotations

from rules.desk.speech.clause import Clause
from rules.desk.speech.phrases import text_of
from rules.desk.speech.vocabulary import Deed
from rules.desk.tagging import things
from rules.desk.tagging.describing import Person
from rules.desk.tagging.looking import Looking
from rules.desk.tagging.persons import HE, THEY
from rules.desk.tagging.words import words_in
from rules.orders.lexicon import PEOPLE
from rules.orders.text import Token
from rules.state.figure import FigureId

Words = tuple[Token, ...]

_BESIDE = words_in("""
    next to beside by near the up with at close right towards toward closer nearer alongside in
    direction of
    """)
_HIS_SIDE = words_in("side left right flank elbow back platform hex position shoulder post line")
_OURS = words_in("body others lines ranks mates party comrades friends companions lads boys")


class Nearing(Looking):
    """Part of Places, and with it of Composing, which says who was spoken of."""

    before: list[tuple[FigureId, ...]]

    def _named_for(self, words: Words, who: Person) -> Words:
        """The words with a name for "him": of those of whom the line spoke, if they were not told this."""
        out: list[Token] = []
        for word in words:
            whom = self._pronoun(word, who)
            out.append(word._replace(kind="word", text=self.lexicon[whom], plain=self.lexicon[whom].lower())
                       if whom is not None else word)  # fmt: skip
        return tuple(out)

    def _pronoun(self, word: Token, who: Person) -> FigureId | None:
        if word.plain not in ("him", "her", "them"):
            return None
        told = [one for one in reversed(self.before) if not set(one) & set(who.ids)]
        spoken = [*told[:1], *([self.foes] if self.foes else [])]
        single = [one[0] for one in spoken if len(one) == 1]
        if not single or (word.plain == "them") != (len(spoken[0]) > 1):
            return None
        if len(spoken) > 1:
            self.doubts.append(word.text)
        return single[0]

    # by persons

    def _by_person(self, who: Person, words: Words, far: bool) -> list[Clause] | None:
        plain = {word.plain for word in words}
        if plain & {"away", "from", "between", "behind", "not", "clear", "out", "beyond", "past"}:
            return None
        lasting = tuple(word for word in words if word.plain not in _BESIDE)
        if not lasting or things.first_direction(lasting):
            return None
        person = self._meant(lasting, who)
        if person is None or not person.ids:
            return None
        others = [one for one in person.ids if one not in who.ids]
        if not others:
            return None
        if not person.sure or len(others) > 1:
            self.doubts.append(text_of(words))
        if len(others) > 1:
            board, figures = self.desk.battle.board, self.desk.battle.figures
            held = {at for one in others for at in figures[one].hexes}
            near = {at for there in held for at in board.neighbours(there)} - held
            return [Clause(Deed.GO, who.ids, spots=tuple(sorted(near)), far=True)]
        return [Clause(Deed.GO, who.ids, beside=others[0], far=far)]

    def _meant(self, words: Words, who: Person) -> Person | None:
        plain = {word.plain for word in words}
        if len(words) > 1 and plain & _HIS_SIDE and (one := self._somebody(words, who)) is not None:
            return Person((one,), sure=False)  # "Khaled's left", "his lord's side"
        if plain & _OURS and not self.persons.names(words, PEOPLE):
            return self._nearest_friend(who)
        if len(words) == 1 and (whom := self._pronoun(words[0], who)) is not None:
            return Person((whom,))
        if all(word.plain in HE | THEY for word in words):
            return None
        for found in (self.persons.own(words), self.persons.foe(words, self.foes)):
            if found is not None and found.ids and set(found.ids) <= set(self.desk.battle.figures):
                return found  # no loose horse
        return None

    def _nearest_friend(self, who: Person) -> Person | None:
        """ "The main body", "our lines": the friend who is nearest to him who is sent there."""
        board, figures = self.desk.battle.board, self.desk.battle.figures
        start = figures[who.ids[0]].hex
        away = {
            man.id: board.distance(start, man.hex)
            for man in self.persons.present()
            if man.id not in who.ids and man.hex is not None and start is not None
        }
        return Person((min(away, key=lambda one: (away[one], one)),), sure=False) if away else None

    def _somebody(self, words: Words, who: Person) -> FigureId | None:
        """The one who is named among these words and not told anything by them."""
        found = {one.id for at in range(len(words)) if (one := self.persons.named(words, at)) is not None}
        found = {one for one in found if one in self.desk.battle.figures and one not in who.ids}
        return found.pop() if len(found) == 1 else None

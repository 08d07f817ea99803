"""The words of one line as they are heard: whom they name, what they describe, which of them add nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.core.language import english, say
from rules.desk.clause import Unsure
from rules.desk.company import Company
from rules.desk.described import Described, described
from rules.desk.desk import Desk
from rules.desk.named import Named
from rules.desk.phrases import words_of
from rules.desk.vocabulary import DEEDS, EMPTY, HOLDING, JOINTS, LITTLE, SPOKEN
from rules.orders.lexicon import OWN, PEOPLE, TARGETS, Found, Lexicon, Role
from rules.orders.text import Token
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verbs import first_words
from rules.orders.words import KEYWORDS
from rules.state.figure import FigureId

Words = Sequence[Token]
_NEAREST = ("nearest", "closest")
_WHOEVER = (
    "whoever is nearest",
    "whoever is closest",
    "whoever is the nearest",
    "whoever is next to them",
)
_ANY_ENEMY = ("enemy", "enemies", "foe", "foes", "target", "one", "man", "guy")
_CHATTING = """
    is are was its im ive we us hope hopefully sorry thanks luck good fine nice damn there thats this hes
    theyre
"""
_CHATTY = frozenset(_CHATTING.split())
_LETTERS = 2  # of a name at least, in the middle of a line


class Heard:
    """A line, and the place ``at`` up to which it is understood. ``breaks``: before which words a full stop,
    a bracket or a stroke stands; ``brackets``: before which an opening bracket; ``told``: what was read
    otherwise than written, and what was left out."""

    def __init__(
        self, desk: Desk, lexicon: Lexicon, company: Company, named: Named, words: Words,
        breaks: Collection[int] = (), busy: frozenset[FigureId] = frozenset(),
        brackets: Collection[int] = (),
    ) -> None:  # fmt: skip
        self.desk = desk
        self.battle = desk.battle
        self.lexicon = lexicon
        self.company = company
        self.named = named
        self.words = words
        self.breaks = breaks
        self.busy = busy
        self.brackets = brackets
        self.at = 0
        self.targets: tuple[str, ...] = ()  # enemies named on this line
        self.told: list[str] = []
        self._verbs = frozenset(first_words(lexicon.modules))

    # who is meant

    @property
    def ordered(self) -> frozenset[FigureId]:
        """Who has an order on this line by now, so that "the rest" leaves him out."""
        return frozenset()

    def men_at(self, at: int) -> tuple[tuple[FigureId, ...], int, bool] | None:
        """Men of the seat's: one, several, or a kind of them."""
        if at >= len(self.words) or DEEDS.at(self.words, at) or self._is(at, "both", "first", "two"):
            return None
        if self.words[at].kind != "word":
            return None
        if (left := self.company.spelt_out(tuple(self.words[at:]), self.busy | self.ordered)) is not None:
            men = tuple(found.id for _, found in self.named.people(words_of(left[0]), OWN))
            self.told.append(
                english("{written} read as {name}.", written=self._said(at, left[1]), name=left[0])
            )
            return men, left[1], True
        chosen = self.company.at(self.words[at:], self.busy | self.ordered)
        if chosen is not None and chosen.length:
            if not chosen.figures:
                message = english("there is nobody of them who can do anything now")
                raise Unsure(Trouble(Code.CANNOT_ACT, message, self.words[at].position))
            kinds = self.person_at(at, OWN) is None
            length = chosen.length
            if self._is(at + length, "all", "both", "each"):
                length += 1
            self.told += chosen.told
            return chosen.figures, length, kinds
        one = self.person_at(at, OWN)
        return ((one.id,), one.length, False) if one is not None else None

    def person_at(self, at: int, roles: frozenset[Role]) -> Found | None:
        if at >= len(self.words) or self.words[at].kind != "word" or len(self.words[at].plain) <= _LETTERS:
            return None
        word = self.words[at].plain
        found = self.lexicon.find(self.words[at : at + 6], roles)
        if not isinstance(found, Found):
            return None
        if found.note and (word in SPOKEN or word in KEYWORDS or word in HOLDING or EMPTY.at(self.words, at)):
            return None
        return found

    def _target(self, at: int) -> tuple[str, int] | None:
        """An enemy, or "" for whoever is nearest, and over how many words."""
        if at >= len(self.words):
            return None
        if length := self._phrase(_WHOEVER, at):
            return "", length
        near = self._skip(at, ("the", "whoever", "is"))
        if self._is(near, *_NEAREST):
            behind = near + 1
            if self._is(behind, *_ANY_ENEMY) or self._names_side(behind):
                behind += 1
            elif (
                not self._ends(behind)
                and not EMPTY.at(self.words, behind)
                and not self._is(behind, "then", "or")
            ):
                return None
            return "", behind - at
        if self.words[at].plain in ("him", "her"):
            foes = self.targets or self.named.targets
            if len(foes) != 1:
                return None
            self.told.append(
                english("{written} read as {name}.", written=self.words[at].text, name=self.lexicon[foes[0]])
            )
            return foes[0], 1
        whom = self.person_at(at, TARGETS)
        if whom is not None:
            if whom.note:
                self.told.append(whom.note)
            return whom.id, whom.length
        shown = described(self.battle, self.lexicon, self.words, at)
        if isinstance(shown, Trouble):
            raise Unsure(shown)
        if isinstance(shown, Described):
            said = " ".join(word.text for word in self.words[at : at + shown.length])
            self.told.append(english("{written} read as {name}.", written=said, name=self.lexicon[shown.id]))
            return shown.id, shown.length
        return None

    def _names_side(self, at: int) -> bool:
        """Whether a word is what the men of another side are called."""
        if at >= len(self.words):
            return False
        said = self.words[at].plain.removesuffix("s")
        mine = self.company.men[0].side if self.company.men else ""
        others = [self.battle.side_of(seat.side) for seat in self.battle.setup.seats if seat.side != mine]
        return any(said in (side.adjective.casefold(), side.id.removesuffix("s")) for side in others)

    # words that add nothing

    def _nothing(self) -> bool:
        """Words that change nothing, left out and named."""
        if found := EMPTY.at(self.words, self.at):
            self._leave_out(self.at, self.at + found[1])
            self.at += found[1]
            return True
        return False

    def _little(self) -> bool:
        if found := LITTLE.at(self.words, self.at):
            self.at += found[1]
            return True
        return False

    def _chat(self) -> bool:
        """Something said beside the orders, between commas or full stops: no order word, nobody's name, no
        hex and nothing that denies or waits."""
        begin = self.at
        if not (begin == 0 or begin in self.breaks or self.words[begin - 1].plain in (",", ";")):
            return False
        end = begin
        while (
            end < len(self.words) and (end == begin or end not in self.breaks) and not self._is(end, ",", ";")
        ):
            end += 1
        said = range(begin, end)
        if not any(self.words[at].plain in _CHATTY for at in said) or not all(map(self._harmless, said)):
            return False
        self._leave_out(begin, end)
        self.at = end
        return True

    def _aside(self) -> bool:
        """What stands in brackets, or behind "because": that it denies nothing is enough."""
        begin = self.at
        if begin not in self.brackets and not self._is(begin, "because", "cos", "cause", "since"):
            return False
        end = begin + 1
        while end < len(self.words) and end not in self.breaks and not self._is(end, ",", ";"):
            end += 1
        if any(word.plain in HOLDING for word in self.words[begin:end]):
            return False
        if begin in self.brackets and any(word.kind == "hex" for word in self.words[begin:end]):
            return False
        self._leave_out(begin, end)
        self.at = end
        return True

    def _harmless(self, at: int) -> bool:
        word = self.words[at]
        if (
            word.kind != "word"
            or word.plain in HOLDING
            or word.plain in self._verbs
            or word.plain in SPOKEN - {"is"}
        ):
            return False
        return self.person_at(at, PEOPLE) is None

    def _leave_out(self, begin: int, end: int) -> None:
        said = " ".join(word.text for word in self.words[begin:end])
        self.told.append(say("{words!r} adds nothing to the order and was left out.", words=said))

    def _skip_empty(self, at: int) -> int:
        """Past the words here that add nothing."""
        while found := EMPTY.at(self.words, at):
            self._leave_out(at, at + found[1])
            at += found[1]
        if self._is(at, "instead") and not self._is(at + 1, "of"):
            at += 1
        return self._skip(at, ("pls", "please", "again", "too", "also", "straight", "right"))

    # looking

    def _is(self, at: int, *plain: str) -> bool:
        return 0 <= at < len(self.words) and self.words[at].plain in plain

    def _is_hex(self, at: int) -> bool:
        return at < len(self.words) and self.words[at].kind == "hex"

    def _hex(self, at: int) -> str:
        try:
            return self.lexicon.hex(self.words[at])
        except Misread as misread:
            raise Unsure(misread.trouble) from None

    def _said(self, at: int, length: int) -> str:
        return " ".join(word.text for word in self.words[at : at + length])

    def _skip(self, at: int, plain: Collection[str]) -> int:
        while at < len(self.words) and self.words[at].plain in plain and (at not in self.breaks):
            at += 1
        return at

    def _phrase(self, phrases: Sequence[str], at: int | None = None) -> int:
        """How many words the longest of these phrases has that stands here."""
        at = self.at if at is None else at
        best = 0
        for phrase in phrases:
            parts = phrase.split()
            if len(parts) > best and [word.plain for word in self.words[at : at + len(parts)]] == parts:
                best = len(parts)
        return best

    def _ends(self, at: int) -> bool:
        """Whether what was said ends here."""
        return at >= len(self.words) or at in self.breaks or self.words[at].plain in JOINTS

    def _begins_deed(self, at: int) -> bool:
        return DEEDS.at(self.words, at) is not None

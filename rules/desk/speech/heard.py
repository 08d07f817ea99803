"""The words of one line as they are heard: whom they name, what they describe, which of them add nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.core.language import english, say
from rules.desk.desk import Desk
from rules.desk.speech.clause import Unsure
from rules.desk.speech.company import Company
from rules.desk.speech.described import Described, apposed, described
from rules.desk.speech.named import Named
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.phrases import words_of
from rules.desk.speech.vocabulary import DEEDS, EMPTY, HOLDING, JOINTS, SPOKEN, longest
from rules.orders.lexicon import OWN, PEOPLE, TARGETS, Found, Lexicon, Role
from rules.orders.text import Token
from rules.orders.trouble import Code, Misread, Trouble, listed
from rules.orders.verbs import first_words
from rules.orders.words import KEYWORDS
from rules.state.figure import FigureId

Words = Sequence[Token]
_NEAREST = ("nearest", "closest")
_WHOEVER = phrases_in(
    """
    whoever is nearest, whoever is closest, whoever is the nearest, whoever is the closest, whoever
    stands nearest, whoever stands closest, whoever comes nearest, whoever is nearest to him,
    whoever is closest to him, whoever is nearest to them, whoevers nearest, whoevers closest,
    whoever is near, the nearest target, the nearest one, the nearest enemy, the closest enemy,
    nearest target
    """
)
_BESIDE_HIM = phrases_in(
    """
    his opponent, their opponent, whoever is next to him, whoever is next to them, whoever is beside
    him, whoever stands next to him, whoever he is fighting, whoever hes fighting, whoever he
    fights, the one he is fighting, the one hes fighting, the one next to him, the man next to him,
    the enemy next to him, the man he is fighting, his man, the enemy in front of him, the man in
    front of him, the one in front of him, whoever is in front of him, the enemy beside him, the man
    beside him, the guy next to him, the guy in front of him, the fellow next to him, his neighbour,
    the enemy next to it, whoever is next, the one beside him, whoever stands beside him, whoever is
    in contact with him
    """
)
_BESIDE_THEM = phrases_in(
    """
    the ones next to them, those next to them, the men next to them, the enemies next to them, the
    enemy next to them, whoever they are fighting, whoever theyre fighting, whom they are fighting,
    the men they are fighting, the ones they are fighting, the ones theyre fighting, their
    opponents, their own opponents, their own man, their men, the enemies in front of them, the men
    in front of them, those in front of them, the ones in front of them, whoever is in front of
    them, whoever stands next to them, whoever they are in contact with, the enemies beside them,
    the ones beside them, whoever they face, their man, whoever they fight, who they are fighting,
    their neighbours, whoever they touch, whoever is beside them, whoever they are next to, whoever
    theyre next to, the enemy in front of them, whoever is in contact with them, their opponent
    """
)
_ANY_ENEMY = phrases_in(
    """
    enemy, enemies, foe, foes, target, one, man, guy, fellow, chap, opponent
    """
)
_PICKED = {
    "archer": "archer",
    "archers": "archer",
    "bowman": "archer",
    "rider": "mounted",
    "riders": "mounted",
    "horseman": "mounted",
    "horsemen": "mounted",
    "cavalry": "mounted",
    "leader": "leader",
}
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
        self.nobody: set[int] = set()  # where no men of the seat's are named, as far as was looked
        self.whole = len(words)
        self.kinds_meant: tuple[str, ...] = ()  # what the nearest is to be, who was asked for last
        self._verbs = frozenset(first_words(lexicon.modules))

    # who is meant

    @property
    def ordered(self) -> frozenset[FigureId]:
        """Who has an order on this line by now, so that "the rest" leaves him out."""
        return frozenset()

    def men_at(self, at: int) -> tuple[tuple[FigureId, ...], int, bool] | None:
        """Men of the seat's: one, several, or a kind of them."""
        if at in self.nobody or at >= len(self.words) or self._is(at, "first"):
            return None
        if DEEDS.at(self.words, at) and not (self._is(at, "rest") and DEEDS.at(self.words, at + 1)):
            return None  # but "rest hold" is for the rest
        if (
            self._is(at - 1, "the", "my", "our", "a")
            and self.company.one_of_several(self.words[at:]) is not None
        ):
            return None
        counted = self._is(at, "both", "two") or self.words[at].kind == "number"
        if counted and not self.company.counts_men(self.words[at:], self.busy | self.ordered):
            return None
        if self.words[at].kind not in ("word", "number"):
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
        if one is None and len(self.words) == self.whole:
            self.nobody.add(at)
        return ((one.id,), one.length, False) if one is not None else None

    def person_at(self, at: int, roles: frozenset[Role]) -> Found | None:
        if at >= len(self.words) or self.words[at].kind != "word" or len(self.words[at].plain) <= _LETTERS:
            return None
        word = self.words[at].plain
        found = self.lexicon.find(self.words[at : at + 6], roles)
        if not isinstance(found, Found) and word.endswith("s") and self.words[at].text[-2:-1] in "'\u2019":
            found = self.lexicon.find((self.words[at]._replace(plain=word[:-1]),), roles)  # "Serlo's"
        if not isinstance(found, Found):
            return None
        if found.note and (word in SPOKEN or word in KEYWORDS or word in HOLDING or EMPTY.at(self.words, at)):
            return None
        return found

    def _target(self, at: int) -> tuple[str, int] | None:
        """An enemy, or "" for whoever is nearest, and over how many words."""
        if at >= len(self.words):
            return None
        self.kinds_meant = ()
        if length := self._phrase(_BESIDE_HIM, at):
            return self._opponent(at, length)
        if (near := self._nearest_here(at)) is not None:
            return near
        if self.words[at].plain in ("him", "her"):
            foes = self.targets or self.named.targets
            if len(foes) != 1:
                return None
            self.told.append(
                english("{written} read as {name}.", written=self.words[at].text, name=self.lexicon[foes[0]])
            )
            return foes[0], 1
        whom = self.person_at(at, TARGETS)
        if whom is not None and self._is_no_horse(whom, at):
            return None
        if whom is not None:
            if whom.note:
                self.told.append(whom.note)
            length = whom.length
            return whom.id, length + apposed(self.battle, self.lexicon, self.words, at + length, whom.id)
        mine = {there for man in self.told_now for there in self.battle.figures[man].hexes}
        shown = described(self.battle, self.lexicon, self.words, at, him=mine)
        if isinstance(shown, Trouble):
            raise Unsure(shown)
        if isinstance(shown, Described):
            said = " ".join(word.text for word in self.words[at : at + shown.length])
            self.told.append(english("{written} read as {name}.", written=said, name=self.lexicon[shown.id]))
            return shown.id, shown.length
        return None

    def _is_no_horse(self, whom: Found, at: int) -> bool:
        """Whether something else of somebody's is spoken of: "Gui's place" is not his horse."""
        named = self.words[at].text[-2:-1] in "'\u2019" and whom.length == 1
        return named and self.lexicon.role.get(whom.id) is Role.HORSE

    def _nearest_here(self, at: int) -> tuple[str, int] | None:
        """Whoever is nearest: to those who are told (""), or to somebody named."""
        whoever = self._phrase(_WHOEVER, at)
        near = at + whoever
        if not whoever:
            near = self._skip(
                at, ("the", "whoever", "whichever", "is", "whatever", "their", "stands", "comes")
            )
            if not self._is(near, *_NEAREST):
                return None
            near += 1
            if near < len(self.words) and (kind := _PICKED.get(self.words[near].plain)):
                self.kinds_meant = (kind,)
                near += 1
            elif self._is(near, *_ANY_ENEMY) or self._names_side(near):
                near += 1
        if self._is(near, "to") and (whose := self.person_at(near + 1, PEOPLE)) is not None:
            return self._nearest_to(at, near + 1 + whose.length, whose.id)
        empty = self._ends(near) or EMPTY.at(self.words, near) or self._is(near, "then", "or")
        known = whoever or self.kinds_meant or self._is(near - 1, *_ANY_ENEMY) or self._names_side(near - 1)
        return ("", near - at) if empty or known else None

    def _nearest_to(self, at: int, end: int, whose: str) -> tuple[str, int] | None:
        """The one enemy who is nearest to somebody: "whoever stands nearest to Robert"."""
        there = self.battle.figures[whose].hex if whose in self.battle.figures else None
        foes = {
            foe.id: self.battle.board.distance(there, foe.hex)
            for foe in self.battle.figures.values()
            if there
            and foe.hex
            and foe.living
            and foe.id != whose
            and self.lexicon.role.get(foe.id) is Role.ENEMY
        }
        near = [foe for foe, many in foes.items() if many == min(foes.values())]
        said = self._said(at, end - at)
        if not near:
            raise Unsure(
                Trouble(Code.NAME, english("no enemy fits: {words}", words=said), self.words[at].position)
            )
        if len(near) != 1:
            names = tuple(self.lexicon[one] for one in near)
            message = english("{word} could be {candidates}", word=said, candidates=listed(names[:8]))
            raise Unsure(Trouble(Code.WHICH_NAME, message, self.words[at].position, "", names))
        self.told.append(english("{written} read as {name}.", written=said, name=self.lexicon[near[0]]))
        return near[0], end - at

    def _opponent(self, at: int, length: int) -> tuple[str, int] | None:
        """The one enemy next to those who are told."""
        draft = self.battle
        mine = {there for man in self.told_now for there in draft.figures[man].hexes}
        beside = [
            foe.id for foe in draft.figures.values()
            if foe.living and self.lexicon.role.get(foe.id) is Role.ENEMY
            and any(draft.board.adjacent(a, b) for a in foe.hexes for b in mine)
        ]  # fmt: skip
        said = self._said(at, length)
        if len(beside) == 1:
            self.told.append(english("{written} read as {name}.", written=said, name=self.lexicon[beside[0]]))
            return beside[0], length
        names = tuple(self.lexicon[one] for one in beside)
        position = self.words[at].position
        if names:
            message = english("{word} could be {candidates}", word=said, candidates=listed(names[:8]))
            raise Unsure(Trouble(Code.WHICH_NAME, message, position, "", names))
        raise Unsure(Trouble(Code.NAME, english("no enemy fits: {words}", words=said), position))

    def _each_opponent(self, at: int, *, each: bool) -> tuple[dict[str, list[FigureId]], int] | None:
        """Whom each of several men has next to him, with the men of each, where "whoever they are fighting"
        is meant. ``each``: who has nobody is left out. Raises Unsure where somebody has several."""
        length = self._phrase((*_BESIDE_HIM, *_BESIDE_THEM), at) if len(self.told_now) > 1 else 0
        if not length:
            return None
        found: dict[str, list[FigureId]] = {}
        alone: list[FigureId] = []
        for man in self.told_now:
            mine = self.battle.figures[man].hexes
            beside = [
                foe.id for foe in self.battle.figures.values()
                if foe.living and self.lexicon.role.get(foe.id) is Role.ENEMY
                and any(self.battle.board.adjacent(a, b) for a in foe.hexes for b in mine)
            ]  # fmt: skip
            if len(beside) > 1:
                whom = tuple(self.lexicon[one] for one in beside)
                word = f"{self._said(at, length)} ({self.lexicon[man]})"
                message = english("{word} could be {candidates}", word=word, candidates=listed(whom))
                raise Unsure(Trouble(Code.WHICH_NAME, message, self.words[at].position, "", whom))
            if beside:
                found.setdefault(beside[0], []).append(man)
            else:
                alone.append(man)
        if not found or (alone and not each):
            said = self._said(at, length)
            raise Unsure(Trouble(Code.NAME, english("no enemy fits: {words}", words=said)))
        if alone:
            left = ", ".join(self.lexicon[man] for man in alone)
            self.told.append(say("Left out, since they can do nothing: {names}.", names=left))
        return found, length

    @property
    def told_now(self) -> tuple[FigureId, ...]:
        """Whom this clause is for."""
        return ()

    def _names_side(self, at: int) -> bool:
        """Whether a word is what the men of another side are called."""
        if at >= len(self.words):
            return False
        said = self.words[at].plain.removesuffix("s")
        mine = self.company.men[0].side if self.company.men else ""
        others = [self.battle.side_of(seat.side) for seat in self.battle.setup.seats if seat.side != mine]
        return any(said in (side.adjective.casefold(), side.id.removesuffix("s")) for side in others)

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

    def _phrase(self, phrases: tuple[str, ...], at: int | None = None) -> int:
        """How many words the longest of these phrases has that stands here."""
        return longest(phrases, self.words, self.at if at is None else at)

    def _ends(self, at: int) -> bool:
        """Whether what was said ends here."""
        return at >= len(self.words) or at in self.breaks or self.words[at].plain in JOINTS

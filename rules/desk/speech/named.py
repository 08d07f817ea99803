"""Who was named in a mail so far, and whom "he", "him" and "it" mean therefore."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.core.language import english
from rules.desk.speech.company import names
from rules.desk.speech.phrases import FOLLOWS, GOING, Words, words_of
from rules.desk.speech.saying import Saying, stays_left_out
from rules.desk.speech.vocabulary import DEEDS
from rules.orders.ladder_records import CarryOrder, LayOrder, RaiseOrder, ShiftOrder
from rules.orders.lexicon import OWN, PEOPLE, Found, Lexicon, Role
from rules.orders.parser import WILL, Part, read_line
from rules.orders.records import Order, figures_of
from rules.orders.text import Token
from rules.orders.trouble import Code, Trouble, listed
from rules.orders.verbs import EVERYDAY, first_words
from rules.state.figure import FigureId

LADDER_WORK = (CarryOrder, RaiseOrder, ShiftOrder, LayOrder)
_HE = ("he", "she", "they", "both")
_HIM = ("him", "her", "them")
_AGAIN = frozenset({"same", "ditto", "likewise"})
_WITH_IT = ("raise", "raises", "lay", "lays", "carry", "take")
_LETTING = ("let", "have", "send")
_BEGINNINGS = ("then", "and", ";", ",", *_LETTING)
_SHORTEST_NAME = 3


class Named:
    """What the lines above were about: ``orders``, those of the last that gave any; ``targets``, the enemies
    on the last that named any; ``actors``, who was last given an order; ``last``, who was last named;
    ``bearers``, who last had a ladder in hand."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.targets: tuple[str, ...] = ()
        self.actors: tuple[FigureId, ...] = ()
        self.last: tuple[str, ...] = ()
        self.bearers: tuple[FigureId, ...] = ()
        self.orders: tuple[Order, ...] = ()

    def heard(self, words: Words, orders: Sequence[Order]) -> None:
        """Keep what a line was about for those that follow."""
        people = [found.id for _, found in self.people(words, PEOPLE)]
        enemies = [one for one in people if self.lexicon.role[one] is Role.ENEMY]
        self.targets = tuple(dict.fromkeys(enemies)) or self.targets
        acting = tuple(dict.fromkeys(figure for order in orders for figure in figures_of(order)))
        self.actors = acting or self.actors
        self.orders = tuple(orders) or self.orders
        self.last = (people[-1],) if people else self.last
        for order in orders:
            if isinstance(order, LADDER_WORK):
                self.bearers = figures_of(order)

    def said(self, sayings: Sequence[Saying]) -> list[tuple[str, tuple[Part, ...]]]:
        """The lines that one line means, read with what is told of them; whoever is meant behind it by "they"
        or "the same" is all of whom it spoke."""
        lines: list[tuple[str, tuple[Part, ...]]] = []
        whole: list[Order] = []
        for saying in stays_left_out(sayings, self.lexicon):
            parts = read_line(saying.text, self.lexicon)
            orders = [part.order for part in parts if part.order is not None]
            self.heard(words_of(saying.text), orders)
            whole += orders
            if parts:
                parts = (replace(parts[0], notes=(*saying.told, *parts[0].notes)), *parts[1:])
            lines.append((saying.text, parts))
        self._acted(whole)
        return lines

    def _acted(self, orders: Sequence[Order]) -> None:
        acting = tuple(dict.fromkeys(figure for order in orders for figure in figures_of(order)))
        self.actors = acting or self.actors
        self.orders = tuple(orders) or self.orders

    def people(self, words: Words, roles: frozenset[Role]) -> list[tuple[int, Found]]:
        """Everybody named, with the place of his name."""
        found: list[tuple[int, Found]] = []
        at = 0
        while at < len(words):
            one = self.name(words[at:], roles)
            if one is not None:
                found.append((at, one))
            at += one.length if one is not None else 1
        return found

    def name(self, words: Sequence[Token], roles: frozenset[Role]) -> Found | None:
        if not words or words[0].kind != "word" or len(words[0].plain) < _SHORTEST_NAME:
            return None
        found = self.lexicon.find(words[:6], roles)
        return found if isinstance(found, Found) else None

    def orders_something(self, words: Words) -> bool:
        verbs = {*first_words(self.lexicon.modules), *FOLLOWS}
        return any(word.plain in verbs for word in words)

    # "the same", him, it

    def again(self, words: Words) -> Trouble | None:
        said = {word.plain for word in words}
        before = {"as", "before"} <= said
        if not (said & _AGAIN or before):
            return None
        if not (self.people(words, OWN) or words[0].plain in ("same", "the", "ditto")):
            return None
        at = next((word.position for word in words if word.plain in (*_AGAIN, "before")), 0)
        message = english("which order is meant by that is not sure: write it out once more")
        return Trouble(Code.EXPECTED, message, at)

    def without_pronouns(self, words: Words) -> tuple[Words, tuple[str, ...]] | Trouble:
        """The words with names in place of he, him and it, and what to tell of that."""
        out: list[Token] = []
        told: list[str] = []
        for at, word in enumerate(words):
            named: tuple[str, ...] | Trouble | None = None
            behind = out[-1].plain if out else ""
            begins = not out or behind in _BEGINNINGS
            acts = word.plain in (*_HE, *_HIM) and begins and self.speaks_of_him(words[at + 1 :])
            if acts or (word.plain in _HIM and behind in _LETTING):
                named = self._actors(word)
            elif word.plain in _HIM and not begins and behind != "of" and self.orders_something(words):
                named = self._meant_by_him(word, tuple(out))
            elif word.plain == "it" and behind in _WITH_IT:
                out.extend(words_of("the ladder"))
                continue
            if isinstance(named, Trouble):
                return named
            if named is None:
                out.append(word)
                continue
            out.extend(words_of(" + ".join(self.lexicon[one] for one in named)))
            told.append(
                english("{written} read as {name}.", written=word.text, name=names(named, self.lexicon))
            )
        return tuple(out), tuple(told)

    def speaks_of_him(self, words: Words) -> bool:
        """Whether an order word or a hex follows, perhaps behind a little word."""
        at = next((at for at, word in enumerate(words) if word.plain not in WILL), len(words))
        if at == len(words):
            return False
        verbs = set(first_words(self.lexicon.modules)) | set(FOLLOWS)
        return words[at].plain in verbs or words[at].kind == "hex"

    def _actors(self, word: Token) -> tuple[str, ...] | Trouble:
        several = word.plain in ("they", "them", "both")
        if not self.actors or (len(self.actors) > 1) != several:
            return self._nobody(word, self.actors)
        return self.actors

    def _meant_by_him(self, word: Token, before: Words) -> tuple[str, ...] | Trouble:
        """An enemy named on this line or the last that named one; behind words such as "next to" whoever was
        named last."""
        here = [found.id for _, found in self.people(before, PEOPLE)]
        foes = (
            tuple(dict.fromkeys(one for one in here if self.lexicon.role[one] is Role.ENEMY)) or self.targets
        )
        verb = [w.plain for w in before if w.plain in first_words(self.lexicon.modules)]
        hostile = bool(verb) and verb[-1] not in EVERYDAY and verb[-1] not in GOING
        found = foes if hostile else self._spoken_of(before) or self.last
        if not found or (len(found) > 1 and word.plain != "them"):
            return self._nobody(word, found)
        return found

    def _spoken_of(self, before: Words) -> tuple[str, ...]:
        """Who was named last on this line of those who do nothing themselves: "goes to Ivo and stays with
        him"; where two do something, the first: "Odo shoots, and Ivo stays next to him"."""
        people = self.people(before, PEOPLE)
        acting = [found.id for at, found in people if self._acts(before, at + found.length)]
        others = [found.id for _, found in people if found.id not in acting]
        if others:
            return (others[-1],) if others[-1] == people[-1][1].id else ()
        return (acting[0],) if len(acting) == len(set(acting)) == 2 else ()

    def _acts(self, words: Words, at: int) -> bool:
        """Whether somebody whose name ends here is said to do something."""
        verbs = {*first_words(self.lexicon.modules), *FOLLOWS}
        return at < len(words) and (words[at].plain in verbs or DEEDS.at(words, at) is not None)

    def _nobody(self, word: Token, fitting: Sequence[str]) -> Trouble:
        if fitting:
            candidates = tuple(self.lexicon[one] for one in fitting)
            message = english("{word} could be {candidates}", word=word.text, candidates=listed(candidates))
            return Trouble(Code.WHICH_NAME, message, word.position, "", candidates)
        message = english("nobody was named before whom {word!r} could mean", word=word.text)
        return Trouble(Code.NAME, message, word.position)

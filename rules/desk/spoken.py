"""Lines that the order language does not know, read as people mean them: groups, "him", "next to Sandro", turns
of phrase. What comes out are lines of the order language; each is then read, checked and told like any other.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.core.language import english, say
from rules.desk import ladders, phrases, whither
from rules.desk.check import check
from rules.desk.company import Company, names
from rules.desk.desk import Desk
from rules.desk.phrases import Words, text_of, words_of
from rules.orders.cursor import Cursor
from rules.orders.fire_records import ShootOrder
from rules.orders.ladder_records import CarryOrder, LayOrder, RaiseOrder, ShiftOrder
from rules.orders.lexicon import OWN, PEOPLE, Found, Lexicon, Role
from rules.orders.parser import WILL, Part, parse, read_line
from rules.orders.records import AttackOrder, FireOrder, HaulOrder, Order, figures_of
from rules.orders.text import Token
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import Verb
from rules.orders.verb_search import verb_here
from rules.orders.verbs import EVERYDAY, first_words
from rules.state.figure import FigureId, SeatId
from rules.tactical import weapons

_ENEMY = frozenset({Role.ENEMY})
_HE = ("he", "she", "they", "both")
_HIM = ("him", "her", "them")
_BESIDE = ("next to", "beside", "adjacent to", "alongside", "close to", "to", "up to", "with")
_INTO = ("to", "into", "in to", "inside", "to the", "into the", "inside the")
_GOING = (
    "move",
    "moves",
    "go",
    "goes",
    "walk",
    "walks",
    "run",
    "runs",
    "ride",
    "rides",
    "mv",
    "step",
    "steps",
)
_FOLLOWS = ("follow", "follows", "following")
_JOINTLY = (AttackOrder, HaulOrder, CarryOrder, RaiseOrder, ShiftOrder, LayOrder)
_LADDER = (CarryOrder, RaiseOrder, ShiftOrder, LayOrder)
_AGAIN = frozenset({"same", "ditto", "likewise"})
_SHORTEST_NAME = 3
_GROUP_NAMES = frozenset("left right centre center van vanguard reserve rearguard wing flank".split())
MOST_LINES = 60  # into which one may be cut


_UNCLEAR = (
    Code.VERB,
    Code.NAME,
    Code.EXPECTED,
    Code.INCOMPLETE,
    Code.LEFT_OVER,
    Code.WRONG_TARGET,
    Code.NOT_YOURS,
)


def is_unclear(parts: Sequence[Part]) -> bool:
    """Whether a line could not be read, and other words for it may help: a hex that there is not, a name that
    two have or terms that contradict each other are for the player to mend."""
    troubles = [part.trouble.code for part in parts if part.trouble is not None]
    return bool(troubles) and all(code in _UNCLEAR for code in troubles)


class Saying(msgspec.Struct, frozen=True):
    """A line of the order language that was meant, and what to tell of its reading."""

    text: str
    told: tuple[str, ...] = ()


class Speech:
    """What one mail has said so far: whom it named, who acted, which groups it has."""

    def __init__(self, desk: Desk, seat: SeatId, lexicon: Lexicon) -> None:
        self.desk = desk
        self.lexicon = lexicon
        self.company = Company(desk.battle, seat, lexicon)
        self.targets: tuple[str, ...] = ()
        self.actors: tuple[FigureId, ...] = ()
        self.last: tuple[str, ...] = ()
        self.bearers: tuple[FigureId, ...] = ()
        self.nearer: Trouble | None = None  # what keeps the last line from being read, once put otherwise
        self.to_many = False  # whether the last line began with a group

    # reading

    def read(self, desk: Desk, words: Words) -> tuple[Saying, ...] | Trouble | None:
        """What a line means that could not be read as it stands: lines that can; why nobody can know; or None
        where it says nothing that is known here."""
        self.desk, self.nearer, self.to_many = desk, None, False
        if phrases.never_advances(words):
            return (Saying("ADVANCE never"),)
        if (again := self._again(words)) is not None:
            return again
        if phrases.denies(words):
            return None
        named = self._without_pronouns(words)
        if isinstance(named, Trouble):
            return named
        phrased = phrases.phrased(named[0], self.lexicon)
        told = (*named[1], *phrased.told)
        found = self._cut(phrased.words)
        if isinstance(found, Trouble) or found is None:
            return found
        first = msgspec.structs.replace(found[0], told=(*told, *found[0].told))
        sayings = (first, *found[1:])
        for saying in sayings:
            for part in read_line(saying.text, self.lexicon):
                if part.trouble is not None:
                    self.nearer = msgspec.structs.replace(part.trouble, position=-1)
                    return self.nearer if self.to_many else None
        return sayings if len(sayings) <= MOST_LINES else None

    def heard(self, words: Words, orders: Sequence[Order]) -> None:
        """Keep what a line was about for those that follow."""
        people = [found.id for _, found in self._people(words, PEOPLE)]
        enemies = [one for one in people if self.lexicon.role[one] is Role.ENEMY]
        self.targets = tuple(dict.fromkeys(enemies)) or self.targets
        acting = tuple(dict.fromkeys(figure for order in orders for figure in figures_of(order)))
        self.actors = acting or self.actors
        self.last = (people[-1],) if people else self.last
        for order in orders:
            if isinstance(order, _LADDER):
                self.bearers = figures_of(order)

    def _people(self, words: Words, roles: frozenset[Role]) -> list[tuple[int, Found]]:
        """Everybody named, with the place of his name."""
        found: list[tuple[int, Found]] = []
        at = 0
        while at < len(words):
            one = self._name(words[at:], roles)
            if one is not None:
                found.append((at, one))
            at += one.length if one is not None else 1
        return found

    def _name(self, words: Sequence[Token], roles: frozenset[Role]) -> Found | None:
        if not words or words[0].kind != "word" or len(words[0].plain) < _SHORTEST_NAME:
            return None
        found = self.lexicon.find(words[:6], roles)
        return found if isinstance(found, Found) else None

    def _orders_something(self, words: Words) -> bool:
        verbs = {*first_words(self.lexicon.modules), *_FOLLOWS}
        return any(word.plain in verbs for word in words)

    # "the same", him, it

    def _again(self, words: Words) -> Trouble | None:
        said = {word.plain for word in words}
        before = {"as", "before"} <= said
        if not (said & _AGAIN or before):
            return None
        if not (self._people(words, OWN) or words[0].plain in ("same", "the", "ditto")):
            return None
        at = next((word.position for word in words if word.plain in (*_AGAIN, "before")), 0)
        message = english("which order is meant by that is not sure: write it out once more")
        return Trouble(Code.EXPECTED, message, at)

    def _without_pronouns(self, words: Words) -> tuple[Words, tuple[str, ...]] | Trouble:
        """The words with names in place of he, him and it, and what to tell of that."""
        out: list[Token] = []
        told: list[str] = []
        for at, word in enumerate(words):
            named: tuple[str, ...] | Trouble | None = None
            begins = not out or out[-1].plain in ("then", "and", ";", ",", "let", "have", "send")
            if word.plain in _HE and begins and self._speaks_of_him(words[at + 1 :]):
                named = self._actors(word)
            elif word.plain in _HIM and begins and at and out and out[-1].plain in ("let", "have", "send"):
                named = self._actors(word)
            elif word.plain in _HIM and not begins and self._orders_something(words):
                named = self._meant_by_him(word, tuple(out))
            elif (
                word.plain == "it"
                and out
                and out[-1].plain in ("raise", "raises", "lay", "lays", "carry", "take")
            ):
                named = None
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

    def _speaks_of_him(self, words: Words) -> bool:
        """Whether an order word or a hex follows, perhaps behind a little word."""
        at = next((at for at, word in enumerate(words) if word.plain not in WILL), len(words))
        if at == len(words):
            return False
        verbs = set(first_words(self.lexicon.modules)) | set(_FOLLOWS)
        return words[at].plain in verbs or words[at].kind == "hex"

    def _actors(self, word: Token) -> tuple[str, ...] | Trouble:
        several = word.plain in ("they", "them", "both")
        if not self.actors or (len(self.actors) > 1) != several:
            return self._nobody(word, self.actors)
        return self.actors

    def _meant_by_him(self, word: Token, before: Words) -> tuple[str, ...] | Trouble:
        """An enemy named on this line or the last that named one; behind words such as "next to" whoever was
        named last."""
        here = [found.id for _, found in self._people(before, PEOPLE)]
        foes = (
            tuple(dict.fromkeys(one for one in here if self.lexicon.role[one] is Role.ENEMY)) or self.targets
        )
        verb = [w.plain for w in before if w.plain in first_words(self.lexicon.modules)]
        hostile = bool(verb) and verb[-1] not in EVERYDAY and verb[-1] not in _GOING
        found = foes if hostile else self.last
        if not found or (len(found) > 1 and word.plain != "them"):
            return self._nobody(word, found)
        return found

    def _nobody(self, word: Token, fitting: Sequence[str]) -> Trouble:
        if fitting:
            candidates = tuple(self.lexicon[one] for one in fitting)
            message = english(
                "{word} could be {candidates}", word=word.text, candidates=", ".join(candidates)
            )
            return Trouble(Code.WHICH_NAME, message, word.position, "", candidates)
        message = english("nobody was named before whom {word!r} could mean", word=word.text)
        return Trouble(Code.NAME, message, word.position)

    # one line, or several

    def _cut(self, words: Words) -> tuple[Saying, ...] | Trouble | None:
        if not words:
            return None
        if (two := phrases.in_its_order(words)) and (subject := self._people(words, OWN)):
            first = subject[0][1]
            name = words_of(self.lexicon[first.id])
            rest = two[1] if self._people(two[1], OWN) else (*name, *two[1])
            return self._each((*name, *two[0]), rest)
        if (halves := phrases.one_or_other(words)) is not None:
            return self._one_or_other(*halves)
        return self._grouped(words)

    def _each(self, *lines: Words) -> tuple[Saying, ...] | Trouble | None:
        sayings: list[Saying] = []
        for line in lines:
            found = self._grouped(line)
            if isinstance(found, Trouble) or found is None:
                return found
            sayings += found
        return tuple(sayings)

    def _one_or_other(self, first: Words, second: Words) -> tuple[Saying, ...] | Trouble | None:
        """A charge, and what is done if it comes to nothing: both stand beside each other."""
        order = parse(text_of(first), self.lexicon)
        if isinstance(order, Trouble) or len(figures_of(order)) != 1:
            return None
        if self._verb(second) is None:
            return None
        name = words_of(self.lexicon[figures_of(order)[0]])
        other = parse(text_of((*name, *second)), self.lexicon)
        if (
            isinstance(other, Trouble)
            or type(order).__name__ != "ChargeOrder"
            or not isinstance(other, AttackOrder)
        ):
            return None
        told = say("The second is carried out where the first comes to nothing.")
        return Saying(text_of(first)), Saying(text_of((*name, *second)), (told,))

    def _grouped(self, words: Words) -> tuple[Saying, ...] | Trouble | None:
        chosen = self.company.at(words, self._busy())
        if chosen is None:
            return self._no_group(words) or self._placed(words, ())
        rest = words[chosen.length :]
        while rest and rest[0].plain in (*WILL, ",", ":"):
            if (
                rest[0].plain == "to"
                and len(rest) > 1
                and (rest[1].kind == "hex" or self._verb(rest[1:]) is None)
            ):
                break
            rest = rest[1:]
        verb = self._verb(rest)
        goes = bool(rest) and (rest[0].kind == "hex" or rest[0].plain in ("to", "into", "next", *_FOLLOWS))
        if verb is None and not goes:
            return None
        self.to_many = True
        if not chosen.figures:
            message = english("there is nobody of them who can do anything now")
            return Trouble(Code.CANNOT_ACT, message, words[0].position)
        told = chosen.told
        if verb is not None and (issubclass(verb.record, _JOINTLY) or verb.record.standing):
            line = f"{' + '.join(self.lexicon[f] for f in chosen.figures)} {text_of(rest)}"
            return (Saying(line, told),)
        taken: list[str] = []
        sayings: list[Saying] = []
        for figure in chosen.figures:
            found = self._placed((*words_of(self.lexicon[figure]), *rest), taken)
            if not found:
                return None
            taken += [word.plain for word in words_of(found[0].text) if word.kind == "hex"]
            sayings += found
        return (msgspec.structs.replace(sayings[0], told=(*told, *sayings[0].told)), *sayings[1:])

    def _no_group(self, words: Words) -> Trouble | None:
        """An order to the left or the reserve, where the mail has said of no such group who is in it."""
        if (
            words[0].plain not in _GROUP_NAMES
            or self._verb(words[1:]) is None
            or self._people(words[:1], OWN)
        ):
            return None
        message = english("who is meant by {word}? Write GROUP {word} = and the names", word=words[0].text)
        return Trouble(Code.NAME, message, words[0].position)

    def _busy(self) -> frozenset[FigureId]:
        return frozenset(f for entry in self.desk.sheet.orders for f in figures_of(entry.order))

    def _verb(self, words: Words) -> Verb | None:
        try:
            found = verb_here(Cursor(words, self.lexicon, 0))
        except Misread:
            return None
        return found[0] if found is not None else None

    # places and things

    def _placed(self, words: Words, taken: Sequence[str]) -> tuple[Saying, ...] | None:
        """The line with hexes in place of "next to Sandro", "follows Roger" and "into the house", and with the
        men who are not named since only they fit."""
        own = self._people(words, OWN)
        if own:
            words, told = self._by_whom(self._whither(words, own[0][1].id, taken), own)
            return (Saying(text_of(words), told),)
        return self._who_else(words)

    def _whither(self, words: Words, mover: FigureId, taken: Sequence[str]) -> Words:
        start = self._people(words, OWN)[0][0]
        for at in range(start, len(words)):
            if words[at].plain in _FOLLOWS and (whom := self._name(words[at + 1 :], PEOPLE)):
                found = whither.beside(self.desk, mover, whom.id, taken)
                return self._sent(words, at, at + 1 + whom.length, mover, found)
            for length in (2, 1):
                phrase = " ".join(word.plain for word in words[at : at + length])
                behind = at + length
                if at and phrase in _INTO:
                    there = behind + (1 if words[behind : behind + 1] and words[behind].plain == "the" else 0)
                    if there < len(words) and words[there].plain in self.lexicon.areas:
                        found = whither.inside(self.desk, mover, words[there].plain, taken)
                        return self._sent(words, at, there + 1, mover, found)
                if phrase in _BESIDE and phrase != "with" and at > start:
                    whom = self._name(words[behind:], PEOPLE)
                    if whom is not None and whom.id != mover:
                        found = whither.beside(self.desk, mover, whom.id, taken)
                        return self._sent(words, at, behind + whom.length, mover, found)
        return words

    def _sent(self, words: Words, begin: int, end: int, mover: FigureId, found: str) -> Words:
        if not found:
            return words
        stays = found == self.desk.battle.figures[mover].hex
        if not stays:
            return (*words[:begin], *words_of(f"to {found}"), *words[end:])
        before = tuple(word for word in words[:begin] if word.plain not in _GOING)
        return (*before, *words_of("stay"), *words[end:])

    def _by_whom(self, words: Words, own: list[tuple[int, Found]]) -> tuple[Words, tuple[str, ...]]:
        """A ladder's second bearer, where one is named and only one ladder fits."""
        said = [word.plain for word in words]
        if "ladder" not in said or len({found.id for _, found in own}) != 1:
            return words, ()
        pairs = [pair for pair in self._pairs() if own[0][1].id in pair]
        if len(pairs) != 1:
            return words, ()
        at, found = own[0]
        pair = " + ".join(self.lexicon[one] for one in pairs[0])
        told = say("The ladder of {names}.", names=names(pairs[0], self.lexicon))
        return (*words[:at], *words_of(pair), *words[at + found.length :]), (told,)

    def _against(self, words: Words, who: tuple[FigureId, ...]) -> Words:
        """The words with the hex against which a ladder is raised, where only one can be meant."""
        if any(word.kind == "hex" for word in words) or len(who) != 2:
            return words
        desk = self.desk
        draft = ladders.imagined(desk.battle, desk.rules, desk.sheet)
        near = {n for one in who for at in draft.figures[one].hexes for n in desk.battle.board.neighbours(at)}
        found = [
            at for at in sorted(near) if not (c := check(desk, RaiseOrder(who, at))).refused and not c.note
        ]
        return (*words, *words_of(f"at {found[0]}")) if len(found) == 1 else words

    def _pairs(self) -> list[tuple[FigureId, ...]]:
        """The two men of the seat at each ladder that lies or is carried."""
        battle, own = self.desk.battle, {man.id for man in self.company.men}
        pairs: list[tuple[FigureId, ...]] = []
        for ladder in battle.ladders.values():
            if ladder.kind != "ladder" or ladder.upright:
                continue
            there = [f.id for at in ladder.hexes for f in battle.living_at(at) if f.id in own]
            pair = tuple(ladder.bearers or there)
            if len(pair) == 2 and set(pair) <= own:
                pairs.append(pair)
        return pairs

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
        elif issubclass(verb.record, _LADDER):
            pairs = self._pairs()
            who = self.bearers or (pairs[0] if len(pairs) == 1 else ())
            words = self._against(words, who) if issubclass(verb.record, RaiseOrder) else words
        else:
            return (Saying(text_of(words)),)
        if not who:
            return None
        told = say("Nobody else can be meant than {names}.", names=names(who, self.lexicon))
        return (Saying(f"{' + '.join(self.lexicon[one] for one in who)} {text_of(words)}", (told,)),)

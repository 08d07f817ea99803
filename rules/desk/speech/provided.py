"""Orders that hang on something: "if Khaled is shot dead, Romanos takes Malik instead", "Basilios to 1411
if it is free, otherwise 1510". They become IF ... THEN ... ELSE ..., one for each man and order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from rules.core.language import english
from rules.desk.desk import Desk
from rules.desk.speech.clause import Unsure
from rules.desk.speech.named import Named
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.phrases import text_of
from rules.desk.speech.saying import Saying
from rules.desk.speech.states import BY_THEN, FELLERS, FELLS, HIS_TURN, STATES
from rules.desk.speech.vocabulary import longest
from rules.orders.lexicon import OWN, PEOPLE, Found, Lexicon, Role
from rules.orders.parser import read_line
from rules.orders.records import AttackOrder, ChargeOrder, FireOrder, MoveOrder, Order, figures_of
from rules.orders.text import Token
from rules.orders.trouble import Code, Trouble, listed

Words = tuple[Token, ...]
# Reads words clause by clause; those told so far and the enemies named so far are whom "he" and "him" mean.
Read = Callable[[Words, tuple[str, ...], tuple[str, ...]], Sequence[Saying] | None]

_IFS = phrases_in(
    """
    but only if, only if, but if, and if, if, in case, when, once, as soon as, provided, provided
    that, so long as, as long as
    """
)
_LEADING = phrases_in(
    """
    if, in case, when, should, once, as soon as, and if, but if, in the event that
    """
)
_ELSE = phrases_in(
    """
    otherwise, or otherwise, else, or else, if not, and if not, and otherwise, but otherwise,
    failing that, and if it isnt, if it isnt, if it isnt then, and if it isnt then, if it is not,
    and if it is not, if it is not then, if he isnt, if he is not, if she is not, if hes not, if not
    then, but if not
    """
)
_IS = phrases_in(
    """
    is, gets, has been, was, is already, is still, still, got, has, should be, be, are, are still,
    is by then, is then, is now, becomes, goes, is shot, has already been, is finally, stays,
    has stayed, stayed, has remained, hes, shes, theyre, remains, is indeed, happens to be, happens to get
    """
)
_FREE = phrases_in(
    """
    free, empty, clear, open, unoccupied, vacant, not taken, not occupied, left free
    """
)
_TAKEN = ("taken", "occupied", "full", "blocked", "held", "not free")
_UP = "up"
_SURELY_HIS = ("dead", "down", "up")
_HANGING = AttackOrder | FireOrder | MoveOrder | ChargeOrder
_WHO_IS_LEFT = ("rest", "others", "remaining", "other")  # of whom, is not sure behind a condition
_LATER = ("next turn", "later", "tomorrow")


class _Fact(msgspec.Struct, frozen=True):
    text: str
    opposite: str
    whom: str
    length: int
    stands: bool = False  # whether it says that somebody is up


def _kind(order: Order | None) -> type:
    return MoveOrder if isinstance(order, ChargeOrder) else type(order)


class Provided:
    """``words``: a line; ``read``: reads what is to be done."""

    def __init__(self, words: Words, desk: Desk, lexicon: Lexicon, named: Named, read: Read) -> None:
        self.words = words
        self.battle = desk.battle
        self.lexicon = lexicon
        self.named = named
        self.read = read

    def sayings(self) -> list[Saying] | None:
        """The orders that wait for a fact; None if the line is no such thing, or not all of it is known."""
        return self._leading() or self._trailing()

    def _leading(self) -> list[Saying] | None:
        at = self._past(0, ("and", "but", "then", "so", ","))
        length = self._phrase((*_LEADING, "unless"), at)
        fact = self._fact(at + length, ()) if length else None
        if fact is None:
            return None
        if self._is(at, "unless"):
            fact = msgspec.structs.replace(fact, text=fact.opposite, opposite=fact.text)
        at = self._past(at + length + fact.length, (",", "then", ":", ";", "so"))
        main, other = self._parted(self.words[at:])
        return self._made(fact, main, other)

    def _trailing(self) -> list[Saying] | None:
        for at in range(2, len(self.words)):
            length = self._phrase((*_IFS, "unless"), at)
            if not length:
                continue
            main = self._stripped(self.words[:at])
            fact = self._fact(at + length, main)
            if fact is None:
                return None
            rest = self.words[at + length + fact.length :]
            other = self._other(rest)
            if rest and other is None:
                return self._instead(fact, main, rest) if self._is(at, "but", "if", "and") else None
            if self.words[at].plain == "unless":
                fact = msgspec.structs.replace(fact, text=fact.opposite, opposite=fact.text)
            return self._made(fact, main, other or ())
        return None

    def _made(self, fact: _Fact, main: Words, other: Words) -> list[Saying] | None:
        unsure = ("or", "if", "unless", *_LATER, *_WHO_IS_LEFT)
        if not main or any(word.plain in unsure for word in (*main, *other)):
            return None
        fact = self._cleared(fact, main)
        own = (fact.whom,) if self.lexicon.role.get(fact.whom) is Role.OWN else self.named.actors
        foes = (fact.whom,) if self.lexicon.role.get(fact.whom) is Role.ENEMY else ()
        then = self.read(main, own, foes)
        if not then:
            return None
        done = self._orders(then)
        if not all(isinstance(order, _HANGING) for order in done):
            return None
        who = tuple(dict.fromkeys(man for order in done if order is not None for man in figures_of(order)))
        if not other:
            return [Saying(f"IF {fact.text} THEN {one.text}", one.told) for one in then]
        otherwise = self.read(other, who, foes) or self._of_another(main, other, own, foes)
        if not otherwise:
            return None
        if len(then) == len(otherwise) == 1:
            told = (*then[0].told, *otherwise[0].told)
            return [Saying(f"IF {fact.text} THEN {then[0].text} ELSE {otherwise[0].text}", told)]
        return [
            *(Saying(f"IF {fact.text} THEN {one.text}", one.told) for one in then),
            *(Saying(f"IF {fact.opposite} THEN {one.text}", one.told) for one in otherwise),
        ]

    def _orders(self, sayings: Sequence[Saying]) -> list[Order | None]:
        return [part.order for saying in sayings for part in read_line(saying.text, self.lexicon)]

    def _cleared(self, fact: _Fact, main: Words) -> _Fact:
        """ "Radko goes to 0709 when Dragan is up": when he has left it, who stands there now."""
        figure = self.battle.figures.get(fact.whom)
        there = [word.plain for word in main if word.kind == "hex"]
        if not fact.stands or figure is None or len(there) != 1 or figure.hex != there[0]:
            return fact
        if self.lexicon.role.get(fact.whom) is not Role.OWN:
            return fact
        return _Fact(f"{there[0]} is free", f"{there[0]} is not free", fact.whom, fact.length)

    def _instead(self, fact: _Fact, main: Words, rest: Words) -> list[Saying] | None:
        """ "Odo to 1110, but if Robert is down he goes to 1011": the second where it is so, otherwise the
        first, if both are for the same men and of one kind; for others it is an order beside it."""
        rest = self._stripped(rest)
        foes = (fact.whom,) if self.lexicon.role.get(fact.whom) is Role.ENEMY else ()
        try:
            first = self.read(main, (), ())
        except Unsure:
            return None
        who = {man for order in self._orders(first or ()) if order is not None for man in figures_of(order)}
        try:
            other = (
                self.read(rest, tuple(who), foes or tuple(self._named(main, Role.ENEMY))) if first else None
            )
        except Unsure:
            return None
        if not first or not other:
            return None
        before, behind = self._orders(first), self._orders(other)
        if not all(isinstance(order, _HANGING) for order in (*before, *behind)):
            return None
        others = {man for order in behind if order is not None for man in figures_of(order)}
        if not others & who:
            return [*first, *(Saying(f"IF {fact.text} THEN {one.text}", one.told) for one in other)]
        if len(first) != 1 or len(other) != 1 or who != others or _kind(before[0]) != _kind(behind[0]):
            return None
        told = (*first[0].told, *other[0].told)
        return [Saying(f"IF {fact.text} THEN {other[0].text} ELSE {first[0].text}", told)]

    def _of_another(
        self, main: Words, other: Words, own: tuple[str, ...], foes: tuple[str, ...]
    ) -> Sequence[Saying] | None:
        """ "Robert attacks Alboino, otherwise Ruggiero": the same to somebody else."""
        for at in range(1, len(main)):
            found = self.lexicon.find(main[at : at + 6], PEOPLE)
            if (
                isinstance(found, Found)
                and self.lexicon.role[found.id] is Role.ENEMY
                and len(main[at].plain) > 2
            ):
                return self.read((*main[:at], *other), own, foes)
        return None

    # the fact

    def _fact(self, begin: int, main: Words) -> _Fact | None:
        """ "Khaled is shot dead before", "1411 is free", "it is free"."""
        at = self._past(begin, ("that", "the", "hex", "place"))
        if at < len(self.words) and self.words[at].kind == "hex":
            return self._of_hex(begin, at + 1, text_of(self.words[at : at + 1]))
        hexes = [word.text for word in main if word.kind == "hex"]
        if self._is(at, "it") and len(hexes) == 1:
            return self._of_hex(begin, at + 1, hexes[0])
        if (felled := self._felled(at)) is not None:
            return felled
        said = self.words[at].plain if at < len(self.words) else ""
        whom, at = self._person(at, main)
        if not whom:
            return None
        if self._is(at, "leaves", "left", "makes", "clears", "vacates", "gives") and len(hexes) == 1:
            end = self._past(at + 1, ("it", "free", "up", "the", "place", "hex", "room", "there", "empty"))
            return _Fact(f"{hexes[0]} is free", f"{hexes[0]} is not free", "", end - begin)
        name = self.lexicon[whom]
        led = at + self._longest(_IS, at)
        denied = self._is(led, "not", "no") or self._is(at, "isnt", "wasnt")
        led = self._past(led, ("not", "isnt", "wasnt", "been", "already", "still", "longer", "no"))
        place = self._place(led, main)
        state, length = place or self._state(led)
        if not state or self._is(led + length, "back", "behind", "away", "for"):
            return None  # "falls back"
        end = led + length
        acts = any(word.plain in ("he", "she", "they") for word in self.words[end:])
        if said in ("he", "she", "hes", "shes") and acts and not place and state not in _SURELY_HIS:
            raise Unsure(
                self._could_be(said, (whom, *self.named.actors))
            )  # "Richard hits Romanos; if he is wounded he stays"
        end += self._longest(BY_THEN, end)
        owner = self.lexicon.find(self.words[end : end + 3], PEOPLE) if self._is(end - 1, "before") else None
        if isinstance(owner, Found) and (his := self._longest(HIS_TURN, end + owner.length)):
            end += owner.length + his  # "before Odo's go"
        text, opposite = f"{name} is {state}", f"{name} is not {state}"
        return (
            _Fact(opposite, text, whom, end - begin)
            if denied
            else _Fact(text, opposite, whom, end - begin, stands=state == _UP)
        )

    def _felled(self, begin: int) -> _Fact | None:
        """ "Our archers bring Michael down", "Gilbert kills him"."""
        at = self._past(begin, ("our", "my", "the", "one", "of"))
        at += self._longest(FELLERS, at)
        one = self.lexicon.find(self.words[at : at + 6], OWN) if at < len(self.words) else None
        if isinstance(one, Found) and not one.note:
            at += one.length
        verb = self._past(at, ("can", "do", "have", "has", "manage", "manages", "to", "already"))
        length = self._longest(FELLS, verb)
        if at == begin or not length:
            return None
        at = verb + length
        foe = self.lexicon.find(self.words[at : at + 6], PEOPLE) if at < len(self.words) else None
        if not isinstance(foe, Found) or foe.note or self.lexicon.role[foe.id] is not Role.ENEMY:
            return None
        end = self._past(at + foe.length, ("down", "off", "out", "dead"))
        if self._is(verb, "bring", "brings", "take", "takes", "get", "gets", "shoot", "shoots") and (
            end == at + foe.length and length == 1
        ):
            return None
        end += self._longest(BY_THEN, end)
        name = self.lexicon[foe.id]
        return _Fact(f"{name} is down", f"{name} is not down", foe.id, end - begin)

    def _place(self, at: int, main: Words) -> tuple[str, int] | None:
        """ "At 1010", "next to Robert"."""
        there = self._past(at, ("at", "in", "on", "hex", "stayed"))
        if there > at and there < len(self.words) and self.words[there].kind == "hex":
            return f"at {self.words[there].text}", there + 1 - at
        length = self._longest(("next to", "beside", "adjacent to", "in contact with"), at)
        if length and self._is(at + length, "him", "her"):
            meant = (*self._named(main, Role.ENEMY), *self._named(main, Role.OWN))
            if len(meant) > 1:
                raise Unsure(self._could_be(self.words[at + length].plain, meant))
            return (f"next to {self.lexicon[meant[0]]}", length + 1) if meant else None
        whom = self.lexicon.find(self.words[at + length : at + length + 6], PEOPLE) if length else None
        if isinstance(whom, Found) and not whom.note:
            return f"next to {self.lexicon[whom.id]}", length + whom.length
        return None

    def _could_be(self, said: str, whom: Sequence[str]) -> Trouble:
        candidates = tuple(self.lexicon[one] for one in dict.fromkeys(whom))
        message = english("{word} could be {candidates}", word=said, candidates=listed(candidates[:8]))
        return Trouble(Code.WHICH_NAME, message, -1, "", candidates)

    def _of_hex(self, begin: int, at: int, label: str) -> _Fact | None:
        led = at + self._longest((*_IS, "isnt"), at)
        if led == at:
            return None
        denied = self._is(led - 1, "isnt")
        led = self._past(led, ("still", "then", "left"))
        free, taken = self._longest(_FREE, led), self._longest(_TAKEN, led)
        if not free and not taken and self._is(led, "not") and self._longest(("free",), led + 1):
            taken = 2
        if not free and not taken:
            return None
        end = led + max(free, taken)
        end += self._longest(BY_THEN, end)
        texts = (f"{label} is free", f"{label} is not free")
        text, opposite = texts if bool(free) is not denied else texts[::-1]
        return _Fact(text, opposite, "", end - begin)

    def _person(self, at: int, main: Words) -> tuple[str, int]:
        """Whom the fact is about; "he" is the enemy of the order before it, if it names but one."""
        if self._is(at, "he", "she", "hes"):
            foes = list(self._named(main, Role.ENEMY)) or list(self._named(main, Role.OWN))
            foes = foes or list(self.named.targets)
            return (foes[0], at + (not self._is(at, "hes"))) if len(foes) == 1 else ("", at)
        found = self.lexicon.find(self.words[at : at + 6], PEOPLE) if at < len(self.words) else None
        return (found.id, at + found.length) if isinstance(found, Found) and not found.note else ("", at)

    def _named(self, words: Words, role: Role) -> dict[str, None]:
        found = (
            self.lexicon.find(words[at : at + 6], PEOPLE)
            for at in range(len(words))
            if len(words[at].plain) > 2
        )
        return dict.fromkeys(
            one.id
            for one in found
            if isinstance(one, Found) and not one.note and self.lexicon.role[one.id] is role
        )

    def _state(self, at: int) -> tuple[str, int]:
        best, length = "", 0
        for state, said in STATES.items():
            if (many := self._longest(said, at)) > length:
                best, length = state, many
        return best, length

    # cutting

    def _parted(self, words: Words) -> tuple[Words, Words]:
        """What is to be done, and what otherwise."""
        for at in range(1, len(words)):
            length = longest(_ELSE, words, at)
            if length:
                return self._stripped(words[:at]), self._stripped(words[at + length :])
        return self._stripped(words), ()

    def _other(self, words: Words) -> Words | None:
        begin = 0
        while begin < len(words) and words[begin].plain in (",", ";", "and", "but"):
            begin += 1
        length = longest(_ELSE, words, begin)
        return self._stripped(words[begin + length :]) if length else None

    def _stripped(self, words: Words) -> Words:
        while words and words[-1].plain in (",", ";", "but", "and", "only"):
            words = words[:-1]
        while words and words[0].plain in (",", ";", "but", "and", "then", ":"):
            words = words[1:]
        return words

    def _is(self, at: int, *plain: str) -> bool:
        return 0 <= at < len(self.words) and self.words[at].plain in plain

    def _past(self, at: int, plain: Sequence[str]) -> int:
        while at < len(self.words) and self.words[at].plain in plain:
            at += 1
        return at

    def _phrase(self, phrases: tuple[str, ...], at: int) -> int:
        return longest(phrases, self.words, at)

    def _longest(self, phrases: tuple[str, ...], at: int) -> int:
        return longest(phrases, self.words, at)

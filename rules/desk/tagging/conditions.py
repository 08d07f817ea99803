"""What an act waits for: a state of somebody, a hex that is to be free, what changes nothing, or the
enemy's coming."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from rules.desk.desk import Desk
from rules.desk.speech.clause import Clause
from rules.desk.speech.phrases import text_of
from rules.desk.speech.saying import Saying
from rules.desk.speech.states import STATES
from rules.desk.speech.vocabulary import Deed
from rules.desk.tagging.acts import Act, Unplain
from rules.desk.tagging.persons import HE, THEY, Persons
from rules.desk.tagging.standing import ANYBODY, COMES
from rules.desk.tagging.words import words_in
from rules.orders.lexicon import OWN
from rules.orders.parser import read_line
from rules.orders.records import figures_of
from rules.orders.text import Token
from rules.state.figure import FigureId

Words = Sequence[Token]

_POSSIBLE = words_in("""
    if he she they you u can could able possible poss reach reaches reachable range in it is its that
    needed need necessary be him them still so there a gets get chance one there's theres way allowed
    los line room space any legal allow allows mp enough has have to see sees visible within quick rules
    let when where wherever only but and this i r are arrives his legs the free hex door as well time fit
    fits carry carries permit permits suits distance squeeze manage manages mps points nobody objects place
    too
    """)
_LEADS = words_in("""
    if when whenever should once as soon in case provided that but only and then so long for the event
    of
    """)
_LASTS = frozenset(("until", "till", "til", "while"))
_MORE = {
    "down": ("dropped", "ko'd", "kod", "lying", "lying down", "brought down", "falls", "fall", "fell",
             "drop", "dies", "puts down", "brings down", "gets down", "shot off the wall", "killed off",
             "done with", "beaten down"),
    "dead": ("die", "dies", "perish", "perishes", "died"),
    "up": ("survives", "lives", "live", "survive", "stands", "stand", "breathing", "on feet",
           "alive and kicking"),
    "wounded": ("injured", "bleeding"),
    "mounted": ("on his horse", "sits on his horse"),
}  # fmt: skip
_STATES = {
    tuple(phrase.split()): state
    for state, phrases in (*STATES.items(), *_MORE.items())
    for phrase in phrases
    if not (state == "dead" and phrase == "dies")
}
_LONGEST = max(map(len, _STATES))
_FELLS = words_in("""
    kill kills killed bring brings brought down fell fells finish finishes finished drop drops dropped
    puts put get gets got take takes took shoot shoots shot done deals dealt hit hits arrow arrows
    archers bowmen bows shots
    """)
_LITTLE = words_in("""
    is are be been has have had was were gets got still already by then now yet indeed first the a an
    that this and he him she it his on to at after before arrows arrow bows bow shot shots shooting
    volley our us we from hes hed will should ever finally really just too also early somehow spoken
    archers there turn over of with do does did or not no isnt never arent doesnt dont didnt hasnt
    """)
_ASIDE = _LITTLE | _LEADS | {"unless"}
_NOT = frozenset(("not", "isnt", "never", "arent", "doesnt", "dont", "didnt", "hasnt", "no", "wont"))
_FREE = frozenset(("free", "empty", "vacated", "vacant", "clear", "unoccupied", "cleared"))
_GOES = words_in("""
    gone go goes left leaves leave moved moves move off vacated vacates made makes clear clears cleared
    quitted quit out away from his free there arrived in room place it of hex steps stepped done
    """)
_HARMS = (Deed.ATTACK, Deed.STRIKE, Deed.FIRE, Deed.CHARGE)
_HANGING = (*_HARMS, Deed.GO, Deed.JOIN, Deed.LEAVE, Deed.STAY, Deed.TURN)
_UNABLE = frozenset(("cant", "cannot", "not", "isnt", "unable", "no", "doesnt", "fails", "hes"))


class Kind(StrEnum):
    """Of what sort a condition is."""

    NONE = "none"  # nothing is waited for
    POSSIBLE = "possible"
    UNABLE = "unable"  # where what stands before is not possible
    FACT = "fact"
    COMES = "comes"  # what an enemy may do in his phase
    LASTS = "lasts"  # for how long


class Term(msgspec.Struct, frozen=True):
    """``fact``: as the language says it, and ``opposite``; ``whom``: of whom it is; ``led``: whether it
    stands before what waits for it."""

    kind: Kind
    fact: str = ""
    opposite: str = ""
    whom: FigureId = ""

    @property
    def turned(self) -> Term:
        """The same for the opposite."""
        return Term(self.kind, self.opposite, self.fact, self.whom)


NOTHING = Term(Kind.NONE)


class Conditions:
    """``said``: the facts for which the line waits, each with its opposite; ``passed``: where those begin
    that change nothing."""

    def __init__(self, desk: Desk, persons: Persons, doubts: list[str]) -> None:
        self.desk, self.persons, self.lexicon, self.doubts = desk, persons, persons.lexicon, doubts
        self.said: list[Term] = []
        self.last = NOTHING
        self.passed: set[int] = set()

    def of(self, act: Act, foes: tuple[FigureId, ...], clauses: Sequence[Clause]) -> Term:
        """What an act waits for; raises Unplain where the language cannot say it."""
        if act.behind == "else":
            if act.terms or self.last.kind not in (Kind.FACT, Kind.POSSIBLE):
                raise Unplain
            return self.last.turned if self.last.kind is Kind.FACT else Term(Kind.UNABLE)
        terms = [self._one(term, act, foes, clauses) for term in act.terms]
        waits = [term for term in terms if term.kind is not Kind.NONE]
        self.passed |= {
            words[0].position
            for words, term in zip(act.terms, terms, strict=True)
            if term.kind in (Kind.NONE, Kind.POSSIBLE)
        }
        if len(waits) > 1:
            raise Unplain
        self.last = waits[0] if waits else NOTHING
        if self.last.kind is Kind.FACT:
            self.said.append(self.last)
        return self.last

    def _one(self, words: Words, act: Act, foes: tuple[FigureId, ...], clauses: Sequence[Clause]) -> Term:
        plain = [word.plain for word in words]
        lasts = bool(set(plain[:2]) & _LASTS) or plain[:2] in (["as", "long"], ["so", "long"])
        if act.deed == "stay" and lasts:
            return Term(Kind.LASTS)
        if (term := self._hex(words, act, clauses)) is not None:
            return term
        if self._made_room(words, act, clauses):
            return NOTHING
        own = self.persons.names(words, OWN)
        enemies = self.persons.enemies(words)
        if not own and set(plain) <= _POSSIBLE and not enemies:
            return Term(Kind.POSSIBLE)
        if not own and set(plain) <= _POSSIBLE | _UNABLE and not enemies:
            return Term(Kind.UNABLE)
        if "out" in plain and set(plain) & {"range", "sight", "reach", "view"}:
            raise Unplain
        if (term := self._state(words, act, foes)) is not None:
            if "unless" in plain or (lasts and plain[0] in _LASTS):
                term = term.turned
            return term
        comer = enemies or set(plain) & (ANYBODY | {"he"}) or self.persons.kinds(words)
        if not own and set(plain) & COMES and comer:
            return Term(Kind.COMES)
        raise Unplain

    # what changes nothing

    def _made_room(self, words: Words, act: Act, clauses: Sequence[Clause]) -> bool:
        """ "Once Hamo has gone": moves are carried out in the order of their lines."""
        named = self.persons.names(words, OWN)
        if not named or len({one.id for _, one in named}) > 1 or self.persons.enemies(words):
            return False
        man = named[0][1].id
        rest = [
            word.plain for at, word in enumerate(words)
            if not named[0][0] <= at < named[0][0] + named[0][1].length and word.kind == "word"
        ]  # fmt: skip
        if not set(rest) & _GOES or not set(rest) <= _GOES | _LITTLE | _LEADS | {"after"} or set(rest) & _NOT:
            return False
        goes = any(
            man in clause.who and clause.deed in (Deed.GO, Deed.LEAVE, Deed.JOIN) for clause in clauses
        )
        if act.deed not in ("go", "leave", "join", "climb", "") or (
            not goes and not self.desk.imagined.has_move(man)
        ):
            self.doubts.append(text_of(words))
        return True

    # facts

    def _hex(self, words: Words, act: Act, clauses: Sequence[Clause]) -> Term | None:
        """ "If it is free": of a hex that is named, or to which he is sent."""
        plain = {word.plain for word in words}
        if (
            not plain & (_FREE | {"taken", "occupied"})
            or self.persons.names(words, OWN)
            or self.persons.enemies(words)
        ):
            return None
        there = [word for word in words if word.kind == "hex"] or [
            word for word in act.place if word.kind == "hex"
        ]
        if len(there) != 1:
            return None
        if not plain - {there[0].plain} <= _FREE | _LITTLE | _LEADS | {
            "taken",
            "occupied",
            "place",
            "hex",
            "if",
        }:
            return None
        at = self.lexicon.hex(there[0])
        texts = f"{at} is free", f"{at} is not free"
        denied = bool(plain & {"taken", "occupied"}) is not bool(plain & _NOT)
        return Term(Kind.FACT, *(reversed(texts) if denied else texts))

    def _state(self, words: Words, act: Act, foes: tuple[FigureId, ...]) -> Term | None:
        plain = [word.plain for word in words]
        state, used = self._state_of(plain)
        if not state:
            return None
        whom, names = self._whom(words, act, foes, state, used)
        if not whom:
            return None
        left = {
            word for at, word in enumerate(plain) if at not in used and at not in names and word not in _ASIDE
        }
        if not left <= _FELLS | _LASTS:
            return None
        denied = bool(set(plain) & _NOT)
        texts = f"{self.lexicon[whom]} is {state}", f"{self.lexicon[whom]} is not {state}"
        first, second = reversed(texts) if denied else texts
        return Term(Kind.FACT, first, second, whom)

    def _state_of(self, plain: Sequence[str]) -> tuple[str, frozenset[int]]:
        found = ""
        used: set[int] = set()
        at = 0
        while at < len(plain):
            length = next(
                (
                    n
                    for n in range(min(_LONGEST, len(plain) - at), 0, -1)
                    if tuple(plain[at : at + n]) in _STATES
                ),
                0,
            )
            if length:
                state = _STATES[tuple(plain[at : at + length])]
                if not found or (found == "up" and state != "up"):
                    found = state
                elif state not in (found, "up", "wounded") and {state, found} != {"down", "dead"}:
                    return "", frozenset()
                used |= set(range(at, at + length))
            at += length or 1
        return found, frozenset(used)

    def _whom(
        self, words: Words, act: Act, foes: tuple[FigureId, ...], state: str, used: frozenset[int]
    ) -> tuple[FigureId, set[int]]:
        """Of whom a state is said, and the places of the words for him."""
        enemies, own = self.persons.enemies(words), self.persons.names(words, OWN)
        places = {at for start, one in (*enemies, *own) for at in range(start, start + one.length)}
        if enemies:
            ids = {one.id for _, one in enemies}
            felled = {word.plain for word in words} & _FELLS
            if len(ids) > 1 or (own and not felled):
                raise Unplain
            return ids.pop(), places
        if own:
            ids = {one.id for _, one in own}
            return (ids.pop() if len(ids) == 1 else ""), places
        plain = [word.plain for word in words]
        rest = [
            at
            for at, word in enumerate(plain)
            if at not in used and word not in _ASIDE and word not in _FELLS
        ]
        if rest:
            person = self.persons.foe(words[rest[0] : rest[-1] + 1], ())
            if person is not None and len(person.ids) == 1 and person.sure:
                return person.ids[0], set(range(rest[0], rest[-1] + 1))
            return "", set()
        if not set(plain) & (HE | THEY):
            return "", set()
        if state not in ("down", "dead", "up"):
            return "", set()  # "if he is wounded" may be said of either
        target = [one for said in act.foe if (found := self.persons.foe(said, foes)) for one in found.ids]
        meant = (
            tuple(dict.fromkeys(target)) if set(plain) & HE and len(set(target)) == 1 and not foes else foes
        )
        return (meant[0] if len(meant) == 1 else ""), set()

    # what waits

    def second_choice(self, clauses: list[Clause], begin: int) -> None:
        """ "Arnolfo if he is in range, otherwise Sandro": the first of them who can be shot at."""
        if begin == 0 or begin != len(clauses) - 1:
            raise Unplain
        before, other = clauses[begin - 1], clauses[begin]
        if (
            before.who != other.who
            or {before.deed, other.deed} != {Deed.FIRE}
            or before.given
            or not before.whom
        ):
            raise Unplain
        if not other.whom and not other.nearest:
            raise Unplain
        clauses[begin - 1 :] = [
            msgspec.structs.replace(
                before,
                whom=(*before.whom, *other.whom),
                nearest=other.nearest,
                kinds=other.kinds,
                joined="or",
            )
        ]

    def hang(self, clauses: list[Clause], begin: int, term: Term) -> None:
        """That the clauses from one on wait for a fact; what the same men were told before of the same
        kind, for its opposite."""
        if term.kind is not Kind.FACT:
            return
        for at in range(begin, len(clauses)):
            clause = clauses[at]
            waits = [one for one in clauses[:begin] if one.given == term.fact and one.who == clause.who]
            if clause.deed is Deed.STAY and waits:
                del clauses[at]  # "goes to 1210 and waits"
                return
            if clause.deed not in _HANGING or clause.given:
                raise Unplain
            self._instead(clauses, begin, clause, term)
            clauses[at] = msgspec.structs.replace(clause, given=term.fact)

    def _instead(self, clauses: list[Clause], begin: int, clause: Clause, term: Term) -> None:
        for at in range(begin):
            before = clauses[at]
            if not set(before.who) & set(clause.who) or _sort(before) != _sort(clause):
                continue
            if before.given == term.opposite:
                continue
            if before.given or set(before.who) != set(clause.who):
                raise Unplain
            clauses[at] = msgspec.structs.replace(before, given=term.opposite)

    def joined(self, sayings: Sequence[Saying]) -> list[Saying]:
        """Orders for a fact and for its opposite, for the same men, as one."""
        out = list(sayings)
        for term in self.said:
            for first in [one for one in out if one.text.startswith(f"IF {term.fact} THEN ")]:
                heads = f"IF {term.fact} THEN ", f"IF {term.opposite} THEN "
                men = self._men(first.text.removeprefix(heads[0]))
                others = [
                    one
                    for one in out
                    if one.text.startswith(heads[1]) and self._men(one.text.removeprefix(heads[1])) == men
                ]
                if len(others) == 1 and " ELSE " not in first.text:
                    text = f"{first.text} ELSE {others[0].text.removeprefix(heads[1])}"
                    both = Saying(text, (*first.told, *others[0].told))
                    at = min(out.index(first), out.index(others[0]))
                    out = [one for one in out if one is not first and one is not others[0]]
                    out.insert(at, both)
        return out

    def _men(self, text: str) -> frozenset[FigureId]:
        return frozenset(
            man
            for part in read_line(text, self.lexicon)
            if part.order is not None
            for man in figures_of(part.order)
        )


def _sort(clause: Clause) -> bool:
    """Whether a clause is about harming: of moves and of attacks one order each stands for a man."""
    return clause.deed in _HARMS

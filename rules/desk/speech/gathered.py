"""What can be read of a line that cannot be read as a whole, clause by clause: the longest runs of its
clauses that are an order, each for those who were last spoken of where it names nobody.

It is only ever offered, beside what it leaves out. Where a condition or a denial was not understood, nothing
that it may govern is offered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from rules.desk.reading import Gathered
from rules.desk.speech.guess_words import asks
from rules.desk.speech.phrases import NEGATIONS
from rules.desk.speech.turning import turns_round
from rules.desk.speech.vocabulary import EMPTY
from rules.orders.lexicon import OWN, TARGETS, Found, Lexicon, Role
from rules.orders.text import Token, written
from rules.orders.verbs import VERBS

_BOUNDARY = re.compile(
    r"\s*(?:[,;:.!()\u2013\u2014]+\s*(?:(?:and|but|then|so|while)\b\s*)*|\s-\s"
    r"|\b(?:and|but|then|so|while|because|since)\b\s*)+",
    re.I,
)
_HANGING = """
    if when whenever unless until till once should suppose supposing assuming provided providing except case
    otherwise else or after before instead rather condition depending subject permitting being had given
    long where
"""
_CONDITIONS = frozenset(_HANGING.split())
_DENIALS = (NEGATIONS - _CONDITIONS) | frozenset(
    ("without", "nobody", "none", "nothing", "stop", "stops", "avoid", "avoids")
)
_BETTER = frozenset(("wait", "no", "or", "stop", "stops"))
"""Behind one of these something else may count than what was said."""
_KEEPING = ("keep", "keeps", "save", "saves", "leave", "leaves", "let", "lets")
"""With these something is not done, unless he keeps doing it."""
_SUBJECTS = ("he", "they", "she", "both")
_OBJECTS = ("him", "her")
_OTHERS = re.compile(
    r"(?:(?:all )?(?:the )?(?:rest|others)|(?:every(?:body|one)|all|anyone) (?:else|others?))\b", re.I
)
"""Who they are hangs on the clauses before, which could not be read with theirs."""
_STANDING = tuple(f"{verb.family} " for verb in VERBS if verb.record.standing)
_LONGEST_RUN = 4  # clauses
_MOST_CLAUSES = 12


Reads = Callable[[str], tuple[str, ...]]
"""The orders that a text stands for on its own; none if it cannot be read, or does not stand."""


def gathered(line: str, lexicon: Lexicon, read: Reads, gist: Reads) -> Gathered:
    """The orders in a line, clause by clause. ``read`` reads a text to the letter, ``gist`` by what it
    names."""
    words = written(line).words
    if asks(line, words) or turns_round(words) or any(word.plain in _BETTER for word in words):
        return Gathered((), ())
    return _Clauses(line, lexicon, read, gist).gathered()


class _Clauses:
    def __init__(self, line: str, lexicon: Lexicon, read: Reads, gist: Reads) -> None:
        self.line, self.lexicon, self.read, self.gist = line, lexicon, read, gist
        self.spans = list(_spans(line))
        self.men: tuple[str, ...] = ()
        self.foe = ""
        self.listed: tuple[str, ...] = ()
        """Clauses that were names and nothing else: the next one tells what they are to do."""

    def gathered(self) -> Gathered:
        orders: list[str] = []
        left: list[str] = []
        at = 0
        if len(self.spans) > _MOST_CLAUSES:
            return Gathered((), ())
        while at < len(self.spans):
            if self._is_list(self._text(at, 1)) and at + 1 < len(self.spans):
                self.listed = (*self.listed, self._text(at, 1))
                at += 1
                continue
            length, found = (1, ()) if self._hangs_on(at, left) else self._longest(at)
            if orders and orders[0].startswith(_STANDING) and any(one.startswith("MOVE ") for one in found):
                length, found = 1, ()  # where to give ground, said of others, sends nobody there now
            left += self.listed if not found else ()
            self.listed = ()
            if not found:
                clause = self._text(at, 1)
                if not _says_nothing(clause):
                    left.append(clause)
                if self._governs(at):
                    return Gathered((), ())
                if _is_conditional(clause):
                    left += [self._text(rest, 1) for rest in range(at + 1, len(self.spans))]
                    if at and not self._stands_apart(at):
                        return Gathered((), ())
                    break
                at += 1
                continue
            orders += [order for order in found if order not in orders]
            self._remember(self._text(at, length))
            at += length
        return Gathered(tuple(orders), tuple(left))

    def _governs(self, at: int) -> bool:
        """Whether a clause that could not be read may deny what stands around it: it is a heading, or denies
        something without saying of whom."""
        clause = self._text(at, 1)
        behind = self.line[self.spans[at][1] : self.spans[at + 1][0]] if at + 1 < len(self.spans) else ""
        if ":" in behind and not self._names_men(clause):
            return True
        denies = any(word.plain in _DENIALS for word in _plain(clause))
        return denies and not self._is_told_first(clause)

    def _is_told_first(self, clause: str) -> bool:
        """Whether a clause begins with one of one's own men, who is told something in it."""
        words = written(clause).words
        one = self.lexicon.find(words[:6], OWN)
        named = isinstance(one, Found) and not one.note and self.lexicon.role.get(one.id) in OWN
        return named and isinstance(one, Found) and one.length < len(words) and not self.listed

    def _hangs_on(self, at: int, left: Sequence[str]) -> bool:
        """Whether a clause belongs to the one before it, which could not be read: "between Odo and Ivo"."""
        return bool(at and left and left[-1] == self._text(at - 1, 1)) and not self._stands_apart(at)

    def _longest(self, at: int) -> tuple[int, tuple[str, ...]]:
        """The longest run of clauses from here that is an order, and what it comes to."""
        for length in range(min(_LONGEST_RUN, len(self.spans) - at), 0, -1):
            text = self._text(at, length)
            if length == 1 < len(self.spans) - at and _plain(text)[0].plain in _CONDITIONS:
                break  # what it is a condition of is in the next one
            if found := self._reading(text, alone=length == 1):
                return length, found
        return 1, ()

    def _reading(self, text: str, *, alone: bool) -> tuple[str, ...]:
        if _says_nothing(text) or _OTHERS.match(text.strip()):
            return ()
        text = " and ".join((*self.listed, text))
        if not self.men and not self._names_men(text) and self._names_men(self.line):
            return ()  # for some of those whom the line names, not for everybody
        texts = [self._with_subject(text)] if not self._names_men(text) else [text]
        texts = [self._with_object(one) for one in texts if one]
        for one in texts:
            if found := self.read(one):
                return found
            if alone and not _may_turn(one) and (found := self.gist(one)):
                return found
        return ()

    def _text(self, at: int, length: int) -> str:
        return self.line[self.spans[at][0] : self.spans[at + length - 1][1]]

    def _stands_apart(self, at: int) -> bool:
        """Whether a sign stands before this clause, so that it is a second thought."""
        between = self.line[self.spans[at - 1][1] : self.spans[at][0]]
        return any(sign in between for sign in ",;:.!")

    def _people(self, text: str, roles: frozenset[Role]) -> list[str]:
        """Those of these roles whose names stand in it, without slips."""
        words = written(text).words
        found, at = [], 0
        while at < len(words):
            one = self.lexicon.find(words[at : at + 6], roles) if words[at].kind == "word" else None
            if isinstance(one, Found) and not one.note and self.lexicon.role.get(one.id) in roles:
                found.append(self.lexicon[one.id])
                at += one.length
            else:
                at += 1
        return found

    def _is_list(self, text: str) -> bool:
        """Whether it is names of own men, and nothing else."""
        words = written(text).words
        at = 0
        while at < len(words):
            one = self.lexicon.find(words[at : at + 6], OWN) if words[at].kind == "word" else None
            if not isinstance(one, Found) or one.note or self.lexicon.role.get(one.id) not in OWN:
                return False
            at += one.length
        return bool(words)

    def _names_men(self, text: str) -> bool:
        return bool(self._people(text, OWN))

    def _remember(self, text: str) -> None:
        if men := self._people(text, OWN):
            self.men = tuple(dict.fromkeys(men))
        if foes := self._people(text, TARGETS):
            self.foe = foes[-1]

    def _with_subject(self, text: str) -> str:
        """With those who were last spoken of before it."""
        if not self.men:
            return text
        words = written(text).words
        if words and words[0].plain in _SUBJECTS:
            text = text[words[0].position + len(words[0].text) :].strip()
        return f"{' and '.join(self.men)} {text}"

    def _with_object(self, text: str) -> str:
        """With the foe who was last spoken of in place of "him"."""
        if not self.foe:
            return text
        for word in reversed(written(text).words):
            if word.plain in _OBJECTS:
                text = f"{text[: word.position]}{self.foe}{text[word.position + len(word.text) :]}"
        return text


def _spans(line: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for boundary in _BOUNDARY.finditer(line):
        if written(line[begin : boundary.start()]).words:
            yield begin, boundary.start()
        begin = boundary.end()
    if written(line[begin:]).words:
        yield begin, len(line.rstrip())


def _plain(text: str) -> Sequence[Token]:
    return written(text).words


def _is_conditional(text: str) -> bool:
    return any(word.plain in _CONDITIONS for word in _plain(text))


def _may_turn(text: str) -> bool:
    words = _plain(text)
    keeps = (at for at, word in enumerate(words) if word.plain in _KEEPING)
    return any(word.plain in _CONDITIONS or word.plain in _DENIALS for word in words) or any(
        at + 1 == len(words) or not words[at + 1].plain.endswith("ing") for at in keeps
    )


def _says_nothing(text: str) -> bool:
    words = _plain(text)
    return all(word.kind == "sign" or EMPTY.at(words, at) for at, word in enumerate(words))

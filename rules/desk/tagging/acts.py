"""The tagged words of a line gathered into acts: who, what, to whom or where, and under which conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from rules.orders.text import Token

NOTHING = "O"
DEEDS = frozenset(
    ["go", "stay", "attack", "fire", "strike", "charge", "turn", "join", "leave", "watch", "retreat", "advance", "carry", "raise", "lay", "climb", "light", "throw", "other"]
)
_HARMS = frozenset(("attack", "strike", "fire", "charge"))
_LISTED = frozenset(("and", "&", "+", ",", "n", "with", "plus", "then", "/", "together", "along"))
_WITH = frozenset(("with", "w", "by", "for", "plus", "alongside", "using", "and", "&", "+"))


class Span(NamedTuple):
    """Words of one tag that stand beside each other, and the word before them."""

    tag: str
    words: tuple[Token, ...]
    at: int
    before: str


class Act(msgspec.Struct):
    """What some men are told. Each part holds words as they stand on the line; ``who`` of several, one after the
    other; ``same``: they were told before on this line, and ``more`` with them; ``behind``: how this act follows the one before, "" or
    "else"; ``held``: behind it stands what holds something back;
    ``fronted``: whom it is for was said behind what is to be done;
    ``foe_first``: the enemy before the deed, and nobody before him."""

    who: list[tuple[Token, ...]] = []
    more: list[tuple[Token, ...]] = []
    deed: str = ""
    verb: tuple[Token, ...] = ()
    foe: list[tuple[Token, ...]] = []
    friend: tuple[Token, ...] = ()
    place: tuple[Token, ...] = ()
    facing: tuple[Token, ...] = ()
    how: list[tuple[Token, ...]] = []
    terms: list[tuple[Token, ...]] = []
    denied: bool = False
    held: bool = False
    fronted: bool = False
    foe_first: bool = False
    joint: bool = False
    same: bool = False
    either: bool = False
    behind: str = ""

    @property
    def is_bare(self) -> bool:
        """Whether nothing is said but who."""
        return not (self.deed or self.foe or self.friend or self.place or self.facing)


def spans_of(words: Sequence[Token], tags: Sequence[str]) -> list[Span]:
    """The words of a line that do something, by what they do."""
    spans: list[Span] = []
    at = 0
    while at < len(words):
        end = at + 1
        while end < len(words) and tags[end] == tags[at]:
            end += 1
        if tags[at] != NOTHING:
            before = words[at - 1].plain if at else ""
            spans.append(Span(tags[at], tuple(words[at:end]), at, before))
        at = end
    return spans


class Unplain(Exception):
    """The acts of a line cannot be told apart."""


def acts_of(spans: Sequence[Span]) -> list[Act]:
    """Raises Unplain where it is not plain what belongs together."""
    return [act for act in _Gathering(spans).acts() if not act.is_bare or act.who]


class _Gathering:
    def __init__(self, spans: Sequence[Span]) -> None:
        self.spans = spans
        self.done: list[Act] = []
        self.now = Act()
        self.denying = False
        self.alternative = False
        self._between = False  # whether anything but men stands behind the men of the open act

    def acts(self) -> list[Act]:
        for at, span in enumerate(self.spans):
            self._take(span, at)
        self.now.held = self.denying
        self._close()
        return self.done

    def _close(self) -> None:
        if self.now.who or not self.now.is_bare or self.now.terms:
            self.done.append(self.now)
        self.now = Act()

    def _next(self, *, same: bool) -> None:
        """Begin another act, of the same men."""
        self._close()
        self.now.same = same
        self.now.behind, self.alternative = ("else" if self.alternative else ""), False

    def _follows(self, at: int) -> str:
        """The tag of the next span that is not one of men, "" at the end."""
        return next((span.tag for span in self.spans[at + 1 :] if span.tag not in ("who", "and", "not")), "")

    def _take(self, span: Span, at: int) -> None:
        now = self.now
        if span.tag != "who":
            self._between = True
        if span.tag == "who":
            self._who(span, at)
            self._between = False
        elif span.tag in DEEDS:
            self._deed(span, at)
        elif span.tag == "foe":
            self._foe(span)
        elif span.tag == "friend":
            if now.friend:
                self._next(same=True)
            self.now.friend = span.words
        elif span.tag == "place":
            if now.place and now.deed not in _HARMS:
                self._next(same=True)
            self.now.place = (*self.now.place, *span.words)
        elif span.tag == "facing":
            self.now.facing = span.words
        elif span.tag == "how":
            now.how.append(span.words)
        elif span.tag == "joint":
            now.joint = True
        elif span.tag == "if":
            if not now.is_bare and self._follows(at) and not now.terms:
                self._close()
            self.now.terms.append(span.words)
        elif span.tag == "else":
            self.alternative = True
        elif span.tag == "not":
            self.denying = True

    def _who(self, span: Span, at: int) -> None:
        now = self.now
        if self.denying:
            raise Unplain
        told = not now.is_bare
        behind = self._follows(at)
        companion = (
            told
            and span.before in _WITH
            and (behind in ("", "how", "joint") or behind not in DEEDS | {"foe", "place"})
        )
        if told and not now.who and not now.same and (behind not in DEEDS or not now.deed):
            if now.foe_first:
                raise Unplain  # "Symeon attacks Ranulf"
            now.who.append(span.words)
            now.fronted = True
        elif told and now.fronted and not self._between:
            now.who.append(span.words)
        elif companion:
            (now.more if now.same else now.who).append(span.words)
        elif told:
            self._next(same=False)
            self.now.who.append(span.words)
        elif now.same:
            now.who, now.same = [span.words], False
        else:
            now.who.append(span.words)

    def _deed(self, span: Span, at: int) -> None:
        now = self.now
        if now.deed or (self.alternative and not now.is_bare):
            if now.deed == span.tag and not (now.foe or now.place or now.friend):
                return
            self._next(same=True)
        elif now.place and span.tag in ("attack", "fire", "strike", "charge", "turn", "stay"):
            self.now.deed = "go"
            self._next(same=True)
        self.now.foe_first = bool(self.now.foe) and not self.now.who and not self.now.same
        self.now.deed, self.now.verb = span.tag, span.words
        self.now.denied, self.denying = self.denying, False

    def _foe(self, span: Span) -> None:
        if self.denying:
            raise Unplain
        now = self.now
        if now.foe and now.fronted:
            deed, verb = now.deed, now.verb
            self._next(same=False)
            self.now.deed, self.now.verb = deed, verb
        elif now.foe and self.alternative:
            now.either, self.alternative = True, False
        elif now.foe and now.deed not in ("attack", "fire", "strike", "charge", ""):
            self._next(same=True)
        self.now.foe.append(span.words)


def used(spans: Sequence[Span]) -> Iterator[int]:
    """The places of all words that do something."""
    for span in spans:
        yield from range(span.at, span.at + len(span.words))

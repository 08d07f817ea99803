"""The tagged words of a line gathered into acts: who, what, to whom or where, and under which conditions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from rules.desk.tagging.words import words_in
from rules.orders.text import Token

NOTHING = "O"
DEEDS = words_in("""
    go stay attack fire strike charge turn join leave watch retreat advance carry raise lay climb light
    throw other
    """)
HARMS = frozenset(("attack", "strike", "fire", "charge"))
_LISTED = frozenset(("and", "&", "+", ",", "n", "with", "plus", "then", "/", "together", "along"))
_WITH = frozenset(("with", "w", "by", "for", "plus", "alongside", "using", "and", "&", "+"))


_ONLY = frozenset(("only", "alone", "just", "first"))
_EXCEPT = words_in("except excepted excepting but exept exc save minus bar without apart")
_DENIES = frozenset(("not", "nor", "never", "dont"))
_CORRECTS = frozenset(("no", "sorry", "wait", "nope", "correction", "scratch", "forget"))
_RATHER = frozenset(("instead of", "rather than"))
_IF_NOT = frozenset(("if not", "if no"))
_BEGIN_ANOTHER = ("how", "friend", "place", "facing")
_NO_DEED = words_in("a an the it its he she they him his her their them and being is are was were")


class Span(NamedTuple):
    """Words of one tag that stand beside each other, and the words before and behind them."""

    tag: str
    words: tuple[Token, ...]
    at: int
    before: str
    behind: str = ""


class Act(msgspec.Struct):
    """What some men are told. Each part holds words as they stand on the line; ``who`` of several, one
    after the other; ``same``: they were told before on this line, and ``more`` with them; ``behind``:
    how this act follows the one before, "" or "else" or "rather", which is what is not to be done;
    ``but``: who of them is not told; ``spared``: what is not meant, whoever or wherever; ``denial``:
    the words by which it is denied; ``held``: behind it stands what holds something back; ``only``:
    nobody else is told so; ``led``: what it waits for stands before it; ``fronted``: whom it is for was
    said behind what is to be done; ``foe_first``: the enemy before the deed, and nobody before him;
    ``either``: one of its enemies, not all."""

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
    but: list[tuple[Token, ...]] = []
    spared: list[tuple[Token, ...]] = []
    denial: tuple[Token, ...] = ()
    denied: bool = False
    held: bool = False
    only: bool = False
    led: bool = False
    fronted: bool = False
    foe_first: bool = False
    same: bool = False
    either: bool = False
    behind: str = ""

    @property
    def is_bare(self) -> bool:
        """Whether nothing is said but who."""
        return not (self.deed or self.foe or self.friend or self.place or self.facing)


def spans_of(words: Sequence[Token], tags: Sequence[str]) -> list[Span]:
    """The words of a line that do something, by what they do; little words alone order nothing."""
    spans: list[Span] = []
    at = 0
    while at < len(words):
        end = at + 1
        while end < len(words) and tags[end] == tags[at]:
            end += 1
        empty = tags[at] in DEEDS and all(word.plain in _NO_DEED for word in words[at:end])
        if tags[at] != NOTHING and not empty:
            before = words[at - 1].plain if at else ""
            if before == "also" and at > 1 and words[at - 2].plain in _WITH:
                before = words[at - 2].plain  # "with also Odo"
            behind = words[end].plain if end < len(words) else ""
            spans.append(Span(tags[at], tuple(words[at:end]), at, before, behind))
        at = end
    return spans


class Unplain(Exception):
    """The acts of a line cannot be told apart."""


def acts_of(spans: Sequence[Span]) -> list[Act]:
    """Raises Unplain where it is not plain what belongs together."""
    return [act for act in _Gathering(spans).acts() if not act.is_bare or act.who]


class _Gathering:
    """Puts the spans of a line together one after the other. ``done``: the acts behind it; ``now``: the open
    one; ``denying``: the words of a denial whose deed is still to come; ``excepting``: whether the next men
    are left out; ``alternative``: how the next act follows, as ``Act.behind``."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self.spans = spans
        self.done: list[Act] = []
        self.now = Act()
        self.denying: tuple[Token, ...] = ()
        self.excepting = False
        self.alternative = ""
        self._between = False  # whether anything but men stands behind the men of the open act

    def acts(self) -> list[Act]:
        for at, span in enumerate(self.spans):
            self._take(span, at)
        if self.denying and self.now.deed == "advance" and not self.now.denied:
            self.now.denied, self.now.denial, self.denying = True, self.denying, ()  # "pursue we not"
        self.now.held = self.now.held or bool(self.denying)
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
        self.now.behind, self.alternative = self.alternative, ""

    def _follows(self, at: int) -> str:
        """The tag of the next span that is not one of men, "" at the end."""
        return next((span.tag for span in self.spans[at + 1 :] if span.tag not in ("who", "and", "not")), "")

    def _take(self, span: Span, at: int) -> None:
        now = self.now
        if span.tag != "who":
            self._between = True
        if self.alternative and now.is_bare and now.who and now.terms:
            self._next(same=True)  # "Ralph the same if he stands, otherwise Sandro"
        if self.alternative == "else" and span.tag in _BEGIN_ANOTHER and not now.is_bare and not now.place:
            self._next(same=True)  # "Gilbert shoots Sandro, otherwise as fast as he can to 1112"
        if span.tag == "who":
            self._who(span, at)
            self.now.only = self.now.only or "only" in (span.before, span.behind)
            self._between = False
        elif span.tag in DEEDS:
            self._deed(span, at)
        elif span.tag == "foe":
            self._foe(span)
        elif self.denying and not now.is_bare and span.tag in ("place", "how", "facing"):
            now.spared.append(span.words)
            self.denying = ()
        elif span.tag in ("friend", "place", "facing"):
            self._aim(span)
        elif span.tag == "how":
            self.now.how.append(span.words)
        elif span.tag in ("if", "else"):
            self._term(span, at)
        elif span.tag == "not":
            self._not(span, at)

    def _aim(self, span: Span) -> None:
        """A friend, a place or a direction: another one of the sort is of another act."""
        now = self.now
        if span.tag == "friend":
            if now.friend:
                self._next(same=True)
            self.now.friend = span.words
        elif span.tag == "place":
            if now.place and self.alternative and now.deed in HARMS:
                raise Unplain
            if now.place and now.deed not in HARMS:
                self._next(same=True)
            self.now.place = (*self.now.place, *span.words)
        else:
            now.facing = span.words

    def _term(self, span: Span, at: int) -> None:
        """A condition, or what stands between an act and the one instead of it."""
        said = " ".join(word.plain for word in span.words)
        if span.tag == "else" or said in _IF_NOT:
            self.alternative = "rather" if said in _RATHER else "else"
            return
        if self._leads(span, at):
            self._close()
        self.now.led = self.now.is_bare
        self.now.terms.append(span.words)

    def _leads(self, span: Span, at: int) -> bool:
        """Whether a condition is that of what stands behind it, and not of what stands before it."""
        if self.now.is_bare or self._follows(at) in ("", "else"):
            return False
        only = span.words[0].plain == "only" or self.spans[at - 1].tag == "not"
        if span.words[0].text[:1].isupper() or span.before in (";", ":"):
            return True
        if self.spans[at - 1].tag == "and" or span.before in ("and", "but", "then"):
            return not only
        return span.before == "," and span.behind not in (",", ";", ":") and self.spans[at + 1].tag != "and"

    def _not(self, span: Span, at: int) -> None:
        plain = {word.plain for word in span.words}
        last = self.spans[at - 1].tag if at else ""
        if "mind" in plain:
            raise Unplain
        if "else" in plain and self.now.deed == "advance":
            self.now.only = True  # "Romanos may pursue, nobody else"
        if plain & _CORRECTS and not plain & _ONLY and (self.done or not self.now.is_bare):
            corrected = self.spans[at + 1].tag if at + 1 < len(self.spans) else ""
            if corrected in ("foe", "place", "facing", "who", "friend") and "further" not in plain:
                raise Unplain  # "Gilbert, no, William"
        following = self.spans[at + 1].tag if at + 1 < len(self.spans) else ""
        if (
            (plain <= _ONLY | {"but"} and plain & _ONLY and following)
            or "else" in plain
            or plain == {"nobody", "but"}
        ):
            return
        if self.now.deed == "advance" and following == "who" and "never" in plain:
            if not self.now.who and span.before != "but":
                raise Unplain  # "never for the sergeants, always for the knights"
            self.excepting = True
            return
        if plain & _EXCEPT and following == "who":
            self.excepting = True
        elif plain & _EXCEPT and last == "who" and self.now.who:
            if (
                not self.now.fronted
                and at > 1
                and self.spans[at - 2].tag == "who"
                and self.spans[at - 1].before in _LISTED
            ):
                raise Unplain  # how many of those named before are excepted
            self.now.but, self.now.who = (
                (self.now.who, []) if self.now.fronted else (self.now.who[-1:], self.now.who[:-1])
            )
        elif following == "who" and (self.now.who or not self.now.is_bare):
            self.excepting = True  # "Ralph too, but not Anquetil"
        else:
            self.denying = span.words

    def _who(self, span: Span, at: int) -> None:
        now = self.now
        if self.denying:
            if not now.is_bare or not {word.plain for word in self.denying} <= _DENIES:
                raise Unplain
            now.held = True  # "I'd rather not have Odo leave the door"
        if self.excepting:
            self._except(span, at)
            return
        if now.deed == "advance" and now.who and not now.denied and span.before not in _LISTED:
            self._next(same=False)  # "follow up only Odo; the rest never"
            self.now.deed, self.now.verb, self.now.who = now.deed, now.verb, [span.words]
            return
        told = not now.is_bare
        behind = self._follows(at)
        if now.deed and now.place and not now.who and not now.same and behind == "place":
            self._next(same=False)  # "retreat to 2811, Faris to 2805"
            self.now.deed, self.now.verb, self.now.who = now.deed, now.verb, [span.words]
            return
        companion = (
            told
            and span.before in _WITH
            and (behind in ("", "how", "joint") or behind not in DEEDS | {"foe", "place"})
        )
        noun = now.deed in ("other", "watch", "retreat", "advance")
        if told and not now.who and (noun or not now.same) and (behind not in DEEDS or not now.deed):
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

    def _except(self, span: Span, at: int) -> None:
        """Somebody is taken out of those told; what stands behind him is for him alone."""
        self.now.but.append(span.words)
        following = self.spans[at + 1].tag if at + 1 < len(self.spans) else ""
        listed = following == "who" and span.behind in _LISTED
        self.excepting = listed
        if not self.now.is_bare and not listed and following not in ("", "not", "if", "how", "and", "else"):
            but = list(self.now.but)
            self._next(same=False)
            self.now.who = but

    def _deed(self, span: Span, at: int) -> None:
        now = self.now
        if now.deed == "watch" and span.tag in ("fire", "strike") and (now.fronted or not now.who):
            return  # "watch order: Gilbert shoots at archers only"
        if now.deed or (self.alternative and not now.is_bare):
            with_friend = now.friend and span.tag not in HARMS  # but "joins Abbas against Olivier" is one
            if now.deed == span.tag and not (now.denied or now.foe or now.place or with_friend):
                return
            self._next(same=True)
        elif now.place and span.tag in ("attack", "fire", "strike", "charge", "turn", "stay"):
            self.now.deed = "go"
            self._next(same=True)
        self.now.foe_first = bool(self.now.foe) and not self.now.who and not self.now.same
        self.now.deed, self.now.verb = span.tag, span.words
        self.now.denied, self.now.denial, self.denying = bool(self.denying), self.denying, ()

    def _foe(self, span: Span) -> None:
        now = self.now
        if self.denying or self.alternative == "rather":
            now.spared.append(span.words)
            self.denying, self.alternative = (), ""
            return
        if now.foe and now.denied:
            self._next(same=True)
            self.now.deed, self.now.verb = now.deed, now.verb
        elif now.foe and now.terms:
            self._another(behind_term=not self.alternative)
        elif now.foe and now.fronted:
            deed, verb = now.deed, now.verb
            self._next(same=False)
            self.now.deed, self.now.verb = deed, verb
        elif now.foe and self.alternative:
            now.either, self.alternative = True, ""
        elif now.foe and now.deed not in ("attack", "fire", "strike", "charge", ""):
            self._next(same=True)
        self.now.foe.append(span.words)

    def _another(self, *, behind_term: bool) -> None:
        """ "Shoots Carlo, if he falls Sandro", "Carlo if he stands, otherwise Sandro": the same deed
        once more."""
        now = self.now
        terms = [now.terms.pop()] if behind_term else []
        self._next(same=True)
        self.now.deed, self.now.verb, self.now.terms = now.deed, now.verb, terms

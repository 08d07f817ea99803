"""Reading along the words of one line: look, take, or say exactly what was expected."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NoReturn

from rules.core.facing import Facing
from rules.core.language import english
from rules.core.places import GROUND, Place
from rules.orders.alike import as_digits
from rules.orders.lexicon import MOST_NAME_WORDS, Found, Lexicon, Role
from rules.orders.text import Token
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.words import KEYWORDS
from rules.state.figure import FigureId, Hex

_ODDS = re.compile(r"\d{1,2}:\d{1,2}")
_PASSED_OVER = frozenset({",", ":", "=", ">"})
_ARTICLES = frozenset({"the", "a", "an", "his", "her", "their", "my", "our", "enemy", "hex", "please"})

_FACINGS: dict[str, Facing] = {
    **{facing.value.lower(): facing for facing in Facing},
    **{facing.words: facing for facing in Facing},
    **{facing.words.replace("-", ""): facing for facing in Facing},
}
_NO_FACINGS = {"e": ("NE", "SE"), "east": ("NE", "SE"), "w": ("NW", "SW"), "west": ("NW", "SW")}


class Cursor:
    """A place in a line. ``notes`` collects what was read otherwise than written; ``subject`` the figures of
    the order before on the same line, whom "then attack Shakil" still means; ``likely`` who is meant behind
    ELSE by a verb that needs somebody; ``asks``: the line ends in a question mark."""

    def __init__(self, words: Sequence[Token], lexicon: Lexicon, end: int) -> None:
        self.words = words
        self.lexicon = lexicon
        self.end = end
        self.at = 0
        self.notes: list[str] = []
        self.subject: tuple[FigureId, ...] = ()
        self.likely: tuple[FigureId, ...] = ()
        self.asks = False

    # looking

    @property
    def done(self) -> bool:
        return self.at >= len(self.words)

    @property
    def here(self) -> Token | None:
        return self.words[self.at] if self.at < len(self.words) else None

    @property
    def position(self) -> int:
        return self.words[self.at].position if self.at < len(self.words) else self.end

    def sees(self, *phrases: str) -> int:
        """The number of words of the first of the phrases that stands here, 0 if none does."""
        here = self.here
        if here is None:
            return 0
        for phrase in phrases:
            if phrase == here.plain:
                return 1
            if phrase.startswith(here.plain) and " " in phrase:
                parts = phrase.split()
                if [word.plain for word in self.words[self.at : self.at + len(parts)]] == parts:
                    return len(parts)
        return 0

    def sees_hex(self) -> bool:
        at = self.at + (1 if self.sees("hex") else 0)
        return at < len(self.words) and self.words[at].kind == "hex"

    def sees_number(self) -> bool:
        return self.here is not None and self.here.kind == "number"

    def sees_facing(self) -> bool:
        return self.here is not None and (self.here.plain in _FACINGS or self.here.plain in _NO_FACINGS)

    def name_here(self, roles: frozenset[Role]) -> Found | None:
        """Who of these roles is named here; None if nobody is, or nobody clearly."""
        if self.here is None or self.here.kind != "word":
            return None
        found = self.lexicon.find(self.words[self.at : self.at + MOST_NAME_WORDS], roles)
        return found if isinstance(found, Found) else None

    # taking

    def accept(self, *phrases: str) -> bool:
        """Take the first of these phrases that stands here."""
        taken = self.sees(*phrases)
        self.at += taken
        return taken > 0

    def skip(self, *words: str) -> None:
        """Pass over any number of these words and of signs that only separate."""
        while (here := self.here) is not None and (here.plain in words or here.plain in _PASSED_OVER):
            self.at += 1

    def skip_articles(self) -> None:
        self.skip(*_ARTICLES)

    def expect(self, what: str, *phrases: str) -> None:
        if not self.accept(*phrases):
            self.fail_expected(what)

    def take_place(self, what: str = english("a hex such as 0305")) -> Place:
        """A hex, and the storey behind it if one is written there."""
        self.skip("hex", "the")
        storey = self.here.storey if self.here is not None else GROUND
        return Place(self._take_label(what), storey)

    def take_hex(self, what: str = english("a hex such as 0305")) -> Hex:
        """A hex, where storeys are not asked for. Raises Misread for a place above or below its ground."""
        self.skip("hex", "the")
        token = self.here
        if token is not None and token.kind == "hex" and token.storey:
            label = self.lexicon.hex(token)
            message = english(
                "{what} was expected here, without a storey, instead of {token!r}",
                what=what,
                token=token.text,
            )
            raise Misread(Trouble(Code.EXPECTED, message, token.position, label))
        return self._take_label(what)

    def _take_label(self, what: str) -> Hex:
        token = self.here
        if token is None:
            self.fail_expected(what)
        if token.kind == "number" or (
            token.kind == "word" and token.plain not in KEYWORDS and _has_digit(token)
        ):
            self.lexicon.hex(token)  # raises with the hex that may have been meant
        if token.kind != "hex":
            self.fail_expected(what)
        label = self.lexicon.hex(token)
        written = token.text.partition("/")[0] if token.storey else token.text
        if as_digits(written) != written:
            self.notes.append(english("{written} read as {name}.", written=token.text, name=label))
        self.at += 1
        return label

    def take_number(self, what: str) -> int:
        token = self.here
        if token is None or token.kind != "number" or len(token.text) > 4:
            self.fail_expected(what)
        self.at += 1
        return int(token.text)

    def accept_threshold(self, *closings: str) -> str:
        """At how great a weight of both sides, as a book writes it: "+5", or "2:1" where "or better" or the
        like stands behind it (else those are the two numbers of a hex); "" if none stands here. What it means
        is for the book."""
        token, back = self.here, self.at
        if token is not None and token.kind == "number":
            number = self.take_number(english("a differential such as +5"))
            self.accept(*closings)
            return f"{number:+d}"
        if token is not None and _ODDS.fullmatch(token.text):
            self.at += 1
            if self.accept(*closings):
                return token.text
            self.at = back
        return ""

    def take_facing(self) -> str:
        token = self.here
        if token is None:
            self.fail_expected(english("a direction: N, NE, SE, S, SW or NW"))
        if token.plain in _NO_FACINGS:
            one, other = _NO_FACINGS[token.plain]
            message = english(
                "on this board {token} runs through a corner of the hex: {one} or {other}?",
                token=token.text,
                one=one,
                other=other,
            )
            raise Misread(Trouble(Code.DIRECTION, message, token.position, "", (one, other)))
        if token.plain not in _FACINGS:
            self.fail_expected(english("a direction: N, NE, SE, S, SW or NW"))
        self.at += 1
        return _FACINGS[token.plain].value

    def take_name(self, roles: frozenset[Role]) -> str:
        """The figure or horse named here. Raises Misread for one that is unknown, ambiguous or not
        of the roles."""
        found: Found | Trouble | None = self.name_here(roles)
        if found is None:
            self.skip_articles()
            if self.done:
                self.fail_expected(english("a name"))
            found = self.lexicon.find(self.words[self.at : self.at + MOST_NAME_WORDS], roles)
        if isinstance(found, Trouble):
            raise Misread(found)
        if found.note:
            self.notes.append(found.note)
        self.at += found.length
        return found.id

    def take_names(self, roles: frozenset[Role], *joints: str) -> tuple[str, ...]:
        """One or more names, joined by signs or by the given words."""
        start = self.position
        names = [self.take_name(roles)]
        while self._joined(roles, joints):
            names.append(self.take_name(roles))
        if len(set(names)) != len(names):
            twice = next(n for n in names if names.count(n) > 1)
            raise Misread(
                Trouble(Code.TWICE, english("{name} is named twice", name=self.lexicon[twice]), start)
            )
        return tuple(names)

    def _joined(self, roles: frozenset[Role], joints: tuple[str, ...]) -> bool:
        """Whether another name of the list follows; the words that join it are then taken."""
        back = self.at
        firmly = False
        while not self.done and (self.words[self.at].plain in (",", "+", "&", ">", *joints)):
            firmly = firmly or self.words[self.at].plain in ("+", "&")
            self.at += 1
        if self.done or self.words[self.at].kind != "word":
            if firmly:
                self.fail_expected(english("another name after the +"))
            self.at = back
            return False
        if firmly:
            return True
        if self.name_here(roles) is None or (self.at == back and self.words[self.at].plain in KEYWORDS):
            self.at = back
            return False
        return True

    # refusing

    def fail_expected(self, what: str) -> NoReturn:
        token = self.here
        if token is None:
            raise Misread(
                Trouble(
                    Code.INCOMPLETE, english("the line ends where {what} was expected", what=what), self.end
                )
            )
        message = english("{what} was expected instead of {token!r}", what=what, token=token.text[:40])
        if why := self.lexicon.why_unknown(token.text):
            message = english(
                "{what} was expected instead of {token!r}: {why}", what=what, token=token.text[:40], why=why
            )
        raise Misread(Trouble(Code.EXPECTED, message, token.position))


def _has_digit(token: Token) -> bool:
    return any(c.isdigit() for c in token.plain)

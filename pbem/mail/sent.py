"""A text that we sent, as what comes back is compared with it: its letters and digits alone, in their order,
so that blanks, wraps, marks and case make no difference."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import NamedTuple

from pbem.mail.charset import odd_letters

_SIGN = re.compile(r"[^\w\n]|_")
_MANY_SIGNS = 60
_BLANKS = bytes(
    code if code > 0x7F or chr(code).isalnum() or chr(code) == "\n" else 0x20 for code in range(256)
)
"""What becomes of each byte of UTF-8: signs of ASCII are blanks."""
_LETTERS = 4  # by which a place is known, or by more
_MOST_PLACES = 60


@lru_cache(4096)
def squashed(line: str) -> str:
    """A line as it is compared."""
    return "".join(_parted(_plain(line)).split())


def _parted(text: str) -> str:
    """The same lines with nothing in them but letters and digits, and blanks in place of the rest. Few signs
    that are not ASCII are in what anybody writes, and looking for each takes a third of looking at every
    letter."""
    text = text.encode(errors="surrogatepass").translate(_BLANKS).decode(errors="surrogatepass")
    signs = [sign for sign in odd_letters(text) if not sign.isalnum()]
    if len(signs) > _MANY_SIGNS:
        return _SIGN.sub(" ", text)
    for sign in signs:
        text = text.replace(sign, " ")
    return text


def _plain(text: str) -> str:
    text = text.casefold()
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
        for mark in filter(unicodedata.combining, set(text)):
            text = text.replace(mark, "")
    return text


class _Layout(NamedTuple):
    """Where lines and words begin in a text, in order; ``borders``: where lines begin, and the end."""

    lines: list[str]
    begins: list[int]
    words: list[int]
    borders: list[int]


class Sent:
    """One text of ours. ``flat``: what is compared; ``lines``: its lines with something to compare, of which
    the n-th begins at ``begins[n]`` of ``flat``. ``echoes``: it repeats what its reader wrote, so that orders
    in it are his words, and so are the lines ``his``. ``of_others``: another player wrote in it, so that
    nothing in it is a form of ours."""

    def __init__(
        self, text: str, *, echoes: bool = False, his: frozenset[str] = frozenset(), of_others: bool = False
    ) -> None:
        self.echoes = echoes
        self.his = his
        self.of_others = of_others
        self._text = text
        self._written = _parted(_plain(text))
        self.flat = self._written.replace(" ", "").replace("\n", "")

    @cached_property
    def _layout(self) -> _Layout:
        """Found when something of it stands in a mail: of most texts that were sent nothing does."""
        lines: list[str] = []
        flat: list[str] = []
        firsts: list[int] = []  # which word each line begins with
        for line, words in zip(self._text.split("\n"), self._written.split("\n"), strict=True):
            if found := words.split():
                lines.append(line)
                firsts.append(len(flat))
                flat += found
        begins = list(accumulate(map(len, flat), initial=0))
        starts = [begins[first] for first in firsts]
        return _Layout(lines, starts, begins[:-1], [*starts, len(self.flat)])

    @property
    def lines(self) -> list[str]:
        return self._layout.lines

    @property
    def begins(self) -> list[int]:
        return self._layout.begins

    def places(self, words: str) -> Iterator[int]:
        """Where squashed words stand in the text, from the beginning of a word; a few letters, which stand in
        most lines, only at the end of it."""
        place = self.flat.find(words, 0 if len(words) >= _LETTERS else len(self.flat) - len(words))
        found = 0
        while place >= 0 and found < _MOST_PLACES:
            if _is_among(place, self._layout.words):
                found += 1
                yield place
            place = self.flat.find(words, place + 1)

    def holds(self, words: str) -> bool:
        """Whether squashed words stand in it somewhere."""
        return words in self.flat

    def is_his(self, place: int) -> bool:
        """Whether the line in this place repeats one that its reader wrote."""
        return squashed(self.lines[self.line_at(place)]) in self.his

    def line_at(self, place: int) -> int:
        """The number of the line that a place is in."""
        return bisect_right(self.begins, place) - 1

    def touched(self, begin: int, end: int) -> int:
        """How many lines a piece of the text is of."""
        return self.line_at(end - 1) - self.line_at(begin) + 1

    def is_whole(self, begin: int, end: int) -> bool:
        """Whether a piece of the text is made of whole lines."""
        return self._is_border(begin) and self._is_border(end)

    def begins_line(self, place: int) -> bool:
        return self._is_border(place)

    def _is_border(self, place: int) -> bool:
        return _is_among(place, self._layout.borders)


def _is_among(place: int, places: Sequence[int]) -> bool:
    """Whether a place is one of those, which are in order: a few are looked for among thousands."""
    found = bisect_left(places, place)
    return found < len(places) and places[found] == place

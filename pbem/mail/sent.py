"""A text that we sent, as what comes back is compared with it: its letters and digits alone, in their order,
so that blanks, wraps, marks and case make no difference."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")
_KEY, _SHORT_KEY = (
    8,
    4,
)  # letters by which a place is looked up: "MOVE" alone stands in most lines of a report
_MOST_PLACES = 60


@lru_cache(4096)
def squashed(line: str) -> str:
    """A line as it is compared."""
    return "".join(_words(line))


def _words(line: str) -> list[str]:
    text = line.casefold()
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
        text = "".join(c for c in text if not unicodedata.combining(c))
    return _WORD.findall(text)


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
        self.lines: list[str] = []
        self.begins: list[int] = []
        flat: list[str] = []
        words: list[int] = []
        length = 0
        for line in text.split("\n"):
            found = _words(line)
            if found:
                self.lines.append(line)
                self.begins.append(length)
            for word in found:
                words.append(length)
                length += len(word)
            flat += found
        self.flat = "".join(flat)
        self._words = words
        self._borders = {*self.begins, length}
        self._places: dict[int, dict[str, list[int]]] = {}

    def places(self, words: str) -> Iterator[int]:
        """Where squashed words stand in the text, from the beginning of a word."""
        letters = _KEY if len(words) >= _KEY else _SHORT_KEY
        for place in self._by(letters).get(words[:letters], ())[:_MOST_PLACES]:
            if self.flat.startswith(words, place):
                yield place

    def _by(self, letters: int) -> dict[str, list[int]]:
        """Where words stand, by so many letters; looked up once it is asked for."""
        found = self._places.get(letters)
        if found is None:
            found = self._places[letters] = {}
            for place in self._words:
                found.setdefault(self.flat[place : place + letters], []).append(place)
        return found

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
        return place in self._borders

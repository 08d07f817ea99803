"""A line of a mail cut into words, hexes, numbers and signs, each with its place in the line as written.

Every step is linear in the length of the line, and lines longer than ``LONGEST`` are refused before
any of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.core.places import GROUND
from rules.orders.alike import NOT_QUITE_DIGITS, as_digits, latin
from rules.orders.words import KEYWORDS

LONGEST = 2000
MOST_WORDS = 300


class Token(NamedTuple):
    """``kind``: word, hex, number or sign. ``plain``: without accents, lower case; for a hex its
    label, perhaps without the panel's letter ("0305", "A0305"), and ``storey`` the one written behind
    it ("0305/2")."""

    kind: str
    text: str
    plain: str
    position: int
    storey: int = GROUND


_SAME_AS = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc`", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u2033", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    **dict.fromkeys("\u00a0\u2007\u202f\u2002\u2003\u2009\u200a\u3000\t\r\n\v\f", " "),
    **dict.fromkeys("\u2192\u21d2\u27a1\u2794\u203a", ">"),
    "\u2026": ".",
    "\uff0b": "+",
    "\uff0c": ",",
    "\u00b7": "*",
    "\u2022": "*",
    "\u25e6": "*",
    "\u2023": "*",
    "\u2265": ">",
}
_PLAIN_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """A word as it is compared: lower case, without accents and apostrophes."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
    folded: str = bare.translate(_PLAIN_LETTERS)
    return folded.replace("'", "").replace("\u2019", "")


class Line(NamedTuple):
    """A line made ready: ``text`` with plain quotes, dashes and blanks, ``at[i]`` the place of its i-th
    character in the line as written."""

    text: str
    at: Sequence[int]


def normalised(line: str) -> Line:
    """One character for each that counts: typographic signs become plain ones, invisible ones vanish."""
    if (
        line.isascii() and line.isprintable()
    ):  # nothing to vanish, and of all signs only one to become another
        return Line(line.replace("`", "'"), range(len(line)))
    letters: list[str] = []
    places: list[int] = []
    for i, written in enumerate(line):
        letter = _SAME_AS.get(written, written)
        if not letter.isascii():
            if unicodedata.category(letter) in ("Cf", "Cc", "Cs", "Co", "Cn"):
                continue
            letter = _usual(letter)
        elif letter < " ":
            continue
        letters.append(letter)
        places.append(i)
    return Line("".join(letters), tuple(places))


@lru_cache(maxsize=4096)
def _usual(letter: str) -> str:
    """A letter of full width or of a formula, a digit of another script, or a dash, as it is
    usually written."""
    if unicodedata.category(letter) == "Pd" or letter in _DASHES:
        return "-"
    if letter.isdecimal():
        return str(unicodedata.decimal(letter))
    if "\uff01" <= letter <= "\uff5e" or "\U0001d400" <= letter <= "\U0001d7ff":
        return unicodedata.normalize("NFKC", letter)
    return letter


_DASHES = "\u02d7\u2043\u207b\u208b\u2796\u23af"
_BULLET = re.compile(r" {0,40}(?:[-*] {1,8}|\d{1,3}[.)] {1,8}|[-*] {0,8}(?=[A-Za-z]))")
_COMMENT = re.compile(r"(?:^|(?<= ))#")


def body_of(line: Line) -> Line:
    """The line without bullet or number at its start and without comment; empty if nothing else is there."""
    start = 0
    bullet = _BULLET.match(line.text)
    if bullet:
        start = bullet.end()
    rest = line.text[start:]
    if rest.lstrip().startswith(";"):
        return Line("", ())
    comment = _COMMENT.search(rest)
    end = start + comment.start() if comment else len(line.text)
    return Line(line.text[start:end], line.at[start:end])


_ODD = re.escape(NOT_QUITE_DIGITS)
_TOKEN = re.compile(
    rf"""
    (?P<odd>    (?<![\w.]) (?=\w{{0,7}}\d\w{{0,7}}\d) (?![A-Za-z]?\d{{4}}(?!\w))
                (?=\w{{0,7}}[^\W\x00-\x7f]|[A-Za-z]?[\d{_ODD}]{{4}}(?!\w)) \w{{4,8}} (?!\w) )
  | (?P<label> (?<![\w.]) (?:[A-Za-z]\.?)? \d{{4}} (?!\d)
                (?: \ {{0,2}} / \ {{0,2}} -?\d{{1,2}} (?![\w/.]) )? )
  | (?P<pair>  (?<![\w.]) (?:[A-Za-z]\.?)? \d{{1,2}} [.,:/-] \d{{1,2}} (?![\w]) )
  | (?P<paren> \(\ {{0,4}} (?:[A-Za-z]\.?)? \d{{1,2}} \ {{0,4}}[.,:;/ -]\ {{0,4}} \d{{1,2}} \ {{0,4}}\) )
  | (?P<number> (?<![\w)]) [+-]? \d+ )
  | (?P<word>  [^\W\d_] (?: [\w'-]* \w )? )
  | (?P<sign>  [+&,;>:=] )
    """,
    re.VERBOSE,
)
_LETTER = re.compile(r"[A-Za-z]")
_DIGITS = re.compile(r"\d+")


def tokens(line: Line) -> list[Token]:
    """The words and signs of a line. Signs without meaning (full stops, quotation marks, ...) are
    passed over."""
    found: list[Token] = []
    for match in _TOKEN.finditer(line.text):
        kind, text = match.lastgroup or "", match.group()
        position = line.at[match.start()]
        if kind in ("label", "pair", "paren"):
            label, _, storey = text.partition("/") if kind == "label" else (text, "", "")
            found.append(Token("hex", text, _label(label), position, int(storey or GROUND)))
        elif kind == "odd":
            found.append(_odd(text, position))
        elif kind == "word":
            found.append(Token("word", text, _plain_word(text), position))
        else:
            found.append(Token(kind, text, text, position))
        if len(found) > MOST_WORDS:
            break
    return found


def _odd(text: str, position: int) -> Token:
    """A run with letters among its digits: a hex, if they look like digits, and all of it like a hex."""
    for cut in (0, 1):
        panel, digits = latin(text[:cut]), as_digits(text[cut:])
        if len(digits) == 4 and digits.isdecimal() and (not panel or (panel.isascii() and panel.isalpha())):
            return Token("hex", text, panel.upper() + digits, position)
    return Token("word", text, plain(text), position)


def _plain_word(text: str) -> str:
    """A word as it is compared; one that looks just like a word of the language is that word."""
    compared = plain(text)
    if compared.isascii():
        return compared
    alike = plain(latin(text))
    return alike if alike in KEYWORDS else compared


class Written(NamedTuple):
    """What there is to read on a line: without bullet and comment, and cut into words."""

    body: Line
    words: tuple[Token, ...]

    @property
    def is_blank(self) -> bool:
        """Nothing but blanks and rules."""
        return not self.body.text.strip(" -*_=.~")


@lru_cache(maxsize=256)
def written(line: str) -> Written:
    """A line made ready, as far as lines are read. Kept for as long as a mail is read, since all who look
    at a line ask."""
    body = body_of(normalised(line[:LONGEST]))
    return Written(body, tuple(tokens(body)))


def _label(text: str) -> str:
    letter = _LETTER.search(text)
    numbers: list[str] = _DIGITS.findall(text)
    if len(numbers) == 1:
        digits = numbers[0]
    else:
        digits = f"{int(numbers[0]):02d}{int(numbers[1]):02d}"
    return (letter.group().upper() if letter else "") + digits

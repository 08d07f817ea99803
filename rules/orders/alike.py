"""Letters and digits that look like others: Cyrillic and Greek ones in a Latin word, raised digits, an O
for a nought.

A keyboard or a program puts them in, and nobody can see it. What they look like is only ever held against
words that are known; where that does not help, they are named as the cause.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rules.core.language import english

_PAIRS = (
    ("АВЕКМНОРСТУХІЈЅӀԌԚԜҮҺаекмнорстухіјѕӏԁһԛԝүв", "ABEKMHOPCTYXIJSIGQWYhaekmhopctyxijsldhqwyb"),  # Cyrillic
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺαεζηικνορτυχϲϳγ", "ABEZHIKMNOPTYXCMaezniKvoptuxcjy".replace("K", "k")),  # Greek
    ("ՕօՍՏհոսցձ", "OoUShnugd"),  # Armenian
    ("ɑɡɩʏᴏᴜᴠᴡᴢᴄ", "agiyouvwzc"),  # phonetic letters
)
_LATIN = {ord(odd): plain for odds, plains in _PAIRS for odd, plain in zip(odds, plains, strict=True)}
_DIGITS = {
    **{ord(c): str(unicodedata.digit(c)) for c in "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉"},
    **dict.fromkeys(map(ord, "oOоОοΟօՕᴏ"), "0"),
    **dict.fromkeys(map(ord, "lIіІӀӏιΙ"), "1"),
}
NOT_QUITE_DIGITS = "".join(map(chr, _DIGITS))
_SCRIPTS = {
    "CYRILLIC": english("Cyrillic"),
    "GREEK": english("Greek"),
    "ARMENIAN": english("Armenian"),
    "HEBREW": english("Hebrew"),
    "ARABIC": english("Arabic"),
}


@lru_cache(maxsize=1024)
def latin(text: str) -> str:
    """A word with each letter that looks like a Latin one as that letter."""
    return text if text.isascii() else text.translate(_LATIN)


def as_digits(text: str) -> str:
    """A hex with each sign that looks like a digit as that digit."""
    return text.translate(_DIGITS)


def script_of(letter: str) -> str:
    """The script of a letter that is not Latin, as one word; "" for one that is, and for what
    is no letter."""
    if letter.isascii() or not letter.isalpha():
        return ""
    script = unicodedata.name(letter, "").partition(" ")[0]
    return "" if script in ("LATIN", "") else _SCRIPTS.get(script, english("not Latin"))


def cause(word: str) -> str:
    """What is odd about the letters of a word that is not known; "" if nothing is."""
    for letter in word[:40]:
        if script := script_of(letter):
            return english(
                "the letter {letter!r} in {word!r} is {script}", letter=letter, word=word[:40], script=script
            )
        if not letter.isascii() and ord(letter) in _DIGITS:
            return english("the digit {letter!r} in {word!r} is a raised one", letter=letter, word=word[:40])
    return ""

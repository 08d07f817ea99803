"""The language in which a player is told things.

The wording stands in the code, in English; the catalogues of other languages lie in rules/locale (make
messages). What is recorded is English in every game, whoever reads it: ``english`` words it, and
``translated`` says it again in the language of the reader.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

LOCALE = Path(__file__).resolve().parent.parent / "locale"
SAID = "rules"  # the catalogue of what is said at once
RECORDED = (
    "recorded"  # and of what is worded in English first: its texts are known again with their values in them
)
ENGLISH = "en"
LANGUAGES: dict[str, tuple[str, ...]] = {
    "en": ("en", "english", "englisch", "anglais"),
    "de": ("de", "german", "deutsch", "allemand"),
    "fr": ("fr", "french", "français", "francais", "französisch"),
}

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)
_PLACEHOLDER = re.compile(r"\{(\w+)(?:![a-z])?(?::[^{}]*)?\}")
_ORDER = re.compile(r"[A-Z]{2,}\b")
_ORDERS = re.compile(r"[A-Z]{2,}(?:, [A-Z]{2,})* or [A-Z]{2,}")
_BEFORE_VOWEL = re.compile(r"\b([dD]|[qQ]u)e (?=[AEIOUÀÂÉÈÊÎÔ])")
_BRACKETED = re.compile(r"([^;]+) \(([^()]*)\)", re.DOTALL)
_NUMBERED = re.compile(r"(.+?)( [+-]?\d+)", re.DOTALL)
_JOINTS = {"; ": -1, ": ": 1, ", ": -1, " and ": -1, " or ": -1}  # and at how many of them a text is cut
_DAY = ", day {day}"
_OF_A_DAY = re.compile(r", day \d+$")
_OF_A_SENTENCE = 16  # letters
_DEEPEST = 8  # texts within texts


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Everything said inside is said in this language ("de"); in English where it has no catalogue."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def asked_for(words: str) -> str:
    """The language that a player names by its code or in any of the usual ways; empty for none
    that there is."""
    asked = words.strip().rstrip(".!").casefold()
    return next((code for code, names in LANGUAGES.items() if asked in names), "")


def english(message: str, **values: object) -> str:
    """A text in English whatever language is spoken: for the log, and for what may come to stand in it."""
    return message.format(**values) if values else message


def say(message: str, **values: object) -> str:
    """A text in the language spoken. Values that are texts of the catalogue are said in it too."""
    if _spoken.get() == ENGLISH:
        return message.format(**values) if values else message
    found = _catalogue(_spoken.get()).texts.get(message, message)
    return _elided(found.format(**_said(values))) if values else found


def say_many(singular: str, plural: str, number: int, **values: object) -> str:
    """The same of a number of things; which of a language's forms fits is for the language to say."""
    if _spoken.get() == ENGLISH:
        return (singular if number == 1 else plural).format(**values)
    found = _catalogue(_spoken.get()).plural(singular, plural, number)
    return _elided(found.format(**_said(values)))


def translated(text: str) -> str:
    """A recorded English text in the language spoken; as it is, if no catalogue has it (a name, a
    hex, an order)."""
    spoken = _spoken.get()
    return text if spoken == ENGLISH else _translated(text, spoken, _DEEPEST)


def named(name: str) -> str:
    """A name in the language spoken, if it has one there ("Normans"); nothing in it is translated by itself,
    but for the titles of what a day of another game has called ("The battle in 5220, day 2")."""
    spoken = _spoken.get()
    if spoken == ENGLISH:
        return name
    found = _catalogue(spoken)
    if name not in found.texts and _OF_A_DAY.search(name):
        titles = tuple(one for one in found.sentences + found.phrases if one.message.endswith(_DAY))
        return _recognised(name, spoken, titles, 2) or name
    return found.texts.get(name, name)


class Pattern(NamedTuple):
    """How a text with values in it looks when they are filled in. ``known`` is the longest piece of it that
    never changes, ``weight`` how much of it that is in all."""

    message: str
    shape: re.Pattern[str]
    known: str
    weight: int


class Catalogue(NamedTuple):
    """The texts of one language: by their English, those with plural forms, and the patterns of recorded
    ones, those with most words of their own first: of whole sentences, and of phrases that are hardly more
    than their values."""

    texts: Mapping[str, str]
    plurals: gettext.NullTranslations
    sentences: tuple[Pattern, ...]
    phrases: tuple[Pattern, ...]

    def plural(self, singular: str, plural: str, number: int) -> str:
        return self.plurals.ngettext(singular, plural, number)


def placeholders(message: str) -> list[str]:
    """The names of the values in a message."""
    return _PLACEHOLDER.findall(message)


@lru_cache(maxsize=16)
def _catalogue(spoken: str) -> Catalogue:
    said = gettext.translation(SAID, LOCALE, [spoken], fallback=True)
    recorded = gettext.translation(RECORDED, LOCALE, [spoken], fallback=True)
    known = _with_tails(_texts(recorded))
    patterns = [_pattern(message) for message in known if _PLACEHOLDER.search(message)]
    patterns.sort(key=lambda pattern: -pattern.weight)
    return Catalogue(
        texts={**_texts(said), **known},
        plurals=said,
        sentences=tuple(p for p in patterns if p.weight >= _OF_A_SENTENCE),
        phrases=tuple(p for p in patterns if p.weight < _OF_A_SENTENCE),
    )


def _texts(found: gettext.NullTranslations) -> dict[str, str]:
    """All texts of a catalogue but its head and those with plural forms."""
    texts: dict[object, str] = getattr(found, "_catalog", {})
    return {key: text for key, text in texts.items() if isinstance(key, str) and key}


def _with_tails(texts: Mapping[str, str]) -> dict[str, str]:
    """The same, and each text that comes behind others (" by {hexes}") also behind something."""
    tails = {
        message: said for message, said in texts.items() if message[0] in " ," and message not in _JOINTS
    }
    return {**texts, **{f"{{head}}{message}": f"{{head}}{said}" for message, said in tails.items()}}


def _pattern(message: str) -> Pattern:
    """The message as a pattern of the texts that it makes."""
    pieces = _PLACEHOLDER.split(message)
    fixed = [_unescaped(piece) for piece in pieces[::2]]
    weight = sum(len(piece.strip()) for piece in fixed)
    value = "[^;]+?" if weight >= _OF_A_SENTENCE else "[^:;,]+?"
    shape, named = "", set()
    for index, piece in enumerate(pieces):
        if index % 2 == 0:
            shape += re.escape(_unescaped(piece))
        elif piece in named:
            shape += f"(?P={piece})"
        else:
            named.add(piece)
            shape += f"(?P<{piece}>{value})"
    return Pattern(message, re.compile(shape, re.DOTALL), max(fixed, key=len), weight)


def _unescaped(piece: str) -> str:
    return piece.replace("{{", "{").replace("}}", "}")


def _said(values: Mapping[str, object]) -> dict[str, object]:
    return {name: translated(value) if type(value) is str else value for name, value in values.items()}


@lru_cache(maxsize=8192)
def _translated(text: str, spoken: str, deep: int) -> str:
    catalogue = _catalogue(spoken)
    if text in catalogue.texts:
        return catalogue.texts[text]
    if deep == 0 or not any(map(str.isalpha, text)):
        return text
    said = _recognised(text, spoken, catalogue.sentences, deep)
    if said is None and _ORDERS.fullmatch(text):  # "MOVE, ATTACK or FIRE"
        return text.replace(" or ", catalogue.texts.get(" or ", " or "))
    if said is not None or _ORDER.match(text):  # orders are the same in every language
        return text if said is None else said
    if match := _BRACKETED.fullmatch(text):
        return f"{_translated(match[1], spoken, deep - 1)} ({_translated(match[2], spoken, deep - 1)})"
    said = _recognised(text, spoken, catalogue.phrases, deep)
    return _listed(text, spoken, deep - 1) if said is None else said


def _recognised(text: str, spoken: str, patterns: tuple[Pattern, ...], deep: int) -> str | None:
    """The text by the first pattern that fits, be it as it is or made a sentence of."""
    texts = _catalogue(spoken).texts
    small = text[0].lower() + text[1:]
    forms = [small, text] if small != text else [text]
    forms += [form[:-1] for form in forms if form.endswith(".")]
    for form in forms:
        if form in texts:
            return _like(texts[form], form, text)
    for pattern in patterns:
        # behind a value that stands last the full stop is the sentence's, and may have to come
        # behind other words
        for form in sorted(forms, key=len) if pattern.message[-1] == "}" else forms:
            if form[0] != text[0] and pattern.message[0] == "{":
                continue  # it begins with a value, which keeps its capital
            if pattern.known in form and (match := pattern.shape.fullmatch(form)):
                parts = {
                    name: _translated(part, spoken, deep - 1) for name, part in match.groupdict().items()
                }
                return _like(_elided(_unformatted(texts[pattern.message]).format(**parts)), form, text)
    return None


def _elided(said: str) -> str:
    """In French "de" and "que" lose their vowel before a name that begins with one: "d'Adrano"."""
    return _BEFORE_VOWEL.sub(r"\1'", said) if _spoken.get() == "fr" else said


def _like(said: str, form: str, text: str) -> str:
    """What was said for a form of the text, begun and ended as the text is."""
    said = said[0].upper() + said[1:] if form[0] != text[0] else said
    return f"{said}." if len(form) < len(text) else said


def _listed(text: str, spoken: str, deep: int) -> str:
    """The parts of a list, each by itself. One that is joined as this language joins has been said before."""
    for joint, times in _JOINTS.items():
        said = _catalogue(spoken).texts.get(joint, joint)
        if joint in text and (said == joint or said not in text):
            return said.join(_translated(part, spoken, deep) for part in text.split(joint, times))
    if match := _NUMBERED.fullmatch(text):
        return _translated(match[1], spoken, deep) + match[2]
    return f"{_translated(text[:-1], spoken, deep)}." if text.endswith(".") else text


def _unformatted(message: str) -> str:
    """The message without the formats of its values, which have been written out already."""
    return _PLACEHOLDER.sub(lambda found: "{" + found.group(1) + "}", message)

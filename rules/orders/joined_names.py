"""Names that are hard to see on a line: joined by a stroke ("Simon/Peter"), or cut short to a word of every
day where only a name can stand ("will and Geoffrey")."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.core.language import english
from rules.orders.groups import SPELT
from rules.orders.lexicon import MOST_NAME_WORDS, OWN, PEOPLE, Found, Lexicon, Role
from rules.orders.text import Token, Written, written
from rules.orders.words import KEYWORDS, NO_NAMES

_AND = ("+", "&", ",", "and", "n")
_SIGNS = ("+", "&")
_SHORTEST = 3  # letters of a name


class Seen(NamedTuple):
    """The words of a line, and what of them was read otherwise than written."""

    words: tuple[Token, ...]
    notes: tuple[str, ...] = ()


def seen_in(line: str, lexicon: Lexicon) -> Seen:
    """The words of a line with the names that are hard to see."""
    ready = written(line)
    if "/" not in ready.body.text and not _may_be_short(ready, lexicon):
        return Seen(ready.words)
    return _short_names(_strokes(line, ready, lexicon), lexicon)


def _strokes(line: str, ready: Written, lexicon: Lexicon) -> tuple[Token, ...]:
    """The words with a sign in place of each stroke between two names, or two kinds of men."""
    out: list[Token] = []
    for at, word in enumerate(ready.words):
        before = ready.words[at - 1] if at else word
        end = before.position + len(before.text)
        joined = at > 0 and line[end : word.position].strip() == "/"
        if joined and _is_somebody(before, lexicon) and _is_somebody(word, lexicon):
            out.append(Token("sign", "/", "+", line.index("/", end)))
        out.append(word)
    return tuple(out)


def _is_somebody(word: Token, lexicon: Lexicon) -> bool:
    if word.kind != "word" or len(word.plain) < _SHORTEST:
        return False
    known = word.plain in SPELT or _short_for(word.plain, lexicon) != ""
    return known or isinstance(lexicon.find((word,), PEOPLE), Found)


@lru_cache(maxsize=512)
def _short_for(word: str, lexicon: Lexicon) -> str:
    """The name of the one man of the seat's for which a word of every day is short; "" if there is none."""
    if len(word) < _SHORTEST or word not in KEYWORDS | NO_NAMES:
        return ""
    own = [name for one, name in lexicon.name.items() if lexicon.role[one] is Role.OWN]
    fitting = [name for name in own if name.casefold().startswith(word) and name.casefold() != word]
    return fitting[0] if len(fitting) == 1 else ""


def _may_be_short(ready: Written, lexicon: Lexicon) -> bool:
    return any(_short_for(word.plain, lexicon) for word in ready.words if word.kind == "word")


def _short_names(words: tuple[Token, ...], lexicon: Lexicon) -> Seen:
    out: list[Token] = []
    notes: list[str] = []
    for at, word in enumerate(words):
        name = _short_for(word.plain, lexicon) if word.kind == "word" else ""
        if not name or not _stands_for_him(words, at, lexicon):
            out.append(word)
            continue
        out += [part._replace(position=word.position) for part in written(name).words]
        notes.append(english("{written} read as {name}.", written=word.text, name=name))
    return Seen(tuple(out), tuple(notes))


def _stands_for_him(words: tuple[Token, ...], at: int, lexicon: Lexicon) -> bool:
    """Whether only a name can stand here: joined with another one, and no part of what that man does ("Odo
    will and Ivo shall")."""
    before, behind = words[at - 1] if at else None, words[at + 1 : at + 2]
    if behind and behind[0].plain in _AND and _is_own(words, at + 2, lexicon):
        return before is None or not (
            _ends_a_name(words, at, lexicon) or before.plain in ("he", "they", "she")
        )
    if before is None or not _ends_a_name(words, at - 1, lexicon):
        return False
    if before.plain in _SIGNS:
        return True
    leads = bool(behind) and (behind[0].kind == "hex" or behind[0].plain == "to")
    return before.plain in _AND and before.plain != "," and leads


def _is_own(words: tuple[Token, ...], at: int, lexicon: Lexicon) -> bool:
    there = words[at : at + MOST_NAME_WORDS]
    named = bool(there) and there[0].kind == "word" and len(there[0].plain) >= _SHORTEST
    return named and isinstance(lexicon.find(there, OWN), Found)


def _ends_a_name(words: tuple[Token, ...], at: int, lexicon: Lexicon) -> bool:
    """Whether the name of a man of the seat's stands right before a place."""
    return at > 0 and _is_own(words[at - 1 : at], 0, lexicon)

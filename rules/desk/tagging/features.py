"""What the tagger sees of each word of a line: the word, what sort of word it is in this battle, its
neighbours."""

from __future__ import annotations

from collections.abc import Sequence

from rules.desk.speech.band_words import ARMS, KINDS, MAN, MEN, NUMBERS, SINGULAR
from rules.desk.speech.vocabulary import DEEDS, EMPTY, HOLDING, LITTLE
from rules.desk.tagging.words import words_in
from rules.orders.groups import SPELT
from rules.orders.lexicon import PEOPLE, Found, Lexicon, Role
from rules.orders.text import Token, Written

_COMPASS = words_in("""
    north south east west northeast northwest southeast southwest n s e w ne nw se sw north-east
    north-west south-east south-west northwards southwards eastwards westwards
    """)
_NUMBERS = frozenset((*NUMBERS, "one", "a", "an", "1"))
_PRONOUNS = words_in("he she they him her them it his their this that those these who whoever")
_KINDS = (
    frozenset(word for phrase in (*KINDS, *SPELT) for word in phrase.split())
    | SINGULAR
    | MEN
    | MAN
    | ARMS.keys()
)
_SHORTEST_NAME = 3
_NAME_WORDS = 6
_PAUSES = frozenset('.!?()[]"-/')


def features_of(line: Written, lexicon: Lexicon) -> list[list[str]]:
    """For each word of a line its features, as the model names them."""
    words = line.words
    sorts = _sorts(words, lexicon)
    shown = [
        word if sort in ("", "kind", "pron") else f"<{sort}>"
        for word, sort in zip(_plains(words), sorts, strict=True)
    ]
    deeds = _covered_by_deeds(words)
    added = _covered(words)
    pauses = _pauses(line)
    seen: list[list[str]] = []
    own = enemy = 0
    for at, word in enumerate(words):
        here = shown[at]
        sort = sorts[at] or "-"
        named = [
            "1",
            f"w={here}",
            f"s={sort}",
            f"d={deeds[at]}",
            f"e={added[at]}",
            f"stem={_stem(here)}",
            f"end={here[-3:]}",
            f"p={pauses[at]}{pauses[at + 1]}",
            f"own={own}{min(enemy, 1)}",
            f"own={own}|d={deeds[at]}",
        ]
        for away in (-3, -2, -1, 1, 2, 3):
            near = at + away
            if 0 <= near < len(words):
                named.append(f"w{away:+d}={shown[near]}")
                named.append(f"sd{away:+d}={sorts[near] or '-'}{deeds[near]}")
            else:
                named.append(f"w{away:+d}=|")
        before = shown[at - 1] if at else "|"
        after = shown[at + 1] if at + 1 < len(words) else "|"
        named.append(f"ww-={before}_{here}")
        named.append(f"ww+={here}_{after}")
        named.append(
            f"sds={_kind(sorts, deeds, at - 1)}_{_kind(sorts, deeds, at)}_{_kind(sorts, deeds, at + 1)}"
        )
        seen.append(named)
        if sort == "own":
            own = 1
        elif sort == "foe":
            enemy += 1
        if word.kind == "sign" and word.text in ";":
            own = enemy = 0
    return seen


def _plains(words: Sequence[Token]) -> list[str]:
    return [word.plain for word in words]


def _kind(sorts: Sequence[str], deeds: Sequence[str], at: int) -> str:
    if not 0 <= at < len(sorts):
        return "|"
    return deeds[at] if deeds[at] != "-" else sorts[at] or "-"


def _sorts(words: Sequence[Token], lexicon: Lexicon) -> list[str]:
    """What each word is in this battle: a name of which side, a hex, a number, a kind of men, a place,
    a direction."""
    sorts = [""] * len(words)
    at = 0
    while at < len(words):
        word = words[at]
        length = 1
        if word.kind == "hex":
            sorts[at] = "hex"
        elif word.kind == "number":
            sorts[at] = "num"
        elif word.kind == "sign":
            sorts[at] = ""
        elif (found := _named(words, at, lexicon)) is not None:
            role, length = found
            sorts[at : at + length] = [role] * length
        elif word.plain in lexicon.areas or word.plain in lexicon.grounds:
            sorts[at] = "area"
        elif word.plain in _COMPASS:
            sorts[at] = "dir"
        elif word.plain in _NUMBERS:
            sorts[at] = "num"
        elif word.plain in _KINDS or word.plain.removesuffix("s") in _KINDS:
            sorts[at] = "kind"
        elif word.plain in _PRONOUNS:
            sorts[at] = "pron"
        at += length
    return sorts


def _named(words: Sequence[Token], at: int, lexicon: Lexicon) -> tuple[str, int] | None:
    word = words[at]
    if len(word.plain) < _SHORTEST_NAME:
        return None
    found = lexicon.find(words[at : at + _NAME_WORDS], PEOPLE)
    if not isinstance(found, Found):
        return None
    sure = not found.note and not _is_common(words, at)
    role = lexicon.role[found.id]
    if not sure and _is_common(words, at):
        return None
    return ("own" if role is Role.OWN else "foe" if role is Role.ENEMY else "friend"), found.length


def _is_common(words: Sequence[Token], at: int) -> bool:
    """Whether a word that begins or nearly is a name is one that people use every day."""
    plain = words[at].plain
    return bool(DEEDS.at(words, at) or EMPTY.at(words, at) or LITTLE.at(words, at)) or plain in HOLDING


def _covered_by_deeds(words: Sequence[Token]) -> list[str]:
    """The deed that the known phrases give each word, "-" for none; B at its first word."""
    deeds = ["-"] * len(words)
    at = 0
    while at < len(words):
        found = DEEDS.at(words, at)
        if found is None:
            at += 1
            continue
        deed = found[0].replace(" ", "_")
        deeds[at : at + found[1]] = [f"b{deed}", *([f"i{deed}"] * (found[1] - 1))]
        at += found[1]
    return deeds


def _covered(words: Sequence[Token]) -> list[str]:
    """Which words belong to a known phrase that changes nothing (E), are little words (L) or hold back
    (H)."""
    kinds = ["-"] * len(words)
    at = 0
    while at < len(words):
        empty, little = EMPTY.at(words, at), LITTLE.at(words, at)
        if empty is not None and (little is None or empty[1] > little[1]):
            kinds[at : at + empty[1]] = ["E"] * empty[1]
            at += empty[1]
        elif little is not None:
            kinds[at : at + little[1]] = ["L"] * little[1]
            at += little[1]
        else:
            if words[at].plain in HOLDING:
                kinds[at] = "H"
            at += 1
    return kinds


def _pauses(line: Written) -> list[str]:
    """For each word, and for the end, which sign that is no word stands before it."""
    text = line.body.text
    places = {place: at for at, place in enumerate(line.body.at)}
    pauses: list[str] = []
    end = 0
    for word in line.words:
        begin = places.get(word.position, end)
        between = [sign for sign in text[end:begin] if sign in _PAUSES]
        pauses.append(between[0] if between else "")
        end = begin + len(word.text)
    rest = [sign for sign in text[end:] if sign in _PAUSES]
    return [*pauses, rest[0] if rest else ""]


def _stem(word: str) -> str:
    for ending in ("ing", "ies", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word

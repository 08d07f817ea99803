"""Turns of phrase that mean an order whatever the board is like, put into the words of the order language.

Only words that change nothing are ever left out: what denies, waits or puts off an order ("not", "until",
"tomorrow") stays, so that the line cannot be read and is asked back.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.core.language import say
from rules.orders.groups import SPELT
from rules.orders.lexicon import OWN, PEOPLE, Found, Lexicon
from rules.orders.move import STAYING
from rules.orders.text import Token, written
from rules.orders.verb import EVERYBODY
from rules.orders.verbs import SPELLINGS

Words = tuple[Token, ...]
_GROUP_BEGINS = frozenset(("all", "both", "every", "the", "my", "our", *EVERYBODY, *SPELT))

FOLLOWS = ("follow", "follows", "following")
GOING = (
    "move", "moves", "go", "goes", "walk", "walks", "run", "runs", "ride", "rides", "mv", "step", "steps",
)  # fmt: skip
_DENYING = """
    not dont doesnt never no nobody none without unless except but isnt wont cant cannot shouldnt
    neither nor nothing nowhere didnt arent if
"""
NEGATIONS = frozenset(_DENYING.split())
_LEADS = (
    "send", "get", "bring", "have", "let", "put", "tell", "order", "want", "need", "i", "we", "id", "like",
    "would", "please", "and", "then", "now", "ok", "okay", "so", "next", "finally", "also", "lets", ",",
)  # fmt: skip
_MEANS: tuple[tuple[str, str], ...] = (
    ("heads for", "moves to"), ("head for", "move to"), ("heads to", "moves to"), ("head to", "move to"),
    ("heads towards", "moves to"), ("makes for", "moves to"), ("make for", "move to"),
    ("over to", "to"), ("up to", "to"), ("down to", "to"), ("across to", "to"), ("back to", "to"),
    ("to nearest", "at nearest"), ("whoever is closest", "nearest"), ("whoever is nearest", "nearest"),
    ("whoever is next to him", "anyone"),
    ("grab the ladder and go", "carry ladder"), ("pick up the ladder and go", "carry ladder"),
    ("take the ladder and go", "carry ladder"), ("takes the ladder and goes", "carry ladder"),
    ("get the ladder and go", "carry ladder"), ("fetch the ladder and go", "carry ladder"),
    ("take the ladder", "carry ladder"), ("takes the ladder", "carry ladder"),
    ("bring the ladder", "carry ladder"), ("brings the ladder", "carry ladder"),
    ("grab the ladder", "carry ladder"), ("pick up the ladder", "carry ladder"),
    ("get the ladder", "carry ladder"), ("carries the ladder", "carry ladder"),
    ("move the ladder to", "carry ladder to"),
    ("raises the ladder", "raise ladder"), ("put up the ladder", "raise ladder"),
    ("puts up the ladder", "raise ladder"), ("set up the ladder", "raise ladder"),
)  # fmt: skip
_GIVES_GROUND = ("fall", "falls", "falling")
"""Where "back" stands behind one of these, both are one order word."""
_NOTHING = (
    "with his bow", "with their bows", "with his sling", "with his sword", "with his axe", "with his spear",
    "with his mace", "with his knife", "with his weapon", "with all his might", "with all their might",
    "as hard as he can", "as hard as they can", "at once", "right away", "straight away", "immediately",
    "quickly", "slowly", "carefully", "cautiously", "bravely", "boldly", "again", "too", "as well",
    "right now", "this turn", "this phase", "for now", "hard", "with courage", "as fast as he can", "fast",
    "just", "simply", "both",
)  # fmt: skip
_BEHIND = (
    "from behind", "from the rear", "from the flank", "from the side", "in the flank", "in the rear",
    "in the back", "in his flank", "in his back", "in his rear", "from the back", "in the side",
)  # fmt: skip
_GROUND = (
    "his ground",
    "their ground",
    "the line",
    "his position",
    "their positions",
    "position",
    "fast",
    "firm",
)
_WHERE = (
    "on", "in", "at", "by", "behind", "under", "near", "inside", "beside", "among", "with", "there", "where",
)  # fmt: skip
_ORDERS = frozenset(form[0] for form in SPELLINGS)
_LONGEST_PLACE = 6  # words behind "stays"
_OTHERWISE = """
    until till while when before after then and or facing turn fire shoot watch most least once twice only
"""
_UNSAFE = frozenset(_OTHERWISE.split())


class Phrased(msgspec.Struct, frozen=True):
    """A line in other words, and what to tell of it."""

    words: Words
    told: tuple[str, ...] = ()


def words_of(text: str) -> Words:
    return written(text).words


def text_of(words: Sequence[Token]) -> str:
    return " ".join(word.text for word in words)


def denies(words: Sequence[Token]) -> bool:
    """Whether a line says what is not to be done, or waits for something: nothing in it is put otherwise."""
    return any(word.plain in NEGATIONS for word in words)


def never_advances(words: Sequence[Token]) -> bool:
    """ "No advance", "nobody advances"."""
    said = [word.plain for word in words]
    return (
        len(said) == 2
        and said[0] in ("no", "nobody", "never")
        and said[1] in ("advance", "advances", "pursues")
    )


def phrased(words: Words, lexicon: Lexicon) -> Phrased:
    """The line with all that it says in other words than the order language put into them."""
    words = _all_of_them_first(_without_lead(words, lexicon))
    told: list[str] = []
    for said, means in _MEANS:
        words = _replaced(words, said, means)
    attacks = any(
        word.plain.startswith(("attack", "fight", "strike", "charge", "hit", "assault")) for word in words
    )
    for said in _BEHIND if attacks else ():
        shorter = _replaced(words, said, "")
        if shorter != words:
            words = shorter
            told.append(say("An attack has no direction here: {words!r} changes nothing.", words=said))
    for said in _NOTHING:
        shorter = _replaced(words, said, "")
        if shorter != words:
            words = shorter
            told.append(_left_out(said))
    words = _at_last(words, lexicon)
    words = _done_by(words, lexicon)
    words, place = _staying(words, lexicon)
    return Phrased(words, (*told, *((_left_out(place),) if place else ())))


def _left_out(said: str) -> str:
    return say("{words!r} adds nothing to the order and was left out.", words=said)


def _without_lead(words: Words, lexicon: Lexicon) -> Words:
    """Without "I want", "send" and the like before somebody of one's own, or before a group."""
    at = 0
    while at < len(words) and words[at].plain in _LEADS:
        at += 1
    rest = words[at:]
    if not rest:
        return words
    mine = isinstance(lexicon.find(rest[:6], OWN), Found) or rest[0].plain in _GROUP_BEGINS
    return rest if mine else words


def _all_of_them_first(words: Words) -> Words:
    """ "Stay, everybody" the other way round."""
    rest = " ".join(word.plain for word in words[1:] if word.kind == "word")
    if words and words[0].plain in STAYING and rest in (*EVERYBODY, "all of you", "all of them"):
        return (*words_of("everybody"), words[0])
    return words


def _replaced(words: Words, said: str, means: str) -> Words:
    parts = said.split()
    for at in range(len(words) - len(parts) + 1):
        if words[at].plain != parts[0]:
            continue
        if at and parts[0] == "back" and words[at - 1].plain in _GIVES_GROUND:
            continue
        if [word.plain for word in words[at : at + len(parts)]] == parts and at:
            return (*words[:at], *words_of(means), *words[at + len(parts) :])
    if [word.plain for word in words[: len(parts)]] == parts and means:
        return (*words_of(means), *words[len(parts) :])
    return words


def _at_last(words: Words, lexicon: Lexicon) -> Words:
    """ "William at 1213": nobody does anything there but go."""
    if not words:
        return words
    found = lexicon.find(words[:6], OWN)
    if isinstance(found, Found) and len(words) == found.length + 2:
        at, place = words[found.length :]
        if at.plain == "at" and place.kind == "hex":
            return (*words[: found.length], *words_of("to"), place)
    return words


def _done_by(words: Words, lexicon: Lexicon) -> Words:
    """The names behind a "with" at the end, put before the order: "shoot at Sandro with Gilbert"."""
    for at, word in enumerate(words):
        if word.plain == "with" and at and at + 1 < len(words):
            names = _names(words[at + 1 :], lexicon)
            if names and lexicon.find(words[:6], OWN).__class__ is not Found:
                return (*words_of(" + ".join(lexicon[name] for name in names)), *words[:at])
    return words


def _names(words: Words, lexicon: Lexicon) -> tuple[str, ...]:
    """One's own men, if nothing but their names stands here."""
    found: list[str] = []
    at = 0
    while at < len(words):
        if words[at].plain in ("and", "&", "+", ","):
            at += 1
            continue
        one = lexicon.find(words[at : at + 6], OWN)
        if not isinstance(one, Found):
            return ()
        found.append(one.id)
        at += one.length
    return tuple(found)


def _staying(words: Words, lexicon: Lexicon) -> tuple[Words, str]:
    """What is said of the place where somebody stays, left out: he stays where he is. Not if it names a man,
    a hex, a part of the board, or something else to do."""
    stays = {*STAYING, *(f"{word}s" for word in STAYING)}
    at = next((at for at, word in enumerate(words) if word.plain in stays), 0)
    rest = words[at + 1 :]
    if not at or not rest or len(rest) > _LONGEST_PLACE or any(word.plain in _ORDERS for word in words[:at]):
        return words, ""
    said = text_of(rest)
    plain = " ".join(word.plain for word in rest)
    if plain in _GROUND or rest[0].plain in _WHERE:
        other = any(
            word.kind != "word"
            or word.plain in _UNSAFE
            or word.plain in SPELT
            or word.plain in lexicon.areas
            or isinstance(lexicon.find(words[at + 1 + n :][:6], PEOPLE), Found)
            for n, word in enumerate(rest)
        )
        if not other:
            return words[: at + 1], said
    return words, ""


def in_its_order(words: Words) -> tuple[Words, ...]:
    """ "William attacks Sandro after moving to 1312" as two orders: the move, then the rest."""
    said = [word.plain for word in words]
    for at in range(len(words) - 2):
        if said[at] == "after" and said[at + 1] in ("moving", "going", "walking", "riding", "running"):
            end = at + 2
            while end < len(words) and (said[end] in ("to", "into", "hex") or words[end].kind == "hex"):
                end += 1
            way = words[at + 2 : end]
            if any(word.kind == "hex" for word in way):
                return way, (*words[:at], *words[end:])
    return ()


def one_or_other(words: Words) -> tuple[Words, Words] | None:
    """The two halves of "charge Leon or attack him"."""
    for at, word in enumerate(words):
        if word.plain == "or" and at and words[at + 1 :]:
            return words[:at], words[at + 1 :]
    return None

"""Which verb the words of a line begin with: spelt as it is known, with one slip, or none."""

from __future__ import annotations

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rules.core.language import english
from rules.core.modules import SETUP
from rules.orders.cursor import Cursor
from rules.orders.lexicon import OWN, PEOPLE
from rules.orders.slips import nearest
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import Verb
from rules.orders.verbs import (
    LONGEST_SPELLING,
    NOT_YET,
    SPELLINGS,
    first_words,
    spellings_in,
    verbs_in,
)


def verb_here(cursor: Cursor) -> tuple[Verb, str] | None:
    token = cursor.here
    if token is None:
        return None
    spellings = spellings_in(cursor.lexicon.modules)
    words = tuple(t.plain for t in cursor.words[cursor.at : cursor.at + LONGEST_SPELLING])
    for length in range(len(words), 0, -1):
        found = spellings.get(words[:length])
        if found is not None:
            cursor.at += length
            return found
    if token.plain.removesuffix("s") in NOT_YET:
        raise Misread(Trouble(Code.CHARGE, NOT_YET[token.plain.removesuffix("s")], token.position))
    return None


def verb_nearly(cursor: Cursor) -> tuple[Verb, str] | None:
    """A verb with one slip of the keyboard, if somebody's name (an enemy's, when it is known who acts) or a
    hex follows; said in a note."""
    token = cursor.here
    if token is None or not 4 <= len(token.plain) <= 12 or cursor.at + 1 >= len(cursor.words):
        return None
    if (token.plain,) in SPELLINGS:
        return None  # spelt right, but of rules that this battle does not use
    known = first_words(cursor.lexicon.modules)
    near = process.extract(token.plain, known, scorer=OSA.distance, score_cutoff=1, limit=4)
    verbs = {SPELLINGS[(spelt,)] for spelt, _, _ in near if (spelt,) in SPELLINGS}
    cursor.at += 1
    if len({verb.family for verb, _ in verbs}) != 1 or not (
        cursor.sees_hex()
        or cursor.name_here(OWN)
        or cursor.sees("to", "at", "on")
        or (cursor.subject and cursor.name_here(PEOPLE))
    ):
        cursor.at -= 1
        return None
    verb, word = min(verbs, key=lambda found: found[1])
    cursor.notes.append(english("{token} read as {word}.", token=token.text, word=word.upper()))
    return verb, word


def _names_own(cursor: Cursor) -> bool:
    """Whether one of the seat's figures is named anywhere on the line."""
    rest = (Cursor(cursor.words[at:], cursor.lexicon, cursor.end) for at in range(len(cursor.words)))
    return any(part.name_here(OWN) is not None for part in rest)


def no_verb(cursor: Cursor) -> Trouble:
    token = cursor.here
    assert token is not None
    elsewhere = SPELLINGS.get((token.plain,))
    if elsewhere is not None and elsewhere[0].module is not None and _names_own(cursor):
        if elsewhere[0].module is SETUP:
            message = english(
                "{family} is for the set-up, and in this battle everybody has his place already",
                family=elsewhere[0].family,
            )
            return Trouble(Code.CHARGE, message, token.position)
        message = english(
            "{family} belongs to advanced rules that this battle does not use ({chapter})",
            family=elsewhere[0].family,
            chapter=elsewhere[0].module.chapter,
        )
        return Trouble(Code.CHARGE, message, token.position)
    suggestion = nearest(token.plain, first_words(cursor.lexicon.modules)).upper()
    known = ", ".join(dict.fromkeys(v.family for v in verbs_in(cursor.lexicon.modules)))
    message = (
        english("{token!r} is no order", token=token.text[:40])
        if suggestion
        else english(
            "{token!r} is no order; orders begin with {known} or IF", token=token.text[:40], known=known
        )
    )
    if cursor.asks:
        message = english(
            "questions are not answered; TRY before an order tells what it would do, HELP what can be ordered"
        )
        suggestion = ""
    return Trouble(Code.VERB, message, token.position, suggestion)

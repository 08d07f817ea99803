"""Which verb the words of a line begin with: spelt as it is known, with one slip, or none."""

from __future__ import annotations

from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

from rules.core.language import english
from rules.core.modules import SETUP
from rules.orders.cursor import Cursor
from rules.orders.lexicon import OWN, PEOPLE
from rules.orders.slips import LONGEST, ONE_SLIP_UP_TO, nearest, slips_in
from rules.orders.trouble import Code, Misread, Trouble, listed
from rules.orders.verb import Verb
from rules.orders.verbs import (
    LONGEST_SPELLING,
    NOT_YET,
    SPELLINGS,
    first_words,
    spellings_in,
    verbs_in,
)
from rules.orders.words import KEYWORDS, NO_SLIPS

SHORTEST_SLIP = 4  # letters of a word that may be a verb misspelt
MOST_NAMED = 3  # verbs
_USUAL = ("MOVE", "ATTACK", "FIRE")


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


def verb_nearly(cursor: Cursor, *, first: bool = True) -> tuple[Verb, str] | None:
    """The one verb that a misspelt word was meant for; said in a note. Where the line begins with it
    (``first``) only if a name, a hex or a word of direction follows: "love" is not always MOVE."""
    token = cursor.here
    if token is None or token.kind != "word" or not SHORTEST_SLIP <= len(token.plain) <= LONGEST:
        return None
    if (token.plain,) in SPELLINGS:
        return None  # spelt right, but of rules that this battle does not use
    named = cursor.name_here(PEOPLE)
    if named is not None and not named.note and len(token.plain) >= SHORTEST_SLIP:
        return None  # "Bardas" is no slip for BARS
    found = _meant_by(token.plain, cursor.lexicon.modules)
    cursor.at += 1
    if found is None or (
        first
        and not (cursor.sees_hex() or cursor.name_here(PEOPLE) is not None or cursor.sees("to", "at", "on"))
    ):
        cursor.at -= 1
        return None
    verb, word = found
    cursor.notes.append(english("{token} read as {word}.", token=token.text, word=word.upper()))
    return verb, word


def _meant_by(word: str, modules: tuple[str, ...]) -> tuple[Verb, str] | None:
    """The verb in its other form ("attacking"), or the nearest one; None where two are as near, for words
    that mean something of their own, and for what is told of the past ("attacked")."""
    spellings = spellings_in(modules)
    if word.endswith("ing"):
        for stem in (word[:-3], f"{word[:-3]}e", word[:-4]):
            if (stem,) in spellings:
                return spellings[(stem,)]
    if (
        word in KEYWORDS
        or word in NO_SLIPS
        or (word.endswith("d") and {(word.removesuffix("ed"),), (word[:-1],)} & set(SPELLINGS))
    ):
        return None
    known = [words[0] for words in spellings if len(words) == 1 and _may_be(word, words[0])]
    near = process.extract(word, known, scorer=OSA.distance, score_cutoff=slips_in(word), limit=None)
    least = min((slips for _, slips, _ in near), default=0)
    verbs = {spellings[(spelt,)] for spelt, slips, _ in near if slips == least}
    if len({verb.family for verb, _ in verbs}) != 1:
        return None
    return min(verbs, key=lambda verb: verb[1])


def _may_be(word: str, verb: str) -> bool:
    """Whether a word may be a verb misspelt: few begin with a wrong letter ("talk" is not WALK), but for two
    letters turned round."""
    return word[0] == verb[0] or sorted(word) == sorted(verb) or len(word) > ONE_SLIP_UP_TO + 1


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
    known = listed(nearest_verbs(token.plain, cursor.lexicon.modules))
    message = (
        english("{token!r} is no order", token=token.text[:40])
        if suggestion
        else english("{token!r} is no order; perhaps {known}", token=token.text[:40], known=known)
    )
    if cursor.asks:
        message = english(
            "a question orders nothing: write it as an order, or TRY before the order to see what it would do"
        )
        suggestion = ""
    return Trouble(Code.VERB, message, token.position, suggestion)


def nearest_verbs(word: str, modules: tuple[str, ...]) -> tuple[str, ...]:
    """The three verbs of this battle that look most like a word, the usual ones where none does."""
    families = {form: verb.family for verb in verbs_in(modules) for form in verb.words if " " not in form}
    near = process.extract(
        word[:LONGEST], list(families), scorer=JaroWinkler.normalized_similarity, score_cutoff=0.8, limit=None
    )
    found = dict.fromkeys((*(families[form] for form, _, _ in near), *_USUAL))
    return tuple(found)[:MOST_NAMED]

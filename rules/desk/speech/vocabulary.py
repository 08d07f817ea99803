"""The words and turns of phrase by which people tell their men what to do, and those that add nothing to it.

Each phrase stands under the deed that it means. What the order language reads itself is here as well, since
one line may hold both. A * stands for "the", "your", "his", "their" or nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache

from rules.desk.speech import synonyms
from rules.desk.speech.phrase_list import phrases_in
from rules.orders.text import Token


class Deed(StrEnum):
    """What somebody is to do. STRIKE: to harm an enemy, by what means he has."""

    ATTACK = "attack"
    STRIKE = "strike"
    FIRE = "fire"
    CHARGE = "charge"
    GO = "go"
    JOIN = "join"
    LEAVE = "leave"
    STAY = "stay"
    HOLD_FIRE = "hold fire"
    TURN = "turn"
    LIGHT = "light"
    CARRY = "carry"
    RAISE = "raise"
    LAY = "lay"
    CLIMB = "climb"
    THROW = "throw"
    WRITTEN = "written"


_VERBS: dict[Deed, str] = {
    Deed.ATTACK: synonyms.ATTACK,
    Deed.STRIKE: synonyms.STRIKE,
    Deed.FIRE: synonyms.FIRE,
    Deed.CHARGE: synonyms.CHARGE,
    Deed.GO: synonyms.GO,
    Deed.JOIN: synonyms.JOIN,
    Deed.LEAVE: synonyms.LEAVE,
    Deed.STAY: synonyms.STAY,
    Deed.HOLD_FIRE: synonyms.HOLD_FIRE,
    Deed.TURN: synonyms.TURN,
    Deed.LIGHT: synonyms.LIGHT,
    Deed.CARRY: synonyms.CARRY,
    Deed.RAISE: synonyms.RAISE,
    Deed.LAY: synonyms.LAY,
    Deed.CLIMB: synonyms.CLIMB,
    Deed.THROW: synonyms.THROW,
}
# Words that have no other form.
_WORDS: dict[Deed, str] = {
    Deed.STRIKE: "x, vs, versus, against, on",
    Deed.FIRE: "lance at",
    Deed.HOLD_FIRE: (
        "dont shoot, do not shoot, does not shoot, doesnt shoot, dont fire, do not fire, does not fire, "
        "doesnt fire, shoots nobody, fires at nobody, no shooting"
    ),
    Deed.JOIN: "to help",
    Deed.RAISE: "ladder up, ladder",
    Deed.CLIMB: (
        "up the ladder, up their ladder, up his ladder, up the rope, up his rope, up their ropes, "
        "up the ropes, up the wall"
    ),
}
_WHOSE = ("", "the ", "your ", "his ", "their ")
_WHICH = ("a ", "that ", "this ", "the second ", "the other ", "the fallen ", "the nearest ")
"""Which ladder is said by men and hexes, so that these words add nothing."""

# Little words, left out unsaid.
_UNSAID = """
    please, pls, plz, then, now, ok, okay, so, also, next, finally, first, to, the, is, are, has, have,
    let, lets, send, and then, tell, order, want, i, again, too, as well, instead, just, simply,
    straight, will, shall, must, should, can, do, does, needs to, need to, has to, have to, had better,
    better, is to, are to, am, id like, i want, i would like, wants to, tries to, try to, try and, tries
    and, ought to, needs, gets to, starts to, begins to, going to, dear, dearest, good, old, brave,
    poor, i would like, we want, i need, we need, i shall want, i would prefer, id prefer, i want that,
    kindly have, i wish that, it would be nice if, the idea is that, the plan is that, the plan is, the
    idea is, my, our, oh, ah, well, right, alright, all right, hey, hi, yes, yeah, yep, aye, me, us, we,
    all of you, each, both of you, still, even, that, there, lad, mate, friend, sir, lord, master,
    gentlemen, boys, men, between them, for his part, go on, come on, start, starts, begins, at first,
    secondly, thirdly, lastly, last, see if you can, see if he can, see whether you can, see whether he
    can, let him, let them, make sure, see that, ensure, make him, have him, get him to, get them to,
    your turn, on second thought, on second thoughts, sorry, apologies, ok then, sorry wrong, actually,
    instead, dont forget, dont forget that, remember, remember that, would you mind, mind, would
    you be so kind, would you kindly, could you, do me a favour and, be so good, turns round and, turn
    round and, turns around and, turn around and, turns about and, turn about and
"""
# What changes nothing in an order, wherever it stands: left out and named.
_EMPTY = """
    from behind, from the rear, from the flank, in the flank, in the rear, in the back, this turn, this
    phase, right now, at once, right away, straight away, immediately, quickly, slowly, carefully,
    cautiously, bravely, boldly, hard, fast, for now, full gallop, at full gallop, at the gallop, full
    speed, at full speed, as fast as he can, as fast as possible, as fast as they can, if possible,
    where he stands, where they stand, where she stands, where he is, where they are, where you are,
    where you stand, with his sword, with the sword, with his bow, with their bows, with his axe, with
    his sling, with his spear, with all he has, with everything, on the spot, round the corner, around
    the corner, right behind him, close behind, behind him, no cover there, he is my reserve, hes my
    reserve, they are my reserve, my reserve, prays, pray, hopes, hope, you, you all, guys, lads, good
    luck, together, thanks, thx, cheers, if he can, if they can, if you can, from there, from where he
    stands, with his men, up there, down there, over there, there, at last, cant see a thing, cannot see
    a thing, cant see anything, cannot see anything, cant see him, cant see them, cannot see him, does
    not see anything, doesnt see anything, sees nothing, sees nobody, cant see anybody, cannot see
    anybody, and not further, no further, not further, not beyond, at any cost, whatever it costs, no
    matter what, for good, in case they come, after that, afterwards, after it, after this, for the
    moment, as planned, as we said, once more, as before, if he gets the chance, if there is a chance,
    if he is able, if able, if it is possible, if you like, if you please, would you, will you, could
    you, at this point, for the time being, meanwhile, in the meantime, at the same time, and nobody
    else, and no one else, nobody else, no one else, with gusto, with a will, with his knife, with his
    mace, with his weapon, with all his might, with all their might, with all his strength, with
    everything he has, with everything they have, with everything weve got, with everything we have, as
    hard as he can, as hard as they can, till he drops, until he drops, till he falls, until he falls,
    till they drop, until they drop, till he is dead, until he is dead, till hes dead, until hes dead,
    to death, to the end, to the last, as quickly as possible, as quickly as he can, as quick as he can,
    as soon as possible, asap, quick march, at the double, on the double, at a run, at a trot, at a
    walk, one more time, with all speed, double quick, without delay, at full tilt, full tilt, flat out,
    like the wind, in good order, keeping together, in close order, side by side, shoulder to shoulder,
    as one, all together, as ordered, whatever happens, come what may, if you can, if they are able, all
    turn, this time, for all he is worth, for all hes worth, right there, just there, out there, here,
    as far as possible, one on each side, from both sides, from 2 sides, from two sides, from the other
    side, from all sides, on both sides, from different sides, on different sides, from either side, any
    way round, from left to right, from the left, from the right, from north to south, from south to
    north, from west to east, from east to west, exactly, precisely, for the same, for a change, by
    preference, one each, in a row, in one line, in line, if there is one, if there is room, if there is
    a way, if there is a door, if there is space, for this turn, for this phase, all day, in time,
    whatever he has, with whatever he has, with what he has, at his leisure, under his tree, on his own,
    alone, by himself, by themselves, he only defends himself, only defends himself, and only defends
    himself, as needed, if needed, if need be, if necessary, before it is too late, first of all, to
    begin with, to start with, on my command, for me, for us, of course, by all means, in any case,
    anyway, if you would be so kind, if you would be so good, if youd be so kind, if you would, kindly,
    now then
"""
# Words for which an order waits, or by which it is not to be done: a line that holds one is not put otherwise
# unless the phrase with it is known.
_HOLDING = """
    not dont doesnt never no nobody none noone without unless except but isnt wont cant cannot shouldnt
    neither nor nothing nowhere didnt arent if until till while when before after tomorrow later once
    whenever maybe perhaps either rather avoid stop cancel forget scrap scratch disregard ignore hardly
    almost away yesterday
"""
HOLDING = frozenset(_HOLDING.split())
JOINTS = frozenset({"and", "&", "+", ",", ";", ":", "n", "then", ">", "="})


def verb_forms(verb: str) -> list[str]:
    """A verb, and with the ending of "he"; of several words the first has it."""
    first, _, rest = verb.partition(" ")
    ending = "es" if first.endswith(("s", "x", "ch", "sh", "o")) else "s"
    other = f"{first[:-1]}ies" if first.endswith("ry") else first + ending
    both = (verb, f"{other} {rest}".strip())
    return [form.replace("*", whose) for form in both for whose in _whose(verb)]


def _whose(verb: str) -> tuple[str, ...]:
    return (*_WHOSE, *_WHICH) if "*ladder" in verb else _WHOSE if "*" in verb else ("",)


def phrases_of(deed: Deed) -> list[str]:
    verbs = [form for verb in phrases_in(_VERBS.get(deed, "")) for form in verb_forms(verb) if verb]
    return [*verbs, *(phrases_in(_WORDS[deed]) if deed in _WORDS else ())]


class Phrasebook:
    """Phrases by their first word; the longest that stands somewhere counts."""

    def __init__(self, phrases: Mapping[str, Sequence[str]]) -> None:
        self._means: dict[tuple[str, ...], list[str]] = {}
        for means, several in phrases.items():
            for said in several:
                self._means.setdefault(tuple(said.split()), []).append(means)
        lengths: dict[str, set[int]] = {}
        for parts in self._means:
            lengths.setdefault(parts[0], set()).add(len(parts))
        self._lengths = {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}

    def at(self, words: Sequence[Token], begin: int = 0) -> tuple[str, int] | None:
        """What the words mean that stand at this place, and how many they are."""
        if begin >= len(words) or (lengths := self._lengths.get(words[begin].plain)) is None:
            return None
        said = tuple(word.plain for word in words[begin : begin + lengths[0]])
        for length in lengths:
            if length <= len(said) and (means := self._means.get(said[:length])):
                return means[0], length
        return None

    def all_at(self, words: Sequence[Token], begin: int = 0) -> list[tuple[str, int]]:
        """All that the words may mean that stand at this place, the longest phrases first."""
        if begin >= len(words) or (lengths := self._lengths.get(words[begin].plain)) is None:
            return []
        said = tuple(word.plain for word in words[begin : begin + lengths[0]])
        return [
            (means, length)
            for length in lengths
            if length <= len(said)
            for means in self._means.get(said[:length], ())
        ]


@lru_cache(maxsize=256)
def book_of(phrases: tuple[str, ...]) -> Phrasebook:
    """Phrases that are looked for again and again."""
    return Phrasebook({"": phrases})


def longest(phrases: tuple[str, ...], words: Sequence[Token], at: int) -> int:
    """How many words the longest of these phrases has that stands at a place."""
    found = book_of(phrases).at(words, at)
    return found[1] if found is not None else 0


DEEDS = Phrasebook({deed.value: phrases_of(deed) for deed in Deed})
EMPTY = Phrasebook({"": phrases_in(_EMPTY)})
LITTLE = Phrasebook({"": phrases_in(_UNSAID)})
SPOKEN = frozenset(phrase.split()[0] for deed in Deed for phrase in phrases_of(deed))
ONE_WORD = tuple(phrase for deed in Deed for phrase in phrases_of(deed) if " " not in phrase)
EVERY_WORD = frozenset(
    word for deed in Deed for phrase in phrases_of(deed) for word in phrase.split()
) | frozenset(" ".join((_EMPTY, _UNSAID, _HOLDING, *_WORDS.values())).replace(",", " ").split())

"""The words and turns of phrase by which people tell their men what to do, and those that add nothing to it.

Each phrase stands under the deed that it means. What the order language reads itself is here as well, since
one line may hold both. A * stands for "the", "your", "his", "their" or nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

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


# Verbs without the ending of "he", which the first word of each may have.
_VERBS: dict[Deed, str] = {
    Deed.ATTACK: (
        "attack, atk, att, fight, strike, hit, assault, engage, smash, keep hitting, keep attacking, "
        "keep on hitting, keep fighting, fight on, fight on against"
    ),
    Deed.STRIKE: (
        "kill, slay, finish off, finish, take on, take out, go for, cut down, stab, take, gang up on, keep at"
    ),
    Deed.FIRE: (
        "fire, shoot, sling, aim, target, loose, let fly, take a shot, keep shooting, keep firing, "
        "switch to, continue to fire, continue to shoot, continue firing"
    ),
    Deed.CHARGE: "charge, gallop, ride down, trample, run down",
    Deed.GO: (
        "move, go, walk, run, ride, step, march, head, mv, hurry, rush, advance, get, limp, hobble, crawl, "
        "close in, close up, come"
    ),
    Deed.JOIN: (
        "join, follow, reinforce, go help, go and help, go to help, run to help, hurry to help, rush to help"
    ),
    Deed.LEAVE: (
        "pull back, pull out, back, back off, back out, back up, get out, get out of there, get away, "
        "get back, break contact, break off, disengage, return, come back, go back, retire, fall back, "
        "run back, retreat, withdraw, ride back, walk back, step back, move back"
    ),
    Deed.STAY: (
        "stay, hold, wait, remain, stand, halt, stop, sit tight, keep still, stand fast, do nothing, rest, "
        "stay put, stay here, stand still, stay back"
    ),
    Deed.HOLD_FIRE: "hold *fire, save *arrows, keep *arrows, save *stones, save *shots",
    Deed.TURN: (
        "turn, face, wheel, pivot, look, turn round, turn on the spot, swing round, turn around on the spot, "
        "wheel right, wheel left, wheel round"
    ),
    Deed.LIGHT: (
        "light, torch, burn, ignite, set fire to, set alight, put fire to, burn down, set on fire, kindle, "
        "set fire, set"
    ),
    Deed.CARRY: (
        "take *ladder, carry *ladder, bring *ladder, move *ladder, grab *ladder, get *ladder, lug *ladder, "
        "haul *ladder, run with *ladder, go with *ladder"
    ),
    Deed.RAISE: (
        "raise *ladder, put *ladder, put up *ladder, set up *ladder, lean *ladder, set *ladder, "
        "place *ladder, raise it, put it up, put it, lean it, set it up, raise, "
        "put *ladder up, set *ladder up"
    ),
    Deed.LAY: (
        "lay *ladder, drop *ladder, lay down *ladder, put down *ladder, leave *ladder, set down *ladder, "
        "lay it, drop it, lay it down, put it down, leave it, put *ladder down, lay *ladder down"
    ),
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
}
_WHOSE = ("", "the ", "your ", "his ", "their ")

# Little words, left out unsaid.
_UNSAID = """
    please, pls, plz, then, now, ok, okay, so, also, next, finally, first, to, the, is, are, has, have, let,
    lets, send, and then, both of them, tell, order, want, i, again, too, as well, instead, just, simply,
    straight, will, shall, must, should, can
"""
# What changes nothing in an order, wherever it stands: left out and named.
_EMPTY = """
    from behind, from the rear, from the flank, in the flank, in the rear, in the back, this turn, this
    phase, right now, at once, right away, straight away, immediately, quickly, slowly, carefully,
    cautiously, bravely, boldly, hard, fast, for now, full gallop, at full gallop, at the gallop, full
    speed, at full speed, as fast as he can, as fast as possible, as fast as they can, if possible, where
    he stands, where they stand, where she stands, where he is, where they are, where you are, where you
    stand, with his sword, with the sword, with his bow, with their bows, with his axe, with his sling,
    with his spear, with all he has, with everything, on the spot, round the corner, around the corner,
    right behind him, close behind, behind him, no cover there, he is my reserve, hes my reserve, they are
    my reserve, my reserve, prays, pray, hopes, hope, you, you all, guys, lads, good luck, together,
    thanks, thx, cheers, if he can, if they can, if you can, from there, from where he stands, with his
    men, up there, down there, over there, there, at last, cant see a thing, cannot see a thing, cant see
    anything, cannot see anything, cant see him, cant see them, cannot see him, does not see anything,
    doesnt see anything, sees nothing, sees nobody, cant see anybody, cannot see anybody, and not further,
    no further, not further, not beyond, at any cost, whatever it costs, no matter what, for good, in case
    they come, after that, afterwards, after it, after this, for the moment, as planned, as we said, once
    more, as before
"""
# Words for which an order waits, or by which it is not to be done: a line that holds one is not put otherwise
# unless the phrase with it is known.
_HOLDING = """
    not dont doesnt never no nobody none noone without unless except but isnt wont cant cannot shouldnt
    neither nor nothing nowhere didnt arent if until till while when before after tomorrow later once
    whenever maybe perhaps either rather avoid stop cancel hardly almost away yesterday
"""
HOLDING = frozenset(_HOLDING.split())
JOINTS = frozenset({"and", "&", "+", ",", ";", ":", "n", "then", ">", "="})


def _listed(text: str) -> list[str]:
    return [" ".join(phrase.split()) for phrase in text.split(",")]


def _forms(verb: str) -> list[str]:
    """A verb, and with the ending of "he"; of several words the first has it."""
    first, _, rest = verb.partition(" ")
    ending = "es" if first.endswith(("s", "x", "ch", "sh", "o")) else "s"
    other = f"{first[:-1]}ies" if first.endswith("ry") else first + ending
    both = (verb, f"{other} {rest}".strip())
    return [form.replace("*", whose) for form in both for whose in (_WHOSE if "*" in verb else ("",))]


def phrases_of(deed: Deed) -> list[str]:
    verbs = [form for verb in _listed(_VERBS[deed]) for form in _forms(verb)]
    return [*verbs, *(_listed(_WORDS[deed]) if deed in _WORDS else ())]


class Phrasebook:
    """Phrases by their first word; the longest that stands somewhere counts."""

    def __init__(self, phrases: Mapping[str, Sequence[str]]) -> None:
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for means, several in phrases.items():
            for said in several:
                parts = tuple(said.split())
                self._phrases.setdefault(parts[0], []).append((parts, means))
        for found in self._phrases.values():
            found.sort(key=lambda one: -len(one[0]))

    def at(self, words: Sequence[Token], begin: int = 0) -> tuple[str, int] | None:
        """What the words mean that stand at this place, and how many they are."""
        if begin >= len(words):
            return None
        for parts, means in self._phrases.get(words[begin].plain, ()):
            if [word.plain for word in words[begin : begin + len(parts)]] == list(parts):
                return means, len(parts)
        return None


DEEDS = Phrasebook({deed.value: phrases_of(deed) for deed in Deed})
EMPTY = Phrasebook({"": _listed(_EMPTY)})
LITTLE = Phrasebook({"": _listed(_UNSAID)})
SPOKEN = frozenset(phrase.split()[0] for deed in Deed for phrase in phrases_of(deed))
ONE_WORD = tuple(phrase for deed in Deed for phrase in phrases_of(deed) if " " not in phrase)

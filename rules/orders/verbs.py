"""All verbs of the order language, in the order in which help and documents show them."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from rules.orders.advance import ADVANCE
from rules.orders.attack import ATTACK
from rules.orders.fire import FIRE
from rules.orders.haul import HAUL
from rules.orders.move import MOVE
from rules.orders.oppose import OPPOSE
from rules.orders.retreat import RETREAT
from rules.orders.verb import Verb
from rules.orders.watch import WATCH
from rules.orders.wound import WOUND

VERBS: tuple[Verb, ...] = (MOVE, FIRE, ATTACK, WATCH, OPPOSE, WOUND, RETREAT, ADVANCE, HAUL)

IF_WORDS = ("if", "unless")
IF_HELP = """An order that waits for facts; they are looked at in the moment in which the order would be carried out.
Of a figure: down, up, dead, stunned, wounded, healthy, mounted, on foot, fired at, at HEX, next to NAME (or an enemy).
Of a hex: free. 'not' turns a fact round; AND joins several. ELSE gives the other order."""
IF_EXAMPLES = (
    "IF Jemal is down THEN FIRE Yani AT Shakil",
    "IF Jemal is down AND 0507 is free THEN MOVE Tancred to 0507 ELSE MOVE Tancred stay",
)

NOT_YET: dict[str, str] = {
    "charge": "charges (GUI-7) are not part of this game's rules yet: MOVE next to him, then ATTACK",
    "counter-charge": "counter-charges (GUI-7) are not part of this game's rules yet",
    "countercharge": "counter-charges (GUI-7) are not part of this game's rules yet",
}


def verbs_in(modules: Collection[str]) -> tuple[Verb, ...]:
    """The verbs of a game with these advanced modules."""
    return tuple(verb for verb in VERBS if verb.known_in(modules))


def standing_words(modules: Collection[str]) -> str:
    """The verbs of standing orders, for telling what can be sent at any time: "WATCH, OPPOSE, ..."."""
    return ", ".join(verb.family for verb in verbs_in(modules) if verb.record.standing)


def _spellings() -> dict[tuple[str, ...], tuple[Verb, str]]:
    """Each spelling as words, with "he moves" beside "move"."""
    found: dict[tuple[str, ...], tuple[Verb, str]] = {}
    for verb in VERBS:
        for word in verb.words:
            first, *rest = word.split()
            for form in (
                first,
                first + "s",
                first + "es",
                first[:-1] + "ies" if first == "carry" else first,
            ):
                found.setdefault((form, *rest), (verb, word))
    return found


SPELLINGS = _spellings()


@lru_cache(maxsize=16)
def first_words(modules: tuple[str, ...]) -> tuple[str, ...]:
    """Every single word by which an order of a game with these advanced modules can begin."""
    single = (
        words[0] for words, (verb, _) in SPELLINGS.items() if len(words) == 1 and verb.known_in(modules)
    )
    return tuple(dict.fromkeys((*single, *IF_WORDS, *NOT_YET)))

"""All verbs of the order language, in the order in which help and documents show them."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from rules.core.language import english
from rules.orders.advance import ADVANCE
from rules.orders.attack import ATTACK
from rules.orders.break_up import BREAK
from rules.orders.charge import CHARGE
from rules.orders.counter import COUNTER
from rules.orders.douse import DOUSE, DOUSE_ANY
from rules.orders.evacuate import EVACUATE
from rules.orders.fall import FALL
from rules.orders.fire import FIRE
from rules.orders.form import FORM
from rules.orders.free import FREE
from rules.orders.gate import CLOSE, CLOSE_WHEN, OPEN, OPEN_WHEN
from rules.orders.grapnels import COIL, CUT, CUT_ANY, GRAPNEL, PULL
from rules.orders.haul import HAUL
from rules.orders.ladders import CARRY, LAY, RAISE, SHIFT, TOPPLE, TOPPLE_ANY
from rules.orders.light import LIGHT
from rules.orders.march import MARCH
from rules.orders.move import MOVE
from rules.orders.oppose import OPPOSE
from rules.orders.place import ENTER, PLACE
from rules.orders.push import PUSH
from rules.orders.refuse import REFUSE
from rules.orders.retreat import RETREAT
from rules.orders.shelter import SHELTER
from rules.orders.shoot import FLAME, SHOOT
from rules.orders.tear import TEAR
from rules.orders.verb import Verb
from rules.orders.watch import WATCH
from rules.orders.wound import WOUND

VERBS: tuple[Verb, ...] = (
    MOVE,
    FIRE,
    ATTACK,
    WATCH,
    OPPOSE,
    WOUND,
    RETREAT,
    ADVANCE,
    HAUL,
    CHARGE,
    COUNTER,
    FORM,
    MARCH,
    BREAK,
    REFUSE,
    SHELTER,
    TEAR,
    OPEN,
    CLOSE,
    OPEN_WHEN,
    CLOSE_WHEN,
    FREE,
    LIGHT,
    DOUSE,
    DOUSE_ANY,
    EVACUATE,
    FALL,
    FLAME,
    SHOOT,
    PUSH,
    CARRY,
    RAISE,
    SHIFT,
    LAY,
    TOPPLE,
    TOPPLE_ANY,
    GRAPNEL,
    COIL,
    CUT,
    CUT_ANY,
    PULL,
    PLACE,
    ENTER,
)

IF_WORDS = ("if", "unless")

# Order words that stand at the beginning of many a sentence that is no order.
_EVERYDAY = """
    about back bar bars break breaks carry close cover covers cut drop exit face form go goes guard hit hits
    hold holds lead leave leaves light march mov open pull push ride run runs shift stand stands stay stays
    step steps stop stops tear throw turn turns wait waits walk
"""
EVERYDAY = frozenset(_EVERYDAY.split())
IF_HELP = english(
    "An order that waits for facts; they are looked at in the moment in which the order would be carried "
    "out.\n"
    "Of a figure: down, up, dead, stunned, wounded, healthy, mounted, on foot, fired at, at HEX, next to "
    "NAME (or an enemy).\n"
    "Of a hex: free. 'not' turns a fact round; AND joins several. ELSE gives the other order."
)
IF_EXAMPLES = (
    "IF Jemal is down THEN FIRE Yani AT Shakil",
    "IF Jemal is down AND 0507 is free THEN MOVE Tancred to 0507 ELSE MOVE Tancred stay",
)

TERMS_WORDS = ("terms", "until", "while", "keep", "after that", "contract", "contracts", "standing orders")
TERMS_HELP = english(
    "What may stand behind every standing order. How often: at most once, twice or 3 times; once a turn. "
    "In\n"
    "reserve, where javelins may be thrown in the enemy's phase: keep 2 javelins. When: from turn 4; until "
    "turn 6 (turn 6 included); while or unless, and a fact that IF knows: it\n"
    "waits. Until and a fact: it ends for good when that comes true after you wrote it; for OR say UNTIL "
    "twice. AFTER THAT and\n"
    "further words of the same order: what takes its place when it was used so often, or when its UNTIL "
    "came true; the whole\n"
    "chain ends if that one's own end has come already. When an order has ended, its man does what he does "
    "without one: AFTER\n"
    "THAT hold keeps him from it. Every use that is counted and every end is told in your report, with the "
    "reason."
)
TERMS_EXAMPLES = (
    "WATCH Yani fire at Jemal at most twice",
    "WATCH Yani fire at first until Tancred is down after that hold",
    "WATCH Yani fire at first mounted entering 0406 0407 once a turn",
    "OPPOSE Argyris only mounted unless Jemal is next to Argyris",
    "ADVANCE never until turn 4 after that if alone",
)

NOT_YET: dict[str, str] = {
    "charge": english("charges (GUI-7) are not part of this game's rules yet: MOVE next to him, then ATTACK"),
    "counter": english("counter-charges (GUI-7) are not part of this game's rules yet"),
    "counter-charge": english("counter-charges (GUI-7) are not part of this game's rules yet"),
    "countercharge": english("counter-charges (GUI-7) are not part of this game's rules yet"),
}


def verbs_in(modules: Collection[str]) -> tuple[Verb, ...]:
    """The verbs of a game with these advanced modules."""
    return tuple(verb for verb in VERBS if verb.known_in(modules))


def standing_words(modules: Collection[str]) -> str:
    """The verbs of standing orders, for telling what can be sent at any time: "WATCH, OPPOSE, ..."."""
    return ", ".join(verb.family for verb in verbs_in(modules) if verb.record.standing)


@lru_cache(maxsize=64)
def _forms_of(verb: Verb) -> dict[tuple[str, ...], str]:
    """Each spelling of a verb as words, with "he moves" beside "move", and the one without the ending."""
    found: dict[tuple[str, ...], str] = {}
    for word in verb.words:
        first, *rest = word.split()
        for form in (first, first + "s", first + "es", first[:-1] + "ies" if first == "carry" else first):
            found.setdefault((form, *rest), word)
    return found


def _spellings() -> dict[tuple[str, ...], tuple[Verb, str]]:
    """Each spelling of all verbs; of two verbs with the same one the first."""
    found: dict[tuple[str, ...], tuple[Verb, str]] = {}
    for verb in VERBS:
        for form, word in _forms_of(verb).items():
            found.setdefault(form, (verb, word))
    return found


SPELLINGS = _spellings()
LONGEST_SPELLING = max(map(len, SPELLINGS))  # words


@lru_cache(maxsize=16)
def spellings_in(modules: tuple[str, ...]) -> dict[tuple[str, ...], tuple[Verb, str]]:
    """Each spelling in a game with these advanced modules: its verb, and the spelling without endings.
    Where a basic verb and one of a module share it ("march"), the module's own reads it, and may leave it
    to the other."""
    found = {words: spelt for words, spelt in SPELLINGS.items() if spelt[0].known_in(modules)}
    for verb in reversed(verbs_in(modules)):
        if verb.module:
            found.update({words: (verb, word) for words, word in _forms_of(verb).items()})
    return found


@lru_cache(maxsize=16)
def first_words(modules: tuple[str, ...]) -> tuple[str, ...]:
    """Every single word by which an order of a game with these advanced modules can begin."""
    single = (
        words[0] for words, (verb, _) in SPELLINGS.items() if len(words) == 1 and verb.known_in(modules)
    )
    return tuple(dict.fromkeys((*single, *IF_WORDS, *NOT_YET)))

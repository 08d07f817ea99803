"""Lines that the order language cannot read, or reads as something else than they say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.desk.speech import compass
from rules.desk.speech.named import LADDER_WORK
from rules.desk.speech.phrases import Words
from rules.desk.speech.vocabulary import DEEDS, EMPTY, LITTLE, Phrasebook
from rules.orders.parser import Part
from rules.orders.records import FireOrder, IfOrder, LegKind, MoveOrder, Pick, WatchOrder, figures_of
from rules.orders.trouble import Code, Trouble
from rules.orders.verbs import IF_WORDS

_ONE_MAN = Phrasebook({"": ("horse archer", "horse archers")})
_STANDING = ("retreat", "advance")
_AND_GUARDS = Phrasebook({"": ("and guard", "and guards", "& guard", "& guards")})
_THERE = Phrasebook({"": ("back to", "back into")})


_UNCLEAR = (
    Code.VERB,
    Code.NAME,
    Code.EXPECTED,
    Code.INCOMPLETE,
    Code.LEFT_OVER,
    Code.WRONG_TARGET,
    Code.NOT_YOURS,
    Code.CHARGE,
)


def is_unclear(parts: Sequence[Part], words: Words) -> bool:
    """Whether a line could not be read, and other words for it may help: a hex that there is not, a name that
    two have or terms that contradict each other are for the player to mend, and so is what is written in the
    order language itself."""
    troubles = [part.trouble.code for part in parts if part.trouble is not None]
    if not troubles or _is_formal(troubles[0], words):
        return False
    return all(code in _UNCLEAR for code in troubles)


def _is_formal(trouble: Code, words: Words) -> bool:
    """ "RETREAT Zahir + Omar 0405 0305", "FLY Hugo 0507": its first word is an order, or is meant as one."""
    if not words:
        return False
    first = words[0]
    shouted = all(word.text.isupper() for word in words if word.kind == "word")
    if trouble is Code.VERB and len(first.text) > 2 and first.text.isupper() and not shouted:
        return all(known.at(words) is None for known in (DEEDS, EMPTY, LITTLE))
    return first.plain in _STANDING and any(word.plain == "+" for word in words)


def tells_more(nearer: Trouble, parts: Sequence[Part]) -> bool:
    """Whether a line put otherwise shows more of what is wrong with it than that it begins with no order."""
    found = parts[0].trouble if len(parts) == 1 else None
    return found is not None and not nearer.code is found.code is Code.VERB


def misleads(parts: Sequence[Part], words: Words) -> bool:
    """Whether a line says something else than was read: "the horse archer" is no horse, "goes back to 0414"
    no step backwards, "2 hexes north" no hex called 2, and a ladder of two is not laid down by one."""
    return any(_misleads(part, words) for part in parts) or _forgets(parts, words)


def _forgets(parts: Sequence[Part], words: Words) -> bool:
    """Whether "Robert to 0911, hits Ruggiero with Serlo" was read as an order to Serlo alone."""
    told: tuple[str, ...] = ()
    for part in parts:
        who = figures_of(part.order) if part.order is not None else ()
        said = [word.plain for word in words if part.start <= word.position < part.end]
        if told and who and "with" in said[1:] and not set(told) & set(who) and not _names_first(said, words):
            return True
        told = who or told
    return False


def _names_first(said: Sequence[str], words: Words) -> bool:
    """Whether what is said begins with no order word, and so with those whom it is for."""
    begins = next((words[at:] for at, word in enumerate(words) if word.plain == said[0]), ())
    return DEEDS.at(begins) is None


def is_twisted(parts: Sequence[Part], words: Words) -> bool:
    """Whether "Leon, or Maniakes if Leon is gone" was read as if all of it waited for that."""
    if words[:1] != () and words[0].plain in IF_WORDS:
        return False
    for part in parts:
        if _shoots_before(part, words):
            return True
        then = part.order.then if isinstance(part.order, IfOrder) else None
        pick = getattr(then, "at", None) or getattr(then, "on", None)
        wanted = pick.names if isinstance(pick, Pick) and len(pick.names) > 1 else ()
        facts = part.order.facts if isinstance(part.order, IfOrder) else ()
        if any(fact.subject in wanted and not fact.negated for fact in facts):
            return True
    return False


def _shoots_before(part: Part, words: Words) -> bool:
    """ "Shoots first, then moves": that says when, not at whom."""
    if not isinstance(part.order, FireOrder) or part.order.at != Pick(how="first"):
        return False
    behind = [words[at + 1].plain for at, word in enumerate(words[:-1]) if word.plain == "first"]
    return bool(set(behind) & {",", "then", "and", "&"})


def is_no_horse(parts: Sequence[Part], words: Words) -> bool:
    """Whether "horse archer" was read as a horse."""
    picks = [getattr(part.order, "at", None) or getattr(part.order, "on", None) for part in parts]
    horses = any(isinstance(pick, Pick) and "horse" in pick.kinds for pick in picks)
    return horses and _says(_ONE_MAN.at, words)


def _misleads(part: Part, words: Words) -> bool:
    if part.trouble is not None:
        return part.trouble.code is Code.HEX and _says(_so_many_hexes, words)
    order = part.order
    if is_no_horse((part,), words) or is_twisted((part,), words):
        return True
    if isinstance(order, WatchOrder) and _says(_AND_GUARDS.at, words):
        return True
    if isinstance(order, MoveOrder) and any(leg.kind is LegKind.BACK for leg in order.path):
        return _says(_THERE.at, words)
    return isinstance(order, LADDER_WORK) and len(figures_of(order)) == 1


def _says(found: Callable[[Words, int], object], words: Words) -> bool:
    return any(found(words, at) is not None for at in range(len(words)))


def _so_many_hexes(words: Words, at: int) -> object:
    many = compass.number(words[at]) and words[at + 1 : at + 2] and words[at + 1].plain.startswith("hex")
    return compass.distance(words, at) or many or None

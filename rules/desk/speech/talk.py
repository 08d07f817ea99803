"""Talk is talk: which lines that are no orders were not meant as any, so that nothing need be mended in them.

An order names somebody or a hex, or begins with a word of the order language. A line without all that is talk
wherever it stands; so is one that is nothing but names, such as a signature.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.orders.lexicon import HORSES, OWN, PEOPLE, Found, Lexicon, Role
from rules.orders.parser import POLITE, WILL, Part, print_order
from rules.orders.records import AttackOrder, Pick
from rules.orders.slips import nearest
from rules.orders.text import Token, written
from rules.orders.trouble import Code
from rules.orders.verbs import EVERYDAY, IF_WORDS, first_words

_JOINTS = frozenset({"and", "&", "+", ",", ";", ":", ">"})
_BEFORE_A_VERB = frozenset((*POLITE, *WILL, "lets", "i", "we", "you", "my", "me", "us", "just", "still", ","))
_BEFORE_A_NAME = frozenset(
    (*POLITE, ",", "send", "get", "bring", "put", "tell", "keep", "make", "cancel", "order")
)
_SHORTEST_NAME = 3  # letters of a name in the middle of a line; "an" is not the beginning of Andreas there
_SHORTEST_MISS = 4  # letters of a near miss where a verb belongs ...
_SURE_MISS = 5  # ... and anywhere beside a man's name
_NUMBER = 3  # digits by which a number may have been meant for a hex
_WAYS = frozenset({"to", "toward", "towards", "at", "on", "into", "facing", "from"})
_YEARS = range(2020, 2040)
_CURT = 3  # words
_PAST = frozenset(("was", "were", "had", "did", "made", "has", "died", "got", "fell", "again", "s", "is"))
_COMPASS = frozenset(("north", "south", "east", "west", "northeast", "northwest", "forward", "forwards"))
_STRIKES = frozenset(("kill", "kills", "slay", "slays", "destroy", "destroys"))
_TO_ALL = ("final", "clear", "status", "report")  # commands that stand alone on a line
_ANYBODY = PEOPLE | HORSES | frozenset({Role.ENGINE})


def is_talk(line: str, parts: Sequence[Part], lexicon: Lexicon) -> bool:
    """Whether a line in which no order could be read was never meant as one."""
    if any(part.order is not None for part in parts):
        return False
    troubles = [part.trouble for part in parts if part.trouble is not None]
    if any(trouble.code is Code.CHARGE for trouble in troubles):
        return False
    words = written(line).words
    if two_figures(words, lexicon):
        return False
    if only_names(words, lexicon):
        return True
    if meant_for_command(words) or _names_hex(words, lexicon):
        return False
    first = lexicon.find(words[:6], OWN) if words else None
    if isinstance(first, Found) and troubles and troubles[0].code is not Code.VERB:
        return False  # what is said of him reads like an order, but for one word
    if isinstance(first, Found) and (words[first.length].plain in _WAYS or _is_curt(words[first.length :])):
        return False
    if any(word.plain in _STRIKES for word in words) and _places(words, lexicon, PEOPLE):
        return False
    return not (_begins_with_verb(words, lexicon) or _tells_somebody(words, lexicon))


def names_own(line: str, lexicon: Lexicon) -> bool:
    """Whether a man of the seat's is named on a line."""
    return bool(_places(written(line).words, lexicon, OWN))


def _is_curt(words: Sequence[Token]) -> bool:
    """A few words behind a man's name that tell nothing of the past: "Ivo nothing", "William forward two"."""
    if words[0].plain in _PAST or words[0].plain in _JOINTS or words[0].plain.endswith("ed"):
        return False
    return len(words) <= _CURT or any(word.kind == "number" or word.plain in _COMPASS for word in words)


def two_figures(words: Sequence[Token], lexicon: Lexicon) -> tuple[str, str] | None:
    """A man of the seat's with whom a line begins, and somebody else who is named in it, where they are not
    merely listed: whatever is said of the two, it was meant for him."""
    begins = next((at for at, word in enumerate(words) if word.plain not in _BEFORE_A_NAME), 0)
    own = lexicon.find(words[begins : begins + 6], OWN) if words[begins:] else None
    if not isinstance(own, Found) or len(words[begins].plain) < _SHORTEST_NAME:
        return None
    behind = begins + own.length
    for at, _ in _places(words[behind:], lexicon, PEOPLE):
        other = lexicon.find(words[behind + at : behind + at + 6], PEOPLE)
        between = words[behind : behind + at]
        listed = bool(between) and all(word.plain in _JOINTS for word in between)
        if isinstance(other, Found) and other.id != own.id and not (listed and only_names(words, lexicon)):
            return own.id, other.id
    return None


def meant_for_command(words: Sequence[Token]) -> str:
    """The command that the only word of a line misspells; "" if none."""
    if len(words) != 1 or len(words[0].plain) < _SHORTEST_MISS:
        return ""
    return nearest(words[0].plain, _TO_ALL, 1)


def nearest_order(line: str, parts: Sequence[Part], lexicon: Lexicon) -> str:
    """What a line that could not be read may have been meant for: the command that its only word nearly is,
    or the attack of the man whom it names with an enemy; "" where nothing is near."""
    words = written(line).words
    if command := meant_for_command(words):
        return command.upper()
    pair = two_figures(words, lexicon)
    if pair is None or lexicon.role[pair[1]] is not Role.ENEMY:
        return ""
    if any(part.trouble is not None and part.trouble.code is not Code.VERB for part in parts):
        return ""
    return print_order(AttackOrder((pair[0],), Pick(names=(pair[1],))), lexicon)


def suggesting(parts: Sequence[Part], words: str) -> tuple[Part, ...]:
    """A line read as no order, with what it nearly is: a command, or an order where no verb is near."""
    replace = msgspec.structs.replace
    told = []
    for part in parts:
        if (trouble := part.trouble) is not None:
            nearer = trouble.suggestion if " " in words else ""
            part = replace(part, trouble=replace(trouble, suggestion=nearer or words))
        told.append(part)
    return tuple(told)


def only_names(words: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether a line is nothing but names, such as a signature."""
    at = 0
    while at < len(words):
        if words[at].plain in _JOINTS:
            at += 1
            continue
        found = lexicon.find(words[at : at + 6], _ANYBODY)
        if isinstance(found, Found):
            at += found.length
        elif found.code is Code.WHICH_NAME:
            at += 1
        else:
            return False
    return bool(words)


def _names_hex(words: Sequence[Token], lexicon: Lexicon) -> bool:
    """A hex of this board; a number that is none (a time of day, a date, a year) only beside an order word.
    Beside an own man's name it counts as any number does."""
    hexes = [word.plain for word in words if word.kind == "hex"]
    if any(_is_on_board(label, lexicon) or label[:1].isalpha() for label in hexes):
        return True
    verbs = _verbs(lexicon) - EVERYDAY - frozenset(IF_WORDS)
    return bool(hexes) and any(word.plain in verbs for word in words)


def _is_on_board(label: str, lexicon: Lexicon) -> bool:
    return label in lexicon.hexes or any(letter + label in lexicon.hexes for letter in lexicon.letters)


def _begins_with_verb(words: Sequence[Token], lexicon: Lexicon) -> bool:
    """An order word at the beginning. Those that everybody uses every day ("stay", "back", "if") are one only
    beside a name, and so is what is merely near to one ("love" to MOVE)."""
    verb = next((word.plain for word in words if word.plain not in _BEFORE_A_VERB), "")
    return verb in _verbs(lexicon) and verb not in EVERYDAY and verb not in IF_WORDS


def _tells_somebody(words: Sequence[Token], lexicon: Lexicon) -> bool:
    """Somebody's name together with an order word or a near miss of one, or one's own man's with a number."""
    verbs = _verbs(lexicon)
    own = _places(words, lexicon, OWN)
    anybody = own or _places(words, lexicon, PEOPLE)
    if not anybody:
        return False
    named = {at for begin, length in anybody for at in range(begin, begin + length)}
    others = [(at, word) for at, word in enumerate(words) if at not in named]
    if any(word.plain in verbs for _, word in others):
        return True
    if own and any(_may_be_hex(word) for _, word in others):
        return True
    places = {begin + length for begin, length in own} | {0}
    for at, word in others:
        if word.kind != "word" or word.plain in _BEFORE_A_VERB:
            places |= {at + 1} if at in places else set()
            continue
        if at in places and len(word.plain) >= _SHORTEST_MISS and nearest(word.plain, tuple(verbs)):
            return True
        if own and len(word.plain) >= _SURE_MISS and nearest(word.plain, tuple(verbs), 1):
            return True
    return False


def _may_be_hex(word: Token) -> bool:
    if word.kind == "hex":
        return not (word.plain.isdigit() and int(word.plain) in _YEARS)
    return word.kind == "number" and len(word.plain.strip("+-")) >= _NUMBER


def _places(words: Sequence[Token], lexicon: Lexicon, roles: frozenset[Role]) -> list[tuple[int, int]]:
    """Where somebody of these roles is named, and over how many words."""
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(words):
        word = words[at]
        person = lexicon.find(words[at : at + 6], roles) if word.kind == "word" else None
        if isinstance(person, Found) and len(word.plain) >= _SHORTEST_NAME:
            found.append((at, person.length))
            at += person.length
        else:
            at += 1
    return found


def _verbs(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(first_words(lexicon.modules))

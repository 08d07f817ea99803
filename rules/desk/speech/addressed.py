"""Whether a line tells the seat's men to do something: then it is never talk, be it readable or not."""

from __future__ import annotations

from collections.abc import Sequence

from rules.desk.questions import question_in
from rules.desk.speech.company import Company
from rules.desk.speech.compass import direction, number
from rules.desk.speech.named import Named
from rules.desk.speech.phrases import Words, words_of
from rules.desk.speech.vocabulary import DEEDS, LITTLE, Deed
from rules.orders.groups import SPELT
from rules.orders.lexicon import OWN, PEOPLE, Found, Lexicon
from rules.orders.text import Token, written
from rules.orders.verbs import EVERYDAY, IF_WORDS, first_words

_ASKING = frozenset(("do", "does", "did", "is", "are", "was", "were", "what", "who", "whose", "why", "how",
                     "where", "which", "am"))  # fmt: skip
_OFFERING = frozenset(("can", "could", "will", "would", "should", "shall", "may", "might"))
_TOLD = """
    was were had did made has have died got fell lost ended went came saw won
"""
_PAST = frozenset(_TOLD.split())
_EVERY_DAY = """
    x on back is rest get come look target finish stop stand place ladder
"""
_WEAK = frozenset(_EVERY_DAY.split())
_SWEEPING = frozenset(("all", "both", "everybody", "everyone", "rest", "others", "men", "them", "us"))
_PRINTED = (
    "as printed", "as in the form", "as suggested", "as proposed", "no changes", "unchanged", "same orders",
    "as the form says", "the form as it is", "default orders", "the defaults", "as on the form",
    "as you suggest", "as you suggested", "as listed", "no change",
)  # fmt: skip
_ORDERS = frozenset(("orders", "order", "form", "lines", "everything", "all", "rest", "others"))
_ON_TO = (">", "at", "on", "x", "vs", "against", "to", "towards", "toward", "beside", "behind", "into")
_SENT = """
    behind between beside next near into onto up down away back clear out off towards toward left right in
    round somewhere closer nearer forward forwards over through along across
"""
_PLACES = frozenset(_SENT.split())
_HARMFUL = (Deed.ATTACK, Deed.FIRE, Deed.CHARGE)
_ONCE_MORE = ("again", "too", "also", "likewise", "same", "the", "ditto", "once", "more", ":", ",")
_DENIALS = ("dont", "do", "not", "never", "no", "nobody", "noone", "none")
_RESTRAINED_TEXT = """
    touched attacked thrown charged fired throwing shooting charging attacking pursuing pursuit
    countercharging touches attack attacks charges throws shoots pursues pursue follow follows advances
    leaves throw
"""
_RESTRAINED = frozenset(_RESTRAINED_TEXT.split())
_NEAR = 5  # words behind a denial
_KINDS = frozenset(SPELT) | {"light", "heavy"}
_CURT = 8  # words
_WHOSE = ("is", "goes", "belongs", "to", "for", ":", "will", "be", "falls", "stays", "left")
_OTHERWISE = ("otherwise", "else", "elsewise")
_HIM = ("him", "her", "them")
_PUT_TEXT = """
    get gets bring send pull move keep take put hold leave have let march walk ride run drag march withdraw
    order tell make push pick wake lift rescue help protect cover guard carry drag fetch relieve
"""
_PUT = frozenset(_PUT_TEXT.split())
_NO_MORE = (
    "stop",
    "stops",
    "quit",
    "cease",
    "end",
    "cancel",
    "enough",
    "finish",
    "start",
    "continue",
    "keep",
)
_EXCHANGES = ("swap", "swaps", "exchange", "exchanges", "switch", "switches", "trade", "rotate", "replace",
              "replaces", "relieve", "relieves", "swapping")  # fmt: skip
_LADDER = (Deed.CARRY, Deed.RAISE, Deed.LAY)


def is_question(line: str, words: Sequence[Token]) -> bool:
    """Whether a line asks something: "Do my knights lose the charge?", "Can Milo shoot Zenon?", but not
    "Would you send Milo to Zenon?", which is meant for an order."""
    if not words:
        return False
    if question_in(line) is not None:
        return True
    if words[0].plain in _ASKING:
        return line.rstrip(" !.").endswith("?")
    return words[0].plain in _OFFERING and not _tells(words[1:], frozenset())


def takes_the_form(words: Sequence[Token]) -> bool:
    """ "Orders as printed in the form": orders that this mail does not hold."""
    said = " ".join(word.plain for word in words)
    return any(phrase in said for phrase in _PRINTED) and any(word.plain in _ORDERS for word in words)


class Addressed:
    """Looks for the seat's men on a line, and for what they are told."""

    def __init__(self, lexicon: Lexicon, company: Company, named: Named) -> None:
        self.lexicon = lexicon
        self.company = company
        self.named = named
        self._verbs = frozenset(first_words(lexicon.modules)) - EVERYDAY - frozenset(IF_WORDS)

    def orders_men(self, line: str) -> bool:
        """Whether a man of the seat's, or a kind of them, stands on a line together with an order word, a
        hex, somebody else or a distance, and it neither asks nor tells of the past."""
        words = written(line).words
        if is_question(line, words):
            return False
        if takes_the_form(words) or self._speaks_of_ladders(words):
            return True
        if any(word.plain in _PAST for word in words):
            return False
        if self._commands(words) or _restrains(words) or self.points_at_them(words):
            return True
        own = self.named.people(words, OWN)
        behind = words[own[0][0] + own[0][1].length :] if own else ()
        if behind and all(word.plain in _ONCE_MORE for word in behind):
            return True
        people = self.named.people(words, PEOPLE)
        taken = {at for begin, found in people for at in range(begin, begin + found.length)}
        if any(self._leads_on(words, begin + found.length) for begin, found in own):
            return True
        if own and own[0][0] == 0 and self._sends(words[own[0][1].length :]):
            return True
        if own and (self._orders(words, frozenset(taken)) or self._does_what(words, own)):
            return True
        if own and (self._deals_with_men(words, own[0]) or self._is_his(words, own, people)):
            return True
        return any(self._kind_told(words, at) for at in range(len(words)))

    def _commands(self, words: Words) -> bool:
        """ "Nobody shoots", "don't counter-charge ...", "hold fire", "kill them all": nobody is named, and it
        is for everybody."""
        at = 0
        while at < len(words) and (words[at].plain in _DENIALS or LITTLE.at(words, at) is not None):
            at += 1
        if any(word.plain in self._verbs for word in words) and any(word.plain[:1] == "+" for word in words):
            return True
        denied = any(word.plain in _DENIALS for word in words[:at])
        rest = words[at:]
        if not rest:
            return False
        found = DEEDS.at(rest)
        if denied:
            kind = self.company.at(rest, frozenset())
            behind = rest[kind.length :] if kind is not None else rest
            return rest[0].plain in self._verbs or (bool(behind) and _begins_with_deed(behind))
        if found is None or found[0] not in (Deed.HOLD_FIRE, Deed.STRIKE) or rest[0].plain in _WEAK:
            return False
        return found[0] == Deed.HOLD_FIRE or any(word.plain in ("him", "them", "her", "all") for word in rest)

    def points_at_them(self, words: Words) -> bool:
        """ "Get him out of there", "otherwise they wait", "stop watching", "3 hexes toward Sandro": men are
        told something who are not named."""
        at = 0
        while at < len(words) and (LITTLE.at(words, at) is not None or words[at].plain in (",", "and", "or")):
            at += 1
        rest = words[at:]
        if len(rest) < 2:
            return False
        first, second = rest[0].plain, rest[1].plain
        if second in _HIM and (first in _PUT or first in self._verbs or DEEDS.at(rest) is not None):
            return True
        if first == "both" and second == "of" and _begins_with_deed(rest[3:]):
            return True  # and nobody has been named before
        if first in _OTHERWISE:
            return _tells(rest[1:], frozenset()) and not _tells_of_the_past(rest)
        if first in _NO_MORE and self._is_doing(second):
            return True
        leads = rest[2:3] != () and (rest[2].plain in _SENT.split() or direction(rest, 2) is not None)
        return bool(number(rest[0])) and second in ("hex", "hexes") and leads

    def _is_doing(self, word: str) -> bool:
        """Whether a word is an order word as it is said of what somebody does: "shooting", "watching"."""
        stems = (word[:-3], f"{word[:-3]}e", word[:-4]) if word.endswith("ing") else ()
        return any(stem in self._verbs or (stem and DEEDS.at(words_of(stem)) is not None) for stem in stems)

    def _does_what(self, words: Words, own: Sequence[tuple[int, Found]]) -> bool:
        """Whether a man of the seat's is said to be doing something, "Gilbert, Ivo shooting Sandro", or two
        of them to change places."""
        ends = {at + found.length for at, found in own}
        if any(at < len(words) and self._is_doing(words[at].plain) for at in ends):
            return True
        return len(own) > 1 and any(word.plain in _EXCHANGES for word in words)

    def _deals_with_men(self, words: Words, own: tuple[int, Found]) -> bool:
        """ "Gilbert picks off the archer", "keep away from the riders, Serlo": somebody is told, and men are
        spoken of."""
        at, found = own
        first = next((n for n, _ in enumerate(words) if LITTLE.at(words, n) is None), 0)
        if words[first].plain in _PUT and first < at:
            return True
        behind = words[at + found.length :]
        if at or len(behind) < 2 or behind[0].plain in _PAST or not behind[0].plain.endswith("s"):
            return False
        return any(word.plain in SPELT for word in behind[1:])

    def _is_his(
        self, words: Words, own: Sequence[tuple[int, Found]], people: Sequence[tuple[int, Found]]
    ) -> bool:
        """ "Carlo is Walter's", "Carlo for Walter": an enemy, and whose business he is."""
        if len(words) > _CURT or _tells_of_the_past(words) or people[0][0] or own[0][0] == 0:
            return False
        between = words[people[0][1].length : own[0][0]]
        return bool(between) and all(word.plain in _WHOSE for word in between)

    def _leads_on(self, words: Words, at: int) -> bool:
        """A little word and somebody's name right behind a man of the seat's: "Robert at Sandro"."""
        return (
            words[at : at + 1] != ()
            and words[at].plain in _ON_TO
            and bool(self.named.name(words[at + 1 :], PEOPLE))
        )

    def _sends(self, words: Words) -> bool:
        """Whether a place follows a man's name at the beginning: "Alexio in among the trees"."""
        return len(words) > 1 and words[0].plain in _PLACES and not _tells_of_the_past(words)

    def _orders(self, words: Sequence[Token], taken: frozenset[int]) -> bool:
        return _tells(words, taken) or any(
            word.plain in self._verbs or word.plain in self.lexicon.hexes
            for at, word in enumerate(words)
            if at not in taken
        )

    def _kind_told(self, words: Words, at: int) -> bool:
        """A kind of men, a group, or all of them, told something right behind."""
        if at == 0 and self._some_of_a_kind(words):
            return True
        begins = at == 0 or words[at - 1].kind == "sign" or LITTLE.at(words, at - 1) is not None
        before = words[at - 1].plain if at else ""
        if not begins and before not in ("order", "orders", "with", "for", "within"):
            return False
        if not self.company.may_begin(words[at]):
            return False
        chosen = self.company.at(words[at:], frozenset())
        unclear = self.company.unclear(words[at:]) if chosen is None else None
        length = chosen.length if chosen is not None else unclear.length if unclear is not None else 0
        if not length:
            return False
        rest = words[at + length :]
        if (
            unclear is not None
            and (unclear.sure or (bool(rest) and _begins_with_deed(rest)))
            and _tells(rest, frozenset())
        ):
            return not _tells_of_the_past(rest)
        passed = ("all", "both", "each", ",", ":", *_DENIALS)
        while rest and (rest[0].plain in passed or LITTLE.at(rest)):
            if rest[0].plain == "to":
                break
            rest = rest[1:]
        if not rest:
            return False
        if rest[0].plain in ("who", "that") and _tells(rest, frozenset()):
            return not _tells_of_the_past(rest)
        if words[at + length - 1].plain in _SWEEPING:
            deeds = [DEEDS.at(rest, number) for number in range(len(rest))]
            told = any(deed is not None and deed[0] in _HARMFUL for deed in deeds)
            told = told and not _tells_of_the_past(rest)
            return told or _begins_with_deed(rest) or rest[0].kind == "hex"
        return self._orders(rest, frozenset()) or bool(self.named.people(rest, PEOPLE)) or rest[0].plain in (
            "at", "on", "to", "against", "towards",
        )  # fmt: skip

    def _some_of_a_kind(self, words: Words) -> bool:
        """ "The two light ones stay behind": men of a kind at the beginning, and what they are to do."""
        led = words[0].plain in ("the", "my", "our", "both", "all", "those", "these") or number(words[0])
        kind = next((at for at in range(1, min(4, len(words))) if words[at].plain in _KINDS), 0)
        behind = words[kind + 1 :]
        if not (led and kind) or _tells_of_the_past(behind):
            return False
        return any(_begins_with_deed(behind[skipped:]) for skipped in (0, 1) if behind[skipped:])

    def _speaks_of_ladders(self, words: Sequence[Token]) -> bool:
        """ "Take the ladder", though nobody is named."""
        found = DEEDS.at(words)
        ladders = bool(self.company.battle.ladders)
        if (
            ladders
            and any(word.plain in ("ladder", "ladders") for word in words)
            and _tells(words, frozenset())
        ):
            return not _tells_of_the_past(words)
        return ladders and found is not None and found[0] in _LADDER and len(words) <= found[1] + 6


def _restrains(words: Words) -> bool:
    """ "Lances are not to be thrown", "nobody touches Sandro", "no throwing": it is for everybody."""
    for at, word in enumerate(words):
        if word.plain not in _DENIALS or word.plain == "do":
            continue
        if any(one.plain in _RESTRAINED for one in words[at + 1 : at + _NEAR]):
            return True
    return False


def _tells_of_the_past(words: Sequence[Token]) -> bool:
    return any(word.plain in _PAST or word.plain.endswith("ed") for word in words)


def _begins_with_deed(words: Sequence[Token]) -> bool:
    found = DEEDS.at(words)
    return (found is not None and (words[0].plain not in _WEAK or found[1] > 1)) or bool(
        words[0].plain in ("to", "at", "toward", "back") and len(words) > 1
    )


def _tells(words: Sequence[Token], taken: frozenset[int]) -> bool:
    """An order word, a hex, a way or a distance, names aside."""
    for at, word in enumerate(words):
        if at in taken:
            continue
        found = DEEDS.at(words, at)
        if found is not None and (word.plain not in _WEAK or found[1] > 1):
            return True
        if word.kind == "hex" or word.plain in ("nearest", "closest", "best", "weakest"):
            return True
        if number(word) and at + 1 < len(words) and (
            words[at + 1].plain.startswith("hex") or direction(words, at + 1) is not None
        ):  # fmt: skip
            return True
    return False

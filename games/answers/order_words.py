"""Which lines of a mail look like orders: the post office asks, before anybody knows the game or the seat.

Generous on purpose. A line that only looks like an order is answered; a line that does not may be
taken for talk.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from rapidfuzz.distance import OSA


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STRONG = _words(
    """
    move mv walk march ride fire shoot charge attack attacks attacking fight fights strike watch overwatch
    retreat retreats advance advances wound oppose haul mount dismount moves fires shoots watches charges
    """
)
OTHERS = _words(
    """
    att go goes run hold holds stay stays stand face faces facing turn turns wheel guard fall back follow
    carry drop clear cancel lead take leave exit if unless step sneak wait remain pivot remount cover guards
    follows try test ask language help status report salt final show check accept revoke target aim rest evade
    refuse receive steady formation loose release pick put halt stop shelter shelters
    tear tears rip open opens close closes shut lower
    climb climbs descend ladder raise lay topple overturn bring grapnel coil cut sever pull pulls
    light lights ignite kindle douse douses extinguish quench push pushes shove burn burns flame loose
    assault storm batter bombard build parley negotiate sally sortie forage
    """
)
# of plans for a siege; in a sentence they begin talk as often: they count in capitals, or in a short line
PLANNING = _words("battle supply sick camp buy quiet army pass")
# of campaigns; they count in capitals alone: whoever knows the game finds the others (games/gate/meant.py)
OF_CAMPAIGNS = _words(
    """
    join meet split merge garrison draw fetch recruit hire share lure convoy send spy ransom summon siege
    besiege loot bargain
    """
)
_SHORT = 3
_WORD = re.compile(r"[a-z]+|\d+")
_HEX = re.compile(r"\b[a-z]?\d{4}\b")
_LINK = re.compile(r"\bhttps?://\S*")
_YEAR = re.compile(r"\b20(?:2[3-9]|3\d)\b")
_LONGEST = 400


@lru_cache(4096)  # a line is asked about in several places, one after the other
def looks_like_order(line: str) -> bool:
    """A verb near the beginning (the first word may be misspelt), or a hex anywhere (but no telephone number,
    and no port or token in the address of a page)."""
    text = _LINK.sub(" ", _plain(line[:_LONGEST]))
    words = _WORD.findall(text)
    if not words or len(words) > 60:
        return bool(words) and words[0] in STRONG | OTHERS
    if words[0] in STRONG or words[0] in OTHERS or any(word in STRONG for word in words[1:4]):
        return True
    if words[0] in PLANNING and (len(words) <= _SHORT or line.lstrip()[: len(words[0])].isupper()):
        return True
    if words[0] in OF_CAMPAIGNS and line.lstrip()[: len(words[0])].isupper():
        return True
    if words[:2] == ["as", "planned"] or (len(words) > 1 and words[1] in OTHERS):
        return True
    if _HEX.search(_YEAR.sub("", text)) and all(len(w) in (1, 2, 4) for w in words if w.isdigit()):
        return True
    return len(words) > 1 and len(words[0]) > 3 and _misspelt(words[0])


@lru_cache(4096)
def _misspelt(word: str) -> bool:
    return any(_near(word, verb) for verb in STRONG)


def _near(word: str, verb: str) -> bool:
    return abs(len(word) - len(verb)) < 2 and OSA.distance(word, verb, score_cutoff=1) <= 1


_LOOK_ALIKE = str.maketrans(
    "АВЕКМНОРСТУХІЈЅаекмнорстухіјѕӏԁһԝүвΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹαενορτυχικϲ",
    "ABEKMHOPCTYXIJSaekmhopctyxijsldhwybABEZHIKMNOPTYXCaevoptuxikc",
)
"""Letters that look like Latin ones, and take their place in a word unseen (rules/orders/alike.py
has them all)."""


def _plain(text: str) -> str:
    if text.isascii():
        return text.lower()
    text = text.translate(_LOOK_ALIKE)
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))

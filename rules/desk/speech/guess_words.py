"""Words that matter where the gist of a line is guessed: those that could turn it round, and those that lead
to a hex, a foe or a reason."""

from __future__ import annotations

from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.phrases import NEGATIONS, Words
from rules.desk.speech.sentences import takes_back
from rules.desk.speech.vocabulary import HOLDING
from rules.orders.text import written

_TURNING = """
    otherwise else instead or unless provided providing assuming suppose supposing whether wherever whichever
    whatever may might could would can should ought last previous same ditto likewise swap swaps exchange
    change changes keep keeps leave leaves forget scrap sorry wrong think thinking thinks believe guess hope
    hopes bet wish wishes pretend pretends threaten threatens least most less fewer more than percent nearer
    closer half halfway toward towards between around round past via through way each any anyone anybody
    someone somebody everything anything best nearest closest weakest worse was were had did died fell lost
    havent hasnt been who whom whose which why how what wound wounds watch left right phase next only second
    third far almost against reserve waste drop drops them better eleven twelve dozen fifteen
    twenty thirty hundred couple few several dreamt dreamed dreams heard told said says saw seen imagine
    imagines suggest suggests suggested barely scarcely nearly stops cease ceases quit quits shooting
    firing attacking charging throwing fighting hitting
"""
BLOCKING = (HOLDING | NEGATIONS | frozenset(_TURNING.split())) - {"before"}
"""With one of these the gist is not plain, unless it belongs to a phrase that is known."""
_MAY_STAND = """
    may might could would can should ought best who whom whose which how why against better far each keep
    keeps whatever least most waste left right
"""
TURNING = BLOCKING - frozenset(_MAY_STAND.split())
"""With one of these it is not plain even in a clause for itself, with what else is said told beside it."""
REASONS = phrases_in("because, since, so that, before")
AHEAD_OF = ("before",)
"""That too, where it is a foe who may be the first."""
BESIDE = phrases_in("right next to, next to, beside, alongside, adjacent to, close beside")
FROM = ("from", "of", "off", "out", "leave", "leaves")
GOING_THERE = phrases_in(
    "to, into, onto, in, at, on, for, take, takes, reach, reaches, occupy, occupies, as, >"
)
AGAINST = ("on", "at", "into", "against", "for")
BELONGING = (
    "with", "to", "for", "of", "behind", "near", "by", "from", "at", "on", "against", "like", "past",
    "beside", "under", "over", "past", "into", "about", "before", "as",
)  # fmt: skip
"""Behind these somebody of one's own is not spoken to."""
HIS = ("his", "a", "an", "this", "your", "their", "another", "my", "her", "its", "yours", "the", "that")
FETCHING = (
    "fetch",
    "fetches",
    "collect",
    "collects",
    "retrieve",
    "retrieves",
    "recover",
    "recovers",
    "grab",
    "grabs",
)
OPENING = (
    "please",
    "dear",
    "lad",
    "sir",
    "now",
    "good",
    "old",
    "then",
    "mate",
    "friend",
    "go",
    "goes",
    "hex",
)
THITHER = (
    "to",
    "into",
    "onto",
    "behind",
    "over",
    "up",
    "down",
    "inside",
    "through",
    "round",
    "toward",
    "towards",
)
"""Behind a verb of going they lead to where it goes."""
THERE = ("there",)
_POLITELY = ("would you", "will you", "could you", "can you")


def asks(line: str, words: Words) -> bool:
    """Whether a line asks something, and not only politely."""
    said = " ".join(word.plain for word in words)
    return "?" in line and not any(polite in said for polite in _POLITELY)


def may_turn(line: str) -> bool:
    """Whether anything in a line could turn round what stands beside it."""
    words = written(line).words
    return asks(line, words) or takes_back(words)

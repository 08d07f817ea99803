"""On what orders hang, and where that stands on a line of its own: "ATTACK Trani with Robert", and below it
"but only if he is stronger". Such a line belongs to the order above, or that order is asked back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rules.campaign.plans import terms
from rules.campaign.plans.plan import Attack, Join, March, Meet, Order
from rules.campaign.plans.words import FORMS
from rules.core.language import english
from rules.orders.trouble import Code, Trouble

_AND = r"(?:(?:but|and|yet|then|aber|doch|und|jedoch|mais|et)\b[\s,]*)?"
_WORD = (
    r"only|if|unless|until|till|when|provided|providing|except|as long as|so long as|in case|on condition"
    r"|not (?:before|after|on|until|if|when|unless)|(?:from|before|after|on) (?:the |day )*"
    r"\d{1,3}(?:st|nd|rd|th)?|wenn|nur|falls|sofern|solange|erst|bis|si|seulement|uniquement|sauf|jusqu"
)
_HANGS = re.compile(rf"[\W_]*{_AND}(?:{_WORD})\b", re.I)
_TO_A_PERSON = re.compile(
    r"[\W_]*(?:until (?:then|next|soon|later|we meet)|only (?:an? )?(?:short|quick|brief|joking)"
    r"|(?:if|when) you (?:agree|like|want|wish|need|prefer|think|know|read|can|could|would|will|help)"
    r"|wenn (?:du|ihr|sie) (?:willst|wollt|wollen|magst|mögt|mögen)|si vous (?:voulez|pouvez))\b.*",
    re.I | re.S,
)
_INSIDE = re.compile(
    r"[\s,;.!:(-]+(?:but\s+|and\s+|aber\s+|mais\s+)?\b(?:only|if|unless|until|till|when|provided"
    r"|as long as|not (?:before|after|on)|(?:from|before|after|on) (?:the |day )*(?=\d)"
    r"|tomorrow|(?:the )?next (?:day|turn|week)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|wenn|nur|falls|sofern|si|seulement|sauf)\b",
    re.I,
)
_ORDER_BEHIND = re.compile(r"(?:,|:|\bthen\b|\bdann\b|\balors\b)\s*(?P<order>.+)", re.I)
_SOMEBODY_ACTS = re.compile(
    r"(?!(?:they|he|she|it|we|else|otherwise|then|never|always|not|do|does|don't|doesn't|and|but|or|to)\b)"
    r"[\w']+(?:\s+and\s+[\w']+)*\s+(?:(?:shall|should|will|must)\s+)?"
    r"(?:fights?|refuses?|withdraws?|retreats?|flees?|yields?|surrenders?)\b",
    re.I,
)
"""Behind a condition, what somebody who is named does at a meeting: an order of its own."""
_BY_DATE = re.compile(
    r"\W*(?:on|from|until|till|after|before|by|starting|as of|tomorrow|the day after|next|in \w+ days?)\b",
    re.I,
)
LONGEST_DATE = 6
"""Words of a date, or of another time, with which a line begins."""
_NO_TERMS = english(
    "{line} takes no terms, which are for ATTACK, for JOIN and for meetings (fight if stronger): leave out"
    " {words!r}, or send the line on the day when it holds"
)


def hangs(line: str) -> bool:
    """Whether a line begins with a condition and holds no order of its own: it goes with the one above."""
    if not _HANGS.match(line) or line.rstrip().endswith("?") or _TO_A_PERSON.fullmatch(line.strip()):
        return False
    return not orders_something(line)


def orders_something(line: str) -> bool:
    """Whether an order word stands behind the condition with which a line begins, or what somebody does."""
    behind = _ORDER_BEHIND.search(line) if _HANGS.match(line) else None
    if behind is None:
        return False
    words = re.findall(r"[\w']+", behind["order"].casefold())[:4]
    return any(word in FORMS for word in words) or _SOMEBODY_ACTS.match(behind["order"]) is not None


def with_the_order_above(
    lines: Sequence[str], passed_over: Callable[[str], bool], ordered: Callable[[str], bool]
) -> tuple[list[str], frozenset[str]]:
    """Lines with what they hang on, and which have been joined so. ``passed_over``: no order stands there;
    ``ordered``: a line orders something."""
    whole: list[str] = []
    joined = set()
    for line in lines:
        above = whole[-1] if whole else ""
        below = above.strip() and hangs(line) and not passed_over(above) and not passed_over(line)
        if below and (above in joined or ordered(above)):
            whole[-1] = f"{above.rstrip()} {line.strip()}"
            joined.add(whole[-1])
        else:
            whole.append(line)
    return whole, frozenset(joined)


def trouble_of(
    line: str, misread: Trouble, read: Callable[[str], tuple[Order, ...] | None]
) -> Trouble | None:
    """What is wrong with a line of which the part before its condition is an order, and which is none as a
    whole; None where it is not such a line, or where ``misread`` says it better."""
    if misread.code is Code.CONDITION or line.rstrip().endswith("?"):
        return None
    for found in _INSIDE.finditer(line):
        orders = read(line[: found.start()])
        if not orders:
            continue
        words = line[found.start() :].strip(" ,;.!:()-")
        if all(isinstance(order, Attack) for order in orders):
            return terms.unreadable(words).trouble
        if misread.code is not Code.NAME and any(isinstance(o, (Attack, Join, March, Meet)) for o in orders):
            return None
        return _no_terms(orders, words)
    if _BY_DATE.match(line):
        said = line.split()
        for many in range(1, min(LONGEST_DATE, len(said) - 1) + 1):
            orders = read(" ".join(said[many:]))
            if orders and not any(isinstance(order, (Attack, Join, Meet)) for order in orders):
                return _no_terms(orders, " ".join(said[:many]).strip(" ,"))
    return None


def _no_terms(orders: Sequence[Order], words: str) -> Trouble:
    text = "; ".join(order.text for order in orders)
    return Trouble(Code.CONDITION, english(_NO_TERMS, line=text, words=words[:60]))

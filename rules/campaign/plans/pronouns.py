"""Whom "he", "they", "both of them" and "him" are on a line of their own: the groups that the lines of the
mail above have ordered. And what "it" is behind a march: where that goes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.campaign.plans.names import Known
from rules.campaign.plans.plainly import plainly
from rules.campaign.plans.plan import Attack, Besiege, Hold, March, Order, Summon
from rules.core.language import english
from rules.desk.frames import without_reason
from rules.orders.trouble import Code, Misread, Trouble, listed
from rules.state.campaign_counters import GroupId

_AND = r"^\W*(?:(?:and|but|then|there|also)\b[\s,]*)*"
_SUBJECT = re.compile(
    rf"{_AND}(?P<who>(?P<both>both|the two)(?: of (?:them|these|you))?|(?:all|each) of (?:them|these)"
    r"|they(?: (?P<both2>both)| all)?|he|she|it)\b[\s,:]*",
    re.I,
)
_ONE = ("he", "she", "it")
_OF_THE_PLACE = ("they", "it")
_OBJECT = re.compile(r"\b(?:him|them)\b(?!\s+(?:to|all)\b)", re.I)
_SPIES = re.compile(r"\bspy|\bspies\b", re.I)
_THE_PLACE = re.compile(
    rf"{_AND}(?P<verb>attack|storm|assault|besiege|summon)s? "
    r"(?:it|them|the (?:place|town|city|castle|village))"
    r"(?: (?:there|then|at once))?"
    r"(?P<terms>,? (?:only )?(?:if|when|unless|from|on|before|after)\b.+)?[\s.!]*",
    re.I,
)
"""What is done, behind a march, to where it goes: "and attack it"."""
PAIR = 2


def speaks_of_several(line: str) -> bool:
    """Whether a line begins with "they" or the like: it is an order of its own, for all whom it may mean."""
    found = _SUBJECT.match(line)
    return found is not None and found["who"].casefold() not in _ONE


def begins_with_one(line: str) -> bool:
    return _SUBJECT.match(line) is not None


def groups_of(orders: Sequence[Order]) -> tuple[GroupId, ...]:
    return tuple(dict.fromkeys(group for order in orders if (group := getattr(order, "group", ""))))


def is_open(said: str, last: Sequence[Order], known: Known) -> bool:
    """Whether a pronoun may be somebody else than the groups of the orders before it: "they surrender", where
    these set upon a place, are more likely its people; "it" is only a group that nobody leads, and "he" none
    such."""
    word, *more = said.casefold().split()
    led = [known.called(group) != group for group in groups_of(last)]
    if word in _OF_THE_PLACE and not more and any(isinstance(o, (Attack, Besiege, Summon)) for o in last):
        return True
    return any(led) if word == "it" else word in _ONE and not all(led)


def named(line: str, above: Sequence[Sequence[Order]], known: Known) -> str:
    """A line with the names in it that its pronoun stands for; "" where it has none, or nobody was named.
    ``above``: what each line of the mail so far has come to, nothing where it could not be read.
    Raises Misread where it may be one or all."""
    text, reason = plainly(line), without_reason(line)[1]
    if reason or not above or not groups_of(above[-1]):
        return ""  # "he" may be somebody whom the reason, or a line that could not be read, has named
    lines = [groups for orders in above if (groups := groups_of(orders))]
    if (found := _THE_PLACE.fullmatch(text)) and (place := _marched_to(above[-1], known)):
        return f"{found['verb']} {place} with {_listed(groups_of(above[-1]), known)}{found['terms'] or ''}"
    if subject := _SUBJECT.match(text):
        meant = () if is_open(subject["who"], above[-1], known) else _meant(subject, lines, known)
        return f"{_listed(meant, known)} {text[subject.end() :]}" if meant else ""
    if (found := _OBJECT.search(text)) and len(lines[-1]) == 1 and not _of_a_spy(text, known):
        return f"{text[: found.start()]}{known.called(lines[-1][0])}{text[found.end() :]}"
    return ""


def _meant(subject: re.Match[str], lines: Sequence[tuple[GroupId, ...]], known: Known) -> tuple[GroupId, ...]:
    last = lines[-1]
    every = tuple(dict.fromkeys(group for groups in lines for group in groups))
    if subject["who"].casefold() in _ONE:
        return last if len(last) == 1 else ()
    if subject["both"] or subject["both2"]:
        pair = last if len(last) > 1 else every
        if len(pair) > PAIR:
            message = english("{word!r} could be {all}: say who", word=subject["who"], all=_all(pair, known))
            raise Misread(Trouble(Code.WHICH_NAME, message, candidates=tuple(map(known.called, pair))))
        return pair if len(pair) == PAIR else ()
    if len(last) == 1 < len(every):
        message = english(
            "{word!r} could be {one} alone, or {all}: say who",
            word=subject["who"], one=known.called(last[0]), all=_all(every, known),
        )  # fmt: skip
        raise Misread(Trouble(Code.WHICH_NAME, message, candidates=tuple(map(known.called, every))))
    return last


def _of_a_spy(text: str, known: Known) -> bool:
    """Whom a spy watches is hardly one of his own."""
    return bool(_SPIES.search(text)) or any(map(known.is_spy, text.split()))


def _all(groups: Sequence[GroupId], known: Known) -> str:
    return listed(list(map(known.called, groups)), "and")


def _marched_to(orders: Sequence[Order], known: Known) -> str:
    """The place of others to which a line marches all whom it orders, or keeps them in; "" where there is
    none."""
    goals = {
        order.to if isinstance(order, March)
        else known.at.where_is(order.group) if isinstance(order, Hold)
        else "" for order in orders
    }  # fmt: skip
    place = known.at.place_in(goals.pop()) if len(goals) == 1 and "" not in goals else None
    return place.name if place is not None and not known.ours(place.id) else ""


def _listed(groups: Sequence[GroupId], known: Known) -> str:
    return " and ".join(map(known.called, groups))

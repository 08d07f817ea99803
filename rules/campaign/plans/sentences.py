"""Several orders in one line: "March Robert to Canosa. Hold Drogo."

A line is divided only where an order begins, and only if all of it can be read so. Nothing is divided behind
a condition, except by a full stop or a semicolon: what it holds for would be a guess."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from rules.campaign.plans.merging import SEVERAL, subject
from rules.campaign.plans.names import Known
from rules.campaign.plans.plan import Hold, March, Order
from rules.campaign.plans.pronouns import PAIR, groups_of, is_open
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble

Read = Callable[[str, tuple[Order, ...]], tuple[Order, ...]]
"""Reads a text as one order, besides those before it. Raises Misread."""
Cuts = Callable[[str], Iterator[re.Match[str]]]
"""Where a text may be divided."""
MOST = 8
"""Orders that one line may hold."""
_BETWEEN = re.compile(
    r"(?P<stop>\s*[.;]\s+)(?:(?:and|then|also)\s+)*"
    r"|\s*,\s*(?:(?:and|then|also)\s+)*|\s+(?:and|then)\s+(?:then\s+)?",
    re.I,
)
_HANGS = re.compile(r"\b(?:if|unless|when|while|only|until|till|else|otherwise|or|in case|provided)\b", re.I)
_IT = re.compile(r"\b(?:it|there|the (?:place|town|castle|city|village))\b", re.I)
_HE = re.compile(r"^(?:he|they|she|it|him|them)\b\s*", re.I)
_HIM = re.compile(r"(?<=\w )(?:him|them)\b", re.I)
_THEY = re.compile(
    r"^(?:both(?: of (?:them|these))?|(?:all|each) of (?:them|these)|they(?: both| all)?)\b\s*", re.I
)
_THEY_BEHIND = re.compile(r"[.;]\s+(?:then\s+)?(?:both|they|all of them|each of them)\b", re.I)
_EVERYBODY = ("others", "everybody", "everyone")


def divided(
    text: str,
    begins: Callable[[str], bool],
    read: Read,
    known: Known,
) -> tuple[Order, ...] | None:
    """The orders of a line that cannot be read whole; None where it is not several. ``begins``: whether an
    order begins there. Raises Misread where two of them would exclude each other."""
    found = _rest(text, (), (), begins, read, known, _cuts, MOST) or _rest(
        text, (), (), begins, read, known, _cuts_before(known), MOST
    )
    if found is None:
        return None
    seen: dict[tuple[str, ...], Order] = {}
    for order in found:
        about = subject(order)
        if about in seen and not isinstance(order, SEVERAL):
            raise Misread(excluding(seen[about], order))
        seen[about] = order
    return found


def excluding(one: Order, other: Order) -> Trouble:
    """What is said of two orders of which one alone can be."""
    message = english(
        "{line} and {other} exclude each other: give one of them, or the way in one march (via Venosa)",
        line=one.text, other=other.text,
    )  # fmt: skip
    return Trouble(Code.TWICE, message)


def _rest(
    text: str,
    before: tuple[Order, ...],
    last: tuple[Order, ...],
    begins: Callable[[str], bool],
    read: Read,
    known: Known,
    cuts: Cuts,
    most: int,
) -> tuple[Order, ...] | None:
    """What a text comes to, whole or in parts, behind other orders; ``last``: those of the part before it."""
    alone = before and not _THEY_BEHIND.search(text)  # else "they" may be more than those of this part
    if alone and (whole := _read(text, before, last, read, known)) is not None:
        return whole
    if most <= 1:
        return None
    for cut in cuts(text):
        behind = text[cut.end() :]
        if not (begins(behind) or _HE.match(behind) or _THEY.match(behind)):
            continue
        first = _read(text[: cut.start()], before, last, read, known)
        if first is None:
            continue
        more = _rest(behind, (*before, *first), first, begins, read, known, cuts, most - 1)
        if more is not None:
            return (*first, *more)
    return None


def _cuts(text: str) -> Iterator[re.Match[str]]:
    """Where a line may be divided."""
    since = 0
    for found in _BETWEEN.finditer(text):
        if found["stop"]:
            since = found.end()
            yield found
        elif not _HANGS.search(text, since, found.start()):
            yield found


def _cuts_before(known: Known) -> Cuts:
    """The same, and before one of the seat's own groups where nothing stands between two orders ("robert to
    canosa drogo stays")."""
    names = [*map(known.called, known.own_groups()), *_EVERYBODY]
    name = re.compile(rf"\s+(?=(?:{'|'.join(map(re.escape, names))})\s)", re.I)

    def cuts(text: str) -> Iterator[re.Match[str]]:
        yield from _cuts(text)
        yield from (found for found in name.finditer(text) if not _HANGS.search(text, 0, found.start()))

    return cuts


def _read(
    text: str,
    before: tuple[Order, ...],
    last: tuple[Order, ...],
    read: Read,
    known: Known,
) -> tuple[Order, ...] | None:
    """One order, in its own words, or with what "he", "they" and "it" mean behind the part before."""
    if they := _THEY.match(text):
        group_names = _those(they[0], before, last, known)
        forms: Iterable[str] = (f"{group_names} {text[they.end() :]}",) if group_names else ()
    else:
        forms = (text, *_meant(text, last, known))
    for said in forms:
        try:
            return read(said, before)
        except Misread:
            continue
    return None


def _those(said: str, before: tuple[Order, ...], last: tuple[Order, ...], known: Known) -> str:
    """Whom "they" and "both" are behind other orders of the line: those of the part before, if it named
    several, else it and another; "both" two alone. Empty where nobody is, or who is left open."""
    if is_open(said, last, known):
        return ""
    groups = groups_of(last) if len(groups_of(last)) > 1 else groups_of(before)
    if not groups_of(last) or (len(groups_of(last)) == 1 and len(groups) > PAIR):
        return ""
    if re.search(r"\bboth\b", said, re.I) and len(groups) != PAIR:
        return ""
    return " and ".join(map(known.called, groups))


def _meant(text: str, before: tuple[Order, ...], known: Known) -> Iterator[str]:
    if not before:
        return
    last = before[-1]
    groups = groups_of(before)
    who = " and ".join(known.called(group) for group in groups)
    where = known.where(last.to) if isinstance(last, March) and last.to else ""
    if isinstance(last, Hold) and (here := known.at.place_in(known.at.where_is(last.group))):
        where = here.name
    place = getattr(last, "place", "")
    where = where or (known.at.founded(place).name if place else "")
    said = _IT.sub(where, text) if where else text
    if said != text:
        yield said
    if len(groups) == 1 and (him := _HIM.sub(who, said)) != said:
        yield him
    he = _HE.match(said)
    if who and not (he and is_open(he[0], before, known)):
        yield f"{who} {said[he.end() if he else 0 :]}"

"""Several orders in one line: "March Robert to Canosa. Hold Drogo."

A line is divided only where an order begins, and only if all of it can be read so. Nothing is divided behind
a condition, except by a full stop or a semicolon: what it holds for would be a guess."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rules.campaign.plans.merging import SEVERAL, subject
from rules.campaign.plans.names import Known
from rules.campaign.plans.plan import March, Order
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble

Read = Callable[[str, tuple[Order, ...]], tuple[Order, ...]]
"""Reads a text as one order, besides those before it. Raises Misread."""
MOST = 8
"""Orders that one line may hold."""
_BETWEEN = re.compile(
    r"(?P<stop>\s*[.;]\s+)(?:(?:and|then|also)\s+)*"
    r"|\s*,\s*(?:(?:and|then|also)\s+)*|\s+(?:and|then)\s+(?:then\s+)?",
    re.I,
)
_HANGS = re.compile(r"\b(?:if|unless|when|while|only|until|till|else|otherwise|or|in case|provided)\b", re.I)
_IT = re.compile(r"\b(?:it|there|the (?:place|town|castle|city|village))\b", re.I)
_HE = re.compile(r"^(?:he|they|she|him|them)\b\s*", re.I)


def divided(
    text: str,
    begins: Callable[[str], bool],
    read: Read,
    known: Known,
) -> tuple[Order, ...] | None:
    """The orders of a line that cannot be read whole; None where it is not several. ``begins``: whether an
    order begins there. Raises Misread where two of them would exclude each other."""
    found = _rest(text, (), (), begins, read, known, MOST)
    if found is None:
        return None
    seen: dict[tuple[str, ...], Order] = {}
    for order in found:
        about = subject(order)
        if about in seen and not isinstance(order, SEVERAL):
            message = english(
                "{line} and {other} exclude each other: give one of them, or the way in one march"
                " (via Venosa)",
                line=seen[about].text, other=order.text,
            )  # fmt: skip
            raise Misread(Trouble(Code.TWICE, message))
        seen[about] = order
    return found


def _rest(
    text: str,
    before: tuple[Order, ...],
    last: tuple[Order, ...],
    begins: Callable[[str], bool],
    read: Read,
    known: Known,
    most: int,
) -> tuple[Order, ...] | None:
    """What a text comes to, whole or in parts, behind other orders; ``last``: those of the part before it."""
    if before and (whole := _read(text, before, last, read, known)) is not None:
        return whole
    if most <= 1:
        return None
    for cut in _cuts(text):
        behind = text[cut.end() :]
        if not begins(behind):
            continue
        first = _read(text[: cut.start()], before, last, read, known)
        if first is None:
            continue
        more = _rest(behind, (*before, *first), first, begins, read, known, most - 1)
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


def _read(
    text: str,
    before: tuple[Order, ...],
    last: tuple[Order, ...],
    read: Read,
    known: Known,
) -> tuple[Order, ...] | None:
    """One order, in its own words, or with what "he", "they" and "it" mean behind the part before."""
    for said in (text, *_meant(text, last, known)):
        try:
            return read(said, before)
        except Misread:
            continue
    return None


def _meant(text: str, before: tuple[Order, ...], known: Known) -> Iterator[str]:
    if not before:
        return
    last = before[-1]
    groups = dict.fromkeys(group for order in before if (group := getattr(order, "group", "")))
    who = " and ".join(known.called(group) for group in groups)
    where = known.where(last.to) if isinstance(last, March) and last.to else ""
    place = getattr(last, "place", "")
    where = where or (known.at.founded(place).name if place else "")
    said = _IT.sub(where, text) if where else text
    if said != text:
        yield said
    if who:
        yield f"{who} {_HE.sub('', said)}"

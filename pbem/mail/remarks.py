"""Lines that hold an order which their writer did not give: behind a comment's mark, in brackets, struck out, as a
question, or below a heading such as "plan for next turn:". They are shown to him and asked back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

Why = Literal["", "remark", "struck", "question", "plan", "attachment", "parts-differ", "hidden", "ours"]
"""Why a line is asked back; what a player is told of it is for others to word."""
LooksLikeOrder = Callable[[str], bool]


class Aside(NamedTuple):
    """The order in a line, without what marks it, and why it is asked back."""

    order: str
    why: Why


_MARK = re.compile(r"^\s{0,40}(?://+|--+|%+|\brem\b|<!--+|/\*+)\s{0,40}", re.IGNORECASE)
_MARK_BEHIND = re.compile(r"\s{0,40}(?:--+>|\*+/)\s{0,40}$")
_STRUCK = re.compile(r"~~?([^~\n]{1,400})~~?")
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_QUESTION = re.compile(r"[?？؟]+[\s.!)\"'*_]{0,8}$")
_ASKS_US = re.compile(
    r"^\W{0,8}(?:try|test|help|status|report|show|map|send)\b|^\W{0,8}i?f\b.{1,300}\bthen\b", re.IGNORECASE
)
"""What is meant as it stands, question mark or not."""
_OPENS = re.compile(r"^\s{0,40}(?:(/\*)|(<!--))")
_LATER = re.compile(
    r"\b(?:next|later|tomorrow|afterwards|plan\w*|ideas?|maybe|perhaps|possibl[ey]|future|drafts?|alternativ\w*|options?|"
    r"what\s+if|consider\w*|thinking|thoughts?|not\s+yet|don'?t|do\s+not|ignore|old|previous|last|earlier|example|suppose|"
    r"wish\w*|notes?|reminder|to\s?do|intend\w*|instead\s+of|question|"
    r"nächste[nrs]?|naechste[nrs]?|später|spaeter|morgen|idee\w*|vielleicht|evtl|eventuell|entwurf|überleg\w*|alte?[nrs]?|"
    r"letzte[nrs]?|beispiel|notiz\w*|vorhaben|"
    r"prochaine?s?|plus\s+tard|demain|idées?|peut-être|brouillon|anciens?|dernière?s?|exemple|projet\w*|"
    r"próxim[oa]s?|luego|mañana|ideas?|quizás?|tal\s+vez|borrador|anterior(?:es)?|últim[oa]s?|ejemplo|"
    r"prossim[oa]|dopo|domani|idee|forse|bozza|precedent[ei]|ultim[oa]|esempio|piano|"
    r"volgende|later|misschien|concept|vorige|voorbeeld|nästa|senare|kanske|förra|seuraava\w*|ehkä|"
    r"następn\w*|później|może|poprzedni\w*|příští|možná|следующ\w*|потом|может|план\w*|прошл\w*)\b",
    re.IGNORECASE,
)
_HEX = re.compile(r"\b[A-Za-z]?\d{4}\b")
_LONGEST_HEADING = 80
_LONGEST_BARE = 5  # words of a heading without a colon


def aside(text: str, like: LooksLikeOrder) -> Aside | None:
    """The order that a line holds without giving it, if it does."""
    text = text.strip()
    if (inner := _enclosed(text)) is not None and like(inner):
        return Aside(inner, "remark")
    marked = _MARK.match(text)
    if marked:
        inner = _MARK_BEHIND.sub("", text[marked.end() :]).strip()
        if like(inner):
            return Aside(inner, "remark")
    if _STRUCK.search(text):
        left = " ".join(_STRUCK.sub(" ", text).split())
        inner = left if like(left) else " ".join(_STRUCK.sub(r" \1 ", text).split())
        if like(inner):
            return Aside(inner, "struck")
    if _QUESTION.search(text) and not _ASKS_US.match(text):
        inner = _QUESTION.sub("", text).strip()
        if like(inner):
            return Aside(inner, "question")
    return None


def _enclosed(text: str) -> str | None:
    """What stands in the one pair of brackets that a line is."""
    text = text.rstrip(".!;, ")
    closing = _PAIRS.get(text[:1])
    if closing is None or text[-1] != closing:
        return None
    depth = 0
    for number, letter in enumerate(text):
        depth += (letter == text[0]) - (letter == closing)
        if depth == 0 and number < len(text) - 1:
            return None
    return text[1:-1].strip()


def is_heading(text: str) -> bool:
    """Whether a line stands above others: what follows it is something else than what came before."""
    text = text.strip(" *_=~#")
    return text.endswith((":", "：")) and len(text) <= _LONGEST_HEADING and not _HEX.search(text)


def is_for_later(text: str) -> bool:
    """Whether a line is a heading of what is not meant now ("plan for next turn:"), with a colon or as a line of its
    own."""
    text = text.strip(" *_=~#")
    if len(text) > _LONGEST_HEADING or _HEX.search(text):
        return False
    if text.endswith((":", "：")):
        return bool(_LATER.search(text))
    words = text.split()
    bare = len(words) <= _LONGEST_BARE and ":" not in text and text[-1:].isalpha()
    return bare and bool(_LATER.match(text))


def commented(lines: list[str]) -> set[int]:
    """The lines of comments that go over several (/* ... */, <!-- ... -->), as far as they have an end."""
    ends: dict[str, int] = {}
    closing: list[dict[str, int]] = [{}] * len(lines)
    for number in range(len(lines) - 1, -1, -1):
        for mark in ("*/", "-->"):
            if mark in lines[number]:
                ends = {**ends, mark: number}
        closing[number] = ends
    found: set[int] = set()
    number = 0
    while number < len(lines):
        opened = _OPENS.match(lines[number])
        end = closing[number].get("*/" if opened[1] else "-->") if opened else None
        if end is not None and end > number:
            found.update(range(number, end + 1))
            number = end
        number += 1
    return found

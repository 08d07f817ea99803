"""Where quoted text begins: marks before lines, attributions, reply headers and the headings of forwarded mail."""

from __future__ import annotations

import re

from pbem.mail import phrases

QUOTED = re.compile(r"^\s{0,3}(?:>|\|(?:\s|$)|[A-Za-z]{1,4}>)")
QUOTE_MARKS = re.compile(r"^(?:\s{0,3}(?:>|\||[A-Za-z]{1,4}>))+\s?")
_LABEL = re.compile(r"^[\s*>_]{0,12}([^\W\d_][\w\-'/() ]{0,24}?)[\s*_]{0,4}:(?:[\s*]|$)")
_DASHED_END = re.compile(r"-{3,}$")
_ATTRIBUTION_LINES = 4
_ATTRIBUTION_CHARS = 300
_HEADER_LINES = 12


def introductions(lines: list[str]) -> tuple[set[int], int]:
    """(lines that introduce quotes, the line from which everything is the quoted original)."""
    attributions: set[int] = set()
    for number, text in enumerate(lines):
        if QUOTED.match(text) or not text.strip():
            continue
        if phrases.ORIGINAL.match(text) and _marks_follow_at_once(lines, number + 1):
            attributions.add(number)
            continue
        if phrases.ORIGINAL.match(text) or phrases.FORWARDED.match(text) or _is_header_block(lines, number):
            return attributions, number
        window = _attribution(lines, number)
        if window:
            attributions.update(window)
            if not _quote_follows(lines, number + 1):
                return attributions, number + 1
    return attributions, len(lines)


def _attribution(lines: list[str], last: int) -> range | None:
    """The lines of an attribution that ends at line ``last``: a date, an author and a colon, over at most four."""
    end = lines[last].rstrip()
    if len(end) > _ATTRIBUTION_CHARS or not (end.endswith((":", "：")) or _DASHED_END.search(end)):
        return None
    for first in range(last, max(-1, last - _ATTRIBUTION_LINES), -1):
        if not lines[first].strip() or QUOTED.match(lines[first]):
            return None
        joined = " ".join(line.strip() for line in lines[first : last + 1])[: 2 * _ATTRIBUTION_CHARS]
        dated = phrases.DATED.search(joined)
        if dated and (phrases.WROTE.search(joined) or phrases.NAMES_MAILBOX.search(joined)):
            return range(_lead_of(lines, first), last + 1)
    return None


def _lead_of(lines: list[str], first: int) -> int:
    """An attribution whose date stands in its second line begins a line earlier ("On Sunday, ...")."""
    above = lines[first - 1].strip() if first else ""
    led = phrases.LEAD.match(above) and not phrases.LEAD.match(lines[first].strip())
    return first - 1 if led and len(above) > 30 else first


def _quote_follows(lines: list[str], start: int) -> bool:
    following = next((line for line in lines[start : start + 4] if line.strip()), "")
    return bool(QUOTED.match(following))


def _marks_follow_at_once(lines: list[str], start: int) -> bool:
    """The header under this heading is marked as quoted, and so is all of the original."""
    return start < len(lines) and bool(QUOTED.match(lines[start]))


def _is_header_block(lines: list[str], start: int) -> bool:
    """At least three lines of the form "Label: value", two of them labels of mail headers; single blank lines and broken
    values between them do not matter."""
    if not _known_label(lines[start]):
        return False
    known = labelled = others = 0
    for text in lines[start : start + _HEADER_LINES]:
        label = _LABEL.match(text)
        if label:
            labelled, others = labelled + 1, 0
            known += label[1].strip().lower() in phrases.HEADER_LABELS
        else:
            others += 1
        if others > 1:
            break
    return labelled >= 3 and known >= 2


def _known_label(text: str) -> bool:
    label = _LABEL.match(text)
    return bool(label) and label[1].strip().lower() in phrases.HEADER_LABELS

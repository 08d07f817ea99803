"""Where quoted text begins: marks before lines, attributions, reply headers and the headings of
forwarded mail."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from functools import lru_cache

from pbem.mail import phrases

_MARK = (
    r"\s{0,12}(?:(?:[*+•-]\s{1,4})?(?:\\?>|&gt;)|\|"
    r"|[A-Za-z][A-Za-z0-9]{0,11}>(?![A-Za-z]?\d{4}\b))"
)  # "Musa>1712" is an order
QUOTED = re.compile(rf"^{_MARK}")
QUOTE_MARKS = re.compile(rf"^(?:{_MARK})+\s?")
_LABEL = re.compile(r"^[\s*>_]{0,12}([^\W\d_][\w\-'/() ]{0,24}?)[\s*_]{0,4}:(?:[\s*]|$)")
_ATTRIBUTION_LINES = 4
_ATTRIBUTION_CHARS = 300
_HEADER_LINES = 12


class Heading(Enum):
    """What stands below a heading."""

    ORIGINAL = "the mail that is answered"
    FORWARDED = "a mail of somebody else"


def introductions(lines: list[str], looks_like_order: Callable[[str], bool]) -> tuple[set[int], int]:
    """(lines that introduce quotes, the line from which everything is the quoted original)."""
    attributions: set[int] = set()
    for number, text in enumerate(lines):
        if QUOTED.match(text) or not text.strip():
            continue
        heading = _heading(text)
        if heading is Heading.ORIGINAL and _marks_follow_at_once(lines, number + 1):
            attributions.add(number)
            continue
        if heading or _is_header_block(lines, number):
            return attributions, number
        window = _attribution(lines, number, looks_like_order)
        if window:
            attributions.update(window)
            if not _quote_follows(lines, number + 1):
                return attributions, number + 1
    return attributions, len(lines)


@lru_cache(4096)  # most mails say the same in two versions
def _heading(text: str) -> Heading | None:
    """Which line above another's mail this is, as "--- Forwarded message ---"."""
    lowered = text[:_ATTRIBUTION_CHARS].strip().lower()
    if lowered.startswith(phrases.FORWARDED_BEGINNINGS):
        return Heading.FORWARDED
    dashed = phrases.HEADING.match(lowered)
    if dashed is None:
        return None
    if any(word in lowered for word in phrases.FORWARDED):
        return Heading.FORWARDED
    return Heading.ORIGINAL if any(word in lowered for word in phrases.ORIGINAL) else None


def _attribution(lines: list[str], last: int, looks_like_order: Callable[[str], bool]) -> range | None:
    """The lines of an attribution that ends at line ``last``: a date, an author and a colon, over at most
    four, none of which begins like an order; or else an author's mailbox and a word for writing."""
    end = lines[last].rstrip()
    if len(end) > _ATTRIBUTION_CHARS or not (end.endswith((":", "：")) or _is_dashed(end)):
        return None
    undated: range | None = None
    for first in range(last, max(-1, last - _ATTRIBUTION_LINES), -1):
        if not lines[first].strip() or QUOTED.match(lines[first]):
            break
        if first < last and looks_like_order(lines[first].split()[0]):
            break
        joined = " ".join(line.strip() for line in lines[first : last + 1])[: 2 * _ATTRIBUTION_CHARS]
        dated = phrases.DATED.search(joined)
        wrote, mailbox = phrases.WROTE.search(joined), phrases.NAMES_MAILBOX.search(joined)
        if dated and (wrote or mailbox):
            return range(_lead_of(lines, first, looks_like_order), last + 1)
        if wrote and mailbox and undated is None:
            undated = range(first, last + 1)
    return undated


def _is_dashed(text: str) -> bool:
    """An attribution between dashes, as Zoho writes it, or between double ones, as Foxmail does."""
    between = text[:3] == text[-3:] and text[:3] in ("---", "===")
    return between and bool(phrases.DATED.search(text))


def _lead_of(lines: list[str], first: int, looks_like_order: Callable[[str], bool]) -> int:
    """An attribution whose date stands in its second line begins a line earlier ("On Sunday, ...")."""
    above = lines[first - 1].strip() if first else ""
    led = phrases.LEAD.match(above) and not phrases.LEAD.match(lines[first].strip())
    return first - 1 if led and len(above) > 30 and not looks_like_order(above) else first


def _quote_follows(lines: list[str], start: int) -> bool:
    following = next((line for line in lines[start : start + 4] if line.strip()), "")
    return bool(QUOTED.match(following))


def _marks_follow_at_once(lines: list[str], start: int) -> bool:
    """The header under this heading is marked as quoted, and so is all of the original."""
    return start < len(lines) and bool(QUOTED.match(lines[start]))


def is_header(lines: list[str], start: int, number: int) -> bool:
    """Whether a line is one of the headers of the original that begins at line ``start``: a subject may read
    like an order."""
    label = _LABEL.match(lines[number]) if start <= number < start + _HEADER_LINES else None
    return label is not None and label[1].strip().lower() in phrases.HEADER_LABELS


def _is_header_block(lines: list[str], start: int) -> bool:
    """At least three lines of the form "Label: value": two labels are those of mail headers, or one value,
    in whatever language, is a mailbox and another a date. Single blank lines and broken values between them
    do not matter."""
    if not _LABEL.match(lines[start]):
        return False
    known = labelled = others = 0
    values: list[str] = []
    for text in lines[start : start + _HEADER_LINES]:
        label = _LABEL.match(text)
        if label:
            labelled, others = labelled + 1, 0
            known += label[1].strip().lower() in phrases.HEADER_LABELS
            values.append(text[label.end() : label.end() + _ATTRIBUTION_CHARS])
        else:
            others += 1
        if others > 1:
            break
    if labelled < 3:
        return False
    return (known >= 2 and _known_label(lines[start])) or _names_mailbox_and_date(values)


def _names_mailbox_and_date(values: list[str]) -> bool:
    mailboxes = any(phrases.NAMES_MAILBOX.search(value) for value in values)
    return mailboxes and any(phrases.DATED.search(value) for value in values if "@" not in value)


def _known_label(text: str) -> bool:
    label = _LABEL.match(text)
    return label is not None and label[1].strip().lower() in phrases.HEADER_LABELS

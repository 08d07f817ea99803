"""Questions about how things stand, which no order would answer: "who can Gilbert see?", "who can reach
0815?", "how far is it from Odo to Sandro?", "where is Carlo?". Here they are only known for what they are."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

_ENDS = re.compile(r"\s*[?？؟][?？؟\s!.)\"'*_]{0,8}$")
_BEFORE = r"\W{0,8}(?:(?:and|so|but|ok|okay|also|hm+|then|well)\b[\s,:]{1,3}){0,3}"
_MAN = r"(?!you\b|we\b|i\b|it\b)[^\W_][\w'’.\-]*(?:\s+(?!to\b|from\b)[\w'’.+&,\-]+){0,5}?"
_ONE, _OTHER = rf"(?P<one>{_MAN})", rf"(?P<other>{_MAN})"
_ENEMIES = r"(?:(?:the|their|of|my|our)\s+)*(?:enem(?:y|ies)|foes?|them|men|targets?|opponents?|archers?)"
_WHOM = rf"(?:who(?:m|\s+else)?|what|which(?:\s+{_ENEMIES})?)"
_MAY = r"(?:can|could|does|do|will|would|may|might)"
_SEES = r"(?:see|spot|look\s+at|shoot(?:\s+(?:at|on))?|hit|fire\s+(?:at|on|upon)|fire|aim\s+at|target)"
_SIGHT = r"(?:(?:in|within)\s+(?:the\s+)?(?:range|reach|sight|view|line\s+of\s+(?:fire|sight)|shot))"
_A_SHOT = (
    r"(?:a|any|the)?\s*(?:clear\s+|good\s+|free\s+|open\s+)?"
    r"(?:shots?|targets?|lines?\s+of\s+(?:fire|sight)|view|los)"
)
_ANYBODY = rf"(?:anybody|anyone|any\s+(?:of\s+)?{_ENEMIES}|somebody|someone)"
_REACHES = (
    r"(?:reach|get\s+(?:up\s+|next\s+|close\s+|as\s+far\s+as\s+)?(?:to|at)|make\s+it\s+to|attack"
    r"|strike(?:\s+at)?|come\s+to)"
)
_HOW_FAR = r"how\s+(?:far|many\s+hexes)(?:\s+away)?"
_TAIL = re.compile(
    r"[\s,]+(?:(?:in|during|within)\s+(?:this|the|one|a|that)\s+(?:turn|phase|move|go)|this\s+(?:turn|phase)"
    r"|right\s+now|now|today|at\s+all|in\s+time|yet|at\s+once|then|at\s+the\s+moment"
    r"|from\s+(?:t?here|where\s+(?:he|they)\s+(?:is|are|stands?)))$",
    re.IGNORECASE,
)
LONGEST = 300


class Kind(Enum):
    """What is asked."""

    AIMS = "whom somebody can shoot at"
    SEES = "whether somebody sees somebody"
    AIMED_AT = "who can shoot at somebody"
    REACH = "who can come to a place or to somebody"
    FAR = "how far it is"
    WHERE = "where somebody is"


class Look(NamedTuple):
    """A question: of whom or what, as it was written, and of whom or what besides."""

    kind: Kind
    one: str
    other: str = ""


_FORMS: dict[Kind, tuple[str, ...]] = {
    Kind.FAR: (
        rf"(?:{_HOW_FAR}(?:\s+(?:is|are|stands?)\s+(?:it|there))?|what(?:'s|\s+is)\s+the\s+distance)"
        rf"\s+(?:is\s+)?(?:from|between)\s+{_ONE}\s+(?:to|and|till)\s+{_OTHER}",
        rf"{_HOW_FAR}\s+(?:is|are|stands?)\s+{_ONE}\s+(?:away\s+)?from\s+{_OTHER}",
    ),
    Kind.WHERE: (rf"where(?:'s|\s+is|\s+are|\s+does|\s+stands)\s+{_ONE}(?:\s+stand)?",),
    Kind.AIMED_AT: (
        rf"{_WHOM}\s+(?:of\s+them\s+)?(?:can|could)\s+{_SEES}\s+{_ONE}",
        rf"(?:can|could)\s+{_ANYBODY}\s+{_SEES}\s+{_ONE}",
        rf"{_WHOM}\s+(?:has|have)\s+{_A_SHOT}\s+(?:at|on|of|to)\s+{_ONE}",
    ),
    Kind.REACH: (
        rf"(?:{_WHOM}\s+(?:of\s+(?:us|mine)\s+)?{_MAY}|{_MAY}\s+{_ANYBODY})\s+{_REACHES}\s+{_ONE}",
        rf"{_WHOM}\s+(?:is|are)\s+able\s+to\s+{_REACHES}\s+{_ONE}",
    ),
    Kind.AIMS: (
        rf"{_WHOM}\s+{_MAY}\s+{_ONE}\s+{_SEES}",
        rf"(?:{_WHOM}\s+(?:is|are|stands?)|(?:is|are)\s+{_ANYBODY})\s+{_SIGHT}\s+(?:of|for|from)\s+{_ONE}",
        rf"(?:can|could|does)\s+{_ONE}\s+{_SEES}\s+{_ANYBODY}",
        rf"(?:does|do|has|have)\s+{_ONE}\s+(?:have\s+|got\s+)?(?:a|any)\s+{_A_SHOT}",
        rf"{_WHOM}\s+(?:shots?|targets?)\s+(?:does|has|have)\s+{_ONE}(?:\s+(?:have|got))?",
    ),
    Kind.SEES: (
        rf"(?:can|could|does|do)\s+{_ONE}\s+(?:see|spot|look\s+at)\s+{_OTHER}",
        rf"(?:is|are)\s+{_OTHER}\s+{_SIGHT}\s+(?:of|for|from)\s+{_ONE}",
        rf"is\s+there\s+{_A_SHOT}\s+(?:from|between)\s+{_ONE}\s+(?:to|and|at)\s+{_OTHER}",
    ),
}
_READ = tuple(
    (kind, re.compile(_BEFORE + form, re.IGNORECASE)) for kind, forms in _FORMS.items() for form in forms
)


def look_in(line: str) -> Look | None:
    """The question about how things stand that a line is; None for anything else."""
    end = _ENDS.search(line) if len(line) <= LONGEST else None
    if end is None:
        return None
    asked = " ".join(line[: end.start()].split())
    while (tail := _TAIL.search(asked)) is not None:
        asked = asked[: tail.start()]
    for kind, form in _READ:
        found = form.fullmatch(asked)
        if found is not None:
            return Look(kind, found["one"], found.groupdict().get("other") or "")
    return None

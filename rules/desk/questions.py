"""Questions whether something can be done, and the order whose trial answers them: "can Odo reach 0815?" is
answered as TRY with that order is, and orders nothing. What asks for something to be done ("could you send
Odo to 0815?", "can Odo please hold?") is no such question.
"""

from __future__ import annotations

import re

import msgspec

_ENDS = re.compile(r"\s*[?？؟][?？؟\s!.)\"'*_]{0,8}$")
_BEGINS = re.compile(
    r"""\W{0,8}(?:(?:and|so|but|ok|okay|also|hm+|then|well)\b[\s,:]{1,3}){0,3}(?:
    (?P<able> (?:can'?t|cannot|couldn'?t|can|could)\b
            | (?:is|are|will|would|does|do)\b(?=.{1,60}\bable\s+to\b)
            | (?:is|would)\s+it\s+(?:be\s+)?possible\s+(?:for|that)\b
            | (?:is|would)\s+there\s+(?:be\s+)?(?:a|any)\s+way\s+(?:for|that)\b
      )
    | (?P<odds> (?:(?:what\s+are|what's|what\s+would\s+be|how\s+good\s+are|how\s+are)\s+)?
              (?:(?:the|my|our|his|their)\s+)?(?:odds|chances?)\s+(?:of|for)\b
              (?=.{1,80}\b(?:on|against|vs\.?|versus|hitting)\s)
      )
    | (?P<would> what\s+if\b
            | what\s+(?:happens|would\s+happen|becomes\s+of\s+it)\s+if\b
            | (?:what\s+are|what\s+would\s+be|how\s+good\s+are|how\s+are)\s+(?:the|my|our|his|their)\s+
              (?:odds|chances?)\s+(?:of|for|if|that|when)\b
      )
    | (?P<comes> (?:will|would|does|do)\b(?=.{1,60}\b(?:reach|get\s+to|make\s+it|get\s+as\s+far)\b) )
    )\s*""",
    re.IGNORECASE | re.VERBOSE,
)
_TO_US = re.compile(
    r"^(?:you|u|ya|we|i|one|us)\b|\b(?:please|pls|plz|kindly|be\s+so\s+kind|if\s+you\s+would)\b",
    re.IGNORECASE,
)
"""What asks for it to be done, or speaks of those who play."""
_ANYBODY = re.compile(
    r"\b(?:anybody|anyone|any\s+of|somebody|someone|some\s+of|who|what|which|where|how"
    r"|nobody|noone|no\s+one)\b",
    re.IGNORECASE,
)
_ABLE = re.compile(r"\b(?:be\s+)?able\s+to\s+", re.IGNORECASE)
_ALL_THE_SAME = re.compile(
    r"\b(?:still|also|actually|possibly|even|already|perhaps|maybe|really|safely|ever|manage\s+to)\s+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[\s,]+(?:(?:in|during|within)\s+(?:this|the|one|his|a|that)\s+(?:turn|phase|move|go)"
    r"|(?:in|within)\s+(?:an?|one|two|three|four|five|\d{1,2})\s+days?|by\s+tomorrow|tomorrow|tonight"
    r"|this\s+(?:turn|phase)|right\s+now|now|today|at\s+all|in\s+time"
    r"|yet|still|already|at\s+once|then|or\s+not"
    r"|from\s+(?:t?here|where\s+(?:he|they)\s+(?:is|are|stands?))"
    r"|with\s+(?:his|their)\s+(?:mp|movement|moves?))$",
    re.IGNORECASE,
)
_REACHES = re.compile(
    r"\b(?:(?:reach(?:es)?|make\s+it|get\s+as\s+far\s+as)(?P<to>\s+(?:to|into|up\s+to)\b)?"
    r"|(?:get|be|stand|arrive|end\s+up)\s+"
    r"(?P<where>to|into|in|at|on|next\s+to|beside|behind|near|up\s+to|close\s+to)\b)",
    re.IGNORECASE,
)
_SHOOTS = re.compile(
    r"\b(?:have|has|get|gets)\s+(?:a|any|the)\s+(?:clear\s+|good\s+|free\s+)?"
    r"(?:shot|line\s+of\s+fire)\s+(?:at|on|to)\b",
    re.IGNORECASE,
)
_ON = re.compile(r"\b(?:attack(?:ing|s)?\s+)?(?P<on>on|against|vs\.?|versus|hitting)\s+", re.IGNORECASE)
_SEES = re.compile(
    r"\b(?:see|sees|spot|spots|look|view|sight|know|tell|seen|survive|win|lose|afford)\b", re.IGNORECASE
)
"""What no trial tells."""
_THERE = ("in", "at", "on")
LONGEST = 300


class Question(msgspec.Struct, frozen=True):
    """``order``: what to try; "" where no trial can answer. ``may_be_meant``: said of an order word, as by
    somebody who means it for one ("can Odo go to 0815?")."""

    order: str
    may_be_meant: bool = False


def question_in(line: str) -> Question | None:
    """The question whether something can be done that a line is; None for anything else."""
    end = _ENDS.search(line) if len(line) <= LONGEST else None
    begin = _BEGINS.match(line) if end is not None else None
    if end is None or begin is None:
        return None
    asked = line[begin.end() : end.start()].strip()
    if not asked or _TO_US.search(asked):
        return None
    if "?" in asked or _ANYBODY.search(asked) or _SEES.search(asked):
        return Question("")
    said = _ALL_THE_SAME.sub("", _ABLE.sub("", asked, count=1))
    while (tail := _TAIL.search(said)) is not None:
        said = said[: tail.start()]
    if begin["able"] and begin["able"].split()[-1].lower() == "for":
        said = re.sub(r"\s+to\s+", " ", said, count=1)
    reaches = _REACHES.search(said)
    shoots = _SHOOTS.search(said) if reaches is None else None
    on = _ON.search(said) if begin["odds"] is not None else None
    if on is not None:
        verb = "shoot at" if on["on"].lower() == "hitting" else "attack"
        said = f"{said[: on.start()]}{verb} {said[on.end() :]}"
    elif reaches is not None:
        where = (reaches["where"] or "to").lower()
        said = f"{said[: reaches.start()]}go {'to' if where in _THERE else where}{said[reaches.end() :]}"
    elif shoots is not None:
        said = f"{said[: shoots.start()]}shoot at{said[shoots.end() :]}"
    plain = reaches is None and shoots is None and begin["able"] is not None
    return Question(" ".join(said.split()), plain and begin["able"].lower() in ("can", "could"))

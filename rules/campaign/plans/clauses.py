"""What stands behind the goal of a march, or behind MEET: "by road, fight if 5 or more stronger, else
withdraw; never near Bari"."""

from __future__ import annotations

import re

import msgspec

from rules.campaign.plans import terms
from rules.campaign.plans.names import Known
from rules.campaign.plans.plan import ALWAYS, NEVER, Cases, Meeting
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble
from rules.state.figure import Hex, SideId

NEAR = 1
"""Hexes that "near" reaches."""
FARTHEST = 20

_FIGHT = r"(?:fight|fights|attack|attacks|battle|stand and fight|gives? battle)"
_REFUSE = (
    r"(?:refuse|refuses|withdraw|withdraws|slip away|retreat|retreats|flee|flees|evade|run(?: away)?"
    r"|avoids? (?:battle|fights?|a fight)|refuses? (?:battle|the fight|to fight))"
)
_YIELD = r"(?:yield|yields|surrender|surrenders|give up|lay down (?:their |our )?arms)"
_ACT = (
    rf"(?:(?P<fight>{_FIGHT})|(?P<refuse>{_REFUSE})|(?P<give_up>{_YIELD}))"
    r"(?:\s+(?:them|it|him|battle|anybody|everybody|strangers))?"
)
_DENIED = r"(?:never|not|no|do\s+not|don'?t)"
_STARTS = (
    r"(?:(?:if|when) (?:met|attacked)|else|otherwise|if not|always|avoid\w*|against|by (?:the )?roads?"
    r"|on (?:the )?roads?|along|via|through|by way of|keep\w*|stay\w*"
    rf"|{_DENIED}\s+(?:go|come|march|pass|near|close|within|through|into|to|by|{_FIGHT}|{_REFUSE}|{_YIELD})"
    rf"|{_FIGHT}|{_REFUSE}|{_YIELD})\b"
)
"""With what a clause begins, so that the one before it ends."""
_END = rf"(?=\s*[;:]|$|\s*,?\s*(?:and\s+|but\s+)?{_STARTS}|\s*,)"
_END_OF_LIST = rf"(?=\s*[;:]|$|\s*,?\s*(?:and\s+|but\s+)?{_STARTS})"
_END_OF_ACT = rf"(?=\s*(?:[;:]|$)|\s*,|\s+(?:and|but|then)\s+{_STARTS}|\s+{_STARTS})"
_AWAY = r"(?:avoid|avoids|avoiding|(?:keep|stay)(?:s|ing)?\s+(?:away\s+from|clear\s+of|well\s+away\s+from))"
_SKIP = re.compile(r"(?:\s|[,;:.]|\b(?:and|but|then|please|they|he|it)\b)+", re.I)
_ROAD = re.compile(r"(?:by|on|along|using|over)\s+(?:the\s+)?(?:old\s+)?roads?\b", re.I)
_VIA = re.compile(rf"(?:via|through|by way of)\s+(?P<where>.+?){_END_OF_LIST}", re.I)
_AVOID = re.compile(
    rf"{_AWAY}\s+(?:all\s+|any\s+|the\s+|other\s+)*"
    r"(?:strangers|everybody|everyone|anybody|others|groups|strange groups|enem(?:y|ies)|contact|foes?)\b"
    r"(?:\s+groups?)?",
    re.I,
)
_SHUN = re.compile(
    rf"(?:{_DENIED}\s+(?:go\s+|come\s+|march\s+|pass\s+)?"
    r"(?P<how>within\s+(?P<far>\d{1,3})(?:\s+hex(?:es)?)?\s+of|(?P<near>near|close to)|through|into|to|by)"
    rf"|{_AWAY})"
    rf"\s+(?P<where>.+?)(?:\s+(?:by|within)\s+(?P<far2>\d{{1,3}})(?:\s+hex(?:es)?)?)?{_END}",
    re.I,
)
_NEVER = re.compile(
    rf"(?:{_DENIED}\s+{_ACT}s?(?:\s+(?:anybody|anyone))?|(?P<none>(?:fight|attack)\s+(?:nobody|no one|never))"
    r"|(?P<refuse0>refuse\s+never|never refuse)|(?P<give_up0>(?:yield|surrender)\s+never))"
    r"(?=\s*[,;:.]|$|\s+(?:and|but|else)\b)",
    re.I,
)
_DO = re.compile(
    r"(?:(?:if|when|where)\s+(?:they are\s+|we are\s+)?(?:met|(?P<attacked>attacked)"
    r"|(?:they|we) meet(?: (?:anybody|anyone|somebody|someone|strangers|others|enemies|them))?)\s*,?\s*)?"
    rf"(?:always\s+)?{_ACT}"
    r"(?:\s*,?\s*(?P<how>only if|if|when|where|unless|while|from|until|before|after|on|never|always)\b"
    rf"(?P<terms>.*?))?{_END_OF_ACT}",
    re.I,
)
_IF_FIRST = re.compile(
    rf"(?P<how>only if|if|when|unless)\s+(?P<terms>.+?)\s*(?:,|:|\bthen\b)+\s*{_ACT}{_END_OF_ACT}", re.I
)
_ELSE = re.compile(rf"(?:else|otherwise|if not)\s*,?\s*(?:they\s+)?{_ACT}{_END_OF_ACT}", re.I)
_AGAINST = re.compile(rf"against\s+(?P<sides>.+?){_END_OF_LIST}", re.I)


_WAYS = english(
    "{words!r} says nothing here: by road, via Venosa, avoid strangers, never near Bari, fight if 5 or more"
    " stronger, refuse if 5 or more weaker, else yield"
)
_MEETINGS = english(
    "{words!r} says nothing of a meeting: fight if 5 or more stronger, refuse if 5 or more weaker, yield if"
    " odds under 1 to 3"
)


class Said(msgspec.Struct):
    """What the clauses of a line say, as far as they are read."""

    road: bool = False
    via: tuple[Hex, ...] = ()
    avoid: bool = False
    shun: tuple[tuple[Hex, int], ...] = ()
    cases: dict[str, Cases] = {}
    against: tuple[SideId, ...] = ()
    last: Cases | None = None  # of the clause before, for what is done else

    @property
    def meeting(self) -> Meeting | None:
        if not self.cases and not self.against:
            return None
        return Meeting(
            fight=self.cases.get("fight"), refuse=self.cases.get("refuse"),
            give_up=self.cases.get("give_up"), against=self.against,
        )  # fmt: skip


def read(text: str, known: Known, *, march: bool) -> Said:
    """All clauses of a line; those about ways belong to a ``march`` alone. Raises Misread for what is
    none."""
    said, place = Said(), 0
    while True:
        if skipped := _SKIP.match(text, place):
            place = skipped.end()
        if place >= len(text):
            return said
        after = _clause(text, place, known, said, march)
        if after <= place:
            rest = re.split(r"[;,]", text[place:])[0].strip()[:60]
            raise Misread(Trouble(Code.LEFT_OVER, english(_WAYS if march else _MEETINGS, words=rest)))
        place = after


def _clause(text: str, place: int, known: Known, said: Said, march: bool) -> int:
    """Reads the clause that begins at a place; answers where it ends, or the place where there is none."""
    if march and (found := _ROAD.match(text, place)):
        said.road = True
        return found.end()
    if march and (found := _AVOID.match(text, place)):
        said.avoid = True
        return found.end()
    if found := _NEVER.match(text, place):
        act = _named(found) or ("refuse" if found["refuse0"] else "give_up" if found["give_up0"] else "fight")
        said.cases[act], said.last = NEVER, NEVER
        return found.end()
    if found := _ELSE.match(text, place):
        if said.last is None:
            raise Misread(
                Trouble(
                    Code.CONDITION, english("behind ELSE stands what is done if a term before does not hold")
                )
            )
        said.cases[_named(found)] = terms.negated(said.last)
        return found.end()
    for form in (_DO, _IF_FIRST):
        if found := form.match(text, place):
            said.last = _cases(found["how"] or "", found["terms"] or "", known)
            if form is _DO and found["attacked"] and found["fight"]:
                said.cases["refuse"] = terms.negated(said.last)  # they stand, and attack no more than before
                return found.end()
            said.cases[_named(found)] = said.last
            return found.end()
    if found := _AGAINST.match(text, place):
        said.against = known.sides(found["sides"])
        return found.end()
    if march and (found := _SHUN.match(text, place)):
        far = found["far"] or found["far2"]
        near = NEAR if found["near"] or not found["how"] else 0
        where = known.hex(found["where"])
        said.shun += ((where, min(int(far), FARTHEST) if far else near),)
        return found.end()
    if march and (found := _VIA.match(text, place)):
        parts = re.split(r"\s*,\s*|\s+and\s+(?:then\s+)?|\s+then\s+", found["where"].strip(" ,"))
        said.via += tuple(known.hex(part) for part in parts if part)
        return found.end()
    return place


def _named(found: re.Match[str]) -> str:
    return next((act for act in ("fight", "refuse", "give_up") if found[act]), "")


def _cases(how: str, text: str, known: Known) -> Cases:
    word = how.casefold()
    if word in ("", "always"):
        return ALWAYS
    if word == "never":
        return NEVER
    if word in ("from", "until", "before", "after", "on"):
        text = f"{word} {text}"
    cases = terms.read(text, known.at.setup)
    return terms.negated(cases) if word == "unless" else cases

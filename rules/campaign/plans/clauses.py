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
    r"(?:refuse|refuses|withdraw|withdraws|slip away|retreat|retreats|flee|flees|evade|evades|runs?(?: away)?"
    r"|avoids? (?:battle|fights?|a fight)|refuses? (?:battle|the fight|to fight))"
)
_YIELD = r"(?:yield|yields|surrender|surrenders|give up|lay down (?:their |our )?arms)"
_ACT = (
    rf"(?:(?P<fight>{_FIGHT})|(?P<refuse>{_REFUSE})|(?P<give_up>{_YIELD}))"
    r"(?:\s+(?:them|(?P<it>it)|him|battle|anybody|everybody|strangers)\b)?"
)
_DENIED = r"(?:never|not|no|do\s+not|don'?t)"
_STARTS = (
    rf"(?:(?:if|when) (?:met|attacked)|else|otherwise|if not|always\s+(?:{_FIGHT}|{_REFUSE}|{_YIELD})"
    r"|avoid\w*|against|by (?:the )?roads?"
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
_HOW = (
    r"only if|if|when|where|unless|except(?: if| when| where)?|save(?: if| when)|while|from|until|before"
    r"|after|on"
)
_UNLESS = ("unless", "except", "save")
_NEVER = re.compile(
    rf"(?:{_DENIED}\s+{_ACT}s?(?:\s+(?:anybody|anyone))?"
    r"|(?P<none>(?:fight|attack)s?\s+(?:nobody|no one|never))"
    r"|(?P<refuse0>refuse\s+never|never refuse)|(?P<give_up0>(?:yield|surrender)\s+never))"
    rf"(?!\s*,?\s*(?:{_HOW}|always)\b)(?=\s*[,;:.]|$|\s+(?:and|but|else)\b)",
    re.I,
)
_DO = re.compile(
    r"(?:(?:if|when|where)\s+(?:they are\s+|we are\s+)?(?:met|(?P<attacked>attacked)"
    r"|(?:they|we) meet(?: (?:anybody|anyone|somebody|someone|strangers|others|enemies|them))?)\s*,?\s*)?"
    rf"(?:always\s+|(?P<denied>{_DENIED})\s+)?{_ACT}(?:\s+(?:(?P<nobody>nobody|no one)|anybody|anyone))?"
    rf"(?:\s+(?P<ever>never|always)\b(?!\s+(?:{_FIGHT}|{_REFUSE}|{_YIELD})\b))?"
    rf"(?:\s*(?P<comma>,)?\s*\b(?P<how>{_HOW})\b(?P<terms>.*?))?{_END_OF_ACT}",
    re.I,
)
"""An act, or that it is denied; and on what that hangs."""
_THEY_ARE_STRONGER = re.compile(
    r"\b(?:if|when|where|while|provided|as long as)\s+they(?:'re|\s+are)\s+(?:[\w ]{0,20}\s)?stronger\b", re.I
)
"""Of a fight: nobody attacks because the others are stronger, so they are perhaps one's own."""
_ACT_NEXT = re.compile(rf"\s*,\s*(?:(?:and|but)\s+)?{_ACT}", re.I)
_MARCHES_IF = re.compile(
    r"\s+(?:only\s+)?(?:if|when|unless)\b(?!\s+(?:\w+\s+are\s+)?(?:met|attacked)\b|\s+(?:they|we)\s+meet\b)",
    re.I,
)
_NOT_BY_ROAD = re.compile(
    rf"{_DENIED}\s+(?:go\s+|come\s+|march\s+)?"
    r"(?:by|on|along|using|over)\s+(?:the\s+|any\s+)?(?:old\s+)?roads?\b",
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
_OF_A_PLACE = english(
    "{words!r} is said of {place}: ATTACK {place} is an order of its own; against whom they meet it is fight,"
    " or fight never"
)
_WHO_IS = english(
    "{words!r} leaves open who 'they' are: fight if 4 or more stronger (yours are), fight if 4 or more weaker"
    " (the others are stronger)"
)
_NO_CASE = english(
    "{words!r} leaves open what is meant: fight never, fight if 5 or more stronger, fight unless weaker, else"
    " refuse"
)
_TWICE = english("{words!r} is said twice, and not the same: give all terms at once (fight if ... or ...)")
_AGAINST_FIRST = english(
    "{words!r} leaves open of what it is said: a line for each of those against whom something else is done"
)
_ELSE_WHAT = english("behind ELSE stands what is done if a term before does not hold")


class Said(msgspec.Struct):
    """What the clauses of a line say, as far as they are read."""

    road: bool = False
    via: tuple[Hex, ...] = ()
    avoid: bool = False
    shun: tuple[tuple[Hex, int], ...] = ()
    cases: dict[str, Cases] = {}
    against: tuple[SideId, ...] = ()
    before: Cases = NEVER  # when one of the clauses so far has something done, for what is done else
    closed: bool = False  # behind ELSE, or behind AGAINST with an act before it, there is nothing left to do

    def does(self, act: str, cases: Cases, words: str) -> None:
        """An act is done in these cases. Raises Misread where others were said of it before."""
        if self.cases.get(act, cases) != cases:
            raise Misread(Trouble(Code.TWICE, english(_TWICE, words=words)))
        self.cases[act] = cases

    @property
    def meeting(self) -> Meeting | None:
        if not self.cases and not self.against:
            return None
        return Meeting(
            fight=self.cases.get("fight"), refuse=self.cases.get("refuse"),
            give_up=self.cases.get("give_up"), against=self.against,
        )  # fmt: skip


def read(text: str, known: Known, *, march: bool, place: str = "") -> Said:
    """All clauses of a line; those about ways belong to a ``march`` alone. ``place``: what "it" is, where
    that is no group. Raises Misread for what is none."""
    said, at = Said(), 0
    if march and _MARCHES_IF.match(text):
        raise _left_over(text.strip(), march)
    while True:
        if skipped := _SKIP.match(text, at):
            if said.before not in (NEVER, ALWAYS) and re.search(r"\bthen\b", skipped[0], re.I):
                raise _left_over(
                    text[skipped.start() :].lstrip(" ,;:."), march
                )  # what held before ends there
            at = skipped.end()
        if at >= len(text):
            return said
        after = _clause(text, at, known, said, march, place)
        if after <= at:
            raise _left_over(text[at:], march)
        at = after


def _left_over(text: str, march: bool) -> Misread:
    rest = re.split(r"[;,]", text)[0].strip()[:60]
    return Misread(Trouble(Code.LEFT_OVER, english(_WAYS if march else _MEETINGS, words=rest)))


def _clause(text: str, at: int, known: Known, said: Said, march: bool, place: str) -> int:
    """Reads the clause that begins somewhere; answers where it ends, or the same where there is none."""
    for reads in (_way, _done) if march else (_done,):
        if (after := reads(text, at, known, said, place)) > at:
            return after
    if found := _AGAINST.match(text, at):
        if said.against or len(said.cases) > 1:
            raise Misread(Trouble(Code.TWICE, english(_AGAINST_FIRST, words=found[0].strip())))
        said.against, said.closed = known.sides(found["sides"]), bool(said.cases)
        return found.end()
    return _kept_away_or_via(text, at, known, said) if march else at


def _way(text: str, at: int, known: Known, said: Said, place: str) -> int:
    if found := _ROAD.match(text, at):
        said.road = True
    elif found := _AVOID.match(text, at):
        said.avoid = True
    elif found := _NOT_BY_ROAD.match(text, at):
        raise _left_over(found[0], march=True)
    return found.end() if found else at


def _kept_away_or_via(text: str, at: int, known: Known, said: Said) -> int:
    if found := _SHUN.match(text, at):
        far = found["far"] or found["far2"]
        near = NEAR if found["near"] or not found["how"] else 0
        where = known.hex(found["where"])
        said.shun += ((where, min(int(far), FARTHEST) if far else near),)
        return found.end()
    if found := _VIA.match(text, at):
        parts = re.split(r"\s*,\s*|\s+and\s+(?:then\s+)?|\s+then\s+", found["where"].strip(" ,"))
        said.via += tuple(known.hex(part) for part in parts if part)
        return found.end()
    return at


def _done(text: str, at: int, known: Known, said: Said, place: str) -> int:
    """What they do at a meeting. Raises Misread where it leaves open what, or when."""
    found = _NEVER.match(text, at)
    if found:
        act = _named(found) or ("refuse" if found["refuse0"] else "give_up" if found["give_up0"] else "fight")
        cases = NEVER
    elif found := _ELSE.match(text, at):
        if not said.cases or said.before == ALWAYS:
            raise Misread(Trouble(Code.CONDITION, _ELSE_WHAT))
        act, cases = _named(found), terms.negated(said.before)
    elif found := _DO.match(text, at):
        act, cases = _named(found), _when(found, text[found.end() :], known)
    elif found := _IF_FIRST.match(text, at):
        act, cases = _named(found), _cases(found["how"], found["terms"], known)
    else:
        return at
    words = found[0].strip(" ,")
    if act == "fight" and cases is not NEVER and _THEY_ARE_STRONGER.search(words):
        raise Misread(Trouble(Code.CONDITION, english(_WHO_IS, words=words)))
    if place and found["it"]:
        raise Misread(Trouble(Code.LEFT_OVER, english(_OF_A_PLACE, words=words, place=place)))
    if said.closed:
        raise _left_over(text[at:], march=False)
    said.closed = found.re is _ELSE
    said.before = ALWAYS if ALWAYS in (said.before, cases) else (*said.before, *cases)
    if found.re is _DO and found["attacked"] and found["fight"]:
        act, cases = "refuse", terms.negated(cases)  # they stand, and attack no more than before
    said.does(act, cases, words)
    return found.end()


def _when(found: re.Match[str], behind: str, known: Known) -> Cases:
    """When an act is done, or is not: "never unless 5 stronger" is "if 5 stronger"."""
    how = (found["how"] or "").casefold()
    never = [word.casefold() for word in (found["denied"], found["nobody"], found["ever"]) if word]
    denied = bool(never) and never != ["always"]
    between_commas = bool(found["comma"]) and _ACT_NEXT.match(behind) is not None
    if (denied and (len(never) > 1 or (how and not how.startswith(_UNLESS)))) or between_commas:
        raise Misread(Trouble(Code.CONDITION, english(_NO_CASE, words=found[0].strip(" ,"))))
    return _cases(how, found["terms"] or "", known, denied)


def _named(found: re.Match[str]) -> str:
    return next((act for act in ("fight", "refuse", "give_up") if found[act]), "")


def _cases(how: str, text: str, known: Known, denied: bool = False) -> Cases:
    word = how.casefold()
    if not word:
        return NEVER if denied else ALWAYS
    if word in ("from", "until", "before", "after", "on"):
        text = f"{word} {text}"
    negated = word.startswith(_UNLESS) != denied
    cases = terms.read(text, known.at.setup, denied=negated)
    return terms.negated(cases) if negated else cases

"""Lines about marches and meetings, and about which battles are joined."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.campaign.plans import clauses, terms
from rules.campaign.plans.lines.scope import Scope, form
from rules.campaign.plans.plan import ALWAYS, NEVER, Cases, Hold, Join, March, Meet, Order, Quiet
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble
from rules.state.campaign_counters import GroupId

MOST_QUIET = 7
_MARCH = form(
    r"{group}:?,? (?:to|toward|towards|after|against|until|into|for|on|upon) {goal}"
    r"(?P<tail>(?:\s*[,;:.]|\s+(?:by|on|along|using|via|through|avoid\w*|never|not|don'?t|do|but|and|if|when"
    r"|fight|attack|refuse|withdraw|slip|retreat|flee|evade|yield|surrender|give|else|otherwise|keep|stay"
    r"|against|unless)\b).*)?"
)
_MEET = form(
    r"(?P<group>.*?)(?:\s*\bagainst\s+(?P<sides>.+?))?\s*(?::|(?=\b(?:fight|attack|refuse|withdraw|yield"
    r"|surrender|give up|slip|never|retreat|flee|if|else|do not|don'?t|avoid)\b))(?P<tail>.+)"
)
_HOLD = form(
    r"(?P<who>.*?)[\s,;:.]+(?:and |but )?(?:(?:they|he) )?(?P<tail>(?:(?:never|not|do not|don'?t|if"
    r"|unless) .*)?"
    r"\b(?:fight|refuse|withdraw|yield|surrender|slip|retreat|flee|run|evade|avoid|keep out)s?\b.*)"
)
"""Who holds, and what he does when he meets others."""
_WHAT_THEY_DO = english("say what they do when they meet somebody: fight, refuse or yield")
_BACK = re.compile(r"\s(?:back|home|over|on|up|down|across|out)\s+(to|toward|towards|into)\s", re.I)
_ROAD_FIRST = re.compile(
    r"^(?P<who>.+?)\s+(?:by|along|on) (?:the )?(?:old )?roads?\s+(?:to|toward|towards)\s+(?P<goal>.+)$", re.I
)
_WITH_LAST = re.compile(
    r"^(?P<goal>(?:to|toward|towards)\s+[^,;:]+?)\s+with\s+(?P<who>[^,;:]+?)(?P<tail>\s*[,;:].*|)$", re.I
)
_AHEAD = re.compile(
    r"^(?P<who>.+?)\s+(?P<goal>(?:the\s+)?(?:hex\s+)?(?:\d{1,2}\s+hex(?:es)?\s+)?(?:to\s+the\s+)?"
    r"(?:N|NE|SE|S|SW|NW)\b.*)$",
    re.I,
)
"""A direction without TO before it."""
_QUIET = re.compile(
    r"(?:for |up to |at most |the next )*(?P<n>\d{1,3})(?: days?)?"
    r"(?:\s*[,;]?\s*(?:and |but )?(?:stop(?:ping)? (?:if|when)"
    r" (?:we are |i am |anybody is )?(?:met|attacked|asked|(?:some|any)thing happens)"
    r"(?: or (?:met|attacked|asked))*|unless (?:some|any)thing happens|if nothing happens))?",
    re.I,
)
"""With what stops it by itself, which may be said too."""
_NONE = re.compile(r"\b(?:none|no battles?|nothing|nobody|never)\b", re.I)
_IF = re.compile(r"\s*[,;]?\s*\b(?:only )?(?:if|when)\b|;", re.I)
_FROM_DAY = re.compile(r"\s(?=(?:from|until|till|before|after|since|on) (?:the |day )*\d)", re.I)
_BATTLE = re.compile(r"\b(?:in|any|every|all|a|the|battles?|fights?|whoever|anybody)\b", re.I)
_OF_BATTLES = re.compile(r"\b(?:battles?|fights?|next to|beside|near|by|any|every|all)\b", re.I)
_JOINS_WHAT = english(
    "JOIN is of battles: JOIN any battle next to Drogo; groups become one by MERGE Drogo with Robert, or by"
    " MARCH Drogo toward Robert"
)
_OF = re.compile(r"\bof (?P<beside>.+?)(?=\s+(?:next to|beside|near|by)\b|\s*$)", re.I)
_NEXT = re.compile(r"\b(?:next to|beside|near|around|with|by)\b(?P<after>.*)$", re.I)
_FIGHT = form(r"(?P<who>.+?) (?:fights?|is (?:in it|attacked|fighting)|are (?:in it|attacked|fighting))")


def march(scope: Scope, rest: str) -> Iterable[Order]:
    """ "Robert to Melfi by road; ...", a line for each group that it names."""
    rest = re.sub(r"^with\s+", "", rest.strip(), flags=re.I)
    text = _BACK.sub(r" \1 ", f" {rest.strip()} ").strip()
    text = _ROAD_FIRST.sub(r"\g<who> to \g<goal>; by road", text)
    text = _WITH_LAST.sub(r"\g<who> \g<goal>\g<tail>", text)
    if re.match(r"(?:to|toward|towards)\s", text, re.I):
        text = f"{scope.known.called(scope.only()[0])} {text}"
    if not _MARCH.fullmatch(text.strip(" ,;:.!")):
        text = _AHEAD.sub(r"\g<who> to \g<goal>", text)
        text = re.sub(r"^([\w'-]+) ([\w'-]+)$", r"\1 to \2", text)
    found = scope.fits("march", text, _MARCH)
    if re.fullmatch(r"home", found["goal"].strip(), re.I):
        raise Misread(Trouble(Code.EXPECTED, english("say where to: a place, a hex or a group")))
    groups = scope.known.groups(found["group"])
    goals = [scope.known.goal(found["goal"], scope.at.where_is(group)) for group in groups]
    place = next((scope.known.where(to) for to, _ in goals if to), "")
    said = clauses.read(found["tail"] or "", scope.known, march=True, place=place)
    made = []
    for group, (to, toward) in zip(groups, goals, strict=True):
        made.append(
            March(
                group=group, to=to, toward=toward, road=said.road, via=said.via, avoid=said.avoid,
                shun=said.shun, meeting=said.meeting,
            )
        )  # fmt: skip
    return made


def hold(scope: Scope, rest: str) -> Iterable[Order]:
    """ "Robert", or "Robert; fight if 5 or more stronger", which is a line about meetings too."""
    rest = re.sub(r"^with\s+", "", rest.strip(), flags=re.I)
    found = _HOLD.fullmatch(rest)
    if found is None:
        return [Hold(group=group) for group in scope.groups(rest)]
    groups = scope.groups(found["who"])
    said = clauses.read(found["tail"], scope.known, march=False)
    if said.meeting is None:
        raise Misread(Trouble(Code.INCOMPLETE, _WHAT_THEY_DO))
    meetings = [Meet(group=group, meeting=said.meeting) for group in groups]
    return [*(Hold(group=group) for group in groups), *meetings]


def meet(scope: Scope, rest: str) -> Iterable[Order]:
    """ "Robert against Lombards: fight if ..."."""
    found = scope.fits("meet", rest, _MEET)
    named = re.sub(
        r"^with\s+|\b(?:strangers|anybody|everybody|others)\b", "", found["group"], flags=re.I
    ).strip(" ,")
    everybody = not named or re.fullmatch(r"all(?: groups)?|all of (?:us|them)", named, re.I)
    groups = ("",) if everybody else scope.known.groups(named)
    said = clauses.read(found["tail"], scope.known, march=False)
    if found["sides"]:
        if said.against:
            raise Misread(Trouble(Code.TWICE, english("say once against whom: {words!r}", words=rest[:60])))
        said.against = scope.known.sides(found["sides"])
    if not said.cases or said.meeting is None:
        raise Misread(Trouble(Code.INCOMPLETE, _WHAT_THEY_DO))
    return [Meet(group=group, meeting=said.meeting) for group in groups]


def join(scope: Scope, rest: str) -> Iterable[Order]:
    """ "any battle next to Drogo if Robert fights": who joins stands behind NEXT TO, or before JOIN."""
    head, *parts = _IF.split(rest.strip(" .,;:"))
    head, *days = _FROM_DAY.split(head)
    parts = [*days, *parts]
    never = bool(_NONE.search(head))
    if not (never or parts or _OF_BATTLES.search(rest)) and rest.strip(" .,;:"):
        raise Misread(Trouble(Code.EXPECTED, _JOINS_WHAT))
    if never and parts:
        raise Misread(Trouble(Code.CONDITION, english("who joins no battle does so always: JOIN none")))
    head = _NONE.sub("", head)
    fights, cases = _joins_if(scope, [part.strip(" ,;") for part in parts if part.strip(" ,;")])
    if cases == NEVER:
        raise Misread(Trouble(Code.CONDITION, english("who joins no battle does so always: JOIN none")))
    head = re.sub(r"\s+of\s+(?=next to|beside|near)", " ", f" {_BATTLE.sub(' ', head)} ", flags=re.I)
    groups: tuple[GroupId, ...] = ("",)
    beside = ""
    if found := _OF.search(head):
        beside = scope.known.group(found["beside"])
        head = head[: found.start()] + head[found.end() :]
    if found := _NEXT.search(head):
        before, after = head[: found.start()].strip(" ,;:"), found["after"].strip(" ,;:")
        groups = scope.known.groups(before or after)
        beside = scope.known.group(after) if before and after else beside
    elif head.strip(" ,;:"):
        groups = scope.known.groups(head)
    return [Join(group=group, beside=beside, fights=fights, never=never, terms=cases) for group in groups]


def _joins_if(scope: Scope, parts: list[str]) -> tuple[tuple[GroupId, ...], Cases]:
    """Of a battle to be joined: who must be in it, and terms."""
    fights: tuple[GroupId, ...] = ()
    cases = ALWAYS
    for part in parts:
        both = re.fullmatch(r"(?P<who>.+?\bfights?)\s*(?:,|and)\s*(?P<also>.+)", part, re.I)
        if named := _FIGHT.fullmatch(both["who"] if both else part):
            if fights or re.search(r"\band\b", named["who"], re.I):
                message = english("it joins if one of them fights: JOIN any battle if Robert or Drogo fights")
                raise Misread(Trouble(Code.CONDITION, message))
            who = re.split(r"\s*(?:,|\bor\b)\s*", named["who"])
            fights = tuple(scope.known.group(one) for one in who if one)
            cases = terms.both(cases, terms.read(both["also"], scope.at.setup)) if both else cases
        else:
            cases = terms.both(cases, terms.read(part, scope.at.setup))
    return fights, cases


def quiet(scope: Scope, rest: str) -> Iterable[Order]:
    """ "up to 2 days"; when it stops is for the rules to say."""
    found = _QUIET.fullmatch(rest.strip(" ."))
    if found is None or not 1 <= int(found["n"]) <= MOST_QUIET:
        raise Misread(
            Trouble(
                Code.EXPECTED,
                english("QUIET is followed by a number of days from 1 to {most}", most=MOST_QUIET),
            )
        )
    return [Quiet(days=int(found["n"]))]

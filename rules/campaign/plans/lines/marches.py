"""Lines about marches and meetings, and about which battles are joined."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.campaign.plans import clauses, terms
from rules.campaign.plans.lines.scope import Scope, form
from rules.campaign.plans.plan import ALWAYS, Cases, Join, March, Meet, Order, Quiet
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble
from rules.state.campaign import GroupId

MOST_QUIET = 7
_MARCH = form(
    r"{group}:?,? (?:to|toward|towards|after|against|until|into|for) {goal}"
    r"(?P<tail>(?:\s*[,;:.]|\s+(?:by|on|along|using|via|through|avoid\w*|never|not|don'?t|do|but|and|if|when"
    r"|fight|attack|refuse|withdraw|slip|retreat|flee|evade|yield|surrender|give|else|otherwise|keep|stay"
    r"|against|unless)\b).*)?"
)
_MEET = form(
    r"(?P<group>.*?)(?:\s*\bagainst\s+(?P<sides>.+?))?\s*(?::|(?=\b(?:fight|attack|refuse|withdraw|yield"
    r"|surrender|give up|slip|never|retreat|flee|if|else|do not|don'?t|avoid)\b))(?P<tail>.+)"
)
_NONE = re.compile(r"\b(?:none|no battles?|nothing|nobody|never)\b", re.I)
_IF = re.compile(r"\s*[,;]?\s*\b(?:only )?(?:if|when)\b|;", re.I)
_BATTLE = re.compile(r"\b(?:in|any|every|all|a|the|battles?|fights?|whoever|anybody)\b", re.I)
_OF = re.compile(r"\bof (?P<beside>.+?)(?=\s+(?:next to|beside|near|by)\b|\s*$)", re.I)
_NEXT = re.compile(r"\b(?:next to|beside|near|around|with|by)\b(?P<after>.*)$", re.I)
_FIGHT = form(r"(?P<who>.+?) (?:fights?|is (?:in it|attacked|fighting)|are (?:in it|attacked|fighting))")


def march(scope: Scope, rest: str) -> Iterable[Order]:
    """ "Robert to Melfi by road; ...", a line for each group that it names."""
    text = rest
    if re.match(r"(?:to|toward|towards)\s", rest.strip(), re.I):
        text = f"{scope.known.called(scope.only()[0])} {rest.strip()}"
    found = scope.fits("march", text, _MARCH)
    if re.fullmatch(r"home", found["goal"].strip(), re.I):
        raise Misread(Trouble(Code.EXPECTED, english("say where to: a place, a hex or a group")))
    to, toward = scope.known.goal(found["goal"])
    said = clauses.read(found["tail"] or "", scope.known, march=True)
    return [
        March(
            group=group, to=to, toward=toward, road=said.road, via=said.via, avoid=said.avoid,
            shun=said.shun, meeting=said.meeting,
        )
        for group in scope.known.groups(found["group"])
    ]  # fmt: skip


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
        said.against = scope.known.sides(found["sides"])
    if not said.cases or said.meeting is None:
        raise Misread(
            Trouble(
                Code.INCOMPLETE,
                english("say what they do when they meet somebody: fight, refuse or yield"),
            )
        )
    return [Meet(group=group, meeting=said.meeting) for group in groups]


def join(scope: Scope, rest: str) -> Iterable[Order]:
    """ "any battle next to Drogo if Robert fights": who joins stands behind NEXT TO, or before JOIN."""
    text = rest.strip(" .,;:")
    never = bool(_NONE.search(text))
    head, *parts = _IF.split(_NONE.sub("", text))
    fights, cases = _joins_if(scope, [part.strip(" ,;") for part in parts if part.strip(" ,;")])
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
            who = re.split(r"\s*(?:,|\bor\b|\band\b)\s*", named["who"])
            fights += tuple(scope.known.group(one) for one in who if one)
            cases = terms.read(both["also"], scope.at.setup) if both else cases
        else:
            cases = terms.read(part, scope.at.setup)
    return fights, cases


def quiet(scope: Scope, rest: str) -> Iterable[Order]:
    """ "up to 2 days"; when it stops is for the rules to say."""
    found = re.match(
        r"(?:for |up to |at most )*(?P<n>\d{1,3})(?: days?)?(?:\s*[,;].*)?$", rest.strip(" ."), re.I
    )
    if found is None or not 1 <= int(found["n"]) <= MOST_QUIET:
        raise Misread(
            Trouble(
                Code.EXPECTED,
                english("QUIET is followed by a number of days from 1 to {most}", most=MOST_QUIET),
            )
        )
    return [Quiet(days=int(found["n"]))]

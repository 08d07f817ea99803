"""Lines about mercenaries, convoys, spies and ransoms."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.campaign.picking import picked
from rules.campaign.plans.lines.marches import march
from rules.campaign.plans.lines.scope import Scope, form
from rules.campaign.plans.plan import (
    COMING,
    Convoy,
    Hire,
    Lure,
    March,
    Order,
    Pick,
    Ransom,
    Scout,
    Send,
    Share,
    Split,
)
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble
from rules.scenarios.rosters import plain_name
from rules.state.campaign_counters import GroupId


def hire(scope: Scope, rest: str) -> Iterable[Order]:
    text = rest.strip(" .")
    share = bool(re.search(r"\bshare\b", text, re.I))
    no_pay = bool(re.search(r"\b(?:for|only|promise) (?:only )?a share\b", text, re.I)) and not re.search(
        r"\b(?:else|otherwise|or)\b", text, re.I
    )
    text = re.sub(
        r"\s*[,;]?\s*\b(?:(?:else|otherwise|or|if not|and|for|only|promise|offer|them)\s+)*"
        r"(?:a |the )?share(?: of (?:the )?(?:next )?loot)?(?=\s*$)",
        "",
        text,
        flags=re.I,
    )
    most: int | None = None
    if found := re.search(
        r"\b(?:for |at )?(?:up to|at most|under|no more than|max(?:imum)?|for)\s+"
        r"(?P<money>[\d.,½/]+(?:\s*(?:deniers?|d)\b)?)",
        text,
        re.I,
    ):
        most = scope.known.halves(found["money"])
        text = text[: found.start()] + text[found.end() :]
        if not most and not share:
            raise Misread(
                Trouble(Code.EXPECTED, english("nobody serves for nothing: pay, or promise a share"))
            )
    if no_pay and most is None:
        most = 0
    band, group = "", ""
    if found := re.search(r"\b(?:m\d{1,3})\b", text, re.I):
        band = scope.known.band(found[0])
        text = text[: found.start()] + text[found.end() :]
    text = re.sub(
        r"\b(?:any|anyone|anybody|everyone|all|the|those|some|mercenaries|band|bands|met|whom|who|we|meet"
        r"|with|for|by)\b",
        " ",
        text,
        flags=re.I,
    ).strip(" ,;:")
    if text:
        group = scope.known.group(text)
    return [Hire(group=group, band=band, most=most, share=share)]


def share(scope: Scope, rest: str) -> Iterable[Order]:
    text = re.sub(r"\b(?:loot|of the|the|next|with|give|to|for|mercenaries|gets?)\b", " ", rest, flags=re.I)
    band = ""
    if found := re.search(r"\bm\d{1,3}\b", text, re.I):
        band = scope.known.band(found[0])
        text = text[: found.start()] + text[found.end() :]
    found = scope.fits(
        "share", text or "all",
        form(r"(?:all )?(?P<n>\d{1,4})(?: points?)?"),
        form(r"(?:all|everybody)?(?P<n>)(?:\s*(?:one|a point) a man)?"),
    )  # fmt: skip
    return [Share(band=band, points=int(found["n"]) if found["n"] else None)]


def lure(scope: Scope, rest: str) -> Iterable[Order]:
    found = scope.fits("lure", rest, form(r"{band} (?:toward|towards|to|for) {group}"))
    return [Lure(band=scope.known.band(found["band"]), group=scope.known.group(found["group"]))]


def convoy(scope: Scope, rest: str) -> Iterable[Order]:
    text = re.sub(
        r"\s*,?\s*(?:escort (?:none|nobody)|without (?:an )?escort|no escort)\s*$",
        "",
        rest.strip(" ."),
        flags=re.I,
    )
    text = re.sub(r",?\s*\bescort(?:ed)?(?: by)?\b", " with", text, flags=re.I)
    n = r"(?P<n>\d{1,3})(?: points?)?"
    found = scope.fits(
        "convoy", text,
        form(rf"{n} (?:from )?{{start}} to {{goal}}(?: with {{escort}})?"),
        form(rf"(?:from )?{{start}} to {{goal}},? (?:with )?{n}(?:,? with {{escort}})?"),
        form(rf"of {n} from {{start}} to {{goal}}(?: with {{escort}})?"),
        form(rf"{n} (?P<start>\S+) (?P<goal>\S+)(?: with {{escort}})?"),
    )  # fmt: skip
    start, goal = scope.known.place(found["start"]), scope.known.place(found["goal"])
    made: list[Order] = []
    escort = ""
    if found["escort"]:
        escort, made = escorted(scope, found["escort"], goal.hex)
    convoy = Convoy(points=int(found["n"]), start=start.id, goal=goal.id, escort=escort)
    return [*made[:1], convoy, *made[1:]]


def escorted(scope: Scope, text: str, to: str) -> tuple[GroupId, list[Order]]:
    """Who goes with a convoy: a group, or some men of one, who are split off for it and march to its
    goal."""
    some = form(r"(?P<pick>\d{1,3} .+?) (?:of|from) {group}").fullmatch(text.strip())
    if some is None:
        return scope.known.group(text), []
    group = scope.known.group(some["group"])
    pick = scope.known.pick(some["pick"])
    at = scope.at
    if group.startswith(COMING):
        raise Misread(
            Trouble(
                Code.EXPECTED,
                english("say first who leads the escort: SPLIT Robert: 4 riders under Hugo"),
            )
        )
    men = picked(at.in_group(group), pick, at.content(group).leader)
    wanted = len(pick.names) + sum(pick.kinds.values()) + pick.number
    if len(men) < wanted or not men:
        raise Misread(
            Trouble(
                Code.CANNOT_ACT,
                english("{leader} has no {men} to spare", leader=scope.known.called(group), men=some["pick"]),
            )
        )
    first = f"{COMING}{men[0]}"
    split = Split(group=group, pick=Pick(names=men))
    scope.known.coming[plain_name(at.men[men[0]].name)] = men[0]
    return first, [split, March(group=first, to=to)]


def send(scope: Scope, rest: str) -> Iterable[Order]:
    found = scope.fits(
        "send",
        re.sub(r"\s(?:back|home|on) (?=to\b)", " ", rest),
        form(r"{who}(?: (?:to|toward) {goal})?(?: with {escort})?"),
        form(r"{who} (?P<goal>home)"),
    )
    who = found["who"]
    if scope.known.is_spy(re.sub(r"^(?:the )?spy\s+", "", who, flags=re.I)):
        return spy(scope, rest)
    convoys = {convoy.id for convoy in scope.at.convoys.values()}
    if (
        who.casefold() in convoys
        or re.search(r"\bconvoy\b", who, re.I)
        or re.fullmatch(r"[a-z]?c\d+", who, re.I)
    ):
        goal = scope.known.place(found["goal"]).id if found["goal"] else ""
        escort = scope.known.group(found.groupdict()["escort"]) if found.groupdict().get("escort") else ""
        if not goal and not escort:
            scope.fits("send", "")
        return [Send(convoy=scope.known.convoy(who), goal=goal, escort=escort)]
    return march(scope, rest)


_BACK = (
    r"(?:(?:have him |let him |he )?(?:come|comes|go|goes|report|reports|ride|rides) )?(?:back|home|returns?)"
    r"(?: again| home| to (?:us|me))?"
)


def spy(scope: Scope, rest: str) -> Iterable[Order]:
    found = scope.fits(
        "spy", rest,
        form(
            r"{spy} (?:to|at|in|around|near|on) {goal}"
            rf"(?P<back>,? (?:and )?(?:then )?{_BACK})?"
        ),
        form(rf"(?P<spy>\S+) (?P<goal>(?!home\b|back\b)\S+)(?P<back>,? (?:and )?{_BACK})?"),
        form(rf"(?:on|in|at|to) {{goal}} (?:with|by) {{spy}}(?P<back>,? (?:and )?{_BACK})?"),
        form(r"{spy} (?:(?:go|come|goes|back|return) )*(?P<home>home|back)"),
    )  # fmt: skip
    spy = scope.known.spy(found["spy"])
    parts = found.groupdict()
    if parts.get("home"):
        return [Scout(spy=spy, back=True)]
    to, toward = scope.known.goal(found["goal"])
    if toward:
        to = scope.at.where_is(toward)
    return [Scout(spy=spy, to=to, back=bool(parts.get("back")))]


def _held_by_us(scope: Scope, text: str) -> str:
    """The prisoner of one's own groups who is called so."""
    said = plain_name(text.strip(" ,;:."))
    for group in scope.known.own_groups():
        for name in scope.at.content(group).captives:
            man = scope.at.men.get(name)
            if man is not None and f"{plain_name(man.name)}-".startswith(f"{said}-"):
                return man.name
    return ""


def ransom(scope: Scope, rest: str, never: bool = False) -> Iterable[Order]:
    text = re.sub(r"^(?:for|of)\s+", "", rest.strip(" ."), flags=re.I)
    found = scope.fits(
        "ransom", text, form(r"{leader}(?: (?:from|out of|by|with) (?:the )?(?:purse of )?{purse})?")
    )
    try:
        leader = scope.known.man(found["leader"])
    except Misread as misread:
        if held := _held_by_us(scope, found["leader"]):
            message = english("{name} is your prisoner: whose man he is may ransom him", name=held)
            raise Misread(Trouble(Code.NOT_YOURS, message)) from misread
        raise
    if leader in scope.at.fates or scope.at.men[leader].dead:
        raise Misread(Trouble(Code.CANNOT_ACT, scope.known.whereabouts(leader)))
    if never or not found["purse"]:
        return [Ransom(leader=leader, never=never)]
    purse = re.sub(r"(?:['’]s?)?\s*(?:own )?\bpurse$", "", found["purse"], flags=re.I).strip()
    if re.fullmatch(r"any|whatever|all", purse, re.I):
        return [Ransom(leader=leader)]
    try:
        return [Ransom(leader=leader, group=scope.known.group(purse))]
    except Misread as misread:
        try:
            return [Ransom(leader=leader, place=scope.known.place(purse).id)]
        except Misread:
            raise misread from None

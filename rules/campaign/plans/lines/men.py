"""Lines that divide and join groups, fill garrisons, and bring new men."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.campaign.plans.lines.marches import march
from rules.campaign.plans.lines.scope import Scope, form
from rules.campaign.plans.plan import Draw, Fetch, Garrison, Lay, March, Merge, Order, Pass, Recruit, Split
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble


def split(scope: Scope, rest: str) -> Iterable[Order]:
    text = rest.strip(" .;")
    group, colon, men = text.partition(":")
    if not colon:
        if found := form(
            r"{pick} (?:from|off|of|out of) {group}(?P<more> (?:under|led by|with) .+)?"
        ).fullmatch(text):
            group, men = found["group"], found["pick"] + (found["more"] or "")
        else:
            found = scope.fits(
                "split",
                text,
                form(
                    r"{group}(?: into| with|,)? "
                    r"(?P<men>(?:\d+|the wounded) ?.*)"
                ),
            )
            group, men = found["group"], found["men"]
    purse = 0
    if found := re.search(
        r"\s*(?:,|\band\b)?\s*\b(?:with|and|taking)\s+(?P<money>[\d.,½]+\s*(?:1/2)?\s*(?:d|deniers?))\s*$",
        men,
        re.I,
    ):
        purse, men = scope.known.halves(found["money"]), men[: found.start()]
    leader = ""
    if found := re.search(r"\s*,?\s*\b(?:under|led by)\s+(?P<who>.+)$", men, re.I):
        leader, men = scope.known.man(found["who"]), men[: found.start()]
    pick = scope.known.pick(re.sub(r"^\s*into\s+", "", men))
    return [Split(group=scope.known.group(group), pick=pick, leader=leader, purse=purse)]


def merge(scope: Scope, rest: str) -> Iterable[Order]:
    if re.match(r"\s*(?:\d|the wounded)", rest):
        return move(scope, rest)
    found = scope.fits(
        "merge", rest, form(r"{group} (?:with|into|to|under) {into}"), form(r"{group} and {into}")
    )
    into = scope.known.group(found["into"])
    return [Merge(group=group, into=into) for group in scope.known.groups(found["group"])]


def move(scope: Scope, rest: str) -> Iterable[Order]:
    """Men from a group to another; a group that is to be moved somewhere marches."""
    if re.match(r"[\d.,½/ ]+(?:d|deniers?)\b", rest.strip(), re.I):
        return pass_on(scope, rest)
    two = form(r"{pick} (?:from|of) {group} (?:to|into|over to) {into}")
    if found := two.fullmatch(rest.strip(" .")):
        group, into = scope.known.group(found["group"]), scope.known.group(found["into"])
        return [Merge(group=group, into=into, pick=scope.known.pick(found["pick"]))]
    if re.match(r"\s*\d", rest):
        scope.fits("move", rest, two)
    return march(scope, rest)


def pass_on(scope: Scope, rest: str) -> Iterable[Order]:
    coin = r"(?P<money>[\d.,½/ ]+?(?:d|deniers?)?)"
    found = scope.fits(
        "pass", rest,
        form(rf"{coin} from {{group}}(?: over)? to {{into}}"),
        form(rf"{{group}}:? {coin}(?: over)? to {{into}}"),
        form(rf"from {{group}} {coin} to {{into}}"),
        form(rf"from {{group}} to {{into}}:? {coin}"),
        form(rf"(?P<into>\S+) {coin} from {{group}}"),
        form(rf"(?P<group>\S+) (?P<into>\S+) {coin}"),
    )  # fmt: skip
    group = scope.known.group(found["group"])
    return [
        Pass(
            group=group,
            into=scope.known.any_group(found["into"]),
            halves=scope.known.halves(found["money"]),
        )
    ]


def garrison(scope: Scope, rest: str) -> Iterable[Order]:
    least = form(
        r"{place} (?:with |by )?(?:at least|to|up to|least) (?P<n>\d{1,3})(?: men)?"
        r"(?: (?:from|of|with|by) {group})?"
    )
    some = form(r"{place}(?: with|:) {pick} (?:of|from) {group}")
    swapped = form(r"{place} with {group}:? (?P<pick>\d+.*)")
    bare = form(r"{place}(?: with|:)? (?P<n>\d{1,3})(?: men)?")
    found = scope.fits("garrison", rest, least, bare, some, swapped)
    parts = found.groupdict()
    place = scope.known.place(found["place"])
    group = scope.known.group(parts["group"]) if parts.get("group") else ""
    if parts.get("n"):
        return [Garrison(place=place.id, group=group, least=int(found["n"]))]
    return [Garrison(place=place.id, group=group, pick=scope.known.pick(found["pick"]))]


def draw(scope: Scope, rest: str) -> Iterable[Order]:
    if re.match(r"\D+\sto\s", rest) and not re.search(r"\b(?:from|out of|of)\b", rest, re.I):
        return march(scope, rest)  # "take Robert to Canosa"
    found = scope.fits(
        "draw", rest,
        form(r"{pick} (?:from|out of|of) {place} (?:for|to|into|with) {group}"),
        form(r"{group}:? (?P<pick>\d.*?) (?:from|out of|of) {place}"),
    )  # fmt: skip
    place, group = scope.known.place(found["place"]), scope.known.group(found["group"])
    return [Draw(place=place.id, group=group, pick=scope.known.pick(found["pick"]))]


def lay(scope: Scope, rest: str) -> Iterable[Order]:
    named = re.sub(
        r"^(?:up |down |behind )*(?:(?:all|the) )*(?:wounded|hurt)?(?: men)?(?: (?:of|from|with))?\s*",
        "",
        rest.strip(),
        flags=re.I,
    )
    named = re.sub(r"(?:['\u2019]s)?\s+wounded(?: men)?$", "", named, flags=re.I)
    return [Lay(group=group) for group in scope.groups(named)]


def fetch(scope: Scope, rest: str) -> Iterable[Order]:
    text = re.sub(
        r"^(?:(?:all|the)\s+)*(?:healed|recovered|wounded|men|those)(?:\s+men)?\s+",
        "",
        rest.strip(" ."),
        flags=re.I,
    )
    found = scope.fits(
        "fetch", text,
        form(r"(?:from|in|at|out of) {place} (?:with|for|to) {group}"),
        form(r"(?:for|with) {group}(?: (?:from|in|at) {place})?"),
        form(r"{group}(?: (?:from|in|at) {place})?"),
    )  # fmt: skip
    place = scope.known.place(found["place"]).id if found["place"] else ""
    return [Fetch(group=scope.known.group(found["group"]), place=place)]


def recruit(scope: Scope, rest: str) -> Iterable[Order]:
    found = scope.fits(
        "recruit", rest,
        form(r"(?P<kinds>\d.*?) (?:in|at|from) {place} (?:for|with|by) {group}"),
        form(r"(?P<kinds>\d.*?) (?:for|with|to|by) {group}(?: (?:in|at|from) {place})?"),
        form(r"(?P<kinds>\d[^:]*?) (?:in|at|from) {place}(?P<group>)"),
        form(r"(?:for |with )?{group}:? (?P<kinds>\d.*?)(?: (?:in|at|from) {place})?"),
    )  # fmt: skip
    place = scope.known.place(found["place"]) if found["place"] else None
    group = scope.known.group(found["group"] or f"group at {place.name if place else ''}")
    if place is not None:
        goals = {march.to for march in scope.plan.of(March) if march.group == group}
        if place.hex not in {scope.at.where_is(group), *goals}:
            message = english("{group} is not in {place}", group=scope.known.called(group), place=place.name)
            raise Misread(Trouble(Code.CANNOT_ACT, message))
    return [Recruit(group=group, kinds=scope.known.counted(found["kinds"]))]

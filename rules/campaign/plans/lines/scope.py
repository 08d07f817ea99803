"""What the readers of lines share: whom a seat can name, what stands besides, and forms of lines."""

from __future__ import annotations

import re
from functools import cache

from rules.campaign.plans.names import Known
from rules.campaign.plans.plan import Plan, Split
from rules.campaign.plans.words import VERBS
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble
from rules.scenarios.rosters import plain_name
from rules.state.campaign import Campaign
from rules.state.campaign_counters import GroupId
from rules.state.figure import SeatId


@cache
def form(pattern: str) -> re.Pattern[str]:
    """A form of a line: what stands in braces is named, a blank is any number of them."""
    named = re.sub(r"\{(\w+)\}", r"(?P<\1>.+?)", pattern)
    return re.compile(named.replace(" ", r"\s+"), re.I)


class Scope:
    """Whom a seat can name, and the lines that stand besides the one that is read."""

    def __init__(self, at: Campaign, seat: SeatId, plan: Plan | None = None) -> None:
        self.at = at
        self.known = Known(at, seat)
        self.stands(plan or Plan())

    def stands(self, plan: Plan) -> None:
        """Other lines than before stand; whom they split off may be named."""
        self.plan = plan
        named = [n for split in plan.of(Split) for n in (*split.pick.names, split.leader) if n]
        self.known.coming = {plain_name(self.at.men[name].name): name for name in named}

    def fits(self, verb: str, rest: str, *forms: re.Pattern[str]) -> re.Match[str]:
        """How a line fits the first of some forms. Raises Misread, with an example, where it fits none."""
        said = rest.strip(" ,;:.!")
        for one in forms:
            if found := one.fullmatch(said):
                return found
        raise Misread(
            Trouble(
                Code.EXPECTED if said else Code.INCOMPLETE,
                english(
                    "the order {verb} is written so: {example}",
                    verb=verb.upper(),
                    example=VERBS[verb].example,
                ),
            )
        )

    def groups(self, text: str) -> tuple[GroupId, ...]:
        """Own groups that a whole rest of a line names; the only one where it names none. Raises Misread."""
        here = (
            r"\s+(?:where (?:they|he|it|she) (?:are|is|stands?)|here|there|still|put|behind|in place|position"
        )
        here += r"|(?:his|your|their|its) (?:ground|position|place)|for now)$"
        said = re.sub(here, "", text.strip(" ,;:."), flags=re.I)
        if (there := re.fullmatch(r"(?P<who>.+?)\s+(?:in|at)\s+(?P<where>.+)", said, re.I)) is None:
            return self.known.groups(said) if said else self.only()
        try:
            return self.known.groups(said)  # "the group at Venosa"
        except Misread as misread:
            if misread.trouble.code is not Code.NAME:
                raise
            who = re.sub(here, "", there["who"], flags=re.I)  # "stays put in Canosa"
            found, where = self.known.groups(who), self.known.hex(there["where"])
        for group in found:
            if self.at.where_is(group) != where:
                message = english(
                    "{group} is not in {place}", group=self.known.called(group), place=self.known.where(where)
                )
                raise Misread(Trouble(Code.CANNOT_ACT, message))
        return found

    def only(self) -> tuple[GroupId, ...]:
        """The seat's group where it has one alone. Raises Misread."""
        own = self.known.own_groups()
        if len(own) == 1:
            return own
        raise Misread(Trouble(Code.INCOMPLETE, english("say which group")))

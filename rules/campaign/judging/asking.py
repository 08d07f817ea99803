"""What can be asked of a campaign as it stands.

::

    test n1 b1                          both tests of hostility, and who may open a fight
    odds n1 b1                          value against value in the open, and the column
    value n1                            what a group is worth; "value n1 siege": everybody on foot
    pace n1                             its MP of a day
    way n1 to Venosa                    hex by hex with its cost, and the days that it takes
    cost 4025                           of what ground a hex is, and how many MP it costs
    eats n1                             points of supply a day
    ransom Drogo                        what a leader costs, in deniers
    legal MARCH Robert to Melfi         how the desk reads a line; "legal byzantines HOLD Leon"
    recruits Melfi                      who is to be had there
    score                               what each side has so far
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.campaign import desk, ends, groups, meeting, odds, prisoners, recruiting, supply
from rules.campaign.in_force import land_of, tables_of
from rules.campaign.page import CampaignPage
from rules.campaign.plans.spots import Spots
from rules.campaign.routes import cost, days_to, way
from rules.campaign.today import company
from rules.desk.reading import Verdict
from rules.orders.trouble import Misread
from rules.positions.faults import PositionError, unknown
from rules.positions.findings import Finding
from rules.positions.form import Line
from rules.siege import quick
from rules.state.campaign import Campaign
from rules.state.campaign_counters import HALVES, Founded, Group
from rules.state.figure import Hex

QUESTIONS = ("test", "odds", "value", "pace", "way", "cost", "eats", "ransom", "legal", "recruits", "score")
STANDS = (Verdict.OK, Verdict.NOTE, Verdict.COMMAND)


def answer(at: Campaign, page: CampaignPage, line: Line) -> Iterator[Finding]:
    """The answer to one question. Raises PositionError for one that makes no sense."""
    first, _, rest = line.text.strip().partition(" ")
    ask = _Question(at, page, line, rest.strip())
    match first.lower():
        case "test":
            yield from ask.tested()
        case "odds":
            yield ask.odds()
        case "value":
            yield ask.value()
        case "pace":
            yield ask.pace()
        case "way":
            yield ask.way()
        case "cost":
            yield ask.cost()
        case "eats":
            yield ask.eats()
        case "ransom":
            yield ask.ransom()
        case "legal":
            yield ask.legal()
        case "recruits":
            yield ask.recruits()
        case "score":
            for side, points in ends.scores(at).items():
                yield ask.said(f"{at.side_of(side).name}: {points}", "GUC-1a", side=side, points=points)
        case word:
            raise unknown(line.number, "question that begins with", word, QUESTIONS)


class _Question:
    def __init__(self, at: Campaign, page: CampaignPage, line: Line, rest: str) -> None:
        self.at, self.page, self.line, self.rest = at, page, line, rest
        self.tables, self.land = tables_of(at), land_of(at)

    def said(self, words: str, rule: str, **data: Any) -> Finding:
        return Finding("answer", words, line=self.line.number, rule=rule, data=data)

    def wrong(self, words: str) -> PositionError:
        return PositionError(self.line.number, words)

    def group(self, word: str) -> Group:
        found = self.at.groups.get(word.lower())
        if found is None:
            raise unknown(self.line.number, "group", word, self.at.groups)
        return found

    def two(self) -> tuple[Group, Group]:
        words = [word for word in self.rest.split() if word.lower() not in ("against", "on", "and", "->")]
        if len(words) != 2:
            raise self.wrong("two groups, by their counters: test n1 b1")
        return self.group(words[0]), self.group(words[1])

    def hex(self, text: str) -> Hex:
        try:
            return Spots(self.at).hex(text)
        except Misread as misread:
            raise self.wrong(misread.trouble.message) from None

    def placed(self) -> Founded:
        try:
            return Spots(self.at).place(self.rest)
        except Misread as misread:
            raise self.wrong(misread.trouble.message) from None

    # answers

    def tested(self) -> Iterator[Finding]:
        one, other = (meeting.party(self.at, group) for group in self.two())
        for a, b in ((one, other), (other, one)):
            first, second = self.page.weigh(self.tables, a, b), self.page.weigh(self.tables, b, a)
            opens = self.page.may_fight(self.tables, first, second)
            words = (
                f"{a.group}: level {first.level}, prestige {first.by_prestige:+d}, men "
                f"{first.by_headcount:+d}: {first.total}, {'may' if opens else 'may not'} open a fight"
            )
            yield self.said(words, "GUC-7e", group=a.group, total=first.total, opens=opens)

    def odds(self) -> Finding:
        one, other = self.two()
        ours, theirs = (odds.value_of(self.at, (group,), self.tables) for group in (one, other))
        column = quick.column_of(ours - theirs)
        words = f"value {ours} against {theirs}: difference {ours - theirs:+d}, column {column}"
        return self.said(words, "GUC-17.1", values=[ours, theirs], column=column)

    def value(self) -> Finding:
        word, _, ground = self.rest.partition(" ")
        on_foot = ground.strip().lower() == "siege"
        worth = quick.value(company(self.at, self.group(word)), on_foot, self.tables)
        return self.said(f"value {worth}", "GUC-17.1", value=worth)

    def pace(self) -> Finding:
        mp = groups.allowance(self.at, self.group(self.rest), self.tables)
        return self.said(f"{mp} MP a day", "GUC-8.3a", mp=mp)

    def way(self) -> Finding:
        word, _, goal = self.rest.partition(" to ")
        group, to = self.group(word.strip()), self.hex(goal)
        terrain = self.tables["campaign-terrain"]
        path = way(self.land, terrain, group.hex, to)
        if not path:
            return self.said("there is no way over land", "GUC-8.3a", way=[])
        days = days_to(self.land, terrain, path, groups.allowance(self.at, group, self.tables))
        steps = [f"{label} ({cost(self.land, label, terrain)})" for label in path[1:]]
        words = f"{' > '.join((path[0], *steps))}: {days} day{'s' if days != 1 else ''}"
        return self.said(words, "GUC-8.3a", way=list(path), days=days)

    def cost(self) -> Finding:
        label = self.hex(self.rest)
        ground, mp = self.land.at(label), cost(self.land, label, self.tables["campaign-terrain"])
        words = f"{label}: {ground.terrain.value}, " + (f"{mp} MP" if mp is not None else "no way")
        return self.said(words, "GUC-8.3a", hex=label, mp=mp)

    def eats(self) -> Finding:
        wants = supply.needed(len(self.at.content(self.group(self.rest).id).men), self.tables)
        return self.said(f"{wants} point{'s' if wants != 1 else ''} a day", "GUC-8.4a", points=wants)

    def ransom(self) -> Finding:
        named = {man.name.lower(): name for name, man in self.at.men.items() if name in self.at.prestige}
        leader = named.get(self.rest.lower())
        if leader is None:
            raise unknown(self.line.number, "leader", self.rest, named)
        each = self.tables["campaign-prices"].number("prestige of a ransom", "halves")
        deniers = prisoners.price(self.at, leader, each) / HALVES
        return self.said(f"{deniers:g} D", "GUC-14.8d", deniers=deniers)

    def recruits(self) -> Finding:
        found = recruiting.to_be_had(self.at, self.placed().id, self.tables)
        words = ", ".join(f"{number} {kind}" for kind, number in found.items()) or "nobody"
        return self.said(words, "GUC-12.1", kinds=dict(found))

    def legal(self) -> Finding:
        """For the first seat that may say it, or the one that stands before it."""
        seats = [seat.id for seat in self.at.setup.seats]
        first, _, rest = self.rest.partition(" ")
        text = self.rest
        if first.lower() in seats:
            seats, text = [first.lower()], rest
        if not text:
            raise self.wrong("which line? legal MARCH Robert to Melfi, for example")
        read = [(seat, desk.read_orders(self.at, seat, [text]).lines[0]) for seat in seats]
        seat, found = next((one for one in read if one[1].verdict in STANDS), read[0])
        stands = found.verdict in STANDS
        words = " ".join((*found.message, *found.details))
        told = f"yes, for the {seat}" if stands else "no"
        return self.said(f"{told}: {words}" if words else told, "GUC-6a", seat=seat, legal=stands,
                         code=found.code)  # fmt: skip

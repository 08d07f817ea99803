"""Two groups meet: what each sees of the other, whether they may fight, and whether they want to (GUC-7,
GUC-8.1b, GUC-13.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain
from typing import NamedTuple, Protocol

from rules.campaign import odds
from rules.campaign.lines import Line, drawn_up_with, hungry_in
from rules.campaign.plans.plan import Cases, March, Meet, Meeting
from rules.campaign.today import Today, company
from rules.core.tables import Tables
from rules.events.campaign_fights import HostilityTested, Tested
from rules.events.campaign_secrets import GroupSeen
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Group, GroupId, Sighting
from rules.state.figure import FigureId, SideId


class Weighing(Protocol):
    """How a book tests two that meet: given each one's level, prestige (0 without a leader) and armed men."""

    def __call__(self, tables: Tables, own: Party, other: Party) -> Tested: ...


class Party(NamedTuple):
    """One of two that meet. ``level``: its hostility (GUC-7a); ``men``: armed ones, who count."""

    side: SideId
    group: GroupId
    level: int
    prestige: int
    men: int


def party(at: Campaign, group: Group) -> Party:
    """A group, with the mercenaries under its counter; its prisoners do not count."""
    return Party(
        group.side,
        group.id,
        at.content(group.id).hostility,
        at.prestige_of(group.id),
        len(company(at, group)),
    )


def by_prestige(tables: Tables, prestige: int) -> int:
    """A leader's prestige adds to his own level (GUC-7c); without a leader nothing does."""
    return tables["campaign-hostility-prestige"].number(prestige, "level")


def by_headcount(tables: Tables, difference: int) -> int:
    """Own armed men less those of the others add to the own level (GUC-7d)."""
    table = tables["campaign-hostility-headcount"]
    steps = [int(row[0]) for row in table.rows]
    return table.number(max((step for step in steps if difference >= step), default=min(steps)), "level")


def hostility(tables: Tables, own: Party, other: Party) -> Tested:
    """GUISCARD's test, which needs no die: level, prestige and headcount (GUC-7b)."""
    return Tested(
        side=own.side,
        group=own.group,
        level=own.level,
        by_prestige=by_prestige(tables, own.prestige),
        by_headcount=by_headcount(tables, own.men - other.men),
        men=own.men,
        prestige=own.prestige,
    )


def may_fight(tables: Tables, tested: Tested, other: Tested | None = None) -> bool:
    """Only who has come to 7 or more can open a fight, whatever the other has come to (GUC-7e)."""
    return tested.total >= tables["campaign-figures"].number("hostile from", "value")


# what is seen


def sighting(at: Campaign, group: Group, spy: FigureId = "") -> Sighting:
    """What a group shows: its kinds of men, who leads it and with which prestige (GUC-8.1b)."""
    men = company(at, group)
    leader = at.leader(group.id)
    return Sighting(
        day=at.day,
        kinds=dict(sorted(Counter(man.kind for man in men).items())),
        hurt=sum(man.wounded for man in men),
        leader=leader.name if leader is not None else "",
        prestige=at.prestige_of(group.id),
        captives=len(at.content(group.id).captives),
        spy=spy,
    )


def look(today: Today, side: SideId, group: Group) -> None:
    """A side sees what a group of others holds."""
    if side and group.side != side:
        today.record(
            GroupSeen(to=today.of(side), side=side, group=group.id, sighting=sighting(today.at, group))
        )


def weigh(today: Today, comer: Group, other: Group) -> tuple[Tested, Tested]:
    """Both are tested and told so, with what they see of each other."""
    at = today.at
    look(today, comer.side, other)
    look(today, other.side, comer)
    a, b = party(at, comer), party(at, other)
    first, second = today.page.weigh(today.tables, a, b), today.page.weigh(today.tables, b, a)
    today.record(
        HostilityTested(to=today.of(comer.side, other.side), hex=comer.hex, comer=first, other=second)
    )
    return first, second


# what is wanted


def said_of(today: Today, own: Group, other: Group) -> Iterable[Meeting]:
    """What its orders say of a meeting with another: its march, its own line, the line for all groups; of
    each what is said of the other's faction alone before what is said of everybody."""
    seat = own.seat
    marches = [m.meeting for m in today.orders(seat, March) if m.group == own.id and m.meeting is not None]
    own_lines = [meet.meeting for meet in today.orders(seat, Meet) if meet.group == own.id]
    for_all = [meet.meeting for meet in today.orders(seat, Meet) if not meet.group]
    of_faction_first = (sorted(said, key=lambda m: not m.against) for said in (marches, own_lines, for_all))
    for meeting in chain(*of_faction_first):
        if not meeting.against or other.side in meeting.against:
            yield meeting


def _first(found: Iterable[Meeting], asked: Callable[[Meeting], Cases | None]) -> Cases | None:
    return next((cases for meeting in found if (cases := asked(meeting)) is not None), None)


def wants_to_fight(today: Today, own: Group, other: Group) -> bool:
    """As it was ordered; without orders where it is worth no less than the other (GUC-7e). Unfed men who may
    choose do not, nor does who has unfed mercenaries or friends with him (RUL-1289)."""
    cases = _first(said_of(today, own, other), lambda meeting: meeting.fight)
    if cases is not None:
        return odds.hold_against(today, cases, own, other)
    if hungry_in(today.at, Line(drawn_up_with(today.at, own))) or today.at.content(own.id).captives:
        return False
    return odds.at_least_equal(today, own, other)


def answer_to(today: Today, own: Group, other: Group) -> str:
    """What the attacked do: "fight", "refuse" or "yield", as ordered; without orders they fight
    (GUC-14.5a)."""
    said = tuple(said_of(today, own, other))
    give_up = _first(said, lambda meeting: meeting.give_up)
    if give_up is not None and odds.hold_against(today, give_up, own, other):
        return "yield"
    refuse = _first(said, lambda meeting: meeting.refuse)
    return "refuse" if refuse is not None and odds.hold_against(today, refuse, own, other) else "fight"

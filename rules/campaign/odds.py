"""What those who would stand against each other are worth to somebody who has to decide whether he fights,
gives way or comes to help: by these a term of an order is measured (GUC-13.2, GUC-13.5, GUC-14.3, GUC-14.5a).

All who would stand in a line count, not the group alone that has the order (RUL-1304). Townsmen of others are
as many as the place's resources put under arms; what lies behind its walls is not seen (RUL-1302)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.campaign.levies import by_resources, townsmen
from rules.campaign.lines import drawn_up_with, standing
from rules.campaign.muster import headcount, joining
from rules.campaign.plans.plan import Attack, Cases, Measure, Term
from rules.campaign.today import Today, company
from rules.core.tables import Tables
from rules.siege import quick
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Founded, Group, GroupId, Kind, PlaceId
from rules.state.figure import Character, Hex, SideId


class Strength(NamedTuple):
    """So many armed men, what they are worth in the open (GUC-17.1), the prestige of who leads them."""

    men: int
    value: int
    prestige: int = 0


def value_of(at: Campaign, groups: Iterable[Group], tables: Tables) -> int:
    """What groups are worth in a fight in the open (GUC-17.1)."""
    men: list[Character] = []
    for group in groups:
        men += company(at, group)
    return quick.value(men, False, tables)


# lines


def line(
    today: Today,
    where: Hex,
    groups: Sequence[GroupId],
    side: SideId,
    *,
    seen_by: SideId,
    storms: PlaceId = "",
) -> Strength:
    """Groups in a fight in a hex, with those of its settlement, if it is of the ``side`` that leads their
    line; ``storms``: it is attacked itself, a castle too. ``seen_by``: who weighs it."""
    at = today.at
    men: list[Character] = []
    for group in groups:
        men += company(at, at.groups[group])
    place = at.place_in(where)
    fights = place is not None and (place.id == storms or _comes_out(place, side))
    if place is not None and fights and at.places[place.id].side == side:
        own = bool(side) and at.friendly(side, seen_by)
        men += within(at, place.id, today.tables) if own else expected(at, place.id, today.tables)
    led = at.prestige_of(groups[0]) if groups else 0
    return Strength(len(men), quick.value(men, False, today.tables), led)


def _comes_out(place: Founded, side: SideId) -> bool:
    """Whether those of a place take part in a battle before it (RUL-1221)."""
    return bool(side) and place.kind is not Kind.CASTLE


def about(today: Today, group: Group, *, seen_by: SideId) -> Strength:
    """A group in its hex, with all who would fight beside it."""
    return line(today, group.hex, drawn_up_with(today.at, group), group.side, seen_by=seen_by)


def of_place(today: Today, place: PlaceId, *, seen_by: SideId) -> Strength:
    """A place as whoever stands before it sees it, with the groups in it (RUL-1302)."""
    at, found = today.at, today.at.founded(place)
    side = at.places[place].side
    inside = standing(at, found.hex, side)
    seen = line(today, found.hex, inside, side, seen_by=seen_by, storms=place)
    return seen._replace(prestige=max((at.prestige_of(group) for group in inside), default=0))


def within(at: Campaign, place: PlaceId, tables: Tables) -> list[Character]:
    """Those of a place who would fight for it, as its own side knows them: its garrison, the wounded in their
    beds, and whoever would take up arms."""
    holding = at.holdings[place]
    there = [at.men[name] for name in (*holding.garrison, *holding.patients)]
    return there + _called(at, place, townsmen(at, place, tables))


def expected(at: Campaign, place: PlaceId, tables: Tables) -> list[Character]:
    """Those of a place as others see it: of a castle the usual five, of a settlement those whom its resources
    put under arms (RUL-1302)."""
    found = at.founded(place)
    if found.kind is not Kind.CASTLE:
        return _called(at, place, by_resources(at, place, tables))
    least = tables["campaign-figures"].number("garrison least", "value")
    return _called(at, place, headcount(found.letter, least, tables))


def _called(at: Campaign, place: PlaceId, kinds: Iterable[str]) -> list[Character]:
    return list(joining(at, kinds, at.founded(place).letter, at.places[place].side, ""))


# terms


def measured(today: Today, measure: Measure, own: Group, ours: Strength, theirs: Strength) -> int:
    """``own``: the group that has the order; ``ours``: the line in which it would stand."""
    match measure:
        case Measure.STRONGER:
            return ours.men - theirs.men
        case Measure.ODDS:
            return 100 * ours.value // max(theirs.value, 1)
        case Measure.MEN:
            return len(company(today.at, own))
        case Measure.PRESTIGE:
            return theirs.prestige
        case Measure.DAY:
            return today.at.day


def hold(today: Today, cases: Cases, own: Group, ours: Strength, theirs: Strength) -> bool:
    """Whether any of some cases is one between two lines."""
    return any(
        all(_within(term, measured(today, term.measure, own, ours, theirs)) for term in case)
        for case in cases
    )


def _within(term: Term, found: int) -> bool:
    return (term.least is None or found >= term.least) and (term.most is None or found <= term.most)


def hold_against(today: Today, cases: Cases, own: Group, other: Group) -> bool:
    """Whether they are those of a meeting with another group."""
    ours, theirs = (about(today, group, seen_by=own.side) for group in (own, other))
    return hold(today, cases, own, ours, theirs)


def at_least_equal(today: Today, own: Group, other: Group) -> bool:
    """Whether a group is worth no less than another that it has met."""
    ours, theirs = (about(today, group, seen_by=own.side) for group in (own, other))
    return ours.value >= theirs.value


def is_wanted(today: Today, group: Group, order: Attack) -> bool:
    """Whether the terms of an order to attack the place before which a group stands hold."""
    ours = about(today, group, seen_by=group.side)
    return hold(today, order.terms, group, ours, of_place(today, order.place, seen_by=group.side))

"""How a campaign ends, and who has won it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rules.core.tables import Tables
from rules.state.campaign import Campaign
from rules.state.campaign_counters import HALVES, Goal
from rules.state.figure import SideId
from rules.state.table import Outcome

OVER, ALONE = "over", "alone"


def purse_of(at: Campaign, side: SideId) -> int:
    """All money of a side, in half deniers."""
    groups = sum(at.content(group.id).purse for group in at.groups_of(side))
    return groups + sum(h.purse for place, h in at.holdings.items() if at.places[place].side == side)


def reached(at: Campaign, goal: Goal) -> int:
    """How many points a goal is worth now: the missions of a scenario (GUC-1a), which turn on resources and
    hostility (GUC-1b)."""
    match goal.kind:
        case "hold":
            return goal.points if at.places[goal.place].side == goal.side else 0
        case "deniers":
            return goal.points * (purse_of(at, goal.side) // HALVES // goal.each)
        case "prestige":
            total = sum(
                points
                for name, points in at.prestige.items()
                if at.men[name].side == goal.side and name not in at.fates and name not in at.captors
            )
            return goal.points * (total // goal.each)
        case "captive":
            held = [
                n
                for n, by in at.captors.items()
                if by == goal.side and n in at.prestige and n not in at.fates
            ]
            return goal.points * len(held)
        case "arrive":
            hex_ = at.founded(goal.place).hex
            there = [g for g in at.groups_of(goal.side) if g.hex == hex_ and at.content(g.id).leader]
            return goal.points if there else 0
    raise ValueError(f"nobody knows the goal {goal.kind!r}")


def scores(at: Campaign) -> dict[SideId, int]:
    found = {side.id: 0 for side in at.setup.sides}
    for goal in at.setup.goals:
        found[goal.side] += reached(at, goal)
    return found


def standing(at: Campaign, side: SideId) -> bool:
    """Whether a side has anybody left who can act: a group, or a garrison."""
    return any(not group.mercenaries for group in at.groups_of(side)) or any(
        holding.garrison for place, holding in at.holdings.items() if at.places[place].side == side
    )


def outcome(at: Campaign, ends: dict[str, str], tables: Tables) -> Outcome | None:
    """On the last day most points win; before that whoever alone has men left, of friends the one with most
    points (RUL-1315)."""
    seated = {seat.side for seat in at.setup.seats}
    left = [side for side in sorted(seated) if standing(at, side)]
    points = scores(at)
    if len(left) <= 1 or all(at.friendly(left[0], other) for other in left):
        return Outcome(winner=_foremost(points, left), reason=ends[ALONE], scores=points)
    if at.day < at.setup.last_day:
        return None
    return Outcome(winner=_foremost(points, points), reason=ends[OVER], scores=points)


def _foremost(points: Mapping[SideId, int], sides: Collection[SideId]) -> SideId:
    """The one of some sides that has most points; "" where several have."""
    best = max((points[side] for side in sides), default=0)
    first = [side for side in sides if points[side] == best]
    return first[0] if len(first) == 1 else ""

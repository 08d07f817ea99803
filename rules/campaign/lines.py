"""The two that stand against each other in a battle of a campaign."""

from __future__ import annotations

from typing import NamedTuple

from rules.campaign.today import company
from rules.state.campaign import Campaign, Levy
from rules.state.campaign_counters import HUNGRY, Group, GroupId
from rules.state.figure import Character, FigureId, Hex, SeatId, SideId


class Line(NamedTuple):
    """One of the two that fight: its groups, the first of them the one that attacked or was attacked, and
    townsmen who fight with them; or these alone, where a place is stormed."""

    groups: tuple[GroupId, ...]
    levy: Levy | None = None


def standing(at: Campaign, where: Hex, side: SideId) -> tuple[GroupId, ...]:
    """The groups of a side in a hex that take part in its fights there: each that is by itself, but for a
    ransomed leader on the day on which nobody molests him (GUC-14.8d)."""
    here = at.groups_in(where) if side else ()
    return tuple(one.id for one in here if one.side == side and not one.under and one.free != at.day)


def drawn_up_with(at: Campaign, group: Group) -> tuple[GroupId, ...]:
    """A group and all others beside it, itself first."""
    return (group.id, *(name for name in standing(at, group.hex, group.side) if name != group.id))


def side_of(at: Campaign, line: Line) -> SideId:
    """Who leads a line: the owner of a place that defends itself, else whose its first group is."""
    return line.levy.side if line.levy is not None else at.groups[line.groups[0]].side


def seat_of(at: Campaign, line: Line) -> SeatId:
    """Whose its first group is; of townsmen who has the place, through the first group of his side if there
    is one."""
    side = side_of(at, line)
    own = (at.groups[group].seat for group in line.groups if at.groups[group].side == side)
    return next(own, "") or next((seat.id for seat in at.setup.seats if seat.side == side), "")


def sides_of(at: Campaign, *lines: Line) -> set[SideId]:
    """All sides that take part."""
    return {side_of(at, line) for line in lines} | {at.groups[g].side for line in lines for g in line.groups}


def fighters(at: Campaign, line: Line) -> list[Character]:
    men: list[Character] = []
    for group in line.groups:
        men += company(at, at.groups[group])
    return men + [at.men[name] for name in (line.levy.men if line.levy is not None else ())]


def leaders(at: Campaign, line: Line) -> tuple[FigureId, ...]:
    """Who leads a line: the leader of each of its groups, and those who stand with the men of a place
    (RUL-1290)."""
    within = line.levy.men if line.levy is not None else ()
    led = (at.content(group).leader for group in line.groups)
    return (*(name for name in led if name), *(name for name in within if name in at.prestige))


def is_unfed(at: Campaign, group: GroupId) -> bool:
    """Whether a group has had no full supply for two days (GUC-8.4b)."""
    return at.content(group).unfed >= HUNGRY


def hungry_in(at: Campaign, line: Line) -> list[GroupId]:
    """Who of a line is unfed, groups and mercenaries under their counters: each of them eats, and hungers,
    for itself (GUC-8.4b, RUL-1289)."""
    stacks = ((group, *(band.id for band in at.stacked(group))) for group in line.groups)
    return [one for stack in stacks for one in stack if is_unfed(at, one)]

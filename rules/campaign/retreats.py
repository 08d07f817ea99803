"""Where a group goes that leaves a hex to others: one that withdraws without a fight (GUC-8.3b), one that is
beaten (GUC-14.6b, GUC-14.6d)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign import groups
from rules.campaign.land import axial
from rules.campaign.routes import beside
from rules.campaign.today import Today
from rules.core import hexes
from rules.core.facing import FACINGS, Facing
from rules.state.campaign_counters import Group, GroupId
from rules.state.figure import Hex

FAR = 999


def open_to(today: Today, group: Group, at: Hex) -> bool:
    """Land without a group of anybody who is not its friend."""
    others = (other for other in today.at.groups_in(at) if other.id != group.id)
    return at in beside(today.land, group.hex, today.terrain) and not any(
        not other.side or not today.at.friendly(other.side, group.side) for other in others
    )


def opposite(today: Today, where: Hex, came: Hex) -> Hex:
    """The hex beyond one, seen from where somebody came; "" where there is none."""
    came_by = side(where, came)
    return (today.land.beside(where, came_by.opposite) or "") if came_by else ""


def side(where: Hex, came: Hex) -> Facing | None:
    """The side of a hex by which somebody came from one next to it; None if it is not."""
    number = hexes.direction_between(axial(where), axial(came)) if came else None
    return None if number is None else FACINGS[number]


def three(today: Today, where: Hex, toward: Facing | None) -> tuple[Hex, ...]:
    """The hexes on one side of a hex, as far as the land goes: the one straight there, and those on its left
    and right (GUC-14.3b, GUC-14.6b)."""
    if toward is None:
        return ()
    flanks = sorted((toward.turned(-1), toward.turned(1)), key=lambda flank: flank.number)
    return tuple(near for facing in (toward, *flanks) if (near := today.land.beside(where, facing)))


def home(today: Today, group: Group, choice: Iterable[Hex | None]) -> Hex:
    """Of some hexes the open one that is nearest to a settlement of its side; "" where none is open."""
    at = today.at
    own = [at.founded(place.id).hex for place in at.places.values() if place.side == group.side]
    fits = [near for near in choice if near and open_to(today, group, near)]

    def far(near: Hex) -> int:
        return min((today.land.distance(near, place) for place in own), default=FAR)

    return min(fits, key=far, default="")


def withdraw(today: Today, group: Group, other_came: Hex, why: str = "withdraws") -> None:
    """Back to where it came from today, or, if it had not moved, to the hex opposite to the newcomer; else
    to any open hex, that nearest home (GUC-8.3b, RUL-1217)."""
    where = group.hex
    back = group.came if is_new(today, group.id) else opposite(today, where, other_came)
    for choice in ((back,), today.land.neighbours(where)):
        if goal := home(today, group, choice):
            _gone(today, group, goal, why)
            return
    scattered(today, group)


def _gone(today: Today, group: Group, goal: Hex, why: str) -> None:
    """Whoever finds it there finds somebody who has come today (RUL-1287)."""
    groups.moved(today, group, (group.hex, goal), why)
    today.joined.add(group.id)


def is_new(today: Today, group: GroupId) -> bool:
    """Whether a group has come to where it is today: by a march, to a battle, or giving way elsewhere
    (RUL-1287)."""
    return group in today.marched or group in today.joined


def came_today(today: Today, line: Iterable[GroupId]) -> Hex:
    """From where a line came: the first of its groups that was not there before; "" if all were."""
    return next((today.at.groups[group].came for group in line if is_new(today, group)), "")


def from_where(
    today: Today, group: Group, where: Hex, foes_came: Hex, friends_came: Hex = ""
) -> Facing | None:
    """The side from which a group came to a battle (GUC-14.3b, GUC-14.4). One that was there before stands
    opposite to where its enemies came from, whoever attacks; if these were there before too, with its friends
    (RUL-1217, RUL-1287). None where nobody knows."""
    if is_new(today, group.id):
        return side(where, group.came)
    if foes_came:
        return opposite_to(where, foes_came)
    return side(where, friends_came or group.came)


def opposite_to(where: Hex, foes_came: Hex) -> Facing | None:
    """The side of a hex that lies opposite to where enemies came from; None if nobody knows."""
    theirs = side(where, foes_came)
    return theirs.opposite if theirs else None


def flee(today: Today, group: Group, where: Hex, away_from: Hex, *, straight: bool = False) -> None:
    """To one of the three hexes on the side from which it came: the one nearest to a settlement of its own. A
    group that was there before goes away from the hex of its enemies: from where they came, or have gone;
    ``straight``: to the very hex opposite, if it is open (GUC-14.6b, GUC-14.6d, RUL-1217)."""
    toward = from_where(today, group, where, away_from)
    beyond = three(today, where, toward)[:1] if straight and not is_new(today, group.id) else ()
    for choice in (beyond, three(today, where, toward), today.land.neighbours(where)):
        if goal := home(today, group, choice):
            _gone(today, group, goal, groups.FLEES)
            return
    scattered(today, group)


def scattered(today: Today, group: Group) -> None:
    """Shut in between the sea and its enemies a group that must go is no more: its men are lost
    (RUL-1222)."""
    groups.disband(today, group.id, "scattered")

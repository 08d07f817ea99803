"""Where a group goes that leaves a hex to others: one that withdraws without a fight (GUC-8.3b), one that is
beaten (GUC-14.6b, GUC-14.6d)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign import groups
from rules.campaign.land import axial
from rules.campaign.routes import beside
from rules.campaign.today import Today
from rules.core import hexes
from rules.core.facing import FACINGS
from rules.state.campaign import Group, GroupId
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
    direction = hexes.direction_between(axial(came), axial(where)) if came and came != where else None
    return (today.land.beside(where, FACINGS[direction]) or "") if direction is not None else ""


def three(today: Today, where: Hex, toward: Hex) -> tuple[Hex, ...]:
    """A hex beside one, and the two that lie next to both: the side from which somebody came (GUC-14.3b,
    GUC-14.6b)."""
    near = today.land.neighbours(where)
    if toward not in near:
        return ()
    return (toward, *(h for h in near if today.land.distance(h, toward) == 1))


def home(today: Today, group: Group, choice: Iterable[Hex]) -> Hex:
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
    back = group.came if group.id in today.marched else opposite(today, where, other_came)
    for choice in ((back,), today.land.neighbours(where)):
        if goal := home(today, group, choice):
            groups.moved(today, group, (where, goal), why)
            return
    scattered(today, group)


def is_new(today: Today, group: GroupId) -> bool:
    """Whether a group has come to where it is today, by a march or to a battle."""
    return group in today.marched or group in today.joined


def from_where(today: Today, group: Group, where: Hex, foes_came: Hex) -> Hex:
    """The hex from which a group came to a battle; for one that was there before, the one opposite to where
    its enemies came from (GUC-14.3b, RUL-1217). "" where there is none."""
    moved = is_new(today, group.id)
    return group.came if moved or not foes_came else opposite(today, where, foes_came)


def flee(today: Today, group: Group, where: Hex, away_from: Hex, *, straight: bool = False) -> None:
    """To one of the three hexes on the side from which it came: the one nearest to a settlement of its own. A
    group that was there before goes away from the hex of its enemies: from where they came, or have gone;
    ``straight``: to the very hex opposite, if it is open (GUC-14.6b, GUC-14.6d, RUL-1217)."""
    toward = from_where(today, group, where, away_from)
    beyond = (toward,) if straight and not is_new(today, group.id) else ()
    for choice in (beyond, three(today, where, toward), today.land.neighbours(where)):
        if goal := home(today, group, choice):
            groups.moved(today, group, (where, goal), groups.FLEES)
            return
    scattered(today, group)


def scattered(today: Today, group: Group) -> None:
    """Shut in between the sea and its enemies a group that must go is no more: its men are lost
    (RUL-1222)."""
    groups.disband(today, group.id, "scattered")

"""What is drawn of a campaign: the region where the reader's groups are, with all counters, which all see,
and the ways that they took."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from rules.campaign import naming
from rules.campaign.in_force import land_of
from rules.campaign.land import Faction, Land, LandMark, LandWay
from rules.campaign.scenarios import LETTERS
from rules.core.language import say
from rules.events.base import Event
from rules.events.campaign import GroupMoved
from rules.state.campaign import Campaign, GroupId, side_of
from rules.state.figure import Hex, SideId

LEAST, MOST = 6, 14
"""Hexes to each side of the middle."""
FACTIONS = {letter: faction for faction, letter in LETTERS.items()}


class LandPicture(msgspec.Struct, frozen=True):
    """A region of a land to draw, with the counters on it and the ways that they took. ``around``: its
    middle, a hex, and ``radius`` hexes to each side; ``summary`` is one sentence for the alt text."""

    land: Land
    around: str
    radius: int
    marks: tuple[LandMark, ...]
    ways: tuple[LandWay, ...]
    summary: str


def picture(at: Campaign, seat: str | None, shown: Sequence[Event]) -> LandPicture:
    """The land as a seat (None: the public) knows it, with what it was shown of marches."""
    on, side = land_of(at), side_of(at, seat)
    own = [group.hex for group in at.groups.values() if not side or group.side == side]
    around, radius = _region(on, own or [place.hex for place in at.setup.places])
    return LandPicture(
        land=on,
        around=around,
        radius=radius,
        marks=tuple(_marks(at)),
        ways=tuple(_ways(at, shown)),
        summary=say("The land around {place}, with all counters.", place=naming.hex_name(at, around)),
    )


def _region(on: Land, hexes: Sequence[Hex]) -> tuple[Hex, int]:
    """The hex of them from which the furthest is least far, and how far to show around it."""
    far = {label: max(on.distance(label, other) for other in hexes) for label in hexes}
    around = min(far, key=lambda label: (far[label], label))
    return around, min(max(far[around] + 3, LEAST), MOST)


def _faction(at: Campaign, side: SideId) -> Faction | None:
    return FACTIONS.get(at.setup.factions.get(side, ""))


def _marks(at: Campaign) -> Iterator[LandMark]:
    """One for each counter; mercenaries in somebody's service lie under his."""
    for group in at.groups.values():
        if not group.under:
            letter = group.id.rstrip("0123456789").upper()
            leader = at.leader(group.id) if group.id in at.contents else None
            label = leader.name if leader is not None else group.id
            name = naming.group_name(at, group.id)
            yield LandMark(group.hex, _faction(at, group.side), letter, label, name)
    for convoy in at.convoys.values():
        if not convoy.escort:
            name = naming.convoy_name(at, convoy.id)
            yield LandMark(convoy.hex, _faction(at, convoy.side), "C", convoy.id, name)
    for spy in at.spies.values():
        yield LandMark(spy.hex, _faction(at, spy.side), "S", spy.name, naming.spy_name(at, spy.id))


def _ways(at: Campaign, shown: Iterable[Event]) -> Iterator[LandWay]:
    """The last day's: those of groups that are still there."""
    paths: dict[GroupId, tuple[Hex, ...]] = {}
    for event in shown:
        if isinstance(event, GroupMoved) and event.cause != "stacked":
            before = paths.get(event.group, event.path[:1])
            paths[event.group] = (*before, *event.path[1:])
    for group, path in paths.items():
        if group in at.groups:
            yield LandWay(path, _faction(at, at.groups[group].side))

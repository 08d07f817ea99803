"""What is drawn of a campaign: the regions where the reader's groups are, with all counters, which all see,
and the ways that they took."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from rules.campaign import naming
from rules.campaign.in_force import land_of
from rules.campaign.land import Faction, Land, LandMark, LandWay
from rules.campaign.scenarios import LETTERS
from rules.core.language import say
from rules.events.base import Event
from rules.events.campaign import GroupMoved
from rules.state.campaign import Campaign, side_of
from rules.state.campaign_counters import GroupId
from rules.state.figure import Hex, SideId

LEAST, MOST = 6, 9
"""Hexes to each side of the middle: as many as can be read on a phone."""
EDGE = 3
"""Hexes around the outermost group of a region."""
FACTIONS = {letter: faction for faction, letter in LETTERS.items()}


class Region(msgspec.Struct, frozen=True):
    """A part of a land: its middle, a hex, and so many hexes to each side of it. ``summary`` is one sentence
    for the alt text."""

    around: Hex
    radius: int
    summary: str = ""


class LandPicture(msgspec.Struct, frozen=True):
    """A land to draw, with the counters on it and the ways that they took: the region that matters most, and
    ``elsewhere`` those of groups that are too far off to be shown in it."""

    land: Land
    region: Region
    elsewhere: tuple[Region, ...]
    marks: tuple[LandMark, ...]
    ways: tuple[LandWay, ...]

    @property
    def summary(self) -> str:
        return self.region.summary


def picture(at: Campaign, seat: str | None, shown: Sequence[Event]) -> LandPicture:
    """The land as a seat (None: the public) knows it, with what it was shown of marches."""
    on, side = land_of(at), side_of(at, seat)
    own = [group.hex for group in at.groups.values() if not side or group.side == side]
    first, *others = (
        replace(region, summary=say("The land around {place}, with all counters.",
                                    place=naming.hex_name(at, region.around)))
        for region in regions(on, own or [place.hex for place in at.setup.places][:1])
    )  # fmt: skip
    return LandPicture(
        land=on,
        region=first,
        elsewhere=tuple(others),
        marks=tuple(_marks(at)),
        ways=tuple(_ways(at, shown)),
    )


def regions(on: Land, hexes: Sequence[Hex]) -> list[Region]:
    """So few regions that each hex lies well within one: first the one that holds most of them."""
    left, found = list(dict.fromkeys(hexes)), []
    while left:
        around = max(left, key=lambda label: (len(_near(on, label, left)), -left.index(label)))
        near = _near(on, around, left)
        far = {label: max(on.distance(label, other) for other in near) for label in near}
        middle = min(far, key=lambda label: (far[label], label))
        found.append(Region(middle, min(max(far[middle] + EDGE, LEAST), MOST)))
        left = [label for label in left if label not in near]
    return found


def _near(on: Land, around: Hex, hexes: Sequence[Hex]) -> list[Hex]:
    return [label for label in hexes if on.distance(around, label) <= MOST - EDGE]


def _faction(at: Campaign, side: SideId) -> Faction | None:
    return FACTIONS.get(at.setup.factions.get(side, ""))


def _bars(at: Campaign, side: SideId) -> int:
    """How many sides of the same faction come before this one."""
    order = [one.id for one in at.setup.sides]
    before = order[: order.index(side)] if side in order else []
    return sum(_faction(at, other) is _faction(at, side) for other in before)


def _marks(at: Campaign) -> Iterator[LandMark]:
    """One for each counter; mercenaries in somebody's service lie under his."""
    for group in at.groups.values():
        if not group.under:
            letter = group.id.rstrip("0123456789").upper()
            leader = at.leader(group.id) if group.id in at.contents else None
            label = leader.name if leader is not None else group.id
            name = naming.group_name(at, group.id)
            yield LandMark(group.hex, _faction(at, group.side), letter, label, name, _bars(at, group.side))
    for convoy in at.convoys.values():
        if not convoy.escort:
            name = naming.convoy_name(at, convoy.id)
            faction, bars = _faction(at, convoy.side), _bars(at, convoy.side)
            yield LandMark(convoy.hex, faction, "C", convoy.id, name, bars)
    for spy in at.spies.values():
        faction, bars = _faction(at, spy.side), _bars(at, spy.side)
        yield LandMark(spy.hex, faction, "S", spy.name, naming.spy_name(at, spy.id), bars)


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

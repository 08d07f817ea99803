"""What a side knows of others, in tables: their counters, which all see, and what it has seen of what they
hold, and when (GUC-8.1b)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign import naming
from rules.campaign.calendar import short_date
from rules.campaign.in_force import land_of
from rules.campaign.sheet_own import filled, kind_told
from rules.core.language import say
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Group, PlaceId
from rules.state.figure import Hex, SideId
from rules.views.records import SheetRow, SheetTable


def of_others(at: Campaign, side: SideId) -> Iterator[SheetTable]:
    """The tables that have rows; for the public (no side) everybody is another."""
    found = (
        SheetTable(
            say("What you know of others") if side else say("Counters on the map"),
            (say("counter"), say("side"), say("hex"), say("marker"), say("seen")),
            tuple(_group(at, side, group) for group in _others(at, side)),
        ),
        SheetTable(
            say("Convoys and spies of others") if side else say("Convoys and spies"),
            (say("counter"), say("side"), say("hex")),
            tuple(_small(at, side)),
        ),
        SheetTable(
            say("Places of others"),
            (say("place"), say("side"), say("kind"), say("hex"), say("resources"), say("seen")),
            tuple(_place(at, side, place) for place in at.places if _told(at, side, place)),
            numbers=(4,),
        ),
    )
    yield from (filled(table) for table in found if table.rows)


def _others(at: Campaign, side: SideId) -> list[Group]:
    order = [one.id for one in at.setup.sides]
    found = [group for group in at.groups.values() if not side or group.side != side]
    return sorted(found, key=lambda g: (order.index(g.side) if g.side else len(order), g.id))


def _side(at: Campaign, side: SideId) -> str:
    return naming.side_name(at, side) if side else say("nobody's")


def _group(at: Campaign, side: SideId, group: Group) -> SheetRow:
    shown = at.seen.get(side, {}).get(group.id)
    notes = []
    if lies := naming.hex_lies(at, group.hex):
        notes.append(f"{lies}.")
    if near := nearest(at, side, group.hex):
        notes.append(near)
    if group.under:
        notes.append(say("In the service of {group}.", group=naming.group_name(at, group.under)))
    if shown is not None:
        told = f"{naming.sighting_told(shown)}."
        by = at.spies.get(shown.spy)
        notes.append(
            say("{what} Told by the spy {name}.", what=told, name=by.name) if by is not None else told
        )
    return SheetRow(
        (
            group.id,
            _side(at, group.side),
            naming.hex_short(at, group.hex),
            say("riders") if group.riders else "",
            short_date(at.setup, shown.day) if shown is not None else "",
        ),
        tuple(notes),
    )


def nearest(at: Campaign, side: SideId, label: Hex) -> str:
    """How far the reader's nearest group is."""
    on = land_of(at)
    mine = [group for group in at.groups_of(side) if side and not group.mercenaries]
    near = min(mine, key=lambda group: (on.distance(label, group.hex), group.id), default=None)
    if near is None:
        return ""
    far = on.distance(label, near.hex)
    return say("{n} hexes from {group}.", n=far, group=naming.group_name(at, near.id)) if far > 1 else ""


def _small(at: Campaign, side: SideId) -> Iterator[SheetRow]:
    for convoy in at.convoys.values():
        if not side or convoy.side != side:
            start, goal = naming.place_name(at, convoy.start), naming.place_name(at, convoy.goal)
            yield SheetRow(
                (convoy.id, _side(at, convoy.side), naming.hex_short(at, convoy.hex)),
                (say("From {start} to {goal}.", start=start, goal=goal),),
            )
    for spy in at.spies.values():
        if not side or spy.side != side:
            yield SheetRow(
                (say("spy {name}", name=spy.name), _side(at, spy.side), naming.hex_short(at, spy.hex))
            )


def _told(at: Campaign, side: SideId, place: PlaceId) -> bool:
    """Those that were looked at, that are besieged, or have changed hands; the others stand on the map."""
    now = at.places[place]
    if side and now.side == side:
        return False
    return place in at.seen_places.get(side, {}) or bool(now.siege) or now.side != at.founded(place).side


def _place(at: Campaign, side: SideId, place: PlaceId) -> SheetRow:
    found, now = at.founded(place), at.places[place]
    shown = at.seen_places.get(side, {}).get(place)
    notes = []
    if now.siege:
        notes.append(
            say(
                "Besieged by {group} since {date}.",
                group=naming.group_name(at, now.siege),
                date=short_date(at.setup, now.since),
            )
        )
    resources = ""
    if shown is not None:
        resources = say("no end") if shown.resources is None else str(shown.resources)
    return SheetRow(
        (
            found.name,
            _side(at, now.side),
            kind_told(found.kind),
            found.hex,
            resources,
            short_date(at.setup, shown.day) if shown is not None else "",
        ),
        tuple(notes),
    )

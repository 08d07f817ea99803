"""What campaigns may hide from a seat from the beginning on: the first events of one, with something of all
that can be hidden in a hider's hands (``laid_out``), and other events for each thing that may differ
(``DEALT``). The counters on the map are the same in all of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules.campaign.in_force import campaign_tables
from rules.campaign.muster import in_hand, mustered
from rules.campaign.sieges.laying import setup_of
from rules.campaign.sieges.page import sieges_of
from rules.campaign.sieges.record import besiegers, commanders, garrison
from rules.events import codec
from rules.events.base import Event
from rules.events.campaign import CampaignCreated
from rules.events.campaign_secrets import (
    ConvoyLoaded,
    CureBegan,
    GroupMustered,
    GroupSeen,
    ManLost,
    ManTaken,
    PlaceLooked,
    PlaceRests,
    PlaceStocked,
    SpySaw,
)
from rules.events.campaign_sieges import InSiege, SiegeLaid, SiegeManned
from rules.events.siege import WallBattered
from rules.evolve import replay
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Band, Fate, Group, GroupId, Kind, PlaceId, Sighting
from rules.state.figure import Character, Health, SeatId, SideId

TABLES = campaign_tables()
Events = list[Event]


class Hidden(NamedTuple):
    """Whose secrets are kept, and where they lie: a ``group`` of his with a leader, a ``band`` in its
    service, a ``place`` and a ``castle``, a ``convoy`` and a ``spy``; ``other``: a group of somebody else of
    which he knows; ``captives``: two men of a third side, one of whom he has; ``besieger``: a group of that
    side before his castle, if there is one."""

    seat: SeatId
    side: SideId
    group: GroupId
    band: GroupId
    place: PlaceId
    castle: PlaceId
    convoy: str
    spy: str
    other: GroupId
    captives: tuple[Character, ...]
    besieger: GroupId

    @property
    def to(self) -> tuple[SeatId, ...]:
        return (self.seat,)


def hidden_of(first: Events, seat: SeatId, third: SeatId) -> Hidden:
    """Where somebody's secrets lie: with the one of his groups that stays farthest away from all others."""
    at = _state(first)
    side = at.seat(seat).side
    led = [one for one in at.groups_of(side) if at.content(one.id).leader]
    others = [one for one in at.groups.values() if one.side not in ("", side)]
    group = max(led, key=lambda one: (min(_far(one, other) for other in others), one.id))
    own = [at.founded(place.id) for place in at.places.values() if place.side == side]
    ends = {end for convoy in at.convoys.values() for end in (convoy.start, convoy.goal)}
    fed = [p for p in own if p.resources and p.kind is not Kind.CASTLE and p.id not in ends]
    men = [at.men[name] for one in at.groups_of(third) for name in at.content(one.id).men]
    taken = [man for man in men if man.id not in at.prestige and not man.rider][-2:]
    before = [one for one in at.groups_of(third) if one.id != others[0].id] if third else []
    return Hidden(
        seat=seat,
        side=side,
        group=group.id,
        band=next(one.id for one in at.groups.values() if one.mercenaries),
        place=min(fed, key=lambda found: (found.hex == group.hex, found.id)).id,
        castle=min(found.id for found in own if found.kind is Kind.CASTLE),
        convoy=next(iter(at.convoys)),
        spy=next(spy.id for spy in at.spies.values() if spy.side == side),
        other=others[0].id,
        captives=tuple(taken) if third else (),
        besieger=before[-1].id if before else "",
    )


def _state(first: Events) -> Campaign:
    at = replay(first)
    assert isinstance(at, Campaign)
    return at


def _far(one: Group, other: Group) -> int:
    """Columns and rows between two counters, about."""
    return sum(abs(int(one.hex[half]) - int(other.hex[half])) for half in (slice(2), slice(2, 4)))


# laying it out


def laid_out(first: Events, h: Hidden) -> Events:
    """The same campaign, where the hider has mercenaries, a convoy, a prisoner, a wounded man, and knows of
    others."""
    at = _state(first)
    where = at.groups[h.group].hex
    created = first[0]
    assert isinstance(created, CampaignCreated)
    counters = tuple(
        replace(one, side=h.side, seat=h.seat, under=h.group, hex=where, came=where)
        if one.id == h.band
        else one
        for one in created.groups
    )
    convoys = tuple(
        replace(one, side=h.side, seat=h.seat) if one.id == h.convoy else one for one in created.convoys
    )
    camp = at.founded(h.castle).hex
    counters = tuple(replace(one, hex=camp, came=camp) if one.id == h.besieger else one for one in counters)
    places = tuple(replace(one, siege=h.besieger) if one.id == h.castle else one for one in created.places)
    found = [replace(created, groups=counters, convoys=convoys, places=places), *first[1:-1]]
    found = _changed(found, GroupMustered, h.band, lambda event: _hired(event, h))
    found = _changed(found, PlaceStocked, h.castle, lambda event: _with_a_wounded_man(event, h))
    found = [event for event in found if not (isinstance(event, ConvoyLoaded) and event.convoy == h.convoy)]
    [(fallen, patient)] = [
        (event.men[0].id, event.men[-1].id)
        for event in found
        if isinstance(event, PlaceStocked) and event.place == h.castle
    ]
    found += [
        ConvoyLoaded(to=h.to, convoy=h.convoy, points=4, cause="loaded"),
        CureBegan(to=h.to, figure=patient, place=h.castle, die=5, day=8),
        GroupSeen(to=h.to, side=h.side, group=h.other, sighting=Sighting(1, {"knight": 5})),
        PlaceLooked(to=h.to, side=h.side, place=_strange(at, h), day=1, resources=3),
        SpySaw(h.spy, h.other, Sighting(1, {"knight": 4})),
        ManLost(to=h.to, figure=fallen, fate=Fate.DEAD, cause="battle"),
        *_taken(h, 0),
    ]
    return [*found, first[-1]]


def _hired(event: GroupMustered, h: Hidden) -> GroupMustered:
    men = tuple(replace(man, side=h.side, seat=h.seat) for man in event.men)
    return replace(event, to=h.to, men=men, band=Band(hired=1))


def _with_a_wounded_man(event: PlaceStocked, h: Hidden) -> PlaceStocked:
    *sound, last = event.men
    names = tuple(man.id for man in sound)
    return replace(
        event,
        men=(*sound, replace(last, health=Health.WOUNDED)),
        holding=replace(event.holding, garrison=names, patients=(last.id,)),
    )


def _strange(at: Campaign, h: Hidden) -> PlaceId:
    return next(place.id for place in at.places.values() if place.side not in ("", h.side))


def with_a_siege(events: Events, h: Hidden, breach: int = 0) -> Events:
    """The same with the record of the siege of the castle, if it is besieged: who is there, for how long
    there is food, and how many hexes of its walls were hit."""
    at = _state(events)
    if not h.besieger:
        return events
    found, now, by = at.founded(h.castle), at.places[h.castle], sieges_of(at)
    seat = at.groups[h.besieger]
    to = tuple(sorted({h.seat, seat.seat}))
    points = at.holdings[h.castle].resources
    assert points is not None
    setup = setup_of(at, found, seat.side, seat.seat, by)
    days = points * TABLES["campaign-figures"].number("siege days of a point", "value")
    there = {man.id: man for man in (*besiegers(at, now), *garrison(at, h.castle))}
    hits = [WallBattered(wall.hex, 1, 5, "stone", "damage", 1, 4) for wall in setup.stronghold.walls[:breach]]
    return [
        *events[:-1],
        SiegeLaid(to=to, place=h.castle, setup=setup, days=days),
        SiegeManned(to=to, place=h.castle, men=tuple(there.values()), commanders=commanders(at, now)),
        *(InSiege(to=to, place=h.castle, event=codec.beginning(hit)) for hit in hits),
        events[-1],
    ]


def _taken(h: Hidden, which: int) -> Events:
    if not h.captives:
        return []
    man = h.captives[which]
    return [ManTaken(to=(h.seat, man.seat), man=man, by=h.side, group=h.group)]


# changing it


def _of(event: Event, kind: type[Event], name: str) -> bool:
    named = (getattr(event, what, "") for what in ("group", "place", "convoy", "spy"))
    return isinstance(event, kind) and name in named


def _changed(events: Events, kind: type[Event], name: str, change: Callable[[Any], Event]) -> Events:
    """The events with those of a kind changed that tell of somebody."""
    return [change(event) if _of(event, kind, name) else event for event in events]


Deal = Callable[[Events, Hidden, random.Random], Events]


def _group(change: Callable[[GroupMustered, random.Random], GroupMustered], band: bool = False) -> Deal:
    def deal(events: Events, h: Hidden, draw: random.Random) -> Events:
        name = h.band if band else h.group
        return _changed(events, GroupMustered, name, lambda event: change(event, draw))

    return deal


def _place(change: Callable[[PlaceStocked, random.Random], PlaceStocked], castle: bool = False) -> Deal:
    def deal(events: Events, h: Hidden, draw: random.Random) -> Events:
        name = h.castle if castle else h.place
        return _changed(events, PlaceStocked, name, lambda event: change(event, draw))

    return deal


def _event(kind: type[Event], **fields: Any) -> Deal:
    """Other fields of the events of a kind; numbers are drawn between two."""

    def deal(events: Events, h: Hidden, draw: random.Random) -> Events:
        name = {ConvoyLoaded: h.convoy, GroupSeen: h.other, SpySaw: h.spy}.get(kind, "")
        told = {
            key: draw.randint(*value) if isinstance(value, tuple) else value for key, value in fields.items()
        }
        return [
            replace(event, **told)
            if isinstance(event, kind) and (not name or _of(event, kind, name))
            else event
            for event in events
        ]

    return deal


def _content(**fields: Any) -> Deal:
    def change(event: GroupMustered, draw: random.Random) -> GroupMustered:
        told = {
            key: draw.randint(*value) if isinstance(value, tuple) else value for key, value in fields.items()
        }
        return replace(event, content=replace(event.content, **told))

    return _group(change)


def without(event: GroupMustered, gone: Sequence[Character]) -> GroupMustered:
    names = {man.id for man in gone}
    return replace(
        event,
        men=tuple(man for man in event.men if man.id not in names),
        content=replace(event.content, men=tuple(name for name in event.content.men if name not in names)),
    )


def followers(event: GroupMustered) -> list[Character]:
    """Its men but for the leader, those on foot last: the marker of riders is open."""
    return sorted((man for man in event.men if man.id != event.content.leader), key=lambda man: not man.rider)


def _fewer(event: GroupMustered, draw: random.Random) -> GroupMustered:
    many = followers(event)
    return without(event, many[1 : 1 + draw.randrange(1, len(many) - 3)])


def _decoy(event: GroupMustered, draw: random.Random) -> GroupMustered:
    """Three men, who are not even led."""
    left = without(event, [man for man in event.men if man not in followers(event)[-3:]])
    return replace(left, content=replace(left.content, leader=""), prestige={})


def _man(event: GroupMustered, **fields: Any) -> GroupMustered:
    last = followers(event)[-1]
    return replace(event, men=tuple(replace(m, **fields) if m is last else m for m in event.men))


def _other_kind(event: GroupMustered, draw: random.Random) -> GroupMustered:
    last = followers(event)[-1]
    kind = draw.choice([kind for kind in ("light infantry", "archer") if kind != last.kind])
    [other] = mustered([kind], last.code[0], last.side, last.seat, (), "Toy")
    return _man(event, kind=kind, code=other.code, faces=other.faces)


def _leaderless(event: GroupMustered, draw: random.Random) -> GroupMustered:
    return replace(event, content=replace(event.content, leader=""), prestige={})


def _prestige(event: GroupMustered, draw: random.Random) -> GroupMustered:
    [(leader, now)] = event.prestige.items()
    return replace(event, prestige={leader: draw.choice([n for n in range(1, 11) if n != now])})


def _horse(event: GroupMustered, draw: random.Random) -> GroupMustered:
    """One of the riders more, or less, has his horse, if there are any."""
    rider = next((man for man in followers(event) if man.rider), None)
    if rider is None:
        return event
    other = in_hand(rider) if rider.mount is None else replace(rider, mount=None)
    return replace(event, men=tuple(other if man is rider else man for man in event.men))


def _garrison(event: PlaceStocked, draw: random.Random) -> PlaceStocked:
    gone = {man.id for man in event.men[1 : draw.randrange(2, 5)]}
    garrison = tuple(name for name in event.holding.garrison if name not in gone)
    men = tuple(man for man in event.men if man.id not in gone)
    return replace(event, men=men, holding=replace(event.holding, garrison=garrison))


def _nobody_hurt(events: Events, h: Hidden, draw: random.Random) -> Events:
    """Whoever is in bed stands in the ranks instead."""

    def well(event: PlaceStocked) -> PlaceStocked:
        names = (*event.holding.garrison, *event.holding.patients)
        men = tuple(replace(man, health=Health.HEALTHY) for man in event.men)
        return replace(event, men=men, holding=replace(event.holding, garrison=names, patients=()))

    return [e for e in _changed(events, PlaceStocked, h.castle, well) if not isinstance(e, CureBegan)]


def _rests(events: Events, h: Hidden, draw: random.Random) -> Events:
    return [*events[:-1], PlaceRests(to=h.to, place=h.place, until=draw.randint(3, 9)), events[-1]]


def _captive(events: Events, h: Hidden, draw: random.Random) -> Events:
    """Another man of the third side, or nobody."""
    left = [event for event in events if not isinstance(event, ManTaken)]
    return [*left[:-1], *(_taken(h, 1) if draw.random() < 0.5 else ()), left[-1]]


def _never_saw(kind: type[Event]) -> Deal:
    return lambda events, h, draw: [event for event in events if not isinstance(event, kind)]


def _stores(event: PlaceStocked, draw: random.Random) -> PlaceStocked:
    now = event.holding.resources
    other = draw.choice([points for points in range(1, 11) if points != now])
    return replace(event, holding=replace(event.holding, resources=other))


def _more_stores(event: PlaceStocked, draw: random.Random) -> PlaceStocked:
    now = event.holding.resources or 0
    return replace(event, holding=replace(event.holding, resources=now + draw.randint(1, 3)))


DEALT: dict[str, Deal] = {
    "fewer men": _group(_fewer),
    "a decoy": _group(_decoy),
    "kinds of men": _group(_other_kind),
    "names of men": _group(lambda event, draw: _man(event, name="Bohemond")),
    "a wounded man": _group(lambda event, draw: _man(event, health=Health.WOUNDED)),
    "horses": _group(_horse),
    "a leader": _group(_leaderless),
    "prestige": _group(_prestige),
    "hostility": _content(hostility=(8, 10)),
    "purse of a group": _content(purse=(51, 99)),
    "hunger": _content(unfed=(1, 3)),
    "battles won": _content(battles=1),
    "men of a band": _group(_fewer, band=True),
    "terms of a band": _group(lambda event, draw: replace(event, band=Band(hired=1, paid=True)), band=True),
    "stores": _place(_stores),
    "purse of a place": _place(
        lambda event, draw: replace(event, holding=replace(event.holding, purse=draw.randint(1, 99)))
    ),
    "hostility of a place": _place(
        lambda event, draw: replace(event, holding=replace(event.holding, hostility=draw.randint(8, 10)))
    ),
    "garrison": _place(_garrison, castle=True),
    "food of a siege": _place(_more_stores, castle=True),
    "patients": _nobody_hurt,
    "fates": _event(ManLost, fate=Fate.LOST),
    "recovery": _event(CureBegan, day=(9, 20)),
    "rests": _rests,
    "load of a convoy": _event(ConvoyLoaded, points=(1, 3)),
    "captives": _captive,
    "seen": _event(GroupSeen, sighting=Sighting(1, {"archer": 9})),
    "never seen": _never_saw(GroupSeen),
    "seen places": _event(PlaceLooked, resources=(5, 9)),
    "what a spy saw": _event(SpySaw, sighting=Sighting(1, {"archer": 8})),
    "a spy saw nothing": _never_saw(SpySaw),
}
"""By what differs: the hidden fields of the state, each in one way or several."""

"""Fights of a campaign's sieges on boards, as games of their own: what rules.siege.boards asks for besides
the record of a siege, and what has come of them."""

from __future__ import annotations

from msgspec.structs import replace

from rules.campaign.in_force import tables_of
from rules.campaign.sieges.record import hosts
from rules.campaign.today import Today
from rules.state.campaign import Campaign
from rules.state.campaign_counters import HUNGRY, PlaceId
from rules.state.figure import FigureId, SideId
from rules.state.siege import Siege
from rules.state.table import Fights


def are_agreed(at: Campaign, besieged: SideId) -> bool:
    """Whether the players agreed to fight on boards, and the place has somebody to play it: one that is of no
    side in play has not (RUL-1249)."""
    agreed = at.setup.options.fights is Fights.BOARD and bool(at.seats_of(besieged))
    return agreed and "siege-boards" in tables_of(at)


def lay_out(today: Today, place: PlaceId, siege: Siege) -> None:
    """For a day of it: the plan of the place, its sides by themselves, and all men of a side under the seat
    that conducts it. Of a fight that is over what it has brought."""
    at = today.at
    setup = today.page.sieges.drawn(at.founded(place).kind, siege.setup)
    siege.setup = replace(
        setup,
        sides=tuple(
            replace(side, allies=(), neutral=(), colour=at.setup.sides_by_colour.index(side))
            for side in setup.sides
        ),
        seats=tuple(replace(at.seat(seat.id), side=seat.side) for seat in setup.seats),
    )
    siege.men = {
        name: replace(man, seat=siege.seat_of(man.side)) if siege.seats_of(man.side) else man
        for name, man in siege.men.items()
    }
    told = [at.brought.get(call) for call in calls_of(at, place)]
    fights = [
        replace(fight, outcome=brought.outcome, back=brought.back) if brought is not None else fight
        for fight, brought in zip(siege.fights, told, strict=True)
    ]
    siege.fight, siege.fight_inside = (*fights, None, None)[:2]


def calls_of(at: Campaign, place: PlaceId) -> tuple[str, ...]:
    """The open fights of a siege, by the names of their calls, in the order in which they were called."""
    return tuple(call for call, fight in at.fights.items() if fight.place == place)


def unfed(at: Campaign, place: PlaceId) -> tuple[FigureId, ...]:
    """Besiegers who have had no full supply for two days (GUC-8.4b)."""
    groups = (group for group in hosts(at, at.places[place]) if at.content(group.id).unfed >= HUNGRY)
    return tuple(man.id for group in groups for man in at.in_group(group.id))

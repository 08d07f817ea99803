"""What a captain does besides who has months before him: worn groups are filled again from garrisons, large
ones are divided, and cities, which never run dry, feed the places around them.

A campaign of forty days is won or lost with whom it began with. In one that lasts a year the fields are empty
by the summer unless somebody sees to it. Whose campaign ends sooner (``MONTHS``) does none of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rules.campaign import recruiting
from rules.campaign.plans import plan as p
from rules.core.tables import Tables
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Founded, Group, Kind, PlaceId
from rules.state.figure import Hex, SideId

MONTHS = 45
"""With so many days left a captain thinks of more than his next fight."""
WORN, FULL = 10, 24
"""A group of fewer men is to be filled; up to so many."""
GROUPS = 3
"""A seat with fewer groups divides one that is not worn, so that a lost battle is not the end of it."""
WORTH_THE_WAY = 3
"""A place with fewer men to be had is not worth a march."""
LITTLE, LOAD, ON_THE_ROADS = 4, 5, 3
"""A place with so few points is sent so many (GUC-11b) from a city, by so many convoys of a side at once."""

Far = Callable[[Hex, Hex], int]
Reached = Callable[[Hex, Hex], bool]


def has_months(at: Campaign) -> bool:
    return at.setup.last_day - at.day >= MONTHS


def spare(at: Campaign, place: Founded, side: SideId, tables: Tables) -> int:
    """How many of a garrison may leave it: of a castle all but five (GUC-5.2b)."""
    held = at.places[place.id]
    if held.side != side or held.siege:
        return 0
    stay = tables["campaign-figures"].number("garrison least", "value") if place.kind is Kind.CASTLE else 0
    return max(len(at.holdings[place.id].garrison) - stay, 0)


def reinforced(at: Campaign, group: Group, own: int, tables: Tables) -> Iterator[p.Order]:
    """A group in a place of its side: whom the garrison can spare joins it, and who can be paid; half of it
    marches for itself where its seat has few groups (``own``)."""
    place, men = at.place_in(group.hex), len(at.content(group.id).men)
    if place is None or at.places[place.id].side != group.side:
        return
    many = min(spare(at, place, group.side, tables), FULL - men)
    if many > 0:
        yield p.Draw(place=place.id, group=group.id, pick=p.Pick(number=many))
    for kind, number in recruits(at, group, place, tables).items():
        if (hired := min(number, FULL - men - many)) > 0:
            yield p.Recruit(group=group.id, kinds={kind: hired})
            many += hired
    if own < GROUPS and men >= WORN:
        yield p.Split(group=group.id, pick=p.Pick(number=men // 2))


def recruits(at: Campaign, group: Group, place: Founded, tables: Tables) -> dict[str, int]:
    """Whom a group could recruit in a place of its side (GUC-12.1)."""
    if not gives_men(at, group, place):
        return {}
    found, purse = {}, at.content(group.id).purse
    for kind, there in recruiting.to_be_had(at, place.id, tables).items():
        each = int(tables["campaign-prices"].number(kind, "halves"))
        if many := min(there, purse // each):
            found[kind], purse = many, purse - many * each
    return found


def gives_men(at: Campaign, group: Group, place: Founded) -> bool:
    """Whether a place has men to sell to a group: it is of its side, free and not resting, and a leader comes
    for them (GUC-12.1)."""
    held = at.places[place.id]
    if held.side != group.side or held.siege:
        return False
    return bool(at.content(group.id).leader) and at.holdings[place.id].rests < at.day


def depots(at: Campaign, group: Group, tables: Tables, far: Far) -> Iterable[Founded]:
    """Where a worn group can be filled, the nearest first; nowhere for one that is not."""
    if len(at.content(group.id).men) >= WORN:
        return ()

    def has(place: Founded) -> int:
        hired = recruits(at, group, place, tables).values()
        return spare(at, place, group.side, tables) + sum(hired)

    fits = [place for place in at.setup.places if has(place) >= WORTH_THE_WAY]
    return sorted(fits, key=lambda place: (far(group.hex, place.hex), place.id))


def fed_by_cities(
    at: Campaign, side: SideId, going: set[PlaceId], far: Far, reached: Reached
) -> Iterator[p.Order]:
    """A convoy from each city of a side to the nearest place of it that has little left and that none is
    ``going`` to."""
    own = [place for place in at.setup.places if at.places[place.id].side == side]
    open_ = [place for place in own if not at.places[place.id].siege]
    left = {place.id: at.holdings[place.id].resources for place in open_}
    for city in (place for place in open_ if left[place.id] is None):
        poor = [
            place
            for place in open_
            if place.id not in going and (points := left[place.id]) is not None and points <= LITTLE
        ]
        near = sorted(poor, key=lambda place: (far(city.hex, place.hex), place.id))
        goal = next((place for place in near if reached(city.hex, place.hex)), None)
        if goal is not None and len(going) < ON_THE_ROADS:
            going = {*going, goal.id}
            yield p.Convoy(points=LOAD, start=city.id, goal=goal.id)

"""Days that are opened ahead of one that waits for battles on boards: who goes on, who waits.

Ruling RUL-1270: a counter goes on with the next day while nothing that it can come to on that day can be
touched by an open battle: those who fight in it, whoever waits for it, and wherever these may come before
that day. What could come to somebody who waits, waits too. Hexes and markers alone decide that, and what all
have seen to move. RUL-1271: whoever waited makes his days up, one after the other, when the battles are
over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rules.campaign.in_force import land_of, tables_of
from rules.campaign.plans.plan import COMING, Order
from rules.core.tables import Tables
from rules.state.campaign import Campaign, Halt
from rules.state.campaign_counters import Day, Group, GroupId, PlaceId, SpyId
from rules.state.figure import Hex, SeatId
from rules.state.table import Fights

BATTLE = 1
"""So many hexes around its own a battle can touch: those from which groups join it, those to which they flee
(GUC-14.3, GUC-14.6b)."""


class Opened(NamedTuple):
    """Which day comes next, and who has no turn in it. ``ahead``: another one waits before it."""

    day: Day
    still: tuple[str, ...] = ()
    ahead: bool = False


class Piece(NamedTuple):
    """Something on the map that others may touch. ``steps``: how many hexes it comes in what is left of a
    day, ``fast``: in a whole one, however it is divided in the morning; ``sees``: how much farther its
    business reaches."""

    hex: Hex
    steps: int
    fast: int
    sees: int = 0


# counters by name


def of_place(place: PlaceId) -> str:
    """A place among counters; groups and convoys are there as themselves."""
    return f"place:{place}"


def of_spy(spy: SpyId) -> str:
    return f"spy:{spy}"


def counters(at: Campaign) -> Iterator[str]:
    yield from at.groups
    yield from at.convoys
    yield from map(of_spy, at.spies)
    yield from map(of_place, at.places)


def groups_in(at: Campaign, names: Iterable[str]) -> list[GroupId]:
    """Of some counters the groups that stand by themselves."""
    return [name for name in names if name in at.groups and not at.groups[name].under]


def named_in(order: Order) -> Iterator[str]:
    """The counters that a line speaks of."""
    for field in ("group", "into", "toward", "escort", "beside", "convoy", "band"):
        if (name := getattr(order, field, "")) and not name.startswith(COMING):
            yield name
    for field in ("place", "start"):
        if name := getattr(order, field, ""):
            yield of_place(name)
    if name := getattr(order, "spy", ""):
        yield of_spy(name)


# days that are open


def fights_of(at: Campaign, day: Day) -> list[str]:
    """The battles on boards of a day, by the names of their calls."""
    return [call for call, fight in at.fights.items() if fight.day in (0, day)]


def is_fighting(at: Campaign, group: GroupId) -> bool:
    """Whether it stands in a battle on a board that is not over."""
    return any(group in (*fight.attackers, *fight.defenders) for fight in at.fights.values())


def halted_day(at: Campaign) -> Day:
    """The day that waits; 0 where none does."""
    return (at.halted.day or at.day) if at.halted is not None else 0


def is_ahead(at: Campaign) -> bool:
    """Whether the open phase is of a day ahead of one that waits."""
    return at.halted is not None and at.day != halted_day(at)


def opened(at: Campaign) -> Opened:
    """What comes behind the phase that is played. While a day waits, as many days ahead of it as agreed, if
    somebody can go on; else that day, as soon as its battles are over."""
    if at.halted is None:
        if not at.ahead:
            return Opened(at.day + 1)
        halt = at.ahead[0]
        return Opened(halt.day, tuple(sorted(set(halt.played) & set(counters(at)))))
    day = halted_day(at)
    fights = fights_of(at, day)
    if all(call in at.brought for call in fights):
        return Opened(day)
    if any(at.fights[call].place for call in fights):  # nobody has been fed yet (RUL-1251)
        return Opened(day)
    following = (at.ahead[-1].day if at.ahead else day) + 1
    if following <= min(day + at.setup.options.days_ahead, at.setup.last_day):
        waiting = held(at, following)
        if on_move(at, waiting):
            return Opened(following, tuple(sorted(waiting)), ahead=True)
    return Opened(day)


def on_move(at: Campaign, still: Iterable[str]) -> tuple[SeatId, ...]:
    """The seats that have a counter with a turn."""
    apart = set(still)
    seats = {group.seat for group in at.groups.values() if group.id not in apart}
    seats |= {convoy.seat for convoy in at.convoys.values() if convoy.id not in apart}
    seats |= {spy.seat for spy in at.spies.values() if of_spy(spy.id) not in apart}
    return tuple(seat.id for seat in at.setup.seats if seat.id in seats)


# who waits


def held(at: Campaign, day: Day) -> frozenset[str]:
    """The counters that wait while a day is opened ahead: who owes a day before it, and whatever could come
    to one that waits, or to where it may have come till then (RUL-1270). Who is ahead has moved before those
    who wait; nobody comes to somebody else's yesterday."""
    pieces = dict(_pieces(at))
    owing: dict[str, int] = {}
    for halt in _open_days(at):
        if halt.day >= day:
            break
        if halt.played:
            owing = {name: reach + pieces[name].fast for name, reach in owing.items()}
            for name in pieces.keys() - set(halt.played):
                owing.setdefault(name, pieces[name].fast)
        for name, reach in touched(at, halt.day, halt.marched, halt.went).items():
            owing[name] = max(owing.get(name, 0), reach)
    owing |= {name: pieces[name].fast for name in besieging(at) if name in pieces}
    far = {name: piece.fast + piece.sees + 2 * BATTLE for name, piece in pieces.items()}
    groups = {name: reach for name, reach in owing.items() if name in at.groups}
    return frozenset(owing) | frozenset(_spread(at, pieces, groups, far, dict.fromkeys(pieces, 0)))


def besieging(at: Campaign) -> Iterator[str]:
    """Places that are besieged, and who besieges them, where their fights may come to a board: those wait for
    the whole day (RUL-1251), which none ahead can."""
    if at.setup.options.fights is Fights.BOARD:
        for place in at.places.values():
            if place.siege:
                yield from (of_place(place.id), place.siege)


def touched(at: Campaign, day: Day, marched: Iterable[str], went: Iterable[str]) -> dict[str, int]:
    """The counters that have not seen the evening of a day that waits for its battles, each with how many
    hexes it may still come in it: who fights; and who is near one of these and has not been seen to go, since
    his turn may come behind theirs (RUL-1260)."""
    fights = [at.fights[call] for call in fights_of(at, day)]
    fighting = {name: BATTLE for fight in fights for name in (*fight.attackers, *fight.defenders)}
    gone = {*marched, *went} - fighting.keys()
    pieces = {name: piece for name, piece in _pieces(at) if name not in gone}
    far = {name: piece.steps + piece.sees + 2 * BATTLE for name, piece in pieces.items()}
    return _spread(at, pieces, fighting, far, {name: piece.steps for name, piece in pieces.items()})


def _spread(
    at: Campaign, pieces: Mapping[str, Piece], first: Mapping[str, int], far: Mapping[str, int],
    reach: Mapping[str, int],
) -> dict[str, int]:  # fmt: skip
    """Those who wait ``first``, each with how far it comes, and whatever is so ``far`` from one of them, or
    from a group that waits for that; it comes to what ``reach`` says. For convoys, spies and places nobody
    waits: whoever is ahead does not meet them."""
    distance, found, near = land_of(at).distance, dict(first), dict(first)
    while near:
        more = {
            name: reach[name]
            for name, piece in pieces.items()
            if name not in found
            and any(distance(piece.hex, pieces[one].hex) <= far[name] + steps for one, steps in near.items())
        }
        found |= more
        near = {name: steps for name, steps in more.items() if name in at.groups}
    return found


def _open_days(at: Campaign) -> Iterator[Halt]:
    if at.halted is not None:
        yield at.halted
    yield from at.ahead


def _pieces(at: Campaign) -> Iterator[tuple[str, Piece]]:
    tables = tables_of(at)

    def figure(name: str) -> int:
        return tables["campaign-figures"].number(name, "value")

    for group in at.groups.values():
        yield group.id, Piece(group.hex, marked(at, group, tables), _most(at, figure("move riders")))
    for convoy in at.convoys.values():
        steps = _most(at, figure("move convoy"))
        yield convoy.id, Piece(convoy.hex, steps, steps)
    for spy in at.spies.values():
        steps = _most(at, figure("move spy"))
        yield of_spy(spy.id), Piece(spy.hex, steps, steps, figure("spy range"))
    for place in at.places:
        yield of_place(place), Piece(at.founded(place).hex, 0, 0)


def marked(at: Campaign, group: Group, tables: Tables) -> int:
    """So many hexes a group comes at most by its marker and the season: none costs less than one MP. Riders
    hidden among men on foot go as these do."""
    return _most(
        at, tables["campaign-figures"].number("move riders" if group.riders else "move foot", "value")
    )


def _most(at: Campaign, points: int) -> int:
    return max(points + at.season, 1)

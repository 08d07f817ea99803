"""Armies bought for points: the relief of the besieged and the reinforcement of the besieger (GUI-11.6b,
11.6j), and the refugees (GUI-11.6g).

Names come from the rosters: the first of a kind who are not in the siege yet."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.core.tables import Tables
from rules.scenarios.rosters import RosterFigure, all_rosters
from rules.state.figure import Character, SideId
from rules.state.siege import Siege

REFUGEES = "light infantry"
LIGHT_INFANTRY = "il"  # as the codes of figures have it (GUI-1.2f)


def price(kind: str, tables: Tables) -> int:
    """Points for one man of a kind. Raises TableError for a kind that is not for sale."""
    return tables["siege-prices"].number(kind, "points")


def cost(army: Mapping[str, int], tables: Tables) -> int:
    return sum(price(kind, tables) * number for kind, number in army.items())


def faction(siege: Siege, side: SideId) -> str:
    """The roster of a side: that of most of its men."""
    codes = [man.code[0] for man in siege.men_of(side)]
    return max(sorted(set(codes)), key=codes.count)


def to_be_had(siege: Siege, side: SideId) -> dict[str, list[RosterFigure]]:
    """Who of a side's roster is not in the siege, by kinds."""
    letter = faction(siege, side)
    found: dict[str, list[RosterFigure]] = {}
    for roster in all_rosters():
        for figure in roster.figures:
            if figure.code[0] == letter and figure.id not in siege.men and not figure.leader:
                found.setdefault(figure.kind, []).append(figure)
    return found


def bought(
    siege: Siege, side: SideId, points: int, tables: Tables, wanted: Mapping[str, int]
) -> tuple[Character, ...]:
    """The men of an army as it is wanted. Where the roster has fewer of a kind others come for the points
    that are left; whoever wants none, or more than can be paid for, has one by default."""
    stock = to_be_had(siege, side)
    army = {kind: min(number, len(stock.get(kind, ()))) for kind, number in wanted.items()}
    if not wanted or cost(wanted, tables) > points:
        army = default(siege, side, points, tables)
    elif army != wanted:
        army = default(siege, side, points, tables, army)
    return mustered(siege, side, army)


def default(
    siege: Siege, side: SideId, points: int, tables: Tables, begun: Mapping[str, int] | None = None
) -> dict[str, int]:
    """The army of whoever filed none: of each kind in turn one more, the dearest first, as far as points and
    roster reach. ``begun``: who is bought already."""
    army = dict(begun or {})
    left = points - cost(army, tables)
    stock = {kind: len(found) for kind, found in to_be_had(siege, side).items()}
    kinds = sorted((k for k in stock if tables["siege-prices"].has(k)), key=lambda k: (-price(k, tables), k))
    more = True
    while more:
        more = False
        for kind in kinds:
            if army.get(kind, 0) < stock[kind] and price(kind, tables) <= left:
                army[kind] = army.get(kind, 0) + 1
                left -= price(kind, tables)
                more = True
    return army


def mustered(siege: Siege, side: SideId, army: Mapping[str, int]) -> tuple[Character, ...]:
    """The men of an army, by name; fewer where a roster has no more."""
    stock = to_be_had(siege, side)
    return tuple(
        _in_hand(siege, side, f) for kind, number in army.items() for f in stock.get(kind, [])[:number]
    )


def _in_hand(siege: Siege, side: SideId, figure: RosterFigure) -> Character:
    seat = siege.seat_of(side)
    man = figure.figure(side, seat)
    return replace(man, mount=f"{man.id}-horse") if figure.rides else man


def refugees(siege: Siege, number: int) -> tuple[Character, ...]:
    """So many light infantrymen of the neighbourhood. Where the roster has no more they take a name with a
    number."""
    side = siege.besieged
    have = to_be_had(siege, side).get(REFUGEES, [])
    found = [_in_hand(siege, side, figure) for figure in have[:number]]
    model = next(f for roster in all_rosters() for f in roster.figures if f.code[1:] == LIGHT_INFANTRY)
    letter = faction(siege, side)
    seat = siege.seat_of(side)
    count = 1
    while len(found) < number:
        name = f"refugee-{count}"
        if name not in siege.men:
            man = model.figure(side, seat)
            code = f"{letter}{LIGHT_INFANTRY}"
            found.append(replace(man, id=name, name=f"Refugee {count}", code=code))
        count += 1
    return tuple(found)

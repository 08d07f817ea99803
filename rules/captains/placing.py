"""How a captain, and a player without a plan, set up their men before the first turn."""

from __future__ import annotations

from rules.captains.draw import Draw
from rules.captains.raiding import raids_camp, way_in
from rules.orders.records import EnterOrder, Order, PlaceOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.deployment import Area
from rules.state.figure import SeatId
from rules.state.hexsides import NARROW
from rules.tactical.deploying.deployment import placing, usual_place

_OPENINGS = NARROW | {"window"}


def captain_places(battle: Battle, seat: SeatId, *, cautious: bool) -> list[str]:
    """The places of the scenario; a cautious captain sends his archers to the area from which
    they shoot best."""
    deployment = battle.deployment_of(seat)
    if deployment is None:
        return []
    if raids_camp(battle, battle.seat(seat).side):
        return way_in(battle, seat)
    best = max(deployment.areas, key=lambda area: _outlook(battle, area))
    better = _outlook(battle, best) > min(_outlook(battle, area) for area in deployment.areas)
    archers = any(man.archer and not man.mounted for man in placing(battle, seat))
    return [
        "PLACE everybody",
        *([f"PLACE archers at {best.name}"] if cautious and better and archers else []),
    ]


def _outlook(battle: Battle, area: Area) -> float:
    """How good an area is for bows: its height, and how many of its hexes have an opening to shoot out of."""
    board = battle.board
    openings = sum(any(_OPENINGS & board.hexside(at, n) for n in board.neighbours(at)) for at in area.hexes)
    return (openings + sum(board.level(at) for at in area.hexes)) / len(area.hexes)


def random_places(battle: Battle, rules: Ruleset, draw: Draw, seat: SeatId) -> list[Order]:
    """Some men in hexes of their areas or anywhere, a group now and then, reserves at odd edges and turns."""
    deployment = battle.deployment_of(seat)
    if deployment is None:
        return []
    grounds = tuple(deployment.hexes)
    found: list[Order] = []
    for man in placing(battle, seat):
        at = draw.one(grounds) if draw.chance(95) else draw.one(tuple(battle.board.cells))
        if man.id in battle.reserves and draw.chance(60):
            by = draw.one(("", *battle.reserves[man.id].by, at))
            found.append(EnterOrder((man.id,), by=by, turn=draw.below(battle.setup.victory.turns + 2)))
        elif man.mounted and draw.chance(50):
            found.append(PlaceOrder((man.id,), hexes=usual_place(battle, man) or (at,)))
        elif draw.chance(70):
            found.append(PlaceOrder((man.id,), hexes=(at,)))
    if draw.chance(50):
        kinds = (draw.one(("archer", "foot", "mounted", "leader", "armoured")),)
        found.append(PlaceOrder(kinds=kinds, area=draw.one(deployment.areas).name))
    return [*found, PlaceOrder()] if draw.chance(30) else found

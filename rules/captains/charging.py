"""Whom to ride down: charges that come home on a better column than a plain attack, and not on
pikes (GUI-7.2)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from rules.captains.fights import expected_worth, others_beside
from rules.captains.plan import Plan
from rules.captains.temper import Temper
from rules.captains.ways import passage_along
from rules.core.rejection import Rejection
from rules.ruleset import Fight, Ruleset
from rules.state.battle import Battle, Charge, ChargeState
from rules.state.figure import Character, FigureId
from rules.tactical.charging import charge, combats, countering, runs
from rules.tactical.charging.charge import Route
from rules.tactical.fighting import odds
from rules.tactical.fighting.odds import Assessment
from rules.tactical.formations.close_order import meets_pikes


class Ride(NamedTuple):
    """A charge that could be announced, and its worth in hundredths of a man."""

    worth: int
    rider: FigureId
    target: FigureId
    route: Route


def ride_down(plan: Plan, temper: Temper) -> None:
    """Announce the best charges, one after another; each must still be open when those before
    it are ridden."""
    draft = plan.battle
    for ride in sorted(rides_of(plan, temper), reverse=True):
        if ride.rider in draft.now.charges:
            continue
        found = charge.planned(draft, plan.rules, ride.rider, ride.target, ride.route)
        if isinstance(found, Rejection):
            continue
        draft = _announced(draft, ride)
        plan.charge(ride.rider, ride.target)
    ridden = charge.as_ridden(draft, plan.rules)
    for rider in draft.now.charges:
        plan.arrived(ridden.figures[rider])


def rides_of(plan: Plan, temper: Temper) -> list[Ride]:
    """Every charge that is worth it on the board as it is."""
    found = []
    battle, rules = plan.battle, plan.rules
    for rider in plan.free_to_fight():
        if rider.id in plan.entering or charge.cannot_ride(battle, rider) is not None:
            continue
        known = runs.Runs(battle, rules, rider)
        for enemy in plan.enemies():
            if charge.has_before_him(battle, rules, rider, enemy) is not None or _is_neighbour(
                battle, rider, enemy
            ):
                continue
            route = runs.charge_route(battle, rules, rider, enemy, known)
            if isinstance(route, Rejection):
                continue
            ride = Ride(0, rider.id, enemy.id, route)
            passage = passage_along(battle, rules, rider, route)
            less = temper.keep_off * others_beside(plan, route[-1], enemy.id) // 2
            less += int(passage.harm * temper.own_harm / 100)
            worth = _worth(battle, rules, ride, temper, temper.charge_from + less)
            if worth is not None:
                found.append(ride._replace(worth=int(worth * passage.untouched) - less))
    return found


def _is_neighbour(battle: Battle, rider: Character, enemy: Character) -> bool:
    """Whether they touch already: nobody rides away from an enemy, round, and at him."""
    return any(battle.board.distance(one, other) <= 1 for one in rider.hexes for other in enemy.hexes)


def _worth(battle: Battle, rules: Ruleset, ride: Ride, temper: Temper, least: int) -> int | None:
    """What a charge does on average, the worst answer to it reckoned with; None where that is less than it
    must be worth, where it gains no column over a plain attack from the same hex, or would end on pikes
    (GUI-7.2.3a, GUI-7.3.1c)."""
    announced = _announced(battle, ride)
    ridden = charge.as_ridden(announced, rules)
    home = combats.bout(ridden, rules, ride.rider)
    if isinstance(home, Rejection) or _on_pikes(ridden, rules, home):
        return None
    plain = _plain(ridden, rules, ride)
    if plain is None or not odds.is_higher(rules, home, plain):
        return None
    worth = expected_worth(ridden, rules, home, temper.own_harm)
    if worth < least:
        return None  # no answer makes it better
    for answer in countering.answers_in_turn(announced, rules, ride.rider):
        met = announced.copy()
        declared = met.now.charges[ride.rider]
        met.now.charges[ride.rider] = replace(declared, counter=answer.rider, answer=answer.route)
        meeting = charge.as_ridden(met, rules)
        bout = combats.bout(meeting, rules, ride.rider)
        if not isinstance(bout, Rejection):
            worth = min(worth, _for_charger(meeting, rules, bout, ride.rider, temper))
            if worth < least:
                return None
    return worth


def _for_charger(battle: Battle, rules: Ruleset, bout: Assessment, rider: FigureId, temper: Temper) -> int:
    """The worth of a meeting for the one who charges, whichever of the two strikes (GUI-7.2.3c)."""
    if rider in bout.attackers:
        return expected_worth(battle, rules, bout, temper.own_harm)
    return -expected_worth(battle, rules, bout, 0) * temper.own_harm // 100


def _plain(ridden: Battle, rules: Ruleset, ride: Ride) -> Assessment | None:
    """The odds of the same fight without the charge."""
    draft = ridden.copy()
    draft.now.charges[ride.rider] = replace(draft.now.charges[ride.rider], state=ChargeState.LOST)
    found = odds.assess(draft, rules, (ride.rider,), (ride.target,))
    return None if isinstance(found, Rejection) else found


def _on_pikes(battle: Battle, rules: Ruleset, bout: Assessment) -> bool:
    attackers = tuple(battle.figures[a] for a in bout.attackers)
    return meets_pikes(battle, rules, Fight(attackers, tuple(battle.figures[d] for d in bout.defenders)))


def _announced(battle: Battle, ride: Ride) -> Battle:
    draft = battle.copy()
    start = draft.figures[ride.rider].hexes
    draft.now.charges[ride.rider] = Charge(target=ride.target, start=start, route=ride.route)
    return draft

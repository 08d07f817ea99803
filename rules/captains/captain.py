"""A captain: an automaton that reads the board as its seat's player could and writes his order mail.

Two tempers: the cautious one keeps to cover, lets his archers work and fights at good odds; the bold one
closes in. Both go for what the scenario asks of their side, so every battle comes to blows.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.captains import temper as tempers
from rules.captains.fights import seek_fights
from rules.captains.horses import remount
from rules.captains.lasting import standing_lines
from rules.captains.marching import March
from rules.captains.placing import captain_places
from rules.captains.plan import Plan
from rules.captains.prizes import stand_on_prizes
from rules.captains.raiding import is_in_a_hurry
from rules.captains.shooting import shoot, throw_lances
from rules.captains.walls import inside
from rules.core.modules import SETUP
from rules.ruleset import Captain, CaptainsPart, Ruleset
from rules.state.battle import Battle
from rules.state.figure import SeatId


def captain_orders(battle: Battle, rules: Ruleset, seat: SeatId, temper: str) -> list[str]:
    """The lines that a captain of this temper ("cautious", "bold") would mail for the open phase. He
    uses nothing but what lies on the table and his own seat's standing orders. Raises KeyError for an
    unknown temper."""
    character = tempers.temper(temper)
    if battle.phase_name == SETUP.id:
        return captain_places(battle, seat, cautious=temper == "cautious") if _sets_up(battle, seat) else []
    plan = Plan(battle, rules, seat)
    standing_lines(plan, character, bold=temper == "bold")
    if battle.side != plan.side or battle.outcome is not None:
        return plan.text()
    march = March(plan, character)
    if march.garrison:
        plan.keep_inside(inside(battle.board))

    def stage(part: Callable[[Captain], CaptainsPart | None]) -> None:
        for module in rules.later_first:
            act = part(module.captain)
            if act is not None:
                act(plan, march, character)

    march.leave_by_exits()
    stage(lambda captain: captain.begin)
    stage(lambda captain: captain.bring)
    shoot(plan, character)
    stage(lambda captain: captain.ride)
    stage(lambda captain: captain.storm)
    stand_on_prizes(plan)
    if not is_in_a_hurry(plan):
        seek_fights(plan, character)
    stage(lambda captain: captain.work)
    throw_lances(plan, character)
    remount(plan)
    if march.is_time:
        march.march()
    stage(lambda captain: captain.settle)
    plan.attacks.append(_everybody_else(rules, character))
    return plan.text()


def _sets_up(battle: Battle, seat: SeatId) -> bool:
    return battle.side == battle.seat(seat).side and battle.outcome is None


def _everybody_else(rules: Ruleset, character: tempers.Temper) -> str:
    return f"ATTACK anyone adjacent at {rules.policies.weighing.written(character.lone_odds)} or better"

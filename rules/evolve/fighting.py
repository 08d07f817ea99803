"""Shots, blows, wounds."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.combat import CombatFought, CombatsDeclared
from rules.events.harm import HorseKilled, Killed, Recovered, Stunned, Wounded
from rules.events.missile import (
    DamageRolled,
    FireDeclared,
    ImpactFound,
    MissileStopped,
    ShotFired,
    ShotWasted,
)
from rules.evolve.ladders import off_the_ladder
from rules.evolve.registry import handles, leaves_alone
from rules.state.battle import Battle, ChargeState, ShotAt
from rules.state.figure import Character, FigureId, Health
from rules.state.storeys import on_a_floor


@handles(Battle, FireDeclared)
def _declared(battle: Battle, event: FireDeclared) -> None:
    now = battle.now
    now.shot_at[event.target] = ShotAt(now.moved.get(event.target, 0))


@handles(Battle, ShotFired)
def _shot(battle: Battle, event: ShotFired) -> None:
    (battle.now.fired if event.mode == "offensive" else battle.now.watched).add(event.shooter)
    shooter = battle.figures[event.shooter]
    if event.weapon == "javelin":
        battle.figures[event.shooter] = replace(shooter, javelins=shooter.javelins - 1)
    elif event.weapon.startswith("lance"):
        battle.figures[event.shooter] = replace(shooter, lance=False)


@handles(Battle, ShotWasted)
def _wasted(battle: Battle, event: ShotWasted) -> None:
    battle.now.watched.add(event.shooter)


@handles(Battle, CombatsDeclared)
def _combats(battle: Battle, event: CombatsDeclared) -> None:
    battle.now.engaged.update(event.engaged)


@handles(Battle, CombatFought)
def _fought(battle: Battle, event: CombatFought) -> None:
    battle.now.attacked.update(event.attackers)
    battle.now.defended.update(event.defenders)
    battle.now.engaged.update(event.attackers)
    battle.now.engaged.update(event.defenders)
    if event.raised:
        for figure in (*event.attackers, *event.defenders):
            if figure in battle.now.charges:
                charge = battle.now.charges[figure]
                battle.now.charges[figure] = replace(charge, state=ChargeState.FOUGHT)


@handles(Battle, Wounded)
def _wounded(battle: Battle, event: Wounded) -> None:
    battle.figures[event.figure] = replace(battle.figures[event.figure], health=Health.WOUNDED)


@handles(Battle, Stunned)
def _stunned(battle: Battle, event: Stunned) -> None:
    figure = _let_go(battle, event.figure)
    battle.figures[event.figure] = replace(figure, health=Health.STUNNED, stunned_in=battle.phase)


@handles(Battle, Killed)
def _killed(battle: Battle, event: Killed) -> None:
    figure = _let_go(battle, event.figure)
    if figure.carried_by is not None:
        bearer = battle.figures[figure.carried_by]
        battle.figures[bearer.id] = replace(bearer, carries=None)
    figure = replace(figure, atop="") if on_a_floor(battle, figure) else off_the_ladder(battle, figure)
    hex_ = None if event.drowned else figure.hex
    battle.figures[event.figure] = replace(
        figure, health=Health.DEAD, hex=hex_, rear=None, carried_by=None, stunned_in=0
    )


@handles(Battle, Recovered)
def _recovered(battle: Battle, event: Recovered) -> None:
    battle.figures[event.figure] = replace(battle.figures[event.figure], health=Health.HEALTHY, stunned_in=0)


@handles(Battle, HorseKilled)
def _horse_killed(battle: Battle, event: HorseKilled) -> None:
    horse = battle.horses[event.horse]
    if horse.led_by is not None:
        leader = battle.figures[horse.led_by]
        battle.figures[leader.id] = replace(leader, leads=tuple(h for h in leader.leads if h != horse.id))
    battle.horses[event.horse] = replace(horse, alive=False, led_by=None)


def _let_go(battle: Battle, figure_id: FigureId) -> Character:
    """Whoever falls drops bridles and burden."""
    figure = battle.figures[figure_id]
    for horse_id in figure.leads:
        battle.horses[horse_id] = replace(battle.horses[horse_id], led_by=None)
    if figure.carries is not None:
        burden = battle.figures[figure.carries]
        battle.figures[burden.id] = replace(burden, carried_by=None, hex=figure.hex)
    return replace(figure, leads=(), carries=None)


leaves_alone(Battle, ImpactFound, MissileStopped, DamageRolled)

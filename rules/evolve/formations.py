"""Hoplites in close order, and fights that are refused."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.combat import AttackWasted, CombatRefused
from rules.events.formation import (
    FormationBroken,
    FormationFormed,
    FormationMoved,
    FormationThinned,
    PikesBroken,
    TortoiseTurned,
)
from rules.evolve.registry import handles, leaves_alone
from rules.state.battle import Battle, Formation


@handles(Battle, FormationFormed)
def _formed(battle: Battle, event: FormationFormed) -> None:
    places = {f: battle.figures[f].hex or "" for rank in event.ranks for f in rank}
    for other in list(battle.formations.values()):
        _without(battle, other, tuple(places))
    battle.formations[event.formation] = Formation(
        id=event.formation,
        side=event.side,
        front=event.front,
        places=places,
        opened=dict.fromkeys(event.opened, 0),
    )


@handles(Battle, FormationMoved)
def _moved(battle: Battle, event: FormationMoved) -> None:
    formation = battle.formations[event.formation]
    # in the order of the ranks that they formed in, not in the one that a stored event lists them in
    places = {figure: event.places[figure] for figure in formation.places}
    battle.formations[event.formation] = replace(formation, places=places)


@handles(Battle, FormationThinned)
def _thinned(battle: Battle, event: FormationThinned) -> None:
    _without(battle, battle.formations[event.formation], event.lost)


@handles(Battle, FormationBroken)
def _broken(battle: Battle, event: FormationBroken) -> None:
    del battle.formations[event.formation]


@handles(Battle, PikesBroken)
def _pikes(battle: Battle, event: PikesBroken) -> None:
    formation = battle.formations[event.formation]
    battle.formations[event.formation] = replace(
        formation, opened={**formation.opened, event.figure: battle.phase}
    )


@handles(Battle, TortoiseTurned)
def _tortoise(battle: Battle, event: TortoiseTurned) -> None:
    battle.formations[event.formation] = replace(battle.formations[event.formation], tortoise=event.up)


@handles(Battle, AttackWasted)
def _wasted(battle: Battle, event: AttackWasted) -> None:
    battle.now.attacked.update(event.attackers)


def _without(battle: Battle, formation: Formation, gone: tuple[str, ...]) -> None:
    places = {f: at for f, at in formation.places.items() if f not in gone}
    if not places:
        del battle.formations[formation.id]
    elif len(places) < len(formation.places):
        opened = {f: phase for f, phase in formation.opened.items() if f not in gone}
        battle.formations[formation.id] = replace(formation, places=places, opened=opened)


leaves_alone(Battle, CombatRefused)

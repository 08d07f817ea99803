"""Men who come on to the board, before the first turn or later (GUI-2a)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.deployment import (
    Entered,
    EntryDelayed,
    PatrolAwaited,
    Placed,
    ReservesCalled,
    ReservesSet,
    ReservesShown,
)
from rules.evolve.registry import handles, leaves_alone
from rules.state.battle import Battle
from rules.state.figure import FigureId, Hex

leaves_alone(Battle, PatrolAwaited)


@handles(Battle, ReservesCalled)
def _called(battle: Battle, event: ReservesCalled) -> None:
    for figure in event.figures:
        battle.figures[figure.id] = figure
    for horse in event.horses:
        battle.horses[horse.id] = horse
    battle.reserves.update(event.reserves)


@handles(Battle, ReservesShown)
def _shown(battle: Battle, event: ReservesShown) -> None:
    """Nothing for whoever knew of them; a battle as the other side saw it learns of them here."""
    for figure in event.figures:
        if figure.id not in battle.figures:
            battle.figures[figure.id] = figure
    for horse in event.horses:
        if horse.id not in battle.horses:
            battle.horses[horse.id] = horse


@handles(Battle, Placed)
def _placed(battle: Battle, event: Placed) -> None:
    for figure, place in event.places.items():
        _stand(battle, figure, *place)


@handles(Battle, ReservesSet)
def _set(battle: Battle, event: ReservesSet) -> None:
    battle.reserves.update(event.reserves)


@handles(Battle, Entered)
def _entered(battle: Battle, event: Entered) -> None:
    _stand(battle, event.figure, *((event.hex, event.rear) if event.rear else (event.hex,)))
    now = battle.now
    now.spent[event.figure], now.moved[event.figure] = event.mp, 1
    now.reduced[event.figure] = event.left


@handles(Battle, EntryDelayed)
def _delayed(battle: Battle, event: EntryDelayed) -> None:
    battle.reserves[event.figure] = replace(battle.reserves[event.figure], turn=event.turn, slow=False)


def _stand(battle: Battle, figure: FigureId, at: Hex, rear: Hex | None = None) -> None:
    battle.figures[figure] = replace(battle.figures[figure], hex=at, rear=rear)
    battle.reserves.pop(figure, None)

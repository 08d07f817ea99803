"""Tents torn down, gates worked, wooden works destroyed."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.structures import GateWorked, Jumped, SideKept, TentTorn, WoodDestroyed
from rules.evolve.registry import handles, leaves_alone
from rules.state.battle import RUIN, Battle, Overlay

_LEFT = {"gate": "destroyed_gate", "stockade": "stockade_down", "platform": "stockade_down"}
_KINDS = {"gate": "destroyed gate", "stockade": "broken stockade", "platform": "fallen platform"}

leaves_alone(Battle, Jumped)


@handles(Battle, TentTorn)
def _torn(battle: Battle, event: TentTorn) -> None:
    battle.overlays[f"torn-{event.hex}"] = Overlay(
        id=f"torn-{event.hex}", kind="torn tent", hexes=(event.hex,), terrain="tent_opening"
    )
    battle.now.busy.add(event.figure)


@handles(Battle, GateWorked)
def _worked(battle: Battle, event: GateWorked) -> None:
    name = f"gate-{event.gate[0]}"
    battle.overlays.pop(name, None)
    terrain = "open_gate" if event.opened else "gate"
    if any(battle.board.terrain(at) != terrain for at in event.gate):
        kind = "open gate" if event.opened else "closed gate"
        battle.overlays[name] = Overlay(id=name, kind=kind, hexes=event.gate, terrain=terrain)
    battle.now.busy.add(event.figure)


@handles(Battle, SideKept)
def _kept(battle: Battle, event: SideKept) -> None:
    battle.now.sheltered[event.figure] = event.side
    if not event.answered:
        battle.figures[event.figure] = replace(battle.figures[event.figure], sheltered_from=event.side)


@handles(Battle, WoodDestroyed)
def _destroyed(battle: Battle, event: WoodDestroyed) -> None:
    """A platform comes down to the ground, one level below it."""
    battle.overlays[f"{RUIN}{event.hex}"] = Overlay(
        id=f"{RUIN}{event.hex}",
        kind=_KINDS[event.what],
        hexes=(event.hex,),
        terrain=_LEFT[event.what],
        level=-1 if event.what == "platform" else 0,
        removes=("stockade",),
    )

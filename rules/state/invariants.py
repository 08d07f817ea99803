"""What must be true of every battle at the end of every phase, whatever the orders and the dice were."""

from __future__ import annotations

from collections import Counter

from rules.state.battle import Battle
from rules.state.figure import Character, Horse


def broken(battle: Battle) -> list[str]:
    """Every invariant that does not hold, in words; an empty list for a sound battle."""
    found = [fault for figure in battle.figures.values() for fault in _figure(battle, figure)]
    found += [fault for horse in battle.horses.values() for fault in _horse(battle, horse)]
    found += _crowds(battle)
    return found


def _figure(battle: Battle, figure: Character) -> list[str]:
    faults = []
    if any(at not in battle.board for at in figure.hexes):
        faults.append(f"{figure.id} stands off the board at {figure.hexes}")
    if figure.hex is not None and figure.mounted != (figure.rear is not None):
        faults.append(f"{figure.id}: mounted {figure.mounted}, rear half {figure.rear}")
    if figure.rear and figure.hex and not battle.board.adjacent(figure.hex, figure.rear):
        faults.append(f"{figure.id}: halves {figure.hex} and {figure.rear} do not touch")
    if figure.mounted and (figure.dead or figure.stunned):
        faults.append(f"{figure.id} is {figure.health} in the saddle")
    if figure.mount is not None and battle.horses[figure.mount].ridden_by != figure.id:
        faults.append(f"{figure.id} rides {figure.mount}, which does not know it")
    if figure.hex is None and not figure.dead and figure.left_by is None and figure.carried_by is None:
        faults.append(f"{figure.id} is {figure.health} and nowhere")
    if figure.stunned and not figure.stunned_in:
        faults.append(f"{figure.id} is stunned since no phase")
    for horse in figure.leads:
        if battle.horses[horse].led_by != figure.id:
            faults.append(f"{figure.id} leads {horse}, which does not know it")
    if figure.carries is not None and battle.figures[figure.carries].carried_by != figure.id:
        faults.append(f"{figure.id} carries {figure.carries}, who does not know it")
    return faults


def _horse(battle: Battle, horse: Horse) -> list[str]:
    faults = []
    if (horse.ridden_by is not None) and horse.front is not None:
        faults.append(f"{horse.id} is ridden and stands by itself")
    if horse.ridden_by is not None and battle.figures[horse.ridden_by].mount != horse.id:
        faults.append(f"{horse.id} is ridden by {horse.ridden_by}, who does not know it")
    if horse.alive and horse.ridden_by is None and horse.front is None:
        rider_left = any(f.left_by is not None for f in battle.figures.values() if f.mount == horse.id)
        if not rider_left:
            faults.append(f"{horse.id} is alive and nowhere")
    if horse.alive and horse.front and horse.rear and not battle.board.adjacent(horse.front, horse.rear):
        faults.append(f"{horse.id}: halves {horse.front} and {horse.rear} do not touch")
    if horse.led_by is not None and horse.id not in battle.figures[horse.led_by].leads:
        faults.append(f"{horse.id} is led by {horse.led_by}, who does not know it")
    return faults


def _crowds(battle: Battle) -> list[str]:
    """No more than one living character, and no more than one living counter, in a hex (GUI-4.1a)."""
    people = Counter(
        at for f in battle.figures.values() if f.living and f.carried_by is None for at in f.hexes
    )
    return [f"{count} living characters in {at}" for at, count in people.items() if count > 1]

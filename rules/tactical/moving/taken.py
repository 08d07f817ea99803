"""Hexes that others have: where a search may not go, and where none may end."""

from __future__ import annotations

from rules.state.battle import Battle
from rules.state.figure import Character, Hex, Horse
from rules.state.pieces import Pieces


def closed_hexes(battle: Battle, figure: Character) -> set[Hex]:
    """Where the front half cannot go now: active enemies and the horses that they lead (GUI-4.2)."""
    closed = {at for f in battle.active_enemies(figure.side) if not f.storey for at in f.hexes}
    for horse in battle.horses.derived(_led):
        if battle.hostile(figure.side, battle.figures[horse.led_by or ""].side):
            closed.update(horse.hexes)
    return closed


def taken_hexes(battle: Battle, figure: Character) -> set[Hex]:
    """Where no half may end: the other living, and horses that others lead."""
    taken = {
        at
        for f in battle.figures.values()
        if f.id != figure.id and f.living and f.carried_by is None and not f.storey
        for at in f.hexes
    }
    for horse in battle.horses.derived(_led):
        if horse.led_by != figure.id:
            taken.update(horse.hexes)
    return taken


def running_free(horses: Pieces[Horse]) -> frozenset[Hex]:
    """Where the horses are that nobody rides or leads."""
    return frozenset(at for h in horses.values() if h.loose and h.led_by is None for at in h.hexes)


def _led(horses: Pieces[Horse]) -> tuple[Horse, ...]:
    return tuple(h for h in horses.values() if h.loose and h.led_by is not None)

"""Where the eye belongs on a board: where somebody was struck or climbed a wall, where a side stands near its
enemies, and where something happened."""

from __future__ import annotations

from collections.abc import Sequence

from rules.events.base import Event
from rules.events.combat import CombatFought
from rules.events.ladders import Climbed, LadderTried
from rules.events.missile import DamageRolled
from rules.state.battle import Battle
from rules.state.figure import FigureId, Hex, SeatId
from rules.state.ladders import climber, wall_hex
from rules.views.records import PictureTrack

NEAR = 3
"""Hexes within which somebody counts as near."""
FIGHTS = 4
"""How often a hex counts where men fought or a shot did harm."""
WALLS = 6
"""The same of the foot of a ladder that stands, and of the wall above it; twice with a man on it."""
BESIDE = 2
"""The same of an enemy in the next hex."""
NO_HARM = "-"


def focus_of(
    battle: Battle, seat: SeatId | None, tracks: Sequence[PictureTrack], events: Sequence[Event] = ()
) -> tuple[str, ...]:
    """The hexes that matter to a seat (None: to everybody), each as often as it matters: ladders that stand,
    then fights and shots that did harm, then where its men and their enemies are near each other, and where
    shots fell and somebody went."""
    found = [*_walls(battle), *_harm(battle, events)]
    for track in tracks:
        found += track.labels[-1:] * (FIGHTS if track.what == "attack" else 1)
    sides = {battle.seat(seat).side} if seat else {side.id for side in battle.setup.sides}
    men = [(f, f.hex) for f in battle.figures.values() if f.active and f.hex]
    for man, at in men:
        if man.side in sides:
            for enemy, there in men:
                if (
                    battle.hostile(man.side, enemy.side)
                    and (away := battle.board.distance(at, there)) <= NEAR
                ):
                    found += [at, there] * (BESIDE if away == 1 else 1)
    return tuple(found)


def _walls(battle: Battle) -> list[Hex]:
    """Ladders and ropes that stand."""
    found: list[Hex] = []
    for ladder in battle.ladders.values():
        if ladder.upright:
            ends = [at for at in (ladder.hexes[0], wall_hex(battle, ladder)) if at is not None]
            found += ends * (WALLS * 2 if climber(battle, ladder) is not None else WALLS)
    return found


def _harm(battle: Battle, events: Sequence[Event]) -> list[Hex]:
    """Where men were struck, were in a fight, climbed or saw to a ladder."""
    found: list[Hex] = []
    for event in events:
        if isinstance(event, DamageRolled) and event.letter != NO_HARM:
            found += _at(battle, event.victim) * FIGHTS
        elif isinstance(event, CombatFought):
            found += [at for who in event.defenders for at in _at(battle, who)] * FIGHTS
        elif isinstance(event, LadderTried):
            found += [event.at] * FIGHTS
        elif isinstance(event, Climbed):
            found += [event.hex] * FIGHTS
    return found


def _at(battle: Battle, who: FigureId) -> list[Hex]:
    """Where somebody is now, or lies."""
    if who in battle.figures:
        return list(battle.figures[who].hexes[:1])
    return list(battle.horses[who].hexes[:1]) if who in battle.horses else []

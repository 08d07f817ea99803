"""What moved and shot in a phase, as tracks on the board."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.core.language import english
from rules.events.base import Event
from rules.events.burning import FlamingArrowShot
from rules.events.combat import CombatFought, Retreated
from rules.events.missile import ImpactFound, ShotFired
from rules.events.movement import Moved
from rules.events.siege_engines import EngineShot, StoneFell
from rules.evolve import evolve
from rules.state.battle import Battle
from rules.views.records import PictureTrack


def tracks_of(before: Battle, events: Iterable[Event], number: dict[str, int]) -> list[PictureTrack]:
    """The moves, retreats, advances, shots and attacks among some events, each from its first hex
    to its last."""
    battle = before.copy()
    tracks: list[PictureTrack] = []
    run: tuple[str, str, list[str]] | None = None
    for event in events:
        if isinstance(event, Moved | Retreated):
            figure = battle.figures[event.figure]
            what = (
                "retreat"
                if isinstance(event, Retreated)
                else ("advance" if event.how == "advance" else "move")
            )
            if run is None or run[:2] != (event.figure, what):
                _close(battle, run, number, tracks)
                run = (event.figure, what, [figure.hex or ""])
            run[2].append(event.hex)
        elif isinstance(event, ShotFired):
            shooter = battle.figures[event.shooter]
            caption = english("{shooter} shoots", shooter=shooter.name)
            tracks.append(PictureTrack("shot", number[shooter.side], (shooter.hex or "", event.aim), caption))
        elif isinstance(event, ImpactFound | StoneFell):
            _fell(tracks, event)
        elif isinstance(event, FlamingArrowShot):
            archer = battle.figures[event.shooter]
            caption = english("{archer} shoots a burning arrow", archer=archer.name)
            tracks.append(PictureTrack("shot", number[archer.side], (archer.hex or "", event.hex), caption))
        elif isinstance(event, EngineShot):
            engine = battle.engines[event.engine]
            caption = english("{engine} shoots", engine=engine.name)
            tracks.append(PictureTrack("shot", number[engine.side], (engine.hexes[0], event.aim), caption))
        elif isinstance(event, CombatFought):
            tracks += _attacks(battle, event, number)
        evolve(battle, event)
    _close(battle, run, number, tracks)
    return tracks


def _fell(tracks: list[PictureTrack], event: ImpactFound | StoneFell) -> None:
    """The shot drawn last goes to where it fell, and no farther than its aim where it was lost."""
    shot = tracks[-1] if tracks else None
    if shot is None or shot.what != "shot" or shot.labels[-1] != event.aim or event.hex == event.aim:
        return
    start = shot.labels[0]
    if not event.hex:
        tracks[-1] = replace(shot, what="lost")
    else:
        told = english("{shot} at {aim}, it falls in {hex}", shot=shot.caption, aim=event.aim, hex=event.hex)
        tracks[-1] = replace(shot, labels=(start, event.hex), aim=event.aim, caption=told)


def _attacks(battle: Battle, event: CombatFought, number: dict[str, int]) -> list[PictureTrack]:
    tracks = []
    target = event.defenders[0]
    there = battle.figures[target].hexes if target in battle.figures else battle.horses[target].hexes
    for attacker in event.attackers:
        figure = battle.figures[attacker]
        pairs = [(a, b) for a in figure.hexes for b in there if battle.board.adjacent(a, b)]
        if pairs:
            tracks.append(
                PictureTrack(
                    "attack", number[figure.side], pairs[0], english("{figure} attacks", figure=figure.name)
                )
            )
    return tracks


def _close(
    battle: Battle, run: tuple[str, str, list[str]] | None, number: dict[str, int], tracks: list[PictureTrack]
) -> None:
    if run is None or len(run[2]) < 2:
        return
    figure = battle.figures[run[0]]
    told = {
        "move": english("{figure} moves"),
        "retreat": english("{figure} falls back"),
        "advance": english("{figure} advances"),
    }[run[1]]
    tracks.append(PictureTrack(run[1], number[figure.side], tuple(run[2]), english(told, figure=figure.name)))

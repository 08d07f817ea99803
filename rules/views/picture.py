"""The board as a picture's plain record: hexes, hexsides, counters and the tracks of a phase."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import chain, count

from rules.core.facing import FACINGS
from rules.core.language import english
from rules.core.modules import SETUP
from rules.events.base import Event
from rules.state.battle import Battle
from rules.state.figure import Character, Health, Horse, SeatId, SideId
from rules.state.storeys import on_a_floor
from rules.state.terrain import corpses_at, hexside_between, terrain_at
from rules.state.works import EngineState
from rules.views.focus import focus_of
from rules.views.records import (
    Picture,
    PictureArea,
    PictureGoal,
    PictureHex,
    PicturePiece,
    PictureSide,
    PictureWork,
)
from rules.views.tracks import tracks_of


def picture(
    seen: Battle, seat: SeatId | None, before: Battle | None = None, events: Sequence[Event] = ()
) -> Picture:
    """The board of a battle as a seat knows it; with what it knew of it before a phase, and what it was shown
    of that, also what moved and shot."""
    in_colours = seen.setup.sides_by_colour
    number = {side.id: i for i, side in enumerate(in_colours)}
    badges = badges_of(seen)
    pieces = [_figure_piece(seen, f, badges[f.id], number[f.side]) for f in seen.figures.values() if f.living]
    pieces += [
        _horse_piece(seen, h, number.get(h.side, 0)) for h in seen.horses.values() if h.alive and h.front
    ]
    tracks = tuple(tracks_of(before, events, number)) if before is not None else ()
    return Picture(
        hexes=tuple(_hexes(seen)),
        hexsides=tuple(_hexsides(seen)),
        pieces=tuple(pieces),
        tracks=tracks,
        sides=tuple(side.name for side in in_colours),
        summary=_summary(seen),
        works=tuple(_works(seen)),
        areas=tuple(_areas(seen)),
        goals=tuple(_goals(seen, number)),
        focus=focus_of(seen, seat, tracks, events),
    )


def _areas(battle: Battle) -> Iterable[PictureArea]:
    """Where the side in phase may place its men, while it does."""
    if battle.phase_name != SETUP.id or battle.outcome is not None:
        return
    for seat in battle.seats_in_phase:
        deployment = battle.deployment_of(seat.id)
        for area in deployment.areas if deployment is not None else ():
            yield PictureArea(area.name, area.hexes)


def _goals(battle: Battle, number: dict[SideId, int]) -> Iterable[PictureGoal]:
    """The hexes that score, each set of them once; who scores by them, and what for."""
    found: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for aim in battle.setup.victory.aims:
        if aim.hexes:
            found.setdefault((aim.kind, aim.hexes), []).append(number[aim.side])
    for (kind, hexes), sides in found.items():
        yield PictureGoal(kind, hexes, tuple(sides))


def _works(battle: Battle) -> Iterable[PictureWork]:
    """Ladders, ropes, engines, naphtha and flames, the lowest first."""
    for spilled in battle.naphtha:
        yield PictureWork("naphtha", (spilled,))
    for ladder in battle.ladders.values():
        hexes = ladder.hexes or tuple(at for f in ladder.bearers if (at := battle.figures[f].hex) is not None)
        if hexes:
            facing = ladder.facing.value if ladder.facing else ""
            yield PictureWork(ladder.kind, hexes, facing, "carried" if ladder.bearers else "")
    for built in battle.board.structures:
        yield PictureWork("structure", built.hexes, name=built.name)
    for engine in battle.engines.values():
        state = "" if engine.state is EngineState.READY else engine.state.value
        yield PictureWork(engine.kind, engine.hexes, engine.facing.value, state, engine.wait, engine.name)
    for burning, flame in battle.flames.items():
        yield PictureWork("flame", (burning,), number=flame.turns)


def _hexes(battle: Battle) -> Iterable[PictureHex]:
    bodies = {f.hex for f in battle.figures.values() if f.dead} | {
        at for h in battle.horses.values() if not h.alive for at in h.hexes
    }
    for label, cell in battle.board.cells.items():
        people, horses = corpses_at(battle, label) if label in bodies else (0, 0)
        yield PictureHex(label, cell.column, cell.row, terrain_at(battle, label), cell.level, people, horses)


def _hexsides(battle: Battle) -> Iterable[PictureSide]:
    board = battle.board
    for (a, b), features in board.hexsides.items():
        facing = board.facing(a, b)
        if facing is None or (facing.number >= 3 and "lip" not in features):
            continue
        if battle.overlays:
            features = hexside_between(battle, a, b)
        for feature in sorted(features):
            # a lip is drawn from its slope hex, so that the teeth point downhill
            if feature == "lip" and board.terrain(a) != "slope":
                continue
            if feature != "lip" and facing.number >= 3:
                continue
            yield PictureSide(a, facing.value, feature)
    yield from _pikes(battle)


def _pikes(battle: Battle) -> Iterable[PictureSide]:
    """The markers before the men of a formation's first rank (GUI-7.3.1a, GUI-7.3.1c), on the sides
    they point over."""
    for formation in battle.formations.values():
        held = set(formation.places.values())
        for figure, at in formation.places.items():
            man = battle.figures[figure]
            if figure in formation.opened or not man.active or man.hex != at:
                continue
            facings = (formation.front, formation.front.turned(1))
            if not any(battle.board.neighbour(at, facing) in held for facing in facings):
                yield from (PictureSide(at, facing.value, "pikes") for facing in facings)


def _figure_piece(battle: Battle, figure: Character, badge: str, side_number: int) -> PicturePiece:
    values = figure.values
    facing = battle.board.facing(figure.rear, figure.hex) if figure.rear and figure.hex else None
    return PicturePiece(
        id=figure.id,
        name=figure.name,
        badge=badge,
        side=figure.side,
        side_number=side_number,
        kind="rider" if figure.mounted else "foot",
        label=figure.hex or "",
        rear=figure.rear or "",
        facing=facing.value if facing else "",
        health=figure.health.value,
        armoured=figure.armoured,
        weapon=figure.weapon or ("lance" if figure.lance else ""),
        attack=values.attack,
        defence=values.defence,
        movement=values.movement,
        mark=battle.charge_mark(figure.id),
        aloft=bool(figure.storey) and not on_a_floor(battle, figure),
        storey=figure.storey if on_a_floor(battle, figure) else 0,
    )


def _horse_piece(battle: Battle, horse: Horse, side_number: int) -> PicturePiece:
    facing = battle.board.facing(horse.rear, horse.front) if horse.rear and horse.front else None
    return PicturePiece(
        id=horse.id,
        name=horse.name,
        badge="",
        side=horse.side,
        side_number=side_number,
        kind="horse",
        label=horse.front or "",
        rear=horse.rear or "",
        facing=facing.value if facing else FACINGS[0].value,
        health=Health.HEALTHY.value,
        armoured=horse.armoured,
        weapon="",
        attack=0,
        defence=1,
        movement=0,
    )


def badges_of(battle: Battle) -> dict[str, str]:
    """Two or three letters for each figure, unique in the game and the same in every picture of it."""
    taken: set[str] = set()
    badges: dict[str, str] = {}
    for figure in battle.figures.values():
        plain = "".join(c for c in unicodedata.normalize("NFKD", figure.name) if c.isalpha() and c.isascii())
        plain = plain or figure.id
        tries = [plain[:2], plain[:1] + plain[2:3], plain[:3]]
        tries += [plain[:1] + c for c in plain[1:]]
        numbered = (f"{plain[:1]}{i}" for i in count(2))
        known = (t.capitalize() for t in chain(tries, numbered) if len(t) > 1)
        badge = next(t for t in known if t not in taken)
        taken.add(badge)
        badges[figure.id] = badge
    return badges


def _summary(battle: Battle) -> str:
    title, turn, sides = battle.setup.title, battle.turn, battle.setup.sides
    standing = [sum(1 for f in battle.side_figures(s.id) if f.active or f.awaited) for s in sides]
    if len(sides) > 2:
        told = ", ".join(
            english("{name} with {standing}", name=side.name, standing=number)
            for side, number in zip(sides, standing, strict=True)
        )
        if not turn:
            return english("Map of {title} before the first turn: {sides}.", title=title, sides=told)
        return english("Map of {title}, turn {turn}, standing: {sides}.", title=title, turn=turn, sides=told)
    one, other = sides
    if not turn:
        return english(
            "Map of {title} before the first turn: {one} with {standing} against {other} with {others}.",
            title=title,
            one=one.name,
            standing=standing[0],
            other=other.name,
            others=standing[1],
        )
    return english(
        "Map of {title}, turn {turn}: {one} with {standing} standing against {other} with {others} standing.",
        title=title,
        turn=turn,
        one=one.name,
        standing=standing[0],
        other=other.name,
        others=standing[1],
    )

"""Men without supply in a battle on a board (GUC-8.4b)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from rules.events.base import Event
from rules.events.creation import GameCreated
from rules.events.deployment import ReservesCalled
from rules.events.marks import Marked
from rules.options import hunger
from rules.state.figure import Character, Faces, FigureId, Values


def weakened(opening: Sequence[Event], unfed: Collection[FigureId], die: int) -> list[Event]:
    """The first events of a battle in which some have been without supply for two days: half of their MP,
    rounded down, and a mark for their dice, which are worse by ``die``. Whoever is not in it has none."""
    created = opening[0]
    assert isinstance(created, GameCreated)
    later = [man for event in opening if isinstance(event, ReservesCalled) for man in event.figures]
    hungry = [man.id for man in (*created.figures, *later) if man.id in unfed]
    if not hungry:
        return list(opening)
    modules = (*created.setup.modules, hunger.HUNGER.name.id)
    first = replace(
        created, setup=replace(created.setup, modules=modules), figures=_halved(created.figures, unfed)
    )
    between = [
        replace(event, figures=_halved(event.figures, unfed)) if isinstance(event, ReservesCalled) else event
        for event in opening[1:-1]
    ]
    marks = [Marked(name, hunger.MARK, die, hunger.RULE) for name in hungry]
    return [first, *between, *marks, opening[-1]]


def _halved(men: tuple[Character, ...], unfed: Collection[FigureId]) -> tuple[Character, ...]:
    return tuple(replace(man, faces=_half(man.faces)) if man.id in unfed else man for man in men)


def _half(faces: Faces) -> Faces:
    return Faces(**{
        name: replace(face, movement=face.movement // 2) if isinstance(face, Values) else face
        for name in Faces.__struct_fields__
        if (face := getattr(faces, name)) is not None
    })  # fmt: skip

"""A battle put up as it stands, without anything having happened before: for positions, and for tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rules.events.creation import GameCreated
from rules.events.sequence import PhaseOpened, StepBegan
from rules.evolve import replay
from rules.positions.boards import misplaced
from rules.ruleset import Ruleset
from rules.state.battle import Battle, BattleSetup, Formation, Overlay, Victory
from rules.state.board import BoardData, board_of
from rules.state.figure import Character, Horse, SideId
from rules.state.table import Options, Seat, Side
from rules.state.works import Engine, Ladder

NORMANS = Side(id="normans", name="Normans", adjective="Norman")
ARABS = Side(id="arabs", name="Arabs", adjective="Arab")


def with_horses(
    pieces: Iterable[Character | Horse],
) -> tuple[tuple[Character, ...], tuple[Horse, ...]]:
    """Figures and horses: the horse under each rider who has brought none, and led horses in the hands of
    those who lead them."""
    given = tuple(pieces)
    figures = tuple(p for p in given if isinstance(p, Character))
    horses = [p for p in given if isinstance(p, Horse)]
    known = {h.id for h in horses}
    horses += [
        Horse(id=f.mount, name=f"{f.name}'s horse", side=f.side, ridden_by=f.id)
        for f in figures
        if f.mount is not None and f.mount not in known
    ]
    leads = {f.id: tuple(h.id for h in horses if h.led_by == f.id) for f in figures}
    return tuple(replace(f, leads=leads[f.id]) if leads[f.id] else f for f in figures), tuple(horses)


def put_up(
    board: BoardData,
    figures: Sequence[Character],
    horses: Sequence[Horse],
    *,
    rules: Ruleset,
    sides: tuple[Side, ...] = (NORMANS, ARABS),
    seats: tuple[Seat, ...] = (),
    victory: Victory | None = None,
    title: str = "A position",
    scenario: str = "position",
    options: Options | None = None,
    policies: dict[str, bool] | None = None,
    side: SideId = "",
    step: str | None = None,
    phase: int = 1,
    turn: int = 0,
    ladders: tuple[Ladder, ...] = (),
    engines: tuple[Engine, ...] = (),
    overlays: tuple[Overlay, ...] = (),
    formations: tuple[Formation, ...] = (),
) -> Battle:
    """A battle with a phase of ``side`` open (of the first if it is not given), before its first step, or in
    the ``step`` named. Each side has a seat of its name where none are given. A battle without ``victory``
    goes on for ever. Raises ValueError for a piece that stands where none can."""
    pieces: tuple[Character | Horse, ...] = (*figures, *horses)
    for piece in pieces:
        if why := misplaced(board_of(board), piece.hexes):
            raise ValueError(f"{piece.name}: {why}")
    setup = BattleSetup(
        scenario=scenario,
        title=title,
        ruleset=rules.id,
        board=board,
        sides=sides,
        seats=seats or tuple(Seat(one.id, one.id, one.name) for one in sides),
        victory=victory or Victory(turns=0),
        options=options or Options(),
        tables_digest=rules.tables.digest,
        modules=rules.switched_on,
        policies=policies or {},
    )
    made = replay(
        [
            GameCreated(
                setup=setup,
                figures=tuple(_dated(figure, phase) for figure in figures),
                horses=tuple(horses),
                ladders=ladders,
                engines=engines,
                overlays=overlays,
                formations=formations,
            ),
            PhaseOpened(number=phase, turn=turn or (phase - 1) // len(sides) + 1, side=side or sides[0].id),
            *([StepBegan(step=step)] if step is not None else []),
        ]
    )
    assert isinstance(made, Battle)
    return made


def _dated(figure: Character, phase: int) -> Character:
    """Whoever is stunned and does not say since when is so since the phase before (GUI-6.4)."""
    if not figure.stunned or figure.stunned_in:
        return figure
    return replace(figure, stunned_in=max(1, phase - 1))

"""The board of a battle as a position file names or draws it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.scenarios.panels import PANELS, load_panel
from rules.state.board import BoardData, Panel
from rules.state.structures import Structure


def named(board: BoardData) -> list[str]:
    """The lines of the head that name a board of panels as they are shipped; none where one is not."""
    drawings = [_shipped(panel) for panel in board.panels]
    if not all(drawings):
        return []
    if len(board.panels) == 1 and board.panels[0] == load_panel(drawings[0]):
        return [f"board {drawings[0]}"]
    return [
        f"panel {p.letter} {drawing} at {p.column},{p.row}{f' turn {p.turn}' if p.turn else ''}"
        for p, drawing in zip(board.panels, drawings, strict=True)
    ]


def _shipped(panel: Panel) -> str:
    """The drawing of a panel, wherever it is laid; "" if none that is shipped is this one."""
    for path in sorted(PANELS.glob("*.txt")):
        drawn = load_panel(path.stem)
        laid = replace(drawn, letter=panel.letter, column=panel.column, row=panel.row, turn=panel.turn)
        if laid == panel:
            return path.stem
    return ""


def drawn(board: BoardData) -> Iterator[str]:
    """The sections that draw a board of one panel."""
    if len(board.panels) != 1:
        return
    panel = board.panels[0]
    width = max((len(code) for row in panel.rows for code in row), default=1)
    yield "[board]"
    yield from (" ".join(code.ljust(width) for code in row).rstrip() for row in panel.rows)
    if panel.hexsides:
        yield "[hexsides]"
        yield from (f"{mark.hex} {mark.facing} {mark.feature}" for mark in panel.hexsides)
    if panel.traits:
        yield "[traits]"
        yield from (f"{trait.name} {' '.join(trait.hexes)}" for trait in panel.traits)
    if panel.structures:
        yield "[structures]"
        for structure in panel.structures:
            yield from _built(structure)


def _built(structure: Structure) -> Iterator[str]:
    yield f"structure {structure.name} {' '.join(structure.hexes)}"
    for floor in structure.floors:
        cover = f" cover {floor.cover}" if floor.cover else ""
        yield f"storey {floor.storey} height {floor.height}{cover} {' '.join(floor.hexes)}".rstrip()
    for joint in structure.joints:
        usual = f"{joint.kind} from {joint.start} to {joint.end}"
        name = "" if joint.name == usual else f" {joint.name}"
        yield f"link {joint.kind} {joint.start} {joint.end}{name}"

"""Panels drawn as text: what they mean, and what is said of faulty ones."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.facing import Facing
from rules.core.tables import shipped_tables
from rules.scenarios.panels import (
    PANELS,
    PanelError,
    board_data,
    load_panel,
    panel_from_text,
    terrain_letters,
)
from rules.state.board import Board, Panel, board_of
from rules.state.terrain import BUILT

SMALL = """\
name A hill with a trail
# a comment
[map]
#  01  03  05
01 .   /   /
     s   .1  m
02 .   /   /
     .   /   .
03 p   .   .
     .   .   .
[hexsides]
0101 SE low_wall
[paths]
path 0102 0103 0203
"""


def board(text: str) -> Board:
    return board_of(board_data(panel_from_text(text)))


def test_odd_columns_stand_on_the_upper_line_and_even_ones_below() -> None:
    drawn = board(SMALL)
    assert drawn.terrain("0101") == "flat"
    assert drawn.terrain("0201") == "scrub"
    assert (drawn.terrain("0401"), drawn.level("0401")) == ("flat", 1)
    assert drawn.terrain("0601") == "marsh"
    assert len(drawn.cells) == 18


def test_a_slope_has_its_lip_towards_the_higher_hex() -> None:
    drawn = board(SMALL)
    assert drawn.hexside("0301", "0401") == {"lip"}
    assert drawn.hexside("0301", "0201") == frozenset()


def test_hexsides_and_paths_are_marked_from_both_sides() -> None:
    drawn = board(SMALL)
    assert drawn.hexside("0201", "0101") == {"low_wall"}
    assert drawn.hexside("0103", "0102") == {"path"}
    assert drawn.hexside("0103", "0203") == {"path"}
    assert drawn.hexside("0102", "0203") == frozenset()


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("s   .1  m", "s   .1", r"line 8: 3 even columns where the panel has 2"),
        ("     .   .   .\n[hex", "     .   .\n[hex", r"line 10: 2 even columns"),
        ("02 .   /   /", "02 .   /   Q", r"line 7: unknown terrain letter 'Q'"),
        ("02 .   /   /", "02 .   /9  /", r"line 7: level 9 in '/9': levels run from -2 to 4"),
        ("02 .   /   /", "03 .   /   /", r"line 7: row number 03 where row 02 should stand"),
        ("0101 SE low_wall", "0101 E low_wall", r"line 12: 'E' is no direction"),
        ("0101 SE low_wall", "0101 N low_wall", r"line 12: there is no hex north of 0101"),
        ("0101 SE low_wall", "0901 N low_wall", r"line 12: there is no hex 0901"),
        ("0101 SE low_wall", "0101 SE hedge", r"line 12: 'hedge' is no feature"),
        ("path 0102 0103 0203", "path 0102 0203 0401", r"line 14: 0102 and 0203 do not touch"),
        ("path 0102 0103 0203", "path 0102", r"line 14: a path is the word path"),
        ("path 0102 0103 0203", "", r"line 9: no path leads into the trail 0103"),
        ("     s   .1  m", "     s   .   m", r"line 5: the slope 0301 touches no hex one level higher"),
        (
            "01 .   /   /",
            "01 .   .   /",
            r"line 5: 0401 lies a level above 0301, but no slope leads up to it",
        ),
        ("     s   .1  m", "     s   .2  m", r"line 5: 0401 lies more than one level above 0301"),
        ("name A hill with a trail", "", r"line 1: the panel has no name"),
        ("[hexsides]", "[roofs]", r"line 11: there is no section \[roofs\]"),
        ("     .   .   .\n[hex", "[hex", r"line 9: the last row lacks its lower line"),
        ("name A hill with a trail", "A hill", r"line 1: expected 'name ...'"),
    ],
)
def test_a_faulty_panel_is_refused_with_file_and_line(old: str, new: str, complaint: str) -> None:
    assert old in SMALL
    with pytest.raises(PanelError, match=rf"hill\.txt, {complaint}"):
        panel_from_text(SMALL.replace(old, new), "hill.txt")


def test_an_unknown_panel_is_named() -> None:
    with pytest.raises(PanelError, match="no panel 'atlantis'"):
        load_panel("atlantis")


@pytest.mark.parametrize("name", sorted(path.stem for path in PANELS.glob("*.txt")))
def test_every_shipped_panel_is_a_map_of_the_usual_size(name: str) -> None:
    panel = load_panel(name)
    assert 16 <= len(panel.rows) <= 22
    assert 22 <= len(panel.rows[0]) <= 30
    assert panel.name


@pytest.mark.rule("GUI-3.1")
def test_the_shipped_panels_together_show_every_open_terrain_but_the_stairway() -> None:
    letters = dict(terrain_letters())
    shown = {
        letters[code[0]]
        for name in ("orchard", "defile", "strand", "ford")
        for r in load_panel(name).rows
        for code in r
    }
    built = {"tent", "tent_opening", "stockade_down"} | BUILT
    assert shown == set(shipped_tables()["terrain"].keys()) - {"stairway"} - built


def test_two_panels_join_with_one_of_them_upside_down() -> None:
    """The second lies below the first, turned by half a circle: its last row touches the first
    one's last row."""
    upper = load_panel("orchard")
    columns, rows = len(upper.rows[0]), len(upper.rows)
    lower = _turned(upper, column=columns - 1, row=2 * rows - 1)
    joined = board_of(board_data(upper, lower))
    assert len(joined.cells) == 2 * columns * rows
    assert joined.neighbour("A0118", Facing.S) == f"B{columns}18"
    assert joined.terrain("B0101") == joined.terrain("A0101")
    # inside the turned panel north and south have changed places, and the cart track still crosses its sides
    assert joined.neighbour("B0102", Facing.S) == "B0101"
    track = [(a, b) for (a, b), marks in joined.hexsides.items() if "path" in marks]
    assert len([t for t in track if t[0][0] == "B"]) == len([t for t in track if t[0][0] == "A"])
    # no hex on the seam is without a neighbour on the other panel
    for column in range(1, columns + 1):
        assert any(n[0] == "B" for n in joined.neighbours(f"A{column:02d}18"))


def _turned(panel: Panel, *, column: int, row: int) -> Panel:
    return replace(panel, letter="B", column=column, row=row, turn=3)


def test_only_the_board_that_games_ask_for_is_kept_of_a_panel() -> None:
    kept = board_of.cache_info().misses
    board(SMALL.replace("A hill", "Another hill"))
    assert board_of.cache_info().misses == kept + 1


def test_hexsides_that_are_alike_share_one_set() -> None:
    sides = board(SMALL).hexsides.values()
    assert len({id(features) for features in sides}) == len(set(sides)) < len(sides)

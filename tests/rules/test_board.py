"""Labels, neighbours, panels joined and turned, slopes and their lips (the space model)."""

from __future__ import annotations

import pytest

from rules.core.facing import FACINGS, Facing
from rules.state.board import Board, BoardData, BoardError, HexsideMark, Panel

TERRAINS = ((".", "flat"), ("/", "slope"), ("t", "tree"))


def board(*panels: Panel) -> Board:
    return Board(BoardData(panels=panels, terrains=TERRAINS))


def sheet(letter: str, rows: int, columns: int, **more: object) -> Panel:
    return Panel(letter, letter, tuple(("." * columns) for _ in range(rows)), **more)


def test_even_columns_lie_half_a_hex_lower() -> None:
    flat = board(sheet("A", 4, 4))
    assert flat.neighbours("0202") == ("0201", "0302", "0303", "0203", "0103", "0102")
    assert flat.neighbours("0101") == ("0201", "0102")
    assert flat.neighbour("0302", Facing.NE) == "0401"
    assert flat.facing("0303", "0304") is Facing.S
    assert flat.facing("0101", "0303") is None


@pytest.mark.parametrize("facing", FACINGS)
def test_going_and_coming_back(facing: Facing) -> None:
    flat = board(sheet("A", 6, 6))
    there = flat.neighbour("0303", facing)
    assert there is not None
    assert flat.neighbour(there, facing.opposite) == "0303"
    assert flat.distance("0303", there) == 1


def test_one_panel_has_plain_labels_and_several_have_letters() -> None:
    assert "0101" in board(sheet("A", 2, 2))
    joined = board(sheet("A", 2, 2), sheet("B", 2, 2, column=2))
    assert "A0101" in joined
    assert joined.adjacent("A0201", "B0101")
    assert joined.facing("A0201", "B0101") is Facing.NE


def test_a_panel_turned_upside_down_joins_below() -> None:
    # sheets with an even number of columns interlock: B is turned half round about its own 0101, which then
    # lies in the south-east corner
    joined = board(sheet("A", 3, 4), sheet("B", 3, 4, column=3, row=5, turn=3))
    assert (joined.cells["B0101"].column, joined.cells["B0101"].row) == (3, 5)
    assert (joined.cells["B0401"].column, joined.cells["B0401"].row) == (0, 5)
    assert joined.neighbour("A0403", Facing.S) == "B0103"
    assert joined.neighbour("A0103", Facing.S) == "B0403"
    assert joined.facing("A0303", "B0203") is Facing.S


def test_hexsides_turn_with_their_panel() -> None:
    wall = (HexsideMark("0101", Facing.S, "wall"),)
    joined = board(sheet("A", 3, 4), sheet("B", 3, 4, column=3, row=5, turn=3, hexsides=wall))
    assert joined.hexside("B0101", "B0102") == {"wall"}
    assert joined.facing("B0101", "B0102") is Facing.N


def test_panels_must_not_overlap() -> None:
    with pytest.raises(BoardError, match="overlap"):
        board(sheet("A", 2, 2), sheet("B", 2, 2, column=1))


def test_an_unknown_terrain_letter_is_named() -> None:
    with pytest.raises(BoardError, match=r"unknown terrain letter 'z'"):
        board(Panel("A", "A", (("z",),)))


@pytest.mark.rule("GUI-5.5.2.3a")
def test_a_slope_has_its_lip_towards_the_higher_ground() -> None:
    hill = board(Panel("A", "A", ((".1",), ("/",), (".",))))
    assert hill.hexside("0101", "0102") == {"lip"}
    assert hill.hexside("0102", "0103") == frozenset()
    assert hill.level("0101") - hill.level("0103") == 1


def test_a_disc_is_complete_and_ordered() -> None:
    flat = board(sheet("A", 9, 9))
    disc = flat.within("0505", 2)
    assert len(disc) == 19
    assert all(flat.distance("0505", h) <= 2 for h in disc)
    assert disc == flat.within("0505", 2)


def test_the_digest_of_a_board_follows_its_drawing() -> None:
    one = BoardData((sheet("A", 2, 2),), TERRAINS)
    same = BoardData((sheet("A", 2, 2),), TERRAINS)
    other = BoardData((sheet("A", 2, 3),), TERRAINS)
    assert one.digest() == same.digest() != other.digest()

"""The test kit itself: what a drawn board means."""

import pytest

from rules.positions.reading import read
from tests.rules.kit import battle, field, horse, journal, man, rider


def test_a_drawn_board_becomes_hexes_and_levels():
    made = battle("\n. . t1 .\n. s . _\n", paths=["0101 0102"])
    assert made.board.terrain("0301") == "tree"
    assert made.board.level("0301") == 1
    assert made.board.terrain("0202") == "scrub"
    assert "0402" not in made.board
    assert made.board.hexside("0101", "0102") == {"path"}


def test_a_rider_brings_his_horse_and_a_leader_his_bridle():
    made = battle(
        field(5, 5),
        rider("Drogo", "0302", "0303"),
        man("Robert", "0101"),
        horse("Bayard", "0201", "0202", led_by="robert"),
    )
    assert made.horses["drogo-horse"].ridden_by == "drogo"
    assert made.figures["robert"].leads == ("bayard",)
    assert journal(made, 4).roll("GUI-4.3a", "robert") == 4


def test_what_is_drawn_in_a_test_is_what_a_position_file_draws():
    rows, walls, door = ". i .\n. i .\n. . .", "wall 0201 0202", ("0202", "S", "door")
    file = f"[board]\n{rows}\n[walls]\n{walls}\n[hexsides]\n{' '.join(door)}\n[traits]\ncorner 0202\n"
    made = battle(rows, walls=(walls,), hexsides=(door,), traits=("corner 0202",))
    assert read(file).battle.board.data == made.board.data
    assert made.board.hexside("0202", "0203") == {"door"} and made.board.hexside("0201", "0101") == {"wall"}


def test_a_board_may_have_a_single_column():
    assert list(battle(field(1, 3)).board.cells) == ["0101", "0102", "0103"]
    assert list(read("board 1x3").battle.board.cells) == ["0101", "0102", "0103"]


@pytest.mark.parametrize(
    ("piece", "why"),
    [
        (man("Robert", "0606"), "Robert: there is no hex 0606 on this board"),
        (rider("Drogo", "0101", "0103"), "Drogo: 0101 and 0103 do not touch"),
        (horse("Bayard", "0101", "0909"), "Bayard: there is no hex 0909 on this board"),
    ],
)
def test_a_piece_that_stands_where_none_can_is_refused(piece, why):
    with pytest.raises(ValueError, match=why):
        battle(field(5, 5), piece)

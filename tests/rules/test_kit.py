"""The test kit itself: what a drawn board means."""

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

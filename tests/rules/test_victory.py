"""Scores, the end of a battle, and the conditions in plain words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.phases.victory import called, in_words, score, standing_share, verdict
from rules.scenarios.lobby import scenario_infos
from rules.state.battle import Aim, Battle, Victory
from rules.state.figure import Character
from tests.rules.kit import battle, field, man

CASUALTIES = Aim("casualties", "normans", {"leader": 10, "archer": 3, "*": 2})
EXITED = Aim("exited", "normans", {"*": 4}, hexes=("0801",))
HELD = Aim("held", "arabs", {"*": 6}, hexes=("0101", "0501"))


def fight(*pieces: Character, turn: int = 1, **victory: object) -> Battle:
    aims = victory.pop("aims", (CASUALTIES, EXITED, HELD))
    made = battle(field(8, 4), *pieces, victory=Victory(turns=3, aims=aims, **victory))
    made.turn = turn
    return made


def test_the_dead_count_by_rank_then_by_kind_then_as_everybody_else() -> None:
    three = fight(
        man("Robert", "0101"),
        man("Zahir", "0401", side="arabs", health="dead", leader=True, kind="archer"),
        man("Yusuf", "0402", side="arabs", health="dead", kind="archer"),
        man("Khaled", "0403", side="arabs", health="dead"),
        man("Jemal", "0404", side="arabs", health="stunned"),
    )
    assert score(three) == {"normans": 10 + 3 + 2, "arabs": 0}


def test_only_exits_of_the_aim_count_for_whoever_left() -> None:
    gone = replace(man("Drogo", None), left_by="0801")
    lost = replace(man("Serlo", None), left_by="0101")
    assert score(fight(man("Robert", "0201"), gone, lost, man("Zahir", "0804", side="arabs")))["normans"] == 4


@pytest.mark.parametrize(
    ("zahir", "robert", "points"),
    [
        ("0101", "0103", 6),  # nobody next to it
        ("0101", "0201", 0),  # an enemy at his elbow
        ("0103", "0804", 0),  # not there
    ],
)
def test_a_place_is_held_by_whoever_stands_there_unthreatened(zahir: str, robert: str, points: int) -> None:
    held = fight(man("Robert", robert), man("Zahir", zahir, side="arabs"))
    assert score(held)["arabs"] == points


def test_a_stunned_man_neither_holds_nor_threatens() -> None:
    assert (
        score(fight(man("Robert", "0801"), man("Zahir", "0101", side="arabs", health="stunned")))["arabs"]
        == 0
    )
    free = fight(man("Robert", "0102", health="stunned"), man("Zahir", "0101", side="arabs"))
    assert score(free)["arabs"] == 6


def test_a_side_is_broken_at_its_share_and_not_above() -> None:
    fallen = [man(name, f"0{i}04", side="arabs", health="dead") for i, name in enumerate("ABC", start=1)]
    four = fight(man("Robert", "0101"), man("Zahir", "0401", side="arabs"), *fallen, break_at={"arabs": 25})
    assert standing_share(four, "arabs") == 25
    outcome = verdict(four, at_turn_end=False)
    assert outcome is not None and (outcome.winner, outcome.reason) == ("normans", "the Arabs are broken")
    milder = fight(man("Robert", "0101"), man("Zahir", "0401", side="arabs"), *fallen, break_at={"arabs": 24})
    assert verdict(milder, at_turn_end=False) is None


def test_whoever_left_the_board_does_not_break_his_side() -> None:
    gone = [replace(man(name, None), left_by="0801") for name in "ABC"]
    assert (
        standing_share(fight(man("Robert", "0101"), *gone, man("Zahir", "0401", side="arabs")), "normans")
        == 100
    )


def test_when_nobody_of_a_side_is_left_on_the_board_the_points_decide_at_once() -> None:
    gone = replace(man("Drogo", None), left_by="0801")
    outcome = verdict(fight(gone, man("Zahir", "0801", side="arabs")), at_turn_end=False)
    assert outcome is not None and outcome.winner == "normans"
    assert outcome.reason == "none of the Normans is left on the board"


@pytest.mark.rule("GUI-2a")
def test_the_points_decide_when_the_last_turn_is_over_and_not_before() -> None:
    pieces = (man("Robert", "0104"), man("Zahir", "0101", side="arabs"))
    assert verdict(fight(*pieces, turn=3), at_turn_end=False) is None
    assert verdict(fight(*pieces, turn=2), at_turn_end=True) is None
    outcome = verdict(fight(*pieces, turn=3), at_turn_end=True)
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == ("arabs", {"normans": 0, "arabs": 6})


@pytest.mark.parametrize(("lead", "winner"), [(6, "arabs"), (7, "")])
def test_less_than_the_lead_asked_for_is_a_draw(lead: int, winner: str) -> None:
    pieces = (man("Robert", "0104"), man("Zahir", "0101", side="arabs"))
    outcome = verdict(fight(*pieces, turn=3, lead=lead), at_turn_end=True)
    assert outcome is not None and outcome.winner == winner


def test_the_conditions_in_plain_words() -> None:
    made = fight(man("Robert", "0101"), man("Zahir", "0401", side="arabs"), break_at={"arabs": 30}, lead=5)
    assert in_words(made.setup) == [
        "The Normans score for every enemy dead: leader 10, archer 3, anybody else 2.",
        "The Normans score for each of theirs who leaves by 0801: 4 each.",
        "The Arabs score 6 for each of 0101 and 0501 that they hold at the end with no enemy next to it.",
        "The Arabs have lost at once when 30 % of them or fewer still stand.",
        "Otherwise the points decide after turn 3, by 5 points or more; less is a draw.",
    ]


def test_a_position_does_not_end_by_itself_and_nobody_wins_it() -> None:
    fallen = man("Zahir", "0401", side="arabs", health="dead")
    for pieces in ((man("Robert", "0101"),), (man("Robert", "0101"), fallen)):
        alone = battle(field(8, 4), *pieces, victory=Victory(turns=0, break_at={"arabs": 25}))
        assert verdict(alone, at_turn_end=False) is None and verdict(alone, at_turn_end=True) is None
        assert in_words(alone.setup) == ["Nobody wins: it is a position, and does not end."]


def test_an_aim_may_bring_its_own_words() -> None:
    own = Aim("held", "arabs", {"*": 6}, hexes=("0101",), words="The Arabs want the well.")
    made = fight(man("Robert", "0101"), man("Zahir", "0401", side="arabs"), aims=(own,))
    assert in_words(made.setup)[0] == "The Arabs want the well."


def test_every_hex_that_scores_at_the_end_is_told_with_its_name() -> None:
    """A bare number says nothing to whoever has no map at hand."""
    for info in scenario_infos():
        setup = engine.replay(engine.new_game(info.slug)).setup
        held = {at for aim in setup.victory.aims if aim.kind == "held" for at in aim.hexes}
        assert held == set(setup.victory.places), info.slug
        told = " ".join(in_words(setup))
        assert all(f"{setup.victory.places[at]} ({at})" in told for at in held), info.slug


def test_a_hex_without_a_name_is_told_by_its_number() -> None:
    assert called(Victory(turns=3), "0101") == "0101"
    assert called(Victory(turns=3, places={"0101": "the well"}), "0101") == "the well (0101)"

"""Fighting through doorways and windows, over low walls, in tents and on wreckage (GUI-8.5, GUI-9.1)."""

from __future__ import annotations

import pytest

from rules.core.rejection import Rejection
from rules.events.structures import GateWorked, TentTorn, WoodDestroyed
from rules.evolve import evolve
from rules.tactical.fighting import odds
from tests.rules.built import built, house, plain, reaches
from tests.rules.kit import SIEGE, a_turn_later, man, rider


def shift(at, attackers, defenders) -> tuple[int, str]:
    """Columns for the ground, and the rule that gives them; (0, "") for none."""
    found = odds.assess(at, SIEGE, tuple(attackers.split()), tuple(defenders.split()))
    assert not isinstance(found, Rejection), found
    ground = [s for s in found.shifts if s.words.startswith("ground")]
    return (ground[0].value, ground[0].rule) if ground else (0, "")


def refusal(at, attacker: str, defender: str) -> str:
    found = odds.assess(at, SIEGE, (attacker,), (defender,))
    return found.rule if isinstance(found, Rejection) else ""


def foe(name: str, at: str, **more):
    return man(name, at, side="arabs", **more)


@pytest.mark.rule("GUI-8.5.1")
def test_through_a_doorway_the_defender_is_on_good_ground_on_either_side():
    at = house(man("Hugo", "0305"), foe("Zahir", "0304"))
    # from open ground against +: one to the left; from the room (+) against + outside: none
    assert shift(at, "hugo", "zahir") == (-1, "GUI-8.5.1")
    assert shift(at, "zahir", "hugo") == (0, "")


@pytest.mark.rule("GUI-8.5.1")
def test_through_a_window_the_attacker_is_on_bad_ground_as_well():
    at = house(man("Hugo", "0302"), foe("Zahir", "0303"))
    assert shift(at, "hugo", "zahir") == (-2, "GUI-8.5.1")
    assert shift(at, "zahir", "hugo") == (-2, "GUI-8.5.1")


@pytest.mark.rule("GUI-8.1", "GUI-8.5.1")
def test_behind_a_low_wall_the_defender_is_on_good_ground_even_in_scrub():
    wall = (("0304", "S", "low_wall"),)
    at = plain(man("Hugo", "0304"), foe("Zahir", "0305"), hexsides=wall)
    assert shift(at, "hugo", "zahir") == (-1, "GUI-8.4.2a")
    scrub = built(
        ". .\ns .", man("Hugo", "0101"), foe("Zahir", "0102"), hexsides=(("0101", "S", "low_wall"),)
    )
    assert shift(scrub, "hugo", "zahir") == (-1, "GUI-8.4.2a")
    # a rider whose other half is past the wall fights on open ground
    past = plain(rider("Drogo", "0304", "0404"), foe("Zahir", "0305"), hexsides=wall)
    assert shift(past, "drogo", "zahir") == (0, "")


@pytest.mark.rule("GUI-8.5.1")
def test_one_attacker_in_the_same_room_takes_the_doorway_from_the_defender():
    """Each pair by itself, the worst ground for the defender counts (RUL-846): + in his room either way; a
    doorway to the outside gives him nothing against the one who is outside as well."""
    door = {"hexsides": (("0304", "S", "door"), ("0303", "N", "window"))}
    at = house(man("Hugo", "0304"), man("Odo", "0405"), foe("Zahir", "0305"), **door)
    assert shift(at, "hugo odo", "zahir") == (0, "")
    assert shift(at, "odo", "zahir") == (0, "")
    # both against him inside: both through the same doorway
    inside = house(man("Hugo", "0305"), man("Odo", "0303"), foe("Zahir", "0304"), **door)
    assert shift(inside, "hugo odo", "zahir") == (-1, "GUI-8.5.1")


@pytest.mark.rule("GUI-8.5.1", "GUI-8.2.1a")
def test_a_rider_does_not_strike_through_a_window_but_can_be_struck():
    at = house(rider("Drogo", "0302", "0301"), foe("Zahir", "0303"))
    assert refusal(at, "drogo", "zahir") == "GUI-8.4.1a"
    assert shift(at, "zahir", "drogo") == (-2, "GUI-8.5.1")


@pytest.mark.rule("GUI-8.1", "GUI-8.4a")
def test_a_courtyards_entrance_helps_nobody():
    at = plain(man("Hugo", "0304"), foe("Zahir", "0305"), hexsides=(("0304", "S", "entrance"),))
    assert shift(at, "hugo", "zahir") == (0, "")
    assert (
        refusal(
            plain(man("Hugo", "0304"), foe("Zahir", "0305"), hexsides=(("0304", "S", "wall"),)),
            "hugo",
            "zahir",
        )
        == "GUI-8.4a"
    )


@pytest.mark.rule("GUI-8.1")
def test_in_one_room_both_are_on_good_ground():
    at = house(man("Hugo", "0303"), foe("Zahir", "0304"))
    assert shift(at, "hugo", "zahir") == (0, "")


TWO_TENTS = """
. . . . . . . .
. . T . . . T .
. T O . . T T .
. . T . . . O .
. . . . . . . .
"""


@pytest.mark.rule("GUI-8.5.2a")
def test_milo_has_to_get_inside_or_to_tear_the_canvas():
    """EX-8.5.2-1: Romaric stands in a tent; Milo is next to him but outside the canvas."""
    at = built(TWO_TENTS, man("Romaric", "0302"), foe("Milo", "0301"), foe("Stephanos", "0403"))
    assert refusal(at, "milo", "romaric") == "GUI-8.5.2a" and refusal(at, "romaric", "milo") == "GUI-8.5.2a"
    through = built(TWO_TENTS, man("Romaric", "0302"), foe("Milo", "0303"))
    assert refusal(through, "milo", "romaric") == ""
    torn = a_turn_later(evolve(at, TentTorn(figure="milo", hex="0302")))
    assert refusal(torn, "milo", "romaric") == "" and refusal(torn, "romaric", "milo") == ""


@pytest.mark.rule("GUI-8.1", "GUI-8.5.2a")
def test_a_tent_is_bad_ground():
    at = built(TWO_TENTS, man("Romaric", "0303"), foe("Milo", "0403"))
    assert shift(at, "milo", "romaric") == (1, "GUI-6.1b")


@pytest.mark.rule("GUI-9.2.1d", "GUI-9.2.3.1", "GUI-9.1")
def test_wreckage_and_gates_are_bad_ground_platforms_are_not():
    down = plain(man("Hugo", "0302"), foe("Zahir", "0303"), walls=("stockade 0303",))
    down = evolve(down, WoodDestroyed(hex="0303", what="stockade", by="fire", rule="GUI-9.2.1d"))
    assert shift(down, "hugo", "zahir") == (1, "GUI-6.1b")
    gate = built("g .\n. .", man("Hugo", "0102"), foe("Zahir", "0101"))
    opened = evolve(gate.copy(), GateWorked(figure="zahir", gate=("0101",), opened=True))
    assert shift(opened, "hugo", "zahir") == (1, "GUI-6.1b")
    gone = evolve(gate.copy(), WoodDestroyed(hex="0101", what="gate", by="fire", rule="GUI-9.2.4"))
    assert shift(gone, "hugo", "zahir") == (1, "GUI-6.1b")
    platform = built("P1 P1", man("Hugo", "0101"), foe("Zahir", "0201"))
    assert shift(platform, "hugo", "zahir") == (0, "")


@pytest.mark.rule("GUI-9.6", "GUI-9.1")
def test_nobody_strikes_from_one_level_to_another_but_along_the_stairs():
    at = built("P1 .", man("Hugo", "0101"), foe("Zahir", "0201"))
    assert refusal(at, "zahir", "hugo") == "GUI-9.5.1b" and not reaches(at, "hugo", "0201")
    stairs = built("P1 S", man("Hugo", "0101"), foe("Zahir", "0201"))
    assert shift(stairs, "hugo", "zahir") == (1, "GUI-6.1b")

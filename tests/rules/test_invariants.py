"""What a sound battle is, as far as formations and charges go: every fault is found and named."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.facing import Facing
from rules.state.battle import Battle, Charge, ChargeState, Formation
from rules.state.figure import Character, Health
from rules.state.invariants import broken
from tests.rules.charges import DOWN_THE_FIFTH, hassan, khaled, opened, robert
from tests.rules.kit import TACTICS, battle, field, horse, man

ROW = {"okeanos": "0505", "basilios": "0605", "georgios": "0706"}


def hoplite(name: str, at: str, **more: object) -> Character:
    return man(name, at, hoplite=True, **more)  # type: ignore[arg-type]


def drawn_up(*more: Character, **fields: object) -> Battle:
    """Okeanos, Basilios and Georgios in a row that looks between north and north-east."""
    row = [hoplite(name.title(), at) for name, at in ROW.items()]
    at = battle(field(12, 12), *row, *more, rules=TACTICS)
    formation = Formation(id="row", side="normans", front=Facing.N, places=dict(ROW))
    at.formations["row"] = replace(formation, **fields)
    return at


def test_a_row_of_three_is_sound() -> None:
    assert broken(drawn_up()) == []


def test_a_man_out_of_his_place_is_found() -> None:
    at = drawn_up()
    at.figures["georgios"] = replace(at.figures["georgios"], hex="0808")
    assert broken(at) == ["georgios is healthy in 0808, his formation has him in 0706"]


@pytest.mark.rule("GUI-4.1a", "GUI-4.4.3a")
def test_a_horse_that_nobody_rides_has_its_hexes_for_itself() -> None:
    at = battle(field(12, 12), man("Robert", "0505"))
    at.horses["bay"] = horse("Bay", "0605", "0606")
    assert broken(at) == []
    at.horses["roan"] = horse("Roan", "0606", "0607")
    assert broken(at) == ["0606 holds living horses: 2, and characters: 0"]
    at.horses["roan"] = horse("Roan", "0506", "0505")
    assert broken(at) == ["0505 holds living horses: 1, and characters: 1"]


@pytest.mark.parametrize("health", ["stunned", "dead"])
def test_nobody_holds_a_pike_who_is_down(health: str) -> None:
    at = drawn_up()
    at.figures["basilios"] = replace(
        at.figures["basilios"], health=Health(health), stunned_in=1, hex=None if health == "dead" else "0605"
    )
    assert any(fault.startswith(f"basilios is {health} in") for fault in broken(at))


@pytest.mark.rule("GUI-7.3.1a")
def test_two_are_no_row_and_neither_is_a_bent_one() -> None:
    two = drawn_up(places={"okeanos": "0505", "basilios": "0605"})
    assert broken(two) == ["okeanos in 0505 stands in no row of 3", "basilios in 0605 stands in no row of 3"]
    bent = drawn_up(front=Facing.NE)
    assert len(broken(bent)) == 3


def test_a_man_of_the_other_side_or_without_a_pike_is_found() -> None:
    at = drawn_up(side="arabs")
    assert len(broken(at)) == 3 and "is no hoplite of the arabs" in broken(at)[0]


def test_a_man_in_two_formations_is_found() -> None:
    at = drawn_up()
    at.formations["again"] = replace(at.formations["row"], id="again")
    assert "okeanos stands in 2 formations" in broken(at)


@pytest.mark.rule("GUI-7.3.2a")
def test_a_tortoise_of_one_rank_and_strange_pikes_are_found() -> None:
    assert broken(drawn_up(tortoise=True)) == ["the tortoise row has no second rank"]
    assert broken(drawn_up(opened={"yani": 1})) == ["yani has broken pikes in a formation that is not his"]


def charged(**fields: object) -> Battle:
    at = opened(robert(), khaled(), hassan(), man("Shakil", "1511", side="arabs"))
    charge = Charge(target="khaled", start=("0503", "0502"), route=DOWN_THE_FIFTH)
    at.now.charges["robert"] = replace(charge, **fields)
    return at


def test_an_announced_charge_and_one_that_is_met_are_sound() -> None:
    assert broken(charged()) == []
    assert broken(charged(counter="hassan", answer=("0610", "0510", "0509"))) == []


def test_ways_with_gaps_and_riders_who_miss_each_other_are_found() -> None:
    assert "has a gap" in broken(charged(route=(*DOWN_THE_FIFTH[:3], "0909")))[0]
    assert "face to face" in broken(charged(counter="hassan", answer=("0610", "0510")))[0]


@pytest.mark.rule("GUI-7.2.2e")
def test_two_charges_at_one_man_and_a_charge_at_a_friend_are_found() -> None:
    at = charged()
    at.now.charges["drogo"] = at.now.charges["robert"]
    at.figures["drogo"] = replace(robert(), id="drogo", hex="0103", rear="0102", mount=None)
    assert "khaled is charged 2 times" in broken(at)
    assert "robert charges at a friend" in broken(charged(target="robert"))


def test_a_charge_of_a_past_phase_may_not_hang_in_the_air() -> None:
    at = charged()
    at.last, at.now = at.now, at.last
    assert broken(at) == ["robert's charge of phase 1 is still announced"]
    at.last.charges["robert"] = replace(at.last.charges["robert"], state=ChargeState.FOUGHT)
    assert broken(at) == []

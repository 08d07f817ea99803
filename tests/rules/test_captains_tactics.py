"""Captains with the rules of combat tactics: whom they ride down, how their hoplites keep together."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.captains.captain import captain_orders
from rules.core.facing import Facing
from rules.state.battle import Aim, Battle, Formation, Victory
from rules.state.figure import Character, Health
from tests.rules.charges import hassan, khaled, opened, robert
from tests.rules.kit import TACTICS, battle, field, man

ROW = {"okeanos": "0905", "basilios": "1005", "georgios": "1106"}
FARTHER_BACK = {"manuel": "0906", "theodoros": "1006", "nikolaos": "1107"}
VICTORY = Victory(turns=9)


def hoplite(name: str, at: str, **more: object) -> Character:
    fields = {"attack": 13, "defence": 7, "armoured": True, "hoplite": True, **more}
    return man(name, at, **fields)  # type: ignore[arg-type]


def line(*more: Character, deep: bool = False, victory: Victory = VICTORY, **fields: object) -> Battle:
    """Hoplites of the normans in formation, looking between north and north-east."""
    places = {**ROW, **(FARTHER_BACK if deep else {})}
    men = [hoplite(name.title(), at) for name, at in places.items()]
    at = battle(field(20, 14), *men, *more, rules=TACTICS, victory=victory, step=None)
    at.turn = 4
    at.formations["row"] = Formation("row", "normans", Facing.N, places)
    at.formations["row"] = replace(at.formations["row"], **fields)
    return at


def lines_of(at: Battle, verb: str, temper: str = "bold", seat: str = "normans") -> list[str]:
    return [text for text in captain_orders(at, TACTICS, seat, temper) if text.startswith(verb)]


# charges


@pytest.mark.rule("GUI-7.2.1a", "GUI-7.2.3a")
def test_a_knight_charges_a_man_in_the_open() -> None:
    assert lines_of(opened(robert(), khaled(), victory=VICTORY), "CHARGE") == ["CHARGE Robert AT Khaled"]


def test_nobody_charges_where_half_more_strength_reaches_no_better_column() -> None:
    """The last column cannot be bettered: 150 less 6 is on it with or without the charge."""
    at = opened(robert(attack=150), khaled(), victory=VICTORY)
    assert lines_of(at, "CHARGE") == []


@pytest.mark.rule("GUI-7.3.1c")
def test_nobody_charges_into_pikes_but_at_their_backs_they_do() -> None:
    front = {"leo": "0511", "manes": "0611", "kale": "0712"}
    men = [hoplite(name.title(), at, side="arabs") for name, at in front.items()]
    at = opened(robert(), *men, victory=VICTORY)
    at.formations["row"] = Formation("row", "arabs", Facing.N, front)
    assert lines_of(at, "CHARGE") == []
    at.formations["row"] = replace(at.formations["row"], front=Facing.S)
    assert lines_of(at, "CHARGE") != []


def test_a_captain_announces_no_charge_that_a_strong_enough_rider_would_meet() -> None:
    """Hassan's defence of 40 and half of it more is above Robert's 42: he would strike in his place
    (GUI-7.2.3c)."""
    weak, strong = hassan(defence=5), hassan(defence=40)
    assert lines_of(opened(robert(), khaled(), weak, victory=VICTORY), "CHARGE") != []
    assert lines_of(opened(robert(), khaled(), strong, victory=VICTORY), "CHARGE") == []


def test_riders_are_told_to_meet_charges_and_the_fast_to_give_way() -> None:
    at = opened(robert(), man("Yani", "0203", weapon="short_bow", code="Nia"), khaled(), victory=VICTORY)
    assert lines_of(at, "COUNTER") == ["COUNTER charge anyone at 25 percent or better"]
    assert lines_of(at, "COUNTER", "cautious") == ["COUNTER charge anyone at 35 percent or better"]
    assert lines_of(at, "REFUSE") == ["REFUSE Yani always at +10 or better"]


# formations


def test_a_formation_marches_to_what_is_to_be_held_and_nobody_runs_out_of_it() -> None:
    aims = (Aim("held", "normans", {"*": 8}, hexes=("1002",)),)
    at = line(man("Zahir", "1001", side="arabs"), victory=Victory(turns=9, aims=aims))
    assert lines_of(at, "MARCH") == ["MARCH Okeanos N N N"]
    assert lines_of(at, "MOVE") == []
    assert lines_of(at, "ADVANCE Okeanos") == ["ADVANCE Okeanos + Basilios + Georgios never"]


def test_it_does_not_march_past_an_enemy_at_its_flank() -> None:
    aims = (Aim("held", "normans", {"*": 8}, hexes=("1002",)),)
    beside = man("Zahir", "0803", side="arabs"), man("Shakil", "1203", side="arabs")
    (march,) = lines_of(line(*beside, victory=Victory(turns=9, aims=aims)), "MARCH") or [""]
    assert march != "MARCH Okeanos N N N"


@pytest.mark.rule("GUI-7.3.2a")
def test_shields_go_up_under_two_bows_and_down_when_the_enemy_is_close() -> None:
    bows = [man(n, at, side="arabs", weapon="short_bow", code="Aia") for n, at in (("Ali", "0901"),
        ("Omar", "1101"))]  # fmt: skip
    assert lines_of(line(*bows, deep=True), "FORM") == ["FORM tortoise Okeanos"]
    assert lines_of(line(bows[0], deep=True), "FORM") == []
    close = man("Zahir", "0903", side="arabs")
    assert lines_of(line(*bows, close, deep=True, tortoise=True), "BREAK") == ["BREAK tortoise Okeanos"]


@pytest.mark.rule("GUI-7.3.1b")
def test_it_is_formed_anew_without_its_wounded_man() -> None:
    at = line(man("Zahir", "0901", side="arabs"), deep=True)
    at.figures["nikolaos"] = replace(at.figures["nikolaos"], health=Health.WOUNDED)
    rows = lines_of(at, "FORM")
    assert len(rows) == 1 and "Okeanos" in rows[0] and "Nikolaos" not in rows[0]


def test_it_turns_to_where_the_enemies_are() -> None:
    assert lines_of(line(man("Zahir", "1011", side="arabs")), "FORM") == [
        "FORM Georgios + Basilios + Okeanos facing S and SW"
    ]

"""What goes wrong between the order and its hour: a defined result each time, and the player reads of it.

Two answers to a question and an answer after its clock go by mail: tests/games/play/test_questions.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.facing import Facing
from rules.desk.read import read_orders
from rules.journal import Journal
from rules.state.battle import Battle, Charge
from rules.state.figure import Health
from rules.state.works import Engine, Flame
from tests.rules import charges
from tests.rules.castle_kit import castle, upright
from tests.rules.kit import SIEGE, failures, man, narrated, next_phase, play
from tests.rules.test_formations import formed
from tests.rules.test_refereed_sieges import gate, in_the_open, kinds, stood

CATAPULT = Engine("cat", "stone_thrower", "Catapult", "normans", ("0420",), Facing.N)
CREW = (man("Hugo", "0421"), man("Fulk", "0321"), man("Odo", "0521"))


def told(before: Battle, journal: Journal, seat: str = "normans") -> str:
    """All that a seat reads of a phase."""
    return "\n".join(line.text for line in narrated(before, journal.events, seat))


# gates


@pytest.mark.rule("GUI-9.2.3.2", "RUL-949")
def test_a_gate_is_not_lowered_on_somebody_and_his_name_is_told() -> None:
    at = stood(gate("open_gate", man("Hugo", "0402"), man("Fulk", "0404")), "hugo")
    done = play(at, normans=("MOVE Fulk 0403", "CLOSE Hugo gate"))
    assert done.battle.figures["fulk"].hex == "0403" and not kinds(done, "gate_worked")
    assert "Fulk is under the gate" in told(at, done)


# ladders on fire


def laddered(**more: Any) -> Battle:
    """One up, one at the foot, one who wants to climb too; naphtha all round the foot."""
    return castle(
        man("Hugo", "0405", storey=1), man("Fulk", "0405"), man("Odo", "0406"),
        man("Yani", "0404", side="arabs", weapon="composite_bow", code="Bia"), ladders=(upright(),), **more,
    )  # fmt: skip


@pytest.mark.rule("RUL-1003", "GUI-10.1.3a")
def test_a_third_man_finds_no_place_on_a_ladder_and_is_told_so() -> None:
    at = laddered()
    done = play(at, normans=("MOVE Odo 0405 climb",))
    assert done.battle.figures["odo"].hex == "0406"
    assert "Odo" in told(at, done)
    (line,) = read_orders(at, SIEGE, "normans", ("MOVE Odo 0405 climb",)).lines
    assert line.rule and line.message


@pytest.mark.rule("RUL-1015", "GUI-10.2.4a", "GUI-10.5.3")
@pytest.mark.parametrize("greek", [False, True], ids=["wood", "naphtha"])
@pytest.mark.parametrize("face", [1, 5, 6, 9])
def test_fire_under_a_ladder_with_three_men_at_it(greek: bool, face: int) -> None:
    """Each of them has a fate of his own, nobody stays in the flames, the ladder is gone, and all is
    told to both."""
    at = laddered(side="arabs", phase=4)
    at.flames["0405"] = Flame(side="arabs", since=4, greek=greek)
    done = play(at, otherwise=face)
    assert "ladder-1" not in done.battle.ladders
    for name in ("hugo", "fulk"):
        figure = done.battle.figures[name]
        assert not figure.storey and (figure.dead or figure.hex != "0405")
        if figure.health is not Health.HEALTHY:
            assert figure.name in told(at, done)
    assert done.battle.figures["odo"].living
    assert all("ladder" in told(at, done, seat) for seat in ("normans", "arabs"))


@pytest.mark.rule("RUL-1015", "GUI-10.1.6c")
def test_a_ladder_at_a_burning_stockade_stands_until_it_comes_down() -> None:
    at = laddered(side="arabs", phase=4)
    del at.figures["yani"]
    at.figures["zahir"] = man("Zahir", "0707", side="arabs")
    at.flames["0404"] = Flame(side="normans", since=1, turns=1)
    held = play(at)
    assert held.battle.figures["hugo"].storey
    quiet = play(next_phase(held))
    end = next_phase(quiet)
    fallen = play(end)
    assert not fallen.battle.figures["hugo"].storey and fallen.battle.figures["hugo"].wounded
    assert "Hugo" in told(end, fallen) and "ladder" in told(end, fallen)


# engines


@pytest.mark.rule("GUI-10.4.1", "RUL-1030")
@pytest.mark.parametrize("fate", ["dead", "stunned"])
@pytest.mark.parametrize("line", ["SHOOT Catapult AT 0410", "SHOOT Catapult AT 0410 with Hugo + Fulk + Odo"])
def test_an_engine_whose_crew_falls_is_silent_and_its_owner_reads_why(fate: str, line: str) -> None:
    at = in_the_open(*CREW[:2], man("Odo", "0521", health=fate, stunned_in=3), engines=(CATAPULT,))
    done = play(at, normans=(line,))
    assert not kinds(done, "engine_shot") and failures(done)[0][0] == "GUI-10.4.1"
    assert "it takes three men beside Catapult" in told(at, done)
    (said,) = read_orders(at, SIEGE, "normans", (line,)).lines
    words = " ".join(said.message)
    assert said.rule in ("GUI-10.4.1", "GUI-1.2g") and ("Odo" in words or "only Fulk and Hugo can" in words)
    # the count goes on, and with a third man it shoots again
    helped = in_the_open(*CREW[:2], man("Milo", "0521"), engines=(CATAPULT,))
    assert kinds(play(helped, normans=("SHOOT Catapult AT 0410",)), "engine_shot")


@pytest.mark.rule("GUI-10.4.1", "RUL-1030")
def test_a_man_named_for_a_crew_who_has_fallen_is_replaced_by_another_beside_it() -> None:
    """Two of the three named are fit, and Milo stands idle beside the engine: it shoots."""
    at = in_the_open(*CREW[:2], man("Odo", "0521", health="dead"), man("Milo", "0520"), engines=(CATAPULT,))
    done = play(at, normans=("SHOOT Catapult AT 0410 with Hugo + Fulk + Odo",))
    (shot,) = [e for e in done.events if e.kind == "engine_shot"]
    assert set(shot.crew) == {"hugo", "fulk", "milo"}  # type: ignore[attr-defined]


# charges and formations


@pytest.mark.rule("GUI-7.2.2f", "RUL-704")
def test_a_charge_whose_way_is_blocked_stops_before_it_and_says_so() -> None:
    at = charges.opened(charges.robert(), charges.khaled(), man("Omar", "0612", side="arabs"))
    route = charges.DOWN_THE_FIFTH
    at.now.charges["robert"] = Charge(target="khaled", start=("0503", "0502"), route=route)
    at.figures["omar"] = man("Omar", "0507", side="arabs")
    done = play(at)
    assert done.battle.figures["robert"].hexes == ("0506", "0505")
    assert not kinds(done, "combat_fought") and kinds(done, "charge_lost")
    assert "Robert" in told(at, done) and "charge" in told(at, done).lower()


@pytest.mark.rule("GUI-7.3", "GUI-7.3.1b")
def test_a_formation_that_loses_its_third_man_is_broken_up_and_both_are_told() -> None:
    made = formed(man("Robert", "0606", attack=60), step=None)
    letters = set()
    for face in range(1, 11):
        before = made.copy()
        done = play(made, named={"GUI-6c": face}, normans=("ATTACK Robert ON Basilios",))
        down = not done.battle.figures["basilios"].active
        letters.add(down)
        assert bool(done.battle.formations) is not down
        if down:
            for seat in ("normans", "arabs"):
                assert "fewer than three stand side by side" in told(before, done, seat)
    assert True in letters

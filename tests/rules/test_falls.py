"""Falling from ladders and ropes: the owner places his man, on top of somebody if he likes (GUI-10.1.6c,
GUI-10.6.4)."""

from __future__ import annotations

import pytest

from rules.desk.read import read_orders
from rules.desk.reading import Verdict
from rules.state.figure import Health
from tests.rules.castle_kit import castle, upright
from tests.rules.kit import SIEGE, man, play, rider
from tests.rules.test_siege_standing import asked

YUSUF = man("Yusuf", "0406", side="arabs")
FULK = man("Fulk", "0306")


def thrown_down(*orders, kind="ladder", men=(YUSUF, FULK), **hugo):
    """Hugo is up before Zahir, who throws him down; Yusuf and Fulk stand beside the foot, the other three
    hexes are free."""
    at = castle(
        man("Hugo", "0405", storey=1, **hugo), man("Zahir", "0404", side="arabs"), *men,
        ladders=(upright(kind=kind),), side="arabs", phase=4, standing={"normans": orders},
    )  # fmt: skip
    return at


def fallen(*orders, **more):
    return play(thrown_down(*orders, **more), named={"GUI-10.1.6a": 1, "GUI-10.6.4": 1})


@pytest.mark.rule("GUI-10.1.6c", "RUL-1013", "RUL-1063")
@pytest.mark.parametrize(
    ("orders", "ends", "under"),
    [
        ((), "0305", ""),
        (("FALL Hugo toward 0406",), "0406", "yusuf"),
        (("FALL Hugo toward 0306",), "0306", "fulk"),
        (("FALL toward 0709",), "0506", ""),
        (("FALL toward 0404",), "0305", ""),
        (("FALL Hugo on Yusuf",), "0406", "yusuf"),
        (("FALL Hugo on Zahir then Fulk",), "0306", "fulk"),
        (("FALL on an enemy",), "0406", "yusuf"),
        (("FALL Hugo on Zahir",), "0305", ""),
        (("RETREAT Hugo toward 0406",), "0506", ""),
        (("RETREAT toward 0101", "FALL Hugo toward 0505"), "0505", ""),
        (("FALL Hugo toward 0406 until turn 1",), "0305", ""),
    ],
)
@pytest.mark.parametrize("kind", ["ladder", "rope"])
def test_the_owner_places_him_who_falls(orders, ends, under, kind):
    journal = fallen(*orders, kind=kind)
    hugo = journal.battle.figures["hugo"]
    assert (hugo.hex, hugo.atop, hugo.health) == (ends, under, Health.WOUNDED)
    stunned = {f.id for f in journal.battle.figures.values() if f.stunned}
    assert stunned == ({under} if under else set())


@pytest.mark.rule("GUI-10.1.6c")
def test_he_may_kill_whoever_was_hurt_before_and_dies_of_it_himself_if_he_was():
    wounded = man("Yusuf", "0406", side="arabs", health="wounded")
    assert fallen("FALL on an enemy", men=(wounded,)).battle.figures["yusuf"].dead
    both = fallen("FALL on an enemy", health="wounded").battle
    assert both.figures["hugo"].dead and both.figures["yusuf"].stunned


@pytest.mark.rule("GUI-10.1.6c", "RUL-1063")
def test_a_rider_is_thrown_by_whoever_falls_on_him_and_his_horse_gets_out_of_the_way():
    done = fallen("FALL on an enemy", men=(rider("Yusuf", "0406", "0407", side="arabs"),)).battle
    yusuf, hugo = done.figures["yusuf"], done.figures["hugo"]
    assert yusuf.stunned and not yusuf.mounted and hugo.hex == "0406"
    assert "0406" not in done.horses["yusuf-horse"].hexes


@pytest.mark.rule("GUI-10.1.6c", "RUL-1063")
def test_who_is_asked_is_offered_every_hex_with_whoever_is_in_it():
    (question,), journal = asked(
        thrown_down("FALL Hugo toward 0305"), "fall", seat="normans", answers=["0306"],
        named={"GUI-10.1.6a": 1}
    )  # fmt: skip
    offered = {c.key: c.words for c in question.options}
    assert set(offered) == {"0305", "0306", "0406", "0505", "0506"}
    assert "on Yusuf" in offered["0406"] and "on Fulk" in offered["0306"]
    assert (question.default, question.order) == ("0305", "FALL Hugo toward 0305")
    assert journal.battle.figures["fulk"].stunned


@pytest.mark.rule("GUI-10.6.4", "RUL-1065")
def test_the_same_hex_is_the_one_in_which_he_comes_down_not_that_of_the_rope():
    below = man("Milo", "0405")
    journal = fallen(kind="rope", men=(below, YUSUF))
    assert journal.battle.figures["milo"].health is Health.HEALTHY
    assert journal.battle.figures["hugo"].hex != "0405"
    crushed = fallen("FALL on an enemy", kind="rope", men=(below, YUSUF)).battle
    assert crushed.figures["yusuf"].stunned and crushed.figures["milo"].health is Health.HEALTHY


def test_the_order_is_understood_explained_and_told_by_try():
    at = thrown_down()
    lines = [
        "FALL Hugo on top of 0406",
        "Hugo falls on Yusuf or Fulk",
        "FALL on anybody",
        "TRY FALL Hugo on Yusuf",
    ]
    answers = read_orders(at, SIEGE, "normans", lines).lines
    assert [a.canonical for a in answers[:3]] == [
        "FALL Hugo toward 0406", "FALL Hugo on Yusuf then Fulk", "FALL on an enemy",
    ]  # fmt: skip
    assert answers[3].verdict is not Verdict.UNREADABLE
    assert answers[3].details == ("If Hugo fell now he would come down in 0406, flat, on Yusuf.",)
    (told,) = read_orders(at, SIEGE, "normans", ["FALL Hugo toward 0406 at most twice"]).lines
    assert told.verdict is Verdict.UNREADABLE

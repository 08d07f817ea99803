"""Attacks that a player left open: ATTACK best, anyone, weakest, by name, at so much or better."""

from __future__ import annotations

import pytest

from rules.orders.records import Pick
from rules.tactical.fighting import combat, odds, pairing
from tests.rules.kit import RULES, battle, field, horse, man, rider

FLAT = field(10, 10)


def melee():
    """Zahir (weak) and Yusuf (strong) with Robert between them, Drogo beside Zahir."""
    return battle(
        FLAT,
        man("Robert", "0505", attack=16, defence=7), man("Drogo", "0604", attack=12, defence=7),
        man("Zahir", "0504", side="arabs", attack=9, defence=6),
        man("Yusuf", "0506", side="arabs", attack=9, defence=14),
    )  # fmt: skip


def chosen(at, figures=("robert", "drogo"), at_least="", **pick):
    return combat.best_combats(at, RULES, figures, Pick(**pick), at_least)


@pytest.mark.rule("GUI-6.2b")
def test_best_pools_where_the_pooled_column_is_higher():
    assert chosen(melee(), how="best") == [(("robert", "drogo"), ("zahir",))]


@pytest.mark.rule("GUI-6.2b", "GUI-6.2c")
def test_no_pooling_where_it_gains_no_column():
    """Against a rider two men on foot have no bonus column, and nothing lies beyond the last one."""
    at = battle(
        FLAT, man("Robert", "0504", attack=50), man("Drogo", "0604", attack=50),
        rider("Zahir", "0505", "0506", side="arabs", defence=1),
    )  # fmt: skip
    assert odds.assess(at, RULES, ["robert", "drogo"], ["zahir"]).column == ">70"
    at.figures["robert"] = man("Robert", "0504", attack=90)
    found = chosen(at, how="best")
    assert found[0] == (("robert",), ("zahir",))
    assert found[1:] == [(("drogo",), ("zahir",))]


def test_best_leaves_bad_odds_alone_and_anyone_does_not():
    at = battle(FLAT, man("Robert", "0505", attack=2), man("Zahir", "0504", side="arabs", defence=14))
    assert chosen(at, ("robert",), how="best") == []
    assert chosen(at, ("robert",), how="anyone") == [(("robert",), ("zahir",))]


def test_at_so_much_or_better():
    at = battle(FLAT, man("Robert", "0505", attack=12), man("Zahir", "0504", side="arabs", defence=7))
    assert chosen(at, ("robert",), at_least="+5", how="anyone") != []
    assert chosen(at, ("robert",), at_least="+6", how="anyone") == []


def test_weakest_names_and_kinds():
    at = battle(
        FLAT, man("Robert", "0505", attack=20), man("Zahir", "0504", side="arabs", defence=6),
        man("Yusuf", "0506", side="arabs", defence=9, armoured=True),
    )  # fmt: skip
    assert chosen(at, ("robert",), how="weakest")[0][1] == ("zahir",)
    assert chosen(at, ("robert",), names=("yusuf", "zahir"))[0][1] == ("yusuf",)
    assert chosen(at, ("robert",), names=("zahir", "yusuf"))[0][1] == ("zahir",)
    assert chosen(at, ("robert",), how="best", kinds=("armoured",))[0][1] == ("yusuf",)
    assert chosen(at, ("robert",), how="best", kinds=("mounted",)) == []


@pytest.mark.rule("GUI-6b")
def test_everybody_attacks_once_and_only_whom_he_touches():
    found = chosen(melee(), how="anyone")
    attackers = [a for group, _ in found for a in group]
    assert len(attackers) == len(set(attackers))
    at = melee()
    assert chosen(at, ("drogo",), names=("yusuf",)) == []
    assert chosen(at, ("nobody",), how="best") == []


@pytest.mark.rule("GUI-6.8c")
def test_riderless_horses_only_when_asked_for():
    at = battle(FLAT, man("Robert", "0504"), horse("Buraq", "0505", "0506", side="arabs"))
    assert chosen(at, ("robert",), how="anyone") == []
    assert chosen(at, ("robert",), how="anyone", kinds=("horse",)) == [(("robert",), ("buraq",))]
    assert chosen(at, ("robert",), names=("buraq",)) == [(("robert",), ("buraq",))]


@pytest.mark.rule("GUI-6.4", "GUI-6.5e")
def test_a_man_on_the_ground_is_worth_finishing():
    up = battle(FLAT, man("Robert", "0504", attack=12), man("Zahir", "0505", side="arabs", defence=7))
    down = battle(
        FLAT, man("Robert", "0504", attack=12), man("Zahir", "0505", side="arabs", health="stunned")
    )
    gains = [
        pairing.expected_gain(at, RULES, odds.assess(at, RULES, ["robert"], ["zahir"])) for at in (up, down)
    ]
    assert 0 < gains[0] < gains[1]

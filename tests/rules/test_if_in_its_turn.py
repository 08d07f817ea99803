"""An IF is looked at when its turn comes: the orders before it have been carried out, those
behind it not yet."""

from __future__ import annotations

import pytest

from rules.journal import Journal
from tests.rules.kit import battle, field, man, play

FELLED = 1  # the die of the first combat


def fought(*orders: str, first: int = FELLED) -> tuple[list[tuple[str, ...]], list[bool], Journal]:
    """Robert and Drogo touch Zahir; Ivo touches Yusuf and Omar. Who fought in turn, and what
    each IF found."""
    at = battle(
        field(12, 8),
        man("Robert", "0202", attack=14), man("Drogo", "0204", attack=4), man("Ivo", "0702", attack=14),
        man("Zahir", "0203", side="arabs", defence=1),
        man("Yusuf", "0703", side="arabs"), man("Omar", "0701", side="arabs"),
        step=None,
    )  # fmt: skip
    journal = play(at, first, normans=orders)
    combats = [(*e.attackers, *e.defenders) for e in journal.events if e.kind == "combat_fought"]
    found = [e.holds for e in journal.events if e.kind == "condition_checked"]  # type: ignore[attr-defined]
    return combats, found, journal


@pytest.mark.rule("GUI-2b", "GUI-6d")
@pytest.mark.parametrize(
    ("order", "holds", "second"),
    [
        ("IF Zahir is down THEN ATTACK Ivo ON Yusuf", True, [("ivo", "yusuf")]),
        ("IF Zahir is up THEN ATTACK Ivo ON Yusuf", False, []),
        ("IF Zahir is up THEN ATTACK Ivo ON Yusuf ELSE ATTACK Ivo ON Omar", False, [("ivo", "omar")]),
        ("IF Zahir is down THEN ATTACK Ivo ON Yusuf ELSE ATTACK Ivo ON Omar", True, [("ivo", "yusuf")]),
    ],
)  # fmt: skip
def test_an_if_behind_a_combat_knows_how_it_ended(
    order: str, holds: bool, second: list[tuple[str, ...]]
) -> None:
    combats, found, journal = fought("ATTACK Robert + Drogo ON Zahir", order)
    assert not journal.battle.figures["zahir"].active
    assert found == [holds] and combats == [("robert", "drogo", "zahir"), *second]


@pytest.mark.rule("GUI-2b", "GUI-6d")
def test_an_if_before_a_combat_does_not_know_it() -> None:
    combats, found, _ = fought("IF Zahir is down THEN ATTACK Ivo ON Yusuf", "ATTACK Robert + Drogo ON Zahir")
    assert found == [False] and combats == [("robert", "drogo", "zahir")]


@pytest.mark.rule("GUI-6d")
def test_an_attack_by_everybody_leaves_those_alone_whose_own_waits_under_an_if() -> None:
    combats, found, _ = fought("ATTACK best", "IF Zahir is down THEN ATTACK Ivo ON Omar")
    assert found == [True] and combats[-1] == ("ivo", "omar")
    assert all("ivo" not in combat for combat in combats[:-1])


@pytest.mark.rule("GUI-6d")
def test_an_attack_by_everybody_takes_up_those_whose_if_did_not_hold() -> None:
    combats, found, _ = fought("IF Zahir is down THEN ATTACK Ivo ON Omar", "ATTACK best")
    assert found == [False] and any("ivo" in combat for combat in combats)


@pytest.mark.rule("GUI-6.6d")
def test_who_fights_is_told_before_the_first_combat_and_the_if_looked_at_behind_it() -> None:
    _, _, journal = fought("ATTACK Robert ON Zahir", "IF Yusuf is at 0703 THEN ATTACK Ivo ON Yusuf")
    kinds = [
        e.kind for e in journal.events if e.kind in {"combats_declared", "combat_fought", "condition_checked"}
    ]
    assert kinds == ["combats_declared", "combat_fought", "condition_checked", "combat_fought"]
    (declared,) = [e for e in journal.events if e.kind == "combats_declared"]
    assert {"ivo", "yusuf", "robert", "zahir"} <= set(declared.engaged)  # type: ignore[attr-defined]


@pytest.mark.rule("GUI-2.1a")
def test_an_if_of_the_fire_step_knows_the_shots_before_it() -> None:
    """Yani's arrow fells Omar where he stands; Arno's IF is looked at behind it."""
    at = battle(
        field(12, 8),
        man("Arno", "0402", weapon="short_bow"), man("Yani", "0204", weapon="short_bow"),
        man("Omar", "0206", side="arabs"), man("Zahir", "0606", side="arabs"),
        step=None,
    )  # fmt: skip
    journal = play(
        at,
        otherwise=1,
        normans=("FIRE Yani AT Omar", "IF Omar is down THEN FIRE Arno AT Zahir ELSE FIRE Arno AT Omar"),
    )
    kinds = [e.kind for e in journal.events if e.kind in {"shot_fired", "condition_checked"}]
    assert kinds == ["shot_fired", "condition_checked", "shot_fired"]
    assert [e.target for e in journal.events if e.kind == "shot_fired"] == ["omar", "zahir"]

"""In short: what a seat reads first of a phase, made of what it knows and nothing else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.core.language import speaking
from rules.state.figure import Health
from tests.rules.kit import battle, field, man


@pytest.fixture
def start() -> engine.Battle:
    return engine.replay(engine.new_game("ford"))


def later(start: engine.Battle) -> engine.Battle:
    """Okeanos and Tariq are dead, Leon is wounded."""
    after = start.copy()
    for name, health in (("okeanos", Health.DEAD), ("tariq", Health.DEAD), ("leon", Health.WOUNDED)):
        after.figures[name] = replace(after.figures[name], health=health)
    return after


def test_nothing_has_happened_at_the_beginning(start: engine.Battle) -> None:
    told = engine.in_short(start, "byzantines")
    assert told[0].startswith("No enemy can strike at yours where they stand; the nearest is ")
    assert told[-1] == "Turn 1 of 11; points: Arabs 0, Byzantines 8."
    assert not any("hurt" in line or "Dead" in line for line in told)


def test_the_dead_and_the_wounded_stand_first_ones_own_before_others(start: engine.Battle) -> None:
    told = engine.in_short(later(start), "byzantines", start)
    assert told[:2] == ("Dead: Okeanos (yours), Tariq (Arabs).", "Wounded: Leon (yours).")
    assert engine.in_short(later(start), "arabs", start)[0] == "Dead: Tariq (yours), Okeanos (Byzantines)."
    assert engine.in_short(later(start), None, start)[0] == "Dead: Tariq (Arabs), Okeanos (Byzantines)."


def test_only_what_came_since_is_told(start: engine.Battle) -> None:
    after = later(start)
    assert engine.in_short(after, "byzantines", after)[0] == "Nobody was hurt."


def test_points_show_what_was_won(start: engine.Battle) -> None:
    told = engine.in_short(later(start), "byzantines", start)[-1]
    assert told.startswith("Turn 1 of 11; points: Arabs 4 (+4), Byzantines 12 (+4).")
    assert "Held by nobody any more: 1011." in told


def test_never_more_than_five_lines_of_it(start: engine.Battle) -> None:
    for seat in ("byzantines", "arabs", None):
        assert len(engine.in_short(later(start), seat, start)) <= 5


def test_who_is_in_contact_is_named_with_whom() -> None:
    beside = battle(
        field(6, 4),
        man("Robert", "0202"),
        man("Drogo", "0301"),
        man("Hugo", "0604"),
        man("Yusuf", "0302", side="arabs"),
    )
    assert engine.in_short(beside, "normans")[0] == "In contact: Yusuf with Robert, Drogo."
    assert "In contact: " in engine.in_short(beside, "arabs")[0]
    assert not any("contact" in line for line in engine.in_short(beside, None)), "the public fights nobody"


def test_whoever_has_a_shot_is_named_and_nobody_behind_a_wall() -> None:
    open_ground = battle(
        field(8, 1), man("Robert", "0101"), man("Yusuf", "0801", side="arabs", weapon="composite_bow")
    )
    assert "They have a shot at yours: Yusuf." in engine.in_short(open_ground, "normans")
    assert not any("shot" in line for line in engine.in_short(open_ground, "arabs"))


@pytest.mark.parametrize(("language", "dead"), [("de", "Tot: "), ("fr", "Morts\N{NO-BREAK SPACE}: ")])
def test_it_is_told_in_the_readers_language(start: engine.Battle, language: str, dead: str) -> None:
    with speaking(language):
        assert engine.in_short(later(start), "byzantines", start)[0].startswith(dead)

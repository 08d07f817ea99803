"""Scenarios that begin with hoplites in formation."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.books.guiscard import GUISCARD
from rules.core.facing import Facing
from rules.events.codec import decode, encode
from rules.evolve import replay
from rules.scenarios.creation import created
from rules.scenarios.loader import DrawnUp, ScenarioError, ScenarioFile, load, scenario_from_toml
from rules.state.invariants import broken
from rules.tactical.formations import close_order
from tests.rules.kit import TACTICS

HOPLITES = ("Nikolaos", "Okeanos", "Basilios", "Manuel", "Georgios", "Theodoros")
NORTH = (Facing.N, Facing.NE)


def spears(*drawn: DrawnUp, **more: object) -> ScenarioFile:
    return replace(load("spears"), formations=drawn, **more)


@pytest.mark.rule("GUI-7.3.1a")
def test_the_spears_begin_in_two_ranks_with_their_pikes_lowered() -> None:
    event = created(load("spears"), TACTICS)
    battle = replay([decode(*encode(event))])
    (formation,) = battle.formations.values()
    assert close_order.ranks_of(battle, TACTICS, formation) == (
        ("nikolaos", "okeanos", "basilios"),
        ("manuel", "georgios", "theodoros"),
    )
    assert close_order.pikes_stand(battle, TACTICS, formation, "okeanos")
    assert broken(battle) == []


@pytest.mark.rule("GUI-7.3.2a")
def test_a_tortoise_can_be_drawn_up_too() -> None:
    event = created(spears(DrawnUp(HOPLITES, NORTH, tortoise=True)), TACTICS)
    assert event.formations[0].tortoise


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        (DrawnUp(HOPLITES, (Facing.NE, Facing.N)), "clockwise"),
        (DrawnUp(HOPLITES, (Facing.NE, Facing.SE)), "Nikolaos and Okeanos"),
        (DrawnUp(HOPLITES[:2], NORTH), "in no rank of three"),
        (DrawnUp(HOPLITES[:3], NORTH, tortoise=True), "two ranks"),
        (DrawnUp((*HOPLITES[:3], "Harald"), NORTH), "Harald is no hoplite"),
        (DrawnUp((*HOPLITES[:3], "Roger"), NORTH), "Roger is no hoplite"),
        (DrawnUp((*HOPLITES[:3], "Nobody"), NORTH), "Nobody is not called up"),
    ],
)
def test_what_cannot_be_drawn_up_is_named(drawn: DrawnUp, why: str) -> None:
    with pytest.raises(ScenarioError, match=rf"spears\.toml: formation 1: .*{why}"):
        created(spears(drawn), TACTICS)


def test_a_game_read_back_has_its_men_in_the_same_order() -> None:
    event = created(load("spears"), TACTICS)
    places, again = event.formations[0].places, decode(*encode(event)).formations[0].places
    assert list(places.items()) == list(again.items())


def test_nobody_stands_in_two_formations() -> None:
    with pytest.raises(ScenarioError, match="formation 2: Basilios stands in a formation already"):
        created(spears(DrawnUp(HOPLITES[:3], NORTH), DrawnUp(HOPLITES[2:], NORTH)), TACTICS)


def test_without_the_module_there_are_no_formations() -> None:
    with pytest.raises(ScenarioError, match="modules"):
        created(spears(DrawnUp(HOPLITES, NORTH), modules=()), GUISCARD.rules())


def test_a_direction_misspelt_is_told_with_the_file() -> None:
    text = 'title = "x"\n[[formations]]\nfigures = ["Okeanos"]\nfacing = ["N", "E"]\n'
    with pytest.raises(ScenarioError, match=r"spears\.toml"):
        scenario_from_toml(text, "spears")

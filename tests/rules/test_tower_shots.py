"""Shots from a tower with storeys, and at it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.places import place_of
from rules.core.rejection import Rejection
from rules.events.base import Event
from rules.evolve import evolve
from rules.evolve.fingerprint import digest
from rules.state.battle import Battle
from rules.tactical.harm import surrounded
from rules.tactical.sight import line_of_fire
from rules.tactical.sight.cover import cover_against
from rules.tactical.ways import links
from tests.rules.kit import man, refusal
from tests.rules.tower_kit import PUSHERS, TOWER, archer, before_the_wall, play, tower


@pytest.mark.parametrize(("storey", "sees"), [(3, True), (2, False), (1, False)])
def test_from_the_top_one_sees_over_the_wall_and_from_below_one_does_not(storey: int, sees: bool) -> None:
    at = before_the_wall(archer("Yani", "0406", storey=storey), man("Zahir", "0401", side="arabs"))
    found = line_of_fire.check(at, TOWER, at.figures["yani"], "short_bow", "0401", "zahir")
    assert isinstance(found, Rejection) is not sees


def test_people_on_other_storeys_are_not_in_the_way() -> None:
    def shot(*others):
        zahir = man("Zahir", "0404", side="arabs")
        at = before_the_wall(archer("Yani", "0406", storey=3), zahir, *others, engine=tower("0405", "0406"))
        return line_of_fire.check(at, TOWER, at.figures["yani"], "short_bow", "0404", "zahir")

    assert not isinstance(shot(man("Hugo", "0405", storey=2)), Rejection)
    assert "Hugo in 0405 is in the way" in refusal(shot(man("Hugo", "0405", storey=3)))


def test_the_tower_hides_who_is_behind_it_and_its_floors_cover_who_is_in_it() -> None:
    zahir = man("Zahir", "0402", side="arabs")
    at = before_the_wall(
        archer("Yani", "0409"), zahir, man("Hugo", "0406", storey=1), man("Odo", "0407", storey=3), walls=()
    )
    behind = line_of_fire.check(at, TOWER, at.figures["yani"], "short_bow", "0402", "zahir")
    assert refusal(behind) == "Malvoisine in 0407 is in the way"
    covers = {
        f: cover_against(at, TOWER, at.figures[f], at.figures[f].hex or "", "0202", "short_bow")[0]
        for f in ("hugo", "odo")
    }
    assert covers == {"hugo": "heavy", "odo": "none"}


def test_an_enemy_on_all_sides_of_a_stunned_man_holds_the_places_to_which_links_lead() -> None:
    at = before_the_wall(
        man("Hugo", "0406", storey=2, health="stunned", stunned_in=2),
        man("Zahir", "0407", side="arabs", storey=2),
    )
    assert surrounded.is_surrounded(at, TOWER, at.figures["hugo"])
    free = before_the_wall(
        man("Hugo", "0407", storey=2, health="stunned", stunned_in=2),
        man("Zahir", "0406", side="arabs", storey=2),
    )
    assert not surrounded.is_surrounded(free, TOWER, free.figures["hugo"])


LABELS = sorted({place.label for place in links.places(before_the_wall(man("Hugo", "0408")))})


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_whatever_is_ordered_in_and_around_the_tower_all_holds(data: st.DataObject) -> None:
    spots = data.draw(st.permutations([*LABELS, "0404", "0306", "0408"]))
    stands = [
        place for label in spots if (place := place_of(label)) is not None and label not in ("0406", "0405")
    ]
    names = ("Hugo", "Odo", "Fulk", "Zahir", "Omar")
    men = [
        man(name, at.hex, storey=at.storey, side="arabs" if name in ("Zahir", "Omar") else "normans")
        for name, at in zip(names, stands, strict=False)
    ]
    at = before_the_wall(*men, *PUSHERS[1:], phase=data.draw(st.sampled_from([3, 4])))
    goals = data.draw(st.lists(st.sampled_from(spots), min_size=3, max_size=3))
    orders = [f"MOVE {name} to {goal}" for name, goal in zip(("Hugo", "Odo"), goals, strict=False)]
    attack = data.draw(
        st.sampled_from(["ATTACK Zahir WITH Hugo", "ATTACK Omar WITH Odo", "ATTACK Omar WITH Fulk"])
    )
    orders += [*data.draw(st.sampled_from([[], ["PUSH Malvoisine S"]])), attack]
    at.sheets.update(normans=tuple(orders))
    done = play(at, otherwise=data.draw(st.integers(1, 6)))
    assert digest(done.battle) == digest(evolved(at, done.events))


def evolved(at: Battle, events: list[Event]) -> Battle:
    again = at.copy()
    for event in events:
        again = evolve(again, event)
    return again

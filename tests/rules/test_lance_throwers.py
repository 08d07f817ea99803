"""Lances and javelins thrown from the saddle (GUI-7.1)."""

from __future__ import annotations

import pytest

from rules.core.rejection import Rejection
from rules.ruleset import Ruleset, Shot
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.tactical import weapons
from rules.tactical.horses import arcs
from rules.tactical.shooting import scatter
from rules.tactical.sight import line_of_fire
from tests.rules.kit import RULES, TACTICS, battle, field, man, rider


def thrower(**more: object) -> Character:
    """In the middle of the board, facing north."""
    return rider("Zahir", "0706", "0707", side="arabs", **{"lance": True, **more})  # type: ignore[arg-type]


def board(*pieces: Character, rules: Ruleset = TACTICS) -> Battle:
    return battle(field(13, 12), *pieces, side="arabs", rules=rules)


def aims_at(at: Battle, name: str, rules: Ruleset = TACTICS) -> bool:
    shooter, target = at.figures["zahir"], at.figures[name]
    weapon = weapons.weapon_of(at, rules, shooter)
    assert target.hex is not None
    return not isinstance(line_of_fire.check(at, rules, shooter, weapon, target.hex, target.id), Rejection)


@pytest.mark.rule("GUI-7.2.1d")
def test_the_frontal_arc_is_the_cone_of_the_three_hexes_ahead() -> None:
    at = board(thrower())
    zahir = at.figures["zahir"]
    near = {h for h in at.board.within("0706", 2) if arcs.in_front(at, zahir, h)}
    assert near == {"0605", "0705", "0805", "0505", "0604", "0704", "0804", "0905"}
    assert {h for h in at.board.within("0707", 1) if arcs.behind(at, zahir, h)} == {"0708", "0607", "0807"}


@pytest.mark.rule("GUI-7.2.1d")
@pytest.mark.parametrize("rear", ["0707", "0606", "0605", "0705", "0805", "0806"])
def test_every_arc_holds_a_third_of_the_hexes_round_it(rear: str) -> None:
    at = board(rider("Zahir", "0706", rear, side="arabs"))
    rings = {n: set(at.board.within("0706", n)) - set(at.board.within("0706", n - 1)) for n in (1, 2, 3)}
    zahir = at.figures["zahir"]
    assert [sum(arcs.in_front(at, zahir, h) for h in rings[n]) for n in (1, 2, 3)] == [3, 5, 7]
    assert not arcs.in_front(at, zahir, "0706")


@pytest.mark.rule("GUI-7.1a")
def test_the_north_african_throws_at_the_knights_before_and_beside_him_not_at_the_men_behind() -> None:
    at = board(
        thrower(),
        rider("Guimar", "0703", "0702"),
        rider("Pandulf", "1006", "1106"),
        man("Ademar", "0710"),
        man("Landulf", "0509"),
    )
    assert aims_at(at, "guimar") and aims_at(at, "pandulf")
    assert not aims_at(at, "ademar") and not aims_at(at, "landulf")


@pytest.mark.rule("GUI-7.1a")
def test_without_the_module_he_may_throw_behind_him() -> None:
    at = board(thrower(), man("Ademar", "0710"), rules=RULES)
    assert aims_at(at, "ademar", RULES)


@pytest.mark.rule("GUI-7.1a", "RUL-702")
def test_a_javelin_from_the_saddle_obeys_the_arcs_and_one_on_foot_does_not() -> None:
    pieces = (man("Ademar", "0710"), man("Guimar", "0702"))
    at = board(thrower(weapon="javelin", lance=False), *pieces)
    assert aims_at(at, "guimar") and not aims_at(at, "ademar")
    on_foot = board(man("Zahir", "0706", side="arabs", weapon="javelin"), *pieces)
    assert aims_at(on_foot, "ademar")


@pytest.mark.rule("GUI-7.1b")
def test_he_throws_over_a_friend_beside_him_from_three_hexes_on() -> None:
    at = board(
        thrower(),
        man("Ali", "0705", side="arabs"),
        rider("Guimar", "0703", "0702"),
        man("Ademar", "0704"),
    )
    assert aims_at(at, "guimar") is False, "the infantryman in 0704 is no friend"
    at = board(thrower(), man("Ali", "0705", side="arabs"), rider("Guimar", "0703", "0702"))
    assert aims_at(at, "guimar")
    at = board(thrower(), man("Ali", "0705", side="arabs"), man("Ademar", "0704"))
    assert not aims_at(at, "ademar"), "two hexes are less than three"


@pytest.mark.rule("GUI-7.1b")
def test_the_friend_must_be_on_foot_and_beside_him() -> None:
    far = board(thrower(), man("Ali", "0704", side="arabs"), man("Ademar", "0702"))
    assert not aims_at(far, "ademar")
    tall = board(thrower(), rider("Ali", "0705", "0804", side="arabs"), man("Ademar", "0702"))
    assert not aims_at(tall, "ademar")
    plain = board(thrower(), man("Ali", "0705", side="arabs"), man("Ademar", "0702"), rules=RULES)
    assert not aims_at(plain, "ademar", RULES)


@pytest.mark.rule("GUI-7.1.1")
@pytest.mark.parametrize(
    ("hexes", "band", "added"),
    [(1, "short", 0), (3, "short", 0), (4, "medium", 1), (6, "medium", 1), (7, "long", 2), (9, "long", 2)],
)
def test_ranges_of_the_mounted_lance(hexes: int, band: str, added: int) -> None:
    assert weapons.band_at(TACTICS, "lance_mounted", hexes) == band
    at = board(thrower(), man("Ademar", "0702"))
    shot = Shot(at.figures["zahir"], "lance_mounted", "ademar", "0702", hexes, band, "offensive")
    modifier = scatter.range_band_modifier(at, TACTICS, shot)
    assert (modifier.value if modifier else 0) == added


@pytest.mark.rule("GUI-7.1.1")
def test_the_lance_is_thrown_in_the_own_phase_only_and_hinders_no_move() -> None:
    at = board(thrower(), man("Ademar", "0702"))
    zahir = at.figures["zahir"]
    assert weapons.band_at(TACTICS, "lance_mounted", 10) == ""
    assert weapons.may_fire_offensively(at, TACTICS, zahir, "lance_mounted") is None
    assert weapons.movement_limit(at, TACTICS, zahir, fired=True, watching=False) is None
    assert weapons.may_fire_defensively(at, TACTICS, zahir, "lance_mounted") is not None

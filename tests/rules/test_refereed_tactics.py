"""Situations of chapter 7 with the verdict read from the book, each played through the engine.

The phalanx looks between north and north-east: Nikolaos 0404, Okeanos 0505, Basilios 0605 in front; Robert in
0503 faces south.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.core.rejection import Rejection
from rules.events.base import Event
from rules.journal import Journal
from rules.state.battle import Battle, Charge, ChargeState
from rules.state.figure import Character, Health
from rules.state.invariants import broken
from rules.tactical import weapons
from rules.tactical.fighting import odds
from rules.tactical.sight import line_of_fire
from tests.rules.charges import DOWN_THE_FIFTH, hassan, khaled, opened, robert, why_not
from tests.rules.kit import TACTICS, battle, field, man, narrated, of_kind, play, rider
from tests.rules.test_formations import formed, hoplite, shift

VIA_FIFTH = f"CHARGE Robert AT Khaled via {' '.join(DOWN_THE_FIFTH)}"


def only(journal: Journal, kind: str) -> Event:
    (event,) = of_kind(journal, kind)
    return event


def hexes(journal: Journal, *names: str) -> list[tuple[str, ...]]:
    return [journal.battle.figures[name].hexes for name in names]


def told(before: Battle, journal: Journal) -> str:
    return "\n".join(line.text for line in narrated(before, journal.events, None))


# throws (7.1)


@pytest.mark.rule("GUI-7.1b")
@pytest.mark.parametrize(
    ("friend", "target", "flies"),
    [
        (man("Guy", "0704", side="arabs"), "0702", True),
        (man("Guy", "0704", side="arabs"), "0703", False),
        (man("Guy", "0703", side="arabs"), "0702", False),
        (rider("Guy", "0704", "0804", side="arabs"), "0702", False),
    ],
    ids=["three hexes away", "two hexes away", "the friend is not beside him", "the friend rides"],
)
def test_a_throw_over_a_friend(friend: Character, target: str, flies: bool) -> None:
    thrower = rider("Zahir", "0705", "0706", side="arabs", lance=True)
    at = battle(field(13, 12), thrower, friend, man("Robert", target), side="arabs", rules=TACTICS)
    weapon = weapons.weapon_of(at, TACTICS, at.figures["zahir"])
    found = line_of_fire.check(at, TACTICS, at.figures["zahir"], weapon, target, "robert")
    assert flies is not isinstance(found, Rejection)


# charges (7.2)


@pytest.mark.rule("GUI-7.2.1c")
def test_six_hexes_are_a_charge_and_five_are_none() -> None:
    assert why_not(opened(robert(), khaled("0510")), "robert", "khaled") == ""
    assert why_not(opened(robert(), khaled("0509")), "robert", "khaled", "0504 0505 0506 0507 0508") != ""


@pytest.mark.rule("GUI-7.2.1b")
def test_a_man_on_foot_hides_nobody_from_a_rider_and_a_rider_does() -> None:
    on_foot, mounted = man("Gui", "0505"), rider("Gui", "0505", "0506")
    assert why_not(opened(robert(), khaled(), on_foot), "robert", "khaled") == ""
    assert why_not(opened(robert(), khaled(), mounted), "robert", "khaled") == "GUI-7.2.1b"


@pytest.mark.rule("GUI-7.2.2h", "GUI-7.2.3a")
def test_the_charged_rider_rides_two_hexes_to_meet_him_and_they_fight_28_and_14_against_9_and_4() -> None:
    """The route of seven hexes ends in 0510; Khaled's front comes to 0509, the charger's to 0508."""
    target = rider("Khaled", "0511", "0512", side="arabs", defence=9)
    at = opened(robert(), target, standing={"arabs": ("COUNTER charge anyone",)})
    journal = play(at, 5, 5, 5, normans=("CHARGE Robert AT Khaled",))
    ends = [e.hex for e in of_kind(journal, "moved") if e.figure == "khaled"][:2]
    assert ends == ["0510", "0509"]
    rode = [e.hex for e in of_kind(journal, "moved") if e.figure == "robert"]  # type: ignore[attr-defined]
    assert rode[:5] == ["0504", "0505", "0506", "0507", "0508"]
    fought = only(journal, "combat_fought")
    assert fought.weight.words == "42 - 13 = 29"  # type: ignore[attr-defined]


@pytest.mark.rule("GUI-7.2.3c")
@pytest.mark.parametrize(("defence", "striker"), [(10, "robert"), (11, "khaled")])
def test_equal_strength_leaves_the_parts_as_they_are(defence: int, striker: str) -> None:
    """10 and half of it are 15 on both sides; 11 and half of it, rounded down, are 16."""
    target = rider("Khaled", "0511", "0512", side="arabs", defence=defence)
    at = opened(robert(attack=10), target, standing={"arabs": ("COUNTER charge anyone",)})
    fought = only(play(at, normans=("CHARGE Robert AT Khaled",)), "combat_fought")
    assert fought.attackers == (striker,)  # type: ignore[attr-defined]


@pytest.mark.rule("GUI-7.2.2g", "RUL-705")
@pytest.mark.parametrize("stopped", [False, True])
def test_once_a_counter_charge_is_declared_nobody_shoots_at_the_charger(stopped: bool) -> None:
    """Declared, not ridden home: a counter-charger stopped on his way keeps the arrows away as well."""
    bow = man("Yusuf", "0808", side="arabs", weapon="short_bow", code="Aia")
    standing = ("WATCH Yusuf fire at first within 9", "COUNTER Hassan charge anyone")
    friend = [man("Yani", "0710")] if stopped else []
    at = opened(robert(), khaled(), hassan(), bow, *friend, standing={"arabs": standing})
    journal = play(at, named={"GUI-4.3.1a": 8}, normans=(VIA_FIFTH,))
    assert bool(of_kind(journal, "counter_charge_lost")) is stopped
    assert not [e for e in of_kind(journal, "fire_declared") if e.target == "robert"]


@pytest.mark.rule("GUI-7.2.2e")
def test_two_riders_do_not_charge_the_same_man() -> None:
    second = rider("Roger", "0703", "0702", mp=12)
    at = opened(robert(), second, khaled())
    journal = play(at, normans=("CHARGE Robert AT Khaled", "CHARGE Roger AT Khaled"))
    assert [e.figure for e in of_kind(journal, "charge_announced")] == ["robert"]
    assert only(journal, "order_failed").rule == "GUI-7.2.2e"  # type: ignore[attr-defined]


@pytest.mark.rule("GUI-7.2.3a", "GUI-7.3.1c", "GUI-7.3.1d")
def test_a_charge_at_the_front_of_a_formation_falls_on_the_pikes() -> None:
    """28 and 14 against 7 are 35, column 31/50; one rank deep a column to the left."""
    at = formed(rider("Robert", "0504", "0503", attack=28))
    charge = Charge("okeanos", ("0504", "0503"), ("0504",), state=ChargeState.HOME)
    at.now.charges["robert"] = charge
    found = odds.assess(at, TACTICS, ("robert",), ("okeanos",))
    assert not isinstance(found, Rejection)
    assert (found.weight.rank, found.weight.column) == (35, "31/50")
    assert [(s.rule, s.value) for s in found.shifts] == [("GUI-7.3.1d", -1)]


# formations (7.3)


@pytest.mark.rule("GUI-7.3.2b", "GUI-7.3.1d", "GUI-7.3.1e")
def test_a_tortoise_strikes_a_column_weaker_and_is_struck_as_the_formation_it_is() -> None:
    at = formed(man("Robert", "0504"), ranks=2)
    (formation,) = at.formations.values()
    at.formations[formation.id] = replace(formation, tortoise=True)
    assert sum(value for value, _ in shift(at, "okeanos", "robert")) == 2 - 1
    assert shift(at, "robert", "okeanos") == [(-2, "GUI-7.3.1d")]


@pytest.mark.rule("GUI-7.3.3a")
@pytest.mark.parametrize(("start", "over", "end", "tested"), [
    ("0403", "0504", "0604", True),  # before Nikolaos and Okeanos
    ("0305", "0405", "0506", False),  # behind them
    ("0303", "0304", "0305", False),  # at the shield side of Nikolaos
])  # fmt: skip
def test_who_passes_a_formation_is_tested_before_it_only(
    start: str, over: str, end: str, tested: bool
) -> None:
    at = formed(man("Robert", start), side="normans", step=None)
    journal = play(at, otherwise=1, normans=(f"MOVE Robert {over} {end}",))
    assert journal.battle.figures["robert"].hex == end
    assert bool(of_kind(journal, "infiltration_tested")) is tested


@pytest.mark.rule("GUI-7.3.1g")
@pytest.mark.parametrize(("at", "health"), [("0504", "healthy"), ("0304", "wounded"), ("0506", "wounded")])
def test_driven_back_they_stand_in_front_and_are_wounded_elsewhere(at: str, health: str) -> None:
    """Letter by letter: the first face that gives "the defender retreats"."""
    whom = {"0504": "okeanos", "0304": "nikolaos", "0506": "okeanos"}[at]
    made = formed(man("Robert", at, attack=20))
    found = odds.assess(made, TACTICS, ("robert",), (whom,))
    assert not isinstance(found, Rejection)
    effects = TACTICS.tables["combat-effects"]
    face = next(
        i
        for i, letter in enumerate(found.letters, start=1)
        if effects.row(letter)["on"] == "defenders" and effects.row(letter)["foot"] == "retreat"
    )
    made.step = None
    journal = play(made, otherwise=face, normans=(f"ATTACK Robert ON {whom}",))
    man_ = journal.battle.figures[whom]
    assert (man_.health.value, man_.hex) == (health, made.figures[whom].hex)


# refusing (7.4)


@pytest.mark.rule("GUI-7.4a", "GUI-7.4b")
@pytest.mark.parametrize(
    ("attackers", "goes"),
    [(("Robert",), True), (("Robert", "Gui"), False)],
    ids=["faster than his one assailant", "one of the two is as fast"],
)
def test_only_who_is_faster_than_all_who_attack_him_goes(attackers: tuple[str, ...], goes: bool) -> None:
    fast = man("Hassan", "0504", side="arabs", mp=8)
    at = battle(
        field(10, 10), man("Robert", "0505", mp=6), man("Gui", "0604", mp=8), fast,
        rules=TACTICS, step=None, standing={"arabs": ("REFUSE always even if tested",)},
    )  # fmt: skip
    journal = play(at, otherwise=1, normans=(f"ATTACK {' + '.join(attackers)} ON Hassan",))
    assert bool(of_kind(journal, "combat_refused")) is goes
    if goes:
        assert at.board.distance("0504", journal.battle.figures["hassan"].hex or "") == 1


# bad luck, told


@pytest.mark.rule("GUI-7.2.2f", "RUL-704")
def test_a_way_blocked_after_the_announcement_is_explained() -> None:
    at = opened(robert(), khaled())
    at.now.charges["robert"] = Charge(target="khaled", start=("0503", "0502"), route=DOWN_THE_FIFTH)
    at.figures["khaled"] = replace(at.figures["khaled"], hex="0508")
    journal = play(at.copy())
    text = told(at, journal)
    assert "Robert stops: Khaled holds 0508." in text
    assert "The charge of Robert comes to nothing: Robert does not reach 0510." in text
    assert "Without its bonus and a combat of its own, he can still attack by an ATTACK order." in text
    assert broken(journal.battle) == []


@pytest.mark.rule("GUI-7.3.1a", "GUI-7.3.1b", "RUL-738")
@pytest.mark.parametrize("health", [Health.STUNNED, Health.DEAD])
def test_a_formation_that_loses_its_third_man_is_no_more_and_says_so(health: Health) -> None:
    """Robert at the right of Basilios cuts him down; Nikolaos and Okeanos are two single men then."""
    made = formed(man("Robert", "0706", attack=60), side="normans", step=None)
    fallen = {Health.STUNNED: "stunned", Health.DEAD: "killed"}[health]
    found = odds.assess(made, TACTICS, ("robert",), ("basilios",))
    assert not isinstance(found, Rejection)
    effects = TACTICS.tables["combat-effects"]
    harms = [str(effects.row(letter)["foot"]) for letter in found.letters]
    journal = play(made, otherwise=harms.index(fallen) + 1, normans=("ATTACK Robert ON Basilios",))
    assert journal.battle.figures["basilios"].health is health
    assert journal.battle.formations == {}
    text = told(made, journal)
    assert "Nikolaos, Okeanos and Basilios is broken up: fewer than three stand side by side." in text
    left = engine.read_orders(
        in_their_phase(journal.battle), "arabs", ["MARCH Okeanos N", "FORM Nikolaos + Okeanos facing N"]
    )
    march, form = left.lines
    assert "stands in no formation" in march.message[0] and "takes 3 hoplites" in form.message[0]


def in_their_phase(at: Battle) -> Battle:
    """The board as it is, in the phase of the other side."""
    turned = at.copy()
    turned.side, turned.step, turned.now = "arabs", None, type(at.now)(number=at.phase + 1)
    turned.phase += 1
    return turned


@pytest.mark.rule("GUI-7.3.1a")
def test_the_end_man_of_four_may_fall_and_three_stand_on() -> None:
    four = formed(man("Robert", "0806", attack=60), step=None)
    four.figures["zenon"] = hoplite("Zenon", "0706")
    (formation,) = four.formations.values()
    four.formations[formation.id] = replace(formation, places={**formation.places, "zenon": "0706"})
    assert broken(four) == []
    journal = play(four, otherwise=1, normans=("ATTACK Robert ON Zenon",))
    assert not journal.battle.figures["zenon"].active
    (now,) = journal.battle.formations.values()
    assert now.places.keys() == formation.places.keys()
    assert "Zenon is no longer in the formation." in told(four, journal)

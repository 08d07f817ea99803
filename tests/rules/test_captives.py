"""Prisoners in a battle: who frees them, how long it takes, and where they find arms (GUC-14.8e)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.books.guiscard import GUISCARD
from rules.desk.briefing.forms import order_form
from rules.desk.read import read_orders
from rules.desk.reading import LineReading, Verdict
from rules.events.captives import ArmsTaken, CaptiveFreed
from rules.orders.captive_records import FreeOrder
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import print_order
from rules.state.arms import disarmed
from rules.state.battle import Battle
from rules.state.figure import Character, Health, Values
from rules.works import captives
from tests.rules.kit import (
    a_turn_later,
    battle,
    failures,
    field,
    man,
    narrated,
    next_phase,
    of_kind,
    ordered,
    play,
)

RULES = GUISCARD.rules(modules=("tactics", "buildings", "castles", "works", "captives"))
FAR = man("Zahir", "0806", side="arabs")


def prisoner(name: str, at: str, **more: Any) -> Character:
    return replace(disarmed(man(name, at, **more), 1), bound=True)


def led(*pieces: Character) -> Battle:
    """Normans in their second turn, nothing having happened before."""
    fresh = battle(field(8, 6), *pieces, FAR, rules=RULES)
    return a_turn_later(fresh)


def answer(at: Battle, line: str) -> LineReading:
    return read_orders(at, RULES, "normans", [line]).lines[0]


@pytest.mark.parametrize(
    "line",
    [
        "FREE Milo Ugo",
        "free milo: ugo",
        "Milo frees Ugo",
        "Milo releases the prisoner Ugo",
        "FREE Ugo by Milo",
    ],
)
def test_who_frees_whom(line: str) -> None:
    at = led(man("Milo", "0303"), prisoner("Ugo", "0403"))
    found = ordered(at, line)
    assert found == FreeOrder("milo", "ugo")
    assert isinstance(found, FreeOrder)
    assert print_order(found, lexicon_of(at, "normans")) == "FREE Milo Ugo"


@pytest.mark.rule("GUC-14.8e", "GUI-1.2g")
@pytest.mark.parametrize(
    ("fields", "acts"),
    [
        ({}, True),
        ({"bound": True}, False),
        ({"carried_by": "hugo"}, False),
        ({"health": Health.STUNNED}, False),
        ({"health": Health.WOUNDED}, True),
        ({"hex": None}, False),
    ],
)
def test_neither_a_prisoner_nor_who_is_carried_or_stunned_can_act(fields: dict[str, Any], acts: bool) -> None:
    assert replace(man("Milo", "0303"), **fields).active is acts


@pytest.mark.rule("GUC-14.8e")
def test_a_prisoner_has_no_attack_and_a_defence_of_one() -> None:
    ugo = prisoner("Ugo", "0403", armoured=True)
    assert ugo.values == Values(0, 1, man("Ugo", "0403", armoured=True).values.movement)
    assert not ugo.active and not ugo.armoured
    at = led(man("Milo", "0303"), ugo)
    refused = answer(at, "MOVE Ugo 0404")
    assert refused.verdict is Verdict.ILLEGAL and "is a prisoner" in refused.message[0]


@pytest.mark.rule("GUC-14.8e")
def test_a_friend_who_stands_beside_him_for_a_turn_sets_him_free() -> None:
    at = led(man("Milo", "0303"), prisoner("Ugo", "0403"))
    assert answer(at, "FREE Milo Ugo").verdict is Verdict.OK
    table = play(at, normans=("FREE Milo Ugo",))
    assert of_kind(table, "captive_freed") == [CaptiveFreed(figure="ugo", by="milo")]
    ugo = table.battle.figures["ugo"]
    assert ugo.active and ugo.values.attack == 0 and ugo.values.defence == 1
    told = [line.text for line in narrated(at, table.events, "arabs")]
    assert any("lets Ugo loose" in text for text in told)


@pytest.mark.rule("GUC-14.8e")
def test_it_takes_a_whole_turn_and_nothing_else_is_done_in_it() -> None:
    fresh = battle(field(8, 6), man("Milo", "0303"), prisoner("Ugo", "0403"), FAR, rules=RULES)
    refused = answer(fresh, "FREE Milo Ugo")
    assert refused.verdict is Verdict.ILLEGAL and refused.rule == "GUC-14.8e"
    assert "next phase" in " ".join(refused.message)
    assert failures(play(fresh, normans=("FREE Milo Ugo",)))[0][0] == "GUC-14.8e"
    moved = play(
        led(man("Milo", "0302"), prisoner("Ugo", "0403")), normans=("MOVE Milo 0303", "FREE Milo Ugo")
    )
    assert not of_kind(moved, "captive_freed")
    fought = play(
        led(man("Milo", "0303"), prisoner("Ugo", "0403"), man("Omar", "0304", side="arabs")),
        normans=("ATTACK Milo ON Omar", "FREE Milo Ugo"),
    )
    assert not of_kind(fought, "captive_freed")


@pytest.mark.rule("GUC-14.8e")
@pytest.mark.parametrize(
    ("ugo", "why"),
    [
        (prisoner("Ugo", "0503"), "is not next to"),
        (prisoner("Ugo", "0403", side="arabs"), "of your own side"),
        (man("Ugo", "0403"), "no prisoner"),
        (replace(prisoner("Ugo", "0403"), health=Health.DEAD), "no prisoner"),
    ],
)
def test_only_a_friend_beside_him_frees_a_prisoner(ugo: Character, why: str) -> None:
    at = led(man("Milo", "0303"), ugo)
    found = captives.cannot_free(at, RULES, FreeOrder("milo", "ugo"))
    assert found is not None and why in found.why


@pytest.mark.rule("GUC-14.8e")
def test_a_captive_leader_is_freed_unasked_where_no_enemy_is_near() -> None:
    """RUL-1278."""
    ugo = replace(prisoner("Ugo", "0403"), leader=True)
    assert of_kind(play(led(man("Milo", "0303"), ugo)), "captive_freed")
    assert not of_kind(play(led(man("Milo", "0303"), prisoner("Ugo", "0403"))), "captive_freed")
    beset = led(man("Milo", "0303"), ugo, man("Omar", "0203", side="arabs"))
    assert not of_kind(play(beset), "captive_freed")


def _free(at: str, **more: Any) -> Character:
    return replace(prisoner("Ugo", at, **more), bound=False)


@pytest.mark.rule("GUC-14.8e")
@pytest.mark.parametrize("health", [Health.DEAD, Health.STUNNED])
def test_whoever_is_free_takes_the_arms_of_the_fallen_after_a_turn_beside_them(health: Health) -> None:
    down = replace(man("Omar", "0404", side="arabs"), health=health, stunned_in=9)
    at = led(_free("0403", armoured=True), down, man("Milo", "0101"))
    table = play(at)
    assert of_kind(table, "arms_taken") == [ArmsTaken(figure="ugo", of="omar")]
    assert table.battle.figures["ugo"] == man("Ugo", "0403", armoured=True), "his counter is as it was"
    assert table.battle.figures["omar"].values.attack == 0
    assert [line.rule for line in narrated(at, table.events, "normans") if "arms" in line.text] == [
        "GUC-14.8e"
    ]


@pytest.mark.rule("GUC-14.8e")
def test_arms_take_a_whole_turn_too_and_are_taken_once() -> None:
    """RUL-1279."""
    down = replace(man("Omar", "0404", side="arabs"), health=Health.DEAD)
    fresh = battle(field(8, 6), _free("0403"), down, man("Milo", "0101"), FAR, rules=RULES)
    assert not of_kind(play(fresh), "arms_taken")
    moved = play(led(_free("0302"), down, man("Milo", "0101")), normans=("MOVE Ugo 0403",))
    assert not of_kind(moved, "arms_taken")
    other = replace(_free("0405"), id="odo", name="Odo")
    assert len(of_kind(play(led(_free("0403"), other, down)), "arms_taken")) == 1
    stunned_friend = replace(man("Ivo", "0404"), health=Health.STUNNED, stunned_in=9)
    assert not of_kind(play(led(_free("0403"), stunned_friend)), "arms_taken")


def test_a_prisoner_closes_no_hex_and_strikes_nobody_back() -> None:
    """The guards of a prisoner are nobody whom he holds up."""
    at = next_phase(led(man("Milo", "0101"), prisoner("Ugo", "0403")))
    assert at.active_enemies("arabs") == [at.figures["milo"]]


def test_the_form_says_whom_somebody_could_free_and_who_has_no_arms() -> None:
    at = led(man("Milo", "0303"), prisoner("Ugo", "0403"), replace(_free("0801"), id="odo", name="Odo"))
    form = order_form(at, RULES, "normans")
    assert "FREE Milo Ugo" in form and "no arms" in form and "Ugo (a prisoner)" in form
    reading = read_orders(at, RULES, "normans", form.splitlines())
    assert not [one.message for one in reading.lines if one.code]

"""Who could act and has no order: in contact, or with somebody in range."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.desk.idle import could_act
from rules.state.battle import Battle
from rules.state.figure import Health
from rules.state.table import Options, Pace
from tests.rules.kit import RULES, battle, field, man


def scene() -> Battle:
    """Ruggiero touches Khaled; Arnolfo has Yusuf in range, Odo is far from everybody."""
    return battle(
        field(18, 12),
        man("Ruggiero", "0808"),
        man("Arnolfo", "0806", weapon="short_bow"),
        man("Odo", "0101"),
        man("Khaled", "0908", side="arabs"),
        man("Yusuf", "1205", side="arabs", weapon="short_bow"),
    )


def idle(at: Battle, *orders: str, standing: tuple[str, ...] = (), seat: str = "normans") -> tuple[str, ...]:
    return could_act(at, RULES, seat, orders, standing)


def test_who_is_in_contact_or_has_somebody_in_range_and_no_order() -> None:
    assert idle(scene()) == ("Ruggiero", "Arnolfo")


@pytest.mark.parametrize(
    ("orders", "standing", "left"),
    [
        (("MOVE Ruggiero stay",), (), ("Arnolfo",)),
        (("FIRE Arnolfo AT Yusuf",), (), ("Ruggiero",)),
        (("ATTACK anyone at +0 or better",), (), ("Arnolfo",)),
        (("IF Khaled is up THEN ATTACK Ruggiero ON Khaled", "MOVE Arnolfo stay"), (), ()),
        ((), ("WATCH Arnolfo hold",), ("Ruggiero",)),
        ((), ("WATCH fire at first",), ("Ruggiero",)),
        ((), ("RETREAT Ruggiero toward 0101",), ("Ruggiero", "Arnolfo")),
        (("MOVE Odo stay",), (), ("Ruggiero", "Arnolfo")),
    ],
)
def test_an_order_for_him_or_for_everybody_is_one(
    orders: tuple[str, ...], standing: tuple[str, ...], left: tuple[str, ...]
) -> None:
    assert idle(scene(), *orders, standing=standing) == left


@pytest.mark.rule("GUI-5.2a")
def test_a_shooter_in_contact_counts_for_the_fight_and_not_for_the_shot() -> None:
    at = scene()
    at.figures["yusuf"] = replace(at.figures["yusuf"], hex="0805")
    assert "Arnolfo" in idle(at)
    assert "Arnolfo" not in idle(at, "ATTACK anyone at +0 or better")


def test_nobody_who_cannot_act_and_nobody_in_the_enemys_phase() -> None:
    at = scene()
    at.figures["ruggiero"] = replace(at.figures["ruggiero"], health=Health.STUNNED)
    assert idle(at) == ("Arnolfo",)
    assert idle(scene(), seat="arabs") == ()
    stunned = scene()
    stunned.figures["khaled"] = replace(stunned.figures["khaled"], health=Health.STUNNED)
    assert idle(stunned) == ("Arnolfo",), "an enemy who cannot fight"


@pytest.mark.parametrize(
    ("step", "left"),
    [("fire", ("Arnolfo",)), ("movement", ()), ("combat", ("Ruggiero",))],
)
def test_step_by_step_only_what_the_step_is_for(step: str, left: tuple[str, ...]) -> None:
    at = scene()
    at.setup = replace(at.setup, options=Options(pace=Pace.STEP))
    at.step = step
    assert idle(at) == left


def test_the_engine_tells_it_of_a_reading_and_of_an_empty_table() -> None:
    at = engine.replay(engine.new_game("orchard"))
    seat = engine.awaiting(at).seats[0]
    reading = engine.read_orders(at, seat, [])
    names = engine.could_act(at, seat, reading)
    assert names and set(names) < set(reading.idle)
    form = engine.read_orders(at, seat, engine.order_form(at, seat).splitlines())
    assert engine.could_act(at, seat, form) == (), "the form sent back unchanged leaves nobody out"

"""The sequence of play (GUI-2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.events.harm import Recovered, Stunned
from rules.evolve import evolve
from rules.state.battle import Battle
from rules.state.figure import Health
from rules.state.table import Options, Pace, Seat
from tests.rules.castle_kit import castle, upright
from tests.rules.kit import battle, field, man, of_kind, play


def opened(*pieces: object, **more: object) -> Battle:
    return battle(field(12, 8), *pieces, step=None, **more)  # type: ignore[arg-type]


@pytest.mark.rule("GUI-2.1g", "GUI-2.1b")
def test_the_five_steps_follow_each_other() -> None:
    journal = play(opened(man("Robert", "0202"), man("Zahir", "1005", side="arabs")))
    steps = [e.step for e in of_kind(journal, "step_began")]  # type: ignore[attr-defined]
    assert steps == ["fire", "charges", "movement", "combat", "stunned"]


@pytest.mark.rule("GUI-2a", "GUI-2.1g")
def test_only_the_side_in_phase_shoots_moves_and_attacks() -> None:
    at = opened(man("Robert", "0202"), man("Zahir", "1005", side="arabs"))
    journal = play(at, normans=("MOVE Robert 0302",), arabs=("MOVE Zahir 0904",))
    assert [e.figure for e in of_kind(journal, "moved")] == ["robert"]  # type: ignore[attr-defined]


@pytest.mark.rule("GUI-2.1e")
def test_special_actions_belong_to_the_combat_step_in_the_place_of_shot_and_attack() -> None:
    """Zahir stands before a ladder with Fulk beside him, or in sight: he topples it, or fights, or shoots."""

    def acts(fulk: str, *lines: str) -> list[str]:
        zahir = man("Zahir", "0404", side="arabs", weapon="composite_bow")
        at = castle(man("Fulk", fulk), zahir, ladders=(upright(),), side="arabs", phase=4)
        done = play(at, named={"GUI-10.1.6a": 1}, arabs=lines)
        kinds = ("step_began", "ladder_tried", "combat_fought", "shot_fired")
        return [str(getattr(e, "step", e.kind)) for e in of_kind(done, *kinds)]

    topple, attack = "TOPPLE LADDER Zahir 0405", "ATTACK Zahir ON Fulk"
    assert acts("0304", topple, attack) == [
        "fire",
        "charges",
        "movement",
        "combat",
        "ladder_tried",
        "stunned",
    ]
    assert acts("0304", attack, topple) == [
        "fire",
        "charges",
        "movement",
        "combat",
        "combat_fought",
        "stunned",
    ]
    shoots = acts("0401", "FIRE Zahir AT Fulk", topple)
    assert shoots == ["fire", "shot_fired", "charges", "movement", "combat", "stunned"]


@pytest.mark.rule("GUI-6d", "GUI-6.6b")
@pytest.mark.parametrize("first", ["robert", "drogo"])
def test_combats_are_fought_in_the_order_of_the_lines_each_with_its_advance(first: str) -> None:
    """Each drives his enemy back and follows up before the next one fights, in whichever order the
    player wishes."""
    at = opened(
        man("Robert", "0303", attack=12), man("Zahir", "0304", side="arabs", defence=7),
        man("Drogo", "0703", attack=12), man("Yusuf", "0704", side="arabs", defence=7),
    )  # fmt: skip
    lines = {"robert": "ATTACK Robert ON Zahir", "drogo": "ATTACK Drogo ON Yusuf"}
    second = "drogo" if first == "robert" else "robert"
    sheet = ("ADVANCE always", lines[first], lines[second])
    at.standing["normans"] = sheet[:1]
    journal = play(at, otherwise=3, normans=sheet[1:])
    acts = [
        (e.kind, getattr(e, "figure", "") or e.attackers[0])  # type: ignore[attr-defined]
        for e in of_kind(journal, "combat_fought", "advance_began")
    ]
    assert acts == [
        ("combat_fought", first), ("advance_began", first), ("combat_fought", second),
        ("advance_began", second),
    ]  # fmt: skip


@pytest.mark.rule("GUI-2b")
def test_allied_seats_act_in_the_order_of_their_seats() -> None:
    seats = (
        Seat("normans", "normans", "Normans"),
        Seat("lombards", "normans", "Lombards"),
        Seat("arabs", "arabs", "Arabs"),
    )
    at = opened(
        man("Robert", "0202"),
        man("Gisulf", "0205", seat="lombards"),
        man("Zahir", "1005", side="arabs"),
        seats=seats,
    )
    journal = play(at, lombards=("MOVE Gisulf 0305",), normans=("MOVE Robert 0302",))
    assert [e.figure for e in of_kind(journal, "moved")] == ["robert", "gisulf"]  # type: ignore[attr-defined]


@pytest.mark.rule("GUI-2.1a")
def test_fire_comes_before_movement_and_bars_combat() -> None:
    at = opened(
        man("Yani", "0202", weapon="short_bow", code="Nia"),
        man("Zahir", "0502", side="arabs"),
        man("Omar", "0404", side="arabs"),
    )
    orders = ("ATTACK Yani ON Omar", "MOVE Yani 0303", "FIRE Yani AT Zahir")
    journal = play(at, otherwise=10, normans=orders)
    order = [e.kind for e in journal.events if e.kind in ("shot_fired", "moved", "combat_fought")]
    assert order == ["shot_fired", "moved"]
    refusal = of_kind(journal, "order_failed")[-1]
    assert refusal.rule == "GUI-5.2b"  # type: ignore[attr-defined]


@pytest.mark.rule("GUI-2.1c")
def test_moves_are_interrupted_by_defensive_fire() -> None:
    at = opened(man("Robert", "0802"), man("Yani", "0202", side="arabs", weapon="short_bow", code="Aia"))
    journal = play(at, otherwise=10, normans=("MOVE Robert 0702 0602 0503",))
    order = [e.kind for e in journal.events if e.kind in ("shot_fired", "moved")]
    assert order.index("shot_fired") < len(order) - 1


@pytest.mark.rule("GUI-2.1d")
def test_combat_follows_the_moves() -> None:
    at = opened(man("Robert", "0202"), man("Zahir", "0403", side="arabs"))
    journal = play(at, normans=("ATTACK Robert ON Zahir", "MOVE Robert 0303"))
    order = [e.kind for e in journal.events if e.kind in ("moved", "combat_fought")]
    assert order[:2] == ["moved", "combat_fought"]


@pytest.mark.rule("GUI-2.1f")
def test_stunned_in_the_enemy_phase_gets_up_in_his_own() -> None:
    at = opened(man("Robert", "0202"), man("Zahir", "1005", side="arabs"), phase=3)
    at.figures["robert"] = replace(at.figures["robert"], health=Health.STUNNED, stunned_in=2)
    journal = play(at)
    assert of_kind(journal, "recovered") == [Recovered(figure="robert")]


@pytest.mark.rule("GUI-2.1f")
def test_stunned_in_his_own_phase_stays_down_through_the_enemys() -> None:
    at = opened(man("Robert", "0202"), man("Zahir", "1005", side="arabs"), phase=3)
    evolve(at, Stunned(figure="robert", rule="GUI-6.5e"))
    assert not of_kind(play(at), "recovered")
    at.phase, at.side = 4, "arabs"
    assert not of_kind(play(at), "recovered")
    at.phase, at.side = 5, "normans"
    assert of_kind(play(at), "recovered")


@pytest.mark.rule("GUI-2.1g")
def test_step_by_step_the_phase_stops_for_orders() -> None:
    at = opened(man("Robert", "0202"), man("Zahir", "0403", side="arabs"))
    at.setup = replace(at.setup, options=Options(pace=Pace.STEP))
    first = play(at)
    assert not first.over  # type: ignore[attr-defined]
    assert first.battle.step == "movement"
    second = play(first.battle, normans=("MOVE Robert 0303", "ATTACK Robert ON Zahir"))
    assert not second.over  # type: ignore[attr-defined]
    assert second.battle.step == "combat"
    assert [e.kind for e in second.events if e.kind == "moved"] == ["moved"]
    third = play(second.battle)
    assert third.over  # type: ignore[attr-defined]
    assert of_kind(third, "combat_fought")
    assert not of_kind(third, "moved")


def test_an_if_is_looked_at_when_it_bites_and_told_to_its_owner() -> None:
    at = opened(man("Robert", "0202"), man("Drogo", "0204"), man("Zahir", "0403", side="arabs"))
    orders = ("MOVE Drogo 0304", "IF Drogo is at 0304 THEN MOVE Robert 0302 ELSE MOVE Robert 0203")
    journal = play(at, normans=orders)
    assert journal.battle.figures["robert"].hex == "0302"
    (checked,) = of_kind(journal, "condition_checked")
    assert checked.holds  # type: ignore[attr-defined]
    assert checked.seat == "normans"  # type: ignore[attr-defined]


def test_the_else_branch() -> None:
    at = opened(man("Robert", "0202"), man("Zahir", "0403", side="arabs"))
    journal = play(at, normans=("IF Zahir is down THEN MOVE Robert 0302 ELSE MOVE Robert 0203",))
    assert journal.battle.figures["robert"].hex == "0203"


def test_a_watch_for_one_shot_is_spent_and_may_be_given_again() -> None:
    yani = man("Yani", "0202", side="arabs", weapon="short_bow", code="Aia")
    order = "WATCH Yani fire at first within 12, at most once"
    at = opened(man("Robert", "0802"), yani, standing={"arabs": (order,)})
    journal = play(at, otherwise=10, normans=("MOVE Robert 0702 0602",))
    assert of_kind(journal, "standing_order_spent")
    again = engine.read_orders(journal.battle, "arabs", [order])
    assert again.changed
    after = evolve(journal.battle, engine.accept_orders(journal.battle, "arabs", again))
    assert after.spent_orders["arabs"] == ()
    assert not engine.read_orders(after, "arabs", [order]).changed

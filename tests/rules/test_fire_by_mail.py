"""Fires and engines as players order and read them: receipts, phases, reports (GUI-10.2 to GUI-10.5)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import engine
from rules.core.dice import ScriptedDice
from rules.core.facing import Facing
from rules.events.harm import Killed
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.state.invariants import broken
from rules.state.works import Engine, Flame
from tests.rules.kit import SIEGE, battle, field, man, reported, rider

CATAPULT = Engine("cat", "stone_thrower", "Catapult", "normans", ("0410",), Facing.N)
THEIRS = Engine("mule", "stone_thrower", "Mule", "arabs", ("0902",), Facing.S)
MEN = (man("Hugo", "0411"), man("Fulk", "0311"), man("Odo", "0511"), man("Milo", "0310"))
YANI = man("Yani", "0901", weapon="composite_bow", code="Nia", side="normans")


def scene(
    *pieces: Character, engines: tuple[Engine, ...] = (CATAPULT,), board: str = "", **more: Any
) -> Battle:
    foes = () if any(p.side == "arabs" for p in pieces) else (man("Omar", "1201", side="arabs"),)
    made = battle(
        board or field(12, 14), *pieces, *foes, engines=engines, rules=SIEGE, phase=3, step=None, **more
    )
    for f in made.figures.values():
        made.last.stands[f.id] = f.hex or ""
    return made


def answers(b: Battle, *lines: str, seat: str = "normans") -> list[tuple[str, str]]:
    reading = engine.read_orders(b, seat, list(lines))
    return [(line.verdict.value, " ".join(line.message)) for line in reading.lines]


def play(b: Battle, *lines: str, seat: str = "normans", **dice: Any) -> tuple[Battle, list[str]]:
    """The phase played with these orders, and what the public reads of it."""
    reading = engine.read_orders(b, seat, list(lines))
    filed = b.copy()
    engine.evolve(filed, engine.accept_orders(b, seat, reading))
    events = engine.adjudicate(filed, ScriptedDice(**dice))
    after = engine.replay(events, filed.copy())
    assert broken(after) == []
    return after, [line.text for line in reported(filed, events, seat)]


# receipts


@pytest.mark.rule("GUI-10.4.1", "GUI-10.4.2")
@pytest.mark.parametrize(
    ("line", "idle"), [("SHOOT Catapult AT 0401", 2), ("PUSH Catapult N", 1), ("MOVE Near stay", 4)]
)
def test_a_crew_has_its_orders_though_nobody_was_named(line: str, idle: int) -> None:
    b = scene(*MEN, man("Near", "0402"))
    found = engine.read_orders(b, "normans", [line]).idle
    assert len(found) == idle and ("Near" in found) == (line[0] != "M")


@pytest.mark.rule("GUI-10.4.1")
def test_the_receipt_of_a_shot_names_crew_distance_and_friends_in_danger() -> None:
    b = scene(*MEN, man("Near", "0402"))
    [(verdict, text)] = answers(b, "SHOOT Catapult AT 0401")
    assert verdict == "ok", text
    assert "Fulk, Hugo and Milo work Catapult at 0401, 9 hexes away" in text
    assert "Of your own Near is within 2 hexes of it" in text


@pytest.mark.rule("GUI-10.4.1")
def test_what_cannot_be_is_refused_in_so_many_words() -> None:
    b = scene(*MEN[:2], engines=(CATAPULT, THEIRS))
    for line, why in (
        ("SHOOT Catapult AT 0401", "only Fulk and Hugo can"),
        ("SHOOT Catapult AT 0414", "not before Catapult"),
        ("SHOOT Mule AT 0910", "not yours"),
        ("LIGHT Hugo 0901", "not next to 0901"),
        ("FIRE Hugo AT 0410 with flame", "no bow"),
    ):
        [(verdict, text)] = answers(b, line)
        assert verdict == "illegal now" and why in text, (line, verdict, text)


@pytest.mark.rule("GUI-10.4.2")
def test_spellings_and_slips() -> None:
    b = scene(*MEN, YANI, engines=(CATAPULT, THEIRS))
    for line, canonical in (
        ("shoot catapult at 0401 by Hugo, Fulk and Odo", "SHOOT Catapult AT 0401 with Hugo + Fulk + Odo"),
        ("fire the Catapult at 4,1", "SHOOT Catapult AT 0401"),
        ("Yani shoots at 0902 with burning arrows", "FIRE Yani AT 0902 with flame"),
        ("FIRE Yani with flame at 0902", "FIRE Yani AT 0902 with flame"),
        ("push catapult north", "PUSH Catapult N"),
        ("PUSH Catapult facing NE", "PUSH Catapult facing NE"),
        ("Milo sets fire to 0409", "LIGHT Milo 0409"),
        ("Milo: put out the fire in 0409", "DOUSE Milo 0409"),
    ):
        reading = engine.read_orders(b, "normans", [line])
        assert [a.canonical for a in reading.lines] == [canonical] or not reading.lines[0].canonical, (
            line, reading.lines,
        )  # fmt: skip
        assert "E-101" not in reading.lines[0].code, reading.lines


@pytest.mark.rule("GUI-10.4")
def test_two_engines_keep_an_order_each_and_a_second_order_for_one_takes_the_place_of_the_first() -> None:
    second = Engine("ram", "stone_thrower", "Petraria", "normans", ("0910",), Facing.N)
    men = [man(f"X{at}", at) for at in ("0911", "0810", "1010")]
    b = scene(*MEN, *men, engines=(CATAPULT, second))
    reading = engine.read_orders(b, "normans", ["SHOOT Catapult AT 0401", "SHOOT Petraria AT 0901"])
    assert reading.orders == ("SHOOT Catapult AT 0401", "SHOOT Petraria AT 0901")
    reading = engine.read_orders(b, "normans", ["SHOOT Catapult AT 0401", "SHOOT Catapult AT 0402"])
    assert reading.orders == ("SHOOT Catapult AT 0402",)


def test_without_siege_works_these_are_no_orders() -> None:
    b = battle(field(5, 5), man("Hugo", "0101"), man("Omar", "0501", side="arabs"), step=None)
    [(verdict, text)] = answers(b, "LIGHT Hugo 0102")
    assert verdict == "not understood" and "advanced rules" in text


def test_an_if_around_a_special_action_tells_its_step() -> None:
    b = scene(*MEN)
    [(_, text)] = answers(b, "IF 0401 is not free THEN SHOOT Catapult AT 0401")
    assert "in the fire step" in text
    [(_, text)] = answers(b, "IF 0401 is not free THEN DOUSE Milo 0309")
    assert "in the combat step" in text


@pytest.mark.rule("GUI-10.4.1")
def test_a_crew_that_falls_before_its_turn_leaves_the_engine_silent_and_the_player_is_told() -> None:
    b = scene(*MEN[:3], man("Yani", "0401", weapon="composite_bow"), man("Omar", "0701", side="arabs"))
    filed = b.copy()
    order = engine.accept_orders(b, "normans", engine.read_orders(b, "normans", ["SHOOT Catapult AT 0402"]))
    engine.evolve(filed, order)
    engine.evolve(filed, Killed(figure="hugo", rule="GUI-5.4.3a"))
    events = engine.adjudicate(filed, ScriptedDice(otherwise=10))
    failed = [e for e in events if e.kind == "order_failed"]
    assert [e.why for e in failed] == [
        "it takes three men beside Catapult to work it, and only Fulk and Odo can"
    ]  # type: ignore[attr-defined]
    assert not any(e.kind == "engine_shot" for e in events)


def test_the_picture_shows_the_flight_of_stones_and_burning_arrows() -> None:
    b = scene(*MEN, YANI, engines=(CATAPULT, THEIRS))
    filed = b.copy()
    lines = ["SHOOT Catapult AT 0401", "FIRE Yani AT 0902 with flame"]
    engine.evolve(filed, engine.accept_orders(b, "normans", engine.read_orders(b, "normans", lines)))
    events = engine.adjudicate(filed, ScriptedDice(otherwise=5))
    drawn = engine.picture(
        engine.replay(events, filed.copy()), "normans", filed, engine.seen(filed, events, "normans")
    )
    shots = {t.labels[0]: t.caption for t in drawn.tracks if t.what == "shot"}  # to where they fell
    assert shots["0410"] == "Catapult shoots at 0401, it falls in 0402"
    assert shots["0901"] == "Yani shoots a burning arrow"


# whole phases


@pytest.mark.rule("GUI-10.4.4")
def test_a_stone_is_thrown_and_told_with_its_dice() -> None:
    b = scene(*MEN, man("Omar", "0401", side="arabs"))
    after, told = play(b, "SHOOT Catapult AT 0401", faces=(5, 6, 2))
    assert after.figures["omar"].dead
    text = "\n".join(told)
    assert "work Catapult, aiming at 0401, 9 hexes" in text
    assert "5 + 6 = 11, it falls in 0401, right on the aim, on Omar" in text


@pytest.mark.rule("GUI-10.4.1")
def test_the_crew_neither_moves_nor_fights_in_that_phase() -> None:
    b = scene(*MEN)
    after, told = play(b, "SHOOT Catapult AT 0401 with Hugo", "MOVE Hugo 0412", otherwise=5)
    assert after.figures["hugo"].hex == "0411"
    assert any("Not done of your order MOVE Hugo" in line for line in told)


@pytest.mark.rule("GUI-10.4.2")
def test_an_engine_is_pushed_in_the_movement_step() -> None:
    after, told = play(scene(*MEN), "PUSH Catapult N N", otherwise=5)
    assert after.engines["cat"].hexes == ("0408",)
    assert "push Catapult to 0409, facing north." in "\n".join(told)


@pytest.mark.rule("RUL-528")
def test_a_man_held_up_by_a_shot_holds_up_the_engine_that_he_pushes() -> None:
    slow = man("Milo", "0310", mp=3)
    watcher = man("Omar", "0109", side="arabs", weapon="composite_bow")
    b = scene(*MEN[:3], slow, watcher, standing={"arabs": ("WATCH Omar fire at Milo",)})
    after, told = play(b, "PUSH Catapult N N", named={"GUI-5.4.3a": 7}, otherwise=5)
    assert after.engines["cat"].hexes == ("0409",) and after.figures["milo"].hex == "0309"
    assert "the next hex costs 1 MP, Milo has 0" in "\n".join(told)


@pytest.mark.rule("GUI-10.3")
@pytest.mark.rule("GUI-10.2.2")
def test_an_arrow_lights_an_engine_the_enemy_fights_the_fire_and_it_spreads() -> None:
    two = Engine("mule", "stone_thrower", "Mule", "arabs", ("0904", "0905"), Facing.S)
    b = scene(YANI, man("Omar", "1004", side="arabs"), engines=(two,))
    after, told = play(b, "FIRE Yani AT 0904 with flame", faces=(8,))
    assert "0904" in after.flames
    assert any("1D10 = 8, needs 8 or more: the engine catches fire" in line for line in told)
    after, told = play(after, seat="arabs", named={"GUI-10.2.3": 3, "GUI-10.2.2": 9}, otherwise=10)
    assert any("Omar" in line and "1D10 = 3, needs 8 or more: it burns on" in line for line in told)
    assert set(after.flames) == {"0904", "0905"}


@pytest.mark.rule("GUI-5.1a")
def test_a_burning_arrow_leaves_as_little_of_a_move_as_any_shot() -> None:
    b = scene(YANI, engines=(THEIRS,))
    move, shot = "MOVE Yani 0801 0701 0601 0501 0401 0301", "FIRE Yani AT 0902 with flame"
    for lines in ((move, shot), (shot, move)):
        verdict, told = answers(b, *lines)[1]
        assert verdict == "note"
        assert "he has 4 MP" in told or "has 4 MP; his move takes 6" in told, told
        after, _ = play(b, *lines, otherwise=1)
        assert after.figures["yani"].hex == "0501", "four of his eight MP"


@pytest.mark.rule("GUI-10.2.1")
def test_a_man_lights_an_engine_in_his_second_phase_beside_it() -> None:
    b = scene(man("Milo", "0901"), engines=(THEIRS,))
    after, told = play(b, "LIGHT Milo 0902")
    assert after.flames == {"0902": Flame(side="normans", since=3)}
    assert told[0] == "Milo (spearman, 0901) sets fire to 0902."
    fresh = scene(man("Milo", "0901"), engines=(THEIRS,))
    fresh.last.stands.clear()
    [(verdict, text)] = answers(fresh, "LIGHT Milo 0902")
    assert verdict == "illegal now" and "he lights it in your next phase" in text


@pytest.mark.rule("GUI-10.5.2")
@pytest.mark.rule("GUI-10.5.1c")
def test_greek_fire_by_mail() -> None:
    siphon = Engine("s", "greek_fire", "Siphon", "normans", ("0410",), Facing.N)
    b = scene(*MEN, engines=(siphon,))
    [(_, text)] = answers(b, "SHOOT Siphon AT 0403")
    assert "on 1 it bursts, on 2 it jams" in text
    after, told = play(b, "SHOOT Siphon AT 0403", faces=(4,))
    assert len(after.naphtha) == 7
    assert any("Naphtha lies in" in line for line in told)
    after, told = play(b, "SHOOT Siphon AT 0403", faces=(1,))
    assert any("the pressure bursts it" in line for line in told)


@pytest.mark.rule("GUI-10.2.4a")
def test_an_order_of_the_road_leads_the_way_out_of_the_flames() -> None:
    b = battle(
        field(7, 7), man("Milo", "0404"), man("Omar", "0701", side="arabs"), rules=SIEGE, phase=3, step=None,
        standing={"normans": ("RETREAT Milo toward 0407",)},
    )  # fmt: skip
    b.flames["0404"] = Flame(side="arabs", since=2)
    after, told = play(b, otherwise=1)
    assert after.figures["milo"].hex == "0405"
    assert any("As you ordered (RETREAT Milo toward 0407): Milo gets out that way." in line for line in told)


@pytest.mark.rule("GUI-10.4.3")
def test_paths_lead_round_engines_and_fires() -> None:
    b = scene(man("Hugo", "0911"), engines=(CATAPULT,))
    b.flames["0910"] = Flame(side="arabs", since=1)
    [(verdict, text)] = answers(b, "MOVE Hugo 0910")
    assert verdict == "illegal now" and "on fire" in text
    [(verdict, text)] = answers(b, "MOVE Hugo to 0909")
    assert verdict == "ok" and "0910" not in text


def test_the_form_tells_what_engines_and_fires_ask_for() -> None:
    b = scene(*MEN, rider("Drogo", "0101", "0102"))
    b.flames["0310"] = Flame(side="arabs", since=1)
    form = engine.order_form(b, "normans")
    assert "Catapult (0410, facing north) can shoot" in form
    reading = engine.read_orders(b, "normans", form.splitlines())
    assert all(line.verdict.value != "illegal now" for line in reading.lines)


def test_the_report_tells_what_burns_and_which_engine_is_ready() -> None:
    b = scene(*MEN)
    b.flames["0101"] = Flame(side="arabs", since=1, turns=1)
    b.naphtha["0201"] = "arabs"
    told = " ".join(engine.situation(b, "normans").works)
    assert "Fire in 0101" in told and "naphtha in 0201" in told
    assert "Catapult (0410, facing north)" in told

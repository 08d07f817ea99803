"""Formations on order: forming, marching, breaking up, and what they lose (GUI-7.3.1, GUI-7.3.2), through the
whole phase as a player orders it."""

from __future__ import annotations

import pytest

from rules import engine
from rules.core.dice import ScriptedDice
from rules.events.codec import decode, encode
from rules.evolve import evolve
from rules.evolve.fingerprint import digest
from rules.journal import Journal
from rules.state.battle import Battle, Formation
from rules.tactical.formations import keeping
from tests.rules import kit
from tests.rules.kit import TACTICS, a_turn_later, battle, field, man, narrated, of_kind
from tests.rules.test_formations import NAMES, formed, hoplite, phalanx

FORM = "FORM Nikolaos + Okeanos + Basilios facing N and NE"
FORM_SIX = "FORM Nikolaos + Okeanos + Basilios + Manuel + Georgios + Theodoros facing N and NE"


def drawn_up(*others: object, ranks: int = 1, **more: object) -> Battle:
    return battle(field(9, 12), *phalanx(ranks), *others, side="arabs", step=None, rules=TACTICS, **more)


def foe(at: str = "0112") -> object:
    return man("Robert", at)


def play(at: Battle, *lines: str, faces: tuple[int, ...] = (), otherwise: int = 5) -> Journal:
    return kit.play(at, *faces, otherwise=otherwise, arabs=lines)


def only(battle: Battle) -> Formation:
    (formation,) = battle.formations.values()
    return formation


def refusals(journal: Journal) -> list[tuple[str, str]]:
    return [(e.rule, e.why) for e in of_kind(journal, "order_failed")]  # type: ignore[attr-defined]


@pytest.mark.rule("GUI-7.3.1a", "RUL-736")
def test_they_form_after_the_moves_above_the_line() -> None:
    made = battle(
        field(9, 12),
        *phalanx()[:2],
        hoplite("Basilios", "0608"),
        foe(),
        side="arabs",
        step=None,
        rules=TACTICS,
    )
    done = play(made, "MOVE Basilios to 0605", FORM)
    assert only(done.battle).places == {"nikolaos": "0404", "okeanos": "0505", "basilios": "0605"}
    told = [line.text for line in narrated(made, done.events, None)]
    assert "Nikolaos, Okeanos and Basilios form up in one rank, facing north and north-east." in told
    early = play(made, FORM, "MOVE Basilios to 0605")
    assert early.battle.formations == {} and refusals(early)[0][0] == "GUI-7.3.1a"


@pytest.mark.rule("GUI-7.3.1b", "RUL-736")
def test_a_formation_marches_three_points_and_keeps_its_front() -> None:
    done = play(drawn_up(foe(), ranks=2), FORM_SIX, "MARCH Georgios N NE N")
    assert {f: done.battle.figures[f].hex for f in ("nikolaos", "okeanos", "basilios")} == {
        "nikolaos": "0502",
        "okeanos": "0602",
        "basilios": "0703",
    }
    assert all(done.battle.now.spent[f] == 3 for f in only(done.battle).places)
    assert only(done.battle).front == "N"
    far = play(drawn_up(foe()), FORM, "MARCH Okeanos S 3 hexes S")
    assert refusals(far) == [("GUI-7.3.1b", "that costs 4 MP, the formation has 3")]
    assert far.battle.figures["okeanos"].hex == "0505"


@pytest.mark.rule("GUI-7.3.1b")
def test_the_dearest_ground_holds_up_everybody() -> None:
    board = field(9, 12).split("\n")
    board[3] = ". . . . . s . . ."  # 0604, before Basilios
    made = battle("\n".join(board), *phalanx(), foe(), side="arabs", step=None, rules=TACTICS)
    done = play(made, FORM, "MARCH Basilios N")
    assert done.battle.now.spent == {"nikolaos": 2, "okeanos": 2, "basilios": 2}


@pytest.mark.rule("GUI-7.3.2b", "GUI-7.3.1b")
def test_a_tortoise_marches_two() -> None:
    made = drawn_up(foe(), ranks=2)
    tortoise = "FORM tortoise Okeanos"
    assert refusals(play(made, FORM_SIX, tortoise, "MARCH Okeanos S S S")) == [
        ("GUI-7.3.1b", "that costs 3 MP, the formation has 2")
    ]
    done = play(made, FORM_SIX, tortoise, "MARCH Okeanos S S")
    assert only(done.battle).tortoise and done.battle.figures["okeanos"].hex == "0507"
    # who has gone farther raises no shields
    assert refusals(play(made, FORM_SIX, "MARCH Okeanos S S S", tortoise))[0][0] == "GUI-7.3.2b"


@pytest.mark.rule("GUI-7.3.2a")
def test_shields_go_up_and_down_on_order() -> None:
    made = drawn_up(foe(), ranks=2)
    up = play(made, f"{FORM_SIX}".replace("FORM", "FORM tortoise", 1))
    assert only(up.battle).tortoise
    down = play(a_turn_later(up), "BREAK tortoise Okeanos")
    assert not only(down.battle).tortoise
    assert refusals(play(drawn_up(foe()), FORM, "FORM tortoise Okeanos")) == [
        ("GUI-7.3.2a", "a tortoise takes 2 ranks, with 3 men in front")
    ]


@pytest.mark.rule("GUI-7.3.2a")
def test_without_an_order_archers_make_them_raise_their_shields() -> None:
    archers = [man(f"Archer{i}", at, weapon="composite_bow") for i, at in enumerate(("0401", "0601"))]
    far = [man(f"Archer{i}", at, weapon="composite_bow") for i, at in enumerate(("0111", "0911"))]
    made = drawn_up(*far, ranks=2)
    assert only(play(made, FORM_SIX, "MARCH Okeanos N", otherwise=10).battle).tortoise is False
    first = play(made, FORM_SIX, otherwise=10)
    assert only(first.battle).tortoise is False, "an order was given"
    done = play(a_turn_later(first), otherwise=10)
    assert only(done.battle).tortoise
    assert [e.about for e in of_kind(done, "decision_made") if e.rule == "GUI-7.3.2a"] == ["tortoise"]
    near = drawn_up(*archers, man("Hugh", "0503"), ranks=2)
    ordered = play(near, FORM_SIX, otherwise=10)
    assert not only(play(a_turn_later(ordered), otherwise=10).battle).tortoise, (
        "an enemy stands within three hexes"
    )


@pytest.mark.rule("GUI-7.3.1a")
def test_a_formation_is_dissolved_on_order_and_by_leaving_it() -> None:
    made = a_turn_later(play(drawn_up(foe()), FORM))
    assert play(made, "BREAK formation Basilios").battle.formations == {}
    left = play(made, "MOVE Basilios to 0703")
    assert left.battle.formations == {}, "two are no formation"
    assert of_kind(left, "formation_broken")
    six = a_turn_later(play(drawn_up(foe(), ranks=2), FORM_SIX))
    thinned = play(six, "MOVE Georgios to 0508")
    assert set(only(thinned.battle).places) == {"nikolaos", "okeanos", "basilios"}


@pytest.mark.rule("GUI-7.3.1b", "RUL-738")
def test_with_a_wounded_man_it_stands_until_it_is_formed_anew() -> None:
    made = formed(foe(), ranks=2, side="arabs", step=None)
    made.figures["theodoros"] = hoplite("Theodoros", "0606", health="wounded")
    stopped = play(made, "MARCH Okeanos S")
    assert refusals(stopped)[0][0] == "GUI-7.3.1b" and "Theodoros is wounded" in refusals(stopped)[0][1]
    assert "theodoros" in only(stopped.battle).places, "he stands in it still"
    anew = play(made, FORM, "MARCH Okeanos N")
    assert anew.battle.figures["okeanos"].hex == "0504"
    assert set(only(anew.battle).places) == {"nikolaos", "okeanos", "basilios"}


@pytest.mark.rule("GUI-7.3.1b")
def test_a_shot_that_wounds_halts_the_march() -> None:
    archer = man("Gui", "0508", weapon="composite_bow")
    made = drawn_up(archer, standing={"normans": ("WATCH Gui fire at Okeanos",)})
    done = play(made, FORM, "MARCH Okeanos N N", faces=(), otherwise=1)
    assert not done.battle.figures["okeanos"].active or done.battle.figures["okeanos"].wounded
    assert done.battle.figures["nikolaos"].hex == "0403", "one hex only"
    assert [e.rule for e in of_kind(done, "move_ended") if e.rule] == ["GUI-7.3.1b"]


@pytest.mark.rule("GUI-5.4.3a", "RUL-528")
def test_a_shot_that_takes_mp_from_one_holds_up_the_march_of_all() -> None:
    archer = man("Gui", "0508", weapon="composite_bow")
    made = drawn_up(archer, standing={"normans": ("WATCH Gui fire at Okeanos",)})
    done = play(made, FORM, "MARCH Okeanos N N", otherwise=5)
    assert [(e.figure, e.left) for e in of_kind(done, "allowance_cut")] == [("okeanos", 0)]
    assert done.battle.figures["nikolaos"].hex == "0403", "one hex only"
    assert [e.reason for e in of_kind(done, "move_ended")] == ["the next hex costs 1 MP, Okeanos has 0"]


@pytest.mark.rule("GUI-7.3.3b", "GUI-7.3.1b")
def test_only_enemies_at_the_flanks_oppose_the_march() -> None:
    # after one hex to the north Hugh stands before Okeanos, Robert at the right of Basilios
    made = drawn_up(man("Robert", "0705"), man("Hugh", "0502"))
    on = play(made, FORM, "MARCH Okeanos N S", faces=(1,))
    tested = [(e.enemy, e.mover, e.hex) for e in of_kind(on, "infiltration_tested")]
    assert tested == [("robert", "basilios", "0604")]
    assert only(on.battle).places["okeanos"] == "0505"
    stop = next(n for n, r in sorted(TACTICS.tables["infiltration"].rows) if r == "stopped")
    halted = play(made, FORM, "MARCH Okeanos N S", faces=(int(stop) + 1,))  # armour takes one off
    assert only(halted.battle).places["okeanos"] == "0504", "with him all stop"


def test_a_march_read_back_leaves_the_men_in_the_same_order() -> None:
    made = drawn_up(foe(), ranks=2)
    done = play(made, FORM_SIX, "MARCH Okeanos N")
    again = made.copy()
    for event in done.events:
        again = evolve(again, decode(*encode(event)))
    assert list(only(again).places.items()) == list(only(done.battle).places.items())


@pytest.mark.rule("GUI-7.3.1c", "RUL-737")
def test_no_room_no_pikes_and_forming_anew_raises_them() -> None:
    made = drawn_up(man("Robert", "0504"))
    done = play(made, FORM)
    assert set(only(done.battle).opened) == {"nikolaos", "okeanos"}
    later = a_turn_later(done)
    later.figures["robert"] = man("Robert", "0112")
    assert only(play(later, FORM).battle).opened == {}


@pytest.mark.rule("GUI-7.3.1b")
def test_the_fallen_are_struck_off() -> None:
    made = formed(foe(), ranks=2, side="arabs", step=None)
    journal = Journal(made, ScriptedDice(()))
    journal.battle.figures["okeanos"] = hoplite("Okeanos", "0505", health="stunned")
    keeping.check(journal, TACTICS)
    # the first rank has a gap: the second is the formation now
    assert set(only(journal.battle).places) == {"manuel", "georgios", "theodoros"}


@pytest.mark.rule("GUI-7.3", "GUI-7.3.1a")
def test_scenarios_without_the_module_know_nothing_of_it() -> None:
    plain = battle(field(9, 12), *phalanx(), foe(), side="arabs", step=None)
    reading = engine.read_orders(plain, "arabs", [FORM, "MARCH Okeanos N", "REFUSE Okeanos always"])
    assert [line.code for line in reading.lines] == ["E-110", "E-104", "E-110"]
    assert reading.orders == reading.standing == ()
    walked = engine.read_orders(plain, "arabs", ["march Okeanos 0504"])
    assert walked.orders == ("MOVE Okeanos 0504",)


@pytest.mark.rule("GUI-7.3.1a")
def test_a_battle_without_formations_keeps_its_fingerprint() -> None:
    made = drawn_up(foe())
    bare = digest(made)
    assert digest(formed(foe(), side="arabs")) != bare
    made.formations = {}
    assert digest(made) == bare


@pytest.mark.rule("GUI-7.3.1a", "GUI-7.3.1b")
def test_the_receipt_tells_what_the_formation_will_be() -> None:
    made = drawn_up(foe(), ranks=2)
    reading = engine.read_orders(made, "arabs", [FORM, "MARCH Okeanos N 1 hex N", "FORM tortoise Okeanos"])
    first, second, third = reading.lines
    assert first.message == (
        "Nikolaos, Okeanos and Basilios stand in formation, facing north and north-east, 1 rank.",
    )
    assert second.canonical == "MARCH Okeanos N N"
    assert second.message[0].startswith("The formation goes N N: 2 of 3 MP; Nikolaos to 0402")
    assert third.rule == "GUI-7.3.2a" and "two" not in third.message[0] and "2 ranks" in third.message[0]
    stranger = engine.read_orders(made, "arabs", ["FORM Okeanos + Nikolaos facing N", "MARCH Okeanos N"])
    assert "takes 3 hoplites" in stranger.lines[0].message[0]
    assert "stands in no formation" in stranger.lines[1].message[0]


@pytest.mark.rule("GUI-7.3.3b", "GUI-7.3.1b")
def test_the_receipt_of_a_march_tells_the_chances_at_the_flanks() -> None:
    """Robert stands at the right of Basilios after the first hex, Hugh before Okeanos: he may not test."""
    made = formed(man("Robert", "0705"), man("Hugh", "0502"), side="arabs", step=None)
    (line,) = engine.read_orders(made, "arabs", ["MARCH Okeanos N S"]).lines
    _, tests, through = line.message
    odds = "60 % nothing, 20 % stopped, 20 % wounded"  # his armour takes one off the die
    assert tests == f"Infiltration (GUI-7.3.3): Robert in 0604 may test Basilios: {odds}."
    assert through == "All get through in 60 % of all cases; else the whole formation halts there."
    (safe,) = engine.read_orders(made, "arabs", ["MARCH Okeanos N"]).lines
    assert len(safe.message) == 1, "the last hex is not crossed"


@pytest.mark.rule("GUI-7.3.1b", "GUI-4.1a")
def test_a_move_may_end_where_a_formation_has_marched_away() -> None:
    made = formed(foe(), man("Zenon", "0506", side="arabs"), side="arabs", step=None)
    behind = engine.read_orders(made, "arabs", ["MARCH Okeanos N", "MOVE Zenon to 0505"])
    assert not any(line.code for line in behind.lines)
    journal = play(made, *behind.orders)
    assert journal.battle.figures["zenon"].hex == "0505"
    (before,) = engine.read_orders(made, "arabs", ["MOVE Zenon to 0505"]).lines
    assert before.code, "while they stand there it is taken"


@pytest.mark.rule("GUI-7.3.1a")
def test_reports_and_forms_show_who_stands_in_formation() -> None:
    made = formed(foe("0503"), ranks=2, side="arabs", step=None)
    rows = {row.name: row.remarks for side in engine.situation(made, "arabs").sides for row in side.rows}
    assert rows["Okeanos"] == "in formation" and rows["Robert"] == ""
    form = engine.order_form(made, "arabs")
    assert "in formation, facing north and north-east, 2 ranks" in " ".join(form.replace("#", "").split())
    assert "MARCH Nikolaos N" in form and "\nMOVE" not in form
    leaving = engine.read_orders(made, "arabs", ["MOVE Theodoros 0607"])
    assert "leaves his formation" in " ".join(leaving.lines[0].message)
    assert {n for names in NAMES[:2] for n in names} <= set(engine.read_orders(made, "arabs", []).idle)
    assert engine.read_orders(made, "arabs", ["MARCH Okeanos S"]).idle == ()


@pytest.mark.rule("GUI-7.3.1b")
def test_an_order_given_instead_is_weighed_without_the_one_before() -> None:
    made = formed(foe(), side="arabs", step=None)
    made.sheets["arabs"] = engine.read_orders(made, "arabs", ["MARCH Okeanos N"]).orders
    again = engine.read_orders(made, "arabs", ["MARCH Okeanos S S"])
    assert "2 of 3 MP" in again.lines[0].message[0]
    assert again.orders == ("MARCH Okeanos S S",)

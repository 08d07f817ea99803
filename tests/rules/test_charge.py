"""Charges: what may be announced, how it is ridden, and what becomes of it when something comes
between (GUI-7.2)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from rules.core.rejection import Rejection
from rules.evolve.fingerprint import digest
from rules.state.battle import Charge, ChargeState
from rules.state.figure import Character, Health
from rules.state.invariants import broken
from rules.state.table import Options, Pace
from rules.tactical.charging.charge import planned
from rules.tactical.shooting import defensive_fire
from tests.rules.charges import DOWN_THE_FIFTH, hassan, khaled, opened, robert, way, why_not
from tests.rules.kit import TACTICS, man, of_kind, play, rider

# what may be announced


@pytest.mark.rule("GUI-7.2.1c")
def test_six_hexes_are_enough_and_five_are_not() -> None:
    assert why_not(opened(robert(), khaled("0510")), "robert", "khaled") == ""
    at = opened(robert(), khaled("0509"))
    assert why_not(at, "robert", "khaled", "0504 0505 0506 0507 0508") == "GUI-7.2.1c"


@pytest.mark.rule("GUI-7.2.1c")
def test_a_way_is_found_that_is_long_enough_by_going_round() -> None:
    at = opened(robert(mp=15), khaled("0509"))
    found = planned(at, TACTICS, "robert", "khaled")
    assert isinstance(found, Rejection) or len(found.route) >= 6


@pytest.mark.rule("GUI-7.2.1c")
def test_the_last_four_hexes_run_straight_at_the_target() -> None:
    at = opened(robert(), khaled("0611"))
    assert why_not(at, "robert", "khaled", "0504 0505 0506 0507 0508 0509 0510") == "GUI-7.2.1c"
    assert why_not(at, "robert", "khaled", "0504 0505 0605 0606 0607 0608 0609 0610") == ""
    assert why_not(at, "robert", "khaled", "0504 0505 0506 0507 0508 0509 0609 0610") == "GUI-7.2.1c"


@pytest.mark.rule("GUI-7.2.1c")
def test_no_turn_may_cost_more_than_the_ground() -> None:
    at = opened(robert(mp=15), khaled("0611"))
    sharp = "0603 0604 0605 0606 0607 0608 0609 0610"
    assert why_not(at, "robert", "khaled", sharp) == ""  # 0603 lies half left of 0503
    assert why_not(at, "robert", "khaled", "0602 0603 0604 0605 0606 0607 0608 0609 0610") == "GUI-7.2.1c"


@pytest.mark.rule("GUI-7.2.1a")
def test_every_hex_of_the_way_is_named_or_none() -> None:
    at = opened(robert(), khaled())
    assert why_not(at, "robert", "khaled", "0504 0507 0510") == "GUI-7.2.1a"
    assert way(at, "robert", "khaled") == DOWN_THE_FIFTH


@pytest.mark.rule("GUI-7.2.1b", "GUI-7.2.1d")
def test_the_target_lies_in_the_frontal_arc() -> None:
    assert why_not(opened(robert(), khaled("1503")), "robert", "khaled") == "GUI-7.2.1b"
    assert why_not(opened(robert(), khaled("1109")), "robert", "khaled") == ""


@pytest.mark.rule("GUI-7.2.1b", "RUL-703")
def test_men_on_foot_hide_nobody_from_a_rider_and_riders_do() -> None:
    beside = man("Drogo", "0507")
    at = opened(robert(mp=15), khaled(), beside)
    assert why_not(at, "robert", "khaled") == ""
    tall = rider("Drogo", "0507", "0506")
    assert why_not(opened(robert(mp=15), khaled(), tall), "robert", "khaled") == "GUI-7.2.1b"


@pytest.mark.rule("GUI-7.2.1b")
def test_trees_hide_him_as_from_a_shot() -> None:
    rows = [["."] * 16 for _ in range(16)]
    rows[6][4] = "t"
    at = opened(robert(mp=15), khaled(), board="\n".join(" ".join(row) for row in rows))
    assert why_not(at, "robert", "khaled") == "GUI-7.2.1b"


@pytest.mark.rule("GUI-7.2.1c")
def test_the_way_goes_round_what_stands_in_it_and_must_not_cost_too_much() -> None:
    around = way(opened(robert(mp=15), khaled(), man("Drogo", "0505")), "robert", "khaled")
    assert "0505" not in around and around[-4:] == DOWN_THE_FIFTH[-4:]
    assert why_not(opened(robert(mp=6), khaled()), "robert", "khaled") == "GUI-7.2.1c"
    assert why_not(opened(robert(mp=6), khaled()), "robert", "khaled", " ".join(DOWN_THE_FIFTH)) == "GUI-4"


@pytest.mark.rule("GUI-7.2.1a", "GUI-5.2b")
def test_who_has_shot_or_walks_cannot_charge() -> None:
    at = opened(robert(), khaled())
    at.now.fired.add("robert")
    assert why_not(at, "robert", "khaled") == "GUI-5.2b"
    assert why_not(opened(man("Robert", "0503"), khaled()), "robert", "khaled") == "GUI-7.2.1a"


@pytest.mark.rule("GUI-7.2.2e", "RUL-710")
def test_one_charge_a_turn_against_the_same_man() -> None:
    at = opened(robert(), rider("Drogo", "0403", "0402"), khaled())
    at.now.charges["drogo"] = Charge(target="khaled", start=("0403", "0402"), route=("0404",))
    assert why_not(at, "robert", "khaled") == "GUI-7.2.2e"


@pytest.mark.rule("GUI-7.2.2e")
def test_a_second_declaration_is_told_back_and_the_next_name_taken() -> None:
    at = opened(robert(), rider("Drogo", "0203", "0202", mp=15), khaled(), man("Omar", "0211", side="arabs"))
    journal = play(at, normans=("CHARGE Robert AT Khaled", "CHARGE Drogo AT Khaled then Omar"))
    assert [(e.figure, e.target) for e in of_kind(journal, "charge_announced")] == [
        ("robert", "khaled"),
        ("drogo", "omar"),
    ]


# how it is ridden


ROUND_ABOUT = "0506 0606 0706 0705 0704 0703 0602 0503 0504 0505 0506"


@pytest.mark.rule("GUI-7.2.1c")
@pytest.mark.parametrize(("die", "ends"), [(1, "charge_ridden"), (7, "charge_lost")])
def test_who_is_stopped_where_his_way_comes_round_again_has_not_ridden_it(die: int, ends: str) -> None:
    """He enters 0506 as his first hex and once more as his last: only the second time his charge is home."""
    at = opened(rider("Robert", "0505", "0504", mp=16), khaled("0507"))
    journal = play(at, normans=(f"CHARGE Robert AT Khaled via {ROUND_ABOUT}",), named={"GUI-4.3.1a": die})
    told = [e.kind for e in journal.events if e.kind in ("charge_ridden", "charge_lost")]
    assert told == [ends]


@pytest.mark.rule("GUI-7.2.1a", "GUI-7.2.2f", "GUI-2.1b")
def test_announced_in_step_two_ridden_before_the_moves_fought_before_the_combats() -> None:
    at = opened(robert(), man("Yani", "0312"), khaled(defence=40), man("Omar", "0411", side="arabs"))
    orders = ("ATTACK Yani ON Omar", "MOVE Yani 0413", "CHARGE Robert AT Khaled", "MOVE Yani 0311")
    journal = play(at, normans=orders)
    told = [e.kind for e in journal.events if e.kind in
            ("charge_announced", "step_began", "charge_ridden", "move_ended", "combat_fought")]  # fmt: skip
    assert told[:3] == ["step_began", "step_began", "charge_announced"]
    assert told.index("charge_ridden") == told.index("move_ended") + 1
    first, second = of_kind(journal, "combat_fought")
    assert (first.attackers, second.attackers) == (("robert",), ("yani",))  # type: ignore[attr-defined]


@pytest.mark.rule("GUI-7.2.3a")
def test_a_charge_adds_half_of_the_attack() -> None:
    at = opened(robert(attack=28), rider("Zahir", "0511", "0512", side="arabs", defence=9))
    (fought,) = of_kind(play(at, normans=("CHARGE Robert AT Zahir",)), "combat_fought")
    assert fought.weight.words == "42 - 9 = 33"  # type: ignore[attr-defined]
    assert [m.value for m in fought.raised] == [14]  # type: ignore[attr-defined]


@pytest.mark.rule("GUI-7.2.3a")
def test_half_of_an_odd_attack_is_rounded_down_and_the_bonus_ends_with_the_combat() -> None:
    at = opened(robert(attack=25), khaled(defence=40))
    journal = play(at, normans=("CHARGE Robert AT Khaled",))
    (fought,) = of_kind(journal, "combat_fought")
    assert fought.weight.words.startswith("37 - ")  # type: ignore[attr-defined]
    assert journal.battle.now.charges["robert"].state is ChargeState.FOUGHT
    assert journal.battle.charge_mark("robert") == ""


@pytest.mark.rule("GUI-7.2.3b")
def test_the_combat_of_a_charge_stands_alone() -> None:
    at = opened(robert(), man("Yani", "0411"), khaled(defence=60))
    orders = ("CHARGE Robert AT Khaled", "ATTACK Robert + Yani ON Khaled")
    journal = play(at, named={"GUI-6c": 2}, normans=orders)
    fights = [e.attackers for e in of_kind(journal, "combat_fought")]  # type: ignore[attr-defined]
    assert fights == [("robert",), ("yani",)]
    assert {"robert", "khaled", "yani"} <= set(of_kind(journal, "combats_declared")[0].engaged)


@pytest.mark.rule("GUI-5.3d", "GUI-7.2.1a")
def test_a_charger_is_shot_at_again_after_four_hexes() -> None:
    at = opened(robert(), khaled())
    assert defensive_fire.spacing(at, TACTICS, at.figures["robert"]) == 3
    at.now.charges["robert"] = Charge(target="khaled", start=("0503", "0502"), route=DOWN_THE_FIFTH)
    assert defensive_fire.spacing(at, TACTICS, at.figures["robert"]) == 4


@pytest.mark.rule("GUI-5.3d")
def test_two_bowmen_each_get_their_shot_at_a_charge() -> None:
    bows = [
        man(n, p, side="arabs", weapon="short_bow", code="Aia")
        for n, p in (("Yusuf", "0808"), ("Samir", "0810"))
    ]
    standing = ("WATCH Yusuf fire at first within 4", "WATCH Samir fire at first within 4")
    at = opened(robert(), khaled(), *bows, standing={"arabs": standing})
    journal = play(at, otherwise=10, normans=("CHARGE Robert AT Khaled",))
    moved = [e.kind for e in journal.events if e.kind in ("moved", "fire_declared")]
    shots = [moved[:i].count("moved") for i, kind in enumerate(moved) if kind == "fire_declared"]
    assert len(shots) <= 2 and all(b - a >= 4 for a, b in pairwise(shots))
    assert shots


@pytest.mark.rule("GUI-7.2.2i")
def test_the_markers_lie_from_declaration_to_combat() -> None:
    at = opened(robert(), khaled(), hassan(), standing={"arabs": ("COUNTER Hassan charge anyone",)})
    at.setup = replace(at.setup, options=Options(pace=Pace.STEP))
    first = play(at)
    assert first.battle.step == "charges"
    second = play(first.battle, normans=("CHARGE Robert AT Khaled",))
    assert second.battle.step == "movement"
    marks = {f: second.battle.charge_mark(f) for f in second.battle.figures}
    assert marks == {"robert": "charge", "khaled": "", "hassan": "counter-charge"}
    fourth = play(play(second.battle).battle)
    assert not any(fourth.battle.charge_mark(f) for f in fourth.battle.figures)


# what comes between


@pytest.mark.rule("GUI-7.2.2f", "RUL-704")
def test_a_blocked_way_ends_the_charge_before_the_block_without_a_bonus() -> None:
    at = opened(robert(), khaled())
    at.now.charges["robert"] = Charge(target="khaled", start=("0503", "0502"), route=DOWN_THE_FIFTH)
    at.figures["khaled"] = replace(at.figures["khaled"], hex="0508")
    journal = play(at, normans=("ATTACK Robert ON Khaled",))
    assert journal.battle.figures["robert"].hexes == ("0507", "0506")
    (lost,) = of_kind(journal, "charge_lost")
    assert lost.rule == "GUI-7.2.2f"  # type: ignore[attr-defined]
    (fought,) = of_kind(journal, "combat_fought")
    assert fought.weight.words.startswith("28 - ") and not fought.raised  # type: ignore[attr-defined]


@pytest.mark.rule("GUI-7.2.2f", "RUL-704")
def test_a_lost_charge_leaves_no_other_move() -> None:
    at = opened(robert(), khaled())
    at.now.charges["robert"] = Charge(target="khaled", start=("0503", "0502"), route=DOWN_THE_FIFTH)
    at.figures["khaled"] = replace(at.figures["khaled"], hex="0508")
    journal = play(at, normans=("MOVE Robert 0607",))
    assert journal.battle.figures["robert"].hex == "0507"
    assert of_kind(journal, "order_failed")


@pytest.mark.rule("GUI-7.2.2f", "GUI-4.3a")
def test_whoever_is_stopped_on_the_way_has_lost_his_charge() -> None:
    guard = man("Omar", "0607", side="arabs")
    at = opened(robert(), khaled(), guard)
    journal = play(
        at, named={"GUI-4.3.1a": 8}, normans=(f"CHARGE Robert AT Khaled via {' '.join(DOWN_THE_FIFTH)}",)
    )
    assert [e.result for e in of_kind(journal, "infiltration_tested")] == ["stopped"]
    assert of_kind(journal, "charge_lost") and not of_kind(journal, "combat_fought")


@pytest.mark.rule("GUI-7.2.3b", "RUL-707")
def test_a_target_that_has_died_or_gone_leaves_nothing_to_fight() -> None:
    for gone in ("dead", "away"):
        at = opened(robert(), khaled())
        at.figures["robert"] = replace(at.figures["robert"], hex="0510", rear="0509")
        charge = Charge(target="khaled", start=("0503", "0502"), route=DOWN_THE_FIFTH, state=ChargeState.HOME)
        at.now.charges["robert"] = charge
        changes = {"health": Health.DEAD} if gone == "dead" else {"hex": "0514"}
        at.figures["khaled"] = replace(at.figures["khaled"], **changes)
        at.step = "combat"
        journal = play(at)
        (lost,) = of_kind(journal, "charge_lost")
        assert lost.figure == "robert" and not of_kind(journal, "combat_fought")  # type: ignore[attr-defined]


@pytest.mark.rule("GUI-7.2.3b", "RUL-707")
def test_a_target_pushed_aside_but_still_beside_him_is_fought_with_the_bonus() -> None:
    at = opened(robert(), khaled("0610"))
    at.figures["robert"] = replace(at.figures["robert"], hex="0510", rear="0509")
    charge = Charge(target="khaled", start=("0503", "0502"), route=DOWN_THE_FIFTH, state=ChargeState.HOME)
    at.now.charges["robert"] = charge
    at.step = "combat"
    (fought,) = of_kind(play(at), "combat_fought")
    assert fought.weight.words.startswith("42 - ")  # type: ignore[attr-defined]


# closed groups


def knights(*columns: str, code: str = "Nck", **more: object) -> list:  # type: ignore[type-arg]
    names = ("Robert", "Roger", "Drogo", "Serlo")
    rows = {
        "05": ("03", "02"),
        "06": ("02", "01"),
        "07": ("03", "02"),
        "04": ("02", "01"),
        "09": ("03", "02"),
    }
    return [
        rider(n, f"{c}{rows[c][0]}", f"{c}{rows[c][1]}", attack=20, mp=12, code=code, **more)
        for n, c in zip(names, columns, strict=False)
    ]


def foes(*columns: str) -> list:  # type: ignore[type-arg]
    rows = {"05": "11", "06": "10", "07": "11", "04": "10", "09": "11"}
    names = ("Khaled", "Omar", "Jemal", "Musa")
    return [man(n, f"{c}{rows[c]}", side="arabs", defence=50) for n, c in zip(names, columns, strict=False)]


ALL_CHARGE = ("CHARGE Robert AT Khaled", "CHARGE Roger AT Omar", "CHARGE Drogo AT Jemal")


def shifts_of(*pieces: object, orders: tuple[str, ...] = ALL_CHARGE) -> list[list[str]]:
    journal = play(opened(*pieces), named={"GUI-6c": 5, "GUI-4": 5}, normans=orders)  # type: ignore[arg-type]
    return [[s.rule for s in e.shifts] for e in of_kind(journal, "combat_fought")]


@pytest.mark.rule("GUI-7.2.4", "RUL-709")
def test_three_knights_knee_to_knee_read_one_column_further_right() -> None:
    assert shifts_of(*knights("05", "06", "07"), *foes("05", "06", "07")) == [["GUI-7.2.4"]] * 3


@pytest.mark.rule("GUI-7.2.4", "RUL-709")
def test_two_knights_or_three_apart_do_not() -> None:
    two = shifts_of(*knights("05", "06"), *foes("05", "06"), orders=ALL_CHARGE[:2])
    assert two == [[], []]
    assert shifts_of(*knights("05", "06", "09"), *foes("05", "06", "09")) == [[], [], []]


@pytest.mark.rule("GUI-7.2.4", "RUL-709")
def test_a_bend_in_one_way_breaks_the_group() -> None:
    bent = "CHARGE Drogo AT Jemal via 0803 0804 0705 0706 0707 0708 0709 0710"
    orders = (*ALL_CHARGE[:2], bent)
    assert shifts_of(*knights("05", "06", "07"), *foes("05", "06", "07"), orders=orders) == [[], [], []]


@pytest.mark.rule("GUI-7.2.4")
def test_others_than_norman_knights_gain_nothing_by_riding_together() -> None:
    assert shifts_of(*knights("05", "06", "07", code="Ncl"), *foes("05", "06", "07")) == [[], [], []]


@pytest.mark.rule("GUI-7.2.5")
def test_cataphracts_in_a_group_only_against_men_on_foot() -> None:
    riders = knights("05", "06", "07", code="Bch")
    assert shifts_of(*riders, *foes("05", "06", "07")) == [["GUI-7.2.5"]] * 3
    mounted = rider("Khaled", "0511", "0512", side="arabs", defence=50)
    assert shifts_of(*riders, mounted, *foes("05", "06", "07")[1:]) == [[], ["GUI-7.2.5"], ["GUI-7.2.5"]]


def test_without_charges_the_state_has_the_old_fingerprint() -> None:
    at = opened(robert(), khaled())
    before = digest(at)
    at.now.charges["robert"] = Charge(target="khaled", start=("0503",), route=())
    assert digest(at) != before
    del at.now.charges["robert"]
    assert digest(at) == before
    assert b"charges" not in __import__("msgspec").json.encode(at.now)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_charged_the_board_stays_sound(seed: int) -> None:
    """Riders strewn over rough ground, everybody charges whom he can and is met by whoever can."""
    pick = Random(seed)
    rows = [[pick.choice("." * 12 + "st") for _ in range(16)] for _ in range(16)]
    flat = [
        f"{c + 1:02d}{r + 1:02d}" for r, row in enumerate(rows) for c, code in enumerate(row) if code == "."
    ]
    pick.shuffle(flat)
    drawn = "\n".join(" ".join(row) for row in rows)
    board = opened(robert()).board
    pieces: list[Character] = []
    taken: set[str] = set()
    for i, name in enumerate(
        ["Abo", "Bor", "Cyr", "Dik", "Edo", "Fyn", "Gus", "Hal", "Ivo", "Jon", "Kit", "Leo", "Max", "Ned"]
    ):
        front = next(h for h in flat if h not in taken)
        rear = next((h for h in board.neighbours(front) if h in flat and h not in taken), "")
        taken |= {front, rear}
        side = ("normans", "arabs")[i % 2]
        if rear:
            pieces.append(rider(name, front, rear, side=side, defence=pick.choice([7, 9, 40]), mp=15))
        else:
            pieces.append(man(name, front, side=side))
    foes = " then ".join(p.name for p in pieces if p.side == "arabs")
    orders = tuple(f"CHARGE {p.name} AT {foes}" for p in pieces if p.side == "normans" and p.mounted)
    at = opened(*pieces, board=drawn, standing={"arabs": ("COUNTER charge anyone",)})
    rolled = Random(seed)
    journal = play(at, *(rolled.randint(1, 10) for _ in range(200)), normans=orders)
    assert broken(journal.battle) == []
    assert not any(c.pending for c in journal.battle.now.charges.values())

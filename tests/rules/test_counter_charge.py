"""Counter-charges: who may meet a charge, where, how far he rides, and what the meeting weighs
(GUI-7.2.2, GUI-7.2.3)."""

from __future__ import annotations

import pytest

from rules.core.rejection import Rejection
from rules.state.battle import Battle, Charge, ChargeState
from rules.tactical.charging import combats, countering
from rules.tactical.charging.countering import answer_of, answers
from tests.rules.charges import DOWN_THE_FIFTH, hassan, khaled, opened, robert
from tests.rules.kit import TACTICS, man, of_kind, play, rider

ANYONE = ("COUNTER Hassan charge anyone",)
CHARGE = ("CHARGE Robert AT Khaled",)
TEN = tuple(f"05{row:02d}" for row in range(4, 14))


def announced(at: Battle, route: tuple[str, ...] = DOWN_THE_FIFTH, target: str = "khaled") -> Battle:
    at.now.charges["robert"] = Charge(target=target, start=("0503", "0502"), route=route)
    return at


def answer(at: Battle, who: str) -> tuple[str, ...] | str:
    """The way of a counter-charge, or the rule that forbids it."""
    found = answer_of(at, TACTICS, at.figures[who], "robert")
    return found.rule if isinstance(found, Rejection) else found.route


@pytest.mark.rule("GUI-7.2.2a", "GUI-7.2.2b", "GUI-7.2.2d")
def test_against_a_charge_of_ten_hexes_two_of_three_riders_may_answer() -> None:
    """EX-7.2.2-1: two heavy riders have the knight before them, the Fatimid looks elsewhere."""
    at = opened(
        robert(),
        man("Nubian", "0514", side="arabs"),
        rider("Ali", "0714", "0814", side="arabs"),
        rider("Omar", "0314", "0214", side="arabs"),
        rider("Fatimid", "1012", "1011", side="arabs"),
    )
    announced(at, TEN, "nubian")
    assert [a.rider for a in answers(at, TACTICS, "robert")] == ["ali", "omar"]
    assert all(a.route[-2:] == ("0513", "0512") and len(a.route) <= 5 for a in answers(at, TACTICS, "robert"))
    assert answer(at, "fatimid") == "GUI-7.2.1b"


@pytest.mark.rule("GUI-7.2.2c")
def test_they_meet_face_to_face_in_the_last_four_hexes() -> None:
    at = opened(robert(), khaled(), hassan(), standing={"arabs": ANYONE})
    journal = play(at, named={"GUI-6c": 10}, normans=CHARGE)
    seen = [e for e in journal.events if e.kind == "charge_ridden"]
    assert [e.foe for e in seen] == ["hassan"]
    moves = [(e.figure, e.hex, e.rear) for e in of_kind(journal, "moved") if e.how == "step"]
    assert [m for m in moves if m[0] == "hassan"][-1] == ("hassan", "0509", "0510")
    assert [m for m in moves if m[0] == "robert"][-1] == ("robert", "0508", "0507")


@pytest.mark.rule("GUI-7.2.2d")
def test_half_of_the_hexes_rounded_down() -> None:
    near, far = hassan(), hassan("0712", "0812")
    assert answer(announced(opened(robert(), khaled(), near)), "hassan") == ("0610", "0510", "0509")
    assert answer(announced(opened(robert(), khaled(), far)), "hassan") == "GUI-7.2.2d"
    eight = ("0403", *DOWN_THE_FIFTH)
    assert answer(announced(opened(robert(), khaled(), far), eight), "hassan") == (
        "0611",
        "0610",
        "0510",
        "0509",
    )


@pytest.mark.rule("GUI-7.2.2d")
def test_no_sharp_turns_for_him_either() -> None:
    beside = hassan("0609", "0608")  # looks south, past the meeting place
    at = announced(opened(robert(), khaled(), beside))
    assert isinstance(answer(at, "hassan"), str)


@pytest.mark.rule("GUI-7.2.2b")
def test_he_must_see_the_charger_and_men_on_foot_do_not_hide_him() -> None:
    on_foot = man("Omar", "0607", side="arabs")
    assert isinstance(answer(announced(opened(robert(), khaled(), hassan(), on_foot)), "hassan"), tuple)
    tall = [rider("Omar", "0608", "0607", side="arabs"), rider("Musa", "0708", "0707", side="arabs")]
    at = announced(opened(robert(), khaled(), hassan(), *tall))
    assert answer(at, "hassan") == "GUI-7.2.1b"


@pytest.mark.rule("GUI-7.2.2h")
def test_the_target_himself_goes_two_hexes_forward() -> None:
    zahir = rider("Hassan", "0511", "0512", side="arabs")
    at = opened(robert(), zahir, standing={"arabs": ANYONE})
    journal = play(at, named={"GUI-6c": 10}, normans=("CHARGE Robert AT Hassan",))
    assert [e.hex for e in of_kind(journal, "moved") if e.figure == "hassan" and e.how == "step"] == [
        "0510",
        "0509",
    ]
    assert of_kind(journal, "charge_ridden")[0].foe == "hassan"


@pytest.mark.rule("GUI-7.2.2h")
def test_a_charge_at_his_flank_or_back_gives_the_target_no_answer() -> None:
    for front, rear in (("0512", "0511"), ("0611", "0511"), ("0511", "0611"), ("0511", "0411")):
        turned = rider("Hassan", front, rear, side="arabs")  # the charge comes down on 0511
        found = answer(announced(opened(robert(), turned), target="hassan"), "hassan")
        assert (found == "GUI-7.2.2h") == (front != "0511"), (front, found)


@pytest.mark.rule("GUI-7.2.2a", "RUL-711")
def test_without_an_order_nobody_rides_against_a_charge() -> None:
    journal = play(opened(robert(), khaled(), hassan()), normans=CHARGE)
    assert not of_kind(journal, "counter_charge_announced", "decision_made")


@pytest.mark.rule("GUI-7.2.2a")
@pytest.mark.parametrize(
    ("order", "rides"),
    [
        ("COUNTER Hassan charge only Robert", True),
        ("COUNTER charge anyone", True),
        ("COUNTER Hassan charge anyone foot", False),
        ("COUNTER Hassan never", False),
        ("COUNTER charge anyone at 30 percent or better", True),  # 13 against 42: 30 percent
        ("COUNTER charge anyone at 31 percent or better", False),
    ],
)
def test_the_standing_order_answers_at_once(order: str, rides: bool) -> None:
    at = opened(robert(), khaled(), hassan(), standing={"arabs": (order,)})
    journal = play(at, normans=CHARGE)
    kinds = [e.kind for e in journal.events if e.kind != "die_rolled"]
    assert ("counter_charge_announced" in kinds) == rides
    if rides:
        first = kinds.index("charge_announced")
        assert kinds[first : first + 3] == ["charge_announced", "decision_made", "counter_charge_announced"]


@pytest.mark.rule("GUI-7.2.2a")
def test_each_charge_is_answered_before_the_next_is_announced() -> None:
    drogo = rider("Drogo", "1003", "1002", mp=15)
    omar = man("Omar", "1011", side="arabs")
    at = opened(robert(), drogo, khaled(), omar, hassan(), standing={"arabs": ANYONE})
    journal = play(at, normans=(*CHARGE, "CHARGE Drogo AT Omar"))
    told = [e.kind for e in of_kind(journal, "charge_announced", "counter_charge_announced")]
    assert told == ["charge_announced", "counter_charge_announced", "charge_announced"]


@pytest.mark.rule("GUI-7.2.2a", "RUL-711")
def test_the_target_goes_first_then_the_order_of_ones_own_then_the_best_defended() -> None:
    riders = [
        rider("Hassan", "0511", "0512", side="arabs", defence=5),
        rider("Zahir", "0711", "0811", side="arabs", defence=8),
        rider("Omar", "0311", "0211", side="arabs", defence=9),
    ]
    everyone = {"arabs": ("COUNTER charge anyone",)}
    at = announced(opened(robert(), *riders, standing=everyone), target="hassan")
    wish = countering.wished(at, TACTICS, "robert")
    assert wish is not None and wish.answer.rider == "hassan"
    at = announced(opened(robert(), khaled(), *riders[1:], standing=everyone))
    wish = countering.wished(at, TACTICS, "robert")
    assert wish is not None and wish.answer.rider == "omar"
    own = {"arabs": ("COUNTER charge anyone", "COUNTER Zahir charge anyone")}
    at = announced(opened(robert(), khaled(), *riders[1:], standing=own))
    wish = countering.wished(at, TACTICS, "robert")
    assert wish is not None and wish.answer.rider == "zahir"


@pytest.mark.rule("GUI-7.2.2e", "RUL-706", "RUL-710")
def test_one_counter_charge_each_and_the_target_of_another_charge_stays() -> None:
    at = announced(opened(robert(), khaled(), hassan(), rider("Drogo", "0603", "0602")))
    at.now.charges["drogo"] = Charge(
        target="hassan", start=("0603", "0602"), route=("0604",), state=ChargeState.LOST
    )
    assert answer(at, "hassan") == "GUI-7.2.2h"
    at.now.charges["drogo"] = Charge(
        target="zahir", start=("0603", "0602"), route=("0604",), counter="hassan", state=ChargeState.LOST
    )
    assert answer(at, "hassan") == "GUI-7.2.2e"


@pytest.mark.rule("GUI-7.2.2e", "RUL-706")
def test_whoever_counter_charges_is_no_target_any_more() -> None:
    drogo = rider("Drogo", "0903", "0902", mp=15)
    at = opened(robert(), drogo, khaled(), hassan(), standing={"arabs": ANYONE})
    journal = play(at, normans=(*CHARGE, "CHARGE Drogo AT Hassan"))
    (failed,) = of_kind(journal, "order_failed")
    assert failed.rule == "GUI-7.2.2e"


@pytest.mark.rule("GUI-7.2.2g")
def test_nobody_shoots_at_a_charger_whom_somebody_rides_to_meet() -> None:
    bow = man("Yusuf", "0808", side="arabs", weapon="short_bow", code="Aia")
    for standing, shots in ((ANYONE, 0), ((), 1)):
        at = opened(robert(), khaled(), hassan(), bow, standing={"arabs": standing})
        journal = play(at, otherwise=10, normans=CHARGE)
        fired = [e for e in of_kind(journal, "shot_fired") if e.target == "robert"]
        assert len(fired) == shots


@pytest.mark.rule("GUI-7.2.3a")
def test_the_counter_charger_adds_half_of_his_defence() -> None:
    at = opened(robert(attack=28), khaled(), hassan(defence=9), standing={"arabs": ANYONE})
    (fought,) = of_kind(play(at, normans=CHARGE), "combat_fought")
    assert (fought.attackers, fought.defenders) == (("robert",), ("hassan",))
    assert fought.weight.words == "42 - 13 = 29"
    assert [m.value for m in fought.raised] == [14, 4]


@pytest.mark.rule("GUI-7.2.3c", "RUL-708")
@pytest.mark.parametrize(("attack", "defence", "exchanged"), [(10, 10, False), (10, 11, True), (6, 20, True)])
def test_the_parts_are_exchanged_if_the_defence_is_greater(
    attack: int, defence: int, exchanged: bool
) -> None:
    at = opened(robert(attack=attack), khaled(), hassan(defence=defence), standing={"arabs": ANYONE})
    journal = play(at, named={"GUI-6c": 10}, normans=CHARGE)
    (fought,) = of_kind(journal, "combat_fought")
    assert fought.attackers == (("hassan",) if exchanged else ("robert",))
    raised = (attack * 3 // 2, defence * 3 // 2)
    assert fought.weight.rank == (raised[1] - raised[0] if exchanged else raised[0] - raised[1])
    assert journal.battle.now.charges["robert"].state is ChargeState.FOUGHT


@pytest.mark.rule("GUI-7.2.3c")
def test_nothing_can_go_wrong_for_him_who_took_the_attack_over() -> None:
    at = opened(robert(attack=10), khaled(), hassan(defence=11), standing={"arabs": ANYONE})
    journal = play(at, named={"GUI-6c": 10}, normans=CHARGE)  # 16 - 15 = 1: As on a 10
    (fought,) = of_kind(journal, "combat_fought")
    assert fought.letter.startswith("A") and "GUI-7.2.3c" in fought.effect
    assert (
        journal.battle.figures["hassan"].health.value == "healthy"
        and journal.battle.figures["hassan"].mounted
    )
    assert not of_kind(journal, "stunned", "wounded", "killed", "retreated")


@pytest.mark.rule("GUI-7.2.3c", "GUI-7.2.3b")
def test_a_charger_who_was_attacked_instead_does_not_attack_again() -> None:
    at = opened(robert(attack=10), khaled(), hassan(defence=11), standing={"arabs": ANYONE})
    journal = play(at, named={"GUI-6c": 10}, normans=(*CHARGE, "ATTACK Robert ON Hassan"))
    assert len(of_kind(journal, "combat_fought")) == 1
    assert of_kind(journal, "order_failed")[-1].rule == "GUI-7.2.3b"


@pytest.mark.rule("GUI-7.2.2f", "RUL-705")
def test_if_the_counter_charger_is_stopped_the_charge_goes_on_to_its_target() -> None:
    at = opened(robert(), khaled(), hassan(), man("Yani", "0710"), standing={"arabs": ANYONE})
    journal = play(at, named={"GUI-4.3.1a": 8, "GUI-6c": 5}, normans=CHARGE)
    (lost,) = of_kind(journal, "counter_charge_lost")
    assert lost.figure == "hassan"
    (fought,) = of_kind(journal, "combat_fought")
    assert fought.defenders == ("khaled",) and fought.weight.words.startswith("42 - ")


@pytest.mark.rule("GUI-7.2.2f", "RUL-705")
def test_if_the_charger_does_not_arrive_there_is_no_meeting() -> None:
    guard = man("Omar", "0606", side="arabs")
    via = f"CHARGE Robert AT Khaled via {' '.join(DOWN_THE_FIFTH)}"
    at = opened(robert(), khaled(), hassan(), guard, standing={"arabs": ANYONE})
    journal = play(at, named={"GUI-4.3.1a": 8}, normans=(via,))
    assert of_kind(journal, "charge_lost") and not of_kind(journal, "combat_fought")
    assert journal.battle.figures["hassan"].hexes == ("0509", "0510")


@pytest.mark.rule("GUI-7.2.2a", "GUI-7.2.3b")
def test_he_who_meets_a_charge_rides_before_the_charger_and_may_move_in_his_own_phase() -> None:
    at = opened(robert(), khaled(), hassan(defence=60, mp=15), standing={"arabs": ANYONE})
    journal = play(at, named={"GUI-6c": 1}, normans=CHARGE)
    movers = [e.figure for e in of_kind(journal, "move_began")]
    assert movers == ["hassan", "robert"]


@pytest.mark.rule("GUI-7.2.3a")
def test_the_share_that_an_order_asks_for() -> None:
    share = combats.defence_share(TACTICS, hassan(defence=9), robert(attack=28))
    assert share == 30  # 13 of 42

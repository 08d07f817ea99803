"""Following up after a combat (GUI-6.6, GUI-4.3e).

Round 0505: north 0504, north-east 0604, south-east 0605, south 0506, south-west 0405, north-west 0404.
"""

from __future__ import annotations

import pytest

from rules.events.combat import AdvanceBegan, Retreated
from rules.events.movement import InfiltrationTested, Moved, PutBack
from rules.events.umpire import DecisionMade
from rules.orders.records import AdvanceOrder
from rules.state.invariants import broken
from rules.tactical.fighting import advance, combat
from tests.rules.kit import RULES, battle, field, horse, journal, man, rider

FLAT = field(12, 12)


@pytest.fixture
def orders(monkeypatch):
    """Standing ADVANCE orders by figure: orders["robert"] = AdvanceOrder(...)."""
    given: dict[str, AdvanceOrder] = {}

    def chosen(at, rules, figure):
        order = given.get(figure.id)
        return None if order is None else (order, f"ADVANCE {figure.name} {order.when}")

    monkeypatch.setattr(advance, "advance_choice", chosen)
    return given


def won(at, faces, attackers=("robert",), defenders=("zahir",), otherwise=None):
    j = journal(at, *faces, otherwise=otherwise)
    assert combat.resolve_combat(j, RULES, attackers, defenders) is None
    return j


def advanced(j):
    return [(e.figure, e.hex, e.mp, e.left) for e in j.events if isinstance(e, Moved)]


def duel(*others, attack=12, board=FLAT, zahir="0505"):
    return battle(
        board, man("Robert", "0504", attack=attack), man("Zahir", zahir, side="arabs", defence=7), *others
    )


DRIVEN_BACK, STUNNED = 3, 1  # on 5/8


@pytest.mark.rule("GUI-6.6a", "GUI-6.6c", "GUI-4.3e")
def test_example_3_into_the_hex_given_up_without_a_test(orders):
    """EX-4.3-3: Roger forces Zahir back, goes through the hex that Zahir left and stops beyond: no test, for
    the only enemy near is the one he has beaten."""
    orders["robert"] = AdvanceOrder(figures=(), when="always", toward="0508")
    at = duel()
    j = won(at, [DRIVEN_BACK])
    assert [e.allowance for e in j.events if isinstance(e, AdvanceBegan)] == [4]
    assert advanced(j)[0] == ("robert", "0505", 1, 3)
    assert len(advanced(j)) > 1
    assert not [e for e in j.events if isinstance(e, InfiltrationTested)]
    assert "robert" not in j.battle.now.left and "robert" not in j.battle.now.spent  # no debt


@pytest.mark.rule("GUI-6.6a")
def test_by_default_one_hex_if_no_new_enemy_stands_beside_it(orders):
    assert advanced(won(duel(), [DRIVEN_BACK])) == [("robert", "0505", 1, 3)]  # the beaten man does not count
    j = won(duel(man("Yusuf", "0606", side="arabs")), [DRIVEN_BACK], otherwise=1)
    assert j.battle.figures["robert"].hex == "0505"  # 0606 does not touch 0505
    j = won(duel(man("Yusuf", "0605", side="arabs")), [DRIVEN_BACK], otherwise=1)
    assert advanced(j) == []


@pytest.mark.rule("GUI-6.6a")
@pytest.mark.parametrize(
    ("attack", "die", "may"),
    [(12, 3, True), (12, 1, True), (20, 1, True), (16, 1, False), (12, 5, False)],
    ids=["retreat", "stunned", "killed", "wounded", "no effect"],
)
def test_what_gives_the_right(orders, attack, die, may):
    orders["robert"] = AdvanceOrder(figures=(), when="always")
    assert bool(advanced(won(duel(attack=attack), [die]))) is may


@pytest.mark.rule("GUI-6.6a")
def test_over_a_stunned_loser_and_beyond(orders):
    j = won(duel(), [STUNNED])
    assert advanced(j) == []  # by default nobody walks over the stunned
    orders["robert"] = AdvanceOrder(figures=(), when="always")
    j = won(duel(), [STUNNED])
    assert advanced(j)[0][1] == "0505" and len(advanced(j)) == 2
    assert j.battle.figures["robert"].hex != "0505"


@pytest.mark.rule("GUI-6.6a")
def test_half_the_allowance_rounded_down_and_terrain_costs(orders):
    orders["robert"] = AdvanceOrder(figures=(), when="always", toward="0512")
    slow = battle(FLAT, man("Robert", "0504", attack=27, mp=7), man("Zahir", "0505", side="arabs", defence=7))
    j = won(slow, [1])  # killed in 0505
    assert [e.allowance for e in j.events if isinstance(e, AdvanceBegan)] == [3]
    assert j.battle.figures["robert"].hex == "0507"
    board = FLAT.split("\n")
    board[4] = " ".join(["."] * 4 + ["r"] + ["."] * 7)  # 0505: rock, 4 MP on foot
    rocky = battle(
        "\n".join(board),
        man("Robert", "0504", attack=31, mp=7),
        man("Zahir", "0505", side="arabs", defence=7),
    )
    assert advanced(won(rocky, [1])) == []
    brisk = battle(
        "\n".join(board),
        man("Robert", "0504", attack=31, mp=8),
        man("Zahir", "0505", side="arabs", defence=7),
    )
    assert advanced(won(brisk, [1])) == [("robert", "0505", 4, 0)]


@pytest.mark.rule("GUI-6.6a", "GUI-6.6b")
def test_never_alone_and_declining_is_noted(orders):
    orders["robert"] = AdvanceOrder(figures=(), when="never")
    j = won(duel(), [DRIVEN_BACK])
    assert advanced(j) == []
    (decision,) = [e for e in j.events if isinstance(e, DecisionMade) and e.about == "advance"]
    assert (decision.chosen, decision.rule, decision.order) == ("stay", "GUI-6.6b", "ADVANCE Robert never")
    orders["robert"] = AdvanceOrder(figures=(), when="alone")
    assert advanced(won(duel(man("Yusuf", "0605", side="arabs")), [DRIVEN_BACK], otherwise=1)) == []
    j = won(duel(attack=27), [1])
    assert j.battle.figures["robert"].hex == "0505"


@pytest.mark.rule("GUI-6.6b", "GUI-6.6c")
def test_the_advance_comes_at_once_and_only_participants_go(orders):
    orders["fursa"] = AdvanceOrder(figures=(), when="always")
    orders["robert"] = AdvanceOrder(figures=(), when="always")
    j = won(duel(man("Fursa", "0404")), [DRIVEN_BACK])
    assert {m[0] for m in advanced(j)} == {"robert"}


@pytest.mark.rule("GUI-6.6a")
def test_the_defender_who_wins_may_follow_up_too(orders):
    orders["zahir"] = AdvanceOrder(figures=(), when="always")
    j = won(duel(), [9])  # B: the attacker falls back
    assert [e.figure for e in j.events if isinstance(e, Retreated)] == ["robert"]
    assert advanced(j)[0][:2] == ("zahir", "0504")


@pytest.mark.rule("GUI-4.3e", "GUI-6.6d")
def test_only_the_crossed_hexes_are_tested_and_not_by_losers_or_the_engaged(orders):
    orders["robert"] = AdvanceOrder(figures=(), when="always", toward="0508")
    yusuf = man("Yusuf", "0605", side="arabs")
    j = won(duel(yusuf, attack=27), [1], otherwise=1)  # Zahir killed; Yusuf stands beside 0505
    assert [(e.enemy, e.hex, e.during) for e in j.events if isinstance(e, InfiltrationTested)] == [
        ("yusuf", "0505", "advance")
    ]
    at = duel(yusuf, attack=27)
    at.now.engaged.add("yusuf")
    j = won(at, [1], otherwise=1)
    assert len(advanced(j)) == 4 and not [e for e in j.events if isinstance(e, InfiltrationTested)]
    orders["robert"] = AdvanceOrder(figures=(), when="always")  # one hex only: no test
    j = won(duel(yusuf, attack=27), [1], otherwise=1)
    assert len(advanced(j)) == 1 and not [e for e in j.events if isinstance(e, InfiltrationTested)]


@pytest.mark.rule("GUI-4.3e", "GUI-4.3.1a")
def test_stopped_wounded_or_killed_on_the_way(orders):
    orders["robert"] = AdvanceOrder(figures=(), when="always", toward="0509")
    yusuf = man("Yusuf", "0605", side="arabs")
    j = won(duel(yusuf, attack=27), [1, 6])
    assert j.battle.figures["robert"].hex == "0505"
    j = won(duel(yusuf, attack=27), [1, 8])  # wounded: half of 4 MP is 2, one is spent
    assert j.battle.figures["robert"].wounded and len(advanced(j)) == 2
    j = won(duel(yusuf, attack=27), [1, 10])
    assert j.battle.figures["robert"].dead and j.battle.figures["robert"].hex == "0505"


@pytest.mark.rule("GUI-4.3.1a", "GUI-6.6a")
def test_stopped_on_a_stunned_man_he_goes_back(orders):
    orders["robert"] = AdvanceOrder(figures=(), when="always")
    j = won(duel(man("Yusuf", "0605", side="arabs"), man("Khaled", "0405", side="arabs")), [STUNNED, 6, 5])
    assert [e.hex for e in j.events if isinstance(e, PutBack)] == ["0504"]
    assert j.battle.figures["robert"].hex == "0504"


@pytest.mark.rule("GUI-4.1a", "GUI-4.3e", "RUL-418")
def test_the_horse_of_a_rider_killed_over_a_friend_leaves_that_hex(orders):
    orders["robert"] = AdvanceOrder(figures=(), when="always", toward="0512")
    at = battle(
        FLAT,
        rider("Robert", "0504", "0503", attack=27),
        man("Odo", "0506"),
        man("Zahir", "0505", side="arabs", defence=7),
        rider("Yusuf", "0606", "0607", side="arabs"),  # beside 0506, and not before
    )
    j = won(at, [1, 10])
    assert [hex for _, hex, *_ in advanced(j)] == ["0505", "0506"] and j.battle.figures["robert"].dead
    left = j.battle.horses["robert-horse"]
    assert left.loose and not set(left.hexes) & {"0506", "0606", "0607"} and broken(j.battle) == []
    assert j.battle.figures["odo"].hex == "0506"


@pytest.mark.rule("GUI-6.6a")
def test_a_rider_goes_forward_only(orders):
    orders["robert"] = AdvanceOrder(figures=(), when="always", toward="0512")
    at = battle(
        FLAT, rider("Robert", "0504", "0503", attack=27), man("Zahir", "0505", side="arabs", defence=7)
    )
    j = won(at, [1])
    assert [e.allowance for e in j.events if isinstance(e, AdvanceBegan)] == [7]
    assert j.battle.figures["robert"].hexes == ("0511", "0510")
    at = battle(
        FLAT, rider("Robert", "0504", "0503", attack=27), man("Zahir", "0403", side="arabs", defence=7)
    )
    assert at.board.adjacent("0504", "0403")
    assert advanced(won(at, [1])) == []  # beside him, not before him


@pytest.mark.rule("GUI-6.6a", "GUI-6.8c")
def test_after_a_riderless_horse_too(orders):
    orders["robert"] = AdvanceOrder(figures=(), when="always")
    at = battle(FLAT, man("Robert", "0504", attack=10), horse("Buraq", "0505", "0506", side="arabs"))
    j = won(at, [5], defenders="buraq")  # C: it backs off
    assert advanced(j) == [("robert", "0505", 1, 3)]


@pytest.mark.rule("GUI-6.6a")
def test_into_the_front_hex_of_a_rider_who_fell_back(orders):
    orders["robert"] = AdvanceOrder(figures=(), when="always")
    at = battle(
        FLAT, man("Robert", "0504", attack=12), rider("Zahir", "0505", "0506", side="arabs", defence=7)
    )
    j = won(at, [DRIVEN_BACK])
    assert j.battle.figures["zahir"].hexes == ("0506", "0507")
    assert advanced(j) == [("robert", "0505", 1, 3)]


@pytest.mark.rule("GUI-6.6a", "GUI-6.8b")
def test_the_horse_of_a_dead_rider_is_pushed_aside(orders):
    orders["robert"] = AdvanceOrder(figures=(), when="always")
    at = battle(
        FLAT, man("Robert", "0504", attack=51), rider("Zahir", "0505", "0506", side="arabs", defence=1)
    )
    j = won(at, [9])  # 31/50 has no dead rider; C drives him back
    assert j.battle.figures["robert"].hex == "0505"
    at = battle(
        FLAT, man("Robert", "0504", attack=9), rider("Zahir", "0505", "0506", side="arabs", defence=1)
    )
    j = won(at, [1])  # 5/8: D, stunned beside his horse
    assert j.battle.figures["zahir"].stunned and j.battle.horses["zahir-horse"].loose
    assert j.battle.figures["robert"].hex == "0505"
    assert "0505" not in j.battle.horses["zahir-horse"].hexes


@pytest.mark.rule("GUI-6.6a")
def test_somebody_stunned_before_gives_no_right(orders):
    orders["robert"] = AdvanceOrder(figures=(), when="always")
    at = battle(
        FLAT, man("Robert", "0505", attack=12), man("Drogo", "0506", attack=12),
        man("Zahir", "0405", side="arabs", defence=7), man("Yusuf", "0605", side="arabs", health="stunned"),
    )  # fmt: skip
    j = won(at, [2], attackers=("robert", "drogo"), defenders=("zahir", "yusuf"))  # 15, one right: 21/30, F
    assert j.battle.figures["zahir"].dead and advanced(j) != []
    j = won(at, [5], attackers=("robert", "drogo"), defenders=("zahir", "yusuf"))
    assert j.battle.figures["zahir"].wounded and advanced(j) == []

"""Two orders for one man of which the second can never be carried out: the receipt says so, whichever
stands above."""

from __future__ import annotations

import pytest

from rules.books.guiscard import GUISCARD
from rules.desk.read import read_orders
from rules.desk.reading import Verdict
from rules.orders.records import PHASE_ORDERS, STANDING_ORDERS, IfOrder
from rules.state.works import Flame
from tests.rules.castle_kit import castle, lying, rope_of, upright
from tests.rules.kit import SIEGE, battle, failures, field, man, play, rider
from tests.rules.siege_engines_kit import CREW, siege

BOW = {"weapon": "short_bow", "code": "Nia"}


def yard(*pieces, **more):
    """Outside of a stockade, with three dead in 0506 and a fire in 0305."""
    dead = [man(f"Body{n}", "0506", health="dead") for n in range(3)]
    at = castle(*pieces, *dead, man("Zahir", "0405", side="arabs", storey=1), **more)
    return at


HUGO, ODO = man("Hugo", "0406", **BOW), man("Odo", "0507")
LADDER = upright()


def told(at, *lines):
    return read_orders(at, SIEGE, "normans", lines).lines


@pytest.mark.rule("GUI-4.2.3a", "GUI-5.2b")
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(
    ("first", "second", "rule"),
    [
        ("FIRE Hugo AT Omar", "HAUL Hugo + Odo bodies 0506 TO 0606", "GUI-4.2.3a"),
        ("FIRE Hugo AT Omar", "TOPPLE LADDER Hugo 0405", "GUI-10.1.6a"),
        ("FIRE Hugo AT Omar", "DOUSE Hugo 0306", "GUI-10.2.3"),
        ("FIRE Hugo AT Omar", "THROW GRAPNEL Hugo AT 0404", "GUI-10.6.1a"),
        ("HAUL Hugo + Odo bodies 0506 TO 0606", "TOPPLE LADDER Hugo 0405", "GUI-10.1.6a"),
        ("HAUL Hugo + Odo bodies 0506 TO 0606", "DOUSE Hugo 0306", "GUI-10.2.3"),
        ("HAUL Hugo + Odo bodies 0506 TO 0606", "ATTACK Hugo ON Omar", "GUI-4.2.3a"),
        ("MOVE Hugo 0407 0406", "DOUSE Hugo 0306", "GUI-10.2.3"),
        ("MOVE Odo 0506 0507 0407", "DOUSE Odo 0408", "GUI-10.2.3"),
        ("THROW GRAPNEL Hugo AT 0404", "TOPPLE LADDER Hugo 0405", "GUI-10.1.6a"),
    ],
)
def test_the_second_is_told_that_it_can_never_be(first, second, rule, swapped):
    omar = man("Omar", "0409", side="arabs")
    if "THROW" in first or "THROW" in second:
        hugo = man("Hugo", "0505", **BOW)
        zahir = man("Zahir", "0405", side="arabs", storey=1)
        at = castle(hugo, omar, zahir, ladders=(LADDER, rope_of("hugo")))
        first, second = first.replace("0404", "0504"), second.replace("0404", "0504")
    else:
        at = yard(HUGO, ODO, omar, ladders=(LADDER,))
    at.flames = {"0306": Flame(side="arabs", since=1), "0408": Flame(side="arabs", since=1)}
    for line in (first, second):
        (alone,) = told(at, line)
        assert alone.verdict in (Verdict.OK, Verdict.NOTE), (line, alone.message)
    lines = (second, first) if swapped else (first, second)
    *_, last = told(at, *lines)
    assert last.verdict is Verdict.NOTE and rule in (last.rule, alone.rule)
    other = lines[0]
    assert any(other in sentence for sentence in last.message), last.message


@pytest.mark.rule("GUI-4.2.3a")
def test_fire_and_haul_word_for_word_and_as_it_is_played():
    at = yard(HUGO, ODO, man("Omar", "0409", side="arabs"), ladders=(LADDER,))
    shot, haul = "FIRE Hugo AT Omar", "HAUL Hugo + Odo bodies 0506 TO 0606"
    _, second = told(at, shot, haul)
    assert second.message[-1] == (
        "FIRE Hugo AT Omar stands as well: after that this cannot be done, for Hugo has done something "
        "else this turn."
    )
    _, second = told(at, haul, shot)
    assert second.message[-1] == (
        "If this is done, HAUL Hugo + Odo bodies 0506 TO 0606 cannot be: Hugo has done something else "
        "this turn."
    )
    journal = play(at, normans=(haul, shot))
    assert [e.kind for e in journal.events].count("shot_fired") == 1
    assert ("GUI-4.2.3a", "Hugo has done something else this turn") in failures(journal)


@pytest.mark.rule("GUI-7.2.1a", "GUI-5.2b")
def test_a_rider_who_shoots_charges_nobody():
    drogo = rider("Drogo", "0402", "0401", weapon="composite_bow", code="Nia")
    at = battle(field(8, 14), drogo, man("Zahir", "0411", side="arabs"), rules=SIEGE, step=None)
    alone, (shot, charge) = (
        told(at, "CHARGE Drogo AT Zahir"),
        told(at, "FIRE Drogo AT Zahir", "CHARGE Drogo AT Zahir"),
    )
    assert (alone[0].verdict, shot.verdict, charge.verdict) == (Verdict.OK, Verdict.OK, Verdict.NOTE)
    assert (
        "FIRE Drogo AT Zahir stands as well: after that this cannot be done, for Drogo has shot in this "
        "phase."
    ) in charge.message


@pytest.mark.rule("GUI-10.1.2a")
def test_two_who_carry_a_ladder_to_the_end_of_the_phase_attack_nobody():
    men = (man("Hugo", "0408"), man("Fulk", "0409"), man("Omar", "0507", side="arabs"))
    at = castle(*men, ladders=(lying("0408", "0409"),))
    carry, attack = "CARRY LADDER Hugo + Fulk 0407", "ATTACK Hugo ON Omar"
    _, second = told(at, carry, attack)
    assert second.verdict is Verdict.NOTE and any("first LAY it down" in m for m in second.message)
    _, _, third = told(at, carry, "LAY LADDER Hugo + Fulk", attack)
    assert not any(carry in m for m in third.message)


def test_what_cannot_be_done_itself_shuts_nobody_out_and_is_told_as_something_that_may_still_come():
    at = castle(man("Hugo", "0408"), man("Fulk", "0409"), ladders=(lying("0408", "0409"),))
    carry, move = "CARRY LADDER Hugo + Fulk 0206", "MOVE Fulk 0509"
    first, second = told(at, carry, move)
    assert "0206 is not next to 0408" in first.message[0]
    assert second.message[-1] == f"{carry} stands as well: if it can be done after all, this cannot."
    ends = {f.id: f.hex for f in play(at, normans=(carry, move)).battle.figures.values()}
    assert ends == {"hugo": "0408", "fulk": "0509"}


@pytest.mark.rule("GUI-10.4.1")
def test_a_man_of_an_engines_crew_has_no_hand_free_though_the_order_does_not_name_him():
    at = siege(*CREW, man("Omar", "0422", side="arabs", health="stunned", stunned_in=1), step=None)
    line, attack = "SHOOT Catapult AT 0410", "ATTACK Hugo ON Omar"
    (alone,) = told(at, line)
    assert alone.verdict is Verdict.OK and "Hugo" in alone.message[0]
    _, second = told(at, line, attack)
    assert second.verdict is Verdict.NOTE and any(line in m for m in second.message)
    _, second = told(at, attack, line)
    assert any(attack in m for m in second.message)


@pytest.mark.parametrize(
    "lines",
    [
        ("FIRE Hugo AT Omar", "MOVE Hugo 0407"),
        ("MOVE Hugo 0407", "FIRE Hugo AT Omar"),
        ("MOVE Hugo stay", "DOUSE Hugo 0306"),
        ("MOVE Odo 0506 0505", "TOPPLE LADDER Odo 0405"),
        ("HAUL Hugo + Odo bodies 0506 TO 0606", "FALL toward 0709"),
        ("IF Odo is down THEN FIRE Hugo AT Omar", "HAUL Hugo + Odo bodies 0506 TO 0606"),
    ],
)
def test_what_goes_together_is_not_warned_of(lines):
    at = yard(HUGO, ODO, man("Omar", "0409", side="arabs"), ladders=(LADDER,))
    at.flames = {"0306": Flame(side="arabs", since=1)}
    for line, answer in zip(lines, told(at, *lines), strict=True):
        others = set(lines) - {line}
        assert not any(other in m for other in others for m in answer.message), answer.message


def test_every_order_belongs_to_a_step_and_says_what_keeps_a_man_from_it():
    orders = GUISCARD.rules(modules=(*SIEGE.switched_on, "captives")).orders
    assert set(orders) == (set(PHASE_ORDERS) | set(STANDING_ORDERS)) - {IfOrder}
    assert all(orders[kind].step and orders[kind].forbidden for kind in set(PHASE_ORDERS) - {IfOrder})

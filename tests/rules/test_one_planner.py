"""What TRY, the receipt and play make of a mail is one and the same: lines are looked at in the order in
which they will be carried out, on the board that those before them leave."""

from __future__ import annotations

from collections import Counter

import pytest

from bench import planner
from rules import engine
from rules.core.rejection import Rejection
from rules.desk import imagined
from rules.desk.read import read_orders
from rules.desk.reading import Verdict
from rules.evolve import evolve
from rules.tactical.shooting import targets
from tests.rules.kit import RULES, TACTICS, battle, field, horse, man, ordered, rider
from tests.sampling import SWEPT


@pytest.mark.slow
def test_what_is_told_of_random_mails_is_what_becomes_of_them() -> None:
    mails = 60 if SWEPT else 20
    counts, found = planner.run(mails, seed=7, every=5)
    assert counts["moves"] > 2.5 * mails and counts["refused"] > mails / 3, counts
    assert not found, found[:3]


def test_the_comparison_itself_finds_a_plan_that_is_not_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that stop everybody: those who are stopped do not end where the receipt sends them."""
    monkeypatch.setattr(planner.QuietDice, "roll", lambda self, name, sides, chain="": 6)
    counts: Counter[str] = Counter()
    found = []
    made = battle(field(6, 8), man("Robert", "0205"), man("Zahir", "0303", side="arabs"))
    at = planner.Position("a test", made, "normans")
    found += planner.compared(at, ["MOVE Robert 0204 0203 0202"], counts)
    assert [finding.kind for finding in found] == ["otherwise"]


def scene():  # type: ignore[no-untyped-def]
    return battle(field(6, 8), man("Robert", "0205"), man("Odo", "0305"), man("Zahir", "0303", side="arabs"))


def test_an_enemy_who_has_struck_at_the_first_strikes_at_no_second_one() -> None:
    lines = ["MOVE Robert 0204 0203 0202", "MOVE Odo 0304 0203 0204"]
    first, second = read_orders(scene(), RULES, "normans", lines).lines
    assert "Zahir in 0203 may test him" in " ".join(first.message)
    assert "may test him" not in " ".join(second.message)
    [alone] = read_orders(scene(), RULES, "normans", lines[1:]).lines
    assert "Zahir in 0304 may test him" in " ".join(alone.message)


def test_advice_looks_at_the_whole_mail() -> None:
    def told(*lines: str) -> str:
        answers = read_orders(scene(), RULES, "normans", lines).lines
        return " ".join(sentence for a in answers if a.verdict is Verdict.ILLEGAL for sentence in a.message)

    assert "is Odo to go first?" in told("MOVE Robert to 0305")
    assert "put that of Odo above this one" in told("MOVE Robert to 0305", "MOVE Odo 0306")
    assert "Odo goes there by another of your lines" in told("MOVE Odo 0306", "MOVE Robert to 0306")
    assert told("MOVE Odo 0306", "MOVE Robert to 0305") == ""


def test_try_answers_as_the_receipt_does_also_where_lines_stand_from_before() -> None:
    made = scene()
    made.sheets["normans"] = ("MOVE Odo to 0306 safest", "MOVE Robert stay")
    lines = ["MOVE Robert 0204 0105", "MOVE Odo 0304"]
    tried = read_orders(made, RULES, "normans", ["TRY", *lines]).lines[1:]
    assert [a.message for a in tried] == [a.message for a in read_orders(made, RULES, "normans", lines).lines]


def test_a_man_ordered_twice_is_where_his_last_line_takes_him_and_nowhere_else() -> None:
    lines = ["MOVE Odo 0306", "MOVE Robert to 0306", "MOVE Odo 0304"]
    reading = read_orders(scene(), RULES, "normans", lines)
    assert reading.orders == ("MOVE Robert to 0306 safest", "MOVE Odo 0304")
    assert reading.troubled == 0


# shots left open


@pytest.mark.parametrize(
    "line", ["FIRE Odo", "Odo shoots", "Odo shoots at somebody", "FIRE Odo AT the enemy"]
)
def test_a_shot_with_nobody_named_is_the_one_that_does_most_harm(line: str) -> None:
    made = battle(
        field(8, 10),
        man("Odo", "0205", weapon="short_bow"),
        man("Omar", "0405", side="arabs", armoured=True, attack=2),
        man("Yusuf", "0408", side="arabs"),
    )
    reading = read_orders(made, RULES, "normans", [line])
    assert reading.orders == ("FIRE Odo AT best",)
    best = targets.best_target(made, RULES, made.figures["odo"])
    assert (
        best is not None and f"Odo at {made.figures[best.sight.target].name} " in reading.lines[0].message[0]
    )
    nearest = read_orders(made, RULES, "normans", ["FIRE Odo AT nearest"])
    assert nearest.orders == ("FIRE Odo AT nearest",) and "Odo at Omar " in nearest.lines[0].message[0]


# who shoots first


def archers():  # type: ignore[no-untyped-def]
    """Odo, with a sling and few MP after a shot, Robert behind him, Zahir within reach."""
    return battle(
        field(8, 10),
        man("Odo", "0206", weapon="sling"),
        man("Robert", "0208"),
        man("Zahir", "0506", side="arabs"),
        step=None,
    )


def test_nobody_is_told_to_count_on_a_move_for_which_a_shot_leaves_no_mp() -> None:
    """Odo, who shoots, comes no farther than his shot lets him: Robert is told that the hex is free."""
    made = archers()
    goes = ["MOVE Odo to 0201 shortest", "MOVE Robert to 0201 shortest"]
    alone = read_orders(made, RULES, "normans", goes).lines
    assert alone[1].verdict is Verdict.ILLEGAL and "Odo is in 0201" in alone[1].message[0]
    for lines in ([*goes, "FIRE Odo AT Zahir"], ["FIRE Odo AT Zahir", *goes]):
        reading = read_orders(made, RULES, "normans", lines)
        first, second = (next(a for a in reading.lines if a.line == line) for line in goes)
        assert "They carry him to 0202;" in " ".join(first.message)
        assert second.verdict is not Verdict.ILLEGAL, second.message
        done = planner.played(made, "normans", reading.orders)
        assert (done.ends["odo"].hex, done.ends["robert"].hex) == ("0202", "0201")


def test_a_shot_that_nobody_can_make_as_things_stand_takes_no_mp() -> None:
    lines = ["MOVE Odo to 0201 shortest", "MOVE Robert to 0201 shortest", "FIRE Odo AT Zahir within 1"]
    assert read_orders(archers(), RULES, "normans", lines).lines[1].verdict is Verdict.ILLEGAL


def test_nobody_counts_on_a_charge_that_a_shot_or_a_later_line_forbids() -> None:
    """Drogo throws his lance, or is sent elsewhere: the hex from which he would have charged is free."""
    made = battle(
        field(8, 16),
        rider("Drogo", "0413", "0414", lance=True),
        man("Robert", "0208"),
        man("Zahir", "0406", side="arabs"),
        man("Omar", "0711", side="arabs"),
        rules=TACTICS,
        step=None,
    )
    ride, walk = "CHARGE Drogo AT Zahir", "MOVE Robert to 0407 shortest"
    refused = read_orders(made, TACTICS, "normans", [ride, walk]).lines
    assert refused[0].verdict is Verdict.OK and refused[1].verdict is Verdict.ILLEGAL, refused
    for other in ("FIRE Drogo AT Omar with lance", "MOVE Drogo 0412"):
        for lines in ([ride, walk, other], [ride, other, walk]):
            answers = read_orders(made, TACTICS, "normans", lines).lines
            assert all(a.verdict is not Verdict.ILLEGAL for a in answers), answers


def test_a_refused_line_that_stands_from_before_is_told_to_stand() -> None:
    made = scene()
    made.sheets["normans"] = ("FIRE Odo AT Zahir",)
    [again] = read_orders(made, RULES, "normans", ["FIRE Odo AT Zahir"]).lines
    assert again.verdict is Verdict.ILLEGAL
    assert "It stands from before all the same, in its old place." in again.message
    made.sheets["normans"] = ()
    [anew] = read_orders(made, RULES, "normans", ["FIRE Odo AT Zahir"]).lines
    assert "It stands" not in " ".join(anew.message)


def test_a_horse_pushed_aside_at_the_end_of_a_move_stands_there_for_the_next_one() -> None:
    """Robert ends on a half of a loose horse, which swings that half aside."""
    made = battle(
        field(5, 6),
        man("Robert", "0205"),
        horse("Buraq", "0203", "0202"),
        man("Zahir", "0501", side="arabs"),
        step=None,
    )
    lines = ["MOVE Robert to 0203 shortest"]
    reading = read_orders(made, RULES, "normans", lines)
    done = made.copy()
    done.sheets["normans"] = reading.orders
    for event in engine.adjudicate(done, planner.QuietDice()):
        if event.kind == "phase_ended":
            break
        evolve(done, event)
    assert done.horses["buraq"].hexes != made.horses["buraq"].hexes
    draft = imagined.Imagined(made, RULES)
    plan = draft.add(ordered(made, reading.orders[0]))
    assert not isinstance(plan, Rejection)
    assert draft.draft.horses["buraq"].hexes == done.horses["buraq"].hexes


@pytest.mark.parametrize("way", ["safest", "shortest"])
def test_a_move_is_compared_with_the_other_way_as_each_would_be_planned_alone(way: str) -> None:
    """Zahir can be passed by, at a price, so that most ways are one, and some are two."""
    made, differ = scene(), 0
    for to in ("0101", "0201", "0203", "0301", "0304", "0401", "0404", "0305", "0501"):
        order = ordered(made, f"MOVE Robert to {to} {way}")
        other = ordered(made, f"MOVE Robert to {to} {'shortest' if way == 'safest' else 'safest'}")
        told = imagined.Imagined(made, RULES).add_comparing(order)
        alone = [imagined.Imagined(made, RULES).add(one) for one in (order, other)]
        assert list(told) == alone
        differ += told[0] != told[1]
    assert differ > 1


def test_a_horse_pushed_aside_by_a_charge_stands_there_for_those_who_move_after_it() -> None:
    """Robert ends his ride on a half of a loose horse: it has swung aside for whoever looks at the board."""
    made = battle(
        field(5, 12),
        rider("Robert", "0310", "0311"),
        horse("Buraq", "0304", "0204"),
        man("Zahir", "0303", side="arabs"),
        step=None,
        rules=TACTICS,
    )
    reading = read_orders(made, TACTICS, "normans", ["CHARGE Robert AT Zahir"])
    assert reading.lines[0].verdict is Verdict.OK, reading.lines
    done = made.copy()
    done.sheets["normans"] = reading.orders
    for event in engine.adjudicate(done, planner.QuietDice()):
        if event.kind == "combat_fought":
            break
        evolve(done, event)
    assert done.horses["buraq"].hexes != made.horses["buraq"].hexes
    draft = imagined.Imagined(made, TACTICS, charges=[ordered(made, reading.orders[0])]).draft
    assert draft.horses["buraq"].hexes == done.horses["buraq"].hexes
    assert draft.now.spent == done.now.spent

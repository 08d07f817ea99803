"""Books with another sequence of play than Guiscard's: the order of steps, who owes orders, how many
sides there are."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.dice import ScriptedDice
from rules.evolve import evolve
from rules.journal import Journal
from rules.phases import playing, sequence
from rules.phases.victory import verdict
from rules.ruleset import Opening, Phase, Ruleset, Sequence, Step
from rules.state.battle import Battle, Victory
from rules.state.figure import SeatId
from rules.state.table import Options, Pace, Side
from tests.rules.kit import RULES, battle, field, man

THREE = (
    Side("normans", "Normans", "Norman"),
    Side("arabs", "Arabs", "Arab"),
    Side("greeks", "Greeks", "Greek"),
)


def three_sided(**more: object) -> Battle:
    """A Norman, an Arab and a Greek far from each other."""
    return battle(
        field(12, 8),
        man("Robert", "0202"),
        man("Zahir", "1005", side="arabs"),
        man("Argyris", "0307", side="greeks"),
        sides=THREE,
        step=None,
        **{"victory": Victory(turns=2), **more},  # type: ignore[arg-type]
    )


def begun(at: Battle, rules: Ruleset) -> Battle:
    return evolve(at, playing.phase_opened(rules.sequence.begins(at), 1))


def played(at: Battle, rules: Ruleset) -> Journal:
    journal = Journal(at, ScriptedDice((), otherwise=5))
    if playing.play_phase(journal, rules):
        playing.close_phase(journal, rules)
    return journal


def steps(journal: Journal) -> list[str]:
    return [e.step for e in journal.events if e.kind == "step_began"]  # type: ignore[attr-defined]


def nothing(journal: Journal, rules: Ruleset) -> None:
    """A step in which nobody does anything."""


def with_sequence(**fields: object) -> Ruleset:
    return replace(RULES, sequence=replace(sequence.OPEN_BATTLE, **fields))


@pytest.mark.rule("GUI-2.1g")
def test_three_sides_take_their_phases_in_turn_and_the_points_decide_after_the_last_turn() -> None:
    at = begun(three_sided(), RULES)
    seen = []
    while at.outcome is None:
        seen.append((at.turn, at.phase, at.side))
        at = played(at, RULES).battle
    assert seen == [(1, 1, "normans"), (1, 2, "arabs"), (1, 3, "greeks"),
                    (2, 4, "normans"), (2, 5, "arabs"), (2, 6, "greeks")]  # fmt: skip
    assert at.outcome.reason == "turn 2 is over"


def test_of_three_sides_the_last_unbroken_one_wins() -> None:
    at = three_sided(victory=Victory(turns=9, break_at={side.id: 0 for side in THREE}))
    dead = {f.id: replace(f, hex=None, health=type(f.health).DEAD) for f in at.figures.values()}
    at.figures["zahir"] = dead["zahir"]
    assert verdict(at, at_turn_end=False) is None
    at.figures["argyris"] = dead["argyris"]
    outcome = verdict(at, at_turn_end=False)
    assert outcome is not None and outcome.winner == "normans"
    at.figures["robert"] = dead["robert"]
    outcome = verdict(at, at_turn_end=False)
    assert outcome is not None and (outcome.winner, outcome.reason) == ("", "all sides are broken")


def test_a_book_with_another_order_of_steps_is_played_in_that_order() -> None:
    turned = replace(
        sequence.PLAYER_PHASE,
        steps=(sequence.MOVEMENT, sequence.COMBAT, sequence.FIRE, Step("rest", "rest", nothing)),
    )
    rules = with_sequence(phases=(turned,))
    at = battle(
        field(12, 8), man("Robert", "0202"), man("Zahir", "1005", side="arabs"), step=None, rules=rules
    )
    assert steps(played(at, rules)) == ["movement", "combat", "fire", "rest"]


def test_step_by_step_it_stops_before_the_steps_that_take_orders_in_that_order() -> None:
    turned = replace(sequence.PLAYER_PHASE, steps=(sequence.MOVEMENT, sequence.CHARGES, sequence.FIRE))
    rules = with_sequence(phases=(turned,))
    at = battle(
        field(12, 8), man("Robert", "0202"), man("Zahir", "1005", side="arabs"), step=None, rules=rules
    )
    at.setup = replace(at.setup, options=Options(pace=Pace.STEP))
    first = played(at, rules)
    assert steps(first) == ["movement", "charges", "fire"]  # no charges without combat tactics
    assert first.battle.step == "fire" and first.battle.phase == at.phase
    second = played(first.battle, rules)
    assert second.battle.phase == at.phase + 1


def test_a_phase_of_everybody_is_owed_by_all_and_its_end_is_a_function_of_the_book() -> None:
    over: list[int] = []

    def everybody(at: Battle) -> tuple[SeatId, ...]:
        return tuple(seat.id for seat in at.setup.seats)

    day = Phase(
        name="day",
        steps=(Step("rest", "rest", nothing),),
        owes=everybody,
        ends=(lambda journal, rules: over.append(journal.battle.phase),),
        title="day {turn}",
        short="D{turn}",
        key="d{turn}",
    )
    days = Sequence(
        phases=(day,),
        begins=lambda at: Opening(turn=1, side="", name="day"),
        follows=lambda at: Opening(turn=at.turn + 1, side="", name="day"),
        turn_ends=lambda at: True,
    )
    rules = replace(RULES, sequence=days)
    at = begun(three_sided(), rules)
    assert (at.phase_name, at.side) == ("day", "")
    assert rules.phase_of(at).owes(at) == ("normans", "arabs", "greeks")
    after = played(at, rules).battle
    assert (over, after.turn, after.phase_name) == ([1], 2, "day")


def test_a_log_of_another_sequence_is_refused_by_name() -> None:
    at = begun(three_sided(), RULES)
    at.phase_name = "siege day"
    with pytest.raises(LookupError, match="no phase 'siege day'"):
        RULES.phase_of(at)

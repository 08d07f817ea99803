"""Questions about how things stand: known in many words, answered by the functions that play asks, never
filed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.rejection import Rejection
from rules.desk.lines import command_in, holds_nothing
from rules.desk.looks import Kind, look_in
from rules.desk.read import read_orders
from rules.desk.reading import Reading, Verdict
from rules.tactical.moving import path_finding
from rules.tactical.sight import line_of_fire
from tests.rules.kit import RULES, battle, field, man
from tests.rules.spoken_scenes import opened, rules_at
from tests.stopwatch import stopwatch


def read(*lines: str) -> Reading:
    return read_orders(opened("evening"), rules_at("evening"), "normans", lines)


def said(line: str) -> str:
    [answer] = read(line).lines
    assert answer.verdict is Verdict.COMMAND and answer.asked
    return " ".join(answer.message)


@pytest.mark.parametrize(
    ("line", "kind", "one", "other"),
    [
        ("who can Gilbert see?", Kind.AIMS, "Gilbert", ""),
        ("And whom could Gilbert shoot at this turn?", Kind.AIMS, "Gilbert", ""),
        ("what shots does Gilbert have?", Kind.AIMS, "Gilbert", ""),
        ("who is in range of Gilbert?", Kind.AIMS, "Gilbert", ""),
        ("does Gilbert have a clear shot?", Kind.AIMS, "Gilbert", ""),
        ("who can see Odo?", Kind.AIMED_AT, "Odo", ""),
        ("who has a shot at Odo?", Kind.AIMED_AT, "Odo", ""),
        ("can anyone shoot Odo from there?", Kind.AIMED_AT, "Odo", ""),
        ("can Gilbert see Sandro?", Kind.SEES, "Gilbert", "Sandro"),
        ("is Sandro in sight of Gilbert right now?", Kind.SEES, "Gilbert", "Sandro"),
        ("is there a line of sight from Gilbert to Sandro?", Kind.SEES, "Gilbert", "Sandro"),
        ("who can reach 1514?", Kind.REACH, "1514", ""),
        ("can anybody get to Sandro in time?", Kind.REACH, "Sandro", ""),
        ("which of my men could attack Sandro?", Kind.REACH, "Sandro", ""),
        ("how far is it from Odo to Sandro?", Kind.FAR, "Odo", "Sandro"),
        ("how many hexes is Odo away from 1514?", Kind.FAR, "Odo", "1514"),
        ("what's the distance between Odo and Sandro?", Kind.FAR, "Odo", "Sandro"),
        ("where is Sandro?", Kind.WHERE, "Sandro", ""),
    ],
)
def test_what_is_asked(line: str, kind: Kind, one: str, other: str) -> None:
    assert look_in(line) == (kind, one, other)


@pytest.mark.parametrize(
    "line",
    ["who can Gilbert see", "Gilbert sees Sandro", "can you see Sandro?", "can Odo reach 1514?", "where to?",
     "who goes there?", "see Odo?", "where is it?"],
)  # fmt: skip
def test_what_is_none(line: str) -> None:
    assert look_in(line) is None


def test_whom_he_can_shoot_at_is_told_as_play_finds_it() -> None:
    battle, rules = opened("evening"), rules_at("evening")
    gilbert = next(f for f in battle.figures.values() if f.name == "Gilbert")
    told = said("who can Gilbert see?")
    for enemy in battle.active_enemies(gilbert.side):
        sight = line_of_fire.best_sight(battle, rules, gilbert, "short_bow", enemy.id)
        if isinstance(sight, Rejection) and sight.rule != "GUI-5.4a":
            assert enemy.name in told.partition("None to")[2], enemy.name
    assert "Sandro (4 hexes, no cover)" in told.partition("None to")[0]
    assert said("can Gilbert see Sandro?") == "Gilbert has a line of fire to Sandro (4 hexes, no cover)."
    assert "GUI-5.5.3b" in said("can Gilbert see Teobaldo?")


def test_what_stops_a_look_at_several_is_told_once() -> None:
    """Whoever stands before an archer stands before all who are behind him."""
    made = battle(
        field(10, 6), man("Gilbert", "0103", weapon="short_bow"), man("Odo", "0203"),
        *(man(name, at, side="arabs") for name, at in (("Ali", "0403"), ("Omar", "0503"), ("Zahir", "0603"))),
    )  # fmt: skip
    [answer] = read_orders(made, RULES, "normans", ["who can Gilbert see?"]).lines
    told = " ".join(answer.message)
    assert told.count("Odo in 0203 is in the way") == 1 and "None to Ali, Zahir (Odo" in told


def test_of_somebody_who_does_not_shoot_the_nearest_are_told() -> None:
    assert said("who can Odo see?").startswith("Odo has nothing to shoot with; nearest to him: ")
    assert said("can Odo see Sandro?") == "Odo sees Sandro: nothing stands between them."


def test_who_comes_to_a_place_is_told_with_what_it_costs() -> None:
    battle, rules = opened("evening"), rules_at("evening")
    told = said("who can reach 1514?")
    for name in ("Odo", "Geoffrey"):
        man = next(f for f in battle.figures.values() if f.name == name)
        assert f"{name} ({path_finding.reach(battle, rules, man)['1514']} of 8 MP)" in told
    assert said("who can attack Sandro?").startswith("Next to Sandro can come: ")
    assert said("who can reach 0101?") == "None of yours can end a move in 0101 from where they stand."


def test_how_far_and_where() -> None:
    assert said("how far is it from Odo to Sandro?") == "From Odo (1516) to Sandro (1311) it is 6 hexes."
    assert said("where is Sandro?") == "Sandro is in 1311, healthy."


@pytest.mark.parametrize("line", ["who can Nobody see?", "who can reach 9999?", "where is Xanadu?"])
def test_of_whom_nobody_knows_it_is_talk(line: str) -> None:
    assert read("Ivo stay", line).talk == (line,)


def test_a_mail_asks_for_no_more_than_is_worth_its_time() -> None:
    with stopwatch() as few:
        read("Ivo stay", *["who can reach 1514?"] * 4)
    with stopwatch() as many:
        reading = read("Ivo stay", *["who can reach 1514?"] * 40)
    assert reading.talk and many.seconds < 4 * few.seconds + 0.2


WORDS = ["who", "whom", "can", "could", "is", "how far", "where", "Odo", "Gilbert", "Sandro", "1514", "see",
         "reach", "shoot at", "a shot", "in range of", "from", "to", "it", "and", "stay", "go"]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=2, max_size=8).map(" ".join))
def test_no_question_files_anything_or_keeps_a_phase_open(words: str) -> None:
    line = f"{words}?"
    if look_in(line) is None:
        return
    reading = read("Ivo stay", line)
    assert reading.orders == ("MOVE Ivo stay",) and reading.holding == 0
    assert command_in(line) is not None and holds_nothing(line)
    assert reading.lines[1].message or reading.lines[1].verdict is Verdict.TALK

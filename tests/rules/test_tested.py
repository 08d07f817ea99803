"""TEST: what standing orders would have done in the enemy's last phase.

The Normans moved, the Arabs ask. What TEST says is held against what the same orders do when the
phase is played.
"""

from __future__ import annotations

import pytest

from bench import fuzz
from rules import engine
from rules.desk.read import read_orders
from rules.desk.receipts.tested import walk_through
from rules.events.base import Audience
from rules.evolve.fingerprint import digest
from tests.rules.kit import RULES, man, play, rider
from tests.rules.referee import opened, shots
from tests.rules.terms_kit import MISS, bowman

MOVES = ("MOVE Robert 0507 0506", "MOVE Hugh 0707 0706")
HOLD = ("WATCH hold",)


def played(*pieces, moves=MOVES, stood=HOLD, **more):
    """The battle before a Norman phase in which the Arabs had these orders, and its events."""
    before = opened(*pieces, standing={"arabs": tuple(stood)} if stood else {}, **more)
    before.sheets["normans"] = tuple(moves)
    return before, play(before.copy(), named=MISS).events


def told_by_the_walk(before, events, *orders):
    return {found.order: found for found in walk_through(before, RULES, events, "arabs", orders)}


YANI, ROBERT, HUGH = bowman("Yani", "0602"), man("Robert", "0508"), man("Hugh", "0708")


@pytest.mark.rule("GUI-5.3b")
def test_it_tells_the_shot_with_hex_range_and_chances():
    before, events = played(YANI, ROBERT, HUGH)
    order = "WATCH Yani fire at Hugh"
    found = told_by_the_walk(before, events, order)[order]
    [said] = found.would
    assert said.startswith("Yani at Hugh in 0707 with the short bow: 5 hexes, short range, no cover;")
    assert "% on target" in said
    assert found.would_not == ("Robert in 0506: Yani: Robert is not one of those named.",)


@pytest.mark.rule("GUI-5.3b", "GUI-5.3d", "GUI-5e")
@pytest.mark.parametrize(
    "order",
    [
        "WATCH Yani fire at first",
        "WATCH Yani fire at first within 4",
        "WATCH Yani fire at Hugh then Robert",
        "WATCH Yani fire at Hugh within 5 then anyone",
        "WATCH Yani fire at first entering 0706 0506",
        "WATCH Yani fire at first in arc SE",
        "WATCH Yani fire at first while 0706 is not free",
        "WATCH Yani fire at first unless Robert is at 0507",
        "WATCH Yani fire at Drogo",
        "WATCH Yani fire at first until Robert is at 0507 after that fire at Hugh",
        "WATCH Yani + Omar fire at first at most once",
        "WATCH fire at first mounted",
        "WATCH Yani hold",
    ],
)
def test_it_names_the_shots_that_the_same_orders_make_in_play(order):
    """With misses nothing that happened would have been otherwise, so both must agree, whatever
    stood in truth."""
    omar, drogo = bowman("Omar", "1002"), rider("Drogo", "0908", "0909")
    pieces = (YANI, omar, ROBERT, HUGH, drogo)
    rest = ("WATCH Omar hold",) if "Omar" not in order and "WATCH Yani" in order else ()
    truth, _ = played(*pieces)
    truth.standing["arabs"] = (order, *rest)
    made = [(s, t, at) for s, t, at in shots(play(truth.copy(), named=MISS))]
    for stood in (HOLD, ("WATCH fire at anyone",), ()):
        before, events = played(*pieces, stood=stood)
        found = told_by_the_walk(before, events, order, *rest)[order]
        told = [words for words in found.would if " with the short bow: " in words]
        names = [(s.capitalize(), t.capitalize(), at) for s, t, at in made]
        assert [words.partition(" with ")[0] for words in told] == [
            f"{s} at {t} in {at}" for s, t, at in names
        ]


@pytest.mark.rule("GUI-5.3e")
def test_those_who_stayed_are_shot_at_when_the_moves_are_over():
    before, events = played(YANI, ROBERT, HUGH, moves=MOVES[:1])
    order = "WATCH Yani fire at Hugh"
    assert told_by_the_walk(before, events, order)[order].would[0].startswith("Yani at Hugh in 0708")


def test_what_the_order_becomes_is_told():
    before, events = played(YANI, ROBERT, HUGH)
    order = "WATCH Yani fire at first at most once after that hold"
    would = told_by_the_walk(before, events, order)[order].would
    assert would[1:] == ("It goes on to WATCH Yani hold: it was used once.",)
    ended = "WATCH Yani fire at Hugh until Robert is at 0507"
    assert told_by_the_walk(before, events, ended)[ended].would == ("With that it ends: Robert is at 0507.",)


def test_the_first_thing_that_speaks_against_it_is_told():
    before, events = played(
        YANI, man("Omar", "0708", side="arabs", health="stunned"), ROBERT, moves=MOVES[:1]
    )

    def why(order):
        return " ".join(told_by_the_walk(before, events, order)[order].would_not)

    assert "Robert is not mounted" in why("WATCH Yani fire at first mounted")
    assert "4 hexes away, farther than 3" in why("WATCH Yani fire at first within 3")
    assert "could fall on Omar" not in why("WATCH Yani fire at first not through friends")
    assert "it counts from turn 3" in why("WATCH Yani fire at first from turn 3")
    contact = played(bowman("Yani", "0505"), man("Drogo", "0405"), ROBERT, moves=MOVES[:1])
    order = "WATCH Yani fire at first"
    assert "(GUI-5.2a)" in " ".join(told_by_the_walk(*contact, order)[order].would_not)


@pytest.mark.rule("GUI-4.3a")
def test_passing_enemies_are_told_with_the_chances_of_the_test():
    before, events = played(
        man("Argyris", "0605", side="arabs"), ROBERT, moves=("MOVE Robert 0507 0506 0505 0504",), stood=()
    )
    order = "OPPOSE Argyris only Robert at most once"
    would = told_by_the_walk(before, events, order)[order].would
    assert would[0].startswith("Argyris tests Robert in 0506: ") and "% nothing" in would[0]
    assert would[1:] == ("With that it ends.",)
    spare = "OPPOSE Argyris never"
    assert "spares him" in told_by_the_walk(before, events, spare)[spare].would_not[0]


def test_it_changes_nothing_and_looks_at_nothing_private():
    before, events = played(YANI, ROBERT, HUGH)
    order = "WATCH Yani fire at first until Robert is down"
    seal = digest(before)
    whole = told_by_the_walk(before, events, order)
    assert digest(before) == seal
    public = [e for e in events if e.audience is Audience.ALL]
    other = before.copy()
    other.standing["normans"], other.sheets["normans"] = ("RETREAT toward 0101",), ()
    assert told_by_the_walk(other, public, order) == whole


def test_the_engine_answers_and_nonsense_does_not_raise():
    before, events = played(YANI, ROBERT, HUGH)
    assert engine.try_out_standing(before, events, "arabs", ["WATCH Yani hold"])[0].would == ()
    assert engine.try_out_standing(before, [], "arabs", ["WATCH Yani hold"])[0].would_not == ()
    assert engine.try_out_standing(before, events, "arabs", []) == ()


@pytest.mark.parametrize(
    ("scenario", "seed", "players"), [("ford", 9, ("bold", "random")), ("orchard", 7, ("bold", "random"))]
)
def test_in_whole_games_it_names_exactly_the_shots_that_the_orders_made(scenario, seed, players):
    log: list[engine.Event] = []
    fuzz._play(scenario, seed, players, log, {"unreadable": 0})
    battle = engine.replay(log[:2])
    before, events, agreed = battle.copy(), [], 0
    for event in log[2:]:
        if event.kind in ("orders_accepted", "phase_opened"):
            before = engine.evolve(before, event)
            continue
        events.append(event)
        if event.kind != "phase_ended":
            continue
        agreed += sum(
            _as_made(before, events, seat) for seat in before.setup.seats if seat.side != before.side
        )
        before, events = engine.replay(events, before), []
    assert agreed > 10


def _as_made(before, events, seat):
    """How many shots by order a seat made in a phase; TEST must name the same, where nothing was
    used up before."""
    ended = before.spent_orders.get(seat.id, ())
    orders = [text for text in before.standing.get(seat.id, ()) if text not in ended]
    if before.progress.get(seat.id):
        return 0
    made = []
    for e in events:
        if e.kind == "decision_made" and (e.seat, e.about) == (seat.id, "watch") and e.order:
            _, _, target, _, at = e.chosen.split()
            made.append(f"{before.figures[e.figure].name} at {before.figures[target].name} in {at}")
    found = engine.try_out_standing(before, events, seat.id, orders)
    told = [w.partition(" with the ")[0] for f in found for w in f.would if " with the " in w]
    assert sorted(told) == sorted(made)
    return len(made)


# the command


def read(*lines):
    return read_orders(engine.view_for(opened(YANI, ROBERT), "arabs"), RULES, "arabs", lines)


def test_the_command_asks_for_all_that_stand_or_for_what_is_written_behind_it():
    assert (read("TEST").commands, read("TEST").tests) == (("test",), ())
    found = read("test watch yani fire at robbert at most 2 times")
    assert found.tests == ("WATCH Yani fire at Robert at most twice",)
    assert found.commands == ("test",) and not found.standing and not found.changed


@pytest.mark.parametrize("line", ["TEST MOVE Yani 0603", "TEST WATCH Nobody hold", "TEST xyzzy", "TEST IF"])
def test_what_cannot_be_tested_is_answered(line):
    found = read(line)
    assert found.troubled == 1 and not found.tests and not found.commands and found.lines[0].message

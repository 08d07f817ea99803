"""Contracts about places, counter-charges and refused combat with terms; what contradicts itself or goes in
circles; and that nobody hears of what a player wrote."""

from __future__ import annotations

import pytest

from rules.core.dice import ScriptedDice
from rules.desk.read import read_orders
from rules.desk.reading import Verdict
from rules.events.base import Audience
from rules.events.codec import decode
from rules.journal import Journal
from rules.tactical.instructions import standing
from rules.tactical.instructions.terms import attend, waits
from rules.views.masking import view_for
from tests.rules.kit import SIEGE, TACTICS, battle, field, narrated, of_kind, play, rider
from tests.rules.referee import opened, shots
from tests.rules.terms_kit import MISS, bowman, norman

YANI = bowman("Yani", "0602")
YARD = {"rules": SIEGE, "traits": ["yard 0506 0507", "corner 0101"]}


def yard(*watch, moves=("MOVE Robert 0507 0506", "MOVE Hugh 0707")):
    at = battle(field(9, 9), YANI, norman("Robert", "0508"), norman("Hugh", "0708"), step=None, **YARD)
    at.standing = {"arabs": watch}
    at.sheets = {"normans": moves}
    return at


def answer(at, line, seat="arabs"):
    return read_orders(at, SIEGE, seat, (line,)).lines[0]


def test_a_named_place_is_entered():
    watch = "WATCH Yani fire at first entering yard"
    assert answer(yard(), "watch yani fire at first entering the yard").canonical == watch
    assert shots(play(yard(watch), named=MISS)) == [("yani", "robert", "0507")]
    assert not shots(play(yard(watch, moves=("MOVE Hugh 0707",)), named=MISS))
    assert answer(yard(), "WATCH Yani fire at anyone in the yard").canonical.endswith("anyone in yard")
    trouble = answer(yard(), "WATCH Yani fire at first entering the barn")
    assert trouble.verdict is Verdict.UNREADABLE and "or yard" in " ".join(trouble.message)


def test_a_stop_as_ordered_is_told_to_its_owner_alone():
    at = opened(YANI, norman("Robert", "0508"), standing={"arabs": ("WATCH Yani fire at first",)})
    before = at.copy()
    j = play(at, named=MISS, normans=("MOVE Robert 0507 0506 0505 stop if fired at",))
    assert j.battle.figures["robert"].hex == "0507"
    public = [e for e in j.events if e.audience is Audience.ALL]
    assert not any("as ordered" in str(e) or "stop if" in str(e) for e in public)
    told = {seat: " ".join(x.text for x in narrated(before, j.events, seat)) for seat in ("normans", "arabs")}
    assert "Robert stops, as you ordered: fired at." in told["normans"]
    assert "ordered: fired at" not in told["arabs"]
    old = [decode("move_ended", 1, b'{"figure":"robert","reason":"stopped as ordered: fired at"}')]
    assert "stopped as ordered" in narrated(before, old, "normans")[0].text
    assert narrated(before, old, "arabs") == narrated(before, old, None) and not narrated(
        before, old, "arabs"
    )


RIDERS = (rider("Hassan", "0505", "0506", side="arabs"), norman("Robert", "0508"))


@pytest.mark.rule("GUI-7.2.2a", "GUI-7.4a")
@pytest.mark.parametrize(
    ("line", "now"),
    [
        ("COUNTER Hassan charge anyone at most once", True),
        ("COUNTER Hassan charge anyone while Robert is wounded", False),
        ("COUNTER Hassan charge anyone from turn 3", False),
        ("COUNTER Hassan never until turn 4 after that charge only Robert", True),
        ("REFUSE Hassan always unless Robert is down", True),
        ("REFUSE Hassan against foot while Hassan is wounded", False),
        ("REFUSE Hassan always twice after that never", True),
    ],
)
def test_counter_and_refuse_take_terms(line, now):
    at = battle(field(9, 9), *RIDERS, rules=TACTICS)
    taken = read_orders(at, TACTICS, "arabs", (line,))
    assert taken.lines[0].verdict in (Verdict.OK, Verdict.NOTE)
    at.standing = {"arabs": taken.standing}
    choose = standing.counter_choice if line.startswith("COUNTER") else standing.refuse_choice
    found = choose(at, TACTICS, at.figures["hassan"])
    assert (found is not None) is now
    (filed,) = standing.standing_orders(at, "arabs")
    assert bool(waits(at, TACTICS, "arabs", filed)) is not now


@pytest.mark.rule("GUI-7.4a")
def test_a_refusal_at_most_once_is_used_up():
    at = opened(*RIDERS, rules=TACTICS, standing={"arabs": ("REFUSE Hassan always at most once",)})
    text = "REFUSE Hassan always at most once"
    j = Journal(at, ScriptedDice(()))
    attend(j, TACTICS)
    found = standing.refusal(j.battle, TACTICS, j.battle.figures["hassan"], ("robert",), 5)
    assert found is not None and found.text == text
    j.decided("arabs", "refuse", "stand", "GUI-7.4a", figure="hassan", order="")
    assert not of_kind(j, "standing_order_spent")
    j.decided("arabs", "refuse", "0503", "GUI-7.4a", figure="hassan", order=text)
    assert [e.order for e in of_kind(j, "standing_order_spent")] == [text]
    assert standing.refusal(j.battle, TACTICS, j.battle.figures["hassan"], ("robert",), 5) is None


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("WATCH Yani fire at first while Robert is down and Robert is not down",), "while it is not so"),
        (
            ("WATCH Yani fire at first while Robert is down until Robert is down",),
            "moment in which it begins",
        ),
        (("WATCH Yani fire at first after that hold",), "never ends"),
        (("ADVANCE never at most twice",), "could be counted"),
        (("WATCH Yani fire at first from turn 4 until turn 2",), "begins in turn 4"),
        (("WATCH Yani hold", "WATCH Yani fire at first"), "Instead of WATCH Yani hold"),
        (("WATCH Yani fire at Tancred",), "nobody called Tancred"),
        (("WATCH Yani fire at first once" + " after that at first once" * 5,), "at most 5 links"),
    ],
)
def test_contracts_that_contradict_themselves_or_each_other_or_go_on_for_ever(lines, words):
    answers = read_orders(yard(), SIEGE, "arabs", lines).lines
    assert words.lower() in " ".join(answers[-1].message).lower(), answers[-1]


@pytest.mark.parametrize(
    "line", ["WATCH Yani fire at Robert until Robert is down", "RETREAT Yani toward 0101"]
)
def test_what_the_owner_cannot_see_changes_nothing_that_he_is_told(line):
    open_, secret = yard(), yard()
    secret.standing = {"normans": ("RETREAT Robert toward 0909", "ADVANCE never")}
    secret.sheets = {"normans": ("MOVE Hugh stay",)}
    lines = (f"TRY {line}", line)
    assert read_orders(view_for(open_, "arabs"), SIEGE, "arabs", lines) == read_orders(
        view_for(secret, "arabs"), SIEGE, "arabs", lines
    )
    assert read_orders(secret, SIEGE, "arabs", lines) == read_orders(open_, SIEGE, "arabs", lines)

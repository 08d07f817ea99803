"""Standing orders with terms: what owners, reports and others are told of them, and what the desk answers."""

from __future__ import annotations

import pytest

from rules.desk.briefing.forms import order_form
from rules.desk.read import read_orders
from rules.engine import EVENT_TYPES, Audience, view_for
from rules.events.terms import StandingOrderHeld, StandingOrderPassedOn, StandingOrderUsed
from rules.events.umpire import OrdersAccepted, StandingOrderSpent
from rules.evolve import evolve, replay
from rules.evolve.fingerprint import digest
from rules.state.battle import Victory
from rules.state.table import Progress
from tests.rules.kit import RULES, is_visible, narrated, play
from tests.rules.referee import opened
from tests.rules.terms_kit import HUGH, MISS, ROBERT, WALK, bowman, norman, slinger, watched

# who is told what


def test_the_owner_alone_is_told_and_the_report_names_the_reason():
    text = "WATCH Yani fire at Robert at most once after that hold until turn 4"
    j = watched(bowman("Yani", "0502"), ROBERT, watch=[text], moves=WALK[:1])
    private = (StandingOrderHeld, StandingOrderPassedOn, StandingOrderUsed, StandingOrderSpent)
    mine = [e for e in j.events if isinstance(e, private)]
    assert mine and not any(is_visible(e, "normans") or is_visible(e, None) for e in mine)
    before = opened(bowman("Yani", "0502"), ROBERT, standing={"arabs": (text,)})
    said = " ".join(line.text for line in narrated(before, j.events, "arabs"))
    assert "goes on to WATCH Yani hold until turn 4: it was used once." in said
    assert "WATCH" not in " ".join(line.text for line in narrated(before, j.events, "normans"))


def test_replay_leads_to_the_same_battle_and_views_hide_it():
    text = "WATCH Yani fire at Robert at most 3 times"
    before = opened(bowman("Yani", "0502"), ROBERT, standing={"arabs": (text,)})
    j = play(before.copy(), named=MISS, normans=WALK[:1])
    again = before.copy()
    again.sheets["normans"] = WALK[:1]
    assert digest(replay(j.events, again)) == digest(j.battle)
    assert view_for(j.battle, "normans").progress == {} and view_for(j.battle, "arabs").progress


def test_sending_it_again_counts_anew():
    text = "WATCH Yani fire at Robert at most 3 times"
    made = opened(bowman("Yani", "0502"), ROBERT, standing={"arabs": (text,)})
    made.progress["arabs"] = {text: Progress(times=2, turn=1)}
    reading = read_orders(view_for(made, "arabs"), RULES, "arabs", [text])
    assert reading.renewed == (text,)
    evolve(made, OrdersAccepted("arabs", 1, reading.orders, reading.standing, reading.renewed))
    assert made.progress == {}


def test_no_event_that_all_may_see_carries_an_order():
    public = [e for e in EVENT_TYPES.values() if e.audience is Audience.ALL]
    assert [e.kind for e in public if "order" in e.__struct_fields__] == []


def test_the_form_tells_how_far_an_order_has_got():
    chain = "WATCH Yani fire at Hugh at most once after that fire at Robert at most 3 times"
    made = opened(bowman("Yani", "0502"), ROBERT, HUGH, standing={"arabs": (chain,)})
    assert "so far" not in order_form(made, RULES, "arabs")
    made.progress["arabs"] = {chain: Progress(link=1, times=2, turn=1)}
    form = " ".join(order_form(made, RULES, "arabs").replace("#", " ").split())
    assert "(now: WATCH Yani fire at Robert at most 3 times; used twice so far)" in form


# at the desk


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("WATCH Yani fire at first until turn 2", "Turn 2 is over, this is turn 3."),
        ("WATCH Yani fire at first from turn 12", "The battle ends with turn 10."),
        ("WATCH Yani fire at first from turn 6 until turn 4", "begins in turn 6 and ends with turn 4"),
        ("WATCH Yani fire at first keep 2 javelins", "thrown in one's own phase only"),
        ("WATCH fire at first keep 3 javelins", "there is nothing to keep"),
        ("WATCH Yani fire at first in front", "name a direction, such as IN ARC NE"),
        ("WATCH Yani fire at first charging", "Nobody charges in this battle"),
        ("WATCH Yani hold at most twice", "does nothing that could be counted"),
        ("WATCH Yani fire at first at most once at most twice", "at most once and at most twice"),
        ("WATCH Yani fire at first while 0507 is free unless 0507 is free", "while it is not so"),
        ("WATCH Yani fire at first while Robert is up until Robert is up", "ends in the moment"),
        ("WATCH Yani fire at first after that hold", "never ends"),
        ("RETREAT Yani toward 0101 at most once", "does nothing that could be counted"),
        ("OPPOSE Yani always keep 1 javelin", "only a WATCH"),
    ],
)
def test_what_can_never_count_is_refused_with_its_reason(line, said):
    made = opened(bowman("Yani", "0502"), slinger("Omar", "0702", 3), ROBERT, phase=5)
    told = read_orders(view_for(made, "arabs"), RULES, "arabs", [line]).lines[0]
    assert told.code == "E-113" and said.lower() in " ".join(told.message).lower(), told


def test_in_a_position_which_has_no_last_turn_an_order_may_begin_in_any():
    made = opened(bowman("Yani", "0502"), ROBERT, victory=Victory(turns=0))
    line = "WATCH Yani fire at first from turn 12"
    assert read_orders(view_for(made, "arabs"), RULES, "arabs", [line]).standing == (line,)


@pytest.mark.parametrize(
    "line",
    [
        "WATCH Yani fire at first until Nobody is down",
        "WATCH Yani fire at Bohemund then mounted",
        "WATCH Yani fire at first while 9999 is free",
        "WATCH Yani fire at first in arc east",
        "WATCH Yani fire at first keep many javelins",
        "WATCH Yani fire at first until",
        "WATCH Yani fire at first at most 3 times a turn",
        "WATCH Yani fire at first at most -3 times",
        "IF Robert is down THEN WATCH Yani hold",
        "WATCH Yani fire at first" + " at most once after that fire at first" * 9,
    ],
)
def test_nonsense_is_answered(line):
    made = opened(bowman("Yani", "0502"), ROBERT)
    told = read_orders(view_for(made, "arabs"), RULES, "arabs", [line])
    assert told.troubled and not told.standing and all(answer.message for answer in told.lines)


def test_of_two_contracts_for_the_same_figure_the_later_counts_and_it_is_told():
    made = opened(bowman("Yani", "0502"), ROBERT)
    lines = ["WATCH Yani fire at first until turn 4", "WATCH Yani hold until turn 6"]
    told = read_orders(view_for(made, "arabs"), RULES, "arabs", lines)
    assert told.standing == ("WATCH Yani hold until turn 6",)
    assert "Instead of WATCH Yani fire at first until turn 4." in told.lines[1].message


def test_the_receipt_tells_what_waits_what_is_so_already_and_what_comes_after():
    down = norman("Hugh", "0708", health="stunned", stunned_in=1)
    made = opened(bowman("Yani", "0502"), ROBERT, down)

    def said(line):
        return " ".join(read_orders(view_for(made, "arabs"), RULES, "arabs", [line]).lines[0].message)

    assert "What was so before you wrote does not count" in said(
        "WATCH Yani fire at first until Hugh is down"
    )
    assert "It waits now: Hugh is not up." in said("WATCH Yani fire at first while Hugh is up")
    assert "It waits until turn 3." in said("WATCH Yani fire at first from turn 3")
    assert "AFTER THAT hold" in said("WATCH Yani fire at first at most once")
    assert "AFTER THAT" not in said("WATCH Yani fire at first at most once after that hold")

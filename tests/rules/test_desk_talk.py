"""The order desk and what is no order: talk, quotes, what stands below the end, and any characters."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.desk.read import read_orders
from rules.desk.reading import Verdict
from tests.rules.desk_kit import filed, only, read, scene
from tests.rules.kit import RULES
from tests.stopwatch import stopwatch


def test_an_order_below_the_end_is_reported_and_not_carried_out() -> None:
    reading = read("MOVE Robert stay\nEND\nMOVE Drogo stay\nBest, Peter")
    assert reading.orders == ("MOVE Robert stay",)
    assert [a.code for a in reading.lines] == ["", "", "E-109", ""]


def test_what_was_meant_for_ones_own_man_below_the_end_is_reported_too() -> None:
    reading = read("MOVE Robert stay\nEND\nDrogo atack Khaled somehow\nDrogo was unlucky\nRoom 2205, Berlin")
    assert [a.code for a in reading.lines] == ["", "", "E-109", "", ""]


def test_thanks_before_the_first_order_end_nothing() -> None:
    assert read("Thanks for the report!\nMOVE Robert stay").orders == ("MOVE Robert stay",)


TALK = (
    "Have a nice weekend!", "Poor Ruggiero!", "Robert", "Robert and Drogo", "Anna", "drogo, khaled",
    "Love, Anna", "Thank you Drogo for the fine game", "what a fine day", "I will be back on Friday",
    "See you in 2027.",
    "If you are not the intended recipient, please notify the sender and delete this message.",
    "This e-mail and its attachments are confidential.", "Please go on without me", "No orders yet",
    "hello there", "Tel. +49 30 123456", "more news later", "Hold on, I have to think", "Stay safe",
    "Viele liebe Grüße aus Hamburg",
    "Sorry for the delay, I was at the dentist on Monday at 0930.", "Back at 2215", "On 24.12 I am away",
    "On verra bien", "Ah, Khaled!", "Ruggiero made a fine shot", "let's go", "can Drogo reach Khaled",
)  # fmt: skip


@pytest.mark.parametrize("line", TALK)
@pytest.mark.parametrize("before", ["", "MOVE Robert stay\n"])
@pytest.mark.parametrize("behind", ["", "\nMOVE Drogo stay"])
def test_talk_is_talk_wherever_it_stands_and_holds_nothing(line: str, before: str, behind: str) -> None:
    reading = read(f"{before}{line}{behind}")
    assert reading.talk == (line,) and reading.troubled == 0
    assert [a.suggestion for a in reading.lines if a.suggestion] == []


@pytest.mark.parametrize(
    ("line", "suggestion"),
    [
        ("Ruggiero atack Khaled", None),
        ("atack Khaled", None),
        ("please atack Khaled with Ruggiero", None),
        ("Ruggiero atack Khaled somehow", None),
        ("Robert Khaled", "ATTACK Robert ON Khaled"),
        ("Robert kills Khaled", None),
        ("Robert vs Khaled", None),
        ("Robert where Drogo is", None),
        ("ruggiero 0807", None),
        ("ruggiero 508", ""),
        ("and 9930 for Ruggiero", ""),
        ("we move to 9930", ""),
        ("then on to 0807 and wait there", ""),
        ("MOVE nobody 0101", ""),
        ("ATTACK nobody", ""),
        ("charge!", ""),
        ("fire at will", ""),
        ("We attack Khaled", ""),
        ("Ruggiero stays", None),
        ("Drogo towards the ford", ""),
        ("moev to the ford 0305", ""),
        ("finla", "FINAL"),
        ("CLEER", "CLEAR"),
    ],
)
def test_what_was_meant_as_an_order_is_to_be_mended_or_read(line: str, suggestion: str | None) -> None:
    reading = read(f"MOVE Robert stay\n{line}\nMOVE Drogo stay")
    assert reading.talk == ()
    assert reading.troubled == (suggestion is not None)
    if suggestion:
        assert [a.suggestion for a in reading.lines if a.suggestion] == [suggestion]


def test_what_is_only_asked_beside_orders_need_not_be_mended() -> None:
    reading = read(
        "MOVE Robert stay\nTRY MOVE Drogo 0101 0909\nTEST MOVE Drogo stay\nLANGUAGE klingon\nHELP me"
    )
    assert (reading.holding, reading.troubled, reading.accepted) == (0, 3, 1)
    bad = [a for a in reading.lines if a.verdict in (Verdict.UNREADABLE, Verdict.ILLEGAL)]
    assert len(bad) == 3 and all(a.asked for a in bad)


def test_a_first_line_that_was_meant_as_an_order_is_reported() -> None:
    assert only(read("MOEV Robrt 0305")).verdict is not Verdict.COMMENT
    assert only(read("Robert moves to the ford")).code == "E-104"


def test_quoted_lines_are_never_orders() -> None:
    assert read("> MOVE Robert stay").orders == ()


def test_a_backslash_joins_lines() -> None:
    assert read("MOVE Ruggiero 0807 \\\n0806").lines[0].line == "MOVE Ruggiero 0807  0806"


SNIPPETS = [
    "MOVE", "FIRE", "ATTACK", "WATCH", "IF", "THEN", "ELSE", "TRY", "CLEAR", "HAUL", "OPPOSE", "WOUND",
    "RETREAT", "ADVANCE", "Robert", "Drogo", "Arnolfo", "Ruggiero", "Khaled", "Shakil", "Yusuf", "+", ";",
    ",", "0807", "0808", "1006", "to", "AT", "ON", "toward", "stay", "back", "about", "mount", "dismount",
    "exit", "lead", "drop", "carry", "nearest", "best", "is down", "is free", "at +5 or better", "facing NE",
    "bodies", "with lance", "drogo's horse", "\\", "#", ">",
]  # fmt: skip


@settings(max_examples=250, deadline=None)
@given(st.lists(st.lists(st.sampled_from(SNIPPETS), max_size=9).map(" ".join), max_size=6))
def test_whatever_is_sent_is_answered_and_what_stands_can_be_read_again(lines: list[str]) -> None:
    at = scene()
    reading = read_orders(at, RULES, "normans", lines)
    again = read_orders(filed(at, reading), RULES, "normans", [])
    assert (again.orders, again.standing, again.changed) == (reading.orders, reading.standing, False)
    for answer in reading.lines:
        bad = answer.verdict in (Verdict.AMBIGUOUS, Verdict.UNREADABLE, Verdict.ILLEGAL)
        assert bool(answer.code) == bad and (answer.message or not bad)


@settings(max_examples=100, deadline=None)
@example(["/"])
@given(st.lists(st.text(max_size=80), max_size=5))
def test_any_characters_are_answered(lines: list[str]) -> None:
    read_orders(scene(), RULES, "normans", lines)


@pytest.mark.parametrize(
    "line",
    [
        "MOVE Robert to 1801; MOVE Robert to 1812",
        "IF Khaled is down THEN MOVE Robert to 1801 ELSE MOVE Drogo to 1812",
        "FIRE Arnolfo AT best",
        "ATTACK best; ATTACK anyone",
        "TRY MOVE Robert to 1801",
        "CLEAR",
    ],
)
def test_a_hostile_mail_is_answered_in_bounded_time(line: str) -> None:
    with stopwatch() as took:
        reading = read("\n".join([line] * 1000))
    assert took.seconds < 5 and reading.lines[-1].code == "E-112"

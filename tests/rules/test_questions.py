"""Questions whether something can be done are tried and file nothing; what asks for it to be done is none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.desk.lines import alters_what_follows, is_command, only_asks, tries
from rules.desk.questions import question_in
from rules.desk.read import read_orders
from rules.desk.reading import Reading, Verdict
from tests.rules.spoken_scenes import opened, rules_at


def read(*lines: str, scene: str = "evening") -> Reading:
    return read_orders(opened(scene), rules_at(scene), "normans", lines)


@pytest.mark.parametrize(
    ("asked", "order"),
    [
        ("can Odo reach 1514?", "Odo go to 1514"),
        ("Could Odo get next to Sandro this turn?", "Odo go next to Sandro"),
        ("and can't Odo still make it to 1514 from there ?", "Odo go to 1514"),
        ("can Odo reach 1514 in two days?", "Odo go to 1514"),
        ("is Odo able to reach 1514?", "Odo go to 1514"),
        ("will Odo be able to get to 1514 in time?", "Odo go to 1514"),
        ("is it possible for Odo to attack Sandro?", "Odo attack Sandro"),
        ("is there any way for Gilbert to get a clear shot at Sandro?", "Gilbert shoot at Sandro"),
        ("does Odo reach 1514?", "Odo go to 1514"),
        ("could Serlo charge Gisulfo this turn??", "Serlo charge Gisulfo"),
        ("what if Odo goes to 1514?", "Odo goes to 1514"),
        ("what are the odds of Robert attacking Sandro?", "Robert attacking Sandro"),
        ("what are the odds of Hugo on Sandro?", "Hugo attack Sandro"),
        ("odds for Hugo + Odo against Sandro?", "Hugo + Odo attack Sandro"),
        ("what are the chances of Gilbert hitting Sandro?", "Gilbert shoot at Sandro"),
        ("can anybody reach 1514?", ""),
        ("can Gilbert see Sandro?", ""),
    ],
)
def test_what_is_tried_for_a_question(asked: str, order: str) -> None:
    found = question_in(asked)
    assert found is not None and found.order == order


@pytest.mark.parametrize(
    "line",
    [
        "could you have Odo go to 1514?",
        "can you move Odo to 1514?",
        "can we have Odo go to 1514?",
        "can Odo please hold?",
        "would you send Odo to 1514?",
        "Odo to 1514?",
        "can Odo go to 1514",
        "should Robert attack Sandro?",
        "canter Odo to 1514?",
        "Candle Odo?",
    ],
)
def test_what_asks_for_it_or_is_no_question_is_not_tried(line: str) -> None:
    assert question_in(line) is None


def test_the_answer_is_that_of_try() -> None:
    [asked] = read("can Odo reach 1514?").lines
    [tried] = read("TRY Odo go to 1514").lines
    assert (asked.message, asked.details) == (tried.message, tried.details)


def test_questions_stand_anywhere_in_a_mail_and_change_nothing() -> None:
    plain = read("Odo to 1514", "Ivo stay")
    asked = read(
        "can Hugo reach 1214?", "Odo to 1514", "could Odo reach 1513?", "Ivo stay", "can he reach 1117?"
    )
    assert (asked.orders, asked.standing) == (plain.orders, plain.standing)
    assert asked.holding == 0 and asked.troubled == 0


def test_what_may_be_meant_for_an_order_is_offered_and_waited_for() -> None:
    reading = read("Ivo stay", "can Odo go to 1514?")
    assert reading.orders == ("MOVE Ivo stay",)
    assert reading.lines[1].guesses == ("MOVE Odo to 1514 safest",) and reading.holding == 1
    assert read("Ivo stay", "can Odo reach 1514?").lines[1].guesses == ()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("can Odo reach 0101?", "That costs"),
        ("could Robert attack Sandro + Teobaldo?", "he attacks one enemy"),
        ("can Odo reach 9999?", "no hex 9999"),
    ],
)
def test_what_cannot_be_done_is_told_and_is_nothing_to_mend(asked: str, said: str) -> None:
    reading = read("Ivo stay", asked)
    told = " ".join(reading.lines[1].message)
    assert told.startswith("Not as things are.") and said in told
    assert reading.troubled == 0


@pytest.mark.parametrize(
    "asked",
    ["can Odo do anything clever?", "who can reach Rome?", "can Odo see the moon?", "who can see 1514?"],
)
def test_what_no_trial_answers_is_talk(asked: str) -> None:
    assert read("Ivo stay", asked).talk == (asked,)


@pytest.mark.parametrize(
    "line",
    ["could you have Odo go to 1514", "can Odo go to 1514 please", "would you please send Odo to 1514"],
)
def test_a_polite_request_is_an_order_and_with_its_question_mark_asked_back(line: str) -> None:
    assert read(line).orders == ("MOVE Odo to 1514 safest",)
    asked = read(f"{line}?")
    assert asked.orders == () and asked.lines[0].guesses == ("MOVE Odo to 1514 safest",)
    assert asked.holding == 1


def test_a_question_is_a_command_that_alters_nothing_below_it() -> None:
    line = "can Odo reach 1514?"
    assert is_command(line) and not (tries(line) or alters_what_follows(line) or only_asks(line))


WORDS = ["can", "could", "Odo", "Robert", "he", "reach", "get to", "attack", "go", "you", "please", "1514",
         "Sandro", "what if", "is", "able to", "and", "not", "anyone", "this turn", "?"]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=2, max_size=9).map(" ".join))
def test_no_question_files_anything_or_vanishes(words: str) -> None:
    line = f"{words}?"
    if question_in(line) is None:
        return
    reading = read("Ivo stay", line)
    assert reading.orders == ("MOVE Ivo stay",)
    assert all(answer.message or answer.verdict is Verdict.TALK for answer in reading.lines[1:])

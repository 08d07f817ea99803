"""What stands around the orders of a line: remarks by their grammar, what is taken back, and what is left."""

from __future__ import annotations

import pytest

from rules.desk.reading import Reading, Verdict
from tests.rules.test_spoken import one, told

ORDER = "ATTACK Serlo ON Maniakes"


def orders(reading: Reading) -> str:
    return "; ".join(answer.canonical for answer in reading.lines if answer.canonical)


@pytest.mark.parametrize(
    "remark",
    [
        "Bardas is far too strong",
        "he can hardly miss him",
        "I still hope he can do it",
        "we had no time for more",
        "no need to be careful",
        "Argyris will shoot anyway",
        "they are not many any more",
        "it earns us points",
        "Robert can't reach him",
    ],
)
def test_a_remark_is_known_by_its_grammar_and_named(remark: str) -> None:
    for line in (f"Serlo attacks Maniakes, {remark}", f"{remark}, Serlo attacks Maniakes"):
        reading = one("cannae", line)
        assert orders(reading) == ORDER, line
        assert "adds nothing to the order and was left out" in told(reading)


@pytest.mark.parametrize(
    "behind",
    [
        "he is to stay",
        "Robert should stay, I think",
        "Bardas is for Gui",
        "Bardas is not to be touched",
        "that is for next turn",
        "it was a joke",
        "he is not sure yet, so wait until he is",
        "Leon is Robert's",
        "unless Leon is near",
    ],
)
def test_what_tells_somebody_something_or_takes_it_back_is_no_remark(behind: str) -> None:
    assert orders(one("cannae", f"Serlo attacks Maniakes, {behind}")) != ORDER


def test_he_behind_a_remark_on_one_of_ours_is_that_man() -> None:
    reading = one("cannae", "Gilbert shoots Argyris, Serlo has no bow so he attacks Maniakes")
    assert orders(reading) == f"FIRE Gilbert AT Argyris; {ORDER}"


@pytest.mark.parametrize(
    "word", ["no wait", "scrap that", "on second thoughts", "correction", "sorry, make that"]
)
def test_what_is_taken_back_on_a_line_is_told_and_not_filed(word: str) -> None:
    reading = one("cannae", f"Serlo attacks Nikephoros, {word}, Serlo attacks Maniakes")
    assert orders(reading) == ORDER
    assert "is taken back: what stands behind it counts" in told(reading)


def test_who_is_told_nothing_behind_it_keeps_the_line_from_being_read() -> None:
    reading = one("cannae", "Serlo attacks Maniakes and Gui attacks Bardas, scrap that, Gui stays")
    assert any(answer.verdict is Verdict.UNREADABLE for answer in reading.lines)


def test_what_somebody_is_not_to_do_counts_only_beside_what_he_is() -> None:
    reading = one("cannae", "Robert doesn't charge but goes to 1306")
    assert orders(reading) == "MOVE Robert 1306" and "nothing such is ordered" in told(reading)
    assert orders(one("cannae", "Robert doesn't charge")) == ""
    assert orders(one("cannae", "CHARGE Robert AT Argyris", "Robert doesn't charge but goes to 1306")) != ""
    assert (
        "MOVE Robert 1306"
        not in one("cannae", "CHARGE Robert AT Argyris", "Robert doesn't charge but goes to 1306").orders
    )


def test_what_a_line_above_told_the_same_man_stands_beside_a_condition() -> None:
    reading = one("cannae", "Gilbert shoots Argyris", "if he is down Gilbert shoots Maniakes")
    assert reading.orders == (
        "FIRE Gilbert AT Argyris",
        "IF Argyris is down THEN FIRE Gilbert AT Maniakes",
    )

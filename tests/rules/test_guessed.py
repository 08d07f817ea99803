"""What a line that could not be read was perhaps meant for: told with it, and never filed."""

from __future__ import annotations

import random

import pytest

from rules.desk.read import read_orders
from rules.desk.reading import LineReading, Reading, Verdict
from tests.rules.test_spoken import one, opened, rules_at
from tests.stopwatch import stopwatch

HELD = "MOVE Walter to 0913 safest"
PLAIN = [
    (
        "Walter dear, would you please run and fetch that lance of yours out of 0913 before Carlo gets his "
        "hands on it?",
        HELD,
    ),
    ("Ivo, brave as ever, jogs happily along to 1115", "MOVE Ivo 1115"),
    ("Ivo, dearest, trot along into the yard, it is raining", "MOVE Ivo to 1112 safest"),
    ("Geoffrey up three to 1412", "MOVE Geoffrey to 1412 safest"),
    ("Odo, tired as he is, has earned himself a rest and stays", "MOVE Odo stay"),
    ("Gilbert, sharp of eye, puts a fine feathered present into Sandro", "FIRE Gilbert AT Sandro"),
    ("Gilbert, my eagle, please shoot me that ugly Sandro stone dead", "FIRE Gilbert AT Sandro"),
    ("Gilbert, handsome devil, sandro shoot", "FIRE Gilbert AT Sandro"),
    ("Gilbert, handsome devil, four hexes sandro shoot", "FIRE Gilbert AT Sandro"),
    ("Shoot that Sandro full of holes, Gilbert", "FIRE Gilbert AT Sandro"),
    ("My trusty Walter, march yourself next to Hugo", "MOVE Walter 0916"),
    ("Hugo, lovely chap, walks proudly to 1014 since the view is fine", "MOVE Hugo to 1014 safest"),
    ("Ho there Robert, get thee merrily to 1314", "MOVE Robert 1314"),
    ("Serlo gallantly trots, plume waving, to 2016", "MOVE Serlo 2016"),
    ("I beg Walter humbly to stroll to 0914, it being such fine weather", "MOVE Walter 0914"),
    ("Up with thee Geoffrey, hop hop, to 1413", "MOVE Geoffrey to 1413 safest"),
    ("William the dreamer jogs over to 1213", "MOVE William to 1213 safest"),
    (
        "Let Ivo the brave jog over to 1115 and Odo the bright jog over to 1514",
        "MOVE Ivo 1115; MOVE Odo to 1514 safest",
    ),
    (
        "Gilbert the bright jogs over to 1314 and puts a fine arrow into Sandro",
        "MOVE Gilbert 1314; FIRE Gilbert AT Sandro",
    ),
    ("Walter, dearest, breaks off from Carlo and strolls humming to 0916", "MOVE Walter 0916"),
]
UNCLEAR = [
    "Ivo, my dear, on no account go to 1115",
    "Ivo, my dear, when Sandro has gone trot to 1115",
    "Ivo, my dear, trot to 1115 unless Sandro comes",
    "Walter dear, is it wise to go to 0914?",
    "Ivo, dearest, trot to 1115 or 1114",
    "Ivo, dearest, trot twelve paces to 1115",
    "Geoffrey up four to 1412",
    "Gilbert, handsome devil, nine hexes sandro shoot",
    "Gilbert, my eagle, pray shoot him stone dead",
    "My heroes, they should all trot to 1115",
    "That horrid Carlo will surely charge our dear Walter",
    "Ivo, dearest, trot out of 1115",
    "Walter dear, would you please run to 0913 before Hugo gets there?",
    "Walter dear, would you please run to 0913 before they get there?",
    "Robert barely moves to 1314",
    "Gilbert stops shooting",
    "I dreamt that Ivo trotted along to 1115",
    "Ivo, keep well away from 1115, my dear",
    "Ivo, my dear, only trot to 1115 with Odo beside you",
    "Sandro's brother Ivo goes merrily, merrily to the place of Odo",
    "Gilbert, my eagle, shoots the man next to that fellow",
]


IN_PART = [
    ("Walter trots to 0914, zork and hum", "MOVE Walter 0914", ("zork and hum",)),
    ("Ivo, my dear, trot to 1115, otherwise to 1116", "MOVE Ivo 1115", ("otherwise to 1116",)),
    (
        "Odo and, bless his heart, Geoffrey strolls over to 1413",
        "MOVE Odo to 1413 safest; MOVE Geoffrey 1414",
        ("bless his heart",),
    ),
    (
        "Walter trots to 0914, zork and hum, and Odo stays",
        "MOVE Walter 0914; MOVE Odo stay",
        ("zork and hum",),
    ),
    (
        "Walter keeps humming to 0914, Ivo is not to zork",
        "MOVE Walter to 0914 safest",
        ("Ivo is not to zork",),
    ),
    (
        "Gilbert shoots at Sandro, he zorks him, if the moon is out",
        "FIRE Gilbert AT Sandro",
        ("he zorks him", "if the moon is out"),
    ),
]
NOTHING_OF = [
    "If the moon is out Walter trots merrily to 0914",
    "If the moon is out, Walter trots merrily to 0914",
    "Walter trots merrily to 0914 if the moon is out",
    "Walter trots merrily to 0914 unless the moon is out",
    "Walter is not to trot to 0914, zork",
    "Walter zorks between Odo and Ivo to 1115",
    "Walter keeps 0914 for the moon, zork",
    "Walter trots merrily to 0914, no, to 0915",
    "If Sandro is down before Gilbert has shot, Gilbert keeps his arrow",
]


def guesses(reading: Reading) -> list[str]:
    return [text for line in reading.lines for text in line.guesses]


@pytest.mark.parametrize(("line", "meant"), PLAIN)
def test_a_line_whose_gist_is_plain_is_asked_back_with_its_order(line: str, meant: str) -> None:
    reading = one("evening", line)
    assert [answer.verdict for answer in reading.lines] == [Verdict.UNREADABLE]
    assert "; ".join(guesses(reading)) == meant
    assert (reading.orders, reading.troubled, reading.changed) == ((), 1, False)


@pytest.mark.parametrize("line", UNCLEAR)
def test_where_a_word_may_turn_it_round_nothing_is_guessed(line: str) -> None:
    reading = one("evening", line)
    assert reading.troubled and not guesses(reading)


@pytest.mark.parametrize(("line", "meant", "left_out"), IN_PART)
def test_what_can_be_read_of_a_line_is_offered_with_what_that_leaves_out(
    line: str, meant: str, left_out: tuple[str, ...]
) -> None:
    reading = one("evening", line)
    assert "; ".join(guesses(reading)) == meant
    told = [part for answer in reading.lines for part in answer.left_out]
    assert tuple(told) == left_out
    assert (reading.orders, reading.changed) == ((), False)


@pytest.mark.parametrize("line", NOTHING_OF)
def test_nothing_is_offered_that_hangs_on_what_could_not_be_read(line: str) -> None:
    assert not guesses(one("evening", line))


def test_what_the_rules_forbid_is_not_offered() -> None:
    assert not guesses(one("evening", "Hugo the brave shall with all his heart stroll on to 0915"))


def test_nor_what_would_not_be_possible_as_things_are() -> None:
    assert not guesses(one("evening", "Smash that Sandro for us, dear Robert"))


def test_nor_what_stands_already() -> None:
    assert not guesses(one("evening", "Geoffrey to 1412", "Geoffrey up three to 1412"))


def test_two_lines_that_cannot_both_stand_are_not_offered_both() -> None:
    reading = one(
        "evening", "Ivo, dearest, trots humming to 1115", "Hugo, lovely chap, trots humming to 1115"
    )
    assert len(guesses(reading)) < 2


def test_a_line_that_was_refused_is_not_guessed_at() -> None:
    reading = one("evening", "Hugo to 0915")
    assert reading.lines[0].verdict is Verdict.ILLEGAL and not guesses(reading)


UP = "Geoffrey up three to 1412"


@pytest.mark.parametrize("beside", ["Odo shoots at nobody", "Odo stays if Sandro comes"])
def test_nor_part_of_a_line_where_something_beside_it_may_turn_it_round(beside: str) -> None:
    assert guesses(one("evening", f"Hugo stays; {UP}; Odo stays"))
    assert not guesses(one("evening", f"Hugo stays; {UP}; {beside}"))


@pytest.mark.parametrize(
    "below", ["Geoffrey stay", "no wait, forget that", "Geoffrey to 1413, he likes it there"]
)
def test_nor_where_the_mail_says_otherwise_further_down(below: str) -> None:
    assert guesses(one("evening", "Geoffrey stay", UP))
    assert not guesses(one("evening", UP, below))


def test_the_same_man_may_be_told_something_else_besides() -> None:
    assert guesses(one("evening", UP, "RETREAT Geoffrey toward 1417"))


def test_what_only_tries_is_guessed_at_too_and_files_nothing() -> None:
    reading = one("evening", "TRY", "Geoffrey up three to 1412")
    assert guesses(reading) == ["MOVE Geoffrey to 1412 safest"] and not reading.orders


_WHO = "Ivo, Walter, Gilbert, Robert, Odo, Hugo my dear, old Geoffrey, the archers, Serlo"
_DOES = "trots humming to, go merrily, shoot, hits, charges, takes his old place at, stays, rides over to, is"
_WHAT = (
    "1115, 0914, 1412, 1310, 2016, Sandro, the yard, Carlo, him, next to Hugo, that archer, here, not 1310"
)
_ENDS = "my dear,,, and hits Sandro, three hexes, or not, in the rain, then stays there"


def test_no_line_ever_brings_a_guess_that_is_refused_or_filed() -> None:
    dice = random.Random(7)
    battle, rules = opened("evening"), rules_at("evening")
    kinds = [kind.split(",") for kind in (_WHO, _DOES, _WHAT, _ENDS)]
    found = 0
    for _ in range(60):
        mail = [" ".join(dice.choice(kind).strip() for kind in kinds) for _ in range(4)]
        plain = read_orders(battle, rules, "normans", mail, guessing=False)
        reading = read_orders(battle, rules, "normans", mail)
        assert (plain.orders, plain.standing) == (reading.orders, reading.standing)
        offered = guesses(reading)
        found += bool(offered)
        behind = battle.copy()
        behind.sheets = {**battle.sheets, "normans": reading.orders}
        behind.standing = {**battle.standing, "normans": reading.standing}
        after = read_orders(behind, rules, "normans", offered)
        assert all(_stands(line) for line in after.lines), (mail, offered)
        assert {*offered} <= {*after.orders, *after.standing}, (mail, offered)
    assert found > 5


def _stands(line: LineReading) -> bool:
    return line.verdict in (Verdict.OK, Verdict.NOTE) and line.canonical == line.line and not line.barred


def test_a_long_mail_of_such_lines_takes_no_long_time() -> None:
    lines = [line for line, _ in PLAIN] * 3
    with stopwatch() as took:
        reading = one("evening", *lines)
    assert 0 < len(guesses(reading)) <= 2 * 8
    assert took.seconds < 8

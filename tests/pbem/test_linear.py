"""Time grows with the size of a mail and not faster, whatever it is made of.  # attacks 18 to 20 and 25"""

from __future__ import annotations

import gc
import time
from statistics import median

import pytest

from games.answers.order_words import looks_like_order
from games.gate.dry_mailbox import reading
from pbem.mail.own_words import tell_apart
from pbem.mail.sent import Sent
from tests.pbem.hostile import SHAPES
from tests.sampling import some
from tests.stopwatch import stopwatch

KILOBYTE = 1024
UNDER_100_KB = 99 * KILOBYTE
MOST_ROUNDS = 12  # other work on the machine only ever adds to the time: the best of many is the truest


def seconds(raw: bytes) -> float:
    with stopwatch() as watch:
        reading(raw)
    return watch.seconds


def at_present_pace(raw: bytes) -> float:
    began = time.thread_time()
    reading(raw)
    return time.thread_time() - began


def is_read_within(raw: bytes, limit: float) -> bool:
    return any(seconds(raw) < limit for _ in range(MOST_ROUNDS))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_mail_below_100_kilobytes_is_read_within_a_fifth_of_a_second(shape):
    assert is_read_within(SHAPES[shape](UNDER_100_KB), 0.2)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_megabyte_is_read_within_a_second(shape):
    assert is_read_within(SHAPES[shape](KILOBYTE * KILOBYTE), 1)


@pytest.mark.parametrize("shape", some(list(SHAPES), 3))
def test_twice_as_much_takes_at_most_two_and_a_half_times_as_long(shape):
    """Measured where nothing is cut off yet. What takes a few thousandths of a second is too
    short to compare. Each long mail is held against the short ones read just before and behind
    it, at one pace of the machine, and no single one decides."""
    short, long = (SHAPES[shape](size * KILOBYTE) for size in (60, 120))
    ratios: list[float] = []
    gc.freeze()
    for _ in range(MOST_ROUNDS):
        before, twice, behind = (at_present_pace(raw) for raw in (short, long, short))
        ratios.append(2 * twice / (before + behind))
        if len(ratios) >= 3 and (median(ratios) <= 2.5 or twice <= 0.03):
            return
    pytest.fail(f"{median(ratios):.1f} times as long for twice as much")


def test_what_grows_with_the_square_is_found_out(monkeypatch):
    """The measure itself: each line is compared with all lines before it, so many that it takes long enough
    to be compared on a quick machine too."""

    def quadratic(raw: bytes) -> None:
        lines = raw.splitlines()[::2]
        assert not any(line is other for place, line in enumerate(lines) for other in lines[:place])

    monkeypatch.setattr("tests.pbem.test_linear.reading", quadratic)
    with pytest.raises(pytest.fail.Exception, match="times as long"):
        test_twice_as_much_takes_at_most_two_and_a_half_times_as_long("armour")


@pytest.mark.parametrize("said", ["HOLD Robert\n", "He wrote:\nHOLD Robert\n\n"])
def test_the_same_line_many_times_in_a_mail_and_in_what_was_sent_is_told_apart_at_once(said: str) -> None:
    """Another player's letter may be made of it."""
    sent = [Sent("HOLD Robert\n" * 700, of_others=True), Sent(said * 700)]
    with stopwatch() as watch:
        tell_apart(said * 2000, sent, "G1 T1 Norman", looks_like_order)
    assert watch.seconds < 4
    told = tell_apart(said * 700, sent, "G1 T1 Norman", looks_like_order)
    orders = {n for n, line in enumerate(told.text.split("\n")) if line.startswith("HOLD")}
    assert told.known.quoted | told.known.ours >= orders

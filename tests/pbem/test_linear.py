"""Time grows with the size of a mail and not faster, whatever it is made of.  # attacks 18 to 20 and 25"""

from __future__ import annotations

import pytest

from games.gate.dry_mailbox import reading
from tests.pbem.hostile import SHAPES
from tests.stopwatch import stopwatch

KILOBYTE = 1024
UNDER_100_KB = 99 * KILOBYTE
MOST_ROUNDS = 12  # other work on the machine only ever adds to the time: the best of many is the truest


def seconds(raw: bytes) -> float:
    with stopwatch() as watch:
        reading(raw)
    return watch.seconds


def is_read_within(raw: bytes, limit: float) -> bool:
    return any(seconds(raw) < limit for _ in range(MOST_ROUNDS))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_mail_below_100_kilobytes_is_read_within_a_fifth_of_a_second(shape):
    assert is_read_within(SHAPES[shape](UNDER_100_KB), 0.2)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_megabyte_is_read_within_a_second(shape):
    assert is_read_within(SHAPES[shape](KILOBYTE * KILOBYTE), 1)


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_as_much_takes_at_most_two_and_a_half_times_as_long(shape):
    """Measured where nothing is cut off yet. What takes a few thousandths of a second is too
    short to compare."""
    short, long = (SHAPES[shape](size * KILOBYTE) for size in (60, 120))
    once = twice = float("inf")
    for measured in range(1, MOST_ROUNDS + 1):
        once, twice = min(once, seconds(short)), min(twice, seconds(long))
        if measured >= 3 and twice <= max(2.5 * once, 0.03):
            return
    pytest.fail(f"{once:.3f} s, and {twice:.3f} s for twice as much")

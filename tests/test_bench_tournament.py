"""The tournament of captains: it plays two checkouts against each other, and counts as it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench.tournament import Row, added, holm, table

ROOT = Path(__file__).parents[1]


def test_a_checkout_meets_itself_in_both_tempers_with_sides_exchanged() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "bench",
            "tournament",
            "--old",
            str(ROOT),
            "--games",
            "2",
            "--scenario",
            "evening",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    head, *lines, speed, new, old = done.stdout.splitlines()
    assert head.startswith("scenario") and '"ratio"' in speed
    assert '"killed_needlessly": 0, "wounded_needlessly": 0' in new and '"killed"' in old
    assert [line.split()[:3] for line in lines] == [
        ["evening", "bold", "2"],
        ["evening", "cautious", "2"],
        ["all", "bold", "2"],
        ["all", "cautious", "2"],
    ]


def test_a_draw_is_half_a_win_and_the_interval_holds_the_share() -> None:
    row = Row("ford", "bold", wins=12, draws=4, losses=4)
    assert row.share == 0.7
    low, high = row.interval
    assert 0.45 < low < 0.7 < high < 0.9
    assert added([row, row], "all", "bold") == Row("all", "bold", 24, 8, 8)


def test_chances_are_those_of_a_coin_and_are_corrected_for_their_number() -> None:
    assert Row("ford", "bold", 5, 7, 0).chance == pytest.approx(2 / 32)
    assert Row("ford", "bold", 3, 0, 3).chance == 1.0
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])


def test_a_line_says_which_way_a_difference_goes_that_chance_does_not_make() -> None:
    good, bad, even = (
        Row(s, "bold", *r) for s, r in (("a", (30, 0, 5)), ("b", (5, 0, 30)), ("c", (5, 0, 4)))
    )
    _, first, second, third, _ = table([good, bad, even])
    assert first.endswith("better") and second.endswith("WORSE") and third.endswith("1.000")

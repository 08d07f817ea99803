"""What the players' guide shows as a first mail is read as it stands there."""

from __future__ import annotations

from pathlib import Path

from rules import engine
from rules.desk.reading import Verdict

GUIDE = (Path(__file__).parents[2] / "docs" / "players.md").read_text("utf-8")


def quick_start() -> list[str]:
    """The lines of the first block of code in the quick start."""
    return GUIDE.partition("## Quick start")[2].split("```")[1].strip().splitlines()


def test_the_mail_of_the_quick_start_is_taken_line_by_line() -> None:
    battle = engine.replay(engine.new_game("escalade"))
    reading = engine.read_orders(battle, "normans", quick_start())
    assert {line.verdict for line in reading.lines} == {Verdict.OK}, reading.lines
    assert reading.idle == () and len(reading.orders) >= 20 and len(reading.standing) == 2


def test_the_quick_start_fits_on_a_screen() -> None:
    lines = GUIDE.partition("## Quick start")[2].partition("\n## ")[0].strip().splitlines()
    assert len(lines) <= 50

"""Codes of lines that cannot be used."""

from __future__ import annotations

import re

from rules import engine


def test_every_line_that_cannot_be_used_carries_a_code() -> None:
    """E-101 and so on: stable, so that a player or a program can look them up."""
    battle = engine.replay(engine.new_game("orchard"))
    seat = battle.setup.seats[0].id
    lines = ["MOVE nobody 0101", "MOVE Robert 9999", "FLY Robert", "ATTACK", "MOVE Robert stay stay",
             "CLEAR nobody", "SALT",
             "WATCH Robert fire at", "END", "MOVE Robert 0101"]  # fmt: skip
    reading = engine.read_orders(battle, seat, lines)
    bad = (engine.Verdict.AMBIGUOUS, engine.Verdict.UNREADABLE, engine.Verdict.ILLEGAL)
    found = [line for line in reading.lines if line.verdict in bad]
    assert len(found) >= 6
    assert all(re.fullmatch(r"E-[123]\d\d", line.code) for line in found)

"""What a receipt says to each line when there is little room."""

from __future__ import annotations

from games.answers import transcript
from rules import engine


def test_a_line_that_was_put_right_keeps_its_cost_where_the_rest_is_left_out() -> None:
    line = engine.LineReading(
        "mvoe odo 0306",
        engine.Verdict.OK,
        ("Odo 0305 > 0306: 1 of 8 MP.", "mvoe read as MOVE."),
        canonical="MOVE Odo 0306",
    )
    reading = engine.Reading((line,), ("MOVE Odo 0306",), (), ())
    [shown], _ = transcript.of(reading)
    assert "read as MOVE" in shown.said
    assert shown.first == "MOVE Odo 0306. Odo 0305 > 0306: 1 of 8 MP."


def test_a_warning_is_not_left_out_where_there_is_least_room() -> None:
    line = engine.LineReading(
        "FIRE Gilbert + Peter AT Kosmas",
        engine.Verdict.OK,
        ("A friend may be hit: Roger (Peter 5 %).", "Gilbert: 6 hexes.", "Peter: 6 hexes."),
        canonical="FIRE Gilbert + Peter AT Kosmas",
        warned=True,
    )
    [shown], _ = transcript.of(engine.Reading((line,), (line.canonical,), (), ()), 1)
    assert "Roger" in shown.said and "hexes" not in shown.said

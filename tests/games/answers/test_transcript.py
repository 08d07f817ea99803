"""What a receipt says to each line when there is little room."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from games.answers import receipts, replies, transcript
from games.play.submissions import Status
from rules import engine


def test_a_line_that_was_put_right_keeps_its_cost_where_the_rest_is_left_out() -> None:
    line = engine.LineReading(
        "mvoe odo 0306",
        engine.Verdict.OK,
        ("Odo 0305 > 0306: 1 of 8 MP.", "mvoe read as MOVE."),
        canonical="MOVE Odo 0306",
    )
    reading = engine.Reading((line,), ("MOVE Odo 0306",), (), ())
    [shown], _ = transcript.of(transcript.answers(reading))
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
    [shown], _ = transcript.of(transcript.answers(engine.Reading((line,), (line.canonical,), (), ())), 1)
    assert "Roger" in shown.said and "hexes" not in shown.said


LIMIT = (
    "He shoots first: then he has 4 MP, and his way takes 8; they carry him to 0408, no farther than that."
)


def shot(name: str, *, warned: bool = False, again: bool = False) -> engine.LineReading:
    danger = ("A friend may be hit: Roger (5 %).",) if warned else ()
    told = f"{name} at Kosmas in 0813 with the short bow: 6 hexes, no cover; 40 % on target: 4 % killed."
    return engine.LineReading(
        f"FIRE {name} AT Kosmas",
        engine.Verdict.OK,
        (*danger, told, LIMIT) if not danger else (*danger, told),
        canonical=f"FIRE {name} AT Kosmas",
        warned=warned,
        again=again,
        gist="40 % on target",
    )


def test_a_warning_leaves_the_chances_where_there_is_little_room() -> None:
    """ "A friend may be hit" was all that was said of one shot among others with all their figures."""
    reading = engine.Reading(tuple(shot(f"Odo{n}", warned=n == 0) for n in range(9)), (), (), ())
    shown, _ = transcript.of(transcript.answers(reading), 24)
    assert shown[0].said == "A friend may be hit: Roger (5 %). 40 % on target."


def test_what_stood_already_is_shortened_before_what_is_new() -> None:
    lines = tuple(shot(f"Odo{n}", again=n < 6) for n in range(12))
    reading = engine.Reading(lines, (), (), ())
    most, _, briefest = transcript.heights(transcript.answers(reading))
    for room in range(briefest, most):
        shown, _ = transcript.of(transcript.answers(reading), room)
        short = [len(answer.said) for answer in shown]
        assert (
            max(short[:6]) <= min(short[6:]) or short[:6] == [max(short)] * 6 or min(short[6:]) == max(short)
        )
        assert transcript.height(shown) <= room


def test_no_more_is_shortened_than_must_be() -> None:
    """One line more of room, and one answer more says all."""
    reading = engine.Reading(tuple(shot(f"Odo{n}") for n in range(12)), (), (), ())
    most, pointed, _ = transcript.heights(transcript.answers(reading))
    whole = [
        sum(LIMIT in answer.said for answer in transcript.of(transcript.answers(reading), room)[0])
        for room in range(pointed, most + 1)
    ]
    assert whole == sorted(whole) and whole[0] == 0 and whole[-1] == 12 and len(set(whole)) > 6


def test_a_move_is_not_repeated_for_the_way_that_it_takes_by_itself() -> None:
    line = engine.LineReading(
        "move Odo to 0306",
        engine.Verdict.OK,
        ("Odo 0305 > 0306: 1 of 8 MP.",),
        canonical="MOVE Odo to 0306 safest",
    )
    other = engine.LineReading(
        "Odo to 0306",
        engine.Verdict.OK,
        ("Odo 0305 > 0306: 1 of 8 MP.",),
        canonical="MOVE Odo to 0306 safest",
    )
    shown, _ = transcript.of(transcript.answers(engine.Reading((line, other), (), (), ())))
    assert shown[0].said == "Odo 0305 > 0306: 1 of 8 MP."
    assert shown[1].said.startswith("MOVE Odo to 0306 safest.")


SHOTS = (
    "Gilbert AT Alexio",
    "Ralph AT Argyris",
    "Anquetil AT Alexio",
    "Herbert AT Argyris",
    "Simon AT Argyris",
)
MOVES = ("Milo to 2312", "Hamo to 2008", "Alphonse to 2109", "Warin to 0610", "Baldwin to 0611",
         "Roger to 0714", "Hugo to 0712", "Odo to 0711")  # fmt: skip
LADDERS = ("William + Geoffrey 0415 0414", "Turstin + Gerard 0514 0513", "Fulk + Walter 2015 2014")


def a_receipt(monkeypatch: pytest.MonkeyPatch, *lines: str) -> tuple[engine.Reading, dict[str, object]]:
    monkeypatch.setattr(replies, "seat_page", lambda seat: "https://pbem.example.org/s/1")
    reading = engine.read_orders(engine.replay(engine.new_game("escalade")), "normans", lines)
    submission = SimpleNamespace(reading=reading, status=Status.FILED, escrow="5f")
    return reading, receipts._within_bounds(None, submission, (), 3)  # type: ignore[arg-type]


def test_a_mail_of_twenty_lines_keeps_its_odds_ways_and_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """It lost most of them from twelve lines on, to a list that said the same orders once more."""
    first, *others = SHOTS
    shots = [f"IF Alexio is down THEN FIRE {shot.split()[0]} AT best ELSE FIRE {shot}" for shot in others]
    moves = [f"MOVE {move}" for move in MOVES]
    ladders = [f"CARRY LADDER {men}" for men in LADDERS]
    watches = [f"WATCH {shot.split()[0]} fire at first within 8" for shot in others[:3]]
    lines = [f"FIRE {first}", *shots, *ladders, *moves, *watches, "ATTACK best at +0 or better"]
    reading, parts = a_receipt(monkeypatch, *lines)
    assert len(reading.lines) == 20
    for line, shown in zip(reading.lines, parts["said"], strict=True):  # type: ignore[call-overload]
        assert all(sentence in shown.said for sentence in line.message), line.line
    assert "said above" in parts["stands"].more_orders  # type: ignore[attr-defined]


def test_a_short_mail_shows_what_stands_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    _, parts = a_receipt(monkeypatch, *(f"FIRE {shot}" for shot in SHOTS))
    assert parts["stands"].orders == tuple(f"FIRE {shot}" for shot in SHOTS)  # type: ignore[attr-defined]

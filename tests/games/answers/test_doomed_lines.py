"""What cannot happen as things are is told with its reason, however long the mail is."""

from __future__ import annotations

from games.answers import transcript
from rules import engine

OK, NOTE, ILLEGAL = engine.Verdict.OK, engine.Verdict.NOTE, engine.Verdict.ILLEGAL
WHY = "As things stand: that costs 6 MP, and the two have 4."
NO = "Hugo in 0617 is in the way."


def mail_of(number: int) -> engine.Reading:
    """So many orders that stand, and among them one that will come to nothing and one that is refused."""
    lines = [
        engine.LineReading(
            f"man{n} goes to 0101", OK, (f"Man{n} goes.",) * 3, canonical=f"MOVE Man{n} to 0101"
        )
        for n in range(number)
    ]
    doomed = engine.LineReading(
        "two carry the ladder to 0815", NOTE, (WHY, "It stands in case that changes."), barred=True,
        canonical="CARRY LADDER One + Two to 0815",
    )  # fmt: skip
    refused = engine.LineReading("Gilbert fires at Kosmas", ILLEGAL, (NO,), "GUI-5.5.3", "E-302")
    orders = tuple(line.canonical for line in (*lines, doomed))
    return engine.Reading((*lines, doomed, refused), orders, (), ())


def test_the_reason_is_left_where_there_is_hardly_any_room() -> None:
    for number in (1, 10, 36):
        reading = mail_of(number)
        least = transcript.heights(transcript.answers(reading))[2]
        shown = transcript.as_text(transcript.of(transcript.answers(reading), least)[0]).replace("\n", " ")
        told = " ".join(shown.split())
        assert WHY in told and NO in told, (number, told)

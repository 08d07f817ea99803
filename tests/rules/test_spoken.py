"""Orders as people say them: a corpus of lines, each with what is meant by it."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from rules.desk.read import read_orders
from rules.desk.reading import Reading, Verdict
from tests.rules.kit import SIEGE
from tests.rules.spoken_scenes import opened

CORPUS = Path(__file__).parent / "spoken.txt"
TO_MEND = (Verdict.AMBIGUOUS, Verdict.UNREADABLE, Verdict.ILLEGAL)
LEAST_SHARE = 0.90


class Line(NamedTuple):
    scene: str
    mail: tuple[str, ...]
    meant: str


def corpus() -> Iterator[Line]:
    scene = ""
    for text in CORPUS.read_text().splitlines():
        if text.startswith("["):
            scene = text.strip("[]")
        elif " => " in text:
            mail, _, meant = text.partition(" => ")
            yield Line(scene, tuple(mail.split(" ¶ ")), meant)


def said(line: Line) -> str:
    """What the desk makes of the last line of a mail."""
    at = opened(line.scene)

    def reading(lines: tuple[str, ...]) -> Reading:
        return read_orders(at, SIEGE, "normans", lines)

    before, after = reading(line.mail[:-1]), reading(line.mail)
    answers = after.lines[len(before.lines) :]
    if any(a.verdict in TO_MEND for a in answers):
        return "MEND"
    orders = "; ".join(a.canonical for a in answers if a.canonical)
    if orders:
        return orders
    return "TALK" if any(a.verdict is Verdict.TALK for a in answers) else "NOTHING"


def figures() -> tuple[int, list[str], list[str]]:
    """(how many lines, those not read as meant, those read as something else)."""
    lines = list(corpus())
    missed, silent = [], []
    for line in lines:
        found = said(line)
        if not fnmatchcase(found, line.meant):
            missed.append(f"{' ¶ '.join(line.mail)}: meant {line.meant}, read {found}")
            if found != "MEND":
                silent.append(missed[-1])
    return len(lines), missed, silent


def test_of_the_lines_that_people_write_nine_in_ten_are_read_as_meant_and_none_is_misread_silently() -> None:
    total, missed, silent = figures()
    print(f"{total} lines, {total - len(missed)} read as meant, {len(silent)} read as something else")
    assert total >= 150
    assert silent == []
    assert len(missed) <= (1 - LEAST_SHARE) * total, missed

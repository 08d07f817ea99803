"""A battle at the order desk, and mails that it reads."""

from __future__ import annotations

from rules.desk.read import read_orders
from rules.desk.reading import LineReading, Reading, Verdict
from rules.state.battle import Battle
from tests.rules.kit import RULES, battle, field, man, rider


def scene() -> Battle:
    """Four Normans in the west, three Arabs in the east, open ground."""
    return battle(
        field(18, 12),
        man("Ruggiero", "0808"),
        man("Arnolfo", "0806", weapon="short_bow"),
        rider("Robert", "0406", "0306"),
        rider("Drogo", "0709", "0609"),
        man("Khaled", "1006", side="arabs"),
        man("Shakil", "0910", side="arabs"),
        man("Yusuf", "1108", side="arabs", weapon="short_bow"),
    )


def read(mail: str, at: Battle | None = None, seat: str = "normans") -> Reading:
    return read_orders(at or scene(), RULES, seat, mail.splitlines())


def filed(at: Battle, reading: Reading, seat: str = "normans") -> Battle:
    after = at.copy()
    after.sheets[seat], after.standing[seat] = reading.orders, reading.standing
    return after


def only(reading: Reading) -> LineReading:
    (answer,) = [a for a in reading.lines if a.verdict is not Verdict.COMMENT]
    return answer


def told(answer: LineReading) -> str:
    return " ".join(answer.message)

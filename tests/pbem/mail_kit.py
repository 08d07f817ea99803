"""Mails to test with: files as real programs write them, and small ones made on the spot."""

from __future__ import annotations

from pathlib import Path

from pbem.mail.automatic import Own
from pbem.mail.reader import ReadMail, read, word_test

MAILS = Path(__file__).parent / "mails"
ORDERS = (
    "MOVE Drogo 0808 0908",
    "ATTACK Drogo ON Shakil",
    "WATCH Arnolfo fire at first rider within 8",
    "RETREAT toward 0508",
)
VERBS = frozenset("move fire attack watch retreat advance if".split())  # noqa: SIM905
looks_like_order = word_test(VERBS, number_of_digits=4)
OWN = Own(domain="in.example.org", loop_id="pbem@in.example.org")


def raw_of(name: str) -> bytes:
    return (MAILS / f"{name}.eml").read_bytes()


def read_file(name: str) -> ReadMail:
    return read(raw_of(name), looks_like_order, OWN)


def orders_in(mail: ReadMail) -> tuple[str, ...]:
    """The order lines of a reading, without the talk that stands around them."""
    return tuple(line for line in mail.orders if looks_like_order(line) and line[0].isupper())


def letter(body: str | bytes, *headers: str) -> bytes:
    """A small mail from Anna with a body and perhaps more headers."""
    given = {h.partition(":")[0].lower() for h in headers}
    usual = (
        "From: Anna <anna@example.org>",
        "To: orders@in.example.org",
        "Message-ID: <small@example.org>",
        "Content-Type: text/plain; charset=utf-8",
    )
    head = [h for h in usual if h.partition(":")[0].lower() not in given]
    data = body.encode() if isinstance(body, str) else body
    return "\n".join([*headers, *head]).encode() + b"\n\n" + data


def read_letter(body: str | bytes, *headers: str) -> ReadMail:
    return read(letter(body, *headers), looks_like_order, OWN)

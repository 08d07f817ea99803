"""The outbox keys of what is owed to seats, and what a reply to such a mail is meant for."""

from __future__ import annotations

from games.models import Game, Seat


def report_key(seat: Seat, game: Game, key: str) -> str:
    """The outbox key of a report; the phase in it is the one that a reply to it is meant for."""
    return f"report:{seat.pk}:{game.phase}:{key}"


def question_key(seat: Seat, question: int, serial: int) -> str:
    """The outbox key of a question; a seat that gets another address is asked again."""
    return f"question:{seat.pk}:{question}:{serial}"


def question_reminder_key(seat: Seat, question: int) -> str:
    """The outbox key of the one reminder of a question."""
    return f"question:{seat.pk}:{question}:reminder"


def question_of_key(dedupe_key: str) -> int | None:
    """The question that a reply to this mail answers; None for other mails."""
    parts = dedupe_key.split(":")
    return int(parts[2]) if parts[0] == "question" and len(parts) == 4 and parts[2].isdigit() else None


def phase_of_key(dedupe_key: str) -> int | None:
    """The phase for which a reply to a report or reminder is meant; None for other mails."""
    kind, _, rest = dedupe_key.partition(":")
    parts = rest.split(":")
    if kind not in ("report", "reminder", "extension") or len(parts) < 2 or not parts[1].isdigit():
        return None
    return int(parts[1])

"""What is found out about a position, one thing at a time."""

from __future__ import annotations

from typing import Any

import msgspec


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """``kind``: fault (of the file), refusal (of an order), note, event, die, report, question, answer (to
    what was asked), outcome, state or picture. ``line``: of the file, 0 for none; ``words`` in English (those
    of a report in the language asked for); ``rule`` as the book in play has it; ``code`` of a refusal by the
    order desk; ``data`` the same for machines; ``phase`` counts from 1."""

    kind: str
    words: str
    line: int = 0
    rule: str = ""
    code: str = ""
    phase: int = 0
    data: dict[str, Any] = {}

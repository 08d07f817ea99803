"""The answer to one mail of orders, line by line."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

import msgspec

from rules.core.language import english
from rules.views.records import PictureWay


class Verdict(StrEnum):
    """What became of a line."""

    OK = "ok"
    NOTE = "note"  # accepted, with something the player should know
    AMBIGUOUS = "ambiguous"  # several figures, hexes or verbs fit: candidates in the message
    UNREADABLE = english("not understood")
    ILLEGAL = english(
        "illegal now"
    )  # understood, but the rules forbid it: rule id and numbers in the message
    COMMAND = "command"  # HELP, STATUS, REPORT, CLEAR, ASK, SALT, LANGUAGE
    TALK = "talk"  # meant for nobody here: shown to the player as such, and nothing waits for it
    COMMENT = "comment"  # blank, comment, quoted, the end: no answer needed


class Gathered(NamedTuple):
    """The orders for which a line was perhaps meant, and what of it is in none of them, as written."""

    orders: tuple[str, ...]
    left_out: tuple[str, ...]


_WORDS = re.compile(r"\w+")


class LineReading(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line: as written, what became of it, and the answer in words (one sentence a list item).

    ``code`` is stable (E-..., for UNREADABLE, AMBIGUOUS and ILLEGAL), ``canonical`` the order as it now
    stands, ``position`` where in the line the trouble begins (from 0), ``suggestion`` the nearest spelling;
    ``details`` what TRY works out, each to be shown on a line of its own; ``asked``: a question beside orders
    (TRY, TEST, LANGUAGE), so that nothing waits for it to be mended. ``barred``: it stands, but could not be
    carried out as things are. ``warned``: what is said of it first is a danger to the player's own men, never
    to be left out. ``guesses``: orders that a line was perhaps meant for which could not be
    understood, or was a question; nothing of them is filed; ``left_out``: what of it is in none of them.
    ``gist``: the message in a few words; ``again``: it stood already, just like that."""

    line: str
    verdict: Verdict
    message: tuple[str, ...] = ()
    rule: str = ""
    code: str = ""
    canonical: str = ""
    position: int = -1
    suggestion: str = ""
    details: tuple[str, ...] = ()
    asked: bool = False
    barred: bool = False
    warned: bool = False
    guesses: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    gist: str = ""
    again: bool = False

    @property
    def is_offered(self) -> bool:
        """Whether it was tried as a question and may have been meant for an order."""
        return bool(self.guesses) and self.verdict in (Verdict.OK, Verdict.NOTE, Verdict.COMMAND)


class Reading(msgspec.Struct, frozen=True):
    """The answer to a whole mail. ``orders`` and ``standing`` are the complete sets after it; ``commands``
    the meta commands met, lower case ("help", "help move", "status", "report", "clear"); ``idle`` the
    figures without any order for the phase; ``renewed`` the standing orders that were spent and are given
    anew; ``tests`` those written behind a TEST, which are not filed; ``salt`` the seat's word for the dice,
    "" for none; of a TRY ``ways``, where everybody would go, and ``would_stand``, the orders that it would
    have brought, those under IF too; ``bound``: the verb of each order that stands, and the names of those
    whom it binds."""

    lines: tuple[LineReading, ...]
    orders: tuple[str, ...]
    standing: tuple[str, ...]
    idle: tuple[str, ...]
    commands: tuple[str, ...] = ()
    changed: bool = False
    renewed: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    salt: str = ""
    ways: tuple[PictureWay, ...] = ()
    would_stand: tuple[str, ...] = ()
    bound: dict[str, tuple[str, tuple[str, ...]]] = {}

    @property
    def accepted(self) -> int:
        return sum(1 for line in self.lines if line.verdict in (Verdict.OK, Verdict.NOTE))

    @property
    def troubled(self) -> int:
        """How many lines are to be mended."""
        return len(self._bad())

    @property
    def holding(self) -> int:
        """For how many of them the phase waits: questions are not among them, but for those that may have
        been meant for orders."""
        return sum(not line.asked for line in self._bad()) + sum(line.is_offered for line in self.lines)

    @property
    def unmended(self) -> tuple[str, ...]:
        """The names of those without an order whom a line names that is to be mended."""
        said = {
            word for line in self._bad() if not line.asked for word in _WORDS.findall(line.line.casefold())
        }
        return tuple(name for name in self.idle if said.issuperset(_WORDS.findall(name.casefold())))

    def _bad(self) -> list[LineReading]:
        bad = (Verdict.AMBIGUOUS, Verdict.UNREADABLE, Verdict.ILLEGAL)
        return [line for line in self.lines if line.verdict in bad]

    @property
    def talk(self) -> tuple[str, ...]:
        """The lines taken for talk."""
        return tuple(line.line.strip() for line in self.lines if line.verdict is Verdict.TALK)

"""Why a line could not be used: every code there is, in one place, and the record that carries one."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rules.core.language import english


class Code(StrEnum):
    """The stable codes of the order desk. 1xx: not understood. 2xx: ambiguous. 3xx: understood,
    but not now."""

    VERB = "E-101"
    NAME = "E-102"
    HEX = "E-103"
    EXPECTED = "E-104"
    INCOMPLETE = "E-105"
    TOO_LONG = "E-106"
    LEFT_OVER = "E-107"
    DIRECTION = "E-108"
    AFTER_END = "E-109"
    CHARGE = "E-110"
    CONDITION = "E-111"
    TOO_MANY = "E-112"
    TERMS = "E-113"
    WHICH_NAME = "E-201"
    WHICH_HEX = "E-202"
    NOT_YOURS = "E-301"
    RULE = "E-302"
    NOT_YOUR_PHASE = "E-303"
    CANNOT_ACT = "E-304"
    WRONG_TARGET = "E-305"
    TWICE = "E-306"
    GAME_OVER = "E-307"


MEANINGS: dict[Code, str] = {
    Code.VERB: english("the line begins with no order word that the server knows"),
    Code.NAME: english("nobody of that name is in this battle"),
    Code.HEX: english("there is no such hex on the board, or it is not written like one"),
    Code.EXPECTED: english("something else was expected at this place"),
    Code.INCOMPLETE: english("the order breaks off before it is complete"),
    Code.TOO_LONG: english("the line is longer than an order can be"),
    Code.LEFT_OVER: english("the order is complete, but more words follow"),
    Code.DIRECTION: english("not one of the six directions of this board"),
    Code.AFTER_END: english("an order below the end of the orders: it was not read"),
    Code.CHARGE: english("an order of advanced rules, such as charges, that this battle does not use"),
    Code.CONDITION: english("an IF cannot hold this order"),
    Code.TOO_MANY: english("more lines, or more to look at, than one mail may hold"),
    Code.TERMS: english("the terms of a standing order do not go together, or it could never count"),
    Code.WHICH_NAME: english("several figures fit the name"),
    Code.WHICH_HEX: english("several panels of the board have this hex"),
    Code.NOT_YOURS: english("this figure is not under your command"),
    Code.RULE: english("the rules forbid it as things stand; the rule is named"),
    Code.NOT_YOUR_PHASE: english(
        "the other side is in phase, or the step for this order is over: only standing orders can be given"
    ),
    Code.CANNOT_ACT: english("this figure is dead, stunned, carried or off the board"),
    Code.WRONG_TARGET: english("this is nobody whom the order can be aimed at"),
    Code.TWICE: english("a figure is named twice in one order"),
    Code.GAME_OVER: english("the battle has ended"),
}


class Trouble(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong with a line. ``position`` counts characters of the line as written, from 0;
    ``suggestion`` is the nearest spelling, ``candidates`` the names or hexes that fit equally well."""

    code: Code
    message: str
    position: int = -1
    suggestion: str = ""
    candidates: tuple[str, ...] = ()

    @property
    def ambiguous(self) -> bool:
        return self.code in (Code.WHICH_NAME, Code.WHICH_HEX)


class Misread(Exception):
    """Ends the reading of an order inside this package; never leaves it."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.message)
        self.trouble = trouble


def listed(words: list[str] | tuple[str, ...], last: str = "or") -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"

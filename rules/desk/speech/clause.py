"""One clause of a line: who is told what, and what keeps a clause from being read."""

from __future__ import annotations

import msgspec

from rules.desk.speech.aways import Away
from rules.desk.speech.vocabulary import Deed
from rules.orders.trouble import Trouble
from rules.state.figure import FigureId


class Clause(msgspec.Struct, frozen=True):
    """``whom``: enemies in order of preference; ``nearest``: whoever is; ``hex``, ``beside``, ``area`` or
    ``steps`` (how many, and which way): where to; ``facing``: a direction, or whom he is to look at;
    ``each``: of a kind of men, so that those who cannot are left out; ``bare``: no word says what to do;
    ``same``: what the clause before told others; ``now``: for this phase alone; ``said``: the words for the
    deed; ``spots``: hexes of which any is meant; ``far``: or as near to where he is sent as he gets;
    ``sight``: whom he is to have a shot at from there; ``way``: by which, if that is said; ``kinds``: what
    whoever is nearest is to be; ``text``: an order of the language, but for those whom it is for;
    ``joined``: how several enemies are, "or", "else" (where the one before is out of it) or "together";
    ``away``: what he is to be away from; ``given``: the fact for which it waits, as the language says it."""

    deed: Deed
    who: tuple[FigureId, ...]
    whom: tuple[str, ...] = ()
    nearest: bool = False
    hex: str = ""
    beside: str = ""
    area: str = ""
    spots: tuple[str, ...] = ()
    far: bool = False
    sight: str = ""
    way: str = ""
    kinds: tuple[str, ...] = ()
    text: str = ""
    steps: tuple[int, str] = (0, "")
    facing: str = ""
    at_least: str = ""
    lance: bool = False
    each: bool = False
    bare: bool = False
    same: bool = False
    now: bool = False
    joined: str = ""
    away: Away | None = None
    said: str = ""
    given: str = ""


class Unknown(Exception):
    """A word that no clause accounts for."""


class Unsure(Exception):
    """What keeps a clause from being clear."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.message)
        self.trouble = trouble


def goes_somewhere(clause: Clause) -> bool:
    """Whether a clause says where to."""
    where = clause.hex or clause.beside or clause.area or clause.steps[0]
    return bool(where or clause.spots or clause.sight or clause.away)

"""What a plan is made of. A plan stands for many days until it is replaced.

A line is an occasion and what is to be done then; the first line whose terms hold and whose acts are possible
is carried out. Besides there are wishes: who falls ill first, who guards the camp, what an army is bought of.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rules.state.figure import FigureId, Hex
from rules.state.siege import DeedId


class Measure(StrEnum):
    """What a term looks at. All of it is open to both sides."""

    INITIATIVE = "initiative"  # this side has it by the dice
    PASSED = "they pass"  # the besieged had it and passed it on
    DAY = "day"
    STORES = "stores"  # days of food left, today among them
    GARRISON = "garrison"
    BESIEGERS = "besiegers"
    THROWERS = "throwers"
    LADDERS = "ladders"
    GRAPNELS = "grapnels"
    BREACHES = "breaches"
    BONUS = "bonus"  # what would be added to the die of a parley
    ODDS = "odds"  # own value to a hundred of theirs


class Term(msgspec.Struct, frozen=True):
    """``least`` and ``most``: between which a measure must lie; None: no bound. Without any it is a fact."""

    measure: Measure
    least: int | None = None
    most: int | None = None
    negated: bool = False


NONE = -1


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to do. ``men``: who (ids; empty: the default for it); ``kinds``: or of which kinds;
    ``hexes``: what is battered; ``number``: of engines, 0 for all, NONE for none; ``what``: is built;
    ``edge``: where from. Of an assault on a board ``throwers``: how many shoot in it; ``halt``: from how many
    percent of losses on it stops before the refuge (0: always, 101: never; None: as usual); ``until``: with
    how many percent lost it is given up (0: as usual)."""

    deed: DeedId
    men: tuple[FigureId, ...] = ()
    kinds: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()
    number: int = 0
    what: str = ""
    edge: str = ""
    throwers: int = 0
    halt: int | None = None
    until: int = 0


class Line(msgspec.Struct, frozen=True):
    """Any of the ``cases`` (each a set of terms that must all hold; none: always), then all ``acts``.
    ``text``: as it stands in the plan."""

    cases: tuple[tuple[Term, ...], ...]
    acts: tuple[Act, ...]
    text: str


class Order(msgspec.Struct, frozen=True):
    """An order of precedence among men: kinds, names or "wounded", those that come ``first`` and ``last``."""

    first: tuple[str, ...] = ()
    last: tuple[str, ...] = ()


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """``sick_ours``, ``sick_theirs``: in which order men are named when sickness comes (GUI-11.6f,
    GUI-11.6m); ``camp``: who guards it against a sally; ``strike``: who goes in when the gate is opened;
    ``army``: how many of each kind are bought (events 19 and 11); ``quiet``: for how many days without a
    fight one mail may do."""

    lines: tuple[Line, ...] = ()
    sick_ours: Order = Order()
    sick_theirs: Order = Order()
    camp: Order = Order()
    strike: tuple[FigureId, ...] = ()
    army: dict[str, int] = {}
    quiet: int = 0

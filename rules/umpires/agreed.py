"""A game that its players end by their own word: a draw, or a side that gives up. Of whatever scale: nothing
of the open phase is played, and the points count as they stand."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from rules.core.language import english
from rules.events.base import Event
from rules.events.sequence import GameEnded, PhaseEnded
from rules.evolve.fingerprint import digest
from rules.state.figure import SideId
from rules.state.table import Outcome, Table


def draw() -> Outcome:
    """What all have agreed on."""
    return Outcome(winner="", reason=english("a draw was agreed"), agreed=True)


def surrender(table: Table, given_up: Collection[SideId]) -> Outcome | None:
    """How the game ends for the sides that are left when these give up; None where enemies are left among
    them, so that it does not end."""
    left = [side.id for side in table.setup.sides if side.id not in given_up]
    if not left or table.setup.relations.at_war(left):
        return None
    sides = " + ".join(side.name for side in table.setup.sides if side.id in given_up)
    return Outcome(winner=left[0], reason=english("the {sides} have given up", sides=sides), agreed=True)


def ended(table: Table, scores: Mapping[SideId, int]) -> list[Event]:
    """The events behind the closing of the open phase: its end, and that of the game."""
    assert table.agreed is not None
    outcome = replace(table.agreed, scores=dict(scores))
    return [PhaseEnded(number=table.phase, digest=digest(table)), GameEnded(outcome=outcome)]

"""TEST: what standing orders would have done in a phase of the enemy that is over.

The events of that phase are walked through as the owner saw them, and at each moment at which the rules give
him a choice his orders are asked: with the same functions that ask them in play. Nothing is adjudicated anew:
what happened stays as it was, only the shots and tests of the seat's own men are taken away, so that the
orders tried can make theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.desk.receipts import tested_choices as choices
from rules.desk.receipts import tested_shots as shots
from rules.desk.receipts.stage import Stage
from rules.desk.receipts.tested_account import Tested
from rules.desk.steps import sets_up, step_of
from rules.events.base import TABLE, Event, audience_of
from rules.events.charge import ChargeAnnounced
from rules.events.combat import CombatFought, CombatRefused
from rules.events.missile import FireDeclared, ShotFired, ShotWasted
from rules.events.movement import InfiltrationTested, MoveBegan, Moved, MoveEnded, StayDeclared
from rules.events.sequence import PhaseEnded, StepBegan
from rules.events.umpire import DecisionMade
from rules.orders.records import MoveOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import FigureId, SeatId
from rules.tactical.instructions import standing
from rules.tactical.shooting.missile import DEFENSIVE

_FIRE_COMES_FIRST = (MoveBegan, Moved, MoveEnded, StayDeclared, StepBegan, FireDeclared, PhaseEnded)


def walk_through(
    before: Battle, rules: Ruleset, events: Iterable[Event], seat: SeatId, contracts: Sequence[str]
) -> tuple[Tested, ...]:
    """Walk through the events of an enemy phase as a seat saw them, from the battle as it knew it before the
    first, as if its standing orders had been these lines. Pure; changes nothing that is passed in."""
    return Walk(before, rules, seat, contracts).of(events)


class Walk:
    """The walk through the events, which knows the moments at which the orders tried are asked."""

    def __init__(self, before: Battle, rules: Ruleset, seat: SeatId, contracts: Sequence[str]) -> None:
        self.stage = Stage(before, rules, seat, contracts)
        self.moving = step_of(rules, self.stage.battle, MoveOrder).id
        self._entered: FigureId | None = None
        self._opposed = False

    def of(self, events: Iterable[Event]) -> tuple[Tested, ...]:
        if sets_up(self.stage.battle):
            return self.stage.account.told()  # nobody moves, shoots or fights in a set-up
        self.stage.lookout.begin()
        for event in events:
            self._before(event)
            if isinstance(event, PhaseEnded):
                break
            if audience_of(event) == TABLE and not self._of_our_own(event):
                self.stage.journal.record(event)
                self._after(event)
            self.stage.account.tell_ends()
        return self.stage.account.told()

    def _of_our_own(self, event: Event) -> bool:
        """The shots and tests that the seat's men made: those of the orders tried take their place."""
        if self.stage.battle.side == self.stage.battle.seat(self.stage.seat).side:
            return False
        if isinstance(event, FireDeclared):
            return all(self._ordered(f) for f in event.shooters)
        if isinstance(event, ShotFired):
            return event.mode == DEFENSIVE and self._ordered(event.shooter)
        if isinstance(event, ShotWasted):
            return self._ordered(event.shooter)
        return isinstance(event, InfiltrationTested) and self.stage.own(event.enemy)

    def _ordered(self, figure: FigureId) -> bool:
        """Whether one of the seat's men shoots by the orders tried; without any he shot as he did."""
        return self.stage.own(figure) and bool(
            standing.watch_orders(self.stage.battle, self.stage.battle.figures[figure])
        )

    # the moments

    def _before(self, event: Event) -> None:
        """Moments that come before an event: a man has entered a hex and goes on, is tested,
        or is shot at."""
        goes_on = isinstance(event, Moved) and event.figure == self._entered
        if self._entered is not None and (goes_on or isinstance(event, InfiltrationTested)):
            self._opposed = self._opposed or choices.oppose(self.stage, self._entered)
        if self._entered is not None and isinstance(event, _FIRE_COMES_FIRST):
            shots.fire(self.stage, [self._entered])
            self._entered = None
        if self.stage.battle.step == self.moving and self._moves_are_over(event):
            shots.fire_at_those_who_stayed(self.stage)
        elif isinstance(event, CombatFought | CombatRefused):
            choices.refuse(self.stage, event)
        elif isinstance(event, DecisionMade) and event.seat == self.stage.seat:
            choices.direct(self.stage, event)

    def _moves_are_over(self, event: Event) -> bool:
        """Whether the time of those who stayed has come: somebody shoots at one of them, or the step ends."""
        if isinstance(event, FireDeclared):
            return event.target not in self.stage.battle.now.left
        return isinstance(event, StepBegan | PhaseEnded)

    def _after(self, event: Event) -> None:
        """Moments that an event brings."""
        in_step = self.stage.battle.step in (self.moving, None)
        if isinstance(event, Moved) and in_step and event.how not in ("advance", "about_face"):
            if self.stage.battle.figures[event.figure].side == self.stage.battle.side:
                self._entered, self._opposed = event.figure, False
        elif isinstance(event, ChargeAnnounced):
            choices.counter(self.stage, event.figure)

"""Moving: carrying out a MOVE order hex by hex while enemies oppose and shoot.

The door to movement for everybody else: allowance, entry_cost, plan and resolve_move. Implements GUI-2.1c,
GUI-4, GUI-4.1a, GUI-4.3a, GUI-4.3c, GUI-4.3.1a.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules.core.language import english
from rules.core.rejection import Reason, Rejection
from rules.events.harm import Displaced
from rules.events.ladders import Climbed
from rules.events.movement import (
    AllowanceCut,
    InfiltrationTested,
    MoveBegan,
    Moved,
    MoveEnded,
    PutBack,
    StayDeclared,
)
from rules.events.terms import StoppedAsOrdered
from rules.journal import Journal
from rules.orders.records import Leg, MoveOrder, StopWhen
from rules.ruleset import Ruleset
from rules.state.figure import Character, FigureId, Hex, HorseId
from rules.state.ladders import held_by
from rules.tactical.harm import infiltration, jumping, landing
from rules.tactical.horses import bridle
from rules.tactical.moving import carrying, legs
from rules.tactical.moving.ordered_legs import begun, blocked, goes_on, legs_of
from rules.tactical.moving.planning import ENTERING, Plan, cannot_move, mp_after_wound, plan
from rules.tactical.ways import loose_horses
from rules.tactical.ways.entry import allowance, entry_cost, starting_mp
from rules.tactical.ways.stacking import cannot_end, places_beside

__all__ = ["Plan", "allowance", "entry_cost", "plan", "resolve_move"]

AfterStep = Callable[[FigureId], None]


class _Spot(NamedTuple):
    """Where somebody is: hexes and storey."""

    hex: Hex | None
    rear: Hex | None
    storey: int


def resolve_move(
    journal: Journal, rules: Ruleset, order: MoveOrder, after_step: AfterStep, *, limit: int | None = None
) -> None:
    """Carry out a MOVE order against the state as it is, rechecking every leg (GUI-2.1c, GUI-4).

    ``after_step`` is called with the mover's id in each hex entered, after the infiltration tests there:
    defensive fire. ``limit``: MP that his shooting leaves him. Whatever becomes impossible ends the move in
    the last hex where he may stay; one that cannot even begin is recorded as ended, and he counts as not
    having moved."""
    battle = journal.battle
    figure = battle.figures[order.figure]
    refusal = cannot_move(battle, figure)
    if refusal is not None:
        journal.record(MoveEnded.because(figure.id, refusal))
        return
    mp = starting_mp(battle, rules, figure, limit)
    draft = begun(battle, figure.id, mp)
    way = () if order.stay else legs_of(draft, rules, order, as_far_as_possible=True)
    if isinstance(way, Rejection):
        journal.record(MoveEnded.because(figure.id, way))
        return
    if not way:
        journal.record(StayDeclared(figure=figure.id))
        return
    refusal = blocked(draft, rules, figure.id, way)
    if refusal is not None:
        journal.record(MoveEnded.because(figure.id, refusal))
        return
    journal.record(MoveBegan(figure=figure.id, allowance=mp))
    _Mover(journal, rules, order, after_step).go(way)


class _Mover:
    """One move while it is being carried out."""

    def __init__(self, journal: Journal, rules: Ruleset, order: MoveOrder, after_step: AfterStep) -> None:
        self._journal, self._rules, self._order, self._after_step = journal, rules, order, after_step
        self._id = order.figure
        # places where he could have stayed, the last of them his refuge if he is stopped on somebody's hex
        self._refuges = [self._place]
        self._mount = self._figure.mount
        self._burden: FigureId | None = None
        self._led_on: frozenset[HorseId] = frozenset()
        self._alarmed = ""
        self._clear_at = -1  # how many events there were when the way on was found clear

    @property
    def _figure(self) -> Character:
        return self._journal.battle.figures[self._id]

    @property
    def _place(self) -> _Spot:
        figure = self._figure
        return _Spot(figure.hex, figure.rear, figure.storey)

    def go(self, way: Sequence[Leg]) -> None:
        for i, leg in enumerate(way):
            ahead = way[i + 1 :]
            stop = self._leg(leg, ahead)
            if stop is not None:
                self._end(stop)
                return
        self._end(Rejection("", ""))

    def _leg(self, leg: Leg, ahead: Sequence[Leg]) -> Rejection | None:
        """Carry out one leg and whatever it provokes; the reason if the move ends with it or before it."""
        battle, rules = self._journal.battle, self._rules
        if leg.kind in legs.LEAVING and self._clear_at != len(self._journal.events):
            refusal = blocked(battle, rules, self._id, (leg, *ahead))
            if refusal is not None:
                return refusal
        events = self._events(leg, ahead)
        if isinstance(events, Rejection):
            return events
        start = self._place
        from_above = held_by(battle, self._figure) is not None
        for event in events:
            self._journal.record(event)
        self._led_on |= legs.led_on(self._figure, events)
        self._burden = self._figure.carries or self._burden
        self._mount = self._figure.mount or self._mount
        climbed = any(isinstance(e, Climbed) or (isinstance(e, Moved) and e.how == "storey") for e in events)
        if not climbed and not any(isinstance(e, Moved) and e.how in ENTERING for e in events):
            return None
        landed = self._landed(start.hex) if from_above and not climbed else None
        return landed or self._entered(ahead, opposed=not self._figure.storey)

    def _landed(self, start: Hex | None) -> Rejection | None:
        """He has come over the top: the jump, and what it did to him (GUI-9.2.1b, GUI-9.2.2)."""
        before, battle = self._figure, self._journal.battle
        assert start is not None and before.hex is not None
        if not jumping.leads_to_a_jump(battle, start, before.hex):
            return None
        jumping.jump(self._journal, self._rules, self._id)
        if not self._figure.active:
            return Rejection(
                jumping.rule_of(battle, before.hex),
                english("{before} does not get up again", before=before.name),
            )
        self._slowed(before)
        return None

    def _events(self, leg: Leg, ahead: Sequence[Leg]) -> legs.Events | Rejection:
        battle, rules = self._journal.battle, self._rules
        if not legs.needs_die(battle, rules, self._id, leg, ahead):
            return legs.events_of(battle, rules, self._id, leg, ahead)
        horse = battle.horses.get(leg.who)
        if horse is None:
            return Rejection("GUI-4.4.3b", english("there is no horse {who}", who=leg.who))
        refusal = bridle.cannot_lead(battle, rules, self._figure, horse)
        if refusal is not None:
            return refusal
        face = self._journal.roll("GUI-4.4.3c", self._id, horse.id)
        return bridle.snatched(rules, self._figure, horse, face)

    def _entered(self, ahead: Sequence[Leg], *, opposed: bool = True) -> Rejection | None:
        """A hex has been entered: first enemies beside it strike if he means to go on, then they may shoot
        (RUL-417). Nobody opposes who is up on a ladder or rope (RUL-1008)."""
        battle, rules = self._journal.battle, self._rules
        at, health = self._figure.hex, self._figure.health
        posture, place = self._figure.mount, self._place
        assert at is not None
        stop: Rejection | None = None
        already = len(self._journal.events)
        if opposed and goes_on(battle, rules, self._id, ahead):
            self._clear_at = already
            stop = self._opposed(at)
        if self._figure.living:
            if stop is not None:
                self._put_back()
                place = self._place
            elif cannot_end(battle, self._rules, self._figure) is None:
                self._refuges.append(place)
            shot_at = battle.now.shot_at.get(self._id)
            self._after_step(self._id)
        figure = self._figure
        if not figure.active:
            return Rejection(
                "GUI-1.2g",
                (
                    english("{figure} is dead", figure=figure.name)
                    if figure.dead
                    else english("{figure} is stunned", figure=figure.name)
                ),
            )
        if figure.mount != posture or self._place != place:
            return Rejection("GUI-4", english("{figure} was thrown out of his way", figure=figure.name))
        if stop is not None:
            return stop
        tested = any(
            isinstance(e, InfiltrationTested) and e.mover == self._id for e in self._journal.events[already:]
        )
        happened: dict[str, bool] = {
            StopWhen.TESTED: tested,
            StopWhen.FIRED_AT: battle.now.shot_at.get(self._id) != shot_at,
            StopWhen.WOUNDED: figure.health != health,
        }
        self._alarmed = self._alarmed or next((s for s in self._order.stops if happened.get(s)), "")
        if self._alarmed and ahead and cannot_end(battle, self._rules, figure) is None:
            self._journal.record(StoppedAsOrdered(seat=figure.seat, figure=self._id, why=self._alarmed))
            return Rejection("", "")
        return None

    def _opposed(self, at: Hex) -> Rejection | None:
        """The infiltration tests in a crossed hex; the reason if they end the move (GUI-4.3c, GUI-4.3.1a)."""
        before = self._figure
        result = infiltration.test(self._journal, self._rules, self._id, at, "move")
        after = self._figure
        if after.dead:
            return Rejection(
                "GUI-4.3.1a", english("{after} was cut down in passing", after=after.name), Reason.OPPOSED
            )
        self._slowed(before)
        if result == "stopped":
            return Rejection(
                "GUI-4.3.1a", english("{after} was stopped in {at}", after=after.name, at=at), Reason.OPPOSED
            )
        return None

    def _slowed(self, before: Character) -> None:
        """A wound on the way takes MP (GUI-4.3c)."""
        if not self._figure.wounded or before.wounded:
            return
        left = self._journal.battle.now.left[self._id]
        cut = mp_after_wound(self._journal.battle, before, left)
        if cut != left:
            self._journal.record(
                AllowanceCut(figure=self._id, left=cut, rule="GUI-4.3c", words=english("wounded on the way"))
            )

    def _put_back(self) -> None:
        """Out of a hex that another living counter holds, to the last free place of his way
        (GUI-4.3.1a, GUI-4.1a)."""
        battle = self._journal.battle
        if not self._figure.living or cannot_end(battle, self._rules, self._figure) is None:
            return
        if self._figure.mounted is (self._refuges[-1][1] is not None):
            for spot in reversed(self._refuges):
                hexes = [h for h in (spot.hex, spot.rear) if h is not None]
                if spot.hex is not None and (spot.storey or not any(self._held_by_another(h) for h in hexes)):
                    self._journal.record(
                        PutBack(figure=self._id, hex=spot.hex, rear=spot.rear, storey=spot.storey)
                    )
                    return
        places = places_beside(battle, self._rules, self._figure, self._figure.hexes)
        if places and not self._figure.mounted:
            self._journal.record(PutBack(figure=self._id, hex=places[0]))

    def _held_by_another(self, at: Hex) -> bool:
        battle = self._journal.battle
        others = [f for f in battle.living_at(at) if f.id != self._id]
        horse = battle.horse_at(at)
        return bool(others) or (horse is not None and horse.led_by not in (None, self._id))

    def _end(self, why: Rejection) -> None:
        """The move is over: nobody overlaps, horses find room, the burden is laid down."""
        self._make_room_for_fallen_burden()
        self._put_back()
        self._push_horses_aside()
        landing.let_horse_go(self._journal, self._rules, self._mount)
        for horse in sorted(self._led_on - set(self._figure.leads)):  # he fell while they passed somebody
            landing.let_horse_go(self._journal, self._rules, horse)
        self._lay_down_burden()
        self._settle_horses()
        self._journal.record(MoveEnded.because(self._id, why))

    def _lay_down_burden(self) -> None:
        if self._figure.carries is not None:
            for event in carrying.put_down_anywhere(self._journal.battle, self._rules, self._figure):
                self._journal.record(event)

    def _make_room_for_fallen_burden(self) -> None:
        """The bearer fell, and whom he carried lies in the same hex: beside it, if somebody living is
        there (GUI-4.1a). Who is still carried is in no hex."""
        battle, burden = self._journal.battle, self._burden
        if burden is None:
            return
        fallen = battle.figures[burden]
        if fallen.living and cannot_end(battle, self._rules, fallen) is not None:
            places = places_beside(battle, self._rules, fallen, fallen.hexes)
            if places:
                self._journal.record(Displaced(figure=burden, hex=places[0], rule="GUI-4.2.4"))

    def _push_horses_aside(self) -> None:
        if self._figure.living:
            pushed = loose_horses.make_room(
                self._journal.battle, self._rules, self._figure, self._figure.hexes
            )
            for event in [] if isinstance(pushed, Rejection) else pushed:
                self._journal.record(event)

    def _settle_horses(self) -> None:
        figure = self._figure
        if figure.hex is None or not figure.leads:
            return
        hand = legs.hand_asked(self._order)
        for reach in range(1, loose_horses.FARTHEST_SIDESTEP + 1):
            moved = bridle.halt(self._journal.battle, self._rules, figure, self._led_on, hand, reach)
            if not isinstance(moved, Rejection):
                for event in moved:
                    self._journal.record(event)
                return

"""TEST: what standing orders would have done in a phase of the enemy that is over.

The events of that phase are walked through as the owner saw them, and at each moment at which the rules give him a choice
his orders are asked: with the same functions that ask them in play. Nothing is adjudicated anew: what happened stays as
it was, only the shots and tests of the seat's own men are taken away, so that the orders tried can make theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from rules.core.dice import ScriptedDice
from rules.core.language import say
from rules.core.percent import in_words
from rules.core.rejection import Rejection
from rules.core.weights import Weight
from rules.desk.rehearsed import Account, Rehearsed
from rules.desk.steps import sets_up, step_of
from rules.desk.told import told_shot
from rules.events.base import TABLE, Event, audience_of
from rules.events.charge import ChargeAnnounced
from rules.events.combat import CombatFought, CombatRefused
from rules.events.missile import FireDeclared, ShotFired, ShotWasted
from rules.events.movement import InfiltrationTested, MoveBegan, Moved, MoveEnded, StayDeclared
from rules.events.sequence import PhaseEnded, StepBegan
from rules.events.umpire import DecisionMade
from rules.journal import Journal
from rules.orders.filed import Filed
from rules.orders.records import CounterOrder, MoveOrder, OpposeOrder, WatchOrder, figures_of
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, SeatId
from rules.tactical import counter_charge, infiltration, odds, refusing, standing, targets
from rules.tactical.charge_combat import defence_share
from rules.tactical.contracts import attend, standing_orders, waits
from rules.tactical.cover import grade
from rules.tactical.defensive_fire import may_be_shot_at
from rules.tactical.line_of_fire import Sight, at_half, best_sight
from rules.tactical.missile import DEFENSIVE
from rules.tactical.picking import unfit
from rules.tactical.watching import Weighed, weigh
from rules.tactical.weapons import may_fire_defensively, weapon_of
from rules.views.masking import view_for

_OCCASIONS = ("retreat", "advance", "wound", "evacuate", "fall", "cover")
_FIRE_COMES_FIRST = (MoveBegan, Moved, MoveEnded, StayDeclared, StepBegan, FireDeclared, PhaseEnded)


def rehearse(
    before: Battle, rules: Ruleset, events: Iterable[Event], seat: SeatId, contracts: Sequence[str]
) -> tuple[Rehearsed, ...]:
    """Walk through the events of an enemy phase, from the battle before the first of them, as if a seat's standing
    orders had been these lines. Pure; changes nothing that is passed in."""
    return Rehearsal(before, rules, seat, contracts).of(events)


class _Shot(msgspec.Struct, frozen=True):
    """A shot that an order would have made."""

    shooter: Character
    weapon: str
    sight: Sight
    text: str
    rank: int = 0


class Rehearsal:
    """The walk: a battle of its own in which the orders tried stand, and what they said so far."""

    def __init__(self, before: Battle, rules: Ruleset, seat: SeatId, contracts: Sequence[str]) -> None:
        seen = view_for(before, seat)
        seen.standing, seen.spent_orders, seen.progress = {seat: tuple(contracts)}, {}, {}
        self.journal = Journal(seen, ScriptedDice(()))
        self.rules = rules
        self.seat = seat
        self.moving = step_of(rules, seen, MoveOrder).id
        self.lookout = attend(self.journal, rules)
        self.account = Account(self.journal, contracts)
        self._entered: FigureId | None = None
        self._opposed = False

    def of(self, events: Iterable[Event]) -> tuple[Rehearsed, ...]:
        if sets_up(self.battle):
            return self.account.told()  # nobody moves, shoots or fights in a set-up
        self.lookout.begin()
        for event in events:
            self._before(event)
            if isinstance(event, PhaseEnded):
                break
            if audience_of(event) == TABLE and not self._of_our_own(event):
                self.journal.record(event)
                self._after(event)
            self.account.tell_ends()
        return self.account.told()

    @property
    def battle(self) -> Battle:
        return self.journal.battle

    def _own(self, figure: FigureId) -> bool:
        found = self.battle.figures.get(figure)
        return found is not None and found.seat == self.seat

    def _of_our_own(self, event: Event) -> bool:
        """The shots and tests that the seat's men made: those of the orders tried take their place."""
        if self.battle.side == self.battle.seat(self.seat).side:
            return False
        if isinstance(event, FireDeclared):
            return all(self._ordered(f) for f in event.shooters)
        if isinstance(event, ShotFired):
            return event.mode == DEFENSIVE and self._ordered(event.shooter)
        if isinstance(event, ShotWasted):
            return self._ordered(event.shooter)
        return isinstance(event, InfiltrationTested) and self._own(event.enemy)

    def _ordered(self, figure: FigureId) -> bool:
        """Whether one of the seat's men shoots by the orders tried; without any he shot as he did."""
        return self._own(figure) and bool(standing.watch_orders(self.battle, self.battle.figures[figure]))

    # the moments

    def _before(self, event: Event) -> None:
        """Moments that come before an event: a man has entered a hex and goes on, is tested, or is shot at."""
        goes_on = isinstance(event, Moved) and event.figure == self._entered
        if self._entered is not None and (goes_on or isinstance(event, InfiltrationTested)):
            self._oppose(self._entered)
        if self._entered is not None and isinstance(event, _FIRE_COMES_FIRST):
            self._fire([self._entered])
            self._entered = None
        if self.battle.step == self.moving and self._moves_are_over(event):
            self._fire_at_those_who_stayed()
        elif isinstance(event, CombatFought | CombatRefused):
            self._refuse(event)
        elif isinstance(event, DecisionMade) and event.seat == self.seat:
            self._direction(event)

    def _moves_are_over(self, event: Event) -> bool:
        """Whether the time of those who stayed has come: somebody shoots at one of them, or the step ends."""
        if isinstance(event, FireDeclared):
            return event.target not in self.battle.now.left
        return isinstance(event, StepBegan | PhaseEnded)

    def _after(self, event: Event) -> None:
        """Moments that an event brings."""
        in_step = self.battle.step in (self.moving, None)
        if isinstance(event, Moved) and in_step and event.how not in ("advance", "about_face"):
            if self.battle.figures[event.figure].side == self.battle.side:
                self._entered, self._opposed = event.figure, False
        elif isinstance(event, ChargeAnnounced):
            self._counter(event.figure)

    # shooting

    def _fire(self, movers: Sequence[FigureId]) -> None:
        for mover_id in movers:
            mover = self.battle.figures[mover_id]
            if not mover.active:
                return
            closed = may_be_shot_at(self.battle, self.rules, mover)
            shots = [s for shooter in self._shooters() for s in self._shots_at(shooter, mover, closed)]
            self._volley(mover, shots)

    def _fire_at_those_who_stayed(self) -> None:
        battle = self.battle
        stayed = [
            f
            for f in battle.side_figures(battle.side)
            if f.living and f.id not in battle.now.left and f.id not in battle.now.shot_at
        ]
        best: dict[FigureId, list[_Shot]] = {}
        for shooter in self._shooters():
            shots = [s for target in stayed for s in self._shots_at(shooter, target, None)]
            if shots:
                shot = min(shots, key=lambda s: (s.rank, grade(s.sight.cover), s.sight.distance))
                best.setdefault(shot.sight.target, []).append(shot)
        for target in stayed:
            self._volley(target, best.get(target.id, []))

    def _shooters(self) -> list[Character]:
        battle = self.battle
        return [
            f
            for f in battle.active_enemies(battle.side)
            if f.seat == self.seat and f.id not in battle.now.watched
        ]

    def _shots_at(self, shooter: Character, target: Character, closed: Rejection | None) -> list[_Shot]:
        """The shot that a man's first willing order makes, noting what speaks against it under the others."""
        weapon = weapon_of(self.battle, self.rules, shooter)
        barred = may_fire_defensively(self.battle, self.rules, shooter, weapon) if weapon else None
        sight = best_sight(self.battle, self.rules, shooter, weapon, target.id) if weapon else None
        for watch in standing.watch_orders(self.battle, shooter):
            assert isinstance(watch.order, WatchOrder)
            if not weapon or sight is None or watch.order.hold:
                continue
            refused = barred or closed or (sight if isinstance(sight, Rejection) else None)
            if refused is not None:
                self.account.pass_over(watch.text, shooter, target, f"{refused.why} ({refused.rule})")
                continue
            assert isinstance(sight, Sight)
            found = self._weighed(watch, shooter, target, sight)
            if not found.why:
                aimed = at_half(self.battle, self.rules, shooter, weapon, sight, watch.order.half)
                return [_Shot(shooter, weapon, aimed, watch.text, found.rank)]
            self.account.pass_over(watch.text, shooter, target, found.why)
        return []

    def _weighed(self, watch: Filed, shooter: Character, target: Character, sight: Sight) -> Weighed:
        return weigh(self.lookout, self.battle, self.rules, watch, shooter, target, sight)

    def _volley(self, target: Character, shots: list[_Shot]) -> None:
        if not shots or target.hex is None:
            return
        for shot in shots:
            found = targets.odds(
                self.battle, self.rules, shot.shooter.id, target.id, shot.sight.aim, shot.weapon, DEFENSIVE
            )
            if not isinstance(found, Rejection):
                self.account.would[shot.text] += told_shot(
                    self.battle, self.rules, shot.shooter, shot.weapon, found, several=True
                )
            self._decided("watch", f"fire at {target.id}", shot.shooter.id, shot.text)
        shooters = tuple(s.shooter.id for s in shots)
        self.journal.record(FireDeclared(shooters=shooters, target=target.id, hex=target.hex))
        for shot in shots:
            sight = shot.sight
            self.journal.record(
                ShotFired(
                    shooter=shot.shooter.id, weapon=shot.weapon, target=target.id, aim=sight.aim, mode=DEFENSIVE,
                    distance=sight.distance, band=sight.band,
                )
            )  # fmt: skip

    # the other choices

    def _oppose(self, mover_id: FigureId) -> None:
        mover = self.battle.figures[mover_id]
        if self._opposed or not mover.active or mover.hex is None or not self._has(OpposeOrder):
            return
        self._opposed = True
        for enemy in infiltration.opponents(self.battle, self.rules, mover, mover.hex):
            if enemy.seat != self.seat:
                continue
            chosen, text = standing.opposing(self.battle, self.rules, enemy, mover)
            if chosen:
                self.battle.now.tested.add(enemy.id)
            if not text:
                continue
            if chosen:
                die = infiltration.one_die(self.battle, self.rules, mover, enemy)
                chances = in_words(
                    {
                        "nothing": die.none,
                        "stopped": die.stopped,
                        "wounded": die.wounded,
                        "killed": die.killed,
                    }
                )
                self.account.would[text].append(
                    say(
                        "{enemy} tests {mover} in {hex}: {chances}.",
                        enemy=enemy.name,
                        mover=mover.name,
                        hex=mover.hex,
                        chances=chances,
                    )
                )
                self._decided("oppose", f"test {mover.id}", enemy.id, text)
            else:
                self.account.pass_over(
                    text, enemy, mover, say("{enemy} spares him in {hex}", enemy=enemy.name, hex=mover.hex)
                )

    def _counter(self, charger_id: FigureId) -> None:
        battle, charger = self.battle, self.battle.figures[charger_id]
        if charger.side != battle.side or not self._has(CounterOrder):
            return
        own = [
            a
            for a in counter_charge.answers(battle, self.rules, charger_id)
            if self._own(a.rider)
        ]  # fmt: skip
        wish = counter_charge.wished(battle, self.rules, charger_id, own)
        if wish is not None and wish.order in self.account.would:
            rider = battle.figures[wish.answer.rider]
            share = defence_share(self.rules, rider, charger)
            way = " > ".join(wish.answer.route)
            self.account.would[wish.order].append(
                say(
                    "{rider} rides against {charger} over {way}; his defence is {share} % of the charge.",
                    rider=rider.name,
                    charger=charger.name,
                    way=way,
                    share=share,
                )
            )
            self._decided("counter", f"counter-charge {charger_id}", rider.id, wish.order)
        for filed in self._of_kind(CounterOrder):
            for rider in self._bound(filed):
                if not rider.mounted or (wish is not None and wish.order == filed.text):
                    continue
                found = counter_charge.answer_of(battle, self.rules, rider, charger_id)
                why = (
                    found.why if isinstance(found, Rejection) else self._not_countered(filed, rider, charger)
                )
                self.account.pass_over(filed.text, rider, charger, why)

    def _not_countered(self, filed: Filed, rider: Character, charger: Character) -> str:
        order = filed.order
        assert isinstance(order, CounterOrder)
        if order.hold:
            return say("it says never")
        why = waits(self.battle, self.rules, self.seat, filed) or unfit(self.battle, order.at, rider, charger)
        share = defence_share(self.rules, rider, charger)
        return why or say(
            "his defence is {share} % of the charge, {at_least} % were asked for",
            share=share,
            at_least=order.at_least,
        )

    def _refuse(self, event: CombatFought | CombatRefused) -> None:
        battle = self.battle
        defenders = event.defenders if isinstance(event, CombatFought) else (event.figure,)
        for name in defenders:
            defender = battle.figures.get(name)
            if defender is None or defender.seat != self.seat or not defender.active:
                continue
            if isinstance(event, CombatFought):
                weight = event.weight
            else:
                found = odds.assess(battle, self.rules, event.attackers, (name,))
                if isinstance(found, Rejection):
                    continue
                weight = found.weight
            self._refuse_one(defender, event.attackers, weight)

    def _refuse_one(self, defender: Character, attackers: tuple[FigureId, ...], weight: Weight) -> None:
        battle, first = self.battle, self.battle.figures[attackers[0]]
        given = standing.refuse_choice(battle, self.rules, defender)
        if given is None:
            return
        text = given[1]
        wish = standing.refusal(battle, self.rules, defender, attackers, weight)
        barred = refusing.may_refuse(battle, self.rules, defender, attackers)
        way = refusing.best_escape(battle, self.rules, defender, attackers)
        if wish is None:
            self.account.pass_over(
                text,
                defender,
                first,
                say("it does not mean this attack at {weight}", weight=weight.short),
            )
        elif barred is not None:
            self.account.pass_over(text, defender, first, f"{barred.why} ({barred.rule})")
        elif isinstance(way, Rejection):
            self.account.pass_over(text, defender, first, f"{way.why} ({way.rule})")
        elif not refusing.fits(wish, way):
            self.account.pass_over(
                text, defender, first, say("enemies beside the only way may strike at him")
            )
        else:
            names = listed([battle.figures[a].name for a in attackers], "and")
            self.account.would[text].append(
                say(
                    "{defender} does not wait for {names}: he goes to {hex}.",
                    defender=defender.name,
                    names=names,
                    hex=way.places[-1].hex,
                )
            )
            self._decided("refuse", way.places[-1].hex, defender.id, text)

    def _direction(self, event: DecisionMade) -> None:
        """RETREAT, ADVANCE, WOUND, EVACUATE, FALL and SHELTER choose among what the rules leave open: the occasions are told."""
        figure = self.battle.figures.get(event.figure)
        if figure is None or event.about not in _OCCASIONS:
            return
        what = {
            "retreat": say("{figure} had to fall back from {hex}", figure=figure.name, hex=figure.hex),
            "advance": say("{figure} could follow up from {hex}", figure=figure.name, hex=figure.hex),
            "wound": say("one of yours had to take an injury; {figure} took it", figure=figure.name),
            "evacuate": say("{figure} had to leave the flames in {hex}", figure=figure.name, hex=figure.hex),
            "fall": say("{figure} fell in {hex}", figure=figure.name, hex=figure.hex),
            "cover": say("{figure} was in cross-fire in {hex}", figure=figure.name, hex=figure.hex),
        }[event.about]
        given = standing.direction(self.battle, self.rules, figure, event.about)
        if given is not None and given[1] in self.account.would:
            self.account.would[given[1]].append(say("It is asked: {what}.", what=what))

    # keeping account

    def _has(self, kind: type) -> bool:
        return bool(self._of_kind(kind))

    def _of_kind(self, kind: type) -> list[Filed]:
        return [f for f in standing_orders(self.battle, self.seat) if isinstance(f.order, kind)]

    def _bound(self, filed: Filed) -> list[Character]:
        named = figures_of(filed.order)
        return [
            f
            for f in self.battle.figures.values()
            if f.active and self._own(f.id) and (not named or f.id in named)
        ]

    def _decided(self, about: str, chosen: str, figure: FigureId, text: str) -> None:
        self.journal.decided(self.seat, about, chosen, "", figure=figure, order=text)
        self.account.tell_ends()

"""Standing orders with terms: when they wait, how often they were used, when a link gives way to the next,
when they end.

A player's contract with his men: only what he can see counts, and only what happens after he filed it. Every
use that is counted and every end is an event, and a line in his own report, with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from rules.core.language import english
from rules.events.base import Event
from rules.events.missile import FireDeclared
from rules.events.movement import Moved
from rules.events.sequence import PhaseEnded
from rules.events.terms import StandingOrderHeld, StandingOrderPassedOn, StandingOrderUsed
from rules.events.umpire import DecisionMade, DieRolled, StandingOrderSpent
from rules.journal import Journal
from rules.orders.condition import print_fact, print_facts
from rules.orders.filed import Filed, filed_orders
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import print_order
from rules.orders.records import Fact, StandingOrder, WatchOrder, figures_of
from rules.orders.terms import opposite
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import FigureId, Hex, SeatId
from rules.state.table import Progress
from rules.tactical.instructions.facts import holds

_OUR_OWN = (StandingOrderUsed, StandingOrderHeld, StandingOrderPassedOn, StandingOrderSpent)
_NO_USE = ("spare ", "stay", "hold", "wait", "nobody")


def standing_orders(battle: Battle, seat: SeatId) -> tuple[Filed, ...]:
    """A seat's standing orders that have not ended, each as its link in force, under the text of the
    whole chain."""
    spent = battle.spent_orders.get(seat, ())
    progress = battle.progress.get(seat, {})
    filed = filed_orders(battle, seat, battle.standing.get(seat, ()))
    return tuple(
        Filed(_link(f.order, progress[f.text].link), f.text) if f.text in progress else f
        for f in filed
        if f.text not in spent
    )


def _link(order: object, number: int) -> StandingOrder:
    assert isinstance(order, StandingOrder)
    return order.links[number]


def waits(battle: Battle, rules: Ruleset, seat: SeatId, filed: Filed) -> str:
    """Why a standing order does not count at this moment, in words; empty while it does."""
    order = filed.order
    if not isinstance(order, StandingOrder) or not order.is_contract:
        return ""
    terms = order.terms
    if battle.turn < terms.first_turn:
        return english("it counts from turn {first_turn}", first_turn=terms.first_turn)
    if terms.last_turn and battle.turn > terms.last_turn:
        return english("turn {last_turn} is over", last_turn=terms.last_turn)
    if terms.once_a_turn and _progress(battle, seat, filed.text).turn == battle.turn:
        return english("it was used in this turn")
    broken = next((fact for fact in terms.facts if not holds(battle, rules, (fact,))), None)
    return "" if broken is None else print_fact(opposite(broken), lexicon_of(battle, seat))


def _progress(battle: Battle, seat: SeatId, text: str) -> Progress:
    return battle.progress.get(seat, {}).get(text, Progress())


class Open(NamedTuple):
    """A contract that has not ended: whose, its link in force, and the text of the whole chain."""

    seat: SeatId
    order: StandingOrder
    text: str


class Lookout:
    """Heeds what happens in one adjudication on behalf of all contracts.

    What was so when it began is no news: an UNTIL ends an order only by coming true later."""

    def __init__(self, journal: Journal, rules: Ruleset) -> None:
        self.journal = journal
        self.rules = rules
        self._came_from: dict[FigureId, Hex] = {}
        self._places = {f.id: f.hex for f in journal.battle.figures.values()}
        self._in_this_volley: set[tuple[SeatId, str]] = set()
        self._held: set[tuple[SeatId, str, str]] = set()
        self._was_so: dict[tuple[SeatId, str, tuple[Fact, ...]], bool] = {}
        self.open = list(self._contracts())
        self._look()

    def begin(self) -> None:
        """End what the turn has ended."""
        turn = self.journal.battle.turn
        for contract in self.open[:]:
            last = contract.order.terms.last_turn
            if last and turn > last:
                self._done(contract, english("turn {last} is over", last=last))

    def __call__(self, event: Event) -> None:
        """Told of everything that is recorded."""
        if isinstance(event, Moved):
            self._moved(event)
        if not self.open or isinstance(event, (DieRolled, *_OUR_OWN)):
            return
        if isinstance(event, PhaseEnded):
            self.open = []
        elif isinstance(event, FireDeclared):
            self._in_this_volley.clear()
        elif isinstance(event, DecisionMade):
            self._used(event)
        else:
            self._review()

    def came_from(self, figure: FigureId) -> Hex | None:
        """The hex in which a figure was before the one that it has just moved into."""
        return self._came_from.get(figure)

    def hold(self, seat: SeatId, text: str, why: str, figure: FigureId = "") -> None:
        """Tell the owner, once for each reason, that an order would have been used but for one
        of its terms."""
        if (seat, text, why) not in self._held:
            self._held.add((seat, text, why))
            self.journal.record(StandingOrderHeld(seat=seat, order=text, why=why, figure=figure))

    # what happens

    def _moved(self, event: Moved) -> None:
        was = self._places.get(event.figure)
        if was is not None:
            self._came_from[event.figure] = was
        self._places[event.figure] = event.hex

    def _used(self, event: DecisionMade) -> None:
        """Count a use; the shots of one volley are one use of the order behind them."""
        key = (event.seat, event.order)
        contract = next((c for c in self.open if (c.seat, c.text) == key), None)
        if contract is None or event.chosen.startswith(_NO_USE) or key in self._in_this_volley:
            return
        terms = contract.order.terms
        if not terms.times and not terms.once_a_turn:
            return
        if isinstance(contract.order, WatchOrder):
            self._in_this_volley.add(key)
        battle = self.journal.battle
        if terms.times != 1:
            self.journal.record(StandingOrderUsed(seat=event.seat, order=event.order, turn=battle.turn))
        if terms.times == 1 or 0 < terms.times <= _progress(battle, *key).times:
            self._done(
                contract, "" if terms.times == 1 else english("it was used {times} times", times=terms.times)
            )

    def _review(self) -> None:
        """End what has lost its men or its javelins, hand on what has run its course."""
        for contract in self.open[:]:
            lost = self._nobody_left(contract)
            if lost:
                self._end(contract, lost)
                continue
            for facts in contract.order.terms.until:
                key = (contract.seat, contract.text, facts)
                so = holds(self.journal.battle, self.rules, facts)
                if so and not self._was_so.get(key, False):
                    self._done(contract, print_facts(facts, lexicon_of(self.journal.battle, contract.seat)))
                    break
                self._was_so[key] = so

    def _nobody_left(self, contract: Open) -> str:
        """Why none of the men named can carry out an order any more; empty if somebody can, or
        nobody is named."""
        men = [self.journal.battle.figures[f] for f in figures_of(contract.order)]
        if not men:
            return ""
        left = [f for f in men if f.hex is not None and not f.dead]
        keep = contract.order.terms.keep
        if not left:
            names = " and ".join(f.name for f in men)
            return (
                english("{names} is dead or gone", names=names)
                if len(men) == 1
                else english("{names} are dead or gone", names=names)
            )
        if keep and all(f.weapon == "javelin" and f.javelins <= keep for f in left):
            return (
                english("{left} keeps the last {keep}", left=" and ".join(f.name for f in left), keep=keep)
                if len(left) == 1
                else english(
                    "{left} keep the last {keep}", left=" and ".join(f.name for f in left), keep=keep
                )
            )
        return ""

    # what follows

    def _done(self, contract: Open, why: str) -> None:
        """A link has done what it was for: the next takes its place, unless its own end has come already."""
        battle = self.journal.battle
        number = _progress(battle, contract.seat, contract.text).link + 1
        following = contract.order.after_that
        if following is None:
            self._end(contract, why)
            return
        words = _words(battle, contract.seat, following)
        why = why or english("it was used once")
        over = self._over_already(contract.seat, following)
        if over:
            self._end(
                contract,
                english(
                    "{why}; what was to follow ({words}) ends with it, for {over}",
                    why=why,
                    words=words,
                    over=over,
                ),
            )
            return
        self.journal.record(
            StandingOrderPassedOn(
                seat=contract.seat, order=contract.text, link=number, now=words, why=why
            )
        )  # fmt: skip
        self._refresh()

    def _over_already(self, seat: SeatId, order: StandingOrder) -> str:
        """What has ended a link before its turn came: every link checks everything anew."""
        battle, terms = self.journal.battle, order.terms
        if terms.last_turn and battle.turn > terms.last_turn:
            return english("turn {last_turn} is over", last_turn=terms.last_turn)
        so = next((facts for facts in terms.until if holds(battle, self.rules, facts)), None)
        return "" if so is None else print_facts(so, lexicon_of(battle, seat))

    def _end(self, contract: Open, why: str) -> None:
        self.journal.record(StandingOrderSpent(seat=contract.seat, order=contract.text, why=why))
        self._refresh()

    def _refresh(self) -> None:
        self.open = list(self._contracts())
        self._look()

    def _contracts(self) -> Iterator[Open]:
        battle = self.journal.battle
        for seat in battle.setup.seats:
            for filed in standing_orders(battle, seat.id):
                if isinstance(filed.order, StandingOrder) and filed.order.is_contract:
                    yield Open(seat.id, filed.order, filed.text)

    def _look(self) -> None:
        """Remember what is so now, where nothing is remembered."""
        for contract in self.open:
            for facts in contract.order.terms.until:
                key = (contract.seat, contract.text, facts)
                if key not in self._was_so:
                    self._was_so[key] = holds(self.journal.battle, self.rules, facts)


def _words(battle: Battle, seat: SeatId, link: StandingOrder) -> str:
    """A link without what follows it."""
    return print_order(replace(link, after_that=None), lexicon_of(battle, seat))


def attend(journal: Journal, rules: Ruleset) -> Lookout:
    """The lookout of an adjudication: the one that heeds the journal, or a new one that does so
    from now on."""
    if isinstance(journal.heed, Lookout):
        return journal.heed
    lookout = Lookout(journal, rules)
    journal.heed = lookout
    return lookout

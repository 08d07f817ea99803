"""A table at which much is hidden, for the tests: three sides, counters on a track whose content only their
owners know, spies, an umpire's purse. What is on it, and what happens there (the umpire: veiled_rules.py).

Everybody sees where a counter stands and whose it is. What it holds is its owner's alone; who has spied on it
knows what it held on that day, until he sees that it has changed.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from rules.events.base import Audience, Event, Knowledge
from rules.events.creation import Created
from rules.events.kinds import Kinds
from rules.evolve import begins, handles
from rules.state.audience import Audiences, To
from rules.state.table import Setup, Table


class VeiledSetup(Setup, frozen=True, omit_defaults=True, kw_only=True):
    """``pact``: the seats that are allied; ``neutral``: one that nobody fights; ``asking``: one that is asked
    what becomes of its spoils."""

    phases: int = 3
    places: int = 6
    pact: tuple[str, ...] = ()
    neutral: str = ""
    asking: str = ""

    def friends(self, one: str, other: str) -> bool:
        return one == other or {one, other} <= set(self.pact)

    def foes(self, one: str, other: str) -> bool:
        return not self.friends(one, other) and self.neutral not in (one, other)


class Counter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A band of men."""

    audiences: ClassVar[Audiences] = {
        "id": To.ALL,
        "seat": To.ALL,
        "place": To.ALL,
        "strength": To.OWNER,
        "name": To.OWNER,
    }

    id: str
    seat: str
    place: int
    strength: int = 0
    name: str = ""

    @property
    def sealed(self) -> Counter:
        """What all may see of it."""
        return Counter(self.id, self.seat, self.place)


class Lore(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody learnt of a counter on a ``day``; ``stale``: he has seen that it has changed since."""

    strength: int
    name: str
    day: int
    stale: bool = False


class Veiled(Table, kw_only=True):
    """``lore``: what each seat has learnt of counters that are not its own; ``stores``: what each has laid
    by; ``purse``: the umpire's."""

    audiences: ClassVar[Audiences] = {
        **Table.audiences,
        "counters": To.WITHIN,
        "won": To.ALL,
        "lore": To.OWN,
        "stores": To.OWN,
        "purse": To.UMPIRE,
    }

    setup: VeiledSetup
    counters: dict[str, Counter] = {}
    won: dict[str, int] = {}
    lore: dict[str, dict[str, Lore]] = {}
    stores: dict[str, int] = {}
    purse: int = 0

    def _unshare(self) -> None:
        super()._unshare()
        self.counters, self.won, self.stores = dict(self.counters), dict(self.won), dict(self.stores)
        self.lore = {seat: dict(known) for seat, known in self.lore.items()}

    def knows(self, seat: str | None, counter: str) -> Lore | None:
        return self.lore.get(seat or "", {}).get(counter)


# what happens


class VeiledCreated(Created, frozen=True):
    """Everybody sees the set-up and where the counters stand; each seat besides what its own hold."""

    kind: ClassVar[str] = "veiled_created"
    audience: ClassVar[Audience] = Audience.UMPIRE
    setup: VeiledSetup
    counters: tuple[Counter, ...]
    stores: dict[str, int] = {}
    purse: int = 0

    def seen_by(self, knowledge: Knowledge) -> Event:
        own = knowledge.seat
        return replace(
            self,
            counters=tuple(c if c.seat == own else c.sealed for c in self.counters),
            stores={seat: count for seat, count in self.stores.items() if seat == own},
            purse=0,
        )


class CounterMoved(Event, frozen=True):
    kind: ClassVar[str] = "counter_moved"
    counter: str
    place: int


class Spied(Event, frozen=True):
    """A seat has learnt what a counter holds on this day."""

    kind: ClassVar[str] = "spied"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: str
    counter: str
    lore: Lore


class Shifted(Event, frozen=True):
    """Men went from one counter to another. Allies see that something stirs; whoever has spied on the giver,
    that it is not any more what it was."""

    kind: ClassVar[str] = "shifted"
    by_knowledge: ClassVar[bool] = True
    seat: str
    giver: str
    taker: str
    amount: int

    def seen_by(self, knowledge: Knowledge) -> Event | None:
        if knowledge.seat == self.seat:
            return self
        known: Veiled = knowledge.state
        if known.knows(knowledge.seat, self.giver):
            return Stirred(place=known.counters[self.giver].place, counter=self.giver)
        if knowledge.seat and known.setup.friends(knowledge.seat, self.seat):
            return Stirred(place=known.counters[self.giver].place)
        return None


class Stirred(Event, frozen=True):
    """What others see of men who are shifted; never the truth of anything."""

    kind: ClassVar[str] = "stirred"
    place: int
    counter: str = ""


class Fought(Event, frozen=True):
    """Two counters met. Those in the fight see what the other holds and learn it (``learn``); others see who
    won, and call a counter by its name if they know one. ``left``: the loser's strength, for its owner."""

    kind: ClassVar[str] = "fought"
    by_knowledge: ClassVar[bool] = True
    attacker: str
    defender: str
    winner: str
    strengths: tuple[int, ...] = ()
    names: tuple[str, ...] = ("", "")
    left: int = 0
    learn: tuple[str, ...] = ()

    @property
    def loser(self) -> str:
        return self.defender if self.winner == self.attacker else self.attacker

    def seen_by(self, knowledge: Knowledge) -> Event:
        known: Veiled = knowledge.state
        if knowledge.seat in self.learn:
            own = known.counters[self.loser].seat == knowledge.seat
            return replace(self, learn=(knowledge.seat,), left=self.left if own else 0)
        lore = [known.knows(knowledge.seat, counter) for counter in (self.attacker, self.defender)]
        names = tuple(one.name if one else "" for one in lore)
        return replace(self, strengths=(), names=names, left=0, learn=())


class SpoilsTaken(Event, frozen=True):
    """What the winner of a fight did with what he took: "keep" it with the counter, or "bury" it."""

    kind: ClassVar[str] = "spoils_taken"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: str
    counter: str
    choice: str


class Foraged(Event, frozen=True):
    kind: ClassVar[str] = "foraged"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: str
    amount: int


class PurseFilled(Event, frozen=True):
    kind: ClassVar[str] = "umpires_purse_filled"
    audience: ClassVar[Audience] = Audience.UMPIRE
    amount: int


KINDS = Kinds(
    "veiled",
    (
        VeiledCreated, CounterMoved, Spied, Shifted, Stirred, Fought, SpoilsTaken, Foraged, PurseFilled
    ),
)  # fmt: skip


# how it changes the table


@begins(VeiledCreated)
def _created(event: VeiledCreated) -> Veiled:
    counters = {counter.id: counter for counter in event.counters}
    return Veiled(setup=event.setup, counters=counters, stores=dict(event.stores), purse=event.purse)


@handles(Veiled, CounterMoved)
def _moved(table: Veiled, event: CounterMoved) -> None:
    table.counters[event.counter] = replace(table.counters[event.counter], place=event.place)


@handles(Veiled, Spied)
def _spied(table: Veiled, event: Spied) -> None:
    table.lore.setdefault(event.seat, {})[event.counter] = event.lore


@handles(Veiled, Shifted)
def _shifted(table: Veiled, event: Shifted) -> None:
    for counter, more in ((event.giver, -event.amount), (event.taker, event.amount)):
        found = table.counters[counter]
        table.counters[counter] = replace(found, strength=found.strength + more)
    _has_changed(table, event.giver)


@handles(Veiled, Stirred)
def _stirred(table: Veiled, event: Stirred) -> None:
    _has_changed(table, event.counter)


def _has_changed(table: Veiled, counter: str) -> None:
    """Whoever knew what it held sees that it does no longer."""
    for known in table.lore.values():
        if counter in known:
            known[counter] = replace(known[counter], stale=True)


@handles(Veiled, Fought)
def _fought(table: Veiled, event: Fought) -> None:
    _has_changed(table, event.loser)
    sides = (event.attacker, event.defender)
    for counter, strength, name in zip(sides, event.strengths, event.names, strict=False):
        for seat in event.learn:
            if seat != table.counters[counter].seat:
                table.lore.setdefault(seat, {})[counter] = Lore(strength, name, table.turn)
    table.counters[event.loser] = replace(table.counters[event.loser], strength=event.left)
    seat = table.counters[event.winner].seat
    table.won[seat] = table.won.get(seat, 0) + 1


@handles(Veiled, SpoilsTaken)
def _spoils(table: Veiled, event: SpoilsTaken) -> None:
    if event.choice == "keep":
        found = table.counters[event.counter]
        table.counters[event.counter] = replace(found, strength=found.strength + 1)
    else:
        table.stores[event.seat] = table.stores.get(event.seat, 0) + 1


@handles(Veiled, Foraged)
def _foraged(table: Veiled, event: Foraged) -> None:
    table.stores[event.seat] = table.stores.get(event.seat, 0) + event.amount


@handles(Veiled, PurseFilled)
def _filled(table: Veiled, event: PurseFilled) -> None:
    table.purse += event.amount

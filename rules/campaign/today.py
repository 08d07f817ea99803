"""The campaign's day that is played: its journal, the tables and the land, the orders of all seats, and what
holds for this day alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace

from rules.campaign.ahead import fights_of, named_in
from rules.campaign.in_force import land_of, tables_of
from rules.campaign.plans.plan import COMING, Join, March, Order, Plan
from rules.core.tables import RuleTable, Tables
from rules.events.base import Event
from rules.events.campaign_fights import Tested
from rules.events.campaign_secrets import LineDone, PrestigeChanged, PurseChanged
from rules.events.umpire import OrderFailed
from rules.journal import TableJournal
from rules.siege.page import SiegePage
from rules.state.campaign import Campaign, Halt, Levy
from rules.state.campaign_counters import Founded, Group, GroupId, Kind, PlaceId
from rules.state.figure import Character, FigureId, Hex, SeatId, SideId
from rules.state.siege import SiegeSetup, Stronghold

Ordered = TypeVar("Ordered", bound=Order)


class OfSieges(Protocol):
    """How a book's campaign besieges (rules.campaign.sieges.page), as far as the day looks at it."""

    @property
    def page(self) -> SiegePage: ...

    @property
    def walls(self) -> Mapping[Kind, str]: ...

    def stronghold(self, kind: Kind, name: str) -> Stronghold: ...

    def drawn(self, kind: Kind, setup: SiegeSetup) -> SiegeSetup: ...


class OfBook(Protocol):
    """The page of a book (rules.campaign.page), as far as the day looks at it."""

    @property
    def weigh(self) -> Callable[[Tables, Any, Any], Tested]: ...

    @property
    def may_fight(self) -> Callable[[Tables, Tested, Tested], bool]: ...

    @property
    def loot_costs(self) -> Callable[[Founded], int]: ...

    @property
    def sieges(self) -> OfSieges: ...


class Today:
    """``since_yesterday``: groups that were there in the morning; ``held_overnight``: who was a prisoner
    then; ``done``: those that move no more today: they have fought, or joined a battle (GUC-14.3c);
    ``marched``, ``joined``: those that came to their hex today, by their own march or otherwise: to a battle,
    or giving way elsewhere;
    ``noted``: something has happened that all may know; ``left``: who still has to move, in turn (None:
    nobody's turn has come yet), ``sought``: how many bands without an employer have moved; ``levies``: who
    fights for a settlement in which battle on a board; ``besieged``: which sieges have had their day, or wait
    in it; ``largest``: of groups that were joined with others, men and prestige of the largest part.

    Where days are opened ahead of others: ``ahead``: this one is; ``still``: the counters that have no turn
    now, ``apart``: those of them whose evening does not come now either; ``went``: convoys, spies and bands
    without an employer that have gone today; ``also``: who is left from when others played this day."""

    def __init__(self, journal: TableJournal[Campaign], page: OfBook, plans: Mapping[SeatId, Plan]) -> None:
        self.journal = journal
        self.page = page
        self.plans = dict(plans)
        self.tables = tables_of(journal.table)
        self.land = land_of(journal.table)
        self.since_yesterday = frozenset(journal.table.groups)
        self.held_overnight = frozenset(journal.table.captors)
        self.done: set[GroupId] = set()
        self.marched: set[GroupId] = set()
        self.joined: set[GroupId] = set()
        self.largest: dict[GroupId, tuple[int, int]] = {}
        self.noted = False
        self.left: tuple[GroupId, ...] | None = None
        self.sought = 0
        self.levies: dict[str, Levy] = {}
        self.besieged: set[PlaceId] = set()
        self.ahead = False
        self.still: frozenset[str] = frozenset()
        self.apart: frozenset[str] = frozenset()
        self.went: set[str] = set()
        self.also: tuple[GroupId, ...] = ()

    @property
    def waits(self) -> bool:
        """The day does not end before its battles on boards are over."""
        return bool(fights_of(self.at, self.at.day))

    def acts(self, *counters: str) -> bool:
        """Whether counters (rules.campaign.ahead) have a turn now; "" is none."""
        return self.still.isdisjoint(counters)

    def meets(self, counter: str) -> bool:
        """Whether somebody who is ahead finds a convoy or a spy: those that wait are not there for him."""
        return not (self.ahead and counter in self.still)

    def may_do(self, order: Order) -> bool:
        """Whether all that an order of the morning speaks of has a turn now."""
        return not self.still or self.acts(*named_in(order))

    def halt(self, step: str, played: Iterable[str] = ()) -> Halt:
        """What is to be remembered of a day that waits in one of its steps. ``played``: by whom, if it is
        ahead of others."""
        return Halt(
            day=self.at.day if self.at.setup.options.days_ahead else 0,
            went=tuple(sorted(self.went)) if self.at.setup.options.days_ahead else (),
            played=tuple(sorted(played)),
            step=step,
            left=self.left,
            still=tuple(sorted(self.still)) if self.besieged and self.left is None else (),
            also=self.also if self.left is None else (),
            sought=self.sought,
            since_yesterday=tuple(sorted(self.since_yesterday)),
            held_overnight=tuple(sorted(self.held_overnight)),
            done=tuple(sorted(self.done)),
            marched=tuple(sorted(self.marched)),
            joined=tuple(sorted(self.joined)),
            levies=dict(self.levies),
            besieged=tuple(sorted(self.besieged)),
        )

    def resume(self, halt: Halt) -> None:
        """The same day goes on. Lines that could not be read any more were told of in the morning."""
        self.left, self.sought, self.levies = halt.left, halt.sought, dict(halt.levies)
        self.since_yesterday = frozenset(halt.since_yesterday)
        self.held_overnight = frozenset(halt.held_overnight)
        self.done, self.marched, self.joined = set(halt.done), set(halt.marched), set(halt.joined)
        self.besieged = set(halt.besieged)
        self.went = set(halt.went)
        self.also = halt.also
        self.plans = {seat: Plan(plan.orders) for seat, plan in self.plans.items()}
        self.noted = True

    @property
    def at(self) -> Campaign:
        return self.journal.table

    @property
    def terrain(self) -> RuleTable:
        return self.tables["campaign-terrain"]

    def figure(self, name: str) -> int:
        """A figure of the book's."""
        return self.tables["campaign-figures"].number(name, "value")

    def price(self, what: str) -> int:
        """In half deniers."""
        return self.tables["campaign-prices"].number(what, "halves")

    def record(self, event: Event) -> None:
        self.journal.record(event)

    def roll(self, rule: str, actor: str, target: str = "", sides: int = 10) -> int:
        """A die that tells nobody more than its event does: the umpire's (RUL-1201)."""
        return self.journal.roll(rule, f"day{self.at.day}/{actor}", target, sides=sides, chain="umpire")

    def of(self, *sides: SideId) -> tuple[SeatId, ...]:
        """The seats of some sides."""
        return self.at.seats_with(*(side for side in sides if side))

    # orders

    def orders(self, seat: SeatId, kind: type[Ordered]) -> tuple[Ordered, ...]:
        plan = self.plans.get(seat)
        return plan.of(kind) if plan is not None else ()

    def every(self, kind: type[Ordered]) -> Iterable[tuple[SeatId, Ordered]]:
        """All orders of a kind, seat by seat."""
        for seat in self.at.setup.seats:
            for order in self.orders(seat.id, kind):
                yield seat.id, order

    def goal_of(self, march: March) -> Hex:
        """Where a march leads today; "" where its goal is not on the map any more."""
        return self.at.where_is(march.toward) if march.toward else march.to

    def goes(self, group: Group) -> bool:
        """Whether a line sends it somewhere."""
        return any(m.group == group.id and self.goal_of(m) for m in self.orders(group.seat, March))

    def line_done(self, seat: SeatId, order: Order, lacks: str = "") -> None:
        """It is carried out: it stands no more, and counts no more today. ``lacks``: what of it could not be,
        and why."""
        self._strike(seat, order)
        if order.text:
            self.record(LineDone(to=(seat,), seat=seat, line=order.text, lacks=lacks))

    def line_ends(self, seat: SeatId, order: Order, rule: str, why: str) -> None:
        """It can never be carried out any more: its owner alone is told why, once, and it stands no more."""
        self._strike(seat, order)
        self.failed(seat, order, rule, why)
        if order.text:
            self.record(LineDone(to=(seat,), seat=seat, line=order.text, undone=True))

    def _strike(self, seat: SeatId, order: Order) -> None:
        self.plans[seat] = Plan(tuple(one for one in self.plans[seat].orders if one is not order))

    def call(self, seat: SeatId, men: Iterable[FigureId], group: GroupId) -> None:
        """A new group has its counter: the lines that called it by its men mean that from now on."""
        coming = {f"{COMING}{name}" for name in men}

        def renamed(order: Order) -> Order:
            found: dict[str, Any] = {
                name: group
                for name in ("group", "into", "toward", "escort", "beside")
                if getattr(order, name, "") in coming
            }
            if isinstance(order, Join) and coming & set(order.fights):
                found["fights"] = tuple(group if one in coming else one for one in order.fights)
            return replace(order, **found) if found else order

        self.plans[seat] = Plan(tuple(renamed(order) for order in self.plans[seat].orders))

    def failed(self, seat: SeatId, order: Order, rule: str, why: str) -> None:
        """It cannot be carried out, and its owner alone is told why. It stands for another day."""
        self.record(OrderFailed(seat=seat, order=order.text, rule=rule, why=why))

    # money and prestige

    def pay(self, halves: int, cause: str, *, group: GroupId = "", place: PlaceId = "") -> None:
        """Into a purse, or out of it (less than 0)."""
        side = self.at.groups[group].side if group else self.at.places[place].side
        if halves:
            self.record(PurseChanged(to=self.of(side), by=halves, cause=cause, group=group, place=place))

    def honour(self, leader: FigureId, by: int, cause: str) -> None:
        """A leader's prestige, between 1 and 10 (GUC-9b)."""
        before = self.at.prestige[leader]
        after = min(max(before + by, self.figure("least prestige")), self.figure("most prestige"))
        if after != before:
            side = self.at.men[leader].side
            self.record(PrestigeChanged(to=self.of(side), leader=leader, prestige=after, cause=cause))


def company(at: Campaign, group: Group) -> tuple[Character, ...]:
    """Who fights for a group: its men and the mercenaries under its counter."""
    found = list(at.in_group(group.id))
    for band in at.stacked(group.id):
        found += at.in_group(band.id)
    return tuple(found)


def all_ride(men: Iterable[Character]) -> bool:
    return all(man.mounted for man in men)

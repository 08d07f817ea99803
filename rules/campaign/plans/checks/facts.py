"""What a seat knows that bears on its lines, and reasons that several of them can fail for."""

from __future__ import annotations

from typing import NamedTuple

from rules.campaign import groups
from rules.campaign.in_force import tables_of
from rules.campaign.picking import missing, picked
from rules.campaign.plans.counted import money, so_many
from rules.campaign.plans.names import Known
from rules.campaign.plans.plan import (
    COMING,
    Convoy,
    Draw,
    Fetch,
    Hire,
    Merge,
    Order,
    Pass,
    PayBand,
    Pick,
    Plan,
    Ransom,
    Recruit,
    Split,
)
from rules.campaign.today import all_ride, company
from rules.core.language import english
from rules.orders.trouble import Code, Trouble
from rules.state.campaign_counters import GroupId
from rules.state.figure import Character, Hex

_SPENDING = ((Split, Pass), (PayBand,), (Ransom,), (Recruit, Hire))
"""As the day goes through them (guiscard.py): of each the lines in their order."""


class Checked(NamedTuple):
    """``trouble``: why a line cannot stand; ``note``: why it could not be done today; ``details``: what it
    would come to."""

    trouble: Trouble | None = None
    note: str = ""
    details: tuple[str, ...] = ()


def _step(order: Order) -> int:
    """In which of the steps of a day that cost money a line comes."""
    return next((n for n, kinds in enumerate(_SPENDING) if isinstance(order, kinds)), len(_SPENDING))


def cannot(message: str, code: Code = Code.RULE) -> Checked:
    return Checked(Trouble(code, message))


def whole(split: Split) -> Pick:
    """Whom a SPLIT takes, its leader among them."""
    pick = split.pick
    if not split.leader or split.leader in pick.names:
        return pick
    return Pick((*pick.names, split.leader), pick.kinds, pick.number, pick.wounded)


class Facts:
    """What is known to a seat, with all lines that stand."""

    def __init__(self, known: Known, plan: Plan) -> None:
        self.known = known
        self.at = known.at
        self.plan = plan
        self.tables = tables_of(known.at)
        self.terrain = self.tables["campaign-terrain"]

    def figure(self, name: str) -> int:
        return self.tables["campaign-figures"].number(name, "value")

    def price(self, what: str) -> int:
        return self.tables["campaign-prices"].number(what, "halves")

    def split_of(self, group: GroupId) -> Split | None:
        """The line that is to make a group that has no counter yet."""
        name = group.removeprefix(COMING)
        return next((s for s in self.plan.of(Split) if name in (*s.pick.names, s.leader)), None)

    def out_of(self, group: GroupId) -> GroupId:
        """The group on the map out of which one is to be split off; itself where it is there; "" for none."""
        seen: set[GroupId] = set()
        while group.startswith(COMING) and group not in seen:
            seen.add(group)
            split = self.split_of(group)
            group = split.group if split is not None else ""
        return "" if group.startswith(COMING) else group

    def hex_of(self, group: GroupId) -> Hex:
        """Where a group or a convoy is, or a group will be made; "" for one that will not be."""
        if group in self.at.convoys:
            return self.at.convoys[group].hex
        base = self.out_of(group)
        return self.at.groups[base].hex if base else ""

    def men_of(self, group: GroupId) -> tuple[Character, ...]:
        """Who marches: those of a group, mercenaries with it, or those who are to be split off."""
        if not group.startswith(COMING):
            return company(self.at, self.at.groups[group])
        split = self.split_of(group)
        if split is None or split.group.startswith(COMING):
            return ()
        names = picked(self.at.in_group(split.group), whole(split), self.at.content(split.group).leader)
        return tuple(self.at.men[name] for name in names)

    def pace(self, group: GroupId) -> int:
        """MP of a day."""
        if not group.startswith(COMING):
            return groups.allowance(self.at, self.at.groups[group], self.tables)
        men = self.men_of(group)
        rides = bool(men) and all_ride(men) and not self._escorts(group)
        whole = self.figure("move riders" if rides else "move foot") + self.at.season
        if any(man.wounded for man in men):
            whole += self.figure("wounded move")
        return max(whole, 1)

    def _escorts(self, group: GroupId) -> bool:
        return any(convoy.escort == group for convoy in self.plan.of(Convoy))

    def purse_of(self, group: GroupId) -> int:
        if not group.startswith(COMING):
            return self.at.content(group).purse
        split = self.split_of(group)
        return split.purse if split is not None else 0

    def spent(self, group: GroupId, but: Order) -> int:
        """What other lines take out of a purse before a line, in half deniers: those of earlier steps of the
        day, and those above it in its own."""
        total = 0
        for order in sorted(self.plan.orders, key=_step):
            if order.text == but.text:
                break
            match order:
                case Pass(group=one, halves=halves) if one == group:
                    total += halves
                case Split(group=one, purse=halves) if one == group:
                    total += halves
                case Recruit(group=one) if one == group:
                    total += self.fee(order)
                case PayBand(band=band) if band in self.at.contents and self.at.groups[band].under == group:
                    total += self.price("mercenary") * len(self.at.content(band).men)
                case Ransom(group=one, leader=leader) if one == group and leader in self.at.captors:
                    total += self.at.prestige.get(leader, 0) * self.price("prestige of a ransom")
                case _:
                    pass
        return total

    def fee(self, order: Recruit) -> int:
        return sum(
            self.price(kind) * n
            for kind, n in order.kinds.items()
            if self.tables["campaign-prices"].has(kind)
        )

    def changes(self, group: GroupId, but: Order) -> bool:
        """Whether another line brings men into a group, or takes some out of it."""
        return any(
            order.text != but.text and group in (getattr(order, "group", ""), getattr(order, "into", ""))
            for order in self.plan.orders
            if isinstance(order, Split | Merge | Draw | Fetch)
        )

    def place_name(self, place: str) -> str:
        return self.at.founded(place).name

    # reasons

    def lacking(self, group: GroupId, pick: Pick, order: Order) -> Checked | None:
        """That men are not in a group; only a note where another line may bring them."""
        if group.startswith(COMING):
            return None
        there = self.at.in_group(group)
        absent = missing(there, pick)
        if not absent:
            return None
        name = absent[0]
        if name in self.at.men:
            where = self.where_is(name)
        else:
            number, _, kind = name.partition(" ")
            has = pick.kinds.get(kind, pick.number) - int(number)
            where = english("{group} has {men}", group=self.known.called(group), men=so_many(has, kind))
        if self.changes(group, order):
            return Checked(note=where)
        return cannot(where, Code.CANNOT_ACT)

    def where_is(self, name: str) -> str:
        man = self.at.men[name]
        for group, content in self.at.contents.items():
            if self.known.own(self.at.groups[group].side) and name in content.men:
                return english(
                    "{name} is in the group {group}", name=man.name, group=self.known.called(group)
                )
        return self.known.whereabouts(name)

    def short_of_money(self, group: GroupId, wanted: int, order: Order) -> str:
        purse, spent = self.purse_of(group), self.spent(group, order)
        if not wanted or wanted <= purse - spent:
            return ""
        if spent and wanted <= purse:
            return english(
                "{group} has {purse}, and other lines spend {spent} of it",
                group=self.known.called(group), purse=money(purse), spent=money(spent),
            )  # fmt: skip
        return english("{group} has {purse}", group=self.known.called(group), purse=money(purse))

    def apart(self, one: GroupId, other: GroupId) -> str:
        if self.hex_of(one) == self.hex_of(other):
            return ""
        return english(
            "{group} is in {hex}, {other} in {there}", group=self.known.called(one),
            hex=self.known.where(self.hex_of(one)), other=self.known.called(other),
            there=self.known.where(self.hex_of(other)),
        )  # fmt: skip

    def not_ours(self, place: str) -> Checked | None:
        if self.known.ours(place):
            return None
        return cannot(english("{place} is not of your side", place=self.place_name(place)), Code.NOT_YOURS)

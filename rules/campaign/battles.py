"""Battles in the open: an attack, the answer to it, and who joins (GUC-14.3, GUC-14.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.campaign import cures, field, groups, meeting, odds, retreats
from rules.campaign.boards import calling
from rules.campaign.field import freed, left_on_the_field, remains, spoils
from rules.campaign.levies import raised, sent_home
from rules.campaign.lines import Line, drawn_up_with
from rules.campaign.plans.plan import Join, own_first
from rules.campaign.prisoners import guarded
from rules.campaign.resolving import hurt, resolved, slain
from rules.campaign.sieges.record import lies_before
from rules.campaign.today import Today, company
from rules.core.tables import Tables
from rules.events.campaign_fights import (
    AttackMade,
    BattleJoined,
    FightRefused,
    GroupYielded,
    SlipTested,
)
from rules.state.campaign import Campaign, Levy
from rules.state.campaign_counters import Group, GroupId, PlaceId
from rules.state.figure import Character, FigureId, Hex, SideId


def attack(today: Today, attacker: Group, defender: Group) -> None:
    """An attack in the hex where both are: it is refused (GUC-14.5a), or they lay down their arms
    (GUC-14.6c), or it comes to a battle, which neighbours may join (GUC-14.3)."""
    at = today.at
    where = attacker.hex
    today.noted = True
    today.record(AttackMade(attacker.id, where, defender.id))
    today.done |= {attacker.id, defender.id}
    answer = meeting.answer_to(today, defender, attacker)
    if answer == "refuse":
        refuse(today, defender, attacker)
        return
    if answer == "yield":
        surrender(today, defender, attacker)
        return
    ours, theirs = list(drawn_up_with(at, attacker)), list(drawn_up_with(at, defender))
    join(today, where, ours, theirs, attacker.side, defender.side)
    levy = raised(today, where, attacker.side, defender.side)
    mine, other = drawn_up(at, ours, theirs, levy)
    if calling.is_fought_out(today, mine, other):
        calling.call(today, where, mine, other)
    else:
        fight(today, where, mine, other)
        over(today, levy)


def drawn_up(
    at: Campaign, attackers: Sequence[GroupId], defenders: Sequence[GroupId], levy: Levy | None
) -> tuple[Line, Line]:
    """The two lines of a battle; townsmen stand in that of their side."""
    ours, theirs = (
        Line(tuple(groups), levy if levy is not None and levy.side == at.groups[groups[0]].side else None)
        for groups in (attackers, defenders)
    )
    return ours, theirs


def over(today: Today, levy: Levy | None) -> None:
    """Behind a battle, whatever came of it."""
    if levy is not None:
        sent_home(today, levy)


# who joins


def join(
    today: Today, where: Hex, ours: list[GroupId], theirs: list[GroupId], attacker: SideId, defender: SideId,
    place: PlaceId = "",
) -> None:  # fmt: skip
    """Groups in neighbouring hexes, of either side or its allies, and allies who are in the hex itself
    (RUL-1338), come if their orders say so; without orders if those who fight already are worth less than the
    enemy (GUC-14.3). The defenders decide first, and in turn until nobody comes any more (RUL-1216). Who has
    come moves no more today (GUC-14.3c). ``place``: what is stormed."""
    more = True
    while more:
        more = False
        for mine, enemy, side, foe in (
            (theirs, ours, defender, attacker),
            (ours, theirs, attacker, defender),
        ):
            comer = _comer(today, Joining(where, mine, enemy, side, foe, place))
            if comer is not None:
                from_hex = comer.hex
                today.record(BattleJoined(comer.id, from_hex, mine[0] if mine else "", place))
                if from_hex != where:
                    groups.moved(today, comer, (from_hex, where), "joins")
                    today.joined.add(comer.id)
                today.done.add(comer.id)
                mine.append(comer.id)
                more = True


class Joining(NamedTuple):
    """A fight that a group may join: who stands in its own line and the enemy's, and whose these are."""

    where: Hex
    mine: Sequence[GroupId]
    enemy: Sequence[GroupId]
    side: SideId
    foe: SideId
    storms: PlaceId

    def ours(self, today: Today, *comers: GroupId) -> odds.Strength:
        return self._seen(today, (*self.mine, *comers), self.side)

    def theirs(self, today: Today) -> odds.Strength:
        return self._seen(today, self.enemy, self.foe)

    def _seen(self, today: Today, line: Sequence[GroupId], side: SideId) -> odds.Strength:
        return odds.line(today, self.where, line, side, seen_by=self.side, storms=self.storms)


def _comer(today: Today, joins: Joining) -> Group | None:
    """Who has joined a battle today, or given way, comes to no other (GUC-14.3c, RUL-1296), nor does who has
    fought in the hex itself; nor who is cured and may not leave (GUC-14.7b)."""
    at = today.at
    near = {joins.where, *today.land.neighbours(joins.where)}
    for group in sorted(at.groups.values(), key=lambda g: (-_prestige(at, g), g.id)):
        if group.hex not in near or not group.side or group.under:
            continue
        if not at.friendly(group.side, joins.side) or group.id in (*joins.mine, *joins.enemy):
            continue
        if group.free == at.day or lies_before(at, group):
            continue
        if group.hex == joins.where and group.id in today.done:
            continue
        if at.content(group.id).captives or group.id in today.joined:
            continue
        if group.hex != joins.where and cures.bound(at, group):
            continue
        if _will_join(today, group, joins):
            return group
    return None


def _prestige(at: Campaign, group: Group) -> int:
    return at.prestige_of(group.id) if group.id in at.contents else 0


def _will_join(today: Today, group: Group, joins: Joining) -> bool:
    """By its own line before one for all; the terms weigh both lines, itself in its own (RUL-1304)."""
    lines = own_first(join for join in today.orders(group.seat, Join) if join.group in ("", group.id))
    for line in lines:
        if line.never:
            return False
        fits = (not line.beside or line.beside in joins.mine) and (
            not line.fights or bool(set(line.fights) & set(joins.mine))
        )
        if fits and odds.hold(today, line.terms, group, joins.ours(today, group.id), joins.theirs(today)):
            return True
    return not lines and joins.ours(today).value < joins.theirs(today).value


# the answer to an attack


def refuse(today: Today, group: Group, attacker: Group) -> None:
    """Everybody slips away for himself: 1D10, riders and armoured men -1 each, wounded men +2 (GUC-14.5a);
    their leader loses a point of prestige (GUC-14.5b). Who is left goes to the hex opposite to where the
    attacker came from (RUL-1217); if nobody is, the purse is the attacker's (RUL-1218)."""
    at = today.at
    today.record(FightRefused(group.id))
    groups.lost(today, group.id, "withdrew")
    taken: list[FigureId] = []
    to = today.of(group.side, attacker.side)
    for man in company(at, group):
        die, modifier = today.roll("GUC-14.5a", man.id), slip_modifier(man, today.tables)
        result = slipped(die + modifier, today.tables)
        today.record(SlipTested(to=to, figure=man.id, die=die, modifier=modifier, result=result))
        if result == "killed":
            slain(today, man.id, "refusing")
        elif result == "wounded":
            hurt(today, man.id, "refusing")
        elif result == "taken":
            taken.append(man.id)
    freed(today, group, (attacker.id,))
    guarded(today, taken, drawn_up_with(at, attacker))
    if not at.content(group.id).men:
        spoils(today, group.id, attacker.id)
    if remains(today, group.id):
        meeting.look(today, attacker.side, at.groups[group.id])  # what is left of it (RUL-1318)
        retreats.withdraw(today, at.groups[group.id], attacker.came)
    left_on_the_field(today, attacker.id)


def slip_modifier(man: Character, tables: Tables) -> int:
    cases = (("rider", man.mounted), ("armoured", man.armoured), ("wounded", man.wounded))
    table = tables["campaign-refusing-modifiers"]
    return sum(table.number(case, "die") for case, holds in cases if holds)


def slipped(total: int, tables: Tables) -> str:
    """What becomes of him: "unharmed", "taken", "wounded" or "killed" (GUC-14.5a)."""
    return tables["campaign-refusing"].text(min(max(total, 1), 10), "result")


def surrender(today: Today, group: Group, victor: Group) -> None:
    """All are prisoners (GUC-14.6c). Whom they had for prisoners is free."""
    at = today.at
    today.record(GroupYielded(group.id))
    names = [man.id for man in company(at, group)]
    groups.lost(today, group.id)
    groups.won(today, victor.id)
    spoils(today, group.id, victor.id)
    freed(today, group, (victor.id,))
    guarded(today, names, drawn_up_with(at, victor))
    remains(today, group.id, "taken")
    left_on_the_field(today, victor.id)


# the battle


def fight(today: Today, where: Hex, attackers: Line, defenders: Line) -> None:
    """It is resolved quickly, and whoever gives way leaves the field."""
    field.ended(today, where, attackers, defenders, resolved(today, where, attackers, defenders))

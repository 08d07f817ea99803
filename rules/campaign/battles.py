"""Battles in the open: an attack, the answer to it, who joins, and how it ends (GUC-14), resolved by one die
(GUC-17)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from rules.campaign import convoys, cures, groups, meeting, retreats
from rules.campaign.boards import calling
from rules.campaign.custody import free, take
from rules.campaign.levies import raised, sent_home
from rules.campaign.lines import Line, fighters, hungry_in, leaders, sides_of
from rules.campaign.plans.plan import Join
from rules.campaign.prisoners import guarded, taken_over
from rules.campaign.today import Today, company
from rules.core.tables import Tables
from rules.events.campaign import GroupGone, ManHurt, ManLost
from rules.events.campaign_fights import (
    AttackMade,
    BattleJoined,
    CampaignFought,
    FightRefused,
    GroupYielded,
    LeaderTested,
    SlipTested,
)
from rules.siege import quick
from rules.state.campaign import Campaign, Fate, Group, GroupId, Kind, Levy, PlaceId
from rules.state.figure import Character, FigureId, Hex, SideId

FIELD, SIEGE = "field", "siege"
BATTLE = "battle"

Men = list[Character]


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


def beside(group: Group, other: Group) -> bool:
    """Another group of the same side that stands by itself in the same hex takes part."""
    return bool(group.side) and group.id != other.id and group.side == other.side and not group.under


def drawn_up_with(at: Campaign, group: Group) -> tuple[GroupId, ...]:
    """A group and all others beside it, itself first."""
    return (group.id, *(other.id for other in at.groups_in(group.hex) if beside(other, group)))


# who joins


def join(
    today: Today, where: Hex, ours: list[GroupId], theirs: list[GroupId], attacker: SideId, defender: SideId,
    place: PlaceId = "", inside: int = 0,
) -> None:  # fmt: skip
    """Groups in neighbouring hexes, of either side or its allies, come if their orders say so; without
    orders if those who fight already are worth less than the enemy (GUC-14.3). The defenders decide first,
    and in turn until nobody comes any more (RUL-1216). Who has come moves no more today (GUC-14.3c).
    ``place``: what is stormed; ``inside``: what its men are worth."""
    more = True
    while more:
        more = False
        for mine, enemy, side, ahead in (
            (theirs, ours, defender, inside),
            (ours, theirs, attacker, -inside),
        ):
            comer = _comer(today, where, mine, enemy, side, ahead)
            if comer is not None:
                from_hex = comer.hex
                today.record(BattleJoined(comer.id, from_hex, mine[0] if mine else "", place))
                groups.moved(today, comer, (from_hex, where), "joins")
                today.done.add(comer.id)
                today.joined.add(comer.id)
                mine.append(comer.id)
                more = True


def _comer(
    today: Today, where: Hex, mine: Sequence[GroupId], enemy: Sequence[GroupId], side: SideId, ahead: int
) -> Group | None:
    """Who has joined a battle today, or given way, comes to no other (GUC-14.3c, RUL-1296); nor does who is
    cured and may not leave (GUC-14.7b)."""
    at = today.at
    near = set(today.land.neighbours(where))
    for group in sorted(at.groups.values(), key=lambda g: (-_prestige(at, g), g.id)):
        if group.hex not in near or not group.side or not at.friendly(group.side, side) or group.under:
            continue
        if group.id in (*mine, *enemy) or group.free == at.day or besieging(at, group):
            continue
        if at.content(group.id).captives or group.id in today.joined or cures.bound(at, group):
            continue
        if _will_join(today, group, mine, enemy, ahead):
            return group
    return None


def _prestige(at: Campaign, group: Group) -> int:
    return at.prestige_of(group.id) if group.id in at.contents else 0


def besieging(at: Campaign, group: Group) -> bool:
    return any(place.siege == group.id for place in at.places.values())


def _will_join(
    today: Today, group: Group, mine: Sequence[GroupId], enemy: Sequence[GroupId], ahead: int
) -> bool:
    """``ahead``: by how much the men of a place make its own side worth more."""
    at = today.at
    lines = [join for join in today.orders(group.seat, Join) if join.group in ("", group.id)]
    lines.sort(key=lambda join: not join.group)  # its own line before one for all
    foe = at.groups[enemy[0]] if enemy else None
    for line in lines:
        if line.never:
            return False
        fits = (not line.beside or line.beside in mine) and (
            not line.fights or bool(set(line.fights) & set(mine))
        )
        if fits and (foe is None or meeting.holds(today, line.terms, group, meeting.met(today, foe))):
            return True
    if lines:
        return False
    ours = meeting.value_of(at, [at.groups[g] for g in mine], today.tables)
    return ours + ahead < meeting.value_of(at, [at.groups[g] for g in enemy], today.tables)


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
    ended(today, where, attackers, defenders, resolved(today, where, attackers, defenders))


def resolved(
    today: Today, where: Hex, attackers: Line, defenders: Line, *, place: PlaceId = "", call: str = "",
    stand: tuple[Men, Men] | None = None,
) -> tuple[str, str]:  # fmt: skip
    """One die decides (GUC-17.2): who gives way, and what it costs both. ``place``: that is stormed; a castle
    is a siege's ground (GUC-17.1b). ``call``: of a battle on a board that was cut short, ``stand``: who still
    stands there; where nobody does of a line it has fled without a die, where nobody does of either it is a
    draw (RUL-1272)."""
    at = today.at
    ours, theirs = stand or (fighters(at, attackers), fighters(at, defenders))
    said = CampaignFought(
        to=today.of(*sides_of(at, attackers, defenders)), hex=where, attackers=attackers.groups,
        defenders=defenders.groups, ground=FIELD, ends=("", ""), place=place, men=(len(ours), len(theirs)),
        call=call,
    )  # fmt: skip
    if call and not (ours and theirs):
        nobody = "draw" if not (ours or theirs) else "flight"
        ends = "" if ours else nobody, "" if theirs else nobody
        today.record(replace(said, ends=ends))
        return ends
    castle = bool(place) and at.founded(place).kind is Kind.CASTLE
    percent = (0, ground(today, where, defenders.levy is not None))
    die = today.roll("GUC-17.2", attackers.groups[0], defenders.groups[0] if defenders.groups else place)
    die += hunger(today, attackers, defenders)
    found = quick.resolved(ours, theirs, SIEGE if castle else FIELD, die, today.tables, percent=percent)
    today.record(
        replace(
            said, ground=SIEGE if castle else FIELD, ends=found.ends, values=found.values,
            percent=found.percent, column=found.column, die=die, modifier=found.modifier, letter=found.letter,
            dead=found.dead, wounded=found.wounded,
        )
    )  # fmt: skip
    losses(today, ours, found.dead[0], found.wounded[0])
    losses(today, theirs, found.dead[1], found.wounded[1])
    return found.ends


def hunger(today: Today, attackers: Line, defenders: Line) -> int:
    """Men without supply for two days fight worse: their dice are one higher, which is worse for them who
    throw them. The one die of a quick battle is one higher where any of the attackers are unfed, and one
    lower where any of the defenders are, mercenaries too (GUC-8.4b, RUL-1219, RUL-1289)."""
    unfed = [bool(hungry_in(today.at, line)) for line in (attackers, defenders)]
    return today.figure("unfed die") * (unfed[0] - unfed[1])


def ground(today: Today, where: Hex, settled: bool) -> int:
    """What the ground adds to the value of the defender, in percent: slopes of hills and mountains, a river
    that attackers came over, a settlement of his own (GUC-17.1b; which hexes have them is a house table)."""
    table = today.tables["campaign-ground"]
    here = today.land.at(where)
    kinds = [here.terrain.value] if table.has(here.terrain.value) else []
    if here.river:
        kinds.append("river")
    place = today.at.place_in(where)
    if place is not None and settled:
        kinds.append(place.kind.value)
    return max((table.number(kind, "percent") for kind in kinds), default=0)


def losses(today: Today, men: Sequence[Character], dead: int, wounded: int) -> None:
    """Who falls, by dice (GUC-17.3, GUC-17.4)."""
    if not men:
        return
    side = men[0].side

    def leader_die(man: Character) -> int:
        die = today.roll("GUC-17.4", man.id)
        fate = quick.fate_of_leader(die, dead)
        today.record(LeaderTested(to=today.of(man.side), figure=man.id, die=die, dead=dead, result=fate))
        return die

    def draw(line: str, faces: int) -> int:
        return today.roll("GUC-17.3", side, line, sides=faces)

    for man, fate in quick.fallen(men, dead, wounded, False, leader_die, draw):
        if fate == quick.DEAD:
            slain(today, man.id, BATTLE)
        else:
            hurt(today, man.id, BATTLE)


def slain(today: Today, name: FigureId, cause: str) -> None:
    man = today.at.men[name]
    today.record(ManLost(to=today.of(man.side), figure=name, fate=Fate.DEAD, cause=cause))


def hurt(today: Today, name: FigureId, cause: str) -> None:
    """Whoever is wounded already dies of it (GUI-6.5e)."""
    man = today.at.men[name]
    if man.wounded:
        slain(today, name, cause)
    else:
        today.record(ManHurt(to=today.of(man.side), figure=name, cause=cause))


def ended(
    today: Today,
    where: Hex,
    attackers: Line,
    defenders: Line,
    ends: tuple[str, str],
    taken: Collection[FigureId] = (),
) -> tuple[bool, bool]:
    """Which of them is beaten, both in a draw. Who gives way leaves the field; if nobody is left of a side,
    or it gives way, the other has won and stays (GUC-14.6a, GUC-14.6b). Where both give way it is a draw, as
    one of twelve turns (GUC-14.6d). Convoys that are left on the field are the victor's (GUC-13.4b).
    ``taken``: who has fallen into the hands of the enemy; on a rout the wounded of the beaten have
    (RUL-1218)."""
    at = today.at
    lines = (attackers, defenders)
    beaten = (bool(ends[0]) or not lives(at, attackers), bool(ends[1]) or not lives(at, defenders))
    for line, other, loses, wins, end in zip(lines, lines[::-1], beaten, beaten[::-1], ends, strict=True):
        if loses and not wins:
            groups.decided(today, other, leaders(at, line))
            beaten_off(today, line, other, wounded(at, line) if end == "rout" else taken)
            taken_over(today, other.groups)
    leave_field(today, where, attackers, defenders, ends)
    for group in (*attackers.groups, *defenders.groups):
        if group in at.groups:
            today.done.add(group)
            if at.groups[group].hex == where:
                left_on_the_field(today, group)
    return beaten


def left_on_the_field(today: Today, victor: GroupId) -> None:
    """Convoys that nobody guards any more belong to who has stayed (GUC-13.4b)."""
    if victor in today.at.groups:
        convoys.met(today, today.at.groups[victor])


def lives(at: Campaign, line: Line) -> bool:
    """Whether anybody is left of it."""
    return any(at.content(g).men for g in line.groups) or any(standing_in(at, line))


def standing_in(at: Campaign, line: Line) -> Iterator[FigureId]:
    """The men of a place who are left, and in nobody's hands."""
    for name in line.levy.men if line.levy is not None else ():
        if name not in at.fates and name not in at.captors:
            yield name


def leave_field(today: Today, where: Hex, attackers: Line, defenders: Line, ends: tuple[str, str]) -> None:
    """Who gives way goes back to the side from which it came, or away from the enemy, if it was there before
    him; where both do, newcomers go first, and the others straight away from where these went
    (GUC-14.6d). Of a place that was stormed there may be no group among the ``defenders``."""
    at = today.at
    draw = all(ends)
    foes = dict.fromkeys(attackers.groups, defenders.groups[0] if defenders.groups else "")
    foes |= dict.fromkeys(defenders.groups, attackers.groups[0])
    came = {foe: at.groups[foe].came for foe in foes.values() if foe}
    leaving = dict.fromkeys(attackers.groups, ends[0]) | dict.fromkeys(defenders.groups, ends[1])
    for group in sorted(leaving, key=lambda one: not retreats.is_new(today, one)):
        if not remains(today, group) or not leaving[group]:
            continue
        foe = foes[group]
        gone = draw and foe in at.groups and at.groups[foe].hex != where
        away_from = at.groups[foe].hex if gone else came.get(foe, "")
        if group in attackers.groups and not retreats.is_new(today, foe):
            away_from = ""
        retreats.flee(today, at.groups[group], where, away_from, straight=draw)


def wounded(at: Campaign, line: Line) -> frozenset[FigureId]:
    """The wounded of the groups themselves, not of mercenaries with them, and of a place."""
    own = {man.id for group in line.groups for man in at.in_group(group) if man.wounded}
    return frozenset(own | {name for name in standing_in(at, line) if at.men[name].wounded})


def beaten_off(today: Today, beaten: Line, victors: Line, taken: Collection[FigureId]) -> None:
    """Prisoners whom the beaten had are free; of their own men some are ``taken``; the purses of groups that
    are no more are the victors' (RUL-1218). Townsmen are nobody's prisoners: they go home whatever came of it
    (GUC-13.6b, RUL-1293)."""
    at = today.at
    if not victors.groups:
        return  # townsmen pursue nobody
    for group in beaten.groups:
        freed(today, at.groups[group], victors.groups)
        caught = [man.id for man in company(at, at.groups[group]) if man.id in taken]
        if set(at.content(group).men) <= set(caught):
            spoils(today, group, victors.groups[0])
        guarded(today, caught, victors.groups)
    if beaten.levy is not None:
        of_garrison = [name for name in beaten.levy.men if name not in beaten.levy.fresh]
        guarded(today, [name for name in of_garrison if name in taken], victors.groups)


def spoils(today: Today, group: GroupId, victor: GroupId) -> None:
    """The purse of a group of which nobody is left is the victors' (RUL-1218)."""
    purse = today.at.content(group).purse
    if purse and victor in today.at.contents:
        today.pay(-purse, "lost", group=group)
        today.pay(purse, "taken", group=victor)


def freed(today: Today, beaten: Group, victors: Sequence[GroupId]) -> None:
    """Those whom the beaten held join the victors' first group of their own side; friends of the victors
    without one are a group of their own, if they may be; others are the victors' prisoners from now on
    (GUC-14.8e, RUL-1220). Mercenaries who serve nobody let all of them go (RUL-1281)."""
    at = today.at
    first = at.groups[victors[0]]
    for name in at.content(beaten.id).captives if first.side else ():
        side = at.men[name].side
        own = next((group for group in victors if at.groups[group].side == side), "")
        if own:
            free(today, name, "freed", own)
        elif not at.friendly(first.side, side):
            take(today, name, first.side, group=first.id)
    groups.let_go(today, beaten.id)


def remains(today: Today, group: GroupId, why: str = "destroyed") -> bool:
    """Whether a group is still there behind a fight; of one without anybody the counter is taken off
    (GUC-14.6a), one that is too small is lost (GUC-8.1a)."""
    at = today.at
    if group not in at.groups:
        return False
    for band in at.stacked(group):
        if not at.content(band.id).men:
            today.record(GroupGone(band.id, why))
        else:
            groups.mark(today, band.id)
    if at.content(group).men:
        return groups.tidy(today, group)
    groups.let_go(today, group)
    groups.dismiss(today, group)
    today.pay(-at.content(group).purse, "wild", group=group)  # where nobody stays on the field to take it
    today.record(GroupGone(group, why))
    return False

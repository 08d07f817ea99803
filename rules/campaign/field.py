"""What becomes of the field of a battle, whichever way it was decided: who is beaten and leaves it, whose are
prisoners, purses and convoys on it (GUC-14.6)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rules.campaign import convoys, groups, meeting, retreats
from rules.campaign.custody import free, take
from rules.campaign.lines import Line, leaders
from rules.campaign.prisoners import escort_among, guarded, jailed, taken_over
from rules.campaign.today import Today, company
from rules.events.campaign import GroupGone
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Group, GroupId, PlaceId
from rules.state.figure import FigureId, Hex


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
            inherited(today, other)
    seen_again(today, attackers, defenders)
    leave_field(today, where, attackers, defenders, ends)
    for group in (*attackers.groups, *defenders.groups):
        if group in at.groups:
            today.done.add(group)
            if at.groups[group].hex == where:
                left_on_the_field(today, group)
    return beaten


def seen_again(today: Today, attackers: Line, defenders: Line) -> None:
    """Before they part each side sees what is left of the groups that it fought, and who leads them now: who
    takes over does so when the fight is over (GUC-8.1b, RUL-1295, RUL-1318)."""
    at = today.at
    for group in (*attackers.groups, *defenders.groups):
        if at.content(group).men:
            groups.mark(today, group)
    for own, others in ((attackers, defenders), (defenders, attackers)):
        for side in dict.fromkeys(at.groups[group].side for group in own.groups):
            for group in others.groups:
                if at.content(group).men:
                    meeting.look(today, side, at.groups[group])


def left_on_the_field(today: Today, victor: GroupId) -> None:
    """Convoys that nobody guards any more belong to who has stayed (GUC-13.4b)."""
    if victor in today.at.groups:
        convoys.met(today, today.at.groups[victor])


def lives(at: Campaign, line: Line) -> bool:
    """Whether anybody is left of it, be it mercenaries alone whose employer has fallen with all his own."""
    return any(company(at, at.groups[g]) for g in line.groups) or any(standing_in(at, line))


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
    if not victors.groups and not (victors.levy is not None and victors.levy.side):
        return  # what belongs to no side in play keeps nobody
    for group in beaten.groups:
        if victors.groups:
            freed(today, at.groups[group], victors.groups)
        else:  # its own whom the beaten had go their way, as all others do
            groups.let_go(today, group)
        caught = [man.id for man in company(at, at.groups[group]) if man.id in taken]
        if set(at.content(group).men) <= set(caught):
            heir, place = _heir(today, victors)
            spoils(today, group, heir, place=place)
        _kept(today, caught, victors)
    if beaten.levy is not None:
        in_arms = {*beaten.levy.fresh, *at.holdings[beaten.levy.place].levy}
        of_garrison = [name for name in beaten.levy.men if name not in in_arms]
        guarded(today, [name for name in of_garrison if name in taken], victors.groups)


def _kept(today: Today, caught: Sequence[FigureId], victors: Line) -> None:
    """Prisoners go with a group of the victors that can guard them; where none can they are in the prison of
    the place whose men have fought beside it, or by themselves (GUC-14.8a, GUC-14.8b, RUL-1303)."""
    levy = victors.levy
    if levy is None or not levy.side or escort_among(today, victors.groups) is not None:
        guarded(today, caught, victors.groups)
        return
    for name in caught:
        jailed(today, name, levy.side, levy.place)


def _heir(today: Today, victors: Line) -> tuple[GroupId, PlaceId]:
    """Who takes the purse of a group that is no more: the first of the victors that is still one, else the
    place (RUL-1218, RUL-1303)."""
    still = next((group for group in victors.groups if not groups.too_few(today, group)), "")
    kept = victors.levy is not None and victors.levy.side and not still
    return still, victors.levy.place if victors.levy is not None and kept else ""


def inherited(today: Today, victors: Line) -> None:
    """So it is with the purse of a group of the victors themselves of which nobody is left."""
    for group in victors.groups:
        if not today.at.content(group).men:
            heir, place = _heir(today, victors)
            spoils(today, group, heir, place=place)


def spoils(today: Today, group: GroupId, victor: GroupId = "", *, place: PlaceId = "") -> None:
    """The purse of a group of which nobody is left is the victors', a group's or a place's (RUL-1218,
    RUL-1303)."""
    purse = today.at.content(group).purse
    if purse and (place or victor in today.at.contents):
        today.pay(-purse, "lost", group=group)
        today.pay(purse, "taken", group=victor, place=place)


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

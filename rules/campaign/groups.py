"""Combat groups: how far they go, who leads them, when there are too few of them (GUC-8, GUC-9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rules.campaign.custody import free, take
from rules.campaign.lines import Line, is_unfed, leaders
from rules.campaign.marking import foremost
from rules.campaign.marking import mark as mark  # whoever changes a group marks it
from rules.campaign.today import Today, all_ride, company
from rules.core.tables import Tables
from rules.events.campaign import BandUnder, ConvoyMoved, ConvoyTaken, GroupFormed, GroupGone, GroupMoved
from rules.events.campaign_secrets import (
    GroupMustered,
    LeaderNamed,
    ManLost,
    MenMoved,
    PurseChanged,
    VictoryCounted,
)
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Content, Fate, Group, GroupId
from rules.state.figure import Character, FigureId, Hex, SeatId, SideId

FLEES = "flees"
"""Why a beaten group moves."""

Weight = tuple[int, int]
"""Of a part that is joined with others: its men, and the prestige of who leads it."""


def allowance(at: Campaign, group: Group, tables: Tables) -> int:
    """MP of a day for a group and whoever goes with it: 8 where all ride, else 5 (GUC-8.3a, GUC-8.1d); at
    the pace of the slowest of the mercenaries, prisoners and convoys with it (GUC-12.2c). The season and
    wounded men take some off (GUC-14.7a, GUC-18.2), two days without supply halve the rest, rounded down
    (GUC-8.4b), if it is its mercenaries who hunger too; one is always left (RUL-1328)."""
    men = company(at, group)
    walks = bool(at.content(group.id).captives) or any(
        convoy.escort == group.id for convoy in at.convoys.values()
    )
    rides = all_ride(men) and not walks
    figures = tables["campaign-figures"]
    whole = figures.number("move riders" if rides else "move foot", "value") + at.season
    if any(man.wounded for man in men):
        whole += figures.number("wounded move", "value")
    stack = (group, *at.stacked(group.id))
    if any(is_unfed(at, one.id) for one in stack):
        whole //= 2
    return max(whole, 1)


def moved(today: Today, group: Group, path: tuple[Hex, ...], cause: str) -> None:
    """A group goes, with the mercenaries under its counter and the convoys that it escorts; who flees leaves
    these behind."""
    at = today.at
    today.record(GroupMoved(group.id, path, cause))
    for band in at.stacked(group.id):
        today.record(GroupMoved(band.id, path, "stacked"))
    for convoy in list(at.convoys.values()):
        if convoy.escort != group.id or convoy.hex != path[0]:
            continue
        if cause == FLEES:
            today.record(ConvoyTaken(convoy.id, convoy.side, convoy.seat, cause="left"))
        else:
            today.record(ConvoyMoved(convoy.id, path))


def too_few(today: Today, group: GroupId) -> bool:
    """Whether there are too few men for a group (GUC-8.1a). A leader has a counter of his own and stays on
    the map (RUL-1204), also one who takes over from another (RUL-1295)."""
    men = today.at.content(group).men
    return len(men) < today.figure("least men") and not foremost(today.at, men)


def tidy(today: Today, group: GroupId) -> bool:
    """Marker, and the end of a group that is too small: who is left of it is lost in the wild, its purse with
    them. Answers whether it is still there."""
    if not too_few(today, group):
        mark(today, group)
        return True
    disband(today, group, "wild")
    return False


def disband(today: Today, group: GroupId, cause: str) -> None:
    """A group is no more, and its men are lost, its purse with them; those whom they guarded are free
    (GUC-8.1a), its mercenaries nobody's (RUL-1215)."""
    at = today.at
    let_go(today, group)
    dismiss(today, group)
    for name in at.content(group).men:
        to = today.of(at.groups[group].side)
        today.record(ManLost(to=to, figure=name, fate=Fate.LOST, cause=cause))
    today.pay(-at.content(group).purse, cause, group=group)
    today.record(GroupGone(group, "dissolved"))


def let_go(today: Today, group: GroupId) -> None:
    """Prisoners whom nobody guards any more are a group of their own side where they are, if they are enough
    for one or have a leader among them; else they too are lost in the wild (RUL-1220)."""
    at = today.at
    where = at.groups[group].hex
    by_side: dict[SideId, list[FigureId]] = {}
    for name in at.content(group).captives:
        by_side.setdefault(at.men[name].side, []).append(name)
    for names in by_side.values():
        on_their_own(today, names, where)


def on_their_own(today: Today, names: Sequence[FigureId], where: Hex) -> None:
    """Prisoners of one side whom nobody guards any more, and who have no group to go with."""
    at, side = today.at, today.at.men[names[0]].side
    leader = foremost(at, names)
    if side and (leader or len(names) >= today.figure("least men")):
        level = today.tables["campaign-house"].number("hostility of new groups", "value")
        content = Content(men=(), hostility=level)
        new = new_counter(today, side, at.men[names[0]].seat, where, where, content)
        for name in names:
            free(today, name, "freed", new.id)
        if leader:
            today.record(LeaderNamed(to=today.of(side), group=new.id, leader=leader, hostility=level))
        mark(today, new.id)
    else:
        for name in names:
            to = today.of(side, at.captors.get(name, ""))
            today.record(ManLost(to=to, figure=name, fate=Fate.LOST, cause="wild"))


def dismiss(today: Today, group: GroupId) -> None:
    """Mercenaries who have lost their employer are nobody's (RUL-1215)."""
    for band in today.at.stacked(group):
        leave(today, band)


def leading(at: Campaign, band: GroupId) -> dict[FigureId, int]:
    """The prestige of whoever leads them, which he keeps whomever they serve."""
    leader = at.content(band).leader
    return {leader: at.prestige[leader]} if leader else {}


def leave(today: Today, band: Group) -> None:
    """They are nobody's again, in the hex where they are (GUC-12.2e, RUL-1215); fewer than three, who have no
    counter above them any more, are lost (GUC-8.1a, RUL-1280)."""
    at = today.at
    content, prestige = at.content(band.id), leading(at, band.id)
    men = tuple(replace(man, side="", seat="") for man in at.in_group(band.id))
    today.record(BandUnder(band.id, "", "", ""))
    today.record(GroupMustered(to=(), group=band.id, content=content, men=men, prestige=prestige))
    today.noted = True
    tidy(today, band.id)


def new_counter(
    today: Today, side: SideId, seat: SeatId, at: Hex, came: Hex, content: Content, of: GroupId = ""
) -> Group:
    """A new group's counter with what it holds; its men are moved there by whoever makes it."""
    letter = today.at.setup.factions[side].lower()
    number = today.at.counters.get(letter, 0) + 1
    group = Group(id=f"{letter}{number}", side=side, seat=seat, hex=at, came=came)
    today.record(GroupFormed(group, of))
    today.record(GroupMustered(to=today.of(side), group=group.id, content=content))
    return group


def move_men(
    today: Today, men: Iterable[FigureId], *, out_of: GroupId = "", of_place: str = "", into: GroupId = "",
    to_place: str = "", bed: bool = False, by_itself: bool = False,
) -> None:  # fmt: skip
    """Men go from a group or a place to another of the same side. Their hunger goes with them (RUL-1288)."""
    at, names = today.at, tuple(men)
    side = at.groups[out_of].side if out_of else at.places[of_place].side
    unfed = at.content(out_of).unfed if out_of and into else 0
    if names:
        today.record(
            MenMoved(
                to=today.of(side), men=names, from_group=out_of, from_place=of_place, to_group=into,
                to_place=to_place, bed=bed, by_itself=by_itself, unfed=unfed,
            )
        )  # fmt: skip


def merge(today: Today, group: GroupId, into: GroupId, *, by_itself: bool = False) -> None:
    """A group goes over into another: its men, purse and prisoners. Of the joined group's hostility see
    ``level_joined``; it is as hungry as the hungrier of both (RUL-1288). ``by_itself``: after a day in one
    hex, which its own side alone is told."""
    at = today.at
    side = at.groups[group].side
    small, large = at.content(group), at.content(into)
    level = level_joined(today, into, _weight(today, group), small.hostility)
    leaders = [name for name in (large.leader, small.leader) if name]
    leads = max(leaders, key=lambda name: at.prestige[name], default="")
    move_men(today, small.men, out_of=group, into=into, by_itself=by_itself)
    bring_victories(today, small, into)
    if small.captives:
        hand_over(today, small.captives, into)
    if small.purse:
        to = today.of(side)
        today.record(PurseChanged(to=to, by=-small.purse, cause="merged", group=group))
        today.record(PurseChanged(to=to, by=small.purse, cause="merged", group=into))
    today.record(GroupGone(group, "merged", into))
    if leads != at.content(into).leader or level != large.hostility:
        today.record(LeaderNamed(to=today.of(side), group=into, leader=leads, hostility=level))
    mark(today, into)


def transfer(today: Today, group: GroupId, into: GroupId, men: tuple[FigureId, ...]) -> None:
    """Some men of a group go over into another: as if they had been divided from it and then joined with the
    other (GUC-8.1c)."""
    at = today.at
    part, leader = at.content(group), foremost(at, men)
    weight = len(men), at.prestige.get(leader, 0)
    level = level_joined(today, into, weight, part.hostility)
    move_men(today, men, out_of=group, into=into)
    bring_victories(today, part, into)
    mark(today, group)
    mark(today, into)
    content = at.content(into)
    if level != content.hostility:
        to = today.of(at.groups[into].side)
        today.record(LeaderNamed(to=to, group=into, leader=content.leader, hostility=level))


def level_joined(today: Today, into: GroupId, part: Weight, level: int) -> int:
    """The hostility of a group with which a ``part``, whose own is ``level``, is joined: that of the leader
    of the larger; without a leader, of that part (GUC-8.1c; of equal parts the one with more prestige,
    RUL-1205). Where several are joined on one morning the largest of those that were groups before has it, in
    whatever order (RUL-1323)."""
    whole = _weight(today, into)
    today.largest[into] = max(part, whole)
    return level if part > whole else today.at.content(into).hostility


def _weight(today: Today, group: GroupId) -> Weight:
    """Of a group, or of the largest of those that were joined in it this morning."""
    at = today.at
    return today.largest.get(group, (len(at.content(group).men), at.prestige_of(group)))


def bring_victories(today: Today, part: Content, into: GroupId) -> None:
    """Victories of a group without a leader count on in another one, if at least half of those who were there
    at the first have come into it, and it has not won more itself (GUC-9c)."""
    at = today.at
    content = at.content(into)
    come = len(set(part.founders) & set(content.men))
    if part.battles > content.battles and 2 * come >= len(part.founders) and not content.leader:
        to = today.of(at.groups[into].side)
        today.record(VictoryCounted(to=to, group=into, battles=part.battles, founders=part.founders))


def hand_over(today: Today, captives: Iterable[FigureId], into: GroupId) -> None:
    """Prisoners go on with another group."""
    for name in captives:
        take(today, name, today.at.groups[into].side, group=into)


def highest(at: Campaign, men: Iterable[Character], tables: Tables) -> Character | None:
    """Whom a group makes its leader: of the highest rank, the strongest (GUC-9c)."""
    able = [man for man in men if not man.animal]
    rank = tables["siege-command"]
    return max(able, key=lambda man: (rank.has(man.kind), man.values.attack, man.id), default=None)


def won(today: Today, group: GroupId) -> None:
    """A leader's prestige rises by a won battle (GUC-9b). A group without one counts its battles; at the
    second its highest in rank leads it with prestige 2, if half of those who were there at the first still
    are (GUC-9c); the one in which its leader has fallen counts (RUL-1326). Who takes over from a leader that
    has fallen in it has not led in it (RUL-1295)."""
    at = today.at
    content = at.content(group)
    if content.leader:
        today.honour(content.leader, 1, "won")
    if foremost(at, content.men):
        return
    stayed = len(set(content.founders) & set(content.men))
    counts = content.battles and 2 * stayed >= len(content.founders)
    battles, founders = (content.battles + 1, content.founders) if counts else (1, content.men)
    to = today.of(at.groups[group].side)
    today.record(VictoryCounted(to=to, group=group, battles=battles, founders=founders))
    if battles >= today.figure("new leader battles"):
        leader = highest(at, at.in_group(group), today.tables)
        if leader is not None:
            today.record(
                LeaderNamed(
                    to=to,
                    group=group,
                    leader=leader.id,
                    hostility=content.hostility,
                    prestige=today.figure("new leader prestige"),
                )
            )


def lost(today: Today, group: GroupId, why: str = "lost") -> None:
    """A leader's prestige falls by a battle lost, or refused (GUC-9b, GUC-14.5b)."""
    if leader := today.at.content(group).leader:
        today.honour(leader, -1, why)


def decided(today: Today, victors: Line, beaten: Iterable[FigureId]) -> None:
    """A tactical battle, of a siege too, is won and lost: a point of prestige for each leader (GUC-9b); a
    group without one counts its victory (GUC-9c). ``beaten``: the leaders of the other line, whether they
    have been taken in the fight or not."""
    at = today.at
    for leader in beaten:
        if leader in at.prestige and leader not in at.fates:
            today.honour(leader, -1, "lost")
    for group in victors.groups:
        if at.content(group).men:
            won(today, group)
    for leader in leaders(at, Line((), victors.levy)):
        if leader not in at.fates:
            today.honour(leader, 1, "won")

"""Which day each of a side's groups is at while a battle on a board is open, in words: who waits for it, who
goes on, who has had the open day (RUL-1270, RUL-1271). Made from what everybody sees."""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign import ahead, naming
from rules.core.language import say
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Group, GroupId
from rules.state.figure import SideId


def is_ahead_of_a_battle(at: Campaign) -> bool:
    """Whether the open phase is of a day ahead of one that waits for a battle; else, where somebody has no
    turn in it, those who waited make it up."""
    return any(0 < fight.day < at.day for fight in at.fights.values())


def day_told(at: Campaign, group: Group) -> str:
    """Why a group has no turn on the open day; "" for one that has."""
    fights = ((call, one) for call, one in at.fights.items() if call not in at.brought)
    fight = next((one for _, one in fights if group.id in (*one.attackers, *one.defenders)), None)
    if fight is not None:
        where = naming.hex_short(at, fight.hex)
        return say("Fights on a board in {hex}, on day {day}.", hex=where, day=fight.day or at.day)
    if group.id not in at.still:
        return ""
    if is_ahead_of_a_battle(at):
        return say("Waits for a battle, and makes day {day} up when that is over.", day=at.day)
    return say("Has had day {day}.", day=at.day)


def goes_on_told(at: Campaign, side: SideId) -> str:
    """What of a side's has a turn on an open day that is not everybody's; "" on any other day."""
    if not side or not at.still or at.outcome is not None:
        return ""
    names = ", ".join(_on_move(at, side))
    if not names:
        return ""
    if is_ahead_of_a_battle(at):
        return say("Of yours these go on with day {day}: {names}.", day=at.day, names=names)
    return say("Of yours these make day {day} up: {names}.", day=at.day, names=names)


def _on_move(at: Campaign, side: SideId) -> Iterator[str]:
    for group in at.groups_of(side):
        if group.id not in at.still and not group.under:
            yield naming.group_name(at, group.id)
    for convoy in at.convoys.values():
        if convoy.side == side and convoy.id not in at.still:
            yield naming.convoy_name(at, convoy.id)
    for spy in at.spies.values():
        if at.seat(spy.seat).side == side and ahead.of_spy(spy.id) not in at.still:
            yield say("spy {name}", name=spy.name)


def own_first(at: Campaign, groups: list[GroupId]) -> list[GroupId]:
    """Groups in the order in which a reader looks for them: those whose content he knows, then the others,
    bands without an employer last."""
    return sorted(groups, key=lambda name: (not at.groups[name].side, name not in at.contents))

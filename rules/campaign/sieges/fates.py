"""How a siege ends, and what becomes of those who were in it (GUC-15.1, GUC-15.2a, GUC-15.2b)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.campaign import field, retreats
from rules.campaign.places import change_hands, loot, march_out, staffed
from rules.campaign.prisoners import guarded
from rules.campaign.sieges.laying import disarm, raised
from rules.campaign.sieges.record import garrison, outside
from rules.campaign.today import Today
from rules.events.campaign_fights import FateDrawn
from rules.events.campaign_secrets import ManLost
from rules.state.campaign_counters import Fate, Founded, Group, GroupId, PlaceId
from rules.state.figure import Character, SideId
from rules.state.siege import Siege

BEATEN = ("losses", "battle", "deserted")
"""Why a siege is lifted by which its besiegers are beaten."""


def ended(today: Today, place: PlaceId, siege: Siege) -> None:
    """A siege that is lifted or won by its own rules has ended in the campaign."""
    at = today.at
    found = at.founded(place)
    group = at.groups[at.places[place].siege]
    if siege.lifted:
        hosts = outside(at, at.places[place])
        raised(today, place, "beaten" if siege.lifted in BEATEN else siege.lifted)
        if siege.lifted in BEATEN:
            _driven_off(today, hosts)
        return
    disarm(today, place)
    _FALLEN[siege.fallen](today, found, group)


def _driven_off(today: Today, beaten: Iterable[GroupId]) -> None:
    """The way back, as behind any battle that is lost (GUC-14.6a)."""
    at = today.at
    for host in beaten:
        today.done.add(host)
        if field.remains(today, host):
            retreats.flee(today, at.groups[host], at.groups[host].hex, "")


def stormed(today: Today, place: Founded, group: Group) -> None:
    """The garrison are prisoners; a siege takes the place, whatever it is (RUL-1245)."""
    at = today.at
    guarded(today, [man.id for man in garrison(at, place.id)], outside(at, at.places[place.id]))
    change_hands(today, place, group, "assault")
    staffed(today, place, group)
    loot(today, group, place)


def deserted(today: Today, place: Founded, group: Group) -> None:
    """Nobody is left in it."""
    change_hands(today, place, group, "empty")
    staffed(today, place, group)


def agreed(today: Today, place: Founded, group: Group) -> None:
    """Those who come to terms may leave, with their horses (RUL-1246)."""
    march_out(today, place, group, on_foot=False)
    change_hands(today, place, group, "terms")
    staffed(today, place, group)


def starved(today: Today, place: Founded, group: Group) -> None:
    """1D10: all are slain but leaders, who are held if somebody can guard them (RUL-1291); half are (tested
    one by one, the weakest first); all are prisoners; they leave on foot, or with their horses (GUC-15.1,
    GUC-15.2a, GUC-15.2b)."""
    at = today.at
    die = today.roll("GUC-15.1", place.id)
    fate = today.tables["campaign-fate"].text(die, "fate")
    old = at.places[place.id].side
    today.record(FateDrawn(to=today.of(old, group.side), place=place.id, die=die, fate=fate))
    men = list(garrison(at, place.id))
    if fate == "slain":
        for man in men:
            if man.id not in at.prestige:
                _slain(today, man, old, group.side)
        guarded(today, [man.id for man in men if man.id in at.prestige], outside(at, at.places[place.id]))
    elif fate == "half":
        half(today, men, old, group.side)
    elif fate == "prisoners":
        guarded(today, [man.id for man in men], outside(today.at, today.at.places[place.id]))
    march_out(today, place, group, on_foot=fate == "foot")
    change_hands(today, place, group, "siege")
    staffed(today, place, group)


_FALLEN: dict[str, Callable[[Today, Founded, Group], None]] = {
    "assault": stormed,
    "leaderless": deserted,
    "parley": agreed,
    "hunger": starved,
}


def _slain(today: Today, man: Character, *sides: SideId) -> None:
    today.record(ManLost(to=today.of(*sides), figure=man.id, fate=Fate.DEAD, cause="surrender"))


def half(today: Today, men: list[Character], *sides: SideId) -> None:
    """Each defender is tested with 1D10, the weakest attack first, and killed by 1 to 5, until half of them,
    rounded up, are dead (GUC-15.2a)."""
    enough, dead = -(-len(men) // 2), 0
    for man in sorted(men, key=lambda m: m.values.attack):
        if dead < enough and today.roll("GUC-15.2a", man.id) <= 5:
            _slain(today, man, *sides)
            dead += 1

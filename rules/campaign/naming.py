"""What groups, hexes, men and sums of a campaign are called, to whoever knows as much as a state holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rules.campaign.land import axial, direction
from rules.core.hexes import distance
from rules.core.language import english, say, say_many, translated
from rules.state.campaign import Campaign
from rules.state.campaign_counters import HALVES, ConvoyId, GroupId, PlaceId, Sighting, SpyId
from rules.state.figure import Character, FigureId, Hex, SideId


def side_name(at: Campaign, side: SideId) -> str:
    return translated(at.side_of(side).name)


def group_name(at: Campaign, group: GroupId) -> str:
    """By its leader where it is known what it holds, else by its counter, others' with their side: "Robert",
    "group n3", "group b2 of the Byzantines", "mercenaries m1"."""
    counter = at.groups.get(group)
    if counter is None:
        return say("group {counter}", counter=group)
    if counter.mercenaries and (group in at.contents or not counter.side):
        return say("mercenaries {counter}", counter=group)
    if counter.mercenaries:
        return say("mercenaries {counter} of the {side}", counter=group, side=at.side_of(counter.side).name)
    if group not in at.contents:
        return say("group {counter} of the {side}", counter=group, side=at.side_of(counter.side).name)
    leader = at.leader(group)
    return leader.name if leader is not None else say("group {counter}", counter=group)


def groups_named(at: Campaign, groups: Iterable[GroupId]) -> str:
    """Several of them: "Robert and group n3", "groups b1 and b2 of the Byzantines"."""
    told: list[str] = []
    of_others: dict[SideId, list[GroupId]] = {}
    for group in groups:
        counter = at.groups.get(group)
        if counter is None or counter.mercenaries or group in at.contents:
            told.append(group_name(at, group))
        else:
            of_others.setdefault(counter.side, []).append(group)
    for side, some in of_others.items():
        told.append(
            say("groups {counters} of the {side}", counters=_and(some), side=at.side_of(side).name)
            if len(some) > 1
            else group_name(at, some[0])
        )
    return _and(told)


def _and(words: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])}{translated(' and ')}{words[-1]}"


def convoy_name(at: Campaign, convoy: ConvoyId) -> str:
    """ "convoy nc1", others' with their side, a neutral one as such."""
    found = at.convoys.get(convoy)
    if found is None or convoy in at.loads:
        return say("convoy {counter}", counter=convoy)
    if not found.side:
        return say("neutral convoy {counter}", counter=convoy)
    return say("convoy {counter} of the {side}", counter=convoy, side=at.side_of(found.side).name)


def spy_name(at: Campaign, spy: SpyId) -> str:
    """His name, with his side: whose spy somebody is lies open."""
    found = at.spies.get(spy)
    return (
        say("spy {name} of the {side}", name=found.name, side=at.side_of(found.side).name) if found else spy
    )


def place_name(at: Campaign, place: PlaceId) -> str:
    return at.founded(place).name


def hex_short(at: Campaign, label: Hex) -> str:
    """ "Melfi 3822", "1809"."""
    place = at.place_in(label)
    return f"{place.name} {label}" if place is not None else label


def hex_name(at: Campaign, label: Hex) -> str:
    """ "Melfi 3822", "1809, 2 hexes north-east of Melfi"."""
    lies = hex_lies(at, label)
    return f"{label}, {lies}" if lies else hex_short(at, label)


def hex_lies(at: Campaign, label: Hex) -> str:
    """ "2 hexes north-east of Melfi"; nothing of a hex that has a name."""
    if at.place_in(label) is not None or not at.setup.places:
        return ""
    here = axial(label)
    far, _, near = min((distance(here, axial(place.hex)), place.id, place) for place in at.setup.places)
    return say_many(
        "{n} hex {direction} of {place}",
        "{n} hexes {direction} of {place}",
        far,
        n=far,
        direction=direction(near.hex, label),
        place=near.name,
    )


def man_name(at: Campaign, name: FigureId) -> str:
    """ "Hugo (knight)"."""
    man = at.men.get(name)
    return called(man) if man is not None else name


def called(man: Character) -> str:
    return f"{man.name} ({translated(man.kind)})"


def men_counted(number: int) -> str:
    return say_many("{n} man", "{n} men", number, n=number)


def kinds_of(men: Iterable[Character]) -> dict[str, int]:
    """Men by kinds, the most numerous first."""
    return dict(Counter(man.kind for man in men).most_common())


def kinds_told(kinds: Mapping[str, int]) -> str:
    """ "light infantry 6, knight 2"."""
    return ", ".join(f"{translated(kind)} {number}" for kind, number in kinds.items())


def sighting_told(shown: Sighting) -> str:
    """What was seen of a group: "14 men (light infantry 6, ...), 2 hurt, led by Leon, prestige 5"."""
    kinds = dict(sorted(shown.kinds.items(), key=lambda kind: -kind[1]))
    told = [f"{men_counted(shown.men)} ({kinds_told(kinds)})"]
    if shown.hurt:
        told.append(say_many("{n} hurt", "{n} hurt", shown.hurt, n=shown.hurt))
    if shown.leader:
        told.append(say("led by {name}, prestige {prestige}", name=shown.leader, prestige=shown.prestige))
    else:
        told.append(say("no leader"))
    if shown.captives:
        told.append(say_many("{n} prisoner", "{n} prisoners", shown.captives, n=shown.captives))
    return ", ".join(told)


def deniers(halves: int) -> str:
    """ "12 D", "2½ D"."""
    whole, half = divmod(abs(halves), HALVES)
    number = f"{whole or ''}½" if half else f"{whole}"
    return say("{number} D", number=f"{'-' if halves < 0 else ''}{number}")


def points(number: int) -> str:
    return say_many("{n} point", "{n} points", number, n=number)


def resources_told(resources: int | None) -> str:
    """ "3 points of resources", "resources without end"."""
    if resources is None:
        return say("resources without end")
    return say_many("{n} point of resources", "{n} points of resources", resources, n=resources)


MOUNTED, ON_FOOT = english("mounted"), english("on foot")


def pace(riders: bool) -> str:
    return translated(MOUNTED if riders else ON_FOOT)

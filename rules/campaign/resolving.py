"""A fight is resolved by one die: who gives way, and what it costs both (GUC-17)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.campaign.lines import Line, fighters, hungry_in, sides_of
from rules.campaign.today import Today
from rules.events.campaign_fights import CampaignFought, LeaderTested
from rules.events.campaign_secrets import ManHurt, ManLost
from rules.siege import quick
from rules.state.campaign_counters import Fate, Kind, PlaceId
from rules.state.figure import Character, FigureId, Hex

FIELD, SIEGE = "field", "siege"
BATTLE = "battle"

Men = list[Character]


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

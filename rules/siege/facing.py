"""Who faces whom in an assault: not all of a side are there when besiegers hold all but the refuge and a
relief is outside (GUI-11.4.1e)."""

from __future__ import annotations

from rules.siege.plans.plan import Act
from rules.state.figure import Character, FigureId, SideId
from rules.state.siege import Siege


def chosen(siege: Siege, side: SideId, act: Act) -> tuple[Character, ...]:
    """Those of a side at hand whom an act names, by name or kind; all if it names nobody."""
    men = siege.at_hand(side)
    if not act.men and not act.kinds:
        return men
    return tuple(man for man in men if man.id in act.men or man.kind in act.kinds)


def away(siege: Siege, side: SideId) -> frozenset[FigureId]:
    """Who is no part of an assault by this side: those who fight outside on a day of two fights, and a relief
    outside when its garrison is assaulted in the refuge."""
    if siege.divided:
        return frozenset((*siege.relief, *siege.afield))
    if siege.exchanged and not siege.besieges(side):
        return frozenset(siege.relief)
    return frozenset()


def able(siege: Siege, side: SideId, act: Act) -> tuple[Character, ...]:
    """Who assaults, of those whom an act names."""
    return tuple(man for man in chosen(siege, side, act) if man.id not in away(siege, side))


def withstanding(siege: Siege, side: SideId) -> tuple[Character, ...]:
    """Who withstands an assault by this side."""
    men = siege.strength(siege.enemy_of(side))
    return tuple(man for man in men if man.id not in away(siege, side))


def assaults(siege: Siege, side: SideId) -> bool:
    """Whether a side counts as the one that assaults: besiegers do, and a garrison in its refuge against
    those who hold the rest."""
    return siege.besieges(side) or siege.divided or siege.exchanged

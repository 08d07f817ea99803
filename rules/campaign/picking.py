"""Which men a pick of an order means."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.campaign.plans.plan import Pick
from rules.state.figure import Character, FigureId

SORTS: dict[str, Callable[[Character], bool]] = {
    "rider": lambda man: man.mounted,
    "shooter": lambda man: bool(man.weapon) and not man.mounted,
    "footman": lambda man: not man.weapon and not man.mounted,
}
"""Words for men of several kinds at once."""


ANY = "men"
"""Of a pick that asks for so many of whatever kind."""


def is_of(man: Character, kind: str) -> bool:
    """Whether a man is of a kind, or of a sort of kinds."""
    return SORTS[kind](man) if kind in SORTS else man.kind == kind


def weakest(man: Character) -> tuple[bool, int, str]:
    """The sound before the wounded, the weak before the strong."""
    return man.wounded, man.values.attack, man.id


def picked(men: Iterable[Character], pick: Pick, leader: FigureId = "") -> tuple[FigureId, ...]:
    """Those of some men whom a pick means: named ones, then so many of each kind, then so many of any, the
    sound first and of these the weakest; the leader last, and only where he is named or everybody goes.
    Fewer where there are no more."""
    everybody = list(men)
    free = sorted((man for man in everybody if man.id != leader), key=weakest)
    taken = [man.id for man in everybody if man.id in pick.names]
    if pick.wounded:
        taken += [man.id for man in everybody if man.wounded and man.id not in taken]
    for kind, number in pick.kinds.items():
        taken += [man.id for man in free if is_of(man, kind) and man.id not in taken][:number]
    if pick.number:
        taken += [man.id for man in free if man.id not in taken][: pick.number]
    return tuple(man.id for man in everybody if man.id in taken)


def missing(men: Iterable[Character], pick: Pick) -> tuple[str, ...]:
    """Who or what of a pick is not there: ids, or "2 archer", "3 men"."""
    everybody = list(men)
    ids = {man.id for man in everybody}
    absent = [name for name in pick.names if name not in ids]
    for kind, number in pick.kinds.items():
        there = sum(is_of(man, kind) for man in everybody)
        if there < number:
            absent.append(f"{number - there} {kind}")
    others = len(everybody) - len(picked(everybody, Pick(pick.names, pick.kinds, 0, pick.wounded)))
    if others < pick.number:
        absent.append(f"{pick.number - others} {ANY}")
    return tuple(absent)

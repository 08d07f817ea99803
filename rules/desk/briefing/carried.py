"""What a battle that decides another one has from that: who is missing, and who comes how (RUL-208)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.core.language import say
from rules.orders.trouble import listed
from rules.phases import sequel
from rules.state.battle import Battle, BattleSetup
from rules.state.figure import Character, Health


def carried_over(setup: BattleSetup, began: Battle) -> tuple[str, ...]:
    """``setup``: what was agreed of the first battle; ``began``: the other one as it began."""
    planned = {man.id: man for man in sequel.planned(setup).figures}
    return tuple(_told(planned, began))


def _told(planned: dict[str, Character], began: Battle) -> Iterator[str]:
    missing = [man for name, man in planned.items() if name not in began.figures]
    men = [(planned[man.id], man) for man in began.figures.values() if man.id in planned]
    if missing:
        yield say("Fallen before: {names}.", names=_names(missing))
    if hurt := [man for _, man in men if man.health is Health.WOUNDED]:
        yield say("Wounded: {names}.", names=_names(hurt))
    if on_foot := [man for was, man in men if was.mount and not man.mount]:
        yield say("On foot, without a horse: {names}.", names=_names(on_foot))
    if others := [man for was, man in men if man.mount and man.mount != was.mount]:
        yield say("On a horse that was another's: {names}.", names=_names(others))
    if spent := [(was, man) for was, man in men if man.weapon == "javelin" and man.javelins < was.javelins]:
        left = [say("{figure} {left}", figure=man.name, left=man.javelins) for _, man in spent]
        yield say("Javelins left: {figures}.", figures=", ".join(left))
    if thrown := [man for was, man in men if was.lance and not man.lance]:
        yield say("Without the lance, which is thrown: {names}.", names=_names(thrown))
    yield say("Points and standing orders of the first battle do not count here (RUL-208).")


def _names(men: Iterable[Character]) -> str:
    return listed([man.name for man in men], "and")

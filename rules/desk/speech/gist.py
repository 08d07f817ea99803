"""What is understood of a line for some men, and the orders that it comes to."""

from __future__ import annotations

import msgspec

from rules.desk.speech.vocabulary import Deed
from rules.orders.lexicon import Lexicon
from rules.state.battle import Battle
from rules.state.figure import FigureId, Hex

HARMING = {
    Deed.ATTACK: "ATTACK {who} ON {foe}",
    Deed.FIRE: "FIRE {who} AT {foe}",
    Deed.STRIKE: "{who} kill {foe}",
    Deed.CHARGE: "CHARGE {who} {foe}",
}


class Unclear(Exception):
    """The gist is not plain."""


class Gist(msgspec.Struct):
    """What is understood so far for some men. ``deed``: one that waits for its foe; ``goes``: that they go
    somewhere, which is still to be named."""

    men: tuple[FigureId, ...] = ()
    deed: Deed | None = None
    goes: bool = False
    leaves: bool = False
    hexes: tuple[Hex, ...] = ()
    beside: str = ""
    area: str = ""
    foe: str = ""
    means: Deed | None = None
    stays: bool = False
    numbers: tuple[int, ...] = ()
    ways: bool = False

    @property
    def is_bare(self) -> bool:
        return not (self.hexes or self.beside or self.area or self.foe or self.stays)

    @property
    def is_open(self) -> bool:
        return self.deed is not None or (self.goes and not (self.hexes or self.beside or self.area))


def orders_of(gist: Gist, battle: Battle, lexicon: Lexicon) -> list[str]:
    """The orders that a gist comes to; Unclear where it is not complete, or says more than is understood."""
    if gist.is_open or gist.is_bare or (gist.ways and not gist.hexes) or (gist.foe and not gist.means):
        raise Unclear
    _measured(gist, battle)
    names = [lexicon[man] for man in gist.men]
    told: list[str] = []
    for name in names:
        if gist.hexes:
            told.append(f"MOVE {name} to {gist.hexes[0]}")
        elif gist.beside:
            told.append(f"{name} moves next to {lexicon[gist.beside]}")
        elif gist.area:
            told.append(f"{name} moves to the {gist.area}")
        elif gist.stays:
            told.append(f"MOVE {name} stay")
    if gist.foe:
        assert gist.means is not None
        form, foe = HARMING[gist.means], lexicon[gist.foe]
        each = names if gist.means is Deed.CHARGE else [" + ".join(names)]
        told += [form.format(who=who, foe=foe) for who in each]
    return told


def _measured(gist: Gist, battle: Battle) -> None:
    """A distance counts only beside the hex, or the foe, that is so far away."""
    if not gist.numbers:
        return
    man = battle.figures[gist.men[0]]
    foe = battle.figures.get(gist.foe)
    there = gist.hexes or (foe.hexes if foe is not None else ())
    ways = [battle.board.distance(a, b) for a in man.hexes for b in there if b in battle.board]
    if len(gist.men) != 1 or not ways or gist.numbers != (min(ways),):
        raise Unclear

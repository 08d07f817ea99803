"""Which of the words that a battle knows are of any use in it: nobody charges where nobody has a horse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.orders.verb import Verb
from rules.orders.verbs import verbs_in
from rules.state.battle import Battle
from rules.state.figure import Character, SeatId


def useful_verbs(battle: Battle, seat: SeatId | None = None) -> tuple[Verb, ...]:
    """The verbs of the battle's advanced rules without those for which there is nothing in it, as far as the
    one knows whose view of it this is; for a seat also without those that none of its men can ever be told.
    Where men are placed first, or enemies may lie hidden, nobody knows what will come: then all of them."""
    verbs = verbs_in(battle.setup.modules)
    if "setup" in battle.setup.modules:
        return verbs
    own = [f for f in battle.figures.values() if seat is None or f.seat == seat]
    return tuple(
        verb
        for verb in verbs
        if _NEEDED.get(verb.family, _nothing)(battle) and _ABLE.get(verb.family, _anybody)(own)
    )


def _anybody(own: Sequence[Character]) -> bool:
    return True


def _hoplites(own: Sequence[Character]) -> bool:
    return any(figure.hoplite for figure in own)


def _archers(own: Sequence[Character]) -> bool:
    return any(figure.weapon or figure.lance for figure in own)


def _nothing(battle: Battle) -> bool:
    return True


def _riders(battle: Battle) -> bool:
    return bool(battle.horses)


def _shooters(battle: Battle) -> bool:
    return any(figure.weapon or figure.lance for figure in battle.figures.values())


def _pikes(battle: Battle) -> bool:
    return any(figure.hoplite for figure in battle.figures.values())


def _tents(battle: Battle) -> bool:
    return _ground(battle, "tent")


def _gates(battle: Battle) -> bool:
    return _ground(battle, "gate")


def _ground(battle: Battle, word: str) -> bool:
    return any(word in cell.terrain for cell in battle.board.cells.values())


def _walls(battle: Battle) -> bool:
    return battle.board.built


def _ladders(battle: Battle) -> bool:
    return any(ladder.kind == "ladder" for ladder in battle.ladders.values())


def _ropes(battle: Battle) -> bool:
    return any(ladder.kind == "rope" for ladder in battle.ladders.values())


def _engines(battle: Battle) -> bool:
    return bool(battle.engines)


_NEEDED: Mapping[str, Callable[[Battle], bool]] = {
    "FIRE": _shooters,
    "WATCH": _shooters,
    "CHARGE": _riders,
    "COUNTER": _riders,
    "FORM": _pikes,
    "MARCH": _pikes,
    "BREAK": _pikes,
    "TEAR": _tents,
    "OPEN": _gates,
    "CLOSE": _gates,
    "SHELTER": _walls,
    "LADDER": _ladders,
    "RAISE": _ladders,
    "SHIFT": _ladders,
    "LAY": _ladders,
    "TOPPLE": _ladders,
    "GRAPNEL": _ropes,
    "COIL": _ropes,
    "CUT": _ropes,
    "PULL": _ropes,
    "FALL": lambda battle: bool(battle.ladders),
    "SHOOT": _engines,
    "PUSH": _engines,
}
_ABLE: Mapping[str, Callable[[Sequence[Character]], bool]] = {
    "FIRE": _archers,
    "WATCH": _archers,
    "FLAME": _archers,
    "FORM": _hoplites,
    "MARCH": _hoplites,
    "BREAK": _hoplites,
}

"""Burning hexes: how they catch, what they close, how they spread, and what they leave.

Implements GUI-10.2, GUI-10.2.2, GUI-10.2.4a (nobody enters), GUI-10.2.5, GUI-10.5.1d.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.assault import evacuation
from rules.assault.fuel import fuel_at, work_at
from rules.assault.wreckage import destroy
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.burning import FireBurned, FireCaught, FireSpreadTried, FireWentOut
from rules.journal import Journal
from rules.ruleset import Extension, Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, SideId
from rules.state.terrain import engine_at


def catch(
    journal: Journal, rules: Ruleset, at: Hex, side: SideId, cause: str, rule: str, by: FigureId = ""
) -> None:
    """A hex takes fire, with all naphtha that the flames reach, and whoever is in them gets out (GUI-10.2.1,
    GUI-10.2.4a, GUI-10.5.1d). ``cause``: torch, arrow or spread."""
    battle = journal.battle
    pool = _pool(battle, (at,)) if at in battle.naphtha else ()
    lit = pool or (at,)
    journal.record(FireCaught(hexes=lit, side=side, cause=cause, rule=rule, by=by, greek=bool(pool)))
    evacuation.evacuate(journal, rules, (*lit, *_reach_naphtha(journal, lit, side)))


def reach_spilled(journal: Journal, rules: Ruleset, spilled: Iterable[Hex], side: SideId) -> None:
    """Naphtha that has just been spilled over flames, or beside them, burns at once (GUI-10.5.1d)."""
    battle = journal.battle
    over = tuple(at for at in spilled if at in battle.flames)
    beside = [at for at in spilled for near in battle.board.neighbours(at) if near in battle.flames]
    if over or beside:
        lit = tuple(dict.fromkeys((*over, *_pool(battle, (*over, *beside)))))
        journal.record(FireCaught(hexes=lit, side=side, cause="naphtha", rule="GUI-10.5.1d", greek=True))
        evacuation.evacuate(journal, rules, lit)


def _reach_naphtha(journal: Journal, lit: Iterable[Hex], side: SideId) -> tuple[Hex, ...]:
    """All naphtha next to flames burns at once, without a die, and all that touches it (GUI-10.2.2,
    GUI-10.5.3)."""
    near = [n for at in lit for n in journal.battle.board.neighbours(at)]
    pool = _pool(journal.battle, near)
    if pool:
        journal.record(FireCaught(hexes=pool, side=side, cause="naphtha", rule="GUI-10.5.1d", greek=True))
    return pool


def _pool(battle: Battle, start: Iterable[Hex]) -> tuple[Hex, ...]:
    """The naphtha in these hexes and all that is joined to it."""
    found = dict.fromkeys(at for at in start if at in battle.naphtha)
    waiting = list(found)
    while waiting:
        for near in battle.board.neighbours(waiting.pop()):
            if near in battle.naphtha and near not in found:
                found[near] = None
                waiting.append(near)
    return tuple(found)


# the end of a player turn


def player_turn_ends(journal: Journal, rules: Ruleset) -> None:
    """What fires do at the end of a player turn: those lit by the other side, of several sides by the one
    before it (RUL-1070), spread (GUI-10.2.2) and have burned one turn more (GUI-10.2.5); whoever is still in
    the flames gets out or suffers (GUI-10.2.4a).

    Ruling RUL-1024: the turns are counted when the spreading is rolled for, so a fire has three of them from
    the enemy's player turn after it was lit; what has burnt out still spreads in that moment."""
    evacuation.remain(journal, rules)
    before = _sides_before(journal.battle)
    aged = [
        at
        for at, flame in journal.battle.flames.items()
        if flame.side in before and flame.since < journal.battle.phase
    ]
    for side in before:
        _spread(journal, rules, side)
    for at in aged:
        _burn(journal, rules, at)


def _sides_before(battle: Battle) -> tuple[SideId, ...]:
    """The side whose player turn comes before the open one, in the order of the turn; all sides where the
    phase belongs to nobody alone."""
    order = tuple(side.id for side in battle.setup.sides)
    return (order[order.index(battle.side) - 1],) if battle.side else order


def _spread(journal: Journal, rules: Ruleset, side: SideId) -> None:
    """One die for each hex that could take fire from a side's flames, however many burn beside
    it (RUL-1023)."""
    battle = journal.battle
    sources = [at for at, flame in battle.flames.items() if flame.side == side]
    near = dict.fromkeys(n for at in sources for n in battle.board.neighbours(at))
    for at in near:
        fuel = fuel_at(battle, rules, at)
        if not fuel or fuel == "naphtha" or at in battle.flames:
            continue
        needed = rules.tables["fire"].number(f"spread {fuel}", "at_least")
        face = journal.roll("GUI-10.2.2", at)
        journal.record(FireSpreadTried(hex=at, side=side, fuel=fuel, face=face, needed=needed))
        if face >= needed:
            catch(journal, rules, at, side, "spread", "GUI-10.2.2")


def _burn(journal: Journal, rules: Ruleset, at: Hex) -> None:
    """One turn more; after the third what is in the hex is destroyed (GUI-10.2.5). Burning naphtha goes on to
    the end (GUI-10.5.1d)."""
    flame = journal.battle.flames.get(at)
    last = rules.tables["burning"].number("turns", "value")
    if flame is None or flame.turns >= last:
        return
    journal.record(FireBurned(hex=at, turns=flame.turns + 1))
    if flame.turns + 1 < last:
        return
    engine = engine_at(journal.battle, at)
    destroy(journal, rules, at, "GUI-10.2.5", "fire")
    gone = (at,) if engine is None else engine.hexes
    spent = tuple(h for h in gone if _burnt_out(journal.battle, rules, h))
    if spent:
        journal.record(FireWentOut(hexes=spent))


def _burnt_out(battle: Battle, rules: Ruleset, at: Hex) -> bool:
    """Whether flames that were here have nothing left to live on."""
    flame = battle.flames.get(at)
    return flame is not None and not flame.greek and not work_at(battle, rules, at)


# what the seams of the module hold


def step_bar(battle: Battle, rules: Ruleset, figure: Character, start: Hex, end: Hex) -> Rejection | None:
    """Nobody enters a burning hex (GUI-10.2.4a); who is in one may leave it (RUL-1026)."""
    if battle.flames and end in battle.flames:
        return Rejection("GUI-10.2.4a", english("{end} is on fire", end=end))
    return None


SEAMS = Extension(step_bars=(step_bar,))

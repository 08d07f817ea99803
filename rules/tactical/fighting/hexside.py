"""Which ground both sides of a fight count as standing on: their own, or what stands on the hexside
between them.

Implements GUI-6.1b, GUI-6.1c, GUI-6.2g, GUI-8.1, GUI-8.5.1.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.language import english
from rules.ruleset import Fight, Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.state.ladders import LADDER, held_by
from rules.state.storeys import on_a_floor
from rules.state.terrain import terrain_at
from rules.tactical.ways import structures
from rules.tactical.ways.passage import Ground, barred, grounds
from rules.tactical.ways.structures import Hexside

NEUTRAL = "0"
WORST_FIRST = ("-", NEUTRAL, "+")


def worst_ground(battle: Battle, rules: Ruleset, hexes: Iterable[Hex]) -> Ground:
    """The first of the worst, in the order of the hexes (GUI-6.1c, GUI-6.2g)."""
    known = grounds(rules.tables)
    return worst(known[terrain_at(battle, at)] for at in hexes)


def worst(found: Iterable[Ground]) -> Ground:
    return min(found, key=lambda ground: WORST_FIRST.index(ground.combat))


def grounds_of(battle: Battle, rules: Ruleset, fight: Fight) -> tuple[Ground, Ground, str]:
    """The grounds of attackers and defenders where something is built, and the rule that decided (GUI-8.5.1).

    Whoever is struck at through a doorway or a window, or over a low wall, counts as on favourable ground,
    on whichever side of it he stands; whoever strikes through a window as on unfavourable. Where not
    everybody fights through an opening, each pair is looked at by itself and the worst counts for either
    side (RUL-846)."""
    if any(f.storey for f in (*fight.attackers, *fight.defenders)):
        return _over_the_top(battle, rules, fight)
    defending = [battle.horses[fight.horse].hexes] if fight.horse else [f.hexes for f in fight.defenders]
    ours: list[Ground] = []
    theirs: list[Ground] = []
    rule = "GUI-6.1b"
    for attacker in fight.attackers:
        for hexes in defending:
            own = worst_ground(battle, rules, attacker.hexes)
            his = worst_ground(battle, rules, hexes)
            side = opening_between(battle, rules, attacker, hexes)
            if side is not None and side.defender:
                rule = side.rule if side.feature == "low_wall" else "GUI-8.5.1"
                own = _at(side, english("across {side}", side=side.name), side.attacker) or own
                his = _at(side, english("behind {side}", side=side.name), side.defender) or his
            ours.append(own)
            theirs.append(his)
    return worst(ours), worst(theirs), rule


def _over_the_top(battle: Battle, rules: Ruleset, fight: Fight) -> tuple[Ground, Ground, str]:
    """Up on a ladder everybody is on unfavourable ground, striking or struck at (GUI-10.1, GUI-10.1.5b).

    Book silent on ropes, but for the columns of GUI-10.6.3a. Ruling RUL-1064: who hangs on one is on no
    ground at all, which favours nobody; nor does the floor of a storey."""
    bad = Ground(english("a ladder"), None, None, "none", rules.tables["ladders"].text("combat", "value"))
    floor = Ground(english("a floor"), None, None, "none", NEUTRAL)
    none = Ground(english("a rope"), None, None, "none", NEUTRAL)

    def ground(figure: Character) -> Ground:
        if on_a_floor(battle, figure):
            return floor
        ladder = held_by(battle, figure)
        if ladder is None:
            return worst_ground(battle, rules, figure.hexes)
        return bad if ladder.kind == LADDER else none

    ours, theirs = worst(map(ground, fight.attackers)), worst(map(ground, fight.defenders))
    return ours, theirs, "GUI-10.1.5b" if bad in (ours, theirs) else "GUI-6.1b"


def opening_between(
    battle: Battle, rules: Ruleset, attacker: Character, hexes: tuple[Hex, ...]
) -> Hexside | None:
    """The doorway, window or low wall across which an attacker has to strike at somebody; None if any way
    leads past it."""
    found: Hexside | None = None
    for own in attacker.hexes:
        for at in hexes:
            if at in battle.board.neighbours(own) and barred(battle, rules, attacker, own, at) is None:
                sides = structures.features_between(battle, rules, own, at)
                found = next((side for side in sides if side.defender), None)
                if found is None:
                    return None
    return found


def _at(side: Hexside, name: str, combat: str) -> Ground | None:
    """What a side counts as standing on; None for its own ground."""
    return Ground(name, None, None, "none", combat) if combat else None

"""Who attacks whom when the player left it open: ATTACK best, anyone, weakest (GUI-6.2b).

The measure is the expected gain of a combat: over the ten faces of the die, what befalls the enemy less what
befalls one's own, each result weighed with the table combat-worth and the strength of whoever suffers it. It
only chooses among legal attacks; how they end is another matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.orders.records import Pick
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, HorseId
from rules.tactical.fighting import odds, results
from rules.tactical.fighting.odds import Assessment
from rules.tactical.fighting.results import Blow
from rules.tactical.harm.wounds import comes_to
from rules.tactical.instructions.picking import qualifies

Combat = tuple[tuple[FigureId, ...], tuple[FigureId | HorseId, ...]]


class _Option(NamedTuple):
    assessment: Assessment
    gain: int


def best_combats(
    battle: Battle,
    rules: Ruleset,
    figures: Iterable[FigureId],
    pick: Pick,
    at_least: str = "",
) -> list[Combat]:
    """The combats that these figures should fight from where they stand, the most promising first.

    Each attacker takes part in one; all who can reach an enemy pool their strength when that gives a higher
    column than the best of them has alone, else they go one by one (GUI-6.2b). ``pick`` says which enemies
    are wanted: by name in that order, the ``weakest`` first, ``best`` (only where the expected gain is above
    zero), or ``anyone``. ``at_least``: no combat at a lower weight. Riderless horses only if asked for by
    name or as "horse".
    """
    free = [f for f in figures if f in battle.figures]
    found: list[Combat] = []
    while free:
        options = [
            option
            for target in _targets(battle, free, pick)
            for option in _options(battle, rules, free, target, pick)
            if rules.policies.weighing.meets(option.assessment.weight, at_least)
        ]
        if pick.how == "best":
            options = [o for o in options if o.gain > 0]
        if not options:
            break
        chosen = min(options, key=lambda o: _preference(battle, pick, o))
        found.append((chosen.assessment.attackers, chosen.assessment.defenders))
        free = [f for f in free if f not in chosen.assessment.attackers]
    return found


def expected_gain(battle: Battle, rules: Ruleset, assessment: Assessment) -> int:
    """Ten times the expected gain of a combat for its attackers: the sum over the ten faces."""
    blows = results.blows_of(battle, rules, assessment)
    return sum(faces * _gain(battle, rules, assessment, blow) for blow, faces in blows)


def _targets(battle: Battle, free: list[FigureId], pick: Pick) -> list[FigureId | HorseId]:
    hostile = battle.enemies_of(battle.figures[free[0]].side) if free else ()
    enemies: list[FigureId | HorseId] = [
        f.id for f in battle.figures.values() if f.side in hostile and f.living and f.carried_by is None
    ]
    horses = [h.id for h in battle.horses.values() if h.loose]
    if "horse" in pick.kinds:
        enemies = []
    else:
        horses = [h for h in horses if h in pick.names]
    return enemies + horses


def _options(
    battle: Battle, rules: Ruleset, free: list[FigureId], target: FigureId | HorseId, pick: Pick
) -> list[_Option]:
    stands = (battle.figures.get(target) or battle.horses[target]).hexes
    near = {at for own in stands for at in battle.board.neighbours(own)}
    singles = []
    for figure in free:
        if near.isdisjoint(battle.figures[figure].hexes):
            continue
        if target in battle.figures and not qualifies(
            battle, pick, battle.figures[figure], battle.figures[target]
        ):
            continue
        alone = odds.assess(battle, rules, (figure,), (target,))
        if isinstance(alone, Assessment):
            singles.append(alone)
    chosen: list[Assessment] = singles
    if len(singles) > 1:
        pooled = odds.assess(battle, rules, [a.attackers[0] for a in singles], (target,))
        if isinstance(pooled, Assessment) and odds.is_higher(rules, pooled, *singles):
            chosen = [pooled]
    return [_Option(a, expected_gain(battle, rules, a)) for a in chosen]


def _preference(
    battle: Battle, pick: Pick, option: _Option
) -> tuple[int, int, tuple[str, ...], tuple[str, ...]]:
    target = option.assessment.defenders[0]
    rank = 0
    if pick.how == "weakest":
        rank = sum(option.assessment.defence)
    elif pick.names and not pick.how:
        rank = pick.names.index(target) if target in pick.names else len(pick.names)
    return (rank, -option.gain, option.assessment.defenders, option.assessment.attackers)


def _gain(battle: Battle, rules: Ruleset, assessment: Assessment, blow: Blow) -> int:
    """The gain of one result: that pikes turn it is not counted against an attack, since it is they that have
    to be broken first (GUI-7.3.1c)."""
    if blow.on == results.NOBODY:
        return 0
    if blow.on == results.DEFENDERS and assessment.horse is not None:
        return rules.tables["combat-worth"].number(blow.loose, "worth") * sum(assessment.defence)
    ours = blow.on == results.ATTACKERS
    side = [battle.figures[i] for i in (assessment.attackers if ours else assessment.defenders)]
    worths = [_worth(rules, f, blow) for f in side]
    # a retreat befalls all of a side, anything else the one whom its owner can spare best
    # (GUI-6.2d, GUI-6.2e)
    suffered = sum(worths) if blow.drives_back else min(worths)
    return -suffered if ours else suffered


def _worth(rules: Ruleset, figure: Character, blow: Blow) -> int:
    table = rules.tables["combat-worth"]
    saddle = table.number("saddle", "worth") if blow.mount != "kept" and figure.mounted else 0
    # a man on the ground is worth what he will be when he is up again
    values = figure.faces.healthy if figure.stunned else figure.values
    harm = comes_to(figure, blow.harm(figure))
    return (table.number(harm, "worth") + saddle) * (values.attack + values.defence)

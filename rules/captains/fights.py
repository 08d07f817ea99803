"""Which fights to seek: who goes where, alone or together, and what it is worth."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from rules.captains.plan import Plan
from rules.captains.temper import Temper, worth
from rules.core.places import GROUND
from rules.core.rejection import Rejection
from rules.ruleset import Fight as Bout
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.state.terrain import terrain_at
from rules.tactical.fighting import odds
from rules.tactical.fighting.odds import Assessment
from rules.tactical.fighting.results import ATTACKERS, DEFENDERS, Blow, blows_of
from rules.tactical.formations.close_order import meets_pikes
from rules.tactical.harm.wounds import comes_to
from rules.tactical.ways.passage import can_reach

MOST_CANDIDATES = 6
EACH_MORE = 4


class Fight(NamedTuple):
    """A fight that could be had: its worth in hundredths of a man, who is attacked, and who stands
    where for it."""

    worth: int
    target: FigureId
    posts: tuple[tuple[FigureId, Hex], ...]


def seek_fights(plan: Plan, temper: Temper) -> None:
    """Add the best fights, one after another, until none is worth it."""
    reach = {figure.id: plan.reach(figure) for figure in plan.free_to_fight()}
    options = {enemy.id: _posts(plan, enemy, reach) for enemy in plan.enemies()}
    found = {target: _best(plan, temper, target, posts) for target, posts in options.items()}
    while True:
        best = max(
            (f for f in found.values() if f is not None), key=lambda f: (f.worth, f.target), default=None
        )
        if best is None or best.worth < temper.attack_from:
            return
        _engage(plan, best)
        used = {figure for figure, _ in best.posts}
        taken = {at for figure in used for at in plan.figure(figure).hexes}
        del found[best.target]
        del options[best.target]
        for target, posts in options.items():
            left = [(f, at, mp) for f, at, mp in posts if f not in plan.fighting and at not in taken]
            if len(left) < len(posts):
                options[target] = left
                found[target] = _best(plan, temper, target, left)


def expected_worth(battle: Battle, rules: Ruleset, found: Assessment, own_harm: int) -> int:
    """What an attack does on average, in hundredths of a man: harm to the enemy less harm to one's own. On
    pikes a wound or death only breaks them (GUI-7.3.1c)."""
    defenders = [battle.figures[i] for i in found.defenders if i in battle.figures]
    attackers = tuple(battle.figures[a] for a in found.attackers)
    pikes = meets_pikes(battle, rules, Bout(attackers, tuple(defenders)))
    total = 0
    for blow, faces in blows_of(battle, rules, found):
        if blow.on == ATTACKERS:
            total -= faces * (_harm(attackers[-1], blow) * own_harm // 100)
        elif blow.on == DEFENDERS and pikes:
            total += faces * worth().pikes if blow.foot in ("wounded", "killed") else 0
        elif blow.on == DEFENDERS and defenders:
            total += faces * _harm(defenders[0], blow)
    return total // len(found.letters)


def _harm(victim: Character, blow: Blow) -> int:
    """How bad a result is for somebody, in hundredths of a man (GUI-6.5e: the second wound kills)."""
    scale = worth()
    harm = comes_to(victim, blow.harm(victim))
    if harm == "none":
        points = 0
    elif harm == "killed":
        points = scale.killed + (scale.leader if victim.leader else 0)
    else:
        points = {"wounded": scale.wounded, "stunned": scale.stunned, "retreat": scale.retreat}[harm]
    if victim.mounted and blow.mount != "kept":
        points += scale.horse if blow.mount == "killed" else scale.lost
    return points


def _posts(
    plan: Plan, enemy: Character, reach: dict[FigureId, dict[Hex, int]]
) -> list[tuple[FigureId, Hex, int]]:
    """From which hexes who could attack an enemy, with the MP to get there; the strongest first."""
    board = plan.battle.board
    around = {at for own in enemy.hexes for at in board.neighbours(own)} - set(enemy.hexes)
    around |= {f.hex for f in plan.battle.figures.values() if f.storey and f.hex}
    posts = []
    for figure_id, near in reach.items():
        figure = plan.figure(figure_id)
        for at in around & near.keys():
            there = figure if at == figure.hex else replace(figure, hex=at, rear=None, storey=GROUND)
            if can_reach(plan.battle, plan.rules, there, enemy):
                posts.append((figure_id, at, near[at]))
    posts.sort(key=lambda p: (-plan.figure(p[0]).values.attack, p[0], _footing(plan, p[1]), p[2], p[1]))
    return posts


def _footing(plan: Plan, at: Hex) -> int:
    """0 for ground on which one fights well, 1 for level ground, 2 for bad ground (GUI-3.1)."""
    return "+0-".index(plan.rules.tables["terrain"].text(terrain_at(plan.battle, at), "combat"))


def _best(
    plan: Plan, temper: Temper, target: FigureId, posts: list[tuple[FigureId, Hex, int]]
) -> Fight | None:
    """The best attack on one enemy, alone or pooled."""
    found: list[Fight] = []
    group: list[tuple[FigureId, Hex]] = []
    for figure, at in _assigned(posts):
        alone = _weighed(plan, temper, target, [(figure, at)])
        together = _weighed(plan, temper, target, [*group, (figure, at)]) if group else None
        found += [fight for fight in (alone, together) if fight is not None]
        if len(group) < temper.pool - 1:
            group.append((figure, at))
    return _worthiest(plan, temper, found)


def _worthiest(plan: Plan, temper: Temper, found: list[Fight]) -> Fight | None:
    """The best of some fights when the ways to them are reckoned with, which never make one better."""
    best: Fight | None = None
    for fight in sorted(found, key=lambda f: -f.worth):
        if fight.worth < temper.attack_from or (best is not None and fight.worth <= best.worth):
            break
        got_to = _with_ways(plan, temper, fight)
        if best is None or got_to.worth > best.worth:
            best = got_to
    return best


def _with_ways(plan: Plan, temper: Temper, fight: Fight) -> Fight:
    """A fight less what is expected to befall on the ways to it, and for the chance that somebody is
    stopped on his (GUI-4.3a)."""
    untouched = Fraction(1)
    for figure, at in fight.posts:
        untouched *= plan.passage(figure, at).untouched
    harm = sum(plan.risk(figure, at, temper) for figure, at in fight.posts)
    return fight._replace(worth=int(fight.worth * untouched) - harm)


def _assigned(posts: list[tuple[FigureId, Hex, int]]) -> list[tuple[FigureId, Hex]]:
    """Each of the strongest to the best hex that is left for him."""
    taken: dict[Hex, FigureId] = {}
    given: dict[FigureId, Hex] = {}
    for figure, at, _ in posts:
        if figure not in given and at not in taken and len(given) < MOST_CANDIDATES:
            given[figure], taken[at] = at, figure
    return list(given.items())


def _weighed(plan: Plan, temper: Temper, target: FigureId, posts: list[tuple[FigureId, Hex]]) -> Fight | None:
    figures = plan.battle.figures
    as_they_stand = {figure: figures[figure] for figure, _ in posts}
    try:
        for figure, at in posts:
            if figures[figure].hex != at:
                figures[figure] = replace(figures[figure], hex=at, rear=None, storey=GROUND)
        found = odds.assess(plan.battle, plan.rules, tuple(f for f, _ in posts), (target,))
        if isinstance(found, Rejection):
            return None
        points = expected_worth(plan.battle, plan.rules, found, temper.own_harm)
    finally:
        figures.update(as_they_stand)
    crowd = max(others_beside(plan, at, target) for _, at in posts)
    return Fight(points - EACH_MORE * (len(posts) - 1) - temper.keep_off * crowd // 2, target, tuple(posts))


def others_beside(plan: Plan, at: Hex, target: FigureId) -> int:
    """How many more enemies could strike at somebody in a hex."""
    strikers = plan.strikers(at)
    return len(strikers) - (target in strikers)


def _engage(plan: Plan, fight: Fight) -> None:
    """Bring them there and write the attack for those who arrive."""
    arrived = []
    for figure, at in fight.posts:
        plan.fighting.add(figure)
        if plan.figure(figure).hex == at or plan.move(figure, at):
            arrived.append(figure)
    if arrived:
        names = " + ".join(plan.figure(f).name for f in arrived)
        plan.attacks.append(f"ATTACK {names} ON {plan.figure(fight.target).name}")

"""Questions whose exact odds can be tested: shots, fights, moves past enemies and charges, found in games
that captains play over the scenarios shipped.

Each case holds the odds that TRY computes and a function that plays the same with the dice thrown, by the
resolution that adjudication uses. What came of it is read off the events here, without any code of the
computation.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import combinations, takewhile
from typing import NamedTuple

from rules import engine
from rules.books.registry import rules_of
from rules.core.dice import Dice
from rules.core.rejection import Rejection
from rules.events.base import Event
from rules.events.charge import ChargeAnnounced
from rules.events.combat import AdvanceBegan, RetreatBlocked, Retreated
from rules.events.formation import PikesBroken
from rules.events.harm import HorseKilled, Killed, Stunned, Unhorsed, Wounded
from rules.events.missile import DamageRolled
from rules.events.movement import AllowanceCut, HorseMoved
from rules.evolve import evolve
from rules.journal import Journal
from rules.orders.records import ChargeOrder, MoveOrder, Pick
from rules.phases import charging
from rules.ruleset import Ruleset
from rules.state.battle import Battle, ChargeState
from rules.state.figure import Character
from rules.tactical import outlook, weapons
from rules.tactical.charging import charge, combats, runs
from rules.tactical.fighting import combat, odds, pairing
from rules.tactical.moving import movement, path_finding
from rules.tactical.moving.planning import Plan, plan
from rules.tactical.shooting import missile
from rules.tactical.shooting.scatter import is_point_blank
from rules.tactical.sight import line_of_fire
from rules.views.masking import view_for

NOTHING = "nothing"
GAMES = (("orchard", 1), ("ford", 2), ("defile", 3), ("strand", 4), ("spears", 5))
PHASES = 7
FAR_HEXES = 4  # ends of ways looked at for each figure
MOST_ENEMIES = 4  # passed in one move
SHARES = {"shot": 18, "volley": 4, "fight": 10, "pooled": 6, "move": 8, "charge": 4}  # of fifty cases


class Case(NamedTuple):
    """A question: its kind and words, the exact chance of every outcome, and how to play it once. One play
    may have an outcome for each of several people; each of them is a question of its own in ``expected``."""

    kind: str
    words: str
    expected: dict[str, dict[str, Fraction]]
    play: Callable[[Dice], dict[str, str]]


Found = tuple[str, Callable[[], Case]]  # what it is like, so that no two alike are taken, and how to make it


class ThrownDice:
    """Fair dice from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def roll(self, name: str, sides: int, chain: str = "") -> int:
        return self._random.randrange(sides) + 1


def cases() -> list[Case]:
    """Fifty cases, as unlike each other as the games bring them."""
    found: dict[str, dict[str, Case]] = {kind: {} for kind in SHARES}
    for battle, seat in _states():
        rules = rules_of(battle)
        seen = view_for(battle, seat)
        seen.asked = {}
        for kind, make in _MAKERS.items():
            for signature, case in make(seen, rules, seen.seat(seat).side):
                if signature not in found[kind]:
                    found[kind][signature] = case()
    return [case for kind, share in SHARES.items() for case in _spread(list(found[kind].values()), share)]


def _spread(found: Sequence[Case], share: int) -> Iterator[Case]:
    """So many of all, evenly over the order in which they were found."""
    if len(found) < share:
        raise ValueError(f"only {len(found)} cases of {share}")
    return (found[number * len(found) // share] for number in range(share))


def _states() -> Iterator[tuple[Battle, str]]:
    """Battles at the moment when orders are wanted, and the seat that is on move."""
    for scenario, seed in GAMES:
        battle = engine.replay(engine.new_game(scenario, commitment=""))
        for _ in range(PHASES):
            if battle.outcome is not None:
                break
            for seat in engine.awaiting(battle).seats:
                yield battle, seat
                lines = engine.captain_orders(battle, seat, "bold")
                reading = engine.read_orders(battle, seat, lines)
                battle = engine.evolve(battle, engine.accept_orders(battle, seat, reading))
            key = sha256(f"{scenario} {seed} {battle.phase}".encode()).digest()
            battle = engine.replay(engine.adjudicate(battle, engine.KeyedDice(key)), battle)


# what came of it


def fate(events: Sequence[Event], who: str, mount: str | None) -> str:
    """What befell somebody, by the events alone. Whoever gave ground has done so, whatever came over
    him after it."""
    own = [e for e in events if getattr(e, "figure", None) == who]
    if any(isinstance(e, Retreated) for e in own):
        return "driven back"
    harm = [e for e in own if isinstance(e, Killed | Stunned | Wounded)]
    worst = max((_GRADES[type(e)] for e in harm), default="")
    word = worst[1:]
    if word and any(isinstance(e, RetreatBlocked) for e in own):
        word = f"hemmed in and {word}"
    words = [word] if word else []
    if any(isinstance(e, Unhorsed) for e in own) and "killed" not in word:
        words.append("thrown")
    if mount is not None and any(isinstance(e, HorseKilled) and e.horse == mount for e in events):
        words.append("his horse killed")
    if words:
        return " and ".join(words)
    if any(isinstance(e, PikesBroken) for e in own):
        return "pikes broken"
    return "slowed" if any(isinstance(e, AllowanceCut) for e in own) else outlook.UNHURT


_GRADES: dict[type[Event], str] = {Wounded: "1wounded", Stunned: "2stunned", Killed: "3killed"}


def fate_of_horse(events: Sequence[Event], horse: str) -> str:
    if any(isinstance(e, HorseKilled) and e.horse == horse for e in events):
        return "killed"
    moved = any(isinstance(e, HorseMoved) and e.horse == horse for e in events)
    return "gives way" if moved else outlook.UNHURT


def _before_advance(events: Sequence[Event]) -> list[Event]:
    """What happened until somebody followed up: that is not part of the odds."""
    return list(takewhile(lambda e: not isinstance(e, AdvanceBegan), events))


def _fate(battle: Battle, events: Sequence[Event], who: str) -> str:
    figure = battle.figures.get(who)
    return fate_of_horse(events, who) if figure is None else fate(events, who, figure.mount)


def _fates(battle: Battle, events: Sequence[Event], whom: Sequence[str]) -> str:
    """What befell several, as one outcome."""
    told = ((who, _fate(battle, events, who)) for who in whom)
    return "; ".join(f"{who}: {words}" for who, words in told if words != outlook.UNHURT) or NOTHING


# shots


def _shots(battle: Battle, rules: Ruleset, side: str, mode: str = missile.OFFENSIVE) -> Iterator[Found]:
    shooters = battle.side_figures(side) if mode == missile.OFFENSIVE else battle.active_enemies(side)
    may = weapons.may_fire_offensively if mode == missile.OFFENSIVE else weapons.may_fire_defensively
    for shooter in shooters:
        weapon = weapons.weapon_of(battle, rules, shooter) if shooter.active else ""
        if not weapon or may(battle, rules, shooter, weapon) is not None:
            continue
        for target in battle.active_enemies(shooter.side):
            sight = line_of_fire.best_sight(battle, rules, shooter, weapon, target.id)
            if isinstance(sight, Rejection):
                continue
            like = (
                weapon, sight.band, sight.cover, target.mounted, target.armoured, target.wounded,
                shooter.wounded,
                target.hoplite, is_point_blank(rules, sight.distance),
            )  # fmt: skip
            yield str(like), partial(_shot_case, battle, rules, shooter, weapon, sight, mode)


def _volleys(battle: Battle, rules: Ruleset, side: str) -> Iterator[Found]:
    """Shots in the enemy's phase, at somebody about to move."""
    moving = battle.copy()
    for figure in moving.side_figures(side):
        moving.now.left[figure.id] = figure.values.movement
    return _shots(moving, rules, side, missile.DEFENSIVE)


def _shot_case(
    battle: Battle,
    rules: Ruleset,
    shooter: Character,
    weapon: str,
    sight: line_of_fire.Sight,
    mode: str,
) -> Case:
    found = outlook.of_shot(battle, rules, shooter, weapon, sight, mode)
    target = battle.figures[sight.target].name
    words = f"{mode}: {shooter.name} at {target}, {sight.distance} hexes, {sight.cover} cover"

    def play(dice: Dice) -> dict[str, str]:
        journal = Journal(battle, dice)
        missile.resolve_shot(journal, rules, shooter.id, sight.target, sight.aim, weapon, mode)
        hit = {e.victim for e in journal.events if isinstance(e, DamageRolled)}
        return {w: _fate(battle, journal.events, w) if w in hit else outlook.UNHURT for w in found.chances}

    return Case("shot", words, found.chances, play)


# fights


def _fights(battle: Battle, rules: Ruleset, side: str) -> Iterator[Found]:
    own = [f.id for f in battle.side_figures(side) if f.active]
    pairs: list[pairing.Combat] = [((a,), (e.id,)) for a in own for e in battle.active_enemies(side)]
    pairs += [((a,), (h.id,)) for a in own for h in battle.horses.values() if h.loose]
    return _bouts(battle, rules, pairs)


def _pooled(battle: Battle, rules: Ruleset, side: str) -> Iterator[Found]:
    """Two and more on one, and on two."""
    own = [f.id for f in battle.side_figures(side) if f.active]
    pooled = [p for p in pairing.best_combats(battle, rules, own, Pick(how="anyone")) if len(p[0]) > 1]
    for attackers, _ in pooled:
        enemies = [e.id for e in battle.active_enemies(side)]
        pooled = [*pooled, *((attackers, pair) for pair in combinations(enemies, 2))]
    return _bouts(battle, rules, pooled)


def _bouts(battle: Battle, rules: Ruleset, pairs: Sequence[pairing.Combat]) -> Iterator[Found]:
    for attackers, defenders in pairs:
        found = odds.assess(battle, rules, attackers, defenders)
        if isinstance(found, Rejection):
            continue
        sides = [battle.figures[f] for f in (*found.attackers, *found.defenders) if f in battle.figures]
        like = (
            len(found.attackers), len(found.defenders), found.column, found.table, len(found.modifiers),
            [(f.mounted, f.wounded, f.stunned, f.hoplite) for f in sides],
        )  # fmt: skip
        names = [f.name for f in sides]
        words = f"{' and '.join(names[: len(found.attackers)])} on {found.defenders}, column {found.column}"
        yield str(like), partial(_fight_case, battle, rules, found, words)


def _fight_case(battle: Battle, rules: Ruleset, found: odds.Assessment, words: str) -> Case:
    whom = (*found.attackers, *found.defenders)
    expected = {
        key or NOTHING: share
        for key, share in outlook.chances_of(outlook.of_fight(battle, rules, found)).items()
    }

    def play(dice: Dice) -> dict[str, str]:
        journal = Journal(battle, dice)
        combat.fight(journal, rules, found, followed_up=False)
        return {"": _fates(battle, journal.events, whom)}

    return Case("fight", words, {"": expected}, play)


# moves


def _moves(battle: Battle, rules: Ruleset, side: str) -> Iterator[Found]:
    for figure in battle.side_figures(side):
        if not figure.active or figure.hex is None:
            continue
        far = path_finding.reach(battle, rules, figure)
        for end in sorted(far, key=lambda at: (-far[at], at))[:: max(1, len(far) // FAR_HEXES)]:
            found = plan(battle, rules, MoveOrder(figure.id, to=end))
            if isinstance(found, Rejection) or not found.tests:
                continue
            order = MoveOrder(figure.id, path=tuple(leg.leg for leg in found.legs))
            enemies = [e for _, ids in found.tests for e in ids]
            if len(enemies) > MOST_ENEMIES:
                continue
            like = (len(enemies), len(found.tests), figure.mounted, figure.armoured, figure.wounded,
                    [battle.figures[e].mounted for e in enemies])  # fmt: skip
            words = f"{figure.name} {figure.hex} to {end} past {' and '.join(enemies)}"
            yield str(like), partial(_move_case, battle, rules, order, found, words)


def _move_case(battle: Battle, rules: Ruleset, order: MoveOrder, found: Plan, words: str) -> Case:
    def play(dice: Dice) -> dict[str, str]:
        journal = Journal(battle, dice)
        movement.resolve_move(journal, rules, order, lambda mover: None)
        return {"": _passage(battle, journal.battle, found)}

    return Case("move", words, {"": _passages(found)}, play)


def _passages(found: Plan) -> dict[str, Fraction]:
    chances = found.chances._asdict()
    return {words: share for words, share in chances.items() if share}


def _passage(before: Battle, after: Battle, found: Plan) -> str:
    """How a way was gone: "none" if unhurt to its end."""
    figure = after.figures[found.figure]
    if figure.dead:
        return "killed"
    if figure.health is not before.figures[figure.id].health:
        return "wounded"
    return "none" if figure.hex == found.hex else "stopped"


# charges


def _charges(battle: Battle, rules: Ruleset, side: str) -> Iterator[Found]:
    if not rules.knows(ChargeOrder):
        return
    for rider in battle.side_figures(side):
        if charge.cannot_ride(battle, rider) is not None:
            continue
        ways = runs.Runs(battle, rules, rider)
        for target in battle.active_enemies(side):
            route = runs.charge_route(battle, rules, rider, target, ways)
            if isinstance(route, Rejection):
                continue
            found = charge.planned(battle, rules, rider.id, target.id, route)
            if isinstance(found, Rejection):
                continue
            announced = battle.copy()
            evolve(announced, ChargeAnnounced(figure=rider.id, target=target.id, route=found.route))
            bout = combats.bout(charge.as_ridden(announced, rules), rules, rider.id)
            if isinstance(bout, Rejection):
                continue
            like = (
                bout.column,
                bool(found.ride.tests),
                target.mounted,
                target.wounded,
                target.hoplite,
                rider.armoured,
            )
            words = f"{rider.name} charges {target.name} over {len(found.route)} hexes, column {bout.column}"
            yield str(like), partial(_charge_case, announced, rules, found, bout, words)


def _charge_case(
    announced: Battle, rules: Ruleset, found: charge.Planned, bout: odds.Assessment, words: str
) -> Case:
    whom = (found.rider, found.target)
    at_home = charge.as_ridden(announced, rules)
    ride = _passages(found.ride)
    home = ride.pop("none")
    impact = outlook.chances_of(outlook.of_fight(at_home, rules, bout))
    expected = {f"on the way {words}": share for words, share in ride.items()}
    expected |= {key or NOTHING: home * share for key, share in impact.items()}

    def play(dice: Dice) -> dict[str, str]:
        journal = Journal(announced, dice)
        charging.ride(journal, rules, lambda mover: None)
        way = _passage(announced, journal.battle, found.ride)
        if way != "none":
            return {"": f"on the way {way}"}
        assert journal.battle.now.charges[found.rider].state is ChargeState.HOME
        ridden = len(journal.events)
        charging.fight(journal, rules)
        return {"": _fates(at_home, _before_advance(journal.events[ridden:]), whom)}

    return Case("charge", words, {"": expected}, play)


_MAKERS: dict[str, Callable[[Battle, Ruleset, str], Iterator[Found]]] = {
    "shot": _shots, "volley": _volleys, "fight": _fights, "pooled": _pooled, "move": _moves,
    "charge": _charges,
}  # fmt: skip

"""The orders that a battle needs, for whoever reads of it for the first time: one line of each, with his own
men, and what it does. Of the other verbs he hears when he needs them (HELP)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.language import say
from rules.desk import placing
from rules.desk.steps import sets_up
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import print_order
from rules.orders.records import ChargeOrder, FormOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex, SeatId
from rules.state.works import Ladder
from rules.tactical import weapons
from rules.tactical.instructions.picking import distance_between
from rules.tactical.moving.path_finding import reach

Lesson = tuple[str, str]
"""An order, and what it does."""
ROW = 3  # men in the shortest row of a formation


def primer(battle: Battle, rules: Ruleset, seat: SeatId) -> tuple[Lesson, ...]:
    """For the battle as the seat knows it at its beginning; of a set-up the orders of the set-up."""
    if battle.deployment_of(seat) is not None and sets_up(battle):
        return tuple(_of_the_setup(battle, rules, seat))
    side = battle.seat(seat).side
    own = [f for f in battle.figures.values() if f.seat == seat and f.active and f.hex is not None]
    enemies = [e for e in battle.active_enemies(side) if e.hex is not None]
    if not own or not enemies:
        return ()
    return (
        *_of_men(battle, rules, own, enemies),
        *_of_works(battle, own, enemies),
        *_of_the_other_phase(battle, rules, own, enemies),
    )


def _of_the_setup(battle: Battle, rules: Ruleset, seat: SeatId) -> Iterator[Lesson]:
    lexicon = lexicon_of(battle, seat)
    for order in list(placing.form_lines(battle, rules, seat, []))[:1]:
        yield print_order(order, lexicon), say("he stands there when the battle begins")
    reserve = next((figure for figure, entry in battle.reserves.items() if entry.optional), None)
    if reserve is not None:
        name = battle.figures[reserve].name
        yield (
            f"ENTER {name} turn 3",
            say("he is held back, out of sight, and comes by your edge in that turn"),
        )


def _of_men(
    battle: Battle, rules: Ruleset, own: Sequence[Character], enemies: Sequence[Character]
) -> Iterator[Lesson]:
    figure = next((f for f in own if not f.mounted), own[0])
    foe = _nearest(battle, figure, enemies)
    if (goal := _towards(battle, rules, figure, foe)) is not None:
        yield f"MOVE {figure.name} to {goal}", say("he goes there, as far as his movement points (MP) last")
    if (shooter := _shooter(battle, rules, own)) is not None:
        target = _nearest(battle, shooter, enemies)
        yield f"FIRE {shooter.name} AT {target.name}", say("a shot, before anybody moves")
    rider = next((f for f in own if f.mounted), None)
    if rider is not None and rules.knows(ChargeOrder):
        target = _nearest(battle, rider, enemies)
        yield (
            f"CHARGE {rider.name} AT {target.name}",
            say("a rider gallops at him in a straight line; announced before anybody moves"),
        )
    row = [f for f in own if f.hoplite]
    if len(row) >= ROW and rules.knows(FormOrder):
        names = " + ".join(f.name for f in row[:ROW])
        yield f"FORM {names} facing N", say("shield to shield, for men who stand side by side")
    fighters = sorted(own, key=lambda f: (distance_between(battle, f, foe), f.id))[:2]
    yield (
        f"ATTACK {' + '.join(f.name for f in fighters)} ON {foe.name}",
        say("hand to hand, after all moves, with their strengths added"),
    )
    yield "ATTACK best at +5 or better", say("whoever stands next to an enemy takes the best odds there are")


def _of_works(battle: Battle, own: Sequence[Character], enemies: Sequence[Character]) -> Iterator[Lesson]:
    goal = enemies[0].hex
    bearers = {
        one.id: [f for f in own if f.id in one.bearers or f.hex in one.hexes] for one in _ladders(battle)
    }
    climbers = next((men for men in bearers.values() if men), [])
    if len(climbers) > 1:
        names = " + ".join(f.name for f in climbers[:2])
        yield f"CARRY LADDER {names} to {goal}", say("two men bring their ladder towards the wall")
        yield (
            f"RAISE LADDER {names} AT {goal}",
            say("they put it up, from the hex before it, against the wall of that hex"),
        )
    elif climbers:
        yield (
            f"THROW GRAPNEL {climbers[0].name} AT {goal}",
            say("over the wall of that hex, to climb by its rope"),
        )
    elif bearers:
        yield "TOPPLE any ladder", say("a standing order: men behind the wall throw ladders down")
    engine = next((one for one in battle.engines.values() if one.side == own[0].side), None)
    if engine is not None:
        yield f"SHOOT {engine.name} AT {goal}", say("the engine shoots at a hex before it")


def _ladders(battle: Battle) -> list[Ladder]:
    """Ladders first, then ropes."""
    return sorted(battle.ladders.values(), key=lambda one: (one.kind, one.id))


def _of_the_other_phase(
    battle: Battle, rules: Ruleset, own: Sequence[Character], enemies: Sequence[Character]
) -> Iterator[Lesson]:
    if (shooter := _shooter(battle, rules, own)) is not None:
        yield (
            f"WATCH {shooter.name} fire at first within 8",
            say("while the enemy moves: he shoots at the first who comes so near"),
        )
    yield f"RETREAT toward {own[0].hex}", say("while others strike: where your men give ground")
    foe = _nearest(battle, own[0], enemies)
    yield (
        f"IF {foe.name} is down THEN ATTACK {own[0].name} best",
        say("any order can wait for what comes before it"),
    )


def _nearest(battle: Battle, figure: Character, enemies: Sequence[Character]) -> Character:
    return min(enemies, key=lambda e: (distance_between(battle, figure, e), e.id))


def _shooter(battle: Battle, rules: Ruleset, own: Sequence[Character]) -> Character | None:
    """Rather somebody who was armed for it than one who could throw his lance."""
    able = [f for f in own if weapons.weapon_of(battle, rules, f)]
    return next((f for f in able if f.weapon), able[0] if able else None)


def _towards(battle: Battle, rules: Ruleset, figure: Character, foe: Character) -> Hex | None:
    """The nearest hex to an enemy of those that he reaches."""
    assert foe.hex is not None
    at_foe = foe.hex
    return min(
        reach(battle, rules, figure), key=lambda at: (battle.board.distance(at, at_foe), at), default=None
    )

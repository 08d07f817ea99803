"""The orders that a battle needs, for whoever reads of it for the first time: one line of each, with his own
men, and what it does. Of the other verbs he hears when he needs them (HELP). What is shown as an example is
taken by the desk as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from rules.core.facing import Facing
from rules.core.language import say
from rules.desk.read import read_orders
from rules.desk.reading import Verdict
from rules.desk.receipts import placing
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
STEPS = 2, 5  # hexes that a ladder may be carried in an example
MOST_TRIED = 40


def primer(battle: Battle, rules: Ruleset, seat: SeatId) -> tuple[Lesson, ...]:
    """For the battle as the seat knows it at its beginning; of a set-up the orders of the set-up."""
    if battle.deployment_of(seat) is not None and sets_up(battle):
        return tuple(_of_the_setup(battle, rules, seat))
    side = battle.seat(seat).side
    desk = _Desk(battle, rules, seat)
    own = [f for f in battle.figures.values() if f.seat == seat and f.active and f.hex is not None]
    enemies = [e for e in battle.active_enemies(side) if e.hex is not None]
    if not own or not enemies:
        return ()
    return (
        *_of_men(desk, battle, rules, own, enemies),
        *_of_works(desk, battle, own, enemies),
        *_of_the_other_phase(desk, battle, rules, own, enemies),
    )


class _Desk:
    """Tries examples as the seat's own orders, in a phase of its side."""

    def __init__(self, battle: Battle, rules: Ruleset, seat: SeatId) -> None:
        self.battle, self.rules, self.seat = battle.copy(), rules, seat
        self.battle.side = battle.seat(seat).side

    def first(self, lines: Iterable[str]) -> str | None:
        """The first of the nearest examples that is taken: as things stand, or in case they change."""
        noted = None
        for line in islice(lines, MOST_TRIED):
            verdict = self._verdict(line)
            if verdict is Verdict.OK:
                return line
            if verdict is Verdict.NOTE and noted is None:
                noted = line
        return noted

    def _verdict(self, line: str) -> Verdict:
        return read_orders(self.battle, self.rules, self.seat, (line,)).lines[-1].verdict


def _of_the_setup(battle: Battle, rules: Ruleset, seat: SeatId) -> Iterator[Lesson]:
    lexicon = lexicon_of(battle, seat)
    for order in list(placing.form_lines(battle, rules, seat, []))[:1]:
        yield print_order(order, lexicon), say("he stands there when the battle begins")
    own = (
        man for man, entry in battle.reserves.items() if entry.optional and battle.figures[man].seat == seat
    )
    if (man := next(own, None)) is None:
        return
    name, reserve = battle.figures[man].name, battle.reserves[man]
    by = f" by {reserve.by[0]}" if len(reserve.by) > 1 else ""
    yield (
        f"ENTER {name}{by} turn 3",
        say("he is held back and comes by that edge in that turn; the other side is told of it")
        if reserve.announced
        else say("he is held back, out of sight, and comes by your edge in that turn"),
    )


def _of_men(
    desk: _Desk, battle: Battle, rules: Ruleset, own: Sequence[Character], enemies: Sequence[Character]
) -> Iterator[Lesson]:
    figure = next((f for f in own if not f.mounted), own[0])
    foe = _nearest(battle, figure, enemies)
    if (goal := _towards(battle, rules, figure, foe)) is not None:
        yield f"MOVE {figure.name} to {goal}", say("he goes there, as far as his movement points (MP) last")
    shots = (
        f"FIRE {one.name} AT {two.name}"
        for one, two in _pairs(battle, _shooters(battle, rules, own), enemies)
    )
    if shot := desk.first(shots):
        yield shot, say("a shot, before anybody moves")
    riders = [f for f in own if f.mounted] if rules.knows(ChargeOrder) else []
    if charge := desk.first(
        f"CHARGE {one.name} AT {two.name}" for one, two in _pairs(battle, riders, enemies)
    ):
        yield charge, say("a rider gallops at him in a straight line; announced before anybody moves")
    row = [f.name for f in own if f.hoplite] if rules.knows(FormOrder) else []
    names = " + ".join(row[:ROW])
    if form := desk.first(f"FORM {names} facing {facing}" for facing in Facing if len(row) >= ROW):
        yield form, say("shield to shield, for men who stand side by side")
    fighters = sorted(own, key=lambda f: (distance_between(battle, f, foe), f.id))[:2]
    together = f"ATTACK {' + '.join(f.name for f in fighters)} ON {foe.name}"
    if attack := desk.first((together, f"ATTACK {fighters[0].name} ON {foe.name}")):
        yield attack, say("hand to hand, after all moves, with their strengths added")
    yield "ATTACK best at +5 or better", say("whoever stands next to an enemy takes the best odds there are")


def _of_works(
    desk: _Desk, battle: Battle, own: Sequence[Character], enemies: Sequence[Character]
) -> Iterator[Lesson]:
    bearers = {
        one.id: [f for f in own if f.id in one.bearers or f.hex in one.hexes] for one in _ladders(battle)
    }
    climbers = next((men for men in bearers.values() if men), [])
    if len(climbers) > 1:
        yield from _of_a_ladder(desk, battle, climbers[:2], enemies)
    elif climbers:
        goal = _nearest(battle, climbers[0], [e for e in enemies if _on_a_wall(battle, e)] or enemies).hex
        yield (
            f"THROW GRAPNEL {climbers[0].name} AT {goal}",
            say("from the hex before it, over the wall of that hex, to climb by its rope"),
        )
    elif bearers:
        yield "TOPPLE any ladder", say("a standing order: men behind the wall throw ladders down")
    engine = next((one for one in battle.engines.values() if one.side == own[0].side), None)
    if engine is not None:
        targets = [e.hex for e in sorted(enemies, key=lambda e: e.id)]
        shot = desk.first(f"SHOOT {engine.name} AT {at}" for at in targets)
        yield shot or f"SHOOT {engine.name} AT {targets[0]}", say("its crew shoots it at a hex")


def _of_a_ladder(
    desk: _Desk, battle: Battle, men: Sequence[Character], enemies: Sequence[Character]
) -> Iterator[Lesson]:
    names = " + ".join(f.name for f in men)
    front = men[0]
    assert front.hex is not None
    at = front.hex
    behind = _nearest(battle, front, [e for e in enemies if _on_a_wall(battle, e)] or enemies).hex
    assert behind is not None
    wall = behind
    near = [hex_ for hex_ in battle.board.cells if STEPS[0] <= battle.board.distance(at, hex_) <= STEPS[1]]
    near.sort(key=lambda hex_: (battle.board.distance(hex_, wall), hex_))
    if carried := desk.first(f"CARRY LADDER {names} to {hex_}" for hex_ in near):
        yield carried, say("two men bring their ladder towards the wall")
    yield (
        f"RAISE LADDER {names} AT {wall}",
        say("they put it up, from the hex before it, against the wall of that hex"),
    )


def _on_a_wall(battle: Battle, figure: Character) -> bool:
    return figure.hex is not None and battle.board.terrain(figure.hex) == "platform"


def _ladders(battle: Battle) -> list[Ladder]:
    """Ladders first, then ropes."""
    return sorted(battle.ladders.values(), key=lambda one: (one.kind, one.id))


def _of_the_other_phase(
    desk: _Desk, battle: Battle, rules: Ruleset, own: Sequence[Character], enemies: Sequence[Character]
) -> Iterator[Lesson]:
    shooters = _shooters(battle, rules, own)
    if watch := desk.first(f"WATCH {one.name} fire at first within 8" for one in shooters):
        yield watch, say("while the enemy moves: he shoots at the first who comes so near")
    yield f"RETREAT toward {own[0].hex}", say("while others strike: where your men give ground")
    foe = _nearest(battle, own[0], enemies)
    yield (
        f"IF {foe.name} is down THEN ATTACK {own[0].name} best",
        say("any order can wait for what comes before it"),
    )


def _pairs(
    battle: Battle, own: Sequence[Character], enemies: Sequence[Character]
) -> list[tuple[Character, Character]]:
    """Each with each, the nearest first."""
    both = [(one, two) for one in own for two in enemies]
    return sorted(both, key=lambda pair: (distance_between(battle, *pair), pair[0].id, pair[1].id))


def _nearest(battle: Battle, figure: Character, enemies: Sequence[Character]) -> Character:
    return min(enemies, key=lambda e: (distance_between(battle, figure, e), e.id))


def _shooters(battle: Battle, rules: Ruleset, own: Sequence[Character]) -> list[Character]:
    """Those who were armed for it before those who could throw a lance."""
    able = [f for f in own if weapons.weapon_of(battle, rules, f)]
    return sorted(able, key=lambda f: not f.weapon)


def _towards(battle: Battle, rules: Ruleset, figure: Character, foe: Character) -> Hex | None:
    """The nearest hex to an enemy of those that he reaches."""
    assert foe.hex is not None
    at_foe = foe.hex
    return min(
        reach(battle, rules, figure), key=lambda at: (battle.board.distance(at, at_foe), at), default=None
    )

"""Slipping past enemies: everybody beside a hex that is crossed may strike once a phase.

Implements GUI-4.3a to GUI-4.3d, GUI-4.3.1a, GUI-4.3.1b, GUI-4.3.1.1, GUI-4.3.1.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from rules.core.language import english
from rules.core.modifier import Modifier, total
from rules.core.tables import Tables
from rules.events.movement import InfiltrationTested
from rules.journal import Journal
from rules.ruleset import PassageModifier, Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Faces, FigureId, Health, Hex, Horse, HorseId, SideId, Values
from rules.state.hexsides import NARROW
from rules.state.terrain import hexside_between
from rules.tactical.harm import wounds
from rules.tactical.harm.weighing import weighed
from rules.tactical.instructions import standing
from rules.tactical.ways.entry import entry_cost
from rules.tactical.ways.passage import can_attack

# Nobody tests across these, though some of them can be struck through (GUI-4.3d).
SHELTERING_SIDES = NARROW | {"window", "wall"}

SIDES_OF_THE_DIE = 10
DIE = "GUI-4.3.1a"  # its name, which is an input of its recipe: the same in every book

# The values of a riderless horse play no part in a passage.
_HORSE = Faces(Values(0, 0, 0), Values(0, 0, 0), Values(0, 0, 0))


class Chances(NamedTuple):
    """How a passage may turn out, exactly: unhurt to the end, stopped unhurt, wounded but alive, killed."""

    none: Fraction
    stopped: Fraction
    wounded: Fraction
    killed: Fraction


def opponents(
    battle: Battle, rules: Ruleset, mover: Character, at: Hex, excluded: frozenset[FigureId] = frozenset()
) -> list[Character]:
    """The enemies who may test a mover whose (front) hex is ``at``, in the order of the muster (RUL-422).

    Each has one test a phase (GUI-4.3b); the stunned cannot, nor those who could not attack that hex or have
    a window or an arrow-slit between (GUI-4.3d, GUI-4.3.1.1). A mounted enemy reaches out from either half, a
    mounted mover is met at his front only (GUI-4.3.1.2)."""
    near = battle.board.neighbours(at)
    tested, hostile = battle.now.tested, battle.enemies_of(mover.side)
    return [
        f
        for f in battle.figures.among(near)
        if f.side in hostile
        and f.id not in tested
        and f.id not in excluded
        and can_attack(battle, rules, f, at)
        and any(own in near and not SHELTERING_SIDES & hexside_between(battle, own, at) for own in f.hexes)
        and not any(spared(battle, rules, mover, f, at) for spared in rules.seams.passage_bars)
    ]


def test(
    journal: Journal,
    rules: Ruleset,
    mover_id: FigureId,
    at: Hex,
    during: str,
    excluded: frozenset[FigureId] = frozenset(),
) -> str:
    """Everybody who may and wants to opposes a mover in a hex: one die each (GUI-4.3a, GUI-4.3b, GUI-4.3c).

    ``during``: move, advance or retreat. Answers "none", "stopped", "wounded" or "killed": the worst that
    happened, where a stop outranks a wound, so look at the mover's health as well. There are as many dice as
    enemies: a stop spares nobody those of the others beside the same hex, only death ends it; a wound counts
    for the dice that follow and a second one kills (GUI-6.5e)."""
    battle = journal.battle
    outcome = "none"
    for enemy in opponents(battle, rules, battle.figures[mover_id], at, excluded):
        mover = battle.figures[mover_id]
        # an earlier stroke may have felled the mover or, by a fall, this enemy
        if not mover.active or enemy.id not in {f.id for f in opponents(battle, rules, mover, at, excluded)}:
            continue
        if not standing.oppose(journal, rules, enemy, mover):
            continue
        result = _one_test(journal, rules, mover, enemy, at, during)
        if battle.figures[mover_id].dead:
            return "killed"
        if result == "stopped" or (result == "wounded" and outcome == "none"):
            outcome = result
    return outcome


def test_horse(journal: Journal, rules: Ruleset, horse_id: HorseId, side: SideId) -> None:
    """A riderless horse was pushed aside: whoever stands beside its head and could attack there has his test
    (GUI-5.4.4b).

    Book silent on what a test does to a horse. Ruling RUL-526: the enemies of the side that pushed it roll as
    against an unarmoured rider, a barded horse counts as armoured; it dies by a result that kills, every
    other does nothing."""
    tested: set[FigureId] = set()
    while True:
        mover = as_mover(journal.battle.horses[horse_id], side)
        if mover.hex is None or mover.dead:
            return
        enemy = next(
            (e for e in opponents(journal.battle, rules, mover, mover.hex) if e.id not in tested), None
        )
        if enemy is None:
            return
        tested.add(enemy.id)
        if not standing.oppose(journal, rules, enemy, mover):
            continue
        if _rolled(journal, rules, mover, enemy, mover.hex, "retreat") == "killed":
            wounds.end_horse(journal, horse_id, "GUI-5.4.4b")


def as_mover(horse: Horse, side: SideId) -> Character:
    """A riderless horse as those see it who oppose its passage: a rider's counter without the
    rider (GUI-6.8c)."""
    return Character(
        id=horse.id, name=horse.name, side=side, seat="", code="", kind="horse", faces=_HORSE, animal=True,
        armoured=horse.armoured, hex=horse.front, rear=horse.rear, mount=horse.id,
        health=Health.HEALTHY if horse.alive else Health.DEAD,
    )  # fmt: skip


def modifiers(battle: Battle, rules: Ruleset, mover: Character, enemy: Character) -> tuple[Modifier, ...]:
    """All that is added to the die of one enemy against one mover (GUI-4.3.1b)."""
    found = [f(battle, rules, mover) for f in rules.seams.mover_modifiers]
    found += [f(battle, rules, enemy) for f in rules.seams.opposer_modifiers]
    return tuple(m for m in found if m is not None)


def result_of(rules: Ruleset, number: int) -> str:
    """What a modified die says: none, stopped, wounded or killed. Numbers beyond the table read as its first
    or last line (GUI-4.3.1a, RUL-403)."""
    results = _results(rules.tables)
    return results[min(max(number, min(results)), max(results))]


# What the seams of the book of Guiscard hold (GUI-4.3.1b).


def rider_slips_past(battle: Battle, rules: Ruleset, mover: Character) -> Modifier | None:
    return _modifier(rules, "mover_rider") if mover.mounted else None


def armour_protects(battle: Battle, rules: Ruleset, mover: Character) -> Modifier | None:
    return _modifier(rules, "mover_armoured") if mover.armoured else None


def wounds_slow(battle: Battle, rules: Ruleset, mover: Character) -> Modifier | None:
    return _modifier(rules, "mover_wounded") if mover.wounded else None


def rider_opposes(battle: Battle, rules: Ruleset, enemy: Character) -> Modifier | None:
    return _modifier(rules, "opposer_rider") if enemy.mounted else None


def hoplite_opposes(battle: Battle, rules: Ruleset, enemy: Character) -> Modifier | None:
    return _modifier(rules, "opposer_hoplite") if enemy.hoplite else None


def wounded_opposes(battle: Battle, rules: Ruleset, enemy: Character) -> Modifier | None:
    return _modifier(rules, "opposer_wounded") if enemy.wounded else None


MOVER_MODIFIERS: tuple[PassageModifier, ...] = (rider_slips_past, armour_protects, wounds_slow)
OPPOSER_MODIFIERS: tuple[PassageModifier, ...] = (rider_opposes, hoplite_opposes, wounded_opposes)


class Meeting(NamedTuple):
    """A hex that is crossed: the mover as he comes to it, the enemies who will test him there, and whether a
    wounded man would have the MP to leave it again."""

    mover: Character
    enemies: tuple[Character, ...]
    limps_on: bool


def risk(
    battle: Battle, rules: Ruleset, figure: Character, path: Sequence[Hex], spent: Sequence[int] = ()
) -> Chances:
    """The exact chances of going along a path, its last hex untested, if every enemy who may test does so.

    ``spent``: MP used up after each hex; worked out for plain steps where not given. A wounded man whose
    reduced MP do not carry him on goes no further (GUI-4.3c), so that later enemies do not test him."""
    if not spent:
        spent = _spent_on(battle, rules, figure, path)
    wounded_mp = replace(figure, health=Health.WOUNDED).values.movement
    met: frozenset[FigureId] = frozenset()
    meetings = []
    for at, needed in zip(path[:-1], spent[1:], strict=True):
        enemies = tuple(opponents(battle, rules, figure, at, met))
        met |= {e.id for e in enemies}
        meetings.append(Meeting(figure, enemies, needed <= wounded_mp))
    return chances(battle, rules, meetings)


def chances(battle: Battle, rules: Ruleset, meetings: Sequence[Meeting]) -> Chances:
    """The exact chances of a series of crossed hexes. For somebody wounded before it "none" means
    no worse off."""
    crossed = []
    for mover, enemies, limps_on in meetings:
        wounded = replace(mover, health=Health.WOUNDED) if enemies else mover
        dice = (tuple(total(modifiers(battle, rules, m, e)) for m in (mover, wounded)) for e in enemies)
        crossed.append((tuple(dice), limps_on))
    hurt_before = bool(meetings) and meetings[0].mover.wounded
    return _chances(rules.tables, tuple(crossed), hurt_before)


@lru_cache(maxsize=1024)
def _chances(tables: Tables, crossed: tuple[tuple[_Dice, bool], ...], hurt_before: bool) -> Chances:
    """The same by what is added to each enemy's die; for each hex, whether a wounded man would
    go on from it."""
    nothing = Fraction(0)
    going = _Condition(nothing, Fraction(1)) if hurt_before else _Condition(Fraction(1), nothing)
    halted = _Condition(nothing, nothing)
    for dice, limps_on in crossed:
        if not limps_on and not hurt_before:
            halted, going = _Condition(halted.hale, halted.hurt + going.hurt), _Condition(going.hale, nothing)
        stopped = _Condition(nothing, nothing)  # in this hex, where the others still have their dice
        for hale, hurt in dice:
            die, die_hurt = _one_die(tables, hale), _one_die(tables, hurt)
            stopped = _Condition(
                stopped.hale * (die.none + die.stopped) + going.hale * die.stopped,
                stopped.hale * die.wounded
                + stopped.hurt * (die_hurt.none + die_hurt.stopped)
                + going.hurt * die_hurt.stopped,
            )
            going = _Condition(going.hale * die.none, going.hale * die.wounded + going.hurt * die_hurt.none)
        halted = _Condition(halted.hale + stopped.hale, halted.hurt + stopped.hurt)
    killed = 1 - going.hale - going.hurt - halted.hale - halted.hurt
    if hurt_before:
        return Chances(going.hurt, halted.hurt, nothing, killed)
    return Chances(going.hale, halted.hale, going.hurt + halted.hurt, killed)


# What is added to each enemy's die against a hale man and against a wounded one.
_Dice = tuple[tuple[int, int], ...]


class _Condition(NamedTuple):
    """The chance to be unhurt and that to be wounded, at some point of a passage; the rest is death."""

    hale: Fraction
    hurt: Fraction


def one_die(battle: Battle, rules: Ruleset, mover: Character, enemy: Character) -> Chances:
    """What one enemy's die does to a mover, exactly; a wound is not yet read as death for the wounded."""
    return _one_die(rules.tables, total(modifiers(battle, rules, mover, enemy)))


def harm_by(battle: Battle, rules: Ruleset, mover: Character, enemy: Character) -> Fraction:
    """The harm to be expected from one enemy's die, in hundredths of a man."""
    die = one_die(battle, rules, mover, enemy)
    return weighed(stopped=die.stopped, wounded=die.wounded, killed=die.killed, hurt=mover.wounded)


def _one_test(
    journal: Journal, rules: Ruleset, mover: Character, enemy: Character, at: Hex, during: str
) -> str:
    result = _rolled(journal, rules, mover, enemy, at, during)
    why = english("by {enemy} in passing", enemy=enemy.name)
    if result == "wounded":
        wounds.wound(journal, rules, mover.id, "GUI-4.3.1a", why)
    elif result == "killed":
        wounds.kill(journal, rules, mover.id, "GUI-4.3.1a", why)
    return result


def _rolled(
    journal: Journal, rules: Ruleset, mover: Character, enemy: Character, at: Hex, during: str
) -> str:
    mods = modifiers(journal.battle, rules, mover, enemy)
    face = journal.roll(DIE, enemy.id, mover.id, sides=SIDES_OF_THE_DIE)
    number = face + total(mods)
    result = result_of(rules, number)
    journal.record(
        InfiltrationTested(
            mover=mover.id,
            enemy=enemy.id,
            hex=at,
            face=face,
            modifiers=mods,
            total=number,
            result=result,
            during=during,
        )
    )
    return result


def _spent_on(battle: Battle, rules: Ruleset, figure: Character, path: Sequence[Hex]) -> list[int]:
    spent, at, so_far = [], figure.hex, 0
    for end in path:
        if at is not None and battle.board.adjacent(at, end):
            cost = entry_cost(battle, rules, figure, at, end)
            so_far += cost[0] if isinstance(cost, tuple) else 0
        spent.append(so_far)
        at = end
    return spent


def _modifier(rules: Ruleset, who: str) -> Modifier:
    return _modifiers(rules.tables)[who]


@lru_cache(maxsize=64)
def _modifiers(tables: Tables) -> dict[str, Modifier]:
    table = tables["infiltration-modifiers"]
    return {
        str(row[0]): Modifier(table.number(row[0], "modifier"), "GUI-4.3.1b", table.text(row[0], "words"))
        for row in table.rows
    }


@lru_cache(maxsize=64)
def _results(tables: Tables) -> dict[int, str]:
    return {int(number): str(result) for number, result in tables["infiltration"].rows}


@lru_cache(maxsize=1024)
def _one_die(tables: Tables, modifier: int) -> Chances:
    results = _results(tables)
    low, high = min(results), max(results)
    faces = [results[min(max(face + modifier, low), high)] for face in range(1, SIDES_OF_THE_DIE + 1)]
    return Chances(
        *(Fraction(faces.count(result), len(faces)) for result in ("none", "stopped", "wounded", "killed"))
    )

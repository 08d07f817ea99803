"""What an attack would be rolled on: who may attack whom, strengths, column, shifts, and the chance of
each letter.

Implements GUI-6a to GUI-6c, GUI-6.1a to GUI-6.1c, GUI-6.2a to GUI-6.2c, GUI-6.2g, GUI-6.3a, GUI-6.3b,
GUI-6.7, GUI-6.8c, GUI-6.8d.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from rules.core.language import english
from rules.core.modifier import Modifier, total
from rules.core.rejection import Rejection
from rules.core.tables import RuleTable
from rules.core.weights import Strengths, Weight
from rules.ruleset import Fight, Ruleset
from rules.state.battle import Battle, ChargeState
from rules.state.figure import Character, FigureId, Hex, Horse, HorseId
from rules.state.ladders import borne_by, facing_hex
from rules.state.storeys import on_a_floor, where
from rules.tactical.fighting import hexside
from rules.tactical.fighting.hexside import worst_ground
from rules.tactical.sparing import spared
from rules.tactical.ways import structures
from rules.tactical.ways.passage import can_attack, can_reach

LOWEST, HIGHEST = 1, 10


class Assessment(msgspec.Struct, frozen=True):
    """A combat as it would be fought now. ``letters`` are the results of the faces 1 to 10 after the
    modifiers of the die; ``weight`` is how both sides stand before the shifts; ``horse`` is set when the
    defender is a riderless horse (and ``defenders`` then holds its id). ``raised``: what a charge has added
    to attack and defence; ``spared``: results against the attackers do nothing (GUI-7.2.3)."""

    attackers: tuple[FigureId, ...]
    defenders: tuple[FigureId | HorseId, ...]
    horse: HorseId | None
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    weight: Weight
    shifts: tuple[Modifier, ...]
    column: str
    modifiers: tuple[Modifier, ...]
    table: str
    letters: tuple[str, ...]
    raised: tuple[Modifier, ...] = ()
    spared: bool = False

    @property
    def percent(self) -> dict[str, int]:
        """The exact chance of each letter in percent, in the order in which the faces give them."""
        return {letter: 10 * n for letter, n in Counter(self.letters).items()}


def assess(
    battle: Battle,
    rules: Ruleset,
    attackers: Iterable[FigureId],
    defenders: Iterable[FigureId | HorseId] | HorseId,
) -> Assessment | Rejection:
    """The odds of an attack from where everybody stands now, or why it is not allowed (GUI-6).

    ``defenders`` are characters of the other side, or one riderless horse. Whose phase it is does not matter
    here, so that one can also weigh what the enemy could do.
    """
    targets = (defenders,) if isinstance(defenders, str) else tuple(dict.fromkeys(defenders))
    fight = _fight(battle, rules, tuple(dict.fromkeys(attackers)), targets)
    if isinstance(fight, Rejection):
        return fight
    barred = (bar(battle, rules, fight) for bar in rules.seams.fight_bars)
    refusal = next((r for r in barred if r is not None), None)
    if refusal is not None:
        return refusal
    strengths = _strengths(battle, rules, fight)
    columns = rules.tables[rules.policies.combat_columns]
    weight = rules.policies.weighing.weigh(strengths, columns)
    shifts = _applied(f(battle, rules, fight) for f in rules.seams.column_shifts)
    modifiers = _applied(f(battle, rules, fight) for f in rules.seams.combat_modifiers)
    mounted = fight.horse is not None or all(f.mounted for f in fight.defenders)
    table = rules.policies.combat_mounted if mounted else rules.policies.combat_foot
    column, added = shifted(columns, weight.column, total(shifts)), total(modifiers)
    return Assessment(
        attackers=tuple(f.id for f in fight.attackers),
        defenders=targets,
        horse=fight.horse,
        attack=strengths.attack,
        defence=strengths.defence,
        weight=weight,
        shifts=shifts,
        column=column,
        modifiers=modifiers,
        table=table,
        letters=tuple(
            rules.tables[table].text(row_for(face + added), column) for face in range(LOWEST, HIGHEST + 1)
        ),
        raised=strengths.raised,
        spared=strengths.spared,
    )


def _strengths(battle: Battle, rules: Ruleset, fight: Fight) -> Strengths:
    """What both sides bring into a fight: the values of the faces in play (GUI-6c), as the modules in force
    change them."""
    attack = tuple(f.values.attack for f in fight.attackers)
    defence = (horse_defence(rules),) if fight.horse else tuple(f.values.defence for f in fight.defenders)
    strengths = Strengths(attack, defence)
    for rule in rules.seams.strengths:
        strengths = rule(battle, rules, fight, strengths)
    return strengths


def row_for(number: int) -> int:
    """The row read for a modified die: the first below 1, the last above 10 (GUI-6.3a)."""
    return min(max(number, LOWEST), HIGHEST)


def shifted(columns: RuleTable, column: str, by: int) -> str:
    """The column so many to the right; past an end the last one on that side (GUI-6.1b)."""
    keys = columns.keys()
    return str(keys[min(max(keys.index(column) + by, 0), len(keys) - 1)])


def is_higher(rules: Ruleset, one: Assessment, *others: Assessment) -> bool:
    """Whether a combat is fought on a column farther to the right than all of the others."""
    keys = rules.tables[rules.policies.combat_columns].keys()
    return all(keys.index(one.column) > keys.index(other.column) for other in others)


def horse_defence(rules: Ruleset) -> int:
    """What a riderless horse defends with (GUI-6.8d)."""
    return rules.tables["horse-values"].number("any", "defence")


# seams


def terrain_shift(battle: Battle, rules: Ruleset, fight: Fight) -> Modifier | None:
    """Columns for the ground under both sides, each counted on its worst hex (GUI-6.1b, GUI-6.1c, GUI-6.2g);
    across doorways, windows and low walls what stands there counts (GUI-8.5.1)."""
    if structures.is_built(battle) or any(f.storey for f in (*fight.attackers, *fight.defenders)):
        ours, theirs, rule = hexside.grounds_of(battle, rules, fight)
    else:
        ours = worst_ground(battle, rules, (at for f in fight.attackers for at in f.hexes))
        theirs = worst_ground(
            battle,
            rules,
            battle.horses[fight.horse].hexes
            if fight.horse
            else (at for f in fight.defenders for at in f.hexes),
        )
        rule = "GUI-6.1b"
    shift = rules.tables["terrain-shift"].number(ours.combat, theirs.combat)
    if shift == 0:
        return None
    return Modifier(
        shift, rule, english("ground: {ours} against {theirs}", ours=ours.name, theirs=theirs.name)
    )


def joint_attack_shift(battle: Battle, rules: Ruleset, fight: Fight) -> Modifier | None:
    """A column for attacking together; against riders and horses only if two or more attackers ride: else a
    shift of none, which says so (GUI-6.2b, GUI-6.2c)."""
    if len(fight.attackers) < 2:
        return None
    against_mounted = fight.horse is not None or any(f.mounted for f in fight.defenders)
    if against_mounted and sum(f.mounted for f in fight.attackers) < 2:
        whom = english("a riderless horse") if fight.horse is not None else english("a rider")
        words = english(
            "{count} attack {whom}, but fewer than two of them ride: no column for it",
            count=len(fight.attackers),
            whom=whom,
        )
        return Modifier(0, "GUI-6.2c", words)
    shift = rules.tables["combat-modifiers"].number("joint attack", "columns")
    return Modifier(shift, "GUI-6.2b", english("{count} attack together", count=len(fight.attackers)))


def armour_modifier(battle: Battle, rules: Ruleset, fight: Fight) -> Modifier | None:
    """The die against armour, if every defender wears it (GUI-6.3a, GUI-6.3b); a cataphract's horse
    does (GUI-6.8d)."""
    wearers: tuple[Character | Horse, ...] = (battle.horses[fight.horse],) if fight.horse else fight.defenders
    if not all(w.armoured for w in wearers):
        return None
    value = rules.tables["combat-modifiers"].number("armoured defender", "die")
    words = (
        english("the defender wears armour") if len(wearers) == 1 else english("all defenders wear armour")
    )
    return Modifier(value, "GUI-6.3a", words)


def _applied(found: Iterable[Modifier | None]) -> tuple[Modifier, ...]:
    return tuple(m for m in found if m is not None)


# who may


def _fight(
    battle: Battle, rules: Ruleset, attackers: tuple[FigureId, ...], defenders: tuple[str, ...]
) -> Fight | Rejection:
    if not attackers or not defenders:
        return Rejection("GUI-6a", english("a combat needs an attacker and a defender"))
    unknown = [i for i in attackers if i not in battle.figures]
    unknown += [i for i in defenders if i not in battle.figures and i not in battle.horses]
    if unknown:
        return Rejection("GUI-6a", english("nobody here is called {name}", name=unknown[0]))
    ours = tuple(battle.figures[i] for i in attackers)
    if len({f.side for f in ours}) > 1:
        return Rejection("GUI-6.2b", english("only friends attack together"))
    for figure in ours:
        refusal = attacker_refusal(battle, figure)
        if refusal is not None:
            return refusal
    if len(ours) == 1 and len(defenders) > 1:
        return Rejection(
            "GUI-6.2a",
            english(
                "{attacker} is alone: he attacks one enemy, not {count}",
                attacker=ours[0].name,
                count=len(defenders),
            ),
        )
    if any(i in battle.horses for i in defenders):
        return _fight_a_horse(battle, rules, ours, defenders)
    return _fight_people(battle, rules, ours, tuple(battle.figures[i] for i in defenders))


def attacker_refusal(battle: Battle, figure: Character) -> Rejection | None:
    """Why somebody can attack nobody in this phase; None if he can."""
    if not figure.living:
        return Rejection(
            "GUI-6a",
            (
                english("{figure} is dead", figure=figure.name)
                if figure.dead
                else english("{figure} is not on the board", figure=figure.name)
            ),
        )
    if figure.stunned:
        return Rejection("GUI-1.2g", english("{figure} is stunned", figure=figure.name))
    if figure.bound:
        return Rejection("GUC-14.8e", english("{figure} is a prisoner", figure=figure.name))
    if figure.carried_by is not None:
        return Rejection("GUI-4.2.4", english("{figure} is being carried", figure=figure.name))
    if figure.carries is not None:
        return Rejection("GUI-4.2.4", english("{figure} carries somebody", figure=figure.name))
    if borne_by(battle, figure.id):
        return Rejection(
            "GUI-10.1.2a", english("{figure} carries a ladder: first LAY it down", figure=figure.name)
        )
    if figure.id in battle.now.busy:
        return Rejection(
            "GUI-4.2.3a", english("{figure} has given this phase to other work", figure=figure.name)
        )
    if figure.id in battle.now.fired:
        return Rejection("GUI-5.2b", english("{figure} has shot in this phase", figure=figure.name))
    charge = battle.now.charges.get(figure.id)
    if charge is not None and charge.state is ChargeState.FOUGHT:
        return Rejection(
            "GUI-7.2.3b", english("{figure} has fought the combat of his charge", figure=figure.name)
        )
    if figure.id in battle.now.attacked:
        return Rejection("GUI-6b", english("{figure} has attacked in this phase", figure=figure.name))
    return None


def _fight_people(
    battle: Battle, rules: Ruleset, ours: tuple[Character, ...], theirs: tuple[Character, ...]
) -> Fight | Rejection:
    for enemy in theirs:
        if (refused := spared(battle, ours[0].side, enemy, "GUI-6a")) is not None:
            return refused
        if not enemy.living:
            return Rejection(
                "GUI-6a",
                (
                    english("{enemy} is dead", enemy=enemy.name)
                    if enemy.dead
                    else english("{enemy} is not on the board", enemy=enemy.name)
                ),
            )
        if enemy.carried_by is not None:
            return Rejection(
                "GUI-4.2.4", english("{enemy} is being carried: attack the bearer", enemy=enemy.name)
            )
    if len({enemy.mounted for enemy in theirs}) > 1:
        return Rejection(
            "RUL-604", english("riders and men on foot defend on different tables: attack them separately")
        )
    for figure in ours:
        for enemy in theirs:
            if figure.storey or enemy.storey:
                refusal = _reach_over_the_top(battle, rules, figure, enemy)
            else:
                refusal = _reach(battle, rules, figure, enemy.name, enemy.hexes)
            if refusal is not None:
                return refusal
    return Fight(attackers=ours, defenders=theirs)


def _fight_a_horse(
    battle: Battle, rules: Ruleset, ours: tuple[Character, ...], defenders: tuple[str, ...]
) -> Fight | Rejection:
    """A riderless horse of either side may be attacked, alone (GUI-6.8c)."""
    if len(defenders) > 1:
        return Rejection("GUI-6.8c", english("a riderless horse is attacked by itself"))
    horse = battle.horses[defenders[0]]
    if horse.ridden_by is not None:
        rider = battle.figures[horse.ridden_by]
        return Rejection("GUI-6.8c", english("{rider} rides that horse: attack him", rider=rider.name))
    if not horse.loose:
        return Rejection(
            "GUI-6.8c",
            (
                english("{horse} is not on the board", horse=horse.name)
                if horse.alive
                else english("{horse} is dead", horse=horse.name)
            ),
        )
    for figure in ours:
        refusal = _reach(battle, rules, figure, horse.name, horse.hexes)
        if refusal is not None:
            return refusal
    return Fight(attackers=ours, defenders=(), horse=horse.id)


def _reach_over_the_top(
    battle: Battle, rules: Ruleset, figure: Character, enemy: Character
) -> Rejection | None:
    """Who is up on a ladder or rope fights with those behind the wall before him, and with nobody else
    (GUI-10.1.3b, RUL-1010); who is on a storey with those to whom a link leads over which one fights."""
    if can_reach(battle, rules, figure, enemy):
        return None
    if on_a_floor(battle, figure) or on_a_floor(battle, enemy):
        return Rejection(
            "GUI-6a",
            english(
                "{figure} in {where} does not reach {enemy} in {there}",
                figure=figure.name,
                where=where(battle, figure),
                enemy=enemy.name,
                there=where(battle, enemy),
            ),
        )
    up = figure if figure.storey else enemy
    before = facing_hex(battle, up)
    if before is None:
        return Rejection("GUI-10.6.2", english("{up} has not climbed to the top of the rope yet", up=up.name))
    why = english(
        "{up} is up on a ladder or rope: he fights with those in {before} alone", up=up.name, before=before
    )
    return Rejection("GUI-10.1.3b", why)


def _reach(
    battle: Battle, rules: Ruleset, figure: Character, target: str, hexes: tuple[Hex, ...]
) -> Rejection | None:
    """Adjacent with either half, and not barred from walking there (GUI-6a, GUI-6.7)."""
    if not any(battle.board.adjacent(own, at) for own in figure.hexes for at in hexes):
        away = min(battle.board.distance(own, at) for own in figure.hexes for at in hexes)
        return Rejection(
            "GUI-6a",
            english(
                "{figure} is {away} hexes from {target}, not next to him",
                figure=figure.name,
                away=away,
                target=target,
            ),
        )
    if not any(can_attack(battle, rules, figure, at) for at in hexes):
        built = structures.why_out_of_reach(battle, rules, figure, hexes)
        return built or Rejection(
            "GUI-6.7",
            english(
                "{figure} could not walk to where {target} is, so he cannot attack there",
                figure=figure.name,
                target=target,
            ),
        )
    return None

"""Charges driven home: raised strengths, parts exchanged, closed groups.

Implements GUI-7.2.3a to GUI-7.2.3c, GUI-7.2.4, GUI-7.2.5.
"""

from __future__ import annotations

from itertools import pairwise

from rules.core.facing import Facing
from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.core.weights import Strengths
from rules.ruleset import Extension, Fight, Ruleset
from rules.state.battle import Battle, Charge, ChargeState
from rules.state.figure import Character, FigureId
from rules.tactical.charging.charge import numbers
from rules.tactical.fighting import odds
from rules.tactical.fighting.odds import Assessment

KNIGHT, CATAPHRACT = "Nck", "Bch"


def bout(battle: Battle, rules: Ruleset, charger_id: FigureId) -> Assessment | Rejection:
    """The combat of a charge that has come home, with the parts as they fall, or why it cannot be fought
    (GUI-7.2.3b).

    Ruling RUL-707: it is enough that the enemy still stands next to him, wherever others have pushed him."""
    charge = battle.now.charges[charger_id]
    charger, foe = battle.figures[charger_id], battle.figures[charge.foe]
    if charger.stunned or not charger.mounted or not charger.living:
        return Rejection("GUI-7.2.2f", english("{charger} no longer sits on his horse", charger=charger.name))
    pair = ((charger.id,), (foe.id,))
    if charge.counter and _parts_exchanged(rules, charger, foe):
        pair = (pair[1], pair[0])
    return odds.assess(battle, rules, *pair)


def defence_share(rules: Ruleset, rider: Character, charger: Character) -> int:
    """The raised defence of a counter-charger in percent of the raised attack that he would meet."""
    attack = raised(rules, charger.values.attack)
    return 100 * raised(rules, rider.values.defence) // max(1, attack)


def raised(rules: Ruleset, strength: int) -> int:
    """A strength with half of it added, rounded down (GUI-7.2.3a)."""
    return strength + strength // numbers(rules).bonus_divisor


def _parts_exchanged(rules: Ruleset, charger: Character, counter: Character) -> bool:
    """Whether the counter-charger's defence is greater than the charge (GUI-7.2.3c). Ruling RUL-708:
    both raised."""
    return raised(rules, counter.values.defence) > raised(rules, charger.values.attack)


# What the seams of the module hold.


def charge_strengths(battle: Battle, rules: Ruleset, fight: Fight, plain: Strengths) -> Strengths:
    """Half of the attack more for a charge, half of the defence more for a counter-charge (GUI-7.2.3a). With
    the parts exchanged the counter-charger attacks with his raised defence against the raised attack, and
    nothing can go wrong for him (GUI-7.2.3c, RUL-708)."""
    if len(fight.attackers) != 1 or len(fight.defenders) != 1:
        return plain
    attacker, defender = fight.attackers[0], fight.defenders[0]
    charge = _home(battle, attacker)
    if charge is not None and charge.foe == defender.id:
        return _charge_strengths(rules, attacker, defender, answered=bool(charge.counter))
    charge = _home(battle, defender)
    if charge is not None and charge.counter == attacker.id:
        exchanged = _charge_strengths(rules, defender, attacker, answered=True)
        return Strengths(exchanged.defence, exchanged.attack, exchanged.raised, spared=True)
    return plain


def _charge_strengths(rules: Ruleset, charger: Character, foe: Character, *, answered: bool) -> Strengths:
    attack, defence = charger.values.attack, foe.values.defence
    added = raised(rules, attack) - attack
    why = [
        Modifier(
            added,
            "GUI-7.2.3a",
            english("{charger} charges, attack {attack}", charger=charger.name, attack=attack),
        )
    ]
    if answered:
        more = raised(rules, defence) - defence
        why.append(
            Modifier(
                more,
                "GUI-7.2.3a",
                english("{foe} counter-charges, defence {defence}", foe=foe.name, defence=defence),
            )
        )
        defence += more
    return Strengths((attack + added,), (defence,), tuple(why))


def close_charge_shift(battle: Battle, rules: Ruleset, fight: Fight) -> Modifier | None:
    """A column for a charge in a closed group (GUI-7.2.4); for cataphracts only against men on foot
    (GUI-7.2.5)."""
    if len(fight.attackers) != 1 or len(fight.defenders) != 1:
        return None
    rider = fight.attackers[0]
    charge = _home(battle, rider)
    if charge is None or not charge.close or charge.foe != fight.defenders[0].id:
        return None
    columns = numbers(rules).group_columns
    if rider.code == KNIGHT:
        return Modifier(columns, "GUI-7.2.4", english("lance charge"))
    return (
        None
        if fight.defenders[0].mounted
        else Modifier(columns, "GUI-7.2.5", english("charge of the cataphracts"))
    )


def _home(battle: Battle, rider: Character) -> Charge | None:
    charge = battle.now.charges.get(rider.id)
    return charge if charge is not None and charge.state is ChargeState.HOME else None


SEAMS = Extension(strengths=(charge_strengths,), column_shifts=(close_charge_shift,))


# closed groups


def closed_groups(battle: Battle, rules: Ruleset) -> list[tuple[str, tuple[FigureId, ...]]]:
    """The groups that charged knee to knee: the rule and the riders (GUI-7.2.4, GUI-7.2.5).

    Book: three adjacent Norman knights or more in a straight line. Ruling RUL-709: they stood side by
    side at the announcement and do so at the contact, and each rode straight on all the way, in the
    same direction."""
    if not battle.now.charges:
        return []
    least = numbers(rules).group
    found = []
    for rule, code in (("GUI-7.2.4", KNIGHT), ("GUI-7.2.5", CATAPHRACT)):
        lines: dict[Facing, list[FigureId]] = {}
        for rider_id, charge in battle.now.charges.items():
            facing = _straight(battle, charge)
            if charge.state is ChargeState.HOME and facing and battle.figures[rider_id].code == code:
                lines.setdefault(facing, []).append(rider_id)
        for riders in lines.values():
            found += [(rule, group) for group in _side_by_side(battle, riders) if len(group) >= least]
    return found


def _straight(battle: Battle, charge: Charge) -> Facing | None:
    """The one direction of a whole charge, from the horse's tail to its last hex; None if it bends."""
    way = (*reversed(charge.start), *charge.route)
    directions = {battle.board.facing(a, b) for a, b in pairwise(way)}
    return directions.pop() if len(directions) == 1 else None


def _side_by_side(battle: Battle, riders: list[FigureId]) -> list[tuple[FigureId, ...]]:
    """Riders gathered into groups that touch each other, before and after."""
    groups: list[list[FigureId]] = []
    for rider in riders:
        touching = [g for g in groups if any(_touch(battle, rider, other) for other in g)]
        groups = [g for g in groups if g not in touching] + [[f for g in touching for f in g] + [rider]]
    return [tuple(sorted(g, key=riders.index)) for g in groups]


def _touch(battle: Battle, one: FigureId, other: FigureId) -> bool:
    charges, figures, board = battle.now.charges, battle.figures, battle.board
    before = (charges[one].start, charges[other].start)
    now = (figures[one].hexes, figures[other].hexes)
    return all(any(board.adjacent(a, b) for a in x for b in y) for x, y in (before, now))

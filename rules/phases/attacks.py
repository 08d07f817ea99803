"""Carrying out an ATTACK order: by name, or by the policy that the player chose (GUI-6a, GUI-6.2b)."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.language import english
from rules.core.rejection import Rejection
from rules.journal import Journal
from rules.orders.records import AttackOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import FigureId, SeatId
from rules.tactical.fighting import combat, odds, pairing


def carry_out_attack(
    journal: Journal, rules: Ruleset, seat: SeatId, order: AttackOrder, spoken_for: frozenset[FigureId]
) -> list[Rejection]:
    """The combats of one order, one after another; the reasons where one cannot be fought.

    Attackers who cannot take part any more (down, gone, or no longer next to the enemy) are left out and the
    rest fight; ``spoken_for`` are figures with an ATTACK of their own still to come, which an order for
    everybody leaves alone.
    """
    if order.on.how:
        return _by_policy(journal, rules, seat, order, spoken_for)
    if order.pooled:
        return _fight(journal, rules, order.figures, order.on.names, order.at_least)
    refusals: list[Rejection] = []
    for attacker in order.figures:
        refusals += _fight(journal, rules, (attacker,), order.on.names, order.at_least)
    return refusals


def _by_policy(
    journal: Journal, rules: Ruleset, seat: SeatId, order: AttackOrder, spoken_for: frozenset[FigureId]
) -> list[Rejection]:
    """Combats are chosen one at a time, since each changes the board for the next."""
    figures = order.figures or _free_figures(journal.battle, seat, spoken_for)
    fought = False
    for _ in range(len(figures)):
        ready = tuple(f for f in figures if _can_fight(journal.battle, f))
        found = pairing.best_combats(journal.battle, rules, ready, order.on, order.at_least)
        if not found:
            break
        attackers, defenders = found[0]
        combat.resolve_combat(journal, rules, attackers, defenders)
        fought = True
    if fought or not order.figures:
        return []
    wanted = english(" at {at_least} or better", at_least=order.at_least) if order.at_least else ""
    names = " or ".join(journal.battle.figures[f].name for f in order.figures)
    return [
        Rejection("GUI-6a", english("no enemy next to {names} to attack{wanted}", names=names, wanted=wanted))
    ]


def engaged_by(
    battle: Battle, rules: Ruleset, seat: SeatId, order: AttackOrder, spoken_for: frozenset[FigureId]
) -> list[FigureId]:
    """Who will be in the combats of an order as things stand, on both sides (GUI-6.6d). Whoever is only
    named, out of reach or at worse odds than were asked for, is not in combat."""
    if order.on.how:
        figures = order.figures or _free_figures(battle, seat, spoken_for)
        ready = tuple(f for f in figures if _can_fight(battle, f))
        combats = pairing.best_combats(battle, rules, ready, order.on, order.at_least)
    else:
        groups = [order.figures] if order.pooled else [(attacker,) for attacker in order.figures]
        bouts = [_bout(battle, rules, group, order.on.names, order.at_least) for group in groups]
        combats = [(bout.attackers, bout.defenders) for bout in bouts if bout.attackers]
    return [f for attackers, defenders in combats for f in (*attackers, *defenders) if f in battle.figures]


class _Bout(NamedTuple):
    """One combat as it would be fought now: nobody attacks if it cannot be; and why somebody, or
    everybody, is out."""

    attackers: tuple[FigureId, ...]
    defenders: tuple[str, ...]
    refusals: list[Rejection]


def _fight(
    journal: Journal,
    rules: Ruleset,
    attackers: tuple[FigureId, ...],
    names: tuple[str, ...],
    at_least: str,
) -> list[Rejection]:
    bout = _bout(journal.battle, rules, attackers, names, at_least)
    if bout.attackers:
        combat.resolve_combat(journal, rules, bout.attackers, bout.defenders)
    return bout.refusals


def _bout(
    battle: Battle,
    rules: Ruleset,
    attackers: tuple[FigureId, ...],
    names: tuple[str, ...],
    at_least: str,
) -> _Bout:
    defenders = tuple(n for n in names if n in battle.horses or battle.figures[n].living)
    if not defenders:
        return _Bout(
            (), (), [Rejection("GUI-6a", english("{name} is no longer there", name=_name(battle, names[0])))]
        )
    refusals: list[Rejection] = []
    ready: list[FigureId] = []
    for attacker in attackers:
        # one by one: a lone man may not attack several, but he may be one of several who do (GUI-6.2a)
        each = [odds.assess(battle, rules, (attacker,), (defender,)) for defender in defenders]
        refused = [r for r in each if isinstance(r, Rejection)]
        refusals += refused[:1]
        if not refused:
            ready.append(attacker)
    if not ready:
        return _Bout((), defenders, refusals)
    assessment = odds.assess(battle, rules, tuple(ready), defenders)
    if isinstance(assessment, Rejection):
        return _Bout((), defenders, [*refusals, assessment])
    weighing = rules.policies.weighing
    if not weighing.meets(assessment.weight, at_least):
        why = english(weighing.too_low, weight=assessment.weight.short, at_least=at_least)
        return _Bout((), defenders, [*refusals, Rejection("GUI-6c", why)])
    return _Bout(tuple(ready), defenders, refusals)


def _free_figures(battle: Battle, seat: SeatId, spoken_for: frozenset[FigureId]) -> tuple[FigureId, ...]:
    return tuple(f.id for f in battle.figures.values() if f.seat == seat and f.id not in spoken_for)


def _can_fight(battle: Battle, figure: FigureId) -> bool:
    return (
        battle.figures[figure].active and figure not in battle.now.attacked and figure not in battle.now.fired
    )


def _name(battle: Battle, who: str) -> str:
    return battle.figures[who].name if who in battle.figures else battle.horses[who].name

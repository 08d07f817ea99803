"""Carrying out an ATTACK order: by name, or by the policy that the player chose (GUI-6a, GUI-6.2b)."""

from __future__ import annotations

from rules.core.rejection import Rejection
from rules.journal import Journal
from rules.orders.records import AttackOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import FigureId, SeatId
from rules.tactical import combat, odds, pairing


def carry_out_attack(
    journal: Journal, rules: Ruleset, seat: SeatId, order: AttackOrder, spoken_for: frozenset[FigureId]
) -> list[Rejection]:
    """The combats of one order, one after another; the reasons where one cannot be fought.

    Attackers who cannot take part any more (down, gone, or no longer next to the enemy) are left out and the rest
    fight; ``spoken_for`` are figures with an ATTACK of their own still to come, which an order for everybody
    leaves alone.
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
    wanted = "" if order.at_least is None else f" at {order.at_least:+d} or better"
    return [Rejection("GUI-6a", f"nobody next to them to attack{wanted}")]


def _fight(
    journal: Journal,
    rules: Ruleset,
    attackers: tuple[FigureId, ...],
    names: tuple[str, ...],
    at_least: int | None,
) -> list[Rejection]:
    battle = journal.battle
    defenders = tuple(n for n in names if n in battle.horses or battle.figures[n].living)
    if not defenders:
        return [Rejection("GUI-6a", f"{_name(battle, names[0])} is no longer there")]
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
        return refusals
    assessment = odds.assess(battle, rules, tuple(ready), defenders)
    if isinstance(assessment, Rejection):
        return [*refusals, assessment]
    if at_least is not None and assessment.differential < at_least:
        return [
            *refusals,
            Rejection(
                "GUI-6c", f"the differential is {assessment.differential:+d}, {at_least:+d} was asked for"
            ),
        ]
    combat.resolve_combat(journal, rules, tuple(ready), defenders)
    return refusals


def _free_figures(battle: Battle, seat: SeatId, spoken_for: frozenset[FigureId]) -> tuple[FigureId, ...]:
    return tuple(f.id for f in battle.figures.values() if f.seat == seat and f.id not in spoken_for)


def _can_fight(battle: Battle, figure: FigureId) -> bool:
    return (
        battle.figures[figure].active and figure not in battle.now.attacked and figure not in battle.now.fired
    )


def _name(battle: Battle, who: str) -> str:
    return battle.figures[who].name if who in battle.figures else battle.horses[who].name

"""The shots of a TEST: how the WATCH orders tried would have fired at those who moved, and at
those who stayed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.core.rejection import Rejection
from rules.desk.receipts.stage import Stage
from rules.desk.receipts.told import told_shot
from rules.events.missile import FireDeclared, ShotFired
from rules.orders.filed import Filed
from rules.orders.records import WatchOrder
from rules.state.figure import Character, FigureId
from rules.tactical.instructions import standing
from rules.tactical.shooting import targets
from rules.tactical.shooting.defensive_fire import may_be_shot_at
from rules.tactical.shooting.missile import DEFENSIVE
from rules.tactical.shooting.watching import Weighed, weigh
from rules.tactical.sight.cover import grade
from rules.tactical.sight.line_of_fire import Sight, at_half, best_sight
from rules.tactical.weapons import may_fire_defensively, weapon_of


class _Shot(msgspec.Struct, frozen=True):
    """A shot that an order would have made."""

    shooter: Character
    weapon: str
    sight: Sight
    text: str
    rank: int = 0


def fire(stage: Stage, movers: Sequence[FigureId]) -> None:
    """At men who have just moved."""
    for mover_id in movers:
        mover = stage.battle.figures[mover_id]
        if not mover.active:
            return
        closed = may_be_shot_at(stage.battle, stage.rules, mover)
        shots = [s for shooter in _shooters(stage) for s in _shots_at(stage, shooter, mover, closed)]
        _volley(stage, mover, shots)


def fire_at_those_who_stayed(stage: Stage) -> None:
    """When the moves are over: each shooter has one shot, at whom his orders would rather have."""
    battle = stage.battle
    stayed = [
        f
        for f in battle.side_figures(battle.side)
        if f.living and f.id not in battle.now.left and f.id not in battle.now.shot_at
    ]
    best: dict[FigureId, list[_Shot]] = {}
    for shooter in _shooters(stage):
        shots = [s for target in stayed for s in _shots_at(stage, shooter, target, None)]
        if shots:
            shot = min(shots, key=lambda s: (s.rank, grade(s.sight.cover), s.sight.distance))
            best.setdefault(shot.sight.target, []).append(shot)
    for target in stayed:
        _volley(stage, target, best.get(target.id, []))


def _shooters(stage: Stage) -> list[Character]:
    battle = stage.battle
    return [
        f
        for f in battle.active_enemies(battle.side)
        if f.seat == stage.seat and f.id not in battle.now.watched
    ]


def _shots_at(stage: Stage, shooter: Character, target: Character, closed: Rejection | None) -> list[_Shot]:
    """The shot that a man's first willing order makes, noting what speaks against it under the others."""
    weapon = weapon_of(stage.battle, stage.rules, shooter)
    barred = may_fire_defensively(stage.battle, stage.rules, shooter, weapon) if weapon else None
    sight = best_sight(stage.battle, stage.rules, shooter, weapon, target.id) if weapon else None
    for watch in standing.watch_orders(stage.battle, shooter):
        assert isinstance(watch.order, WatchOrder)
        if not weapon or sight is None or watch.order.hold:
            continue
        refused = barred or closed or (sight if isinstance(sight, Rejection) else None)
        if refused is not None:
            stage.account.pass_over(watch.text, shooter, target, f"{refused.why} ({refused.rule})")
            continue
        assert isinstance(sight, Sight)
        found = _weighed(stage, watch, shooter, target, sight)
        if not found.why:
            aimed = at_half(stage.battle, stage.rules, shooter, weapon, sight, watch.order.half)
            return [_Shot(shooter, weapon, aimed, watch.text, found.rank)]
        stage.account.pass_over(watch.text, shooter, target, found.why)
    return []


def _weighed(stage: Stage, watch: Filed, shooter: Character, target: Character, sight: Sight) -> Weighed:
    return weigh(stage.lookout, stage.battle, stage.rules, watch, shooter, target, sight)


def _volley(stage: Stage, target: Character, shots: list[_Shot]) -> None:
    if not shots or target.hex is None:
        return
    for shot in shots:
        found = targets.odds(
            stage.battle, stage.rules, shot.shooter.id, target.id, shot.sight.aim, shot.weapon, DEFENSIVE
        )
        if not isinstance(found, Rejection):
            stage.account.would[shot.text] += told_shot(
                stage.battle, stage.rules, shot.shooter, shot.weapon, found
            )
        stage.decided("watch", f"fire at {target.id}", shot.shooter.id, shot.text)
    shooters = tuple(s.shooter.id for s in shots)
    stage.journal.record(FireDeclared(shooters=shooters, target=target.id, hex=target.hex))
    for shot in shots:
        sight = shot.sight
        stage.journal.record(
            ShotFired(
                shooter=shot.shooter.id, weapon=shot.weapon, target=target.id, aim=sight.aim, mode=DEFENSIVE,
                distance=sight.distance, band=sight.band,
            )
        )  # fmt: skip
